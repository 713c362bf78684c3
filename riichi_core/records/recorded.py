"""Deals of records: as they were played, what came of them, and the wall they were played from.

A record knows what was dealt, drawn, turned and done. The wall is built anew from that.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

from riichi_core.errors import RecordError
from riichi_core.game.end import GameEnd
from riichi_core.game.game import PlayedDeal
from riichi_core.game.standing import Standing
from riichi_core.messages import Message
from riichi_core.play.actions import Action
from riichi_core.play.events import Event, Started
from riichi_core.play.game_state import GameState, Settled, Signalled, settle_deal
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.play.wall import BLOCKS, DEALT, LIVE, MOST_KONGS, SIZE, Wall, rest, whole_set
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import AbortiveDraw, Cause, ChomboEnding, ExhaustiveDraw, Wins
from riichi_core.settlement.ledger import Points
from riichi_core.settlement.settle import Settlement
from riichi_core.tiles import Tile, Wind

FourScores = tuple[int, int, int, int]


def four_scores(given: Iterable[int]) -> FourScores:
    """Return the points of four players.

    Raises:
        ValueError: they are not four.
    """
    one, two, three, four = given
    return one, two, three, four


RecordedEnd = Literal["win", "exhausted", "nagashi", "three_wins", "draw"] | Cause
"""The end of a deal in a record; `draw` is one of which the record does not say why."""

FinalEnd = RecordedEnd | Literal["chombo", "void"]
"""The end of a deal here."""


class Draw(NamedTuple):
    """A tile that a player drew, perhaps to replace one after a kong."""

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
    """The result of a deal as a record has it; players by their numbers.

    Attributes:
        end: how it ended.
        deltas: what each player got, less what was paid; bets paid on declaring are not in it.
        winners: who won, and `giver` on whose tile; None where it was drawn.
        tenpai: who showed a tenpai hand at an exhaustive draw, where that is said.
        ura: the tiles under the indicators, as far as the record gives them.
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
        number: which deal of the record, from 1.
        round: how many rounds were over.
        dealer: the player who was East.
        counters: counters on the table.
        bets: riichi bets on the table.
        scores: the points of each player before the deal.
        hands: the thirteen tiles that each player was dealt.
        draws: what was drawn, in order; the fourteenth tile of East is the first.
        indicators: the dora indicators, in the order in which they were turned.
        moves: what the players did, in order; who let a tile pass is not among it.
        result: what came of it.
    """

    number: int
    round: int
    dealer: int
    counters: int
    bets: int
    scores: FourScores
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
    def standing(self) -> Standing:
        """The standing of the game before the deal."""
        return Standing(self.scores, self.round, self.dealer, self.counters, self.bets)


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game of a record.

    Attributes:
        names: of the four players.
        deals: its deals.
        final: the scores at the end, if known.
        results: what the game counted for, in points, if known.
        red_fives: how many fives of characters, circles and bamboo are red, where it says so.
    """

    names: tuple[str, ...]
    deals: tuple[RecordedDeal, ...]
    final: FourScores | None = None
    results: tuple[Points, ...] | None = None
    red_fives: tuple[int, int, int] | None = None


def four_names(given: Iterable[str]) -> tuple[str, ...]:
    """Return the names of four players, each in one line; a nameless one is named by place."""
    found = [*map(_in_a_line, given), *[""] * 4][:4]
    return tuple(name or f"player {place}" for place, name in enumerate(found, start=1))


def _in_a_line(name: str) -> str:
    """Return a name without line breaks, and without what a terminal obeys or cannot print."""
    return " ".join("".join(one if one.isprintable() else " " for one in name).split())


# ---- the wall ------------------------------------------------------------------------------------


def wall_of(deal: RecordedDeal, tiles: Tiles) -> Wall:
    """Return a wall from which the deal is played as it was recorded.

    What nobody saw is filled with the tiles that are left, in their order.

    Args:
        deal: the deal.
        tiles: the set of tiles of the ruleset.

    Raises:
        RecordError: the tiles are not in such a set, or not in a wall.
    """
    known = dict(_known(deal))
    _refuse_too_many(deal, list(known.values()), tiles)
    left = iter(rest(known.values(), tiles))
    return Wall(tuple(known[place] if place in known else next(left) for place in range(SIZE)))


def unseen(deal: RecordedDeal, tiles: Tiles) -> list[Tile]:
    """Return the tiles of a set that nobody saw in a deal of which a wall can be made, sorted."""
    return rest(dict(_known(deal)).values(), tiles)


def _known(deal: RecordedDeal) -> Iterator[tuple[int, Tile]]:
    """Yield the places of the wall that the record knows, and the tiles there."""
    _refuse_too_many_draws(deal)
    for player, hand in enumerate(deal.hands):
        yield from zip(_dealt(Wind((player - deal.dealer) % 4)), hand, strict=True)
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
    """Return the places of the tiles of a seat: three times four, then one."""
    return [16 * block + 4 * seat + n for block in range(3) for n in range(4)] + [BLOCKS + seat]


def _indicator(number: int) -> int:
    return SIZE - 2 * (3 + number)


def _refuse_too_many_draws(deal: RecordedDeal) -> None:
    replaced = sum(draw.replacement for draw in deal.draws)
    drawn = len(deal.draws) - replaced
    most = LIVE - DEALT + 1 - replaced
    turned = max(len(deal.indicators), len(deal.result.ura))
    if replaced > MOST_KONGS or drawn > most or turned > MOST_KONGS + 1:
        message = Message(
            "{drawn} tiles drawn, {replaced} after kongs, and {turned} indicators: "
            "a wall has not so many",
            drawn=drawn, replaced=replaced, turned=turned,
        )  # fmt: skip
        raise RecordError("contradiction", deal.where, message)


def _refuse_too_many(deal: RecordedDeal, known: list[Tile], tiles: Tiles) -> None:
    """Refuse what a set of tiles has not: five of a kind, or other red fives."""
    for kind, times in sorted(Counter(tile.kind for tile in known).items()):
        if times > 4:
            message = Message("{tile} is there {n} times, a set has four", tile=Tile(kind), n=times)
            raise RecordError("contradiction", deal.where, message)
    whole = Counter(whole_set(tiles))
    for tile, times in sorted(Counter(known).items()):
        if times > whole[tile]:
            message = Message(
                "{tile} is there {times}, and these rules have {n} of it: the "
                "record was played with other red fives; replay it under a house file that has "
                "them, as one with tiles: {{red_fives: {{m: 0, p: 0, s: 0}}}}",
                tile=tile, times=_times(times), n=whole[tile],
            )  # fmt: skip
            raise RecordError("contradiction", deal.where, message)


def _times(times: int) -> Message:
    if times == 2:
        return Message("twice")
    return Message("once") if times == 1 else Message("{n} times", n=times)


# ---- deals that were played here -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FinishedDeal:
    """A deal that is over.

    Attributes:
        before: where the game stood.
        events: what happened, the start first.
        end: the deal then.
        played: what it comes to in its game; None where it is dealt again as if it were new.
        after: where the game stands then.
    """

    before: Standing
    events: tuple[Event, ...]
    end: DealState
    played: PlayedDeal | None
    after: Standing

    @property
    def settlement(self) -> Settlement | None:
        """The payments; None where it is dealt again as if it were new."""
        return None if self.played is None else self.played.settlement

    @property
    def over(self) -> GameEnd | None:
        """The reason why the game is over; None if it goes on."""
        return None if self.played is None else self.played.over

    def by_player(self, points: dict[Wind, Points]) -> list[Points]:
        """Return points of seats as those of the players."""
        return [points.get(self.before.seat(player), 0) for player in range(4)]

    @property
    def ended(self) -> FinalEnd:
        """The end of the deal in the words of records; `chombo` and `void` are ours."""
        match self.end.ending:
            case Wins(winners=winners):
                if self.settlement is not None and self.settlement.winners:
                    return "win"
                return "three_wins" if len(winners) == 3 else "chombo"
            case ExhaustiveDraw(nagashi=nagashi):
                return "nagashi" if nagashi else "exhausted"
            case AbortiveDraw(cause=cause):
                return cause
            case ChomboEnding():
                return "chombo"
        return "void"

    @property
    def tenpai(self) -> frozenset[int] | None:
        """The players who showed a tenpai hand; None if the wall was not played out."""
        match self.end.ending:
            case ExhaustiveDraw(tenpai=tenpai):
                return frozenset(map(self.before.player, tenpai))
        return None

    @property
    def deltas(self) -> list[Points]:
        """The points that each player got at the end; riichi bets were paid before."""
        left = [self.end.scores[self.before.seat(player)] for player in range(4)]
        return [then - now for then, now in zip(self.after.scores, left, strict=True)]


def finish_deal(
    before: Standing,
    events: Sequence[Event],
    end: DealState,
    rules: Rules,
    setting: PlaySetting = "tournament",
    *,
    stops: bool = False,
) -> FinishedDeal:
    """Return a deal that is over, settled.

    With `stops` a leading East who may end the game then does.

    Raises:
        ValueError: the deal is not over.
        WinError: it cannot be settled so.
    """
    _, then = settle_deal(GameState(before, end), rules, setting, stops=stops)
    played = then.played[0] if then.played else None
    return FinishedDeal(before, tuple(events), end, played, then.standing)


def deals_of(table: Table) -> Iterator[FinishedDeal]:
    """Yield the settled deals of a game at a table, in order, for `write_mjai`."""
    start = 0
    for number, event in enumerate(table.events):
        if isinstance(event, Started):
            start = number
        if not isinstance(event, Settled):
            continue
        match = table.game_at(number)
        assert match.deal is not None
        happened = [
            one for one in table.events[start:number] if not isinstance(one, Settled | Signalled)
        ]
        yield finish_deal(match.standing, happened, match.deal, table.rules, table.setting)
