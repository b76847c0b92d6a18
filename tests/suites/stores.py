"""stores: one result however states are kept.

Every expectation of the models with each --store, by one and by three threads, with the
release and the hostile build: the same status, states, rules fired and findings as with
the default, runs of the same lengths included.
"""

from __future__ import annotations

from pathlib import Path
from typing import List

from kit.core import RELEASE, HOSTILE, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import Expectation, expectations, load_json

STORES = ("full", "tree", "compact")


def search(program: Path, path: Path, options: List[str], folder: Path) -> tuple:
    result = folder / "result.json"
    ran = run([program, "check", path, "--json", result, "--time", "60s", *options])
    require_sane(ran)
    return ran, load_json(ran, result)


def figures(ran, result: dict) -> tuple:
    findings = [(item["kind"], item["verdict"], len(item["trace"]["steps"]) if item["trace"] else None)
                for item in result["properties"]]
    return ran.status, result["states"], result["rules_fired"], findings


def agree(program: Path, path: Path, options: List[str], threads: int) -> None:
    with scratch() as folder:
        expected = None
        for store in STORES:
            ran, result = search(program, path, [*options, f"--store={store}", f"--jobs={threads}"], folder)
            if ran.status in (20, 65):
                return  # a limit, or a model that is refused: nothing to compare
            expected = expected or figures(ran, result)
            require(figures(ran, result) == expected, ran, f"{expected} as with --store=full",
                    f"{figures(ran, result)}")
            require((result["omission"] > 0) <= (store == "compact"), ran, "no omission in an exact store",
                    f"{result['omission']}")


def compact_says_so(program: Path) -> None:
    path = Path("models/mutex_bug.m").resolve()
    ran = run([program, "check", path, "--store=compact", "--max-errors=0"])
    require("the probability that a state was missed is at most" in ran.out, ran, "a bound of the omission", "none")


def test(program: Path, name: str, line: Expectation, path: Path, threads: int) -> Test:
    return Test("stores", f"{name} {line.name} threads {threads}",
                lambda: agree(binary(program), path, line.options(), threads), 180)


def tests() -> List[Test]:
    found = [Test("stores", "compact says so", lambda: compact_says_so(binary(RELEASE)))]
    for path in models_of("models") + models_of("tests/symmetry"):
        for line in expectations(path):
            if line.verdict == "rejected":
                continue
            found.append(test(RELEASE, "release", line, path, 1 + len(found) % 3))
            if "tests/symmetry" in str(path):
                found.append(test(HOSTILE, "hostile", line, path, 1 + len(found) % 3))
    return found
