"""Records of the page tenhou.net/6: for each player of a deal a row of takes and one of discards.

Places are named as `deal 3, player 2, take 5`: deals and takes from 1, players 0 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Chow,
    ClaimedKong,
    ConcealedKong,
    ExtendedKong,
    Kong,
    MeldClaim,
    Pung,
)
from riichi_core.records.fields import RecordError, Value, parse, text_of
from riichi_core.records.recorded import (
    Draw,
    End,
    FourScores,
    Move,
    RecordedDeal,
    RecordedGame,
    Result,
    four_names,
)
from riichi_core.records.turn_order import Claim, DiscardEntry, PlayerRows, reconstruct
from riichi_core.tiles import TILES, Tile

MOST_DEALS = 200
MOST_IN_A_ROW = 60

_CALL = re.compile(r"((?:[1-5][0-9])*)([a-z])((?:[1-5][0-9])+)", re.ASCII)
_RIICHI = re.compile(r"r([1-6][0-9])", re.ASCII)

_NUMBERS = {
    **{10 * suit + n: f"{n}{'_mpsz'[suit]}" for suit in (1, 2, 3, 4) for n in range(1, 10)},
    **{51: "0m", 52: "0p", 53: "0s"},
}

DRAWN = 60
"""In a row of discards: the tile that was drawn."""

WON = "和了"
DRAWS: dict[str, End] = {
    "流局": "exhausted",
    "全員聴牌": "exhausted",
    "全員不聴": "exhausted",
    "流し満貫": "nagashi",
    "九種九牌": "nine_kinds",
    "四風連打": "four_winds",
    "四家立直": "four_riichi",
    "四槓散了": "four_kongs",
    "四開槓": "four_kongs",
    "三家和了": "three_wins",
}
_ENGLISH = {
    WON: "a win",
    "流局": "drawn",
    "全員聴牌": "drawn, all tenpai",
    "全員不聴": "drawn, nobody tenpai",
    "流し満貫": "nagashi mangan",
    "九種九牌": "nine kinds",
    "四風連打": "four winds",
    "四家立直": "four riichi",
    "四槓散了": "four kongs",
    "四開槓": "four kongs",
    "三家和了": "three wins",
}
_THREE = "三"
"""What the words of the rules have where three play."""

_ALL = {"全員聴牌": frozenset(range(4)), "全員不聴": frozenset[int]()}
"""Draws whose name says who was tenpai."""


def read_tenhou6(data: bytes | str) -> RecordedGame:
    """The game of a record.

    Raises:
        RecordError: what is wrong, and where.
    """
    game = parse(text_of(data), "")
    if not isinstance(game.value, dict):
        raise game.wrong("an object with 'log'")
    names, final = game.find("name"), game.find("sc")
    deals = game.key("log").value
    if not isinstance(deals, list) or not 1 <= len(deals) <= MOST_DEALS:
        raise RecordError("log", f"expected a list of 1 to {MOST_DEALS} deals")
    rule = game.value.get("rule")
    _refuse_three(rule, deals)
    played = tuple(_deal(Value(deal, f"deal {n}"), n) for n, deal in enumerate(deals, start=1))
    return RecordedGame(
        four_names(name.text() for name in names.items(0, 4)) if names else four_names(()),
        played,
        _final(final) if final else None,
        _red_fives(rule, played),
    )


def _refuse_three(rule: object, deals: list[object]) -> None:
    """Refuse a game of three: by the words of its rules, or as the fourth has no tiles at all."""
    words = rule.get("disp") if isinstance(rule, Mapping) else None
    first = deals[0]
    nobody = isinstance(first, list) and len(first) == 17 and first[13:16] == [[], [], []]
    if nobody or (isinstance(words, str) and _THREE in words):
        raise RecordError("", "this is a record of three players: only games of four are read")


def _red_fives(rule: object, deals: Iterable[RecordedDeal]) -> tuple[int, int, int] | None:
    """How many fives are red by the words of the rules, unless red tiles say otherwise."""
    if not isinstance(rule, Mapping):
        return None
    m, p, s = (rule.get(f"aka{number}", rule.get("aka")) for number in (51, 52, 53))
    if not all(type(one) is int and 0 <= one <= 4 for one in (m, p, s)):
        return None
    said = {"m": m, "p": p, "s": s}
    for deal in deals:
        seen = (*(tile for hand in deal.hands for tile in hand), *(one.tile for one in deal.draws))
        if any(tile.red and not said[tile.suit] for tile in seen):
            return None
    return m, p, s


def _final(value: Value) -> FourScores | None:
    """The scores at the end: each is followed by the result."""
    if not isinstance(value.value, list) or len(value.value) != 8:
        raise value.wrong("a list of four scores and results")
    return Value(value.value[::2], value.where).points()


# ---- a deal --------------------------------------------------------------------------------------


def _deal(value: Value, number: int) -> RecordedDeal:
    parts = value.items(17, 17, "part")
    first = Value(parts[0].value, f"{value.where}, round").items(3, 3)
    played = first[0].whole(0, 15)
    rows = tuple(_row(parts[4 + 3 * n :][:3], n, value.where) for n in range(4))
    ura = _tiles(Value(parts[3].value, f"{value.where}, ura indicators"), 0, 5)
    result, ends = _result(Value(parts[16].value, f"{value.where}, result"), ura)
    order = reconstruct(rows, played % 4, ends, value.where)
    moves = [one for one in order if isinstance(one, Move)]
    return RecordedDeal(
        number=number,
        round=played // 4,
        dealer=played % 4,
        counters=first[1].whole(0, 1_000),
        bets=first[2].whole(0, 1_000),
        scores=Value(parts[1].value, f"{value.where}, scores").points(),
        hands=tuple(_hand(parts[4 + 3 * n], n, value.where) for n in range(4)),
        draws=tuple(one for one in order if isinstance(one, Draw)),
        indicators=_tiles(Value(parts[2].value, f"{value.where}, indicators"), 1, 5),
        moves=(*moves, *_last(result, order, value.where)),
        result=result,
    )


def _last(result: Result, order: list[Draw | Move], where: str) -> list[Move]:
    """The acts that end a deal, which stand in the result."""
    where = f"{where}, result"
    if result.end == "nine_kinds":
        return [Move(order[-1].player, NINE_KINDS, where)]
    return [Move(player, WIN, where) for player in result.winners]


def _hand(value: Value, player: int, where: str) -> tuple[Tile, ...]:
    return _tiles(Value(value.value, f"{where}, player {player}, hand"), 13, 13)


def _tiles(value: Value, least: int, most: int) -> tuple[Tile, ...]:
    return tuple(_tile(one) for one in value.items(least, most, "tile"))


def _tile(value: Value) -> Tile:
    number = value.value
    name = _NUMBERS.get(number) if type(number) is int else None
    if name not in TILES:
        raise value.wrong("a tile, as 11 to 19, 21 to 29, 31 to 39, 41 to 47, 51 to 53")
    return TILES[name]


# ---- rows ----------------------------------------------------------------------------------------


def _row(parts: tuple[Value, ...], player: int, where: str) -> PlayerRows:
    """Takes and throws of a player, from his hand, takes and discards."""
    whose = f"{where}, player {player}"
    takes = Value(parts[1].value, whose).items(0, MOST_IN_A_ROW, "take")
    discards = Value(parts[2].value, whose).items(0, MOST_IN_A_ROW, "discard")
    return PlayerRows(
        tuple(_take(one, player) for one in takes), tuple(_throw(one) for one in discards), whose
    )


def _take(value: Value, player: int) -> Tile | Claim:
    if not isinstance(value.value, str):
        return _tile(value)
    letter, place, tiles = _call(value)
    claimed = tiles[place]
    own = tuple(sorted([*tiles[:place], *tiles[place + 1 :]]))
    # the claimed tile lies first if it is from the left, last from the right, else second
    giver = {0: player - 1, 1: player + 2, len(tiles) - 1: player + 1}.get(place)
    melds: dict[tuple[str, int], type[MeldClaim]] = {
        ("c", 3): Chow, ("p", 3): Pung, ("m", 4): ClaimedKong,
    }  # fmt: skip
    meld = melds.get((letter, len(tiles)))
    if meld is None or giver is None or (meld is Chow and place):
        raise value.wrong("a call, as c131415, 11p1111 or 111111m11")
    return Claim(meld(own), claimed, giver % 4)


def _throw(value: Value) -> DiscardEntry | Kong | None:
    if not isinstance(value.value, str):
        if value.value == 0 and type(value.value) is int:
            return None
        return _thrown(value)
    if riichi := _RIICHI.fullmatch(value.value):
        return _thrown(Value(int(riichi[1]), value.where))._replace(riichi=True)
    letter, place, tiles = _call(value)
    if len(tiles) == 4 and letter == "k":
        return ExtendedKong(tiles[place])
    if len(tiles) == 4 and letter == "a":
        return ConcealedKong(tuple(sorted(tiles)))
    raise value.wrong("a discard, as 11, 60, r11, 11k111111 or 111111a11")


def _thrown(value: Value) -> DiscardEntry:
    drawn = type(value.value) is int and value.value == DRAWN
    return DiscardEntry(None if drawn else _tile(value))


def _call(value: Value) -> tuple[str, int, tuple[Tile, ...]]:
    """The letter of a call, the place of the tile after it, and all tiles."""
    found = _CALL.fullmatch(value.text())
    if found is None:
        raise value.wrong("a tile or a call, as 11, c131415 or 11p1111")
    before, letter, after = found.groups()
    digits = before + after
    numbers = [int(digits[n : n + 2]) for n in range(0, len(digits), 2)]
    return letter, len(before) // 2, tuple(_tile(Value(n, value.where)) for n in numbers)


# ---- results -------------------------------------------------------------------------------------


def _result(value: Value, ura: tuple[Tile, ...]) -> tuple[Result, _Ending]:
    """What came of a deal, and where it can have ended."""
    parts = value.items(1, 20, "part")
    word = parts[0].text()
    if word == WON:
        return _won(value, parts[1:], ura)
    if word not in DRAWS:
        raise parts[0].wrong(f"{_said(WON)} or a draw: {', '.join(map(_said, DRAWS))}")
    end = DRAWS[word]
    if len(parts) > 2:
        _refuse(value, f"{_said(word)} and the points of each player")
    deltas = parts[1].points() if len(parts) > 1 else (0, 0, 0, 0)
    if end == "nagashi" and len(parts) == 1:
        _refuse(value, f"{_said(word)} and the points of each player")
    return Result(end, deltas, tenpai=_ALL.get(word), ura=ura), _Ending(drawn=end == "nine_kinds")


def _said(word: str) -> str:
    """A result in English, with the word of the record."""
    return f"{_ENGLISH[word]} ({word})"


def _won(value: Value, parts: tuple[Value, ...], ura: tuple[Tile, ...]) -> tuple[Result, _Ending]:
    """Wins: of each the points of all players, then who won, from whom, and words."""
    if not parts or len(parts) % 2:
        _refuse(value, f"{_said(WON)}, and for each its points and its facts")
    deltas, winners, givers = [0, 0, 0, 0], [], set()
    for points, facts in zip(parts[::2], parts[1::2], strict=True):
        deltas = [sum(both) for both in zip(deltas, points.points(), strict=True)]
        who = facts.items(2, 60)
        winners.append(who[0].whole(0, 3))
        givers.add(who[1].whole(0, 3))
    if (
        len(givers) > 1
        or len(set(winners)) < len(winners)
        or (len(winners) > 1 and givers & {*winners})
    ):
        _refuse(value, "wins of different players on one tile")
    one, two, three, four = deltas
    giver = givers.pop()
    drawn = giver == winners[0]
    from_whom = None if drawn else giver
    result = Result("win", (one, two, three, four), tuple(winners), from_whom, ura=ura)
    return result, _Ending(giver, drawn)


def _refuse(value: Value, expected: str) -> NoReturn:
    raise RecordError(value.where, f"expected {expected}")


@dataclass(frozen=True, slots=True)
class _Ending:
    """Where a deal can have ended: at whose tile, if known, and whether it was drawn or offered."""

    player: int | None = None
    drawn: bool = False

    def __call__(self, player: int, drawn: bool) -> bool:
        return drawn == self.drawn and self.player in (None, player)
