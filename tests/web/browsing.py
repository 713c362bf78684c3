"""The page in Debian's Chromium, driven by Playwright: one browser and one server for all tests."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-extensions",
)
PHONE = {
    "viewport": {"width": 412, "height": 915},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
"""A phone of middling width."""


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """A browser; without Playwright or Chromium the tests that need one are skipped."""
    driver = pytest.importorskip("playwright.sync_api", reason="no Playwright: make browser")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("no Chromium in which the page could be opened")
    with driver.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address() -> Iterator[str]:
    """The address of the page, answered by the engine of this process."""
    from riichi_app.web.server import PageServer  # noqa: PLC0415 - all tests read this module

    with PageServer() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()
        for thread in threading.enumerate():  # an answer under way would end with the interpreter
            if "process_request" in thread.name:
                thread.join(10)
