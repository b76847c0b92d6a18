#!/usr/bin/env python3
"""Cross the engine bdd, in every strategy, with the interpreter, on random models or on given ones.

Each model is checked by the explicit engine without symmetry, interpreted, and by `--engine bdd`: every
verdict that both give must be the same, `plain` must count the same states, strategies that keep one
representative of each orbit must count the orbits, and nothing may end in an error.  Temporal claims are
crossed with the engine fair.  Failing models are kept; the last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Tuple

from generate import generate
from plant_claims import plant
from temporal_model import FAIRNESS, generate as generate_temporal

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("NOETHER", ROOT / "build" / "noether"))
PROFILES = ("full", "symmetric", "broken", "common", "naming", "loops")
STRATEGIES = ("plain", "orbit", "create-xi", "multiple", "first-found", "hints", "live-rep", "dynamic", "component", "component-states")
SECONDS = 20


def check(path: Path, *words: str) -> Optional[Dict]:
    """The result; None: out of time."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        try:
            ran = subprocess.run([str(PROGRAM), "check", "-q", "--trace=off", "--max-errors=0", f"--json={out.name}", *words, str(path)],
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=3 * SECONDS, check=False)
        except subprocess.TimeoutExpired:
            return None
        text = Path(out.name).read_text("utf-8")
        if not text:
            return {"verdict": "error", "status": ran.returncode, "text": ran.stdout.decode(errors="replace")[-200:]}
        result = json.loads(text)
        result["status"] = ran.returncode
        return result


def answers(result: Dict) -> Dict[str, str]:
    """By property; run-time errors are one question, however many places have one."""
    found: Dict[str, str] = {}
    for number, item in enumerate(result.get("properties", [])):
        name = "run-time errors" if item["kind"] == "assertion" else f"{number} {item['name']}"
        if found.get(name) != "violated":
            found[name] = item["verdict"]
    return found


def compare(name: str, wanted: Dict, result: Dict) -> str:
    if result["verdict"] == "error":
        return f"{name}: an error: {result.get('message') or result.get('text')}"
    one, other = answers(wanted), answers(result)
    for question, verdict in other.items():
        if verdict != "unknown" and one.get(question, "unknown") not in ("unknown", verdict):
            return f"{name}: {question} is {verdict} instead of {one[question]}"
    if not result["complete"] or not wanted["complete"]:
        return ""
    if name == "plain" and result["states"] != wanted["states"]:
        return f"{name}: {result['states']} states instead of {wanted['states']}"
    return ""


def crossed(path: Path, strategies: List[str], complete: bool) -> Tuple[str, int]:
    """What is wrong with this model, or nothing; how many comparisons were made. `complete`: all have to come to an end."""
    base = check(path, "--symmetry=off", "--compile=never", f"--time={SECONDS}s", "-j1")
    if not base or base["status"] in (64, 65) or base["verdict"] == "error":
        return "", 0
    orbits = None
    made = 0
    for strategy in strategies:
        result = check(path, "--engine=bdd", f"--strategy={strategy}", f"--time={SECONDS}s")
        if complete and not (result and result["complete"]):
            return f"{strategy}: not complete", made
        if not result or "status" in result and result["status"] in (64, 65):
            continue
        reason = compare(strategy, base, result)
        if reason:
            return reason, made
        made += result["complete"]
        used = [item for item in (result.get("symmetry") or {}).get("types", []) if item.get("proved")]
        if strategy != "plain" and result["complete"] and base["complete"] and result["symmetry"]["mode"] == "exact" and used:
            if orbits is None:
                orbits = check(path, "--engine=explicit", "--compile=never", f"--time={SECONDS}s", "-j1")
            same = orbits and orbits["complete"] and {item["name"] for item in used} == {
                item["name"] for item in orbits["symmetry"]["types"] if item.get("proved")}
            if same and orbits["states"] != result["states"]:
                return f"{strategy}: {result['states']} orbits instead of {orbits['states']}", made
    return "", made


def fairness_of(options: argparse.Namespace, number: int) -> str:
    return FAIRNESS[number % len(FAIRNESS)] if options.fairness else "none"


def run_one(work: Tuple[argparse.Namespace, int]) -> Tuple[str, int]:
    options, number = work
    profile = PROFILES[number % len(PROFILES)]
    with tempfile.TemporaryDirectory() as folder:
        if options.models:
            path = Path(options.models[number])
        else:
            path = Path(folder) / f"{profile}{number}.m"
            path.write_text(generate_temporal(number, fairness_of(options, number), options.kind) if options.kind else plant(generate(number, profile, 2), number // len(PROFILES)), "utf-8")
        reason, made = crossed(path, options.strategies.split(","), options.complete)
        if not reason:
            return "", made
        if options.keep:
            Path(options.keep).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, options.keep)
        return f"{path.stem}: {reason}", made


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", help="instead of random ones")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kind", help="temporal claims of this kind: ltl, past, ctl, mu, never")
    parser.add_argument("--fairness", action="store_true", help="with every kind of fairness in turn")
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    parser.add_argument("--complete", action="store_true", help="every strategy has to come to an end")
    parser.add_argument("--keep", help="folder for models that fail")
    options = parser.parse_args()
    numbers = range(len(options.models)) if options.models else range(options.seed, options.seed + options.count)
    failed = made = 0
    with multiprocessing.Pool(options.jobs) as pool:
        for reason, count in pool.imap_unordered(run_one, [(options, number) for number in numbers]):
            made += count
            if reason:
                failed += 1
                print(f"MISMATCH {reason}", flush=True)
    print(f"{made} complete checks compared")
    print(f"{len(numbers) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
