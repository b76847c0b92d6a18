"""adaptive: values that some rules name, told apart only when such a rule fires.

tests/adaptive holds models with rules that name processes; a line `-- states: 9` says how many states the engine
stores. They, the models of tests/detect, and random ones (tools/fuzz/adaptive_model.py) are searched with and without:
the same verdicts, one by one, and runs that are as long.
"""

from __future__ import annotations

import os
import random
import re
import sys
from pathlib import Path
from typing import List

from kit.core import ASAN, RELEASE, ROOT, Failure, Test, binary, models_of, require, require_status, run, scratch
from suites.detect import search

sys.path.insert(0, str(ROOT / "tools" / "fuzz"))
from adaptive_model import adaptive_model  # noqa: E402

VIRTUAL = re.compile(r"^-- virtual: ([a-z ]+)(?:, (\d+) states)?$", re.M)
STATES = re.compile(r"^-- states: (\d+)$", re.M)
RANDOM = 30
WRONG = int(os.environ.get("NOETHER_GIVEN", "30"))  # models with permutations at random; campaigns make more
OTHERS = ("liveness", "ltl", "ctl", "mu", "sequence", "ctlstar")  # claims that it does not judge


def verdicts(result: dict) -> list:
    failed = any(item["verdict"] == "violated" for item in result["properties"] if item["kind"] == "assertion")
    return [failed] if failed else [(item["name"], item["verdict"]) for item in result["properties"]
                                    if item["kind"] not in OTHERS]


def failed_runs(result: dict) -> list:
    """How long the runs are that violate invariants. (Deadlocks of several kinds may be met in another order.)"""
    return [(item["name"], len(item["trace"]["steps"])) for item in result["properties"]
            if item["kind"] == "invariant" and item["verdict"] == "violated" and item["trace"]]


def agree(program: Path, path: Path, *options: str, engine: str = "adaptive") -> dict:
    with scratch() as folder:
        off_ran, off = search(program, path, folder, "--engine=explicit", "--max-errors=0", "--symmetry=off", *options)
        if off_ran.status == 65 or not off["complete"]:
            return {}
        ran, on = search(program, path, folder, f"--engine={engine}", "--max-errors=0", *options)
        require(verdicts(on) == verdicts(off), ran, f"{verdicts(off)}", f"{verdicts(on)}")
        require(failed_runs(on) == failed_runs(off), ran, f"runs of {failed_runs(off)} steps", f"{failed_runs(on)}")
        return on


def pinned(program: Path, path: Path) -> None:
    found = agree(program, path)
    with scratch() as folder:
        ran, result = search(program, path, folder, "--engine=adaptive", "--max-errors=0")
        wanted = int(STATES.search(path.read_text("utf-8")).group(1))
        require(result["states"] == wanted and found, ran, f"{wanted} states", f"{result['states']}")


def virtual(program: Path, path: Path) -> None:
    """Who plays a role is forgotten: the verdicts stay, and how much that counts is said."""
    wanted, states = VIRTUAL.search(path.read_text("utf-8")).groups()
    result = agree(program, path, engine="virtual")
    found = result["figures"]["virtual"]["symmetry"]
    if not found.startswith(wanted) or (states and result["states"] != int(states)):
        raise Failure(f"  {path.name}: {wanted}, {states} states, but found {found}, {result['states']} states")


def family(program: Path) -> None:
    """One leader among N: as many states as without a leader, for each way that it can be in."""
    text = (ROOT / "tests" / "adaptive" / "leader.m").read_text("utf-8")
    with scratch() as folder:
        model = folder / "leader.m"
        counts = []
        for size in (4, 8, 12):
            model.write_text(text.replace("1..4", f"1..{size}"), "utf-8")
            ran, result = search(program, model, folder, "--engine=adaptive")
            counts.append(result["states"])
        require(all(count <= 3 * (size + 1) * (size + 2) for count, size in zip(counts, (4, 8, 12))), ran,
                "states that grow like multisets of three kinds", f"{counts}")


def small_model(seed: int) -> str:
    """A model that is searched in a moment, with and without symmetry: no limit decides what is compared."""
    return adaptive_model(seed, 3 + seed % 2)


def at_random(program: Path, seed: int) -> None:
    with scratch() as folder:
        model = folder / f"adaptive{seed}.m"
        model.write_text(small_model(seed), "utf-8")
        found = agree(program, model, ("--deadlock=stuck", "--deadlock=stuttering")[seed % 2])
        require(found, run([program, "check", "-q", model]), "a model that is accepted and searched to the end")
        agree(program, model, ("--deadlock=stuck", "--deadlock=stuttering")[seed % 2], engine="virtual")


GIVEN = ROOT / "tests" / "adaptive" / "given"
BAD = "Station: (0 1 7)\nStatin: (1 2)\n\nStation (1 2)\nStation: (1 2)(2 3)\nStation: (1 2), \nStation: 1\n"


def given_ring(program: Path) -> None:
    """Rotations that are symmetries, and that nobody proves: the violation is found in a fifth of the states."""
    with scratch() as folder:
        options = ["--generators", str(GIVEN / "ring.perm"), "--max-errors=0"]
        ran, result = search(program, GIVEN / "ring.m", folder, *options)
        require_status(ran, 12)
        verdict = {item["name"] or item["kind"]: item["verdict"] for item in result["properties"]}
        require(result["states"] == 10 and verdict["half"] == "holds" and verdict["somewhere"] == "unknown", ran,
                "10 states, a cover, nothing that holds", f"{result['states']} {verdict}")


def given_leader(program: Path) -> None:
    """The leader is exchanged with another one: not proved, and states are left out."""
    with scratch() as folder:
        given = folder / "given.perm"
        given.write_text("Process: (2 3)\n", "utf-8")
        ran, result = search(program, ROOT / "tests" / "adaptive" / "leader.m", folder, "--generators", str(given))
        require(result["states"] == 96 and ran.status == 20, ran, "96 states, UNKNOWN", f"{result['states']}")


def given_deep(program: Path) -> None:
    """The same where what a station has is nested 70 records deep."""
    types = "".join(f"T{i}: record x: {f'T{i - 1}' if i else 'boolean'}; end;\n" for i in range(70))
    text = (GIVEN / "ring.m").read_text("utf-8").replace("of boolean", "of T69")
    text = text.replace("var token", types + "var token")
    with scratch() as folder:
        model = folder / "ring.m"
        model.write_text(re.sub(r"(seen\[\w+\])", r"\1" + ".x" * 70, text), "utf-8")
        ran, result = search(program, model, folder, "--generators", str(GIVEN / "ring.perm"), "--max-errors=0")
        require_status(ran, 12)
        require(result["states"] == 10, ran, "10 states", f"{result['states']}")


def given_bad(program: Path) -> None:
    with scratch() as folder:
        path = folder / "bad.perm"
        path.write_text(BAD, "utf-8")
        ran = run([program, "check", GIVEN / "ring.m", "--generators", path])
        require_status(ran, 65)
        places = re.findall(r"bad.perm:(\d+):(\d+): error", ran.err)
        require(places == [("1", "15"), ("2", "1"), ("4", "9"), ("5", "16"), ("6", "17"), ("7", "10")], ran,
                "six mistakes, each at its place", f"{places}")


def given_wrong(program: Path, seed: int) -> None:
    """Permutations at random: what is not proved never lets anything hold, and what is violated is."""
    values = random.Random(seed)
    with scratch() as folder:
        model, given = folder / f"given{seed}.m", folder / "given.perm"
        text = small_model(seed)
        size = int(re.search(r"const N: (\d+)", text).group(1))
        model.write_text(text, "utf-8")
        cycle = values.sample(range(1, size + 1), values.randint(2, size))
        others = ", MAYBE: (%s)" % " ".join(map(str, cycle)) if values.random() < 0.5 else ""
        given.write_text("NODE: (%s)%s\n" % (" ".join(map(str, cycle)), others), "utf-8")
        off_ran, off = search(program, model, folder, "--symmetry=off", "--max-errors=0", "--engine=explicit")
        ran, on = search(program, model, folder, "--generators", str(given), "--max-errors=0")
        require(off["complete"], off_ran, "a complete search")
        if "given" in on.get("figures", {}):
            require(on["verdict"] in ("violated", "unknown"), ran, "nothing that holds", on["verdict"])
            require(on["verdict"] != "violated" or off["verdict"] == "violated", ran, "no violation", on["verdict"])
        else:
            require(on["verdict"] in (off["verdict"], "unknown"), ran, off["verdict"], on["verdict"])


def tests() -> List[Test]:
    program = binary(RELEASE)
    found = [Test("adaptive", path.name, lambda path=path: pinned(program, path)) for path in models_of("tests/adaptive")]
    found += [Test("adaptive", f"detect {path.name}", lambda path=path: agree(program, path))
              for path in models_of("tests/detect")]
    found += [Test("adaptive", f"virtual {path.name}", lambda path=path: virtual(program, path)) for path in models_of("tests/virtual")]
    found += [Test("adaptive", f"virtual sanitized {path.name}", lambda path=path: virtual(binary(ASAN), path)) for path in models_of("tests/virtual")]
    found += [Test("adaptive", f"virtual {folder} {path.name}", lambda path=path: agree(program, path, engine="virtual"))
              for folder in ("tests/adaptive", "tests/detect") for path in models_of(folder)]
    found.append(Test("adaptive", "a family", lambda: family(program)))
    found.append(Test("adaptive", "given ring", lambda: given_ring(program)))
    found.append(Test("adaptive", "given leader", lambda: given_leader(program)))
    found.append(Test("adaptive", "given deep", lambda: given_deep(program)))
    found.append(Test("adaptive", "given bad", lambda: given_bad(program)))
    found += [Test("adaptive", f"given {seed}", lambda seed=seed: given_wrong(program, seed)) for seed in range(1, WRONG + 1)]
    found += [Test("adaptive", f"random {seed}", lambda seed=seed: at_random(program, seed))
              for seed in range(1, RANDOM + 1)]
    return found
