"""explore: the server asked directly (who may ask, every request, noise), by a browser, and the terminal version."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shlex
import socket
import struct
import subprocess
import termios
import time
from typing import Any, List

from kit.browser import Browser, program
from kit.core import ASAN, RELEASE, ROOT, Failure, Skip, Test, binary, environment, run, scratch
from kit.explorer import Explorer, noise

MODELS = ROOT / "models"
BUG = MODELS / "mutex_bug.m"


def require(condition: bool, what: str, got: Any = "") -> None:
    if not condition:
        raise Failure(f"expected: {what}\ncame:     {got}")


def who_may_ask() -> None:
    with Explorer(BUG) as server:
        page, api = f"/{server.token}/", f"/{server.token}/api"
        require(server.raw("GET", page)[0] == 200, "the page")
        wrong = server.token[:-1] + ("0" if server.token[-1] != "0" else "1")
        for path in ("/", "/api", f"/{wrong}/", f"/{wrong}/api", "/" + server.token[:-1], f"/{server.token}", f"//{server.token}/", f"/{server.token}/../", f"/{server.token}/x"):
            for method in ("GET", "POST"):
                status, body = server.raw(method, path, b"{}" if method == "POST" else None)
                require(status in (403, 404) and server.token.encode() not in body, f"{method} {path} is refused", status)
        for host in ("evil.example", f"evil.example:{server.port}", "127.0.0.1", f"127.0.0.1:{server.port + 1}", "", f"[::1]:{server.port}"):
            require(server.raw("GET", page, host=host)[0] in (400, 403), f"Host {host!r} is refused")
        require(server.raw("GET", page, host=f"localhost:{server.port}")[0] == 200, "localhost is this machine")
        for origin in ("http://evil.example", "null", f"https://127.0.0.1:{server.port}", "http://127.0.0.1", f"http://127.0.0.1:{server.port + 1}"):
            require(server.raw("POST", api, b"{}", {"Origin": origin})[0] == 403, f"Origin {origin} is refused")
        require(server.raw("POST", api, b"{}", {"Origin": f"http://127.0.0.1:{server.port}"})[0] == 200, "its own origin")
        require(server.raw("POST", api, b"{}", {"Sec-Fetch-Site": "cross-site"})[0] == 403, "from another site")
        require(server.raw("POST", api, b"x" * 100000)[0] == 413, "a long body")
        require(server.raw("PUT", api, b"{}")[0] == 404, "another method")
        # 127.0.0.1 only: no other address of this machine takes connections
        for address in {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)} - {"127.0.0.1"}:
            if address.startswith("127."):
                continue
            try:
                socket.create_connection((address, server.port), timeout=2).close()
            except OSError:
                continue
            raise Failure(f"{address} takes connections")
        server.end()


def every_request(built=RELEASE) -> None:
    with Explorer(BUG, program=built) as server, scratch() as folder:
        node = server.ask(do="node", node=0)
        require(node["enabled_count"] == 3 and len({one["group"] for one in node["enabled"]}) == 1 and node["steps"] == [], "three start states, the same but for names", node)
        first = server.ask(do="fire", node=0, instance=1)["node"]
        require(server.ask(do="fire", node=0, instance=1)["node"] == first, "the same step is the same node")
        node = server.ask(do="node", node=first, watch=["exists p: Process do state[p] = Critical end", "token", "nonsense", "state[", "true; rule begin end"])
        values = [(one["value"], one["wrong"]) for one in node["watch"]]
        require(values[0] == ("false", False) and values[1] == ("Process_2", False) and all(wrong for _, wrong in values[2:]), "watched expressions", values)
        require([one["truth"] for one in node["properties"]] == ["true"], "the property is true here", node["properties"])
        found = server.ask(do="find", node=first, expression="exists p: Process do state[p] = Critical end")
        node = server.ask(do="node", node=found["node"])
        require(len(node["steps"]) == 3, "two steps to it", node["steps"])
        bad = server.ask(do="find", node=first, expression="!forall p: Process do forall q: Process do p != q -> !(Inside(p) & Inside(q)) end end")
        node = server.ask(do="node", node=bad["node"])
        require([one["truth"] for one in node["properties"]] == ["false"], "a state in which it is false", node["properties"])
        require("error" in server.ask(do="find", node=first, expression="token"), "a value is no condition")
        require("error" in server.ask(do="find", node=first, expression="false"), "nothing is found")
        trace = server.ask(do="trace", node=bad["node"])
        (folder / "run.json").write_text(json.dumps(trace))
        ran = run([binary(RELEASE), "replay", folder / "run.json", BUG])
        require(ran.status == 0, "replay takes the run", ran.out + ran.err)
        require("error" in server.ask(do="trace", node=0), "there is no run before the start")
        walked = server.ask(do="run", node=first, steps=50, **{"break": ["exists p: Process do state[p] = Leaving end"]})
        require("breakpoint" in walked["note"] or "violated" in walked["note"], "a breakpoint", walked)
        around = server.ask(do="around", node=first, depth=2, orbits=True)
        concrete = server.ask(do="around", node=first, depth=2, orbits=False)
        require(1 < len(around["nodes"]) < len(concrete["nodes"]) and around["edges"], "orbits are fewer than states", (len(around["nodes"]), len(concrete["nodes"])))
        require(server.ask(do="around", node=0, depth=1)["nodes"], "start states around the root")
        for orbits, drawn in ((True, around), (False, concrete)):
            for at in range(len(drawn["nodes"])):
                to = server.ask(do="near", node=first, depth=2, orbits=orbits, to=at)["node"]
                steps = server.ask(do="node", node=to)["steps"]
                require(len(steps) - 1 == drawn["nodes"][at]["depth"], f"as far away as it is drawn: {at}", steps)
        require("error" in server.ask(do="near", node=first, depth=2, to=999) and "error" in server.ask(do="near", node=first), "no such state around")
        require(server.ask(do="node", node=0)["enabled"][1]["tried"], "what was fired is known")
        for request in ({}, {"do": "x"}, {"do": "fire"}, {"do": "fire", "instance": 99}, {"do": "node", "node": 10 ** 9}, {"do": "node", "node": -1}, {"do": "find"}):
            require("error" in server.ask(**request), f"{request} is refused")
        server.end()


HINTED = """var x: 0..3;
startstate begin x := 0; end;
rule "up" x < 3 ==> begin x := x + 1; end;
hint "high" x > 1;
invariant "small" x < 4;
fair "often" x > 2;
"""


def kinds_of_properties() -> None:
    with scratch() as folder:
        (folder / "hinted.m").write_text(HINTED)
        with Explorer(folder / "hinted.m") as server:
            node = server.ask(do="fire", node=0, instance=0)["node"]
            kinds = [(one["name"], one["kind"]) for one in server.ask(do="node", node=node)["properties"]]
            require(kinds == [("high", "hint"), ("small", "invariant"), ("often", "fair")], "what each property is", kinds)
            server.end()


def saved_run() -> None:
    with scratch() as folder:
        run([binary(RELEASE), "check", BUG, "--trace-out", folder / "run.json", "--quiet"])
        with Explorer(BUG, folder / "run.json") as server:
            page = server.raw("GET", f"/{server.token}/")[1].decode()
            saved = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S).group(1))["saved"]
            require(len(saved) == 6, "six nodes of the run", saved)
            require([one["truth"] for one in server.ask(do="node", node=saved[-1])["properties"]] == ["false"], "its end")
            if program():
                along_it(server, saved)
            server.end()


def along_it(server: Explorer, saved: List[int]) -> None:
    """By keys: to its end, to its beginning, to a step, a step on; then off it and on again."""
    with Browser() as seen:
        def at(node: int) -> None:
            seen.wait(f"document.body.dataset.node === '{node}'")

        seen.open(server.address)
        at(saved[0])
        for key, step in (("}", 5), ("[", 4), ("{", 0), ("]", 1)):
            seen.key(key)
            at(saved[step])
        seen.key("t")
        seen.type("3")
        seen.key("Enter")
        at(saved[3])
        seen.key("1")
        seen.wait("document.body.innerText.includes('another way')")
        seen.key("]")
        at(saved[4])
        require(not seen.console, "no complaint", seen.console)


def some_noise(built=RELEASE) -> None:
    with Explorer(BUG, program=built) as server:
        noise(server, 400, 24)
        server.end()


def every_model() -> None:
    for path in sorted(MODELS.glob("*.m")):
        with Explorer(path) as server:
            at = 0
            for _ in range(4):
                node = server.ask(do="node", node=at)
                if not node["enabled"]:
                    break
                at = server.ask(do="fire", node=at, instance=node["enabled"][-1]["instance"]).get("node", at)
            require(len(server.ask(do="node", node=at)["steps"]) >= 1, f"{path.name} moves")
            server.end()


def in_a_browser() -> None:
    if not program():
        raise Skip("there is no chromium: tools/deps browser installs it")
    with Explorer(BUG) as server, Browser() as seen, scratch() as folder:
        def at() -> int:
            return int(seen.run("document.body.dataset.node"))

        def moved(before: int) -> int:
            seen.wait(f"document.body.dataset.node !== '{before}'")
            return at()

        seen.open(server.address)
        seen.wait("document.querySelectorAll('#enabled li').length === 3")
        seen.key("2")
        start = moved(0)
        seen.key("ArrowDown")
        seen.key("Enter")
        second = moved(start)
        seen.key("u")
        require(moved(second) == start, "undo leads back")
        seen.key("g")
        seen.type("exists p: Process do state[p] = Critical end")
        seen.key("Enter")
        goal = moved(start)
        require("Critical" in seen.run("document.querySelector('#view').innerText"), "a state with it")
        seen.key("w")
        seen.type("token")
        seen.key("Enter")
        seen.wait("document.querySelector('#watch').innerText.includes('Process_2')")
        seen.key("a")
        seen.wait("document.querySelectorAll('#view svg circle').length > 2")
        few = seen.run("document.querySelectorAll('#view svg circle').length")
        seen.key("o")
        seen.wait(f"document.querySelectorAll('#view svg circle').length > {few}")
        seen.key("+")
        seen.wait("document.querySelector('#view').innerText.includes('3 steps')")
        seen.key("n")
        seen.type("1")
        seen.key("Enter")
        near = moved(goal)
        seen.key("u")
        require(moved(near) == goal, "back from the state around")
        seen.key("c")
        seen.wait("document.querySelectorAll('#view svg text').length > 2")
        seen.key("s")
        seen.key("b")
        seen.type("exists p: Process do state[p] = Leaving end")
        seen.key("Enter")
        seen.wait("document.querySelector('#watch').innerText.includes('stop:')")
        seen.key("r")
        moved(goal)
        seen.key("d")
        seen.type("1")
        seen.key("Enter")
        seen.wait("!document.querySelector('#watch').innerText.includes('token')")
        seen.key("x")
        seen.wait("document.body.dataset.trace")
        (folder / "run.json").write_text(seen.run("document.body.dataset.trace"))
        ran = run([binary(RELEASE), "replay", folder / "run.json", BUG])
        require(ran.status in (0, 12), "replay takes the run", ran.out + ran.err)
        for width, dark in ((1100, False), (1100, True), (380, False)):
            seen.look(width, 800, dark)
            require(seen.run("document.documentElement.scrollWidth - document.documentElement.clientWidth") <= 0, f"it fits {width} pixels")
        away = [url for url in seen.requests if not url.startswith((server.address, "data:", "about:", "blob:"))]
        require(not away and not seen.console, "no complaint, nothing from elsewhere", (away, seen.console))
        server.end()


def in_a_terminal() -> None:
    with scratch() as folder:
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 110, 0, 0))
        process = subprocess.Popen([str(binary(RELEASE)), "explore", "--tui", str(BUG), "--trace-out", str(folder / "run.json")], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True,
                                   env={**environment({}), "TERM": "xterm"})
        os.close(theirs)
        seen = b""

        def wait(word: bytes) -> None:
            nonlocal seen
            end = time.monotonic() + 30
            while word not in seen:
                if time.monotonic() > end:
                    raise Failure(f"expected: {word!r} on the screen\ncame:     {seen[-2000:]!r}")
                if select.select([ours], [], [], 0.2)[0]:
                    seen += os.read(ours, 1 << 16)

        try:
            wait(b"choose a start state")
            os.write(ours, b"2")
            wait(b"after step 0")
            os.write(ours, b"\n")
            wait(b"1: start trying")
            os.write(ours, b"u")
            os.write(ours, b"gexists p: Process do state[p] = Critical end\n")
            wait(b"Critical")
            os.write(ours, b"wtoken\n")
            wait(b"1 Process_2: token")
            for keys, word in ((b"a", b"one for each orbit"), (b"o", b"every one"), (b"+", b"within 3 steps"), (b"-n1\n", b"after step"), (b"c", b"0 any process may own"),
                               (b"sbtoken = token\n", b"2 stop: true"), (b"d1\n", b"1 stop: true"), (b"}", b"no run was given"), (b"u", b"after step")):
                seen = b""
                os.write(ours, keys + b"\x0c")
                wait(word)
            os.write(ours, b"x")
            wait(b"saved")
            os.write(ours, b"q")
            require(process.wait(30) == 0, "status 0")
        finally:
            if process.poll() is None:
                process.kill()
            process.wait()
            os.close(ours)
        ran = run([binary(RELEASE), "replay", folder / "run.json", BUG])
        require(ran.status == 0, "replay takes the run", ran.out + ran.err)
    ran = run([binary(RELEASE), "explore", "--tui", BUG])
    require(ran.status == 65 and "terminal" in ran.err, "no terminal, no screen", ran.err)


def libraries() -> None:
    """Both are loaded by `explore` alone; without them it says what is missing, and everything else goes on."""
    said = run(["ldd", binary(RELEASE)]).out
    require("microhttpd" not in said and "ncurses" not in said and "libxxhash" in said, "neither is loaded at the start", said)
    with scratch() as folder:
        for name, kind, words in (("libmicrohttpd.so.12", "empty", []), ("libncursesw.so.6", "empty", ["--tui"]), ("libmicrohttpd.so.12", "other", [])):
            file = folder / name
            if kind == "empty":
                file.write_bytes(b"")
            else:  # a library that lacks the functions
                run(["cc", "-shared", "-o", file, "-x", "c", os.devnull])
            # A screen needs a terminal before it needs its library.
            command = ["script", "-qec", shlex.join(map(str, [binary(RELEASE), "explore", *words, BUG])), os.devnull] if words else [binary(RELEASE), "explore", BUG]
            ran = run(command, env={"LD_LIBRARY_PATH": str(folder)})
            require(ran.status == 65 and f"needs {name}, which cannot be loaded: install the package lib" in ran.out + ran.err, f"{name} is missed", ran.out + ran.err)
            checked = run([binary(RELEASE), "check", "--quiet", MODELS / "mutex.m"], env={"LD_LIBRARY_PATH": str(folder)})
            require(checked.status == 0, "a check does without", checked.out + checked.err)
            file.unlink()


def tests() -> List[Test]:
    return [Test("explore", "libraries", libraries), Test("explore", "who may ask", who_may_ask), Test("explore", "every request", every_request), Test("explore", "kinds of properties", kinds_of_properties), Test("explore", "a saved run", saved_run), Test("explore", "noise", some_noise),
            Test("explore", "every model", every_model), Test("explore", "in a browser", in_a_browser), Test("explore", "in a terminal", in_a_terminal),
            Test("explore", "every request (sanitized)", lambda: every_request(ASAN)), Test("explore", "noise (sanitized)", lambda: some_noise(ASAN))]
