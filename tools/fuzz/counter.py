#!/usr/bin/env python3
"""Cross the counter engine with the reference interpreter on random unary models.

Each model is checked by `--engine=counter` in both encodings, by the interpreter without symmetry, and by the explicit
engine with it: verdicts of every property must agree, and so must the number of orbits.  Models that do not fit are
counted.  With --undeclared, processes are ranges whose symmetry has to be found, and orbits are not counted.  Failing
models are kept; the last line is `N passed, M failed, K did not fit`.
Exit status: 0 all passed, 1 some failed, 77 noether is not built.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, Optional, Tuple

from unary_model import unary

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 60


class Failed(Exception):
    pass


def check(binary: Path, model: Path, *options: str) -> Optional[dict]:
    """The result; None if it is not about this model, or took too long."""
    report = model.with_suffix(".json")
    report.unlink(missing_ok=True)
    command = [str(binary), "check", "-q", "--max-errors", "0", "--check-symmetry", "0", "--json", str(report), *options, str(model)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return None
    if ran.returncode < 0 or ran.returncode == 70:
        raise Failed(f"{' '.join(options)}: status {ran.returncode}: {(ran.stdout + ran.stderr)[-300:]}")
    try:
        return json.loads(report.read_text())
    except (OSError, ValueError):
        return None


def verdicts(result: dict) -> Dict[Tuple[str, str], str]:
    found: Dict[Tuple[str, str], str] = {}
    for item in result["properties"]:
        key = (item["kind"], "" if item["kind"] == "assertion" else item["name"])
        if found.get(key) != "violated":
            found[key] = item["verdict"]
    return found


def compare(result: dict, right: dict, what: str) -> None:
    ours, theirs = verdicts(result), verdicts(right)
    for key, verdict in ours.items():
        other = theirs.get(key, "unknown")
        if "unknown" not in (verdict, other) and verdict != other:
            raise Failed(f"{what}: {key}: {verdict}, but {other} is right")


def cross(binary: Path, model: Path, detect: str = "--detect=off") -> str:
    """`same` or `unfit`; raises Failed."""
    fits = "unfit"
    right = check(binary, model, "--symmetry=off", "--compile=never", "--detect=off")
    orbits = check(binary, model, "--compile=never", "--engine=live", "--detect=off")
    for encoding in ("vectors", "counters"):
        result = check(binary, model, "--engine=counter", f"--encoding={encoding}", detect)
        if result is None or result["verdict"] == "error" or right is None or not right["complete"]:
            continue
        compare(result, right, encoding)
        if not result["complete"]:
            if any("does not support" in str(item["message"]) for item in result["properties"]):
                continue
            raise Failed(f"{encoding}: the search ended early")
        fits = "same"
        proved = orbits and detect == "--detect=off" and all(item["used"] or item["size"] == 1 for item in orbits["symmetry"]["types"])
        if proved and orbits["complete"] and str(orbits["states"]) != result["orbits"]:
            raise Failed(f"{encoding}: {result['orbits']} orbits, but {orbits['states']} are right")
    return fits


def run(work: Tuple[argparse.Namespace, int]) -> Tuple[int, str]:
    options, seed = work
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / f"unary{seed}.m"
        text = unary(seed)
        if options.undeclared:
            text = re.sub(r"\b([PQ]): scalarset\((\d)\);", r"\1: 1..\2;", text)
        model.write_text(text, "utf-8")
        try:
            return seed, cross(options.noether, model, "--detect=on" if options.undeclared else "--detect=off")
        except Failed as failure:
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / model.name).write_text(model.read_text("utf-8"), "utf-8")
            return seed, f"FAILED unary{seed}: {failure}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--undeclared", action="store_true")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz" / "counter")
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    options = parser.parse_args()
    if not options.noether.exists():
        return 77
    counts = {"same": 0, "unfit": 0, "failed": 0}
    with multiprocessing.Pool(options.jobs) as pool:
        for _, said in pool.imap_unordered(run, [(options, options.seed + i) for i in range(options.count)]):
            counts[said if said in counts else "failed"] += 1
            if said not in counts:
                print(said, flush=True)
    print(f"{counts['same']} passed, {counts['failed']} failed, {counts['unfit']} did not fit")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
