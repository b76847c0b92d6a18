"""engine: what it takes to add an engine, and what becomes of engines that are wrong.

tests/engine has an engine of its own (`dfs`: depth first, by the interpreter), in fewer than 150 lines and one line of
registration, and a binary with it.  It is crossed with `explicit` on every model: the same findings, and the same
figures where both have seen everything.  Engines that lie, bluff or forge are caught.
"""

from __future__ import annotations

import json
from typing import List

from kit.core import BUILD, ROOT, Failure, Ran, Test, binary, models_of, require, require_sane, require_status, run, scratch
from kit.expect import Expectation, expectations, load_json

FOLDER = ROOT / "tests" / "engine"
PROGRAM = BUILD / "tests" / "noether-engines"
ASAN_PROGRAM = BUILD / "asan" / "tests" / "noether-engines"
MOST_LINES = 150
MOST_STATES = 12000  # the interpreter, one state after the other
TOO_LARGE = {("german_bug.m", "3")}  # violated, of a million states; the same model with N = 2 is crossed

# What depth first does not decide, and what it is not asked.
OTHERS = ("liveness", "ltl", "ctl", "mu", "sequence", "ctlstar")
LEFT_OUT = ("--bound", "--engine", "--put", "--symmetry=fast", "--compile")
SAME = ("states", "concrete_states", "transitions", "rules_fired", "rules")


def engines(*words: object, program=PROGRAM, **more) -> Ran:
    ran = run([binary(program), *words], **more)
    require_sane(ran)
    return ran


def caught(*words: object, **more) -> Ran:
    """Engines that are wrong: noether says that it is."""
    ran = run([binary(PROGRAM), *words], **more)
    require_status(ran, 70)
    return ran


def is_small() -> None:
    lines = len((FOLDER / "dfs.c").read_text("utf-8").splitlines())
    if lines >= MOST_LINES:
        raise Failure(f"  tests/engine/dfs.c has {lines} lines, not fewer than {MOST_LINES}")
    rows = [line for line in (FOLDER / "cli/engines.def").read_text("utf-8").splitlines() if "(dfs)" in line]
    if rows != ["ENGINE(dfs)"]:
        raise Failure(f"  more than one line of registration: {rows}")
    included = [line for line in (FOLDER / "dfs.c").read_text("utf-8").splitlines() if line.startswith('#include "')]
    if any(not line.startswith(('#include "verdict/', '#include "system/', '#include "store/')) for line in included):
        raise Failure(f"  it reaches into rooms that are not for it: {included}")


# ------------------------------------------------------------------ crossing


def answers(result: dict) -> list:
    """What states decide: kind, place, name, verdict, how often; in the order of the result."""
    return [(item["kind"], item["line"], item["name"], item["verdict"], item["count"], item["vacuous"])
            for item in result["properties"] if item["kind"] not in OTHERS]


def nameless(rows: list) -> list:
    """A run-time error names a value of the instance that is met first."""
    return sorted((kind, line, "" if kind == "assertion" else name, *rest) for kind, line, name, *rest in rows)


def judge(line: Expectation, engine: str, folder, *more: str) -> dict:
    path = folder / f"{engine}.json"
    ran = engines("check", line.path, "--json", path, f"--engine={engine}", "--compile=never", "--detect=off",
                  *line.options(), *more)
    require(ran.status in (0, 11, 12, 13, 14, 15, 16, 20), ran, "a verdict", f"status {ran.status}")
    return load_json(ran, path)


def crossed(line: Expectation) -> None:
    """Every violation is looked for, unless there are too many states; then whether there is one, with its run."""
    with scratch() as folder:
        other = judge(line, "explicit", folder, "--max-errors=0")
        if other["states"] <= MOST_STATES:
            compare(line, judge(line, "dfs", folder, "--max-errors=0"), other)
        if not any(row[3] == "violated" and row[0] != "cover" for row in answers(other)):
            return
        first = judge(line, "dfs", folder)
        if first["verdict"] != "violated":
            raise Failure(f"  {line.name}: {first['verdict']} by dfs, violated by explicit")


def require_open(line: Expectation, result: dict) -> None:
    if any(item["kind"] == "assertion" and item["verdict"] == "holds" for item in result["properties"]):
        raise Failure(f"  {line.name}: no run-time error, although a liveness property was not evaluated")


def compare(line: Expectation, mine: dict, other: dict) -> None:
    if not mine["complete"]:
        raise Failure(f"  {line.name}: the depth-first search is not complete: {mine['stop']}")
    if any(item["kind"] == "liveness" for item in mine["properties"]):  # its goals may have run-time errors
        require_open(line, mine)
        mine["properties"] = [item for item in mine["properties"] if item["kind"] != "assertion"]
        other["properties"] = [item for item in other["properties"] if item["kind"] != "assertion"]
    if nameless(answers(mine)) != nameless(answers(other)):
        raise Failure(f"  {line.name}: dfs says\n  {answers(mine)}\n  explicit says\n  {answers(other)}")
    for key in SAME:
        if mine[key] != other[key]:
            raise Failure(f"  {line.name}: {key}: {mine[key]} by dfs, {other[key]} by explicit")
    runs = [item for item in mine["properties"] if item["verdict"] == "violated" and item["kind"] != "cover"]
    if any(not item["trace"] for item in runs):
        raise Failure(f"  {line.name}: a violation without a run")


def is_crossed(line: Expectation) -> bool:
    options = line.keys.get("options", "")
    return ((line.path.name, line.constants.get("N")) not in TOO_LARGE and line.verdict in ("holds", "violated") and not any(word in options for word in LEFT_OUT)
            and "max-errors" not in options and int(line.keys.get("states", "0")) <= MOST_STATES)


def crossings() -> List[Test]:
    lines = [line for path in models_of("models", "tests/semantics", "tests/symmetry", "tests/language")
             for line in expectations(path) if is_crossed(line)]
    return [Test("engine", f"dfs and explicit: {line.name}", lambda line=line: crossed(line)) for line in lines]


# --------------------------------------------------- what it has without a line


def replays() -> None:
    with scratch() as folder:
        trace = folder / "trace.json"
        ran = engines("check", ROOT / "models/mutex_bug.m", "--engine=dfs", "--trace-out", trace)
        require_status(ran, 12)
        require("step 0: startstate" in ran.out and "why it is false" in ran.out, ran, "a run and why")
        require_status(engines("replay", trace, ROOT / "models/mutex_bug.m"), 12)


def limits() -> None:
    model = ROOT / "models/german.m"
    for option, stop in (("--time=0.05", "time"), ("--mem=2M", "memory")):
        ran = engines("check", model, "-DN=5", "--engine=dfs", option, "--json", "-", "--symmetry=off")
        require_status(ran, 20)
        result = json.loads(ran.out)
        require(result["stop"] == stop and result["verdict"] == "unknown", ran, f"unknown, by {stop}", result["stop"])
        require(not any(item["verdict"] == "holds" for item in result["properties"] if item["kind"] != "cover"), ran,
                "nothing that holds")


def progress() -> None:
    ran = engines("check", ROOT / "models/german.m", "-DN=6", "--engine=dfs", "--time=1.3", "--progress=on",
                  "--symmetry=off")
    require("states (" in ran.err and "to do, depth" in ran.err, ran, "a line of progress", ran.err)


def checkpoints() -> None:
    with scratch() as folder:
        ran = engines("check", ROOT / "models/mutex.m", "--engine=dfs", "--checkpoint", folder / "kept")
        require_status(ran, 65)
        require("the dfs engine keeps no checkpoints: its stack is in memory only" in ran.err, ran, "a reason")


def figures() -> None:
    ran = engines("check", ROOT / "models/mutex.m", "--engine=dfs", "--json", "-")
    require(json.loads(ran.out)["figures"]["dfs"]["stack_states"] > 3, ran, "a figure of its own in JSON")
    ran = engines("check", ROOT / "models/mutex.m", "--engine=dfs")
    require("\n  dfs: stack states " in ran.out, ran, "a figure of its own in the text")


def without_bound() -> None:
    ran = engines("check", ROOT / "models/mutex.m", "--engine=dfs", "--bound=3")
    require_status(ran, 65)
    require("does not support --bound" in ran.err, ran, "a reason")


def out_of_memory() -> None:
    """Whichever limit it is: a verdict or a reason, never a crash or a leak."""
    model = ROOT / "tests/symmetry/uneven_claims.m"
    for kilobytes in list(range(64, 1200, 61)):
        ran = engines("check", model, "--engine=dfs", f"--mem={kilobytes}K",
                      program=ASAN_PROGRAM if ASAN_PROGRAM.exists() else PROGRAM)
        require_status(ran, 0, 12, 14, 20, 65)


# ------------------------------------------------------------------- liars


def disagreement() -> None:
    """Two engines that disagree: status 70, and what each of them says in a file."""
    with scratch() as folder:
        ran = caught("check", ROOT / "models/mutex_bug.m", "--engine=explicit,liar", cwd=folder)
        require("the engines `explicit` and `liar` disagree about `mutual exclusion`" in " ".join(ran.out.split()), ran, "who")
        sides = {name: json.loads((folder / f"noether-disagreement.{name}.json").read_text("utf-8"))
                 for name in ("explicit", "liar")}
        said = {name: [item["verdict"] for item in side["properties"] if item["name"] == "mutual exclusion"]
                for name, side in sides.items()}
        require(said == {"explicit": ["violated"], "liar": ["holds"]}, ran, "both sides", str(said))
        require(any(item["trace"] for item in sides["explicit"]["properties"]), ran, "the run of the honest one")
        ran = caught("check", ROOT / "models/mutex_bug.m", "--engine=liar,explicit", cwd=folder)


def agreement() -> None:
    ran = engines("check", ROOT / "models/german.m", "--engine=live,dfs", "--json", "-")
    require_status(ran, 0)
    result = json.loads(ran.out)
    require(result["engine"] == "live,dfs" and "dfs" in result["figures"], ran, "both engines")


def bluff() -> None:
    """An engine that cannot prove has no way to say HOLDS."""
    ran = caught("check", ROOT / "models/mutex.m", "--engine=bluffer", "--json", "-")
    result = json.loads(ran.out)
    require(result["verdict"] == "error" and "`bluffer` says `holds`" in result["message"], ran, "an error")
    require(all(item["verdict"] == "unknown" for item in result["properties"]), ran, "nothing that holds")


def forgery() -> None:
    ran = caught("check", ROOT / "models/mutex_bug.m", "--engine=forger", "--json", "-")
    require("cannot be confirmed" in json.loads(ran.out)["message"], ran, "a run that is not believed")
    require(all(not item["trace"] for item in json.loads(ran.out)["properties"]), ran, "no run")


def plan() -> None:
    """Nobody asks the engines at the end of the table if an earlier one decides."""
    ran = engines("check", ROOT / "models/mutex.m", "--json", "-")
    require("dfs" not in json.loads(ran.out)["engine"], ran, "an engine from the top of the table")


def tests() -> List[Test]:
    found = [Test("engine", "fewer than 150 lines, and one of registration", is_small),
             Test("engine", "its runs are replayed", replays), Test("engine", "limits", limits),
             Test("engine", "progress", progress), Test("engine", "checkpoints are refused", checkpoints),
             Test("engine", "figures of its own", figures), Test("engine", "what it does not support", without_bound),
             Test("engine", "out of memory", out_of_memory),
             Test("engine", "disagreement", disagreement), Test("engine", "agreement", agreement),
             Test("engine", "a proof by an engine that cannot prove", bluff), Test("engine", "a forged run", forgery),
             Test("engine", "plan", plan)]
    return found + crossings()
