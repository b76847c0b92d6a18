"""temporal: claims about runs, with every way of symmetry reduction.

The expectations of tests/temporal, one verdict on every claim whatever the symmetry, and
random models against the naive judge of tests/brute, if that is built.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Dict, List

from kit.core import RELEASE, ROOT, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import expectations, load_json
from suites.models import expectation_tests

MODES = ("off", "exact", "fast")
RANDOM = {"ltl": 12, "ctl": 12, "mu": 20, "never": 20}


def verdicts(path: Path, mode: str, options: List[str], folder: Path) -> Dict[str, str]:
    result = folder / f"{mode}.json"
    ran = run([binary(RELEASE), "check", path, f"--symmetry={mode}", "--max-errors=0", "--json", result, *options])
    require_sane(ran)
    require(ran.status != 70, ran, "no mistake", "status 70")
    return {item["name"]: item["verdict"] for item in load_json(ran, result)["properties"]}


def agree(path: Path, options: List[str]) -> None:
    with scratch() as folder:
        found = {mode: verdicts(path, mode, options, folder) for mode in MODES}
    for mode in MODES[1:]:
        assert found[mode] == found["off"], f"{mode}: {found[mode]}, off: {found['off']}"


def crossed(kind: str, count: int) -> None:
    ran = run([sys.executable, ROOT / "tools/fuzz/temporal.py", "--kind", kind, "--count", str(count), "--jobs", "1"])
    require(ran.status in (0, 77), ran, "agreement with the naive judge", f"status {ran.status}")


def tests() -> List[Test]:
    found = expectation_tests("temporal", models_of("tests/temporal"))
    for path in models_of("tests/temporal"):
        for line in expectations(path):
            options = [word for word in line.options() if not word.startswith("--symmetry")]
            found.append(Test("temporal", f"agree {line.name}", lambda args=(path, options): agree(*args), 120))
    found += [Test("temporal", f"random {kind}", lambda args=(kind, count): crossed(*args), 180)
              for kind, count in RANDOM.items()]
    return found
