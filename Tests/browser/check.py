#!/usr/bin/env python3
"""Opens HTML reports in headless Chromium, asserts on what a reader would see, and leaves screenshots.

    check.py PAGES SCREENSHOTS

PAGES holds what `REPORT_SAMPLES=PAGES swift test --filter writesSamples` wrote. Nothing but Python's standard
library and a Chromium is needed: the two speak the DevTools protocol over a pipe.
"""
import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import sys
import tempfile
import time


class Browser:
    """A Chromium and one page in it."""

    def __init__(self, executable):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.output = os.pipe()
        self.input, from_browser = os.pipe()

        def arrange():  # Chromium reads commands from descriptor 3 and writes to descriptor 4.
            source, sink = os.dup(to_browser), os.dup(from_browser)
            os.dup2(source, 3)
            os.dup2(sink, 4)

        self.process = subprocess.Popen(
            [executable, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--hide-scrollbars", "--remote-debugging-pipe", f"--user-data-dir={self.profile.name}", "about:blank"],
            preexec_fn=arrange, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.counter, self.events = b"", 0, []
        target = next(t for t in self.send("Target.getTargets", session=None)["targetInfos"] if t["type"] == "page")
        self.session = None
        self.session = self.send("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.send(domain + ".enable")

    def send(self, method, **params):
        session = params.pop("session", getattr(self, "session", None))
        self.counter += 1
        message = {"id": self.counter, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.counter:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]

    def receive(self, seconds=30):
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], seconds)[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self.input, 1 << 16)
            if not part:
                raise RuntimeError("the browser has ended")
            self.buffer += part
        raw, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(raw)
        if "method" in message:
            self.events.append(message)
        return message

    def open(self, page, width=1280, dark=False, scripts=True, fragment=""):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.send("Page.navigate", url="about:blank")
        self.events.clear()
        url = (page if isinstance(page, str) else page.resolve().as_uri()) + fragment
        self.send("Page.navigate", url=url)
        limit = time.monotonic() + 30
        while self.run("document.readyState + ' ' + location.href") != "complete " + url:
            if time.monotonic() > limit:
                raise TimeoutError(f"{url} does not load")

    def run(self, expression):
        result = self.send("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def key(self, key, **more):
        for kind in ("keyDown", "keyUp"):
            self.send("Input.dispatchKeyEvent", type=kind, key=key, **more)

    def screenshot(self, file):
        size = self.send("Page.getLayoutMetrics")["cssContentSize"]
        self.send("Emulation.setDeviceMetricsOverride", width=size["width"], height=min(size["height"], 6000),
                  deviceScaleFactor=1, mobile=size["width"] < 600)
        data = self.send("Page.captureScreenshot")["data"]
        file.write_bytes(base64.b64decode(data))

    def complaints(self):
        """Console errors, exceptions, dialogs and requests to anywhere but the page itself."""
        found = []
        for event in self.events:
            method, params = event["method"], event["params"]
            if method == "Runtime.exceptionThrown" or method == "Page.javascriptDialogOpening":
                found.append(json.dumps(params)[:300])
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(json.dumps(params["args"])[:300])
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(params["entry"]["text"])
            elif method == "Network.requestWillBeSent":
                url = params["request"]["url"]
                if not url.startswith(("file:", "data:", "about:")):
                    found.append("asked for " + url)
        return found

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


failures = []


def expect(name, found, wanted=True):
    if found != wanted:
        failures.append(f"{name}: expected {wanted!r}, found {found!r}")


SHOWN = """(selector) => [...document.querySelectorAll(selector)].filter(
    (element) => element.checkVisibility({ contentVisibilityAuto: false })).length"""


def shown(browser, selector):
    return browser.run(f"({SHOWN})({json.dumps(selector)})")


def choose(browser, value):
    browser.run(f"document.querySelector('input[name=show][value={value}]').click()")


def search(browser, text):
    browser.run("(() => { const field = document.getElementById('search'); field.focus(); field.value = ''; })()")
    browser.send("Input.insertText", text=text)


def check_failures(browser, pages):
    page = pages / "failures.html"
    browser.open(page)
    expect("title", browser.run("document.title"), "3 of 17 checks failed")
    expect("heading", browser.run("document.querySelector('h1').innerText.trim()").endswith("3 of 17 checks failed"))
    expect("services", shown(browser, ".service"), 4)
    expect("checks", browser.run("document.querySelectorAll('.check').length"), 17)
    expect("findings", shown(browser, "details.check[open] .finding"), 5)
    expect("search is there", shown(browser, "#search"), 1)

    choose(browser, "failed")
    expect("failed checks", shown(browser, ".check.failed > summary"), 3)
    expect("nothing but failed checks", shown(browser, ".check:not(.failed)"), 0)
    expect("services with failures", shown(browser, ".service"), 2)
    expect("told to a screen reader", browser.run("document.getElementById('status').textContent"), "3 of 17 checks shown")
    choose(browser, "skipped")
    expect("checks that were not run", shown(browser, "li.check.skipped"), 3)
    choose(browser, "warned")
    expect("checks with warnings", shown(browser, ".check.warned"), 1)
    choose(browser, "all")
    expect("all services again", shown(browser, ".service"), 4)

    search(browser, "atomic_mass")
    expect("found by a finding's text", shown(browser, ".check"), 2)
    search(browser, "elements/client")
    expect("found by identifier", shown(browser, ".check"), 1)
    search(browser, "connection refused")
    expect("found by reason", shown(browser, ".check"), 2)
    search(browser, "no such thing")
    expect("nothing found", shown(browser, ".check"), 0)
    expect("nothing found is told", shown(browser, "#nothing"), 1)
    browser.key("Escape", windowsVirtualKeyCode=27)
    expect("Escape clears the search", browser.run("document.getElementById('search').value"), "")
    expect("all services after Escape", shown(browser, ".service"), 4)
    browser.run("document.activeElement.blur()")
    browser.key("/", text="/")
    expect("slash goes to the search", browser.run("document.activeElement.id"), "search")
    expect("slash is not typed", browser.run("document.getElementById('search').value"), "")

    browser.run("document.getElementById('expand').click()")
    expect("everything is open", browser.run("document.querySelectorAll('main details:not(.others, .cell):not([open])').length"), 0)
    browser.run("document.querySelector('button.copy').click()")
    browser.run("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)))")
    expect("copying answers", browser.run("document.querySelector('button.copy').textContent") in ("Copied", "Selected"))
    expect("repeat command", browser.run("document.querySelector('.repeat code').textContent"),
           "contracts verify --only 'elements/model/Element'")
    expect("marked token", browser.run("document.querySelector('.source mark').textContent"), '"^[A-Z][a-z]?$"')
    expect("difference", browser.run("[...document.querySelectorAll('.value mark')].map((m) => m.textContent).join()"),
           "026,\norder=updatedAt")

    browser.open(page, fragment="#tarot/model/Card")
    expect("a link opens what it points to", shown(browser, "[id='tarot/model/Card']"), 1)

    browser.open(page, width=390)
    expect("a phone does not scroll sideways", browser.run("document.documentElement.scrollWidth <= innerWidth"))
    browser.open(page, scripts=False)
    expect("without scripts: services", shown(browser, ".service"), 4)
    expect("without scripts: findings", shown(browser, "details.check[open] .finding"), 5)
    expect("without scripts: no dead controls", shown(browser, ".scripted"), 0)


def check_without_scripts(browser, pages):
    """The filter is made of style sheet rules, so it works where the page's script may not run."""
    browser.open(pages / "failures.html", scripts=False)
    box = browser.run("""(() => { const box = document.querySelector('.choice.failed').getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2]; })()""")
    for kind in ("mousePressed", "mouseReleased"):
        browser.send("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)
    expect("without scripts: failed checks", shown(browser, ".check.failed > summary"), 3)
    expect("without scripts: nothing else", shown(browser, ".check:not(.failed)"), 0)


def check_matrix(browser, pages):
    """Each cell folds open by mouse and keyboard, with and without scripts, and over what is below it."""
    page = pages / "models.html"
    for scripts in (True, False):
        browser.open(page, scripts=scripts)
        expect("rows", browser.run("document.querySelectorAll('.matrix')[0].querySelectorAll('tbody tr').length"), 12)
        expect("broken cells", browser.run("document.querySelectorAll('td.error').length"), 5)
        expect("warned cells", browser.run("document.querySelectorAll('td.warning').length"), 1)
        expect("no probes at first", shown(browser, ".probes"), 0)
        browser.run("document.querySelector('td.warning summary').focus()")
        for key in ("rawKeyDown", "char", "keyUp"):
            browser.send("Input.dispatchKeyEvent", type=key, key="Enter", windowsVirtualKeyCode=13, text="\r")
        expect(f"probes by keyboard, scripts {scripts}", shown(browser, ".probes"), 1)
        expect("what was broken", browser.run("document.querySelector('details.cell[open] li').innerText"),
               "/melt is true: expected nil, found a value model.bridging")
        expect("what held", browser.run("document.querySelector('details.cell[open] p').innerText"),
               "nil, as expected, for is a string, is a digit string, is an array, is an object")
        expect("in front", browser.run("""(() => { const box = document.querySelector('.cell[open] .probes');
            const { x, y, width, height } = box.getBoundingClientRect();
            return box.contains(document.elementFromPoint(x + width / 2, y + height / 2)); })()"""))
    browser.open(page)
    browser.run("document.querySelector('td.warning summary').click()")
    browser.run("document.querySelector('td.error summary').click()")
    expect("one cell at a time", shown(browser, ".probes"), 1)
    browser.key("Escape", windowsVirtualKeyCode=27)
    expect("Escape closes it", shown(browser, ".probes"), 0)
    browser.run("document.querySelector('td.warning summary').click(); document.querySelector('h1').click()")
    expect("a click elsewhere closes it", shown(browser, ".probes"), 0)
    browser.run("document.getElementById('expand').click()")
    expect("Expand all leaves cells alone", shown(browser, ".probes"), 0)
    search(browser, "elements/model/Fav")
    expect("a passing model is found", shown(browser, "details.check.passed"), 1)
    expect("recordings stay", shown(browser, ".recordings"), 1)
    browser.open(page, width=390)
    expect("a phone scrolls the matrix alone", browser.run("document.documentElement.scrollWidth <= innerWidth"))
    expect("names of places stay", browser.run("""(() => { const wide = document.querySelector('.wide');
        wide.scrollLeft = 500; const first = wide.querySelector('tbody th').getBoundingClientRect();
        return wide.scrollLeft > 100 && first.x >= wide.getBoundingClientRect().x && first.width >= 90; })()"""))


def check_names(browser, pages):
    """Whatever can be operated has a name that a screen reader can speak."""
    browser.open(pages / "models.html")
    browser.send("Accessibility.enable")
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "searchbox", "radio", "DisclosureTriangle", "image", "heading"}
    unnamed = [n["role"]["value"] for n in nodes if not n["ignored"] and n["role"]["value"] in roles
               and not n.get("name", {}).get("value")]
    expect("unnamed controls", unnamed, [])
    browser.send("Accessibility.disable")


CONTRAST = """(() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const backdrop = (element) => {
    for (let part = element; part; part = part.parentElement) {
      const color = parse(getComputedStyle(part).backgroundColor);
      if (color.length < 4 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const low = new Set();
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg, .unseen") || !element.checkVisibility()) continue;
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(backdrop(element))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const big = parseFloat(getComputedStyle(element).fontSize) >= 24;
    if (ratio < (big ? 3 : 4.5)) low.add(`${element.tagName}.${element.className} ${ratio.toFixed(2)}`);
  }
  return [...low];
})()"""


def check_contrast(browser, pages):
    """WCAG 2.2, 1.4.3: text has a contrast of 4.5 to 1."""
    for name in ("failures", "models", "passing", "empty", "health"):
        for dark in (False, True):
            browser.open(pages / f"{name}.html", dark=dark)
            browser.run("document.querySelectorAll('details').forEach((part) => { part.name = ''; part.open = true; })")
            expect(f"low contrast in {name}, {'dark' if dark else 'light'}", browser.run(CONTRAST), [])


def check_others(browser, pages):
    browser.open(pages / "passing.html")
    expect("passing: title", browser.run("document.title"), "All 12 checks passed")
    expect("passing: nothing is open", shown(browser, "details[open]"), 0)
    browser.open(pages / "empty.html")
    expect("empty: title", browser.run("document.title"), "No checks ran")
    expect("empty: is not a success", browser.run("document.querySelector('.masthead').className"), "masthead failed")
    started = time.monotonic()
    browser.open(pages / "large.html")
    expect("large: checks", browser.run("document.querySelectorAll('.check').length"), 10_000)
    search(browser, "check 4321")
    expect("large: found", browser.run("document.getElementById('status').textContent"), "1 of 10000 checks shown")
    print(f"10,000 checks opened and searched in {time.monotonic() - started:.1f} s")


def check_hostile(browser, pages):
    hostile = sorted(pages.glob("hostile*.html"))
    expect("there are hostile pages", len(hostile) > 10)
    for page in hostile:
        for width in (1280, 390):
            browser.open(page, width=width)
            browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
            expect(f"{page.name}: complaints", browser.complaints(), [])
            expect(f"{page.name}: title", browser.run("document.title") in ("1 of 4 checks failed", "1 of 5 checks failed"))
            expect(f"{page.name}: elements from outside", browser.run(
                "document.querySelectorAll('img, iframe, object, embed, base, b:not(.choice b), i').length"), 0)
            expect(f"{page.name}: scripts", browser.run("document.scripts.length"), 1)
            expect(f"{page.name}: scrolls sideways at {width}",
                   browser.run("document.documentElement.scrollWidth > innerWidth"), False)


def check_health(browser, pages):
    """The status page: what is in trouble is open, every drawing is spoken, and all of it without scripts."""
    for scripts in (True, False):
        browser.open(pages / "health.html", scripts=scripts)
        expect("health: title", browser.run("document.title"), "1 of 5 endpoints unreachable")
        expect("health: endpoints", shown(browser, ".endpoint > summary"), 6)
        expect("health: open", browser.run(
            "[...document.querySelectorAll('.endpoint[open] .name')].map((name) => name.textContent).join()"),
            "images,locations,user")
        expect("health: drawings", browser.run(
            "[...document.querySelectorAll('.spark')].map((spark) => spark.getAttribute('aria-label')).join('; ')"),
            "48 rounds, 100 ms to 220 ms; 30 rounds, 400 ms to 2.31 s; 12 rounds, 80 ms to 87 ms; "
            "24 rounds, 200 ms to 200 ms, 3 without a response")
        browser.run("document.querySelector('.endpoint:not([open]) summary').focus()")
        for key in ("rawKeyDown", "char", "keyUp"):
            browser.send("Input.dispatchKeyEvent", type=key, key="Enter", windowsVirtualKeyCode=13, text="\r")
        expect("health: opened by keyboard", browser.run("document.querySelectorAll('.endpoint[open]').length"), 4)
    browser.send("Accessibility.enable")
    nodes = browser.send("Accessibility.getFullAXTree")["nodes"]
    expect("health: unnamed", [n["role"]["value"] for n in nodes if not n["ignored"] and not n.get("name", {}).get("value")
                               and n["role"]["value"] in {"DisclosureTriangle", "image", "heading"}], [])
    browser.send("Accessibility.disable")
    browser.open(pages / "health-empty.html")
    expect("health: nothing is no success", browser.run("document.title"), "No endpoint has a health check")
    for page in sorted(pages.glob("health*.html")):
        for width in (1280, 390):
            browser.open(page, width=width)
            browser.run("document.querySelectorAll('details').forEach((part) => { part.open = true; })")
            expect(f"{page.name}: complaints", browser.complaints(), [])
            expect(f"{page.name}: elements from outside",
                   browser.run("document.querySelectorAll('script, img, iframe, object, embed, base').length"), 0)
            expect(f"{page.name}: scrolls sideways at {width}",
                   browser.run("document.documentElement.scrollWidth > innerWidth"), False)


def take_screenshots(browser, pages, folder):
    for name in ("failures", "models", "passing", "empty", "hostile", "health"):
        for width in (1280, 390):
            for dark in (False, True):
                browser.open(pages / f"{name}.html", width=width, dark=dark)
                browser.screenshot(folder / f"{name}-{width}-{'dark' if dark else 'light'}.png")


def chromium():
    names = [os.environ.get("CHROMIUM"), "chromium", "chromium-browser", "google-chrome", "chrome"]
    executable = next((path for path in map(shutil.which, filter(None, names)) if path), None)
    if not executable:
        sys.exit("no Chromium found: install the package 'chromium' or set CHROMIUM to its path")
    return executable


def main():
    pages, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser(chromium())
    try:
        for check in (check_failures, check_without_scripts, check_matrix, check_health, check_names, check_contrast, check_others):
            check(browser, pages)
            expect(f"{check.__name__}: complaints", browser.complaints(), [])
        check_hostile(browser, pages)
        take_screenshots(browser, pages, folder)
    finally:
        browser.close()
    for failure in failures:
        print("FAILED", failure)
    print(f"screenshots are in {folder}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
