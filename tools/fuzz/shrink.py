#!/usr/bin/env python3
"""Shrink a failing model while a command still sees the failure.

    shrink.py MODEL -- COMMAND...      the smallest model found goes to stdout

COMMAND gets a candidate's path as its last argument, or wherever `{}` stands,
and exits 0 while the failure is still there.  Candidates are made from the
token list: drop items, statements, branches, parameters; unwrap blocks;
replace expressions by operands or constants; lower numbers; drop any tokens.
Each accepted candidate is smaller in `measure`, a lexicographic order with no
infinite descent, so the search ends; the last accepted one is the result.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Callable, Iterator, List, Set, Tuple

from tokens import blocks, is_word, render, tokenize

Tokens = List[str]
Pass = Callable[[Tokens], Iterator[Tokens]]
CONSTANTS = {"true", "false"}
SECTIONS = {"var", "const", "type"}
OPERATORS = {"+", "-", "*", "/", "%", "&", "|", "&&", "||", "->", "=", "==", "!=", "<", "<=",
             ">", ">=", "^", "<<", ">>", "≤", "≥", "≠", "∧", "∨", "→", "×", "÷", "−"}
STOPS = {";", ",", ":=", "≔", "==>", "⇒", "then", "do", "begin", "else", "elsif", "if", "while",
         "switch", "case", "return", "assert", "invariant", "assume", "cover", "liveness", "to",
         "by", "?", ":", "put", "rule", "of", "..", "!", "¬", "end"}
OPENERS = {"begin", "then", "do", "else", "==>", "⇒"}


def number(token: str) -> int:
    return int(token, 0) if token[:1].isdigit() and not token.startswith("00") else 0


def measure(tokens: Tokens) -> Tuple[int, int, int]:
    """Length, then the size of the numbers, then how many names are left."""
    def safe(token: str) -> int:
        try:
            return number(token)
        except ValueError:
            return 0
    names = sum(is_word(t) and t.lower() not in CONSTANTS for t in tokens)
    return len(tokens), sum(map(safe, tokens)), names


# -- structure ---------------------------------------------------------------
def depths(tokens: Tokens) -> List[int]:
    """Nesting depth of each token; a block's own ends count as outside."""
    change = [0] * (len(tokens) + 1)
    for first, last in blocks(tokens):
        change[first + 1] += 1
        change[last] -= 1
    depth, found = 0, []
    for place in range(len(tokens)):
        depth += change[place]
        found.append(depth)
    return found


def families(tokens: Tokens) -> List[List[Tuple[int, int]]]:
    """Lists of sibling units, each `[first, last)` with its closing `;`."""
    found: dict = {}
    depth = depths(tokens)
    open_at = [(-1, len(tokens))] + blocks(tokens)
    for first, last in open_at:
        inside = (depth[first] + 1) if first >= 0 else 0
        start = first + 1
        units = []
        for place in range(first + 1, last):
            if depth[place] != inside:
                continue
            if tokens[place].lower() in OPENERS:
                start = place + 1
                if units:
                    found[(first, len(found))] = units
                units = []
            elif tokens[place] == ";":
                units.append((start, place + 1))
                start = place + 1
        if units:
            found[(first, len(found))] = units
    return list(found.values())


# -- passes ------------------------------------------------------------------
def drop_units(tokens: Tokens) -> Iterator[Tokens]:
    """Remove runs of sibling declarations, items or statements, last first:
    uses stand after declarations."""
    for units in families(tokens):
        size = len(units)
        while size:
            for start in reversed(range(0, len(units), size)):
                first, last = units[start][0], units[min(start + size, len(units)) - 1][1]
                yield tokens[:first] + tokens[last:]
                if tokens[first].lower() in SECTIONS:
                    yield tokens[:first + 1] + tokens[last:]
            size //= 2


def unwrap(tokens: Tokens) -> Iterator[Tokens]:
    """Replace a block by its body, or by one of its branches."""
    depth = depths(tokens)
    for first, last in blocks(tokens):
        if tokens[first] in "[{":
            continue
        marks = [p for p in range(first, last) if depth[p] == depth[first] + 1
                 and tokens[p].lower() in OPENERS | {"elsif", "case", ":"}]
        if tokens[first] == "(":
            yield tokens[:first] + tokens[first + 1:last] + tokens[last + 1:]
            continue
        after = last + 1
        if after < len(tokens) and tokens[after] == ";":
            after += 1
        for mark, stop in zip(marks, marks[1:] + [last]):
            body = tokens[mark + 1:stop]
            yield tokens[:first] + body + tokens[after:]
            yield tokens[:first] + body + tokens[last + 1:]


def drop_branches(tokens: Tokens) -> Iterator[Tokens]:
    """Remove else, elsif and case arms, and guards."""
    depth = depths(tokens)
    for first, last in blocks(tokens):
        inside = depth[first] + 1
        marks = [p for p in range(first + 1, last)
                 if depth[p] == inside and tokens[p].lower() in ("else", "elsif", "case")]
        for mark, stop in zip(marks, marks[1:] + [last]):
            yield tokens[:mark] + tokens[stop:]
        for place in range(first + 1, last):
            if depth[place] == inside and tokens[place] in ("==>", "⇒"):
                named = first + 1 + tokens[first + 1].startswith('"')
                yield tokens[:named] + tokens[place + 1:]
                yield tokens[:first + 1] + tokens[place + 1:]


def split(tokens: Tokens, first: int, last: int, signs: str) -> List[Tuple[int, int]]:
    """Parts of a bracket's inside between separators at its own depth."""
    parts, level, start = [], 0, first + 1
    for place in range(first + 1, last):
        token = tokens[place]
        level += (token in "([{") - (token in ")]}")
        if level == 0 and token in signs:
            parts.append((start, place))
            start = place + 1
    parts.append((start, last))
    return [p for p in parts if p[0] < p[1]]


def without_part(tokens: Tokens, first: int, last: int, which: int, signs: str) -> Tokens:
    parts = split(tokens, first, last, signs)
    if which >= len(parts):
        return tokens
    start, stop = parts[which]
    if stop < last:
        stop += 1
    elif which > 0:
        start -= 1
    return tokens[:start] + tokens[stop:]


def drop_parameters(tokens: Tokens) -> Iterator[Tokens]:
    """Remove a formal together with the matching argument of every call, or
    one element of any other list."""
    pairs = dict(blocks(tokens))
    for place in range(len(tokens) - 2):
        if tokens[place].lower() in ("function", "procedure") and tokens[place + 2] == "(":
            name, close = tokens[place + 1], pairs.get(place + 2)
            if close is None:
                continue
            for which in range(len(split(tokens, place + 2, close, ";,"))):
                changed = tokens
                for at in range(len(tokens) - 2, -1, -1):
                    if tokens[at] == name and tokens[at + 1] == "(":
                        end = dict(blocks(changed)).get(at + 1)
                        if end is not None:
                            signs = ";," if at == place + 1 else ","
                            changed = without_part(changed, at + 1, end, which, signs)
                yield changed
    for first, last in sorted(pairs.items()):
        if tokens[first] in "({":
            count = len(split(tokens, first, last, ",;"))
            for which in range(count if count > 1 else 0):
                yield without_part(tokens, first, last, which, ",;")


def operand(tokens: Tokens, place: int, way: int, pairs: dict) -> int:
    """The far end of the operand next to `place`, exclusive."""
    at = place + way
    while 0 <= at < len(tokens):
        token = tokens[at].lower()
        if at in pairs and (pairs[at] - at) * way > 0:
            at = pairs[at]             # over a bracket, never back out of one
        elif token in OPERATORS or token in STOPS or token in ")]}([{":
            break
        at += way
    return at


def simplify(tokens: Tokens) -> Iterator[Tokens]:
    """Expressions become one operand, or a constant."""
    both = {}
    for first, last in blocks(tokens):
        if tokens[first] in "([" or tokens[first].lower() in ("forall", "exists", "∀", "∃"):
            both[first], both[last] = last, first
    for first, last in sorted(both.items()):
        if first < last and tokens[first] != "[":
            before = first
            if first and is_word(tokens[first - 1]) and tokens[first] == "(":
                for word in ("true", "false", "0", "1"):
                    yield tokens[:first - 1] + [word] + tokens[last + 1:]
            for word in ("true", "false", "0", "1"):
                yield tokens[:before] + [word] + tokens[last + 1:]
    for place, token in enumerate(tokens):
        if token in OPERATORS:
            left, right = operand(tokens, place, -1, both), operand(tokens, place, 1, both)
            yield tokens[:left + 1] + tokens[place + 1:]
            yield tokens[:place] + tokens[right:]
        if token in ("!", "¬", "~"):
            yield tokens[:place] + tokens[place + 1:]
        if token.lower() in STOPS | {"(", "["}:
            stop = operand(tokens, place, 1, both)
            while stop < len(tokens) and tokens[stop] in OPERATORS | {"!", "¬", "?"}:
                stop = operand(tokens, stop, 1, both)
            if stop > place + 1:
                for word in ("true", "false", "0", "1"):
                    yield tokens[:place + 1] + [word] + tokens[stop:]


def lower_numbers(tokens: Tokens) -> Iterator[Tokens]:
    for place, token in enumerate(tokens):
        if token.isdigit() and int(token) > 0:
            for value in sorted({0, 1, int(token) // 2, int(token) - 1}):
                if value < int(token):
                    yield tokens[:place] + [str(value)] + tokens[place + 1:]


def drop_windows(tokens: Tokens) -> Iterator[Tokens]:
    """Any run of tokens: the pass that needs no grammar."""
    for size in (12, 6, 4, 3, 2, 1):
        for place in range(0, len(tokens) - size + 1):
            yield tokens[:place] + tokens[place + size:]


PASSES: List[Pass] = [drop_units, unwrap, drop_branches, drop_parameters, simplify,
                      lower_numbers, drop_windows]


# -- the search --------------------------------------------------------------
class Shrinker:
    def __init__(self, failing: Callable[[str], bool], limit: int, log: bool = True) -> None:
        self.failing, self.limit, self.log = failing, limit, log
        self.tried: Set[str] = set()
        self.tests = 0
        self.better: Callable[[str], None] = lambda text: None   # told each success

    def accepts(self, tokens: Tokens) -> bool:
        text = render(tokens)
        if text in self.tried or self.tests >= self.limit:
            return False
        self.tried.add(text)
        self.tests += 1
        return self.failing(text)

    def run_pass(self, one: Pass, tokens: Tokens) -> Tokens:
        """Try every candidate; after a success go on from the same place."""
        place = 0
        while self.tests < self.limit:
            bound = measure(tokens)
            for at, candidate in enumerate(one(tokens)):
                if at >= place and measure(candidate) < bound and self.accepts(candidate):
                    tokens, place = candidate, at
                    self.better(render(tokens))
                    break
            else:
                break
        return tokens

    def run(self, text: str) -> str:
        tokens = tokenize(text)
        while True:
            before = measure(tokens)
            for one in PASSES:
                old = len(tokens)
                tokens = self.run_pass(one, tokens)
                if self.log:
                    print(f"{one.__name__}: {old} -> {len(tokens)} tokens, "
                          f"{self.tests} tests", file=sys.stderr, flush=True)
            if measure(tokens) == before or self.tests >= self.limit:
                return render(tokens)


def by_command(command: List[str], folder: Path, seconds: float) -> Callable[[str], bool]:
    candidate = folder / "candidate.m"
    words = [w.replace("{}", str(candidate)) for w in command]
    if words == command:
        words.append(str(candidate))

    def failing(text: str) -> bool:
        candidate.write_text(text)
        try:
            return subprocess.run(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                  timeout=seconds, check=False).returncode == 0
        except subprocess.TimeoutExpired:
            return False
    return failing


SAMPLE = """
const N: 4; type T: 0..3; E: enum {ea, eb};
var x: T; y: boolean; a: array [T] of T;
procedure act(var n: T; m: boolean); begin if m then n := 1; else n := 2; end; end;
startstate "s" begin x := 0; y := true; for i: T do a[i] := i % 2; end; end;
ruleset i: T; j: T do
  rule "one" i != j & (x + 1 < 3 | y) ==>
  begin
    if y then act(a[i], !y); x := (x + 7) * 2; elsif x = 2 then x := 1; else error "boom"; end;
    switch x case 0: y := false; case 1, 2: y := true; else x := 0; end;
  end;
  rule "two" begin y := !y; end;
end;
invariant "fine" forall k: T do a[k] <= 3 end;
"""


def self_test() -> int:
    """The `failure`: a call of act inside balanced text that declares it, and
    a number of at least 5.  The least such text is known, so is its size."""
    def failing(text: str) -> bool:
        tokens = tokenize(text)
        opened = sum(t.lower() in ("rule", "procedure", "if", "(") for t in tokens)
        closed = sum(t.lower() in (")",) or t.lower().startswith("end") for t in tokens)
        called = [p for p, t in enumerate(tokens) if t == "act" and tokens[p - 1] != "procedure"]
        big = any(t.isdigit() and int(t) >= 5 for t in tokens)
        return "procedure" in tokens and opened <= closed and bool(called) and big
    if not failing(SAMPLE):
        print("self-test: the sample does not fail")
        return 1
    smallest = tokenize(Shrinker(failing, 20000, log=False).run(SAMPLE))
    again = tokenize(Shrinker(failing, 20000, log=False).run(render(smallest)))
    good = failing(render(smallest)) and len(smallest) <= 6 and "5" in smallest \
        and again == smallest and tokenize(render(tokenize(SAMPLE))) == tokenize(SAMPLE)
    print(f"self-test: {len(tokenize(SAMPLE))} -> {len(smallest)} tokens: "
          f"{'ok' if good else 'FAILED'}: {' '.join(smallest)}")
    return 0 if good else 1


def main() -> int:
    parser = argparse.ArgumentParser(usage="shrink.py [options] MODEL -- COMMAND...")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--seconds", type=float, default=60, help="limit of one test")
    parser.add_argument("--tests", type=int, default=20000, help="limit of all tests")
    parser.add_argument("--output", type=Path, help="file for the result, else stdout")
    parser.add_argument("model", nargs="?", type=Path)
    own = sys.argv[1:]
    command: List[str] = []
    if "--" in own:
        cut = own.index("--")
        own, command = own[:cut], own[cut + 1:]
    chosen = parser.parse_args(own)
    if chosen.self_test:
        return self_test()
    if chosen.model is None or not command:
        parser.error("a model and a command are needed")
    text = chosen.model.read_text()
    with tempfile.TemporaryDirectory(prefix="shrink-") as folder:
        failing = by_command(command, Path(folder), chosen.seconds)
        if not failing(text):
            print("shrink: the command does not see the failure in the model", file=sys.stderr)
            return 1
        if not failing(render(tokenize(text))):
            print("shrink: the failure depends on comments or layout", file=sys.stderr)
            return 1
        shrinker = Shrinker(failing, chosen.tests)
        if chosen.output:              # an interrupted run keeps its best
            shrinker.better = chosen.output.write_text
        result = shrinker.run(text)
    if chosen.output:
        chosen.output.write_text(result)
    else:
        sys.stdout.write(result)
    return 0


if __name__ == "__main__":
    sys.exit(main())
