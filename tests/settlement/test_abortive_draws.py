"""Impossible abortive draws: each is refused, and no other deal.

tests/reference/win_moments.py finds the riichi and times that fit each cause in a second way.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import combinations
from typing import Any

import pytest
from click.testing import CliRunner
from each import each
from reference.win_moments import Abort, aborts_of

from riichi.cli.main import main
from riichi_core.bots import RandomPlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.play.actions import NINE_KINDS, Action
from riichi_core.play.observation import Observation
from riichi_core.play.table import Table
from riichi_core.records.deal import read_deal
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import (
    CAUSES,
    AbortiveDraw,
    DealError,
    FinishedDeal,
)
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind

Json = dict[str, Any]

SEATS = [str(wind) for wind in Wind]
FOUL = {"seat": "east", "foul": "minor", "turn": 2}

SWAP = {"seat": "south", "foul": "swap_call"}
LATE_DRAW = {"seat": "south", "foul": "draw_after_the_wall"}

EARLY = "{} can end a hand only in the first set of turns: expected turn 1"
CLAIMED = "{} with a claimed set: a claim ends the first set of turns"
LAST = "{} with a foul after the last tile: the wall is not empty yet"
NORTH = (
    "nine_kinds with North's riichi: a player who declares nine kinds has not discarded yet, and "
    "North discards last"
)
FEWER = "four_riichi: all four players must be in riichi, and riichi lists fewer"

REFUSED: list[tuple[str, str, str, Json]] = [
    ("nine_kinds", NORTH, "riichi", {"riichi": ["north"]}),
    ("nine_kinds", EARLY, "fouls.0.turn", {"fouls": [FOUL]}),
    ("nine_kinds", CLAIMED, "fouls.0.foul", {"fouls": [SWAP]}),
    ("nine_kinds", LAST, "fouls.0.foul", {"fouls": [LATE_DRAW]}),
    ("four_winds", EARLY, "fouls.1.turn", {"fouls": [FOUL | {"turn": 1}, FOUL]}),
    ("four_winds", CLAIMED, "fouls.0.foul", {"fouls": [SWAP]}),
    ("four_winds", LAST, "fouls.0.foul", {"fouls": [LATE_DRAW]}),
    ("four_riichi", FEWER, "riichi", {"riichi": SEATS[:3]}),
]


@each("cause, reason, field, facts", REFUSED)
def test_an_impossible_abortive_draw_is_refused(
    cause: str, reason: str, field: str, facts: Json
) -> None:
    message = reason.format(cause)
    record = {"end": "abortive_draw", "cause": cause, **facts}
    with pytest.raises(RecordError) as caught:
        read_deal(record, load("tenhou"))
    found = caught.value
    assert (found.code, found.field, str(found)) == ("contradiction", field, message)
    ran = CliRunner().invoke(main, ["settle", "--jsonl", "--rules", "tenhou"], json.dumps(record))
    error = json.loads(ran.output)["error"]
    assert (error["field"], error["message"]) == (field, message)


@cache
def aborts() -> frozenset[Abort]:
    return aborts_of(4000, seed=2)


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_is_compatible_with_exactly_the_riichi_that_occur_with_it(cause: Any) -> None:
    occurring = {abort.riichi for abort in aborts() if abort.cause == cause}
    accepted = set()
    for riichi in [some for n in range(5) for some in combinations(range(4), n)]:
        try:
            FinishedDeal(AbortiveDraw(cause), riichi=[Wind(seat) for seat in riichi])
        except DealError:
            continue
        accepted.add(frozenset(riichi))
    assert accepted == occurring


@pytest.mark.parametrize("cause", CAUSES)
def test_a_foul_in_a_later_turn_is_compatible_with_the_causes_that_occur_then(cause: str) -> None:
    later = any(abort.turn > 1 for abort in aborts() if abort.cause == cause)
    record = {"end": "abortive_draw", "cause": cause, "riichi": SEATS, "fouls": [FOUL]}
    record["riichi"] = [] if cause == "nine_kinds" else SEATS
    try:
        read_deal(record, load("tenhou"))
    except RecordError:
        assert not later
    else:
        assert later


def test_four_riichi_without_seats_means_that_all_four_declared_it() -> None:
    deal = FinishedDeal.of(AbortiveDraw("four_riichi"))
    assert deal.riichi == {*Wind}
    assert settle(AbortiveDraw("four_riichi"), "tenhou").bets_left == 4


def test_four_kongs_come_too_late_if_four_riichi_end_the_deal() -> None:
    deal = FinishedDeal(AbortiveDraw("four_kongs"), riichi=Wind)
    with pytest.raises(DealError, match="the hand has already ended with four riichi") as caught:
        settle(deal, "tenhou")
    assert (caught.value.code, caught.value.field) == ("contradiction", "riichi")


class Caller(RandomPlayer):
    """Acts at random, and declares nine kinds whenever possible."""

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:
        return NINE_KINDS if NINE_KINDS in acts else super().choose(view, acts)


def test_played_deals_are_aborted_only_for_possible_causes() -> None:
    """Each played deal makes its `FinishedDeal`, which refuses impossible facts."""
    causes = set()
    for seed in range(6):
        table = Table("tenhou", seed=seed)
        play_game(table, [Caller(SeededRandom(4 * seed + place)) for place in range(4)])
        ends = [played.deal.end for played in table.game.played]
        causes |= {end.cause for end in ends if isinstance(end, AbortiveDraw)}
    assert "nine_kinds" in causes
