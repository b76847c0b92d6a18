"""diagnostics: one malformed (or failing) model for each code, and its explanation."""

from __future__ import annotations

import re
from typing import List, Tuple

from kit.core import RELEASE, ROOT, TESTS, Failure, Test, binary, models_of, require, require_status, run
from kit.expect import expectations
from suites.models import expectation_tests

ROW = re.compile(r'X\(\s*\w+\s*,\s*"(\w+)"\s*,\s*("(?:[^"\\]|\\.)*")\s*,\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)')


def unquote(text: str) -> str:
    return "".join(re.sub(r"\\(.)", r"\1", part) for part in re.findall(r'"((?:[^"\\]|\\.)*)"', text))


def table() -> List[Tuple[str, str, str]]:
    """Code, title and explanation of each row of diagnostic.def."""
    text = (ROOT / "src/base/diagnostic.def").read_text("utf-8")
    return [(code, unquote(title), unquote(words)) for code, title, words in ROW.findall(text)]


def has_model(code: str) -> None:
    path = TESTS / "diagnostics" / f"{code}.m"
    if not path.exists():
        raise Failure(f"  {code} has no model: tests/diagnostics/{code}.m is missing")
    for line in expectations(path):
        if code not in line.codes():
            raise Failure(f"  {line.name} does not expect {code}")


def is_explained(code: str, title: str, words: str) -> None:
    if not title.strip() or len(words.split()) < 4:
        raise Failure(f"  {code} has no proper explanation in diagnostic.def")
    ran = run([binary(RELEASE), "explain", code])
    require_status(ran, 0)
    require(code in ran.out and title in ran.out, ran, "code and title in the explanation")
    require(" ".join(words.split()) in " ".join(ran.out.split()), ran, "the explanation of diagnostic.def")


def is_listed() -> None:
    codes = [code for code, _, _ in table()]
    ran = run([binary(RELEASE), "explain"])
    require_status(ran, 0)
    require(re.findall(r"^[EWR]\d+", ran.out, re.M) == codes, ran, "all codes, in the order of the table")
    text = (ROOT / "src/base/diagnostic.def").read_text("utf-8")
    rows = len(re.findall(r"^X\(", text, re.M))
    if rows != len(codes) or len(set(codes)) != rows:
        raise Failure(f"  {rows} rows in diagnostic.def, {len(set(codes))} codes read from it")


def tests() -> List[Test]:
    found = expectation_tests("diagnostics", models_of("tests/diagnostics"))
    for code, title, words in table():
        if code[1] != "8" or code[0] == "R":  # files other than models: see the suite cli
            found.append(Test("diagnostics", f"{code} has a model", lambda code=code: has_model(code)))
        found.append(Test("diagnostics", f"{code} is explained",
                          lambda row=(code, title, words): is_explained(*row)))
    return found + [Test("diagnostics", "explain lists all codes", is_listed)]
