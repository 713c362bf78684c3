"""The calculator `mahjong` of PyPI: its OptionalRules, by the names of their arguments."""

from __future__ import annotations

from typing import Any, Literal

from riichi.programs.program_config import (
    ALWAYS_YAKU,
    CLOSED,
    CLOSED_AND_OPEN,
    COUNTED_YAKUMAN,
    LIMITS,
    NO_REDS,
    ONE_RED_EACH,
    RAISED_TO_MANGAN,
    OptionMapping,
    ProgramConfig,
    boolean,
    double_yakuman,
    enum,
)
from riichi_core.records.fields import Record

ROWS_OF_13 = [{"han": 13 * n, "base": 8000 * n} for n in range(1, 7)]
"""Counted yakuman without a maximum: two from 26 han, and so on."""


class OptionalRules(Record):
    """The rules that a caller can choose."""

    has_open_tanyao: bool = False
    has_aka_dora: bool = False
    has_double_yakuman: bool = True
    kazoe_limit: Literal[0, 1, 2] = 0
    kiriage: bool = False
    fu_for_open_pinfu: bool = True
    fu_for_pinfu_tsumo: bool = False
    renhou_as_yakuman: bool = False
    has_daisharin: bool = False
    has_daisharin_other_suits: bool = False
    has_sashikomi_yakuman: bool = False
    limit_to_sextuple_yakuman: bool = True
    paarenchan_needs_yaku: bool = True
    has_daichisei: bool = False
    is_three_player: bool = False


def _man_option(config: OptionalRules, ours: Any) -> Any:
    """Return the worth of a blessing of man, which the caller must state for each win."""
    if config.renhou_as_yakuman:
        return {"yakuman": 1}
    return "none" if ours == "none" else {"closed": 5}


MAPPINGS: tuple[OptionMapping[OptionalRules], ...] = (
    boolean("tiles.red_fives", "has_aka_dora", ONE_RED_EACH, NO_REDS),
    boolean("yaku.all_simples", "has_open_tanyao", CLOSED_AND_OPEN, CLOSED,
        lambda value: isinstance(value, dict) and "open" in value),
    OptionMapping("yaku.blessing_of_man", ("renhou_as_yakuman",),
        lambda v, _: {"renhou_as_yakuman": v == {"yakuman": 1}}, _man_option),
    *double_yakuman("has_double_yakuman"),
    boolean("fu.open_pinfu", "fu_for_open_pinfu", 2, 0),
    boolean("fu.pinfu_self_draw", "fu_for_pinfu_tsumo", "separate", "combined"),
    enum("limits.counted_yakuman", "kazoe_limit", {0: COUNTED_YAKUMAN, 1: "none", 2: ROWS_OF_13},
        lambda value: 2 if isinstance(value, list) else 0),
    enum("limits.several_yakuman", "limit_to_sextuple_yakuman",
        {True: {"most": 6}, False: "add_up"}, lambda value: isinstance(value, dict)),
    boolean("limits.raised_to_mangan", "kiriage", RAISED_TO_MANGAN, []),
)  # fmt: skip

ALWAYS = {
    **ALWAYS_YAKU,
    **LIMITS,
    "yaku.ippatsu": CLOSED,
    "dora.ura": "riichi_winners",
    "winning.minimum_han": 1,
    "winning.four_identical_chows": "two_double_chows",
    "fu.double_wind_pair": 4,
    "fu.self_draw_after_kong": 2,
    "fu.seven_pairs": 25,
    "dealer.counter_value": 300,
    "dealer.counters_paid_to": "any_winner",
}

MAHJONG = ProgramConfig(
    id="mahjong",
    name="mahjong",
    version="2.1.0",
    source="mahjong/hand_calculating/hand_config.py and scores.py (PyPI)",
    config=OptionalRules,
    mappings=MAPPINGS,
    always=ALWAYS,
    asked=frozenset(ALWAYS),
)
