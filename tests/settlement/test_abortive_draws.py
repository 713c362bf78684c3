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
from effort import LONG, few
from reference.win_moments import Abort, aborts_of

from riichi.cli.main import main
from riichi_core.bots import RandomPlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.game.fouls import fouls
from riichi_core.play.actions import NINE_KINDS, Action
from riichi_core.play.observation import Observation
from riichi_core.play.table import Table
from riichi_core.records.deal import read_deal
from riichi_core.rules.load import load
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import CAUSES, AbortiveDraw, DealError, FinishedDeal
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind

Json = dict[str, Any]

SEATS = [str(wind) for wind in Wind]
FOUL = {"seat": "east", "foul": "minor", "turn": 2}

SWAP = {"seat": "south", "foul": "swap_call"}
LATE_DRAW = {"seat": "south", "foul": "draw_after_last_tile"}

EARLY = "the hand ended in the first set of turns: expected turn 1"
CLAIMED = "swap_call needs a claimed set: the hand ended in the first unbroken set of turns"
LAST = "draw_after_last_tile needs an empty wall: the hand ended in the first unbroken set of turns"
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
    return aborts_of(4000 if LONG else 500, seed=2)


@pytest.mark.long
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


OF_A_BROKEN_TURN = {
    "swap_call", "claimed_tile_not_taken", "set_shows_wrong_player", "false_set",
    "riichi_on_open_hand",
    "claim_after_riichi_and_discard", "false_quad",
}  # fmt: skip
"""A set was claimed and kept, or a quad was made."""

OF_A_SECOND_TURN = {
    "riichi_with_few_tiles", "next_riichi_discard_not_turned", "forbidden_riichi_quad",
    "drawn_tile_touches_riichi_hand",
    "discard_from_riichi_hand",
}  # fmt: skip
OF_AN_EMPTY_WALL = {
    "false_tenpai", "false_tenpai_again", "win_after_declaring_tenpai", "draw_after_last_tile",
    "call_after_the_end",
}  # fmt: skip
OF_A_RIICHI_HAND = {
    "noten_riichi", "riichi_on_seen_tiles", "riichi_hand_not_shown", "forbidden_riichi_quad",
    "drawn_tile_touches_riichi_hand",
    "discard_from_riichi_hand", "claim_after_riichi", "claim_after_riichi_and_discard",
    "next_riichi_discard_not_turned",
}  # fmt: skip
LATER = OF_A_SECOND_TURN | OF_AN_EMPTY_WALL
NOT_AT_FIRST = OF_A_BROKEN_TURN | LATER
HEAVEN = {"seat": "east", "hand": "234m567p34678s99m", "winning_tile": "5s", "first_turn": True}
PLAIN = {"seat": "east", "limit": "mangan"}
EARLY_RON = {"seat": "east", "hand": "2345567m345p678s", "winning_tile": "8m"}
IN_RIICHI = {"riichi": ["south", "west"]}

IMPOSSIBLE: list[tuple[str, Json, set[str]]] = [
    ("abortive_draw", {"cause": "nine_kinds", **IN_RIICHI}, NOT_AT_FIRST),
    ("abortive_draw", {"cause": "four_winds", **IN_RIICHI}, NOT_AT_FIRST),
    ("abortive_draw", {"cause": "four_riichi", "riichi": SEATS}, OF_AN_EMPTY_WALL),
    ("abortive_draw", {"cause": "four_quads", **IN_RIICHI}, OF_AN_EMPTY_WALL),
    ("exhaustive_draw", IN_RIICHI, set()),
    ("chombo", {"offenders": ["west"]}, set()),
    ("redeal", {}, set()),
    ("win", {"won_by": "self_draw", "wins": [HEAVEN], **IN_RIICHI}, NOT_AT_FIRST),
    ("win", {"won_by": "self_draw", "wins": [PLAIN], **IN_RIICHI}, set()),
    ("win", {"won_by": "discard", "discarder": "west", "wins": [EARLY_RON]}, OF_AN_EMPTY_WALL),
]  # fmt: skip


@each("end, facts, impossible", IMPOSSIBLE)
@each("when", [{}, {"turn": 1}])
@each("seat", few(["south", "north"]))
def test_exactly_the_fouls_that_an_end_rules_out_are_refused(
    seat: str, end: str, facts: Json, impossible: set[str], when: Json
) -> None:
    refused = set()
    for foul in fouls():
        record = {"end": end, **facts, "fouls": [{"seat": seat, "foul": foul, **when}]}
        try:
            read_deal(record, load("tenhou"))
        except RecordError as error:
            if error.field == "fouls.0.foul":
                refused.add(foul)
    of_riichi = set() if seat in facts.get("riichi", ()) else OF_A_RIICHI_HAND
    assert refused == impossible | of_riichi | (LATER if when else set())


def test_four_riichi_without_seats_means_that_all_four_declared_it() -> None:
    deal = FinishedDeal.of(AbortiveDraw("four_riichi"))
    assert deal.riichi == {*Wind}
    assert settle(AbortiveDraw("four_riichi"), "tenhou").bets_left == 4


def test_four_quads_come_too_late_if_four_riichi_end_the_deal() -> None:
    deal = FinishedDeal(AbortiveDraw("four_quads"), riichi=Wind)
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
