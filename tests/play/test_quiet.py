"""A discard that all pass is processed in one step, which must equal its three events."""

from __future__ import annotations

import pytest
from each import each
from effort import SHAPES
from playing import RULESETS, moves

from riichi_core.play import events as ev
from riichi_core.play.decide import next_automatic_event
from riichi_core.play.evolve import evolve, pass_uncalled_discard
from riichi_core.play.game_state import Undone
from riichi_core.play.state import DealState
from riichi_core.play.table import Table
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Tile, Wind


@each("name", SHAPES)
def test_a_quiet_turn_equals_its_events(name: str) -> None:
    ruleset = RULESETS[name]
    table = played(ruleset, seed=11)
    quiet = 0
    for number, event in enumerate(table.events):
        deal = table.game_at(number).deal
        if deal is not None and (found := pass_uncalled_discard(deal, event)) is not None:
            quiet += 1
            assert found == step_by_step(deal, event, ruleset)
    assert quiet > 100


def played(ruleset: Ruleset, seed: int) -> Table:
    table = Table(ruleset, seed=seed)
    for _ in moves(table, SeededRandom(seed), silence=5):
        pass
    return table


def step_by_step(deal: DealState, discard: object, ruleset: Ruleset) -> tuple[ev.Drew, DealState]:
    assert isinstance(discard, ev.Discarded)
    offered = evolve(deal, discard)
    assert next_automatic_event(offered, ruleset.rules) == ev.CLOSED
    resolved = evolve(offered, ev.CLOSED)
    drew = next_automatic_event(resolved, ruleset.rules)
    assert isinstance(drew, ev.Drew)
    drawn = evolve(resolved, drew)
    assert next_automatic_event(drawn, ruleset.rules) is None
    return drew, drawn


def test_games_within_a_quiet_turn_equal_those_of_its_events() -> None:
    """Skipped events are folded on request, in any order."""
    table = played(RULESETS["ema-2016"], seed=4)
    again = Table("ema-2016", seed=4)
    again.fold(table.events)
    for number in reversed(range(len(table.events) + 1)):
        assert table.game_at(number) == again.game_at(number)
    for number in (70, 69, 20):
        table.fold([Undone(number)])
        assert table.game == again.game_at(number)
    table.resume(again.events[20:])
    assert table.game == again.game


@pytest.mark.parametrize(
    "event",
    [
        ev.Discarded(Wind.SOUTH, Tile("1m")),
        ev.Discarded(Wind.EAST, Tile("7p")),
        ev.Discarded(Wind.EAST, Tile("2m"), tsumogiri=True),
        ev.Drew(Wind.EAST, Tile("1m")),
    ],
)
def test_impossible_events_are_left_to_the_fold(event: ev.Event) -> None:
    table = Table("ema-2016", seed=7)
    table.start()
    assert pass_uncalled_discard(table.deal, event) is None
