"""Crosses another execution of models with the interpreter, state by state, on random models.

A unit program does the work on files that it is given; here are the batches, the failing models that
are kept, and the last line `N passed, M failed`.  Exit status: 0 all passed, 1 some failed, 77 the
program is not built.  What is particular to an execution is a `Crossing`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Callable, Dict, List, Sequence, Tuple

from generate import generate

ROOT = Path(__file__).resolve().parent.parent.parent
BATCH = 20
SECONDS_EACH = 60
PROFILES = ("full", "symmetric", "broken", "common", "naming", "loops")


def nothing_else(options: argparse.Namespace) -> Dict[str, str]:
    return {}


@dataclass
class Crossing:
    program: str                                        # in build/unit
    states: int                                         # looked at in each model, if nothing else is said
    complaint: Callable[[str], str]                     # what is wrong, by what the program printed; or empty
    profiles: Sequence[str] = PROFILES
    environment: Callable[[argparse.Namespace], Dict[str, str]] = nothing_else
    options: Sequence[Tuple[str, str, str]] = field(default_factory=tuple)  # name, default, help

    def path(self) -> Path:
        return ROOT / "build" / "unit" / self.program

    def crossed(self, paths: List[Path], options: argparse.Namespace) -> str:
        """What went wrong with these models; empty if nothing did."""
        environment = dict(os.environ, CROSS_STATES=str(options.states), **self.environment(options))
        try:
            ran = subprocess.run([str(self.path())] + [str(path) for path in paths], env=environment, check=False,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS_EACH * len(paths))
        except subprocess.TimeoutExpired:
            return "time-out"
        text = ran.stdout.decode(errors="replace")
        return f"status {ran.returncode}: {text[-300:]}" if ran.returncode else self.complaint(text)


def run_batch(work: Tuple[Crossing, argparse.Namespace, int]) -> List[str]:
    crossing, options, first = work
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        paths = []
        for number in range(first, min(first + BATCH, options.seed + options.count)):
            profile = crossing.profiles[number % len(crossing.profiles)]
            path = Path(folder) / f"{profile}{number}.m"
            path.write_text(generate(number, profile, 2), "utf-8")
            paths.append(path)
        if not crossing.crossed(paths, options):
            return []
        for path in paths:
            reason = crossing.crossed([path], options)
            if not reason:
                continue
            failures.append(f"{path.stem}: {reason}")
            if options.keep:
                Path(options.keep).mkdir(parents=True, exist_ok=True)
                shutil.copy(path, options.keep)
    return failures


def parse(crossing: Crossing, description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--states", type=int, default=crossing.states, help="looked at in each model")
    for name, default, words in crossing.options:
        parser.add_argument(name, default=default, help=words)
    parser.add_argument("--keep", help="folder for models that fail")
    return parser.parse_args()


def main(crossing: Crossing, description: str) -> int:
    options = parse(crossing, description)
    if not crossing.path().exists():
        print(f"build/unit/{crossing.program} is not built: `make unit`")
        return 77
    failed = 0
    batches = [(crossing, options, first) for first in range(options.seed, options.seed + options.count, BATCH)]
    with multiprocessing.Pool(options.jobs) as pool:
        for failures in pool.imap_unordered(run_batch, batches):
            failed += len(failures)
            for failure in failures:
                print("MISMATCH", failure, flush=True)
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0
