"""editors: the grammars know the words of the language and read every model of the repository; the client of the
Visual Studio Code extension speaks with the server."""

from __future__ import annotations

import json
import re
import shutil
from typing import Any, Dict, Iterator, List, Tuple

from kit.core import RELEASE, ROOT, Failure, Skip, Test, binary, run, scratch

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


def same_words() -> None:
    for path in (GRAMMAR, EDITORS / "vim" / "syntax" / "murphi.vim"):
        text = path.read_text()
        missing = [word for word in words() if not re.search(rf"\b{word}\b", text)]
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
            Test("editors", "files of the extension", package), Test("editors", "client of the extension", extension), Test("editors", "Vim", vim)]
