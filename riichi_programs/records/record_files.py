"""Files of records: their format, recognised by what is in them, and their games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from riichi_core.messages import Message
from riichi_core.records.file_text import error_at, parse_json, parse_json_as_far, text_of
from riichi_core.records.game_history import GameHistory, log_header, log_history, recorded_history
from riichi_core.records.log import Header
from riichi_core.records.recorded_game import RecordedGame
from riichi_core.rules.ruleset import Ruleset
from riichi_programs.records import majiang, tenhou6
from riichi_programs.records.game_builder import BROKEN_OFF
from riichi_programs.records.mjai import mjai_games
from riichi_programs.records.mjlog import read_mjlog
from riichi_programs.records.placed_value import PlacedValue, unescaped

RecordFormat = Literal["log", "mjai", "tenhou6", "mjlog", "majiang"]

NO_RECORD = Message(
    "this is no record of a game: expected a log of riichi, mjai lines, tenhou6 JSON or links, "
    "mjlog XML or majiang JSON"
)

_MAHJONG_SOUL = Message(
    "this is Mahjong Soul's own record, which is not read: convert it to tenhou6 JSON"
)
_NOT_READ = {
    '"publicObservation"': Message(
        "this is mjx JSON, which is not read: expected a log of riichi, mjai lines, tenhou6 JSON "
        "or links, mjlog XML or majiang JSON"
    ),
    '"RecordNewRound"': _MAHJONG_SOUL,
    ".lq.RecordNewRound": _MAHJONG_SOUL,
}
"""Formats that are recognised and not read, by a key that only they have."""


_MJAI = re.compile(r'(?:\[\s*)*\{[^{}\[\]]*"type"\s*:|\{.*?"mjai_log"\s*:', re.DOTALL)
"""The beginning of mjai: a line or a list of lines with a `type`, or a review with such a list."""

_PARAMETERS = re.compile(r"(?:&[a-z]+=[0-9A-Za-z_.-]*)+$")
"""The parameters that a link can have after its game, as `&ts=2&tw=1`."""


def format_of(text: str) -> RecordFormat:
    """Return what a text is a record of.

    Raises:
        RecordError: of nothing that is read.
    """
    text = text.lstrip("\ufeff \t\r\n")
    first = text.split("\n", 1)[0]
    if text.startswith("<"):
        return "mjlog"
    if text.startswith(("http://", "https://")):
        return "tenhou6"
    if not text.startswith(("{", "[")):
        raise error_at("line 1", NO_RECORD)
    if first.startswith("{") and '"log"' in first and '"ruleset' in first:
        return "log"
    for key, message in _NOT_READ.items():
        if key in text:
            raise error_at("line 1", message)
    if '"qijia"' in text:
        return "majiang"
    return "mjai" if _MJAI.match(text) else "tenhou6"


@dataclass(frozen=True, slots=True)
class RecordFile:
    """A file of records, decoded and recognised.

    Attributes:
        format: what it is a record of.
        text: what is in it.
    """

    format: RecordFormat
    text: str

    @classmethod
    def of(cls, data: bytes | str) -> RecordFile:
        """Return a file by what is in it.

        Raises:
            RecordError: it is no record.
        """
        text = text_of(data)
        return cls(format_of(text), text)

    @property
    def header(self) -> Header | None:
        """The head of our own log; None for other records.

        Raises:
            RecordError: it cannot be read.
        """
        return log_header(self.text) if self.format == "log" else None

    def games(self) -> tuple[RecordedGame, ...]:
        """Return the games of a file that is no log of ours.

        JSON can have one game, a list of games, or one in each line; a link has one in it.

        Raises:
            RecordError: what is wrong with a game, and where.
        """
        match self.format:
            case "mjlog":
                return (read_mjlog(self.text),)
            case "majiang":
                return _of_values(self.text, majiang.game_of)
            case "tenhou6":
                return _of_values(self.text, tenhou6.game_of)
        return mjai_games(self.text)

    def histories(
        self, played_by: Ruleset, asked: Ruleset | None = None
    ) -> tuple[GameHistory, ...]:
        """Return the games and the history of each of their deals.

        Args:
            played_by: the ruleset that they were played by.
            asked: another one, under which each deal is played again; the deals of a record of
                another program are then those that come of it.

        Raises:
            RecordError: what is wrong with a game, and where.
        """
        if self.format == "log":
            return (log_history(self.text, played_by, asked),)
        return tuple(recorded_history(self.format, game, played_by, asked) for game in self.games())


def read_history(
    data: bytes | str, played_by: Ruleset, asked: Ruleset | None = None
) -> GameHistory:
    """Read a game and the history of each of its deals, as `RecordFile.histories` does.

    Args:
        data: the file, or its text.
        played_by: the ruleset that it was played by.
        asked: another one, under which each deal is played again.

    Raises:
        RecordError: it is no record that can be read, or of several games.
    """
    games = RecordFile.of(data).histories(played_by, asked)
    if len(games) > 1:
        raise error_at("", Message("there are {n} games in it: expected one", n=len(games)))
    return games[0]


def _of_values(
    text: str, game_of: Callable[[PlacedValue], RecordedGame]
) -> tuple[RecordedGame, ...]:
    """Return the games of a text; the last one is not whole where the text breaks off."""
    values = list(_values(text))
    games = [game_of(value) for value, _ in values]
    if values[-1][1] and games[-1].cut is None:
        games[-1] = replace(games[-1], final=None, results=None, cut=BROKEN_OFF)
    return tuple(games)


def _values(text: str) -> Iterator[tuple[PlacedValue, bool]]:
    """Yield the JSON value of each game with its place, and whether the text breaks off in it.

    The place of a single one is empty.
    """
    text = text.strip("\ufeff \t\r\n")
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    if text.startswith("http"):
        for number, line in lines:
            where = f"line {number}" if len(lines) > 1 else ""
            yield PlacedValue(parse_json(_in_link(line, f"line {number}"), where), where), False
    elif len(lines) > 1 and all(line[0] + line[-1] in ("{}", "[]") for _, line in lines[:-1]):
        for number, line in lines:
            where = f"line {number}"
            value, broken = parse_json_as_far(line, where)
            yield from ((game, broken) for game in _each_game(PlacedValue(value, where)))
    else:
        value, broken = parse_json_as_far(text, "")
        yield from ((game, broken) for game in _each_game(PlacedValue(value)))


def _each_game(value: PlacedValue) -> Iterator[PlacedValue]:
    """Yield a game, or those of a list."""
    if not isinstance(value.value, list):
        yield value
        return
    if not value.value:
        raise value.error(Message("there is no game in this list"))
    yield from value.items(1, None, "game {n}")


def _in_link(link: str, where: str) -> str:
    """Return the JSON that stands in a link to the page tenhou.net/6, behind `#json=`."""
    fragment = link.partition("#")[2] if link.startswith("http") else ""
    _, mark, game = fragment.partition("json=")
    if not mark:
        message = Message(
            "this link has no game in it, and nothing is fetched: "
            "expected one with #json=… at its end"
        )
        raise error_at(where, message)
    return unescaped(_PARAMETERS.sub("", game))
