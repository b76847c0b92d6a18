#!/usr/bin/env python3
"""BuDDy has no more nodes than there are from step N on: for each 1,000th step of a run, in every strategy.

Each model is checked by `--engine bdd` without a limit; then again with the limit at steps 1, 1000, 2000 ... of that run
(--every), or as many of these as --most allows, evenly spread.  Each answer must be UNKNOWN or the right one, property by property, with the
same number of states where the search is complete.  --reorder N looks for a better order of variables at N nodes besides.
Strategies that come to no end are not tried.  The last line is `N passed, M failed`: runs with a limit.
Exit status: 0 all passed, 1 some failed.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional

from symbolic import PROGRAM, ROOT, STRATEGIES, answers

MODELS = ("mutex.m -DN=12", "mutex_bug.m -DN=8", "peterson.m -DN=3", "peterson_bug.m", "german.m -DN=2", "german_bug.m", "german_live.m -DN=2",
          "arbiter.m -DN=4", "readers_writers.m", "two_phase_commit.m -DN=5", "two_phase_commit_bug.m", "dining_deadlock.m",
          "dining_live.m", "futurebus.m", "resource_controller.m -DN=12", "lamps_branching.m -DN=8", "mcs_lock.m -DN=3", "abp.m")


def check(words: List[str], more: Dict[str, str], seconds: int) -> Optional[Dict]:
    """The result; None: out of time, or nothing that can be judged."""
    with tempfile.NamedTemporaryFile(suffix=".json") as out:
        command = [str(PROGRAM), "check", "-q", "--trace=off", f"--json={out.name}", f"--time={seconds}", "--engine=bdd", *words]
        try:
            ran = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=6 * seconds, check=False,
                                 cwd=ROOT / "models", env={**os.environ, **more})
        except subprocess.TimeoutExpired:
            return None
        text = Path(out.name).read_text("utf-8")
        result = json.loads(text) if text else {"verdict": "error", "properties": [], "complete": False}
        result["status"] = ran.returncode
        return result


def difference(normal: Dict, limited: Dict) -> str:
    if limited["verdict"] == "error":
        return f"an error, status {limited['status']}"
    for question, verdict in answers(limited).items():
        if verdict not in ("unknown", answers(normal)[question]):
            return f"{question} is {verdict}"
    if limited["complete"] and limited["states"] != normal["states"]:
        return f"{limited['states']} states instead of {normal['states']}"
    return ""


def limits_of(steps: int, options: argparse.Namespace) -> List[int]:
    found = [1, *range(options.every, steps, options.every)]
    stride = -(-len(found) // options.most) if options.most else 1
    return found[::stride]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", help="in models/, with their options in one word; instead of the list here")
    parser.add_argument("--strategies", default=",".join(STRATEGIES))
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--most", type=int, default=0, help="so many limits for each model and strategy; 0: all")
    parser.add_argument("--seconds", type=int, default=20)
    parser.add_argument("--reorder", type=int, default=0)
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    passed = failed = unknown = pairs = 0
    reorder = {"NOE_BDD_CROWDED_AT": str(options.reorder)}
    for model in options.models or MODELS:
        for strategy in options.strategies.split(","):
            words = [f"--strategy={strategy}", *model.split()]
            normal = check(words, reorder, options.seconds)
            if not normal or "bdd" not in (normal.get("figures") or {}) or normal["verdict"] == "error":
                continue
            limits = limits_of(normal["figures"]["bdd"]["images"], options)
            pairs += 1
            for limit in limits:
                limited = check(words, {"NOE_BDD_LIMIT_AT": str(limit), **reorder}, options.seconds)
                reason = difference(normal, limited) if limited else ""
                failed += bool(reason)
                passed += not reason
                unknown += bool(limited) and limited["status"] == 20
                if reason:
                    print(f"MISMATCH {model} {strategy} at step {limit}: {reason}", flush=True)
            if options.verbose:
                print(f"{model} {strategy}: {len(limits)} limits", flush=True)
    print(f"{pairs} models and strategies, {unknown} answers UNKNOWN")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
