"""cli: the command itself: statuses, files, limits, signals, formats, the other commands."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import signal
import subprocess
import time
import xml.etree.ElementTree
from pathlib import Path
from typing import Callable, List, Sequence

from kit.core import (ASAN, RELEASE, ROOT, Failure, Ran, Skip, Test, binary, describe, environment, kill_group,
                      remaining, require, require_sane, require_status, run, scratch)
from kit.expect import load_json

MODELS = ROOT / "models"
HOLDS = MODELS / "mutex.m"
BUG = MODELS / "mutex_bug.m"
COMMANDS = ("check", "sim", "replay", "graph", "fmt", "explain", "help", "man")
CASES: List[Test] = []
FLIP = "var x: 0..1;\nstartstate begin x := 0; end;\nrule begin x := 1 - x; end;\n"


def case(name: str, seconds: float = 60) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def register(function: Callable[[], None]) -> Callable[[], None]:
        CASES.append(Test("cli", name, function, seconds))
        return function
    return register


def noether(*words: object, **more) -> Ran:
    return run([binary(RELEASE), *words], **more)


def says(ran: Ran, status: int, *pieces: str) -> None:
    """Status, one clear message on standard error, nothing odd."""
    require_sane(ran)
    require_status(ran, status)
    for piece in pieces:
        require(piece in ran.err, ran, f"`{piece}` on standard error")


def model(folder: Path, text: str, name: str = "model.m") -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


# --------------------------------------------------------------------- usage


@case("no command")
def no_command() -> None:
    says(noether(), 64, "no command", "noether help")


@case("unknown command, with a suggestion")
def unknown_command() -> None:
    says(noether("chekc", HOLDS), 64, "chekc", "`check`")


@case("unknown option, with a suggestion")
def unknown_option() -> None:
    says(noether("check", "--jsn", "x", HOLDS), 64, "--jsn", "--json")
    says(noether("check", "--wholly-unheard-of", HOLDS), 64, "--wholly-unheard-of")
    says(noether("check", "-Z", HOLDS), 64, "-Z")


@case("options of other commands")
def foreign_option() -> None:
    says(noether("check", "--seed", "3", HOLDS), 64, "--seed", "sim")
    says(noether("explain", "-D", "N=3", "E201"), 64, "-D")


@case("option values")
def option_values() -> None:
    for words in (["--bound", "x"], ["--bound=-1"], ["--bound="], ["--bound"], ["--mem", "12Q"], ["--time", "soon"],
                  ["--time", "-3s"], ["--engine=magic"], ["--deadlock=maybe"], ["--quiet=yes"], ["--json="],
                  ["--bound=99999999999999999999"], ["--call-depth=1G"], ["--color=red"]):
        ran = noether("check", HOLDS, *words)
        says(ran, 64)
        require(ran.err.startswith("noether: "), ran, "a message of noether")
        require(not ran.out, ran, "nothing on standard output")


@case("too few and too many words")
def words() -> None:
    says(noether("check"), 64, "MODEL")
    says(noether("check", HOLDS, BUG), 64, "mutex_bug")
    says(noether("replay", "x"), 64)
    says(noether("man", "x"), 64)
    says(noether("help", "check", "sim"), 64)


@case("two outputs to one place")
def same_place() -> None:
    says(noether("check", HOLDS, "--json", "-", "--junit", "-"), 64, "--json", "--junit")


@case("-D nonsense")
def define() -> None:
    for word in ("N", "=3", "N=", "="):
        says(noether("check", HOLDS, "-D", word), 64, "-D")
    says(noether("check", HOLDS, "-D"), 64, "-D")
    says(noether("check", HOLDS, "-DN=2", "-DN=3"), 64, "two values")
    for word in ("N=0", "N=-1", "N=99999999999999999999", "N=true", "N=1x", "N=()", "Missing=3", "Process=3"):
        ran = noether("check", HOLDS, "-D", word)
        says(ran, 65, "error[")
    require_status(noether("check", HOLDS, "-DN=2"), 0)
    require_status(noether("check", HOLDS, "-DN=0x2"), 0)


@case("help of every command fits 80 columns")
def help_texts() -> None:
    for words_ in [["help"], ["--help"], ["-h"]] + [["help", name] for name in COMMANDS] + \
            [[name, "--help"] for name in COMMANDS]:
        ran = noether(*words_)
        require_status(ran, 0)
        require("Usage: noether" in ran.out and not ran.err, ran, "help on standard output")
        require(max(map(len, ran.out.splitlines())) <= 80, ran, "80 columns at most")
    says(noether("help", "chek"), 64, "`check`")


@case("help names every option and command")
def help_is_complete() -> None:
    options = re.findall(r'^\w+\(\w+, "([\w-]+)"', (ROOT / "src/base/options.def").read_text("utf-8"), re.M)
    texts = "".join(noether("help", name).out for name in COMMANDS)
    page = noether("man")
    for option in options:
        require(f"--{option}" in texts, page, f"--{option} in a help text")
        require("\\-\\-" + option.replace("-", "\\-") in page.out, page, f"--{option} in the manual page")
    for name in COMMANDS[:-1]:
        require(name in noether("help").out and name in page.out, page, f"{name} in help and manual")


@case("version")
def version() -> None:
    ran = noether("--version")
    require_status(ran, 0)
    require(re.fullmatch(r"noether \d+\.\d+\S*\n", ran.out), ran, "`noether 1.2.3`")


@case("manual page is up to date")
def manual() -> None:
    path = ROOT / "docs/noether.1"
    ran = noether("man")
    require_status(ran, 0)
    if not path.exists():
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(ran.out_bytes)
        raise Skip("docs/noether.1 did not exist; it has been written")
    if path.read_bytes() != ran.out_bytes:
        raise Failure("  docs/noether.1 is not what `build/noether man` prints;"
                      " `build/noether man > docs/noether.1` renews it")


@case("statuses are those of the table")
def statuses() -> None:
    rows = re.findall(r'^X\(\w+, (\d+), "', (ROOT / "src/base/status.def").read_text("utf-8"), re.M)
    ran = noether("help")
    shown_ = re.findall(r"^ +(\d+)  \S", ran.out, re.M)
    require(shown_ == rows and "1" not in rows, ran, "every status of status.def in the help, and never 1")


# --------------------------------------------------------------------- files


@case("missing model, with a suggestion")
def missing_model() -> None:
    says(noether("check", "no/such/model.m"), 65, "cannot read no/such/model.m")
    says(noether("check", MODELS / "mutex"), 65, "mutex.m")


@case("directory as a model")
def directory() -> None:
    says(noether("check", MODELS), 65, "directory")
    says(noether("fmt", MODELS), 65, "directory")


@case("unreadable model")
def unreadable() -> None:
    if os.geteuid() == 0:
        raise Skip("root reads everything")
    with scratch() as folder:
        path = model(folder, FLIP)
        path.chmod(0)
        says(noether("check", path), 65, "Permission denied")


@case("empty model")
def empty() -> None:
    with scratch() as folder:
        says(noether("check", model(folder, "")), 65, "empty")
        says(noether("check", "/dev/null"), 65, "empty")
        says(noether("check", model(folder, " \n\n\t\n")), 65, "E105")


@case("binary file")
def binary_file() -> None:
    with scratch() as folder:
        path = folder / "model.m"
        path.write_bytes(bytes(range(256)) * 40)
        says(noether("check", path), 65, "error[")
        says(run([binary(ASAN), "check", path]), 65, "error[")
        says(noether("check", binary(RELEASE)), 65)
        says(noether("replay", path, HOLDS), 65)


@case("file of 100 MB")
def large_file() -> None:
    with scratch() as folder:
        path = folder / "model.m"
        with open(path, "wb") as file:
            file.truncate(100 << 20)
        begin = time.monotonic()
        says(noether("check", path), 65, "larger than")
        if time.monotonic() - begin > 5:
            raise Failure("  a file that is too large is refused, but it takes seconds")


@case("long lines and names")
def long_lines() -> None:
    with scratch() as folder:
        name = "n" * 200000
        path = model(folder, f"var {name}: 0..1; startstate begin {name} := 0; end; rule begin {name} := 1 - {name}; end;")
        require_status(noether("check", path), 0)
        path = model(folder, f"var {name}: 0..1; startstate begin {name} := 0; end; rule begin {name} := 2; end;")
        require_status(noether("check", path), 14)
        path = model(folder, f"var {name}: 0..1; startstate begin {name} = 0; end;")
        ran = noether("check", path)
        says(ran, 65)


@case("model from standard input")
def from_stdin() -> None:
    ran = noether("check", "-", stdin=FLIP.encode())
    require_status(ran, 0)
    ran = noether("fmt", "-", stdin=FLIP.encode())
    require_status(ran, 0)


def deep(folder: Path, kind: str, depth: int) -> Path:
    head = "var x: 0..1; b: boolean;\nstartstate begin x := 0; b := true; end;\n"
    texts = {
        "parentheses": head + "invariant " + "(" * depth + "b" + ")" * depth + ";\nrule begin b := b; end;\n",
        "open parentheses": head + "invariant " + "(" * depth,
        "ifs": head + "rule begin " + "if b then " * depth + "x := 1;" + " end;" * depth + "\nend;\n",
        "rulesets": head + "".join(f"ruleset i{i}: 0..0 do " for i in range(depth)) + "rule begin x := 1; end;"
        + " end;" * depth,
        "nots": head + "invariant " + "!" * depth + "b;\n",
        "minuses": head + "invariant " + "- " * depth + "1 != 2;\n",
        "arrays": "var a: " + "array [0..0] of " * depth + "0..1;\nstartstate begin clear a; end;\n",
        "records": "var a: " + "record f: " * depth + "0..1" + "; end" * depth + ";\nstartstate begin clear a; end;\n",
        "indices": head + "var a: array [0..1] of 0..1; invariant " + "a[" * depth + "0" + "]" * depth + " = 0;\n",
        "questions": head + "invariant " + "b ? b : " * depth + "b;\n",
        "arrows": head + "invariant " + "b -> " * depth + "b;\n",
        "foralls": head + "invariant " + "".join(f"forall i{i}: 0..0 do " for i in range(depth)) + "b" + " end" * depth
        + ";\n",
        "elsifs": head + "rule begin if b then\n" + "elsif b then\n" * depth + "end; x := 1 - x; end;\n",
        "operands": head + "invariant " + "b &\n" * depth + "b;\nrule begin x := 1 - x; end;\n",
        "operands on one line": head + "invariant " + "b & " * depth + "b;\nrule begin x := 1 - x; end;\n",
        "sum": head + "invariant " + "x +\n" * depth + "x >= 0;\nrule begin x := 1 - x; end;\n",
        "statements": head + "rule begin " + "x := x;\n" * depth + "x := 1 - x; end;\n",
        "comparisons": head + "invariant " + "x = " * depth + "x;\n",
    }
    return model(folder, texts[kind])


def deep_test(kind: str, depth: int) -> None:
    with scratch() as folder:
        path = deep(folder, kind, depth)
        for program in (RELEASE, ASAN):
            for command in ("check", "fmt"):
                ran = run([binary(program), command, path])
                require_sane(ran)
                require_status(ran, 0, 11, 65)


for _kind in ("parentheses", "open parentheses", "ifs", "rulesets", "nots", "minuses", "arrays", "records", "indices",
              "questions", "arrows", "foralls"):
    CASES.append(Test("cli", f"10,000 deep: {_kind}", lambda kind=_kind: deep_test(kind, 10000)))
for _kind in ("operands", "operands on one line", "sum", "elsifs", "statements", "comparisons"):
    CASES.append(Test("cli", f"100,000 long: {_kind}", lambda kind=_kind: deep_test(kind, 100000), 20))


HUGE = {
    "array": "var a: array [0..4611686018427387903] of 0..1; startstate begin clear a; end;",
    "nested array": "var a: array [0..99999] of array [0..99999] of array [0..99999] of 0..1;"
                    " startstate begin clear a; end;",
    "scalarset": "var p: scalarset(4611686018427387904); startstate begin undefine p; end;",
    "named scalarset": "type P: scalarset(9223372036854775807); var p: P; startstate begin undefine p; end;",
    "multiset": "var m: multiset [1000000000000] of boolean; startstate begin undefine m; end;",
    "ruleset of start states": "var x: 0..1; ruleset i: 0..999999999999 do startstate begin x := 0; end; end;"
                               " rule begin x := 1 - x; end;",
    "ruleset": "var x: 0..1; startstate begin x := 0; end;"
               " ruleset i: 0..999999999999 do rule i = x ==> begin x := 1 - x; end; end;",
    "ruleset of claims": "var x: 0..1; startstate begin x := 0; end; rule begin x := 1 - x; end;"
                         " ruleset i: 0..999999999999 do invariant x <= i + 1; end;",
    "loop": "var x: 0..1; startstate begin for i := 0 to 9223372036854775807 do x := 0; end; end;",
    "quantifier": "var x: 0..1; startstate begin x := 0; end; invariant forall i: 0..999999999999 do x <= i end;",
}


def huge(text: str) -> None:
    with scratch() as folder:
        ran = noether("check", model(folder, text + "\n"), "--time", "0.5s", "--mem", "64M", seconds=6)
        require_sane(ran)
        require_status(ran, 11, 20, 65)


for _kind, _text in HUGE.items():
    CASES.append(Test("cli", f"huge {_kind} ends in time", lambda text=_text: huge(text)))


# ------------------------------------------------------------------- outputs


@case("--json to /dev/full")
def json_full() -> None:
    ran = noether("check", HOLDS, "--json", "/dev/full")
    says(ran, 65, "/dev/full")
    require("HOLDS" in ran.out, ran, "the verdict all the same")


@case("standard output to /dev/full")
def stdout_full() -> None:
    with open("/dev/full", "wb") as full:
        for words_ in (["check", HOLDS], ["check", BUG], ["help"], ["fmt", HOLDS], ["graph", HOLDS], ["explain"],
                       ["man"], ["--version"], ["sim", HOLDS], ["check", HOLDS, "--json", "-"]):
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


@case("output to a missing folder")
def missing_folder() -> None:
    for option in ("--json", "--junit", "--itf", "--trace-out"):
        ran = noether("check", BUG, option, "no/such/folder/file")
        says(ran, 65, "no/such/folder/file")
        require("VIOLATED" in ran.out, ran, "the verdict all the same")


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
    master, slave = pty.openpty()
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
    process.wait(timeout=remaining())
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
                       ["graph", path], ["sim", path, "--seed", "1"]):
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
        for words_ in (["check", name], ["sim", name, "--seed", "5"]):
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
    ran = noether("sim", HOLDS, "-q", "--seed", "1")
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
            for key in ("seconds", "peak_bytes"):
                result.pop(key)
            texts.add(json.dumps(result))
        if len(texts) != 1:
            raise Failure(f"  two checks of {name} differ in their JSON")


# -------------------------------------------------------------------- limits


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
        ran = noether("check", MODELS / "peterson.m", "-DN=6", "--time", "0.2s", "--json", path)
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
        ran = interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=6", "--json", path], 1.0)
        require_status(ran, 130)
        figures(ran)
        result = load_json(ran, path)
        require(result["stop"] == "interrupt" and result["verdict"] == "unknown", ran, "stop interrupt")
        require_status(interrupt([binary(RELEASE), "check", MODELS / "peterson.m", "-DN=6"], 0.5, signal.SIGTERM), 130)


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


# --------------------------------------------------------------- JSON and co


def typed(ran: Ran, object_: dict, fields: dict, where: str) -> None:
    for name, kinds in fields.items():
        require(name in object_, ran, f"{where}.{name} in the JSON", "missing")
        value = object_[name]
        good = isinstance(value, kinds) and not (isinstance(value, bool) and kinds is int)
        require(good, ran, f"{where}.{name}: {kinds}", f"{value!r}")


NONE = type(None)
TOP = {"schema": int, "tool": str, "version": str, "model": str, "constants": dict, "seed": int, "symmetry": dict,
       "verdict": str, "complete": bool, "stop": str, "properties": list, "states": int, "concrete_states": str,
       "transitions": int, "rules_fired": int, "depth": int, "seconds": (int, float), "peak_bytes": int,
       "engine": (str, NONE), "engine_reason": (str, NONE), "message": (str, NONE), "rules": list}
PROPERTY = {"name": str, "kind": str, "verdict": str, "trace": (dict, NONE), "line": int, "message": (str, NONE)}
STEP = {"rule": str, "kind": str, "line": int, "rule_index": int, "arguments": dict, "argument_values": list,
        "state": (dict, NONE)}
KINDS = {"invariant", "deadlock", "assertion", "cover", "liveness", "ltl", "ctl", "mu", "sequence"}


def check_schema(ran: Ran, result: dict) -> None:
    typed(ran, result, TOP, "result")
    require(result["schema"] == 1 and result["tool"] == "noether", ran, "schema 1 of noether")
    require(result["verdict"] in ("holds", "violated", "unknown", "error"), ran, "a known verdict")
    typed(ran, result["symmetry"], {"mode": str, "types": list, "group_order": str}, "symmetry")
    for item in result["symmetry"]["types"]:
        typed(ran, item, {"name": str, "size": int, "kind": str, "proved": bool}, "symmetry.types")
    require(re.fullmatch(r"\d+", result["concrete_states"]), ran, "concrete_states as digits")
    for item in result["properties"]:
        typed(ran, item, PROPERTY, "property")
        require(item["kind"] in KINDS, ran, "a known kind", item["kind"])
        require(item["verdict"] in ("holds", "violated", "unknown"), ran, "a known verdict", item["verdict"])
        for number, step in enumerate((item["trace"] or {"steps": []})["steps"]):
            typed(ran, step, STEP, f"steps[{number}]")
            require((step["kind"] == "startstate") == (number == 0), ran, "a start state, then rules")
    if result["verdict"] == "holds":
        require(result["complete"] and all(item["verdict"] == "holds" for item in result["properties"]), ran,
                "holds: complete, and every property holds")
    if result["verdict"] == "violated":
        require(any(item["verdict"] == "violated" for item in result["properties"]), ran, "a violated property")


@case("JSON schema")
def json_schema() -> None:
    runs = [["check", HOLDS], ["check", BUG], ["check", MODELS / "german.m", "--bound", "2"],
            ["check", MODELS / "abp_bug.m"], ["check", MODELS / "msi_directory_bug.m"],
            ["check", ROOT / "tests/diagnostics/E301.m"], ["check", ROOT / "tests/semantics/cover_item.m", "-DGOAL=3"],
            ["check", ROOT / "tests/semantics/liveness_violated.m"], ["check", ROOT / "tests/diagnostics/R802.m"],
            ["check", ROOT / "tests/semantics/allow_empty.m", "--allow-empty"], ["check", "no such file"],
            ["check", ROOT / "tests/semantics/claims_max_errors.m", "--max-errors=0"],
            ["check", ROOT / "tests/semantics/big_range.m"]]
    for words_ in runs:
        ran = noether(*words_, "--json", "-")
        check_schema(ran, json.loads(ran.out))


@case("JSON: constants, rules, figures")
def json_content() -> None:
    ran = noether("check", HOLDS, "-DN=3", "--json", "-")
    result = json.loads(ran.out)
    require(result["constants"] == {"N": 3}, ran, "constants N=3")
    require(result["states"] == 36 and result["concrete_states"] == "36", ran, "36 states")
    require(sum(rule["fired"] for rule in result["rules"]) == result["rules_fired"] == 96, ran,
            "96 firings, by rule and in all")
    ran = noether("check", ROOT / "tests/semantics/constants.m", "--json", "-")
    require(json.loads(ran.out)["constants"].get("E1") == "one", ran, "enum constants by name")


def itf_value(ran: Ran, value: object) -> None:
    if isinstance(value, dict) and "#map" in value:
        for pair in value["#map"]:
            require(isinstance(pair, list) and len(pair) == 2, ran, "pairs in a #map")
            itf_value(ran, pair[0])
            itf_value(ran, pair[1])
    elif isinstance(value, dict) and "#bigint" in value:
        require(re.fullmatch(r"-?\d+", value["#bigint"]), ran, "digits in a #bigint")
    elif isinstance(value, dict) and "#unserializable" in value:
        require(isinstance(value["#unserializable"], str), ran, "text in an #unserializable")
    elif isinstance(value, dict):
        for key, item in value.items():
            require(not key.startswith("#"), ran, "known special keys only", key)
            itf_value(ran, item)
    else:
        require(isinstance(value, (bool, int, str)), ran, "a value of ITF", repr(value))


@case("ITF")
def itf() -> None:
    for path in (BUG, MODELS / "abp_bug.m", MODELS / "msi_directory_bug.m", MODELS / "dining_deadlock.m",
                 ROOT / "tests/diagnostics/R802.m", ROOT / "tests/semantics/overflow_multiply.m"):
        ran = noether("check", path, "--itf", "-")
        result = json.loads(ran.out)
        require(result["#meta"]["format"] == "ITF" and result["states"], ran, "an ITF object with states")
        for number, state in enumerate(result["states"]):
            require(set(state) == set(result["vars"]) | {"#meta"}, ran, "every variable in every state")
            require(state["#meta"]["index"] == number, ran, "an index in every state")
            for name in result["vars"]:
                itf_value(ran, state[name])


@case("JUnit")
def junit() -> None:
    odd = 'var x: 0..1;\nstartstate "<&\'>" begin x := 0; end;\nrule "a]]>b" begin x := 1 - x; end;\n' \
          'invariant "<x> & \\"y\\" é" x = 0;\n'
    with scratch() as folder:
        for words_ in (["check", HOLDS], ["check", BUG], ["check", MODELS / "german.m", "--bound", "2"],
                       ["check", ROOT / "tests/diagnostics/E301.m"], ["check", model(folder, odd)],
                       ["check", ROOT / "tests/semantics/cover_item.m", "-DGOAL=3"]):
            ran = noether(*words_, "--junit", "-")
            try:
                root = xml.etree.ElementTree.fromstring(ran.out_bytes)
            except xml.etree.ElementTree.ParseError as error:
                raise Failure(describe(ran, "well-formed XML", str(error))) from None
            suite = root.find("testsuite")
            cases = suite.findall("testcase")
            require(int(suite.get("tests")) == len(cases) > 0, ran, "as many cases as it says")
            require(int(suite.get("failures")) == len(suite.findall("testcase/failure")), ran, "failures as it says")
            require(int(suite.get("errors")) == len(suite.findall("testcase/error")), ran, "errors as it says")
            green = not suite.findall("testcase/*")
            require(green == (ran.status == 0), ran, "no failure and no error exactly if it holds")


# ------------------------------------------------------------ other commands


@case("fmt --check and --in-place")
def fmt_in_place() -> None:
    with scratch() as folder:
        path = model(folder, "var x:0..1; startstate begin x:=0; end;\nrule begin -- why\n x:=1-x; end;\n")
        before = path.read_bytes()
        says(noether("fmt", "--check", path), 65, "would change")
        require(path.read_bytes() == before, noether("fmt", path), "an unchanged file after --check and without options")
        require_status(noether("fmt", "--in-place", path), 0)
        require_status(noether("fmt", "--check", path), 0)
        ran = noether("fmt", path)
        require(ran.out_bytes == path.read_bytes() and b"-- why" in ran.out_bytes, ran, "the formatted text")
        require_status(noether("fmt", path, "-o", folder / "other.m"), 0)
        require((folder / "other.m").read_bytes() == path.read_bytes(), ran, "the same by --output")
        says(noether("fmt", "-i", "--check", path), 64)
        wrong = model(folder, "var x: 0..1\nrule x := ", "wrong.m")
        says(noether("fmt", "-i", wrong, path), 65, "error[")
        require(wrong.read_text() == "var x: 0..1\nrule x := ", ran, "a wrong file stays as it is")


@case("sim with a seed is reproducible")
def sim_seed() -> None:
    for name in ("mutex.m", "abp.m", "german.m", "msi_directory.m"):
        first = noether("sim", MODELS / name, "--seed", "7", "--steps", "40", "--walks", "3")
        again = noether("sim", MODELS / name, "--seed", "7", "--steps", "40", "--walks", "3")
        other = noether("sim", MODELS / name, "--seed", "8", "--steps", "40", "--walks", "3")
        require_status(first, 0)
        require(first.out == again.out, again, "the same walk for the same seed")
        require(first.out != other.out, other, "another walk for another seed")
    ran = noether("sim", HOLDS)
    seed = re.search(r"seed (\d+)", ran.out)
    require(seed, ran, "the seed that was picked")
    require(noether("sim", HOLDS, "--seed", seed.group(1)).out == ran.out, ran, "to be repeated by its seed")


@case("sim --trace-out replays")
def sim_replay() -> None:
    with scratch() as folder:
        for path in sorted(MODELS.glob("*.m")) + [ROOT / "tests/diagnostics/R802.m"]:
            trace = folder / "trace.json"
            ran = noether("sim", path, "--seed", "3", "--steps", "30", "--trace-out", trace)
            require_sane(ran)
            require(trace.exists(), ran, "a trace file")
            again = noether("replay", trace, path)
            require_sane(again)
            require_status(again, ran.status)
            trace.unlink()


@case("replay of the result of a check, and of nonsense")
def replay_files() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        require_status(noether("check", BUG, "--json", path), 12)
        require_status(noether("replay", path, BUG), 12)
        says(noether("replay", path, MODELS / "german.m"), 65)
        require_status(noether("check", HOLDS, "--json", path), 0)
        says(noether("replay", path, HOLDS), 65, "no trace")
        for text in ("", "{", "[]", "{}", "null", '{"steps":[]}', '{"steps":[{}]}', '{"steps":[1]}', '{"steps":{}}',
                     '{"schema":2,"steps":[]}', "[" * 100000, '{"options":["--json=x"],"steps":[{}]}'):
            path.write_text(text, "utf-8")
            for program in (RELEASE, ASAN):
                says(run([binary(program), "replay", path, BUG]), 65)
        says(noether("replay", folder / "missing.json", BUG), 65, "cannot read")


@case("replay on a repaired model")
def replay_repaired() -> None:
    text = "var x: 0..5;\nstartstate begin x := 0; end;\nrule begin x := (x + 1) % 5; end;\ninvariant x < LIMIT;\n"
    with scratch() as folder:
        trace = folder / "trace.json"
        path = model(folder, "const LIMIT: 3;\n" + text)
        require_status(noether("check", path, "--trace-out", trace), 12)
        path = model(folder, "const LIMIT: 5;\n-- repaired\n" + text)
        ran = noether("replay", trace, path)
        require_status(ran, 0)
        require("no longer" in ran.out, ran, "to hear that it no longer fails")


def check_dot(ran: Ran, most: int) -> None:
    lines = ran.out.splitlines()
    require(lines[0].startswith("digraph ") and lines[-1] == "}", ran, "a digraph")
    nodes = re.findall(r"^  (s\d+) \[label=\"(?:[^\"\\]|\\.)*\".*\];$", ran.out, re.M)
    edges = re.findall(r"^  (s\d+) -> (s\d+) \[label=\"(?:[^\"\\]|\\.)*\".*\];$", ran.out, re.M)
    require(0 < len(nodes) <= most and len(set(nodes)) == len(nodes), ran, f"1 to {most} nodes", str(len(nodes)))
    require({name for edge in edges for name in edge} <= set(nodes), ran, "edges between drawn nodes")
    require(len(nodes) + len(edges) + 4 == len(lines), ran, "nothing but nodes and edges")


@case("graph is bounded and sane")
def graph() -> None:
    for path in sorted(MODELS.glob("*.m")):
        for words_, most in ((["--max-states", "7"], 7), (["--bound", "1", "--max-states", "50"], 50)):
            ran = noether("graph", path, *words_)
            require_sane(ran)
            require_status(ran, 0)
            check_dot(ran, most)
    ran = noether("graph", HOLDS, "-DN=2")
    check_dot(ran, 12)
    require(ran.out.count("[label=\"state") == 12 and ran.out.count(" -> s") == 22, ran, "12 states and 22 firings")
    with scratch() as folder:
        target = folder / "graph.dot"
        require_status(noether("graph", HOLDS, "-o", target, "--max-states", "3"), 0)
        require(target.read_text().startswith("digraph"), ran, "the graph in the file")


@case("explain")
def explain() -> None:
    ran = noether("explain", "e201", "R801")
    require_status(ran, 0)
    require("E201" in ran.out and "R801" in ran.out, ran, "both codes, in any case")
    says(noether("explain", "E999"), 64, "E999")
    says(noether("explain", "nonsense"), 64, "nonsense")


@case("--engine=explicit says why")
def engine() -> None:
    result = json.loads(noether("check", HOLDS, "--engine=explicit", "--json", "-").out)
    if result["engine"] != "explicit" or "--engine" not in result["engine_reason"]:
        raise Failure(f"  engine {result['engine']}, because {result['engine_reason']}")


# ----------------------------------------------------------------------- fmt


def tests() -> List[Test]:
    from suites import formatting  # the models, formatted
    return CASES + formatting.tests()
