"""The page on this machine: a server for one visitor, and the files of his that it may write."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BufferedReader
from mimetypes import guess_type
from pathlib import Path
from socket import SocketIO, socket
from threading import BoundedSemaphore, Lock
from time import monotonic
from typing import TYPE_CHECKING, Any

from riichi_app.web.api import LONGEST_QUESTION, answer_question
from riichi_app.web.page import POLICY, EnginePlace, pages

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

STATIC = Path(__file__).parent / "static"
"""Styles and scripts, which go out as they are."""

SERVICE_WORKER = "sw.js"
"""The script that keeps the site for when there is no network."""

ENGINE_FOLDER = "py/"
"""The folder of the scripts that run the engine in the browser."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers with which every file goes out."""


def site_files(engine: EnginePlace, links_to: str = "") -> dict[str, bytes]:
    """Return the files by name.

    Args:
        engine: `worker` for the engine in the browser, `server` for the one behind `ask`.
        links_to: the address of a site that others can open, for links.
    """
    files = {name: text.encode("utf-8") for name, text in pages(engine, links_to).items()}
    for path in sorted(STATIC.rglob("*")):
        name = path.relative_to(STATIC).as_posix()
        only_site = name == SERVICE_WORKER or name.startswith(ENGINE_FOLDER)
        if path.is_file() and (engine == "worker" or not only_site):
            files[name] = path.read_bytes()
    return files


LOOPBACK = "127.0.0.1"
FIRST_PAGE = "index.html"
ASK = "ask"
KEPT = "kept"

PORT = 8136
"""The port of the page; with the same one a browser finds what it kept."""

PORTS = range(PORT, PORT + 10)
"""The ports that are tried where none is asked for."""

LARGEST_FILE = 64 * 1024

MOST_CONNECTIONS = 64
"""The most connections at a time; a browser opens about six. A further one is closed at once."""

REQUEST_TIME = 30.0
"""The seconds that a client has to complete a request, and to read the answer."""


class PageServer(ThreadingHTTPServer):
    """A server of the page on this machine.

    Args:
        port: where it listens; 0 for any that is free.
        kept: the file of the house rules, written at each change; None for none.
        links_to: the address of a site that others can open, for links.

    Raises:
        OSError: the port is taken.
    """

    daemon_threads = True

    def __init__(self, port: int = 0, kept: Path | None = None, links_to: str = "") -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.token = secrets.token_urlsafe(16)
        self.files = site_files("server", links_to)
        self.kept = kept
        self.one_at_a_time = Lock()
        self.places = BoundedSemaphore(MOST_CONNECTIONS)

    @property
    def origin(self) -> str:
        """The origin of the page."""
        return f"http://{LOOPBACK}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"{self.origin}/{self.token}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, or close it if there are too many."""
        if not self.places.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # the thread did not start
            self.places.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection, and make room for the next."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.places.release()

    @classmethod
    def on_first_free_port(cls, kept: Path | None = None, links_to: str = "") -> PageServer:
        """Return a server on the usual port, or the next that is free.

        Raises:
            OSError: all of them are taken.
        """
        for port in PORTS[:-1]:
            try:
                return cls(port, kept, links_to)
            except OSError:
                continue
        return cls(PORTS[-1], kept, links_to)

    def kept_text(self) -> bytes:
        """Return the house rules that are kept; empty for none."""
        try:
            return b"" if self.kept is None else self.kept.read_bytes()
        except OSError:
            return b""

    def keep(self, text: bytes) -> None:
        """Keep house rules: whole, or as they were before.

        Raises:
            OSError: the file cannot be written.
        """
        if self.kept is None:
            return
        self.kept.parent.mkdir(parents=True, exist_ok=True)
        made = self.kept.with_name(f".{self.kept.name}.{secrets.token_hex(4)}")
        made.write_bytes(text)
        made.replace(self.kept)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a browser that went away."""


class _TimedInput(SocketIO):
    """The input from a client, who has to complete each request in time, in any number of parts."""

    def __init__(self, connection: socket) -> None:
        super().__init__(connection, "r")
        self._connection = connection
        self.restart()

    def restart(self) -> None:
        """Start the time limit of the next request."""
        self._end = monotonic() + REQUEST_TIME

    def readinto(self, buffer: WriteableBuffer) -> int | None:
        left = self._end - monotonic()
        if left <= 0:
            raise TimeoutError
        self._connection.settimeout(left)
        return super().readinto(buffer)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = "riichi"
    sys_version = ""
    protocol_version = default_request_version = "HTTP/1.1"

    def setup(self) -> None:
        super().setup()
        self.rfile.close()
        self._input = _TimedInput(self.connection)
        self.rfile = BufferedReader(self._input)

    def handle_one_request(self) -> None:
        self._input.restart()
        super().handle_one_request()

    def do_GET(self) -> None:
        name = self._name()
        if name is None:
            return
        if self.headers.get("Content-Length", "0") != "0" or "Transfer-Encoding" in self.headers:
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        if name == "":
            name = FIRST_PAGE
        if name == KEPT:
            self._send(self.server.kept_text(), "application/yaml")
            return
        content = self.server.files.get(name)
        if content is None:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        if (STATIC / name).is_file():
            content = (STATIC / name).read_bytes()  # as it is now, for who works on it
        kind = guess_type(name)[0]
        self._send(content, "application/octet-stream" if kind is None else kind)

    def do_POST(self) -> None:
        if (name := self._name()) is None:
            return
        if name not in (ASK, KEPT):
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        length = self.headers.get("Content-Length", "none").lstrip("0") or "0"
        is_number = length.isdecimal() and len(length) <= len(str(LONGEST_QUESTION))
        if not (is_number and int(length) <= LONGEST_QUESTION):
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        lengths = self.headers.get_all("Content-Length", [])
        if "Transfer-Encoding" in self.headers or len(lengths) > 1:
            self._refuse(HTTPStatus.BAD_REQUEST)  # the end of the question is not clear
            return
        content = self.rfile.read(int(length))
        if name == KEPT:
            self._keep(content)
            return
        question = content.decode("utf-8", "replace")
        with self.server.one_at_a_time:
            answer = answer_question(question)
        self._send(answer.encode("utf-8", "replace"), "application/json")

    def _keep(self, text: bytes) -> None:
        """Keep house rules in the file of this machine."""
        if len(text) > LARGEST_FILE:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        try:
            with self.server.one_at_a_time:
                self.server.keep(text)
        except OSError:
            self._refuse(HTTPStatus.INSUFFICIENT_STORAGE)
            return
        self._send(b"", "text/plain")

    def _name(self) -> str | None:
        """Return the name of the file that is asked for; None for what is refused."""
        path, _, _ = self.path.partition("?")
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

    def send_error(self, code: int, *_texts: Any, **_named: Any) -> None:
        """Refuse malformed requests and other methods with the plain answer of `_refuse`."""
        if code != HTTPStatus.NOT_IMPLEMENTED or self._name() is not None:
            self._refuse(HTTPStatus(code))

    def _end(self, content: bytes) -> None:
        self.connection.settimeout(REQUEST_TIME)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep no log."""
