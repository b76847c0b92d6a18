"""editors: the grammars know the words of the language and read every model of the repository; the client of the
Visual Studio Code extension speaks with the server."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any, Dict, Iterator, List, Tuple

from kit import tree_sitter
from kit.core import RELEASE, ROOT, Failure, Skip, Test, binary, run, scratch
from kit.grammar import Grammar, rules_of

EDITORS = ROOT / "editors"
GRAMMAR = EDITORS / "vscode" / "syntaxes" / "murphi.tmLanguage.json"


def require(condition: bool, what: str, got: Any = "") -> None:
    if not condition:
        raise Failure(f"expected: {what}\ncame:     {got}")


def words() -> List[str]:
    text = (ROOT / "src" / "lang" / "murphi" / "lex.def").read_text()
    return [match.group(1) for match in re.finditer(r'^(?:KEYWORD|SOFT)\(\w+, "(\w+)"\)', text, re.M)]


def models() -> List:
    return [path for folder in ("models", "tests/language", "tests/temporal", "tests/hunt")
            for path in sorted((ROOT / folder).glob("*.m")) if "verdict=rejected" not in path.read_text("utf-8", "replace")]


class TextMate:
    """As much of TextMate's rules as the grammar uses: matches, and regions over lines."""

    def __init__(self, grammar: Dict[str, Any]) -> None:
        self.rules = [self.made(rule) for rule in grammar["repository"]["all"]["patterns"]]

    def made(self, rule: Dict[str, Any]) -> Dict[str, Any]:
        known = {"name": rule["name"]}
        for key in ("match", "begin", "end"):
            if key in rule:
                known[key] = re.compile(rule[key], re.M)
        known["patterns"] = [self.made(inner) for inner in rule.get("patterns", [])]
        return known

    def scan(self, text: str) -> Iterator[Tuple[str, str]]:
        """(scope, text) of each piece; what no rule matches has the scope ''."""
        at = 0
        first = [(rule.get("match") or rule["begin"]).search(text) for rule in self.rules]  # behind `at`
        while at < len(text):
            for order, match in enumerate(first):
                if match and match.start() < at:
                    rule = self.rules[order]
                    first[order] = (rule.get("match") or rule["begin"]).search(text, at)
            found = [(match.start(), order) for order, match in enumerate(first) if match]
            if not found:
                yield "", text[at:]
                return
            start, order = min(found)
            match, rule = first[order], self.rules[order]
            if start > at:
                yield "", text[at:start]
            stop = match.end()
            if "begin" in rule:
                stop = self.region_end(text, stop, rule)
            yield rule["name"], text[start:stop]
            at = max(stop, at + 1)

    @staticmethod
    def region_end(text: str, at: int, rule: Dict[str, Any]) -> int:
        while True:
            end = rule["end"].search(text, at)
            if not end:
                return len(text)
            inner = [match for one in rule["patterns"] for match in [one["match"].search(text, at)] if match and match.start() < end.start()]
            if not inner:
                return end.end()
            at = min(inner, key=lambda match: match.start()).end()


UNSUPPORTED = ("ctlstar", "externfun", "externproc", "pctl", "real")  # refused by the front end, unknown to the tree
LEXER = re.compile(r'(?P<comment>--[^\n]*|/\*.*?\*/)|(?P<string>"(?:\\.|[^"\\\n])*")|(?P<word>[^\W\d]\w*)|(?P<number>0[xX][0-9A-Fa-f]+|\d+)|(?P<other>\S)', re.S)


def textmate() -> None:
    grammar = TextMate(json.loads(GRAMMAR.read_text()))
    known = set(words())
    for path in models():
        text = path.read_text("utf-8", "replace")
        pieces = list(grammar.scan(text))
        require("".join(piece for _, piece in pieces) == text, f"{path.name}: all of the text", "")
        scopes, at = {}, 0
        for scope, piece in pieces:
            scopes[at] = (scope, piece)
            at += len(piece)
        for match in LEXER.finditer(text):
            scope, piece = scopes.get(match.start(), ("nothing begins here", ""))
            kind, word = match.lastgroup, match.group()
            if kind == "other":
                continue
            require(piece == word, f"{path.name}: {word!r} as one piece", (scope, piece))
            wanted = {"comment": "comment.", "string": "string.", "number": "constant.numeric"}.get(kind, "")
            require(scope.startswith(wanted), f"{path.name}: {word!r} is a {kind}", scope)
            if kind == "word" and word.lower() in known:
                require(scope.startswith(("keyword.", "storage.", "support.", "constant.language")), f"{path.name}: {word!r} is a word of the language", scope)


FOLDERS = ("models", "tests/language", "tests/semantics", "tests/symmetry", "tests/temporal", "tests/hunt", "tests/coverage", "tests/detect", "docs/examples")
OPERATIONS = ("binary_expression", "unary_expression", "conditional", "binary_formula", "conditional_formula")


def readable() -> List[Path]:
    """Every model of the repository that the front end reads."""
    return [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("**/*.m")) if "verdict=rejected" not in path.read_text("utf-8", "replace")]


def trees() -> None:
    """The generated parser reads every model; every query fits the grammar and says something about them."""
    queries = sorted((tree_sitter.FOLDER / "queries").glob("*.scm"))
    with scratch() as folder:
        found, captures = tree_sitter.parse(tree_sitter.build(folder), readable(), queries)
    require(len(found) > 300, "the models of the repository", len(found))
    for path, nodes in found.items():
        wrong = [node for node in nodes if node.is_wrong]
        require(not wrong, f"{path.relative_to(ROOT)} is read", wrong[:1])
    for index, query in enumerate(queries):
        require(sum(counts[index] for counts in captures.values()) > 1000, f"{query.name} finds something", "")


def parenthesised(text: bytes, nodes: List[tree_sitter.Node]) -> bytes:
    """The text with parentheses around every operation of the tree, all on its lines."""
    before = [None, *nodes]
    bare = [node for node, last in zip(nodes, before) if node.kind in OPERATIONS and not (last and last.kind.startswith("parenthesized") and last.depth == node.depth - 1)]
    marks = [(node.begin, 1, -node.end, b"(") for node in bare] + [(node.end, 0, -node.begin, b")") for node in bare]
    out, at = b"", 0
    for place, _, _, mark in sorted(marks):
        out += text[at:place] + mark
        at = place
    return out + text[at:]


def precedence() -> None:
    """Operators bind in the tree as they do in noether: with all parentheses written out, the lowered form is the same,
    line by line."""
    compared = 0
    with scratch() as folder:
        found, _ = tree_sitter.parse(tree_sitter.build(folder), readable())
        for path, nodes in found.items():
            if not any(node.kind in OPERATIONS for node in nodes):
                continue
            text = path.read_bytes()
            copy = folder / "copy.m"
            copy.write_bytes(text)
            plain = run([binary(RELEASE), "lower", copy])
            if plain.status:
                continue
            copy.write_bytes(parenthesised(text, nodes))
            full = run([binary(RELEASE), "lower", copy])
            require(full.out == plain.out and full.status == 0, f"{path.relative_to(ROOT)}: the same with parentheses", full.err[:400] or "another lowered form")
            compared += 1
    require(compared > 200, "models with operators", compared)


MISTAKES = ("rule x ==> begin y := ; end;", "var x: array [ of 0..1;", "startstate begin x := 1;", "invariant;", "ltl \"a\" [] ;",
            "never \"n\" { a; };", "rule begin if x then end", "type T: record x 0..1; end;")


def mistakes() -> None:
    """A text with a mistake has a node that says so."""
    with scratch() as folder:
        paths = []
        for number, text in enumerate(MISTAKES):
            path = folder / f"{number}.m"
            path.write_text(text)
            paths.append(path)
        found, _ = tree_sitter.parse(tree_sitter.build(folder), paths)
        for path, nodes in found.items():
            require(any(node.is_wrong for node in nodes), f"{path.read_text()!r} is wrong", nodes)


def interpreted() -> None:
    """The rules of the grammar, interpreted by the tests: every model is a text of it, texts with mistakes are not."""
    rules = Grammar(rules_of(tree_sitter.FOLDER / "grammar.js"))
    for path in readable():
        text = path.read_text("utf-8", "replace")
        place = rules.wrong_at(text)
        require(place is None, f"{path.relative_to(ROOT)} is read", text[place:][:40] if place is not None else "")
    hints = 'hint "a" x = 1; ruleset p: P do Hint y[p]; end; var hint: 0..1;'
    require(rules.wrong_at(hints) is None, "hints are items, and the word is a name elsewhere")
    for text in MISTAKES:
        require(rules.wrong_at(text) is not None, f"{text!r} is wrong")


def parts_of(rule: Any, kinds: Dict[str, set]) -> None:
    """Names of nodes, literal words and fields of a rule."""
    if isinstance(rule, list):
        for one in rule:
            parts_of(one, kinds)
    elif isinstance(rule, dict):
        kind = rule.get("type")
        if kind == "ALIAS":
            kinds["node" if rule["named"] else "literal"].add(rule["value"])
        elif kind in ("STRING", "FIELD"):
            kinds["literal" if kind == "STRING" else "field"].add(rule.get("value") or rule["name"])
        for inner in rule.values():
            parts_of(inner, kinds)


def queries() -> None:
    """Queries speak of nodes, words and fields that the grammar has."""
    data = rules_of(tree_sitter.FOLDER / "grammar.js")
    kinds: Dict[str, set] = {"node": {*data["rules"], "_", "ERROR"}, "literal": set(), "field": set()}
    parts_of(list(data["rules"].values()), kinds)
    spoken = 0
    for path in sorted((tree_sitter.FOLDER / "queries").glob("*.scm")):
        text = re.sub(r"^\s*;.*$", "", path.read_text(), flags=re.M)
        text = re.sub(r'\(#[\w?!-]+(?:\s+(?:[@\w.]+|"(?:[^"\\]|\\.)*"))*\s*\)', "", text)  # conditions
        for kind, pattern in (("node", r"\(([a-z_]\w*)"), ("literal", r'"((?:[^"\\]|\\.)+)"'), ("field", r"\b([a-z_]+):")):
            for name in re.findall(pattern, text):
                spoken += 1
                require(name in kinds[kind], f"{path.name}: a {kind} of the grammar", name)
    require(spoken > 50, "queries", spoken)


def same_words() -> None:
    for path in (GRAMMAR, EDITORS / "vim" / "syntax" / "murphi.vim", tree_sitter.FOLDER / "queries" / "highlights.scm"):
        text = re.sub(r"\[([a-z])[A-Z]\]", r"\1", path.read_text())
        text = re.sub(r"multiset\(add\|remove\(pred\)\?\|count\)", "multisetadd multisetremove multisetremovepred multisetcount", text)
        ours = [word for word in words() if path.suffix != ".scm" or word not in UNSUPPORTED]
        missing = [word for word in ours if not re.search(rf"\b{word}\b", text)]
        require(not missing, f"{path.name} knows all words", missing)


def package() -> None:
    """What the extension is made of is what it says."""
    facts = json.loads((EDITORS / "vscode" / "package.json").read_text())
    for name in (facts["main"], facts["contributes"]["grammars"][0]["path"], facts["contributes"]["languages"][0]["configuration"]):
        require((EDITORS / "vscode" / name).is_file(), name)
    json.loads((EDITORS / "vscode" / "language-configuration.json").read_text())


CLIENT = """
const { Client } = require(process.argv[2]);
const notices = [];
const client = new Client(process.argv[3], [], (method, params) => { notices.push(method); if (method === "textDocument/publishDiagnostics") next(params); }, () => {});
const uri = "file:///x.m";
async function next(params) {
  console.log(JSON.stringify(params.diagnostics.map(one => one.code)));
  const hover = await client.ask("textDocument/hover", { textDocument: { uri }, position: { line: 0, character: 4 } });
  console.log(hover.contents.value.includes("boolean"));
  await client.ask("no/such", {}).catch(error => console.log(error.message));
  await client.ask("shutdown", null);
  client.notify("exit", null);
}
(async () => {
  await client.ask("initialize", { capabilities: {} });
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "murphi", version: 1, text: "var x: boolean;\\nstartstate begin x := treu; end;\\nrule begin x := !x; end;\\n" } });
})();
"""


def extension() -> None:
    node = shutil.which("node")
    if not node:
        raise Skip("there is no node")
    with scratch() as folder:
        script = folder / "client.js"
        script.write_text(CLIENT)
        for name in ("extension.js", "client.js"):
            checked = run([node, "--check", EDITORS / "vscode" / name])
            require(checked.status == 0, f"{name} can be read", checked.err)
        ran = run([node, script, EDITORS / "vscode" / "client.js", binary(RELEASE)])
        lines = ran.out.splitlines()
        require(ran.status == 0 and len(json.loads(lines[0])) == 1 and lines[1:] == ["true", "there is no such method"], "a talk with the server", ran.out + ran.err)


def vim() -> None:
    program = shutil.which("vim")
    if not program:
        raise Skip("there is no vim")
    with scratch() as folder:
        out = folder / "out"
        ran = run([program, "-u", "NONE", "-N", "-es", "--cmd", f"set rtp^={EDITORS / 'vim'}", "-c", "filetype plugin on", "-c", "syntax on",
                   "-c", f"edit {ROOT / 'models' / 'mutex.m'}", "-c", f"call writefile([&filetype, &commentstring, exists('b:current_syntax') ? b:current_syntax : '', synIDattr(synID(search('startstate'), col('.'), 1), 'name')], '{out}')", "-c", "qa!"])
        require(out.is_file() and out.read_text().split("\n")[:3] == ["murphi", "-- %s", "murphi"], "a Murphi buffer", out.read_text() if out.is_file() else ran.err)
        require(out.read_text().split("\n")[3] == "murphiControl", "words in colour", out.read_text())


def tests() -> List[Test]:
    return [Test("editors", "TextMate grammar on every model", textmate), Test("editors", "words of the language", same_words),
            Test("editors", "tree-sitter: every model", trees), Test("editors", "tree-sitter: operators bind as in noether", precedence, 240),
            Test("editors", "tree-sitter: the grammar interpreted", interpreted, 120), Test("editors", "tree-sitter: queries", queries),
            Test("editors", "tree-sitter: mistakes", mistakes),
            Test("editors", "files of the extension", package), Test("editors", "client of the extension", extension), Test("editors", "Vim", vim)]
