#!/usr/bin/env python3
"""Kill searches, resume them, and compare with searches that nobody disturbed.

Rounds alternate.  In an odd one a model of models/ is checked with checkpoints and
killed (SIGKILL, now and then SIGTERM) at random moments, and resumed with another
number of threads until it comes to an end.  In an even one a random model is checked
in slices of less than a millisecond (--time), each resuming the one before; slices end
after a few states in the hostile build, which is used if it is there.  The result must
be that of an undisturbed check in everything but time and memory: verdicts, counts,
traces.  Failing rounds are kept with the reason; the last line is `N passed, M
failed`.  Exit status: 0 all passed, 1 some failed, 77 there is no noether.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import List, Optional, Tuple

from generate import PROFILES, generate

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SKIPPED = 77
UNKNOWN, REFUSED, INTERRUPTED = 20, 65, 130
MOST_KILLS = 12
MOST_SLICES = 60
UNLIKE = ("seconds", "peak_bytes", "store_bytes", "symmetry_samples", "model")  # what may differ

HOUSE = (
    ("german.m", ("-DN=3", "--symmetry=off")),
    ("german.m", ("-DN=4",)),
    ("peterson.m", ("-DN=5",)),
    ("msi_directory.m", ("--symmetry=off",)),
    ("msi_directory_bug.m", ("--max-errors=0", "--symmetry=fast")),
    ("two_phase_commit.m", ("--symmetry=off",)),
    ("abp.m", ()),
    ("mcs_lock.m", ("--symmetry=off",)),
    ("peterson_bug.m", ("-DN=3", "--max-errors=0")),
    ("german.m", ("-DN=4", "--bound=15")),
)


class Wrong(Exception):
    """What a round shows to be wrong."""


def figures(path: Path) -> dict:
    """The result, without what may differ."""
    try:
        result = json.loads(path.read_text())
    except (OSError, ValueError) as why:
        raise Wrong(f"no result: {why}") from None
    return {name: value for name, value in result.items() if name not in UNLIKE}


def difference(expected: dict, got: dict) -> str:
    # A search that keeps checkpoints has hashes from its start; an undisturbed one may have kept whole states instead.
    unlike = ("omission", "never_true") if expected.get("omission") != got.get("omission") else ()
    for name in sorted(set(expected) | set(got)):
        if name in unlike:
            continue
        if expected.get(name) != got.get(name):
            return f"{name}: {json.dumps(got.get(name))[:300]}, undisturbed {json.dumps(expected.get(name))[:300]}"
    return ""


class Round:
    def __init__(self, binary: Path, model: Path, options: Tuple[str, ...], work: Path, kept: Path,
                 dice: random.Random) -> None:
        self.dice = dice
        self.json, self.kept = work / "result.json", kept
        self.command = [str(binary), "check", str(model), "--trace=off", "--mem=1G", *options]
        self.log: List[str] = []
        self.resumed = 0

    def start(self, *more: str) -> subprocess.Popen:
        command = self.command + [f"--json={self.json}", f"-j{self.dice.choice((1, 1, 2, 3))}", *more]
        self.log.append(" ".join(command))
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)

    def end(self, process: subprocess.Popen) -> int:
        try:
            _, said = process.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise Wrong("no answer") from None
        self.log.append(f"  status {process.returncode} {said.decode('utf-8', 'replace').strip()[:300]}")
        return process.returncode

    def undisturbed(self) -> Tuple[int, dict, float]:
        begin = time.monotonic()
        status = self.end(self.start())
        return status, figures(self.json), time.monotonic() - begin

    def keeping(self) -> Tuple[str, ...]:
        """Begin, or go on from what is there."""
        every = f"--every={self.dice.choice((0, 1, 5, 20, 50))}ms"
        if (self.kept / "head").exists():
            self.resumed += 1
            return ("--resume", str(self.kept), every)
        return ("--checkpoint", str(self.kept), every)

    def compare(self, status: int, expected: Tuple[int, dict]) -> None:
        if status != expected[0]:
            raise Wrong(f"status {status}, undisturbed {expected[0]}")
        said = difference(expected[1], figures(self.json))
        if said:
            raise Wrong(said)
        if list(self.kept.iterdir()):
            raise Wrong("files are left when all is over")

    def killed(self) -> None:
        *expected, seconds = self.undisturbed()
        for kills in range(MOST_KILLS + 1):
            self.json.unlink(missing_ok=True)
            process = self.start(*self.keeping())
            if kills < MOST_KILLS:
                time.sleep(self.dice.random() * seconds * 0.6)
                process.send_signal(signal.SIGKILL if self.dice.random() < 0.8 else signal.SIGTERM)
            status = self.end(process)
            if status == -signal.SIGKILL and self.json.exists() and not (self.kept / "head").exists():
                return  # killed after the last word
            if status in (-signal.SIGKILL, -signal.SIGTERM, INTERRUPTED) or figures(self.json)["stop"] == "interrupt":
                continue
            self.compare(status, expected)
            return
        raise Wrong("killed to the end")

    def sliced(self) -> None:
        *expected, _ = self.undisturbed()
        if expected[0] in (UNKNOWN, REFUSED):
            return
        for _ in range(MOST_SLICES):
            status = self.end(self.start(*self.keeping(), f"--time={self.dice.choice((0.05, 0.1, 0.3, 1))}ms"))
            if figures(self.json)["stop"] != "time":
                break
        else:
            status = self.end(self.start(*self.keeping()))
        self.compare(status, expected)


def play(number: int, seed: int, binary: Path, work: Path, kept: Path) -> Tuple[int, Optional[str]]:
    """How often it resumed; None, or what went wrong."""
    dice = random.Random(f"{seed} {number}")
    hostile = binary.parent / "hostile" / "noether"
    if number % 2:
        name, options = dice.choice(HOUSE)
        model = ROOT / "models" / name
    else:
        model, options = work / "model.m", (f"--max-errors={dice.choice((0, 1))}",)
        options += (f"--symmetry={dice.choice(('exact', 'exact', 'fast', 'off'))}",)
        if hostile.exists() and dice.random() < 0.7:
            binary = hostile
        model.write_text(generate(dice.randrange(10 ** 9), dice.choice(sorted(PROFILES)), dice.choice((2, 3, 4))))
    options += (f"--store={dice.choice(('full', 'full', 'tree', 'compact'))}",)
    this = Round(binary, model, options, work, kept, dice)
    try:
        this.killed() if number % 2 else this.sliced()
    except Wrong as why:
        return this.resumed, "\n".join(this.log) + f"\n{why}\n"
    return this.resumed, None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--binary", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--keep", type=Path, help="folder for rounds that fail")
    arguments = parser.parse_args()
    if not arguments.binary.exists():
        print(f"there is no {arguments.binary}")
        return SKIPPED
    failed = resumed = 0
    # Checkpoints go to memory if possible: they are written all the time.
    place = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    for number in range(1, arguments.rounds + 1):
        with tempfile.TemporaryDirectory(prefix="noether-") as work, \
                tempfile.TemporaryDirectory(prefix="noether-", dir=place) as kept:
            times, why = play(number, arguments.seed, arguments.binary.resolve(), Path(work), Path(kept))
            resumed += times
            if why is None:
                continue
            failed += 1
            print(f"FAILED seed {arguments.seed} round {number}: {why}", flush=True)
            if arguments.keep:
                to = arguments.keep / f"{arguments.seed}-{number}"
                shutil.copytree(work, to, dirs_exist_ok=True)
                shutil.copytree(kept, to / "checkpoint", dirs_exist_ok=True)
    print(f"resumed {resumed} times")
    print(f"{arguments.rounds - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
