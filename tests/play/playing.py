"""Playing in tests: every seat at a table acts at random, following a seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from effort import HELD

from riichi_core.hands.waits import suits_of
from riichi_core.play.actions import PASS, WIN, Action, Discard, Response
from riichi_core.play.game_state import GameEvent
from riichi_core.play.state import SEATS, Acting, DealState, Ended
from riichi_core.play.table import Table
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Wind

NAMES = tuple(HELD)
"""Every ruleset that all tests are made on."""

WRITTEN_DOWN = (
    "ema-2012", "ema-2016", "ema-2025", "tenhou", "wrc-2025", "wrcr-2015",
    "parlour", "red-fives-club", "tuesday-club",
)  # fmt: skip
"""Rulesets whose ways to play on are counted in a golden file; another one needs none."""

RULESETS = {name: load(name) for name in NAMES}


def pick(acts: tuple[Action, ...], chance: SeededRandom) -> Action:
    """Return any act, usually a win or a call if possible, so that something happens."""
    if WIN in acts and chance.below(10):
        return WIN
    riichi = [act for act in acts if isinstance(act, Discard) and act.riichi]
    if riichi and chance.below(3):
        return riichi[chance.below(len(riichi))]
    calls = [act for act in acts if not isinstance(act, Discard) and act != PASS]
    if calls and chance.below(2):
        return calls[chance.below(len(calls))]
    return acts[chance.below(len(acts))]


def answers(table: Table, chance: SeededRandom, *, silence: int = 0) -> list[Response]:
    """Return an act for each seat that may act; calls come in any order, or at once.

    One in `silence` of the players who may call stays silent, and so may call late.
    """
    legal = table.legal_actions()
    seats: list[Wind] = chance.shuffled(sorted(legal))
    calls = [Response(seat, pick(legal[seat], chance), order=chance.below(3)) for seat in seats]
    if isinstance(table.deal.phase, Acting):
        return calls[:1]  # a player who is not in turn would call late
    return [one for one in calls if not (silence and not chance.below(silence))] or calls[:1]


def moves(
    table: Table, chance: SeededRandom, *, silence: int = 0
) -> Iterator[tuple[GameEvent, ...]]:
    """Play a game to its end, and yield the events of each move."""
    yield table.start()
    while not table.over:
        if table.deal_over:
            yield table.next_deal()
        else:
            yield table.push(*answers(table, chance, silence=silence))


def played(ruleset: Ruleset, seed: int, *, silence: int = 0) -> Table:
    """Return a whole game."""
    table = Table(ruleset, seed=seed)
    for _ in moves(table, SeededRandom(seed), silence=silence):
        pass
    return table


def check(table: Table) -> None:
    """Check invariants of a game: no point and no tile is lost or created."""
    match, rules = table.game, table.rules
    total = 4 * rules.setup.starting_points
    if match.deal is None:
        standing = match.standing
        points = sum(map(Fraction, standing.scores)) + Fraction(standing.bets) * rules.riichi.bet
        assert points == total + fined(table)
        return
    deal = match.deal
    points = sum(map(Fraction, deal.scores)) + Fraction(deal.bets) * rules.riichi.bet
    assert points == total + fined(table)
    check_tiles(deal)
    assert bool(table.legal_actions()) != deal.over


def fined(table: Table) -> int:
    """Return the points that chombos took off scores without a receiver, in the settled deals."""
    return sum(sum(one.settlement.table_penalties.values()) for one in table.game.played)


def check_tiles(deal: DealState) -> None:
    """Check that every tile is in one place, and that derived data follows from the hands."""
    found = Counter(deal.wall.tiles[deal.drawn : 136 - 14])
    dead = list(deal.wall.tiles[136 - 14 :])
    for number in range(deal.replaced):
        dead.remove(deal.wall.replacement(number))
    found.update(dead)
    for place in deal.players:
        found.update(place.hand)
        found.update(tile for one in place.sets for tile in one.tiles)
        found.update(one.tile for one in place.discards if one.claimed_by is None)
        assert place.suits == suits_of(tile.kind for tile in place.hand)
        assert place.discarded_kinds == sum({1 << one.tile.kind for one in place.discards})
    if isinstance(deal.phase, Acting) and deal.phase.tile is not None:
        found[deal.phase.tile] += 1
    match deal.phase:
        case Ended(ending=Wins(), during=Acting(tile=drawn)):
            assert drawn is not None
            found[drawn] += 1
    assert found == Counter(deal.wall.tiles)
    for seat in SEATS if not deal.over else ():
        place = deal.players[seat]
        assert len(place.hand) + 3 * len(place.sets) == 13 + _too_many(deal, seat)


def _too_many(deal: DealState, seat: Wind) -> int:
    """Return how many surplus tiles a seat has, not counting the tile just drawn."""
    return isinstance(deal.phase, Acting) and deal.phase.seat == seat and deal.phase.tile is None
