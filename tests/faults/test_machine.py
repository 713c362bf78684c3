"""Machine errors and odd names: each gets one line, and no file is half written."""

from __future__ import annotations

import errno
import json
import os
import resource
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from effort import first
from running import club, environment, printed, refused

from riichi.games.formats.record_files import read_history
from riichi.whole_files import write_whole
from riichi_core.bots.simulation import SimulationPlan, simulate
from riichi_core.rules.load import load

needs_full = pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")


def run(*call: object, shell: str = "", **more: Any) -> tuple[int, bytes, bytes]:
    """Run a command with a shell's streams; return its exit status and output."""
    command = [sys.executable, "-m", "riichi", *map(str, call)]
    if shell:
        command = ["sh", "-c", f'exec "$@" {shell}', "sh", *command]
    ran: subprocess.CompletedProcess[bytes] = subprocess.run(
        command, capture_output=True, env=environment(), timeout=120, check=False, **more
    )
    return ran.returncode, ran.stdout, ran.stderr


def one_line(status: int, out: bytes, said: bytes) -> str:
    """Return the last line that a failed call printed."""
    assert status in (1, 2)
    text = said.decode()
    assert "Traceback" not in text
    assert len(text.removeprefix("Usage").strip().splitlines()) in (1, 4)
    assert out == b""
    return text


# ---- streams -------------------------------------------------------------------------------------

PRINTING = [["rulesets"], ["compare", "ema-2016", "wrcr-2015"], ["score", "--jsonl"],
            ["sheet", "ema-2016"], ["foul", "--format", "json"]]  # fmt: skip


@needs_full
@pytest.mark.parametrize("call", first(PRINTING, 3))
def test_a_full_standard_output_is_reported(call: list[str]) -> None:
    ran = run(*call, shell="> /dev/full", input=b"{}\n")
    assert "cannot write the output: No space left" in one_line(*ran)
    assert ran[0] == 1


@pytest.mark.parametrize("call", first(PRINTING))
def test_a_closed_standard_output_is_reported(call: list[str]) -> None:
    assert "standard output is closed" in one_line(*run(*call, shell=">&-", input=b"{}\n"))


def test_a_closed_standard_input_is_reported() -> None:
    assert "standard input is closed" in one_line(*run("score", "--jsonl", shell="<&-"))


def test_a_closed_standard_error_leaves_standard_output_intact() -> None:
    status, out, said = run("score", "--jsonl", shell="2>&-", input=b"{}\n")
    assert (status, said) == (0, b"")
    assert b"missing" in out


def test_lines_in_another_encoding_are_errors() -> None:
    status, out, said = run("score", "--jsonl", input='{"hand": "1m"}\n'.encode("utf-16"))
    assert (status, said) == (0, b"")
    codes = [json.loads(line)["error"]["code"] for line in out.splitlines()]
    assert codes == ["not_json"] * out.count(b"\n") != []


# ---- names ---------------------------------------------------------------------------------------

NAMED = [["check", "{}"], ["show", "{}"], ["replay", "{}"], ["game", "{}"], ["tournament", "{}"],
         ["schema", "--next-to", "{}"], ["new", "club", "--extends", "ema-2016", "--folder", "{}"],
         ["simulate", "--write-logs", "{}"], ["test", "--file", "{}"],
         ["sheet", "ema-2016", "--output", "{}"], ["compare", "{}", "ema-2016"]]  # fmt: skip


@pytest.mark.parametrize("call", NAMED)
@pytest.mark.parametrize("name", ["a\0b.yaml", "x" * 300 + ".yaml", "x" * 5000 + ".html"])
def test_an_impossible_file_name_is_reported(call: list[str], name: str) -> None:
    said = refused(*(part.format(name) for part in call))
    assert "Traceback" not in said
    assert len(said) < 4_500


@pytest.mark.parametrize("form", ["html", "markdown", "json", "csv", "pdf"])
def test_a_file_name_that_is_not_utf_8_is_written(form: str, tmp_path: Path) -> None:
    odd = tmp_path / "b\udcff.yaml"
    try:
        club(odd)
    except OSError:
        pytest.skip("this file system has no such names")
    target = tmp_path / "a\udcff"
    printed("compare", odd, "ema-2016", "--format", form, "--output", target)
    assert target.stat().st_size > 100


# ---- whole files ---------------------------------------------------------------------------------


def test_a_failed_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = tmp_path / "sheet.html"
    path.write_text("old")
    monkeypatch.setattr(os, "fsync", full)
    said = refused("sheet", "ema-2016", "--output", path)
    assert "sheet.html cannot be written: No space left on device" in said
    assert "cannot be written" in refused(
        "new", "club", "--extends", "ema-2016", "--folder", tmp_path
    )
    assert "cannot be written" in refused("schema", "--next-to", tmp_path)
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("sheet.html", "old")]


def test_a_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_whole(link, b"new")
    assert (link.is_symlink(), real.read_text(), real.stat().st_mode & 0o777) == (
        True, "new", 0o640)  # fmt: skip
    with pytest.raises(FileExistsError):
        write_whole(real, b"newer", new=True)
    write_whole(Path(os.devnull), b"nothing")
    assert sorted(one.name for one in tmp_path.iterdir()) == ["link", "real"]


def test_a_new_file_without_hard_links_is_complete_and_replaces_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process may create the file between the check and the link."""
    path, exists = tmp_path / "file", Path.exists

    def no_links(*_names: object, **_more: object) -> None:
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    monkeypatch.setattr(os, "link", no_links)
    write_whole(path, b"whole", new=True)
    assert path.read_bytes() == b"whole"
    monkeypatch.setattr(Path, "exists", lambda one: one != path and exists(one))
    with pytest.raises(FileExistsError):
        write_whole(path, b"newer", new=True)
    assert path.read_bytes() == b"whole"
    assert list(tmp_path.iterdir()) == [path]


def test_a_write_protected_file_is_not_replaced(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may write everything")
    path = tmp_path / "kept"
    path.write_text("old")
    path.chmod(0o400)
    with pytest.raises(PermissionError):
        write_whole(path, b"new")


def test_two_concurrent_writers_leave_one_complete_file(tmp_path: Path) -> None:
    path, texts = tmp_path / "file", [str(n).encode() * 50_000 for n in range(8)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda text: write_whole(path, text), texts))
    assert path.read_bytes() in texts
    assert list(tmp_path.iterdir()) == [path]


# ---- logs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("processes", first(["1", "2"]))
def test_a_full_disk_while_writing_logs_is_reported(processes: str, tmp_path: Path) -> None:
    """A limit on the size of the process's files imitates the full disk."""
    limit = 60_000
    status, _, said = run(
        *("simulate", "--games", 4, "--players", "tsumogiri"),
        *("--write-logs", tmp_path, "--processes", processes),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )  # fmt: skip
    assert status in (1, 2)
    assert b"Traceback" not in said
    assert said.count(b"\n") == 1
    assert b"game-00000" in said
    for path in tmp_path.iterdir():
        found = read_history(path.read_bytes(), load("ema-2016"))
        assert found.problems == ()


def test_an_existing_log_is_not_overwritten(tmp_path: Path) -> None:
    """Two simultaneous simulations cannot both check whether the logs exist."""
    plan = SimulationPlan("ema-2016", 1, players=("tsumogiri",) * 4, logs=tmp_path)
    log = tmp_path / "game-000001.jsonl"
    log.write_text("of another\n")
    for processes in (1, 2):
        with pytest.raises(FileExistsError, match="game-000001"):
            list(simulate(plan, processes))
    assert log.read_text() == "of another\n"


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/full", "fifo"])
def test_replay_reads_only_files(path: str, tmp_path: Path) -> None:
    if path == "fifo":
        path = str(tmp_path / path)
        os.mkfifo(path)
    assert "this is" in refused("replay", path, status=1)


def test_replay_reads_only_the_files_of_a_folder(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    assert "has no files" in refused("replay", tmp_path)


def test_replay_checks_the_size_first(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as stream:
        stream.truncate(3 * 1024**3)
    assert "20 MB" in refused("replay", path, status=1)
