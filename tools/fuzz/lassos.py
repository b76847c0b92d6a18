#!/usr/bin/env python3
"""How long are the lassos that noether shows, beside the shortest ones?

Random symmetric models with `ltl` claims that fail; the steps of stem and loop together are compared with the least
number that `build/brute --lassos` finds on the whole unreduced product. Standing still counts as one step. A lasso
that is shorter than the shortest is a mistake of one of the two. Exit status: 0 if lassos are as short as
`--minimal` and `--twice` ask for, 1 if not, 77 if something is not built.
"""

from __future__ import annotations

import argparse
import multiprocessing
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Tuple

from temporal import BATCH, ROOT, TIME_LIMIT, noether
from temporal_model import FAIRNESS, generate


def shown(trace: dict) -> int:
    """Steps of stem and loop."""
    steps = len(trace["steps"]) - 1
    return steps + (trace["loop"] == steps)


def least(command: str, files: List[Path]) -> dict:
    ran = subprocess.run([command, "--lassos"] + [str(file) for file in files], stdout=subprocess.PIPE,
                         timeout=10 * TIME_LIMIT, check=True)
    lines = (line.split() for line in ran.stdout.decode().splitlines())
    return {(words[0], int(words[1])): int(words[5]) for words in lines if words[1] != "-"}


def run_batch(work: Tuple[argparse.Namespace, int]) -> List[Tuple[str, int, int]]:
    options, first = work
    found = []
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for seed in range(first, min(first + BATCH, options.seed + options.count)):
            for fairness in FAIRNESS:
                file = Path(folder) / f"{seed}-{fairness}.m"
                file.write_text(generate(seed, fairness, "ltl"))
                files[file] = f"seed {seed} {fairness}"
        shortest = least(options.brute, list(files))
        for file, name in files.items():
            for item in noether(options.noether, file, "exact", [])["properties"]:
                steps = shortest.get((str(file), int(item["name"][1:]))) if item["kind"] == "ltl" else None
                is_lasso = item["trace"] and item["trace"]["loop"] is not None  # safety is shown by a run without a loop
                if steps and item["verdict"] == "violated" and is_lasso:
                    found.append((f"{name} {item['name']}", shown(item["trace"]), steps))
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100, help="models; each has up to 4 x 3 claims")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--noether", default=str(ROOT / "build/noether"))
    parser.add_argument("--brute", default=str(ROOT / "build/brute"))
    parser.add_argument("--minimal", type=float, default=60, help="so many per cent must be as short as can be")
    parser.add_argument("--twice", type=float, default=95, help="so many at most twice as long")
    parser.add_argument("--list", action="store_true", help="show those that are longer")
    options = parser.parse_args()
    if not Path(options.noether).exists() or not Path(options.brute).exists():
        print("noether or brute is not built")
        return 77
    batches = [(options, first) for first in range(options.seed, options.seed + options.count, BATCH)]
    cases: List[Tuple[str, int, int]] = []
    with multiprocessing.Pool(options.jobs) as pool:
        for found in pool.imap_unordered(run_batch, batches):
            cases += found
    for name, steps, best in sorted(cases):
        if steps < best or (options.list and steps > best):
            print(f"{'TOO SHORT' if steps < best else 'longer'}: {name}: {steps} steps, {best} are enough")
    share = {limit: 100 * sum(steps <= limit * best for _, steps, best in cases) / max(len(cases), 1)
             for limit in (1, 1.5, 2)}
    print(f"{len(cases)} lassos: {share[1]:.1f}% minimal, {share[1.5]:.1f}% within 1.5 times, "
          f"{share[2]:.1f}% within twice")
    wrong = any(steps < best for _, steps, best in cases)
    return 1 if wrong or share[1] < options.minimal or share[2] < options.twice else 0


if __name__ == "__main__":
    sys.exit(main())
