"""A built site in Chromium and in Firefox: offline, on a slow network, or without some features."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Lock, Thread
from time import sleep
from typing import Any

import pytest
from built_site import hosted, small_site
from visitor import STARTED, Visitor

from riichi.web.server import HEADERS
from riichi.web.site.build import write

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("site")]

LATENCY = 0.3
"""The time in seconds before a slow host answers."""

SPEED = 100_000
"""The bytes that a slow host sends in a second, to all visitors together."""

WITH_LESS = """
  const none = { get() { throw new DOMException("no storage", "SecurityError"); } };
  for (const name of ["localStorage", "sessionStorage", "caches", "indexedDB"])
    Object.defineProperty(window, name, none);
  delete window.SharedWorker;
"""
"""What a page finds where a visitor lets no site keep anything, in an older browser."""

IS_KEPT = "navigator.serviceWorker.ready.then(() => 1)"

PLAIN = {"service_workers": "block"}


class SlowHost(SimpleHTTPRequestHandler):
    """A distant web host that compresses its files and sends them slowly."""

    line = Lock()
    types = (".html", ".js", ".css", ".json", ".svg")

    def do_GET(self) -> None:
        """Send a file after a delay, with all files sharing one connection."""
        sleep(LATENCY)
        path = Path(self.translate_path(self.path))
        if not path.is_file():
            self.send_error(404)
            return
        body, is_packed = path.read_bytes(), path.suffix in self.types
        if is_packed:
            body = gzip.compress(body)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Length", str(len(body)))
        if is_packed:
            self.send_header("Content-Encoding", "gzip")
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        step = SPEED // 20
        for start in range(0, len(body), step):
            with self.line:
                sleep(step / SPEED)
            try:
                self.wfile.write(body[start : start + step])
            except OSError:
                return  # the visitor has gone

    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def slow_address(site: Path) -> Iterator[str]:
    """Return the address of the site on a slow host."""
    handler = partial(SlowHost, directory=str(site))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.block_on_close = False  # files for which nobody is waiting any more
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(params=["chromium", "firefox"])
def browser(request: pytest.FixtureRequest) -> Any:
    """Return each of the two browsers."""
    return request.getfixturevalue(request.param)


def pick(visitor: Visitor, decision: str, way: str) -> None:
    """Choose in the short form with a tap."""
    visitor.page.locator(f"[data-ask={decision}] label:has(input[value='{way}'])").click()


def test_a_page_visited_once_works_offline(browser: Any, site: Path) -> None:
    with hosted(site) as address:
        visitor = Visitor(browser, address)
        page = visitor.started()
        pick(visitor, "reds", "3")
        visitor.settle()
        page.evaluate(IS_KEPT)
    with visitor:  # the host is gone
        visitor.open_window()
        page = visitor.started()
        assert visitor.text("#differences .sum").startswith("1 rule differs")
        pick(visitor, "winners", "head_bump")
        visitor.settle()
        assert visitor.text("#differences .sum").startswith("2 rules differ")
        visitor.view("print")
        page.locator("[data-print=sheet]").click()
        page.wait_for_selector("#printed", state="visible")
        visitor.visit("rules.nl.html")
        assert "Tenhou" in visitor.text("#o-claims-winners")


def test_a_slow_host_loses_nothing(browser: Any, slow_address: str) -> None:
    with Visitor(browser, slow_address, **PLAIN) as visitor:
        page = visitor.page
        visitor.context.set_default_timeout(STARTED)
        page.goto(f"{slow_address}index.html", wait_until="commit")
        page.wait_for_selector("#differences .sum")  # the first answer comes with the page
        page.wait_for_selector("body[data-started]")
        assert page.get_attribute("body", "data-ready") is None
        assert "starting" in page.inner_text("#status") or page.is_visible("#progress")
        pick(visitor, "reds", "3")  # long before there is an engine
        page.wait_for_selector("#differences .difference")
        assert page.inner_text("#count") == "1"
        assert page.get_attribute("body", "data-ready") is None
        page.goto("about:blank")
        assert visitor.held_back == 1  # the browser asks, because no engine has made the file yet


def test_the_page_works_without_storage_and_shared_worker_and_says_so(
    browser: Any, site: Path
) -> None:
    with hosted(site) as address, Visitor(browser, address, **PLAIN) as visitor:
        visitor.page.add_init_script(WITH_LESS)
        page = visitor.started()
        pick(visitor, "reds", "3")
        assert visitor.text("#count") == "1"
        page.wait_for_selector("#notices:has-text('does not save')")
        page.goto("about:blank")
        assert visitor.held_back == 1  # the browser asks before the rules are lost


# ---- without scripts -----------------------------------------------------------------------------


PAGES = ("index.html", "index.nl.html", "compare.html", "rules.html")
NEEDS = {
    "en": "This page needs JavaScript. Allow it for this site, then load the page again.",
    "nl": "Deze pagina heeft JavaScript nodig. "
    "Sta dat toe voor deze site en laad de pagina opnieuw.",
}
WAITS = {
    "en": "its JavaScript modules are still loading, or this browser blocks them",
    "nl": "de JavaScript-modules worden nog geladen, of deze browser blokkeert ze",
}

PASS_TIME = "document.getAnimations().forEach((one) => one.finish())"
"""Have all come that comes by itself after some time."""


def language_of(name: str) -> str:
    return "nl" if ".nl." in name else "en"


def test_the_page_says_what_it_needs_if_scripts_are_off(chromium: Any, tmp_path: Path) -> None:
    """Playwright cannot disable scripts in Firefox."""
    write(tmp_path, small_site())
    settings = {"java_script_enabled": False}
    with hosted(tmp_path) as address, Visitor(chromium, address, **settings) as visitor:
        for name in PAGES:
            visitor.page.goto(address + name)
            (needs,) = visitor.page.locator("noscript p").all_inner_texts()
            assert needs == NEEDS[language_of(name)]
            assert not visitor.page.is_visible(".late")
            assert visitor.page.is_visible("main")


def test_the_page_says_what_it_waits_for_if_its_modules_are_blocked(
    browser: Any, tmp_path: Path
) -> None:
    write(tmp_path, {k: v for k, v in small_site().items() if not k.endswith(".js")})
    with hosted(tmp_path) as address, Visitor(browser, address) as visitor:
        for name in PAGES:
            visitor.page.goto(address + name)
            assert not visitor.page.is_visible(".late")
            visitor.page.evaluate(PASS_TIME)
            assert WAITS[language_of(name)] in visitor.page.inner_text(".late")
        visitor.troubles.clear()  # the modules that could not be loaded


def test_a_started_page_waits_for_nothing(browser: Any, tmp_path: Path) -> None:
    write(tmp_path, small_site())
    with hosted(tmp_path) as address, Visitor(browser, address) as visitor:
        visitor.visit("rules.html").page.wait_for_selector("body[data-started]")
        visitor.page.evaluate(PASS_TIME)
        assert not visitor.page.is_visible(".late")
