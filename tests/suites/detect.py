"""detect: symmetry that nobody declared.

tests/detect holds models whose values look alike and are not, or only some of them; a line `-- found: NODE 4, 1..2 2`
says which are used, with their sizes. Each is searched with and without: the same verdicts, one by one, runs that
are as long, and orbits that sum to the unreduced count. So are random models (tools/fuzz/detect_model.py, everyday_model.py) and the
models of the other folders, with their scalarsets made ranges.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Callable, List

from kit.core import RELEASE, ROOT, Test, binary, models_of, require, require_sane, run, scratch
from kit.expect import load_json
from suites.symmetry import shortest

sys.path.insert(0, str(ROOT / "tools" / "fuzz"))
from detect_model import detect_model  # noqa: E402
from everyday_model import everyday_model  # noqa: E402
from network_model import network_model  # noqa: E402

FOUND = re.compile(r"^-- found:(.*)$", re.M)
RANDOM = 30


def search(program: Path, path: Path, folder: Path, *options: str) -> tuple:
    result = folder / "result.json"
    ran = run([program, "check", path, "--json", result, "--time", "40s", *options])
    require_sane(ran)
    return ran, load_json(ran, result)


def verdicts(result: dict) -> list:
    """Claims one by one; of run-time errors only whether there are any."""
    failed = any(item["verdict"] == "violated" for item in result["properties"] if item["kind"] == "assertion")
    return [failed] if failed else [(item["name"], item["verdict"], item["vacuous"]) for item in result["properties"]]


def used(result: dict) -> List[str]:
    return sorted(f"{item['name']} {item['size']}" for item in result["symmetry"]["types"]
                  if item["used"] and not item["declared"])


def agree(program: Path, path: Path, *options: str) -> dict:
    with scratch() as folder:
        off_ran, off = search(program, path, folder, "--max-errors=0", "--symmetry=off", *options)
        if off_ran.status in (20, 65):
            return {}
        for extra in ([], ["--symmetry=fast", "--compile=never"], ["--check-symmetry=50"]):
            ran, on = search(program, path, folder, "--max-errors=0", *extra, *options)
            require(verdicts(on) == verdicts(off), ran, f"{verdicts(off)}", f"{verdicts(on)}")
            counted = on["concrete_states"]
            require(counted in (None, str(off["states"])) or verdicts(off) == [True], ran,
                    f"{off['states']} concrete states", f"{counted}")
        off_ran, first_off = search(program, path, folder, "--symmetry=off", *options)
        ran, first = search(program, path, folder, *options)
        require(ran.status == off_ran.status or first["properties"] != off["properties"], ran, "the same status")
        require(ran.status != off_ran.status or shortest(first) == shortest(first_off), ran,
                f"a run of {shortest(first_off)} steps", f"{shortest(first)} steps")
        return on


def trap(program: Path, path: Path) -> None:
    wanted = sorted(name.strip() for name in FOUND.search(path.read_text("utf-8")).group(1).split(",") if name.strip())
    found = agree(program, path)
    ran = run([program, "check", path, "--quiet"])
    require(used(found) == wanted, ran, f"found: {wanted}", f"{used(found)}")
    require_sane(run([program, "symmetry", path]))


def without_scalarsets(path: Path) -> str:
    return re.sub(r"scalarset\s*\(([^)]*)\)", r"1..(\1)", path.read_text("utf-8"))


def undeclared(program: Path, path: Path) -> None:
    """A model without its scalarsets."""
    with scratch() as folder:
        copy = folder / path.name
        copy.write_text(without_scalarsets(path), "utf-8")
        agree(program, copy)


POINTERS = """
const N: 2;
type NODE: 1..N;
var to_: array [NODE] of array [NODE] of NODE; last: array [NODE] of NODE; x: array [NODE] of 0..29;
startstate begin for i: NODE do last[i] := i; x[i] := 0; for j: NODE do to_[i][j] := i = j ? i : j; end; end; end;
ruleset a: NODE; b: NODE; c: NODE do rule "set" begin to_[a][b] := c; last[a] := b; x[a] := x[a] < 29 ? x[a] + 1 : 2; end; end;
invariant "never" forall n: NODE do x[n] < 30 end;
"""


def worth(program: Path) -> None:
    """Two values that point at each other are not worth it; that is said, and nothing is lost."""
    with scratch() as folder:
        model = folder / "pointers.m"
        model.write_text(POINTERS, "utf-8")
        off_ran, off = search(program, model, folder, "--detect=off")
        ran, on = search(program, model, folder)
        require(used(on) == [] and on["states"] == off["states"], ran, "the model as it is", f"{used(on)}")
        require("would cost more than it saves" in ran.out, ran, "to hear why")
        small, less = search(program, model, folder, "--bound=3")
        require(used(less) == ["NODE 2"], small, "to be used in a search that is over soon", f"{used(less)}")


def one_apart(program: Path) -> None:
    """One leader and N - 1 others, in claims about runs: 5 N - 2 states, which are as many as orbits with the leader followed by name."""
    text = (ROOT / "tests" / "detect" / "special_ltl.m").read_text("utf-8")
    with scratch() as folder:
        model = folder / "leader.m"
        for size in (4, 8, 12):
            model.write_text(text.replace("N: 4", f"N: {size}"), "utf-8")
            ran, result = search(program, model, folder, "--max-errors=0")
            require(result["states"] == 5 * size - 2, ran, f"{5 * size - 2} states", f"{result['states']}")


NAMED = """
type NODE: 0..1; LINE: 0..0;
var at: NODE; full: array [LINE] of array [NODE] of boolean;
startstate begin at := 0; for l: LINE do for n: NODE do full[l][n] := false; end; end; end;
ruleset n: NODE; l: LINE do
  rule "fill" begin full[l][n] := true; at := n; end;
  rule "drop" full[l][n] ==> begin full[l][n] := false; at := 0; end;
end;
invariant "in range" full[0][0] -> at = 0 | at = 1;
"""


def named(program: Path) -> None:
    """The line that is shown is one of a rule: what claims name costs nothing. One value needs no words."""
    with scratch() as folder:
        model = folder / "named.m"
        model.write_text(NAMED, "utf-8")
        ran = run([program, "symmetry", model])
        require("    NODE, line 2: the model names its values: no two are left that it treats alike\n"
                "        7 | rule \"drop\" full[l][n] ==>" in ran.out, ran, "the line of the rule")
        require("LINE" not in ran.out, ran, "not a word about LINE")


def says_found(program: Path) -> None:
    """Engines that keep no single states say what was found, too."""
    with scratch() as folder:
        model = folder / "mutex.m"
        model.write_text(without_scalarsets(ROOT / "models" / "mutex.m"), "utf-8")
        ran = run([program, "check", model, "--engine=counter"])
        require(ran.status == 0 and "nobody declared it" in ran.out, ran, "a line `found:`")


# Networks of models/network.m: shape, nodes, known order of the group.
ORDERS = ((0, 7, 14), (0, 16, 32), (0, 64, 128), (1, 16, 384), (1, 25, 200), (2, 8, 48), (2, 16, 384), (3, 7, 720), (4, 15, 128),
          (5, 6, 72), (5, 8, 1152))


def has_order(program: Path, shape: int, size: int, order: int) -> None:
    with scratch() as folder:
        constants = [f"-DN={size}", f"-DSHAPE={shape}", f"-DSIDE={5 if size == 25 else 4}", "--bound=3"]
        ran, result = search(program, ROOT / "models" / "network.m", folder, *constants)
        require(result["symmetry"]["group_order"] == str(order), ran, f"{order} permutations")


def explains(program: Path) -> None:
    """Where values of one name come from, and where the search for rings ended."""
    for name, said in (("two_of_a_name.m", "those in holder, waits"), ("two_of_a_name.m", "those in colour"),
                       ("ring_open_bound.m", "the search for them was given up"), ("ring_open_bound.m", "17 | rule")):
        ran = run([program, "symmetry", ROOT / "tests" / "detect" / name])
        require(said in ran.out, ran, said)


def at_random(program: Path, make: Callable[[int], str], seed: int) -> None:
    with scratch() as folder:
        model = folder / f"detect{seed}.m"
        model.write_text(make(seed), "utf-8")
        agree(program, model, "--bound=12")


def tests() -> List[Test]:
    program = binary(RELEASE)
    found = [Test("detect", path.name, lambda path=path: trap(program, path)) for path in models_of("tests/detect")]
    found += [Test("detect", f"undeclared {path.name}", lambda path=path: undeclared(program, path))
              for path in models_of("models")]
    found.append(Test("detect", "one of N apart", lambda: one_apart(program)))
    found.append(Test("detect", "what is not worth it", lambda: worth(program)))
    found.append(Test("detect", "which line names values", lambda: named(program)))
    found.append(Test("detect", "what stands in the way, in words", lambda: explains(program)))
    found.append(Test("detect", "what counter found", lambda: says_found(program)))
    found += [Test("detect", f"random {seed}", lambda seed=seed: at_random(program, detect_model, seed))
              for seed in range(1, RANDOM + 1)]
    found += [Test("detect", f"random network {seed}", lambda seed=seed: at_random(program, network_model, seed))
              for seed in range(1, RANDOM + 1)]
    found += [Test("detect", f"random everyday {seed}", lambda seed=seed: at_random(program, everyday_model, seed))
              for seed in range(1, RANDOM + 1)]
    found += [Test("detect", f"order {shape} {size}", lambda shape=shape, size=size, order=order:
                   has_order(program, shape, size, order)) for shape, size, order in ORDERS]
    return found
