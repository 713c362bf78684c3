"""Records of Tenhou's archive: a flat sequence of XML tags, one for each event.

Tiles are numbers from 0 to 135, four of each kind; the first five of a suit is the red one.
Positions look like `tag 57, N, m`. The reader accepts only tags and their attributes; it refuses a
document type, and with it every entity.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Literal, NamedTuple
from xml.parsers import expat

from riichi.games.formats.file_text import MOST_LINES, error_at, text_of, unexpected
from riichi.games.formats.game_builder import GameBuilder, RecordedStart
from riichi.games.formats.placed_value import THREE_PLAYERS, PlacedValue, plain_name
from riichi.games.formats.tenhou6 import TENHOU
from riichi.games.replay.recorded_game import FourScores, RecordedEnd, RecordedGame, four_scores
from riichi_core.game.game import Standing
from riichi_core.messages import Message, quote
from riichi_core.play.actions import Chii, ClaimedKan, ConcealedKan, ExtendedKan, Pon
from riichi_core.records.fields import MOST_POINTS
from riichi_core.tiles import TILES, Tile
from riichi_core.tiles.tile import FIVES

ENDS: dict[str, RecordedEnd] = {
    "": "exhausted",
    "nm": "nagashi",
    "yao9": "nine_kinds",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_quads",
    "ron3": "three_wins",
}
"""The draws by their `type`; an exhaustive draw has none."""

_DRAWS, _DISCARDS = "TUVW", "DEFG"
_TILE_TAG = re.compile(rf"([{_DRAWS}{_DISCARDS}])([0-9]{{1,3}})", re.ASCII)
_RESULT = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,3})?", re.ASCII)

_NO_REDS, _CONCEALED, _TWO_ROUNDS, _THREE = 0x02, 0x04, 0x08, 0x10
"""Bits of the type of a game: no red fives, no open tanyao, East and South, three players. The
others are for the room, fast games and chips; no rule depends on them.
"""

_LONGEST = 10_000
"""The maximum length of an attribute, in characters; the seed of a wall has about 6,000."""

_CHIPS = Message("the chips of the record are not compared")


# ---- attributes ----------------------------------------------------------------------------------


def _numbers(attribute: PlacedValue, least: int, most: int, count: int | range) -> tuple[int, ...]:
    """Return a given number of comma-separated whole numbers."""
    counts = range(count, count + 1) if isinstance(count, int) else count
    texts = attribute.value.split(",") if attribute.value else []
    if len(texts) not in counts:
        wanted = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
        raise attribute.unexpected(f"{wanted} numbers with commas between them")
    return tuple(attribute.inside("", part).whole_number(least, most) for part in texts)


def _points(tag: PlacedValue, name: str, count: int | range) -> tuple[int, ...]:
    """Return points, which are written in hundreds."""
    hundreds = _numbers(tag.field(name), -MOST_POINTS, MOST_POINTS, count)
    return tuple(100 * points for points in hundreds)


def _end(end: PlacedValue) -> tuple[FourScores, tuple[int, ...]]:
    """Return the final scores and results, in points; chips may follow them."""
    parts = end.value.split(",")
    results = parts[1:8:2]
    if len(parts) not in (8, 12, 16) or not all(map(_RESULT.fullmatch, results)):
        raise end.unexpected("four scores, each with its result")
    scores = [
        100 * end.inside("", part).whole_number(-MOST_POINTS, MOST_POINTS) for part in parts[:8:2]
    ]
    return four_scores(scores), tuple(round(float(part) * 1000) for part in results)


# ---- melds ---------------------------------------------------------------------------------------


class _Meld(NamedTuple):
    """A set's tiles by number, the claimed one, and the discarder in seats after the caller."""

    own: tuple[int, ...]
    called: int
    giver: int


def _sequence(code: int) -> _Meld | None:
    first, called = divmod(code >> 10, 3)
    kind = first // 7 * 9 + first % 7
    ids = [4 * (kind + n) + (code >> 3 + 2 * n & 3) for n in range(3)]
    return None if first >= 21 else _meld(ids, ids[called], code)


def _triplet(code: int) -> _Meld | None:
    kind, called = divmod(code >> 9, 3)
    ids = [4 * kind + n for n in range(4) if n != code >> 5 & 3]
    return None if kind >= 34 else _meld(ids, ids[called], code)


def _quad(code: int) -> _Meld | None:
    called = code >> 8
    first = called - called % 4
    return None if called >= 136 else _meld(range(first, first + 4), called, code)


def _meld(ids: Iterable[int], called: int, code: int) -> _Meld:
    return _Meld(tuple(tile for tile in ids if tile != called), called, code & 3)


# ---- reading -------------------------------------------------------------------------------------


def read_mjlog(data: bytes | str) -> RecordedGame:
    """Read the game of an mjlog from Tenhou's archive.

    Raises:
        RecordError: if a tag has an error; the message says which.
    """
    reading = _GameReader()
    number, tags = 0, _tags(text_of(data))
    if not any(name in (_ROOT, *_READERS) or _TILE_TAG.fullmatch(name) for name, _ in tags):
        message = Message("this is not an mjlog: expected {root}, not {name}",
                          root=_ROOT, name=quote(tags[0][0] if tags else ""))  # fmt: skip
        raise error_at("tag 1", message)
    for number, (name, attributes) in enumerate(tags, start=1):
        reading.read(name, PlacedValue(attributes, f"tag {number}, {name}"))
    return reading.game(f"tag {number}" if number else "")


def _tags(text: str) -> list[tuple[str, dict[str, str]]]:
    """Return the name and attributes of each tag, as far as the text goes.

    The text is already decoded, so a declared encoding has no effect.
    """
    tags: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate("utf-8")

    def begin(name: str, attributes: dict[str, str]) -> None:
        where = f"tag {len(tags) + 1}"
        if len(tags) == MOST_LINES:
            message = Message("expected at most {n:,} tags", n=MOST_LINES)
            raise error_at(where, message, "out_of_range")
        if max(map(len, (name, *attributes.values()))) > _LONGEST:
            message = Message("expected at most {n:,} characters in one attribute", n=_LONGEST)
            raise error_at(where, message, "out_of_range")
        tags.append((name, attributes))

    def doctype(*_: Any) -> None:
        message = Message("a document type is not supported: expected only tags")
        raise error_at(f"line {parser.CurrentLineNumber}", message)

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text.encode("utf-8", "replace"), True)
    except expat.ExpatError as error:
        if tags and error.code in _CUT:
            return tags
        if (once := _TWICE.sub(r"\1\2\3", text)) != text:
            return _tags(once)
        place = f"line {error.lineno}, character {error.offset + 1}"
        message = Message("this is not XML: {problem}", problem=expat.ErrorString(error.code))
        raise error_at(place, message, "not_xml") from None
    return tags


_ROOT = "mjloggm"

_TWICE = re.compile(r'(<[^<>]*)(\s\w+="[^"<>]*")((?:\s[^<>]*)?)\2(?=[\s/>])')
"""A tag with the same attribute and value twice, as some exporters write it."""

_CUT = {
    expat.errors.codes[text]
    for text in (expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)
}
"""Errors of an incomplete text."""


class _GameReader:
    """The game so far."""

    def __init__(self) -> None:
        self.builder = GameBuilder("INIT", "fromWho")
        self.names: tuple[str, ...] = ()
        self.reds = True
        self.open_tanyao: bool | None = None
        self.rounds: Literal[1, 2] | None = None
        self.chips = False
        self.drawn: dict[int, int] = {}
        self.end: tuple[FourScores, tuple[int, ...]] | None = None

    def read(self, name: str, tag: PlacedValue) -> None:
        """Read the next tag; a tag that is not part of play is skipped."""
        if tile := _TILE_TAG.fullmatch(name):
            self._tile(tile[1], int(tile[2]), tag.where)
        elif name == "UN" and not self.names and all(tag.has(f"n{n}") for n in range(4)):
            self.names = tuple(plain_name(tag.value[f"n{n}"]) for n in range(4))
        elif name in _READERS:
            _READERS[name](self, tag, tag.where)

    def game(self, where: str) -> RecordedGame:
        scores, results = self.end or (None, None)
        return replace(
            self.builder.game(where, self.names, scores, results),
            red_fives=(1, 1, 1) if self.reds else (0, 0, 0),
            open_tanyao=self.open_tanyao,
            rounds=self.rounds,
            room_ruleset=TENHOU,
            notes=(_CHIPS,) if self.chips else (),
        )

    # ---- tags ------------------------------------------------------------------------------------

    def _go(self, tag: PlacedValue, where: str) -> None:
        kind = tag.field("type").whole_number(0, 65535)
        if kind & _THREE:
            raise error_at(where, THREE_PLAYERS)
        self.reds = not kind & _NO_REDS
        self.open_tanyao = not kind & _CONCEALED
        self.rounds = 2 if kind & _TWO_ROUNDS else 1

    def _init(self, tag: PlacedValue, where: str) -> None:
        self.builder.end(where)
        seed = tag.field("seed")
        number, counters, bets, *_dice, indicator = _numbers(seed, 0, 1_000, 6)
        scores, dealer = _points(tag, "ten", 4), tag.field("oya").player()
        hands = [_numbers(tag.field(f"hai{n}"), 0, 135, 13) for n in range(4)]
        if indicator > 135:
            raise seed.error(unexpected("a tile from 0 to 135", indicator))
        if dealer != number % 4:
            raise tag.field("oya").error(unexpected(f"{number % 4}, as seed has it", dealer))
        standing = Standing(scores, number // 4, dealer, counters, bets)
        tiles = tuple(tuple(map(self._named, hand)) for hand in hands)
        self.builder.begin(RecordedStart(standing, tiles, self._named(indicator)), where)
        self.drawn = {}

    def _tile(self, letter: str, number: int, where: str) -> None:
        if number > 135:
            raise error_at(where, unexpected("a tile from 0 to 135", number), "out_of_range")
        deal = self.builder.deal(where)
        if letter in _DRAWS:
            player = _DRAWS.index(letter)
            self.drawn = {player: number}
            deal.drew(player, self._named(number), where)
        else:
            player = _DISCARDS.index(letter)
            is_drawn_tile = self.drawn.get(player) == number
            deal.discarded(player, self._named(number), where, tsumogiri=is_drawn_tile)

    def _set(self, tag: PlacedValue, where: str) -> None:
        player, code = tag.field("who").player(), tag.field("m").whole_number(0, 65535)
        deal = self.builder.deal(where)
        self.drawn = {}
        _, kind, read_meld = next(entry for entry in _SETS if code & entry[0] or not entry[0])
        if kind is None:
            raise error_at(where, THREE_PLAYERS)
        meld = read_meld(code)
        if meld is None:
            raise tag.field("m").error(unexpected("the code of a set", code))
        if kind is ExtendedKan:
            added = (meld.called & ~3) + (code >> 5 & 3)
            deal.made_quad(player, ExtendedKan(self._named(added)), where)
        elif kind is ClaimedKan and not code & 3:
            tiles = self._sorted((*meld.own, meld.called))
            deal.made_quad(player, ConcealedKan(tiles), where)
        else:
            claim, tile = kind(self._sorted(meld.own)), self._named(meld.called)
            deal.claimed(player, (player + meld.giver) % 4, tile, claim, where)

    def _reach(self, tag: PlacedValue, where: str) -> None:
        player, step = tag.field("who").player(), tag.field("step").whole_number(1, 2)
        deal = self.builder.deal(where)
        if step == 1:
            deal.declared_riichi(player, where)
        else:
            deal.accepted(player, where, "who")

    def _dora(self, tag: PlacedValue, where: str) -> None:
        tile = self._named(tag.field("hai").whole_number(0, 135))
        self.builder.deal(where).turned(tile, where)

    def _agari(self, tag: PlacedValue, where: str) -> None:
        deltas = self._deltas(tag)
        winner, giver = tag.field("who").player(), tag.field("fromWho").player()
        ura = tag.optional("doraHaiUra")
        numbers = () if ura is None else _numbers(ura, 0, 135, range(1, 6))
        ura_tiles = tuple(map(self._named, numbers))
        self.builder.deal(where).won(winner, giver, where, deltas, ura_tiles)

    def _ryuukyoku(self, tag: PlacedValue, where: str) -> None:
        deltas, kind = self._deltas(tag), tag.value.get("type", "")
        if kind not in ENDS:
            raise tag.field("type").unexpected(", ".join(filter(None, ENDS)), "unknown_word")
        tenpai = frozenset(player for player in range(4) if tag.has(f"hai{player}"))
        self.builder.deal(where).ended(ENDS[kind], where, deltas, tenpai)

    # ---- helpers ---------------------------------------------------------------------------------

    def _deltas(self, tag: PlacedValue) -> tuple[int, ...]:
        """Return each player's gain; each follows the player's score.

        Chips, if there are any, follow in the same way. The tag may also end the game.
        """
        moved = _points(tag, "sc", range(8, 17, 8))
        if (end := tag.optional("owari")) is not None:
            self.end = _end(end)
        self.chips |= len(moved) > 8
        return moved[1:8:2]

    def _named(self, number: int) -> Tile:
        kind = number // 4
        red = self.reds and number % 4 == 0 and kind in FIVES
        return TILES[str(Tile(kind, red=red))]

    def _sorted(self, numbers: tuple[int, ...]) -> tuple[Tile, ...]:
        return tuple(sorted(map(self._named, numbers)))


_SETS: tuple[tuple[int, Any, Callable[[int], _Meld | None]], ...] = (
    (0x4, Chii, _sequence),
    (0x8, Pon, _triplet),
    (0x10, ExtendedKan, _triplet),
    (0x20, None, _quad),
    (0, ClaimedKan, _quad),
)
"""The bit of each kind of set, and the reader of its code; the first bit that is set counts. A
north that is set aside, 0x20, only occurs in three-player games.
"""

_READERS: dict[str, Callable[[_GameReader, PlacedValue, str], None]] = {
    "GO": _GameReader._go,
    "INIT": _GameReader._init,
    "N": _GameReader._set,
    "REACH": _GameReader._reach,
    "DORA": _GameReader._dora,
    "AGARI": _GameReader._agari,
    "RYUUKYOKU": _GameReader._ryuukyoku,
}
