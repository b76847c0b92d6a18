#!/usr/bin/env python3
"""Measures noether against Rumur on the models of models/, at growing sizes.

Prints a table; writes bench.json and bench.html into the build folder. What the columns
mean is in docs/performance.md.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path
from typing import Dict, List, Optional

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

import page  # noqa: E402
import table  # noqa: E402
from peers import Noether, Result, Rumur, instance  # noqa: E402
from sizes import SIZES, SKIPPED  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent
LONG = 5.0  # seconds: what takes longer is not repeated


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", metavar="MODEL[=SIZE,...]", help="such as german or german=3,4; all without one")
    parser.add_argument("--quick", action="store_true", help="a few small sizes, one run each: less than a minute")
    parser.add_argument("--limit", type=float, metavar="SECONDS", help="longest run (60; quick: 10)")
    parser.add_argument("--rounds", type=int, metavar="N", help="runs of each, of which the best counts (3; quick: 1)")
    parser.add_argument("--threads", default="1,2", metavar="N,...", help="numbers of threads (1,2)")
    parser.add_argument("--noether", default=str(ROOT / "build/noether"), metavar="FILE", help="the program (build/noether)")
    parser.add_argument("--option", action="append", default=[], metavar="OPTION", help="a further option for noether check")
    parser.add_argument("--output", default=str(ROOT / "build"), metavar="FOLDER", help="for bench.json and bench.html (build)")
    parser.add_argument("--docs", action="store_true", help="put the table into docs/performance.md")
    arguments = parser.parse_args()
    arguments.limit = arguments.limit or (10 if arguments.quick else 60)
    arguments.rounds = arguments.rounds or (1 if arguments.quick else 3)
    arguments.threads = [int(word) for word in arguments.threads.split(",")]
    return arguments


def plan(arguments: argparse.Namespace) -> List[tuple]:
    """Rows (model, constant, sizes, other constants), as asked for on the command line."""
    wanted: Dict[str, Optional[List[int]]] = {}
    for word in arguments.models:
        name, _, sizes = word.partition("=")
        wanted[name] = [int(size) for size in sizes.split(",")] if sizes else None
    known = [name for name, *_ in SIZES]
    for name in wanted:
        if name not in known:
            raise SystemExit(f"bench: no sizes for `{name}`{': ' + SKIPPED[name] if name in SKIPPED else ''}; "
                             f"there are {', '.join(known)}")
    rows = []
    for name, constant, sizes, quick, others in SIZES:
        if not wanted or name in wanted:
            chosen = wanted.get(name) or (quick if arguments.quick else sizes)
            rows.append((name, constant, chosen, others))
    return rows


def better(old: Optional[Result], new: Result, field: str) -> Result:
    """The better of two; one that holds is better than one that does not."""
    if old is None or (old.status != "holds" and new.status == "holds"):
        return new
    if new.status != "holds" or getattr(new, field) >= getattr(old, field):
        return old
    return new


class Bench:
    def __init__(self, arguments: argparse.Namespace, folder: Path) -> None:
        self.arguments = arguments
        self.folder = folder
        self.rumur = Rumur(folder, arguments.limit)
        self.noether = Noether(Path(arguments.noether), folder)
        self.entries: List[dict] = []
        self.hopeless = set()  # (tool, model, threads) that passed the limit already

    def measure(self, name: str, constant: str, size: int, others: Dict[str, int], threads: int) -> None:
        model = instance(ROOT / "models" / f"{name}.m", {constant: size, **others}, self.folder)
        asked = {tool: (tool, name, threads) not in self.hopeless for tool in ("rumur", "noether")}
        if not any(asked.values()):
            return
        best: Dict[str, Optional[Result]] = {"rumur": None, "noether": None}
        verifiers = self.verifiers(model, threads) if asked["rumur"] else []
        for round_ in range(self.arguments.rounds):
            if verifiers:
                self.run_rumur(verifiers, best, round_)
            if asked["noether"] and (round_ == 0 or self.worth_repeating(best["noether"])):
                self.run_noether(model, threads, best)
        for tool, result in best.items():
            if result is None:
                best[tool] = Result("late")
            elif result.status == "late":
                self.hopeless.add((tool, name, threads))
        self.take({"model": name, "size": f"{constant}={size}", "value": size, "threads": threads}, best)

    @staticmethod
    def worth_repeating(result: Result) -> bool:
        return result.status == "holds" and result.total < LONG

    def verifiers(self, model: Path, threads: int) -> list:
        """Without scalarsets the settings are all the same. Quick: Rumur's default only."""
        has_scalarsets = re.search(r"\bscalarset\b", model.read_text()) is not None
        settings = ["heuristic", "exhaustive"] if has_scalarsets and not self.arguments.quick else ["heuristic"]
        return [self.rumur.prepare(model, setting, threads) for setting in settings]

    def run_rumur(self, verifiers: list, best: Dict[str, Optional[Result]], round_: int) -> None:
        """A setting that cannot win any more is not waited for."""
        for verifier in verifiers:
            before = best["rumur"]
            if round_ and before and not (before.how == verifier.symmetry and self.worth_repeating(before)):
                continue
            limit = self.arguments.limit
            if before and before.status == "holds" and before.how != verifier.symmetry:
                limit = min(limit, before.warm + 1)
            best["rumur"] = better(before, verifier.check(limit), "total")

    def run_noether(self, model: Path, threads: int, best: Dict[str, Optional[Result]]) -> None:
        """First with an empty cache; then, if it can hold something, with what is in it.
        Peak memory is that of the second run: in the first one it may be the compiler's."""
        options = self.arguments.option
        cold = self.noether.check(model, threads, self.arguments.limit, options, warm=False)
        if cold.status == "holds" and self.noether.has_compile:
            warm = self.noether.check(model, threads, self.arguments.limit, options, warm=True)
            if warm.status == "holds":
                cold.warm, cold.exploring, cold.peak = warm.total, warm.exploring, warm.peak
        before = best["noether"]
        warmest = min(cold.warm, before.warm) if before and before.status == "holds" else cold.warm
        best["noether"] = better(before, cold, "total")
        if cold.status == "holds":
            best["noether"].warm = warmest

    def take(self, entry: dict, best: Dict[str, Optional[Result]]) -> None:
        for tool, result in best.items():
            entry[tool] = asdict(result)
            if result.status not in ("holds", "late"):
                print(f"bench: {tool}, {entry['model']} {entry['size']}: {result.status}", file=sys.stderr)
        r, n = best["rumur"], best["noether"]
        if r.status == n.status == "holds" and r.how == "exhaustive" and r.states != n.states:
            print(f"bench: {entry['model']} {entry['size']}: {r.states} orbits by Rumur, {n.states} by noether",
                  file=sys.stderr)
        self.entries.append(entry)
        print("  ".join(cell for cell in table.row(entry)), file=sys.stderr, flush=True)


# What is drawn: label, colour, dashed
SERIES = {
    "rumur total": ("Rumur: generate, compile, run", 1, False),
    "rumur exploring": ("Rumur: run only", 1, True),
    "noether total": ("noether: nothing cached", 0, False),
    "noether warm": ("noether: compiled before", 0, True),
}


def panels(entries: List[dict]) -> List[page.Plot]:
    """One for each model, with the fewest threads that were measured."""
    constants = {name: constant for name, constant, *_ in SIZES}
    fewest = min((entry["threads"] for entry in entries), default=1)
    plots = {}
    for entry in entries:
        if entry["threads"] != fewest:
            continue
        name = entry["model"]
        panel = plots.setdefault(name, page.Plot(name, constants[name], "seconds", [page.Series(label, [], *look) for label, *look in SERIES.values()]))
        for key, series in zip(SERIES, panel.series):
            tool, field = key.split()
            if entry[tool]["status"] == "holds":
                series.points.append((entry["value"], entry[tool][field]))
    return list(plots.values())


def as_page(entries: List[dict], about: dict) -> page.Page:
    return page.Page("noether and Rumur", [said(about)], panels(entries), [page.Table("Measurements", [table.HEAD] + [table.row(entry) for entry in entries])])


def facts() -> dict:
    """What the figures depend on besides the tools."""
    cpu = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    version = subprocess.run(["rumur", "--version"], capture_output=True, text=True).stdout.strip()
    compiler = subprocess.run([os.environ.get("CC", "cc"), "--version"], capture_output=True, text=True).stdout
    return {"load": os.getloadavg()[1], "cpu": cpu.group(1) if cpu else platform.machine(), "cores": os.cpu_count(), "rumur": version,
            "compiler": compiler.split("\n", 1)[0]}


def said(about: dict) -> str:
    return (f"{about['rumur']}; {about['compiler']}; {about['cpu']}, {about['cores']} cores, load {about['load']:.1f}; "
            f"{about['limit']:g} s at most for a run, best of {about['rounds']}.")


def write_docs(text: str, about: dict) -> None:
    path = ROOT / "docs/performance.md"
    new, count = re.subn(r"(<!-- table -->\n).*?(<!-- end -->)", lambda match: f"{match[1]}{said(about)}\n\n{text}{match[2]}",
                         path.read_text(), flags=re.S)
    if count != 1:
        raise SystemExit(f"bench: {path} has no place for the table")
    path.write_text(new)


def main() -> int:
    arguments = parse_arguments()
    if not Rumur.is_there():
        raise SystemExit("bench: rumur is missing; `tools/deps bench` installs it")
    with tempfile.TemporaryDirectory(prefix="noether-bench-") as folder:
        bench = Bench(arguments, Path(folder))
        if not bench.noether.has_jobs:
            print("bench: this noether has no -j: it runs on one thread in every row", file=sys.stderr)
        for name, constant, sizes, others in plan(arguments):
            for size in sizes:
                for threads in arguments.threads:
                    bench.measure(name, constant, size, others, threads)
    text = table.markdown(bench.entries)
    print(text, end="")
    output = Path(arguments.output)
    about = {**facts(), "limit": arguments.limit, "rounds": arguments.rounds}
    (output / "bench.json").write_text(json.dumps({"schema": 1, **about, "entries": bench.entries}, indent=1) + "\n")
    page.write(output / "bench.html", as_page(bench.entries, about))
    if arguments.docs:
        write_docs(text, about)
    return 0


if __name__ == "__main__":
    sys.exit(main())
