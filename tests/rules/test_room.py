"""Rulesets of other organisations, as far as sources go: the options can express their rules.

These tests check that values missing from the shipped books can be expressed, and are compatible
with the rest. These rulesets are neither complete nor verified.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from riichi_core.rules.load import examine
from riichi_core.rules.ruleset import Ruleset

MAHJONG_SOUL = """
tiles: {red_fives: {m: 1, p: 1, s: 1}}
setup: {starting_points: 25000}
dora:
  kan_dora: {claimed: after_discard, extended: after_discard,
                    concealed: before_replacement, ura: counted}
claims:
  winners: {all: {own_bets: nearest, other_bets: nearest, counters: nearest,
                  dealer: stays}}
riichi: {concealed_quad: same_waits}
furiten: {temporary_ends: [own_discard]}
yaku:
  blessing_of_man: none
  big_four_winds: {yakuman: 2}
  four_concealed_triplets_pair_wait: {yakuman: 2}
  thirteen_orphans_thirteen_waits: {yakuman: 2}
  nine_gates_nine_waits: {yakuman: 2}
limits:
  counted_yakuman: {han: 13, base: 8000}
  several_yakuman: add_up
liability: {discard: {half_each: {counters: liable}}, covers: {liable_yakuman: {counters: liable}}}
draws:
  waiting_on_own_four: noten_if_quad   # which of the rules on a fifth tile it has was not seen
  tenpai_hands: must_be_shown
  abortive: {nine_kinds: may_abort, four_winds: abort, four_riichi: abort_hands_shown,
             four_quads: abort_after_discard, counter: added, dealer: stays, bets: stay}
  nagashi: {own_calls: any, counters: paid, bets: stay, noten_payments: dropped,
            noten_riichi: not_judged, dealer: stays_if_tenpai, counters_after: as_after_draw}
end:
  extension: {target: 30000, rounds: 1, if_east_stays: ends}
  bust: below_zero
  dealer_stops: {after: [win, tenpai], how: automatic, lowest_place: 1}
  bets_left: winner_by_seat
result: {ties: earlier_seat, return_points: 25000}
"""

M_LEAGUE = """
tiles: {red_fives: {m: 1, p: 1, s: 1}}
setup: {starting_points: 25000}
claims: {winners: head_bump}
yaku: {blessing_of_man: none}
fu: {double_wind_pair: 2}
limits:
  several_yakuman: add_up
  raised_to_mangan: [four_han_thirty_fu, three_han_sixty_fu]
liability: {yaku: [big_three_dragons, big_four_winds, four_quads]}
result: {uma: [30000, 10000, -10000, -30000], oka: shared_first}
"""

JPML_A = """
dora: {ura: none, kan_dora: none}
claims: {winners: head_bump}
yaku: {ippatsu: none, blessing_of_man: none}
fu: {double_wind_pair: 2}
limits: {several_yakuman: add_up}
liability: {yaku: []}
end: {bets_left: table}
result:
  uma:
    at_least: 30000
    one: [12000, -1000, -3000, -8000]
    two: [8000, 4000, -4000, -8000]
    three: [8000, 3000, 1000, -12000]
    none_or_all: [8000, 4000, -4000, -8000]
"""

SAIKOUISEN_CLASSIC = """
dora: {ura: none, kan_dora: none}
claims: {winners: head_bump, forbidden_swaps: [same_tile]}
riichi: {concealed_quad: never}
yaku: {ippatsu: none}
dealer: {stays_on: [win], counter_added_on: [dealer_win]}
draws: {noten_total: 0}
result: {uma: [12000, 4000, -4000, -12000]}
"""

MU = """
dealer: {counter_value: 0}
yaku: {ippatsu: none}
draws: {noten_total: 0}
"""

EMA_2025 = """
fu: {double_wind_pair: 2}
limits: {raised_to_mangan: [four_han_thirty_fu, three_han_sixty_fu]}
end: {bets_left: {winner_rounded_down: {unit: 100}}}
"""

WRC_2025 = """
riichi: {tiles_left: 0}
fu: {double_wind_pair: 2, open_pinfu: 10}
limits: {counted_yakuman: {han: 13, base: 8000}, several_yakuman: add_up}
liability: {yaku: [big_three_dragons, big_four_winds, four_quads]}
"""

WARSAW = """
tiles: {red_fives: {m: 1, p: 1, s: 1}}
setup: {starting_points: 25000}
claims:
  winners: {at_most_two: {own_bets: returned, other_bets: nearest, counters: each,
                             dealer: stays,
                             three: {counter: added, dealer: stays, bets: stay}}}
yaku:
  blessing_of_man: {yakuman: 1}
  paarenchan: {yakuman: 1}
  big_four_winds: {yakuman: 2}
  four_concealed_triplets_pair_wait: {yakuman: 2}
  thirteen_orphans_thirteen_waits: {yakuman: 2}
  nine_gates_nine_waits: {yakuman: 2}
end: {bust: below_zero}
result: {uma: [0, 0, 0, 0], oka: first}
"""

OTHERS = {
    "near-mahjong-soul": ("ema-2016", MAHJONG_SOUL),
    "near-m-league": ("ema-2016", M_LEAGUE),
    "near-jpml-a": ("ema-2016", JPML_A),
    "saikouisen-classic": ("ema-2016", SAIKOUISEN_CLASSIC),
    "near-mu": ("ema-2016", MU),
    "near-ema-2025": ("ema-2016", EMA_2025),
    "near-wrc-2025": ("wrcr-2015", WRC_2025),
    "warsaw": ("ema-2016", WARSAW),
}


def read(name: str, folder: Path) -> Ruleset:
    base, rules = OTHERS[name]
    file = folder / f"{name}.yaml"
    head = f"format: 1\nruleset: {name}\ntitle: {name}\nextends: {base}\n"
    file.write_text(head + rules, encoding="utf-8")
    ruleset, problems = examine(file)
    assert problems == []
    assert ruleset is not None
    return ruleset


@pytest.mark.parametrize("name", OTHERS)
def test_the_options_can_express_the_rules_of(name: str, tmp_path: Path) -> None:
    assert read(name, tmp_path).id == name


def test_renhou_can_have_each_of_its_variants(tmp_path: Path) -> None:
    variants = [
        "none",
        "{concealed: 4}",
        "{concealed: 5, cumulative: false}",
        "{limit: baiman}",
        "{limit: baiman, cumulative: false}",
        "{yakuman: 1}",
    ]
    for number, worth in enumerate(variants):
        file = tmp_path / f"{number}.yaml"
        file.write_text(
            f"format: 1\nruleset: club-{number}\ntitle: Club\nextends: ema-2016\n"
            f"yaku: {{blessing_of_man: {worth}}}\n",
            encoding="utf-8",
        )
        ruleset, problems = examine(file)
        assert ruleset is not None
        assert problems == [], worth
