"""tree: the plan of the house, kept by tools/includes, which is itself tested; and tools/mutants,
whose rows must fit the sources."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Callable, List

from kit.core import ROOT, Failure, Test, require, run, scratch

TOOL = ROOT / "tools" / "includes"


def the_tree() -> None:
    ran = run([TOOL, ROOT])
    require(ran.status == 0, ran, "a tree without offences", f"status {ran.status}")


def mutants_fit() -> None:
    ran = run([ROOT / "tools" / "mutants", "--check"])
    require(ran.status == 0, ran, "mutants whose text stands in the sources", f"status {ran.status}")


def is_executable() -> None:
    if not os.access(TOOL, os.X_OK):
        raise Failure("  tools/includes is not executable")


def planted(plant: Callable[[Path], None], piece: str) -> Callable[[], None]:
    """In a copy of src/ the offence must be seen, and named."""
    def test() -> None:
        with scratch() as folder:
            shutil.copytree(ROOT / "src", folder / "src")
            for room in (folder / "src").iterdir():
                (room / "README.md").touch()
            clean = run([TOOL, folder])
            plant(folder / "src")
            ran = run([TOOL, folder])
            require(ran.status == 1, ran, "status 1", f"status {ran.status}")
            found = set(ran.out.splitlines()) - set(clean.out.splitlines())
            require(any(piece in line for line in found), ran, f"a line with `{piece}`")
    return test


def append(name: str, text: str) -> Callable[[Path], None]:
    def plant(src: Path) -> None:
        path = src / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text((path.read_text("utf-8") if path.exists() else "") + text, "utf-8")
    return plant


def remove(name: str) -> Callable[[Path], None]:
    return lambda src: (src / name).unlink()


PLANTS = {
    "an include from a room above": (append("base/arena.c", '#include "model/type.h"\n'), "base/arena.c"),
    "an include from the room next above": (append("model/type.h", '#  include "lang/murphi/ast.h"\n'), "model/type.h"),
    "an include from a room without a place": (append("base/arena.c", '#include "attic/box.h"\n'), "attic"),
    "an include by a path with dots": (append("explicit/store.c", '#include "../cli/cli.h"\n'), "explicit/store.c"),
    "a table from above": (append("base/status.h", '#include "report/ink.h"\n'), "base/status.h"),
    "a room without a place": (append("attic/box.c", "int box;\n"), "attic"),
    "a room without a README": (remove("base/README.md"), "base"),
    "a file that is too long": (append("base/long.c", "int x;\n" * 801), "base/long.c"),
}


def allowed() -> None:
    """Own room, rooms below and system headers are all right, in comments anything."""
    with scratch() as folder:
        shutil.copytree(ROOT / "src", folder / "src")
        for room in (folder / "src").iterdir():
            (room / "README.md").touch()
        before = run([TOOL, folder]).out
        append("cli/extra.c", '#include <stdio.h>\n#include "cli/cli.h"\n#include "base/text.h"\n')(folder / "src")
        comments = '// #include "cli/cli.h"\n/* #include "cli/cli.h" */\n'
        append("base/extra.c", comments + "int x;\n" * 700)(folder / "src")
        ran = run([TOOL, folder])
        require(ran.out == before, ran, "nothing new to complain about")


def tests() -> List[Test]:
    found = [Test("tree", "tools/includes is executable", is_executable), Test("tree", "src/ keeps its plan", the_tree),
             Test("tree", "what is allowed is allowed", allowed), Test("tree", "tools/mutants fits", mutants_fit)]
    for name, (plant, piece) in PLANTS.items():
        found.append(Test("tree", f"planted: {name}", planted(plant, piece)))
    return found
