"""lsp: a scripted editor speaks with `noether lsp`: every feature once, then what no editor should send."""

from __future__ import annotations

import json
import os
import random
import select
import subprocess
import time
from typing import Any, Dict, List, Optional

from kit.core import ASAN, RELEASE, ROOT, Failure, Test, binary, environment, process_time

WITHIN = 0.2  # seconds of processor time from a change to its diagnostics

MODEL = """const N: 3;
type Proc: scalarset(N);
  Colour: enum {red, green};
  Cell: record colour: Colour; owner: Proc end;
var cells: array [Proc] of Cell;
  turn: 0..7;
function Is(p: Proc; c: Colour): boolean;
begin return cells[p].colour = c; end;
startstate "begin" begin
  for p: Proc do cells[p].colour := red; undefine cells[p].owner; end;
  turn := 0;
end;
ruleset p: Proc do
  rule "paint" Is(p, red) ==> begin cells[p].colour := green; cells[p].owner := p; end;
  rule "clean" Is(p, green) ==> begin cells[p].colour := red; end;
end;
invariant "small" turn < 8;
invariant "none" forall p: Proc do cells[p].colour = red end;
"""
URI = "file:///m/model.m"


def require(condition: bool, what: str, got: Any = "") -> None:
    if not condition:
        raise Failure(f"expected: {what}\ncame:     {got}")


class Client:
    def __init__(self, program=RELEASE, *options: str) -> None:
        self.process = subprocess.Popen([str(binary(program)), "lsp", *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                        env=environment({}))
        self.buffer, self.number, self.waiting = b"", 0, []

    def raw(self, data: bytes) -> None:
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message: Any) -> None:
        body = json.dumps(message).encode()
        self.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def notify(self, method: str, params: Any) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def receive(self, seconds: float = 60) -> Dict[str, Any]:
        end = time.monotonic() + seconds
        while True:
            head, mark, rest = self.buffer.partition(b"\r\n\r\n")
            if mark:
                length = int(head.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            if not select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))[0]:
                raise Failure("the server says nothing")
            piece = os.read(self.process.stdout.fileno(), 1 << 16)
            if not piece:
                raise Failure(f"the server has ended: {self.process.wait(10)} {self.process.stderr.read().decode()}")
            self.buffer += piece

    def answer(self, number: Any) -> Dict[str, Any]:
        while True:
            message = self.receive()
            if message.get("id") == number and "method" not in message:
                return message
            self.waiting.append(message)

    def ask(self, method: str, params: Any) -> Any:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        message = self.answer(self.number)
        if "error" in message:
            raise Failure(f"{method}: {message['error']}")
        return message["result"]

    def refused(self, method: str, params: Any) -> Dict[str, Any]:
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        message = self.answer(self.number)
        require("error" in message, f"{method} is refused", message)
        return message["error"]

    def notice(self, method: str) -> Dict[str, Any]:
        for message in self.waiting:
            if message.get("method") == method:
                self.waiting.remove(message)
                return message["params"] if "params" in message else message
        while True:
            message = self.receive()
            if message.get("method") == method:
                return message.get("params", message)
            self.waiting.append(message)

    def begin(self, text: str = MODEL) -> List[Dict[str, Any]]:
        self.ask("initialize", {"capabilities": {"workspace": {"codeLens": {"refreshSupport": True}}}})
        self.notify("initialized", {})
        self.notify("textDocument/didOpen", {"textDocument": {"uri": URI, "languageId": "murphi", "version": 1, "text": text}})
        return self.notice("textDocument/publishDiagnostics")["diagnostics"]

    def change(self, text: str, version: int = 2) -> List[Dict[str, Any]]:
        self.notify("textDocument/didChange", {"textDocument": {"uri": URI, "version": version}, "contentChanges": [{"text": text}]})
        while True:
            notice = self.notice("textDocument/publishDiagnostics")
            if notice["version"] == version:
                return notice["diagnostics"]

    def end(self) -> None:
        self.ask("shutdown", None)
        self.notify("exit", None)
        status = self.process.wait(30)
        errors = self.process.stderr.read().decode()
        require(status == 0, "status 0", f"{status} {errors}")

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            pipe.close()


def at(word: str, text: str = MODEL, nth: int = 0, shift: int = 0) -> Dict[str, Any]:
    where = -1
    for _ in range(nth + 1):
        where = text.index(word, where + 1)
    where += shift
    line = text.count("\n", 0, where)
    before = text[text.rfind("\n", 0, where) + 1:where]
    return {"textDocument": {"uri": URI}, "position": {"line": line, "character": len(before.encode("utf-16-le")) // 2}}


def picked(text: str, span: Dict[str, Any]) -> str:
    lines = text.split("\n")
    require(span["start"]["line"] == span["end"]["line"], "one line", span)
    line = lines[span["start"]["line"]].encode("utf-16-le")
    return line[2 * span["start"]["character"]:2 * span["end"]["character"]].decode("utf-16-le")


def diagnostics(program=RELEASE) -> None:
    with Client(program) as editor:
        require(editor.begin() == [], "a model without mistakes")
        broken = MODEL.replace("turn := 0;", "tern := 0;")
        found = editor.change(broken)
        require(len(found) == 1 and found[0]["severity"] == 1 and "turn" in found[0]["message"], "one error, with a hint", found)
        require(picked(broken, found[0]["range"]) == "tern", "its place", found)
        actions = editor.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": found[0]["range"], "context": {"diagnostics": []}})
        edits = [action["edit"]["changes"][URI][0] for action in actions]
        require([edit["newText"] for edit in edits] == ["turn"] and edits[0]["range"] == found[0]["range"], "the hint as an action", actions)
        require(editor.change(MODEL, 3) == [], "mended")
        require([one["severity"] for one in editor.change("var x: boolean;\nrule begin x := true; end;\n", 4)] == [1], "no start state")
        actions = editor.ask("textDocument/codeAction", {"textDocument": {"uri": URI}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}}})
        require(any("start state" in action["title"] for action in actions), "a start state is offered", actions)
        for number, text in enumerate(("", "(((", "rule", "var x: 0..1", '"', "-- only\n", "/* open"), 5):
            editor.change(text, number)
        editor.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
        editor.end()


def hover(program=RELEASE) -> None:
    def about(editor: Client, word: str, **more: Any) -> str:
        return editor.ask("textDocument/hover", at(word, **more))["contents"]["value"]

    with Client(program) as editor:
        editor.begin()
        text = about(editor, "cells")
        require("array [Proc] of Cell" in text and "interchangeable" in text and "6 cells" in text, "a variable", text)
        require("0..7" in about(editor, "turn") and "8 values" in about(editor, "turn"), "a range")
        text = about(editor, "Proc")
        require("scalarset(3)" in text and "3 values" in text and "interchangeable" in text, "a scalarset", text)
        require("= red" in about(editor, "red"), "a member")
        require("N" in about(editor, "N") and "= 3" in about(editor, "N"), "a constant")
        require("field" in about(editor, "colour") and "Colour" in about(editor, "colour"), "a field")
        require("parameter" in about(editor, "p: Proc"), "a parameter")
        require("function" in about(editor, "Is"), "a function")
        require(editor.ask("textDocument/hover", at("begin")) is None, "nothing about words of the language")
        uneven = MODEL.replace("turn := 0;\n", "turn := 0;\n", 1).replace('invariant "small"', "rule begin clear cells; end;\ninvariant \"small\"")
        editor.change(uneven)
        require("not permuted" in editor.ask("textDocument/hover", at("Proc", uneven))["contents"]["value"], "what limits symmetry")
        editor.end()


def names(program=RELEASE) -> None:
    with Client(program) as editor:
        editor.begin()
        where = editor.ask("textDocument/definition", at("Is(p, red)"))
        require(where["range"]["start"] == at("Is(p: Proc")["position"], "the function", where)
        found = editor.ask("textDocument/references", {**at("turn"), "context": {"includeDeclaration": True}})
        require(len(found) == 3, "three places of turn", found)
        require(len(editor.ask("textDocument/references", {**at("turn"), "context": {"includeDeclaration": False}})) == 2, "two of them uses")
        require(len(editor.ask("textDocument/documentHighlight", at("colour"))) == 6, "a field, wherever it stands", editor.ask("textDocument/documentHighlight", at("colour")))
        bound = editor.ask("textDocument/documentHighlight", at("ruleset p", shift=8))
        require(len(bound) == 7, "a bound name, and no other p", bound)
        require(editor.ask("textDocument/prepareRename", at("turn"))["placeholder"] == "turn", "a name that can be changed")
        edits = editor.ask("textDocument/rename", {**at("colour"), "newName": "paint"})["changes"][URI]
        text = MODEL
        lines = [line for line in text.split("\n")]
        for edit in sorted(edits, key=lambda one: (one["range"]["start"]["line"], one["range"]["start"]["character"]), reverse=True):
            row, first, last = edit["range"]["start"]["line"], edit["range"]["start"]["character"], edit["range"]["end"]["character"]
            lines[row] = lines[row][:first] + edit["newText"] + lines[row][last:]
        require(editor.change("\n".join(lines)) == [] and "\n".join(lines).count("paint") == 7, "the model after the change", lines)
        editor.change(MODEL, 3)
        for name, where in (("begin", at("turn")), ("cells", at("turn")), ("3x", at("turn")), ("a b", at("turn")), ("p", at("cells"))):
            editor.refused("textDocument/rename", {**where, "newName": name})
        symbols = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        require([one["name"] for one in symbols] == ["N", "Proc", "Colour", "Cell", "cells", "turn", "Is", "begin", "paint", "clean", "small", "none"], "symbols", symbols)
        editor.end()


def wide_characters() -> None:
    """Columns are counted in UTF-16: a character beyond 16 bits takes two."""
    text = 'var x: boolean;\nstartstate "\U0001F600é" begin y := true; end;\nrule begin x := !x; end;\n'
    with Client() as editor:
        found = editor.begin(text)
        require(picked(text, found[0]["range"]) == "y", "the place behind wide characters", found)
        editor.end()


def layout() -> None:
    with Client() as editor:
        editor.begin(MODEL)
        edits = editor.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}})
        require(len(edits) == 1 and "ruleset" in edits[0]["newText"], "a new layout", edits)
        editor.change(edits[0]["newText"])
        require(editor.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}}) == [], "nothing more to change")
        editor.change("rule (", 3)
        require(editor.ask("textDocument/formatting", {"textDocument": {"uri": URI}, "options": {}}) == [], "what cannot be read stays")
        editor.end()


def lenses() -> None:
    def titles(editor: Client) -> List[str]:
        return [lens["command"]["title"] for lens in editor.ask("textDocument/codeLens", {"textDocument": {"uri": URI}})]

    with Client() as editor:
        editor.begin()
        require(titles(editor) == ["check", "check this property", "check this property"], "lenses", titles(editor))
        editor.ask("workspace/executeCommand", {"command": "noether.check", "arguments": [URI, "small"]})
        require("line 17: HOLDS" in editor.notice("window/showMessage")["message"], "a verdict about one property")
        require(editor.notice("textDocument/publishDiagnostics")["diagnostics"] == [], "nothing of the others")
        now = titles(editor)
        require(now[0] == "check" and now[1].startswith("HOLDS") and now[2] == "check this property", "one lens has an answer", now)
        editor.ask("workspace/executeCommand", {"command": "noether.check", "arguments": [URI, "none"]})
        require("line 18: VIOLATED" in editor.notice("window/showMessage")["message"], "a verdict about another one")
        found = editor.notice("textDocument/publishDiagnostics")["diagnostics"]
        require(len(found) == 1 and found[0]["range"]["start"]["line"] == 17, "the violation at its property", found)
        now = titles(editor)
        require(now[0] == "check" and now[1].startswith("HOLDS") and now[2].startswith("VIOLATED"), "the first answer stays", now)
        editor.refused("workspace/executeCommand", {"command": "noether.check", "arguments": [URI, "no such"]})
        editor.refused("workspace/executeCommand", {"command": "noether.check", "arguments": [URI, 3]})
        editor.ask("workspace/executeCommand", {"command": "noether.check", "arguments": [URI]})
        require("VIOLATED" in editor.notice("window/showMessage")["message"], "a verdict")
        found = editor.notice("textDocument/publishDiagnostics")["diagnostics"]
        require([one["source"] for one in found] == ["noether check"] and found[0]["range"]["start"]["line"] == 17, "the violation at its property", found)
        now = titles(editor)
        require(now[0].startswith("VIOLATED") and now[1].startswith("HOLDS") and now[2].startswith("VIOLATED"), "verdicts in lenses", now)
        require(editor.notice("workspace/codeLens/refresh")["method"] == "workspace/codeLens/refresh", "the editor is told")
        require(editor.change(MODEL + "\n") == [], "an old verdict is no mistake of the new text")
        require("before the last change" in titles(editor)[1], "old verdicts are called so", titles(editor))
        editor.refused("workspace/executeCommand", {"command": "noether.check", "arguments": ["file:///none"]})
        editor.refused("workspace/executeCommand", {"command": "rm", "arguments": [URI]})
        editor.end()


TWINS = """var x: 0..3; y: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
rule "copy" x = 3 ==> begin y := y; end;
invariant "twin" x < 4;
invariant "twin" x < 2;
"""


def lens_arguments() -> None:
    """Properties of one name are told apart; checks take the options of the server."""
    for options, first in ((("--deadlock=off",), "HOLDS"), (("--deadlock=off", "--undefined=strict"), "VIOLATED")):
        with Client(RELEASE, *options) as editor:
            editor.begin(TWINS)
            for number, verdict in ((1, first), (2, "VIOLATED")):
                lens = editor.ask("textDocument/codeLens", {"textDocument": {"uri": URI}})[number]
                editor.ask("workspace/executeCommand", lens["command"])
                said = editor.notice("window/showMessage")["message"]
                require(f"line {4 + number}: {verdict}" in said, f"{options}: line {4 + number} is {verdict}", said)
                editor.notice("textDocument/publishDiagnostics")
            editor.end()


def lens_constants() -> None:
    """A hundred constants are given to the server: its checks are of that model, the last one included."""
    names = [f"C{i}" for i in range(100)]
    text = "const\n" + "".join(f"  {name}: 0;\n" for name in names) + "var x: 0..1;\nstartstate begin x := 0; end;\n" \
        "rule \"turn\" begin x := 1 - x; end;\ninvariant \"given\" " + " & ".join(f"{name} = 1" for name in names) + ";\n"
    with Client(RELEASE, *(f"-D{name}=1" for name in names)) as editor:
        editor.begin(text)
        editor.ask("workspace/executeCommand", {"command": "noether.check", "arguments": [URI, "given"]})
        said = editor.notice("window/showMessage")["message"]
        require("HOLDS" in said, "all constants as they are given", said)
        editor.end()


def malformed(program=RELEASE) -> None:
    with Client(program) as editor:
        require(editor.refused("textDocument/hover", {})["code"] == -32002, "not before initialize")
        editor.begin()
        editor.raw(b"Content-Length: 9\r\n\r\n{\"id\": 1,")
        require(editor.answer(None)["error"]["code"] == -32700, "what is no JSON")
        editor.raw(b"Hello: world\r\n\r\n")
        require(editor.answer(None)["error"]["code"] == -32700, "a head without a length")
        editor.raw(b"Content-Length: -5\r\n\r\n")
        editor.answer(None)
        editor.raw(b"Content-Length: x\r\n\r\n")
        editor.answer(None)
        for body in (b"[]", b"3", b"{}", b'{"jsonrpc": 4}', b'{"method": 4, "id": "a"}', b"[" * 600 + b"]" * 600):
            editor.raw(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            require("error" in editor.answer("a" if b'"a"' in body else None), "an answer", body)
        require(editor.refused("no/such", {})["code"] == -32601, "an unknown method")
        for params in (None, [], "x", {"textDocument": 4}, {"textDocument": {"uri": 4}}, {"textDocument": {"uri": URI}, "position": "x"}, {"textDocument": {"uri": URI}, "position": {"line": -3, "character": 1 << 40}},
                       {"textDocument": {"uri": URI}, "position": {"line": 1 << 40, "character": {}}}, {"textDocument": {"uri": "file:///none"}}):
            for method in ("hover", "definition", "references", "documentHighlight", "prepareRename", "rename", "documentSymbol", "formatting", "codeAction", "codeLens"):
                editor.number += 1
                editor.send({"jsonrpc": "2.0", "id": editor.number, "method": "textDocument/" + method, "params": params})
                editor.answer(editor.number)
            for method in ("didOpen", "didChange", "didSave" if URI in str(params) else "didClose"):
                editor.notify("textDocument/" + method, params)
        require(editor.ask("textDocument/hover", at("turn")) is not None, "and it still works")
        editor.end()


def noise(program=RELEASE) -> None:
    """Random bytes, and random changes of good messages."""
    rng = random.Random(24)
    with Client(program) as editor:
        editor.begin()
        good = [{"jsonrpc": "2.0", "id": 7, "method": "textDocument/" + method, "params": {**at("turn"), "newName": "z"}} for method in ("hover", "rename", "references", "codeAction", "codeLens", "documentSymbol")]
        for _ in range(400):
            body = bytearray(json.dumps(rng.choice(good)).encode())
            for _ in range(rng.randrange(4)):
                body[rng.randrange(len(body))] = rng.randrange(256)
            editor.raw(b"Content-Length: %d\r\n\r\n" % len(body) + bytes(body))
        editor.number = 1000
        require(editor.ask("textDocument/hover", at("turn")) is not None, "and it still works")
        editor.end()


def quick() -> None:
    """5,000 lines, changed again and again."""
    rules = "".join(f'  rule "r{i}" cells[p].colour = red & turn = {i % 8} ==>\n  begin\n    cells[p].colour := green;\n    turn := {(i + 1) % 8};\n  end;\n' for i in range(1000))
    text = MODEL.replace("ruleset p: Proc do\n", "ruleset p: Proc do\n" + rules)
    require(text.count("\n") > 5000, "5,000 lines")
    with Client() as editor:
        editor.begin(text)
        changes, before = 10, process_time(editor.process.pid)
        for number in range(2, 2 + changes):
            broken = text.replace("turn := 3;", "turn := tern;") if number % 2 else text
            found = editor.change(broken, number)
            require(len(found) > 0 if number % 2 else not found, "what is wrong now", found)
        each = (process_time(editor.process.pid) - before) / changes
        require(each < WITHIN, f"diagnostics within {WITHIN} s", each)
        editor.end()


def every_model() -> None:
    """No complaint about a model of the repository; its symbols cover its text, and names lead somewhere."""
    with Client() as editor:
        editor.begin()
        for number, path in enumerate(sorted((ROOT / "models").glob("*.m")), 2):
            text = path.read_text()
            found = editor.change(text, number)
            require(not [one for one in found if one["severity"] == 1], f"{path.name} is read", found)
            symbols = editor.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
            require(len(symbols) >= 5, f"{path.name} has symbols", symbols)
            for one in symbols[:3]:
                if one["detail"] in ("constant", "type", "variable"):
                    require(picked(text, one["selectionRange"]) == one["name"], f"{path.name}: {one['name']} stands there", one)
                    require(len(editor.ask("textDocument/documentHighlight", {"textDocument": {"uri": URI}, "position": one["selectionRange"]["start"]})) >= 1, "it is used")
        editor.end()


def tests() -> List[Test]:
    functions = {"diagnostics and actions": diagnostics, "hover": hover, "names": names, "wide characters": wide_characters, "layout": layout, "lenses": lenses, "lenses, told apart": lens_arguments, "lenses, many constants": lens_constants,
                 "malformed": malformed, "noise": noise, "5,000 lines": quick, "every model": every_model}
    sane = {"diagnostics and actions": diagnostics, "hover": hover, "names": names, "malformed": malformed, "noise": noise}
    return [Test("lsp", name, function) for name, function in functions.items()] + [
        Test("lsp", name + " (sanitized)", lambda function=function: function(ASAN)) for name, function in sane.items()]
