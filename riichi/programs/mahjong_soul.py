"""Mahjong Soul: the GameDetailRule of a friendly or tournament room, as JSON of the protobuf."""

from __future__ import annotations

from typing import Any

from riichi.programs import program_config as maps
from riichi_core.messages import Message
from riichi_core.records.fields import Record
from riichi_core.rules.rules import Rules


class GameDetailRule(Record):
    """The rules of a room; each is 0 or false by default."""

    time_fixed: int = 0
    time_add: int = 0
    dora_count: int = 0
    shiduan: int = 0
    init_point: int = 0
    fandian: int = 0
    can_jifei: bool = False
    tianbian_value: int = 0
    liqibang_value: int = 0
    changbang_value: int = 0
    noting_fafu_1: int = 0
    noting_fafu_2: int = 0
    noting_fafu_3: int = 0
    have_liujumanguan: bool = False
    have_qieshangmanguan: bool = False
    have_biao_dora: bool = False
    have_gang_biao_dora: bool = False
    ming_dora_immediately_open: bool = False
    have_li_dora: bool = False
    have_gang_li_dora: bool = False
    have_sifenglianda: bool = False
    have_sigangsanle: bool = False
    have_sijializhi: bool = False
    have_jiuzhongjiupai: bool = False
    have_sanjiahele: bool = False
    have_toutiao: bool = False
    have_helelianzhuang: bool = False
    have_helezhongju: bool = False
    have_tingpailianzhuang: bool = False
    have_tingpaizhongju: bool = False
    have_yifa: bool = False
    have_nanruxiru: bool = False
    jingsuanyuandian: int = 0
    shunweima_2: int = 0
    shunweima_3: int = 0
    shunweima_4: int = 0
    bianjietishi: bool = False
    ai_level: int = 0
    have_zimosun: bool = False
    disable_multi_yukaman: bool = False
    fanfu: int = 0
    guyi_mode: int = 0
    dora3_mode: int = 0
    begin_open_mode: int = 0
    jiuchao_mode: int = 0
    muyu_mode: int = 0
    open_hand: int = 0
    xuezhandaodi: int = 0
    huansanzhang: int = 0
    chuanma: int = 0
    reveal_discard: int = 0
    field_spell_mode: int = 0
    zhanxing: int = 0
    tianming_mode: int = 0
    disable_leijiyiman: bool = False
    disable_double_yakuman: int = 0
    disable_composite_yakuman: int = 0
    enable_shiti: int = 0
    enable_nontsumo_liqi: int = 0
    disable_double_wind_four_fu: int = 0
    disable_angang_guoshi: int = 0
    enable_renhe: int = 0
    enable_baopai_extend_settings: int = 0
    yongchang_mode: int = 0
    hunzhiyiji_mode: int = 0
    wanxiangxiuluo_mode: int = 0
    beishuizhizhan_mode: int = 0


FOUR_REDS = {"m": 1, "p": 2, "s": 1}


def yes_or_no_number(path: str, field: str, yes: Any, no: Any) -> maps.OptionMapping[Any]:
    """Return the mapping of a numeric yes/no field: any number but zero means yes."""
    return maps.OptionMapping(
        path,
        (field,),
        lambda v, _: {field: int(v != no)},
        lambda c, _: yes if getattr(c, field) else no,
    )


def _reds_option(config: GameDetailRule, _ours: Any) -> Any:
    return {0: maps.NO_REDS, 4: FOUR_REDS}.get(config.dora_count, maps.ONE_RED_EACH)


def _reds_fields(value: Any, _rules: Rules) -> maps.Json:
    return {"dora_count": 0 if value == maps.NO_REDS else 4 if value == FOUR_REDS else 3}


def _indicators_fields(value: Any, _rules: Rules) -> maps.Json:
    on = value != "none"
    return {
        "have_biao_dora": True,
        "have_gang_biao_dora": on,
        "have_gang_li_dora": on and value["ura"] == "counted",
        "ming_dora_immediately_open": on and value["claimed"] == "before_replacement",
    }


def _indicators_option(config: GameDetailRule, _ours: Any) -> Any:
    if not config.have_gang_biao_dora:
        return "none"
    when = "before_replacement" if config.ming_dora_immediately_open else "at_discard"
    ura = "counted" if config.have_gang_li_dora else "not_counted"
    return {"claimed": when, "extended": when, "concealed": "before_replacement", "ura": ura}


def _winners_option(config: GameDetailRule, _ours: Any) -> Any:
    if config.have_toutiao:
        return "head_bump"
    return maps.TWO_WINNERS if config.have_sanjiahele else maps.ALL_WINNERS


def _noten_fields(value: Any, _rules: Rules) -> maps.Json:
    """Return the payment of each noten player with one, two or three players tenpai."""
    one, two, three = (value if isinstance(value, int) else value[key] for key in NOTEN)
    return {"noting_fafu_1": three // 3, "noting_fafu_2": two // 2, "noting_fafu_3": one}


NOTEN = ("one", "two", "three")


def _noten_option(config: GameDetailRule, _ours: Any) -> Any:
    totals = (config.noting_fafu_3, 2 * config.noting_fafu_2, 3 * config.noting_fafu_1)
    return totals[0] if len({*totals}) == 1 else dict(zip(NOTEN, totals, strict=True))


def _extension_fields(value: Any, _rules: Rules) -> maps.Json:
    if value == "none":
        return {"have_nanruxiru": False, "fandian": 30_000}
    return {"have_nanruxiru": True, "fandian": value["target"]}


def _stops_fields(value: Any, _rules: Rules) -> maps.Json:
    after = value["after"] if isinstance(value, dict) else []
    return {"have_helezhongju": "win" in after, "have_tingpaizhongju": "tenpai" in after}


def _stops_option(config: GameDetailRule, _ours: Any) -> Any:
    on = {"win": config.have_helezhongju, "tenpai": config.have_tingpaizhongju}
    after = [word for word, stops in on.items() if stops]
    return maps.DEALER_STOPS | {"after": after} if after else "never"


def _uma_fields(value: Any, _rules: Rules) -> maps.Json:
    _, *others = maps.uma_of_places(value)
    return {f"shunweima_{n}": round(points / 1000) for n, points in enumerate(others, 2)}


def _uma_option(config: GameDetailRule, _ours: Any) -> Any:
    return maps.first_takes_the_rest([1000 * getattr(config, f"shunweima_{n}") for n in (2, 3, 4)])


MAPPINGS: tuple[maps.OptionMapping[GameDetailRule], ...] = (
    maps.OptionMapping("tiles.red_fives", ("dora_count",), _reds_fields, _reds_option),
    maps.number("setup.starting_points", "init_point"),
    maps.boolean("dora.ura", "have_li_dora", "riichi_winners", "none"),
    maps.OptionMapping("dora.kan_dora",
        ("have_gang_biao_dora", "have_gang_li_dora", "ming_dora_immediately_open"),
        _indicators_fields, _indicators_option),
    maps.OptionMapping("claims.winners", ("have_toutiao", "have_sanjiahele"),
        lambda v, _: {"have_toutiao": v == "head_bump",
            "have_sanjiahele": maps.variant(v) == "at_most_two"}, _winners_option),
    yes_or_no_number("claims.forbidden_swaps", "enable_shiti", [], maps.SWAPS),
    yes_or_no_number("quads.concealed_robbed_by", "disable_angang_guoshi",
        "nobody", "thirteen_orphans"),
    maps.number("riichi.bet", "liqibang_value"),
    maps.OptionMapping("riichi.tiles_left", ("enable_nontsumo_liqi",),
        lambda v, _: {"enable_nontsumo_liqi": int(v == 0)},
        lambda c, _: 0 if c.enable_nontsumo_liqi else 4),
    maps.OptionMapping("winning.minimum_han", ("fanfu",),
        lambda v, _: {"fanfu": max(han for han in (1, 2, 4) if han <= v)},
        lambda c, _: c.fanfu or 1),
    yes_or_no_number("yaku.all_simples", "shiduan", maps.CONCEALED_AND_OPEN, maps.CONCEALED),
    maps.boolean("yaku.ippatsu", "have_yifa", maps.CONCEALED, "none"),
    maps.OptionMapping("yaku.blessing_of_man", ("enable_renhe",),
        lambda v, _: {"enable_renhe": int(v != "none")},
        lambda c, ours: maps.ours_if_parted(ours, {"limit": "mangan", "cumulative": False})
        if c.enable_renhe else "none", Message("the value")),
    *maps.double_yakuman("disable_double_yakuman", on=0, off=1),
    yes_or_no_number("fu.double_wind_pair", "disable_double_wind_four_fu", 2, 4),
    maps.boolean("limits.counted_yakuman", "disable_leijiyiman", "none", maps.COUNTED_YAKUMAN,
        lambda value: value == "none"),
    maps.OptionMapping("limits.several_yakuman", ("disable_composite_yakuman",),
        lambda v, _: {"disable_composite_yakuman": int(v == "best_one")},
        lambda c, _: "best_one" if c.disable_composite_yakuman else "add_up"),
    maps.boolean("limits.raised_to_mangan", "have_qieshangmanguan", maps.RAISED_TO_MANGAN, []),
    maps.OptionMapping("draws.noten_total", ("noting_fafu_1", "noting_fafu_2", "noting_fafu_3"),
        _noten_fields,
        _noten_option),
    maps.abortive_draw_fields({"nine_kinds": "have_jiuzhongjiupai",
            "four_winds": "have_sifenglianda", "four_riichi": "have_sijializhi",
            "four_quads": "have_sigangsanle"}),
    maps.on_or_off("draws.nagashi", "have_liujumanguan", maps.NAGASHI, maps.WHAT_ELSE_IS_PAID),
    maps.word_set("dealer.stays_on", {"win": "have_helelianzhuang",
            "tenpai": "have_tingpailianzhuang"}),
    maps.number("dealer.counter_value", "changbang_value"),
    maps.extension(("have_nanruxiru", "fandian"),
        _extension_fields,
        lambda c: c.fandian if c.have_nanruxiru else None),
    maps.boolean("end.bust", "can_jifei", "below_zero", "never"),
    maps.OptionMapping("end.dealer_stops", ("have_helezhongju", "have_tingpaizhongju"),
        _stops_fields, _stops_option),
    maps.OptionMapping("result.uma", ("shunweima_2", "shunweima_3", "shunweima_4"),
        _uma_fields, _uma_option, needs_all=True),
    maps.OptionMapping("result.return_points", ("jingsuanyuandian",),
        lambda _, rules: {"jingsuanyuandian": rules.setup.starting_points + rules.oka_points // 4},
        lambda c, _: c.jingsuanyuandian),
    maps.follows("result.oka", ("jingsuanyuandian", "init_point"),
        lambda c: "first" if c.jingsuanyuandian > c.init_point else "none"),
)  # fmt: skip

MAHJONG_SOUL = maps.ProgramConfig(
    id="mahjong-soul",
    name="Mahjong Soul",
    version="0.11.100",
    source="ms/protocol.proto of ms-api (PyPI); what a field means, in tools that show it",
    config=GameDetailRule,
    mappings=MAPPINGS,
    always={
        **maps.ALWAYS_YAKU,
        **maps.LIMITS,
        "claims.meld_window": "all_asked",
        "claims.win_window": "all_asked",
        "fu.seven_pairs": 25,
        "liability.yaku": maps.DRAGONS_AND_WINDS,
        "result.ties": "earlier_seat",
    },
)
