"""Run Rumur on a model: generate C, compile it, run it, read its XML.

Values are 32 bits wide (`--value-type int32_t`), because by default Rumur
computes in the narrowest type that holds the declared ranges and reports an
overflow where the language has none.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from html import unescape
from pathlib import Path

from answer import Answer

# On small random models compiling dominates: -O0 55 s, -O1 86 s, -O2 126 s for 60.
# Rumur marks functions without side effects `pure`; the compiler then drops a call
# whose result is not used, and with it the run-time error that the call must meet.
COMPILE = ["cc", "-std=c11", "-mcx16", "-w", "-Dpure=unused"]


def available() -> bool:
    return shutil.which("rumur") is not None


def _run(command, seconds: int) -> subprocess.CompletedProcess:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=seconds, text=True, errors="replace", check=False)


def classify(message: str) -> str:
    if message.startswith("deadlock"):
        return "deadlock"
    if message.startswith("invariant "):
        return "invariant"
    if message.startswith("liveness "):
        return "liveness"
    return "error"


def parse(output: str) -> Answer:
    summary = re.search(r'<summary states="(\d+)" rules_fired="(\d+)" errors="(\d+)"', output)
    if not summary:
        return Answer("failed", note=output[-200:].strip())
    states, fired, errors = map(int, summary.groups())
    if errors == 0:
        return Answer("holds", states, fired)
    message = re.search(r"<message>(.*?)</message>", output, re.S)
    if message:
        text = unescape(message.group(1))
        return Answer(classify(text), states, fired, text)
    return Answer("cover", states, fired)


def check(model: Path, work: Path, seconds: int = 60, optimise: str = "-O0") -> Answer:
    """Rumur's answer on `model`; `work` is a directory of our own."""
    source, binary = work / "rumur.c", work / "rumur.exe"
    try:
        made = _run(["rumur", "--symmetry-reduction", "off", "--threads", "1",
                     "--deadlock-detection", "stuttering", "--value-type", "int32_t",
                     "--counterexample-trace", "off", "--output-format", "machine-readable",
                     "--set-capacity", "1048576", "--output", str(source), str(model)], seconds)
        if made.returncode != 0:
            return Answer("rejected", note=made.stdout.strip()[:300])
        built = _run(COMPILE + [optimise, "-o", str(binary), str(source), "-lpthread"], seconds)
        if built.returncode != 0:
            return Answer("failed", note="cc: " + built.stdout.strip()[:300])
        return parse(_run([str(binary)], seconds).stdout)
    except subprocess.TimeoutExpired as late:
        return Answer("limit", note=f"timeout after {late.timeout:.0f}s in {Path(late.cmd[0]).name}")
    finally:
        source.unlink(missing_ok=True)
        binary.unlink(missing_ok=True)
