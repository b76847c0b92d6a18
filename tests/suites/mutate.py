"""mutate: texts of models, damaged in a fixed way, through the sanitized build.

Never a crash, a hang, an internal error or an undocumented status.  This is a smoke
run; `make fuzz` goes on for longer.
"""

from __future__ import annotations

import random
import re
from typing import List

from kit.core import ASAN, Test, binary, models_of, require_sane, run, scratch

COUNT = 400
AT_ONCE = 8  # mutations of one test
TOKEN = re.compile(r'--[^\n]*\n|"[^"\n]*"|\w+|:=|==>|\.\.|->|<=|>=|!=|\s+|.', re.S)
WORDS = ("begin", "end", "(", ")", "[", "]", "{", "}", ";", ":", ",", ":=", "==>", "0", "-1", "9223372036854775807",
         "0..1", "x", "rule", "ruleset", "startstate", "invariant", "array", "of", "record", "scalarset", "union",
         "multiset", "choose", "alias", "for", "do", "while", "if", "then", "else", "switch", "case", "undefined",
         "clear", "return", "error", "put", "assume", "cover", "liveness", "forall", "exists", "isundefined",
         "ismember", "multisetadd", "multisetcount", "?", "->", "\"", "/*", "*/", "--", "\u2200", "\u2264", "''")
BYTES = (b"\x00", b"\xff", b"\xc3", b"\xe2\x88", b"\xef\xbb\xbf", b"\r", b"\x0b", b"\x1b[31m", b"\xf4\x90\x80\x80",
         b"\"", b"\\", b"(", b"'")


def mutate_tokens(rng: random.Random, text: str) -> bytes:
    tokens = TOKEN.findall(text)
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, other = rng.randrange(len(tokens)), rng.randrange(len(tokens))
        what = rng.randrange(6)
        if what == 0:
            del tokens[at]
        elif what == 1:
            tokens.insert(at, tokens[at])
        elif what == 2:
            tokens[at], tokens[other] = tokens[other], tokens[at]
        elif what == 3:
            tokens[at] = rng.choice(WORDS)
        elif what == 4:
            tokens[at:at] = [" ", rng.choice(WORDS), " "]
        else:
            low, high = min(at, other), max(at, other)
            if rng.random() < 0.5:
                tokens[low:high] = tokens[low:high] * 2
            else:
                del tokens[low:min(high, low + 40)]
        if not tokens:
            break
    return "".join(tokens).encode("utf-8")


def mutate_bytes(rng: random.Random, text: str) -> bytes:
    data = bytearray(text.encode("utf-8"))
    for _ in range(rng.choice((1, 3, 9))):
        at = rng.randrange(len(data) + 1)
        what = rng.randrange(4)
        if what == 0:
            del data[at:at + rng.choice((1, 1, 5, 200))]
        elif what == 1:
            data[at:at] = rng.choice(BYTES)
        elif what == 2 and at < len(data):
            data[at] = rng.randrange(256)
        else:
            del data[at:]
            break
    return bytes(data)


def some(first: int) -> None:
    sources = models_of("models", "tests/language", "tests/semantics")
    with scratch() as folder:
        for number in range(first, first + AT_ONCE):
            rng = random.Random(f"mutate/{number}")
            text = rng.choice(sources).read_bytes().decode("utf-8", "replace")
            mutant = mutate_bytes(rng, text) if number % 4 == 3 else mutate_tokens(rng, text)
            path = folder / f"mutant{number}.m"
            path.write_bytes(mutant)
            commands = [["check", path, "--bound", "2", "--time", "2s", "--mem", "256M", "--loop-limit", "10k",
                         "--json", "/dev/null"]]
            if number % 4 == 0:
                commands.append(["fmt", path])
            for words in commands:
                require_sane(run([binary(ASAN), *words], seconds=30))


def tests() -> List[Test]:
    return [Test("mutate", f"mutations {first} to {first + AT_ONCE - 1}", lambda first=first: some(first), 120)
            for first in range(0, COUNT, AT_ONCE)]
