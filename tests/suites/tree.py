"""tree: the plan of the house, kept by tools/includes, which is itself tested; and tools/mutants,
whose rows must fit the sources."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Callable, List

from kit.core import ROOT, Failure, Skip, Test, require, require_status, run, scratch

TOOL = ROOT / "tools" / "includes"


def the_tree() -> None:
    ran = run([TOOL, ROOT])
    require(ran.status == 0, ran, "a tree without offences", f"status {ran.status}")


def mutants_fit() -> None:
    ran = run([ROOT / "tools" / "mutants", "--check"])
    require(ran.status == 0, ran, "mutants whose text stands in the sources", f"status {ran.status}")


def planted_reference(name: str, text: str, piece: str) -> Callable[[], None]:
    """tools/references sees it, in a tree of two files."""
    def test() -> None:
        with scratch() as folder:
            (folder / "docs").mkdir()
            (folder / "src").mkdir()
            (folder / "docs" / "page.md").write_text("# A page\n\n## Of `two` parts\n\n[here](#of-two-parts)\n", "utf-8")
            (folder / "src" / "fine.c").write_text("/* docs/page.md#of-two-parts and docs/page.md */\n", "utf-8")
            ran = run([ROOT / "tools" / "references", folder])
            require_status(ran, 0)
            (folder / name).write_text(text, "utf-8")
            ran = run([ROOT / "tools" / "references", folder])
            require_status(ran, 1)
            require(ran.out.startswith(f"{name}:1: ") and piece in ran.out, ran, f"{name}:1 and `{piece}`")
    return test


REFERENCE_PLANTS = {
    "a page that does not exist": ("src/a.c", "/* docs/none.md */\n", "docs/none.md"),
    "a heading that does not exist": ("src/a.c", "/* docs/page.md#three-parts */\n", "three-parts"),
    "a link of a page to nothing": ("docs/b.md", "[x](none.md)\n", "none.md"),
    "a link to no heading": ("docs/b.md", "[x](page.md#none)\n", "none"),
    "a paper of our own that is not here": ("src/a.h", "/* ALGORITHMS 2.1 */\n", "ALGORITHMS"),
}


def passes(tool: str) -> Callable[[], None]:
    def test() -> None:
        ran = run([ROOT / "tools" / tool, ROOT])
        require(ran.status == 0, ran, "a tree without offences", f"status {ran.status}")
    return test


def planted_name(tool: str, text: str, piece: str) -> Callable[[], None]:
    """tools/glossary and tools/callers see a declaration that does not belong there."""
    def test() -> None:
        with scratch() as folder:
            shutil.copytree(ROOT / "src", folder / "src")
            for part in ("tools", "docs"):
                (folder / part).mkdir()
                for path in (ROOT / part).glob("*.allowed" if part == "tools" else "glossary.md"):
                    shutil.copy(path, folder / part)
            before = set(run([ROOT / "tools" / tool, folder]).out.splitlines())
            append("base/text.h", text)(folder / "src")
            ran = run([ROOT / "tools" / tool, folder])
            require_status(ran, 1)
            new = set(ran.out.splitlines()) - before
            require(any(line.startswith("src/base/text.h:") and piece in line for line in new), ran, f"`{piece}`")
    return test


NAME_PLANTS = {
    "a retired word": ("glossary", "void noe_base_text_settle(int x);\n", "say insert batch"),
    "a retired word in a type": ("glossary", "struct noe_bag_of_words;\n", "say multiset"),
    "a function without a caller": ("callers", "void noe_base_text_unused(int x);\n", "noe_base_text_unused"),
    "a longer declaration": ("callers", "const char *noe_base_text_long(int x,\n    int y);\n", "noe_base_text_long"),
}


LINT_PLANTS = {  # what is planted -> what names it
    "clang-tidy": ("int f(int x);\nint f(int x) { return x == x ? 1 : x; }\n", "misc-redundant-expression"),
    "cppcheck": ("int f(int x);\nint f(int x) {\n  int a[2] = {0, x};\n  return a[2];\n}\n", "cppcheck:"),
    "a warning of the compiler": ("int f(int x);\nint f(int x) { int unused = x; return 0; }\n", "unused"),
}


def lint_finds(text: str, piece: str) -> Callable[[], None]:
    def test() -> None:
        if not shutil.which("cppcheck") or not shutil.which("clang-tidy"):
            raise Skip("cppcheck or clang-tidy is missing: tools/deps lint")
        with scratch() as folder:
            shutil.copy(ROOT / ".clang-tidy", folder)
            path = folder / "planted.c"
            path.write_text(text, "utf-8")
            ran = run([ROOT / "tools" / "lint", path])
            require(ran.status == 1 and piece in ran.out + ran.err, ran, f"status 1 and `{piece}`")
    return test


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
    "an include by a path with dots": (append("store/store.c", '#include "../cli/cli.h"\n'), "store/store.c"),
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
    found.append(Test("tree", "no reference dangles", passes("references")))
    for name, row in REFERENCE_PLANTS.items():
        found.append(Test("tree", f"tools/references finds {name}", planted_reference(*row)))
    found.append(Test("tree", "no new name uses a retired word", passes("glossary")))
    found.append(Test("tree", "exported functions have callers", passes("callers")))
    for name, row in NAME_PLANTS.items():
        found.append(Test("tree", f"tools/{row[0]} finds {name}", planted_name(*row)))
    for name, (text, piece) in LINT_PLANTS.items():
        found.append(Test("tree", f"tools/lint finds a planted mistake: {name}", lint_finds(text, piece)))
    return found
