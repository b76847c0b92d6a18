#!/usr/bin/env python3
"""Cross counter programs (`noether counter`) with the models that they were made of.

Each program is checked as any model is: the verdict of every claim must be that of the model, and the number of states that
of its orbits.  With --rumur, Rumur judges the program, too.  Models: random unary ones, or those named.  The last line
is `N passed, M failed, K did not fit`.
Exit status: 0 all passed, 1 some failed, 77 a tool is missing.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List

import rumur
from counter import Failed, check, verdicts
from unary_model import unary

ROOT = Path(__file__).resolve().parent.parent.parent


def outcome(result: dict) -> str:
    """As Rumur puts it, of what a program can say."""
    kinds = {item["kind"] for item in result["properties"] if item["verdict"] == "violated"}
    for kind, name in (("assertion", "error"), ("invariant", "invariant"), ("deadlock", "deadlock"), ("cover", "cover")):
        if kind in kinds:
            return name
    return "holds"


def compare(model: dict, program: dict, notes: str) -> None:
    ours, theirs = verdicts(program), verdicts(model)
    if theirs.get(("assertion", "")) == "violated":
        if ours.get(("assertion", "")) != "violated":
            raise Failed("the program meets no error")
        return
    for key, verdict in ours.items():
        if key[0] == "deadlock" and "exchange processes" in notes:
            continue
        if key in theirs and "unknown" not in (verdict, theirs[key]) and verdict != theirs[key]:
            raise Failed(f"{key}: {verdict}, but {theirs[key]} is right")
        if key not in theirs and verdict == "violated":
            raise Failed(f"{key} is violated, which is not in the model")
    if "are not merged" not in notes and str(program["states"]) != model["orbits"]:
        raise Failed(f"{program['states']} states, but {model['orbits']} orbits")


def cross(noether: Path, model: Path, options: List[str], with_rumur: bool) -> str:
    with tempfile.TemporaryDirectory() as name:
        program = Path(name) / "program.m"
        copy = Path(name) / "model.m"
        copy.write_text(model.read_text("utf-8"), "utf-8")
        ran = subprocess.run([noether, "counter", copy, "-o", program, *options], capture_output=True, text=True,
                             timeout=120, check=False)
        if ran.returncode == 20:
            return "unfit"
        if ran.returncode:
            raise Failed(f"status {ran.returncode}: {ran.stderr[-300:]}")
        right, ours = check(noether, copy, "--engine=counter", *options), check(noether, program, "--symmetry=off")
        if right is None or ours is None or not right["complete"]:
            return "unfit"
        compare(right, ours, ran.stderr)
        if with_rumur:
            answer = rumur.check(program, Path(name))
            if answer.verdict != outcome(ours) or (answer.verdict == "holds" and answer.states != ours["states"]):
                raise Failed(f"Rumur: {answer.verdict}, {answer.states} states, {answer.note}")
    return "passed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--models", nargs="*", type=Path, default=[], help="these models instead of random ones")
    parser.add_argument("-D", action="append", default=[], metavar="NAME=VALUE", help="of the models that are named")
    parser.add_argument("--rumur", action="store_true")
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--keep", type=Path, help="folder for models that fail")
    options = parser.parse_args()
    if not options.noether.exists() or (options.rumur and not rumur.available()):
        print("noether or rumur is missing")
        return 77
    counts = {"passed": 0, "failed": 0, "unfit": 0}
    with tempfile.TemporaryDirectory() as name:
        for number in range(len(options.models) or options.count):
            model = options.models[number] if options.models else Path(name) / "model.m"
            if not options.models:
                model.write_text(unary(options.seed + number), "utf-8")
            try:
                counts[cross(options.noether, model, [f"-D{value}" for value in options.D], options.rumur)] += 1
            except (Failed, subprocess.TimeoutExpired) as error:
                counts["failed"] += 1
                print(f"MISMATCH {model if options.models else f'seed {options.seed + number}'}: {error}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{options.seed + number}.m").write_text(model.read_text("utf-8"), "utf-8")
    print(f"{counts['passed']} passed, {counts['failed']} failed, {counts['unfit']} did not fit")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
