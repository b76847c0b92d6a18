"""Part of the suite cli: `fmt` is idempotent, keeps comments and keeps the meaning."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import List

from kit.core import RELEASE, Test, binary, models_of, require, require_sane, run, scratch, shown
from kit.expect import check, expectations

LARGE = 3000  # states; larger configurations are checked elsewhere, once
TEXTUAL = ("W101", "W102", "W103")  # about the spelling, which fmt may improve


def is_small(line) -> bool:
    return int(line.get("states") or 0) <= LARGE


def one(path: Path) -> None:
    wanted = expectations(path)
    with scratch() as folder:
        first = run([binary(RELEASE), "fmt", path])
        require_sane(first)
        if first.status == 65:  # a text that cannot be parsed
            require(all(line.verdict == "rejected" for line in wanted), first, "a formatted text", "status 65")
            return
        require(first.status == 0, first, "status 0 or 65", f"status {first.status}")
        copy = folder / path.name
        copy.write_bytes(first.out_bytes)
        again = run([binary(RELEASE), "fmt", copy])
        require(again.status == 0 and again.out_bytes == first.out_bytes, again, "formatted text that stays as it is")
        kept = expectations(copy)
        require([line.text for line in kept] == [line.text for line in wanted], first, "the comments, in their order")
        for line in filter(is_small, kept):
            keys = {key: value for key, value in line.keys.items() if key != "line"}
            keys["code"] = ",".join(code for code in line.codes() if code not in TEXTUAL)
            if line.codes() and not keys["code"] and line.verdict == "rejected":
                continue
            check(binary(RELEASE), dataclasses.replace(line, keys=keys))


def tests() -> List[Test]:
    paths = models_of("models", "tests/language", "tests/semantics", "tests/diagnostics")
    return [Test("cli", f"fmt {shown(path)}", lambda path=path: one(path)) for path in paths]
