"""RiichiEnv of PyPI, an environment for training programs: its GameRule, by argument name."""

from __future__ import annotations

from typing import Any

from riichi.programs.program_config import (
    ALL_WINNERS,
    ALWAYS_YAKU,
    CLOSED,
    CLOSED_AND_OPEN,
    COUNTED_YAKUMAN,
    LIMITS,
    SHARING,
    SWAPS,
    TWO_WINNERS,
    UNDOUBLED,
    OptionMapping,
    ProgramConfig,
    boolean,
    is_double_yakuman,
    ours_if_parted,
    shared_as_ours,
    variant,
)
from riichi_core.messages import Message
from riichi_core.records.fields import Record


class GameRule(Record):
    """The rules that a game can choose."""

    allows_ron_on_ankan_for_kokushi_musou: bool = False
    is_kokushi_musou_13machi_double: bool = False
    is_suuankou_tanki_double: bool = False
    is_junsei_chuurenpoutou_double: bool = False
    is_daisuushii_double: bool = False
    yakuman_pao_is_liability_only: bool = False
    sanchaho_is_draw: bool = False
    kuikae_forbidden: bool = True
    dealer_first_discard_is_tedashi: bool = False


DOUBLES = {
    "thirteen_orphans_thirteen_waits": "is_kokushi_musou_13machi_double",
    "four_concealed_pungs_pair_wait": "is_suuankou_tanki_double",
    "nine_gates_nine_waits": "is_junsei_chuurenpoutou_double",
    "big_four_winds": "is_daisuushii_double",
}


def _covers_option(config: GameRule, ours: Any) -> Any:
    if not config.yakuman_pao_is_liability_only:
        return "whole_hand"
    return ours_if_parted(ours, {"liable_yakuman": {"counters": "shared"}})


MAPPINGS: tuple[OptionMapping[GameRule], ...] = (
    OptionMapping("claims.winners", ("sanchaho_is_draw",),
        lambda v, _: {"sanchaho_is_draw": variant(v) == "two_then_abort"},
        lambda c, ours: shared_as_ours(TWO_WINNERS if c.sanchaho_is_draw else ALL_WINNERS, ours),
        SHARING),
    boolean("claims.forbidden_swaps", "kuikae_forbidden", SWAPS, []),
    boolean("kongs.concealed_robbed_by", "allows_ron_on_ankan_for_kokushi_musou",
        "thirteen_orphans", "nobody"),
    *(boolean(f"yaku.{name}", field, {"yakuman": 2}, UNDOUBLED[name], is_double_yakuman)
      for name, field in DOUBLES.items()),
    OptionMapping("liability.covers", ("yakuman_pao_is_liability_only",),
        lambda v, _: {"yakuman_pao_is_liability_only": v != "whole_hand"}, _covers_option,
        Message("who pays the counters")),
)  # fmt: skip

ALWAYS = {
    **ALWAYS_YAKU,
    **LIMITS,
    "dora.ura": "riichi_winners",
    "dora.kong_indicators": {
        "claimed": "at_discard",
        "extended": "at_discard",
        "concealed": "before_replacement",
        "ura": "counted",
    },
    "riichi.bet": 1000,
    "winning.minimum_han": 1,
    "winning.four_identical_chows": "two_double_chows",
    "yaku.ippatsu": CLOSED,
    "yaku.all_simples": CLOSED_AND_OPEN,
    "yaku.blessing_of_man": "none",
    "fu.double_wind_pair": 4,
    "fu.open_pinfu": 2,
    "fu.pinfu_self_draw": "combined",
    "fu.self_draw_after_kong": 2,
    "fu.seven_pairs": 25,
    "limits.counted_yakuman": COUNTED_YAKUMAN,
    "limits.several_yakuman": "add_up",
    "limits.raised_to_mangan": [],
    "liability.yaku": ["big_three_dragons", "big_four_winds"],
    "liability.self_draw": "liable_pays_all",
    "draws.noten_total": 3000,
    "dealer.counter_value": 300,
    "dealer.counters_paid_to": "any_winner",
}

NOT_ASKED = {
    "dora.kong_indicators",
    "riichi.bet",
    "yaku.blessing_of_man",
    "limits.yakuman",
    "limits.several_yakuman",
    "liability.yaku",
    "liability.self_draw",
    "draws.noten_total",
}
"""Values that only its documentation shows: its calculator is asked, but not its games."""

RIICHIENV = ProgramConfig(
    id="riichienv",
    name="RiichiEnv",
    version="0.4.11",
    source="riichienv-core/src/rule.rs and docs/RULES.md of smly/RiichiEnv",
    config=GameRule,
    mappings=MAPPINGS,
    always=ALWAYS,
    asked=frozenset(ALWAYS) - NOT_ASKED,
)
