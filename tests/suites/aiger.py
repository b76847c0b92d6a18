"""aiger: models as sequential circuits, and witnesses that come back.

`tools/fuzz/aiger.py` enumerates the states of exported circuits and compares them, and what is bad, with the
interpreter; with berkeley-abc, where it is installed, its verdicts and counterexamples, too. Here a few models; the
campaign has more.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import List

from kit.core import RELEASE, ROOT, Skip, Test, binary, require, run, scratch

SCRIPT = ROOT / "tools" / "fuzz" / "aiger.py"
GROUPS = {"models": "models/mutex*.m", "semantics": "tests/semantics/a*.m", "errors": "tests/semantics/e*.m",
          "goals": "tests/semantics/liveness_*.m", "covers": "tests/semantics/cover_*.m",
          "language": "tests/language/*.m", "priorities": "tests/semantics/*priorit*.m"}
BUG = ROOT / "models" / "mutex_bug.m"


def crossed(*arguments: object) -> None:
    ran = run([sys.executable, SCRIPT, "--noether", binary(RELEASE), *arguments])
    require(ran.status == 0, ran, "no difference", ran.out)
    require("\n0 passed" not in "\n" + ran.out, ran, "a model that was compared", ran.out)


def by_abc() -> None:
    if not shutil.which("berkeley-abc"):
        raise Skip("there is no berkeley-abc: tools/deps fuzz")
    crossed("--abc", "5", "--models", *sorted(ROOT.glob("models/mutex*.m")))


def exported(path: Path, *more: object) -> List[str]:
    ran = run([binary(RELEASE), "export", path, "--aiger", "-", *more])
    require(ran.status == 0, ran, "status 0")
    return ran.out.split("\n")


def choices_of(lines: List[str]) -> int:
    return int(lines[0].split()[2])


def replayed(folder: Path, rows: List[str], *more: object):
    witness = folder / "witness"
    witness.write_text("\n".join(rows) + "\n", "utf-8")
    return run([binary(RELEASE), "replay", witness, BUG, *more])


def as_choice(number: int, width: int) -> str:
    return "".join(str(number >> i & 1) for i in range(width))


def find_witness(lines: List[str]) -> List[str]:
    """A shortest one for b0, by the simulator of the campaign."""
    sys.path.insert(0, str(SCRIPT.parent))
    import aiger_file
    circuit = aiger_file.read("\n".join(lines).encode())
    width = len(circuit.inputs)
    start = (0,) * len(circuit.latches)
    queue, before = [start], {start: None}
    for state in queue:
        for choice in range(1 << width):
            values = aiger_file.evaluate(circuit, state, [choice >> i & 1 for i in range(width)], 1)
            if values[circuit.bad[0]]:
                rows = [as_choice(0, width)]
                while before[state]:
                    state, taken = before[state]
                    rows.append(as_choice(taken, width))
                return ["1", "b0", "0" * len(start), *reversed(rows), "."]
            after = tuple(values[literal] for _, literal in circuit.latches)
            if after not in before:
                before[after] = (state, choice)
                queue.append(after)
    raise AssertionError("no witness")


def witnesses() -> None:
    with scratch() as folder:
        rows = find_witness(exported(BUG))
        ran = replayed(folder, rows, "--trace-out", folder / "run.json")
        require(ran.status == 12 and "fails as the witness says, after 5 steps" in " ".join(ran.out.split()), ran, "VIOLATED")
        again = run([binary(RELEASE), "replay", folder / "run.json", BUG])
        require(again.status == 12, again, "the run that was written is replayed")
        ran = replayed(folder, rows[2:-1] + [rows[-2] + "# DONE"])
        require(ran.status == 12, ran, "the form that berkeley-abc writes")
        for spoiled, status, text in (
                (rows[:-3] + ["."], 17, "the witness is refused"),
                (["1", "b1", *rows[2:]], 17, "the witness is refused"),
                (["1", "b7", *rows[2:]], 65, "there is no such bad literal"),
                (["1", "b0", "1" + rows[2][1:], *rows[3:]], 65, "latches are 0 at first"),
                (["1", "b0", rows[2] + "0", *rows[3:]], 65, "one digit for each latch"),
                (["1", "b0", rows[2], rows[3] + "1", "."], 65, "one digit for each input"),
                (["1", "b0", rows[2], rows[3].replace("0", "2"), "."], 65, "inputs are 0, 1 or x"),
                (["1", "b0", rows[2], "."], 65, "it has no frame"),
                (["1", "b99999999999999999999", *rows[2:]], 65, "named by its number"),
                (["1", "b0"], 65, "it ends too early"),
                (["0", "b0", "."], 65, "nothing is violated"),
                (["2"], 65, "nothing is known")):
            ran = replayed(folder, spoiled)
            require(ran.status == status and text in " ".join((ran.out + ran.err).split()), ran, f"status {status}: {text}")


def commands() -> None:
    lines = exported(BUG)
    require(lines[0].startswith("aag ") and any(line.startswith("b0 invariant line ") for line in lines), None,
            "a header and symbols")
    ran = run([binary(RELEASE), "export", BUG])
    require(ran.status == 64 and "--aiger FILE" in ran.err, ran, "status 64")
    ran = run([binary(RELEASE), "export", ROOT / "models" / "mutex.m", "--aiger", "-"])
    require(ran.status == 0 and "left out" in ran.err and "left out" in ran.out, ran, "claims about runs are left out")


def tests() -> List[Test]:
    found = [Test("aiger", f"circuits of {name}", lambda pattern=pattern: crossed("--models", *sorted(ROOT.glob(pattern))), 240)
             for name, pattern in GROUPS.items()]
    return found + [Test("aiger", "circuits of random models", lambda: crossed("--count", "40"), 240),
                    Test("aiger", "berkeley-abc", by_abc, 240),
                    Test("aiger", "witnesses", witnesses, 120),
                    Test("aiger", "the command", commands)]
