#!/usr/bin/env python3
"""Cross `check --coverage` with itself and with cover statements, on models and random models.

Which statements and branches run must be the same with symmetry and without, on any number of threads,
interpreted or compiled.  And a statement runs just if a cover statement written in front of it is reached,
in a search without symmetry: that count comes from the search itself, not from the pass that finds coverage.
What a search that ended early says is not compared.  Failing models are kept; the last line is
`N passed, M failed`.  Exit status: 0 all passed, 1 some failed, 77 noether is not built.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Set, Tuple

from generate import generate

ROOT = Path(__file__).resolve().parent.parent.parent
PROFILES = ("full", "symmetric", "broken", "common", "naming", "loops")
LIMITS = ["--max-errors=0", "--deadlock=off", "--time=20", "--check-symmetry=0", "--trace=off", "-q"]
OTHERS = (["--symmetry=off", "--compile=never"], ["-j3"], ["--symmetry=fast", "-j1", "--compile=never"])


def check(program: Path, model: Path, folder: Path, options: List[str]) -> Optional[Dict]:
    """What comes out; None if it is not the whole of it."""
    out = folder / "out.json"
    out.unlink(missing_ok=True)
    subprocess.run([str(program), "check", str(model), "--json", str(out), *LIMITS, *options], timeout=120,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    result = json.loads(out.read_text()) if out.exists() else {}
    return result if result.get("stop") == "none" and result["verdict"] != "error" else None


def points(result: Dict) -> List[Tuple]:
    units = result["coverage"]["units"]
    return [(units[p["unit"]]["name"], p["kind"], p["line"], p["column"], p["ran"])
            for p in result["coverage"]["points"]]


def differing(one: Dict, other: Dict) -> str:
    """Where the two say different things."""
    found = [a for a, b in zip(points(one), points(other)) if a != b]
    return f"{found[0]} and {len(found) - 1} more" if found else ""


def executed_in_bodies(result: Dict) -> Dict[Tuple[int, int], bool]:
    """Statements of rules and start states: those of functions may run in guards, where covers do not count."""
    units = result["coverage"]["units"]
    return {(p["line"], p["column"]): p["ran"] for p in result["coverage"]["points"]
            if p["kind"] == "statement" and units[p["unit"]]["kind"] in ("rule", "startstate")}


def instrumented(text: str, places: Set[Tuple[int, int]]) -> str:
    lines = text.split("\n")
    for line, column in sorted(places, reverse=True):
        old = lines[line - 1]
        lines[line - 1] = f'{old[:column - 1]}cover true "at {line} {column}"; {old[column - 1:]}'
    return "\n".join(lines)


def covers_disagree(program: Path, model: Path, folder: Path, expected: Dict[Tuple[int, int], bool]) -> str:
    other = folder / "covers.m"
    other.write_text(instrumented(model.read_text("utf-8"), set(expected)), "utf-8")
    result = check(program, other, folder, ["--symmetry=off"])
    if result is None:
        return "a model with cover statements is not accepted"
    reached = {}
    for found in result["properties"]:
        if found["kind"] == "cover" and found["name"].startswith("at "):
            line, column = (int(word) for word in found["name"].split()[1:])
            reached[line, column] = found["count"] > 0
    wrong = [place for place, ran in expected.items() if reached.get(place) != ran]
    return f"{len(wrong)} statements run or not, cover statements deny it: {wrong[:3]}" if wrong else ""


def crossed(program: Path, model: Path, folder: Path) -> Tuple[bool, str]:
    """Was there something to compare? What went wrong, or nothing."""
    first = check(program, model, folder, ["--coverage", "-j1", "--compile=never"])
    if first is None:
        return False, ""
    if not first["coverage"]["complete"]:
        return True, "a complete search has no complete coverage"
    for options in OTHERS:
        other = check(program, model, folder, ["--coverage", *options])
        exact = first["coverage"]["exact"] and other is not None and other["coverage"]["exact"]
        if exact and differing(first, other):
            return True, f"{' '.join(options)}: {differing(first, other)}"
        if options[0] == "--symmetry=off" and other is not None:
            reason = covers_disagree(program, model, folder, executed_in_bodies(other))
            if reason:
                return True, reason
    return True, ""


def run_one(work: Tuple[argparse.Namespace, int, Optional[str]]) -> Tuple[bool, str]:
    options, number, given = work
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / (Path(given).name if given else f"{PROFILES[number % len(PROFILES)]}{number}.m")
        text = Path(given).read_text("utf-8") if given else generate(number, PROFILES[number % len(PROFILES)], 2)
        model.write_text(text, "utf-8")
        try:
            compared, reason = crossed(Path(options.program), model, Path(folder))
        except subprocess.TimeoutExpired:
            return False, ""
        if reason and options.keep:
            Path(options.keep).mkdir(parents=True, exist_ok=True)
            (Path(options.keep) / model.name).write_text(text, "utf-8")
        return compared, f"{model.stem}: {reason}" if reason else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", help="instead of random ones")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--program", default=str(ROOT / "build" / "noether"))
    parser.add_argument("--keep", help="folder for models that fail")
    options = parser.parse_args()
    if not Path(options.program).exists():
        print("noether is not built: `make`")
        return 77
    work = ([(options, 0, model) for model in options.models] if options.models else
            [(options, number, None) for number in range(options.seed, options.seed + options.count)])
    compared, failed = 0, 0
    with multiprocessing.Pool(options.jobs) as pool:
        for was_compared, failure in pool.imap_unordered(run_one, work):
            compared += was_compared
            failed += bool(failure)
            if failure:
                print("MISMATCH", failure, flush=True)
    print(f"{compared - failed} passed, {failed} failed, {len(work) - compared} not comparable")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
