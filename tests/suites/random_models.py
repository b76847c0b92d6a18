"""random: generated models with fixed seeds.

No crash, no status 70; the JSON parses; violated traces replay; formatted text has
the same verdict and the same figures; with and without symmetry reduction the
verdict is the same, and the orbit sizes sum to the number of states. Models that attack
the proof of symmetry are searched in all ways that tools/fuzz/attack.py knows.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import List

from kit.core import ASAN, RELEASE, ROOT, Failure, Ran, Test, binary, require, require_sane, run, scratch
from kit.expect import KINDS_OF_STATUS, load_json

GENERATOR = ROOT / "tools" / "fuzz"
PROFILES = ("full", "symmetric", "broken", "common", "naming")
COUNT = 90
ATTACKS = ("attack", "planted", "loops")
ATTACKED = 240      # models, in batches of
BATCH = 40
_lock = threading.Lock()


def attack(first: int) -> None:
    """A batch of models that try to show an order, crossed in all ways."""
    command = [sys.executable, GENERATOR / "attack.py", "--jobs", "1", "--seed", str(first), "--count", str(BATCH),
               "--profiles", *ATTACKS, "--noether", binary(RELEASE)]
    with scratch() as folder:
        ran = run([*command, "--keep", folder / "kept"])
    require(ran.status == 0, ran, "no difference", ran.out)


def generate(seed: int, profile: str, size: int) -> str:
    with _lock:
        if str(GENERATOR) not in sys.path:
            sys.path.insert(0, str(GENERATOR))
        from generate import generate as make  # tools/fuzz/generate.py
        return make(seed, profile, size)


def checked(program: Path, path: Path, folder: Path, *more: str) -> tuple:
    result, trace = folder / "result.json", folder / "trace.json"
    trace.unlink() if trace.exists() else None
    ran = run([program, "check", path, "--json", result, "--trace-out", trace, "--time", "20s", "--mem", "1G",
               *more])
    require_sane(ran)
    require(ran.status not in (64, 65, 130), ran, "a model that is accepted", f"status {ran.status}")
    return ran, load_json(ran, result), trace


def outline(ran: Ran, result: dict) -> tuple:
    names = [(item["name"], item["kind"], item["verdict"]) for item in result["properties"]]
    # Names of nameless claims and the messages of errors carry lines, which move.
    kinds = sorted((kind, verdict) for _, kind, verdict in names)
    return ran.status, result["verdict"], result["states"], result["rules_fired"], result["depth"], kinds


def replays(program: Path, path: Path, ran: Ran, trace: Path) -> None:
    if ran.status not in KINDS_OF_STATUS or ran.status == 16:
        return
    require(trace.exists(), ran, "a trace")
    again = run([program, "replay", trace, path])
    require_sane(again)
    require(again.status == ran.status, again, f"status {ran.status}, as in the check", f"status {again.status}")


def formats(program: Path, path: Path, folder: Path, before: tuple) -> None:
    ran = run([program, "fmt", path])
    require_sane(ran)
    require(ran.status == 0, ran, "status 0", f"status {ran.status}")
    copy = folder / "formatted.m"
    copy.write_bytes(ran.out_bytes)
    again = run([program, "fmt", copy])
    require(again.out_bytes == ran.out_bytes, again, "formatted text that stays as it is")
    second, result, _ = checked(program, copy, folder)
    require(before[0] == 20 or outline(second, result) == before, second, f"{before}", f"{outline(second, result)}")


def crosses(program: Path, path: Path, folder: Path, before: tuple, result: dict) -> None:
    """Without reduction: the same verdict, and as many states as the orbits hold."""
    if result["symmetry"]["mode"] == "off":
        return
    ran, plain, _ = checked(program, path, folder, "--symmetry=off")
    if 20 in (before[0], ran.status):
        return
    require(ran.status == before[0], ran, f"status {before[0]}, as with symmetry reduction", f"status {ran.status}")
    if plain["complete"] and result["complete"] and not result["symmetry"]["uneven_starts"]:
        require(result["concrete_states"] == str(plain["states"]), ran,
                f"{result['concrete_states']} states, the sum of the orbit sizes", str(plain["states"]))


def one(seed: int, profile: str, size: int, program: Path) -> None:
    text = generate(seed, profile, size)
    with scratch() as folder:
        path = folder / f"seed{seed}.m"
        path.write_text(text, "utf-8")
        try:
            ran, result, trace = checked(binary(program), path, folder)
            replays(program, path, ran, trace)
            formats(program, path, folder, outline(ran, result))
            crosses(program, path, folder, outline(ran, result), result)
        except Failure as failure:
            again = f"python3 tools/fuzz/generate.py --seed {seed} --profile {profile} --size {size}"
            raise Failure(f"  model:    {again}\n{failure}") from None


def tests() -> List[Test]:
    found = []
    for first in range(0, ATTACKED, BATCH):
        found.append(Test("random", f"attack seeds {first} to {first + BATCH - 1}", lambda first=first: attack(first), 120))
    for number in range(COUNT):
        profile = PROFILES[number % len(PROFILES)]
        program = ASAN if number % 3 == 0 else RELEASE
        size = 1 + number // len(PROFILES) % 2
        name = f"{profile} seed {number} size {size} ({'asan' if program is ASAN else 'release'})"
        found.append(Test("random", name, lambda args=(number, profile, size, program): one(*args), 120))
    return found
