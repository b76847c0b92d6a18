"""jobs: one result whatever the number of threads, and whoever finds the successors.

Every model and a heap of generated ones, with each way of symmetry reduction: one thread
and the interpreter against two and four threads, in the release build and in the hostile
one, which wakes threads for two states. Apart from times and bytes the JSON must be the
same, traces included. Compiled code is crossed in as well where there is a compiler; in the
hostile build workers take their module up anew with every piece of work, and soon a better one.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Dict, List, Sequence

from kit.core import HOSTILE, LONG, RELEASE, ROOT, Failure, Ran, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import Expectation, expectations, load_json
from suites.random_models import generate

MODES = ("exact", "fast", "off")
MEASURED = ("seconds", "peak_bytes", "store_bytes", "symmetry_samples")
PROFILES = ("full", "symmetric", "broken", "common", "naming")
SEEDS = 75 if LONG else 10  # of each
SMALLER = {"home_goal": ["-DTOP=4"], "home_lost": ["-DTOP=4"], "owner_lookup": ["-DAddressCount=1"]}  # else seconds of interpretation


def search(program: Path, path: Path, folder: Path, options: Sequence[str]) -> tuple:
    result = folder / "result.json"
    env = {"XDG_CACHE_HOME": str(folder / "cache")}
    ran = run([binary(program), "check", path, "--json", result, *options], env=env)
    require_sane(ran)
    parsed = load_json(ran, result)
    for name in MEASURED:
        parsed.pop(name, None)
    return ran, parsed


def differences(left: Dict, right: Dict) -> List[str]:
    return sorted(name for name in {*left, *right} if left.get(name) != right.get(name))


def is_hostile(ran: Ran) -> bool:
    return "build/hostile/" in ran.command()


def in_stages(base: tuple, other: tuple) -> bool:
    """Claims about runs are judged in stages, and engines take turns. Stages of a hostile build are small: it may see
    a violation sooner, or leave the search to another engine, and its figures are others."""
    about_runs = any(item["kind"] in ("ltl", "ctl", "mu", "sequence", "ctlstar") for item in base[1]["properties"])
    return is_hostile(base[0]) != is_hostile(other[0]) and (about_runs or base[1]["engine"] != other[1]["engine"])


def contrary(left: Dict, right: Dict) -> List[str]:
    """Properties that both have decided, each in its own way."""
    return [a["name"] for a, b in zip(left["properties"], right["properties"])
            if a["verdict"] != b["verdict"] and "unknown" not in (a["verdict"], b["verdict"])]


def same(base: tuple, other: tuple) -> None:
    ran: Ran = other[0]
    require(ran.status == base[0].status, ran, f"status {base[0].status}, as with {base[0].command()}", f"{ran.status}")
    found = (contrary if in_stages(base, other) else differences)(base[1], other[1])
    require(not found, ran, f"the result of {base[0].command()}", f"other {', '.join(found)}")


def agree(path: Path, options: Sequence[str], folder: Path, modes: Sequence[str] = MODES) -> None:
    for mode in modes:
        given = [f"--symmetry={mode}", "--compile=never", *options]
        base = search(RELEASE, path, folder, ["-j1", *given])
        if base[0].status == 65:
            return
        if path.parent.name == "models" or LONG:  # others are too small for two threads of the release build
            same(base, search(RELEASE, path, folder, ["-j2", *given]))
        hostile = search(HOSTILE, path, folder, ["-j4", *given])
        same(base, hostile)
        if path.parent.name == "models" or LONG or in_stages(base, hostile):
            same(hostile, search(HOSTILE, path, folder, ["-j2", *given]))


def of_line(line: Expectation, *more: str) -> None:
    """A line that says which symmetry it is about is too large for others."""
    options = [word for word in line.options() if not word.startswith("--symmetry")]
    smaller = [] if line.constants else SMALLER.get(line.path.stem, [])
    with scratch() as folder:
        agree(line.path, [*options, *smaller, *more], folder, [line.keys["symmetry"]] if line.get("symmetry") else MODES)


def of_seed(seed: int, profile: str, options: Sequence[str]) -> None:
    with scratch() as folder:
        path = folder / f"{profile}{seed}.m"
        path.write_text(generate(seed, profile, 1 + seed % 2), "utf-8")
        try:
            agree(path, options, folder)
        except Failure as failure:
            again = f"python3 tools/fuzz/generate.py --seed {seed} --profile {profile} --size {1 + seed % 2}"
            raise Failure(f"  model:    {again}\n{failure}") from None


def compiled(path: Path, options: Sequence[str]) -> None:
    with scratch() as folder:
        for mode in MODES:
            given = [f"--symmetry={mode}", *options]
            base = search(RELEASE, path, folder, ["-j1", "--compile=never", *given])
            other = search(RELEASE, path, folder, ["-j1", "--compile=always", *given])
            if other[0].status != 64:  # there is nothing to compile it with, or nothing to gain
                same(base, other)
                same(base, search(HOSTILE, path, folder, ["-j2", "--compile=always", *given]))


def improved() -> None:
    """Better modules take the place of the first one while the search goes on."""
    path, given = ROOT / "models" / "german.m", ["-D", "N=4"]
    objects = 3 if shutil.which("tcc") and not os.environ.get("CC") else 2
    with scratch() as folder:
        base = search(RELEASE, path, folder, ["-j2", "--compile=never", *given])
        for mode in ("auto", "always"):  # the second time there is nothing to build
            other = search(HOSTILE, path, folder, ["-j2", f"--compile={mode}", *given])
            same(base, other)
            found = len(list((folder / "cache" / "noether").glob("*.so")))
            require(found == objects, other[0], f"{objects} objects in the cache", f"{found}")


def tests() -> List[Test]:
    found = []
    for path in models_of("models") + models_of("tests/symmetry"):
        for line in expectations(path):
            if line.verdict == "rejected" or int(line.get("states") or 0) > 20000:
                continue
            found.append(Test("jobs", line.name, lambda line=line: of_line(line)))
            if path.parent.name == "symmetry" and line.verdict == "violated" and "--max-errors" not in line.name:
                found.append(Test("jobs", f"{line.name}, to the end", lambda line=line: of_line(line, "--max-errors=0")))
    partly = [path for path in models_of("tests/symmetry") if path.name.startswith(("local_", "every_", "uneven_cover"))]
    for path in models_of("models") + partly:
        found.append(Test("jobs", f"compiled {path.name}", lambda args=(path, SMALLER.get(path.stem, [])): compiled(*args), 180))
    for path in models_of("tests/symmetry"):
        if path.name.startswith("many_"):  # more than is kept at once
            found.append(Test("jobs", f"compiled {path.name}", lambda args=(path, ["--max-errors=0"]): compiled(*args), 180))
    found.append(Test("jobs", "a better module", improved, 180))
    for profile in PROFILES:
        for seed in range(5000, 5000 + SEEDS):
            options = ["--max-errors=0"] if seed % 3 == 0 else []
            found.append(Test("jobs", f"random {profile} {seed}", lambda args=(seed, profile, options): of_seed(*args)))
    return found
