"""A browser without a window, driven over its own protocol: Debian's chromium, by a pipe."""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from typing import Any, Dict, List, Optional


def program() -> Optional[str]:
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    """One page. `console` holds what it complained about, `requests` what it asked for."""

    def __init__(self, width: int = 1100, height: int = 800, dark: bool = False) -> None:
        name = program()
        assert name, "there is no chromium"
        self.folder = tempfile.mkdtemp(prefix="noether-browser-")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def place() -> None:
            # chromium reads from 3 and writes to 4; both ends may have these numbers already
            a, b = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(a, 3)
            os.dup2(b, 4)
            os.set_inheritable(3, True)
            os.set_inheritable(4, True)

        self.process = subprocess.Popen(
            [name, "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync",
             "--disable-extensions", "--user-data-dir=" + self.folder, f"--window-size={width},{height}"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=place, close_fds=False)
        os.close(theirs_in)
        os.close(theirs_out)
        self.reader, self.writer, self.buffer, self.number = ours_in, ours_out, b"", 0
        self.console: List[str] = []
        self.requests: List[str] = []
        self.loaded = False
        self.session: Optional[str] = None
        target = self.ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.ask(domain + ".enable", {})
        self.look(width, height, dark)

    def look(self, width: int, height: int = 800, dark: bool = False) -> None:
        self.ask("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.ask("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})

    def close(self) -> None:
        try:
            self.process.kill()
            self.process.wait(10)
        finally:
            os.close(self.reader)
            os.close(self.writer)
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> "Browser":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def receive(self, seconds: float) -> Optional[Dict[str, Any]]:
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.reader], [], [], left)[0]:
                return None
            piece = os.read(self.reader, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, message: Dict[str, Any]) -> None:
        method, facts = message.get("method", ""), message.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = facts["exceptionDetails"]
            self.console.append(details.get("exception", {}).get("description") or details["text"])
        elif method == "Runtime.consoleAPICalled" and facts["type"] in ("error", "warning", "assert"):
            self.console.append(" ".join(str(one.get("value", one.get("description"))) for one in facts["args"]))
        elif method == "Log.entryAdded" and facts["entry"]["level"] == "error":
            self.console.append(facts["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])
        elif method == "Page.loadEventFired":
            self.loaded = True

    def ask(self, method: str, facts: Dict[str, Any], seconds: float = 60) -> Dict[str, Any]:
        self.number += 1
        message: Dict[str, Any] = {"id": self.number, "method": method, "params": facts}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.writer, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + seconds
        while True:
            answer = self.receive(end - time.monotonic())
            if answer is None:
                raise TimeoutError(method)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer.get("result", {})
            self.note(answer)

    def open(self, address: str, seconds: float = 60) -> float:
        """Loads a page; the seconds until its scripts had run."""
        self.loaded = False
        began = time.monotonic()
        self.ask("Page.navigate", {"url": address})
        while not self.loaded:
            message = self.receive(seconds)
            if message is None:
                raise TimeoutError(address)
            self.note(message)
        self.run("new Promise(done => setTimeout(done, 0))")
        return time.monotonic() - began

    def run(self, script: str) -> Any:
        """The value of an expression; a promise is waited for."""
        answer = self.ask("Runtime.evaluate", {"expression": script, "awaitPromise": True, "returnByValue": True})
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description", str(answer)))
        return answer["result"].get("value")

    def wait(self, condition: str, seconds: float = 30) -> None:
        end = time.monotonic() + seconds
        while not self.run("!!(" + condition + ")"):
            if time.monotonic() > end:
                raise TimeoutError(condition)
            time.sleep(0.05)

    def key(self, key: str) -> None:
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self.ask("Input.dispatchKeyEvent", {"type": "keyDown", "key": key, **text})
        self.ask("Input.dispatchKeyEvent", {"type": "keyUp", "key": key})

    def type(self, text: str) -> None:
        self.ask("Input.insertText", {"text": text})

    def picture(self, file: str, whole: bool = True) -> None:
        facts: Dict[str, Any] = {"format": "png"}
        if whole:
            size = self.ask("Page.getLayoutMetrics", {})["cssContentSize"]
            facts.update(captureBeyondViewport=True, clip={"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 6000), "scale": 1})
        with open(file, "wb") as out:
            out.write(base64.b64decode(self.ask("Page.captureScreenshot", facts)["data"]))
