"""Edits of models as people make them, on the text, in the layout of models/.

`harmless` changes what a saved run must survive: variables and members are added, declarations and
rules change places, names change (and the edit says which).  `harmful` makes one step of a run
impossible, or lead elsewhere, and no step before it.
"""

from __future__ import annotations

import random
import re
from typing import Callable, List, Optional, Tuple

Renamed = List[Tuple[str, str]]
STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
COMMENT = re.compile(r"--[^\n]*")
SECTION = re.compile(r"^(?:const|type|var|procedure|function|startstate|ruleset|rule|choose|invariant|alias|assume|"
                     r"cover|liveness|ltl|ctl|mu|never|weakfair|strongfair|fair)\b", re.M)


def outside_strings(text: str, change: Callable[[str], str]) -> str:
    """Applies `change` to what is neither a string nor a comment."""
    out, at = [], 0
    for match in re.finditer(f"{STRING.pattern}|{COMMENT.pattern}", text):
        out += [change(text[at:match.start()]), match.group(0)]
        at = match.end()
    return "".join(out + [change(text[at:])])


def sections(text: str) -> List[Tuple[str, str]]:
    """(keyword, text) of what begins in the first column; the head has no keyword."""
    starts = [match.start() for match in SECTION.finditer(text)
              if match.group(0) != "var" or COMMENT.sub("", text[:match.start()]).rstrip()[-1:] in (";", "")]
    cuts = [0] + starts + [len(text)]
    found = []
    for begin, end in zip(cuts, cuts[1:]):
        piece = text[begin:end]
        match = SECTION.match(piece)
        found.append((match.group(0) if match else "", piece))
    return found


def joined(pieces: List[Tuple[str, str]]) -> str:
    return "".join(piece for _, piece in pieces)


# -------------------------------------------------------------------- harmless


def add_variable(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    pieces = sections(text)
    places = [i for i, (word, _) in enumerate(pieces) if word == "var"]
    number = rng.randrange(10 ** 6)
    kind = rng.choice(("boolean", "0..9", "array [0..2] of boolean", "enum {Fresh%da, Fresh%db}" % (number, number),
                       "record p: 0..3; q: boolean; end", "multiset [2] of 0..3"))
    at = rng.choice(places) + rng.randrange(2)
    pieces.insert(at, ("var", f"var\n  fresh{number}: {kind};\n\n"))
    return joined(pieces), []


def declarations(section: str) -> List[str]:
    """The declarations of a section `var`, comments left out; records keep their fields."""
    body, found, depth, begin = COMMENT.sub("", section)[len("var"):], [], 0, 0
    for match in re.finditer(r"\brecord\b|\bend\b|;", body):
        depth += {"record": 1, "end": -1}.get(match.group(0), 0)
        if match.group(0) == ";" and not depth:
            found.append(body[begin:match.end()].strip())
            begin = match.end()
    return found if not body[begin:].strip() else []


def shuffle_variables(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    pieces = sections(text)
    places = [i for i, (word, piece) in enumerate(pieces) if word == "var" and len(declarations(piece)) > 1]
    if not places:
        return None
    at = rng.choice(places)
    lines = declarations(pieces[at][1])
    rng.shuffle(lines)
    pieces[at] = ("var", "var\n  " + "\n  ".join(lines) + "\n\n")
    return joined(pieces), []


def shuffle_rules(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    pieces = sections(text)
    places = [i for i, (word, _) in enumerate(pieces) if word in ("rule", "ruleset", "choose")]
    if any(word in ("weakfair", "strongfair") and piece.strip() == word for word, piece in pieces):
        return None
    rules = [pieces[i] for i in places]
    rng.shuffle(rules)
    for i, rule in zip(places, rules):
        pieces[i] = rule
    return joined(pieces), []


def is_domain(text: str, name: str) -> bool:
    """Does something run through the values of the type, or is it an index or part of another?"""
    bare = outside_strings(text, lambda piece: piece)
    return bool(re.search(rf"\[\s*{name}\s*\]|:\s*{name}\s+do\b|union\s*{{[^}}]*\b{name}\b|:\s*{name}\s*[;|]?\s*\bdo\b", bare))


def add_member(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    enums = [match for match in re.finditer(r"(\w+)\s*:\s*enum\s*\{([^}]*)\}", COMMENT.sub("", text))
             if not is_domain(text, match.group(1))]
    if not enums or re.search(r"\bclear\b", text):
        return None
    name = rng.choice(enums).group(1)
    match = re.search(rf"\b{name}\s*:\s*enum\s*\{{([^}}]*)\}}", text)
    members = [word for word in re.split(r"[\s,]+", COMMENT.sub("", match.group(1))) if word]
    members.insert(rng.randrange(len(members) + 1), f"Added{rng.randrange(10 ** 6)}")
    return text[:match.start()] + f"{name}: enum {{{', '.join(members)}}}" + text[match.end():], []


def rename_rule(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    titles = sorted(set(re.findall(r'\b(?:rule|startstate)\s+"([^"\\]*)"', text)))
    if not titles:
        return None
    old, new = rng.choice(titles), f"renamed = {rng.randrange(10 ** 6)}"
    return re.sub(rf'\b(rule|startstate)(\s+)"{re.escape(old)}"', lambda m: f'{m[1]}{m[2]}"{new}"', text), [(old, new)]


def rename_word(text: str, rng: random.Random, pattern: str) -> Optional[Tuple[str, Renamed]]:
    words = sorted(set(re.findall(pattern, COMMENT.sub("", text), re.M)))
    if not words:
        return None
    old, new = rng.choice(words), f"other{rng.randrange(10 ** 6)}"
    return outside_strings(text, lambda piece: re.sub(rf"\b{old}\b", new, piece)), [(old, new)]


def rename_variable(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    names = [line.split(":")[0].strip() for word, piece in sections(text) if word == "var" for line in declarations(piece)]
    names = [name for name in names if re.fullmatch(r"\w+", name)]
    return rename_word(text, rng, rf"^\s+({'|'.join(names)})\s*:") if names else None


def rename_member(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    members = [word for match in re.finditer(r"enum\s*\{([^}]*)\}", COMMENT.sub("", text))
               for word in re.split(r"[\s,]+", match.group(1)) if word]
    return rename_word(text, rng, rf"\b({'|'.join(members)})\b") if members else None


def rename_scalarset(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    return rename_word(text, rng, r"(\w+)\s*:\s*scalarset\b")


def rename_parameter(text: str, rng: random.Random) -> Optional[Tuple[str, Renamed]]:
    return rename_word(text, rng, r"^ruleset (\w+)\s*:")


HARMLESS = (add_variable, shuffle_variables, shuffle_rules, add_member, rename_rule, rename_variable, rename_member,
            rename_scalarset, rename_parameter)


def harmless(text: str, rng: random.Random) -> Tuple[str, Renamed, List[str]]:
    """The text after one to four edits, which names have changed, and what was done."""
    renamed: Renamed = []
    done: List[str] = []
    for _ in range(rng.randint(1, 4)):
        edit = rng.choice(HARMLESS)
        edited = edit(text, rng)
        if not edited:
            continue
        text, more = edited
        for old, new in more:
            first = [pair for pair in renamed if pair[1] == old]
            renamed = [pair for pair in renamed if pair[1] != old] + [(first[0][0] if first else old, new)]
        done.append(edit.__name__)
    return text, renamed, done


# --------------------------------------------------------------------- harmful


def with_clock(text: str) -> str:
    """The model with a variable that counts the firings."""
    pieces = sections(text)
    at = next(i for i, (word, _) in enumerate(pieces) if word in ("procedure", "function", "startstate", "ruleset", "rule"))
    pieces.insert(at, ("var", "var clock: 0..1000;\n\n"))
    text = joined(pieces)
    text = re.sub(r'(\brule\s+"[^"]*"(?:(?!\brule\b).)*?\bbegin\b)', r"\1 clock := clock + 1;", text, flags=re.S)
    return re.sub(r"(\bstartstate\b(?:\s*\"[^\"]*\")?(?:\s*var\s.*?)?\s*\bbegin\b)", r"\1 clock := 0;", text, flags=re.S)


def guard_of(text: str, title: str):
    return list(re.finditer(rf'\brule\s+"{re.escape(title)}"\s*((?:(?!\brule\b|==>).)*?)==>((?:\s*var\s.*?)?\s*\bbegin\b)', text, re.S))


def harmful(text: str, steps: List[dict], rng: random.Random) -> Optional[Tuple[str, int, str]]:
    """The text with a fix, the step that it first changes, and in which way."""
    if len(steps) < 2 or "clock" in text:
        return None
    number = rng.randrange(1, len(steps))
    clocked = with_clock(text)
    rules = guard_of(clocked, steps[number]["rule"])
    if len(rules) != 1:
        return None
    match = rules[0]
    way = rng.choice(("guard", "guard first", "error", "assume", "elsewhere"))
    guard, begin = COMMENT.sub("", match.group(1)).strip(), match.group(2)
    test = f"clock != {number - 1}"
    if way == "elsewhere":
        simple = [(name, value) for name, value in steps[number]["state"].items() if isinstance(value, bool)]
        if not simple:
            way = "guard"
        else:
            name, value = rng.choice(simple)
            end = closing(clocked, match.end())
            if end is None:
                return None
            change = f"if clock = {number} then {name} := {'false' if value else 'true'}; end;\n"
            return clocked[:end] + change + clocked[end:], number, way
    head = {"guard": f"({guard})\n    & {test}", "guard first": f"{test} & ({guard})"}.get(way, guard)
    body = {"error": f" if clock = {number - 1} then error \"no more\"; end;", "assume": f" assume clock != {number - 1};"}
    replaced = match.group(0).replace(match.group(1), f"\n    {head}\n  ", 1)
    replaced = replaced[:len(replaced) - len("begin")] + "begin" + body.get(way, "")
    return clocked[:match.start()] + replaced + clocked[match.end():], number, way


def closing(text: str, begin: int) -> Optional[int]:
    """Where the `end` of a body stands that begins at `begin`."""
    depth = 0
    for match in re.finditer(rf"{STRING.pattern}|{COMMENT.pattern}|\b(?:if|for|while|switch|alias|end\w*)\b", text[begin:]):
        word = match.group(0)
        if word[0] in '"-':
            continue
        if word.startswith("end"):
            if not depth:
                return begin + match.start()
            depth -= 1
        else:
            depth += 1
    return None
