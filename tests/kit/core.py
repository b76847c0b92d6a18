"""Tests and how they run.

A suite is a module with a function `tests()` that returns a list of `Test`.  A
test passes when its function returns, fails when it raises `Failure` (or anything
else), and is left out when it raises `Skip`.
"""

from __future__ import annotations

import concurrent.futures
import contextlib
import dataclasses
import os
import shlex
import shutil
import signal
import subprocess
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Callable, Dict, Iterable, Iterator, List, Optional, Sequence

ROOT = Path(__file__).resolve().parent.parent.parent
TESTS = ROOT / "tests"
BUILD = ROOT / "build"
RELEASE = BUILD / "noether"
ASAN = BUILD / "asan" / "noether"
HOSTILE = BUILD / "hostile" / "noether"

# Every way in which the command may end; 70 is documented but never all right.
STATUSES = {0, 11, 12, 13, 14, 15, 16, 20, 64, 65, 130}
ASAN_STATUS = 99  # what a sanitizer report ends with: none of ours


class Failure(Exception):
    """What was run, what was expected, what came."""


class Skip(Exception):
    """The test cannot run here; the reason is its text."""


@dataclasses.dataclass
class Test:
    suite: str
    name: str
    function: Callable[[], None]
    seconds: float = 60

    @property
    def label(self) -> str:
        return f"{self.suite}/{self.name}"


@dataclasses.dataclass
class Outcome:
    test: Test
    verdict: str  # passed, failed, skipped
    text: str
    seconds: float


_now = threading.local()  # the deadline of the test that this thread runs


# ------------------------------------------------------------------ processes


@dataclasses.dataclass
class Ran:
    words: List[str]
    status: int  # negative: the signal that ended it
    out_bytes: bytes
    err_bytes: bytes
    env: Dict[str, str]

    @property
    def out(self) -> str:
        return self.out_bytes.decode("utf-8", "replace")

    @property
    def err(self) -> str:
        return self.err_bytes.decode("utf-8", "replace")

    def command(self) -> str:
        extra = [f"{key}={shlex.quote(value)}" for key, value in self.env.items()]
        return " ".join(extra + [shlex.quote(word) for word in self.words])


def environment(extra: Dict[str, str]) -> Dict[str, str]:
    env = {key: value for key, value in os.environ.items()
           if key not in ("NO_COLOR", "NOE_FAIL_ALLOC", "CLICOLOR", "CLICOLOR_FORCE")}
    env.setdefault("LC_ALL", "C.UTF-8")
    env["XDG_CACHE_HOME"] = str(BUILD / "cache")  # the user's own is none of our business
    env["ASAN_OPTIONS"] = f"detect_leaks=1:exitcode={ASAN_STATUS}:detect_stack_use_after_return=0"
    env["UBSAN_OPTIONS"] = f"print_stacktrace=1:halt_on_error=1:exitcode={ASAN_STATUS}"
    env["LSAN_OPTIONS"] = f"exitcode={ASAN_STATUS}"
    env.update(extra)
    return env


def remaining() -> float:
    return max(0.1, getattr(_now, "deadline", time.monotonic() + 60) - time.monotonic())


def kill_group(process: subprocess.Popen) -> None:
    """Ends a process and its children; only while it has not been waited for, since
    its number may belong to another one afterwards."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


def run(words: Sequence[object], *, env: Optional[Dict[str, str]] = None, cwd: Optional[Path] = None,
        stdin: bytes = b"", stdout=subprocess.PIPE, seconds: Optional[float] = None) -> Ran:
    """Runs a command to its end; a time-out is a failure of the test."""
    listed = [str(word) for word in words]
    extra = env or {}
    limit = min(remaining(), seconds or 1e9)
    process = subprocess.Popen(listed, env=environment(extra), cwd=cwd, stdin=subprocess.PIPE,
                               stdout=stdout, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = process.communicate(stdin, timeout=limit)
    except subprocess.TimeoutExpired:
        kill_group(process)
        out, err = process.communicate()
        ran = Ran(listed, -signal.SIGKILL, out or b"", err or b"", extra)
        raise Failure(describe(ran, f"to end within {limit:.0f} s", "it was still running")) from None
    return Ran(listed, process.returncode, out or b"", err or b"", extra)


def shorten(text: str, most: int = 1500) -> str:
    text = text.rstrip("\n")
    if len(text) > most:
        text = text[:most * 2 // 3] + "\n  [...]\n" + text[-most // 3:]
    return "\n".join("    " + line for line in text.splitlines())


def describe(ran: Ran, expected: str, got: str) -> str:
    lines = [f"  command:  {ran.command()}", f"  expected: {expected}", f"  got:      {got}",
             f"  status:   {ran.status}"]
    if ran.out_bytes:
        lines += ["  stdout:", shorten(ran.out)]
    if ran.err_bytes:
        lines += ["  stderr:", shorten(ran.err)]
    return "\n".join(lines)


def require(condition: object, ran: Ran, expected: str, got: str = "not so") -> None:
    if not condition:
        raise Failure(describe(ran, expected, got))


def require_status(ran: Ran, *statuses: int) -> None:
    wanted = " or ".join(str(status) for status in statuses)
    require(ran.status in statuses, ran, f"status {wanted}", f"status {ran.status}")


def require_sane(ran: Ran) -> None:
    """No crash, no sanitizer report, no internal error, no undocumented status."""
    require(b"Sanitizer" not in ran.err_bytes and b"runtime error:" not in ran.err_bytes,
            ran, "no sanitizer report", "a report")
    require(ran.status in STATUSES, ran, "a documented status other than 70", f"status {ran.status}")


def binary(path: Path) -> Path:
    if not path.exists():
        raise Failure(f"  {path.relative_to(ROOT)} is missing: `make check` builds it")
    return path


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="noether-test-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


# --------------------------------------------------------------------- runner


def run_test(test: Test) -> Outcome:
    begin = time.monotonic()
    _now.deadline = begin + test.seconds
    verdict, text = "passed", ""
    try:
        test.function()
    except Skip as skip:
        verdict, text = "skipped", str(skip)
    except Failure as failure:
        verdict, text = "failed", str(failure)
    except Exception:  # a mistake in the test itself is a failure like any other
        verdict, text = "failed", shorten(traceback.format_exc(), 3000)
    return Outcome(test, verdict, text, time.monotonic() - begin)


def run_all(tests: Iterable[Test], workers: int, report: Callable[[Outcome], None]) -> List[Outcome]:
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(run_test, test) for test in tests]
        for future in futures:
            outcome = future.result()
            report(outcome)
            outcomes.append(outcome)
    return outcomes


def models_of(*folders: str) -> List[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.m"))]


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if ROOT in path.parents else str(path)

