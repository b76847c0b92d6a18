#!/usr/bin/env python3
"""Logs cut from random runs: noether validate must explain them, and refuse them where they are wrong.

    tools/fuzz/validate_logs.py --count 1000 --seed 1 --jobs 2
    tools/fuzz/validate_logs.py --write german.log --model models/german.m --steps 10000 -D N=4

Each round walks at random through a model of models/ and writes a log of it from which values, arguments, names of
rules and whole steps are missing, with other keys strewn in.  A run explains it: the one it was cut from.  Then one
value of one line is altered.  In a log that has everything, that line is the one that must be refused; in one that is
cut, no line before it may be.  What fails is kept under --keep; the last line is `N passed, M failed`.  Exit status: 0 all
passed, 1 some failed, 77 there is no noether.
"""

from __future__ import annotations

import argparse
import collections
import concurrent.futures
import copy
import json
import random
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import List, Optional, Tuple

ROOT = Path(__file__).resolve().parent.parent.parent
SKIPPED = 77
EXPLAINED, REFUSED, UNKNOWN = 0, 18, 20


class Wrong(Exception):
    """What a round shows to be wrong."""


def run(words: List[object]) -> subprocess.CompletedProcess:
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)


def walk(noether: Path, model: Path, steps: int, seed: int, folder: Path, defines: List[str]) -> List[dict]:
    """The steps of a random walk that have a state."""
    trace = folder / "walk.json"
    run([noether, "sim", "--show", model, "-q", "--steps", steps, "--seed", seed, "--trace-out", trace, *defines])
    if not trace.exists():
        return []
    return [step for step in json.loads(trace.read_text("utf-8"))["steps"] if step["state"] is not None]


# --------------------------------------------------------------------- cutting


def thin(value, rng: random.Random, keep: float):
    """Some parts of a value; multisets and simple values stay whole."""
    if not isinstance(value, dict):
        return value
    return {key: thin(part, rng, keep) for key, part in value.items() if rng.random() < keep}


def line_of(step: dict, rng: random.Random, keep: float) -> dict:
    line = {"rule": step["rule"]}
    arguments = {name: value for name, value in step["arguments"].items() if rng.random() < keep}
    if arguments or rng.random() < 0.5:
        line["arguments"] = arguments
    if rng.random() < keep + 0.2:
        line["state"] = thin(step["state"], rng, keep)
    if rng.random() < 0.3:
        line["kind"] = step["kind"]
    return line


def noise(line: dict, rng: random.Random) -> dict:
    for key, value in (("time", rng.random()), ("thread", rng.randrange(9)), ("text", "x \\ \" \u00e9"), ("deep", [{"a": [None]}])):
        if rng.random() < 0.15:
            line[key] = value
    items = list(line.items())
    rng.shuffle(items)
    return dict(items)


def cut(steps: List[dict], rng: random.Random) -> Tuple[List[Tuple[dict, Optional[int]]], int]:
    """Lines with the number of the step that each tells of, and the gap that the command has to allow."""
    keep, drop = rng.choice(((1.0, 0.0), (0.9, 0.1), (0.7, 0.15), (0.6, 0.0))), None
    keep, drop = keep
    default = rng.choice((0, 0, 1))
    lines: List[Tuple[dict, Optional[int]]] = []
    missing = 0
    for number, step in enumerate(steps):
        if number and missing < 2 and rng.random() < drop:
            missing += 1
            continue
        line, needed = line_of(step, rng, keep), missing
        if rng.random() < drop and (number or not missing):  # the state alone
            line = {"state": thin(step["state"], rng, max(keep, 0.8))}
            needed += number > 0
        if number == 0 and "state" not in line and "rule" not in line:
            line["rule"] = step["rule"]
        if needed > default:
            if rng.random() < 0.5 and needed - default:
                lines.append(({"gap": needed - default}, None))
            else:
                line["gap"] = needed
        lines.append((noise(line, rng), number))
        missing = 0
    return lines, default


def whole(steps: List[dict]) -> List[Tuple[dict, Optional[int]]]:
    return [({key: step[key] for key in ("rule", "kind", "arguments", "state")}, i) for i, step in enumerate(steps)]


# ------------------------------------------------------------------ corruption


def leaves(value, path=()) -> List[tuple]:
    if isinstance(value, dict):
        return [leaf for key, part in value.items() for leaf in leaves(part, path + (key,))]
    return [path] if not isinstance(value, list) else []


def get(value, path):
    for key in path:
        value = value[key]
    return value


def corrupt(lines, steps: List[dict], rng: random.Random) -> Optional[Tuple[list, int]]:
    """The lines with one value that another state of the run has in its place, and the index of the line."""
    places = [(i, path) for i, (line, _) in enumerate(lines) for path in leaves(line.get("state", {}))]
    rng.shuffle(places)
    for index, path in places[:50]:
        here = get(lines[index][0]["state"], path)
        others = [get(step["state"], path) for step in steps]
        others = [value for value in others if value != here and not isinstance(value, (dict, list))]
        if isinstance(here, bool):
            others.append(not here)
        if not others:
            continue
        changed = copy.deepcopy(lines)
        spot = get(changed[index][0]["state"], path[:-1])
        spot[path[-1]] = rng.choice(others)
        return changed, index
    return None


# ---------------------------------------------------------------------- rounds


def write_log(path: Path, lines) -> None:
    path.write_text("".join(json.dumps(line) + "\n" for line, _ in lines), "utf-8")


def validate(noether: Path, folder: Path, model: Path, lines, gap: int, defines: List[str]):
    write_log(folder / "system.log", lines)
    result = folder / "result.json"
    ran = run([noether, "validate", folder / "system.log", model, "--gap", gap, "--time", "60", "--json", result,
               *defines])
    if ran.returncode not in (EXPLAINED, REFUSED, UNKNOWN):
        raise Wrong(f"status {ran.returncode}\n{ran.stderr}")
    return ran, json.loads(result.read_text("utf-8"))


def must_be_explained(noether: Path, folder: Path, model: Path, lines, gap: int, defines: List[str]) -> str:
    ran, result = validate(noether, folder, model, lines, gap, defines)
    if ran.returncode == UNKNOWN:
        return "too wide"
    if ran.returncode != EXPLAINED:
        raise Wrong(f"gap {gap}: a run explains it, but\n{ran.stdout}")
    trace = folder / "run.json"
    trace.write_text(json.dumps(result["trace"]), "utf-8")
    again = run([noether, "replay", trace, model, "-q", *defines])
    if again.returncode:
        raise Wrong(f"the run that explains it does not replay\n{again.stdout}{again.stderr}")
    return "explained"


def one_round(noether: Path, seed: int, keep: Optional[Path]) -> List[str]:
    rng = random.Random(seed)
    models = sorted((ROOT / "models").glob("*.m"))
    said: List[str] = []
    with tempfile.TemporaryDirectory(prefix="noether-logs-") as name:
        folder = Path(name)
        model = rng.choice(models)
        defines = ["-DN=2"] if re.search(r"^\s*N: \d", model.read_text("utf-8"), re.M) and rng.random() < 0.5 else []
        steps = walk(noether, model, rng.randint(3, 30), rng.randrange(1, 10 ** 9), folder, defines)
        try:
            lines, gap = cut(steps, rng)
            said.append(must_be_explained(noether, folder, model, lines, gap, defines))
            wrong = corrupt(lines, steps, rng)
            if wrong:
                ran, result = validate(noether, folder, model, wrong[0], gap, defines)
                if ran.returncode == REFUSED and result["refused_line"] < wrong[1] + 1:
                    raise Wrong(f"line {wrong[1] + 1} is wrong, but\n{ran.stdout}")
                said.append("cut and wrong: " + ("refused" if ran.returncode == REFUSED else "another run explains it"))
            full = whole(steps)
            wrong = corrupt(full, steps, rng)
            if wrong:
                ran, result = validate(noether, folder, model, wrong[0], 0, defines)
                if ran.returncode != REFUSED or result["refused_line"] != wrong[1] + 1:
                    raise Wrong(f"whole, line {wrong[1] + 1} is wrong, but\n{ran.stdout}")
                said.append("whole and wrong: refused")
        except Wrong as why:
            if keep:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{seed}.log").write_bytes((folder / "system.log").read_bytes())
            said.append(f"FAILED seed {seed} {model.name} {defines}: {why}")
    return said


def write_one(options) -> int:
    with tempfile.TemporaryDirectory(prefix="noether-logs-") as name:
        defines = [f"-D{define}" for define in options.define]
        steps = walk(options.noether, options.model, options.steps, options.seed, Path(name), defines)
        rng = random.Random(options.seed)
        lines = [(noise(line_of(step, rng, options.keep_values), rng), i) for i, step in enumerate(steps)]
        write_log(options.write, lines)
        print(f"{len(lines)} lines")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--noether", type=Path, default=ROOT / "build/noether")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--write", type=Path, help="write one log instead")
    parser.add_argument("--model", type=Path, default=ROOT / "models/german.m")
    parser.add_argument("--steps", type=int, default=10000)
    parser.add_argument("--keep-values", type=float, default=0.5)
    parser.add_argument("-D", dest="define", action="append", default=[])
    options = parser.parse_args()
    if not options.noether.exists():
        print(f"there is no {options.noether}")
        return SKIPPED
    if options.write:
        return write_one(options)
    tally: collections.Counter = collections.Counter()
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(max_workers=options.jobs) as pool:
        for said in pool.map(lambda seed: one_round(options.noether, seed, options.keep),
                             range(options.seed, options.seed + options.count)):
            for what in said:
                if what.startswith("FAILED"):
                    print(what, flush=True)
                    failed += 1
                else:
                    tally[what] += 1
    print(", ".join(f"{count} {what}" for what, count in sorted(tally.items())))
    print(f"{options.count - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
