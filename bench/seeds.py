#!/usr/bin/env python3
"""The rows of the tables in Appold's paper on symbolic search with symmetry, by the counter engine.

    bench/seeds.py [--noether FILE] [--only NAME] [--time SECONDS] [--html FILE]

Each row: the paper's best time (C++ and CUDD, 2010), ours, orbits, nodes of the diagrams at the end and at most,
memory.  Claims about states and deadlocks are checked, `liveness` is left out as in the paper.  The last line is the
total.  Exit status 1 if a row does not finish, or finishes with another verdict than holds.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import List, Tuple

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import page  # noqa: E402

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
    command = [str(noether), "check", "-q", "--engine=counter", "--detect=off", f"--time={limit}", "--mem=2G", "--json", str(report)]
    for name, value in constants.items():
        command += ["-D", f"{name}={value}"]
    began = time.monotonic()
    subprocess.run(command + [str(model)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    seconds = time.monotonic() - began
    return seconds, json.loads(report.read_text("utf-8"))


def as_page(rows: List[List[str]], points: List[Tuple[str, int, float, int]]) -> page.Page:
    """Seconds and nodes over N, a line for each protocol."""
    names = list(dict.fromkeys(name for name, *_ in points))
    plots = [page.plot(title, "N", unit, [(name, [(row[1], row[field]) for row in points if row[0] == name]) for name in names])
             for title, unit, field in (("Time", "seconds", 2), ("Diagrams", "nodes", 3))]
    about = ["The tables of a paper on symbolic search with symmetry, by the counter engine; beside it the paper's best time."]
    return page.Page("Sets of orbits", about, plots, [page.Table("Measurements", rows)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--only", default="")
    parser.add_argument("--time", type=int, default=600)
    parser.add_argument("--html", type=Path, help="write a page with plots")
    options = parser.parse_args()
    total = paper = 0.0
    failed, points = False, []
    rows_shown = [["model", "N", "paper", "noether", "orbits", "nodes", "peak", "memory"]]
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
                rows_shown.append([name, str(size), span(best), said, f"{int(result['orbits'] or 0):,}", f"{figures.get('nodes', 0):,}",
                                   f"{figures.get('peak_nodes', 0):,}", f"{result['peak_bytes'] / 2**20:.1f} MB"])
                print("{:16} {:>4} {:>10} {:>10} {:>26} {:>9} {:>10} {:>9}".format(*rows_shown[-1]), flush=True)
    print(f"{'total':16} {'':4} {span(paper):>10} {span(total):>10}")
    if options.html:
        page.write(options.html, as_page(rows_shown, points))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
