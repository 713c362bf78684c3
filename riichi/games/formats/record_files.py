"""Files of records: their format, recognised by content, and their games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from riichi.games.formats import majiang, tenhou6
from riichi.games.formats.file_text import error_at, parse_json, parse_json_as_far, text_of
from riichi.games.formats.game_builder import BROKEN_OFF
from riichi.games.formats.joining import join, joined
from riichi.games.formats.mjai import mjai_games
from riichi.games.formats.mjlog import read_mjlog
from riichi.games.formats.placed_value import PlacedValue
from riichi.games.replay.game_history import GameHistory, log_header, log_history, recorded_history
from riichi.games.replay.recorded_game import RecordedGame
from riichi_core.files.problem import Problem
from riichi_core.messages import Message, quote
from riichi_core.records.log import LogHeader
from riichi_core.rules.ruleset import Ruleset

_MJAI = re.compile(r'(?:\[\s*)*\{[^{}\[\]]*"type"\s*:|\{.*?"mjai_log"\s*:', re.DOTALL)
"""The beginning of mjai: a line or a list of lines with a `type`, or a review with such a list."""

_NOT_READ = {
    re.compile(r'"publicObservation"'): Message("this is mjx JSON, which riichi cannot read"),
    re.compile(r'\A\{\s*"head"\s*:|(?:"|\.lq\.)RecordNewRound'): Message(
        "this is Mahjong Soul's own record, which riichi cannot read: convert it to tenhou6 JSON"
    ),
    re.compile(r'"(?:gradingScore|player1ptr)"\s*:|\A(?:[CL]\d+ \| )?\d\d:\d\d \|'): Message(
        "this is a list of games without their moves: download the record of each game"
    ),
    re.compile(
        r"\A(?:<\?xml[^>]*>\s*|<!--.{0,500}?-->\s*){0,3}<(?:!doctype\s+html|html|head|body)\b",
        re.DOTALL | re.IGNORECASE,
    ): Message("this is a web page, not the record of a game: download the record itself"),
}
"""Patterns of texts that are not supported, and what such a text is."""

_PARAMETERS = re.compile(r"(?:&[a-z]+=[0-9A-Za-z_.-]*)+$")
"""The parameters that can follow the game in a link, e.g. `&ts=2&tw=1`."""


def _of_values(
    text: str, game_of: Callable[[PlacedValue], RecordedGame]
) -> tuple[RecordedGame, ...]:
    """Return the games of a text; the last one is incomplete if the text breaks off."""
    values = list(_values(text))
    games = [game_of(value) for value, _ in values]
    if values[-1][1] and games[-1].cut is None:
        games[-1] = replace(games[-1], final=None, results=None, cut=BROKEN_OFF)
    return tuple(games)


def _values(text: str) -> Iterator[tuple[PlacedValue, bool]]:
    """Yield the JSON value of each game with its position, and whether the text breaks off in it.

    The position of a single game is empty.
    """
    text = text.strip("\ufeff \t\r\n")
    lines = [(n, line.strip()) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    links = text.startswith("http")
    if not links and (
        len(lines) < 2 or any(line[0] + line[-1] not in ("{}", "[]") for _, line in lines[:-1])
    ):
        lines = [(1, text)]
    for number, line in lines:
        where = f"line {number}" if len(lines) > 1 else ""
        if links:
            yield PlacedValue(parse_json(_in_link(line, f"line {number}"), where), where), False
            continue
        plain, broken = parse_json_as_far(line, where)
        value = PlacedValue(plain, where)
        if plain == []:
            raise value.error(Message("there is no game in this list"))
        games = value.items(1, None, "game {n}") if isinstance(plain, list) else [value]
        yield from ((game, broken) for game in games)


def _in_link(link: str, where: str) -> str:
    """Return the JSON in a link to the page tenhou.net/6, after `#json=`."""
    fragment = link.partition("#")[2] if link.startswith("http") else ""
    _, mark, game = fragment.partition("json=")
    if not mark:
        message = Message(
            "this link contains no game, and riichi fetches nothing: expected a link that ends "
            "with #json=…"
        )
        raise error_at(where, message)
    return unquote(_PARAMETERS.sub("", game))


@dataclass(frozen=True, slots=True)
class Format:
    """A format of game records.

    Attributes:
        name: its name in JSON.
        title: the readable name of a record in this format.
        matches: returns whether a text, without leading spaces, is in this format.
        read: the reader of its games; None for our own log, which `log_history` reads.
    """

    name: str
    title: Message
    matches: Callable[[str], bool]
    read: Callable[[str], tuple[RecordedGame, ...]] | None


def _is_log(text: str) -> bool:
    first = text.split("\n", 1)[0]
    return first.startswith("{") and '"log"' in first and '"ruleset' in first


FORMATS = {
    record_format.name: record_format
    for record_format in (
        Format("log", Message("a log of riichi"), _is_log, None),
        Format("mjai", Message("mjai lines"), lambda text: _MJAI.match(text) is not None,
               mjai_games),
        Format("majiang", Message("a record of majiang"),
               lambda text: text.startswith(("{", "[")) and '"qijia"' in text,
               lambda text: _of_values(text, majiang.game_of)),
        Format("tenhou6", Message("a tenhou6 file"),
               lambda text: text.startswith(("{", "[", "http://", "https://")),
               lambda text: _of_values(text, tenhou6.game_of)),
        Format("mjlog", Message("an mjlog file"), lambda text: text.startswith("<"),
               lambda text: (read_mjlog(text),)),
    )
}  # fmt: skip
"""The supported formats by name; a text has the first format that matches."""


def format_of(text: str) -> Format:
    """Return the format of a record.

    Raises:
        RecordError: if the format of the text is not supported.
    """
    text = text.lstrip("\ufeff \t\r\n")
    for pattern, message in _NOT_READ.items():
        if pattern.search(text) and not _is_log(text):
            raise error_at("line 1", message)
    for record_format in FORMATS.values():
        if record_format.matches(text):
            return record_format
    titles = Message.or_list(record_format.title for record_format in FORMATS.values())
    message = Message("this is not the record of a game: expected {formats}", formats=titles)
    raise error_at("line 1", message, "not_a_game")


@dataclass(frozen=True, slots=True)
class RecordFile:
    """The text of a file of records, with its format."""

    format: Format
    text: str

    @classmethod
    def of(cls, data: bytes | str | Problem) -> RecordFile:
        """Return a file from its content, or from the problem if it cannot be read.

        Raises:
            RecordError: if it is not a record, or cannot be read.
        """
        if isinstance(data, Problem):
            raise error_at("", data.message, data.code)
        text = text_of(data)
        return cls(format_of(text), text)

    @property
    def header(self) -> LogHeader | None:
        """The head of our own log; None for other records.

        Raises:
            RecordError: if it cannot be read.
        """
        return log_header(self.text) if self.format.read is None else None

    def games(self) -> tuple[RecordedGame, ...]:
        """Return the games of a file that is not our own log.

        JSON can have one game, a list of games, or one per line; a link has one. Games
        of one deal that continue each other are one game.

        Raises:
            RecordError: if a game has an error; the message says where.
        """
        assert self.format.read is not None, "`histories` reads our own logs"
        return tuple(joined(self.format.read(self.text), join))

    def histories(
        self,
        played_by: Ruleset,
        asked: Ruleset | None = None,
        of_room: Callable[[str], Ruleset] | None = None,
    ) -> tuple[GameHistory, ...]:
        """Return the games with the history of each of their deals.

        Args:
            played_by: the ruleset of the games.
            asked: another ruleset, under which each deal is played again; in the record of another
                program, each deal is then the outcome under this ruleset.
            of_room: loads a ruleset by id. It replaces `played_by` for a game whose record names
                the room of a program with its own ruleset.

        Raises:
            RecordError: if a game has an error; the message says where.
        """
        if self.format.read is None:
            return (log_history(self.text, played_by, asked),)
        histories = []
        for game in self.games():
            ruleset, room = played_by, game.room_ruleset
            if of_room is not None and room not in ("", played_by.id):
                ruleset = of_room(room)
            history = recorded_history(self.format.name, game, ruleset, asked)
            if ruleset is not played_by and asked is None:
                note = Message(
                    "replayed under {ruleset}, because the record names its room, {room}",
                    ruleset=ruleset.id, room=quote(game.room),
                )  # fmt: skip
                history = replace(history, notes=(note, *history.notes))
            histories.append(history)
        return tuple(histories)


def read_history(
    data: bytes | str, played_by: Ruleset, asked: Ruleset | None = None
) -> GameHistory:
    """Read a game and the history of each of its deals, as `RecordFile.histories` does.

    Args:
        data: the file, or its text.
        played_by: the ruleset of the game.
        asked: another ruleset, under which each deal is played again.

    Raises:
        RecordError: if the data is not a supported record, or has several games.
    """
    games = RecordFile.of(data).histories(played_by, asked)
    if len(games) > 1:
        raise error_at("", Message("there are {n} games in it: expected one", n=len(games)))
    return games[0]
