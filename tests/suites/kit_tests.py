"""kit: the tests of the tests. A time-out is about the process, not about the machine, and what
was not built is said to be so."""

from __future__ import annotations

import time
from typing import Callable, List

from kit import core
from kit.core import BUILD, Failure, NotBuilt, Test, binary, eventually, run, run_test

BUSY = ["sh", "-c", "while :; do :; done"]


def fails(function: Callable[[], object], piece: str) -> None:
    try:
        function()
    except Failure as failure:
        if piece not in str(failure):
            raise Failure(f"  expected `{piece}` in:\n{failure}") from None
        return
    raise Failure(f"  expected a failure with `{piece}`")


def busy_is_ended() -> None:
    fails(lambda: run(BUSY, seconds=0.3), "still running")


def slow_is_left_alone() -> None:
    """It takes longer than its seconds because it gets no processor, as on a busy machine."""
    if run(["sleep", "1"], seconds=0.3).status != 0:
        raise Failure("  sleep failed")


def asleep_is_ended() -> None:
    begin = time.monotonic()
    fails(lambda: run(["sleep", "600"], seconds=0.1), "still running")
    if time.monotonic() - begin < 0.1 * core.PATIENCE:
        raise Failure("  too early")


def children_count() -> None:
    fails(lambda: run(["sh", "-c", "while :; do :; done & wait"], seconds=0.3), "still running")


def time_is_known() -> None:
    used = run(["sh", "-c", "i=0; while [ $i -lt 50000 ]; do i=$((i+1)); done"]).used
    if not 0 < used < 30:
        raise Failure(f"  {used} s of processor time")


def missing_is_skipped() -> None:
    for path, command in ((BUILD / "asan/no_such_program", "make VARIANT=asan all"),
                          (BUILD / "unit/no_such_program", "make unit")):
        try:
            binary(path)
        except NotBuilt as missing:
            if not str(missing).endswith(command):
                raise Failure(f"  expected `{command}` in: {missing}") from None
        else:
            raise Failure(f"  {path} is not missed")


def missing_may_fail() -> None:
    test = Test("kit", "planted", lambda: binary(BUILD / "asan/no_such_program"))
    for complete, verdict in ((False, "skipped"), (True, "failed")):
        if run_test(test, complete).verdict != verdict:
            raise Failure(f"  expected `{verdict}` if complete is {complete}")


def waiting_ends() -> None:
    if eventually(lambda: False, 0.1) or not eventually(lambda: True, 0):
        raise Failure("  eventually() is wrong")


def tests() -> List[Test]:
    cases = {
        "a process that works too long is ended": busy_is_ended,
        "a process that gets no processor is left alone": slow_is_left_alone,
        "a process that sleeps for good is ended": asleep_is_ended,
        "time of children counts": children_count,
        "processor time is known afterwards": time_is_known,
        "a program that was not built is a reason to skip": missing_is_skipped,
        "with --complete it is a failure": missing_may_fail,
        "whoever waits comes to an end": waiting_ends,
    }
    return [Test("kit", name, function) for name, function in cases.items()]
