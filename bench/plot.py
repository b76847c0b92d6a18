"""The figure: seconds against size, one panel for each model, both scales of the reader."""

from __future__ import annotations

import math
from html import escape
from typing import Dict, List, Tuple

WIDTH, HEIGHT = 300, 220           # of a panel
LEFT, RIGHT, TOP, BOTTOM = 52, 12, 30, 34
COLUMNS = 3
LEGEND = 46

# Colours that can be told apart on white and on black, and by most eyes; dashes besides.
SERIES = {
    "rumur total": ("Rumur: generate, compile, run", "#d9822b", ""),
    "rumur exploring": ("Rumur: run only", "#d9822b", "5 4"),
    "noether total": ("noether: nothing cached", "#2f8fd0", ""),
    "noether warm": ("noether: compiled before", "#2f8fd0", "5 4"),
}
STYLE = """
  text { font: 12px sans-serif; fill: #555 }
  .title { font-weight: bold }
  .grid { stroke: #8886; stroke-width: 1 }
  .frame { stroke: #888; fill: none }
  @media (prefers-color-scheme: dark) { text { fill: #bbb } }
"""

Points = List[Tuple[float, float]]


def figure(panels: List[Tuple[str, str, Dict[str, Points]]]) -> str:
    """`panels`: title, name of the size, and for each series its points."""
    rows = (len(panels) + COLUMNS - 1) // COLUMNS
    width, height = COLUMNS * WIDTH, LEGEND + rows * HEIGHT
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
             f'height="{height}" role="img"><title>Seconds to a verdict, by model and size</title>',
             f"<style>{STYLE}</style>", legend()]
    for index, (title, size, series) in enumerate(panels):
        x, y = (index % COLUMNS) * WIDTH, LEGEND + (index // COLUMNS) * HEIGHT
        parts.append(f'<g transform="translate({x},{y})">{panel(title, size, series)}</g>')
    return "\n".join(parts + ["</svg>\n"])


def legend() -> str:
    parts = []
    for index, (label, colour, dashes) in enumerate(SERIES.values()):
        x, y = 20 + (index // 2) * 300, 16 + (index % 2) * 18
        parts.append(f'<path d="M{x},{y}h36" stroke="{colour}" stroke-width="2" stroke-dasharray="{dashes}"/>'
                     f'<text x="{x + 44}" y="{y + 4}">{escape(label)}</text>')
    parts.append('<text x="620" y="20">seconds, logarithmic; lower is better</text>')
    return "".join(parts)


def panel(title: str, size: str, series: Dict[str, Points]) -> str:
    points = [point for list_ in series.values() for point in list_]
    if not points:
        return ""
    low = math.floor(math.log10(max(1e-3, min(y for _, y in points))))
    high = max(low + 1, math.ceil(math.log10(max(y for _, y in points))))
    sizes = sorted({x for x, _ in points})

    def across(x: float) -> float:
        span = sizes[-1] - sizes[0] or 1
        middle = 0.5 if len(sizes) == 1 else (x - sizes[0]) / span
        return LEFT + 8 + middle * (WIDTH - LEFT - RIGHT - 16)

    def down(y: float) -> float:
        return TOP + (high - math.log10(max(y, 10.0 ** low))) / (high - low) * (HEIGHT - TOP - BOTTOM)

    parts = [f'<text class="title" x="{LEFT}" y="{TOP - 10}">{escape(title)}</text>',
             f'<rect class="frame" x="{LEFT}" y="{TOP}" width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"/>']
    for exponent in range(low, high + 1):
        y = down(10.0 ** exponent)
        parts.append(f'<path class="grid" d="M{LEFT},{y:.1f}H{WIDTH - RIGHT}"/>'
                     f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{10.0 ** exponent:g}</text>')
    for x in sizes:
        parts.append(f'<text x="{across(x):.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{x:g}</text>')
    parts.append(f'<text x="{WIDTH - RIGHT}" y="{HEIGHT - 4}" text-anchor="end">{escape(size)}</text>')
    for name, (_, colour, dashes) in SERIES.items():
        line = " ".join(f"{across(x):.1f},{down(y):.1f}" for x, y in sorted(series.get(name, [])))
        if line:
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2" '
                         f'stroke-dasharray="{dashes}"/>')
            parts += [f'<circle cx="{place.split(",")[0]}" cy="{place.split(",")[1]}" r="2.5" fill="{colour}"/>'
                      for place in line.split()]
    return "".join(parts)
