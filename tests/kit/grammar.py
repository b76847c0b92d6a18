"""The language of a tree-sitter grammar, without tree-sitter: its rules are interpreted by Earley's algorithm.

Tokens are found as tree-sitter does it: of those that can stand at a place the longest, words as a whole, and a
keyword before a name. Which of several trees is meant (precedence, conflicts) is not asked: this tells whether
there is one.
"""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Dict, List, Optional, Set, Tuple

from kit.core import ROOT, Failure, Skip, run

Item = Tuple[int, int, int]  # production, how much of it was read, where it began


def rules_of(path: Path) -> Dict[str, Any]:
    """grammar.js as data."""
    node = shutil.which("node")
    if not node:
        raise Skip("there is no node")
    ran = run([node, ROOT / "tests" / "editors" / "rules.js", path])
    if ran.status:
        raise Failure(ran.err)
    return json.loads(ran.out)


def patterns(rule: Dict[str, Any]) -> List[str]:
    """Regular expressions of a token, one for each choice at its top."""
    if rule["type"] == "CHOICE":
        return [one for member in rule["members"] for one in patterns(member)]
    if rule["type"] == "TOKEN":
        return patterns(rule["content"])
    return [rule["value"] if rule["type"] == "PATTERN" else re.escape(rule["value"])]


class Terminal:
    def __init__(self, rule: Dict[str, Any], word: re.Pattern) -> None:
        texts = patterns(rule)
        bare = re.sub(r"\[(\w)\w\]", r"\1", texts[0])
        self.is_keyword = len(texts) == 1 and bool(word.fullmatch(bare))
        self.choices = [re.compile(text + (r"(?![A-Za-z0-9_])" if self.is_keyword else "")) for text in texts]

    def end(self, text: str, at: int) -> int:
        return max((match.end() for match in (choice.match(text, at) for choice in self.choices) if match), default=at)


class Grammar:
    def __init__(self, data: Dict[str, Any]) -> None:
        self.word = re.compile(data["rules"][data["word"]]["value"])
        self.productions: List[Tuple[str, Tuple]] = []  # left, right: names of rules and numbers of terminals
        self.terminals: List[Terminal] = []
        self.known: Dict[str, int] = {}
        for name, rule in data["rules"].items():
            self.define(name, rule)
        self.start = next(iter(data["rules"]))
        skipped = [rule if rule["type"] != "SYMBOL" else data["rules"][rule["name"]] for rule in data["extras"]]
        self.extras = re.compile("(?:%s)*" % "|".join(f"(?:{one})" for rule in skipped for one in patterns(rule)))
        self.by_left: Dict[str, List[int]] = {}
        for number, (left, _) in enumerate(self.productions):
            self.by_left.setdefault(left, []).append(number)
        self.empty = self.nullable()

    def terminal(self, rule: Dict[str, Any]) -> int:
        key = json.dumps(rule, sort_keys=True)
        if key not in self.known:
            self.known[key] = len(self.terminals)
            self.terminals.append(Terminal(rule, self.word))
        return self.known[key]

    def define(self, name: str, rule: Dict[str, Any]) -> None:
        members = rule["members"] if rule["type"] == "CHOICE" else [rule]
        for member in members:
            self.productions.append((name, tuple(self.symbols(member))))

    def fresh(self, rule: Dict[str, Any]) -> str:
        key = json.dumps(rule, sort_keys=True)
        if key not in self.known:
            self.known[key] = -1
            if rule["type"] == "CHOICE":
                self.define(key, rule)
            else:  # a repetition
                inner = tuple(self.symbols(rule["content"]))
                self.productions += [(key, inner if rule["type"] == "REPEAT1" else ()), (key, (key, *inner))]
        return key

    def symbols(self, rule: Dict[str, Any]) -> List:
        kind = rule["type"]
        if kind in ("STRING", "PATTERN", "TOKEN"):
            return [self.terminal(rule)]
        if kind == "SYMBOL":
            return [rule["name"]]
        if kind == "SEQ":
            return [symbol for member in rule["members"] for symbol in self.symbols(member)]
        if kind in ("CHOICE", "REPEAT", "REPEAT1"):
            return [self.fresh(rule)]
        return [] if kind == "BLANK" else self.symbols(rule["content"])  # fields, names, precedence

    def nullable(self) -> Set[str]:
        empty: Set[str] = set()
        while True:
            more = {left for left, right in self.productions if all(symbol in empty for symbol in right)} - empty
            if not more:
                return empty
            empty |= more

    def close(self, items: List[Item], at: int, waiting: Dict[int, Dict[Any, List[Item]]]) -> Tuple[Dict[int, List[Item]], bool]:
        """Everything that follows from the items at a place; what it can go on with, and whether a whole text ends here."""
        here: Dict[Any, List[Item]] = waiting.setdefault(at, {})
        seen, wanted, ends = set(items), {}, False
        queue = list(items)

        def add(item: Item) -> None:
            if item not in seen:
                seen.add(item)
                queue.append(item)

        while queue:
            number, dot, origin = queue.pop()
            left, right = self.productions[number]
            if dot == len(right):
                ends = ends or (left == self.start and origin == 0)
                for other, place, began in waiting[origin].get(left, ()):
                    add((other, place + 1, began))
                continue
            symbol = right[dot]
            if isinstance(symbol, int):
                wanted.setdefault(symbol, []).append((number, dot, origin))
                continue
            fresh = symbol not in here
            here.setdefault(symbol, []).append((number, dot, origin))
            if fresh:
                for one in self.by_left[symbol]:
                    add((one, 0, at))
            if symbol in self.empty:
                add((number, dot + 1, origin))
        return wanted, ends

    def wrong_at(self, text: str) -> Optional[int]:
        """Where the text cannot be read any further; None if it is one of the language."""
        waiting: Dict[int, Dict[Any, List[Item]]] = {}
        items, at = [(number, 0, 0) for number in self.by_left[self.start]], 0
        while True:
            wanted, ends = self.close(items, at, waiting)
            begin = self.extras.match(text, at).end()
            if begin == len(text):
                return None if ends else begin
            found = [(self.terminals[number].end(text, begin), self.terminals[number].is_keyword, number) for number in wanted]
            longest = max((end for end, _, _ in found), default=begin)
            if longest == begin:
                return begin
            best = [(is_keyword, number) for end, is_keyword, number in found if end == longest]
            is_keyword = any(keyword for keyword, _ in best)
            items = [(production, dot + 1, origin) for keyword, number in best if keyword or not is_keyword
                     for production, dot, origin in wanted[number]]
            at = longest
