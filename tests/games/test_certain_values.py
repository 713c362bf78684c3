"""Values that infer calls certain, compared with the random houses that played the games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest
from bot_games import game_at, game_of, games_of, table_of
from effort import LONG, SOAK, first, seed_of
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from strategies import read_back, values

from riichi.fitting.space import Change, OptionSpace, shipped_rulesets, value_text
from riichi.games.infer.inferred import CERTAIN, Finding, Inferred, infer
from riichi.games.infer.oracle import Oracle, recordings_of
from riichi.games.infer.search import Search
from riichi.games.replay.deal_history import DealHistory, finish_deal, histories_of
from riichi.games.replay.divergences import replay_under
from riichi_core.hands.win import WinError
from riichi_core.rules.load import load
from riichi_core.rules.rules import SETTLED, Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.score import ImpossibleWinError

HOUSES = SOAK or 1
"""The number of random houses of each ruleset, besides the ruleset itself."""

PLAYED: Mapping[str, Mapping[str, st.SearchStrategy[Any]]] = {
    chapter: known
    for chapter, known in values().items()
    if chapter not in ("chombo", "fouls", "tournament")  # the bots commit no fouls
}


WAREME = load("ema-2025").replace({"setup.wareme": "double"}, id="wareme")


@pytest.mark.parametrize("ruleset", first([WAREME, *map(load, ("parlour", "tenhou", "ema-2016"))]))
def test_a_value_that_changes_nothing_in_a_hand_is_not_refuted_by_it(ruleset: Ruleset) -> None:
    """The game has its dice here, and none in the record that infer compares."""
    table = table_of(ruleset, seed=7)
    *deals, _ = histories_of(table)
    *recorded, _ = recordings_of("game", game_at(table))
    pairs = list(zip(deals, recorded, strict=True))
    space, oracle, refuted = OptionSpace(), Oracle(ruleset.rules), Counter[bool]()
    for change in [*space.changes(ruleset.rules), *space.near_changes(ruleset.rules, space.paths)]:
        settles = change.option.split(".")[0] in SETTLED
        if change.option in ("setup.starting_points", "tiles.red_fives") or not (settles or LONG):
            continue  # records state the former
        rules = space.changed(ruleset.rules, [change])
        for deal, recording in pairs[:: 1 if LONG else 2] if settles else pairs[:2]:
            found = oracle.objections(recording, rules)
            if after(deal, rules, settles=settles) == (deal.next_standing, deal.over):
                assert not found, change
            refuted[bool(found)] += 1
    assert min(refuted[False], refuted[True]) > 20


def after(deal: DealHistory, rules: Rules, *, settles: bool) -> object:
    """Return the standing after a deal under other rules, and whether the game is over."""
    end = deal.end if settles else replay_under(deal.events, rules)
    try:
        done = None if end is None else finish_deal(deal.before, deal.events[:-1], (end,), rules)
    except (WinError, ImpossibleWinError):
        return None
    return None if done is None else (done.next_standing, done.over)


def test_rules_with_wareme_are_refuted_by_a_self_draw_that_three_players_pay_singly() -> None:
    """With wareme, the winner or one of the payers has the wall that was broken."""
    plain = load("ema-2025")
    deals = [
        deal
        for source, game in games_of(plain, 3 if LONG else 1)
        for deal in recordings_of(source, game)
        if deal.deal.result.winners and deal.deal.result.giver is None
    ]
    oracle = Oracle(plain.rules)
    assert deals
    assert all(oracle.objections(deal, WAREME.rules) for deal in deals)


@pytest.mark.long
def test_a_value_of_no_ruleset_is_found_before_values_that_are_parts_of_it() -> None:
    """Without ippatsu and ura dora too, fewer hands with riichi would be paid wrongly."""
    base = load("ema-2025")
    house = base.replace({"yaku.riichi": "none"}, id="without-riichi")
    deals = [*recordings_of("game", game_of(house, seed=3000))]
    space = OptionSpace([base, load("mu")])
    _, changes, unexplained = Search(deals, space, Oracle(base.rules), 1).climb(base.rules)
    assert (changes, unexplained) == ((Change("yaku.riichi", '"none"'),), {})


@st.composite
def houses(draw: st.DrawFn, base: str) -> Ruleset:
    """Draw rules over a ruleset: often wareme, and other values for up to eight options.

    A value is that of another ruleset, or any value of the option's type.
    """
    other = draw(st.sampled_from(shipped_rulesets()))
    rules: dict[str, dict[str, Any]] = {}
    if draw(st.integers(0, 2)) == 2:
        rules["setup"] = {"wareme": "double"}
    for chapter in draw(st.lists(st.sampled_from([*PLAYED]), max_size=8)):
        name = draw(st.sampled_from([*PLAYED[chapter]]))
        shipped = other.rules.written(chapter)
        of_other = name in shipped and draw(st.booleans())
        new = shipped[name] if of_other else draw(PLAYED[chapter][name])
        rules.setdefault(chapter, {})[name] = new
    while True:
        house, faulty = read_back(rules, base)
        if house is not None:
            return house
        rules = {
            chapter: {name: new for name, new in of.items() if f"{chapter}.{name}" not in faulty}
            for chapter, of in rules.items()
        }


@pytest.mark.random
@pytest.mark.parametrize("base", first([one.id for one in shipped_rulesets()], quick=0, long=3))
@seed(seed_of(1))
@settings(max_examples=HOUSES + 1, phases=[Phase.generate], database=None, deadline=None,
          suppress_health_check=[*HealthCheck])  # fmt: skip
@given(data=st.data())
def test_no_certain_value_is_wrong_for_random_house_rules(base: str, data: st.DataObject) -> None:
    house = data.draw(houses(base))
    wrong = wrong_values(house, infer(games_of(house, 4)))
    assert not wrong, wrong


def wrong_values(house: Ruleset, inferred: Inferred) -> list[Finding]:
    return [
        finding
        for finding in inferred.findings
        if (
            finding.value != (true := value_text(house.rules, finding.path))
            and finding.status in CERTAIN
        )
        or true in finding.against
    ]
