"""Settlements, ends and results of games, compared with the slow ones in tests/reference."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from each import each
from effort import LONG, SETTLED, SHAPES, seed_of
from given import hold_end_alone, hold_given, hold_refused
from hypothesis import given, strategies as st
from reference.committed import prices, with_fouls
from reference.deals import (
    SELDOM,
    deal,
    deal_of_game,
    deals,
    game,
    moment,
    quiet,
    with_fouls_judged,
)
from reference.spoiled import spoiled, spoiled_in_a_game
from reference.variants import drawn, settling
from second import hold, hold_settled
from second_games import NAMES, hold_game, hold_game_under, hold_moment
from shipped_scenarios import by_id, ruleset
from strategies import ANY, rulesets

from riichi.games.formats.mjai import read_mjai
from riichi.games.formats.tenhou6 import read_tenhou6
from riichi.games.replay.recorded_game import RecordedGame
from riichi.games.replay.replay import replay_game
from riichi_core.bots import RandomPlayer, SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.play.table import Table
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom

Json = dict[str, Any]

INDEX = Path(__file__).parents[2] / "rulesets/prepared/scenarios.json"

HANCHAN = Path(__file__).parents[1] / "game/hanchan.yaml"
FOLDER = Path(__file__).parents[3] / "shared/oracle/logs"
LOGS = [path for path in sorted(FOLDER.glob("*/*")) if path.suffix in (".json", ".jsonl")]

PARTS = range(5 if LONG else 1)
"""Random deals are tried in so many parts, each deal under a ruleset of its own."""

ELSEWHERE = ("fouls.", "dead_hand.", "fu.", "winning.")
"""Chapters of fouls, which `prices` draws, and of the scorer, which tests/scoring compares."""

GAMES_SETTLED = max(SETTLED // 16, 18)
"""The number of random games, each under a ruleset of its own."""


@cache
def facts(kind: str) -> dict[str, Json]:
    """Return the given facts of the shipped scenarios of a kind, as in their files."""
    told = json.loads(INDEX.read_text(encoding="utf-8"))
    given = zip(told["scenario"], told["given"], strict=True)
    return {name: record[kind] for name, record in given if kind in record}


def of_parts(part: int, number: int = SETTLED) -> Iterator[tuple[Random, Ruleset]]:
    """Yield random rulesets, one for each case of a part, with the generator that made them."""
    chance = Random(seed_of(part))
    for _ in range(number // len(PARTS)):
        base = load(chance.choice([*library.books()]))
        yield chance, replace(base, rules=settling(chance, base.rules))


# ---- what is there already -----------------------------------------------------------------------


@each("name", lambda: [*facts("deal")][:: 1 if LONG else 8])
def test_shipped_deals_match_the_slow_settlement(name: str) -> None:
    scenario = by_id()[name]
    for one in scenario.expect:
        hold(facts("deal")[name], ruleset(scenario, one))


@each("name", lambda: [*facts("game")][:: 1 if LONG else 4])
def test_shipped_games_match_the_slow_settlement(name: str) -> None:
    scenario = by_id()[name]
    for one in scenario.expect:
        hold_game(facts("game")[name], ruleset(scenario, one))


@each("name", SHAPES)
def test_a_played_game_matches_the_slow_settlement(name: str) -> None:
    rules = load(name)
    table = Table(rules, seed=3)
    sensible, other = SensiblePlayer(), RandomPlayer(SeededRandom(3), claims=True)
    play_game(table, [sensible, sensible, other, sensible])
    for one in table.game.played:
        hold_settled(one.deal, one.settlement, rules)


@pytest.mark.parametrize("name", ["ema-2016", "wrcr-2015", "ema-2012"])
def test_the_game_worked_out_by_hand_matches_the_slow_settlement(name: str) -> None:
    record = yaml.safe_load(HANCHAN.read_text(encoding="utf-8"))
    assert tuple(record["players"]) == NAMES
    if name == "ema-2016":
        assert hold_game(record, load(name)) == "over: rounds"
    else:
        assert not hold_game_under(record, load("ema-2016"), load(name)).startswith("refused")


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.name)
def test_recorded_deals_match_the_slow_settlement(path: Path) -> None:
    """These are recorded games of others; the files are not part of this repository."""
    read: Callable[[bytes], RecordedGame] = read_mjai if path.suffix == ".jsonl" else read_tenhou6
    tenhou = load("tenhou")
    done = replay_game(read(path.read_bytes()), tenhou.rules)
    for one in done.deals:
        assert one.finished
        assert one.outcome is not None
        deal = one.outcome
        hold_settled(deal.deal, deal.settlement, replace(tenhou, rules=done.rules))


# ---- by chance -----------------------------------------------------------------------------------


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_random_deals_match_the_slow_settlement(part: int) -> None:
    found: Counter[str] = Counter()
    for chance, rules in of_parts(part):
        found[hold(deal(chance), rules)] += 1
    refused = sum(number for what, number in found.items() if what.startswith("refused"))
    assert refused < sum(found.values()) / 10, found
    assert {"win", "exhaustive_draw", "abortive_draw", "chombo"} <= {*found}, found


@pytest.mark.parametrize("values, one", SELDOM)
def test_deals_that_chance_seldom_draws_match_the_slow_settlement(values: Json, one: Json) -> None:
    for _, rules in of_parts(0, 12 * len(PARTS)):
        end = hold(one, replace(rules, rules=rules.rules.changed(values)))
        assert end == one["end"], "nothing is compared if the engine refuses the deal"


def test_every_option_that_the_slow_settlement_reads_is_drawn() -> None:
    """Otherwise it is only compared for the values of the books."""
    read = {
        f"{chapter}.{name}"
        for path in (Path(__file__).parents[1] / "reference").glob("*.py")
        for chapter, name in re.findall(r"\brules\.(\w+)\.(\w+)", path.read_text("utf-8"))
    }
    of_settling = {path for path in read & {*options()} if not path.startswith(ELSEWHERE)}
    missing = of_settling - {*drawn(Random(0))}
    assert not missing, f"let tests/reference/variants.py draw {', '.join(sorted(missing))}"


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_random_fouls_in_random_deals_match_the_slow_settlement(part: int) -> None:
    found: Counter[str] = Counter()
    for chance, any_rules in of_parts(part, SETTLED // 2):
        priced = replace(any_rules, rules=prices(chance, any_rules.rules))
        for rules in (priced, load(chance.choice([*library.books()]))):
            found[hold(with_fouls(chance, deal(chance), rules.rules), rules)] += 1
    refused = sum(number for what, number in found.items() if what.startswith("refused"))
    assert refused < sum(found.values()) / 10, found
    assert {"win", "exhaustive_draw", "abortive_draw", "chombo", "redeal"} <= {*found}, found


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_random_moments_of_games_match_the_slow_settlement(part: int) -> None:
    found: Counter[str] = Counter()
    for chance, rules in of_parts(part):
        stands = moment(chance, rules.rules)
        one = quiet(chance) if chance.random() < 0.2 else deal_of_game(chance)
        signal = chance.choice([None, {"during_deal": 5}, {"after_deal": 5}, {"after_deal": 3}])
        left = chance.choice([None, 1, 2]) if signal == {"after_deal": 3} else None
        stops = chance.random() < 0.7
        over = hold_moment(stands, one, rules, number=5, stops=stops, signal=signal, left=left)
        found[over] += 1
    assert {"over: None", "over: rounds"} <= {*found}, found


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_random_games_match_the_slow_settlement(part: int) -> None:
    for chance, rules in of_parts(part, GAMES_SETTLED):
        hold_game(game(chance), rules)


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_games_with_impossible_deals_match_the_slow_settlement(part: int) -> None:
    found: Counter[str] = Counter()
    for chance, rules in of_parts(part, GAMES_SETTLED):
        record, cannot_be = game(chance), dict[int, tuple[str, str]]()
        for number in range(len(record["deals"])):
            if chance.random() < 0.3:
                one = spoiled_in_a_game(chance)
                assert one.read is not None
                record["deals"][number], cannot_be[number] = one.deal, one.read
        found[hold_game(record, rules, cannot_be)] += 1
    assert sum(number for what, number in found.items() if what.startswith("refused")) > 3, found


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_random_games_under_other_rules_match_the_slow_settlement(part: int) -> None:
    found: Counter[str] = Counter()
    for chance, rules in of_parts(part, GAMES_SETTLED):
        base = load(chance.choice([*library.books()]))
        others = replace(base, rules=settling(chance, base.rules))
        found[hold_game_under(game(chance), rules, others)] += 1
    assert sum(number for what, number in found.items() if what.startswith("diverged")) > 3, found


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_random_deals_from_separate_facts_match_the_slow_settlement(part: int) -> None:
    for chance, rules in of_parts(part, SETTLED // 5):
        one = deal(chance)
        hold_given(with_fouls_judged(chance, one), rules)
        hold_end_alone(one, rules)


@pytest.mark.random
@pytest.mark.parametrize("part", PARTS)
def test_impossible_facts_are_refused(part: int) -> None:
    chance = Random(seed_of(part))
    for _ in range(SETTLED // len(PARTS)):
        hold_refused(spoiled(chance))


@ANY
@given(rulesets(), st.integers(0, 2**30))
def test_deals_under_any_ruleset_match_the_slow_settlement(rules: Ruleset, seed: int) -> None:
    for one in deals(seed, 50 if LONG else 15):
        hold(one, rules)
