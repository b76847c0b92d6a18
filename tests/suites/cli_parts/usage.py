"""Part of the suite cli: words and options."""

from __future__ import annotations

import re

from kit.core import ROOT, Failure, Skip, require, require_status
from suites.cli_parts.common import BUG, COMMANDS, HOLDS, case, noether, says


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
    says(noether("check", "--walks", "3", HOLDS), 64, "--walks", "sim")
    says(noether("explain", "-D", "N=3", "E201"), 64, "-D")


@case("options of other tools are told by their names here")
def others() -> None:
    for words, hint in ((["--threads=4"], "`--threads`; here it is `--jobs=4`"), (["-ndl"], "here it is `--deadlock=off`"),
                        (["-m4000"], "`-m4000`; here it is `--mem=4G`"), (["-workers", "4"], "here it is `--jobs=4`"),
                        (["--max-depth", "5"], "here it is `--bound=STEPS`"), (["--no-color"], "here it is `--color=off`"),
                        (["-tv"], "here it is `--trace`"), (["-nosym"], "here it is `--symmetry=off`"),
                        (["--timeout=5"], "here it is `--time=10m`"), (["--claim=x"], "here it is `--property=NAME`"),
                        (["-time", "5"], "`-time`; did you mean `--time`?"), (["-symmetry=off"], "did you mean `--symmetry`?"),
                        (["-xyz"], "unknown option `-xyz`\n"), (["--engin", "bdd"], "did you mean `--engine`?")):
        says(noether("check", HOLDS, *words), 64, hint)


@case("a hyphen that a word processor has widened, and an empty word")
def wide_hyphen() -> None:
    says(noether("check", "\u2013time", "5"), 65, "did you mean `--time`?")
    says(noether("check", "\u2014time=5"), 65, "did you mean `--time=5`?")
    says(noether("check", ""), 65, "an argument is empty")


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
    says(noether("sim", HOLDS, BUG), 64, "mutex_bug")
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
