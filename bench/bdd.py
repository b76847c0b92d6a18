#!/usr/bin/env python3
"""The engine bdd beside published figures, on models of the same protocols at the sizes that finish.

    bench/bdd.py [--quick] [--only NAME] [--seconds N] [--html FILE]

Tables in Markdown; in brackets the paper's figures, of other machines and other diagrams (CUDD, live nodes;
ours are BuDDy's nodes in use, garbage included). Seconds are those of the processor.

  appold     Appold 2010, tables 1 to 3: dynamic symmetry reduction, his search by components, with state symmetries
  futurebus  Barner and Grumberg 2002, figure 5: an ACTL claim on all states, and on representatives (live-rep), which
             are fewer only where parts of a level are expanded (--under)
  arbiter    the same, figure 6: a search of all states, with hints, with hints and symmetry; claims that hold and not
  xi         the same, figure 7: representatives by the orbit relation, and from the states that were found
  relation   Wahl and Donaldson's survey, table 1: nodes of the orbit relation for n processes with l local states

Claims about runs are left out of the models of the first table, as in the paper.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Sequence, Tuple

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import page  # noqa: E402

STRATEGIES = ("dynamic", "component", "component-states")
# model, constants besides N, size, the paper's nodes and seconds by strategy
APPOLD = (
    ("mutex", "", 50, None), ("mutex", "", 100, None), ("mutex", "", 200, ((337709, 265), (54684, 22), (54684, 14))),
    ("mcs_queue", "", 10, ((24251, 3), (9333, 2), (8870, 1))),
    ("mcs_queue", "", 20, ((143715, 163), (55013, 80), (51145, 55))),
    ("german", "-DDATA=1", 4, None), ("german", "-DDATA=1", 6, None), ("german", "-DDATA=1", 7, None),
    ("german", "-DDATA=1", 10, ((358127, 169), (69462, 52), (73898, 51))),
    ("peterson", "", 4, None), ("peterson", "", 6, ((81931144, 202), (186246, 22), (186246, 21))),
    ("readers_writers", "", 20, None), ("readers_writers", "", 40, ((65139, 210), (18586, 5), (18586, 2))),
    ("readers_writers", "", 100, ((393939, 28380), (100546, 101), (100546, 43))),
)
FUTUREBUS = {5: (132, 101), 6: (607, 265), 7: (2852, 704), 8: (8470, 3313), 9: (81171, 4571), 10: (None, 4909)}
ARBITER = {(6, True): (53, 39, 42), (6, False): (213, 64, 51), (8, True): (581, 255, 179), (8, False): (745, 524, 292)}
XI = {3: (0.26, 0.23), 4: (30.4, 1.2), 5: (1017, 18), 6: (None, 735)}  # by number of generators
# by n and l, in the order that puts the bits of a process together
RELATION = {(3, 4): 160, (5, 4): 934, (10, 4): 11997, (3, 8): 1403, (5, 8): 31249, (6, 8): 109304, (3, 10): 9174,
            (5, 10): 923652}

BUS_CLAIM = '\nctl "a bus cycle ends" AG (bus.phase = Snooping -> AF bus.phase = Free);\n'
RESET_CLAIM = '\nctl "all can be out again" AG EF (forall p: Process do state[p] = NonCritical end);\n'
ARBITER_HINTS = '\nhint "nobody was overtaken" forall p: Process do overtaken[p] = 0 end;\n'


def about_states(name: str) -> str:
    return re.sub(r'\n\s*liveness "[^"]*"[^;]*;', "", (ROOT / "models" / f"{name}.m").read_text("utf-8"))


class Bench:
    def __init__(self, folder: Path, options: argparse.Namespace) -> None:
        self.folder, self.options = folder, options

    def measure(self, text: str, *words: str) -> Optional[Dict]:
        """The result, with the processor's seconds; None: it did not come to an end."""
        path = self.folder / "model.m"
        path.write_text(text, "utf-8")
        command = [str(ROOT / "build" / "noether"), "check", "-q", "--trace=off", "--engine=bdd", f"--time={self.options.seconds}s",
                   "--json=-", *[word for word in words if word], str(path)]
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        try:
            ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=2 * self.options.seconds, check=False)
            result = json.loads(ran.stdout.decode()[ran.stdout.decode().index("{"):ran.stdout.decode().rindex("}") + 1])
        except (subprocess.TimeoutExpired, ValueError):
            return None
        result["seconds"] = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
        return result if result["complete"] or result["verdict"] == "violated" else None


def cell(result: Optional[Dict], paper: Optional[str] = None) -> str:
    mine = f"{result['seconds']:.1f} s, {result['figures']['bdd']['peak_nodes']:,}" if result else "-"
    return f"{mine} ({paper})" if paper else mine


def show(table: page.Table, row: Sequence[str]) -> None:
    if len(table.rows) == 1:
        print(f"\n### {table.title}\n\n| " + " | ".join(table.rows[0]) + " |\n|" + "---|" * len(table.rows[0]))
    table.rows.append(list(row))
    print("| " + " | ".join(row) + " |", flush=True)


def appold(bench: Bench, plots: List) -> page.Table:
    table = page.Table("Appold 2010, tables 1 to 3", [["model", "N", "orbits", *STRATEGIES]])
    measured: List[Tuple[str, int, List[Optional[Dict]]]] = []
    for name, constants, size, paper in APPOLD:
        if bench.options.quick and name in [seen for seen, *_ in measured]:
            continue
        results = [bench.measure(about_states(name), f"--strategy={strategy}", constants, f"-DN={size}") for strategy in STRATEGIES]
        states = {result["states"] for result in results if result and result["symmetry"]["mode"] == "exact"}
        if len(states) > 1:
            raise SystemExit(f"{name} {size}: strategies disagree: {states}")
        measured.append((name, size, results))
        papers = [f"{paper[i][1]} s, {paper[i][0]:,}" if paper else None for i in range(3)]
        show(table, [name, str(size), str(states.pop()) if states else "-", *map(cell, results, papers)])
    for model in dict.fromkeys(name for name, *_ in measured):
        plots.append(page.plot(model, "N", "seconds", [
            (strategy, [(size, results[at]["seconds"]) for name, size, results in measured if name == model and results[at]])
            for at, strategy in enumerate(STRATEGIES)]))
    return table


def futurebus(bench: Bench, _plots: List) -> page.Table:
    table = page.Table("Barner and Grumberg 2002, figure 5: futurebus", [["N", "plain", "live-rep", "live-rep --under=60", "states"]])
    text = about_states("futurebus") + BUS_CLAIM
    ways = (("--strategy=plain",), ("--strategy=live-rep",), ("--strategy=live-rep", "--under=60"))
    for size in (3, 4) if bench.options.quick else range(5, 11):
        classic, live = (f"{seconds} s" if seconds else "no room" for seconds in FUTUREBUS[size]) if size in FUTUREBUS else (None, None)
        results = [bench.measure(text, *way, "-DDATA=1", f"-DN={size}", "--property=a bus cycle ends") for way in ways]
        states = " / ".join(str(result["states"]) if result else "-" for result in results)
        show(table, [str(size), *map(cell, results, (classic, None, live)), states])
    return table


def arbiter(bench: Bench, _plots: List) -> page.Table:
    table = page.Table("Barner and Grumberg 2002, figure 6: arbiter", [["N", "claim", "all states", "hints", "hints and symmetry"]])
    text = about_states("arbiter") + ARBITER_HINTS
    ways = (("--strategy=plain",), ("--strategy=hints", "--symmetry=off"), ("--strategy=hints",))
    for size in (3,) if bench.options.quick else (4, 6, 7, 8):
        for holds in (True, False):
            limit = 2 * (size - 1) if holds else size - 1
            results = [bench.measure(text, *way, f"-DN={size}", f"-DLIMIT={limit}") for way in ways]
            paper = [f"{seconds} s" for seconds in ARBITER.get((size, holds), ())] or [None] * 3
            show(table, [str(size), "passed" if holds else "failed", *map(cell, results, paper)])
    return table


def xi(bench: Bench, _plots: List) -> page.Table:
    table = page.Table("Barner and Grumberg 2002, figure 7: relations of representatives, on mutex", [["generators", "orbit", "create-xi"]])
    text = about_states("mutex") + RESET_CLAIM
    for generators in (2, 3) if bench.options.quick else (2, 3, 4, 5, 6, 7):
        paper = [f"{seconds} s" if seconds else "no room" for seconds in XI.get(generators, ())] or [None, None]
        results = [bench.measure(text, f"--strategy={strategy}", f"-DN={generators + 1}") for strategy in ("orbit", "create-xi")]
        show(table, [str(generators), *map(cell, results, paper)])
    return table


def relation(bench: Bench, _plots: List) -> page.Table:
    table = page.Table("Survey, table 1: the orbit relation", [["n", "l", "nodes", "peak and seconds"]])
    for size, local in ((3, 4), (5, 4), (3, 8)) if bench.options.quick else RELATION:
        text = (f"type P: scalarset({size}); var s: array [P] of 0..{local - 1};\n"
                "startstate begin for p: P do s[p] := 0; end; end;\n"
                f"ruleset p: P do rule begin s[p] := (s[p] + 1) % {local}; end; end;\n")
        result = bench.measure(text, "--strategy=orbit")
        paper = RELATION[size, local]
        nodes = f"{result['figures']['bdd']['orbit_relation_nodes']:,}" if result else "-"
        show(table, [str(size), str(local), f"{nodes} ({paper:,})", cell(result)])
    return table


TABLES = {"appold": appold, "futurebus": futurebus, "arbiter": arbiter, "xi": xi, "relation": relation}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the first sizes only")
    parser.add_argument("--only", choices=sorted(TABLES), help="this table")
    parser.add_argument("--seconds", type=int, default=300, help="for each check")
    parser.add_argument("--html", type=Path, help="write a page with plots")
    options = parser.parse_args()
    plots: List = []
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), options)
        tables = [make(bench, plots) for name, make in TABLES.items() if options.only in (None, name)]
    if options.html:
        page.write(options.html, page.Page("Binary decision diagrams", ["Seconds and peak of nodes; in brackets the paper's."], plots, tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
