"""Part of the suite cli: what its parts share."""

from __future__ import annotations

from pathlib import Path
from typing import Callable, List

from kit.core import RELEASE, ROOT, Ran, Test, binary, require, require_sane, require_status, run

MODELS = ROOT / "models"
HOLDS = MODELS / "mutex.m"
BUG = MODELS / "mutex_bug.m"
COMMANDS = ("check", "sim", "replay", "validate", "graph", "export", "counter", "symmetry", "fmt", "explain", "explore", "lsp", "help", "man")
FLIP = "var x: 0..1;\nstartstate begin x := 0; end;\nrule begin x := 1 - x; end;\n"
CASES: List[Test] = []  # every part adds its own when it is loaded


def case(name: str, seconds: float = 60) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def register(function: Callable[[], None]) -> Callable[[], None]:
        CASES.append(Test("cli", name, function, seconds))
        return function
    return register


def noether(*words: object, **more) -> Ran:
    return run([binary(RELEASE), *words], **more)


def says(ran: Ran, status: int, *pieces: str) -> None:
    """Status, one clear message on standard error, nothing odd."""
    require_sane(ran)
    require_status(ran, status)
    for piece in pieces:
        require(piece in ran.err, ran, f"`{piece}` on standard error")


def model(folder: Path, text: str, name: str = "model.m") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path
