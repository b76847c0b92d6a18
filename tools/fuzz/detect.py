#!/usr/bin/env python3
"""Cross symmetry that nobody declared with searches without it, on random models.

Each model numbers its processes by ranges or enumerations (detect_model.py), or is a ring or another network whose
places are numbers (--networks: network_model.py).  With and without `--detect`, all
claims must have the same verdicts, and concrete states must be equal in number; runs are executed again by noether
itself (status 70 if one does not happen).  Failing models are kept; the last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 the program is not built.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Optional, Tuple

from detect_model import detect_model
from everyday_model import everyday_model
from network_model import network_model

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "build" / "noether"
STATES = 3000  # models with more are left out
FOUND, PLAIN, LEFT_OUT = "found", "plain", "left out"


def searched(path: Path, *options: str) -> Tuple[int, Optional[dict], str]:
    ran = subprocess.run([str(PROGRAM), "check", str(path), "--json", "-", "--max-errors=0", "--compile=never", "-j1",
                          "--time=20s", *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120,
                         text=True, errors="replace", check=False)
    try:
        return ran.returncode, json.loads(ran.stdout), ran.stderr
    except ValueError:
        return ran.returncode, None, ran.stderr


def verdicts(result: dict) -> list:
    """Claims one by one; of run-time errors only whether there are any: which are met depends on what is searched."""
    claims = [(item["name"], item["kind"], item["verdict"]) for item in result["properties"]
              if item["kind"] != "assertion"]
    return claims + [any(item["verdict"] == "violated" for item in result["properties"] if item["kind"] == "assertion")]


def has_errors(result: dict) -> bool:
    return verdicts(result)[-1]


def cross(path: Path) -> Tuple[str, str]:
    """What became of it, and what is wrong; empty if nothing is."""
    status, plain, said = searched(path, "--detect=off", "--symmetry=off", f"--bound={40}")
    if plain is None or status not in (0, 11, 12, 13, 14, 16):
        return LEFT_OUT, "" if status == 20 else f"status {status}: {said[-300:]}"
    if plain["states"] > STATES:
        return LEFT_OUT, ""
    status_on, found, said = searched(path, "--check-symmetry=20")
    if found is None or status_on in (65, 70) or status_on < 0:
        return FOUND, f"status {status_on}: {said[-300:]}"
    kind = FOUND if any(not item["declared"] and item["used"] for item in found["symmetry"]["types"]) else PLAIN
    if any(result["verdict"] == "unknown" or result["stop"] == "time" for result in (found, plain)):
        return LEFT_OUT, ""
    # behind an error claims may be undecided
    if has_errors(plain) != has_errors(found) or (not has_errors(plain) and verdicts(plain) != verdicts(found)):
        return kind, f"verdicts differ: {verdicts(plain)} {verdicts(found)}"
    counted = found["concrete_states"]
    if counted is not None and not has_errors(plain) and counted != str(plain["states"]):
        return kind, f"{counted} concrete states, not {plain['states']}"
    return kind, ""


def run_one(work: Tuple[argparse.Namespace, int]) -> Tuple[int, str, str]:
    options, seed = work
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"detect{seed}.m"
        write = network_model if options.networks else everyday_model if options.everyday else detect_model
        path.write_text(write(seed), "utf-8")
        try:
            kind, wrong = cross(path)
        except subprocess.TimeoutExpired:
            kind, wrong = LEFT_OUT, ""
        if wrong and options.keep:
            Path(options.keep).mkdir(parents=True, exist_ok=True)
            (Path(options.keep) / path.name).write_text(path.read_text("utf-8"), "utf-8")
    return seed, kind, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--networks", action="store_true", help="rings and networks (network_model.py)")
    parser.add_argument("--everyday", action="store_true", help="models as people write them (everyday_model.py)")
    parser.add_argument("--keep", help="folder for models that fail")
    options = parser.parse_args()
    if not PROGRAM.exists():
        print("build/noether is not built: `make`")
        return 77
    failed, kinds = 0, {FOUND: 0, PLAIN: 0, LEFT_OUT: 0}
    with multiprocessing.Pool(options.jobs) as pool:
        work = ((options, seed) for seed in range(options.seed, options.seed + options.count))
        for seed, kind, wrong in pool.imap_unordered(run_one, work):
            kinds[kind] += 1
            if wrong:
                failed += 1
                print("MISMATCH", f"detect{seed}: {wrong}", flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
