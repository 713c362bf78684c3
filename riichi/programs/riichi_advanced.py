"""riichi_advanced: the mods of a room, each a name, with or without a configuration."""

from __future__ import annotations

from typing import Any

from riichi.programs import program_config as maps
from riichi_core.files.problem import Pointer
from riichi_core.messages import Message
from riichi_core.records.fields import Record
from riichi_core.rules.rules import Rules

Configured = dict[str, bool | int | str]
"""The configuration of a mod by name; missing names have the mod's defaults."""


class Mods(Record):
    """The mods of a room that decide options of ours: on or off, or with a configuration."""

    kan: bool = False
    honba: Configured | None = None
    riichi: Configured | None = None
    uma: Configured | None = None
    oka: Configured | None = None
    nagashi: Configured | None = None
    tobi: Configured | None = None
    agarirenchan: bool = False
    tenpairenchan: bool = False
    agariyame: Configured | None = None
    tenpaiyame: Configured | None = None
    sudden_death: Configured | None = None
    tonpuu: bool = False
    kuitan_nashi: bool = False
    kuikae_nashi: bool = False
    kiriage_mangan: bool = False
    head_bump: bool = False
    sanchahou: bool = False
    double_wind_4_fu: bool = False
    pao: bool = False
    pao_suukantsu: bool = False
    pao_rinshan: bool = False
    no_kazoe_yakuman: bool = False
    no_double_yakuman: bool = False
    wareme: bool = False
    min_han: Configured | None = None
    no_riichi_ankan: bool = False
    no_fifth_tile_tenpai: bool = False
    kokushi_ankan_chankan: bool = False
    first_gets_riichi_sticks: bool = False
    starting_score: Configured | None = None
    suufon_renda: bool = False
    suucha_riichi: bool = False
    suukaikan: bool = False
    kyuushu_kyuuhai: bool = False
    dora: Configured | None = None
    ura: bool = False
    kandora: bool = False
    immediate_kan_dora: bool = False
    aka: Configured | None = None
    ippatsu: bool = False
    open_riichi: bool = False
    renhou: Configured | None = None


RULE_NAMES = {
    "riichi": "lib/yaku/riichi",
    "tobi": "lib/tobi",
    "agarirenchan": "lib/agarirenchan",
    "tonpuu": "lib/tonpuu",
    "kuikae_nashi": "lib/kuikae_nashi",
    "head_bump": "lib/head_bump",
    "min_han": "lib/min_han",
    "suukaikan": "lib/suukaikan",
    "ippatsu": "yaku/ippatsu",
    "open_riichi": "yaku/open_riichi",
    "renhou": "yaku/riichi_renhou",
}
"""The names of mods that differ from their fields."""

EARLIER = {"yaku/renhou": "renhou", "kokushi_chankan": "kokushi_ankan_chankan"}
"""The names in earlier versions; names with lib/ had no such prefix then."""


# ---- lists of mods -------------------------------------------------------------------------------


class RoomConfig(maps.ProgramConfig[Mods]):
    """A program whose configuration is a list of mods."""

    def read_json(self, data: maps.Json) -> maps.FlatConfig:
        """Return the fields of a list of mods; a mod that is not in the list is off.

        A mod that decides no option of ours has no field.
        """
        if "mods" not in data:
            return maps.FlatConfig({}, unknown=tuple(((key,), key) for key in data))
        mods = data["mods"]
        if not isinstance(mods, list):
            return maps.FlatConfig({}, unknown=((("mods",), "mods"),))
        field_of_mod = {
            _without_lib(self.name_of(field_name)): field_name for field_name in Mods.model_fields
        }
        fields: maps.Json = {name: field.default for name, field in Mods.model_fields.items()}
        pointers: dict[str, Pointer] = {}
        others: list[str] = []
        for index, mod in enumerate(mods):
            name = mod.get("name") if isinstance(mod, dict) else mod
            field = field_of_mod.get(_without_lib(name), EARLIER.get(str(name)))
            if field is None:
                others.append(str(name))
            else:
                config = mod.get("config", {}) if isinstance(mod, dict) else {}
                fields[field] = True if Mods.model_fields[field].annotation is bool else config
                pointers[field] = ("mods", index, *(["config"] if config else []))
        return maps.FlatConfig(fields, pointers, others=tuple(others))

    def write_json(self, fields: maps.Json) -> maps.Json:
        """Return the room with its mods, each in the list if it is on."""
        mods: list[Any] = []
        for field, value in fields.items():
            if isinstance(value, dict):
                mods.append({"name": self.name_of(field), "config": value})
            elif value:
                mods.append(self.name_of(field))
        return {"ruleset": "riichi", "mods": mods}


def _without_lib(name: Any) -> str:
    return str(name).removeprefix("lib/")


# ---- mappings ------------------------------------------------------------------------------------


def _number_of(mod: Configured | None, name: str, otherwise: int) -> int:
    """Return a number of a mod's configuration; text in its place counts as the default."""
    value = (mod or {}).get(name, otherwise)
    return value if isinstance(value, int) else otherwise


def nearest_offered(value: int, offered: tuple[int, ...]) -> int:
    """Return the nearest of the offered numbers."""
    return min(offered, key=lambda number: abs(number - value))


HONBA = (100, 500, 1000, 2000)
STARTS = (*range(0, 50_001, 5000), 100_000)
UMA = tuple(range(-30, 31, 5))
PLACES = ("_1st", "_2nd", "_3rd", "_4th")


def _uma_fields(value: Any, _rules: Rules) -> maps.Json:
    """Return the nearest uma in steps of 5.

    If they do not sum to zero, only first and last place have points.
    """
    points = [nearest_offered(round(place / 1000), UMA) for place in maps.uma_of_places(value)]
    if sum(points):
        points = [points[0], 0, 0, -points[0]]
    return {"uma": dict(zip(PLACES, points, strict=True))}


def _uma_option(config: Mods, _ours: Any) -> Any:
    own = (10, 5, -5, -10) if config.uma is not None else (0, 0, 0, 0)
    pairs = zip(PLACES, own, strict=True)
    return [1000 * _number_of(config.uma, name, points) for name, points in pairs]


def _oka_fields(_value: Any, rules: Rules) -> maps.Json:
    """Return the ante that leaves each player with our starting points."""
    gap = rules.oka_points // 4
    return {
        "oka": {"ante": nearest_offered(gap // 1000, tuple(range(5, 31, 5)))} if gap > 0 else None
    }


def _return_option(config: Mods, _ours: Any) -> Any:
    start = _number_of(config.starting_score, "points", 25_000)
    return start + (0 if config.oka is None else 1000 * _number_of(config.oka, "ante", 5))


def _indicators_fields(value: Any, _rules: Rules) -> maps.Json:
    on = value != "none"
    return {
        "kan": True,
        "dora": {"start_indicators": 1},
        "kandora": on,
        "immediate_kan_dora": on and value["claimed"] == "before_replacement",
    }


def _indicators_option(config: Mods, ours: Any) -> Any:
    if not config.kandora:
        return "none"
    when = "before_replacement" if config.immediate_kan_dora else "at_discard"
    ura = maps.ours_if_parted(ours, {"ura": "counted"})["ura"]
    return {"claimed": when, "extended": when, "concealed": "before_replacement", "ura": ura}


def _winners_option(config: Mods, ours: Any) -> Any:
    if config.head_bump:
        return "head_bump"
    common = maps.TWO_WINNERS if config.sanchahou else maps.ALL_WINNERS
    return ours if maps.variant(ours) == maps.variant(common) else common


def _pao_option(config: Mods, _ours: Any) -> Any:
    both = ["big_three_dragons", "big_four_winds"] if config.pao else []
    more = {"four_quads": config.pao_suukantsu, "after_a_quad": config.pao_rinshan}
    return [*both, *(name for name, on in more.items() if on)]


def _pao_fields(value: list[str], _rules: Rules) -> maps.Json:
    pao = "big_three_dragons" in value or "big_four_winds" in value
    quads, after = "four_quads" in value, "after_a_quad" in value
    return {"pao": pao, "pao_suukantsu": quads, "pao_rinshan": after}


def _stops_fields(value: Any, _rules: Rules) -> maps.Json:
    if value == "never":
        return {}
    how = {"round": "all_last", "first_place_only": value["lowest_place"] == 1,
           "may_choose": value["how"] != "automatic"}  # fmt: skip
    words = {"win": "agariyame", "tenpai": "tenpaiyame"}
    return {field: how for word, field in words.items() if word in value["after"]}


def _stops_option(config: Mods, _ours: Any) -> Any:
    mods = {"win": config.agariyame, "tenpai": config.tenpaiyame}
    after = [word for word, mod in mods.items() if mod is not None]
    chosen = any(mod.get("may_choose") is True for mod in mods.values() if mod is not None)
    first = all(mod.get("first_place_only", True) for mod in mods.values() if mod is not None)
    how = {"how": "optional" if chosen else "automatic", "lowest_place": 1 if first else 4}
    return {"after": after, **how} if after else "never"


def _bust_option(config: Mods, _ours: Any) -> Any:
    if config.tobi is None:
        return "never"
    return "at_zero" if _number_of(config.tobi, "below", 0) > 0 else "below_zero"


def _man_option(config: Mods, _ours: Any) -> Any:
    if config.renhou is None:
        return "none"
    if config.renhou.get("is", "Yakuman") == "Yakuman":
        return {"yakuman": 1}
    return {"limit": "mangan", "cumulative": False}


def _riichi_fields(_value: Any, rules: Rules) -> maps.Json:
    if rules.written_value("yaku.riichi") == "none":
        return {"riichi": None}
    bet = nearest_offered(rules.riichi.bet, tuple(range(1000, 5001, 1000)))
    return {"riichi": {"bet": bet, "drawless": rules.riichi.tiles_left == 0}}


REDS = {"m": "man", "p": "pin", "s": "sou"}

MAPPINGS: tuple[maps.OptionMapping[Mods], ...] = (
    maps.OptionMapping("tiles.red_fives", ("aka",),
        lambda v, _: {"aka": None if v == maps.NO_REDS else {REDS[suit]: v[suit] for suit in v}},
        lambda c, _: maps.NO_REDS if c.aka is None
        else {suit: _number_of(c.aka, name, 1) for suit, name in REDS.items()}),
    maps.OptionMapping("setup.starting_points", ("starting_score",),
        lambda v, _: {"starting_score": {"points": nearest_offered(v, STARTS)}},
        lambda c, _: _number_of(c.starting_score, "points", 25_000)),
    maps.boolean("setup.wareme", "wareme", "double", "none"),
    maps.boolean("dora.ura", "ura", "riichi_winners", "none"),
    maps.OptionMapping("dora.kan_dora", ("kandora", "immediate_kan_dora"),
        _indicators_fields, _indicators_option),
    maps.OptionMapping("claims.winners", ("head_bump", "sanchahou"),
        lambda v, _: {"head_bump": v == "head_bump",
            "sanchahou": maps.variant(v) == "at_most_two"},
        _winners_option, Message("who gets bets and counters, and who stays East")),
    maps.boolean("claims.forbidden_swaps", "kuikae_nashi", maps.SWAPS, []),
    maps.boolean("quads.concealed_robbed_by", "kokushi_ankan_chankan",
        "thirteen_orphans", "nobody"),
    maps.OptionMapping("riichi.bet", ("riichi",),
        _riichi_fields, lambda c, _: _number_of(c.riichi, "bet", 1000)),
    maps.follows("riichi.tiles_left", ("riichi",),
        lambda c: 0 if (c.riichi or {}).get("drawless") is True else 4),
    maps.boolean("riichi.concealed_quad", "no_riichi_ankan", "never", "same_waits",
        lambda value: value == "never"),
    maps.on_or_off("riichi.open", "open_riichi", {"deal_in": "usual"},
        Message("what a player in riichi pays for it")),
    maps.OptionMapping("winning.minimum_han", ("min_han",),
        lambda v, _: {"min_han": {"min": nearest_offered(v, (1, 2, 3, 4)), "han": "Han"}},
        lambda c, _: _number_of(c.min_han, "min", 1)),
    maps.OptionMapping("yaku.riichi", ("riichi",),
        _riichi_fields, lambda c, _: "none" if c.riichi is None else maps.CONCEALED),
    maps.boolean("yaku.ippatsu", "ippatsu", maps.CONCEALED, "none"),
    maps.boolean("yaku.all_simples", "kuitan_nashi", maps.CONCEALED, maps.CONCEALED_AND_OPEN,
        lambda value: isinstance(value, dict) and "open" not in value),
    maps.OptionMapping("yaku.blessing_of_man", ("renhou",),
        lambda v, _: {"renhou": None if v == "none"
            else {"is": "Yakuman" if "yakuman" in v else "Mangan"}}, _man_option),
    *maps.double_yakuman("no_double_yakuman", on=False, off=True),
    maps.boolean("fu.double_wind_pair", "double_wind_4_fu", 4, 2),
    maps.boolean("limits.counted_yakuman", "no_kazoe_yakuman", "none", maps.COUNTED_YAKUMAN,
        lambda value: value == "none"),
    maps.boolean("limits.raised_to_mangan", "kiriage_mangan", maps.RAISED_TO_MANGAN, []),
    maps.OptionMapping("liability.yaku", ("pao", "pao_suukantsu", "pao_rinshan"),
        _pao_fields, _pao_option),
    maps.boolean("draws.waiting_on_own_four", "no_fifth_tile_tenpai", "noten", "tenpai"),
    maps.abortive_draw_fields({"nine_kinds": "kyuushu_kyuuhai", "four_winds": "suufon_renda",
            "four_riichi": "suucha_riichi", "four_quads": "suukaikan"}),
    maps.OptionMapping("draws.nagashi", ("nagashi",),
        lambda v, _: {"nagashi": None if v == "none" else {"is": "Mangan", "counts_as": "draw"}},
        lambda c, ours: "none" if c.nagashi is None else maps.ours_if_parted(ours, maps.NAGASHI),
        maps.WHAT_ELSE_IS_PAID),
    maps.word_set("dealer.stays_on", {"win": "agarirenchan", "tenpai": "tenpairenchan"}),
    maps.OptionMapping("dealer.counter_value", ("honba",),
        lambda v, _: {"honba": {"value": nearest_offered(v // 3, HONBA)} if v else None},
        lambda c, _: 0 if c.honba is None else 3 * _number_of(c.honba, "value", 100)),
    maps.boolean("end.rounds", "tonpuu", 1, 2, lambda value: value == 1),
    maps.extension(("sudden_death",),
        lambda v, _: {"sudden_death": None if v == "none" else {"goal": v["target"]}},
        lambda c: None if c.sudden_death is None else _number_of(c.sudden_death, "goal", 30_000)),
    maps.OptionMapping("end.bust", ("tobi",),
        lambda v, _: {"tobi": None if v == "never" else {"below": int(v == "at_zero")}},
        _bust_option),
    maps.OptionMapping("end.dealer_stops", ("agariyame", "tenpaiyame"),
        _stops_fields, _stops_option),
    maps.boolean("end.bets_left", "first_gets_riichi_sticks", "winner_by_seat", "table",
        lambda value: value != "table"),
    maps.OptionMapping("result.uma", ("uma",), _uma_fields, _uma_option),
    maps.OptionMapping("result.return_points", ("oka", "starting_score"),
        _oka_fields, _return_option),
    maps.follows("result.oka", ("oka",), lambda c: "none" if c.oka is None else "first"),
)  # fmt: skip

RIICHI_ADVANCED = RoomConfig(
    id="riichi-advanced",
    name="riichi_advanced",
    version="of August 2026",
    source="priv/static/rulesets/riichi.majs of EpicOrange/riichi_advanced",
    config=Mods,
    mappings=MAPPINGS,
    always={
        **{path: worth for path, worth in maps.ALWAYS_YAKU.items() if path != "yaku.riichi"},
        **maps.LIMITS,
        "fu.seven_pairs": 25,
        "draws.noten_total": 3000,
    },
    names=RULE_NAMES,
)
