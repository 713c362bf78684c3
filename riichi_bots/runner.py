"""A game among players that are programs: each is asked whenever its seat may do something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from riichi_bots.answers import Ask, answers, chosen, sit_down
from riichi_bots.house import House, RuledPlayer
from riichi_bots.player import Player, SeatedPlayer
from riichi_core.game.end import GameEnd
from riichi_core.play import events as ev
from riichi_core.play.game_state import GameState
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import AbortiveDraw, DealResult, ExhaustiveDraw, Wins
from riichi_core.settlement.ledger import Points, whole
from riichi_core.tiles import Wind

MOST_DEALS = 1_000
"""No game is longer: where East may stay for ever, only chance ends it."""


def play_game(table: Table, players: Sequence[Player]) -> None:
    """Play the game at a table to its end; a leading East who may stop does.

    Args:
        table: the table, at any moment of a game.
        players: four, the first East first.

    Raises:
        IllegalActionError: a player did what was not legal.
        PlayerError: a player raised an error.
    """
    seated = [one for one in players if isinstance(one, SeatedPlayer)]
    tell_house(players, table.rules)
    try:
        for place, one in enumerate(players):
            if isinstance(one, SeatedPlayer):
                sit_down(one, table, place)
        _play(table, players)
    finally:
        for one in seated:
            one.leave()


def tell_house(players: Iterable[Player], rules: Rules) -> None:
    """Tell the rules of the game to the players who go by them."""
    house = House.of(rules)
    for one in players:
        if isinstance(one, RuledPlayer):
            one.enter(house)


def _play(table: Table, players: Sequence[Player]) -> None:
    while (game := table.game).over is None and len(game.played) < MOST_DEALS:
        deal = game.deal
        if deal is None:
            table.start()
        elif not deal.over:
            table.push(*answers(deal, table.legal_actions(), _asking(game, deal, players)))
        elif table.may_stop:
            table.settle(stop=True)
        else:
            table.next_deal()


def _asking(game: GameState, deal: DealState, players: Sequence[Player]) -> Ask:
    dealer = game.standing.dealer
    return lambda seat, acts: chosen(players[(dealer + seat) % 4], deal, seat, acts)


# ---- what came of it -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The counts of a game, by player, the first East first.

    Attributes:
        number: which game.
        deals: how many deals were played.
        over: why it was over; None after so many deals that it was broken off.
        scores: points at the table, and `results` with uma, in points.
        places: 1 to 4.
        drawn: deals won by self-draw, and `claimed` on a discard, by player.
        riichi: riichi that stood, and `dealt_in` deals in which the discard was won on.
        won: points that the winners of deals were paid, all together.
        exhausted: deals that were drawn, and `aborted` those that were called off.
        discards: how many tiles were discarded.
    """

    number: int
    deals: int
    over: GameEnd | None
    scores: tuple[Points, ...]
    results: tuple[Points, ...]
    places: tuple[int, ...]
    drawn: tuple[int, ...] = (0, 0, 0, 0)
    claimed: tuple[int, ...] = (0, 0, 0, 0)
    riichi: tuple[int, ...] = (0, 0, 0, 0)
    dealt_in: tuple[int, ...] = (0, 0, 0, 0)
    won: Points = 0
    exhausted: int = 0
    aborted: int = 0
    discards: int = 0


@dataclass(slots=True)
class _Count:
    drawn: list[int] = field(default_factory=lambda: [0] * 4)
    claimed: list[int] = field(default_factory=lambda: [0] * 4)
    riichi: list[int] = field(default_factory=lambda: [0] * 4)
    dealt_in: list[int] = field(default_factory=lambda: [0] * 4)
    won: Points = 0
    exhausted: int = 0
    aborted: int = 0


def count_game(number: int, table: Table) -> PlayedGame:
    """Return what is counted of the game at a table that is over."""
    found = _Count()
    for one in table.game.played:
        seats = {seat: one.before.player(seat) for seat in Wind}
        for seat in one.deal.riichi:
            found.riichi[seats[seat]] += 1
        _count_end(found, one.deal, seats)
        for seat in one.settlement.winners:
            how = found.drawn if _drawn(one.deal) else found.claimed
            how[seats[seat]] += 1
            found.won = whole(found.won + one.settlement.deltas[seat])
    finals = table.finals
    return PlayedGame(
        number=number,
        deals=len(table.game.played),
        over=table.game.over,
        scores=tuple(final.score for final in finals),
        results=tuple(final.result for final in finals),
        places=tuple(final.place for final in finals),
        drawn=tuple(found.drawn),
        claimed=tuple(found.claimed),
        riichi=tuple(found.riichi),
        dealt_in=tuple(found.dealt_in),
        won=found.won,
        exhausted=found.exhausted,
        aborted=found.aborted,
        discards=sum(isinstance(event, ev.Discarded) for event in table.events),
    )


def _count_end(found: _Count, deal: DealResult, seats: dict[Wind, int]) -> None:
    match deal.end:
        case Wins(discarder=discarder) if discarder is not None:
            found.dealt_in[seats[discarder]] += 1
        case ExhaustiveDraw():
            found.exhausted += 1
        case AbortiveDraw():
            found.aborted += 1


def _drawn(deal: DealResult) -> bool:
    return isinstance(deal.end, Wins) and deal.end.discarder is None
