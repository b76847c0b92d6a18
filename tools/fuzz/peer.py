#!/usr/bin/env python3
"""Cross noether with Rumur on random or given models, symmetry off.

Both tools must give the same verdict class and, when the model holds, the
same number of states and of rules fired.  Prints each mismatch with its seed,
keeps its model, and ends with `N passed, M failed`.  Exit status: 0 all
passed, 1 some failed, 77 a tool is missing.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Dict, Iterator, List, Optional

import noether
import rumur
from answer import NO_VERDICT, Answer, agree
from generate import generate

HERE = Path(__file__).resolve().parent
SKIPPED = 77


@dataclass
class Case:
    name: str
    text: str
    constants: Dict[str, int] = field(default_factory=dict)


@dataclass
class Outcome:
    case: Case
    peer: Answer
    ours: Optional[Answer]

    def passed(self) -> bool:
        if self.ours is None:
            return self.peer.verdict not in NO_VERDICT
        return agree(self.peer, self.ours)


def substitute(text: str, constants: Dict[str, int]) -> str:
    """Give constants new values in the text, as `-D` does for noether."""
    for name, value in constants.items():
        declaration = re.compile(rf"(\b{re.escape(name)}\s*:)\s*[^;]+;")
        text, count = declaration.subn(rf"\g<1> {value};", text, count=1)
        if count == 0:
            raise ValueError(f"no declaration of constant {name}")
    return text


def settings(text: str) -> List[Dict[str, int]]:
    """The constant settings named by `-- expect:` lines; one empty if none."""
    found: List[Dict[str, int]] = []
    for line in re.findall(r"^--\s*expect:(.*)$", text, re.M):
        pairs = re.findall(r"\b([A-Za-z]\w*)=(-?\d+)\b", line)
        words = ("states", "fired", "rules_fired", "rules", "exit", "orbits", "seconds")
        chosen = {n: int(v) for n, v in pairs if n.lower() not in words}
        # Only names the model declares as constants are settings.
        chosen = {n: v for n, v in chosen.items() if re.search(rf"\b{n}\s*:", text)}
        if chosen not in found:
            found.append(chosen)
    return found or [{}]


def random_cases(first: int, count: int, size: int) -> Iterator[Case]:
    for seed in range(first, first + count):
        yield Case(f"seed {seed}", generate(seed, "common", size))


def file_cases(paths: List[str]) -> Iterator[Case]:
    for path in paths:
        text = Path(path).read_text()
        for constants in settings(text):
            label = " ".join(f"{n}={v}" for n, v in constants.items())
            yield Case(f"{path} {label}".strip(), text, constants)


def run(case: Case, binary: Optional[Path], seconds: int, optimise: str = "-O0") -> Outcome:
    with tempfile.TemporaryDirectory(prefix="peer-") as scratch:
        work = Path(scratch)
        model = work / "model.m"
        model.write_text(substitute(case.text, case.constants))
        peer = rumur.check(model, work, seconds, optimise)
        if binary is None:
            return Outcome(case, peer, None)
        model.write_text(case.text)
        return Outcome(case, peer, noether.check(binary, model, work, case.constants, seconds))


def differs(path: Path, binary: Path, seconds: int) -> int:
    """For the shrinker: 0 when both tools accept the model and disagree."""
    outcome = run(Case(str(path), path.read_text()), binary, seconds)
    if outcome.peer.verdict in NO_VERDICT or outcome.ours.verdict in NO_VERDICT:
        return 1
    return 1 if outcome.passed() else 0


def keep(outcome: Outcome, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    target = folder / (re.sub(r"[^A-Za-z0-9=]+", "-", outcome.case.name).strip("-") + ".m")
    note = f"-- Rumur: {outcome.peer}\n-- noether: {outcome.ours}\n"
    target.write_text(re.sub(r"[\r\n]+(?!--|$)", " ", note.rstrip()) + "\n" + outcome.case.text)
    return target


def summary(outcomes: List[Outcome]) -> None:
    """Distribution of the peer's verdicts and state counts, on stderr."""
    verdicts: Dict[str, int] = {}
    for outcome in outcomes:
        verdicts[outcome.peer.verdict] = verdicts.get(outcome.peer.verdict, 0) + 1
    states = sorted(o.peer.states for o in outcomes if o.peer.verdict == "holds")
    print("peer verdicts:", ", ".join(f"{k} {v}" for k, v in sorted(verdicts.items())),
          file=sys.stderr)
    if states:
        print(f"states when it holds: least {states[0]}, median {states[len(states) // 2]}, "
              f"most {states[-1]}", file=sys.stderr)


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60, help="limit of each tool run")
    parser.add_argument("--keep", type=Path, default=Path("peer-failures"))
    parser.add_argument("--noether", type=Path, default=HERE / "../../build/noether")
    parser.add_argument("--peer-only", action="store_true", help="run Rumur alone")
    parser.add_argument("--models", nargs="+", metavar="FILE")
    parser.add_argument("--differs", type=Path, metavar="MODEL",
                        help="exit 0 if the tools disagree on this model")
    return parser.parse_args()


def main() -> int:
    chosen = options()
    if not rumur.available():
        print("skipped: rumur is not installed")
        return SKIPPED
    binary = None if chosen.peer_only else chosen.noether
    if binary is not None and shutil.which(str(binary)) is None:
        print(f"skipped: no noether at {binary}")
        return SKIPPED
    if chosen.differs:
        return differs(chosen.differs, binary, chosen.seconds)
    cases = file_cases(chosen.models) if chosen.models else \
        random_cases(chosen.seed, chosen.count, chosen.size)
    level = "-O2" if chosen.models else "-O0"     # random models are small
    outcomes: List[Outcome] = []
    failed = 0
    with ThreadPoolExecutor(chosen.jobs) as pool:
        for outcome in pool.map(lambda c: run(c, binary, chosen.seconds, level), cases):
            beyond = ("rejected", "limit") if chosen.models else ("limit",)
            if outcome.peer.verdict in beyond:
                print(f"skipped {outcome.case.name}: Rumur: {outcome.peer.note.splitlines()[0]}")
                continue
            outcomes.append(outcome)
            if not outcome.passed():
                failed += 1
                print(f"MISMATCH {outcome.case.name}: Rumur {outcome.peer}; "
                      f"noether {outcome.ours}; kept as {keep(outcome, chosen.keep)}", flush=True)
    summary(outcomes)
    print(f"{len(outcomes) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
