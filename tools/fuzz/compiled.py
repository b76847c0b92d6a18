#!/usr/bin/env python3
"""Cross compiled models with the interpreter, state by state, on random models.

Each model is turned into C, built and loaded by `build/unit/test_compile`: unreduced,
packed with symmetry, and as values and counts where the model allows; on the first
states of each, every successor under every rule and every claim must be the same as
the interpreter's.  Failing models are kept; the last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 the program is not built.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Tuple

from generate import generate

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = ROOT / "build" / "unit" / "test_compile"
PROFILES = ("full", "symmetric", "broken", "common", "naming", "loops", "loops")
BATCH = 20
SECONDS_EACH = 60


def crossed(paths: List[Path], options: argparse.Namespace) -> str:
    """What went wrong with these models; empty if nothing did."""
    environment = dict(os.environ, CROSS_STATES=str(options.states), CROSS_LEVEL=options.level,
                       CROSS_COMPILER=options.compiler)
    try:
        ran = subprocess.run([str(PROGRAM)] + [str(path) for path in paths], env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, timeout=SECONDS_EACH * len(paths), check=False)
    except subprocess.TimeoutExpired:
        return "time-out"
    text = ran.stdout.decode(errors="replace")
    unloaded = [line for line in text.splitlines() if "not loaded" in line or "not built" in line]
    if ran.returncode:
        return f"status {ran.returncode}: {text[-300:]}"
    return unloaded[0] if unloaded else ""


def run_batch(work: Tuple[argparse.Namespace, int]) -> List[str]:
    options, first = work
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number in range(first, min(first + BATCH, options.seed + options.count)):
            profile = PROFILES[number % len(PROFILES)]
            path = Path(folder) / f"{profile}{number}.m"
            path.write_text(generate(number, profile, 2), "utf-8")
            paths.append(path)
        if not crossed(paths, options):
            return []
        for path in paths:
            reason = crossed([path], options)
            if not reason:
                continue
            failures.append(f"{path.stem}: {reason}")
            if options.keep:
                Path(options.keep).mkdir(parents=True, exist_ok=True)
                shutil.copy(path, options.keep)
    return failures


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--states", type=int, default=200, help="looked at in each model")
    parser.add_argument("--compiler", default="cc", help="tcc is ten times as fast")
    parser.add_argument("--level", default="-O0", help="of its optimisation: --level=-O1")
    parser.add_argument("--keep", help="folder for models that fail")
    options = parser.parse_args()
    if not PROGRAM.exists():
        print("build/unit/test_compile is not built: `make unit`")
        return 77
    failed = 0
    batches = [(options, first) for first in range(options.seed, options.seed + options.count, BATCH)]
    with multiprocessing.Pool(options.jobs) as pool:
        for failures in pool.imap_unordered(run_batch, batches):
            failed += len(failures)
            for failure in failures:
                print("MISMATCH", failure, flush=True)
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
