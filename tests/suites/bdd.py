"""bdd: the engine on decision diagrams against the interpreter, in every strategy.

`tools/fuzz/symbolic.py` on models of the repository and on random ones: verdicts, states, orbits; what
limits of memory do: UNKNOWN or the right answer.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import List, Sequence

from kit.core import LONG, RELEASE, ROOT, Test, binary, require, run

FAULTS = [ROOT / "tests" / "semantics" / f"{name}.m" for name in ("liveness_fault", "liveness_covers", "cover_start", "copy_index_held", "assume_fault")]
NAMING = [ROOT / "tests" / "symmetry" / "named_claims.m"]
FAIR = ("conditions", "no_fair_run", "priorities", "rule_fairness", "streett", "stuttering", "weak_not_strong")
TOOL = ROOT / "tools" / "fuzz" / "symbolic.py"
MODELS = ["mutex_bug", "abp_bug", "arbiter", "dining_deadlock", "resource_controller"]
if LONG:
    MODELS += ["mutex", "mcs_lock_bug", "peterson", "german_bug", "peterson_bug", "readers_writers", "readers_writers_bug", "two_phase_commit_bug"]


def crossed(words: Sequence[str], **more: str) -> None:
    ran = run([sys.executable, TOOL, "--jobs=1", *words], env={"NOETHER": str(binary(RELEASE)), **more}, cwd=ROOT)
    require(ran.status == 0 and " complete checks" in ran.out, ran, "all passed", f"status {ran.status}")


def limited(model: str, strategy: str, normal: int) -> None:
    """Whatever the node limit, and whichever step fails: UNKNOWN, or the verdict."""
    words = [binary(RELEASE), "check", ROOT / "models" / model, "--engine=bdd", f"--strategy={strategy}", "-q"]
    ran = run(words, cwd=ROOT)
    require(ran.status == normal, ran, f"status {normal}", f"status {ran.status}")
    unknown = 0
    for memory in (1500, 1700, 2000, 2400, 3000, 4000, 8000):
        ran = run([*words, f"--mem={memory}k"], cwd=ROOT)
        require(ran.status in (20, normal), ran, f"status 20 or {normal}", f"status {ran.status}")
    for number in (200, 500, 700, 900, 1200, 1500, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 7000, 8000):
        ran = run(words, env={"NOE_FAIL_ALLOC": str(number)}, cwd=ROOT)
        require(ran.status in (20, normal), ran, f"status 20 or {normal}", f"status {ran.status}")
        unknown += ran.status == 20
    require(unknown > 0, ran, "some of these steps to fail")


def crowded(model: str, strategy: str, normal: int, states: str) -> None:
    """No more nodes than there are from each 1,000th step on: UNKNOWN, or the verdict and the number of states."""
    words = [binary(RELEASE), "check", *model.split(), "--engine=bdd", f"--strategy={strategy}", "-q", "--trace=off", "--json=-"]
    steps = unknown = 0
    for limit in [0, 100, *range(1000, 100000, 1000)]:
        if steps and limit > steps:
            break
        ran = run(words, env={"NOE_BDD_LIMIT_AT": str(limit)}, cwd=ROOT / "models")
        result = json.loads(ran.out[ran.out.index("{"):ran.out.rindex("}") + 1])
        require(ran.status in (20, normal), ran, f"status 20 or {normal}", f"status {ran.status}")
        require(ran.status == 20 or str(result["states"]) == states, ran, f"{states} states", str(result["states"]))
        if not limit:
            require(ran.status == normal, ran, f"status {normal}", f"status {ran.status}")
            steps = result["figures"]["bdd"]["images"]
        unknown += ran.status == 20
    require(steps > 3000 and unknown > 0, ran, "some of more than 3000 steps to fail", f"{steps} steps, {unknown} unknown")


def limited_everywhere() -> None:
    """The campaign, with six limits for each strategy of two models."""
    ran = run([sys.executable, TOOL.parent / "node_limits.py", "--most=6", "--every=200", "mutex_bug.m -DN=5", "lamps_branching.m"],
              env={"NOETHER": str(binary(RELEASE))}, cwd=ROOT)
    require(ran.status == 0 and "\n0 passed" not in ran.out and " 0 answers" not in ran.out, ran, "all passed", f"status {ran.status}")


def many_nodes() -> None:
    """Nodes beyond number 2^24, where two cubes could share a key if they were made late."""
    ran = run([binary(RELEASE), "check", ROOT / "models" / "mutex.m", "-DN=10", "--engine=bdd", "--strategy=dynamic", "--json=-"],
              env={"NOE_BDD_BALLAST": "20000000"}, cwd=ROOT)
    result = json.loads(ran.out[ran.out.index("{"):ran.out.rindex("}") + 1])
    require(ran.status == 0 and result["states"] == 30, ran, "30 states", f"status {ran.status}")
    require(result["figures"]["bdd"]["peak_nodes"] > 1 << 24, ran, "more than 2^24 nodes")


# Lamps in a row: neighbours differ in colour. Few levels, many states, no symmetry that a search would use.
LAMPS = """
const N: 12;
type Cell: 1..N; Colour: 0..4;
var c: array [Cell] of Colour;
startstate begin for i: Cell do c[i] := i % 2; end; end;
ruleset i: Cell; x: Colour do
  rule "change" c[i] != x & (i = 1 | c[i - 1] != x) & (i = N | c[i + 1] != x) ==> begin c[i] := x; end;
end;
"""
DIFFER = 'invariant "differ" forall i: Cell do i = N | c[i] != c[i + 1] end;'
COMES = 'ruleset x: Colour do liveness "comes" c[1] = x; end;'
TURNED = 'invariant "not all turned" !forall i: Cell do c[i] = i % 2 + 3 end;'
# Claims of branching time, which a search of single states judges only when it is complete: HOLDS, VIOLATED, and one that
# cannot be evaluated.
RETURNS = 'ctl "returns" AG EF (forall i: Cell do c[i] = i % 2 end); mu "moves" nu Z. EX true & AX Z;'
STAYS = 'ctl "the first one comes to 4 in the end" AF (c[1] = 4);'
LOST = 'ctl "lost" AG EF (lost = 1); ctl "returns" AG EF (c[1] = 1);'
# A product has no small diagram: the search of single states comes to its end first.
PRODUCTS = """
type T: 0..1023;
var a: T; b: T;
startstate begin a := 1; b := 3; end;
rule "a" begin a := (a * b + 1) % 1024; end;
rule "b" begin b := (b * 5 + a) % 1024; end;
rule "copy" begin a := b; end;
invariant "small" a < 1024;
"""


def beside(text: str, engine: str, states: int, length: int, *options: str) -> None:
    """`auto`, for any number of threads: who has the last word, and after how many states (with a limit of memory, of which
    threads need some, that differs); the length of the run, or -1: a claim about runs fails."""
    with tempfile.TemporaryDirectory() as folder:
        path, report, trace = Path(folder) / "model.m", Path(folder) / "result.json", Path(folder) / "trace.json"
        path.write_text(text, "utf-8")
        said = set()
        for jobs in (1, 2, 3):
            ran = run([binary(RELEASE), "check", "-q", f"-j{jobs}", "--json", report, "--trace-out", trace, *options, path], cwd=ROOT)
            result = json.loads(report.read_text("utf-8"))
            require(ran.status == (15 if length < 0 else 12 if length else 0), ran, "the verdict", f"status {ran.status}")
            require(result["engine"] == engine, ran, f"engine {engine}", result["engine"])
            require(not states or result["states"] == states, ran, f"{states} states", str(result["states"]))
            if length > 0:
                steps = len(json.loads(trace.read_text("utf-8"))["steps"]) - 1
                require(steps == length, ran, f"{length} steps", str(steps))
            said.add(result["engine_reason"])
        require(options or len(said) == 1, ran, "the same reason for any number of threads", str(said))


def filled() -> None:
    """Memory ends the search, and one of two claims cannot be evaluated: the other one is judged all the same."""
    with tempfile.TemporaryDirectory() as folder:
        path, report = Path(folder) / "model.m", Path(folder) / "result.json"
        path.write_text(LAMPS.replace("var c:", "var lost: 0..1; c:") + DIFFER + LOST, "utf-8")
        for jobs in (1, 2):
            ran = run([binary(RELEASE), "check", "-q", f"-j{jobs}", "--mem=8M", "--json", report, path], cwd=ROOT)
            result = json.loads(report.read_text("utf-8"))
            said = {item["name"]: item["verdict"] for item in result["properties"]}
            require(ran.status == 20 and result["engine"] == "bdd", ran, "UNKNOWN by bdd", f"status {ran.status}, {result['engine']}")
            require(said["lost"] == "unknown" and said["returns"] == said["differ"] == "holds", ran, "one open claim", str(said))


# Cells that belong together, declared far apart.
PAIRS = """
type Left: 1..N; Right: 0..N - 1; Value: 0..3;
var left: array [Left] of Value; turn: boolean; right: array [Right] of Value;
startstate begin for i: Left do left[i] := 0; right[i - 1] := 0; end; turn := false; end;
ruleset i: Left; v: Value do
  rule "both" left[i] = right[i - 1] ==> begin left[i] := v; right[i - 1] := v; end;
end;
rule "turn" begin turn := !turn; end;
invariant "pairs" forall i: Left do left[i] = right[i - 1] end;
"""


def ordered() -> None:
    """Sifting finds an order in which what belongs together is together: the same verdict and states, of few nodes."""
    with tempfile.TemporaryDirectory() as folder:
        path, report = Path(folder) / "model.m", Path(folder) / "result.json"
        for size, crowded_at, least, most in ((7, 1 << 30, 250000, 1 << 30), (7, 0, 0, 25000), (14, 0, 0, 100000)):
            path.write_text(f"const N: {size};" + PAIRS, "utf-8")
            ran = run([binary(RELEASE), "check", "-q", "--engine=bdd", "--json", report, path], cwd=ROOT,
                      env={"NOE_BDD_CROWDED_AT": str(crowded_at)})
            result = json.loads(report.read_text("utf-8"))
            require(ran.status == 0 and result["states"] == 2 * 4 ** size, ran, f"{2 * 4 ** size} states", str(result["states"]))
            nodes = result["figures"]["bdd"]["peak_nodes"]
            require(least <= nodes <= most, ran, f"{least} to {most} nodes", str(nodes))


def hinted() -> None:
    """Hints that keep a search from what is wrong, for a while; what they say is said in every strategy."""
    hints = '''
hint "nobody is inside" forall p: Process do state[p] = NonCritical | state[p] = Trying end;
ruleset p: Process do hint token = p & forall q: Process do state[q] = NonCritical | state[q] = Trying end; end;
'''
    with tempfile.TemporaryDirectory() as folder:
        for name in ("mutex", "mutex_bug"):
            path = Path(folder) / f"{name}.m"
            path.write_text((ROOT / "models" / f"{name}.m").read_text("utf-8") + hints, "utf-8")
            crossed(["--complete", "--strategies=hints,plain,component-states", str(path)])
            ran = run([binary(RELEASE), "check", path, "--engine=bdd", "--strategy=hints", "--trace=off"])
            require(ran.status == (12 if name.endswith("bug") else 0), ran, "the verdict", f"status {ran.status}")


def hinted_from_outside() -> None:
    """--hint is as `hint` in the model, and has places of its own for mistakes."""
    condition = "forall p: Process do state[p] = NonCritical end"
    words = [binary(RELEASE), "check", "--engine=bdd", "--strategy=hints", "-q", "--trace=off", "--json=-"]
    with tempfile.TemporaryDirectory() as folder:
        inside = Path(folder) / "inside.m"
        inside.write_text((ROOT / "models" / "mutex.m").read_text("utf-8") + f"hint {condition};\n", "utf-8")
        images = []
        for more in ([ROOT / "models" / "mutex.m"], [ROOT / "models" / "mutex.m", "--hint", condition], [inside]):
            ran = run([*words, *more])
            require(ran.status == 0, ran, "status 0", f"status {ran.status}")
            images.append(json.loads(ran.out[ran.out.index("{"):ran.out.rindex("}") + 1])["figures"]["bdd"]["images"])
    require(images[0] != images[1] == images[2], ran, "the same search as with the hint in the model", str(images))
    ran = run([*words[:-1], ROOT / "models" / "mutex.m", "--hint", "true", "--hint", "token = foo"])
    require(ran.status == 65 and "--hint:1:9: error[E301]" in ran.err and "    1 | token = foo\n      |         ^~~" in ran.err, ran,
            "a caret under the name")
    ran = run([*words[:-1], ROOT / "models" / "mutex.m", "--hint", "true; invariant false"])
    require(ran.status == 65 and "--hint:1:5: error" in ran.err, ran, "one condition, and nothing else")


def left_out() -> None:
    """With --under nothing holds, whatever was found; violations are."""
    base = [binary(RELEASE), "check", "--engine=bdd", "--strategy=first-found", "-q", "--trace=off"]
    for nodes in (5, 20, 100000):
        ran = run([*base, f"--under={nodes}", ROOT / "models" / "arbiter.m"], cwd=ROOT)
        require(ran.status == 20, ran, "status 20", f"status {ran.status}")
        require(nodes > 1000 or "left out" in ran.out, ran, "why it is open")
    ran = run([*base, "--under=40", ROOT / "models" / "mutex_bug.m"], cwd=ROOT)
    require(ran.status in (12, 20), ran, "status 12 or 20", f"status {ran.status}")
    for rounds in (1, 2):
        ran = run([*base, f"--sigma={rounds}", ROOT / "tests" / "symmetry" / "two_names.m"], cwd=ROOT)
        require(ran.status == 0, ran, "status 0", f"status {ran.status}")


def on_representatives() -> None:
    """Whatever live-rep is asked, it never says HOLDS; what all runs do it can refute; the others refute the same."""
    words = [binary(RELEASE), "check", "--engine=bdd", "--trace=off", "--max-errors=0", NAMING[0]]
    ran = run([*words, "--strategy=live-rep"], cwd=ROOT)
    require(ran.status == 15 and "    ok  " not in ran.out, ran, "no proof", f"status {ran.status}")
    for strategy in ("orbit", "create-xi", "multiple", "first-found", "dynamic", "component-states"):
        ran = run([*words, f"--strategy={strategy}"], cwd=ROOT)
        require(ran.status == 15 and '    ok  ctl "one can stay out of it"' in ran.out, ran, "proofs", f"status {ran.status}")


def explained() -> None:
    ran = run([binary(RELEASE), "help", "strategies"])
    for name in ("plain", "orbit", "create-xi", "multiple", "first-found", "hints", "live-rep", "dynamic", "component", "component-states"):
        require(f"  {name} " in ran.out, ran, name)


def tests() -> List[Test]:
    found = [Test("bdd", f"models {name}", lambda name=name: crossed([str(ROOT / "models" / f"{name}.m")]), 120)
             for name in MODELS]
    found += [Test("bdd", f"random {seed}", lambda seed=seed: crossed(["--count=8", f"--seed={seed}"]), 240)
              for seed in (1, 1001)]
    found += [Test("bdd", f"random {kind}", lambda kind=kind: crossed(["--count=6", "--kind", kind]), 240)
              for kind in ("ctl", "mu", "never")]
    found += [Test("bdd", f"random fair {kind}", lambda kind=kind: crossed(["--count=16", "--fairness", "--strategies=plain", "--kind", kind]), 240)
              for kind in ("ltl", "past", "ctl")]
    found += [Test("bdd", f"fair runs {name}", lambda name=name: crossed(["--strategies=plain", str(ROOT / "tests" / "temporal" / f"{name}.m")]), 120)
              for name in FAIR]
    found.append(Test("bdd", "uneven starts", lambda: crossed([str(ROOT / "tests" / "temporal" / "uneven_branching.m")]), 120))
    found += [Test("bdd", f"ring_{name}", lambda name=name: crossed([str(ROOT / "tests" / "symmetry" / f"ring_{name}.m")]), 120)
              for name in ("distance", "philosophers")]
    found += [Test("bdd", f"orders of {what}", lambda m=model: crossed(["--complete", str(ROOT / "tests" / "symmetry" / f"{m}.m")]), 120)
              for what, model in (("names", "two_names"), ("local states", "turned_states"))]
    found += [Test("bdd", f"limits {model} {strategy}", lambda m=model, s=strategy, n=normal: limited(m, s, n), 240)
              for model, strategy, normal in (("two_phase_commit_bug.m", "component-states", 12), ("german_bug.m", "plain", 12))]
    found += [Test("bdd", f"node limit {model.split()[0]} {strategy}", lambda m=model, s=strategy, n=normal, k=states: crowded(m, s, n, k), 240)
              for model, strategy, normal, states in (("mutex.m -DN=30", "dynamic", 0, "90"),)]
    found += [Test("bdd", f"auto: {what}", lambda row=row: beside(*row), 120) for what, *row in (
        ("claims about states", LAMPS + DIFFER, "bdd", 20971520, 0), ("liveness", LAMPS + COMES, "bdd", 20971520, 0),
        ("branching claims", LAMPS.replace("12", "10") + RETURNS, "bdd", 1310720, 0),
        ("a branching claim that fails", LAMPS.replace("12", "10") + STAYS, "bdd", 1310720, -1),
        ("branching claims of few states", LAMPS.replace("12", "7") + RETURNS, "explicit+fair", 0, 0),
        ("a shortest run", LAMPS + TURNED, "bdd", 0, 12), ("a limit of memory", LAMPS + DIFFER, "bdd", 20971520, 0, "--mem=4M"),
        ("no small diagrams", PRODUCTS, "explicit", 961195, 0))]
    found.append(Test("bdd", "node limits in every strategy", limited_everywhere, 240))
    found.append(Test("bdd", "auto: what a limit leaves open", filled, 120))
    found.append(Test("bdd", "a better order", ordered, 120))
    for limit in (100, 1000):
        found.append(Test("bdd", f"a better order at {limit} nodes", lambda limit=limit: crossed(
            ["--count=6", f"--seed={limit}", "--strategies=plain,component,hints,first-found"], NOE_BDD_CROWDED_AT=str(limit)), 240))
        found.append(Test("bdd", f"a better order at {limit} nodes, claims about runs", lambda limit=limit: crossed(
            ["--count=6", f"--seed={limit}", "--strategies=plain", "--kind=ctl"], NOE_BDD_CROWDED_AT=str(limit)), 240))
    found.append(Test("bdd", "hints", hinted, 120))
    found.append(Test("bdd", "hints on the command line", hinted_from_outside, 120))
    found.append(Test("bdd", "more than 2^24 nodes", many_nodes, 240))
    found.append(Test("bdd", "what is left out is not proved", left_out, 120))
    found.append(Test("bdd", "live-rep refutes and does not prove", on_representatives, 120))
    found.append(Test("bdd", "claims that name processes", lambda: crossed(["--complete", *map(str, NAMING)]), 120))
    found.append(Test("bdd", "where claims fail", lambda: crossed([*map(str, FAULTS)]), 120))
    return found + [Test("bdd", "strategies are explained", explained)]
