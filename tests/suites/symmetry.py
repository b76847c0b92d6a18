"""symmetry: one verdict whatever the symmetry, and orbits that add up.

Every expectation of the models, with the search unreduced, reduced by exact and by fast
representatives: the same status; exact orbits sum to the unreduced count when everything
was searched; representatives are never fewer than orbits. tests/symmetry holds traps in
which a loop, a function or a claim tells members of a scalarset apart, and says in a line
`-- permuted: P, Q` which scalarsets must be used all the same, in each of its expectations.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Dict, List

from kit.core import LONG, RELEASE, ROOT, Ran, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import Expectation, expectations, load_json
from suites.models import expectation_tests
from suites.random_models import generate

MODES = ("off", "exact", "fast")
PERMUTED = re.compile(r"^-- permuted:(.*)$", re.M)
LARGE_WITH_THREE = ("ring_mixed", "slot_aliased")  # hundreds of thousands of states with a third process
RANDOM = {"symmetric": 30, "broken": 30, "full": 20, "naming": 60, "loops": 60}  # twice as many with NOE_TEST_LONG


def search(program: Path, path: Path, mode: str, options: List[str], folder: Path) -> tuple:
    result = folder / f"{mode}.json"
    ran = run([program, "check", path, f"--symmetry={mode}", "--json", result, "--time", "40s", *options])
    require_sane(ran)
    return ran, load_json(ran, result)


def complete(ran: Ran) -> bool:
    return ran.status == 0


def shortest(result: dict) -> int:
    """Steps of the shortest run that shows a violation; 0 if none is shown. Lassos are as long as
    the order of the search makes them."""
    runs = [item["trace"] for item in result["properties"] if item["verdict"] == "violated" and item["trace"]
            and item["trace"].get("loop") is None]
    return min((len(run["steps"]) for run in runs), default=0)


def agree(program: Path, path: Path, options: List[str]) -> None:
    with scratch() as folder:
        ran: Dict[str, Ran] = {}
        result: Dict[str, dict] = {}
        for mode in MODES:
            ran[mode], result[mode] = search(program, path, mode, options, folder)
        if any(ran[mode].status in (20, 65) for mode in MODES):
            return  # a limit, or a model that is refused: nothing to compare
        for mode in MODES[1:]:
            require(ran[mode].status == ran["off"].status, ran[mode], f"status {ran['off'].status} as with off",
                    f"status {ran[mode].status}")
            require(result[mode]["complete"] == result["off"]["complete"], ran[mode],
                    f"complete is {result['off']['complete']} as with off", result[mode]["complete"])
            require(shortest(result[mode]) == shortest(result["off"]), ran[mode],
                    f"a run of {shortest(result['off'])} steps as with off", f"{shortest(result[mode])} steps")
        if not complete(ran["off"]):
            return
        if result["exact"]["engine"] == "counter":  # its orbits are those of a search of single states, which has their sizes
            orbits = result["exact"]["orbits"]
            ran["exact"], result["exact"] = search(program, path, "exact", [*options, "--engine=live"], folder)
            require(str(result["exact"]["states"]) == orbits, ran["exact"], f"{orbits} orbits, as counter has")
        uneven = result["exact"]["symmetry"]["uneven_starts"]
        sums = None if uneven else str(result["off"]["states"])
        require(result["exact"]["concrete_states"] == sums, ran["exact"], f"orbits that sum to {sums}",
                result["exact"]["concrete_states"])
        require(result["exact"]["states"] <= result["fast"]["states"] <= result["off"]["states"], ran["fast"],
                "exact <= fast <= off", f"{[result[mode]['states'] for mode in MODES]}")


def permuted(program: Path, path: Path, options: List[str]) -> None:
    wanted = {name.strip() for name in PERMUTED.search(path.read_text("utf-8")).group(1).split(",")} - {""}
    with scratch() as folder:
        ran, result = search(program, path, "exact", options, folder)
        used = {item["name"] for item in result["symmetry"]["types"] if item["used"] and item["declared"]}
        require(used == wanted, ran, f"permuted: {sorted(wanted)}", f"{sorted(used)}")


def lawful(program: Path, path: Path, options: List[str]) -> None:
    """--check-symmetry finds nothing where the symmetry is proved."""
    ran = run([program, "check", "-q", path, "--check-symmetry=60", "--time", "40s", *options])
    require_sane(ran)
    require(ran.status != 70, ran, "no difference", "a symmetry check that fails")


def broken_word(program: Path) -> None:
    """--check-symmetry does find what --trust-symmetry lets through."""
    path = Path("tests/symmetry/order_number.m").resolve()
    ran = run([program, "check", "-q", path, "--trust-symmetry", "--check-symmetry=500", "--max-errors=0"])
    require(ran.status == 70, ran, "status 70", f"status {ran.status}")


def shaken(path: Path, pads: int) -> None:
    """With more variables in front, colours and so representatives change: a trap that
    one choice of representatives happens to meet is missed by another."""
    with scratch() as folder:
        copy = folder / path.name
        padding = "".join(f"var pad_{number}: boolean;\n" for number in range(pads))
        copy.write_text(padding + path.read_text("utf-8"), "utf-8")
        agree(binary(RELEASE), copy, [])


def sampled(seed: int, profile: str) -> None:
    with scratch() as folder:
        path = folder / f"{profile}{seed}.m"
        path.write_text(generate(seed, profile, 1 + seed % 2), "utf-8")
        agree(binary(RELEASE), path, [])


def over_lines(paths: List[Path], kind: str, body) -> List[Test]:
    found = []
    for path in paths:
        for line in expectations(path):
            if line.verdict != "rejected" and "--symmetry" not in line.keys.get("options", ""):
                found.append(Test("symmetry", f"{kind} {line.name}", each(body, path, line), 180))
    return found


def each(body, path: Path, line: Expectation):
    options = [word for word in line.options() if not word.startswith("--symmetry")]
    return lambda: body(binary(RELEASE), path, options)


def tried(program: Path, path: Path, options: List[str]) -> None:
    """Of loops over three values the orders are tried out."""
    with scratch() as folder:
        copy = folder / path.name
        copy.write_text(path.read_text("utf-8").replace("scalarset(2)", "scalarset(3)"), "utf-8")
        agree(program, copy, options)


def tests() -> List[Test]:
    traps = models_of("tests/symmetry")
    found = expectation_tests("symmetry", traps)
    found += over_lines(models_of("models") + traps, "agree", agree)
    found += over_lines(models_of("tests/language") + models_of("tests/semantics"), "agree", agree)
    found += over_lines(models_of("models") + traps, "lawful", lawful)
    found += over_lines(traps, "permuted", permuted)
    found += over_lines([path for path in traps if "scalarset(2)" in path.read_text("utf-8")
                         and (LONG or path.stem not in LARGE_WITH_THREE)], "tried", tried)
    found += [Test("symmetry", f"shaken {path.name} {pads}", lambda args=(path, pads): shaken(*args))
              for path in traps for pads in (range(1, 7) if LONG else (1, 2, 5))]
    found.append(Test("symmetry", "a claim about runs that shows an order is no fault",
                      lambda: lawful(binary(RELEASE), ROOT / "tests" / "temporal" / "order_in_atom.m", ["--max-errors=0"])))
    found.append(Test("symmetry", "a broken word is found out", lambda: broken_word(binary(RELEASE))))
    for profile, count in RANDOM.items():
        found += [Test("symmetry", f"random {profile} {seed}", lambda args=(seed, profile): sampled(*args), 180)
                  for seed in range(1000, 1000 + count * (2 if LONG else 1))]
    return found
