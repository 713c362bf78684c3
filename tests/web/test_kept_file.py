"""The file of `riichi web` is always complete, and only one server writes it."""

from __future__ import annotations

import errno
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner
from each import each
from visitor import Visitor

from riichi.cli.web import command
from riichi.web.kept_file import (
    NO_FILE,
    ChangedError,
    KeptError,
    KeptFile,
    own_rules_file,
)  # fmt: skip
from riichi.web.server import PORTS, PageServer, lasting_token
from riichi_core.rules.address import LARGEST_FILE

RULES = "format: 1\nruleset: ours\ntitle: Our club\nextends: ema-2025\n"


@pytest.fixture
def kept(tmp_path: Path) -> KeptFile:
    return KeptFile(tmp_path / "club" / "ours.yaml")


# ---- its content ---------------------------------------------------------------------------------


def test_the_first_change_creates_the_file(kept: KeptFile) -> None:
    assert kept.read() == (None, NO_FILE, False)
    assert not kept.path.parent.exists()
    version, copy = kept.write(RULES, NO_FILE)
    assert copy is None
    assert kept.read() == (RULES, version, True)
    assert [path.name for path in kept.path.parent.iterdir()] == ["ours.yaml"]


def test_the_text_of_an_editor_is_not_overwritten(kept: KeptFile) -> None:
    version, _ = kept.write(RULES, NO_FILE)
    kept.path.write_text(f"# by hand\r\n{RULES}", encoding="utf-8", newline="")
    with pytest.raises(ChangedError):
        kept.write(RULES.replace("Our", "My"), version)
    now = kept.read()
    assert now.text == f"# by hand\r\n{RULES}"
    assert not now.is_by_page
    kept.write(RULES, now.version)  # the visitor has seen it
    assert kept.read().text == RULES


def test_a_file_that_appears_meanwhile_is_not_overwritten(kept: KeptFile) -> None:
    kept.path.parent.mkdir()
    kept.path.write_text(RULES, encoding="utf-8")
    with pytest.raises(ChangedError):
        kept.write(RULES.replace("Our", "My"), NO_FILE)
    assert kept.write(RULES, NO_FILE)[0] == kept.read().version  # the same text needs no question


@each("text", ["hello\n", "\x1a\x00PNG", RULES.replace("1", "9", 1), RULES + "claims:\nclaims:\n",
               RULES.replace("ema-2025", "mcr"), ""])  # fmt: skip
def test_an_unreadable_file_is_copied_before_it_is_replaced(text: str, tmp_path: Path) -> None:
    kept = KeptFile(tmp_path / f"{abs(hash(text))}" / "ours.yaml")
    kept.path.parent.mkdir()
    (kept.path.with_name("ours.before-1.yaml")).write_text("of last year", encoding="utf-8")
    kept.path.write_bytes(text.encode())
    copy = kept.write(RULES, kept.read().version)[1]
    assert copy == kept.path.with_name("ours.before-2.yaml")
    assert copy.read_bytes() == text.encode()
    assert kept.read().text == RULES
    assert kept.write(RULES + "# more\n", kept.read().version)[1] is None


def test_rules_with_a_contradiction_need_no_copy(kept: KeptFile) -> None:
    kept.path.parent.mkdir()
    kept.path.write_text(f"{RULES}setup:\n  starting_points: 25000\n", encoding="utf-8")
    assert kept.write(RULES, kept.read().version)[1] is None


def test_a_copy_can_be_asked_for(kept: KeptFile) -> None:
    kept.path.parent.mkdir()
    kept.path.write_text(RULES, encoding="utf-8")
    with running(kept) as server:
        version = asked(server, "GET")[1]["version"]
        found = asked(server, "POST", RULES + "# more\n", If_Match=version, X_Copy="yes")[1]
    assert kept.path.with_name(found["copy"]).read_text("utf-8") == RULES


@each("content", [b"\xff\xfe\x00", b"title: Caf\xe9", b"#" * (LARGEST_FILE + 1)])
def test_a_binary_file_is_neither_read_nor_written(content: bytes, tmp_path: Path) -> None:
    kept = KeptFile(tmp_path / "ours.yaml")
    kept.path.write_bytes(content)
    with pytest.raises(KeptError):
        kept.read()
    with pytest.raises(KeptError):
        kept.write(RULES, NO_FILE)
    assert kept.path.read_bytes() == content


def test_a_folder_and_a_pipe_are_not_written(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(KeptError):
            KeptFile(path).write(RULES, NO_FILE)


def test_a_full_disk_leaves_the_file_as_it_was(
    kept: KeptFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    version, _ = kept.write(RULES, NO_FILE)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(KeptError, match="No space left"):
        kept.write(RULES + "# more\n", version)
    assert kept.read() == (RULES, version, True)
    assert [path.name for path in kept.path.parent.iterdir()] == ["ours.yaml"]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "link.yaml").symlink_to(tmp_path / "real.yaml")
    kept = KeptFile(tmp_path / "link.yaml")
    kept.write(RULES + "# more\n", kept.read().version)
    assert (tmp_path / "link.yaml").is_symlink()
    assert "# more" in (tmp_path / "real.yaml").read_text("utf-8")
    assert kept.id == KeptFile(tmp_path / "real.yaml").id


# ---- the server ----------------------------------------------------------------------------------


@contextmanager
def running(kept: KeptFile | None) -> Iterator[PageServer]:
    with PageServer(kept=kept) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield server
        server.shutdown()


def asked(
    server: PageServer, method: str, body: str = "", query: str = "", **headers: str
) -> tuple[int, Any]:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=60)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, f"/{server.token}/kept{query}", body.encode(), sent)
    response = connection.getresponse()
    text = response.read().decode()
    connection.close()
    return response.status, json.loads(text) if response.status == 200 else text


def test_the_page_reads_and_writes_the_file(kept: KeptFile) -> None:
    with running(kept) as server:
        status, found = asked(server, "GET")
        assert (status, found["text"], found["version"]) == (200, None, NO_FILE)
        assert (found["file"], found["id"]) == (str(kept.path), kept.id)
        wrote = asked(server, "POST", RULES, If_Match=NO_FILE)[1]
        assert asked(server, "GET")[1]["version"] == wrote["version"]
        assert asked(server, "POST", "x", If_Match="another") == (200, {"changed": True})
        assert asked(server, "POST", "x") == (200, {"changed": True})
        assert kept.path.read_text("utf-8") == RULES
        kept.path.write_bytes(b"\xff")
        assert "UTF-8" in asked(server, "GET", query="?language=nl")[1]["refused"]
        assert asked(server, "GET", query="?language=xx")[1]["refused"] == "this is not UTF-8 text"
        assert "refused" in asked(server, "POST", RULES, If_Match=wrote["version"])[1]


def test_requests_for_the_file_have_the_same_checks_as_questions(kept: KeptFile) -> None:
    with running(kept) as server:
        for method in ("GET", "POST"):
            assert asked(server, method, Host="example.org")[0] == 403
            assert asked(server, method, Origin="https://example.org")[0] == 403
        assert "refused" in asked(server, "POST", "x" * (LARGEST_FILE + 1), If_Match=NO_FILE)[1]
        assert asked(server, "POST", "", Content_Length="99999999")[0] == 413
        assert asked(server, "PUT", RULES)[0] == 501
        assert not kept.path.exists()
    with running(None) as server:
        assert asked(server, "GET") == (200, None)
        assert asked(server, "POST", RULES, If_Match=NO_FILE)[0] == 404


def test_the_address_of_a_file_is_the_same_at_each_start(
    tmp_path: Path, kept: KeptFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riichi.web.server.data_folder", lambda: tmp_path / "data")
    token = lasting_token(kept)
    assert token == lasting_token(KeptFile(kept.path))
    assert token != lasting_token(KeptFile(tmp_path / "other.yaml"))
    (secret,) = (tmp_path / "data").iterdir()
    assert secret.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr("riichi.web.server.data_folder", lambda: secret)
    assert len(lasting_token(kept)) == len(token)  # nothing can be kept there


def test_a_wrong_address_says_where_the_right_one_is() -> None:
    with running(None) as server:
        server.token = "new"
        connection = HTTPConnection("127.0.0.1", server.server_port, timeout=60)
        connection.request("GET", "/old/")
        assert (
            "Open the address that `riichi web` printed" in connection.getresponse().read().decode()
        )
        connection.close()


def test_the_next_port_is_taken_if_one_is_busy() -> None:
    first = PageServer.on_first_free_port()
    second = PageServer.on_first_free_port()
    try:
        assert {first.server_port, second.server_port} <= {*PORTS}
        assert first.server_port < second.server_port
    finally:
        first.server_close()
        second.server_close()


# ---- the command ---------------------------------------------------------------------------------


@contextmanager
def called(*words: str, data: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Return the command, and the address that it prints first."""
    call = [sys.executable, "-u", "-m", "riichi", "web", "--no-open", "--port", "0"]
    environment = {**os.environ, "XDG_DATA_HOME": str(data)}
    with subprocess.Popen(
        [*call, *words], stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None
        address = re.search(r"http://127\.0\.0\.1:\d+/\S+/", process.stdout.readline())
        assert address is not None
        try:
            yield address[0], process
        finally:
            process.kill()


@pytest.mark.long
def test_the_command_prints_the_address_and_the_file(tmp_path: Path) -> None:
    with called(data=tmp_path) as (_, process):
        assert process.stdout is not None
        assert str(tmp_path / "riichi" / "my-club.yaml") in process.stdout.readline()


@pytest.mark.long
@pytest.mark.xdist_group("browser")
def test_a_change_waits_until_the_stopped_command_is_started_again(
    chromium: Any, kept: KeptFile, tmp_path: Path
) -> None:
    with called(str(kept.path), data=tmp_path) as (address, _):
        visitor = Visitor(chromium, address).visit()
    with visitor:
        stopped = visitor.page.locator("#stopped")
        visitor.choose("yaku.all_simples", "none")
        stopped.wait_for()
        assert "Start it again" in stopped.inner_text()
        assert not visitor.page.is_visible(".status")
        port = address.split(":")[2].split("/")[0]
        with called(str(kept.path), "--port", port, data=tmp_path) as (again, _):
            assert again == address
            stopped.wait_for(state="hidden")
            visitor.settle()
            assert "all_simples: none" in kept.path.read_text("utf-8")
            visitor.troubles.clear()  # of the browser, about the missing server
            visitor.page.close()


def test_the_command_refuses_unreadable_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    (tmp_path / "ours.yaml").write_bytes(b"\xff")
    result = CliRunner().invoke(command, [str(tmp_path / "ours.yaml"), "--no-open"])
    assert result.exit_code == 2
    assert "ours.yaml: this is not UTF-8 text" in result.output
    result = CliRunner().invoke(command, ["--links-to", "example.org", "--no-open"])
    assert "https://" in result.output
    assert (tmp_path / "ours.yaml").read_bytes() == b"\xff"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="the folder of Linux")
def test_the_users_file_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert own_rules_file() == Path("/somewhere/riichi/my-club.yaml")
    monkeypatch.setenv("XDG_DATA_HOME", "")
    assert own_rules_file() == Path.home() / ".local/share/riichi/my-club.yaml"
