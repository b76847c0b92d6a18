#!/usr/bin/env python3
"""Temporal claims: how far, how fast, and what symmetry saves.

Part one is the resource controller with 10 to 1000 users, one claim at a time, beside the
figures that Gyuris and Sistla published. Part two are models of models/ for 2 to 6
processes, with symmetry on and off. Prints both tables in Markdown and writes
build/bench-temporal.json.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional

sys.dont_write_bytecode = True
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

import page  # noqa: E402
from process import run  # noqa: E402

USERS = (10, 50, 100, 500, 1000)
SIZES = (2, 3, 4, 5, 6)
CONTROLLERS = (("weak", "eventual access"), ("strong", "eventual access"), ("strong", "mutual exclusion"))
LIVE = ("readers_writers_live", "peterson_live", "german_live")

# V. Gyuris and A. P. Sistla, "On-the-Fly Model Checking Under Fairness That Exploits
# Symmetry" (CAV 1997; Formal Methods in System Design 15, 1999), Table 1, the resource
# controller: by users, states and transitions of the annotated quotient, KB, seconds; the
# better of the two methods that the table compares.
PUBLISHED = {10: (38, 107, 13, 0), 50: (198, 1567, 216, 6), 100: (398, 5642, 830, 42)}


def one_claim(text: str, name: str) -> str:
    """The model with this claim only."""
    head, *claims = re.split(r"^(?=(?:ltl|ctl|mu|never) \")", text, flags=re.M)
    return head + next(claim for claim in claims if claim.split('"')[1] == name)


def measure(program: Path, model: Path, options: List[str], limit: float) -> Dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "result.json"
        ran = run([str(program), "check", str(model), "--json", str(file), "--quiet", "--trace=off", "--max-errors=0",
                   "--deadlock=off", "--progress=off"] + options, limit)
        if ran.late:
            return {"verdict": "late", "seconds": limit}
        result = json.loads(file.read_text("utf-8"))
    claims = [item for item in result["properties"] if "product_states" in item]
    return {"verdict": result["verdict"], "seconds": ran.seconds, "judged_in": result["seconds"],
            "states": result["states"], "peak_bytes": result["peak_bytes"],
            "product_states": sum(item["product_states"] for item in claims),
            "product_edges": sum(item["product_edges"] for item in claims)}


# ------------------------------------------------------------------ measuring


def controllers(options: argparse.Namespace) -> List[dict]:
    entries = []
    for kind, claim in CONTROLLERS:
        text = one_claim((ROOT / f"models/resource_controller_{kind}.m").read_text("utf-8"), claim)
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "model.m"
            model.write_text(text, "utf-8")
            for users in options.users:
                entry = {"claim": claim, "fairness": kind, "users": users,
                         "result": measure(options.noether, model, [f"-DN={users}"], options.limit)}
                print(f"  {claim}, {kind}, {users} users: {entry['result']['seconds']:.2f} s", file=sys.stderr)
                entries.append(entry)
                if entry["result"]["verdict"] == "late":
                    break
    return entries


def live(options: argparse.Namespace) -> List[dict]:
    entries = []
    for name in LIVE:
        late = set()
        for size in options.sizes:
            entry: dict = {"model": name, "size": size}
            for mode in ("exact", "off"):
                if mode in late:  # a larger one takes no less
                    entry[mode] = {"verdict": "late", "seconds": options.limit}
                    continue
                entry[mode] = measure(options.noether, ROOT / f"models/{name}.m", [f"-DN={size}", f"--symmetry={mode}"],
                                      options.limit)
                print(f"  {name} {size} {mode}: {entry[mode]['seconds']:.2f} s", file=sys.stderr)
                if entry[mode]["verdict"] == "late":
                    late.add(mode)
            entries.append(entry)
            if "exact" in late:
                break
    return entries


# --------------------------------------------------------------------- tables


def number(result: dict, field: str) -> str:
    return f"{result[field]:,}" if field in result else "-"


def kilobytes(result: dict) -> str:
    return f"{result['peak_bytes'] / 1024:,.0f}" if "peak_bytes" in result else "-"


def seconds(result: dict) -> str:
    value = result["seconds"]
    return f">{value:.0f}" if result["verdict"] == "late" else f"{value:.2f}" if value < 10 else f"{value:.0f}"


def ratio(entry: dict, field: str) -> str:
    """How much symmetry saves; a bound if only the search without it is late."""
    exact, off = entry["exact"], entry["off"]
    if exact["verdict"] == "late" or (field != "seconds" and field not in off):
        return "-"
    value = off[field] / max(exact[field], 1e-9)
    return (">" if off["verdict"] == "late" else "") + (f"{value:.0f}" if value >= 10 else f"{value:.1f}")


def cells(table: str) -> List[List[str]]:
    """The rows of a table in Markdown."""
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines()]
    return rows[:1] + rows[2:]


def as_page(entries: dict, tables: List[str]) -> page.Page:
    """Seconds over the number of users, and, with symmetry and without, over that of processes."""
    def took(results: List[tuple]) -> List[tuple]:
        return [(size, result["seconds"]) for size, result in results if result["verdict"] != "late"]

    kinds = dict.fromkeys((entry["claim"], entry["fairness"]) for entry in entries["controllers"])
    plots = [page.plot("Resource controller", "users", "seconds", [
        (", ".join(kind), took([(entry["users"], entry["result"]) for entry in entries["controllers"] if (entry["claim"], entry["fairness"]) == kind])) for kind in kinds])]
    for model in dict.fromkeys(entry["model"] for entry in entries["live"]):
        mine = [entry for entry in entries["live"] if entry["model"] == model]
        plots.append(page.plot(model, "N", "seconds", [(label, took([(entry["size"], entry[mode]) for entry in mine]))
                                                       for label, mode in (("with symmetry", "exact"), ("without", "off"))]))
    titles = ("Resource controller", "Processes, with symmetry and without")
    return page.Page("Temporal claims", [f"At most {entries['limit']:g} s for each run."], plots,
                     [page.Table(title, cells(table)) for title, table in zip(titles, tables)])


def markdown(rows: List[List[str]]) -> str:
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = ["| " + " | ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(row, widths))) + " |" for row in rows]
    rule = "|" + "|".join("-" * (width + 1) + ("-" if i == 0 else ":") for i, width in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule] + lines[1:]) + "\n"


def controller_table(entries: List[dict]) -> str:
    rows = [["claim, fairness", "users", "verdict", "states", "product states", "edges", "KB", "seconds",
             "1997: states", "edges", "KB", "seconds"]]
    for entry in entries:
        result = entry["result"]
        published: Optional[tuple] = PUBLISHED.get(entry["users"]) if entry["claim"] == "eventual access" else None
        rows.append([f"{entry['claim']}, {entry['fairness']}", str(entry["users"]), result["verdict"],
                     number(result, "states"), number(result, "product_states"), number(result, "product_edges"),
                     kilobytes(result), seconds(result)]
                    + ([f"{value:,}" for value in published] if published else ["-"] * 4))
    return markdown(rows)


def live_table(entries: List[dict]) -> str:
    rows = [["model", "size", "verdict", "states", "without", "product states", "without", "ratio", "KB", "without",
             "seconds", "without", "ratio"]]
    for entry in entries:
        exact, off = entry["exact"], entry["off"]
        rows.append([entry["model"], str(entry["size"]), exact["verdict"], number(exact, "states"), number(off, "states"),
                     number(exact, "product_states"), number(off, "product_states"), ratio(entry, "product_states"),
                     kilobytes(exact), kilobytes(off), seconds(exact), seconds(off), ratio(entry, "seconds")])
    return markdown(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=60, metavar="S", help="seconds for each run (60)")
    parser.add_argument("--users", type=int, nargs="*", default=USERS)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--noether", type=Path, default=ROOT / "build/noether")
    parser.add_argument("--output", type=Path, default=ROOT / "build/bench-temporal.json")
    parser.add_argument("--html", type=Path, help="write a page with plots")
    options = parser.parse_args()
    entries = {"limit": options.limit, "controllers": controllers(options), "live": live(options)}
    options.output.write_text(json.dumps(entries, indent=1) + "\n", "utf-8")
    tables = [controller_table(entries["controllers"]), live_table(entries["live"])]
    print("\n".join(tables))
    if options.html:
        page.write(options.html, as_page(entries, tables))
    return 0


if __name__ == "__main__":
    sys.exit(main())
