"""Ctrl-C, SIGTERM, a dead parent and a broken pipe: finished work stays, and all processes end."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest
from effort import first
from running import environment, hear_all

from riichi_core.records.log import read_log

SOON = 60.0
"""Seconds, most of them for a busy machine; without its signal each call takes minutes."""


@contextmanager
def running(*call: object, **streams: int) -> Iterator[subprocess.Popen[bytes]]:
    """Start a command in its own process group; end the rest of the group afterwards."""
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "riichi", *map(str, call)],
        stdin=streams.get("stdin", pipe), stdout=pipe, stderr=pipe,
        env=environment(), start_new_session=True, preexec_fn=hear_all,  # noqa: PLW1509
    ) as process:  # fmt: skip
        try:
            yield process
        finally:
            if group(process.pid):
                os.killpg(process.pid, signal.SIGKILL)


def group(leader: int) -> list[int]:
    """Return the remaining processes of a group, apart from zombies."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, _, of_group = (folder / "stat").read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if int(of_group) == leader and state != "Z":
            found.append(int(folder.name))
    return found


def wait_for(what: object, patience: float = 60.0) -> None:
    until = monotonic() + patience
    while not what():  # type: ignore[operator]
        assert monotonic() < until, "it takes too long"
        sleep(0.05)


def logs(folder: Path) -> list[Path]:
    return [path for path in folder.glob("game-*.jsonl") if path.stat().st_size > 100_000]


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("processes", [2, 1])
def test_an_interrupted_simulation_keeps_its_finished_games(
    number: signal.Signals, processes: int, tmp_path: Path
) -> None:
    with running("simulate", "--games", 5000, "--players", "tsumogiri", "--write-logs", tmp_path,
                 "--processes", processes, "--format", "json") as process:  # fmt: skip
        wait_for(lambda: len(logs(tmp_path)) > 12)  # the parent has the first
        if number is signal.SIGINT:
            os.killpg(process.pid, number)  # as a terminal does
        else:
            process.send_signal(number)
        out, said = process.communicate(timeout=60)
        assert (process.returncode, said.strip()) == (128 + number, b"")
        assert group(process.pid) == []
        assert json.loads(out)["games"] > 0
    for path in tmp_path.glob("game-*.jsonl"):
        if path.stat().st_size:
            log = read_log(io.StringIO(path.read_text(encoding="utf-8")))
            assert (log.damage, log.cut) == (None, False)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_workers_do_not_outlive_their_parent(tmp_path: Path) -> None:
    with running("simulate", "--games", 5000, "--players", "tsumogiri", "--write-logs", tmp_path,
                 "--processes", 2) as process:  # fmt: skip
        wait_for(lambda: len(group(process.pid)) > 2 and logs(tmp_path))
        process.kill()
        process.wait()
        wait_for(lambda: group(process.pid) == [], SOON)


@pytest.mark.parametrize("number", first([signal.SIGINT, signal.SIGTERM]))
@pytest.mark.parametrize("command", first(["score", "settle"]))
def test_an_interrupted_stream_has_whole_lines(command: str, number: signal.Signals) -> None:
    with running(command, "--jsonl") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"{}\n")
        process.stdin.flush()
        answer = process.stdout.readline()
        assert "error" in json.loads(answer)
        process.send_signal(number)
        out, said = process.communicate(timeout=60)
    assert (out, said.strip(), process.returncode) == (b"", b"", 128 + number)


WIN = b'{"hand":"223344m667788p7z","winning_tile":"7z","won_by":"self_draw"}\n'


@pytest.mark.parametrize("number", first([signal.SIGTERM, signal.SIGINT, signal.SIGHUP]))
def test_a_stream_with_unread_answers_is_ended(number: signal.Signals, tmp_path: Path) -> None:
    records = tmp_path / "records"
    records.write_bytes(b"{}\n" * 10_000)
    with records.open("rb") as given, running("score", "--jsonl", stdin=given.fileno()) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"{"
        sleep(0.5)  # now the pipe is full
        process.send_signal(number)
        process.send_signal(number)  # as some programs do
        assert process.wait(SOON) == 128 + number
        assert process.stderr is not None
        assert process.stderr.read().strip() == b""


def test_an_ignored_signal_stays_ignored() -> None:
    def ignore() -> None:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)

    call = [sys.executable, "-m", "riichi", "score", "--jsonl"]
    pipe = subprocess.PIPE
    with subprocess.Popen(call, stdin=pipe, stdout=pipe, env=environment(),
                          preexec_fn=ignore) as process:  # noqa: PLW1509 # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(WIN)
            process.stdin.flush()
            assert "results" in json.loads(process.stdout.readline())
            process.send_signal(signal.SIGHUP)
        process.stdin.close()
        assert process.wait(60) == 0


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_worker_ends_the_call_with_an_error_message(tmp_path: Path) -> None:
    with running("simulate", "--games", 5000, "--players", "tsumogiri", "--write-logs", tmp_path,
                 "--processes", 2) as process:  # fmt: skip
        wait_for(lambda: len(logs(tmp_path)) > 12)  # the parent has the first
        one = next(pid for pid in group(process.pid) if pid != process.pid)
        os.kill(one, signal.SIGKILL)
        _, said = process.communicate(timeout=60)
        assert process.returncode == 1
        assert said.decode().splitlines() == ["Error: a worker process was killed"]
        wait_for(lambda: group(process.pid) == [], SOON)


def test_a_broken_pipe_ends_a_stream_quietly() -> None:
    with running("score", "--jsonl") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(b"{}\n" * 100)
        process.stdin.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
        assert process.wait(60) == 1
