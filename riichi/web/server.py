"""The page on this machine: a server for one user, which keeps the house rules in a file."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from hmac import digest as hmac_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from mimetypes import guess_type
from threading import Lock
from typing import Any
from urllib.parse import parse_qs

from riichi.locale import Locale, offered_languages
from riichi.locale.locale import languages
from riichi.web.api import LONGEST_QUESTION, answer_question
from riichi.web.kept_file import ChangedError, KeptError, KeptFile, data_folder
from riichi.web.page import POLICY, STATIC, EnginePlace, pages
from riichi_core.messages import Message
from riichi_core.rules.address import LARGEST_FILE

SERVICE_WORKER = "sw.js"
"""The script that makes the site available offline."""

ENGINE_FOLDER = "py/"
"""The folder of the scripts that run the engine in the browser."""

HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'self'",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
"""The headers of every file."""


def site_files(engine: EnginePlace, links_to: str = "") -> dict[str, bytes]:
    """Return the files by name.

    Args:
        engine: `worker` for the engine in the browser, `server` for the one behind `ask`.
        links_to: the address of a public site, for links.
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
"""The port of the page; a browser stores data, e.g. the last answer, by port."""

PORTS = range(PORT, PORT + 10)
"""The ports to try by default."""

REQUEST_TIME = 30.0
"""How long a client may take for the next part of a request, in seconds."""


class PageServer(ThreadingHTTPServer):
    """A server of the page on this machine.

    Args:
        port: the port; 0 for any free port.
        kept: the file of the house rules; None if the browser keeps them.
        links_to: the address of a public site, for links.

    Raises:
        OSError: if the port is taken.
    """

    daemon_threads = True
    allow_reuse_address = os.name == "posix"  # elsewhere two servers would share one port
    allow_reuse_port = False

    def __init__(self, port: int = 0, kept: KeptFile | None = None, links_to: str = "") -> None:
        super().__init__((LOOPBACK, port), _Handler)
        self.token = secrets.token_urlsafe(16)
        self.files = site_files("server", links_to)
        self.kept = kept
        self.one_at_a_time = Lock()

    @property
    def origin(self) -> str:
        """The origin of the page."""
        return f"http://{LOOPBACK}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"{self.origin}/{self.token}/"

    @classmethod
    def on_first_free_port(cls, kept: KeptFile | None = None, links_to: str = "") -> PageServer:
        """Return a server on the default port, or the next free one.

        Raises:
            OSError: if all of them are taken.
        """
        for port in PORTS[:-1]:
            try:
                return cls(port, kept, links_to)
            except OSError:
                continue
        return cls(PORTS[-1], kept, links_to)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Ignore a browser that has disconnected."""


def lasting_token(file: KeptFile) -> str:
    """Return a token for the address of a file that is the same at each start, as a secret."""
    key = data_folder() / "web-secret"
    try:
        key.parent.mkdir(parents=True, exist_ok=True)
        with suppress(FileExistsError), open(key, "xb", opener=_private) as stream:
            stream.write(secrets.token_bytes(32))
        return hmac_digest(key.read_bytes(), file.id.encode(), "sha256").hex()[:32]
    except OSError:
        return secrets.token_bytes(16).hex()  # for this start only


def _private(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)


class _Handler(BaseHTTPRequestHandler):
    server: PageServer
    server_version = "riichi"
    sys_version = ""
    protocol_version = default_request_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # otherwise an answer waits 40 ms after its headers
    timeout = REQUEST_TIME

    def do_GET(self) -> None:
        name = self._name()
        if name is None:
            return
        if name == "":
            name = FIRST_PAGE
        if name == KEPT:
            self._send_json(self._kept(self.server.kept))
            return
        content = self.server.files.get(name)
        if content is None:
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        if (STATIC / name).is_file():
            content = (STATIC / name).read_bytes()  # the current content, for developers
        kind = guess_type(name)[0]
        self._send(content, "application/octet-stream" if kind is None else kind)

    def do_POST(self) -> None:
        if (name := self._name()) is None:
            return
        if name != ASK and (name != KEPT or self.server.kept is None):
            self._refuse(HTTPStatus.NOT_FOUND)
            return
        length = self.headers.get("Content-Length", "none").lstrip("0") or "0"
        is_number = length.isdecimal() and len(length) <= len(str(LONGEST_QUESTION))
        if not (is_number and int(length) <= LONGEST_QUESTION):
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
            return
        content = self.rfile.read(int(length))
        if name == KEPT and self.server.kept is not None:
            self._send_json(self._keep(self.server.kept, content.decode("utf-8", "replace")))
            return
        question = content.decode("utf-8", "replace")
        with self.server.one_at_a_time:
            answer = answer_question(question)
        self._send(answer.encode("utf-8", "replace"), "application/json")

    def _kept(self, file: KeptFile | None) -> Mapping[str, object] | None:
        """Return the content of the house-rule file, or why it cannot be read."""
        if file is None:
            return None
        known = {"file": str(file.path), "id": file.id}
        try:
            return {**known, **file.read()._asdict()}
        except KeptError as error:
            return {**known, "refused": self._tr(error.message)}

    def _keep(self, file: KeptFile, text: str) -> Mapping[str, object]:
        """Write the house-rule file, or return why that failed.

        `If-Match` names the version that the page knows.
        """
        if len(text.encode()) > LARGEST_FILE:
            message = Message("the file is larger than {bytes} bytes", bytes=LARGEST_FILE)
            return {"refused": self._tr(message)}
        try:
            over, copied = self.headers.get("If-Match", ""), "X-Copy" in self.headers
            version, copy = file.write(text, over, copied=copied)
        except ChangedError:
            return {"changed": True}
        except KeptError as error:
            return {"refused": self._tr(error.message)}
        return {"version": version, "copy": None if copy is None else copy.name}

    def _tr(self, message: str) -> str:
        """Return a message in the language of the address's query."""
        code = parse_qs(self.path.partition("?")[2]).get("language", ["en"])[0]
        return Locale(code if code in languages() else "en")(message)

    def _send_json(self, answer: Mapping[str, object] | None) -> None:
        self._send(json.dumps(answer, ensure_ascii=False).encode(), "application/json")

    def _name(self) -> str | None:
        """Return the name of the requested file; None if the request is refused."""
        path, _, _ = self.path.partition("?")
        _, _, rest = path.partition("/")
        token, slash, name = rest.partition("/")
        right = secrets.compare_digest(token.encode(), self.server.token.encode())
        if not (right and slash and self._is_from_here()):
            self._refuse(HTTPStatus.FORBIDDEN)
            return None
        return name

    def _is_from_here(self) -> bool:
        """Return True if a request names this machine correctly and is not from another site."""
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
        lines = [f"{status.value} {status.phrase}"]
        if status == HTTPStatus.FORBIDDEN:
            message = Message("Open the address that `riichi web` printed when you started it.")
            lines += [Locale(code)(message) for code in offered_languages()]
        self._end("".join(f"{line}\n" for line in lines).encode())

    def send_error(self, code: int, *_texts: Any, **_named: Any) -> None:
        """Refuse malformed requests and other methods with the plain answer of `_refuse`."""
        if code != HTTPStatus.NOT_IMPLEMENTED or self._name() is not None:
            self._refuse(HTTPStatus(code))

    def _end(self, content: bytes) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Cache-Control", "no-store")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep no log."""
