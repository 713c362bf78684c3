"""Records of Tenhou's archive: a flat row of XML tags, one for each thing that happens.

Tiles are numbers from 0 to 135, four of each kind; the first five of a suit is the red one. Places
are named as `tag 57, N, m`. Of XML nothing is read but tags and their attributes: a document type,
and with it every entity, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, NamedTuple
from xml.parsers import expat

from pydantic import Field, PlainValidator

from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.play.actions import Chow, ClaimedKong, ConcealedKong, ExtendedKong, MeldClaim, Pung
from riichi_core.records.building import DealBuilder, DealStart
from riichi_core.records.foreign import (
    MOST_LINES,
    THREE_PLAYERS,
    ForeignRecord,
    read_as,
    refused,
    text_of,
    unescaped,
    wrong,
)
from riichi_core.records.model import MOST_POINTS
from riichi_core.records.recorded import (
    FourScores,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
    four_names,
    four_scores,
)
from riichi_core.tiles import TILES, Tile
from riichi_core.tiles.tile import FIVES

ENDS: dict[str, RecordedEnd] = {
    "": "exhausted",
    "nm": "nagashi",
    "yao9": "nine_kinds",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "kan4": "four_kongs",
    "ron3": "three_wins",
}
"""The draws by their `type`; one that is played out has none."""

_DRAWS, _DISCARDS = "TUVW", "DEFG"
_TILE_TAG = re.compile(rf"([{_DRAWS}{_DISCARDS}])([0-9]{{1,3}})", re.ASCII)
_NUMBER = re.compile(r"-?[0-9]{1,8}", re.ASCII)
_RESULT = re.compile(r"-?[0-9]{1,6}(\.[0-9]{1,3})?", re.ASCII)

_NO_REDS, _THREE = 0x02, 0x10
"""Bits of the type of a game: no red fives, three players."""


# ---- attributes ----------------------------------------------------------------------------------


def _number(text: object, least: int, most: int) -> int:
    if not isinstance(text, str) or not _NUMBER.fullmatch(text) or not least <= int(text) <= most:
        raise wrong(f"a whole number from {least:,} to {most:,}", text)
    return int(text)


def _numbers(least: int, most: int, count: int | range) -> PlainValidator:
    """Return the validator of so many whole numbers with commas between them."""
    counts = range(count, count + 1) if isinstance(count, int) else count

    def validate(text: object) -> tuple[int, ...]:
        parts = text.split(",") if isinstance(text, str) and text else []
        if len(parts) not in counts:
            raise wrong(f"{counts[0]} to {counts[-1]} numbers with commas between them", text)
        return tuple(_number(part, least, most) for part in parts)

    return PlainValidator(validate)


def _one(least: int, most: int) -> PlainValidator:
    return PlainValidator(lambda text: _number(text, least, most))


def _end(text: object) -> tuple[FourScores, tuple[int, ...]]:
    """Return scores and results at the end, in points."""
    parts = text.split(",") if isinstance(text, str) else []
    if len(parts) != 8 or not all(map(_RESULT.fullmatch, parts[1::2])):
        raise wrong("four scores, each with its result", text)
    scores = [100 * _number(part, -MOST_POINTS, MOST_POINTS) for part in parts[::2]]
    return four_scores(scores), tuple(round(float(part) * 1000) for part in parts[1::2])


_Player = Annotated[int, _one(0, 3)]
_TileId = Annotated[int, _one(0, 135)]
_Tiles = Annotated[tuple[int, ...], _numbers(0, 135, range(1, 6))]
_Hand = Annotated[tuple[int, ...], _numbers(0, 135, 13)]
_Scores = Annotated[tuple[int, ...], _numbers(-MOST_POINTS, MOST_POINTS, 4)]
_Moved = Annotated[tuple[int, ...], _numbers(-MOST_POINTS, MOST_POINTS, 8)]
_End = Annotated[tuple[FourScores, tuple[int, ...]], PlainValidator(_end)]


# ---- tags ----------------------------------------------------------------------------------------


class _Tag(ForeignRecord):
    """A tag with its attributes."""

    noun: ClassVar[str] = "the tag"


class _Go(_Tag):
    type: Annotated[int, _one(0, 65535)]


class _Names(_Tag):
    n0: str
    n1: str
    n2: str
    n3: str


class _Init(_Tag):
    seed: Annotated[tuple[int, ...], _numbers(0, 1_000, 6)]
    ten: _Scores
    oya: _Player
    hai0: _Hand
    hai1: _Hand
    hai2: _Hand
    hai3: _Hand


class _Claim(_Tag):
    who: _Player
    m: Annotated[int, _one(0, 65535)]


class _Reach(_Tag):
    who: _Player
    step: Annotated[int, _one(1, 2)]


class _Dora(_Tag):
    hai: _TileId


class _Result(_Tag):
    sc: _Moved
    owari: _End | None = None

    @property
    def deltas(self) -> tuple[int, ...]:
        """Points that each player got; before each stands what the player had."""
        return tuple(100 * moved for moved in self.sc[1::2])


class _Agari(_Result):
    who: _Player
    giver: Annotated[int, _one(0, 3), Field(alias="fromWho")]
    ura: Annotated[tuple[int, ...], _numbers(0, 135, range(1, 6)), Field(alias="doraHaiUra")] = ()


class _Ryuukyoku(_Result):
    type: str = ""
    hai0: str | None = None
    hai1: str | None = None
    hai2: str | None = None
    hai3: str | None = None

    @property
    def tenpai(self) -> frozenset[int]:
        """The players who showed their hands."""
        hands = (self.hai0, self.hai1, self.hai2, self.hai3)
        return frozenset(player for player, hand in enumerate(hands) if hand)


# ---- melds ---------------------------------------------------------------------------------------


class _Meld(NamedTuple):
    """The tiles of a set by number, the claimed one, and how many seats on its giver sits."""

    own: tuple[int, ...]
    called: int
    giver: int


def _chow(code: int) -> _Meld:
    first, called = divmod(code >> 10, 3)
    if first >= 21:
        raise wrong("the code of a set", code)
    kind = first // 7 * 9 + first % 7
    ids = [4 * (kind + n) + (code >> 3 + 2 * n & 3) for n in range(3)]
    return _Meld(tuple(one for one in ids if one != ids[called]), ids[called], code & 3)


def _pung(code: int) -> _Meld:
    kind, called = divmod(code >> 9, 3)
    if kind >= 34:
        raise wrong("the code of a set", code)
    ids = [4 * kind + n for n in range(4) if n != code >> 5 & 3]
    return _Meld(tuple(one for one in ids if one != ids[called]), ids[called], code & 3)


def _kong(code: int) -> _Meld:
    called = code >> 8
    if called >= 136:
        raise wrong("the code of a set", code)
    same = called - called % 4
    return _Meld(tuple(one for one in range(same, same + 4) if one != called), called, code & 3)


# ---- reading -------------------------------------------------------------------------------------


def read_mjlog(data: bytes | str) -> RecordedGame:
    """Read the game of an mjlog, as Tenhou's archive has it.

    Raises:
        RecordError: what is wrong, and in which tag.
    """
    reading = _Reading()
    number = 0
    for number, (name, attributes) in enumerate(_tags(text_of(data)), start=1):
        reading.read(name, attributes, f"tag {number}, {name}")
    return reading.game(f"tag {number}" if number else "")


def _tags(text: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the name and attributes of each tag.

    Raises:
        RecordError: this is no XML, or has more in it than tags.
    """
    found: list[tuple[str, dict[str, str]]] = []
    parser = expat.ParserCreate()

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(found) == MOST_LINES:
            message = Message("expected at most {n:,} tags", n=MOST_LINES)
            raise refused(f"tag {MOST_LINES + 1}", message, "out_of_range")
        found.append((name, attributes))

    def doctype(*_: Any) -> None:
        message = Message("a document type is not read: expected tags alone")
        raise refused(f"line {parser.CurrentLineNumber}", message)

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        at = f"line {error.lineno}, character {error.offset + 1}"
        message = Message("this is no XML: {problem}", problem=expat.ErrorString(error.code))
        raise refused(at, message, "not_xml") from None
    yield from found


class _Reading:
    """The game so far, and the deal that is played."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.reds = True
        self.deals: list[RecordedDeal] = []
        self.deal: DealBuilder | None = None
        self.drawn: dict[int, int] = {}
        self.end: tuple[FourScores, tuple[int, ...]] | None = None

    def read(self, name: str, attributes: dict[str, str], where: str) -> None:
        """Read a tag after those before it; one that is no part of play is skipped."""
        if tile := _TILE_TAG.fullmatch(name):
            self._tile(tile[1], int(tile[2]), where)
        elif name == "UN" and not self.names and {"n0", "n1", "n2", "n3"} <= attributes.keys():
            named = read_as(_Names, attributes, where, {})
            self.names = tuple(map(unescaped, (named.n0, named.n1, named.n2, named.n3)))
        elif name in _READERS:
            _READERS[name](self, attributes, where)

    def game(self, where: str) -> RecordedGame:
        """Return the whole game."""
        self._end_deal(where)
        if not self.deals:
            raise refused(where, Message("there is no deal: expected INIT"))
        scores, results = self.end or (None, None)
        reds = (1, 1, 1) if self.reds else (0, 0, 0)
        return RecordedGame(four_names(self.names), tuple(self.deals), scores, results, reds)

    # ---- tags ------------------------------------------------------------------------------------

    def _go(self, attributes: dict[str, str], where: str) -> None:
        game = read_as(_Go, attributes, where, {})
        if game.type & _THREE:
            raise refused(where, THREE_PLAYERS)
        self.reds = not game.type & _NO_REDS

    def _init(self, attributes: dict[str, str], where: str) -> None:
        self._end_deal(where)
        line = read_as(_Init, attributes, where, {})
        number, counters, bets, *_dice, indicator = line.seed
        if indicator > 135:
            raise refused(f"{where}, seed", wrong("a tile from 0 to 135", indicator).message)
        if line.oya != number % 4:
            raise refused(f"{where}, oya", wrong(f"{number % 4}, as seed has it", line.oya).message)
        hands = (line.hai0, line.hai1, line.hai2, line.hai3)
        start = DealStart(
            number=len(self.deals) + 1,
            round=number // 4,
            dealer=line.oya,
            counters=counters,
            bets=bets,
            scores=four_scores(100 * score for score in line.ten),
            hands=tuple(tuple(map(self._named, hand)) for hand in hands),
            indicator=self._named(indicator),
        )
        self.deal, self.drawn = DealBuilder(start, "fromWho"), {}

    def _tile(self, letter: str, number: int, where: str) -> None:
        if number > 135:
            raise refused(where, wrong("a tile from 0 to 135", number).message, "out_of_range")
        deal = self._playing(where)
        if letter in _DRAWS:
            player = _DRAWS.index(letter)
            self.drawn = {player: number}
            deal.drew(player, self._named(number), where)
        else:
            player = _DISCARDS.index(letter)
            same = self.drawn.get(player) == number
            deal.discarded(player, self._named(number), where, tsumogiri=same)

    def _claim(self, attributes: dict[str, str], where: str) -> None:
        line = read_as(_Claim, attributes, where, {})
        deal, who, code = self._playing(where), line.who, line.m
        self.drawn = {}
        try:
            if code & 0x4:
                self._claimed(Chow, _chow(code), who, where)
            elif code & 0x8:
                self._claimed(Pung, _pung(code), who, where)
            elif code & 0x10:
                same = _pung(code).called & ~3
                deal.made_kong(who, ExtendedKong(self._named(same + (code >> 5 & 3))), where)
            elif code & 0x20:
                raise refused(where, THREE_PLAYERS)
            elif code & 3:
                self._claimed(ClaimedKong, _kong(code), who, where)
            else:
                meld = _kong(code)
                tiles = self._sorted((*meld.own, meld.called))
                deal.made_kong(who, ConcealedKong(tiles), where)
        except RecordError as error:
            raise error if error.field else refused(f"{where}, m", error.message) from None

    def _claimed(self, kind: type[MeldClaim], meld: _Meld, who: int, where: str) -> None:
        act = kind(self._sorted(meld.own))
        giver = (who + meld.giver) % 4
        self._playing(where).claimed(who, giver, self._named(meld.called), act, where)

    def _reach(self, attributes: dict[str, str], where: str) -> None:
        line = read_as(_Reach, attributes, where, {})
        if line.step == 1:
            self._playing(where).declared_riichi(line.who, where)
        else:
            self._playing(where).accepted(line.who, where, "who")

    def _dora(self, attributes: dict[str, str], where: str) -> None:
        line = read_as(_Dora, attributes, where, {})
        self._playing(where).turned(self._named(line.hai), where)

    def _agari(self, attributes: dict[str, str], where: str) -> None:
        line = read_as(_Agari, attributes, where, {})
        ura = tuple(map(self._named, line.ura))
        self._playing(where).won(line.who, line.giver, where, line.deltas, ura)
        self.end = line.owari or self.end

    def _ryuukyoku(self, attributes: dict[str, str], where: str) -> None:
        line = read_as(_Ryuukyoku, attributes, where, {})
        if line.type not in ENDS:
            expected = ", ".join(filter(None, ENDS))
            raise refused(f"{where}, type", wrong(expected, line.type).message, "unknown_word")
        self._playing(where).ended(ENDS[line.type], where, line.deltas, line.tenpai)
        self.end = line.owari or self.end

    # ---- helpers ---------------------------------------------------------------------------------

    def _playing(self, where: str) -> DealBuilder:
        if self.deal is None:
            raise refused(where, Message("this is outside of a deal: expected INIT"))
        return self.deal

    def _end_deal(self, where: str) -> None:
        if self.deal is not None:
            self.deals.append(self.deal.whole(where))
        self.deal = None

    def _named(self, number: int) -> Tile:
        kind = number // 4
        red = self.reds and number % 4 == 0 and kind in FIVES
        return TILES[str(Tile(kind, red=red))]

    def _sorted(self, numbers: tuple[int, ...]) -> tuple[Tile, ...]:
        return tuple(sorted(map(self._named, numbers)))


_READERS: dict[str, Callable[[_Reading, dict[str, str], str], None]] = {
    "GO": _Reading._go,
    "INIT": _Reading._init,
    "N": _Reading._claim,
    "REACH": _Reading._reach,
    "DORA": _Reading._dora,
    "AGARI": _Reading._agari,
    "RYUUKYOKU": _Reading._ryuukyoku,
}
