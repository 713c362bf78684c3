"""Formats of records, recognised by what is in a file, and the games of a file of any of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from riichi_core.messages import Message
from riichi_core.records import majiang, tenhou6
from riichi_core.records.foreign import parse_json, refused, unescaped
from riichi_core.records.mjai import read_mjai
from riichi_core.records.mjlog import read_mjlog
from riichi_core.records.recorded import RecordedGame

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
        raise refused("line 1", NO_RECORD)
    if first.startswith("{") and '"log"' in first and '"ruleset' in first:
        return "log"
    for key, message in _NOT_READ.items():
        if key in text:
            raise refused("line 1", message)
    if '"qijia"' in text:
        return "majiang"
    return "mjai" if first.startswith("{") and '"type"' in first else "tenhou6"


def games_of(text: str) -> tuple[RecordFormat, tuple[RecordedGame, ...]]:
    """Return the format of a text that is no log of ours, and its games.

    JSON can have one game, a list of games, or one in each line; a link has one in it.

    Raises:
        RecordError: it is no record, or what is wrong with a game, and where.
    """
    source = format_of(text)
    match source:
        case "mjlog":
            return source, (read_mjlog(text),)
        case "majiang":
            return source, tuple(majiang.game_of(one, at) for at, one in _values(text))
        case "tenhou6":
            return source, tuple(tenhou6.game_of(one, at) for at, one in _values(text))
    return source, (read_mjai(text),)


def _values(text: str) -> Iterator[tuple[str, object]]:
    """Yield the JSON value of each game and its place; the place of a single one is empty."""
    text = text.strip("\ufeff \t\r\n")
    lines = [(n, one.strip()) for n, one in enumerate(text.split("\n"), 1) if one.strip()]
    if text.startswith("http"):
        for number, line in lines:
            where = f"line {number}" if len(lines) > 1 else ""
            yield where, parse_json(_in_link(line, f"line {number}"), where)
    elif len(lines) > 1 and all(one[0] == "{" and one[-1] == "}" for _, one in lines):
        for number, line in lines:
            yield f"line {number}", parse_json(line, f"line {number}")
    else:
        value = parse_json(text, "")
        if not isinstance(value, list):
            yield "", value
            return
        if not value:
            raise refused("", Message("there is no game in this list"))
        for number, one in enumerate(value, start=1):
            yield f"game {number}", one


def _in_link(link: str, where: str) -> str:
    """Return the JSON that stands in a link to the page tenhou.net/6, behind `#json=`."""
    fragment = link.partition("#")[2] if link.startswith("http") else ""
    if not fragment.startswith("json="):
        message = Message(
            "this link has no game in it, and nothing is fetched: "
            "expected one with #json=… at its end"
        )
        raise refused(where, message)
    whole, mark, number = fragment.removeprefix("json=").rpartition("&ts=")
    return unescaped(whole if mark and number.isdecimal() else fragment.removeprefix("json="))
