"""The log of a game as JSON lines: a head with the rules, then every event as it happens.

Each line is written completely or not at all, so a log can be continued wherever it breaks off.
Format 1.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache, reduce
from operator import or_
from typing import IO, Annotated, Any, Literal, get_args, get_type_hints
from unicodedata import category

from pydantic import (
    AfterValidator,
    Field,
    PlainSerializer,
    TypeAdapter,
    ValidationError,
    create_model,
)
from pydantic.alias_generators import to_snake
from pydantic_core import PydanticSerializationError, to_json

from riichi_core.errors import RiichiError
from riichi_core.hands.melds import Meld
from riichi_core.messages import Message, quote, quote_argument
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    Action,
    ActionError,
    MeldClaim,
    Response,
    RiichiDeclared,
    parse_action,
)
from riichi_core.play.game_state import GameEvent, Settled, Signalled, Undone
from riichi_core.play.wall import Wall
from riichi_core.records.fields import (
    MOST_POINTS,
    PointsText,
    Record,
    SeatField,
    SetText,
    TileText,
    as_text,
)
from riichi_core.records.record_problems import record_error
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.scoring.points import Points
from riichi_core.seeded import HIGHEST_SEED, LOWEST_SEED
from riichi_core.tiles import Tile, Wind

FORMAT: Literal[1] = 1
MOST_LINES = 200_000
LONGEST_LINE = 4_000
LONGEST_NAME = 200
"""Limits of a log: a long game has about ten thousand lines, and the longest contain a wall."""

LogEntry = GameEvent | Undone

EVENTS: tuple[type, ...] = (*get_args(ev.Event), Settled, Signalled, Undone)


EVENT_NAMES = {kind: to_snake(kind.__name__) for kind in EVENTS}
"""The name of each event in a log, e.g. `riichi_accepted` for `RiichiAccepted`."""


KEYS = {"tsumogiri": "drawn", "tile_taken_later": "later"}
"""The names of event fields in a log that differ from the names in the code."""

_FIELDS = {key: name for name, key in KEYS.items()}


class LogHeader(Record):
    """The head of a log: the rules and the players."""

    log: Literal[1] = FORMAT
    ruleset: str
    ruleset_hash: str
    players: tuple[str, ...]
    seed: Annotated[int, Field(ge=LOWEST_SEED, le=HIGHEST_SEED)] = 0
    setting: PlaySetting = "tournament"

    @classmethod
    def of(
        cls,
        ruleset: Ruleset,
        players: Iterable[str],
        seed: int,
        setting: PlaySetting = "tournament",
    ) -> LogHeader:
        """Return the head of the log for a new game.

        Raises:
            LogError: if there are not four players, a name is too long for a line, or the seed has
                more than 64 bits.
        """
        players = tuple(players)
        _check_players(players)
        if not LOWEST_SEED <= seed <= HIGHEST_SEED:
            raise LogError(Message("the seed has more than 64 bits"))
        return cls(
            ruleset=ruleset.id,
            ruleset_hash=fingerprint(ruleset.rules),
            players=players,
            seed=seed,
            setting=setting,
        )


@dataclass(frozen=True, slots=True)
class Damage:
    """The first unreadable line of a log, counted from 1, and the problem."""

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Log:
    """A log that was read up to its first damaged line, and the damage.

    `cut` is true if the last line is incomplete, e.g. after a power failure; that line is left out.
    """

    header: LogHeader
    entries: tuple[LogEntry, ...]
    damage: Damage | None = None
    cut: bool = False


class LogError(RiichiError):
    """A text that is not a log because its head cannot be read."""

    code = "not_a_log"


# ---- the types of the fields ---------------------------------------------------------------------


def _meld(text: str) -> MeldClaim:
    action = parse_action(text)
    if not isinstance(action, MeldClaim):
        raise ActionError(
            Message("expected a sequence, triplet or quad, not {text}", text=quote(text))
        )
    return action


_Number = Annotated[int, Field(ge=-MOST_POINTS, le=MOST_POINTS)]


class _CallRecord(Record):
    """A call in a log, which omits default values."""

    seat: SeatField
    act: Annotated[Action, as_text("an action as text", parse_action), PlainSerializer(str)]
    at: _Number = 0
    seconds: _Number | None = None
    hasty: bool = False
    later: bool = False


class _WallRecord(Record):
    tiles: str
    dice: tuple[_Number, _Number] | None = None


def _call_out(call: Response) -> dict[str, Any]:
    optional = {
        "at": call.order,
        "seconds": call.seconds,
        "hasty": call.hasty,
        "later": call.tile_taken_later,
    }
    not_default = {name: value for name, value in optional.items() if value not in (0, None, False)}
    return {"seat": str(call.seat), "act": str(call.action), **not_default}


_MeldText = Annotated[
    MeldClaim, as_text("a sequence, triplet or quad as text", _meld), PlainSerializer(str)
]
_Call = Annotated[
    _CallRecord,
    AfterValidator(
        lambda call: Response(call.seat, call.act, call.at, call.seconds, call.hasty, call.later)
    ),
    PlainSerializer(_call_out),
]
_Wall = Annotated[
    _WallRecord,
    AfterValidator(lambda wall: Wall.parse(wall.tiles, wall.dice)),
    PlainSerializer(lambda wall: {"tiles": str(wall), "dice": wall.dice}),
]
_FourPoints = tuple[PointsText, PointsText, PointsText, PointsText]

_TYPES: dict[Any, Any] = {
    int: _Number,
    Tile: TileText,
    tuple[Tile, ...]: tuple[TileText, ...],
    Wind: SeatField,
    Wind | None: SeatField | None,
    tuple[Wind, ...]: tuple[SeatField, ...],
    Meld: SetText,
    MeldClaim | None: _MeldText | None,
    tuple[Response, ...]: tuple[_Call, ...],
    Wall: _Wall,
    RiichiDeclared: RiichiDeclared,
    Points: PointsText,
    ev.FourPoints: _FourPoints,
    tuple[Points, ...]: _FourPoints,
}
"""The reader and writer of an event field, by its type; words stay as they are."""


@cache
def _models() -> dict[type, type[Record]]:
    """Return the record of each event: its name and its fields."""
    return {kind: _model(kind, name) for kind, name in EVENT_NAMES.items()}


def _model(kind: type, name: str) -> type[Record]:
    hints = get_type_hints(kind)
    typed: dict[str, Any] = {"event": (Literal[name], name)}
    typed |= {KEYS.get(key, key): (_TYPES.get(hint, hint), ...) for key, hint in hints.items()}
    model: type[Record] = create_model(name, __base__=Record, **typed)
    return model


@cache
def _entries() -> TypeAdapter[Record]:
    """Return the reader of any event, which its name selects."""
    either: Any = reduce(or_, _models().values())
    return TypeAdapter(Annotated[either, Field(discriminator="event")])


# ---- writing -------------------------------------------------------------------------------------


def write_header(header: LogHeader) -> str:
    """Return the first line of a log."""
    return header.model_dump_json() + "\n"


def write_entry(entry: LogEntry) -> str:
    """Return the line of an event."""
    model = _models()[type(entry)]
    values = {
        KEYS.get(field.name, field.name): getattr(entry, field.name) for field in fields(entry)
    }
    record = model.model_construct(event=EVENT_NAMES[type(entry)], **values)
    try:
        return record.model_dump_json() + "\n"
    except PydanticSerializationError as error:
        if KeyboardInterrupt.__name__ in str(error):  # Ctrl-C while the serializer called `str`
            raise KeyboardInterrupt from error
        raise


def log_appender(stream: IO[str]) -> Callable[[LogEntry], None]:
    """Return a function that writes events to a stream as soon as they happen.

    It is the `note` of a `Table`.

    If a file cannot take a line, e.g. because the disk is full, nothing of it is written and the
    error is raised.
    """
    raw = getattr(getattr(stream, "buffer", None), "raw", None)

    def note(entry: LogEntry) -> None:
        stream.write(write_entry(entry))
        stream.flush()

    def note_whole(entry: LogEntry) -> None:
        stream.flush()
        _append(raw, write_entry(entry).encode())

    return note if raw is None or not raw.seekable() else note_whole


def _append(raw: Any, line: bytes) -> None:
    """Write a line to a file completely or not at all, without the buffer, which would retry."""
    start = raw.tell()
    written = 0
    try:
        while written < len(line):
            written += raw.write(line[written:])
    except BaseException:
        with suppress(OSError):
            raw.seek(start)
            raw.truncate()
        raise


# ---- reading -------------------------------------------------------------------------------------


class _UnreadableError(Exception):
    """A line that is not an event, or not the head of a log."""


def read_log(lines: Iterable[str]) -> Log:
    """Read a log from its lines.

    Raises:
        LogError: if its head cannot be read.
    """
    numbered = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
    header = _header(next(numbered, (1, ""))[1])
    entries: list[LogEntry] = []
    for number, text in numbered:
        if not text.endswith("\n"):
            return Log(header, tuple(entries), cut=True)
        try:
            if number > MOST_LINES:
                raise _UnreadableError(Message("a log has {n:,} lines at most", n=MOST_LINES))
            entries.append(_entry(text))
        except _UnreadableError as error:
            return Log(header, tuple(entries), Damage(number, error.args[0]))
    return Log(header, tuple(entries))


def _header(text: str) -> LogHeader:
    try:
        _refuse_long(text)
        header = LogHeader.model_validate_json(text)
        _check_players(header.players)
    except ValidationError as error:
        problem: str = _no_header(error, text)
    except (_UnreadableError, LogError) as error:
        problem = error.args[0]
    else:
        return header
    raise LogError(Message("line 1: {problem}", problem=problem))


def _no_header(error: ValidationError, text: str) -> str:
    """Describe the problem of a text's first line."""
    first = error.errors(include_url=False)[0]
    if not_json := _not_json(first["type"]):
        return Message("{problem}; expected the head of a log", problem=not_json)
    if first["loc"] == ("log",):
        return Message(
            'log {value}; expected {{"log": {format}, …}}',
            value=quote(first["input"]), format=FORMAT,
        )  # fmt: skip
    if isinstance(first["input"], dict) and "log" not in first["input"]:
        return Message(
            'it is not the head of a log; expected {{"log": {format}, …}}', format=FORMAT
        )
    return str(record_error(error, LogHeader, json.loads(text)))


def _check_players(players: tuple[str, ...]) -> None:
    if len(players) != 4:
        raise LogError(Message("{n} players: a game has four", n=len(players)))
    for name in players:
        if not isinstance(name, str):
            raise LogError(
                Message("the name of a player is {value}, not text", value=quote_argument(name))
            )
        if len(name) > LONGEST_NAME:
            raise LogError(
                Message("the name of a player has more than {n} characters", n=LONGEST_NAME)
            )
        if any(category(letter) == "Cs" for letter in name):
            message = Message("the name {name} contains an unpaired surrogate", name=quote(name))
            raise LogError(message)
    if len(to_json(players).decode()) > LONGEST_LINE // 2:  # JSON has \u0001 for one character
        raise LogError(Message("the names of the players are too long for a line"))


def _refuse_long(text: str) -> None:
    if len(text) > LONGEST_LINE:
        message = Message("the line is {length:,} characters long: expected {most:,}",
                          length=len(text), most=LONGEST_LINE)  # fmt: skip
        raise _UnreadableError(message)


def _entry(text: str) -> LogEntry:
    _refuse_long(text)
    try:
        values = dict(_entries().validate_json(text).__dict__)
    except ValidationError as error:
        raise _UnreadableError(_no_entry(error, text)) from None
    kind = _KINDS[values.pop("event")]
    entry: LogEntry = kind(**{_FIELDS.get(key, key): value for key, value in values.items()})
    return entry


_KINDS = {name: kind for kind, name in EVENT_NAMES.items()}


def _no_entry(error: ValidationError, text: str) -> str:
    """Describe the problem of an event's line."""
    first = error.errors(include_url=False)[0]
    if not_json := _not_json(first["type"]):
        return not_json
    if not first["loc"]:  # the event has no name, or an unknown one
        name = quote(first["input"].get("event"))
        return Message("there is no event {name}", name=name)
    kind = _KINDS[str(first["loc"][0])]
    try:
        _models()[kind].model_validate_json(text)
    except ValidationError as event_error:
        problem = record_error(event_error, _models()[kind], json.loads(text))
    return Message("{event}: {problem}", event=EVENT_NAMES[kind], problem=str(problem))


def _not_json(code: str) -> str:
    if code == "json_invalid":
        return Message("it is not JSON")
    no_object = code in ("model_type", "model_attributes_type", "dict_type")
    return Message("it is not a JSON object") if no_object else ""
