"""models: every expectation of models/ and tests/language/, with replay of every trace."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import List, Tuple

from kit.core import LONG, RELEASE, Failure, Test, binary, models_of, shown
from kit.expect import Expectation, check, expectations

BOTH = ("remove", "alter")


def missing(suite: str, path: Path) -> Test:
    def fail() -> None:
        raise Failure(f"  {shown(path)} has no `-- expect:` line")
    return Test(suite, shown(path), fail)


def sample(line: Expectation) -> Tuple[str, ...]:
    """Tampering with about one trace in two, to keep the time small; with which ones does not depend on the others."""
    return BOTH if LONG else {0: ("remove",), 2: ("alter",)}.get(zlib.crc32(line.name.encode()) % 4, ())


def expectation_tests(suite: str, paths: List[Path], program: Path = RELEASE, tamper_all: bool = False,
                      seconds: float = 60, keep=lambda expectation: True) -> List[Test]:
    found: List[Test] = []
    for path in paths:
        lines = expectations(path)
        if not lines:
            found.append(missing(suite, path))
        for line in filter(keep, lines):
            tamper = BOTH if tamper_all else sample(line)
            found.append(Test(suite, line.name, one(program, line, tamper), seconds))
    return found


def one(program: Path, line: Expectation, tamper: Tuple[str, ...]):
    def test() -> None:
        check(binary(program), line, tamper)
    return test


def tests() -> List[Test]:
    return (expectation_tests("models", models_of("models"), tamper_all=True, seconds=120)
            + expectation_tests("models", models_of("tests/language")))
