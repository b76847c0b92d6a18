"""Part of the suite cli: --compile, with compilers of many kinds."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from typing import Dict

from kit.core import RELEASE, ROOT, Failure, Ran, binary, environment, eventually, require, require_status, run, scratch
from kit.expect import load_json
from suites.cli_parts.common import HOLDS, MODELS, case, noether, says

NO_COMPILER = "--compile=always, but there is no compiled model: no C compiler was found"


def place(folder: Path, compiler: str = "") -> Dict[str, str]:
    """Cache and temporary files in the folder; a script that notes that it ran is CC."""
    (folder / "tmp").mkdir()
    (folder / "cache").mkdir()
    env = {"XDG_CACHE_HOME": str(folder / "cache"), "TMPDIR": str(folder / "tmp")}
    if compiler:
        script = folder / "compiler"
        script.write_text(f"#!/bin/sh\necho >>{folder}/runs\n{compiler}\n")
        script.chmod(0o700)
        env["CC"] = str(script)
    return env


def runs(folder: Path) -> int:
    return (folder / "runs").stat().st_size if (folder / "runs").exists() else 0


def figures(ran: Ran, path: Path) -> tuple:
    result = load_json(ran, path)
    return result["verdict"], result["states"], result["rules_fired"], result["depth"]


@case("--compile: one result each way")
def one_result() -> None:
    found = set()
    for way in ("never", "auto", "always"):
        with scratch() as folder:
            path = folder / "result.json"
            ran = noether("check", MODELS / "german.m", f"--compile={way}", "--json", path, env=place(folder))
            require_status(ran, 0)
            found.add(figures(ran, path))
    require(len(found) == 1, ran, "the same figures", str(found))


@case("--compile: multiples of far-off indices do not overflow, for a compiler that would rely on it")
def far_off() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        ran = noether("check", ROOT / "tests/semantics/range_far.m", "--compile=always", "--json", path,
                      env=place(folder, 'exec cc "$@"'))
        require_status(ran, 0)
        require(figures(ran, path)[:3] == ("holds", 44, 92), ran, "44 states, 92 rules fired")


@case("--compile=always: built once, then cached")
def cached() -> None:
    with scratch() as folder:
        env = place(folder, 'exec cc "$@"')
        for _ in range(3):
            ran = noether("check", HOLDS, "--compile=always", env=env)
            require_status(ran, 0)
            require(runs(folder) == 1, ran, "one run of the compiler", str(runs(folder)))
        require(len(list((folder / "cache/noether").iterdir())) == 1, ran, "one object")
        require(not list((folder / "tmp").iterdir()), ran, "no temporary files")


@case("--compile: none for small models, none for never")
def not_needed() -> None:
    for way in ("auto", "never"):
        with scratch() as folder:
            ran = noether("check", HOLDS, f"--compile={way}", env=place(folder, 'exec cc "$@"'))
            require_status(ran, 0)
            require(runs(folder) == 0, ran, "no run of the compiler")


@case("--compile=always without a compiler")
def no_compiler() -> None:
    with scratch() as folder:
        env = {**place(folder), "PATH": str(folder)}
        path = folder / "result.json"
        ran = run([binary(RELEASE), "check", HOLDS, "--compile=always", "--json", path], env=env)
        says(ran, 64, NO_COMPILER)
        require(load_json(ran, path)["verdict"] == "error", ran, "verdict error in the file")
        require("report it" not in ran.out + ran.err, ran, "no talk of faults of noether")
        require_status(run([binary(RELEASE), "check", MODELS / "german.m"], env=env), 0)


@case("--compile=always with a compiler that fails")
def failing() -> None:
    with scratch() as folder:
        env = place(folder, "echo 'the moon is in the way' >&2; exit 1")
        says(noether("check", HOLDS, "--compile=always", env=env), 64, "the C compiler failed: the moon is in the way")
        require_status(noether("check", MODELS / "german.m", env=env), 0)
        require(not list((folder / "tmp").iterdir()), noether("help"), "no temporary files")


def ended(number: int) -> bool:
    """Has that process ended? As a zombie it has."""
    try:
        return ") Z " in Path(f"/proc/{number}/stat").read_text()
    except OSError:
        return True


def hanging(number: int, status: int) -> None:
    """noether gets a signal while the compiler hangs: nothing of it may stay."""
    with scratch() as folder:
        env = place(folder, f"touch ccleft.o; sleep 1000 & echo $! >{folder}/number.new; "
                            f"mv {folder}/number.new {folder}/number; sleep 1000")
        process = subprocess.Popen([str(binary(RELEASE)), "check", str(HOLDS), "--compile=always"], env=environment(env),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually((folder / "number").exists)
            child = int((folder / "number").read_text())
            os.kill(process.pid, number)
            got = process.wait(60)
        finally:
            if process.returncode is None:
                process.kill()
                process.wait()
        if got != status:
            raise Failure(f"  expected status {status}, got {got}")
        if not eventually(lambda: ended(child)):
            raise Failure("  the compiler still runs")
        if not eventually(lambda: not list((folder / "tmp").iterdir())):
            raise Failure("  temporary files are left")


@case("--compile=always: interrupted while the compiler hangs")
def interrupted() -> None:
    hanging(signal.SIGINT, 130)


@case("--compile=always: killed while the compiler hangs")
def killed() -> None:
    hanging(signal.SIGKILL, -signal.SIGKILL)
