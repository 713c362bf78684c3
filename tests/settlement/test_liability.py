"""Liability with each seat in each role: winner, feeder of the decisive set, and discarder.

The expected payments are worked out here only from the sentences of the options.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from each import each
from strategies import SEATS

from riichi_core.records.deal import read_deal
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.settlement.settle import settle

Json = dict[str, Any]
Deltas = Mapping[str, int | Fraction]

HANDS: dict[str, tuple[str, str]] = {
    "big_three_dragons": ("23m99p(555z)(666z)(777z)", "1m"),
    "big_four_winds": ("5p(111z)(222z)(333z)(444z)", "5p"),
    "four_quads": ("5p(1111m)(2222p)(3333s)(4444s)", "5p"),
    "after_a_quad": ("567p678s99p24s(2222m)", "3s"),
}
"""For each yaku that makes liable a hand without marks of who fed its sets."""

COUNTERS = 2

WAYS: list[Json] = [
    {"self_draw": drawn, "discard": discard, "covers": covers, "earlier_sets": earlier}
    for drawn, discard, covers, earlier in product(
        ("liable_pays_all", "as_usual"),
        ("discarder_pays_all",
         *({"half_each": {"counters": word}} for word in ("discarder", "liable", "half_each"))),
        ("whole_hand", {"liable_yakuman": {"counters": "liable"}},
         {"liable_yakuman": {"counters": "shared"}}),
        ("melded", "visible"),
    )
]  # fmt: skip
"""Every value of the other options of liability."""

EMA = load("ema-2016").rules
NOBODY = EMA.changed({"liability.yaku": []})


def records(yaku: str) -> Iterator[tuple[str, str, str | None, Json]]:
    """Yield each winner, feeder and discarder, no discarder for a self-draw, with the record.

    A yakuman is recorded by its hand and by its value.
    """
    hand, tile = HANDS[yaku]
    win = {"hand": hand, "winning_tile": tile, "after_quad": yaku == "after_a_quad"}
    for winner, fed in product(SEATS, SEATS):
        for giver in (None,) if yaku == "after_a_quad" else (None, *SEATS):
            if winner not in (fed, giver):
                how = (
                    {"won_by": "discard", "discarder": giver} if giver else {"won_by": "self_draw"}
                )
                record = {"end": "win", "counters": COUNTERS, "wins": [{"seat": winner, **win}],
                          "liable": {winner: {yaku: fed}}, **how}  # fmt: skip
                yield winner, fed, giver, record
                if yaku != "after_a_quad":
                    by_value = {"seat": winner, "yakuman": 1}
                    yield winner, fed, giver, record | {"wins": [by_value]}


def deltas(record: Json, rules: Rules) -> Deltas:
    return {str(seat): points for seat, points in settle(read_deal(record), rules).deltas.items()}


def expected(winner: str, fed: str, giver: str | None, usual: Deltas, how: Json) -> Deltas:
    """Return the payments for a hand, from those without liability."""
    nothing = dict.fromkeys(SEATS, 0)
    if giver is None:
        if how["self_draw"] == "as_usual":
            return usual
        return {**nothing, winner: usual[winner], fed: -usual[winner]}
    if giver == fed or how["discard"] == "discarder_pays_all":
        return usual
    counters = 300 * COUNTERS
    half = Fraction(usual[winner] - counters) / 2
    word = how["discard"]["half_each"]["counters"]
    mine = {"discarder": 0, "liable": counters, "half_each": counters // 2}[word]
    return {**nothing, winner: usual[winner], fed: -half - mine, giver: -half - counters + mine}


@pytest.mark.long
@each("yaku", HANDS)
def test_liability_is_paid_for_each_seat_in_each_role(yaku: str) -> None:
    houses = [
        (how, EMA.changed({f"liability.{name}": one for name, one in how.items()}
                          | {"liability.yaku": [*HANDS]}))
        for how in WAYS
    ]  # fmt: skip
    for winner, fed, giver, record in records(yaku):
        usual = deltas(record, NOBODY)
        for how, rules in houses:
            assert deltas(record, rules) == expected(winner, fed, giver, usual, how), record
