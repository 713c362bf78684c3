"""What happened at the end of a deal, told in a sentence."""

from __future__ import annotations

from each import each

from riichi_core.language import Translator
from riichi_core.records.deal import read_deal
from riichi_core.settlement.ending import describe_ending

HAND = {"seat": "south", "hand": "234m567p678s55p34s", "winning_tile": "5s"}
TOLD = [
    (
        {"end": "win", "won_by": "discard", "discarder": "east", "wins": [HAND], "counters": 1},
        "South declares a win on the discard of East; 1 counter.",
    ),
    (
        {"end": "win", "won_by": "discard", "discarder": "north",
         "wins": [HAND | {"seat": "west"}, HAND], "riichi": ["west"], "bets_on_table": 2},
        "South and West declare a win on the discard of North; riichi: West; "
        "2 bets of earlier deals.",
    ),
    (
        {"end": "win", "won_by": "self_draw", "wins": [{"seat": "west", "han": 3, "fu": 40}]},
        "West declares a self-drawn win; West has 3 han 40 fu.",
    ),
    (
        {"end": "exhaustive_draw", "tenpai": ["west"], "counters": 3},
        "The wall runs out; tenpai: West; 3 counters.",
    ),
    (
        {"end": "exhaustive_draw", "tenpai": [], "nagashi": ["north"], "setting": "casual"},
        "The wall runs out; tenpai: nobody; nagashi mangan: North; outside a tournament.",
    ),
    (
        {"end": "abortive_draw", "cause": "nine_kinds"},
        "The deal is called off for nine kinds of terminals and honours.",
    ),
    ({"end": "chombo", "offenders": ["south", "east"]}, "Chombo: East and South."),
]  # fmt: skip


@each("record, told", TOLD)
def test_a_deal_is_told_without_what_comes_of_it(record: dict[str, object], told: str) -> None:
    assert describe_ending(read_deal(record)) == told


def test_it_is_told_in_another_language() -> None:
    words = {"East": "Oost", "chombo: {seats}": "chombo van {seats}"}

    class Dutch(Translator):
        def text(self, text: str) -> str:
            return words.get(text, text)

    tr = Dutch()
    deal = read_deal({"end": "chombo", "offenders": ["east"]})
    assert describe_ending(deal, tr) == "Chombo van Oost."
