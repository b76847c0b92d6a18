#!/usr/bin/env python3
"""Cross the strategies of the engine orbits with canonical forms, on random models or on given ones.

Each model is searched to its end by the explicit engine, with symmetry and without, and by `--engine=orbits` in each
strategy. `first-found` and `flooding` must give the same verdicts, with the same counts, and store as many states as
there are canonical forms; `flooding` must store as many images as there are states without symmetry. `markers` may find
violations that there are, covers that are reached, and nothing else. Failing models are kept; the last line is
`N passed, M failed`. Exit status: 0 all passed, 1 some failed, 77 the program is not built.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Optional, Tuple

from adaptive_model import adaptive_model
from detect_model import detect_model
from generate import generate
from network_model import network_model
from unary_model import unary

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("NOETHER", ROOT / "build" / "noether"))
MAKERS = [unary, detect_model, network_model, adaptive_model] + [
    lambda seed, profile=profile: generate(seed, profile, 2) for profile in ("symmetric", "naming", "broken", "full", "loops", "common")]
STATES = 3000  # models with more are left out
EXACT = ("first-found", "flooding")
SAME = ("states", "rules_fired", "depth")
OTHERS = ("liveness", "ltl", "ctl", "mu", "sequence", "ctlstar")
LEFT_OUT, PLAIN, REDUCED = "left out", "without symmetry", "with symmetry"


def searched(path: Path, *options: str) -> Tuple[int, Optional[dict], str]:
    ran = subprocess.run([str(PROGRAM), "check", str(path), "--json", "-", "--max-errors=0", "--compile=never", "-j1",
                          "--time=20s", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                         text=True, errors="replace", check=False)
    try:
        return ran.returncode, json.loads(ran.stdout), ran.stderr
    except ValueError:
        return ran.returncode, None, ran.stderr


def answers(result: dict) -> list:
    """An error names a value of the instance that is met first, and of twins one is fired."""
    is_error = lambda item: item["kind"] == "assertion"
    rows = [(item["kind"], item["line"], "" if is_error(item) else item["name"], item["verdict"], 0 if is_error(item) else item["count"])
            for item in result["properties"] if item["kind"] not in OTHERS]
    if any(item["kind"] == "liveness" for item in result["properties"]):  # its goals may have run-time errors
        rows = [row for row in rows if row[0] != "assertion"]
    return sorted(rows)


def used(result: dict) -> list:
    return [(item["name"], item["line"], item["used"]) for item in result["symmetry"]["types"]]


def differ(strategy: str, mine: dict, other: dict) -> str:
    if not mine["complete"]:
        return f"{strategy}: not complete: {mine['stop']}"
    if [row[:4] for row in answers(mine)] != [row[:4] for row in answers(other)]:
        return f"{strategy}: {answers(mine)} instead of {answers(other)}"
    if used(mine) != used(other):  # which orders of a watched loop are tried depends on the state: one may give up earlier
        return ""
    if answers(mine) != answers(other):
        return f"{strategy}: {answers(mine)} instead of {answers(other)}"
    for key in SAME:
        if mine[key] != other[key]:
            return f"{strategy}: {key}: {mine[key]} instead of {other[key]}"
    if strategy == "flooding" and mine["concrete_states"] != other["concrete_states"]:
        return f"{strategy}: {mine['concrete_states']} images instead of {other['concrete_states']}"
    return ""


def is_wrong(mine: dict, other: dict) -> str:
    """Does `markers` say what it may not say?"""
    if mine["verdict"] == "holds" or mine["complete"]:
        return f"markers: it says {mine['verdict']}"
    violated = {row[:3] for row in answers(other) if row[3] == "violated"}
    for row in answers(mine):
        if row[3] == ("violated" if row[0] == "cover" else "holds") or (row[3] == "violated" and row[:3] not in violated):
            return f"markers: {row}"
        if row[0] == "cover" and row[3] == "holds" and row[:3] in violated:
            return f"markers: {row} is never reached"
    return "" if mine["states"] <= other["states"] or used(mine) != used(other) else f"markers: {mine['states']} states of {other['states']} orbits"


def cross(path: Path, *more: str) -> Tuple[str, str]:
    """What became of it, and what is wrong; empty if nothing is."""
    status, plain, said = searched(path, "--symmetry=off", "--engine=explicit", *more)
    if plain is None or status in (64, 65) or not plain["complete"] or plain["states"] > STATES:
        return LEFT_OUT, f"status {status}: {said[-300:]}" if status == 70 or status < 0 else ""
    _, other, said = searched(path, "--engine=explicit", *more)
    if other is None or not other["complete"]:
        return LEFT_OUT, said[-300:]
    kind = REDUCED if any(item["used"] for item in other["symmetry"]["types"]) else PLAIN
    for strategy in (*EXACT, "markers"):
        status, mine, said = searched(path, "--engine=orbits", f"--strategy={strategy}", *more)
        if status == 64:
            return LEFT_OUT, ""
        if mine is None or status in (65, 70) or status < 0:
            return kind, f"{strategy}: status {status}: {said[-300:]}"
        wrong = differ(strategy, mine, other) if strategy in EXACT else is_wrong(mine, other)
        if wrong:
            return kind, wrong
    return kind, ""


def run_one(work: Tuple[argparse.Namespace, int]) -> Tuple[str, str]:
    options, number = work
    with tempfile.TemporaryDirectory() as folder:
        path = Path(options.models[number]) if options.models else Path(folder) / f"orbits{number}.m"
        if not options.models:
            path.write_text(MAKERS[number % len(MAKERS)](number), "utf-8")
        try:
            kind, wrong = cross(path, f"--deadlock={('stuck', 'stuttering')[number % 2]}")
        except subprocess.TimeoutExpired:
            kind, wrong = LEFT_OUT, ""
        if wrong and options.keep:
            Path(options.keep).mkdir(parents=True, exist_ok=True)
            (Path(options.keep) / path.name).write_text(path.read_text("utf-8"), "utf-8")
    return kind, f"{path.name}: {wrong}" if wrong else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", help="instead of random ones")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", help="folder for models that fail")
    options = parser.parse_args()
    if not PROGRAM.exists():
        print("build/noether is not built: `make`")
        return 77
    numbers = range(len(options.models)) if options.models else range(options.seed, options.seed + options.count)
    failed, kinds = 0, {REDUCED: 0, PLAIN: 0, LEFT_OUT: 0}
    with multiprocessing.Pool(options.jobs) as pool:
        for kind, wrong in pool.imap_unordered(run_one, [(options, number) for number in numbers]):
            kinds[kind] += 1
            if wrong:
                failed += 1
                print("MISMATCH", wrong, flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    print(f"{len(numbers) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
