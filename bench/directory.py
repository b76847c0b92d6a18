#!/usr/bin/env python3
"""States a second on a directory protocol, without the time that it takes to start.

models/msi_directory.m with its constants has some three thousand states and is done before a
clock tells much. Here it counts the stores that have happened, so that it goes through the same
states again and again, lap by lap, in a few copies that are searched side by side: levels are
then wide enough for several threads, and neighbours in them different enough to be no help to each
other. It loses its liveness claim, which is judged when the search is over. Each run has the object
that the first one left in the cache. Takes programs to compare, which run in turn; by default
build/noether. Prints the best of some rounds.

    bench/directory.py [--copies N] [--rounds N] [--threads 1,2] [--html FILE] [PROGRAM...]
"""

from __future__ import annotations

import argparse
import os
import re
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Tuple

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import page  # noqa: E402
from process import run  # noqa: E402

# What is replaced, and by what; each stands there once.
CHANGES = (
    ("  latest: Value;   ", "  lap: 0..100;\n  copy: 1..COPIES;\n  latest: Value;   "),
    ("  DATA: 2;", "  COPIES: 4;\n  DATA: 2;"),
    ("ruleset v: Value do\n  startstate", "ruleset v: Value; c: 1..COPIES do\n  startstate"),
    ("    undefine net;\n", "    undefine net;\n    lap := 0;\n    copy := c;\n"),
    ("      latest := v;\n    end;\n  end;\n\nend;",
     "      latest := v;\n      if lap < 100 then\n        lap := lap + 1;\n      end;\n    end;\n  end;\n\nend;"),
    ('  liveness "every processor can own the line again"\n    line[p].state = Modified;\n', ""),
)


def in_laps(text: str) -> str:
    for old, new in CHANGES:
        if text.count(old) != 1:
            raise SystemExit(f"directory.py: models/msi_directory.m has changed: {old!r}")
        text = text.replace(old, new)
    return text


def pace(program: str, model: Path, options: List[str], cache: str) -> Tuple[float, int, int]:
    """Seconds, states and rules fired."""
    ran = run([program, "check", str(model)] + options, 600, dict(os.environ, XDG_CACHE_HOME=cache))
    found = re.search(r"([\d,]+) states, ([\d,]+) rules fired", ran.out)
    if not ran.good or not found:
        raise SystemExit(f"directory.py: {program} failed:\n{ran.out}{ran.err}")
    states, fired = (int(number.replace(",", "")) for number in found.groups())
    return ran.seconds, states, fired


def as_page(rows: List[Tuple[str, int, float, int, int]]) -> page.Page:
    """Millions of states and of firings a second over the number of threads."""
    programs = list(dict.fromkeys(program for program, *_ in rows))
    plots = [page.plot(title, "threads", "million a second", [(program, [(row[1], row[field] / row[2] / 1e6) for row in rows if row[0] == program]) for program in programs])
             for title, field in (("States", 3), ("Firings", 4))]
    shown = [["program", "threads", "seconds", "states", "rules fired"]]
    shown += [[program, str(threads), f"{seconds:.3f}", f"{states:,}", f"{fired:,}"] for program, threads, seconds, states, fired in rows]
    return page.Page("A directory protocol, lap by lap", [], plots, [page.Table("Measurements", shown)])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", metavar="PROGRAM", nargs="*", default=[str(ROOT / "build" / "noether")])
    parser.add_argument("--copies", type=int, default=4)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", default="1,2")
    parser.add_argument("--html", type=Path, help="write a page with plots")
    arguments = parser.parse_args()
    rows: List[Tuple[str, int, float, int, int]] = []
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "laps.m"
        model.write_text(in_laps((ROOT / "models" / "msi_directory.m").read_text("utf-8")), "utf-8")
        options = ["-D", f"COPIES={arguments.copies}"]
        caches = [f"{folder}/{i}" for i in range(len(arguments.programs))]
        for program, cache in zip(arguments.programs, caches):
            pace(program, model, options + ["--compile=always"], cache)
        for threads in arguments.threads.split(","):
            best: Dict[int, Tuple[float, int, int]] = {}
            for _ in range(arguments.rounds):
                for i, program in enumerate(arguments.programs):
                    best[i] = min(best.get(i, (1e9, 0, 0)), pace(program, model, options + ["-j", threads], caches[i]))
            for i, program in enumerate(arguments.programs):
                seconds, states, fired = best[i]
                rows.append((program, int(threads), seconds, states, fired))
                print(f"{program}, -j {threads}: {states:,} states, {seconds:.3f} s; "
                      f"{states / seconds / 1e6:.2f} million states, {fired / seconds / 1e6:.2f} million firings a second")
    if arguments.html:
        page.write(arguments.html, as_page(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
