#!/usr/bin/env python3
"""Runs the test suites; the last line says how many tests passed and failed."""

from __future__ import annotations

import argparse
import importlib
import re
import sys
import time
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from kit.core import Outcome, run_all  # noqa: E402

SUITES = ("kit", "tree", "models", "semantics", "diagnostics", "docs", "cli", "symmetry", "detect", "adaptive", "orbits", "stores",
          "jobs", "variants", "alloc", "random", "mutate", "compile", "lower", "circuit", "aiger", "temporal", "live",
          "counter", "bdd", "tiny", "engine", "hunt", "coverage", "pages", "explore", "lsp", "editors", "packages")
MODULES = {"kit": "kit_tests", "random": "random_models"}  # in suites/; of the others the name of the suite


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="of " + ", ".join(SUITES) + "; all without one")
    parser.add_argument("-k", metavar="PATTERN", help="only tests whose name matches this regular expression")
    parser.add_argument("-j", type=int, default=2, metavar="N", help="tests at a time (2)")
    parser.add_argument("--complete", action="store_true", help="programs that were not built are failures, not reasons to skip")
    parser.add_argument("--list", action="store_true", help="print the names of the tests and end")
    parser.add_argument("--slowest", type=int, default=0, metavar="N", help="show the N slowest tests")
    arguments = parser.parse_args()
    for name in arguments.suites:
        if name not in SUITES:
            parser.error(f"there is no suite `{name}`")
    return arguments


def collect(names: list, pattern: str) -> list:
    found = []
    for name in names or SUITES:
        found += importlib.import_module("suites." + MODULES.get(name, name)).tests()
    return [test for test in found if not pattern or re.search(pattern, test.label)]


def long_ones_first(tests: list) -> list:
    """Those that may take long begin first, so that no processor waits for the last of them."""
    return sorted(tests, key=lambda test: -test.seconds)


class Tally:
    """Counts by suite, and says what failed as soon as it is known."""

    def __init__(self) -> None:
        self.counts: dict = {}
        self.reasons: dict = {}  # why tests were skipped -> how many

    def add(self, outcome: Outcome) -> None:
        counts = self.counts.setdefault(outcome.test.suite, {"passed": 0, "failed": 0, "skipped": 0, "work": 0.0})
        counts[outcome.verdict] += 1
        counts["work"] += outcome.work
        if outcome.verdict == "failed":
            print(f"FAILED {outcome.test.label} ({outcome.seconds:.1f} s)\n{outcome.text}\n", flush=True)
        elif outcome.verdict == "skipped":
            self.reasons[outcome.text] = self.reasons.get(outcome.text, 0) + 1

    def total(self, verdict: str) -> int:
        return sum(counts[verdict] for counts in self.counts.values())

    def table(self) -> None:
        for suite, counts in self.counts.items():
            skipped = f", {counts['skipped']} skipped" if counts["skipped"] else ""
            print(f"{suite:12} {counts['passed']:5} passed, {counts['failed']:3} failed{skipped}"
                  f"  ({counts['work']:.0f} s of work)")
        for reason, count in self.reasons.items():
            print(f"skipped {count}: {reason}")


def main() -> int:
    arguments = parse_arguments()
    tests = collect(arguments.suites, arguments.k)
    if arguments.list:
        print("\n".join(test.label for test in tests))
        return 0
    tally = Tally()
    begin = time.monotonic()
    outcomes = run_all(long_ones_first(tests), max(1, arguments.j), tally.add, arguments.complete)
    for outcome in sorted(outcomes, key=lambda outcome: -outcome.work)[:arguments.slowest]:
        print(f"{outcome.work:6.1f} s  {outcome.test.label}")
    tally.table()
    print(f"{time.monotonic() - begin:.0f} s")
    skipped = f", {tally.total('skipped')} skipped" if tally.total("skipped") else ""
    print(f"{tally.total('passed')} passed, {tally.total('failed')} failed{skipped}")
    return 1 if tally.total("failed") else 0


if __name__ == "__main__":
    sys.exit(main())
