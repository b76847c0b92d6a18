#!/usr/bin/env python3
"""Ways to find out whether a state is symmetric to one that was met: canonical forms, and those of the engine orbits.

Prints one row for each model: states stored and the processor seconds and memory of each way, all interpreted, on one
thread, best of three.  docs/symmetry.md has the table.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, Tuple

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build" / "noether"
MODELS = (("german.m", "-DN=3"), ("german.m", "-DN=4"), ("mcs_lock.m", "-DN=4"), ("msi_directory.m", ""), ("dining_numbers.m", "-DN=8"))
WAYS = {"canonical forms": ("--engine=adaptive",), "first-found": ("--engine=orbits", "--strategy=first-found"),
        "flooding": ("--engine=orbits", "--strategy=flooding"), "markers": ("--engine=orbits", "--strategy=markers")}


def measured(model: str, constant: str, words: Tuple[str, ...]) -> Tuple[Dict, float]:
    """The engine adaptive searches a model without roles as orbits does: only what tells orbits apart is different."""
    best, result = 1e9, {}
    for _ in range(3):
        with tempfile.NamedTemporaryFile(suffix=".json") as out:
            before = os.times()
            subprocess.run([PROGRAM, "check", ROOT / "models" / model, *constant.split(), "-q", f"--json={out.name}", *words],
                           stdout=subprocess.DEVNULL, check=False)
            after = os.times()
            best = min(best, after.children_user + after.children_system - before.children_user - before.children_system)
            result = json.loads(Path(out.name).read_text("utf-8"))
    return result, best


def main() -> int:
    print("| model | concrete states | " + " | ".join(f"{way}: states | s | MB" for way in WAYS) + " |")
    print("|---|--:|" + "--:|" * 3 * len(WAYS))
    for model, constant in MODELS:
        cells, concrete = [], ""
        for words in WAYS.values():
            result, seconds = measured(model, constant, words)
            concrete = concrete or result["concrete_states"] or ""
            stored = result["figures"].get("orbits", {}).get("images_stored")
            states = f"{result['states']:,}" + (f" + {stored:,}" if stored else "")
            cells.append(f"{states} | {seconds:.2f} | {result['peak_bytes'] / 1e6:.1f}")
        print(f"| {Path(model).stem} {constant.replace('-D', '')} | {int(concrete or 0):,} | " + " | ".join(cells) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
