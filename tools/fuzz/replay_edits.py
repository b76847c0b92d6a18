#!/usr/bin/env python3
"""Saved runs on models that have changed since.

    tools/fuzz/replay_edits.py --count 1000 --seed 1 --jobs 2

For each of COUNT rounds a run of a model of models/ is saved (a random walk, or the counterexample of a model
with a bug), the model is edited (edits.py), and the run is replayed.  Edits that keep the run possible must
replay with the status it had and nothing that differs; after edits that do not, replay must name the very step
that the edit changed, as the first one.  As many rounds of either kind.  What fails is kept under --keep; the last
line is `N passed, M failed`.  Exit status: 0 all passed, 1 some failed, 77 there is no noether.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Optional

from edits import harmful, harmless

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
ERROR, IMPOSSIBLE = 14, 17


class Wrong(Exception):
    """What a round shows to be wrong."""


def run(words: List[object]) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=120)


def save_run(noether: Path, model: Path, trace: Path, rng: random.Random) -> int:
    """Saves a run; the status that a replay on the same model must have."""
    if "_bug" in model.name and rng.random() < 0.4:
        return run([noether, "check", model, "-q", "--trace-out", trace]).returncode
    small = ["-DN=2"] if re.search(r"^\s*N: \d", model.read_text("utf-8"), re.M) and rng.random() < 0.3 else []
    return run([noether, "sim", "--show", model, "-q", "--steps", rng.randint(2, 25), "--seed", rng.randrange(1, 10 ** 9),
                "--trace-out", trace, *small]).returncode


def escaped(name: str) -> str:
    return name.replace("=", "==")


def keep_possible(noether: Path, folder: Path, text: str, status: int, rng: random.Random) -> str:
    edited, renamed, done = harmless(text, rng)
    (folder / "edited.m").write_text(edited, "utf-8")
    maps = [word for old, new in renamed for word in ("--map", f"{escaped(old)}={escaped(new)}")]
    words = [folder / "run.json", folder / "edited.m"]
    if rng.random() < 0.2:
        words.reverse()
    ran = run([noether, "replay", *words, *maps])
    if ran.returncode != status or "differs" in ran.stdout:
        raise Wrong(f"after {', '.join(done)} {maps}: status {ran.returncode}, not {status}\n{ran.stdout}{ran.stderr}")
    return "possible"


def first_wrong(text: str) -> Optional[int]:
    found = [int(number) for number in re.findall(r"^  step (\d+):", text.split("step 0: start", 1)[0], re.M)]
    return min(found) if found else None


def make_impossible(noether: Path, folder: Path, text: str, rng: random.Random) -> str:
    trace = json.loads((folder / "run.json").read_text("utf-8"))
    edited = harmful(text, trace["steps"], rng)
    if not edited:
        return "no such edit"
    changed, number, way = edited
    (folder / "edited.m").write_text(changed, "utf-8")
    ran = run([noether, "replay", folder / "run.json", folder / "edited.m", "--trace=off"])
    named = first_wrong(ran.stdout)
    still_fails = way == "elsewhere" and "still fails" in " ".join(ran.stdout.split())
    fails_there = way == "elsewhere" and ran.returncode == ERROR  # an assertion, in the state that it leads to
    expected = ERROR if way == "error" or fails_there else IMPOSSIBLE
    if (ran.returncode != expected and not still_fails) or named != number:
        raise Wrong(f"{way} at step {number}: status {ran.returncode}, first wrong step {named}\n{ran.stdout}{ran.stderr}")
    if trace["property"] and expected == IMPOSSIBLE and not still_fails and "the fix holds for this run" not in " ".join(ran.stdout.split()):
        raise Wrong(f"{way} at step {number}: nothing is said of the fix\n{ran.stdout}")
    return f"impossible: {way}"


def one_round(noether: Path, seed: int, kind: str, keep: Optional[Path]) -> str:
    """What was tried, or `FAILED ...`; rounds without an edit are tried again with other dice."""
    rng = random.Random(f"{seed} {kind}")
    models = sorted((ROOT / "models").glob("*.m"))
    with tempfile.TemporaryDirectory(prefix="noether-edits-") as name:
        folder = Path(name)
        for _ in range(100):
            model = rng.choice(models)
            text = model.read_text("utf-8")
            status = save_run(noether, model, folder / "run.json", rng)
            if not (folder / "run.json").exists():
                continue
            try:
                done = keep_possible(noether, folder, text, status, rng) if kind == "possible" \
                    else make_impossible(noether, folder, text, rng)
            except Wrong as why:
                if keep:
                    keep.mkdir(parents=True, exist_ok=True)
                    for file in ("run.json", "edited.m"):
                        (keep / f"{seed}-{kind}-{file}").write_bytes((folder / file).read_bytes())
                return f"FAILED seed {seed} {kind} {model.name}: {why}"
            if done != "no such edit":
                return done
    return f"FAILED seed {seed}: no edit was found"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--noether", type=Path, default=ROOT / "build/noether")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    options = parser.parse_args()
    if not options.noether.exists():
        print(f"there is no {options.noether}")
        return SKIPPED
    rounds = [(options.seed + i, kind) for i in range(options.count) for kind in ("possible", "impossible")]
    tally: collections.Counter = collections.Counter()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for said in pool.map(lambda pair: one_round(options.noether, *pair, options.keep), rounds):
            failed += said.startswith("FAILED")
            tally[said.split(":")[0] if said.startswith("FAILED") else said] += 1
            if said.startswith("FAILED"):
                print(said, flush=True)
    print(", ".join(f"{count} {what}" for what, count in sorted(tally.items()) if not what.startswith("FAILED")))
    print(f"{len(rounds) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
