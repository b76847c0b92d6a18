#!/usr/bin/env python3
"""Cross compiled models with the interpreter, state by state, on random models.

Each model is turned into C, built and loaded by `build/unit/test_compile`: unreduced,
packed with symmetry, and as values and counts where the model allows; on the first
states of each, every successor under every rule and every claim must be the same as
the interpreter's.  Failing models are kept; the last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 the program is not built.
"""

from __future__ import annotations

import argparse
import sys
from typing import Dict

from state_by_state import PROFILES, Crossing, main


def unloaded(text: str) -> str:
    lines = [line for line in text.splitlines() if "not loaded" in line or "not built" in line]
    return lines[0] if lines else ""


def compiler(options: argparse.Namespace) -> Dict[str, str]:
    return {"CROSS_LEVEL": options.level, "CROSS_COMPILER": options.compiler}


CROSSING = Crossing("test_compile", 200, unloaded, (*PROFILES, "loops"), compiler,
                    (("--compiler", "cc", "tcc is ten times as fast"),
                     ("--level", "-O0", "of its optimisation: --level=-O1")))

if __name__ == "__main__":
    sys.exit(main(CROSSING, __doc__.splitlines()[0]))
