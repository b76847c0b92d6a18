"""hunt: `noether sim` finds what is wrong, with a short run, and never says that something holds.

Every `models/*_bug.m` by the usual hunt and by walks alone, and the models of `tests/hunt`, each too large
to search, with a bug planted. Runs must replay and be at most twice as
long as a shortest one, which `check` knows. With one thread a seed tells everything, interpreted or
compiled, in the release build and the sanitized one. The hostile build walks with tiny tables.
"""

from __future__ import annotations

from pathlib import Path
from typing import Dict, List

from kit.core import ASAN, HOSTILE, RELEASE, ROOT, Ran, Test, binary, require, require_sane, require_status, run, scratch
from kit.expect import load_json

MODELS = ROOT / "models"
MEASURED = ("seconds", "peak_bytes", "store_bytes")
PATIENCE = 10  # seconds for what takes less than 2 on a machine that does nothing else


def hunt(path: Path, folder: Path, *options: str, program: Path = RELEASE, command: str = "sim"):
    result = folder / "result.json"
    ran = run([binary(program), command, path, "--json", result, *options])
    require_sane(ran)
    return ran, load_json(ran, result)


def steps_of(result: Dict) -> int:
    return min(len(found["trace"]["steps"]) for found in result["properties"]
               if found["verdict"] == "violated" and found["trace"]) - 1


def replays(path: Path, folder: Path, ran: Ran) -> None:
    again = run([binary(RELEASE), "replay", folder / "result.json", path])
    require_sane(again)
    require_status(again, ran.status)


def of_bug(path: Path) -> None:
    with scratch() as folder:
        checked, best = hunt(path, folder, command="check")
        for options in ([], ["--walks", "20000", "--seed", "3"], ["--walks", "20000", "--seed", "4", "--symmetry=off"]):
            ran, result = hunt(path, folder, *options)
            require_status(ran, checked.status)
            require(result["verdict"] == "violated" and not result["complete"], ran, "a violation, and no proof")
            require(steps_of(result) <= 2 * steps_of(best), ran, f"at most {2 * steps_of(best)} steps",
                    f"{steps_of(result)}")
            require(result["hunt"]["least_steps"] <= steps_of(best), ran, "a bound that is true")
            require(result["seconds"] < PATIENCE, ran, "soon", f"{result['seconds']} s")
            replays(path, folder, ran)


# Steps of a shortest run to the violation, at least: what a breadth-first search has seen of it, or what the
# algorithm needs (ricart_agrawala: two processes with 14 steps each; election: two elections with 11 each, and
# two for the restart in between).
LARGE = {"treiber_stack": 14, "bakery_buffered": 14, "paxos": 14, "ricart_agrawala": 28, "election": 24}


def of_large(name: str, least: int) -> None:
    """Too many states to look at all of them."""
    path = ROOT / "tests/hunt" / f"{name}.m"
    with scratch() as folder:
        ran, result = hunt(path, folder, "--deadlock=off", "--time", "90", "--seed", "1")
        require_status(ran, 12)
        require(steps_of(result) <= 2 * least, ran, f"at most {2 * least} steps", f"{steps_of(result)}")
        require(result["hunt"]["least_steps"] <= steps_of(result), ran, "a bound that is true")
        again = run([binary(RELEASE), "replay", folder / "result.json", path, "--deadlock=off"])
        require_sane(again)
        require_status(again, 12)


def same(path: Path) -> None:
    """One seed, one thread: one result."""
    with scratch() as folder:
        options = ["--walks", "3000", "--seed", "11", "-j1"]
        results: List[Dict] = []
        for program, more in ((RELEASE, ["--compile=never"]), (RELEASE, []), (ASAN, [])):
            ran, result = hunt(path, folder, *options, *more, program=program)
            require_status(ran, *((12, 11, 14) if "_bug" in path.name else (20,)))
            for name in MEASURED:
                result.pop(name)
            results.append(result)
            require(result == results[0], ran, "the same result as before")


def hostile(path: Path) -> None:
    with scratch() as folder:
        ran, result = hunt(path, folder, "--walks", "3000", "--seed", "5", "-j3", program=HOSTILE)
        require(result["verdict"] in ("violated", "unknown"), ran, "no proof")
        if result["verdict"] == "violated":
            replays(path, folder, ran)


def proves_nothing() -> None:
    with scratch() as folder:
        for path in sorted(MODELS.glob("*.m")):
            if "_bug" in path.name or "deadlock" in path.name:
                continue
            for options in (["--time", "300ms"], ["--walks", "3"]):
                ran, result = hunt(path, folder, *options)
                require(ran.status in (20, 13), ran, "UNKNOWN, or a liveness claim that fails", f"status {ran.status}")
                require("HOLDS" not in ran.out, ran, "not a word of HOLDS")
                require(not result["complete"], ran, "no complete search")
                held = [found for found in result["properties"]
                        if found["verdict"] == "holds" and found["kind"] != "cover"]
                require(not held, ran, "no claim that holds")


def nothing_to_walk() -> None:
    with scratch() as folder:
        texts = {
            "fails.m": ("var x: 0..1;\nstartstate begin error \"no\"; end;\nrule begin x := 0; end;\n", 14),
            "at once.m": ("var x: 0..1;\nstartstate begin x := 1; end;\nrule begin x := 1 - x; end;\ninvariant x = 0;\n", 12),
            "stuck.m": ("var x: 0..1;\nstartstate begin x := 1; end;\nrule x = 0 ==> begin x := 1; end;\n", 11),
            "none.m": ("var x: 0..1;\nstartstate begin x := 1; end;\nrule begin x := 1 - x; end;\nassume x = 0;\n", 20),
            "guard.m": ("var x: 0..1; y: 0..9;\nstartstate begin undefine y; x := 0; end;\n"
                        "rule begin x := 1 - x; end;\nrule x = 1 & y > 3 ==> begin x := 0; end;\n", 14),
            "assumed.m": ("var x: 0..5; y: 0..9;\nstartstate begin x := 0; y := 0; end;\n"
                          "rule begin x := (x + 1) % 6; end;\nrule x = 5 ==> begin undefine y; end;\nassume y < 5;\n", 14),
        }
        for name, (text, status) in texts.items():
            path = folder / name
            path.write_text(text, "utf-8")
            for options in ([], ["--walks", "100"]):
                ran, _ = hunt(path, folder, *options)
                require_status(ran, status)
                if status != 20:
                    replays(path, folder, ran)


NEVER_COVERED = """
var x: 0..3;
startstate begin x := 0; end;
rule begin x := (x + 1) % 3; end;
cover "never" x = 3;
cover "always" x = 2;
"""


def never_covered() -> None:
    """That a cover is not reached takes all states to say: unknown, also where all were seen before the first walk."""
    with scratch() as folder:
        path = folder / "cover.m"
        path.write_text(NEVER_COVERED, "utf-8")
        for command, options in (("sim", []), ("sim", ["--walks", "20"]), ("check", ["--swarm", "--time", "1s"])):
            ran, result = hunt(path, folder, *options, command=command)
            require_status(ran, 20)
            covers = {found["name"]: found["verdict"] for found in result["properties"] if found["kind"] == "cover"}
            require(covers == {"never": "unknown", "always": "holds"}, ran, "never: unknown, always: holds", f"{covers}")
            require(result["verdict"] == "unknown", ran, "unknown", result["verdict"])
        path.write_text(NEVER_COVERED + "invariant x != 2;\n", "utf-8")
        ran, result = hunt(path, folder)
        require_status(ran, 12)
        replays(path, folder, ran)


def swarm() -> None:
    """Finds what walks find, on another way; and never proves anything."""
    with scratch() as folder:
        for path in sorted(MODELS.glob("*_bug.m")):
            checked, best = hunt(path, folder, command="check")
            ran, result = hunt(path, folder, "--swarm", "--time", "20s", command="check")
            require_status(ran, checked.status)
            require(result["engine"] == "swarm" and not result["complete"], ran, "the swarm, and no proof")
            require(steps_of(result) <= 2 * steps_of(best), ran, f"at most {2 * steps_of(best)} steps")
            replays(path, folder, ran)
        for name in ("paxos",):
            path = ROOT / "tests/hunt" / f"{name}.m"
            ran, result = hunt(path, folder, "--swarm", "--deadlock=off", "--time", "120s", command="check")
            require_status(ran, 12)
            require(result["hunt"]["searches"] > 0 and steps_of(result) <= 2 * LARGE[name], ran, "a short run")
            again = run([binary(RELEASE), "replay", folder / "result.json", path, "--deadlock=off"])
            require_status(again, 12)
        for options in (["-D", "N=2"], ["-D", "N=7", "--time", "700ms"], ["-D", "N=7", "--time", "700ms", "-j3", "--symmetry=off"]):
            ran, result = hunt(MODELS / "german.m", folder, "--swarm", *options, command="check")
            require_status(ran, 20)
            require("HOLDS" not in ran.out and not result["complete"], ran, "not a word of HOLDS")
            require(not [found for found in result["properties"] if found["verdict"] == "holds" and found["kind"] != "cover"],
                    ran, "no claim that holds")


def swarm_hostile() -> None:
    with scratch() as folder:
        for options in (["--time", "1s", "-D", "N=7"], ["--time", "1s", "-D", "N=4", "-j1"]):
            ran, _ = hunt(MODELS / "german.m", folder, "--swarm", *options, program=HOSTILE, command="check")
            require_status(ran, 20)


def in_time() -> None:
    """A run is made shorter for as long as there is time, and a moment more."""
    with scratch() as folder:
        ran, result = hunt(ROOT / "tests/hunt/election.m", folder, "--deadlock=off", "--time", "4s", "--seed", "1")
        require(result["seconds"] < 4 + 3 + PATIENCE / 2, ran, "soon after the time is over", f"{result['seconds']} s")


def summary() -> None:
    ran = run([binary(RELEASE), "sim", MODELS / "german.m", "--walks", "200", "--seed", "1"])
    require_status(ran, 20)
    require(len(ran.out.splitlines()) < 20, ran, "a summary, and no run")
    require("no violation found, which proves nothing" in " ".join(ran.out.split()), ran, "what that means")
    require("200 walks, " in ran.out and " states seen, " in ran.out and "(seed 1)" in ran.out, ran, "what was walked")
    ran = run([binary(RELEASE), "sim", MODELS / "german_bug.m", "--walks", "200", "--seed", "1", "-j1"])
    require_status(ran, 12)
    require("made shorter to 9; no run to a violation is shorter" in ran.out, ran, "how short the run is")


def tests() -> List[Test]:
    bugs = sorted(MODELS.glob("*_bug.m"))
    found = [Test("hunt", f"finds {path.name}", lambda path=path: of_bug(path)) for path in bugs]
    found += [Test("hunt", f"finds {name}", lambda name=name: of_large(name, LARGE[name]), 180) for name in LARGE]
    some = bugs + [MODELS / "german.m", MODELS / "abp.m", MODELS / "mcs_lock.m"]
    found += [Test("hunt", f"one seed, one result: {path.name}", lambda path=path: same(path)) for path in some]
    found += [Test("hunt", f"hostile build: {path.name}", lambda path=path: hostile(path)) for path in some]
    found += [Test("hunt", "never says that something holds", proves_nothing, 120),
              Test("hunt", "start states that fail, and other short hunts", nothing_to_walk),
              Test("hunt", "a cover that is never reached", never_covered),
              Test("hunt", "a summary", summary), Test("hunt", "swarm", swarm, 300),
              Test("hunt", "hostile build: swarm", swarm_hostile), Test("hunt", "in time", in_time)]
    return found
