"""A game played under one ruleset, replayed under it and under others."""

from __future__ import annotations

import pytest
from each import each
from effort import LONG, SHAPES, seed_of
from playing import NAMES, RULESETS, played

from riichi.games.replay.divergences import divergences
from riichi_core.play import events as ev
from riichi_core.play.actions import Chii, Pon, Response, parse_action
from riichi_core.play.game_state import Settled
from riichi_core.play.table import Table
from riichi_core.tiles import Wind


@pytest.mark.random
@each("name", NAMES if LONG else SHAPES)
def test_a_game_never_diverges_under_its_own_rules(name: str) -> None:
    events = played(RULESETS[name], seed_of(1), silence=3).events
    assert divergences(events, RULESETS[name].rules) == ()


def test_swap_calling_diverges_if_it_is_forbidden() -> None:
    """EMA 2012 allows any discard after a claim, EMA 2016 not the claimed tile."""
    for seed in range(40):
        table = played(RULESETS["ema-2012"], seed)
        found = divergences(table.events, RULESETS["ema-2016"].rules)
        swaps = [one for one in found if "may not discard" in one.would]
        if swaps:
            one = swaps[0]
            event, before = table.events[one.event - 1], table.events[one.event - 2]
            assert isinstance(event, ev.Discarded)
            assert isinstance(before, ev.Claimed)
            return
    raise AssertionError("no swap call in forty games")


def test_payments_of_a_deal_are_compared() -> None:
    """Without tenpai players no points are paid; with some, the noten penalties are unchanged."""
    tables = (played(RULESETS["ema-2016"], seed) for seed in range(50))
    table, place, settled = next(
        (table, number, event)
        for table in tables
        for number, event in enumerate(table.events)
        if isinstance(event, Settled) and any(event.deltas)
    )
    wrong = Settled(settled.scores, (0, 0, 0, 0), settled.ended_by)
    found = divergences([*table.events[:place], wrong], RULESETS["ema-2016"].rules)
    assert [one.event for one in found] == [place + 1]
    assert found[0].would.startswith("payments: ")


def test_a_pon_called_after_chii_diverges() -> None:
    """EMA 2016 goes by rank, WRCR 2015 by the first call."""
    for seed in range(200):
        table = Table(RULESETS["ema-2016"], seed=seed)
        table.start()
        for act in table.legal_actions()[Wind.EAST]:
            table.push(Response(Wind.EAST, act))
            legal = table.legal_actions()
            chii = [(s, a) for s, acts in legal.items() for a in acts if isinstance(a, Chii)]
            pon = [(s, a) for s, acts in legal.items() for a in acts if isinstance(a, Pon)]
            if chii and pon and chii[0][0] != pon[0][0]:
                table.push(Response(*chii[0], order=1), Response(*pon[0], order=2))
                found = divergences(table.events, RULESETS["wrcr-2015"].rules)
                assert len(found) == 1
                assert "calls chii" in found[0].would
                return
            table.pop()
    raise AssertionError("no chii and pon for one tile")


def test_actions_can_be_read_back_from_text() -> None:
    for name in NAMES if LONG else SHAPES:
        for event in played(RULESETS[name], 6).events:
            if isinstance(event, ev.Closed):
                assert [parse_action(str(call.action)) for call in event.calls] == [
                    call.action for call in event.calls
                ]
