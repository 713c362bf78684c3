"""The page in Debian's Chromium and Firefox, driven by Playwright and shared by tests."""

from __future__ import annotations

import shutil
import sys
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from visitor import HOSTED, Visitor

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
)
CHROMIUM = shutil.which("chromium")
"""Debian's Chromium; None without one."""

PHONE = {
    "viewport": {"width": 412, "height": 915},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
"""A phone of middling width."""


@pytest.fixture(scope="session", autouse=True)
def pages_written_once() -> Iterator[None]:
    """Let all sites and servers of a process share the pages, which take half a second."""
    server = sys.modules.get("riichi.web.server")
    if server is None:  # no collected test serves them
        yield
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(server, "pages", cache(vars(server)["pages"]))
        yield


@pytest.fixture(scope="session")
def playwright() -> Iterator[Any]:
    """Return Playwright; skip tests that need a browser if it is missing."""
    driver = pytest.importorskip("playwright.sync_api", reason="no Playwright: make browser")
    with driver.sync_playwright() as found:
        yield found


@pytest.fixture(scope="session")
def chromium(playwright: Any) -> Iterator[Any]:
    """Return Debian's Chromium; skip tests that need it if it is missing."""
    if CHROMIUM is None:
        pytest.skip("no Chromium in which the page could be opened")
    browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*ARGUMENTS])
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox(playwright: Any) -> Iterator[Any]:
    """Return Debian's Firefox; skip tests that need it if it is missing."""
    browser = launch_firefox(playwright)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def firefox_at_night(playwright: Any) -> Iterator[Any]:
    """Return a Firefox with dark mode and reduced motion, which BiDi cannot set later."""
    wishes = {"ui.systemUsesDarkTheme": 1, "ui.prefersReducedMotion": 1}
    browser = launch_firefox(playwright, wishes)
    yield browser
    browser.close()


def launch_firefox(playwright: Any, wishes: Mapping[str, Any] | None = None) -> Any:
    """Start Debian's Firefox, driven over WebDriver BiDi.

    Playwright 1.65 sends a command unknown to Firefox 153, so pyproject.toml excludes it.
    """
    path = shutil.which("firefox-esr") or shutil.which("firefox")
    if path is None:
        pytest.skip("no Firefox in which the page could be opened")
    return playwright.firefox.launch(
        executable_path=path, channel="moz-firefox", firefox_user_prefs={**(wishes or {})}
    )


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """Return the address of the page, answered by the engine of this process."""
    from riichi.web.server import PageServer  # noqa: PLC0415 - all tests read this module

    with PageServer(links_to=HOSTED) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()
        for thread in threading.enumerate():  # an unfinished answer would end with the interpreter
            if "process_request" in thread.name:
                thread.join(10)


@pytest.fixture(scope="session")
def window(chromium: Any, address: str) -> Iterator[Visitor]:
    """Return a desktop window shared by all tests, because opening one is slower than a page."""
    with Visitor(chromium, address) as found:
        yield found


@pytest.fixture(scope="session")
def telephone(chromium: Any, address: str) -> Iterator[Visitor]:
    """Return a phone window shared by all tests."""
    with Visitor(chromium, address, **PHONE) as found:
        yield found


@pytest.fixture
def visitor(window: Visitor) -> Iterator[Visitor]:
    """Return a first-time visitor."""
    with window.forgetting():
        yield window


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a built site, with the engine in the browser."""
    from built_site import build_site  # noqa: PLC0415 - all tests read this module

    return build_site(tmp_path_factory.mktemp("site"))
