#!/usr/bin/env python3
"""Has a page of another origin call `contracts serve` in headless Chromium, and looks at the server's own page.

    serving.py CONTRACTS SCREENSHOTS

CONTRACTS is the command line. Nothing but Python's standard library and a Chromium is needed.
"""
import functools
import http.server
import json
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

from check import Browser, chromium, expect, failures


def until(browser, expression, wanted):
    """Waits until a page shows something; the page asks for itself every second."""
    limit = time.monotonic() + 20
    while browser.run(expression) != wanted and time.monotonic() < limit:
        time.sleep(0.1)
    expect(expression, browser.run(expression), wanted)


def main():
    folder = pathlib.Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    server = subprocess.Popen([sys.argv[1], "serve", "--port", "0"], stdout=subprocess.PIPE, text=True)
    browser = None
    try:
        origin = server.stdout.readline().split()[-1]
        with tempfile.TemporaryDirectory() as app:
            pathlib.Path(app, "index.html").write_text("<!doctype html><title>an app</title>")
            handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=app)
            handler.log_message = lambda *_: None
            files = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
            threading.Thread(target=files.serve_forever, daemon=True).start()
            browser = Browser(chromium())
            browser.open(f"http://127.0.0.1:{files.server_port}/index.html")

            call = "fetch('%s', %s).then(async r => JSON.stringify([r.status, (await r.json()).length ?? 0]))"
            expect("a page of another origin reads an answer",
                   browser.run(call % (origin + "/api/v1/elements", "{}")), "[200,100]")
            preflighted = call % (origin + "/api/v1/elements?x=<script>alert(1)</script>", "{headers: {'X-Odd': '1'}}")
            expect("a header of its own is asked for first, and is a finding", browser.run(preflighted), "[422,0]")

            browser.open(origin + "/")
            expect("title", browser.run("document.title").startswith("1 of 3 requests differ from "), True)
            expect("requests", browser.run("document.querySelectorAll('.request').length"), 3)
            expect("findings", browser.run(
                "[...document.querySelectorAll('.request.failed dt')].map(e => e.textContent).filter(t => t.includes('.')).join()"),
                "request.query,request.header")
            browser.screenshot(folder / "serving-light.png")
            browser.open(origin + "/_contracts", width=390, dark=True)
            browser.screenshot(folder / "serving-dark-390.png")
            browser.open(origin + "/")
            browser.run("document.querySelector('details:not([open])').open = true")
            subprocess.run(["python3", "-c", f"import urllib.request as u; u.urlopen('{origin}/api/v1/elements_remaining').read()"],
                           check=True)
            until(browser, "document.querySelectorAll('.request').length", 4)
            expect("what a reader opened stays open", browser.run("document.querySelectorAll('details[open]').length"), 2)
            odd = [text for text in browser.complaints() if not text.startswith("asked for " + origin)]
            expect("complaints", odd, [])
            log = json.loads(browser.run("fetch('/_contracts/log').then(r => r.text())"))
            expect("log", [log["requests"], log["faults"]], [4, 1])
    finally:
        if browser:
            browser.close()
        server.terminate()
        server.wait()
    for failure in failures:
        print("FAILED", failure)
    print(f"the page of 'contracts serve' is in {folder}")
    sys.exit(1 if failures else 0)


main()
