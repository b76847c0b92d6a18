"""orbits: the engine that finds one state of each orbit as other tools do, in every strategy, against canonical forms.

tools/fuzz/orbits.py compares one model; here are the models of the other suites, random ones, and tests/orbits, where
markers leave out states that are symmetric to no other.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import List

from kit.core import HOSTILE, RELEASE, ROOT, Failure, Test, binary, models_of, require, require_status, run, scratch
from suites.detect import search

sys.path.insert(0, str(ROOT / "tools" / "fuzz"))
import orbits as campaign  # noqa: E402

RANDOM = 60
FOLDERS = ("models", "tests/symmetry", "tests/detect", "tests/semantics", "tests/adaptive", "tests/language", "tests/orbits")
APART = ROOT / "tests" / "orbits" / "rings_apart.m"
STRATEGIES = ("first-found", "flooding", "markers")


def crossed(program: Path, path: Path) -> None:
    campaign.PROGRAM = program
    wrong = campaign.cross(path)[1]
    if wrong:
        raise Failure(f"  {path.name}: {wrong}")


def at_random(program: Path, seed: int) -> None:
    with scratch() as folder:
        model = folder / f"orbits{seed}.m"
        model.write_text(campaign.MAKERS[seed % len(campaign.MAKERS)](seed), "utf-8")
        crossed(program, model)


def apart(program: Path) -> None:
    """First-found compares what has one hash; a marker is believed, and then nothing is said to hold."""
    with scratch() as folder:
        for strategy, status, violated, others in (("first-found", 12, 4, 0), ("flooding", 12, 4, 0), ("markers", 12, 1, 5)):
            ran, result = search(program, APART, folder, "--engine=orbits", f"--strategy={strategy}", "--max-errors=0")
            require_status(ran, status)
            verdicts = [item["verdict"] for item in result["properties"]]
            require((verdicts.count("violated"), verdicts.count("unknown")) == (violated, others), ran,
                    f"{violated} violated, {others} unknown", str(verdicts))
        ran, result = search(program, APART, folder, "--engine=orbits", "--max-errors=0")
        require(result["figures"]["orbits"]["found_different"] > 0, ran, "states that only comparison tells apart")


def never_holds(program: Path) -> None:
    ran = run([program, "check", ROOT / "models" / "mutex.m", "--engine=orbits", "--strategy=markers"])
    require_status(ran, 20)
    words = " ".join(ran.out.split())  # lines are broken as the length of the path wants it
    require("    ok  " not in ran.out and "a marker does not tell all orbits apart" in words, ran, "no proof, and why")


def as_many(program: Path, model: str, constant: str) -> None:
    """The hash tells these orbits apart: markers leave out nothing that they need not."""
    with scratch() as folder:
        found = [search(program, ROOT / "models" / model, folder, constant, *words)[1]["states"]
                 for words in ((), ("--engine=orbits", "--strategy=markers"))]
        if found[0] != found[1]:
            raise Failure(f"  {model}: {found[1]} states by markers, of {found[0]} orbits")


def limits(program: Path) -> None:
    for option in ("--time=0.2", "--mem=3M"):
        for strategy in STRATEGIES:
            ran = run([program, "check", ROOT / "models" / "german.m", "-DN=6", "--engine=orbits", f"--strategy={strategy}", option])
            require_status(ran, 20)


def refusals(program: Path) -> None:
    for words, reason in ((("--engine=orbits", "--strategy=plain"), "one of the engine bdd"),
                          (("--engine=bdd", "--strategy=flooding"), "one of the engine orbits"),
                          (("--engine=orbits", "--symmetry=fast"), "--symmetry=fast")):
        ran = run([program, "check", ROOT / "models" / "mutex.m", *words])
        require_status(ran, 65)
        require(reason in ran.err, ran, reason)
    ran = run([program, "help", "strategies"])
    require(all(f"  {name} " in ran.out for name in STRATEGIES), ran, "the strategies of the engine orbits")


def tests() -> List[Test]:
    program = binary(RELEASE)
    found = [Test("orbits", f"{folder} {path.name}", lambda path=path: crossed(program, path), 120)
             for folder in FOLDERS for path in models_of(folder)]
    found += [Test("orbits", f"random {seed}", lambda seed=seed: at_random(program, seed), 120) for seed in range(1, RANDOM + 1)]
    found += [Test("orbits", f"few hash bits {path.name}", lambda path=path: crossed(binary(HOSTILE), path), 120)
              for path in models_of("tests/orbits", "tests/adaptive")]
    found.append(Test("orbits", "rings apart", lambda: apart(program)))
    found.append(Test("orbits", "markers prove nothing", lambda: never_holds(program)))
    found += [Test("orbits", f"as many {model}", lambda model=model, constant=constant: as_many(program, model, constant))
              for model, constant in (("mcs_lock.m", "-DN=4"), ("msi_directory.m", "-DVALUES=2"), ("dining_numbers.m", "-DN=6"))]
    found.append(Test("orbits", "limits", lambda: limits(program)))
    return found + [Test("orbits", "refusals", lambda: refusals(program))]
