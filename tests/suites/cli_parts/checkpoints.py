"""Part of the suite cli: checkpoints, and what may go wrong with them."""

from __future__ import annotations

import resource
import signal
import subprocess
import sys
from pathlib import Path

from kit.core import (ASAN, HOSTILE, RELEASE, ROOT, Ran, binary, environment, eventually, require, require_sane,
                      require_status, run, scratch)
from kit.expect import load_json
from suites.cli_parts.common import HOLDS, MODELS, case, model, noether, says
from suites.cli_parts.limits import interrupt

GERMAN = (MODELS / "german.m", "-DN=3")
UNLIKE = ("seconds", "peak_bytes", "store_bytes", "symmetry_samples")


def alike(ran: Ran, path: Path) -> dict:
    return {name: value for name, value in load_json(ran, path).items() if name not in UNLIKE}


def begin(folder: Path, *more: object) -> Path:
    """A checkpoint of a search that was cut off after a few states."""
    kept = folder / "kept"
    for tries in range(1, 80):  # on a busy machine the start alone takes long
        ran = run([binary(HOSTILE), "check", *GERMAN, "--checkpoint", kept, "--time", f"{tries}ms", *more])
        require_sane(ran)
        require_status(ran, 20)
        if (kept / "head").exists():
            break
    require((kept / "head").exists(), ran, "a checkpoint")
    require(f"--resume {kept} goes on" in ran.out, ran, "how to go on")
    return kept


@case("a search in slices comes to the same end")
def slices() -> None:
    with scratch() as folder:
        path = folder / "result.json"
        expected = alike(noether("check", *GERMAN, "--json", path), path)
        kept = begin(folder)
        for slice_ in range(30):
            ran = run([binary(HOSTILE), "check", *GERMAN, "--resume", kept, "--json", path, f"-j{1 + slice_ % 3}",
                       "--time", "10ms"])
            require_sane(ran)
            require_status(ran, 20, 0)
            if ran.status == 0:
                break
        else:  # what comes after the search is not kept
            ran = run([binary(HOSTILE), "check", *GERMAN, "--resume", kept, "--json", path])
        require_status(ran, 0)
        require(alike(ran, path) == expected, ran, "the result of an undisturbed search")
        require(not list(kept.iterdir()), ran, "nothing left in the directory")


# Everything that a search notices: covers, also as statements, implications that are never
# put to the test, claims that fail, run-time errors, assumptions, deadlocks, edges.
NOTICES = """
type I: 0..4;
var a: array [I] of 0..3; f: boolean;
startstate begin for i: I do a[i] := 0; end; f := false; end;
ruleset i: I do
  rule "up" a[i] < 3 ==> begin
    a[i] := a[i] + 1;
    cover a[i] = 2 "a two is made";
    cover a[i] = a[0] & i != 0 "level with the first";
    assert !(i = 4 & a[4] = 3 & a[1] = 2 & a[0] = 1) "the last is high";
  end;
end;
rule "undefined" a[0] = 3 & a[1] = 3 & a[2] = 0 ==> var n: 0..3; begin if n = 1 then f := true; end; end;
rule "flip" a[3] = 1 ==> begin f := !f; end;
assume "not both ends" !(a[0] = 3 & a[4] = 3 & a[2] = 1);
invariant "small sum" a[0] + a[1] + a[2] + a[3] + a[4] < 13;
invariant "vacuous" a[0] = 3 & a[4] = 3 & a[2] = 1 -> f;
invariant "tested once" a[0] + a[1] + a[2] + a[3] + a[4] = 0 -> !f;
invariant "without an answer once" 20 / (a[0] + a[1] + a[2] + a[3] + a[4]) >= 0;
invariant "tested" a[0] = 2 -> a[1] != 3 | a[2] != 3 | a[3] != 3;
cover "high" a[2] = 3 & a[3] = 3;
liveness "flags" f;
liveness "first" a[0] = 3;
"""

# A loop that shows the order of its values, but only in one state, some steps down.
ORDERED = """
type P: scalarset(4);
var a: array [P] of 0..2; o: P; b, c: 0..5;
startstate begin for p: P do a[p] := 0; end; undefine o; b := 0; c := 0; end;
ruleset p: P do rule "up" a[p] < 2 ==> begin a[p] := a[p] + 1; end; end;
rule "more b" b < 5 ==> begin b := b + 1; end;
rule "more c" c < 5 ==> begin c := c + 1; end;
rule "pick" b = 2 & c = 1 & (exists p: P do exists q: P do p != q & a[p] = 1 & a[q] = 1 &
                             (forall r: P do r = p | r = q | a[r] = 0 end) end end) ==>
begin for p: P do if a[p] = 1 then o := p; end; end; end;
"""


def in_slices(folder: Path, text: str, *options: str) -> dict:
    """The result, of a search that did a few states at a time."""
    path, kept = folder / "result.json", folder / "kept"
    source = model(folder, text)
    words = [binary(HOSTILE), "check", source, "--compile=never", "--trace=off", "--json", path, *options]
    expected = run(words)
    require_sane(expected)
    result, tries, resumed = alike(expected, path), 0, 0
    while True:
        keeping = ["--resume", kept] if (kept / "head").exists() else ["--checkpoint", kept]
        resumed += keeping[0] == "--resume"
        tries += 1  # on a busy machine the start takes longer than a slice
        limit = ["--time", f"{0.2 if resumed else 0.2 * tries}ms"] if resumed < 100 else []
        ran = run(words + keeping + limit + [f"-j{1 + resumed % 2}"])
        require_sane(ran)
        if load_json(ran, path)["stop"] != "time":
            break
    require_status(ran, expected.status)
    require(resumed > 10, ran, "more than 10 slices", str(resumed))
    got = alike(ran, path)
    for name, value in result.items():
        require(got[name] == value, ran, f"{name}: {value}", str(got[name]))
    return got


@case("what a search notices survives slices", seconds=120)
def notices() -> None:
    with scratch() as folder:
        result = in_slices(folder, NOTICES, "--max-errors=0")
        found = {(item["kind"], item["verdict"]) for item in result["properties"]}
        for one in (("assertion", "violated"), ("invariant", "violated"), ("cover", "holds"), ("deadlock", "violated")):
            require(one in found, run(["true"]), str(one), str(found))


@case("a loop that shows the order is not forgotten between slices", seconds=120)
def ordered() -> None:
    with scratch() as folder:
        result = in_slices(folder, ORDERED, "--max-errors=0")
        used = [one["name"] for one in result["symmetry"]["types"] if one.get("used", one.get("proved"))]
        require(not used, run(["true"]), "P is given up", str(result["symmetry"]))


@case("a checkpoint of another search is refused")
def other_search() -> None:
    with scratch() as folder:
        kept = begin(folder)
        text = folder / "german.m"
        for words, pieces in (
            ((MODELS / "german.m", "-DN=4"), ("N=3", "N=4")),
            ((*GERMAN, "--deadlock=stuck"), ("--deadlock=stuttering", "--deadlock=stuck")),
            ((*GERMAN, "--max-errors=0"), ("--max-errors=1", "--max-errors=0")),
            ((*GERMAN, "--bound=7"), ("--bound=0", "--bound=7")),
            ((*GERMAN, "--symmetry=off"), ("--symmetry=exact", "--symmetry=off")),
            ((*GERMAN, "--undefined=strict"), ("--undefined=murphi", "--undefined=strict")),
            ((text, "-DN=3"), ("the text of the model",)),
            ((HOLDS,), ()),
        ):
            text.write_text(MODELS.joinpath("german.m").read_text() + "\n-- changed\n")
            before = {item.name: item.read_bytes() for item in kept.iterdir()}
            says(noether("check", *words, "--resume", kept), 65, str(kept), "the checkpoint", *pieces)
            require({item.name: item.read_bytes() for item in kept.iterdir()} == before,
                    noether("check", *words, "--resume", kept), "an untouched checkpoint")


@case("a directory that cannot be used is refused")
def directories() -> None:
    with scratch() as folder:
        empty = folder / "empty"
        empty.mkdir()
        says(noether("check", HOLDS, "--resume", empty), 65, "there is no checkpoint in this directory")
        says(noether("check", HOLDS, "--resume", folder / "none"), 65, "No such file")
        says(noether("check", HOLDS, "--checkpoint", folder / "none" / "deeper"), 65, "No such file")
        says(noether("check", HOLDS, "--checkpoint", "/dev/null"), 65, "Not a directory")
        kept = begin(folder)
        says(noether("check", *GERMAN, "--checkpoint", kept), 65, "--resume goes on from it")
        says(noether("check", HOLDS, "--every", "soon", "--checkpoint", empty), 64, "--every")
        says(noether("sim", HOLDS, "--checkpoint", empty), 64, "--checkpoint")


@case("a damaged checkpoint is refused, wherever the damage is", seconds=100)
def damaged() -> None:
    with scratch() as folder:
        kept = begin(folder)
        for name in sorted(item.name for item in kept.iterdir()):
            path = kept / name
            whole = path.read_bytes()
            size = len(whole)
            for at in sorted({0, 7, 8, 12, 16, 20, 24, 40, size // 3, size // 2, size - 1}):
                if at >= size:
                    continue
                flipped = whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1:]
                for text in (flipped, whole[:at]):
                    path.write_bytes(text)
                    says(run([binary(ASAN), "check", *GERMAN, "--resume", kept]), 65, str(kept))
            path.write_bytes(whole)
        require_status(noether("check", *GERMAN, "--resume", kept), 0)


@case("SIGINT leaves a checkpoint")
def sigint() -> None:
    with scratch() as folder:
        kept = folder / "kept"
        words = [binary(RELEASE), "check", MODELS / "peterson.m", "-DN=10"]
        ran = interrupt(words + ["--checkpoint", kept], 2.0)
        require_status(ran, 130)
        require("goes on from the last checkpoint" in ran.out and (kept / "head").exists(), ran, "a checkpoint")
        first = interrupt(words + ["--resume", kept], 3.0)
        require_status(first, 130)
        states = [int(one.out.split(" states,")[0].split()[-1].replace(",", "")) for one in (ran, first)]
        require(states[1] > states[0], first, "more states than before", str(states))


@case("memory that runs out leaves a checkpoint")
def memory() -> None:
    with scratch() as folder:
        kept, path = folder / "kept", folder / "result.json"
        words = ("check", MODELS / "german.m", "-DN=5", "--compile=never")
        ran = noether(*words, "--checkpoint", kept, "--mem", "2500K")
        require_status(ran, 20)
        require("give it more --mem" in ran.out and (kept / "head").exists(), ran, "a checkpoint, and what to do")
        ran = noether(*words, "--resume", kept, "--mem", "1M")  # it does not even fit
        require_sane(ran)
        require_status(ran, 20)
        require((kept / "head").exists(), ran, "the checkpoint")
        ran = noether(*words, "--resume", kept, "--json", path)
        require_status(ran, 0)
        result = alike(ran, path)
        require(result == alike(noether(*words, "--json", path), path), ran, "the result of an undisturbed search")


@case("a full disk is a warning")
def disk_full() -> None:
    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))
    with scratch() as folder:
        kept = folder / "kept"
        words = [str(binary(RELEASE)), "check", *map(str, GERMAN), "--compile=never", "--checkpoint", str(kept),
                 "--every", "5ms"]
        done = subprocess.run(words, env=environment({}), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, preexec_fn=limit, timeout=600, check=False)
        ran = Ran(words, done.returncode, done.stdout, done.stderr, {})
        require_sane(ran)
        require_status(ran, 0)
        require("warning" in ran.err and "cannot write the checkpoint" in ran.err, ran, "a warning")


@case("two searches do not share a checkpoint")
def locked() -> None:
    with scratch() as folder:
        kept = folder / "kept"
        words = [str(binary(RELEASE)), "check", str(MODELS / "peterson.m"), "-DN=9"]
        process = subprocess.Popen(words + ["--checkpoint", str(kept), "--every", "10ms"], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            eventually((kept / "head").exists)
            says(noether(*words[1:], "--resume", kept), 65, "another noether is using this directory")
        finally:
            process.kill()
            process.wait()


@case("searches that are killed come to the same end", seconds=120)
def killed() -> None:
    binary(HOSTILE)
    ran = run([sys.executable, ROOT / "tools" / "fuzz" / "resume.py", "--rounds", "10", "--seed", "7", "--binary",
               binary(RELEASE)])
    require_status(ran, 0)
    require("10 passed, 0 failed" in ran.out, ran, "10 passed")
