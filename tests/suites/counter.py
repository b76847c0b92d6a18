"""counter: the counter engine against the interpreter and the explicit engine.

Known numbers of orbits, models of the house, and random unary models; what does not fit says which line prevents it.
"""

from __future__ import annotations

import json
import shutil
import sys
from typing import List

from kit.core import RELEASE, ROOT, Failure, Skip, Test, binary, require, run, scratch

sys.path.insert(0, str(ROOT / "tools" / "fuzz"))
import counter as fuzz  # noqa: E402
from unary_model import unary  # noqa: E402

PETERSON = {3: 172, 4: 1132, 5: 6770, 6: 35159}
SEEDS, GROUPS = 15, 3
FITS = ("futurebus", "german", "german_bug", "mutex", "mutex_bug", "peterson", "peterson_bug", "readers_writers",
        "readers_writers_bug", "resource_controller", "two_phase_commit", "two_phase_commit_bug")

# Small models in which one kind of mistake shows: name, text, whether it fits.
SMALL = (
    ("a loop that reads what another round writes", """
type P: scalarset(3);
var a: array [P] of boolean;
startstate begin for q: P do a[q] := false; end; end;
ruleset p: P do
  rule "one" true ==> begin a[p] := !a[p]; end;
  rule "all" true ==> begin for q: P do a[q] := !a[p]; end; end;
end;
""", "unfit"),
    ("a loop that writes very many cells before one that another round reads", """
type P: scalarset(3); I: 0..299;
var a, b: array [P] of boolean; big: array [P] of array [I] of boolean;
startstate begin for p: P do a[p] := false; b[p] := false; for i: I do big[p][i] := false; end; end; end;
ruleset o: P do
  rule "all" !b[o] ==> begin
    for p: P do
      a[p] := b[o];
      for i: I do big[p][i] := false; end;
      b[p] := true;
    end;
  end;
end;
invariant "somebody saw it" (forall p: P do b[p] end) -> (exists p: P do a[p] end);
""", "unfit"),
    ("moves with different conditions", """
type P: scalarset(3); S: enum {A, B, C, E};
var s: array [P] of S;
startstate begin for q: P do s[q] := A; end; end;
ruleset p: P do
  rule "a" s[p] = A & forall q: P do q != p -> s[q] != C end ==> begin s[p] := B; end;
  rule "b" s[p] = B & forall q: P do q != p -> s[q] != A end ==> begin s[p] := E; end;
end;
rule "again" forall q: P do s[q] = E end ==> begin for q: P do s[q] := A; end; end;
ruleset p: P; q: P do
  invariant "not both" !(s[p] = A & s[q] = E);
end;
""", "same"),
    ("liveness of each process by itself", """
type P: scalarset(2); S: enum {A, B, C};
var s: array [P] of S;
startstate begin for q: P do s[q] := A; end; end;
ruleset p: P do
  rule "stuck" s[p] = A & forall q: P do s[q] != B end ==> begin s[p] := B; end;
  rule "go" s[p] = A ==> begin s[p] := C; end;
  rule "back" s[p] = C ==> begin s[p] := A; end;
  liveness "each" s[p] = C;
end;
""", "same"),
    ("branching time", """
type P: scalarset(4); S: enum {A, B, C};
var s: array [P] of S; g: boolean;
startstate begin for q: P do s[q] := A; end; g := false; end;
ruleset p: P do
  rule "a" s[p] = A ==> begin s[p] := B; end;
  rule "b" s[p] = B & forall q: P do q = p | s[q] != C end ==> begin s[p] := C; end;
  rule "c" s[p] = C & !g ==> begin s[p] := A; end;
end;
rule "g" forall q: P do s[q] != A end ==> begin g := true; end;
ctl "1" AG EF exists p: P do s[p] = C end;
ctl "2" AG EF forall p: P do s[p] = A end;
ctl "3" EF AG g;
ctl "4" AF exists p: P do s[p] = C end;
ctl "5" E ((forall p: P do s[p] != C end) until (exists p: P do s[p] = C end));
ctl "9" E ((forall p: P do s[p] = A end) until (exists p: P do s[p] = C end));
mu "6" mu z. (g | EX z);
mu "7" nu z. (EX z);
mu "8" <"a"> true & !<"b"> true;
""", "same"),
)


def checked(*arguments):
    with scratch() as folder:
        report = folder / "result.json"
        ran = run([binary(RELEASE), "check", "--engine=counter", "-q", "--json", report, *arguments])
        require(report.exists(), ran, "a result")
        return ran, json.loads(report.read_text())


def orbits(model: str, size: int, expected: int) -> None:
    for encoding in ("vectors", "counters"):
        ran, result = checked(f"--encoding={encoding}", "-D", f"N={size}", ROOT / "models" / f"{model}.m")
        require(result["verdict"] == "holds", ran, "a model that holds", result["verdict"])
        require(result["orbits"] == str(expected), ran, f"{expected} orbits", result["orbits"])


def crossed(path, wanted) -> None:
    try:
        said = fuzz.cross(binary(RELEASE), path)
    except fuzz.Failed as failure:
        raise Failure(f"  {path.name}: {failure}") from failure
    if said not in wanted:
        raise Failure(f"  {path.name} does not fit")


def model(name: str) -> None:
    with scratch() as folder:
        path = folder / f"{name}.m"
        path.write_text((ROOT / "models" / f"{name}.m").read_text("utf-8"), "utf-8")
        crossed(path, ("same",))


def crossed_model(folder: str, name: str) -> None:
    with scratch() as place:
        path = place / f"{name}.m"
        path.write_text((ROOT / "tests" / folder / f"{name}.m").read_text("utf-8"), "utf-8")
        crossed(path, ("same", "unfit"))


def random_models(group: int) -> None:
    with scratch() as folder:
        for seed in range(group * SEEDS, (group + 1) * SEEDS):
            path = folder / f"unary{seed}.m"
            path.write_text(unary(seed), "utf-8")
            crossed(path, ("same", "unfit"))


def small(name: str, text: str, wanted: str) -> None:
    with scratch() as folder:
        path = folder / f"{name.replace(' ', '_')}.m"
        path.write_text(text, "utf-8")
        crossed(path, (wanted,))


def violated(name: str, kind: str, right: str = "", wrong: str = "") -> None:
    """The model, with a slip in it, at N=20."""
    text = (ROOT / "models" / f"{name}.m").read_text("utf-8")
    with scratch() as folder:
        path = folder / f"{name}.m"
        path.write_text(text.replace(right, wrong) if right else text, "utf-8")
        ran, result = checked("-D", "N=20", path)
    require(result["verdict"] == "violated", ran, "a violation", result["verdict"])
    failed = [item for item in result["properties"] if item["verdict"] == "violated"]
    require(failed[0]["kind"] == kind and failed[0]["trace"], ran, f"a run that violates an {kind}")


# Fits by its text; when a rule is executed it turns out that it does not.
LATE = """
type P: scalarset(3); S: 0..3;
var a, b, c: array [P] of S;
startstate begin for p: P do a[p] := 0; b[p] := 0; c[p] := 0; end; end;
ruleset p: P do
  rule "a" a[p] < 3 ==> begin a[p] := a[p] + 1; end;
  rule "b" b[p] < 3 ==> begin b[p] := b[p] + 1; end;
  rule "c" c[p] < 3 ==> begin c[p] := c[p] + 1; end;
  rule "keeps" a[p] = 3 & b[p] = 3 ==>
    var seen: array [P] of boolean;
    begin for q: P do seen[q] := a[q] = 3; end; if seen[p] then a[p] := 0; end; end;
end;
invariant "small" forall p: P do a[p] + b[p] + c[p] <= 9 end;
"""


def alternates(model: str, options: List[str], engine: str, reason: str) -> None:
    """`auto`: which engine has the last word, and why."""
    with scratch() as folder:
        report, path = folder / "result.json", folder / "late.m"
        path.write_text(LATE, "utf-8")
        if model != "late":
            path = ROOT / "models" / f"{model}.m"
        ran = run([binary(RELEASE), "check", "-q", "--json", report, *options, path])
        result = json.loads(report.read_text())
        require(result["verdict"] == ("violated" if model.endswith("_bug") else "holds"), ran, "the right verdict")
        require(result["engine"] == engine, ran, f"engine {engine}", result["engine"])
        require(reason in result["engine_reason"], ran, f"a reason with `{reason}`", result["engine_reason"])
        require((result["orbits"] is not None) == (engine == "counter"), ran, "orbits of sets of them only")
        if engine == "counter" and result["complete"]:
            wanted = run([binary(RELEASE), "check", "-q", "--engine=live", "--json", report, *options, path])
            states = str(json.loads(report.read_text())["states"])
            require(result["orbits"] == states, wanted, f"{states} orbits", result["orbits"])


def undeclared(name: str, verdict: str) -> None:
    """Processes are a range: their symmetry has to be found, and runs speak of the model as it is."""
    text = (ROOT / "models" / f"{name}.m").read_text("utf-8")
    with scratch() as folder:
        path = folder / f"{name}.m"
        path.write_text(text.replace(": scalarset(N)", ": 1..N"), "utf-8")
        ran, result = checked("-D", "N=12", path)
    require(result["verdict"] == verdict, ran, verdict, result["verdict"])
    declared, of_orbits = checked("-D", "N=12", ROOT / "models" / f"{name}.m")
    require(verdict == "violated" or result["orbits"] == of_orbits["orbits"], declared, f"{result['orbits']} orbits")


def out_of_memory() -> None:
    ran, result = checked("--mem=8M", "-D", "N=12", ROOT / "models" / "peterson.m")
    require(result["verdict"] == "unknown" and result["stop"] == "memory", ran, "unknown, out of memory",
            f"{result['verdict']}, {result['stop']}")


def refused() -> None:
    ran = run([binary(RELEASE), "check", "--engine=counter", ROOT / "models" / "mcs_lock.m"])
    require("line 48" in ran.err and ran.status != 0, ran, "the line that prevents it")


def nested(depth: int) -> str:
    """Quantifiers over processes one inside the other, each about another process than those around it."""
    body = f"a[p{depth}]"
    for i in range(depth, 0, -1):
        others = "".join(f"p{i} != p{k} & " for k in range(1, i))
        body = f"exists p{i}: P do\n  {others}{body} end"
    return ("type P: scalarset(20);\nvar a: array [P] of boolean;\nstartstate begin for p: P do a[p] := true; end; end;\n"
            f"ruleset p: P do rule \"turn\" begin a[p] := !a[p]; end; end;\ncover \"many at once\"\n  {body};\n")


def nested_deeply() -> None:
    """There is room for so many processes with names: one more is refused, with the line of the loop that is too much."""
    with scratch() as folder:
        path = folder / "nested.m"
        for depth, verdict in ((16, "holds"), (17, "unknown"), (24, "unknown")):
            path.write_text(nested(depth), "utf-8")
            ran, result = checked("--deadlock=off", path)
            require(result["verdict"] == verdict, ran, f"{depth} loops: {verdict}", result["verdict"])
            said = str(result["properties"])
            require(verdict == "holds" or "nested very deeply (line 22)" in said, ran, "the line of the loop", said)


FAR = """
type P: scalarset(3);
var a: array [P] of boolean; n: 0..6000;
startstate begin for p: P do a[p] := false; end; n := 0; end;
ruleset p: P do rule "turn" n = 0 ==> begin a[p] := !a[p]; end; end;
rule "count" n < 6000 ==> begin n := n + 1; end;
invariant "not so far" n < 6000;
"""


def ended_on_the_way_back() -> None:
    """All states are reached, a violation among them; finding a run to it takes longer than there is time. It does not hold."""
    with scratch() as folder:
        path = folder / "far.m"
        path.write_text(FAR, "utf-8")
        ran, result = checked("--max-errors=0", "--time=3s", path)
        said = {item["name"]: item["verdict"] for item in result["properties"]}
        require(said["not so far"] != "holds" and said["deadlock"] != "holds", ran, "nothing that holds", str(said))
        require(result["verdict"] != "holds", ran, "unknown, or violated", result["verdict"])


def programs(*arguments: object) -> None:
    """Counter programs say what their models say, and have as many states as those have orbits."""
    ran = run([sys.executable, ROOT / "tools" / "fuzz" / "counter_program.py", "--noether", binary(RELEASE), *arguments])
    require(ran.status == 0 and not ran.out.startswith("0 passed"), ran, "no difference", ran.out)


def programs_by_rumur() -> None:
    if not shutil.which("rumur"):
        raise Skip("there is no rumur: tools/deps bench")
    programs("--rumur", "--models", *(ROOT / "models" / f"{name}.m" for name in ("mutex", "mutex_bug", "peterson")))


def no_program() -> None:
    ran = run([binary(RELEASE), "counter", ROOT / "models" / "mcs_lock.m"])
    require(ran.status == 20 and not ran.out and "relates processes to each other (line 48)" in ran.err, ran, "a refusal")


def tests() -> List[Test]:
    found = [Test("counter", f"peterson {n}", lambda n=n, count=count: orbits("peterson", n, count), 60)
             for n, count in PETERSON.items()]
    for n in (3, 10, 40):
        count = (n + 1) * (n + 2) * (n + 1) // 2 + n * (n + 1)
        found.append(Test("counter", f"readers_writers {n}",
                          lambda n=n, count=count: orbits("readers_writers", n, count), 60))
    found.append(Test("counter", "mutex 120", lambda: orbits("mutex", 120, 360), 60))
    found += [Test("counter", f"models/{name}", lambda name=name: model(name), 120) for name in FITS]
    found += [Test("counter", f"random {group}", lambda group=group: random_models(group), 240)
              for group in range(GROUPS)]
    found.append(Test("counter", "moves that lead out of what matters to a closure",
                      lambda: crossed_model("symmetry", "liveness_error")))
    found += [Test("counter", name, lambda row=(name, text, wanted): small(*row), 60) for name, text, wanted in SMALL]
    found.append(Test("counter", "what is held while functions are copied in",
                      lambda: small("held", (ROOT / "tests" / "semantics" / "copy_index_held.m").read_text("utf-8"), "same"), 60))
    found.append(Test("counter", "german_bug 20", lambda: violated("german_bug", "invariant"), 60))
    found.append(Test("counter", "peterson_bug 20", lambda: violated("peterson_bug", "invariant"), 60))
    found.append(Test("counter", "mcs_queue with a slip 20",
                      lambda: violated("mcs_queue", "invariant", "if length = 0", "if length <= 1"), 60))
    for name, verdict in (("mutex", "holds"), ("mutex_bug", "violated"), ("peterson_bug", "violated")):
        found.append(Test("counter", f"undeclared {name}",
                          lambda name=name, verdict=verdict: undeclared(name, verdict), 60))
    found.append(Test("counter", "out of memory", out_of_memory, 120))
    found.append(Test("counter", "programs of models", lambda: programs("--models", *(ROOT / "models" / f"{name}.m" for name in FITS)), 240))
    found.append(Test("counter", "programs of random models", lambda: programs("--count", "60"), 240))
    found.append(Test("counter", "programs by Rumur", programs_by_rumur, 240))
    found.append(Test("counter", "no program", no_program))
    for row in (("german", ["-DN=3"], "live", "first engine that decides"),
                ("german", ["-DN=5", "-DDATA=1"], "counter", "live has stored"),
                ("peterson_bug", ["-DN=7"], "counter", "explicit has stored"),
                ("late", [], "explicit", "first engine that decides"),
                ("readers_writers", ["-DN=40", "--store=tree"], "live", "first engine that decides")):
        found.append(Test("counter", f"auto on {row[0]} {' '.join(row[1])}", lambda row=row: alternates(*row), 120))
    found.append(Test("counter", "refused with a line", refused, 60))
    found.append(Test("counter", "ended on the way back to a violation", ended_on_the_way_back, 60))
    found.append(Test("counter", "loops nested deeply", nested_deeply, 60))
    return found
