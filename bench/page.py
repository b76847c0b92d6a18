"""Measurements as a page for a browser: plots over a size, and tables. Styles and plots are those of `check --html`."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import asdict, dataclass, field
from html import escape
from pathlib import Path
from typing import List, Sequence, Tuple

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("src/report/html/base.js", "src/report/html/plot.js", "bench/page.js")

# The page gets nothing from anywhere, as those of src/report/html.c.
FRAME = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>{title} - noether</title>
<style>
{style}</style>
</head>
<body>
<main id="main"></main>
<script type="application/json" id="data">
{data}
</script>
<script>
"use strict";
{script}</script>
</body>
</html>
"""


@dataclass
class Series:
    name: str
    points: List[Tuple[float, float]]
    colour: int = 0
    dashed: bool = False


@dataclass
class Plot:
    title: str
    x: str
    y: str
    series: List[Series]


@dataclass
class Table:
    title: str
    rows: List[List[str]]  # the first one names the columns


@dataclass
class Page:
    title: str
    about: List[str]
    plots: List[Plot] = field(default_factory=list)
    tables: List[Table] = field(default_factory=list)


def plot(title: str, x: str, y: str, series: Sequence[Tuple[str, List[Tuple[float, float]]]]) -> Plot:
    """Series of (name, points), in colours of their own."""
    return Plot(title, x, y, [Series(name, sorted(points), colour) for colour, (name, points) in enumerate(series)])


def text(page: Page) -> str:
    data = dict(asdict(page), command=shlex.join(["bench/" + Path(sys.argv[0]).name, *sys.argv[1:]]))
    safe = json.dumps(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    script = "".join((ROOT / part).read_text("utf-8") for part in PARTS)
    style = (ROOT / "src/report/html/style.css").read_text("utf-8")
    return FRAME.format(title=escape(page.title), style=style, data=safe, script=script)


def write(path: Path, page: Page) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text(page), "utf-8")
    print(f"bench: plots are in {path}", file=sys.stderr)
