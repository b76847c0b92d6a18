"""Tests and how they run.

A suite is a module with a function `tests()` that returns a list of `Test`.  A
test passes when its function returns, fails when it raises `Failure` (or anything
else), and is left out when it raises `Skip`.

A time-out is about noether, not about the machine.  A process is ended when it has run
for its seconds by the clock *and* has used as many seconds of processor time; one that
uses none (it sleeps, or waits for a lock) after PATIENCE times its seconds by the clock.
So a busy machine makes tests slow, but makes none of them fail.
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
BUILD = Path(os.environ.get("NOE_TEST_BUILD", ROOT / "build")).resolve()  # where the programs under test are
RELEASE = BUILD / "noether"
ASAN = BUILD / "asan" / "noether"
HOSTILE = BUILD / "hostile" / "noether"
LONG = bool(os.environ.get("NOE_TEST_LONG"))  # everything that suites otherwise take samples of
VARIANTS = ("asan", "hostile", "debug", "tsan")

# Every way in which the command may end; 70 is documented but never all right.
STATUSES = {0, 11, 12, 13, 14, 15, 16, 17, 18, 20, 64, 65, 130}
ASAN_STATUS = 99  # what a sanitizer report ends with: none of ours
PATIENCE = 10  # how much longer than its seconds a process may take that uses no processor time
TICKS = os.sysconf("SC_CLK_TCK")


class Failure(Exception):
    """What was run, what was expected, what came."""


class Skip(Exception):
    """The test cannot run here; the reason is its text."""


class NotBuilt(Skip):
    """A program that the test needs was not built; the text says how to build it."""


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
    text: str  # why, if it did not pass
    seconds: float  # by the clock
    work: float = 0.0  # of processor time: this thread and the processes that it ran to their end


_now = threading.local()  # the seconds of the test that this thread runs, and the work that its processes have done


# ------------------------------------------------------------------ processes


@dataclasses.dataclass
class Ran:
    words: List[str]
    status: int  # negative: the signal that ended it
    out_bytes: bytes
    err_bytes: bytes
    env: Dict[str, str]
    used: float = 0.0  # seconds of processor time, those of its children included

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


def allowed() -> float:
    """Seconds that one process of the test that this thread runs may take."""
    return getattr(_now, "seconds", 60)


def kill_group(process: subprocess.Popen) -> None:
    """Ends a process and its children; only while it has not been waited for, since
    its number may belong to another one afterwards."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)


class Process(subprocess.Popen):
    """A process whose processor time is known, while it runs and afterwards."""

    ended_with = None  # struct rusage of the process and of the children that it waited for

    def _try_wait(self, wait_flags):
        try:
            number, status, self.ended_with = os.wait4(self.pid, wait_flags)
        except ChildProcessError:
            return self.pid, 0
        return number, status

    def used(self) -> float:
        if self.returncode is not None:
            return self.ended_with.ru_utime + self.ended_with.ru_stime if self.ended_with else 0.0
        return session_time(self.pid)


def process_time(number: int) -> float:
    """Seconds of processor time that a process has used so far."""
    fields = Path(f"/proc/{number}/stat").read_text("utf-8", "replace").rpartition(") ")[2].split()
    return sum(map(int, fields[11:13])) / TICKS  # proc(5): utime and stime


def session_time(session: int) -> float:
    """Seconds of processor time that the processes of a session have used so far."""
    ticks = 0
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        with contextlib.suppress(OSError):  # it ended while we looked
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(") ")[2].split()
            if int(fields[3]) == session:  # proc(5); the sum is utime + stime + cutime + cstime
                ticks += sum(map(int, fields[11:15]))
    return ticks / TICKS


def start(words: Sequence[str], env: Dict[str, str], cwd: Optional[Path] = None, stdin=subprocess.DEVNULL,
          stdout=subprocess.PIPE) -> Process:
    return Process(words, env=environment(env), cwd=cwd, stdin=stdin, stdout=stdout, stderr=subprocess.PIPE,
                   start_new_session=True)


def end(process: Process, limit: float, stdin: Optional[bytes] = None, used: float = 0.0) -> tuple:
    """What the process writes until it ends; subprocess.TimeoutExpired if it takes longer than
    `limit` seconds of its own, see the head of this file, besides those that it has `used`. (To ask for them
    takes longer than most processes do.)"""
    begin, wait = time.monotonic(), limit
    while True:
        try:
            return process.communicate(stdin, timeout=wait)
        except subprocess.TimeoutExpired:
            left = limit - (process.used() - used)
            if left <= 0 or time.monotonic() - begin > limit * PATIENCE:
                raise
            wait, stdin = min(max(left, 0.2), 5), None  # communicate() remembers what is left to write


def run(words: Sequence[object], *, env: Optional[Dict[str, str]] = None, cwd: Optional[Path] = None,
        stdin: bytes = b"", stdout=subprocess.PIPE, seconds: Optional[float] = None) -> Ran:
    """Runs a command to its end; a time-out is a failure of the test."""
    listed = [str(word) for word in words]
    extra = env or {}
    limit = min(allowed(), seconds or 1e9)
    process = start(listed, extra, cwd, subprocess.PIPE, stdout)
    try:
        out, err = end(process, limit, stdin)
    except subprocess.TimeoutExpired:
        used = process.used()
        kill_group(process)
        out, err = process.communicate()
        ran = Ran(listed, -signal.SIGKILL, out or b"", err or b"", extra, used)
        raise Failure(describe(ran, f"to end within {limit:.0f} s", f"it was still running, after {used:.0f} s of "
                                                                    "processor time")) from None
    _now.work = getattr(_now, "work", 0.0) + process.used()
    return Ran(listed, process.returncode, out or b"", err or b"", extra, process.used())


def eventually(condition: Callable[[], object], seconds: float = 60) -> bool:
    """Does the condition come true? Whoever waits for another process waits patiently."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


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
    """The path, if the program was built."""
    if path == RELEASE and not path.exists():
        raise Failure("  build/noether was not built: make")
    if not path.exists():
        variant = path.relative_to(BUILD).parts[0]
        goal = f"VARIANT={variant} " if variant in VARIANTS else ""
        what = {"brute": "brute", "noether-tiny": "tiny", "noether-engines": "engines"}.get(path.name, "unit" if path.parent.name == "unit" else "all")
        raise NotBuilt(f"{path.relative_to(ROOT)} was not built: make {goal}{what}")
    return path


@contextlib.contextmanager
def scratch() -> Iterator[Path]:
    path = Path(tempfile.mkdtemp(prefix="noether-test-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


# --------------------------------------------------------------------- runner


def run_test(test: Test, complete: bool) -> Outcome:
    """`complete`: a program that was not built is a failure."""
    begin, own = time.monotonic(), time.thread_time()
    _now.seconds, _now.work = test.seconds, 0.0
    verdict, text = "passed", ""
    try:
        test.function()
    except NotBuilt as missing:
        verdict, text = ("failed" if complete else "skipped"), str(missing)
    except Skip as skip:
        verdict, text = "skipped", str(skip)
    except Failure as failure:
        verdict, text = "failed", str(failure)
    except Exception:  # a mistake in the test itself is a failure like any other
        verdict, text = "failed", shorten(traceback.format_exc(), 3000)
    return Outcome(test, verdict, text, time.monotonic() - begin, _now.work + time.thread_time() - own)


def run_all(tests: Iterable[Test], workers: int, report: Callable[[Outcome], None],
            complete: bool = False) -> List[Outcome]:
    outcomes = []
    with concurrent.futures.ThreadPoolExecutor(max_workers=workers) as pool:
        futures = [pool.submit(run_test, test, complete) for test in tests]
        for future in futures:
            outcome = future.result()
            report(outcome)
            outcomes.append(outcome)
    return outcomes


def models_of(*folders: str) -> List[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).glob("*.m"))]


def shown(path: Path) -> str:
    return str(path.relative_to(ROOT)) if ROOT in path.parents else str(path)

