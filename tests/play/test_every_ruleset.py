"""Under every ruleset, random games end, lose nothing, and can be replayed and undone."""

from __future__ import annotations

import io
from itertools import islice

import pytest
from each import each
from effort import GAMES, SHAPES, few, first, seed_of
from hypothesis import given, strategies as st
from playing import NAMES, RULESETS, answers, check, moves
from strategies import ANY, rulesets

from riichi_core.play.decide import advance, decide
from riichi_core.play.events import Closed, Event
from riichi_core.play.evolve import evolve
from riichi_core.play.game_state import Settled
from riichi_core.play.table import Table
from riichi_core.records.log import LogHeader, read_log, write_entry, write_header
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom


@pytest.mark.random
@pytest.mark.parametrize("name", first(sorted(NAMES, key=SHAPES.__contains__, reverse=True), 3))
def test_random_games_end_and_can_be_replayed_and_undone(name: str) -> None:
    for seed in map(seed_of, range(GAMES)):
        _plays(RULESETS[name], seed)


@ANY
@given(rulesets(), st.integers(0, 2**32))
def test_the_first_moves_of_a_game_are_consistent_under_any_ruleset(
    ruleset: Ruleset, seed: int
) -> None:
    """Some of these games never end, because East may stay after any result."""
    _plays(ruleset, seed, 400)


def _plays(ruleset: Ruleset, seed: int, most: int | None = None) -> None:
    table = Table(ruleset, seed=seed)
    stood = [table.game]
    for _ in islice(moves(table, SeededRandom(seed), silence=4 if seed % 2 else 0), most):
        check(table)
        stood.append(table.game)
    assert table.over or most is not None
    assert sum(result.place for result in table.finals) <= 10
    _replays(ruleset, table, seed)
    while table.events:
        assert table.game == stood.pop()
        table.pop()
    assert stood == [table.game]


def _replays(ruleset: Ruleset, table: Table, seed: int) -> None:
    header = LogHeader.of(ruleset, ("A", "B", "C", "D"), seed)
    text = write_header(header) + "".join(map(write_entry, table.events))
    log = read_log(io.StringIO(text))
    assert (log.header, log.entries, log.damage, log.cut) == (header, table.events, None, False)
    again = Table(ruleset, seed=seed)
    again.resume(log.entries)
    assert again.game == table.game


@each("name", SHAPES)
def test_played_games_settle_like_their_written_records(name: str) -> None:
    """The scores kept by the table equal those worked out from its deals."""
    table = Table(RULESETS[name], seed=99)
    for _ in moves(table, SeededRandom(99)):
        pass
    told = [event for event in table.events if isinstance(event, Settled)]
    assert [one.scores for one in told] == [one.after.scores for one in table.game.played]
    for before, after in zip(table.game.played, table.game.played[1:], strict=False):
        assert before.after == after.before


@each("name", few(SHAPES))
def test_a_game_continues_from_any_prefix_of_its_log(name: str) -> None:
    """Each prefix of a log is a game, and automatic events occur again."""
    table = Table(RULESETS[name], seed=3)
    happened = [event for number, move in enumerate(moves(table, SeededRandom(3))) for event in move
                if number < 90]  # fmt: skip
    for number in range(1, len(happened) + 1):
        again = Table(RULESETS[name], seed=3)
        again.resume(happened[:number])
        assert again.events == table.events[: len(again.events)]
        assert again.legal_actions() or again.deal_over


def test_decide_returns_the_events_that_evolve_folds() -> None:
    rules = RULESETS[NAMES[0]].rules
    table = Table(rules, seed=5)
    table.start()
    while not table.deal_over:
        calls = answers(table, SeededRandom(len(table.events)))
        deal = table.deal
        events: tuple[Event, ...] = decide(deal, calls, rules)
        table.push(*calls)
        for event in events:
            deal = evolve(deal, event)
        assert deal == table.deal
        assert advance(deal, (), rules) == ((), deal)
    assert any(isinstance(event, Closed) for event in table.events)
