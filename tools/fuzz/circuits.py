#!/usr/bin/env python3
"""Cross Boolean circuits of models with the interpreter, state by state, on random models.

Each model is built and simulated by `build/unit/test_circuit`: on the
first states, every instance, successor, claim, atom, error, discarded firing and
cover.  Failing models are kept; the last line is `N passed, M failed`.
Exit status: 0 all passed, 1 some failed, 77 the program is not built.
"""

from __future__ import annotations

import sys

from state_by_state import Crossing, main


def refusal(text: str) -> str:
    return f"refused: {text[-300:]}" if ": refused" in text else ""


CROSSING = Crossing("test_circuit", 500, refusal)

if __name__ == "__main__":
    sys.exit(main(CROSSING, __doc__.splitlines()[0]))
