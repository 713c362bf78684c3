"""ronin, a server of riichi mahjong: its GameSettings."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from riichi.programs.program_config import (
    ALL_WINNERS,
    ALWAYS_YAKU,
    CLOSED,
    CLOSED_AND_OPEN,
    COUNTED_YAKUMAN,
    LIMITS,
    NAGASHI,
    NO_REDS,
    ONE_RED_EACH,
    RAISED_TO_MANGAN,
    SHARING,
    TWO_WINNERS,
    WHAT_ELSE_IS_PAID,
    Json,
    OptionMapping,
    ProgramConfig,
    abortive_draw_fields,
    boolean,
    double_yakuman,
    enum,
    extension,
    first_takes_the_rest,
    follows,
    most_yakuman,
    number,
    on_or_off,
    shared_as_ours,
    uma_of_places,
    variant,
    word_set,
)
from riichi_core.records.fields import Record
from riichi_core.rules.rules import Rules


class GameSettings(Record):
    """The settings of a game."""

    num_players: Literal[4] = 4
    game_type: Literal["hanchan", "tonpusen"] = "hanchan"
    starting_score: int = 25_000
    target_score: int = 30_000
    winning_score_threshold: int = 30_000
    uma: Annotated[list[int], Field(min_length=4, max_length=4)] = Field(default=[20, 10, -10, -20])
    goshashonyu_threshold: int = 500
    tobi_enabled: bool = True
    tobi_threshold: int = 0
    has_akadora: bool = True
    has_kuitan: bool = True
    has_ippatsu: bool = True
    has_uradora: bool = True
    has_double_yakuman: bool = True
    has_kazoe_yakuman: bool = True
    has_kiriage_mangan: bool = False
    has_nagashi_mangan: bool = True
    renhou_value: Literal["none", "mangan", "yakuman"] = "mangan"
    fu_for_open_pinfu: bool = True
    fu_for_pinfu_tsumo: bool = False
    has_daisharin: bool = False
    has_daisharin_other_suits: bool = False
    has_daichisei: bool = False
    has_sashikomi_yakuman: bool = False
    limit_to_sextuple_yakuman: bool = True
    paarenchan_needs_yaku: bool = True
    has_omote_dora: bool = True
    has_kandora: bool = True
    has_kan_uradora: bool = True
    kandora_immediate_for_closed_kan: bool = True
    kandora_deferred_for_open_kan: bool = True
    has_kuikae: bool = True
    has_kuikae_suji: bool = True
    min_wall_for_kan: int = 2
    max_kans_per_round: int = 4
    has_suukaikan: bool = True
    has_suufon_renda: bool = True
    has_suucha_riichi: bool = True
    has_kyuushu_kyuuhai: bool = True
    has_triple_ron_abort: bool = True
    kyuushu_min_types: int = 9
    triple_ron_count: int = 3
    min_players_for_kan_abort: int = 2
    four_winds_discard_count: int = 4
    has_double_ron: bool = True
    double_ron_count: int = 2
    has_agariyame: Literal[False] = False
    tie_break_by_seat_order: Literal[True] = True
    leftover_riichi_bets: Literal["winner", "lost"] = "winner"
    enchousen: Literal["none", "sudden_death"] = "sudden_death"
    riichi_cost: int = 1000
    min_wall_for_riichi: int = 4
    riichi_stick_value: int = 1000
    honba_tsumo_bonus_per_loser: int = 100
    honba_ron_bonus: int = 300
    noten_penalty_total: int = 3000
    renchan_on_abortive_draw: bool = True
    renchan_on_dealer_tenpai_draw: bool = True
    renchan_on_dealer_win: bool = True
    nagashi_mangan_dealer_payment: int = 4000
    nagashi_mangan_non_dealer_payment: int = 2000
    has_daisangen_pao: bool = True
    has_daisuushii_pao: bool = True
    daisangen_pao_set_threshold: int = 3
    daisuushii_pao_set_threshold: int = 4
    initial_bank_seconds: float = 3
    round_bonus_seconds: float = 2
    meld_decision_seconds: float = 2
    round_advance_timeout_seconds: float = 15


def _rounding_option(config: GameSettings, _ours: Any) -> Any:
    """Return the rounding of results: a rest above the threshold rounds away from zero."""
    return "five_down" if config.goshashonyu_threshold >= 500 else "five_up"


def _indicators_fields(value: Any, _rules: Rules) -> Json:
    on = value != "none"
    late = ("at_discard", "after_discard")
    return {
        "has_kandora": on,
        "has_kan_uradora": on and value["ura"] == "counted",
        "kandora_immediate_for_closed_kan": not on or value["concealed"] not in late,
        "kandora_deferred_for_open_kan": on and value["claimed"] in late,
    }


def _indicators_option(config: GameSettings, _ours: Any) -> Any:
    if not config.has_kandora:
        return "none"
    now, late = "before_replacement", "at_discard"
    open_ = late if config.kandora_deferred_for_open_kan else now
    return {
        "claimed": open_,
        "extended": open_,
        "concealed": now if config.kandora_immediate_for_closed_kan else late,
        "ura": "counted" if config.has_kan_uradora else "not_counted",
    }


def _winners_option(config: GameSettings, ours: Any) -> Any:
    if not config.has_double_ron:
        return "nearest"
    return shared_as_ours(TWO_WINNERS if config.has_triple_ron_abort else ALL_WINNERS, ours)


def _extension_fields(value: Any, _rules: Rules) -> Json:
    if value == "none":
        return {"enchousen": "none"}
    return {"enchousen": "sudden_death", "winning_score_threshold": value["target"]}


def _bust_option(config: GameSettings, _ours: Any) -> Any:
    if not config.tobi_enabled:
        return "never"
    return "at_zero" if config.tobi_threshold > 0 else "below_zero"


def _noten_fields(value: Any, _rules: Rules) -> Json:
    return {"noten_penalty_total": value["two"] // 300 * 300 if isinstance(value, dict) else value}


MAPPINGS: tuple[OptionMapping[GameSettings], ...] = (
    boolean("tiles.red_fives", "has_akadora", ONE_RED_EACH, NO_REDS),
    number("setup.starting_points", "starting_score"),
    boolean("dora.ura", "has_uradora", "riichi_winners", "none"),
    OptionMapping("dora.kong_indicators",
        ("has_kandora", "has_kan_uradora", "kandora_immediate_for_closed_kan",
        "kandora_deferred_for_open_kan"), _indicators_fields, _indicators_option),
    OptionMapping("claims.winners", ("has_double_ron", "has_triple_ron_abort"),
        lambda v, _: {"has_double_ron": v != "nearest",
            "has_triple_ron_abort": variant(v) == "two_then_abort"},
        _winners_option, SHARING),
    word_set("claims.forbidden_swaps",
        {"same_tile": "has_kuikae", "other_end": "has_kuikae_suji"}),
    number("riichi.bet", "riichi_cost"),
    number("riichi.tiles_left", "min_wall_for_riichi"),
    boolean("yaku.all_simples", "has_kuitan", CLOSED_AND_OPEN, CLOSED,
        lambda value: isinstance(value, dict) and "open" in value),
    boolean("yaku.ippatsu", "has_ippatsu", CLOSED, "none"),
    enum("yaku.blessing_of_man", "renhou_value",
        {"none": "none", "mangan": {"closed": 5}, "yakuman": {"yakuman": 1}},
        lambda value: "yakuman" if "yakuman" in value else "mangan"),
    *double_yakuman("has_double_yakuman"),
    boolean("fu.open_pinfu", "fu_for_open_pinfu", 2, 0),
    boolean("fu.pinfu_self_draw", "fu_for_pinfu_tsumo", "separate", "combined"),
    boolean("limits.counted_yakuman", "has_kazoe_yakuman", COUNTED_YAKUMAN, "none"),
    most_yakuman("limit_to_sextuple_yakuman"),
    boolean("limits.raised_to_mangan", "has_kiriage_mangan", RAISED_TO_MANGAN, []),
    word_set("liability.yaku", {"big_three_dragons": "has_daisangen_pao",
            "big_four_winds": "has_daisuushii_pao"}),
    OptionMapping("draws.noten_total", ("noten_penalty_total",), _noten_fields,
        lambda c, _: c.noten_penalty_total),
    abortive_draw_fields({"nine_kinds": "has_kyuushu_kyuuhai", "four_winds": "has_suufon_renda",
            "four_riichi": "has_suucha_riichi", "four_kongs": "has_suukaikan"}),
    on_or_off("draws.nagashi", "has_nagashi_mangan", NAGASHI, WHAT_ELSE_IS_PAID),
    word_set("dealer.stays_on", {"win": "renchan_on_dealer_win",
            "tenpai": "renchan_on_dealer_tenpai_draw"}),
    OptionMapping("dealer.counter_value", ("honba_ron_bonus", "honba_tsumo_bonus_per_loser"),
        lambda v, _: {"honba_ron_bonus": v, "honba_tsumo_bonus_per_loser": v // 3},
        lambda c, _: c.honba_ron_bonus),
    enum("end.rounds", "game_type", {"hanchan": 2, "tonpusen": 1}, lambda _: "hanchan"),
    extension(("enchousen", "winning_score_threshold"),
        _extension_fields,
        lambda c: None if c.enchousen == "none" else c.winning_score_threshold),
    OptionMapping("end.bust", ("tobi_enabled", "tobi_threshold"),
        lambda v, _: {"tobi_enabled": v != "never", "tobi_threshold": int(v == "at_zero")},
        _bust_option),
    follows("end.leader_stops", ("has_agariyame",), lambda _: "never"),
    enum("end.bets_left", "leftover_riichi_bets", {"winner": "earliest_winner", "lost": "table"},
        lambda _: "winner"),
    OptionMapping("result.uma", ("uma",),
        lambda v, _: {"uma": first_takes_the_rest(
            [round(points / 1000) for points in uma_of_places(v)[1:]])},
        lambda c, _: first_takes_the_rest([1000 * points for points in c.uma[1:]])),
    follows("result.ties", ("tie_break_by_seat_order",), lambda _: "earlier_seat"),
    number("result.return_points", "target_score"),
    follows("result.oka", ("target_score", "starting_score"),
        lambda c: "first" if c.target_score > c.starting_score else "none"),
    OptionMapping("result.rounding", ("goshashonyu_threshold",),
        lambda v, _: {"goshashonyu_threshold": 499 if v in ("five_up", "score_five_up") else 500},
        _rounding_option),
)  # fmt: skip

RONIN = ProgramConfig(
    id="ronin",
    name="ronin",
    version="of March 2026",
    source="backend/game/logic/settings.py and game.py of MahjongRepository/ronin",
    config=GameSettings,
    mappings=MAPPINGS,
    always={
        **ALWAYS_YAKU,
        **LIMITS,
        "claims.meld_window": "all_asked",
        "claims.win_window": "all_asked",
        "winning.minimum_han": 1,
        "fu.double_wind_pair": 4,
        "fu.seven_pairs": 25,
    },
)
