#!/usr/bin/env python3
"""Cross the ways of symmetry reduction with each other on random models.

Each model is checked unreduced, with fast and with exact representatives, and once
more, exact and compiled from the first state on.  All
give one exit status, none of them a crash or an internal error.  When the model
holds, the orbits of exact sum to the unreduced count, and exact <= fast <= off.
A violated run replays, with the same status.  Every tenth model also has its
symmetry tested on reached states.  Failing models are kept with the reason;
the last line is `N passed, M failed`.  Exit status: 0 all passed, 1 some failed,
77 there is no noether.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

from generate import PROFILES, generate

HERE = Path(__file__).resolve().parent
SKIPPED = 77
MODES = ("off", "fast", "exact")
BUILT = "built"     # exact, and compiled
HOLDS, COVER, UNKNOWN, USAGE, REJECTED = 0, 16, 20, 64, 65
VIOLATED = (11, 12, 13, 14, 15, 16)
SAMPLES = 40        # states on which the symmetry of every TENTH model is tested
TENTH = 10


class Wrong(Exception):
    """What a model shows to be wrong."""


class Undecided(Exception):
    """A limit was reached: the model shows nothing."""


@dataclass
class Ran:
    status: int
    result: dict


@dataclass
class Case:
    seed: int
    profile: str
    size: int
    sampled: bool


@dataclass
class Outcome:
    case: Case
    verdict: str                # "holds", "violated", "undecided" or "failed"
    reduced: bool = False       # some orbit has more than one state
    reason: str = ""
    text: str = ""


# ------------------------------------------------------------------ one model

def execute(command: List[str], seconds: int) -> Tuple[int, bytes]:
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, timeout=seconds + 20, check=False)
    except subprocess.TimeoutExpired:
        raise Wrong(f"no answer, {seconds} s were allowed: {' '.join(command)}") from None
    return done.returncode, done.stdout


def search(binary: Path, model: Path, mode: str, sampled: bool, seconds: int) -> Optional[Ran]:
    symmetry, compiled = ("exact", "always") if mode == BUILT else (mode, "auto")
    command = [str(binary), "check", f"--symmetry={symmetry}", f"--compile={compiled}", "--json=-", "--trace=off",
               f"--trace-out={model.parent / mode}.trace", f"--time={seconds}s", "--mem=1G"]
    if sampled and mode in ("fast", "exact"):
        command.append(f"--check-symmetry={SAMPLES}")
    status, output = execute(command + [str(model)], seconds)
    if status == UNKNOWN:
        raise Undecided(mode)
    if status == USAGE and mode == BUILT:
        return None     # there is no compiled model
    if status not in (HOLDS, REJECTED) + VIOLATED:
        raise Wrong(f"{mode} ends with status {status}")
    try:
        return Ran(status, json.loads(output))
    except ValueError as why:
        raise Wrong(f"{mode} writes JSON that cannot be read: {why}") from None


def replay(binary: Path, model: Path, mode: str, expected: int, seconds: int) -> None:
    trace = model.parent / f"{mode}.trace"
    if not trace.exists():
        if expected != COVER:       # what never happens has no run
            raise Wrong(f"{mode} leaves no trace")
        return
    status, _ = execute([str(binary), "replay", "--trace=off", str(trace), str(model)], seconds)
    trace.unlink()
    if status != expected:
        raise Wrong(f"{mode} ends with status {expected}, its replay with {status}")


def add_up(ran: Dict[str, Ran]) -> None:
    states = {mode: ran[mode].result["states"] for mode in MODES}
    orbits = ran["exact"].result["concrete_states"]
    uneven = ran["exact"].result["symmetry"]["uneven_starts"]
    if not uneven and orbits != str(states["off"]):
        raise Wrong(f"the orbits sum to {orbits}, unreduced there are {states['off']} states")
    if not states["exact"] <= states["fast"] <= states["off"]:
        raise Wrong(f"states: {states}")


def compare(binary: Path, model: Path, sampled: bool, seconds: int) -> Tuple[str, bool]:
    """The verdict, and whether anything was reduced."""
    ran = {mode: search(binary, model, mode, sampled, seconds) for mode in MODES + (BUILT,)}
    ran = {mode: result for mode, result in ran.items() if result}
    statuses = {mode: result.status for mode, result in ran.items()}
    if len(set(statuses.values())) > 1:
        raise Wrong(f"statuses: {statuses}")
    if statuses["off"] == REJECTED:
        raise Wrong("rejected")
    if statuses["off"] == HOLDS:
        add_up(ran)
    else:
        for mode in ran:
            replay(binary, model, mode, statuses[mode], seconds)
    if BUILT in ran and ran[BUILT].result["states"] != ran["exact"].result["states"]:
        raise Wrong("compiled, there is another number of states")
    reduced = ran["exact"].result["states"] != ran["off"].result["states"]
    return ("holds" if statuses["off"] == HOLDS else "violated"), reduced


# ---------------------------------------------------------------- many models

chosen: argparse.Namespace = argparse.Namespace()      # of this process
scratch: Optional[Path] = None                         # folder of this process


def begin(options: argparse.Namespace, folder: str) -> None:
    global chosen, scratch
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    chosen, scratch = options, Path(tempfile.mkdtemp(dir=folder))


def one(case: Case) -> Outcome:
    text = generate(case.seed, case.profile, case.size)
    model = scratch / "model.m"
    model.write_text(text, "utf-8")
    try:
        verdict, reduced = compare(chosen.noether, model, case.sampled, chosen.seconds)
        return Outcome(case, verdict, reduced)
    except Undecided as which:
        return Outcome(case, "undecided", reason=f"{which}")
    except Wrong as wrong:
        return Outcome(case, "failed", reason=f"{wrong}", text=text)


def cases(options: argparse.Namespace) -> Iterator[Case]:
    for number in range(options.count):
        profile = options.profiles[number % len(options.profiles)]
        size = options.size or 1 + number // len(options.profiles) % 2
        yield Case(options.seed + number, profile, size, number % TENTH == 0)


def keep(outcome: Outcome, folder: Path) -> Path:
    case = outcome.case
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / f"{case.profile}-{case.seed}-{case.size}.m"
    target.write_text(f"-- {outcome.reason}\n{outcome.text}", "utf-8")
    return target


def campaign(options: argparse.Namespace) -> Counter:
    counts: Counter = Counter()
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="cross-") as folder, \
            multiprocessing.Pool(options.jobs, begin, (options, folder)) as pool:
        for outcome in pool.imap_unordered(one, cases(options), chunksize=8):
            counts[outcome.verdict] += 1
            counts["reduced"] += outcome.reduced
            counts["done"] += 1
            if counts["done"] % 1000 == 0:
                print(f"{counts['done']} of {options.count}", file=sys.stderr, flush=True)
            if outcome.verdict == "failed":
                case = outcome.case
                print(f"FAILED seed {case.seed} profile {case.profile} size {case.size}: "
                      f"{outcome.reason}; kept as {keep(outcome, options.keep)}", flush=True)
            if options.budget and time.monotonic() - begun > options.budget:
                print(f"stopped after {options.budget} s", flush=True)
                break
    return counts


def differs(options: argparse.Namespace) -> int:
    """For the shrinker: 0 when something is wrong with this model, other than its text."""
    with tempfile.TemporaryDirectory(prefix="cross-") as folder:
        model = Path(folder) / "model.m"
        shutil.copyfile(options.differs, model)
        try:
            compare(options.noether, model, options.sampled, options.seconds)
        except Undecided:
            return 1
        except Wrong as wrong:
            print(wrong)
            rejected = f"{wrong}" == "rejected"
            return 1 if rejected or options.like not in f"{wrong}" else 0
    return 1


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size", type=int, default=0, help="of the models; 0: 1 and 2 in turn")
    parser.add_argument("--profiles", nargs="+", choices=PROFILES,
                        default=["symmetric", "broken", "full", "naming"])
    parser.add_argument("--seconds", type=int, default=20, help="limit of each run of noether")
    parser.add_argument("--budget", type=int, default=0, help="stop after so many seconds")
    parser.add_argument("--keep", type=Path, default=Path("cross-failures"))
    parser.add_argument("--noether", type=Path, default=HERE / "../../build/noether")
    parser.add_argument("--differs", type=Path, metavar="MODEL",
                        help="exit 0 if something is wrong with this model")
    parser.add_argument("--sampled", action="store_true", help="with --differs: test the symmetry too")
    parser.add_argument("--like", default="", help="with --differs: the reason holds this text")
    return parser.parse_args()


def main() -> int:
    given = options()
    if shutil.which(str(given.noether)) is None:
        print(f"skipped: no noether at {given.noether}")
        return SKIPPED
    if given.differs:
        return differs(given)
    counts = campaign(given)
    passed = counts["holds"] + counts["violated"]
    print(f"{counts['holds']} hold, {counts['violated']} are violated, {counts['undecided']} are undecided; "
          f"{counts['reduced']} are reduced", file=sys.stderr)
    print(f"{passed} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
