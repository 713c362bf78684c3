"""Pantheon, where clubs and federations run their events: the RulesetConfig of an event."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from riichi.programs import program_config as maps
from riichi_core.messages import Message
from riichi_core.records.fields import Record
from riichi_core.rules.checks import ALL_ABORT
from riichi_core.rules.rules import Rules

YAKU = {
    "all_triplets": 1, "all_terminals_and_honours": 2, "three_concealed_triplets": 3,
    "triple_triplet": 4, "three_quads": 5, "four_quads": 6, "four_concealed_triplets": 7,
    "pinfu": 8, "pure_double_sequence": 9, "twice_pure_double_sequence": 10,
    "mixed_triple_sequence": 11, "pure_straight": 12, "little_three_dragons": 18,
    "big_three_dragons": 19, "little_four_winds": 20, "big_four_winds": 21, "all_honours": 22,
    "all_simples": 23, "half_outside_hand": 24, "full_outside_hand": 25, "all_terminals": 26,
    "half_flush": 27, "full_flush": 28, "nine_gates": 29, "all_green": 30, "seven_pairs": 31,
    "thirteen_orphans": 32, "riichi": 33, "double_riichi": 34, "ippatsu": 35,
    "fully_concealed_hand": 36, "under_the_sea": 37, "after_a_quad": 38, "blessing_of_heaven": 39,
    "blessing_of_earth": 40, "under_the_river": 41, "robbing_a_quad": 42, "blessing_of_man": 43,
}  # fmt: skip
"""The numbers of its yaku."""

HONOUR_TRIPLETS = {"dragon_triplet": 13, "seat_wind_triplet": 13, "round_wind_triplet": 13}
"""Any yakuhai, counted one to four times, has the numbers 13 to 16."""

OPEN_RIICHI = 44
VARIANTS = {
    "four_concealed_triplets_pair_wait": 45,
    "nine_gates_nine_waits": 46,
    "thirteen_orphans_thirteen_waits": 47,
}
PAO = {"big_three_dragons": 19, "big_four_winds": 21, "four_quads": 6}

WORTHS: maps.Json = {
    **maps.USUAL_WORTHS,
    "ippatsu": maps.CONCEALED,
    "all_simples": maps.CONCEALED_AND_OPEN,
    "big_four_winds": {"yakuman": 1},
}


class Uma(Record):
    """The points of each place; JSON of protocol buffers leaves out zeros."""

    place1: int = 0
    place2: int = 0
    place3: int = 0
    place4: int = 0


class ComplexUma(Record):
    """The points of each place, by the number of players with a result below zero."""

    neg1: Uma
    neg3: Uma
    otherwise: Uma


SIMPLE, COMPLEX = "UMA_TYPE_UMA_SIMPLE", "UMA_TYPE_UMA_COMPLEX"
ONE_MORE, END_AFTER = "ENDING_POLICY_EP_ONE_MORE_HAND", "ENDING_POLICY_EP_END_AFTER_HAND"
ANY_END = "ENDING_POLICY_EP_UNSPECIFIED"


class RulesetConfig(Record):
    """The rules of an event."""

    uma: Uma = Uma()
    uma_type: Literal["UMA_TYPE_UNSPECIFIED", "UMA_TYPE_UMA_SIMPLE", "UMA_TYPE_UMA_COMPLEX"] = (
        "UMA_TYPE_UMA_SIMPLE"
    )
    complex_uma: ComplexUma = ComplexUma(neg1=Uma(), neg3=Uma(), otherwise=Uma())
    equalize_uma: bool = False
    oka: int = 0
    start_points: int = 30_000
    start_rating: int = 0
    ending_policy: Literal[
        "ENDING_POLICY_EP_UNSPECIFIED",
        "ENDING_POLICY_EP_ONE_MORE_HAND",
        "ENDING_POLICY_EP_END_AFTER_HAND",
    ] = "ENDING_POLICY_EP_UNSPECIFIED"
    tonpuusen: bool = False
    play_additional_rounds: bool = False
    goal_points: int = 0
    with_buttobi: bool = False
    with_leading_dealer_game_over: bool = False
    riichi_goes_to_winner: bool = False
    honba_value: int = 300
    with_winning_dealer_honba_skipped: bool = False
    with_atamahane: bool = False
    doubleron_honba_atamahane: bool = False
    doubleron_riichi_atamahane: bool = False
    with_abortives: bool = False
    with_nagashi_mangan: bool = False
    with_kazoe: bool = False
    with_kiriage_mangan: bool = False
    with_multi_yakumans: bool = False
    with_kuitan: bool = False
    allowed_yaku: list[int] = Field(default_factory=list)
    double_yakuman: list[int] = Field(default_factory=list)
    yaku_with_pao: list[int] = Field(default_factory=list)
    chombo_amount: int = 0
    extra_chombo_payments: bool = False
    chombo_ends_game: bool = False
    min_penalty: int = 0
    max_penalty: int = 0
    penalty_step: int = 0
    replacement_player_fixed_points: int = 0
    replacement_player_override_uma: int = 0
    chips_value: int = 0
    with_yakitori: bool = False
    yakitori_penalty: int = 0
    game_expiration_time: int = 0


# ---- uma, start and result -----------------------------------------------------------------------


def _places_of(points: list[int]) -> maps.Json:
    return {f"place{n}": value for n, value in enumerate(points, 1)}


def _points_of(uma: Uma) -> list[int]:
    return [uma.place1, uma.place2, uma.place3, uma.place4]


def _uma_fields(value: Any, _rules: Rules) -> maps.Json:
    if isinstance(value, list):
        return {"uma": _places_of(value), "uma_type": SIMPLE}
    rows = {"neg3": "one", "neg1": "three", "otherwise": "two"}
    return {
        "uma": _places_of(value["two"]),
        "uma_type": COMPLEX,
        "complex_uma": {theirs: _places_of(value[ours]) for theirs, ours in rows.items()},
    }


def _uma_option(config: RulesetConfig, ours: Any) -> Any:
    if config.uma_type != COMPLEX:
        return _points_of(config.uma)
    if "complex_uma" not in config.model_fields_set:
        return ours
    rows = config.complex_uma
    otherwise = _points_of(rows.otherwise)
    at_least = ours["at_least"] if isinstance(ours, dict) else config.start_points
    return {
        "at_least": at_least,
        "one": _points_of(rows.neg3),
        "two": otherwise,
        "three": _points_of(rows.neg1),
        "none_or_all": otherwise,
    }


def _oka_fields(_value: Any, rules: Rules) -> maps.Json:
    return {"oka": rules.oka_points}


RESULT: tuple[maps.OptionMapping[RulesetConfig], ...] = (
    maps.number("setup.starting_points", "start_points"),
    maps.OptionMapping("result.uma", ("uma", "uma_type", "complex_uma"), _uma_fields, _uma_option,
        Message("the score that a player must reach")),
    maps.boolean("result.ties", "equalize_uma", "shared", "earlier_seat"),
    maps.OptionMapping("result.return_points", ("start_points", "oka"), _oka_fields,
        lambda c, _: c.start_points + c.oka // 4),
    maps.OptionMapping("result.oka", ("oka",),
        _oka_fields, lambda c, _: "first" if c.oka else "none"),
)  # fmt: skip


# ---- deals and the end ---------------------------------------------------------------------------


def _winners_fields(value: Any, _rules: Rules) -> maps.Json:
    paid = {} if value == "head_bump" else value[maps.variant(value)]
    return {
        "with_atamahane": value == "head_bump",
        "doubleron_honba_atamahane": paid.get("counters") == "nearest",
        "doubleron_riichi_atamahane": paid.get("own_bets") == "nearest",
    }


def _winners_option(config: RulesetConfig, _ours: Any) -> Any:
    if config.with_atamahane:
        return "head_bump"
    counters = "nearest" if config.doubleron_honba_atamahane else "each"
    bets = "nearest" if config.doubleron_riichi_atamahane else "returned"
    return {"all": {**maps.TO_NEAREST, "own_bets": bets, "counters": counters}}


def _extension_fields(value: Any, _rules: Rules) -> maps.Json:
    on = value != "none"
    return {"play_additional_rounds": on, "goal_points": value["target"] if on else 0}


TO_WINNER = ("winner", "winner_by_seat", "winner_rounded_down")


def _bets_option(config: RulesetConfig, ours: Any) -> Any:
    if not config.riichi_goes_to_winner:
        return "table"
    return ours if maps.variant(ours) in TO_WINNER else "winner"


def _chombo_fields(value: Any, _rules: Rules) -> maps.Json:
    points = value.get("after_uma", 0) if isinstance(value, dict) else 0
    return {"chombo_amount": points, "extra_chombo_payments": value == "reverse_mangan"}


def _chombo_option(config: RulesetConfig, _ours: Any) -> Any:
    if config.extra_chombo_payments:
        return "reverse_mangan"
    return {"after_uma": config.chombo_amount} if config.chombo_amount else "none"


def _substitute_option(config: RulesetConfig, _ours: Any) -> Any:
    points = config.replacement_player_fixed_points
    return {"fixed": points} if points else "real_score_unranked"


GAME: tuple[maps.OptionMapping[RulesetConfig], ...] = (
    maps.OptionMapping("claims.winners",
        ("with_atamahane", "doubleron_honba_atamahane", "doubleron_riichi_atamahane"),
        _winners_fields, _winners_option),
    maps.OptionMapping("draws.abortive", ("with_abortives",),
        lambda v, _: {"with_abortives": v != "none"},
        lambda c, ours: maps.abortive_draws([*ALL_ABORT], ours) if c.with_abortives else "none",
        maps.HOW_ABORTED),
    maps.on_or_off("draws.nagashi", "with_nagashi_mangan", maps.NAGASHI,
        maps.WHAT_ELSE_IS_PAID),
    maps.boolean("dealer.stays_on", "with_winning_dealer_honba_skipped", [], ["win", "tenpai"],
        lambda value: value == []),
    maps.number("dealer.counter_value", "honba_value"),
    maps.boolean("end.rounds", "tonpuusen", 1, 2, lambda value: value == 1),
    maps.extension(("play_additional_rounds", "goal_points"),
        _extension_fields,
        lambda c: c.goal_points if c.play_additional_rounds else None),
    maps.boolean("end.bust", "with_buttobi", "below_zero", "never"),
    maps.on_or_off("end.dealer_stops", "with_leading_dealer_game_over",
        maps.DEALER_STOPS, Message("the cause, and who decides"), off="never"),
    maps.OptionMapping("end.bets_left", ("riichi_goes_to_winner",),
        lambda v, _: {"riichi_goes_to_winner": maps.variant(v) in TO_WINNER}, _bets_option,
        Message("how tied winners share them")),
    maps.OptionMapping("chombo.tournament", ("chombo_amount", "extra_chombo_payments"),
        _chombo_fields, _chombo_option),
    maps.enum("tournament.after_signal", "ending_policy",
        {ONE_MORE: "current_and_one_more", END_AFTER: "current_deal", ANY_END: "not_regulated"},
        lambda _: ANY_END),
    maps.OptionMapping("tournament.substitute_result", ("replacement_player_fixed_points",),
        lambda v, _: {
            "replacement_player_fixed_points": v["fixed"] if isinstance(v, dict) else 0},
        _substitute_option),
)  # fmt: skip


# ---- yaku and limits -----------------------------------------------------------------------------


def _allowed_fields(_value: Any, rules: Rules) -> maps.Json:
    numbers = YAKU | HONOUR_TRIPLETS
    counted = [code for name, code in numbers.items() if rules.value(f"yaku.{name}") != "none"]
    for name, code in VARIANTS.items():
        counted += [code] if "yakuman" in rules.written_value(f"yaku.{name}") else []
    if 13 in counted:
        counted += [14, 15, 16]
    if rules.riichi.open != "none":
        counted.append(OPEN_RIICHI)
    return {"allowed_yaku": sorted({*counted})}


def _allowed_yaku(name: str, code: int) -> maps.OptionMapping[RulesetConfig]:
    return maps.OptionMapping(
        f"yaku.{name}",
        ("allowed_yaku",),
        _allowed_fields,
        lambda c, _: WORTHS[name] if code in c.allowed_yaku else "none",
    )


def _doubled_fields(_value: Any, rules: Rules) -> maps.Json:
    numbers = {**VARIANTS, "big_four_winds": YAKU["big_four_winds"]}
    doubled = [
        n
        for name, n in numbers.items()
        if maps.is_double_yakuman(rules.written_value(f"yaku.{name}"))
    ]
    return {"double_yakuman": sorted(doubled)}


def _double_variant(name: str, code: int) -> maps.OptionMapping[RulesetConfig]:
    def to_option(config: RulesetConfig, ours: Any) -> Any:
        if code not in config.allowed_yaku:
            return "none"
        if code in config.double_yakuman:
            return {"yakuman": 2}
        # The undoubled yakuman counts anyway.
        return ours if ours == {"yakuman": 1} else maps.UNDOUBLED[name]

    return maps.OptionMapping(
        f"yaku.{name}",
        ("allowed_yaku", "double_yakuman"),
        lambda v, rules: _allowed_fields(v, rules) | _doubled_fields(v, rules),
        to_option,
    )


def _simples_option(config: RulesetConfig, _ours: Any) -> Any:
    if YAKU["all_simples"] not in config.allowed_yaku:
        return "none"
    return maps.CONCEALED_AND_OPEN if config.with_kuitan else maps.CONCEALED


def _man_option(config: RulesetConfig, ours: Any) -> Any:
    if YAKU["blessing_of_man"] not in config.allowed_yaku:
        return "none"
    return maps.ours_if_parted(ours, {"limit": "mangan", "cumulative": False})


MAPPINGS: tuple[maps.OptionMapping[RulesetConfig], ...] = (
    *RESULT,
    *GAME,
    maps.OptionMapping("yaku.all_simples", ("with_kuitan", "allowed_yaku"),
        lambda v, rules: _allowed_fields(v, rules) | {"with_kuitan": v == maps.CONCEALED_AND_OPEN},
        _simples_option),
    maps.OptionMapping("yaku.blessing_of_man", ("allowed_yaku",),
        _allowed_fields, _man_option, Message("the value")),
    *(_allowed_yaku(name, code) for name, code in {**YAKU, **HONOUR_TRIPLETS}.items()
      if name not in ("all_simples", "blessing_of_man", "big_four_winds")),
    *(_double_variant(name, code) for name, code
      in {**VARIANTS, "big_four_winds": YAKU["big_four_winds"]}.items()),
    maps.OptionMapping("riichi.open", ("allowed_yaku",), _allowed_fields,
        lambda c, ours: maps.ours_if_parted(ours, {"deal_in": "usual"})
        if OPEN_RIICHI in c.allowed_yaku else "none",
        Message("what a player in riichi pays for it")),
    maps.boolean("limits.counted_yakuman", "with_kazoe", maps.COUNTED_YAKUMAN, "none"),
    maps.boolean("limits.several_yakuman", "with_multi_yakumans", "add_up", "best_one"),
    maps.boolean("limits.raised_to_mangan", "with_kiriage_mangan", maps.RAISED_TO_MANGAN, []),
    maps.OptionMapping("liability.yaku", ("yaku_with_pao",),
        lambda v, _: {"yaku_with_pao": [PAO[name] for name in v if name in PAO]},
        lambda c, _: [name for name, code in PAO.items() if code in c.yaku_with_pao]),
)  # fmt: skip

PANTHEON = maps.ProgramConfig(
    id="pantheon",
    name="Pantheon",
    version="of July 2026",
    source="Common/proto/atoms.proto (RulesetConfig), Common/YakuMap.php and Common/rulesets of "
    "MahjongPantheon/pantheon",
    config=RulesetConfig,
    mappings=MAPPINGS,
    always={**maps.LIMITS, "riichi.bet": 1000, "draws.noten_total": 3000, "winning.minimum_han": 1},
    names={name: maps.camel(name) for name in RulesetConfig.model_fields},
)
