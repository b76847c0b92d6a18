"""compile: generated code against the interpreter, state by state.

The unit test `test_compile`, given models: every successor under every rule, every
claim, with and without symmetry, on the first states of each model.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Iterator, List

from kit.core import BUILD, LONG, ROOT, Test, binary, require, run, scratch
from suites.random_models import generate

PROGRAM = BUILD / "unit" / "test_compile"
FOLDERS = ("models", "tests/language", "tests/semantics", "tests/symmetry", "tests/diagnostics")
TOGETHER = 12  # models in one test
SAMPLED = ("tests/language", "tests/diagnostics")  # of which every third is taken, without NOE_TEST_LONG
SEEDS = 12  # tools/fuzz/compiled.py takes thousands


def crossed(*paths: Path) -> None:
    ran = run([binary(PROGRAM), *paths])
    require(ran.status == 0, ran, "the same steps and claims", f"status {ran.status}")
    require("Sanitizer" not in ran.err, ran, "no sanitizer report")


def random_models(seeds: range, profile: str) -> None:
    with scratch() as folder:
        paths = []
        for seed in seeds:
            path = folder / f"{profile}{seed}.m"
            path.write_text(generate(seed, profile, 2), "utf-8")
            paths.append(path)
        crossed(*paths)


def in_groups(items: List[Path]) -> Iterator[List[Path]]:
    rest = iter(items)
    while group := list(itertools.islice(rest, TOGETHER)):
        yield group


def tests() -> List[Test]:
    found = []
    for folder in FOLDERS:
        for group in in_groups(sorted((ROOT / folder).glob("*.m"))[::3 if folder in SAMPLED and not LONG else 1]):
            found.append(Test("compile", f"{folder} {group[0].stem} to {group[-1].stem}",
                              lambda group=group: crossed(*group), 240))
    for profile in ("full", "symmetric", "broken", "naming"):
        for first in range(1, SEEDS, TOGETHER):
            seeds = range(first, min(first + TOGETHER, SEEDS + 1))
            found.append(Test("compile", f"random {profile} {seeds[0]} to {seeds[-1]}",
                              lambda seeds=seeds, profile=profile: random_models(seeds, profile), 240))
    return found
