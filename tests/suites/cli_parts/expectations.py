"""Part of the suite cli: --expect, on the command line and in models."""

from __future__ import annotations

import json
import re

from kit.core import RELEASE, ROOT, binary, require, require_status, run, scratch
from suites.cli_parts.common import BUG, HOLDS, MODELS, case, model, noether, says

FLIP = "const N: 1;\nvar x: 0..N;\nstartstate begin x := 0; end;\nrule begin x := (x + 1) % (N + 1); end;\n"


@case("--expect: met is status 0, whatever the verdict")
def met() -> None:
    for path, text in ((HOLDS, "holds,states=96,stored=12,rules=42,depth=5"), (HOLDS, "states=96"),
                       (BUG, 'violated,kind=invariant,property="mutual exclusion",line=76'),
                       (ROOT / "tests/diagnostics/E301.m", "rejected,code=E301"), (MODELS / "german.m", "holds"),
                       (ROOT / "tests/diagnostics/R802.m", "violated,kind=assertion,code=R802")):
        ran = noether("check", path, "--expect", text)
        require_status(ran, 0)
        require(f"  as expected: {text}\n" in ran.out, ran, "that it is met")
    require_status(noether("check", HOLDS, "--bound=2", "--expect=unknown"), 0)


@case("--expect: unmet is status 21 and says the first difference")
def unmet() -> None:
    for path, text, message in (
            (HOLDS, "violated", "expected violated, found holds"), (BUG, "holds", "expected holds, found violated"),
            (HOLDS, "holds,states=95", "expected states=95, found 96"),
            (HOLDS, "states=12", "expected states=12, found 96; 12 are stored: that is stored=12"),
            (HOLDS, "stored=13", "expected stored=13, found 12"), (HOLDS, "rules=1", "expected rules=1, found 42"),
            (HOLDS, "depth=6", "expected depth=6, found 5"),
            (BUG, "violated,kind=deadlock", "expected kind=deadlock, found invariant"),
            (BUG, "property=other", 'expected property="other", found "mutual exclusion"'),
            (HOLDS, "property=other", 'expected property="other", found no failure'),
            (BUG, "line=3", "expected line=3, found 76"), (HOLDS, "rejected", "expected rejected, found holds"),
            (HOLDS, "code=W301", "expected code=W301, which was not reported"),
            (HOLDS, 'prints="no such words"', 'expected "no such words" to be printed'),
            (ROOT / "tests/diagnostics/E301.m", "holds", "expected holds, found rejected")):
        for more in ([], ["-q"]):
            ran = noether("check", path, "--expect", text, *more)
            require_status(ran, 21)
            require(f"  not as expected: {message}\n" in re.sub(r",\n +", ", ", ran.out), ran, f"`{message}`")
    ran = noether("check", ROOT / "tests/symmetry/uneven_clear.m", "--expect=states=96")
    require_status(ran, 21)
    require("use stored=" in ran.out, ran, "what can be known")


@case("--expect in files")
def files() -> None:
    with scratch() as folder:
        ran = noether("check", BUG, "--expect=violated", "--json", folder / "a", "--junit", folder / "b")
        require_status(ran, 0)
        result = json.loads((folder / "a").read_text("utf-8"))
        require((result["expected"], result["unmet"]) == ("violated", None), ran, "met, in the JSON")
        require('tests="1" failures="0"' in (folder / "b").read_text("utf-8"), ran, "one case, green")
        ran = noether("check", BUG, "--expect=holds", "--json", folder / "a", "--junit", folder / "b")
        result = json.loads((folder / "a").read_text("utf-8"))
        require(result["unmet"] == "expected holds, found violated", ran, "unmet, in the JSON")
        require('message="expected holds, found violated" type="expectation"' in (folder / "b").read_text("utf-8"), ran,
                "a failure")


@case("--expect: what is not understood")
def misuse() -> None:
    for text, message in (("holdz", "--expect=holdz: `holdz` is no verdict and no key; did you mean `holds`?"),
                          ("staets=3", "did you mean `states`?"), ("N=3", "`N` is no verdict and no key such as states=1234"),
                          ("states=1,234", "`234` is no verdict"), ("states=x", "states=x: a number is needed"),
                          ("states=", "a number is needed"), ("holds,violated", "`verdict` is given twice"),
                          ("verdict=no", "it must be holds, violated, unknown or rejected"),
                          ('property="x', "a quote is not closed"), ("options=-q", "`options` is no verdict")):
        says(noether("check", HOLDS, "--expect", text), 64, message)


@case("--expect=header: each line of a model is a run")
def header() -> None:
    ran = run([binary(RELEASE), "check", "models/mutex.m", "models/mutex_bug.m", "--expect=header"], cwd=ROOT)
    require_status(ran, 0)
    require("5 runs in" in ran.out and "3 HOLDS, 2 VIOLATED; all as expected\n" in ran.out, ran, "five runs as expected")
    require("the first violation" not in ran.out, ran, "no report of what was expected")
    ran = noether("check", MODELS / "mutex.m", "--expect=header", "-DN=3")
    require_status(ran, 0)
    require("  as expected: N=3 verdict=holds states=36 rules=96\n" in ran.out, ran, "the line about N=3")
    ran = noether("check", MODELS / "mutex.m", "--expect=header", "-DN=3..4")
    require_status(ran, 0)
    require("; as expected where something is\n" in ran.out, ran, "no line about N=4")


@case("--expect=header: a model that has shrunk, or says nothing")
def shrunk() -> None:
    with scratch() as folder:
        path = model(folder, "-- expect: N=1 verdict=holds states=2\n-- expect: N=4 holds states=6\n" + FLIP)
        ran = noether("check", path, "--expect=header", "--deadlock=off")
        require_status(ran, 21)
        require("      not as expected: expected states=6, found 5\n" in ran.out and "; 1 not as expected\n" in ran.out, ran,
                "which one")
        silent = model(folder, FLIP)
        ran = noether("check", silent, "--expect=header")
        require_status(ran, 21)
        require("not as expected: the model has no line `-- expect:`\n" in ran.out, ran, "that it has no line")


@case("--expect=header: lines that are not understood, and what a model may not ask for")
def lines() -> None:
    with scratch() as folder:
        for line, message in (("states=3", "the verdict is missing"), ("verdict=maybe", "it must be holds"),
                              ("verdict=holds nonsense", "`nonsense` is no verdict"),
                              ('verdict=holds options="--json x"', "options in a model cannot name files"),
                              ('verdict=holds options="--jsom x"', "unknown option"),
                              ('verdict=holds options="x.m"', "options in a model cannot name files")):
            path = model(folder, f"\n-- expect: {line}\n" + FLIP)
            says(noether("check", path, "--expect=header"), 65, f"{path}:2: `-- expect:`: ", message)


@case("our own models are as their headers say", seconds=120)
def ours() -> None:
    for folder, count in (("semantics", 200), ("language", 100), ("diagnostics", 100)):
        paths = sorted((ROOT / "tests" / folder).glob("*.m"))
        ran = run([binary(RELEASE), "check", *paths, "--expect=header", "-q"])
        require_status(ran, 0)
        require(ran.out.count("\n") >= count, ran, f"{count} runs at least")
