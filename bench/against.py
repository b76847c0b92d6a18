#!/usr/bin/env python3
"""Is anything slower than with another noether, an older one say?

    bench/against.py OTHER [--noether FILE] [--limit SECONDS] [--rounds N] [--threads N] [--live] [--option OPTION] [MODEL[=SIZE,...] ...]

The models and sizes of `make bench`, or with --live the models with temporal claims, as they stand in models/. The programs
run in turn; of each the best of some rounds counts: from text to verdict with an empty cache (total), and with the object of
the model in it (ready). Rows in which one of them takes more than a tenth of a second are compared: more than 5% slower is
marked, and makes the exit status 1, as do other verdicts and other numbers of states or rules fired. --option is given to this program only: --option=--engine=live
leaves out the engine that `auto` has beside the search.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Tuple

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from peers import Noether, Result  # noqa: E402
from sizes import SIZES  # noqa: E402

LIVE = [("german_live", "N", [3, 4, 5]), ("peterson_live", "N", [4, 5, 6]), ("dining_live", "N", [4, 5, 6]),
        ("readers_writers_live", "N", [5, 10, 20]), ("resource_controller_strong", "N", [100, 1000])]
WORTH, SLOWER = 0.1, 1.05


def rows(arguments: argparse.Namespace) -> List[Tuple[str, str, int]]:
    plan = LIVE if arguments.live else [(name, constant, sizes) for name, constant, sizes, *_ in SIZES]
    wanted = dict((word.partition("=")[0], word.partition("=")[2]) for word in arguments.models)
    return [(name, constant, size) for name, constant, sizes in plan if not wanted or name in wanted
            for size in ([int(text) for text in wanted[name].split(",")] if wanted.get(name) else sizes)]


class Side:
    """One of the two programs on one row: its best times, and what it says."""

    def __init__(self, program: Noether) -> None:
        self.program = program
        self.total = self.ready = 1e9
        self.said: Tuple[str, int, int] = ("late", 0, 0)

    def run(self, model: Path, options: List[str], arguments: argparse.Namespace, warm: bool) -> None:
        result: Result = self.program.check(model, arguments.threads, arguments.limit, options, warm)
        if result.status == "late":
            return
        self.said = (result.status.split(":")[0], result.states, result.rules)
        if warm:
            self.ready = min(self.ready, result.total)
        else:
            self.total = min(self.total, result.total)


def compare(old: Side, new: Side) -> Tuple[str, bool]:
    """A line of figures, and whether something is worse."""
    bad = old.said != new.said and old.said[0] != "late"
    cells = []
    for field in ("total", "ready"):
        before, now = getattr(old, field), getattr(new, field)
        if now >= 1e9:
            cells.append("     late")
            bad = bad or before < 1e9
            continue
        slower = max(before, now) > WORTH and now > SLOWER * before
        bad = bad or slower
        cells.append(f"{before:9.3f} {now:9.3f} {now / before:6.2f}{'!' if slower else ' '}" if before < 1e9 else f"{'late':>9} {now:9.3f}        ")
    return "  ".join(cells) + ("" if old.said == new.said else f"  {old.said} {new.said}"), bad


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("other", type=Path)
    parser.add_argument("models", nargs="*", metavar="MODEL[=SIZE,...]")
    parser.add_argument("--noether", type=Path, default=ROOT / "build/noether")
    parser.add_argument("--limit", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--live", action="store_true")
    parser.add_argument("--option", action="append", default=[])
    arguments = parser.parse_intermixed_args()
    subprocess.run(["make", "-s", "-C", str(ROOT), "build/bench/peak"], check=True, stdout=subprocess.DEVNULL)
    worse = 0
    print(f"{'':32} {'total, s':>9} {'':9} {'':7} {'ready, s':>9}\n{'':32} {'other':>9} {'this':>9} {'ratio':>6}  {'other':>10} {'this':>9} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        caches = [Path(folder) / name for name in ("other", "this")]
        for cache in caches:
            cache.mkdir()
        programs = [Noether(arguments.other, caches[0]), Noether(arguments.noether, caches[1])]
        late: Dict[str, bool] = {}
        for name, constant, size in rows(arguments):
            if late.get(name):
                continue
            sides = [Side(program) for program in programs]
            for warm in (False, True):
                for _ in range(arguments.rounds):
                    for side, extra in zip(sides, ([], arguments.option)):
                        side.run(ROOT / f"models/{name}.m", [f"-D{constant}={size}", *extra], arguments, warm)
                    if sides[0].said[0] == "late" or min(sides[0].total, sides[1].total) > arguments.limit / 4:
                        break
            line, bad = compare(*sides)
            late[name] = sides[1].said[0] == "late"
            worse += bad
            print(f"{name + ' ' + str(size):32} {line}", flush=True)
    print(f"{worse} rows are worse")
    return 1 if worse else 0


if __name__ == "__main__":
    sys.exit(main())
