"""`riichi web`: only this machine, only with the token, only questions."""

import json
from collections.abc import Iterator
from http.client import HTTPConnection
from threading import Thread

import pytest

from riichi_app.web.api import LONGEST_QUESTION
from riichi_app.web.server import PageServer


@pytest.fixture(scope="module")
def server() -> Iterator[PageServer]:
    with PageServer() as found:
        thread = Thread(target=found.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield found
        found.shutdown()


def answer(
    server: PageServer, method: str, path: str, body: str = "", **headers: str
) -> tuple[int, str]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=10)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body.encode() if body else None, sent)
    response = connection.getresponse()
    text = response.read().decode()
    assert response.headers["Content-Security-Policy"].startswith("default-src 'none'")
    connection.close()
    return response.status, text


def test_the_page_and_its_door(server: PageServer) -> None:
    assert answer(server, "GET", f"/{server.token}/")[0] == 200
    assert answer(server, "GET", f"/{server.token}/index.html?x=1")[0] == 200
    question = json.dumps({"ask": "start", "base": "ema-2016", "title": "Ours"})
    status, text = answer(server, "POST", f"/{server.token}/ask", question, Origin=server.origin)
    assert status == 200
    assert json.loads(text)["id"] == "ours"


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 403), ("/wrong/", 403), ("/{token}", 403), ("/{token}x/", 403), ("/{token}/../x", 404),
     ("/{token}/../../../../etc/passwd", 404), ("//etc/passwd", 403), ("/{token}/nothing", 404),
     ("/{token}/" + "x" * 300, 404), ("//[", 403), ("/{token}/%00", 404), ("*", 403)],
)  # fmt: skip
def test_nothing_else_is_there(server: PageServer, path: str, status: int) -> None:
    assert answer(server, "GET", path.format(token=server.token))[0] == status
    assert answer(server, "POST", path.format(token=server.token), "{}")[0] == status


def test_other_sites_and_names_are_refused(server: PageServer) -> None:
    path = f"/{server.token}/ask"
    assert answer(server, "POST", path, "{}", Origin="https://example.org")[0] == 403
    assert answer(server, "POST", path, "{}", Origin="null")[0] == 403
    assert answer(server, "GET", f"/{server.token}/", Host="example.org")[0] == 403
    assert answer(server, "GET", f"/{server.token}/", Host="127.0.0.1:1")[0] == 403


def test_a_question_is_bounded(server: PageServer) -> None:
    path = f"/{server.token}/ask"
    assert answer(server, "POST", path, " " * (LONGEST_QUESTION + 1))[0] == 413
    for length in ("-1", "1" * 5_000, "\u00b2"):
        assert answer(server, "POST", path, "{}", Content_Length=length)[0] == 413
    assert "refused" in answer(server, "POST", path, "{}", Content_Length="0" * 5_000 + "2")[1]
    assert answer(server, "POST", path, Transfer_Encoding="chunked", Content_Length="x")[0] == 413
    assert "refused" in answer(server, "POST", path, '"\xff')[1]


def test_it_listens_on_this_machine_alone(server: PageServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert len(server.token) >= 20
