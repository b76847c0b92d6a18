#!/usr/bin/env python3
"""The engine bdd beside the figures of Appold (2010): dynamic symmetry reduction, his search by components,
and that with state symmetries, on models of the same protocols at the sizes that finish.

    bench/bdd.py [--quick] [--seconds N]

Prints a table in Markdown: seconds and diagram nodes, ours and the paper's (one core of 2.4 GHz, CUDD, live
nodes; ours are BuDDy's nodes in use, garbage included). Claims about runs are left out of the models: these
strategies do not judge them.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, Optional

ROOT = Path(__file__).resolve().parent.parent
STRATEGIES = ("dynamic", "component", "component-states")
# model, size, the paper's nodes and seconds by strategy
ROWS = (
    ("mutex", 50, None), ("mutex", 100, None),
    ("mutex", 200, ((337709, 265), (54684, 22), (54684, 14))),
    ("readers_writers", 10, None), ("readers_writers", 20, None),
    ("readers_writers", 40, ((65139, 210), (18586, 5), (18586, 2))),
    ("peterson", 4, None), ("peterson", 5, None),
    ("peterson", 6, ((81931144, 202), (186246, 22), (186246, 21))),
    ("mcs_lock", 3, None), ("mcs_lock", 4, None),
    ("german", 3, None), ("german", 4, None),
)


def about_states(name: str) -> str:
    text = (ROOT / "models" / f"{name}.m").read_text("utf-8")
    parts = re.split(r"^(?=(?:ruleset[^\n]*\n?\s*)?(?:liveness|ltl|ctl|mu|never)\b)", text, flags=re.M)
    kept = parts[0]
    for part in parts[1:]:
        end = re.search(r"^(?=invariant|cover|assume|rule|ruleset|startstate)", part[1:], flags=re.M)
        kept += part[1 + end.start():] if end else ""
    return kept


def measure(path: Path, size: int, strategy: str, seconds: int) -> Optional[Dict]:
    words = [str(ROOT / "build" / "noether"), "check", "-q", "--engine=bdd", f"--strategy={strategy}", f"-DN={size}",
             f"--time={seconds}s", "--json=-", str(path)]
    try:
        ran = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=2 * seconds, check=False)
        result = json.loads(ran.stdout.decode()[:ran.stdout.decode().rindex("}") + 1])
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return result if result["complete"] else None


def cell(result: Optional[Dict], paper) -> str:
    mine = f"{result['seconds']:.1f} s, {result['figures']['bdd']['peak_nodes']:,}" if result else "-"
    return f"{mine} ({paper[1]} s, {paper[0]:,})" if paper else mine


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="the first sizes only")
    parser.add_argument("--seconds", type=int, default=300, help="for each check")
    options = parser.parse_args()
    print("| model | N | orbits | " + " | ".join(STRATEGIES) + " |")
    print("|---|---|---|" + "---|" * len(STRATEGIES))
    with tempfile.TemporaryDirectory() as folder:
        for name, size, paper in ROWS:
            if options.quick and paper:
                continue
            path = Path(folder) / f"{name}.m"
            path.write_text(about_states(name), "utf-8")
            results = [measure(path, size, strategy, options.seconds) for strategy in STRATEGIES]
            states = {result["states"] for result in results if result and result["symmetry"]["mode"] == "exact"}
            if len(states) > 1:
                print(f"{name} {size}: strategies disagree: {states}", file=sys.stderr)
                return 1
            print(f"| {name} | {size} | {states.pop() if states else '-'} | " + " | ".join(
                cell(result, paper[i] if paper else None) for i, result in enumerate(results)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
