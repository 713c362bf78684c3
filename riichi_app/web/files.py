"""The files of the page as a browser asks for them: prerendered pages, styles and scripts."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from riichi_app.web.frame import POLICY, Engine
from riichi_app.web.page import pages

STATIC = Path(__file__).parent / "static"
"""Styles and scripts, which go out as they are."""

SERVICE_WORKER = "sw.js"
"""The script that keeps the site for when there is no network."""

WORKER = "worker.js"
"""The script that runs the engine in the browser."""

ONLY_SITE = frozenset({SERVICE_WORKER, WORKER})
"""The scripts that a page with a server does not need."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers with which every file goes out."""


def site_files(engine: Engine) -> dict[str, bytes]:
    """Return the files by name.

    Args:
        engine: `worker` for the engine in the browser, `server` for the one behind `ask`.
    """
    found = {name: text.encode("utf-8") for name, text in pages(engine).items()}
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix()
        if path.is_file() and (engine == "worker" or path.name not in ONLY_SITE):
            found[name] = path.read_bytes()
    return found
