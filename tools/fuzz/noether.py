"""Run noether on a model and read its JSON."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Dict, Optional

from answer import Answer

# Exit status -> class of the verdict; 15 is a CTL claim, which peers lack.
BY_STATUS = {0: "holds", 11: "deadlock", 12: "invariant", 13: "liveness", 14: "error",
             16: "cover", 20: "limit", 65: "rejected"}
BY_KIND = {"assertion": "error"}


def check(binary: Path, model: Path, work: Path, constants: Optional[Dict[str, int]] = None,
          seconds: int = 60) -> Answer:
    report = work / "noether.json"
    command = [str(binary), "check", "--symmetry", "off", "--json", str(report)]
    for name, value in (constants or {}).items():
        command += ["-D", f"{name}={value}"]
    try:
        done = subprocess.run(command + [str(model)], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=seconds, text=True,
                              errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return Answer("limit", note=f"timeout after {seconds}s")
    verdict = BY_STATUS.get(done.returncode)
    if verdict in (None, "rejected", "limit"):
        note = (done.stderr or done.stdout).strip()[-300:]
        return Answer(verdict or "failed", note=f"exit {done.returncode}: {note}")
    try:
        answer = json.loads(report.read_text())
        violated = frozenset(BY_KIND.get(p["kind"], p["kind"]) for p in answer["properties"]
                             if p["verdict"] == "violated")
        said = {"holds": verdict == "holds", "violated": verdict != "holds"}
        if not said.get(answer["verdict"], False):
            return Answer("failed", note=f"exit {done.returncode} but JSON {answer['verdict']}")
        return Answer(verdict, answer["states"], answer["rules_fired"], also=violated)
    except (OSError, ValueError, KeyError) as wrong:
        return Answer("failed", note=f"JSON: {wrong!r}")
    finally:
        report.unlink(missing_ok=True)
