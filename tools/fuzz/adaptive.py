#!/usr/bin/env python3
"""Cross the engines adaptive and virtual with searches without any symmetry, on random models.

In each model a few rules, start states or claims name processes (adaptive_model.py). All claims, deadlock and run-time
errors must have one verdict; runs are executed again by noether itself (status 70 if one does not happen), and the
engine may not store more states than there are with their roles.  Failing models are kept; the last line is
`N passed, M failed`.  Exit status: 0 all passed, 1 some failed, 77 the program is not built.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Tuple

import detect
from adaptive_model import adaptive_model


def is_forgetful(found: dict) -> bool:
    """Did the engine virtual search states in which nobody plays a role?"""
    return "fillings" in found.get("figures", {}).get("virtual", {})


def cross(path: Path) -> Tuple[str, str]:
    """What became of it, and what is wrong; empty if nothing is."""
    kind, wrong = cross_engine(path, "adaptive")
    if kind == detect.LEFT_OUT or wrong:
        return kind, wrong
    kind, wrong = cross_engine(path, "virtual")
    return kind, f"virtual: {wrong}" if wrong else ""


def cross_engine(path: Path, engine: str) -> Tuple[str, str]:
    deadlock = "--deadlock=" + ("stuck", "stuttering")[int(path.stem[-1]) % 2]
    status, plain, said = detect.searched(path, "--symmetry=off", "--detect=off", "--engine=explicit", deadlock)
    if plain is None or status not in (0, 11, 12, 13, 14, 16):
        return detect.LEFT_OUT, "" if status == 20 else f"status {status}: {said[-300:]}"
    if plain["states"] > 20 * detect.STATES:
        return detect.LEFT_OUT, ""
    status, found, said = detect.searched(path, f"--engine={engine}", deadlock)
    if found is None or status in (65, 70) or status < 0:
        return detect.FOUND, f"status {status}: {said[-300:]}"
    kind = detect.FOUND if "adaptive" in found.get("figures", {}) or is_forgetful(found) else detect.PLAIN
    if found["verdict"] == "unknown" or "time" in (found["stop"], plain["stop"]):
        return detect.LEFT_OUT, ""
    errors = detect.has_errors(plain)
    if errors != detect.has_errors(found) or (not errors and detect.verdicts(plain) != detect.verdicts(found)):
        return kind, f"verdicts differ: {detect.verdicts(plain)} {detect.verdicts(found)}"
    return kind, ""


if __name__ == "__main__":
    detect.detect_model, detect.cross = adaptive_model, cross
    sys.exit(detect.main())
