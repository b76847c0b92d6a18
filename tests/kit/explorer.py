"""`noether explore` under test: started, asked, ended."""

from __future__ import annotations

import http.client
import json
import random
import re
import select
import socket
import subprocess
import time
from pathlib import Path
from typing import Any, Dict, Optional, Tuple

from kit.core import RELEASE, Failure, binary, environment


class Explorer:
    def __init__(self, *words: Any, program: Path = RELEASE) -> None:
        self.process = subprocess.Popen([str(binary(program)), "explore", *map(str, words)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment({}))
        if not select.select([self.process.stdout], [], [], 60)[0]:
            raise Failure("the server says nothing")
        line = self.process.stdout.readline().decode()
        match = re.search(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", line)
        if not match:
            raise Failure(f"no address: {line} {self.process.stderr.read().decode()}")
        self.address, self.port, self.token = match.group(), int(match.group(1)), match.group(2)

    def raw(self, method: str, path: str, body: Optional[bytes] = None, headers: Optional[Dict[str, str]] = None, host: Optional[str] = None) -> Tuple[int, bytes]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            connection.putrequest(method, path, skip_host=True)
            connection.putheader("Host", host if host is not None else f"127.0.0.1:{self.port}")
            for name, value in (headers or {}).items():
                connection.putheader(name, value)
            if body is not None:
                connection.putheader("Content-Length", str(len(body)))
            connection.endheaders(body)
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def ask(self, **request: Any) -> Dict[str, Any]:
        status, body = self.raw("POST", f"/{self.token}/api", json.dumps(request).encode())
        if status != 200:
            raise Failure(f"{request}: {status} {body!r}")
        return json.loads(body)

    def end(self) -> None:
        self.process.terminate()
        status = self.process.wait(30)
        if status != 0:
            raise Failure(f"status {status}: {self.process.stderr.read().decode()}")

    def __enter__(self) -> "Explorer":
        return self

    def __exit__(self, *_: Any) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()


def noise(explorer: Explorer, count: int, seed: int) -> None:
    """Random requests, good heads with bad bodies and the other way round; it must go on answering."""
    rng = random.Random(seed)
    path = f"/{explorer.token}/api"
    values = [0, 1, -1, 3, 1 << 40, "", "x", "true", "turn", None, [], {}, ["x", 3], "(" * 50, "a" * 2000, "true; rule begin end", "\"", "--", "\u0000", 1.5, True]
    for number in range(count):
        kind = rng.randrange(10)
        if kind < 7:
            request = {"do": rng.choice(["node", "fire", "find", "run", "around", "near", "trace", "x", 4]), "node": rng.choice([0, 1, 2, 3, rng.choice(values)])}
            for key in ("instance", "expression", "watch", "break", "steps", "depth", "orbits", "to"):
                if rng.random() < 0.4:
                    request[key] = rng.choice(values)
            if request["do"] in ("find", "run") and rng.random() < 0.8:
                request["do"] = "fire"
            body = bytearray(json.dumps(request).encode())
            if kind == 0:
                body[rng.randrange(len(body))] = rng.randrange(256)
            explorer.raw("POST", path, bytes(body))
        else:
            data = {7: lambda: bytes(rng.randrange(256) for _ in range(rng.randrange(200))),
                    8: lambda: b"GET " + path.encode() + b" HTTP/1.1\r\n" + bytes(rng.randrange(32, 127) for _ in range(rng.randrange(60))) + b"\r\n\r\n",
                    9: lambda: b"POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Length: %d\r\n\r\n{}" % (path.encode(), explorer.port, rng.randrange(100000))}[kind]()
            with socket.create_connection(("127.0.0.1", explorer.port), timeout=10) as connection:
                connection.sendall(data)
                connection.setblocking(False)
        if explorer.process.poll() is not None:
            raise Failure(f"seed {seed}: it ended at request {number}: {explorer.process.returncode} {explorer.process.stderr.read().decode()}")
    time.sleep(0.1)
    if explorer.ask(do="node", node=0).get("error"):
        raise Failure("it answers no more")
