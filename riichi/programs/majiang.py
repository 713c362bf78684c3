"""majiang-core (電脳麻将): the parameters of Majiang.rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from riichi.programs import program_config as maps
from riichi_core.records.fields import Record
from riichi_core.rules.checks import AFTER_ABORT, ALL_ABORT
from riichi_core.rules.rules import Rules

Place = Annotated[str, StringConstraints(pattern=r"^[+-]?[0-9]{1,4}(\.[0-9])?$")]


class RedFives(Record):
    """Red fives by suit."""

    m: Annotated[int, Field(ge=0, le=4)]
    p: Annotated[int, Field(ge=0, le=4)]
    s: Annotated[int, Field(ge=0, le=4)]


class Rule(Record):
    """The parameters, by their own names."""

    配給原点: int = 25_000
    順位点: Annotated[list[Place], Field(min_length=4, max_length=4)] = Field(
        default=["20.0", "10.0", "-10.0", "-20.0"]
    )
    連風牌は2符: bool = False
    赤牌: RedFives = RedFives(m=1, p=1, s=1)
    クイタンあり: bool = True
    喰い替え許可レベル: Literal[0, 1, 2] = 0
    場数: Literal[0, 1, 2, 4] = 2
    途中流局あり: bool = True
    流し満貫あり: bool = True
    ノーテン宣言あり: bool = False
    ノーテン罰あり: bool = True
    最大同時和了数: Literal[1, 2, 3] = 2
    連荘方式: Literal[0, 1, 2, 3] = 2
    トビ終了あり: bool = True
    オーラス止めあり: bool = True
    延長戦方式: Literal[0, 1, 2, 3] = 1
    一発あり: bool = True
    裏ドラあり: bool = True
    カンドラあり: bool = True
    カン裏あり: bool = True
    カンドラ後乗せ: bool = True
    ツモ番なしリーチあり: bool = False
    リーチ後暗槓許可レベル: Literal[0, 1, 2] = 2
    役満の複合あり: bool = True
    ダブル役満あり: bool = True
    数え役満あり: bool = True
    役満パオあり: bool = True
    切り上げ満貫あり: bool = False


def _uma_fields(_value: Any, rules: Rules) -> maps.Json:
    """Return the points of each place, with a decimal if results are not rounded."""
    digits = 1 if rules.result.rounding == "none" else 0
    _, *others = maps.uma_of_places(rules.written_value("result.uma"))
    points = maps.first_takes_the_rest([round(other / 1000, digits) for other in others])
    return {"順位点": [f"{place + 0.0:.{digits}f}" for place in points]}


def _rounding_option(config: Rule, _ours: Any) -> Any:
    """Return the rounding of results.

    It is the same as for scores, except for a negative result that ends in 500.
    """
    return "none" if any("." in points for points in config.順位点) else "score_five_up"


def _indicators_fields(value: Any, _rules: Rules) -> maps.Json:
    on = value != "none"
    return {
        "カンドラあり": on,
        "カン裏あり": on and value["ura"] == "counted",
        "カンドラ後乗せ": on and value["claimed"] in ("at_discard", "after_discard"),
    }


def _indicators_option(config: Rule, _ours: Any) -> Any:
    if not config.カンドラあり:
        return "none"
    late = "at_discard" if config.カンドラ後乗せ else "after_replacement"
    ura = "counted" if config.カン裏あり else "not_counted"
    return {"claimed": late, "extended": late, "concealed": "after_replacement", "ura": ura}


def _single_where_one_counts(mapping: maps.OptionMapping[Rule]) -> maps.OptionMapping[Rule]:
    """Return the mapping of a yakuman that is doubled only if yakuman add up."""
    single = maps.UNDOUBLED[mapping.path.removeprefix("yaku.")]

    def to_option(config: Rule, ours: Any) -> Any:
        return mapping.to_option(config, ours) if config.役満の複合あり else single

    return replace(mapping, fields=(*mapping.fields, "役満の複合あり"), to_option=to_option)


def _add_up_fields(value: Any, rules: Rules) -> maps.Json:
    any_doubled = any(
        maps.is_double_yakuman(rules.written_value(f"yaku.{name}")) for name in maps.UNDOUBLED
    )
    return {"役満の複合あり": any_doubled or value != "best_one"}


def _nearest_stays(value: list[str]) -> int:
    return 3 if "noten" in value else 2 if "tenpai" in value else 1


SUDDEN_DEATH = {"target": 30_000, "rounds": 1, "if_east_stays": "ends"}
GOES_ON = {**SUDDEN_DEATH, "if_east_stays": "continues"}

MAPPINGS: tuple[maps.OptionMapping[Rule], ...] = (
    maps.OptionMapping("tiles.red_fives", ("赤牌",),
        lambda v, _: {"赤牌": v}, lambda c, _: c.赤牌.model_dump()),
    maps.number("setup.starting_points", "配給原点"),
    maps.boolean("dora.ura", "裏ドラあり", "riichi_winners", "none"),
    maps.OptionMapping("dora.kan_dora", ("カンドラあり", "カン裏あり", "カンドラ後乗せ"),
        _indicators_fields, _indicators_option),
    maps.enum("claims.winners", "最大同時和了数",
        {1: "head_bump", 2: maps.TWO_WINNERS, 3: maps.ALL_WINNERS},
        lambda value: 2 if maps.variant(value) == "at_most_two" else 3),
    maps.enum("claims.forbidden_swaps", "喰い替え許可レベル",
        {0: maps.SWAPS, 1: ["same_tile"], 2: []}, lambda _: 0),
    maps.boolean("riichi.tiles_left", "ツモ番なしリーチあり", 0, 4, lambda value: value == 0),
    maps.follows("riichi.needs_points", ("トビ終了あり",), lambda c: c.トビ終了あり),
    maps.enum("riichi.concealed_quad", "リーチ後暗槓許可レベル",
        {0: "never", 1: "same_waits_and_readings", 2: "same_waits"}, lambda _: 1),
    maps.boolean("yaku.all_simples", "クイタンあり", maps.CONCEALED_AND_OPEN, maps.CONCEALED,
        lambda value: isinstance(value, dict) and "open" in value),
    maps.boolean("yaku.ippatsu", "一発あり", maps.CONCEALED, "none"),
    *map(_single_where_one_counts, maps.double_yakuman("ダブル役満あり")),
    maps.boolean("fu.double_wind_pair", "連風牌は2符", 2, 4),
    maps.boolean("limits.counted_yakuman", "数え役満あり", maps.COUNTED_YAKUMAN, "none"),
    maps.OptionMapping("limits.several_yakuman", ("役満の複合あり",), _add_up_fields,
        lambda c, _: "add_up" if c.役満の複合あり else "best_one"),
    maps.boolean("limits.raised_to_mangan", "切り上げ満貫あり", maps.RAISED_TO_MANGAN, []),
    maps.boolean("liability.yaku", "役満パオあり", maps.DRAGONS_AND_WINDS, []),
    maps.boolean("draws.noten_total", "ノーテン罰あり", 3000, 0),
    maps.boolean("draws.tenpai_hands", "ノーテン宣言あり", "may_stay_hidden", "must_be_shown"),
    maps.boolean("draws.abortive", "途中流局あり", AFTER_ABORT | ALL_ABORT, "none"),
    maps.boolean("draws.nagashi", "流し満貫あり", maps.NAGASHI, "none"),
    maps.enum("dealer.stays_on", "連荘方式",
        {0: [], 1: ["win"], 2: ["win", "tenpai"], 3: ["win", "tenpai", "noten"]}, _nearest_stays),
    maps.enum("end.rounds", "場数", {1: 1, 2: 2, 4: 4, 0: "one_hand"}, lambda _: 2),
    maps.enum("end.extension", "延長戦方式", {0: "none", 1: SUDDEN_DEATH, 2: GOES_ON, 3: GOES_ON},
        lambda value: 1 if value["if_east_stays"] == "ends" else 2),
    maps.boolean("end.bust", "トビ終了あり", "below_zero", "never"),
    maps.boolean("end.dealer_stops", "オーラス止めあり", maps.DEALER_STOPS, "never"),
    maps.OptionMapping("result.uma", ("順位点",), _uma_fields,
        lambda c, _: maps.first_takes_the_rest([round(1000 * float(uma)) for uma in c.順位点[1:]])),
    maps.follows("result.oka", ("配給原点",), lambda c: "first" if c.配給原点 < 30_000 else "none"),
    maps.OptionMapping("result.rounding", ("順位点",), _uma_fields, _rounding_option),
)  # fmt: skip

ASKED = {
    **maps.ALWAYS_YAKU,
    **maps.LIMITS,
    "winning.minimum_han": 1,
    "winning.last_tile_after_quad": "after_a_quad",
    "winning.four_identical_sequences": "two_double_sequences",
    "fu.open_pinfu": 2,
    "fu.pinfu_self_draw": "combined",
    "fu.self_draw_after_quad": 2,
    "fu.seven_pairs": 25,
    "dealer.counter_value": 300,
    "dealer.counters_paid_to": "any_winner",
}
"""The values that it always plays, and that asking it has confirmed."""

NOT_ASKED = {
    "claims.meld_window": "all_asked",
    "claims.win_window": "all_asked",
    "riichi.bet": 1000,
    "riichi.when_furiten": "allowed",
    "yaku.blessing_of_man": "none",
    "liability.earlier_sets": "visible",
    "liability.self_draw": "liable_pays_all",
    "liability.discard": {"half_each": {"counters": "discarder"}},
    "liability.covers": {"liable_yakuman": {"counters": "shared"}},
    "draws.tenpai": "shape",
    "end.bets_left": "winner_by_seat",
    "result.ties": "earlier_seat",
    "result.return_points": 30_000,
}
"""Values that only its source shows: it is asked to score wins, not to play games."""

MAJIANG = maps.ProgramConfig(
    id="majiang",
    name="majiang-core",
    version="1.4.1",
    source="lib/rule.js, lib/game.js and lib/hule.js of @kobalab/majiang-core (npm)",
    config=Rule,
    mappings=MAPPINGS,
    always={**ASKED, **NOT_ASKED},
    asked=frozenset(ASKED),
)
