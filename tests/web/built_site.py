"""Sites to open in a browser: the full one, which takes half a minute to build, and small ones.

To try a change repeatedly, build the site once, and give the tests its folder:

    riichi site --output build/page
    RIICHI_BUILT_SITE=build/page RIICHI_TESTS=long pytest tests/web/test_site.py
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner

from riichi.cli.site import command, kept_downloads
from riichi.web.server import HEADERS, site_files
from riichi.web.site.build import SEARCH, SiteError, node, pyodide, wheel, wheels, with_engine

BUILT_SITE = "RIICHI_BUILT_SITE"
"""The variable that names the folder of a site to take instead of a new one."""

SHORT = {"X-Short-Addresses": "yes"}
"""The headers of a host that leaves out the names of first pages."""


def build_site(folder: Path) -> Path:
    """Build the site; skip if Node.js is missing, or a download fails."""
    if built := os.environ.get(BUILT_SITE):
        return Path(built).resolve()
    downloads = kept_downloads()
    downloads.mkdir(parents=True, exist_ok=True)
    try:
        node()
        pyodide(downloads)
        for one in wheels():
            wheel(one, downloads)
    except SiteError as error:
        if "hash" in str(error):
            raise
        pytest.skip(f"no site can be built: {error}")
    made = CliRunner().invoke(command, ["--output", str(folder)])
    assert made.exit_code == 0, made.output
    return folder


def small_site(engine: str = "one", answers: Mapping[str, bytes] | None = None) -> dict[str, bytes]:
    """Return the files of a site with a text in place of the engine."""
    parts = {"core.bin": engine.encode(), SEARCH: b"found"}
    return with_engine(site_files("worker"), {**parts, **(answers or {})})


class Host(SimpleHTTPRequestHandler):
    """A web host that sends its own headers, and keeps no log."""

    def __init__(self, *given: Any, headers: Mapping[str, str], **more: Any) -> None:
        self.sent = headers
        super().__init__(*given, **more)

    def do_GET(self) -> None:
        """Send a file; a host with short addresses redirects the first page to its folder."""
        if self.sent is SHORT and self.path.endswith("/index.html"):
            self.send_response(308)
            self.send_header("Location", self.path.removesuffix("index.html"))
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()

    def end_headers(self) -> None:
        for name, value in self.sent.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def hosted(folder: Path, headers: Mapping[str, str] = HEADERS) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    handler = partial(Host, directory=str(folder), headers=headers)
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()
