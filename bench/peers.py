"""The two tools: how each checks a model, and what it says of it."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Dict, List, Optional

from process import Ran, run


@dataclass
class Result:
    """One tool at one size; the best of several runs."""
    status: str  # "holds", "late", or what went wrong
    states: int = 0
    rules: int = 0
    total: float = 0.0      # seconds from model text to verdict
    warm: float = 0.0       # the same, when nothing has to be compiled any more
    exploring: float = 0.0  # seconds of the search alone
    peak: int = 0           # bytes
    how: str = ""           # the setting that was best


def instance(model: Path, constants: Dict[str, int], folder: Path) -> Path:
    """A copy with other constants, and with `liveness` claims that are always true.

    Rumur cannot be given constants. And it looks at liveness claims in canonical states
    only, where it refutes claims about one process that hold: those runs would compare
    nothing."""
    text = model.read_text()
    for name, value in constants.items():
        text, count = re.subn(rf"^(\s*{name}\s*:\s*)\d+(\s*;)", rf"\g<1>{value}\g<2>", text, flags=re.M)
        if count != 1:
            raise SystemExit(f"bench: {model}: the constant {name} is declared {count} times")
    text = re.sub(r'^(\s*)liveness\s+("[^"]*")[^;]*;', r"\1invariant \2 true;", text, flags=re.M)
    label = "_".join([model.stem] + [f"{name}{value}" for name, value in constants.items()])
    path = folder / f"{label}.m"
    path.write_text(text)
    return path


# -------------------------------------------------------------------- Rumur

class Rumur:
    """Generates a verifier in C, which has to be compiled, then run."""

    name = "rumur"

    def __init__(self, folder: Path, limit: float) -> None:
        self.folder, self.limit = folder, limit
        self.compiler = os.environ.get("CC", "cc")

    @staticmethod
    def is_there() -> bool:
        return shutil.which("rumur") is not None

    def prepare(self, model: Path, symmetry: str, threads: int) -> "Verifier":
        source = self.folder / f"{model.stem}-{symmetry}-{threads}.c"
        program = source.with_suffix("")
        made = run(["rumur", "--quiet", "--threads", str(threads), "--symmetry-reduction", symmetry,
                    "--output-format", "machine-readable", "--counterexample-trace", "off",
                    "--output", str(source), str(model)], self.limit)
        if not made.good:
            return Verifier(None, f"refused: {first_line(made.err)}", symmetry, made.seconds)
        built = run([self.compiler, "-std=c11", "-O3", "-march=native", "-mcx16", "-o", str(program), str(source),
                     "-lpthread"], 10 * self.limit)
        if not built.good:
            return Verifier(None, f"cannot be compiled: {first_line(built.err)}", symmetry, made.seconds)
        return Verifier(program, "", symmetry, made.seconds + built.seconds)


@dataclass
class Verifier:
    program: Optional[Path]
    trouble: str
    symmetry: str
    preparing: float

    def check(self, limit: float) -> Result:
        if not self.program:
            return Result(self.trouble)
        ran = run([str(self.program)], limit)
        summary = re.search(r'<summary states="(\d+)" rules_fired="(\d+)" errors="(\d+)"', ran.out)
        result = Result(status_of(ran, bool(summary) and summary.group(3) == "0"), total=self.preparing + ran.seconds,
                        warm=ran.seconds, exploring=ran.seconds, peak=ran.peak, how=self.symmetry)
        if summary:
            result.states, result.rules = int(summary.group(1)), int(summary.group(2))
        return result


# ------------------------------------------------------------------ noether

class Noether:
    """Checks the model as it is; compiled objects are kept in a cache, here our own."""

    name = "noether"

    def __init__(self, program: Path, folder: Path) -> None:
        self.program, self.cache = program, folder / "cache"
        text = run([str(program), "help", "check"], 10).out
        self.has_jobs = re.search(r"(^|\s)-j\b", text, re.M) is not None
        self.has_compile = "--compile" in text

    def prepare(self, model: Path, warm: bool, limit: float) -> None:
        """Empties the cache, or fills it: a short search ends before its compiler does. Named, that one
        makes the first object, too, which tcc makes otherwise."""
        if not warm:
            shutil.rmtree(self.cache, ignore_errors=True)
        self.cache.mkdir(mode=0o700, exist_ok=True)
        if warm:
            run([str(self.program), "check", str(model), "-q", "--compile=always", "--bound=1"], 10 * limit,
                {"CC": "cc", **os.environ, "XDG_CACHE_HOME": str(self.cache)})

    def check(self, model: Path, threads: int, limit: float, options: List[str], warm: bool) -> Result:
        self.prepare(model, warm, limit)
        jobs = ["-j", str(threads)] if self.has_jobs else []
        ran = run([str(self.program), "check", str(model), "-q", "--json", "-"] + jobs + options, limit,
                  {**os.environ, "XDG_CACHE_HOME": str(self.cache)})
        result = Result(status_of(ran, ran.status == 0), total=ran.seconds, warm=ran.seconds, peak=ran.peak)
        if not ran.late and ran.status in (0, 20):
            said = json.loads(ran.out)
            result.states, result.rules, result.exploring = said["states"], said["rules_fired"], said["seconds"]
        return result


def status_of(ran: Ran, holds: bool) -> str:
    if ran.late:
        return "late"
    if ran.good and holds:
        return "holds"
    return f"status {ran.status}: {first_line(ran.err or ran.out)}"


def first_line(text: str) -> str:
    return text.strip().split("\n", 1)[0][:100]
