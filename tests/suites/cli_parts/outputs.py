"""Part of the suite cli: where results go, colours, widths."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import subprocess
from typing import Sequence

from kit.core import (RELEASE, ROOT, Failure, Ran, Skip, binary, environment, require, require_sane,
                      require_status, run, scratch)
from kit.expect import load_json
from suites.cli_parts.common import BUG, HOLDS, MODELS, case, model, noether, says


@case("--json to /dev/full")
def json_full() -> None:
    ran = noether("check", HOLDS, "--json", "/dev/full")
    says(ran, 65, "/dev/full")
    require("HOLDS" in ran.out, ran, "the verdict all the same")


@case("standard output to /dev/full")
def stdout_full() -> None:
    with open("/dev/full", "wb") as full:
        for words_ in (["check", HOLDS], ["check", BUG], ["help"], ["fmt", HOLDS], ["graph", HOLDS], ["explain"],
                       ["man"], ["--version"], ["sim", HOLDS, "--show"], ["check", HOLDS, "--json", "-"]):
            says(noether(*words_, stdout=full), 65, "cannot write")


@case("standard output closed")
def stdout_closed() -> None:
    ran = run(["sh", "-c", 'exec "$0" check "$1" >&-', binary(RELEASE), HOLDS])
    says(ran, 65, "cannot write")


@case("closed pipe keeps the status")
def closed_pipe() -> None:
    for words_, status in ((["check", HOLDS], 0), (["check", BUG], 12), (["man"], 0), (["fmt", HOLDS], 0),
                           (["graph", MODELS / "german.m", "--max-states", "3000"], 0)):
        read, write = os.pipe()
        os.close(read)
        try:
            ran = noether(*words_, stdout=write)
        finally:
            os.close(write)
        require_sane(ran)
        require_status(ran, status)
        require("Broken pipe" not in ran.err, ran, "no complaint")


@case("| head -c 10")
def head() -> None:
    ran = run(["bash", "-c", '"$0" graph "$1" --max-states 3000 | head -c 10; exit ${PIPESTATUS[0]}', binary(RELEASE),
               MODELS / "german.m"])
    require_sane(ran)
    require_status(ran, 0)


@case("output to a place that cannot be written: refused before the search")
def missing_folder() -> None:
    with scratch() as folder:
        endless = ["check", MODELS / "peterson.m", "-DN=9"]
        for option in ("--json", "--junit", "--itf", "--trace-out"):
            for place, why in (("no/such/folder/file", "No such file or directory"), (folder, "Is a directory"),
                               (HOLDS / "x", "Not a directory")):
                ran = noether(*endless, option, place, seconds=5)
                says(ran, 65, f"noether: cannot write {place}: {why}\n")
                require(not ran.out, ran, "no verdict: there was no search")
        says(noether(*endless, "--checkpoint", "no/such/folder", seconds=5), 65, "no/such/folder: cannot make the directory")
        for words_ in (["graph", HOLDS, "-o"], ["fmt", HOLDS, "-o"], ["sim", HOLDS, "--trace-out"]):
            says(noether(*words_, "no/such/folder/file"), 65, "cannot write no/such/folder/file")


@case("a path is tried before the search without a trace of it")
def tried_path() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        path.write_text("old", "utf-8")
        ran = noether("check", HOLDS, "--json", path, "--trace-out", "no/such/folder/file")
        says(ran, 65, "no/such/folder/file")
        require(path.read_text("utf-8") == "old" and os.listdir(folder) == ["result.json"], ran, "the old file, alone")


@case("a result file is replaced, even by an error")
def replaced() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        require_status(noether("check", HOLDS, "--json", path), 0)
        wrong = model(folder, "var x: 0..1\nstartstate begin x := y; end;")
        ran = noether("check", wrong, "--json", path)
        require_status(ran, 65)
        require(load_json(ran, path)["verdict"] == "error", ran, "verdict error, not the old one")
        ran = noether("check", folder / "missing.m", "--json", path)
        require_status(ran, 65)
        require(load_json(ran, path)["verdict"] == "error", ran, "verdict error")
        require(sorted(os.listdir(folder)) == ["model.m", "result.json"], ran, "no temporary file left",
                str(os.listdir(folder)))


@case("--json - leaves standard output to the JSON")
def json_stdout() -> None:
    for path, status in ((HOLDS, 0), (BUG, 12)):
        ran = noether("check", path, "--json", "-")
        require_status(ran, status)
        require(isinstance(json.loads(ran.out), dict), ran, "one JSON object")
        require("HOLDS" in ran.err or "VIOLATED" in ran.err, ran, "the text for people on standard error")


@case("no escape codes in pipes and files")
def no_escapes() -> None:
    for words_ in (["check", HOLDS], ["check", BUG], ["check", ROOT / "tests/diagnostics/E301.m"], ["help"],
                   ["explain", "E201"], ["sim", BUG, "--seed", "1"]):
        ran = noether(*words_)
        require(b"\x1b" not in ran.out_bytes + ran.err_bytes, ran, "no escape codes")
    ran = noether("check", BUG, "--color=on")
    require(b"\x1b[" in ran.out_bytes, ran, "escape codes, as asked for")


def on_terminal(words_: Sequence[object], extra: dict) -> bytes:
    """What the command writes to a terminal."""
    try:
        master, slave = pty.openpty()
    except OSError as error:
        raise Skip(f"no terminal to be had: {error}") from None
    env = environment({"TERM": "xterm", **extra})
    process = subprocess.Popen([str(word) for word in words_], stdin=slave, stdout=slave, stderr=slave, env=env,
                               start_new_session=True)
    os.close(slave)
    text = b""
    with contextlib.suppress(OSError):  # EIO: the other side is closed
        while True:
            piece = os.read(master, 65536)
            if not piece:
                break
            text += piece
    os.close(master)
    process.wait(timeout=60)  # it has closed its terminal
    return text


@case("colour on a terminal, unless NO_COLOR")
def colour() -> None:
    words_ = [binary(RELEASE), "check", BUG]
    ran = Ran([str(word) for word in words_], 0, b"", b"", {})
    require(b"\x1b[" in on_terminal(words_, {}), ran, "colour on a terminal")
    sheer = on_terminal([*words_, "--progress=off"], {"NO_COLOR": "1"})
    require(b"\x1b[" not in sheer and b"VIOLATED" in sheer, ran, "no colour with NO_COLOR")
    require(b"\x1b[3" not in on_terminal([*words_, "--progress=off"], {"TERM": "dumb"}), ran, "none if TERM=dumb")
    require(b"\x1b[" in on_terminal([*words_, "--color=on"], {"NO_COLOR": "1"}), ran, "colour, as asked for")


@case("control characters of a model do not reach the terminal")
def no_injection() -> None:
    with scratch() as folder:
        path = model(folder, 'var x: 0..1;\nstartstate "a\x1b[31mb" begin x := 0; end;\n'
                             'rule "r\x07\x1b]0;t" begin error "e\x1b[2J"; end;\ninvariant "i\x1b[1m" x = 0;\n')
        for words_ in (["check", path], ["check", path, "--junit", "-"], ["check", path, "--json", "-"],
                       ["graph", path], ["sim", path, "--show", "--seed", "1"]):
            ran = noether(*words_)
            require_sane(ran)
            require(b"\x1b" not in ran.out_bytes + ran.err_bytes, ran, "no escape character in the output")
        wrong = model(folder, 'var x: 0..1;\nstartstate "\x1b[31m" begin x := "\x1b[2J"; end;\n')
        ran = noether("check", wrong)
        require(b"\x1b" not in ran.err_bytes, ran, "no escape character in diagnostics")


@case("lines fit 100 columns")
def narrow() -> None:
    for name in ("mutex.m", "mutex_bug.m", "german.m", "german_bug.m", "two_phase_commit_bug.m",
                 "dining_deadlock.m", "peterson_bug.m"):
        for words_ in (["check", name], ["sim", name, "--show", "--seed", "5"]):
            ran = noether(*words_, cwd=MODELS)
            widest = max((ran.out + ran.err).splitlines(), key=len)
            require(len(widest) <= 100, ran, "100 columns at most", f"{len(widest)}: {widest}")


@case("--quiet prints the verdict only")
def quiet() -> None:
    for path, status in ((HOLDS, 0), (BUG, 12)):
        for option in ("--quiet", "-q"):
            ran = noether("check", path, option)
            require_status(ran, status)
            require(len(ran.out.splitlines()) == 1 and not ran.err, ran, "one line, and no more")
    ran = noether("check", ROOT / "tests/diagnostics/W101.m", "-q")
    require(not ran.err, ran, "no warnings")
    says(noether("check", ROOT / "tests/diagnostics/E301.m", "-q"), 65, "E301")
    ran = noether("sim", HOLDS, "-q", "--seed", "1", "--walks", "5")
    require(len(ran.out.splitlines()) == 1, ran, "one line")


@case("--trace full and off")
def trace_forms() -> None:
    full, off = noether("check", BUG, "--trace=full"), noether("check", BUG, "--trace=off")
    require("step 0" in full.out and "step 0" not in off.out, off, "the run, or no run")


@case("same input, same output")
def reproducible() -> None:
    for name in ("german_bug.m", "mutex.m", "abp_bug.m"):
        texts = set()
        for _ in range(2):
            result = json.loads(noether("check", MODELS / name, "--json", "-").out)
            for key in ("seconds", "peak_bytes", "symmetry_samples"):
                result.pop(key)
            texts.add(json.dumps(result))
        if len(texts) != 1:
            raise Failure(f"  two checks of {name} differ in their JSON")
