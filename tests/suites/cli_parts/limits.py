"""Part of the suite cli: memory, time, depth, signals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from typing import Sequence

from kit.core import (ASAN, RELEASE, Failure, Ran, binary, environment, kill_group, remaining, require, require_sane,
                      require_status, run, scratch)
from kit.expect import load_json
from suites.cli_parts.common import BUG, HOLDS, MODELS, case, model, noether


def figures(ran: Ran) -> None:
    require(re.search(r"[\d,]+ states?, [\d,]+ rules? fired, depth \d+", ran.out), ran, "figures")


@case("--mem")
def memory_limit() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = noether("check", MODELS / "german.m", "-DN=4", "--mem", "1M", "--json", path)
        require_sane(ran)
        require_status(ran, 20)
        figures(ran)
        require("1.0 MB" in ran.out, ran, "the limit")
        result = load_json(ran, path)
        require(result["stop"] == "memory" and not result["complete"] and result["states"] > 0, ran,
                "stop memory, with states")
        require(result["peak_bytes"] <= 3 << 20, ran, "a peak near the limit", str(result["peak_bytes"]))


@case("--mem too small for anything")
def memory_tiny() -> None:
    for size in ("1", "1K", "10K", "100K", "200K", "400K", "600K"):
        for program in (RELEASE, ASAN):
            ran = run([binary(program), "check", MODELS / "german.m", "-DN=3", "--mem", size])
            require_sane(ran)
            require_status(ran, 20)
            require(ran.out or ran.err, ran, "a word on it")


@case("--time")
def time_limit() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        begin = time.monotonic()
        ran = noether("check", MODELS / "peterson.m", "-DN=8", "--time", "0.2s", "--json", path)
        require_status(ran, 20)
        require(time.monotonic() - begin < 3, ran, "an end soon after 0.2 s", f"{time.monotonic() - begin:.1f} s")
        figures(ran)
        require(load_json(ran, path)["stop"] == "time", ran, "stop time")


@case("--time inside one long firing")
def time_in_loop() -> None:
    with scratch() as folder:
        path = model(folder, "var x: 0..1; n: 0..4000000000;\nstartstate begin x := 0; n := 0; end;\n"
                             "rule begin n := 0; while n < 4000000000 do n := n + 1; end; x := 1 - x; end;\n")
        begin = time.monotonic()
        ran = noether("check", path, "--loop-limit=4G", "--time", "0.3s", seconds=8)
        require_status(ran, 20)
        require(time.monotonic() - begin < 5, ran, "an end soon after 0.3 s", f"{time.monotonic() - begin:.1f} s")


@case("--bound")
def bound() -> None:
    ran = noether("check", MODELS / "german.m", "--bound", "3")
    require_status(ran, 20)
    figures(ran)
    require_status(noether("check", BUG, "--bound", "50"), 12)
    require_status(noether("check", HOLDS, "--bound", "0"), 0)


def interrupt(words_: Sequence[object], after: float, number: int = signal.SIGINT) -> Ran:
    listed = [str(word) for word in words_]
    process = subprocess.Popen(listed, env=environment({}), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, start_new_session=True)
    try:
        time.sleep(after)
        os.kill(process.pid, number)
        out, err = process.communicate(timeout=min(5, remaining()))
    except subprocess.TimeoutExpired:
        raise Failure(f"  {' '.join(listed)} goes on after signal {number}") from None
    finally:
        kill_group(process)
    return Ran(listed, process.returncode, out, err, {})


@case("SIGINT ends a check with figures")
def sigint() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=9", "--json", path], 1.0)
        require_status(ran, 130)
        figures(ran)
        result = load_json(ran, path)
        require(result["stop"] == "interrupt" and result["verdict"] == "unknown", ran, "stop interrupt")
        require_status(interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=9"], 0.5, signal.SIGTERM), 130)


@case("SIGINT inside one long firing")
def sigint_in_loop() -> None:
    with scratch() as folder:
        path = model(folder, "var x: 0..1;\nstartstate begin x := 0; end;\n"
                             "rule begin for i := 0 to 9000000000 do x := x; end; x := 1 - x; end;\n")
        require_status(interrupt([binary(RELEASE), "check", path], 0.5), 130)


@case("SIGINT ends sim and graph")
def sigint_others() -> None:
    ran = interrupt([binary(RELEASE), "sim", HOLDS, "--steps", "1000000000", "--seed", "1", "-q"], 0.5)
    require_status(ran, 130, 0)
    ran = interrupt([binary(RELEASE), "graph", MODELS / "peterson.m", "-DN=6", "--max-states", "100M"], 0.5)
    require_status(ran, 130)


@case("--progress=on writes to standard error only")
def progress() -> None:
    ran = noether("check", MODELS / "mcs_lock.m", "-DN=4", "--progress=on")
    require_status(ran, 0)
    require(ran.out.count("\n") == noether("check", MODELS / "mcs_lock.m", "-DN=4").out.count("\n"), ran,
            "the same standard output as without it")
