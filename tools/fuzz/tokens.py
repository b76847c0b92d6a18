"""A light tokenizer of Murphi, for the shrinker and the respeller.

Lossless apart from white space: joining the tokens with single spaces gives
an equivalent text.  Comments are dropped.
"""

from __future__ import annotations

import re
from typing import List

TOKEN = re.compile(r"""
    (?P<skip>\s+|--[^\n]*|/\*.*?\*/)
  | (?P<token>"(?:\\.|[^"\\])*" | “[^”]*”
     | [A-Za-z]\w* | 0x[0-9A-Fa-f]+ | \d+
     | ==> | := | \.\. | <= | >= | != | == | -> | << | >> | && | \|\|
     | .)
""", re.X | re.S)

ENDS = {"end", "endalias", "endchoose", "endexists", "endfor", "endforall", "endfunction",
        "endif", "endprocedure", "endrecord", "endrule", "endruleset", "endstartstate",
        "endswitch", "endwhile"}
# Words that an end word closes, wherever they stand.
ALWAYS_OPEN = {"record", "ruleset", "choose", "rule", "startstate", "procedure", "function",
               "if", "switch", "for", "while", "alias", "forall", "exists", "∀", "∃"}


def tokenize(text: str) -> List[str]:
    found = []
    for match in TOKEN.finditer(text):
        if match.lastgroup == "token":
            found.append(match.group())
    return found


def is_word(token: str) -> bool:
    return token[:1].isalpha()


def blocks(tokens: List[str]) -> List[tuple]:
    """(open, close) positions of every bracket and begin/end pair, outermost
    first.  Tokens that match nothing are ignored."""
    found, stack = [], []
    pairs = {")": "(", "]": "[", "}": "{"}
    for place, token in enumerate(tokens):
        low = token.lower()
        if token in "([{" or low in ALWAYS_OPEN:
            if low == "choose" and place + 1 < len(tokens) and not is_word(tokens[place + 1]):
                continue
            stack.append(place)
        elif token in pairs:
            while stack and tokens[stack[-1]] != pairs[token]:
                stack.pop()
            if stack:
                found.append((stack.pop(), place))
        elif low in ENDS:
            while stack and tokens[stack[-1]] in "([{":
                stack.pop()
            if stack:
                found.append((stack.pop(), place))
    return sorted(found)


LINE_ENDS = {";", "then", "do", "begin", "else", "==>"}


def render(tokens: List[str]) -> str:
    """The tokens as text with a line per statement or heading."""
    lines: List[List[str]] = [[]]
    inside = 0
    for token in tokens:
        inside += (token in "([") - (token in ")]")
        lines[-1].append(token)
        if inside <= 0 and token.lower() in LINE_ENDS:
            lines.append([])
    return "\n".join(" ".join(line) for line in lines if line) + "\n"
