"""variants: the same results from the sanitized and the hostile build; the unit tests."""

from __future__ import annotations

from pathlib import Path
from typing import List

from kit.core import ASAN, BUILD, HOSTILE, LONG, ROOT, Test, binary, models_of, require, run, shown
from kit.expect import Expectation
from suites.models import expectation_tests

SMALL = 5000  # states of a model that the sanitized build checks
MEDIUM = 50000  # and the hostile one, without NOE_TEST_LONG


def is_small(line: Expectation) -> bool:
    return int(line.get("states") or 0) <= SMALL


def is_medium(line: Expectation) -> bool:
    return LONG or int(line.get("states") or 0) <= MEDIUM


def labelled(word: str, tests_: List[Test]) -> List[Test]:
    for test in tests_:
        test.name = f"{word} {test.name}"
    return tests_


def unit_tests() -> List[Test]:
    """Every program of tests/unit/, in both builds."""
    found = []
    for source in sorted((ROOT / "tests/unit").glob("test_*.c")):
        for folder in (BUILD / "unit", BUILD / "asan" / "unit"):
            found.append(Test("variants", f"unit {shown(folder / source.stem)}",
                              lambda path=folder / source.stem: exists_and_runs(path), 300))
    return found


def exists_and_runs(path: Path) -> None:
    ran = run([binary(path)])
    require(ran.status == 0, ran, "status 0", f"status {ran.status}")
    require("Sanitizer" not in ran.err, ran, "no sanitizer report")


def tests() -> List[Test]:
    snippets = models_of("tests/language", "tests/semantics", "tests/diagnostics")
    models = models_of("models")
    return (unit_tests()
            + labelled("asan", expectation_tests("variants", snippets, ASAN, seconds=120))
            + labelled("asan", expectation_tests("variants", models, ASAN, seconds=120, keep=is_small))
            + labelled("hostile", expectation_tests("variants", models, HOSTILE, seconds=120, keep=is_medium))
            + labelled("hostile", expectation_tests("variants", models_of("tests/semantics"), HOSTILE)))
