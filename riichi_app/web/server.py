"""The page for one's own machine: its files and the one door, for who has the address alone.

It listens on 127.0.0.1. A random token stands in each address; what comes from a page of another
site, or under another name for this machine, is refused.
"""

from __future__ import annotations

import secrets
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

from riichi_app.web.door import MOST_BYTES, ask
from riichi_app.web.files import HEADERS, STATIC, site_files

LOOPBACK = "127.0.0.1"
FIRST_PAGE = "index.html"
ASK = "ask"


class PageServer(ThreadingHTTPServer):
    """A server of the page on this machine.

    Args:
        port: where it listens; 0 for any that is free.

    Raises:
        OSError: the port is taken.
    """

    daemon_threads = True

    def __init__(self, port: int = 0) -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.token = secrets.token_urlsafe(16)
        self.files = site_files("server")
        self.engine = Lock()

    @property
    def origin(self) -> str:
        """The origin of the page."""
        return f"http://{LOOPBACK}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"{self.origin}/{self.token}/"

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that went away."""


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = "riichi"
    sys_version = ""
    protocol_version = "HTTP/1.1"
    timeout = 30

    def do_GET(self) -> None:
        name = self._name()
        if name is None:
            return
        if name == "":
            name = FIRST_PAGE
        content = self.server.files.get(name)
        if (STATIC / name).is_file() and content is not None:
            content = (STATIC / name).read_bytes()  # as it is now, for who works on it
        if content is None:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        self._send(content, guess_type(name)[0] or "application/octet-stream")

    def do_POST(self) -> None:
        if (name := self._name()) is None:
            return
        if name != ASK:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        length = self.headers.get("Content-Length", "")
        if not (length.isdecimal() and int(length) <= MOST_BYTES):
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        question = self.rfile.read(int(length)).decode("utf-8", "replace")
        with self.server.engine:
            answer = ask(question)
        self._send(answer.encode("utf-8", "replace"), "application/json")

    def _name(self) -> str | None:
        """Return the name of the file that is asked for; None for what is refused."""
        path = urlsplit(self.path).path
        _, _, rest = path.partition("/")
        token, slash, name = rest.partition("/")
        right = secrets.compare_digest(token.encode(), self.server.token.encode())
        if not (right and slash and self._is_from_here()):
            self._refuse(HTTPStatus.FORBIDDEN)
            return None
        return name

    def _is_from_here(self) -> bool:
        """Return True for what names this machine as it should, and comes from no other site."""
        host, origin = self.headers.get("Host", ""), self.headers.get("Origin")
        return f"http://{host}" == self.server.origin and origin in (None, self.server.origin)

    def _send(self, content: bytes, kind: str) -> None:
        self.send_response(HTTPStatus.OK)
        text = kind.startswith("text/") or kind.endswith(("javascript", "json"))
        self.send_header("Content-Type", f"{kind}; charset=utf-8" if text else kind)
        self._end(content)

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self.send_response(status)
        self.send_header("Content-Type", "text/plain; charset=utf-8")
        self.send_header("Connection", "close")
        self._end(f"{status.value} {status.phrase}\n".encode())

    def _end(self, content: bytes) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep no log."""
