"""temporal: claims about runs, with every way of symmetry reduction.

The expectations of tests/temporal, and one verdict on every claim whatever the symmetry.
A model may also say what becomes of each of its claims, in lines

    -- claim: VERDICT [without=VERDICT] "name"

`without` being the verdict with --ignore-fairness, if it is another one. The naive judge
of tests/brute has to agree on all these models, and on random ones with fixed seeds.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import List, Sequence, Tuple

from kit.core import RELEASE, ROOT, Ran, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import expectations, load_json
from suites.models import expectation_tests

BRUTE = ROOT / "build" / "brute"
MODES = ("off", "exact", "fast")
CLAIM = re.compile(r'^-- claim: (holds|violated)(?: without=(holds|violated))? "(.*)"$', re.M)
TEMPORAL = ("ltl", "ctl", "mu", "sequence", "ctlstar")
WORDS = {"holds": "holds", "fails": "violated"}
KINDS = ("ltl", "ctl", "mu", "never", "past", "ctlstar")
# Models whose keys count, with enough states for that to be made use of.
COUNTS = ((ROOT / "tests/temporal/counts.m", ["-DN=9"]), (ROOT / "tests/temporal/counts_union.m", ["-DN=9"]),
          (ROOT / "models/readers_writers_live.m", ["-DN=14"]),
          (ROOT / "models/resource_controller_strong.m", ["-DN=600"]))
RANDOM = 20  # models of each kind; tools/fuzz/temporal.py takes thousands


def judged(path: Path, mode: str, options: List[str], folder: Path) -> Tuple[Ran, List[Tuple[str, str]]]:
    """Names and verdicts of the temporal claims, in the order of the model."""
    result = folder / f"{mode}.json"
    ran = run([binary(RELEASE), "check", path, f"--symmetry={mode}", "--max-errors=0", "--json", result, *options])
    require_sane(ran)
    items = load_json(ran, result)["properties"]
    return ran, [(item["name"], item["verdict"]) for item in items if item["kind"] in TEMPORAL]


def agree(path: Path, options: List[str]) -> None:
    with scratch() as folder:
        _, plain = judged(path, "off", options, folder)
        for mode in MODES[1:]:
            ran, reduced = judged(path, mode, options, folder)
            require(reduced == plain, ran, f"{plain} as with off", f"{reduced}")


def as_claimed(path: Path, mode: str) -> None:
    """Each claim by itself, with and without fairness."""
    lines = CLAIM.findall(path.read_text("utf-8"))
    with scratch() as folder:
        ran, found = judged(path, mode, ["--deadlock=off"], folder)
        require(dict(found) == {name: verdict for verdict, _, name in lines}, ran, "the verdicts of `-- claim:`",
                f"{found}")
        ran, found = judged(path, mode, ["--deadlock=off", "--ignore-fairness"], folder)
        require(dict(found) == {name: without or verdict for verdict, without, name in lines}, ran,
                "the verdicts of `-- claim:` without fairness", f"{found}")


def compiled(path: Path, options: Sequence[str] = (), modes: Sequence[str] = ("exact", "off")) -> None:
    """The same claims, runs and sizes of products, whether steps are interpreted or compiled."""
    with scratch() as folder:
        for mode in modes:
            found = []
            for compile_ in ("never", "always"):
                file = folder / f"{mode}-{compile_}.json"
                ran = run([binary(RELEASE), "check", path, f"--symmetry={mode}", f"--compile={compile_}", "--max-errors=0",
                           "--deadlock=off", "--json", file, *options])
                require_sane(ran)
                found.append([item for item in load_json(ran, file)["properties"] if item["kind"] in TEMPORAL])
            require(found[0] == found[1], ran, f"{found[0]} as interpreted", f"{found[1]}")


def naive(path: Path) -> None:
    """The naive judge says the same of each claim, with and without fairness."""
    with scratch() as folder:
        _, fair = judged(path, "off", ["--deadlock=off"], folder)
        _, all_runs = judged(path, "off", ["--deadlock=off", "--ignore-fairness"], folder)
    ran = run([binary(BRUTE), path])
    said = [line.split()[2:4] for line in ran.out.splitlines() if line.split()[1] != "-"]
    if not said and not CLAIM.search(path.read_text("utf-8")):
        return  # it knows nothing of run-time errors
    wanted = [[one[1], other[1]] for one, other in zip(fair, all_runs)]
    require([[WORDS.get(word, word) for word in words] for words in said] == wanted, ran, f"{wanted}", f"{said}")


def crossed(kind: str, shape: str = "set", count: int = RANDOM) -> None:
    binary(RELEASE), binary(BRUTE)
    ran = run([sys.executable, ROOT / "tools/fuzz/temporal.py", "--kind", kind, "--shape", shape, "--count", count, "--jobs", 1])
    require(ran.status == 0, ran, "agreement with the naive judge", f"status {ran.status}")
    require(re.search(r"^\d{2,} cases .* 0 failed$", ran.out, re.M), ran, "many cases")


def threads(path: Path, options: List[str]) -> None:
    """The same claims, runs and products with one thread and with several."""
    with scratch() as folder:
        results = []
        for count in (1, 2, 3):
            result = folder / f"{count}.json"
            ran = run([binary(RELEASE), "check", path, f"-j{count}", "--max-errors=0", "--json", result, *options])
            require_sane(ran)
            results.append([item for item in load_json(ran, result)["properties"] if item["kind"] in TEMPORAL])
            require(results[-1] == results[0], ran, "what -j1 says", f"something else with -j{count}")


def short_lassos() -> None:
    binary(RELEASE), binary(BRUTE)
    ran = run([sys.executable, ROOT / "tools/fuzz/lassos.py", "--count", 8, "--jobs", 1, "--minimal", 90])
    require(ran.status == 0, ran, "short lassos", f"status {ran.status}")
    require(re.search(r"^\d{2,} lassos", ran.out, re.M), ran, "many lassos")


# Of tests/temporal/evidence.m, by claim: run, step, formula, truth, how it is shown, up to which step or after how many states.
GROUNDS = {
    "answers": [(0, 0, "EF !(!any | EF (!any))", True, "run", 3), (0, 3, "any", True, "here", None),
                (0, 3, "EF (!any)", False, "all", 9)],
    "no choice": [(0, 0, "EF (EX (at[p] = Away) & EX (at[p] = Broken))", True, "run", 2),
                  (0, 2, "EX (at[p] = Away)", True, "run", 3), (0, 3, "at[p] = Away", True, "here", None),
                  (1, 2, "EX (at[p] = Broken)", True, "run", 3), (1, 3, "at[p] = Broken", True, "here", None)],
    "stays whole": [(0, 0, "EX EX EX !any", True, "run", 1), (0, 1, "EX EX !any", True, "run", 2),
                    (0, 2, "EX !any", True, "run", 3), (0, 3, "any", False, "here", None)],
    "is asked for later": [(0, 0, "EX EX EG !any", True, "run", 1), (0, 1, "EX EG !any", True, "run", 2), (0, 2, "EG !any", True, "run", 3)],
    "gathers or rests": [(0, 0, "EF (forall p: Process do at[p] = Inside end)", False, "all", 16), (0, 0, "EG any", False, "all", 1)],
    "is never broken": [(0, 0, "EX !Z0", True, "run", 1), (0, 1, "EX !Z0", True, "run", 2), (0, 2, "EX !Z0", True, "run", 3),
                        (0, 3, "!any", False, "here", None)],
    "breaks at last": [(0, 0, "mu Z0. (at[p] = Broken) | AX Z0", False, "more", None)],
    "keeps out and breaks": [(0, 0, "E ((G (at[p] = Away) & F any) & E G (at[p] = Asking))", False, "all", 33)],
}
LASSOS = {"asks": "EG !(at[p] = Asking)", "waits until it asks": "EG !(at[p] = Asking)",
          "never gets in": "E ((at[p] != Inside) U (at[p] = Inside))",
          "enters if it asks": "!A (G F (at[p] = Asking) -> G F (at[p] = Inside))"}


def evidence() -> None:
    """Claims about several runs come with a tree of them, whose first part is the run."""
    path = ROOT / "tests/temporal/evidence.m"
    with scratch() as folder:
        ran = run([binary(RELEASE), "check", path, "--deadlock=off", "--max-errors=0", "--json", folder / "out.json"])
        items = {item["name"]: item for item in load_json(ran, folder / "out.json")["properties"]}
        for name, expected in GROUNDS.items():
            found = [(g["run"], g["after"], g["formula"], g["truth"], g["shown"], g.get("until", g.get("searched")))
                     for g in items[name]["grounds"]]
            require(found == expected, ran, f"{name}: {expected}", f"{found}")
            runs = [items[name]["trace"]] + items[name]["trace"]["branches"]
            require(all(g[0] < len(runs) and g[1] < len(runs[g[0]]["steps"]) for g in found), ran, f"{name}: states of its runs")
        for name, formula in LASSOS.items():
            ground, trace = items[name]["grounds"][0], items[name]["trace"]
            require(ground["formula"] == formula and trace["loop"] is not None and ground["until"] == len(trace["steps"]) - 1,
                    ran, f"{name}: a lasso for {formula}", f"{ground}")
        for text in ("run 2 goes on from the state after step 2:", "EF (!any) is false: 9 states searched, up to symmetry"):
            require(text in " ".join(ran.out.split()), ran, text)


def shared_lasso() -> None:
    """A lasso that violates several claims is shown once."""
    text = ('var n: 0..3;\nstartstate begin n := 0; end;\nweakfair rule "step" begin n := (n + 1) % 4; end;\n'
            'ltl "stays at one" <>[] n = 1;\nltl "stays at two" <>[] n = 2;\n')
    with scratch() as folder:
        (folder / "model.m").write_text(text, "utf-8")
        ran = run([binary(RELEASE), "check", folder / "model.m", "--max-errors=0"])
        require(ran.status == 13 and 'the same run as for ltl "stays at one"' in ran.out, ran, "the second claim names the first")
        require(ran.out.count("from here on the run repeats") == 1, ran, "one run")


def branches_replay() -> None:
    """The runs beside the first are saved and repeated; without one of them the claim is not refuted."""
    path = ROOT / "tests/temporal/evidence.m"
    with scratch() as folder:
        ran = run([binary(RELEASE), "check", path, "--deadlock=off", "--property=no choice", "--trace-out", folder / "t.json"])
        require(ran.status == 15, ran, "status 15", f"status {ran.status}")
        ran = run([binary(RELEASE), "replay", folder / "t.json", path])
        require(ran.status == 15 and "with 1 other run" in " ".join(ran.out.split()), ran, "both runs happen")
        mended = folder / "mended.m"
        text = path.read_text("utf-8")
        mended.write_text(text.replace('rule "break"\n    at[p] = Inside', 'rule "break"\n    at[p] = Inside & any'))
        ran = run([binary(RELEASE), "replay", folder / "t.json", mended])
        require(ran.status == 17 and "step 3 of run 2 is no longer possible" in " ".join(ran.out.split()), ran, "the second run is gone")


def very_many_groups() -> None:
    """A condition with 4,096 parameters and 2^20 values: its groups have 2^32 arguments."""
    parameters = "; ".join(f"p{i}: 0..0" for i in range(4095))
    with scratch() as folder:
        path = folder / "groups.m"
        path.write_text("var x: boolean;\nstartstate begin x := false; end;\nrule begin x := !x; end;\n"
                        f"ruleset {parameters}; i: 1..1048576 do\n  fair x = (i > p0);\nend;\nltl \"l\" [] <> x;\n")
        ran = run([binary(RELEASE), "check", path, "-q"])
        require_sane(ran)
        require(ran.status == 20 and "too many fairness groups" in ran.out, ran, "too many fairness groups", ran.out)


def tests() -> List[Test]:
    paths = models_of("tests/temporal")
    found = expectation_tests("temporal", paths)
    for path in paths:
        for line in expectations(path):
            options = [word for word in line.options() if not word.startswith("--symmetry")]
            found.append(Test("temporal", f"agree {line.name}", lambda args=(path, options): agree(*args), 120))
        found += [Test("temporal", f"claims {path.name} ({mode})", lambda args=(path, mode): as_claimed(*args))
                  for mode in MODES if CLAIM.search(path.read_text("utf-8"))]
        if path.name != "priorities.m":  # nothing of it is compiled
            found.append(Test("temporal", f"compiled steps of {path.name}", lambda path=path: compiled(path)))
        found.append(Test("temporal", f"naive {path.name}", lambda path=path: naive(path)))
    found += [Test("temporal", f"random {kind}", lambda kind=kind: crossed(kind), 300)
              for kind in KINDS]
    found += [Test("temporal", f"random {kind} on a {shape}", lambda args=(kind, shape, RANDOM // 3): crossed(*args), 300)
              for shape in ("ring", "network") for kind in KINDS]
    found += [Test("temporal", f"random {kind} with mates", lambda kind=kind: crossed(kind, "mates", RANDOM // 3), 300)
              for kind in ("ltl", "ctl")]
    found += [Test("temporal", f"threads on {path.name}", lambda args=(path, options): threads(*args), 120)
              for path, options in ((ROOT / "tests/temporal/far.m", ["--deadlock=off"]),
                                    (ROOT / "models/german_live.m", ["-DN=4"]),
                                    (ROOT / "tests/temporal/counts.m", ["-DN=9", "--deadlock=off", "--compile=always"]))]
    found += [Test("temporal", f"keys that count on {path.name}", lambda args=(path, options, ["exact"]): compiled(*args), 120)
              for path, options in COUNTS]
    found.append(Test("temporal", "short lassos", short_lassos, 120))
    found.append(Test("temporal", "shared lasso", shared_lasso))
    found.append(Test("temporal", "very many groups", very_many_groups))
    found += [Test("temporal", "evidence of several runs", evidence), Test("temporal", "evidence is replayed", branches_replay)]
    return found
