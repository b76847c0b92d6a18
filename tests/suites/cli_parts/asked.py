"""Part of the suite cli: some properties asked for by name (--property)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import List

from kit.core import RELEASE, ROOT, binary, require, require_status, run, scratch
from suites.cli_parts.common import MODELS, case, noether

FOLDERS = ("models", "tests/language", "tests/temporal", "tests/semantics")
CLAIMS = """var x: 0..3;
startstate begin x := 0; end;
rule "inc" x < 3 ==> begin cover 6 / (x - 1) = 7 "never"; cover x = 0 "zero"; x := x + 1; end;
assume x < 3;
invariant "small" x < 2;
invariant x < 9;
"""


def models() -> List[Path]:
    """Those that say which verdict they have, without options."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.m"))]
    return [path for path in found if "verdict=" in path.read_text("utf-8", "replace") and "verdict=rejected" not in path.read_text("utf-8", "replace")]


@case("a property asked for alone comes to what it comes to among all")
def alone() -> None:
    compared = 0
    with scratch() as folder:
        for path in models()[::2]:
            if path.name == "cover_claim.m":  # a claim that is left out comes to no cover statement
                continue
            everything = run([binary(RELEASE), "check", path, "--max-errors=0", "--json", folder / "all", "-q", "--time=20s", "-j1"])
            if everything.status in (64, 65, 20):
                continue
            named = [one for one in json.loads((folder / "all").read_text())["properties"] if one["line"] and one["kind"] not in ("assertion",)]
            for one in named[:3]:
                ran = run([binary(RELEASE), "check", path, "--max-errors=0", "--property", str(one["line"]), "--json", folder / "one", "-q", "-j1"])
                answer = json.loads((folder / "one").read_text())
                mine = [other for other in answer["properties"] if other["line"] == one["line"]]
                require(any((other["name"], other["verdict"]) == (one["name"], one["verdict"]) for other in mine), ran,
                        f"{one['name']}: {one['verdict']}", str([(other["name"], other["verdict"]) for other in mine]))
                others = [other["kind"] for other in answer["properties"] if other["line"] != one["line"]]
                require(set(others) <= {"assertion"}, ran, "nothing else is judged", str(others))
                compared += 1
    if compared < 100:
        raise AssertionError(f"only {compared} properties")


@case("HOLDS of some properties does not pass for HOLDS of the model")
def honest() -> None:
    ran = noether("check", MODELS / "mutex.m", "--property", "mutual exclusion", "-q")
    require_status(ran, 0)
    require(ran.out == f"{MODELS / 'mutex.m'}: HOLDS  as far as asked: 2 properties and deadlocks left out\n", ran, "what was left out")
    ran = noether("check", MODELS / "mutex.m", "--property=deadlock", "--json=-", "-q")
    answer = json.loads(ran.out)
    require([one["kind"] for one in answer["properties"]] == ["deadlock", "assertion"] and len(answer["left_out"]) == 3, ran, "deadlocks alone")
    ran = noether("check", MODELS / "mutex.m", "--json=-", "-q")
    require("left_out" not in json.loads(ran.out), ran, "nothing left out")


@case("properties asked for: statements, assumptions, lines, errors")
def pieces() -> None:
    with scratch() as folder:
        path = folder / "m.m"
        path.write_text(CLAIMS)
        for word, status in (("zero", 14), ("small", 14), ("6", 14), ("never", 14)):  # the condition of a cover divides by zero
            require_status(noether("check", path, "--property", word, "-q"), status)
        path.write_text(CLAIMS.replace("6 / (x - 1)", "x"))
        for word, status in (("zero", 0), ("small", 12), ("6", 0), ("never", 16), ("4", 64), ("none", 64), ("", 64)):
            require_status(noether("check", path, "--property", word, "-q"), status)
        ran = noether("check", path, "--property", "zero", "--property", "6", "--engine=bdd", "-q")
        require_status(ran, 0)
        ran = noether("check", path, "--property", "smal")
        require('no property' in ran.err and '"small"' in ran.err, ran, "what there is")
