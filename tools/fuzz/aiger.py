#!/usr/bin/env python3
"""Cross models exported as circuits (`noether export --aiger`) with the interpreter.

Each model is exported in both forms, which must be one circuit.  Its states are enumerated here, by a small
simulator: their number and what is bad must be what `noether check --symmetry=off` says.  With --abc, berkeley-abc
(pdr, then bmc3) judges every bad literal; its counterexamples are replayed by `noether replay`, and spoiled ones must
be refused.  The last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 a tool is missing.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Dict, List, Optional, Tuple

import aiger_file
from generate import PROFILES, generate
from plant_claims import plant

ROOT = Path(__file__).resolve().parents[2]
MOST_STATES, MOST_INPUTS = 4000, 9
Bad = Tuple[str, str]  # kind, name


class Difference(Exception):
    pass


def run(command: List[object], limit: float = 120) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=limit)


def checked(noether: Path, model: Path, folder: Path) -> Optional[dict]:
    """What the interpreter says; None if a limit came first."""
    out = folder / "result.json"
    ran = run([noether, "check", model, "--symmetry=off", "--compile=never", "--max-errors=0", "-q", "-j1", "--time",
               "20s", "--mem", "1G", "--detect=off", "--json", out])
    if ran.returncode in (20, 64, 65):
        return None
    if ran.returncode == 70:
        raise Difference(f"status 70: {ran.stderr[-300:]}")
    return json.loads(out.read_text("utf-8"))


def expected(result: dict) -> Dict[str, bool]:
    """By line of a claim, `deadlock` or `error`: is it bad somewhere?"""
    found: Dict[str, bool] = {"error": False}
    for item in result["properties"]:
        if item["kind"] == "assertion":
            found["error"] |= item["verdict"] == "violated"
        elif item["kind"] == "deadlock":
            found["deadlock"] = item["verdict"] == "violated"
        elif item["kind"] == "cover":
            found[f"cover {item['line']}"] = item["verdict"] == "holds"
        elif item["kind"] == "invariant":
            found[f"invariant {item['line']}"] = item["verdict"] == "violated"
    return found


def key_of(symbol: str) -> str:
    if symbol in ("deadlock", "run-time error"):
        return "error" if symbol != "deadlock" else symbol
    kind, _, rest = symbol.partition(" line ")
    return f"{kind} {rest.partition(':')[0]}"


def exported(noether: Path, model: Path, folder: Path) -> Optional[Tuple[aiger_file.Circuit, Path]]:
    paths = [folder / "model.aag", folder / "model.aig"]
    for path in paths:
        ran = run([noether, "export", model, "--aiger", path, "-q"])
        if ran.returncode == 20:
            return None
        if ran.returncode:
            raise Difference(f"export: status {ran.returncode}: {ran.stderr[-300:]}")
    circuits = [aiger_file.read(path.read_bytes()) for path in paths]
    if circuits[0] != circuits[1]:
        raise Difference("the two forms are two circuits")
    return circuits[0], paths[1]


def compare(expectations: Dict[str, bool], bad: Dict[str, Optional[bool]]) -> None:
    # An error ends the judging of other claims where it happens.
    if expectations["error"]:
        if bad.get("error") is False:
            raise Difference("the error is not found")
        return
    for key, value in bad.items():
        if value is not None and key in expectations and expectations[key] != value:
            raise Difference(f"{key}: {value}, the interpreter says {expectations[key]}")


def judge_by_abc(circuit: aiger_file.Circuit, path: Path, noether: Path, model: Path, folder: Path,
                 seconds: int) -> Dict[str, Optional[bool]]:
    """Each bad literal by pdr, then bmc3; None: undecided."""
    bad: Dict[str, Optional[bool]] = {}
    for i in range(len(circuit.bad)):
        key = key_of(circuit.symbols[f"b{i}"])
        witness = folder / f"witness{i}"
        command = f"read_aiger {path}; fold; cone -s -O {i}; pdr -T {seconds}; write_cex -a {witness}"
        ran = run(["berkeley-abc", "-q", command], 10 * seconds + 60)
        if "Property proved" in ran.stdout:
            bad[key] = bad.get(key) or False
        elif "was asserted in frame" in ran.stdout:
            bad[key] = True
            replay(noether, model, witness, i, len(circuit.latches), folder)
        else:
            bad.setdefault(key, None)
    return bad


def replay(noether: Path, model: Path, witness: Path, number: int, latches: int, folder: Path) -> None:
    """abc's counterexample shows what it says; with its last steps taken away it mostly does not."""
    rows = [row.split("#")[0] for row in witness.read_text("utf-8").split("\n") if row.strip() and row[0] != "#"]
    if set(rows[0]) <= {"0"}:
        rows[0] = "0" * latches  # abc drops latches that nothing needs; all are 0 at first
    path = folder / "replayed"
    path.write_text("\n".join(["1", f"b{number}", *rows, "."]) + "\n", "utf-8")
    ran = run([noether, "replay", path, model, "-q"])
    if "the witness is refused" in ran.stdout or ran.returncode in (17, 20, 64, 65, 70):
        raise Difference(f"witness of b{number}: status {ran.returncode}: {ran.stdout[-200:]}{ran.stderr[-200:]}")
    for spoiled in (rows[:1] + ["1" * len(rows[1])], ["1" * len(rows[0])] + rows[1:], [rows[0] + "0"] + rows[1:]):
        path.write_text("\n".join(["1", f"b{number}", *spoiled, "."]) + "\n", "utf-8")
        ran = run([noether, "replay", path, model, "-q"])
        if ran.returncode not in (17, 65) and spoiled[0] != rows[0]:
            raise Difference(f"a spoiled witness of b{number}: status {ran.returncode}")


def may_lack_assumption(model: Path, result: dict) -> bool:
    """A state in which an assumption cannot be evaluated is one of the circuit; the interpreter does not count it."""
    fails = any(item["kind"] == "assertion" and item["verdict"] == "violated" for item in result["properties"])
    return fails and "assume" in model.read_text("utf-8")


def cross(noether: Path, model: Path, abc: int) -> str:
    """`passed`, or why it was not tried."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        result = checked(noether, model, folder)
        if result is None or not result["complete"] or result["states"] > MOST_STATES:
            return "too large"
        pair = exported(noether, model, folder)
        if pair is None:
            return "refused"
        circuit, path = pair
        expectations = expected(result)
        if len(circuit.inputs) <= MOST_INPUTS:
            found = aiger_file.search(circuit, 2 * MOST_STATES)
            if found is None:
                raise Difference("more states than the interpreter has found")
            if found.states != result["states"] and not may_lack_assumption(model, result):
                raise Difference(f"{found.states} states, the interpreter has {result['states']}")
            bad: Dict[str, Optional[bool]] = {}
            for i, value in enumerate(found.bad):
                key = key_of(circuit.symbols[f"b{i}"])
                bad[key] = bool(bad.get(key)) or value
            compare(expectations, bad)
        elif not abc:
            return "too many choices"
        if abc:
            judged = judge_by_abc(circuit, path, noether, model, folder, abc)
            compare(expectations, judged)
            if None in judged.values():
                return "undecided"
    return "passed"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--profiles", nargs="*", default=["full", "symmetric", "common", "broken"], choices=PROFILES)
    parser.add_argument("--models", nargs="*", type=Path, default=[], help="these models instead of random ones")
    parser.add_argument("--abc", type=int, default=0, metavar="SECONDS", help="berkeley-abc, so long for each property")
    parser.add_argument("--noether", type=Path, default=ROOT / "build" / "noether")
    parser.add_argument("--keep", type=Path, help="folder for models that fail")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    if not options.noether.exists() or (options.abc and not shutil.which("berkeley-abc")):
        print("noether or berkeley-abc is missing")
        return 77
    counts: Dict[str, int] = {"passed": 0, "failed": 0}
    with tempfile.TemporaryDirectory() as name:
        for number in range(len(options.models) or options.count):
            model = options.models[number] if options.models else Path(name) / "model.m"
            if not options.models:
                profile = options.profiles[number % len(options.profiles)]
                model.write_text(plant(generate(options.seed + number, profile, 2), number // len(options.profiles)), "utf-8")
            try:
                outcome = cross(options.noether, model, options.abc)
            except (Difference, ValueError, subprocess.TimeoutExpired) as error:
                outcome = "failed"
                print(f"MISMATCH {model if options.models else f'seed {options.seed + number}'}: {error}", flush=True)
                if options.keep:
                    options.keep.mkdir(parents=True, exist_ok=True)
                    (options.keep / f"{options.seed + number}.m").write_text(model.read_text("utf-8"), "utf-8")
            counts[outcome] = counts.get(outcome, 0) + 1
            if options.verbose:
                print(f"{model}: {outcome}", flush=True)
    others = ", ".join(f"{count} {name}" for name, count in counts.items() if name not in ("passed", "failed"))
    if others:
        print(f"not decided: {others}")
    print(f"{counts['passed']} passed, {counts['failed']} failed")
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
