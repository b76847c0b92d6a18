"""Changes to a generated model that its generator does not make: invariants that become goals of AG EF, which may fail
to be evaluated, and cover statements in start states and functions."""

from __future__ import annotations

import re

CLAIM = re.compile(r'^(\s*)invariant( "c\d+")', re.IGNORECASE)
HEAD = re.compile(r"^\s*(startstate|function)\b", re.IGNORECASE)
BEGIN = re.compile(r"^\s*begin\b[^;]*$", re.IGNORECASE)


def with_goals(text: str) -> str:
    return "\n".join(CLAIM.sub(r"\1liveness\2", line) for line in text.split("\n"))


def with_covers(text: str) -> str:
    rows, is_open, count = [], False, 0
    for line in text.split("\n"):
        rows.append(line)
        is_open |= bool(HEAD.match(line))
        if is_open and BEGIN.match(line):
            is_open = False
            count += 1
            rows.append(f'cover "planted {count}" true;')
    return "\n".join(rows)


def plant(text: str, number: int) -> str:
    """By number: neither, either, or both."""
    if number % 2:
        text = with_goals(text)
    return with_covers(text) if number % 3 == 0 else text
