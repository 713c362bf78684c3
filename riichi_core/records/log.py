"""The log of a game: JSON lines, first what is played by, then every event as it happens.

A line is whole or it is nothing: a log that breaks off anywhere can be gone on with. Format 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from typing import IO, Any, get_args, get_type_hints

from riichi_core.errors import RiichiError
from riichi_core.game.end import GameEnd
from riichi_core.hands import HandError, Meld, parse_meld
from riichi_core.play import events as ev
from riichi_core.play.actions import ActionError, MeldClaim, Response, parse_action
from riichi_core.play.game_state import GameEvent, Settled, Signalled, Undone
from riichi_core.play.wall import Dice, Wall, WallError
from riichi_core.rules.chapters.consequence import FoundAt
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.settlement.ending import PlaySetting
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import TILES, Tile, Wind

FORMAT = 1
MOST_LINES = 200_000
LONGEST_LINE = 4_000
LONGEST_NAME = 200
"""Limits of a log: a long game has some ten thousand lines, the longest those with a wall."""

Entry = GameEvent | Undone


@dataclass(frozen=True, slots=True)
class Header:
    """What a log says before the first event: by what rules and by whom it is played."""

    ruleset: str
    ruleset_hash: str
    players: tuple[str, ...]
    seed: int = 0
    setting: PlaySetting = "tournament"

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        players: Iterable[str],
        seed: int,
        setting: PlaySetting = "tournament",
    ) -> Header:
        """The head of the log of a game that begins.

        Raises:
            LogError: there are not four players, or a name is too long for a line.
        """
        players = tuple(players)
        _check_players(players)
        return cls(ruleset.id, fingerprint(ruleset.rules), players, seed, setting)


@dataclass(frozen=True, slots=True)
class Damage:
    """Where a log cannot be read on: the line, counted from 1, and what is wrong with it."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read: what is before the first damaged line, and what that is.

    `cut` is whether the last line has no end, as after a loss of power; it is left out.
    """

    header: Header
    entries: tuple[Entry, ...]
    damage: Damage | None = None
    cut: bool = False


class LogError(RiichiError):
    """A text that is no log: its head cannot be read."""


KEYS = {
    "tsumogiri": "drawn",
    "order": "at",
    "rushed_draw": "hasty",
    "tile_taken_later": "later",
}
"""What a log calls a field, where that is not its name."""

_FIELDS = {key: name for name, key in KEYS.items()}


# ---- writing -------------------------------------------------------------------------------------


def write_header(header: Header) -> str:
    """The first line of a log."""
    return _line({"log": FORMAT, **{f.name: _out(getattr(header, f.name)) for f in fields(header)}})


def write_entry(entry: Entry) -> str:
    """The line of an event."""
    name = NAMES[type(entry)]
    said = {KEYS.get(f.name, f.name): getattr(entry, f.name) for f in fields(entry)}
    return _line({"event": name, **{key: _out(value) for key, value in said.items()}})


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"


def appender(stream: IO[str]) -> Callable[[Entry], None]:
    """Writes events to a stream, each as soon as it happens (the `note` of a `Table`)."""

    def note(entry: Entry) -> None:
        stream.write(write_entry(entry))
        stream.flush()

    return note


def _out(value: Any) -> Any:
    match value:
        case None | bool() | str():
            return value
        case Wind() | Tile() | Meld() | Fraction():
            return str(value)
        case int():
            return value
        case Wall(dice=dice):
            return {"tiles": str(value), "dice": None if dice is None else list(dice)}
        case Response():
            return _call_out(value)
        case tuple():
            return [_out(one) for one in value]
        case _:
            return str(value)  # an act


def _call_out(call: Response) -> dict[str, Any]:
    more = {KEYS.get(f.name, f.name): getattr(call, f.name) for f in fields(call)[2:]}
    said = {name: value for name, value in more.items() if value not in (0, None, False)}
    return {"seat": str(call.seat), "act": str(call.action), **said}


# ---- reading -------------------------------------------------------------------------------------

EVENTS: tuple[type, ...] = (*get_args(ev.Event), Settled, Signalled, Undone)


def _name(kind: type) -> str:
    letters = (f"_{c.lower()}" if c.isupper() else c for c in kind.__name__)
    return "".join(letters).lstrip("_")


NAMES = {kind: _name(kind) for kind in EVENTS}
"""The name of each event in a log."""

_KINDS = {name: kind for kind, name in NAMES.items()}


class UnreadableError(RiichiError):
    """A value that is not what its field has."""


def read(lines: Iterable[str]) -> Log:
    """A log from its lines.

    Raises:
        LogError: it has no head that can be read.
    """
    numbered = _numbered(lines)
    header = _header(next(numbered, (1, "", False))[1])
    entries: list[Entry] = []
    for number, text, whole in numbered:
        if not whole:
            return Log(header, tuple(entries), cut=True)
        try:
            if number > MOST_LINES:
                raise UnreadableError(f"a log has {MOST_LINES:,} lines at most")
            entries.append(_entry(_object(text)))
        except UnreadableError as error:
            return Log(header, tuple(entries), Damage(number, str(error)))
    return Log(header, tuple(entries))


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str, bool]]:
    """Lines that say something, with their numbers, and whether they are whole."""
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield number, line, line.endswith("\n")


def _object(text: str) -> dict[str, Any]:
    if len(text) > LONGEST_LINE:
        raise UnreadableError(
            f"the line is {len(text):,} characters long: expected {LONGEST_LINE:,}"
        )
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise UnreadableError("it is no JSON") from None
    if not isinstance(data, dict):
        raise UnreadableError("it is no JSON object")
    return data


def _header(text: str) -> Header:
    try:
        data = _object(text)
    except UnreadableError as error:
        raise LogError(f"line 1: {error}; expected the head of a log") from None
    if data.get("log") != FORMAT:
        says = "it is no head of a log" if "log" not in data else f"log {data['log']!r:.20}"
        raise LogError(f'line 1: {says}; expected {{"log": {FORMAT}, …}}')
    try:
        header = Header(**_values(Header, data, skip="log"))
    except UnreadableError as error:
        raise LogError(f"line 1: {error}") from None
    try:
        _check_players(header.players)
    except LogError as error:
        raise LogError(f"line 1: {error}") from None
    return header


def _check_players(players: tuple[str, ...]) -> None:
    if len(players) != 4:
        raise LogError(f"{len(players)} players: a game has four")
    if any(len(name) > LONGEST_NAME for name in players):
        raise LogError(f"the name of a player has more than {LONGEST_NAME} characters")


def _entry(data: dict[str, Any]) -> Entry:
    name = data.get("event")
    if not isinstance(name, str) or name not in _KINDS:
        raise UnreadableError(f"there is no event {name!r:.40}")
    kind = _KINDS[name]
    try:
        entry: Entry = kind(**_values(kind, data, skip="event"))
    except (WallError, HandError) as error:
        raise UnreadableError(f"{name}: {error}") from None
    return entry


def _values(kind: type, data: Mapping[str, Any], *, skip: str) -> dict[str, Any]:
    hints = _HINTS[kind]
    unknown = [key for key in data if key not in hints and key != skip]
    missing = [key for key in hints if key not in data]
    if unknown or missing:
        wrong = f"unknown {unknown[0]!r:.40}" if unknown else f"'{missing[0]}' is missing"
        raise UnreadableError(f"{_name(kind)}: {wrong}; expected {', '.join(hints)}")
    return {_FIELDS.get(key, key): _value(key, hint, data[key]) for key, hint in hints.items()}


def _value(name: str, hint: Any, value: Any) -> Any:
    reader = _READERS.get(hint)
    if reader is None:
        words = get_args(hint)
        if value in words and not isinstance(value, bool):
            return value
        raise UnreadableError(f"{name}: expected one of {', '.join(map(str, words))}")
    try:
        return reader(value)
    except (UnreadableError, ValueError, KeyError, TypeError, IndexError, ArithmeticError) as error:
        told = f" ({error})" if isinstance(error, UnreadableError | ActionError | WallError) else ""
        raise UnreadableError(f"{name}: {value!r:.60} cannot be{told}") from None


def _is(kind: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        if type(value) is not kind:
            raise UnreadableError(f"expected {kind.__name__}")
        return value

    return check


def _tile(value: Any) -> Tile:
    return TILES[value]


def _points(value: Any) -> Points:
    if type(value) is int:
        return value
    return Fraction(_is(str)(value))


def _maybe(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: None if value is None else reader(value)


def _each(reader: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda value: tuple(reader(one) for one in _is(list)(value))


def _four(value: Any) -> tuple[Points, ...]:
    found: tuple[Points, ...] = _each(_points)(value)
    if len(found) != 4:
        raise UnreadableError("expected four")
    return found


def _meld(value: Any) -> MeldClaim:
    act = parse_action(_is(str)(value))
    if not isinstance(act, MeldClaim):
        raise UnreadableError("expected a chow, pung or kong")
    return act


def _call(value: Any) -> Response:
    data = _is(dict)(value)
    kinds = {"at": int, "seconds": int, "hasty": bool, "later": bool}
    if not {"seat", "act"} <= set(data) <= {"seat", "act", *kinds}:
        raise UnreadableError("expected seat and act")
    more = {
        _FIELDS.get(name, name): _is(kind)(data[name])
        for name, kind in kinds.items()
        if name in data
    }
    return Response(_wind(data["seat"]), parse_action(_is(str)(data["act"])), **more)


def _wind(value: Any) -> Wind:
    return Wind.of(_is(str)(value))


def _wall(value: Any) -> Wall:
    data = _is(dict)(value)
    dice = data.get("dice")
    return Wall.parse(_is(str)(data["tiles"]), None if dice is None else _dice(dice))


def _dice(value: Any) -> Dice:
    one, two = (_is(int)(n) for n in _is(list)(value))
    return one, two


_READERS: dict[Any, Callable[[Any], Any]] = {
    Wind: _wind,
    Wind | None: _maybe(_wind),
    Tile: _tile,
    Meld: lambda value: parse_meld(_is(str)(value)),
    Wall: _wall,
    int: _is(int),
    bool: _is(bool),
    str: _is(str),
    Points: _points,
    ev.FourPoints: _four,
    tuple[Points, ...]: _four,
    tuple[Wind, ...]: _each(_wind),
    tuple[str, ...]: _each(_is(str)),
    tuple[Response, ...]: _each(_call),
    tuple[FoundAt, ...]: _each(lambda value: _value("found_at", FoundAt, value)),
    MeldClaim | None: _maybe(_meld),
    GameEnd | None: _maybe(lambda value: _value("over", GameEnd, value)),
}

_HINTS = {
    kind: {KEYS.get(name, name): hint for name, hint in get_type_hints(kind).items()}
    for kind in (*EVENTS, Header)
}
