"""Records of the program Denno Mahjong (majiang): for each deal a list of what happened in it.

Seats are numbered from East in each deal; the first East is `qijia`. A tile is `m5`, red `m0`, and
tiles of a suit stand together, `m123z77`. A set has a mark behind the tile that was claimed: `-`
from the left, `=` from across, `+` from the right. Places are named as `deal 3, entry 12, dapai`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator, Field, PlainValidator

from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.play.actions import Chow, ClaimedKong, ConcealedKong, ExtendedKong, MeldClaim, Pung
from riichi_core.records.building import DealBuilder, DealStart
from riichi_core.records.foreign import (
    MOST_DEALS,
    ForeignRecord,
    PlayerIndex,
    PointsArray,
    Sticks,
    StrictText,
    items,
    parse_json,
    read_as,
    refused,
    sized,
    text_of,
    unexpected,
    whole_number,
    wrong,
)
from riichi_core.records.recorded import (
    FourScores,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
    four_names,
    four_scores,
)
from riichi_core.tiles import TILES, Tile

DRAWS: dict[str, RecordedEnd] = {
    "荒牌平局": "exhausted",
    "流局": "exhausted",
    "流し満貫": "nagashi",
    "九種九牌": "nine_kinds",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四槓散了": "four_kongs",
    "四開槓": "four_kongs",
    "三家和": "three_wins",
    "三家和了": "three_wins",
}
"""The names of draws, in the words of the program and of records converted from Tenhou's."""

NAMES: dict[str, str] = {end: name for name, end in reversed(DRAWS.items())}

MARKS = "+=-"
"""Behind a claimed tile: it is from the next player, the one across, or the one before."""

_TILES = re.compile(r"(?:[mps][0-9]+|z[1-7]+)+", re.ASCII)
_SUIT = re.compile(r"([mpsz])([0-9]+)", re.ASCII)
_RESULT = re.compile(r"[-+]?[0-9]{1,6}(?:\.[0-9]{1,3})?", re.ASCII)
_DISCARD = re.compile(r"([mps][0-9]|z[1-7])(_?)(\*?)[-+=]?", re.ASCII)
_MELD = re.compile(r"([mpsz])([0-9]+)(?:([-+=])([0-9]*))?", re.ASCII)


# ---- tiles ---------------------------------------------------------------------------------------


def _tiles(text: object) -> tuple[Tile, ...]:
    """Return tiles from their text, suit by suit."""
    if not isinstance(text, str) or not _TILES.fullmatch(text):
        raise wrong("tiles, as m055p19z77", text)
    return tuple(
        TILES[f"{number}{suit}"] for suit, numbers in _SUIT.findall(text) for number in numbers
    )


def _tile(text: object) -> Tile:
    if not isinstance(text, str) or len(text) != 2:
        raise wrong("a tile, as m5, s0 or z7", text)
    return _tiles(text)[0]


def _hand(text: object) -> tuple[Tile, ...]:
    found = _tiles(text)
    if len(found) != 13:
        message = Message("expected {n} tiles, not {m} of them", n=13, m=len(found))
        raise RecordError("out_of_range", "", message)
    return found


def text_of_tiles(tiles: Iterable[Tile]) -> str:
    """Return tiles as text, a letter before those of each suit."""
    found = ""
    for tile in tiles:
        suit, number = tile.suit, str(tile)[0]
        last = next((one for one in reversed(found) if one.isalpha()), "")
        found += number if suit == last else suit + number
    return found


class SetText:
    """A set from its text: its tiles, and the claimed one with its mark, or what was added."""

    def __init__(self, text: object) -> None:
        found = _MELD.fullmatch(text) if isinstance(text, str) else None
        if found is None or not 3 <= len(found[2] + (found[4] or "")) <= 4:
            raise wrong("a set, as m34-5, p550= or s5555", text)
        self.text = found[0]
        suit, before, self.mark, after = found[1], found[2], found[3], found[4] or ""
        tiles = _tiles(suit + before + after)
        self.tiles = tuple(sorted(tiles))
        self.called = tiles[len(before) - 1]
        self.others = tuple(sorted((*tiles[: len(before) - 1], *tiles[len(before) :])))
        same = len({one.kind for one in tiles}) == 1
        self.added = tiles[-1] if self.mark and after and same and len(tiles) == 4 else None
        if not same and len(tiles) == 4:
            raise wrong("a set, as m34-5, p550= or s5555", text)
        self.kind: type[MeldClaim] = Chow
        if same:
            self.kind = ClaimedKong if len(tiles) == 4 else Pung

    def is_pung_of(self, tile: Tile) -> bool:
        """Return True if a tile can be added to it."""
        return self.kind is Pung and self.tiles[0].kind == tile.kind


_Tile = Annotated[Tile, PlainValidator(_tile)]
_Hand = Annotated[tuple[Tile, ...], PlainValidator(_hand)]
_FromText = Annotated[SetText, PlainValidator(SetText)]


def _discard(text: object) -> tuple[Tile, bool, bool]:
    """Return a discarded tile, whether it was just drawn, and whether it declares riichi."""
    found = _DISCARD.fullmatch(text) if isinstance(text, str) else None
    if found is None:
        raise wrong("a discard, as m5, m5_ or m5_*", text)
    return _tile(found[1]), bool(found[2]), bool(found[3])


# ---- models --------------------------------------------------------------------------------------


class _Entry(ForeignRecord):
    """One thing that happens; the name of the class is its key."""

    noun: ClassVar[str] = "the entry"


class _Qipai(_Entry):
    zhuangfeng: PlayerIndex
    jushu: PlayerIndex
    changbang: Sticks
    lizhibang: Sticks
    defen: PointsArray
    baopai: _Tile
    shoupai: Annotated[tuple[_Hand, ...], sized(4, 4)]


_Seat = Annotated[int, whole_number(0, 3), Field(alias="l")]


class _Zimo(_Entry):
    seat: _Seat
    p: _Tile


class _Dapai(_Entry):
    seat: _Seat
    p: Annotated[tuple[Tile, bool, bool], PlainValidator(_discard)]


class _Set(_Entry):
    seat: _Seat
    m: _FromText


class _Kaigang(_Entry):
    baopai: _Tile


class _Hule(_Entry):
    seat: _Seat
    baojia: PlayerIndex | None
    fubaopai: Annotated[tuple[_Tile, ...], sized(0, 5)] | None = None
    fenpei: PointsArray


class _Pingju(_Entry):
    name: StrictText
    shoupai: Annotated[tuple[StrictText, ...], sized(4, 4)]
    fenpei: PointsArray


_ENTRIES: Mapping[str, type[_Entry]] = {
    "qipai": _Qipai,
    "zimo": _Zimo,
    "gangzimo": _Zimo,
    "dapai": _Dapai,
    "fulou": _Set,
    "gang": _Set,
    "kaigang": _Kaigang,
    "hule": _Hule,
    "pingju": _Pingju,
}


def _deals(value: object) -> object:
    return items(value, 1, MOST_DEALS)


def _points(value: object) -> int:
    """Return the points of a result in thousands, which is a text: `41.5`."""
    if not isinstance(value, str) or not _RESULT.fullmatch(value):
        raise wrong("a result in thousands, as '41.5'", value)
    return round(float(value) * 1000)


class _Game(ForeignRecord):
    """The file."""

    noun: ClassVar[str] = "a record"

    player: Annotated[tuple[StrictText, ...], sized(4, 4)]
    qijia: PlayerIndex
    log: Annotated[tuple[list[Any], ...], BeforeValidator(_deals)]
    defen: PointsArray | None = None
    point: Annotated[tuple[Annotated[int, PlainValidator(_points)], ...], sized(4, 4)] | None = None


_PLACES: Mapping[str, tuple[str, ...]] = {
    "log": ("", "deal {n}"),
    "defen": ("defen", "player {n}"),
    "player": ("player", "player {n}"),
    "point": ("point", "player {n}"),
    "fenpei": ("fenpei", "seat {i}"),
    "shoupai": ("shoupai", "seat {i}"),
}


# ---- reading -------------------------------------------------------------------------------------


def read_majiang(data: bytes | str) -> RecordedGame:
    """Read the game of a record.

    Raises:
        RecordError: what is wrong, and where.
    """
    return game_of(parse_json(text_of(data), ""))


def game_of(value: object, where: str = "") -> RecordedGame:
    """Return the game of a JSON value; `where` it stands in its file is said in errors.

    Raises:
        RecordError: what is wrong, and where.
    """
    game = read_as(_Game, value, where, _PLACES)
    place = f"{where}, " if where else ""
    deals = tuple(_deal(one, n, f"{place}deal {n}") for n, one in enumerate(game.log, start=1))
    order = [(game.qijia + player) % 4 for player in range(4)]  # the first East first
    return RecordedGame(
        four_names(game.player[player].split("\n")[0] for player in order),
        deals,
        None if game.defen is None else four_scores(game.defen[player] for player in order),
        None if game.point is None else tuple(game.point[player] for player in order),
    )


def _deal(entries: list[Any], number: int, where: str) -> RecordedDeal:
    deal, dealer = None, 0
    for place, entry in enumerate(entries, start=1):
        name, value = _only(entry, f"{where}, entry {place}")
        at = f"{where}, entry {place}, {name}"
        one = read_as(_ENTRIES[name], value, at, _PLACES)
        if isinstance(one, _Qipai) != (deal is None):
            raise refused(at, Message("a deal begins with its one qipai"))
        if isinstance(one, _Qipai):
            deal, dealer = DealBuilder(_start(one, number), "baojia"), one.jushu
        else:
            assert deal is not None
            _add(deal, name, one, dealer, at)
    if deal is None:
        raise refused(where, Message("a deal begins with its one qipai"))
    return deal.whole(where)


def _only(entry: object, where: str) -> tuple[str, object]:
    """Return the name and the value of an entry."""
    if not isinstance(entry, dict) or len(entry) != 1:
        raise refused(where, unexpected("an object with one key", entry), "wrong_type")
    (name, value), *_ = entry.items()
    if name not in _ENTRIES:
        raise refused(where, unexpected(", ".join(_ENTRIES), name), "unknown_word")
    return name, value


def _start(one: _Qipai, number: int) -> DealStart:
    scores = [one.defen[(player - one.jushu) % 4] for player in range(4)]
    hands = [one.shoupai[(player - one.jushu) % 4] for player in range(4)]
    return DealStart(
        number=number,
        round=one.zhuangfeng,
        dealer=one.jushu,
        counters=one.changbang,
        bets=one.lizhibang,
        scores=four_scores(scores),
        hands=tuple(hands),
        indicator=one.baopai,
    )


def _add(deal: DealBuilder, name: str, one: _Entry, dealer: int, where: str) -> None:
    """Add an entry to its deal."""
    match one:
        case _Zimo():
            deal.drew((one.seat + dealer) % 4, one.p, where)
        case _Dapai():
            player, (tile, drawn, riichi) = (one.seat + dealer) % 4, one.p
            if riichi:
                deal.declared_riichi(player, where)
            deal.discarded(player, tile, where, tsumogiri=drawn)
        case _Set():
            _set(deal, name, one.m, (one.seat + dealer) % 4, where)
        case _Kaigang():
            deal.turned(one.baopai, where)
        case _Hule():
            winner = (one.seat + dealer) % 4
            giver = winner if one.baojia is None else (one.baojia + dealer) % 4
            deal.won(winner, giver, where, _by_player(one.fenpei, dealer), one.fubaopai or ())
        case _Pingju():
            shown = frozenset((seat + dealer) % 4 for seat in range(4) if one.shoupai[seat])
            end = DRAWS.get(one.name, "draw")
            deal.ended(end, where, _by_player(one.fenpei, dealer), shown)


def _by_player(points: Sequence[int], dealer: int) -> FourScores:
    return four_scores(points[(player - dealer) % 4] for player in range(4))


def _set(deal: DealBuilder, name: str, meld: SetText, player: int, where: str) -> None:
    claimed = name == "fulou"
    if claimed != bool(meld.mark and meld.added is None):
        expected = "a claimed set" if claimed else "a kong of the own tiles"
        raise refused(f"{where}, m", unexpected(expected, meld.text))
    if claimed:
        giver = (player + 1 + MARKS.index(meld.mark)) % 4
        deal.claimed(player, giver, meld.called, meld.kind(meld.others), where)
    elif meld.added is not None:
        deal.made_kong(player, ExtendedKong(meld.added), where)
    else:
        deal.made_kong(player, ConcealedKong(meld.tiles), where)
