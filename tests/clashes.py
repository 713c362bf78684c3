"""Values that contradict each other or have no effect: at least one set of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi_core.rules.chapters.yaku import Yaku

Values = Mapping[str, Any]

NO_YAKU = {f"yaku.{name}": "none" for name, _ in Yaku.options()}
ABORTIVE = {"counter": "added", "dealer": "stays", "bets": "stay"}
NO_ABORT = dict.fromkeys(("nine_kinds", "four_winds", "four_riichi", "four_quads"), "play_on")
QUADS = dict.fromkeys(("claimed", "extended", "concealed"), "at_discard")
FINES = {"amounts": [5000], "repeated": "referee"}
JUDGED = {"penalty": "chombo", "found_at": ["four_riichi"]}
EXTENSION = {"target": 30000, "rounds": 1, "if_east_stays": "ends"}
REDS = {"name": {"en": "Reds"}, "red_fives": 7, "worth": {"concealed": 1}}

MANY_WAYS = {
    f"yaku.own{n}": {
        "name": {"en": f"Own {n}"}, "worth": {"concealed": 1},
        "sets": ["triplet terminal", "sequence n X", "triplet m Y"],
    }
    for n in range(20)
}  # fmt: skip

CLASHES: tuple[Values, ...] = (
    # limits
    {"limits.mangan": {"han": 7, "base": 2000}},
    {"limits.mangan": {"han": 12, "base": 7000}},
    {"limits.haneman": {"han": 5, "base": 2000}},
    {"limits.baiman": {"han": 12, "base": 4000}},
    {"limits.sanbaiman": {"han": 11, "base": 3000}},
    {"limits.sanbaiman": {"han": 6, "base": 3000}, "limits.baiman": {"han": 6, "base": 3000}},
    {"limits.counted_yakuman": {"han": 11, "base": 8000}},
    {"limits.counted_yakuman": {"han": 13, "base": 6000}},
    {"limits.counted_yakuman": {"han": 13, "base": 9000}},
    {"limits.counted_yakuman": [{"han": 13, "base": 9000}, {"han": 14, "base": 9000}]},
    {"limits.yakuman": 6000},
    {"limits.yakuman": 100},
    {"limits.sanbaiman": {"han": 11, "base": 9000}, "limits.yakuman": 7000},
    # yaku
    NO_YAKU | {"liability.yaku": []},
    {"yaku.riichi": "none", "dora.ura": "riichi_winners"},
    {
        "yaku.riichi": "none",
        "yaku.ippatsu": {"concealed": 1},
        "yaku.double_riichi": {"concealed": 1},
    },
    {"riichi.open": {"deal_in": "usual"}, "yaku.open_riichi": "none"},
    {"yaku.nine_gates_nine_waits": {"yakuman": 1}, "yaku.nine_gates": {"yakuman": 1}},
    {"yaku.nine_gates_nine_waits": {"yakuman": 6}, "yaku.nine_gates": {"yakuman": 6}},
    {"yaku.thirteen_orphans_thirteen_waits": {"concealed": 2},
     "yaku.thirteen_orphans": {"yakuman": 1}},
    {"yaku.mondeikou": {"yakuman": 1}, "tiles.red_fives": {"m": 0, "p": 0, "s": 0}},
    {"yaku.reds": REDS, "tiles.red_fives": {"m": 1, "p": 1, "s": 1}},
    {"tiles.bonus": [{"tile": "5m", "copies": 4}], "tiles.red_fives": {"m": 1, "p": 1, "s": 1}},
    {"tiles.bonus": [{"tile": "3m", "chips": 1}], "chips.awarded": "none"},
    {"tiles.bonus": [{"tile": "3m", "han": 0}]},
    {"tiles.bonus": [{"tile": "5z", "wild": "after_open_riichi"}], "riichi.open": "none"},
    {"yaku.golden": {"name": {"en": "Golden"}, "bonus_tiles": 1, "worth": {"concealed": 1}},
     "tiles.bonus": "none"},
    MANY_WAYS,
    # dora, liability
    {"dora.ura": "none", "dora.kan_dora": QUADS | {"ura": "counted"}},
    {"liability.yaku": [], "liability.earlier_sets": "visible", "liability.self_draw": "as_usual"},
    {"liability.yaku": ["big_four_winds", "after_a_quad"], "yaku.big_four_winds": "none",
     "yaku.after_a_quad": "none"},
    # points
    {"setup.starting_points": 25000},
    {"setup.starting_points": 25000, "result.oka": "none"},
    {"result.return_points": 35000, "result.oka": "none"},
    {"setup.starting_points": 25000, "result.return_points": 30000, "result.oka": "none"},
    {"setup.starting_points": 35000, "result.return_points": 30000},
    {"result.return_points": "none", "result.oka": "first"},
    {"setup.starting_points": 30000, "result.return_points": 30000, "result.oka": "first"},
    {"setup.starting_points": 1000, "result.return_points": 1000, "result.oka": "shared_first"},
    {"result.oka": "shared_first", "result.ties": "earlier_seat"},
    {"setup.starting_points": 30},
    {"setup.starting_points": 30020, "result.return_points": 30020},
    {"riichi.bet": 1},
    {"riichi.bet": 1050},
    {"result.uma": [10000, 5000, 3000, 0]},
    {"result.uma": {"at_least": 30000, "one": [12000, -1000, -3000, -8000], "two": [0, 0, 0, 0],
                    "three": [0, 0, 0, 0], "none_or_all": [0, 0, 0, -100]}},
    {"result.uma": [20, 10, -10, -20]},
    {"result.uma": [15050, 5000, -5000, -15050]},
    {"result.uma": [8033, 3033, -3033, -8033]},
    {"result.uma": [10050, 5000, 3000, 0], "result.return_points": "none", "result.oka": "none"},
    {"result.uma": {"at_least": 30000, "one": [12, -1, -3, -8], "two": [8, 4, -4, -8],
                    "three": [8, 3, 1, -12], "none_or_all": [0, 0, 0, 0]}},
    {"chombo.tournament": {"after_uma": 20}, "chombo.casual": {"at_table": 12050}},
    {"chombo.tournament": {"to_each": 3}, "chombo.casual": {"to_each": 3050}},
    # the course of a game
    {"furiten.temporary_ends": ["own_claim", "any_claim", "own_draw"]},
    {"claims.forbidden_swaps": [], "fouls.swap_call": "dead_hand"},
    {"riichi.bet": 0, "fouls.false_set": {"pot": 1000}},
    {"winning.minimum_han": 2, "winning.minimum_with_counters": {"counters": 5, "han": 2}},
    {"winning.minimum_with_counters": [{"counters": 5, "han": 2}, {"counters": 9, "han": 2}]},
    {"dealer.counter_added_on": [], "draws.abortive": "none",
     "winning.minimum_with_counters": {"counters": 5, "han": 2}},
    {"end.extension": EXTENSION | {"target": 20000}},
    {"end.bust": {"points": 30000, "when": "reached"}},
    {"end.rounds": "one_hand", "end.extension": EXTENSION},
    {"end.rounds": "one_hand",
     "end.dealer_stops": {"after": ["win"], "how": "optional", "lowest_place": 1}},
    {"end.ceiling": {"points": 25000, "when": "passed"}},
    {"end.dealer_stops": {"after": ["win", "tenpai"], "how": "optional", "lowest_place": 1},
     "dealer.stays_on": []},
    {"end.dealer_stops": {"after": ["tenpai"], "how": "automatic", "lowest_place": 1},
     "dealer.stays_on": ["win"]},
    {"end.dealer_stops": {"after": ["tenpai"], "how": "automatic", "lowest_place": 1},
     "dealer.stays_on": {"south": ["win"], "other": ["win", "tenpai"]}},
    {"dealer.stays_on": {"north": ["win"], "other": ["win", "tenpai"]}},
    {"dealer.stays_on": {"south": ["win"], "other": ["win"]}},
    {"chombo.next_deal": {"east": "redeal", "other": "redeal"}},
    {"draws.abortive": ABORTIVE | NO_ABORT | {"four_winds": "abort",
     "dealer": {"four_quads": "rotates", "other": "stays"}}},
    {"dealer.wins_in_a_row": {"draw": "waits", "after_eighth": "as_usual"}},
    {"draws.abortive": ABORTIVE | NO_ABORT},
    {"draws.abortive": "none",
     "fouls.noten_riichi": JUDGED | {"dead_hand_excused": "without_proof"}},
    {"draws.abortive": ABORTIVE | NO_ABORT | {"four_winds": "abort"},
     "fouls.forbidden_riichi_quad": JUDGED | {"found_at": ["own_win", "four_riichi"]}},
    {"tournament.minutes": 60, "tournament.signal_before_end": 60},
    {"tournament.minutes": 0, "tournament.signal_before_end": 600},
    {"fouls.obstruction": {"by_degree": FINES | {"serious_from": 30000, "serious_to": 20000}}},
)  # fmt: skip
"""By what values each kind of conflict comes about."""
