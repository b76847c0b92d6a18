"""cli: the command itself: statuses, files, limits, signals, formats, the other commands."""

from __future__ import annotations

import importlib
from typing import List

from kit.core import Test

PARTS = ("usage", "files", "outputs", "limits", "checkpoints", "formats", "commands", "compiling", "why",
         "replays", "logs", "sweeps", "expectations", "asked")


def tests() -> List[Test]:
    for part in PARTS:
        importlib.import_module(f"suites.cli_parts.{part}")  # each adds its cases
    from suites.cli_parts import common, formatting
    return list(common.CASES) + formatting.tests()
