"""If a log cannot store an event, the table stays where the log ends, and both can continue."""

from __future__ import annotations

import errno
import io
from pathlib import Path
from typing import Any

import pytest
from effort import first
from playing import RULESETS

from riichi_core.bots.by_name import player_named
from riichi_core.bots.runner import play_game
from riichi_core.play.events import Drew
from riichi_core.play.table import Table
from riichi_core.records import log
from riichi_core.records.log import (
    LogEntry,
    LogHeader,
    log_appender,
    read_log,
    write_entry,
    write_header,
)
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import TILES, Tile, Wind

RULES = RULESETS["ema-2016"]
PLAYERS = [player_named("tsumogiri", SeededRandom(seat)) for seat in range(4)]


class FullError(Exception):
    """Raised when there is no room."""


class Room:
    """A log with room for a limited number of events."""

    def __init__(self, room: int) -> None:
        self.room, self.text = room, write_header(LogHeader.of(RULES, "ABCD", 1))

    def __call__(self, entry: LogEntry) -> None:
        if not self.room:
            raise FullError
        self.room -= 1
        self.text += write_entry(entry)

    def table(self) -> Table:
        """Return the table to which the log leads."""
        table = Table(RULES, seed=1)
        table.fold(read_log(io.StringIO(self.text)).entries)
        return table


@pytest.mark.parametrize("room", first([0, 30, 1, 2, 3, 7, 31, 32, 33, 34], 2))
def test_table_and_log_agree_when_a_note_raises(room: int) -> None:
    note = Room(room)
    table = Table(RULES, seed=1, listener=note)
    with pytest.raises(FullError):
        play_game(table, PLAYERS)
    assert len(table.events) == room
    assert table.events == note.table().events
    assert table.game == note.table().game
    note.room = 10_000
    table.resume(())
    play_game(table, PLAYERS)
    assert table.over
    assert table.events == note.table().events


def test_an_undo_that_cannot_be_logged_does_not_happen() -> None:
    note = Room(10_000)
    table = Table(RULES, seed=1, listener=note)
    table.start()
    table.push(table.legal_actions("east")[0])
    stood, note.room = table.game, 0
    with pytest.raises(FullError):
        table.pop()
    assert table.game == stood
    note.room = 1
    table.pop()
    assert table.game == note.table().game != stood


def test_a_line_that_cannot_be_written_leaves_no_trace_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is full after half a line, and then has room again."""

    class Half:
        def __init__(self, raw: Any) -> None:
            self.raw = raw
            self.full = False

        def __getattr__(self, name: str) -> Any:
            return getattr(self.raw, name)

        def write(self, data: bytes) -> int:
            if self.full:
                raise OSError(errno.ENOSPC, "No space left on device")
            self.full = True
            written: int = self.raw.write(data[: len(data) // 2])
            return written

    path, table = tmp_path / "log", Table(RULES, seed=1)
    table.start()
    event = table.events[0]
    with path.open("w", encoding="utf-8") as stream:
        stream.write(write_header(LogHeader.of(RULES, "ABCD", 1)))
        note, append = log_appender(stream), log._append
        monkeypatch.setattr(log, "_append", lambda raw, line: append(Half(raw), line))
        with pytest.raises(OSError, match="No space left"):
            note(event)
        monkeypatch.undo()
        note(event)
    found = read_log(io.StringIO(path.read_text(encoding="utf-8")))
    assert (found.entries, found.damage, found.cut) == ((event,), None, False)


def test_an_interrupt_inside_the_serializer_is_passed_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Tile) -> str:
        raise KeyboardInterrupt

    drawn = Drew(Wind.EAST, TILES["5p"])
    write_entry(drawn)
    monkeypatch.setattr(Tile, "__str__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_entry(drawn)
