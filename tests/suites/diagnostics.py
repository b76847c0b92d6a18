"""diagnostics: one malformed (or failing) model for each code, and its explanation; texts as people write them who come
from other languages, and all that noether says about them (`tests/diagnostics/messages.txt`)."""

from __future__ import annotations

import os
import re
from typing import List, Tuple

from kit.core import RELEASE, ROOT, TESTS, Failure, Test, binary, models_of, require, require_sane, require_status, run, \
    scratch
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


MESSAGES = TESTS / "diagnostics" / "messages.txt"


def entries() -> List[Tuple[str, str, str]]:
    """Name, model and messages of each part of messages.txt."""
    parts = re.findall(r"^=== (.*)\n((?:.*\n)*?)---\n((?:(?!=== ).*\n)*)", MESSAGES.read_text("utf-8"), re.M)
    return [(name, model, said.rstrip("\n") + "\n") for name, model, said in parts]


def said_about(model: str) -> str:
    with scratch() as folder:
        (folder / "model.m").write_text(model, "utf-8")
        ran = run([binary(RELEASE), "check", "model.m", "--quiet"], cwd=folder)
        require_sane(ran)
        require_status(ran, 65)
        return ran.err


def says(model: str, expected: str) -> None:
    said = said_about(model)
    if said != expected:
        raise Failure(f"model:\n{model}\nexpected:\n{expected}\nsaid:\n{said}")


def pin() -> None:
    """What noether says now, into messages.txt: for people, who then read what changed."""
    MESSAGES.write_text("\n".join(f"=== {name}\n{model}---\n{said_about(model)}" for name, model, _ in entries()), "utf-8")


def message_tests() -> List[Test]:
    if os.environ.get("NOE_TEST_PIN"):
        pin()
    return [Test("diagnostics", f"messages: {name}", lambda model=model, said=said: says(model, said))
            for name, model, said in entries()]


def tests() -> List[Test]:
    found = expectation_tests("diagnostics", models_of("tests/diagnostics"))
    for code, title, words in table():
        if code[1] != "8" or code[0] == "R":  # files other than models: see the suite cli
            found.append(Test("diagnostics", f"{code} has a model", lambda code=code: has_model(code)))
        found.append(Test("diagnostics", f"{code} is explained",
                          lambda row=(code, title, words): is_explained(*row)))
    return found + message_tests() + [Test("diagnostics", "explain lists all codes", is_listed)]
