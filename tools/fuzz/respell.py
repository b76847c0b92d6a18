"""The same tokens in another spelling: case, Unicode, `:` for `do`, comments.

Meaning is untouched, so a model and its respelling must get one answer.
"""

from __future__ import annotations

import random

from tokens import is_word, tokenize

UNICODE = {":=": "≔", "==>": "⇒", "->": "→", "<=": "≤", ">=": "≥", "!=": "≠", "!": "¬",
           "&&": "∧", "||": "∨", "*": "×", "/": "÷", "-": "−", "forall": "∀", "exists": "∃",
           "=": "=="}
KEYWORDS = {"alias", "array", "assert", "begin", "by", "case", "clear", "const", "do", "else",
            "elsif", "end", "endif", "endrule", "endfor", "enum", "error", "for", "function",
            "if", "invariant", "isundefined", "of", "procedure", "put", "record", "return",
            "rule", "ruleset", "startstate", "switch", "then", "to", "type", "undefine",
            "union", "var", "while", "boolean", "true", "false"}
COMMENTS = [" /* a /* b */ ", " -- to the end\n", " /* end; \" */ ", " --\n"]


def respell(rng: random.Random, text: str) -> str:
    unicode_rate, case_rate = rng.choice([0, 0, 0.3]), rng.choice([0, 0, 0.3])
    colon_rate, comment_rate = rng.choice([0, 0.3, 1]), rng.choice([0, 0, 0.03])
    out = []
    for line in text.split("\n"):
        words = []
        stripped = line.lstrip()
        for token in tokenize(stripped):
            low = token.lower()
            if token in UNICODE and rng.random() < unicode_rate:
                token = UNICODE[token]
            elif low == "do" and rng.random() < colon_rate:
                token = ":"
            elif low in KEYWORDS and rng.random() < case_rate:
                token = rng.choice([low.upper(), low.capitalize()])
            words.append(token)
            if rng.random() < comment_rate:
                words.append(rng.choice(COMMENTS))
        if stripped.startswith("--"):
            out.append(line)
        else:
            out.append(line[:len(line) - len(stripped)] + join(words))
    ending = "\r\n" if rng.random() < 0.05 else "\n"
    return ending.join(out)


def join(words: list) -> str:
    """Spaces where two tokens would run together, and some more for the eye."""
    text = ""
    for word in words:
        tight = not text or text[-1] in " ([.¬!~\n" or word[0] in ")],;.["
        if word[0] == "(" and text and (text[-1].isalnum() or text[-1] == "_"):
            tight = not text.rstrip().lower().endswith((" in", "if", "while", "assert", "return",
                                                        "then", "do", "of", "to", "by", "case"))
        if not tight or (text and is_word(text[-1]) and is_word(word)):
            text += " "
        text += word
    return text
