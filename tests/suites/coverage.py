"""coverage: which statements and branches run, by `noether check --coverage`.

Every model of `tests/coverage` (traps for executions whose order of rounds shows, discarded firings, bags) and of
`models/`: one answer with symmetry and without, on several threads, interpreted or compiled; and as cover
statements in front of every statement say, which are counted by the search (tools/fuzz/coverage.py). Texts are
pinned. A pass that is cut short says so, and what it cannot know it does not say.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import List

from kit.core import HOSTILE, RELEASE, ROOT, Test, binary, require, require_sane, require_status, run, scratch
from kit.expect import load_json

TRAPS = ROOT / "tests" / "coverage"
CROSSER = ROOT / "tools" / "fuzz" / "coverage.py"


def crossed(paths: List[Path], program: Path = RELEASE) -> None:
    ran = run([sys.executable, CROSSER, "--jobs", "1", "--program", binary(program), *paths])
    require(ran.status == 0, ran, "no difference", ran.out)
    require(ran.out.endswith(f"{len(paths)} passed, 0 failed, 0 not comparable\n"), ran, "all of them compared", ran.out)


def at_random(seed: int) -> None:
    ran = run([sys.executable, CROSSER, "--jobs", "1", "--program", binary(RELEASE), "--count", "25", "--seed", str(seed)])
    require(ran.status == 0, ran, "no difference", ran.out)


def section(*options: str) -> List[str]:
    ran = run([binary(RELEASE), "check", *options, "--coverage"])
    require_sane(ran)
    lines = ran.out.splitlines()
    heads = [i for i, line in enumerate(lines) if line.startswith("coverage of ")]
    require(len(heads) == 1, ran, "one section on coverage")
    require(all(len(line) <= 80 for line in lines), ran, "80 columns")
    return lines[heads[0]:]


ARMS = """coverage of 13 states: 17 of 23 statements, 11 of 14 branches
  line                                               fired  statements  branches
    27  startstate at line 27                                    3 / 3         -
    33  rule "home receives"                            12      8 / 10     6 / 7
    54  rule "wrap"                                      1       3 / 3         -
    62  rule "never"                                     0       0 / 1         -
     6  procedure answer                                         2 / 4     1 / 3
    17  procedure forgotten                                      0 / 1         -
    22  function spare                                           1 / 1     2 / 2
    67  invariant "a claim with branches"                            -     2 / 2
  never:
    line 8: switch `k` never met another value
    line 11: case `Nack` was never met (2 statements)
    line 17: procedure forgotten was never called (1 statement)
    line 48: `left > N` was never true (2 statements)
    line 62: rule "never" never fired (1 statement)"""


def text() -> None:
    for more in ([], ["-j1"], ["-j3", "--compile=always"], ["--compile=never", "--symmetry=off"], ["--store=compact"]):
        lines = section(str(TRAPS / "arms.m"), *more)
        if "\n".join(lines) != ARMS:
            raise AssertionError("\n".join(lines))


def cut_short() -> None:
    with scratch() as folder:
        out = folder / "out.json"
        ran = run([binary(RELEASE), "check", ROOT / "models" / "german.m", "-D", "N=9", "--time", "300ms", "--coverage",
                   "--json", out])
        require_status(ran, 20)
        result = load_json(ran, out)
        require(result["coverage"]["statements"] == 53 and result["coverage"]["statements_ran"] > 20, ran,
                "what was found in a moment")
        require("not so far:" in ran.out or result["coverage"]["complete"], ran, "no word of never")
        require("  never:" not in ran.out, ran, "no word of never")
        ran = run([binary(RELEASE), "check", TRAPS / "arms.m", "--bound", "2", "--coverage"])
        require_status(ran, 20)
        require("not so far:" in ran.out and "which are not all that there are" in " ".join(ran.out.split()), ran,
                "that there may be more")
        ran = run([binary(RELEASE), "check", TRAPS / "early.m", "--trust-symmetry", "--coverage", "--deadlock=off"])
        require("this is not exact" in " ".join(ran.out.split()), ran, "that nothing is proved")


def tests() -> List[Test]:
    found = [Test("coverage", f"traps {path.name}", lambda path=path: crossed([path])) for path in sorted(TRAPS.glob("*.m"))]
    found.append(Test("coverage", "models", lambda: crossed(
        [path for path in sorted((ROOT / "models").glob("*.m")) if path.name != "german_live.m"])))
    found.append(Test("coverage", "hostile", lambda: crossed(sorted(TRAPS.glob("*.m")), HOSTILE)))
    found += [Test("coverage", f"random {seed}", lambda seed=seed: at_random(seed)) for seed in (1001,)]
    found.append(Test("coverage", "text", text))
    found.append(Test("coverage", "cut short", cut_short))
    return found
