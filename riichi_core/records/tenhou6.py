"""Records of the page tenhou.net/6: for each player of a deal a row of takes and one of discards.

Places are named as `deal 3, player 2, take 5`: deals and takes from 1, players 0 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Self

from pydantic import BeforeValidator, PlainValidator, model_validator

from riichi_core.errors import RecordError
from riichi_core.messages import Message
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
from riichi_core.records.foreign import (
    MOST_DEALS,
    THREE_PLAYERS,
    ForeignRecord,
    PlayerIndex,
    PointsArray,
    Sticks,
    StrictText,
    items,
    parse_json,
    read_as,
    sized,
    text_of,
    unexpected,
    whole_number,
    wrong,
)
from riichi_core.records.model import MOST_POINTS
from riichi_core.records.recorded import (
    Draw,
    Move,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
    RecordedResult,
    four_names,
)
from riichi_core.records.turn_order import (
    ClaimEntry,
    DiscardEntry,
    LastTile,
    PlayerRows,
    reconstruct,
)
from riichi_core.tiles import TILES, Tile

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
WORDS: dict[str, tuple[RecordedEnd, str]] = {
    WON: ("win", "a win"),
    "流局": ("exhausted", "drawn"),
    "全員聴牌": ("exhausted", "drawn, all tenpai"),
    "全員不聴": ("exhausted", "drawn, nobody tenpai"),
    "流し満貫": ("nagashi", "nagashi mangan"),
    "九種九牌": ("nine_kinds", "nine kinds"),
    "四風連打": ("four_winds", "four winds"),
    "四家立直": ("four_riichi", "four riichi"),
    "四槓散了": ("four_kongs", "four kongs"),
    "四開槓": ("four_kongs", "four kongs"),
    "三家和了": ("three_wins", "three wins"),
}
"""The words of results: how the deal ended, and what that is in English."""

_THREE = "三"
"""The letter in the words of the rules where three play."""

_ALL = {"全員聴牌": frozenset(range(4)), "全員不聴": frozenset[int]()}
"""Draws whose name says who was tenpai."""


# ---- tiles and calls -----------------------------------------------------------------------------


def _tile(number: object) -> Tile:
    name = _NUMBERS.get(number) if type(number) is int else None
    if name not in TILES:
        raise wrong("a tile, as 11 to 19, 21 to 29, 31 to 39, 41 to 47, 51 to 53", number)
    return TILES[name]


def _call(value: str) -> tuple[str, int, tuple[Tile, ...]]:
    """Return the letter of a call, the place of the tile after it, and all tiles."""
    found = _CALL.fullmatch(value)
    if found is None:
        raise wrong("a tile or a call, as 11, c131415 or 11p1111", value)
    before, letter, after = found.groups()
    digits = before + after
    numbers = [int(digits[n : n + 2]) for n in range(0, len(digits), 2)]
    return letter, len(before) // 2, tuple(map(_tile, numbers))


_MELDS: Mapping[tuple[str, int], type[MeldClaim]] = {
    ("c", 3): Chow,
    ("p", 3): Pung,
    ("m", 4): ClaimedKong,
}


def _take(value: object) -> Tile | ClaimEntry:
    """Return a draw, or a claim whose giver sits so many seats to the right."""
    if not isinstance(value, str):
        return _tile(value)
    letter, place, tiles = _call(value)
    own = tuple(sorted([*tiles[:place], *tiles[place + 1 :]]))
    # the claimed tile lies first if it is from the left, last from the right, else second
    giver = {0: 3, 1: 2, len(tiles) - 1: 1}.get(place)
    meld = _MELDS.get((letter, len(tiles)))
    if meld is None or giver is None or (meld is Chow and place):
        raise wrong("a call, as c131415, 11p1111 or 111111m11", value)
    return ClaimEntry(meld(own), tiles[place], giver)


def _discard(value: object) -> DiscardEntry | Kong | None:
    if not isinstance(value, str):
        return None if value == 0 and type(value) is int else _entry(value)
    if riichi := _RIICHI.fullmatch(value):
        return _entry(int(riichi[1]))._replace(riichi=True)
    letter, place, tiles = _call(value)
    if len(tiles) == 4 and letter == "k":
        return ExtendedKong(tiles[place])
    if len(tiles) == 4 and letter == "a":
        return ConcealedKong(tuple(sorted(tiles)))
    raise wrong("a discard, as 11, 60, r11, 11k111111 or 111111a11", value)


def _entry(number: object) -> DiscardEntry:
    drawn = type(number) is int and number == DRAWN
    return DiscardEntry(None if drawn else _tile(number))


_Tile = Annotated[Tile, PlainValidator(_tile)]
_Take = Annotated[Tile | ClaimEntry, PlainValidator(_take)]
_Discard = Annotated[DiscardEntry | Kong | None, PlainValidator(_discard)]


# ---- models --------------------------------------------------------------------------------------


class _Wins(ForeignRecord):
    """The winner and who paid; words about the win follow, which are not looked at."""

    winner: PlayerIndex
    giver: PlayerIndex

    @model_validator(mode="before")
    @classmethod
    def _parts(cls, value: object) -> object:
        parts = items(value, 2, 60)
        return {"winner": parts[0], "giver": parts[1]}


class _Result(ForeignRecord):
    """The result of a deal: a word, points, and for each win its points and its facts."""

    word: StrictText
    points: tuple[PointsArray, ...]
    wins: tuple[_Wins, ...]

    @property
    def end(self) -> RecordedEnd:
        """The end of the deal."""
        return WORDS[self.word][0]

    @model_validator(mode="before")
    @classmethod
    def _parts(cls, value: object) -> object:
        parts = items(value, 1, 20)
        return {"word": parts[0], "points": parts[1::2], "wins": parts[2::2]}

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.word not in WORDS:
            won, *draws = map(_in_english, WORDS)
            expected = f"{won} or a draw: {', '.join(draws)}"
            raise RecordError("unknown_word", "part 1", unexpected(expected, self.word))
        if self.word == WON:
            self._refuse_wins()
        elif self.wins or len(self.points) > 1 or (self.end == "nagashi" and not self.points):
            raise _needs(f"{_in_english(self.word)} and the points of each player")
        return self

    def _refuse_wins(self) -> None:
        if not self.wins or len(self.points) != len(self.wins):
            raise _needs(f"{_in_english(WON)}, and for each its points and its facts")
        winners, givers = {one.winner for one in self.wins}, {one.giver for one in self.wins}
        several = len(self.wins) > 1 and givers & winners
        if len(givers) > 1 or len(winners) < len(self.wins) or several:
            raise _needs("wins of different players on one tile")


class _Player(ForeignRecord):
    """The tiles of a player: as dealt, taken and discarded."""

    hand: Annotated[tuple[_Tile, ...], sized(13, 13)]
    takes: Annotated[tuple[_Take, ...], sized(0, MOST_IN_A_ROW)]
    discards: Annotated[tuple[_Discard, ...], sized(0, MOST_IN_A_ROW)]


class _Deal(ForeignRecord):
    """A deal: a list of seventeen parts, three of them for each player."""

    round: Annotated[tuple[Annotated[int, whole_number(0, 15)], Sticks, Sticks], sized(3, 3)]
    scores: PointsArray
    indicators: Annotated[tuple[_Tile, ...], sized(1, 5)]
    ura: Annotated[tuple[_Tile, ...], sized(0, 5)]
    players: tuple[_Player, _Player, _Player, _Player]
    result: _Result

    @model_validator(mode="before")
    @classmethod
    def _parts(cls, value: object) -> object:
        parts = items(value, 17, 17)
        names = ("hand", "takes", "discards")
        rows = [dict(zip(names, parts[n : n + 3], strict=True)) for n in range(4, 16, 3)]
        named = dict(zip(("round", "scores", "indicators", "ura"), parts, strict=False))
        return {**named, "players": rows, "result": parts[16]}


def _deals(value: object) -> object:
    if not isinstance(value, list) or not 1 <= len(value) <= MOST_DEALS:
        raise _needs(f"a list of 1 to {MOST_DEALS} deals")
    return value


def _scores(value: object) -> object:
    """Return the scores at the end: each is followed by the result."""
    if not isinstance(value, list) or len(value) != 8:
        raise wrong("a list of four scores and results", value)
    return value[::2]


def _points(value: object) -> int:
    """Return the points of a result in thousands, as 41.5."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise wrong("a result in thousands, as 41.5", value)
    if not -MOST_POINTS <= value * 1000 <= MOST_POINTS:
        raise wrong("a result in thousands, as 41.5", value)
    return round(value * 1000)


_Thousands = Annotated[int, PlainValidator(_points)]


class _Game(ForeignRecord):
    """The file."""

    noun: ClassVar[str] = "a record"

    name: Annotated[tuple[StrictText, ...], sized(0, 4)] | None = None
    log: Annotated[tuple[_Deal, ...], BeforeValidator(_deals)]
    sc: Annotated[PointsArray, BeforeValidator(_scores)] | None = None
    results: Annotated[tuple[_Thousands, ...], sized(4, 4)] | None = None
    rule: Any = None

    @model_validator(mode="before")
    @classmethod
    def _of_four(cls, value: object) -> object:
        """Refuse a game of three: by the words of its rules, or as the fourth has no tiles.

        Scores at the end are taken apart into scores and results.
        """
        if not isinstance(value, dict):
            raise wrong("an object with 'log'", value)
        rule, deals = value.get("rule"), value.get("log")
        words = rule.get("disp") if isinstance(rule, Mapping) else None
        first = deals[0] if isinstance(deals, list) and deals else None
        nobody = isinstance(first, list) and len(first) == 17 and first[13:16] == [[], [], []]
        if nobody or (isinstance(words, str) and _THREE in words):
            raise RecordError("contradiction", "", THREE_PLAYERS)
        scores = value.get("sc")
        if isinstance(scores, list) and len(scores) == 8:
            return {**value, "results": scores[1::2]}
        return value


_PLACES: Mapping[str, tuple[str, ...]] = {
    "log": ("", "deal {n}"),
    "scores": ("scores", "player {n}"),
    "sc": ("sc", "player {n}"),
    "results": ("sc", "result {n}"),
    "indicators": ("indicators", "tile {n}"),
    "ura": ("ura indicators", "tile {n}"),
    "players": ("", "player {i}"),
    "hand": ("hand", "tile {n}"),
    "takes": ("", "take {n}"),
    "discards": ("", "discard {n}"),
    "word": ("part 1",),
    "points": ("", "points {n}", "player {n}"),
    "wins": ("", "facts {n}"),
}


def _needs(expected: str) -> RecordError:
    return RecordError("contradiction", "", Message("expected {expected}", expected=expected))


def _in_english(word: str) -> str:
    """Return a result in English, with the word of the record."""
    return f"{WORDS[word][1]} ({word})"


# ---- reading -------------------------------------------------------------------------------------


def read_tenhou6(data: bytes | str) -> RecordedGame:
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
    deals = tuple(
        _recorded(deal, n, f"{place}deal {n}") for n, deal in enumerate(game.log, start=1)
    )
    reds = _red_fives(game.rule, deals)
    return RecordedGame(four_names(game.name or ()), deals, game.sc, game.results, reds)


def _red_fives(rule: object, deals: Iterable[RecordedDeal]) -> tuple[int, int, int] | None:
    """Return how many fives are red by the words of the rules, unless red tiles contradict them."""
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


def _recorded(deal: _Deal, number: int, where: str) -> RecordedDeal:
    played, counters, bets = deal.round
    rows = tuple(_rows(one, n, where) for n, one in enumerate(deal.players))
    result, last = _result(deal)
    order = reconstruct(rows, played % 4, last, where)
    moves = [one for one in order if isinstance(one, Move)]
    return RecordedDeal(
        number=number,
        round=played // 4,
        dealer=played % 4,
        counters=counters,
        bets=bets,
        scores=deal.scores,
        hands=tuple(one.hand for one in deal.players),
        draws=tuple(one for one in order if isinstance(one, Draw)),
        indicators=deal.indicators,
        moves=(*moves, *_last(result, order, where)),
        result=result,
    )


def _rows(one: _Player, player: int, where: str) -> PlayerRows:
    """Return the takes and discards of a player, each giver by number."""
    takes = tuple(
        take._replace(giver=(player + take.giver) % 4) if isinstance(take, ClaimEntry) else take
        for take in one.takes
    )
    return PlayerRows(takes, one.discards, f"{where}, player {player}")


def _last(result: RecordedResult, order: list[Draw | Move], where: str) -> list[Move]:
    """Return the acts that end a deal, which stand in the result."""
    where = f"{where}, result"
    if result.end == "nine_kinds":
        return [Move(order[-1].player, NINE_KINDS, where)]
    return [Move(player, WIN, where) for player in result.winners]


def _result(deal: _Deal) -> tuple[RecordedResult, LastTile]:
    """Return the result of a deal, and the tile after which it ended."""
    given, wins = deal.result, deal.result.wins
    one, two, three, four = map(sum, zip(*given.points, strict=True)) if given.points else [0] * 4
    deltas = (one, two, three, four)
    if not wins:
        result = RecordedResult(given.end, deltas, tenpai=_ALL.get(given.word), ura=deal.ura)
        return result, LastTile(None, given.end == "nine_kinds")
    winners, giver = tuple(win.winner for win in wins), wins[0].giver
    drawn = giver == winners[0]
    from_whom = None if drawn else giver
    return RecordedResult("win", deltas, winners, from_whom, ura=deal.ura), LastTile(giver, drawn)
