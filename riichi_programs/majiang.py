"""majiang-core (電脳麻将): the parameters of Majiang.rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from riichi_core.records.model import Record
from riichi_core.rules.rules import Rules
from riichi_programs.adapter import Adapter, Json, Row
from riichi_programs.tables import (
    ABORTS,
    ALL_WIN,
    ALWAYS_YAKU,
    CALLED_OFF,
    CLOSED,
    CLOSED_AND_OPEN,
    COUNTED,
    DRAGONS_AND_WINDS,
    LEADER_STOPS,
    LIMITS,
    NAGASHI,
    RAISED,
    SINGLE,
    SWAPS,
    TWO_WIN,
    coupled,
    doubled,
    first_takes_the_rest,
    kind,
    places,
    same,
    switch,
    two,
    words,
)

Place = Annotated[str, StringConstraints(pattern=r"^[+-]?[0-9]{1,4}(\.[0-9])?$")]


class RedFives(Record):
    """Red fives by suit."""

    m: Annotated[int, Field(ge=0, le=4)] = 1
    p: Annotated[int, Field(ge=0, le=4)] = 1
    s: Annotated[int, Field(ge=0, le=4)] = 1


class Rule(Record):
    """The parameters, by their own names."""

    配給原点: int = 25_000
    順位点: Annotated[list[Place], Field(min_length=4, max_length=4)] = Field(
        default=["20.0", "10.0", "-10.0", "-20.0"]
    )
    連風牌は2符: bool = False
    赤牌: RedFives = RedFives()
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


def _uma(_value: Any, rules: Rules) -> Json:
    """Return the points of each place: with a decimal where results are not rounded."""
    digits = 1 if rules.result.rounding == "none" else 0
    _, *others = places(rules.written_value("result.uma"))
    points = first_takes_the_rest([round(one / 1000, digits) for one in others])
    return {"順位点": [f"{one + 0.0:.{digits}f}" for one in points]}


def _rounding_back(config: Rule, _ours: Any) -> Any:
    """Return how results are rounded: as scores are, but for one below zero that ends in 500."""
    return "none" if any("." in one for one in config.順位点) else "score_five_up"


def _indicators(value: Any, _rules: Rules) -> Json:
    on = value != "none"
    return {
        "カンドラあり": on,
        "カン裏あり": on and value["ura"] == "counted",
        "カンドラ後乗せ": on and value["claimed"] in ("at_discard", "after_discard"),
    }


def _indicators_back(config: Rule, _ours: Any) -> Any:
    if not config.カンドラあり:
        return "none"
    late = "at_discard" if config.カンドラ後乗せ else "after_replacement"
    ura = "counted" if config.カン裏あり else "not_counted"
    return {"claimed": late, "extended": late, "concealed": "after_replacement", "ura": ura}


def _single_where_one_counts(row: Row[Rule]) -> Row[Rule]:
    """Return the row of a yakuman that is doubled only where yakuman add up."""
    single = SINGLE[row.path.removeprefix("yaku.")]

    def back(config: Rule, ours: Any) -> Any:
        return row.back(config, ours) if config.役満の複合あり else single

    return replace(row, fields=(*row.fields, "役満の複合あり"), back=back)


def _add_up(value: Any, rules: Rules) -> Json:
    doubled_ = any(two(rules.written_value(f"yaku.{name}")) for name in SINGLE)
    return {"役満の複合あり": doubled_ or value != "best_one"}


def _stays(value: list[str]) -> int:
    return 3 if "noten" in value else 2 if "tenpai" in value else 1


SUDDEN_DEATH = {"target": 30_000, "rounds": 1, "kept_deal": "ends"}
GOES_ON = {**SUDDEN_DEATH, "kept_deal": "goes_on"}

ROWS: tuple[Row[Rule], ...] = (
    Row("tiles.red_fives", ("赤牌",), lambda v, _: {"赤牌": v}, lambda c, _: c.赤牌.model_dump()),
    same("setup.starting_points", "配給原点"),
    switch("dora.ura", "裏ドラあり", "riichi_winners", "none"),
    Row("dora.kong_indicators", ("カンドラあり", "カン裏あり", "カンドラ後乗せ"),
        _indicators, _indicators_back),
    words("claims.winners", "最大同時和了数", {1: "nearest", 2: TWO_WIN, 3: ALL_WIN},
          lambda value: 2 if kind(value) == "two_then_abort" else 3),
    words("claims.forbidden_swaps", "喰い替え許可レベル", {0: SWAPS, 1: ["same_tile"], 2: []},
          lambda _: 0),
    switch("riichi.tiles_left", "ツモ番なしリーチあり", 0, 4, lambda value: value == 0),
    coupled("riichi.needs_points", ("トビ終了あり",), lambda c: c.トビ終了あり),
    words("riichi.kong_after", "リーチ後暗槓許可レベル",
          {0: "never", 1: "same_waits_and_readings", 2: "same_waits"}, lambda _: 1),
    switch("yaku.all_simples", "クイタンあり", CLOSED_AND_OPEN, CLOSED,
           lambda value: isinstance(value, dict) and "open" in value),
    switch("yaku.ippatsu", "一発あり", CLOSED, "none"),
    *map(_single_where_one_counts, doubled("ダブル役満あり")),
    switch("fu.double_wind_pair", "連風牌は2符", 2, 4),
    switch("limits.counted_yakuman", "数え役満あり", COUNTED, "none"),
    Row("limits.several_yakuman", ("役満の複合あり",), _add_up,
        lambda c, _: "add_up" if c.役満の複合あり else "best_one"),
    switch("limits.raised_to_mangan", "切り上げ満貫あり", RAISED, []),
    switch("liability.yaku", "役満パオあり", DRAGONS_AND_WINDS, []),
    switch("draws.noten_total", "ノーテン罰あり", 3000, 0),
    switch("draws.tenpai_hands", "ノーテン宣言あり", "may_stay_hidden", "must_be_shown"),
    switch("draws.abortive", "途中流局あり", {**CALLED_OFF, **ABORTS}, "none"),
    switch("draws.nagashi", "流し満貫あり", NAGASHI, "none"),
    words("dealer.stays_on", "連荘方式",
          {0: [], 1: ["win"], 2: ["win", "tenpai"], 3: ["win", "tenpai", "noten"]}, _stays),
    words("end.rounds", "場数", {1: 1, 2: 2, 4: 4, 0: 1}, lambda _: 2),
    words("end.extension", "延長戦方式", {0: "none", 1: SUDDEN_DEATH, 2: GOES_ON, 3: GOES_ON},
          lambda value: 1 if value["kept_deal"] == "ends" else 2),
    switch("end.bust", "トビ終了あり", "below_zero", "never"),
    switch("end.leader_stops", "オーラス止めあり", LEADER_STOPS, "never"),
    Row("result.uma", ("順位点",), _uma,
        lambda c, _: first_takes_the_rest([round(1000 * float(one)) for one in c.順位点[1:]])),
    coupled("result.oka", ("配給原点",), lambda c: "first" if c.配給原点 < 30_000 else "none"),
    Row("result.rounding", ("順位点",), _uma, _rounding_back),
)  # fmt: skip

ALWAYS = {
    **ALWAYS_YAKU,
    **LIMITS,
    "claims.meld_window": "all_asked",
    "claims.win_window": "all_asked",
    "riichi.bet": 1000,
    "riichi.when_furiten": "allowed",
    "winning.minimum_han": 1,
    "winning.last_tile_after_kong": "after_a_kong",
    "winning.four_identical_chows": "two_double_chows",
    "yaku.blessing_of_man": "none",
    "fu.open_pinfu": 2,
    "fu.pinfu_self_draw": "combined",
    "fu.self_draw_after_kong": 2,
    "fu.seven_pairs": 25,
    "draws.tenpai": "shape",
    "dealer.counter_value": 300,
    "dealer.counters_paid_to": "any_winner",
    "end.bets_left": "earliest_winner",
    "result.ties": "earlier_seat",
    "result.return_points": 30_000,
}

NOT_ASKED = {
    "claims.meld_window",
    "claims.win_window",
    "riichi.bet",
    "riichi.when_furiten",
    "yaku.blessing_of_man",
    "draws.tenpai",
    "end.bets_left",
    "result.ties",
    "result.return_points",
}
"""Values that stand in its source alone: what wins are worth is asked, not games."""

MAJIANG = Adapter(
    id="majiang",
    name="majiang-core",
    version="1.4.1",
    source="lib/rule.js, lib/game.js and lib/hule.js of @kobalab/majiang-core (npm)",
    config=Rule,
    rows=ROWS,
    always=ALWAYS,
    asked=frozenset(ALWAYS) - NOT_ASKED,
)
