"""circuit: Boolean circuits of models against the interpreter, state by state.

The unit test `test_circuit`, given models: every instance, successor, claim and atom, errors,
discarded firings and covers, on the first states of each.
"""

from __future__ import annotations

from pathlib import Path
from typing import List

from kit.core import BUILD, LONG, ROOT, Failure, Test, require, run, scratch, shown
from suites.compile import in_groups
from suites.random_models import generate

PROGRAM = BUILD / "unit" / "test_circuit"
FOLDERS = ("models", "tests/language", "tests/semantics", "tests/symmetry", "tests/diagnostics", "tests/temporal", "tests/hunt")
PROFILES = ("full", "symmetric", "broken", "common", "naming", "loops")
SEEDS = 10
LARGE = ("bag_equality_often",)  # 16,000 bits that are compared again and again: for stacks, not for circuits


def crossed(*paths: Path) -> None:
    if not PROGRAM.exists():
        raise Failure(f"  {shown(PROGRAM)} is missing: `make check` builds it")
    ran = run([PROGRAM, *paths], env={"CROSS_STATES": "300"})
    require(ran.status == 0, ran, "the same steps, claims and errors", f"status {ran.status}")
    require(": refused" not in ran.out, ran, "every clause built")


def random_models(profile: str) -> None:
    with scratch() as folder:
        paths = []
        for seed in range(1, SEEDS + 1):
            path = folder / f"{profile}{seed}.m"
            path.write_text(generate(seed, profile, 2), "utf-8")
            paths.append(path)
        crossed(*paths)


def tests() -> List[Test]:
    found = []
    for folder in FOLDERS:
        paths = [path for path in sorted((ROOT / folder).glob("*.m")) if LONG or path.stem not in LARGE]
        for group in in_groups(paths):
            found.append(Test("circuit", f"{folder} {group[0].stem} to {group[-1].stem}",
                              lambda group=group: crossed(*group), 120))
    for profile in PROFILES:
        found.append(Test("circuit", f"random {profile}", lambda profile=profile: random_models(profile), 240))
    return found
