"""Measurements as a table in Markdown, which is also what the terminal shows."""

from __future__ import annotations

from typing import List

from peers import Result

HEAD = ["model", "size", "threads", "states: Rumur", "noether", "total s: Rumur", "noether", "ratio",
        "ready s: Rumur", "noether", "ratio", "peak: Rumur", "noether", "bytes/state: Rumur", "noether"]


def number(value: int) -> str:
    return f"{value:,}" if value else "-"


def seconds(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.1f}"


def bytes_(value: int) -> str:
    return f"{value / 2**20:.1f}M" if value < 2**20 * 100 else f"{value / 2**20:.0f}M"


def per_state(result: Result) -> str:
    """Only where the states outweigh the program, which takes a few megabytes."""
    return f"{result.peak / result.states:.0f}" if result.states and result.peak > 8 * 2**20 else "-"


def shown(result: Result, field: str) -> str:
    if result.status == "holds":
        return seconds(getattr(result, field))
    return "late" if result.status == "late" else "failed"


def times(value: float) -> str:
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}" if value >= 1 else f"{value:.2f}"


def ratio(rumur: Result, noether: Result, field: str) -> str:
    """How many times faster noether is. With one of them late, a bound."""
    r, n = getattr(rumur, field), getattr(noether, field)
    sign = {("holds", "holds"): "", ("late", "holds"): ">", ("holds", "late"): "<"}.get((rumur.status, noether.status))
    return "-" if sign is None or not r or not n else sign + times(r / n)


def row(entry: dict) -> List[str]:
    r, n = Result(**entry["rumur"]), Result(**entry["noether"])
    return [entry["model"], entry["size"], str(entry["threads"]), number(r.states), number(n.states),
            shown(r, "total"), shown(n, "total"), ratio(r, n, "total"),
            shown(r, "warm"), shown(n, "warm"), ratio(r, n, "warm"),
            bytes_(r.peak) if r.peak else "-", bytes_(n.peak) if n.peak else "-", per_state(r), per_state(n)]


def markdown(entries: List[dict]) -> str:
    rows = [HEAD] + [row(entry) for entry in entries]
    widths = [max(len(line[i]) for line in rows) for i in range(len(HEAD))]

    def line(cells: List[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) if i == 0 else cell.rjust(width)
                                 for i, (cell, width) in enumerate(zip(cells, widths))) + " |"

    rule = "|" + "|".join("-" * (width + 1) + ("-" if i == 0 else ":") for i, width in enumerate(widths)) + "|"
    return "\n".join([line(rows[0]), rule] + [line(cells) for cells in rows[1:]]) + "\n"
