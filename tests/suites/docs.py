"""docs: the examples of README.md and docs/*.md do what they say.

A block ```console holds commands, `$ noether ...`, each followed by what it prints;
a line `...` stands for any lines.  Seconds and sizes are not compared.  A block
```murphi whose first line is `-- file: NAME.m` is written to that file.  The blocks
of a document run in its order, in one folder, which has models/ and docs/examples/ in it.
"""

from __future__ import annotations

import os
import re
import shutil
import threading
from pathlib import Path
from typing import Dict, List, Tuple

from kit.core import RELEASE, ROOT, Failure, Ran, Skip, Test, binary, describe, run, scratch, shown

FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,})[ \t]*(\w*)[^\n]*\n(.*?)^\1\2[ \t]*$", re.M | re.S)
NAMED = re.compile(r"^-- file: (\S+)\s*$")
MARK = "@@noether-docs@@"
OURS = ("noether", "build/noether", "echo", "cat", "printf", "head", "grep", "env", "NO_COLOR=1", "cc", "./queue")


class Block:
    def __init__(self, document: Path, line: int, kind: str, text: str) -> None:
        self.document, self.line, self.kind, self.text = document, line, kind, text
        self.name = f"{shown(document)}:{line}"

    def commands(self) -> List[Tuple[str, List[str]]]:
        """Each command with the lines that it should print."""
        found: List[Tuple[str, List[str]]] = []
        joining = False
        for line in self.text.split("\n")[:-1]:
            if joining:
                found[-1] = (found[-1][0][:-1] + re.sub(r"^>?\s*", "", line), [])
            elif line.startswith("$ "):
                found.append((line[2:], []))
            elif found:
                found[-1][1].append(line)
            joining = bool(found) and found[-1][0].endswith("\\") and not found[-1][1]
        return found


def blocks_of(document: Path) -> List[Block]:
    text = document.read_text("utf-8")
    found = []
    for match in FENCE.finditer(text):
        indent, _, kind, body = match.groups()
        body = re.sub(rf"^{re.escape(indent)}", "", body, flags=re.M) if indent else body
        line = text.count("\n", 0, match.start()) + 1
        if kind == "console" or (kind == "murphi" and NAMED.match(body.split("\n", 1)[0])):
            found.append(Block(document, line, kind, body))
    return found


# ----------------------------------------------------------------- comparison


def normal(line: str) -> str:
    line = re.sub(r"\b\d[\d,]*(\.\d+)? ?(s|ms|seconds)\b", "TIME", line.rstrip())
    line = re.sub(r"\b\d[\d,]*(\.\d+)? ?(B|KB|MB|GB|KiB|MiB|GiB|bytes)\b", "SIZE", line)
    return re.sub(r" +(?=TIME|SIZE)", " ", line)  # columns are as wide as what was measured


def matches(expected: List[str], got: List[str]) -> bool:
    pattern = ""
    for line in trimmed(expected):
        pattern += r"(?:[^\n]*\n)*" if line.strip() == "..." else re.escape(normal(line)) + "\n"
    return re.fullmatch(pattern, "".join(normal(line) + "\n" for line in trimmed(got))) is not None


def trimmed(lines: List[str]) -> List[str]:
    """Without the empty lines at the end."""
    lines = list(lines)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


# ------------------------------------------------------------------ execution


def can_run(command: str) -> bool:
    programs = [part.split()[0] for part in re.split(r"\|\|?|&&|;", command) if part.split()]
    return bool(programs) and programs[0] in OURS and all(
        program in OURS or shutil.which(program) for program in programs)


class Document:
    """Runs its blocks once, in order; each test asks for the result of its own."""

    def __init__(self, path: Path) -> None:
        self.blocks = blocks_of(path)
        self.results: Dict[int, object] = {}
        self.lock = threading.Lock()

    def prepare(self, folder: Path) -> Dict[str, str]:
        tools = folder / ".bin"
        tools.mkdir()
        (tools / "noether").symlink_to(binary(RELEASE))
        (folder / "models").symlink_to(ROOT / "models")
        (folder / "docs").mkdir()
        (folder / "docs" / "examples").symlink_to(ROOT / "docs/examples")
        (folder / "build").mkdir()
        (folder / "build" / "noether").symlink_to(binary(RELEASE))
        return {"PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"}

    def run_all(self) -> None:
        with scratch() as folder:
            env = self.prepare(folder)
            for block in self.blocks:
                try:
                    self.results[block.line] = run_block(block, folder, env)
                except (Failure, Skip) as outcome:
                    self.results[block.line] = outcome

    def result(self, block: Block) -> None:
        with self.lock:
            if not self.results:
                self.run_all()
        outcome = self.results[block.line]
        if isinstance(outcome, Exception):
            raise outcome


def run_block(block: Block, folder: Path, env: Dict[str, str]) -> None:
    if block.kind == "murphi":
        name = NAMED.match(block.text.split("\n", 1)[0]).group(1)
        target = (folder / name).resolve()
        if folder.resolve() not in target.parents:
            raise Failure(f"  {block.name}: `{name}` is outside the folder of the document")
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.text, "utf-8")
        return
    listed = block.commands()
    if not listed:
        raise Failure(f"  {block.name}: a console block without a line `$ command`")
    runnable = [(command, lines) for command, lines in listed if can_run(command)]
    if not runnable:
        raise Skip("no command that can be run here: " + listed[0][0])
    script = "".join(f"{command}\n_status=$?; printf '\\n{MARK}\\n'; (exit $_status)\n" for command, _ in runnable)
    ran = run(["bash", "-c", "exec 2>&1\n" + script], env=env, cwd=folder)
    pieces = ran.out.split(f"\n{MARK}\n")
    for (command, lines), piece in zip(runnable, pieces):
        if not matches(lines, piece.split("\n")):
            one = Ran(["sh", "-c", command], ran.status, piece.encode("utf-8"), b"", {})
            raise Failure(f"  {block.name}\n" + describe(one, "\n" + "\n".join("    " + line for line in lines),
                                                         "something else, see stdout"))


def tests() -> List[Test]:
    paths = [ROOT / "README.md"] + sorted((ROOT / "docs").glob("*.md"))
    found = []
    for path in paths:
        if path.exists():
            document = Document(path)
            found += [Test("docs", f"{block.name} ({block.kind})",
                           lambda document=document, block=block: document.result(block), 120)
                      for block in document.blocks]
    return found + [Test("docs", "the comparison of outputs works", self_test),
                    Test("docs", "README.md names every page", every_page_is_named)]


def every_page_is_named() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    missing = [shown(path) for path in sorted((ROOT / "docs").glob("*.md")) if f"]({shown(path)})" not in text]
    if missing:
        raise Failure(f"  README.md does not link to {', '.join(missing)}")


def self_test() -> None:
    cases = [(["a", "...", "c"], ["a", "c"], True), (["a", "...", "c"], ["a", "b", "b", "c", ""], True),
             (["a", "...", "c"], ["a", "b"], False), (["x 0.31 s, 12.4 MB"], ["x 2 s, 1.0 KB"], True),
             (["5 states"], ["6 states"], False), (["a.c"], ["abc"], False), ([], [""], True), (["..."], [], True)]
    for expected, got, same in cases:
        if matches(expected, got) != same:
            raise Failure(f"  {expected} and {got} should {'match' if same else 'differ'}")
    block = Block(ROOT / "README.md", 1, "console", "$ noether check x \\\n>   -D N=3\nout\n\n$ noether help\n...\n")
    if block.commands() != [("noether check x -D N=3", ["out", ""]), ("noether help", ["..."])]:
        raise Failure(f"  commands read wrongly: {block.commands()}")
