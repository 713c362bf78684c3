"""`riichi web` serves only this machine, only with the token, and only questions."""

import json
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection
from threading import Thread
from time import monotonic, sleep

import pytest
from each import each

from riichi.web.api import LONGEST_QUESTION
from riichi.web.server import PageServer


@contextmanager
def running() -> Iterator[PageServer]:
    with PageServer() as found:
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield found
        found.shutdown()


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with running() as found:
        yield found


def connected(server: PageServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.server_port), timeout=60)


def said(server: PageServer, sent: bytes) -> bytes:
    """Return what the server sends before it closes the connection."""
    found = b""
    with connected(server) as connection, suppress(ConnectionError):
        connection.sendall(sent)
        while part := connection.recv(10_000):
            found += part
    return found


def is_open(connection: socket.socket, sent: bytes) -> bool:
    """Send a byte on a connection, and return False if the server has closed it."""
    with suppress(ConnectionError):
        connection.sendall(sent)
        connection.settimeout(0.05)
        try:
            return connection.recv(100) != b""
        except TimeoutError:
            return True
    return False


def has_room(server: PageServer) -> bool:
    """Return False if the server closes a further connection at once."""
    return said(server, b"GET / HTTP/1.1\r\n\r\n").startswith(b"HTTP/1.1 403 ")


def wait_until(happened: Callable[[], bool]) -> None:
    """Wait for a condition that holds soon, even on a busy machine."""
    end = monotonic() + 60
    while not happened():
        assert monotonic() < end
        sleep(0.02)


def answer(
    server: PageServer, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body.encode() if body else None, sent)
    response = connection.getresponse()
    text = response.read().decode()
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    connection.close()
    return response.status, text


def test_the_server_sends_the_page_and_answers_questions(server: PageServer) -> None:
    assert answer(server, "GET", f"/{server.token}/")[0] == 200
    assert answer(server, "GET", f"/{server.token}/index.html?x=1")[0] == 200
    question = json.dumps({"ask": "start", "base": "ema-2016", "title": "Ours"})
    status, text = answer(server, "POST", f"/{server.token}/ask", question, Origin=server.origin)
    assert status == 200
    assert json.loads(text)["id"] == "ours"


MOST_TRIES = 200
"""The most requests until one is answered quickly, even on a busy machine."""


def test_an_answer_is_sent_together_with_its_headers(server: PageServer) -> None:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    times = []
    for _ in range(MOST_TRIES):
        start = monotonic()
        connection.request("GET", f"/{server.token}/icon.svg")
        connection.getresponse().read()
        times.append(monotonic() - start)
        if min(times[2:], default=1) < 0.02:
            break
    connection.close()
    assert min(times[2:]) < 0.02  # a delayed acknowledgement takes 40 ms, once the first were sent


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 403), ("/wrong/", 403), ("/{token}", 403), ("/{token}x/", 403), ("/{token}/../x", 404),
     ("/{token}/../../../../etc/passwd", 404), ("//etc/passwd", 403), ("/{token}/nothing", 404),
     ("/{token}/" + "x" * 300, 404), ("//[", 403), ("/{token}/%00", 404), ("*", 403)],
)  # fmt: skip
def test_other_paths_are_not_found(server: PageServer, path: str, status: int) -> None:
    assert answer(server, "GET", path.format(token=server.token))[0] == status
    assert answer(server, "POST", path.format(token=server.token), "{}")[0] == status


def test_other_origins_and_hosts_are_refused(server: PageServer) -> None:
    path = f"/{server.token}/ask"
    assert answer(server, "POST", path, "{}", Origin="https://example.org")[0] == 403
    assert answer(server, "POST", path, "{}", Origin="null")[0] == 403
    assert answer(server, "GET", f"/{server.token}/", Host="example.org")[0] == 403
    assert answer(server, "GET", f"/{server.token}/", Host="127.0.0.1:1")[0] == 403


def test_the_size_of_a_question_has_a_limit(server: PageServer) -> None:
    path = f"/{server.token}/ask"
    assert answer(server, "POST", path, " " * (LONGEST_QUESTION + 1))[0] == 413
    for length in ("-1", "1" * 5_000, "\u00b2"):
        assert answer(server, "POST", path, "{}", Content_Length=length)[0] == 413
    assert "refused" in answer(server, "POST", path, "{}", Content_Length="0" * 5_000 + "2")[1]
    assert answer(server, "POST", path, Transfer_Encoding="chunked", Content_Length="x")[0] == 413
    assert "refused" in answer(server, "POST", path, '"\xff')[1]


@each("method", ["HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "BREW"])
def test_another_method_is_refused_after_host_and_token(server: PageServer, method: str) -> None:
    path = f"/{server.token}/"
    assert answer(server, method, path)[0] == 501
    assert answer(server, method, "/wrong/")[0] == 403
    assert answer(server, method, path, Host="example.org")[0] == 403
    assert "<" not in answer(server, method, path)[1]


def test_a_request_of_unclear_length_is_refused(server: PageServer) -> None:
    page, ask = f"/{server.token}/", f"/{server.token}/ask"
    assert answer(server, "GET", page, "{}")[0] == 400
    assert answer(server, "GET", page, Transfer_Encoding="chunked")[0] == 400
    assert answer(server, "GET", page, Content_Length="0")[0] == 200
    both = {"Transfer_Encoding": "chunked", "Content_Length": "2"}
    assert answer(server, "POST", ask, "{}", **both)[0] == 400
    assert answer(server, "POST", ask, "{}", Host="example.org", **both)[0] == 403
    twice = f"POST {ask} HTTP/1.1\r\nHost: 127.0.0.1:{server.server_port}\r\n"
    twice += "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}"
    assert said(server, twice.encode()).startswith(b"HTTP/1.1 400 ")


def test_a_malformed_request_gets_a_plain_refusal(server: PageServer) -> None:
    for line in (b"no request x\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"x" * 65_537):
        text = said(server, line)
        assert text.startswith(b"HTTP/1.1 4") or text.startswith(b"HTTP/1.1 505 ")
        assert b"Content-Security-Policy" in text
        assert b"<" not in text


def test_a_request_must_be_complete_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client that sends only a byte now and then is disconnected, and frees its slot."""
    monkeypatch.setattr("riichi.web.server.REQUEST_TIME", 1.0)
    monkeypatch.setattr("riichi.web.server.MOST_CONNECTIONS", 2)
    with running() as server:
        slow = [connected(server), connected(server)]
        for one in slow:
            one.sendall(b"GET /")
        wait_until(lambda: not has_room(server))
        wait_until(lambda: [one for one in slow if is_open(one, b"x")] == [])
        wait_until(lambda: has_room(server))
        for one in slow:
            one.close()


def test_a_connection_answers_one_request_after_another(server: PageServer) -> None:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    for _ in range(3):
        connection.request("POST", f"/{server.token}/ask", b'{"ask": "names"}')
        assert "refused" not in json.loads(connection.getresponse().read())
    connection.close()


def test_the_server_listens_only_on_this_machine(server: PageServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert len(server.token) >= 20
