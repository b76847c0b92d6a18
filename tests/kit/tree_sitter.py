"""Trees that the tree-sitter grammar makes: the parser that its generator writes, built with Debian's libtree-sitter."""

from __future__ import annotations

import dataclasses
import shutil
from pathlib import Path
from typing import Dict, List, Sequence, Tuple

from kit.core import ROOT, Failure, Skip, run

FOLDER = ROOT / "editors" / "tree-sitter-murphi"


@dataclasses.dataclass
class Node:
    depth: int
    begin: int  # byte
    end: int
    kind: str
    is_wrong: bool


def build(folder: Path) -> Path:
    """The program of tests/editors/tree.c, in `folder`."""
    compiler, generator = shutil.which("cc"), shutil.which("tree-sitter")
    if not generator:
        raise Skip("there is no tree-sitter, which generates parsers")
    if not compiler or not Path("/usr/include/tree_sitter/api.h").exists():
        raise Skip("there is no libtree-sitter: tools/deps test")
    program, made = folder / "tree", folder / "grammar"
    shutil.copytree(FOLDER, made)
    generated = run([generator, "generate", "--abi=14"], cwd=made)
    if generated.status:
        raise Failure(generated.err)
    built = run([compiler, "-O0", "-I", made / "src", ROOT / "tests" / "editors" / "tree.c", made / "src" / "parser.c", "-ltree-sitter", "-o", program])
    if built.status:
        raise Failure(built.err)
    return program


def parse(program: Path, paths: Sequence[Path], queries: Sequence[Path] = ()) -> Tuple[Dict[Path, List[Node]], Dict[Path, List[int]]]:
    """The nodes of each text, in order; and how many captures each query has there."""
    ran = run([program, *[word for path in queries for word in ("--query", path)], *paths])
    if ran.status:
        raise Failure(ran.out[-500:] + ran.err)
    trees: Dict[Path, List[Node]] = {}
    captures: Dict[Path, List[int]] = {}
    for line in ran.out.splitlines():
        word, rest = line.split(" ", 1)
        if word == "text":
            path = Path(rest)
            trees[path], captures[path] = [], []
        elif word == "query":
            captures[path].append(int(rest))
        else:
            begin, end, kind = rest.split(" ", 2)
            trees[path].append(Node(int(word), int(begin), int(end), kind.lstrip("!"), kind.startswith("!")))
    return trees, captures
