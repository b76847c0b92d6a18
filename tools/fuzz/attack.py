#!/usr/bin/env python3
"""Cross all ways of checking with each other on models that attack the proof of symmetry.

Every model is searched to its end without symmetry, interpreted and with one thread: that is
what is right.  Exact and fast representatives, two threads and compiled code must then give the
same exit status, the same findings in the same order (names, kinds, verdicts), the same
`complete`, and orbits that sum to the number of states; and so must, with `--max-errors=1`, the
first finding.  Compiled code costs a compiler, so only every COMPILED_EACHth model has it.

What differs is kept, with the reason, and shrunk with `--shrink`; the seed is printed.  At the
end the campaign says what its models were: how many were read, moved, kept a proved scalarset,
were violated, had each of the features they are for.  The last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 there is no noether.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Optional, Tuple

from generate import generate

HERE = Path(__file__).resolve().parent
SKIPPED = 77
HOLDS, UNKNOWN, USAGE, REJECTED = 0, 20, 64, 65
VIOLATED = (11, 12, 13, 14, 15, 16, 17)
PROFILES = ("attack", "planted", "loops", "rings")
COMPILED_EACH = 12
SECONDS = 5         # allowed for one run of noether

# What a model is for, by what its text shows.
FEATURES = {
    "effects in removals": r"multisetremovepred\([^;]*\b(is|do)\d+\(",
    "effects in counts": r"multisetcount\([^;]*\bis\d+\(",
    "bags in bags": r"var nest:|\bn\.m\b",
    "alias of a result": r"alias z\d+: make\d+\(",
    "unions": r"type U:",
    "functions in quantifiers": r"(exists|forall) [^;]*\bis\d+\(",
    "assertions": r"\bassert\b", "assumptions": r"\bassume\b", "covers": r"\bcover\b",
    "fairness": r"weakfair|strongfair", "nested rulesets": r"ruleset [^;\n]*do\n(weakfair |strongfair )?ruleset",
    "temporal claims": r"\b(ltl|ctl)\b", "liveness": r"\bliveness\b",
    "planted": r"-- planted",
}


class Wrong(Exception):
    """What a model shows to be wrong."""


class Undecided(Exception):
    """A limit was reached: the model shows nothing."""


@dataclass
class Ran:
    status: int
    result: dict

    def findings(self) -> List[Tuple[str, str, str, int]]:
        """Every claim and error with its verdict; values of scalarsets and slots may be named by other ones."""
        return [(re.sub(r"_\d+|\{\d+\}", "_#", item["name"]), item["kind"], item["verdict"], item["line"])
                for item in self.result["properties"]]

    def violated(self) -> List[Tuple[str, str]]:
        """What a search found that ended at its first violation.  Which of two errors a firing meets first may
        depend on the state of the orbit that is shown: errors count as one."""
        found = [(item[1] if item[1] == "assertion" else item[0], item[1]) for item in self.findings()
                 if item[2] == "violated"]
        return sorted(set(found), key=found.index)


@dataclass
class Outcome:
    seed: int
    profile: str
    verdict: str                # "holds", "violated", "undecided", "rejected" or "failed"
    facts: List[str] = field(default_factory=list)
    reason: str = ""
    text: str = ""


class Prover:
    """Runs noether on one model in a folder of its own."""

    def __init__(self, binary: Path, folder: Path, environment: Dict[str, str]) -> None:
        self.binary, self.folder, self.environment = binary, folder, environment
        self.model = folder / "model.m"
        self.given: List[str] = []      # options that the model wants

    def take(self, text: str) -> None:
        self.model.write_text(text, "utf-8")
        found = re.search(r"^-- options: (.*)$", text, re.M)
        self.given = found.group(1).split() if found else []

    def run(self, name: str, *options: str) -> Optional[Ran]:
        command = [str(self.binary), "check", "--quiet", "--trace=off", f"--time={SECONDS}s", "--mem=1G",
                   f"--json={self.folder / 'result.json'}", *self.given, *options, str(self.model)]
        try:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, close_fds=False,
                                  stderr=subprocess.DEVNULL, timeout=SECONDS * 5, check=False, env=self.environment)
        except subprocess.TimeoutExpired:
            raise Wrong(f"{name} gives no answer") from None
        if done.returncode == UNKNOWN:
            raise Undecided(name)
        if done.returncode == REJECTED or (done.returncode == USAGE and "compiled" in name):
            return None
        if done.returncode not in (HOLDS,) + VIOLATED:
            raise Wrong(f"{name} ends with status {done.returncode}")
        try:
            ran = Ran(done.returncode, json.loads((self.folder / "result.json").read_text()))
        except ValueError as why:
            raise Wrong(f"{name} writes JSON that cannot be read: {why}") from None
        if ran.result["stop"] not in ("none", "errors"):
            raise Undecided(name)
        return ran


def agree(name: str, right: Ran, other: Ran, whole: bool) -> None:
    """Does the other run say what is right? `whole`: both searched everything."""
    if other.status != right.status:
        raise Wrong(f"status {right.status} without symmetry, {other.status} {name}")
    if other.result["complete"] != right.result["complete"]:
        raise Wrong(f"complete differs {name}")
    ours, theirs = (right.findings(), other.findings()) if whole else (right.violated(), other.violated())
    if ours != theirs:
        odd = [item for item in ours if item not in theirs], [item for item in theirs if item not in ours]
        raise Wrong(f"findings differ {name}: {odd[0]} without symmetry, {odd[1]} with it" if any(odd)
                    else f"the order of findings differs {name}")
    if not whole or other.result["symmetry"]["uneven_starts"]:
        return
    states, orbits = right.result["states"], other.result["concrete_states"]
    if other.result["symmetry"]["mode"] == "exact" and orbits != str(states):
        raise Wrong(f"{states} states, and the orbits sum to {orbits} {name}")
    if other.result["states"] > states:
        raise Wrong(f"{states} states, {other.result['states']} {name}")


def facts_of(right: Ran, exact: Ran, text: str) -> List[str]:
    used = any(kind["used"] and kind["proved"] for kind in exact.result["symmetry"]["types"])
    facts = ["read"] + (["moved"] if right.result["states"] > 1 else []) + (["proved"] if used else [])
    facts += ["reduced"] if exact.result["states"] < right.result["states"] else []
    facts += ["uneven"] if exact.result["symmetry"]["uneven_starts"] else []
    return facts + [f"has {name}" for name, shown in FEATURES.items() if re.search(shown, text)]


def compare(prover: Prover, text: str, number: int) -> Tuple[str, List[str]]:
    """The verdict and what is known of the model; raises Wrong."""
    prover.take(text)
    never, all_of_it = "--compile=never", "--max-errors=0"
    right = prover.run("off", "--symmetry=off", never, all_of_it)
    if not right:
        return "rejected", []
    ways = {"exact": ("--symmetry=exact", never, all_of_it), "fast": ("--symmetry=fast", never, all_of_it)}
    if number % 4 == 0:
        ways["with two threads"] = ("--jobs=2", never, all_of_it)
    if number % COMPILED_EACH == 0:
        ways["compiled"] = ("--compile=always", all_of_it)
    if number % (4 * COMPILED_EACH) == 0:
        ways["compiled, without symmetry"] = ("--compile=always", "--symmetry=off", all_of_it)
    ran = {name: prover.run(name, *options) for name, options in ways.items()}
    for name, other in ran.items():
        if other:
            agree(name, right, other, True)
    if right.status != HOLDS and number % 2 == 0:
        first = prover.run("off, to the first error", "--symmetry=off", never)
        for mode in ("exact", "fast"):
            agree(f"{mode}, to the first error", first, prover.run(mode, f"--symmetry={mode}", never), False)
    return ("holds" if right.status == HOLDS else "violated"), facts_of(right, ran["exact"], text)


# ---------------------------------------------------------------- many models

prover: Optional[Prover] = None       # of this process


def make_prover(binary: Path, folder: str) -> Prover:
    """Objects that are compiled stay in the folder; tcc builds them in no time."""
    environment = dict(os.environ, XDG_CACHE_HOME=folder)
    if shutil.which("tcc"):
        environment["CC"] = "tcc"
    return Prover(binary, Path(tempfile.mkdtemp(dir=folder)), environment)


def begin(binary: Path, folder: str) -> None:
    global prover
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    prover = make_prover(binary, folder)


def one(case: Tuple[int, str, int, int]) -> Outcome:
    seed, profile, size, number = case
    text = generate(seed, profile, size)
    try:
        verdict, facts = compare(prover, text, number)
        return Outcome(seed, profile, verdict, facts)
    except Undecided as which:
        return Outcome(seed, profile, "undecided", reason=str(which))
    except Wrong as wrong:
        return Outcome(seed, profile, "failed", reason=str(wrong), text=text)


def cases(given: argparse.Namespace) -> Iterator[Tuple[int, str, int, int]]:
    for number in range(given.count):
        profile = given.profiles[number % len(given.profiles)]
        yield given.seed + number, profile, given.size, number // len(given.profiles)


def kind_of(reason: str) -> str:
    """What failures have in common: their reason without numbers and names."""
    return re.sub(r"\[.*", "", re.sub(r"\d+", "#", reason))


def keep(outcome: Outcome, given: argparse.Namespace) -> Path:
    given.keep.mkdir(parents=True, exist_ok=True)
    target = given.keep / f"{outcome.profile}-{outcome.seed}.m"
    target.write_text(f"-- {outcome.reason}\n{outcome.text}", "utf-8")
    if given.shrink:
        small = target.with_suffix(".small.m")
        subprocess.run([sys.executable, str(HERE / "shrink.py"), "--output", str(small), str(target), "--",
                        sys.executable, str(HERE / "attack.py"), "--noether", str(given.noether), "--like",
                        kind_of(outcome.reason), "--differs"], stdout=subprocess.DEVNULL, check=False)
        return small if small.exists() else target
    return target


def report(counts: Counter, facts: Counter, seconds: float) -> None:
    total = max(1, counts["done"])
    print(f"{counts['done']} models in {seconds:.0f} s, {counts['done'] * 60 / max(seconds, 1):.0f} in a minute: "
          + ", ".join(f"{counts[v]} {v}" for v in ("holds", "violated", "undecided", "rejected", "failed")))
    print("  " + "\n  ".join(f"{name:28} {100 * number / total:5.1f}%" for name, number in sorted(facts.items())))


def campaign(given: argparse.Namespace) -> Counter:
    counts, facts, begun = Counter(), Counter(), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="attack-") as folder, \
            multiprocessing.Pool(given.jobs, begin, (given.noether, folder)) as pool:
        for outcome in pool.imap_unordered(one, cases(given), chunksize=8):
            counts["done"] += 1
            counts[outcome.verdict] += 1
            facts.update(outcome.facts)
            if outcome.verdict == "failed":
                print(f"FAILED seed {outcome.seed} profile {outcome.profile}: {outcome.reason}; "
                      f"kept as {keep(outcome, given)}", flush=True)
            if counts["done"] % 5000 == 0:
                print(f"{counts['done']} of {given.count}, {counts['failed']} failed", file=sys.stderr, flush=True)
            if given.budget and time.monotonic() - begun > given.budget:
                print(f"stopped after {given.budget} s")
                break
    report(counts, facts, time.monotonic() - begun)
    return counts


def ways_like(reason: str) -> int:
    """The number of a model for which the way that the reason names is gone, and few others."""
    return 0 if "compiled" in reason or "threads" in reason else 2 if "first error" in reason else 1


def differs(given: argparse.Namespace) -> int:
    """For the shrinker: 0 if something is wrong with the model, for a reason like the given one."""
    with tempfile.TemporaryDirectory(prefix="attack-") as folder:
        try:
            compare(make_prover(given.noether, folder), given.differs.read_text("utf-8"), ways_like(given.like))
        except Undecided:
            return 1
        except Wrong as wrong:
            print(wrong)
            return 0 if kind_of(str(wrong)).startswith(given.like) else 1
    return 1


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--size", type=int, default=1)
    parser.add_argument("--profiles", nargs="+", choices=PROFILES, default=["attack", "attack", "planted", "loops", "rings"])
    parser.add_argument("--budget", type=int, default=0, help="stop after so many seconds")
    parser.add_argument("--keep", type=Path, default=Path("attack-failures"))
    parser.add_argument("--shrink", action="store_true", help="what fails")
    parser.add_argument("--noether", type=Path, default=HERE / "../../build/noether")
    parser.add_argument("--differs", type=Path, metavar="MODEL", help="exit 0 if something is wrong with this model")
    parser.add_argument("--like", default="", help="with --differs: how the reason begins, without numbers")
    return parser.parse_args()


def main() -> int:
    given = options()
    if shutil.which(str(given.noether)) is None:
        print(f"skipped: no noether at {given.noether}")
        return SKIPPED
    if given.differs:
        return differs(given)
    counts = campaign(given)
    print(f"{counts['holds'] + counts['violated']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
