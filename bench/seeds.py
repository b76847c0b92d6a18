#!/usr/bin/env python3
"""The rows of the tables in Appold's paper on symbolic search with symmetry, by the counter engine.

    bench/seeds.py [--noether FILE] [--only NAME] [--time SECONDS] [--svg FILE]

Each row: the paper's best time (C++ and CUDD, 2010), ours, orbits, nodes of the diagrams at the end and at most,
memory.  Claims about states and deadlocks are checked, `liveness` is left out as in the paper.  The last line is the
total.  Exit status 1 if a row does not finish, or finishes with another verdict than holds.
"""

from __future__ import annotations

import argparse
import json
import math
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import List, Tuple

ROOT = Path(__file__).resolve().parent.parent

# name, model, constants besides N, rows: (N, the paper's best time in seconds)
TABLES = [
    ("mutex", "mutex", {}, [(200, 14), (400, 110), (600, 386), (800, 1031)]),
    ("mcs lock", "mcs_queue", {}, [(10, 1), (20, 55), (40, 1985), (60, 19680)]),
    ("ccp", "german", {"DATA": 1}, [(10, 51), (20, 2612), (25, 9900), (30, 30780)]),
    ("peterson", "peterson", {}, [(6, 21), (8, 605), (10, 5760), (12, 46440)]),
    ("readers-writers", "readers_writers", {}, [(40, 2), (100, 43), (200, 400), (400, 4440)]),
]


def without_liveness(text: str) -> str:
    return re.sub(r'\n\s*liveness "[^"]*"[^;]*;', "", text)


def span(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.2f} s"
    if seconds < 3600:
        return f"{int(seconds // 60)}:{int(seconds % 60):02d} min"
    return f"{int(seconds // 3600)}:{int(seconds % 3600 // 60):02d} h"


def measure(noether: Path, model: Path, constants: dict, limit: int) -> Tuple[float, dict]:
    report = model.with_suffix(".json")
    report.unlink(missing_ok=True)
    command = [str(noether), "check", "-q", "--engine=counter", f"--time={limit}", "--mem=2G", "--json", str(report)]
    for name, value in constants.items():
        command += ["-D", f"{name}={value}"]
    began = time.monotonic()
    subprocess.run(command + [str(model)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    seconds = time.monotonic() - began
    return seconds, json.loads(report.read_text("utf-8"))


def drawing(points: List[Tuple[str, int, float, int]]) -> str:
    """Seconds (solid) and nodes (dashed) over N, all on logarithmic scales."""
    colours = ["#1b9e77", "#d95f02", "#7570b3", "#e7298a", "#66a61e"]
    names = list(dict.fromkeys(name for name, *_ in points))
    wide, high, edge = 640, 400, 60

    def place(value: float, low: float, top: float, length: float) -> float:
        return (math.log10(max(value, low)) - math.log10(low)) / (math.log10(top) - math.log10(low)) * length

    def line(rows, low, top, colour, dash) -> str:
        spots = " ".join(f"{edge + place(n, 5, 1000, wide):.1f},{edge + high - place(v, low, top, high):.1f}"
                         for n, v in rows)
        return f'<polyline points="{spots}" fill="none" stroke="{colour}" stroke-dasharray="{dash}" stroke-width="2"/>'
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + 3 * edge}" height="{high + 2 * edge}" '
             'font-family="sans-serif" font-size="12">',
             f'<rect x="{edge}" y="{edge}" width="{wide}" height="{high}" fill="none" stroke="#888"/>',
             f'<text x="{edge}" y="{edge - 20}">seconds (solid, 0.001 to 1000) and nodes (dashed, 10 to 10 million) '
             'over N (5 to 1000), logarithmic</text>']
    for number, name in enumerate(names):
        colour = colours[number % len(colours)]
        rows = [(n, seconds, nodes) for its, n, seconds, nodes in points if its == name]
        lines.append(line([(n, seconds) for n, seconds, _ in rows], 1e-3, 1e3, colour, ""))
        lines.append(line([(n, nodes) for n, _, nodes in rows], 10, 1e7, colour, "4 3"))
        lines.append(f'<text x="{edge + wide + 8}" y="{edge + 20 + 18 * number}" fill="{colour}">{name}</text>')
    return "\n".join(lines + ["</svg>", ""])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--only", default="")
    parser.add_argument("--time", type=int, default=600)
    parser.add_argument("--svg", type=Path)
    options = parser.parse_args()
    total = paper = 0.0
    failed, points = False, []
    print(f"{'model':16} {'N':>4} {'paper':>10} {'noether':>10} {'orbits':>26} {'nodes':>9} {'peak':>10} {'memory':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, model, constants, rows in TABLES:
            if options.only and options.only not in name:
                continue
            path = Path(folder) / f"{model}.m"
            path.write_text(without_liveness((ROOT / "models" / f"{model}.m").read_text("utf-8")), "utf-8")
            for size, best in rows:
                seconds, result = measure(options.noether, path, {**constants, "N": size}, options.time)
                figures = result["figures"]["counter"] if result["figures"] else {}
                failed |= result["verdict"] != "holds"
                total, paper = total + seconds, paper + best
                points.append((name, size, seconds, figures.get("nodes", 0)))
                said = span(seconds) if result["verdict"] == "holds" else result["verdict"]
                print(f"{name:16} {size:4} {span(best):>10} {said:>10} {int(result['orbits'] or 0):26,} "
                      f"{figures.get('nodes', 0):9,} {figures.get('peak_nodes', 0):10,} "
                      f"{result['peak_bytes'] / 2**20:6.1f} MB", flush=True)
    print(f"{'total':16} {'':4} {span(paper):>10} {span(total):>10}")
    if options.svg:
        options.svg.write_text(drawing(points), "utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
