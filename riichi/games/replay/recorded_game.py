"""Games of records and their deals, and the wall that they were played from.

A record contains the tiles dealt, drawn and turned, and the actions. The wall is rebuilt from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, NamedTuple

from riichi_core.errors import RecordError
from riichi_core.game.game import Standing
from riichi_core.messages import Message
from riichi_core.play.actions import Action
from riichi_core.play.deal_wins import PLAIN_TILES
from riichi_core.play.wall import (
    BLOCKS,
    DEALT,
    LIVE,
    MOST_QUADS,
    SIZE,
    Wall,
    tiles_beside,
    whole_set,
)
from riichi_core.records.fields import name_in_a_line
from riichi_core.rules.chapters.dealer import WinsInARow
from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.scoring.points import Points
from riichi_core.tiles import TILES, Tile, Wind

FourScores = tuple[int, int, int, int]


def four_scores(points: Iterable[int]) -> FourScores:
    """Return the points of four players.

    Raises:
        ValueError: if there are not four.
    """
    first, second, third, fourth = points
    return first, second, third, fourth


RecordedEnd = Literal["win", "exhausted", "nagashi", "three_wins", "draw"] | Cause
"""The end of a deal in a record; `draw` if the record does not give the cause."""


class Draw(NamedTuple):
    """A tile that a player drew, possibly to replace one after a quad."""

    player: int
    tile: Tile
    replacement: bool = False


class Move(NamedTuple):
    """An action of a player, and its place in the record."""

    player: int
    act: Action
    where: str


@dataclass(frozen=True, slots=True)
class RecordedResult:
    """The result of a deal in a record, with players by number.

    Attributes:
        end: how the deal ended.
        deltas: the points that each player got, less those paid; riichi bets are not included.
        winners: the winners; `giver` is the player whose tile they won on, or None after a
            self-draw.
        tenpai: the players who showed a tenpai hand at an exhaustive draw, if recorded.
        ura: the ura indicators, as far as they are recorded.
    """

    end: RecordedEnd
    deltas: FourScores | None
    winners: tuple[int, ...] = ()
    giver: int | None = None
    tenpai: frozenset[int] | None = None
    ura: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A deal of a record. Players are numbered 0 to 3, the first East being 0.

    Attributes:
        number: the number of the deal in the record, from 1.
        standing: the standing of the game before it, without what records do not have.
        hands: the thirteen tiles that each player was dealt.
        draws: the drawn tiles, in order; the first is East's fourteenth tile.
        indicators: the dora indicators, in the order in which they were turned.
        moves: the players' actions, in order, without passes.
        result: the result.
    """

    number: int
    standing: Standing
    hands: tuple[tuple[Tile, ...], ...]
    draws: tuple[Draw, ...]
    indicators: tuple[Tile, ...]
    moves: tuple[Move, ...]
    result: RecordedResult

    @property
    def where(self) -> str:
        """The deal's place in the record, in words."""
        return f"deal {self.number}"

    @property
    def seen(self) -> tuple[Tile, ...]:
        """The known tiles, in any order."""
        dealt = (tile for hand in self.hands for tile in hand)
        drawn = (draw.tile for draw in self.draws)
        return (*dealt, *drawn, *self.indicators, *self.result.ura)


_WINS_IN_A_ROW = WinsInARow(draw="ends", after_eighth="as_usual")
"""How wins are counted before the rules of a game are known."""


def east_wins(deals: Iterable[RecordedDeal], how: WinsInARow = _WINS_IN_A_ROW) -> Iterator[int]:
    """Yield how many deals in a row East had won before each deal."""
    wins, won, turn = 0, False, (0, 0)
    for deal in deals:
        before, turn = turn, (deal.standing.round, deal.standing.dealer)
        wins = how.wins_after(wins, won=won) if turn == before else 0
        yield wins
        won = deal.standing.dealer in deal.result.winners


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of a record.

    Attributes:
        names: the names of the four players.
        deals: its deals.
        final: the scores at the end, if known.
        results: the results of the game in points, if known.
        red_fives: the number of red fives of characters, circles and bamboos, if recorded.
        open_tanyao: whether an open hand can have All Simples, if recorded.
        rounds: the number of rounds of a game, if recorded.
        room: the name of its room, if the room's program has its own ruleset.
        room_ruleset: the id of that ruleset; empty without such a room.
        cut: what is missing at its end; None if it is complete.
        notes: what the record contains but nothing is compared with.
    """

    names: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]
    final: FourScores | None = None
    results: tuple[Points, ...] | None = None
    red_fives: FiveCounts | None = None
    open_tanyao: bool | None = None
    rounds: Literal[1, 2] | None = None
    room: str = ""
    room_ruleset: str = ""
    cut: Message | None = None
    notes: tuple[Message, ...] = ()


FiveCounts = tuple[int, int, int]
"""The number of red fives of characters, circles and bamboos."""


def fitting_fives(game: RecordedGame) -> tuple[range, range, range]:
    """Return how many fives of each suit can be red according to the tiles of a record."""
    tiles_of_deals = [Counter(deal.seen) for deal in game.deals]

    def fitting(suit: str) -> range:
        red, plain = TILES[f"0{suit}"], TILES[f"5{suit}"]
        most_red = max(tiles[red] for tiles in tiles_of_deals)
        return range(most_red, 5 - max(tiles[plain] for tiles in tiles_of_deals))

    return fitting("m"), fitting("p"), fitting("s")


def player_names(names: Iterable[str]) -> tuple[str, ...]:
    """Return the names of four players, each on one line; a nameless player is named by number."""
    printable = ("".join(char if char.isprintable() else " " for char in name) for name in names)
    padded = [*map(name_in_a_line, printable), *[""] * 4][:4]
    return tuple(name or f"player {place}" for place, name in enumerate(padded, start=1))


# ---- the wall ------------------------------------------------------------------------------------


def wall_of(deal: RecordedDeal, tiles: Tiles) -> Wall:
    """Return a wall that reproduces the recorded deal.

    The remaining tiles of the ruleset's set, in their order, fill the unseen places.

    Raises:
        RecordError: if the tiles do not fit the set or a wall.
    """
    known = dict(_known(deal))
    _refuse_too_many(deal, list(known.values()), tiles)
    left = iter(tiles_beside(known.values(), tiles))
    return Wall(tuple(known[place] if place in known else next(left) for place in range(SIZE)))


def any_wall_of(deal: RecordedDeal) -> Wall:
    """Return a wall that reproduces the recorded deal, whatever the number of red fives.

    Raises:
        RecordError: if the deal used more tiles than a wall has, or more of a kind.
    """
    known = dict(_known(deal))
    counts = Counter(tile.kind for tile in known.values())
    _refuse_five_of_a_kind(deal, counts)
    left = iter([tile for tile in PLAIN_TILES for _ in range(4 - counts[tile.kind])])
    return Wall(tuple(known[place] if place in known else next(left) for place in range(SIZE)))


def unseen(deal: RecordedDeal, tiles: Tiles) -> list[Tile]:
    """Return the tiles of the set that nobody saw in a deal, sorted.

    The deal must fit a wall.
    """
    return tiles_beside(dict(_known(deal)).values(), tiles)


def _known(deal: RecordedDeal) -> Iterator[tuple[int, Tile]]:
    """Yield each place of the wall that is known from the record, and its tile."""
    _refuse_too_many_draws(deal)
    for player, hand in enumerate(deal.hands):
        yield from zip(_dealt(deal.standing.seat(player)), hand, strict=True)
    live = [draw.tile for draw in deal.draws if not draw.replacement]
    replacements = [draw.tile for draw in deal.draws if draw.replacement]
    yield from enumerate(live, start=DEALT - 1)
    for number, tile in enumerate(replacements):
        yield SIZE - 2 * (number // 2 + 1) + number % 2, tile
    for number, tile in enumerate(deal.indicators):
        yield _indicator(number), tile
    for number, tile in enumerate(deal.result.ura):
        yield _indicator(number) + 1, tile


def _dealt(seat: Wind) -> list[int]:
    """Return the places of a seat's tiles: three times four, then one."""
    return [16 * block + 4 * seat + n for block in range(3) for n in range(4)] + [BLOCKS + seat]


def _indicator(number: int) -> int:
    return SIZE - 2 * (3 + number)


def _refuse_too_many_draws(deal: RecordedDeal) -> None:
    replaced = sum(draw.replacement for draw in deal.draws)
    drawn = len(deal.draws) - replaced
    most = LIVE - DEALT + 1 - replaced
    turned = max(len(deal.indicators), len(deal.result.ura))
    if replaced > MOST_QUADS or drawn > most or turned > MOST_QUADS + 1:
        message = Message(
            "{drawn} tiles drawn, {replaced} after quads, and {turned} indicators: more than a "
            "wall has",
            drawn=drawn, replaced=replaced, turned=turned,
        )  # fmt: skip
        raise RecordError("contradiction", deal.where, message)


def _refuse_too_many(deal: RecordedDeal, known: list[Tile], tiles: Tiles) -> None:
    """Reject tiles that are not in the set: five of a kind, or other red fives."""
    _refuse_five_of_a_kind(deal, Counter(tile.kind for tile in known))
    full_set = Counter(whole_set(tiles))
    for tile, times in sorted(Counter(known).items()):
        if times > full_set[tile]:
            message = Message("{tile} occurs {times}; these rules have {n} of it",
                              tile=tile, times=_times_words(times), n=full_set[tile])  # fmt: skip
            raise RecordError("contradiction", deal.where, message)


def _refuse_five_of_a_kind(deal: RecordedDeal, counts: Mapping[int, int]) -> None:
    for kind, times in sorted(counts.items()):
        if times > 4:
            message = Message("{tile} occurs {n} times; a set has four", tile=Tile(kind), n=times)
            raise RecordError("contradiction", deal.where, message)


def _times_words(times: int) -> Message:
    if times == 2:
        return Message("twice")
    return Message("once") if times == 1 else Message("{n} times", n=times)
