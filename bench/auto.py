#!/usr/bin/env python3
"""Is `--engine auto` ever much slower than the better of the engines that it chooses from?

    bench/auto.py [--noether FILE] [--only NAME] [--limit SECONDS] [--rounds N] [--least SECONDS] [--jobs N] [MODEL.m ...]

Models of models/ at growing sizes, or those named at their own size: time of `auto`, of the engine for single states that
it begins with, of `counter`, and of `bdd` where `counter` comes to no end, the best of some rounds; on all processors, which nobody else should use meanwhile. With
--jobs=1 on one thread, where engines take turns: processor time.  Rows in which all take less than --least are not shown.  Rows in which `auto` takes more than twice as long as the better, and a fiftieth of a second
longer, are marked, and make the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import List, Optional

ROOT = Path(__file__).resolve().parent.parent
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14, 16, 20, 30, 40, 60, 100, 200, 400, 1000)
NOISE, MOST_RATIO = 0.02, 2.0


def spent(jobs: int) -> float:
    if jobs != 1:
        return time.monotonic()
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


class Run:
    """Seconds, None if there was no verdict in time; the engine that judged, and why."""

    def __init__(self, options: argparse.Namespace, arguments: List[str], patience: float = 1, rounds: int = 0) -> None:
        self.seconds: Optional[float] = None
        self.engine = self.reason = ""
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "result.json"
            for _ in range(rounds or options.rounds):
                self.once(options, arguments, patience * options.limit, report)
                if self.seconds is None or self.seconds > options.limit / 4:
                    break

    def once(self, options: argparse.Namespace, arguments: List[str], limit: float, report: Path) -> None:
        report.unlink(missing_ok=True)
        began = spent(options.jobs)
        subprocess.run([options.noether, "check", "-q", f"-j{options.jobs}", f"--time={limit}", "--json", report, *arguments],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        seconds = spent(options.jobs) - began
        result = json.loads(report.read_text("utf-8")) if report.exists() else {"verdict": "error"}
        if result["verdict"] == "error":
            return
        self.engine, self.reason = result["engine"], result["engine_reason"]
        if result["verdict"] != "unknown":
            self.seconds = seconds if self.seconds is None else min(self.seconds, seconds)


class Row:
    def __init__(self, options: argparse.Namespace, model: Path, size: List[str], first: str) -> None:
        self.name, self.size = model.stem, " ".join(size)
        self.single = Run(options, [f"--engine={first}", *size, str(model)]).seconds if "+" not in first else None
        self.counter = Run(options, ["--engine=counter", *size, str(model)]).seconds
        self.bdd = None if self.counter is not None else Run(options, ["--engine=bdd", *size, str(model)]).seconds
        self.auto = Run(options, [*size, str(model)], 4)
        known = [seconds for seconds in (self.single, self.counter, self.bdd) if seconds is not None]
        self.better = min(known) if known else None
        self.longest = max(known + [self.auto.seconds or 0])

    def is_wrong(self) -> bool:
        return self.auto.seconds is None or self.auto.seconds > max(MOST_RATIO * self.better, self.better + NOISE)

    def text(self) -> str:
        times = " ".join(f"{seconds:8.3f}" if seconds is not None else "       -"
                         for seconds in (self.auto.seconds, self.single, self.counter, self.bdd))
        ratio = (self.auto.seconds or 0) / max(self.better, 0.001)
        return f"{self.name:28} {self.size:9} {times} {ratio:6.2f}{'!' if self.is_wrong() else ' '} {self.auto.engine}: {self.auto.reason}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=10)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--least", type=float, default=0.05)
    parser.add_argument("models", type=Path, nargs="*")
    options = parser.parse_args()
    bad = 0
    print(f"{'model':28} {'size':9} {'auto':>8} {'single':>8} {'counter':>8} {'bdd':>8} {'ratio':>6}  engine of `auto`")
    for path in options.models or sorted((ROOT / "models").glob("*.m")):
        if options.only not in path.name:
            continue
        scales = not options.models and " N: " in path.read_text("utf-8")
        first = Run(options, ["--bound=1", str(path)], rounds=1).engine
        for size in [[f"-DN={size}"] for size in SIZES] if scales else [[]]:
            row = Row(options, path, size, first)
            if row.better is None:
                break
            bad += row.is_wrong()
            if row.is_wrong() or row.longest >= options.least:
                print(row.text(), flush=True)
    print(f"{bad} rows of more than {MOST_RATIO} times the better")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
