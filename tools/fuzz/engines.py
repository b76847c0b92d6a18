#!/usr/bin/env python3
"""Cross all engines on random protocols that have many states.

Each protocol (protocol_model.py) is written in one of four dialects and searched to its end without symmetry,
interpreted and by one thread: that is what is right.  Then every way that can decide anything is asked: as a user asks
(`check` with no option, in the usual and in the hostile build), exact and fast representatives, compiled code, the
counter engine in both encodings, the adaptive engine, the strategies of the engines orbits and bdd.  Verdicts must agree, and where
a search is complete the sums of its orbits; every violated claim has a run that was executed again.  Failing models are kept.
The campaign ends with how many models each way has decided; the last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 noether is not built.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from corner_model import corner_model
from everyday_model import everyday_model
from protocol_model import DIALECTS, protocol_model

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = 10
RIGHT = ("--symmetry=off", "--detect=off", "--compile=never", "--max-errors=0", "-j1")
WAYS: Dict[str, Tuple[str, ...]] = {
    "default": (),
    "all": ("--max-errors=0",),
    "fast": ("--symmetry=fast", "--max-errors=0", "--compile=never"),
    "vectors": ("--engine=counter", "--encoding=vectors", "--max-errors=0"),
    "counters": ("--engine=counter", "--encoding=counters", "--max-errors=0"),
    "adaptive": ("--engine=adaptive", "--max-errors=0"),
    "virtual": ("--engine=virtual", "--max-errors=0"),
    "compiled": ("--compile=always", "--max-errors=0"),
    "first-found": ("--engine=orbits", "--strategy=first-found", "--max-errors=0"),
    "flooding": ("--engine=orbits", "--strategy=flooding", "--max-errors=0"),
    "markers": ("--engine=orbits", "--strategy=markers", "--max-errors=0"),
    "plain": ("--engine=bdd", "--strategy=plain", "--max-errors=0"),
    "dynamic": ("--engine=bdd", "--strategy=dynamic", "--max-errors=0"),
    "component-states": ("--engine=bdd", "--strategy=component-states", "--max-errors=0"),
}
RARE = {"compiled": 6, "flooding": 3, "markers": 3, "plain": 3, "dynamic": 3, "component-states": 3}  # these take long: every so many models


class Failed(Exception):
    pass


def check(binary: Path, model: Path, *options: str) -> Optional[dict]:
    """The result; None if this way does not take the model, or takes too long."""
    report = model.with_suffix(".json")
    report.unlink(missing_ok=True)
    command = [str(binary), "check", "-q", f"--time={SECONDS}s", "--json", str(report), *options, str(model)]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, timeout=6 * SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise Failed(f"{' '.join(options)}: no answer") from None
    if ran.returncode < 0 or ran.returncode == 70:
        raise Failed(f"{' '.join(options)}: status {ran.returncode}: {(ran.stdout + ran.stderr)[-300:]}")
    if ran.returncode in (64, 65):
        return None
    return json.loads(report.read_text())


def verdicts(result: dict) -> Dict[Tuple[str, int], str]:
    """By kind and line; run-time errors are one question, however many places have one."""
    found: Dict[Tuple[str, int], str] = {}
    for item in result["properties"]:
        key = (item["kind"], 0 if item["kind"] == "assertion" else item["line"])
        if found.get(key) != "violated":
            found[key] = item["verdict"]
    return found


def compare(name: str, result: dict, right: dict) -> bool:
    """Was anything decided?"""
    ours, theirs = verdicts(result), verdicts(right)
    for key, verdict in ours.items():
        if verdict != "unknown" and theirs[key] != verdict:
            raise Failed(f"{name}: {key}: {verdict}, but {theirs[key]} is right")
    if result["verdict"] == "holds" and right["verdict"] != "holds":
        raise Failed(f"{name}: holds, but {right['verdict']} is right")
    sums = result["concrete_states"]
    if result["complete"] and sums is not None and sums != str(right["states"]):
        raise Failed(f"{name}: {sums} states in all orbits, but {right['states']} are right")
    return any(verdict != "unknown" for verdict in ours.values())


def cross(options: argparse.Namespace, model: Path, seed: int) -> List[str]:
    """The ways that have decided something; raises Failed."""
    right = check(options.noether, model, *RIGHT)
    if right is None:
        raise Failed("the model is refused")
    if not right["complete"]:
        return []
    decided = ["right"]
    ways = [(name, options.noether, words) for name, words in WAYS.items() if seed // len(DIALECTS) % RARE.get(name, 1) == 0]
    if options.hostile.exists():
        ways.append(("hostile", options.hostile, ("-j2",)))
    for name, binary, words in ways:
        result = check(binary, model, *words)
        if result is not None and compare(name, result, right):
            decided.append(f"{name} by {result['engine']}" if name in ("default", "hostile") else name)
    return decided


def run(work: Tuple[argparse.Namespace, int]) -> Tuple[List[str], str]:
    options, seed = work
    dialect = "everyday" if options.everyday else "corner" if options.corners else DIALECTS[seed % len(DIALECTS)]
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / f"{dialect}{seed}.m"
        text = everyday_model(seed) if options.everyday else corner_model(seed) if options.corners else protocol_model(seed, dialect)
        model.write_text(text, "utf-8")
        try:
            return cross(options, model, seed), ""
        except Failed as failure:
            if options.keep:
                options.keep.mkdir(parents=True, exist_ok=True)
                (options.keep / model.name).write_text(model.read_text("utf-8"), "utf-8")
            return [], f"FAILED {model.name}: {failure}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--everyday", action="store_true", help="models as people write them (everyday_model.py)")
    parser.add_argument("--corners", action="store_true", help="models around the corners of the language (corner_model.py)")
    parser.add_argument("--keep", type=Path, default=ROOT / "build" / "fuzz" / "engines")
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--hostile", type=Path, default=ROOT / "build" / "hostile" / "noether")
    options = parser.parse_args()
    if not options.noether.exists():
        return 77
    failed, decided = 0, Counter()
    with multiprocessing.Pool(options.jobs) as pool:
        for ways, wrong in pool.imap_unordered(run, [(options, options.seed + i) for i in range(options.count)]):
            decided.update(ways)
            if wrong:
                failed += 1
                print(wrong, flush=True)
    print(", ".join(f"{name} {count}" for name, count in sorted(decided.items())))
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
