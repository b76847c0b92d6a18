"""pages: `--html` and `explore`, seen by a browser: what they show, what they ask for, what they complain about.

Without chromium (`tools/deps browser` installs it) the tests that need it are skipped.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Dict, List

from kit.browser import Browser, program
from kit.core import RELEASE, ROOT, Skip, Test, binary, require, require_sane, run, scratch

MODELS = ROOT / "models"
WITHIN = 2.0  # seconds until a page can be read

LONG = """
var n: 0..2000; last: 0..9;
startstate "zero" begin n := 0; last := 0; end;
rule "count" n < 2000 ==> begin n := n + 1; last := n % 10; end;
invariant "never there" n < 2000;
"""

WIDE = """
type I: 0..399;
var a: array [I] of 0..3; n: 0..5;
startstate "all" begin for i: I do a[i] := 0; end; n := 0; end;
rule "step" n < 5 ==> begin a[n] := 1; n := n + 1; end;
invariant "small" n < 5;
"""

NASTY = """
type P: scalarset(2);
var x: array [P] of boolean;
startstate "</script><script>hacked=1</script>" begin for p: P do x[p] := false; end; end;
ruleset p: P do
  rule "<img src=x onerror=hacked=1> & ]]> --> &lt;b&gt;" !x[p] ==> begin x[p] := true; end;
end;
-- </script><script>hacked=1</script> <!-- <script>
invariant "<svg onload=hacked=1>" !(forall p: P do x[p] end);
invariant "\\"><b>" true;
"""


def page_of(folder: Path, model: Path, *options: str) -> Path:
    page = folder / "page.html"
    ran = run([binary(RELEASE), "check", model, "--html", page, *options])
    require_sane(ran)
    require(page.is_file(), ran, "a page")
    return page


def written(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text)
    return path


def data_of(page: Path) -> Dict:
    text = page.read_text("utf-8")
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.S).group(1))


class Seen:
    """A page in a browser, at several widths and in both colours."""

    def __init__(self, browser: Browser, page: Path, title: str) -> None:
        self.browser, self.title = browser, title
        self.seconds = browser.open(page.as_uri())
        self.quiet()

    def quiet(self) -> None:
        away = [url for url in self.browser.requests if not url.startswith(("file:", "data:", "about:"))]
        require_true(not self.browser.console, f"{self.title}: no complaints", self.browser.console)
        require_true(not away, f"{self.title}: nothing from elsewhere", away)

    def text(self) -> str:
        return self.browser.run("document.body.innerText")

    def press(self, label: str) -> None:
        self.browser.run("[...document.querySelectorAll('button')].find(one => one.textContent === %s).click()" % json.dumps(label))
        self.quiet()

    def has(self, selector: str) -> int:
        return self.browser.run("document.querySelectorAll(%s).length" % json.dumps(selector))

    def fits(self) -> None:
        for width, dark in ((1100, False), (1100, True), (380, False)):
            self.browser.look(width, 800, dark)
            wide = self.browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            require_true(wide <= 0, f"{self.title} fits {width} pixels", wide)
        self.browser.look(1100)


def require_true(condition: bool, what: str, got: object = "") -> None:
    if not condition:
        from kit.core import Failure
        raise Failure(f"expected: {what}\ncame:     {got}")


def browser() -> Browser:
    if not program():
        raise Skip("there is no chromium: tools/deps browser installs it")
    return Browser()


def six_pages(seen: Browser) -> None:
    with scratch() as folder:
        holds = Seen(seen, page_of(folder, MODELS / "german.m"), "holds")
        require_true("HOLDS" in holds.text() and "interchangeable" in holds.text() and holds.has(".plot rect") > 5, "a verdict, symmetry, levels")
        require_true("home takes up a request" in holds.text() and holds.has(".source div") > 100, "rules and the model")
        holds.fits()

        bug = Seen(seen, page_of(folder, MODELS / "msi_directory_bug.m"), "violated")
        require_true(bug.has(".steps li") == 16 and bug.has(".change .now") > 15, "16 lines of a run")
        bug.press("Chart")
        require_true(bug.has("svg circle") >= 15 and bug.has(".names div") == 16 and bug.has("svg path[marker-end]") >= 10, "steps and messages", bug.has("svg path[marker-end]"))
        bug.press("Table")
        require_true(bug.has("table.data tbody tr") == 16, "16 rows")
        bug.press("State")
        require_true(bug.has(".leaves li") > 10, "the variables of a state")
        bug.fits()

        lasso = Seen(seen, page_of(folder, MODELS / "peterson_live.m", "--ignore-fairness"), "lasso")
        require_true(lasso.has(".turn") == 1 and lasso.has(".steps li.loop") >= 1, "a loop")
        lasso.press("Chart")
        require_true("for ever" in seen.run("document.querySelector('#main').textContent"), "the loop drawn")
        lasso.fits()

        many = Seen(seen, page_of(folder, MODELS / "german_bug.m", "-DN=12"), "many processes")
        many.press("Chart")
        require_true(seen.run("document.querySelector('.charthead').textContent") == "Client_11Client_11Client_12Client_12sharedshared" and "10 lanes without a step" in many.text(), "lanes that take part", seen.run("document.querySelector('.charthead').textContent"))
        many.fits()

        sweep = Seen(seen, page_of(folder, MODELS / "mutex_bug.m", "-DN=1..4"), "sweep")
        require_true(sweep.has(".plot path") >= 3 and "The first violation" in sweep.text(), "plots and the first violation")
        sweep.fits()

        wide = Seen(seen, page_of(folder, written(folder, "wide.m", WIDE)), "400 variables")
        wide.press("State")
        require_true(wide.has(".leaves li") == 401, "401 variables", wide.has(".leaves li"))
        wide.fits()


def long_run(seen: Browser) -> None:
    with scratch() as folder:
        page = page_of(folder, written(folder, "long.m", LONG))
        took = WITHIN
        for _ in range(10):  # other work of the machine is no fault of the page
            took = min(took, Seen(seen, page, "2,000 steps").seconds)
            if took < WITHIN:
                break
        long = Seen(seen, page, "2,000 steps")
        require_true(took < WITHIN, f"a page within {WITHIN} s", took)
        require_true("steps 0–99 of 2,000" in long.text(), "the first hundred steps")
        long.press("›")
        require_true("steps 100–199" in long.text(), "the next hundred")
        seen.run("document.querySelector('[aria-selected=true]').focus()")
        seen.key("ArrowDown")
        require_true(seen.run("document.querySelector('.steps [aria-selected=true] .n').textContent") == "101", "a step further, by key")


def measured(seen: Browser) -> None:
    """A page of a benchmark: plots and tables, names as text."""
    sys.path.insert(0, str(ROOT / "bench"))
    import page
    with scratch() as folder:
        lines = [("<b>fast</b>", [(2, 0.1), (3, 0.2), (4, 0.35)]), ("slow", [(2, 1), (3, 30), (4, 900)])]
        made = page.Page("Measured & <b>drawn</b>", ["about </script>"], [page.plot("one", "N", "seconds", lines), page.plot("none", "N", "nodes", [("slow", [])])], [page.Table("All", [["model", "N"], ["<i>m</i>", "2"]])])
        file = written(folder, "bench.html", page.text(made))
        shown = Seen(seen, file, "bench")
        require_true(shown.has(".plot path") == 2 and shown.has(".plot circle") == 6 and "<b>fast</b>" in shown.text() and "<i>m</i>" in shown.text(), "two lines of three points", shown.text())
        shown.fits()


def nasty_text() -> None:
    """Without a browser: nothing of the model can end the element that it stands in."""
    with scratch() as folder:
        page = page_of(folder, written(folder, "<b onclick=hacked=1>&.m", NASTY))
        text = page.read_text()
        data = data_of(page)
        require_true(data["check"]["rules"][0]["name"].startswith("<img src=x"), "names as they are")
        require_true(text.count("<script") == 2 and "<img" not in text and "<svg onload" not in text and "<!-- <script>" not in text, "nothing of the model as HTML")
        require_true(all(len(step["changes"]) >= 1 for step in data["check"]["properties"][0]["run"]["steps"]), "changes")


def nasty_page(seen: Browser) -> None:
    with scratch() as folder:
        page = Seen(seen, page_of(folder, written(folder, "<b onclick=hacked=1>&.m", NASTY)), "hostile names")
        for label in ("Table", "Chart", "State", "Differences"):
            page.press(label)
        require_true(seen.run("typeof hacked") == "undefined", "no script of the model has run")
        require_true(seen.run("document.querySelectorAll('#main img, #main b[onclick]').length") == 0, "no elements of the model")
        require_true("<img src=x onerror=hacked=1> & ]]> --> &lt;b&gt;" in page.text(), "the name as it is written")


def in_a_browser() -> None:
    with browser() as seen:
        six_pages(seen)
        long_run(seen)
        nasty_page(seen)
        measured(seen)


def levels() -> None:
    """The states of all levels are the states, whatever the threads and the store."""
    with scratch() as folder:
        for options in (["-j1"], ["-j3"], ["--store=compact"], ["--symmetry=off"], ["--bound=4"], ["--compile=never"]):
            data = data_of(page_of(folder, MODELS / "german.m", *options))["check"]
            require_true(sum(data["levels"]) == data["states"], f"{options}: levels add up", data["levels"])
            require_true(len(data["levels"]) == data["depth"] + 1, f"{options}: a level for each depth", data["levels"])


def covered() -> None:
    """Statements and branches that never ran, with --coverage."""
    text = "var x: 0..3;\nstartstate begin x := 0; end;\nrule \"r\" x < 3 ==> begin\n  if x = 7 then\n    x := 0;\n  end;\n  x := x + 1;\nend;\n"
    with scratch() as folder:
        data = data_of(page_of(folder, written(folder, "cover.m", text), "--coverage", "--deadlock=off"))["check"]
        idle = sorted({line for line, _, ran in data["covered"] if not ran})
        require_true(5 in idle and 7 not in idle, "line 5 never ran", data["covered"])


def tests() -> List[Test]:
    functions = {"coverage": covered, "in a browser": in_a_browser, "hostile text": nasty_text, "levels": levels}
    return [Test("pages", name, function) for name, function in functions.items()]
