"""An adapter to `mahjong` (PyPI), which scores wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from mahjong.hand_calculating.fu import FuCalculator
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld

from riichi_core.tiles import Tile
from riichi_validators.engines.adapting import (
    EAST,
    AskedWin,
    CannotError,
    Json,
    indicators,
    payments,
    refuse,
    refuse_result,
    serve,
    untold_dora,
    yaku_and_dora,
    yaku_json,
)

DAISHARIN = {"id": "daisharin", "worth": {"yakuman": 1}}
DOUBLED = ("big_four_winds", "thirteen_orphans_thirteen_waits", "nine_gates_nine_waits",
           "four_concealed_triplets_pair_wait")  # fmt: skip

MELDS = {"sequence": Meld.CHI, "triplet": Meld.PON, "quad": Meld.KAN, "concealed_quad": Meld.KAN,
         "extended_quad": Meld.SHOUMINKAN}  # fmt: skip

YAKU = {
    **{"tsumo": "fully_concealed_hand", "riichi": "riichi", "ippatsu": "ippatsu"},
    **{"chankan": "robbing_a_quad", "rinshan": "after_a_quad", "haitei": "under_the_sea"},
    **{"houtei": "under_the_river", "renhou": "blessing_of_man", "pinfu": "pinfu"},
    **{
        "tanyao": "all_simples",
        "iipeiko": "pure_double_sequence",
        "sanshoku": "mixed_triple_sequence",
    },
    **dict.fromkeys(("haku", "hatsu", "chun"), "dragon_triplet"),
    **{f"seat_wind_{wind}": "seat_wind_triplet" for wind in ("east", "south", "west", "north")},
    **{f"round_wind_{wind}": "round_wind_triplet" for wind in ("east", "south", "west", "north")},
    **{"ittsu": "pure_straight", "chantai": "half_outside_hand", "toitoi": "all_triplets"},
    **{"honroto": "all_terminals_and_honours", "sanankou": "three_concealed_triplets"},
    **{"sankantsu": "three_quads", "sanshoku_douko": "triple_triplet", "chiitoitsu": "seven_pairs"},
    **{"shosangen": "little_three_dragons", "honitsu": "half_flush"},
    **{"junchan": "full_outside_hand", "ryanpeiko": "twice_pure_double_sequence"},
    **{"chinitsu": "full_flush", "kokushi": "thirteen_orphans", "chuuren_poutou": "nine_gates"},
    **{"suuankou": "four_concealed_triplets", "daisangen": "big_three_dragons"},
    **{"shosuushi": "little_four_winds", "ryuisou": "all_green", "suukantsu": "four_quads"},
    **{"tsuisou": "all_honours", "chinroto": "all_terminals", "daisuushi": "big_four_winds"},
    **{"daisharin": "daisharin", "daburu_kokushi": "thirteen_orphans_thirteen_waits"},
    **{"suuankou_tanki": "four_concealed_triplets_pair_wait"},
    **{"daburu_chuuren_poutou": "nine_gates_nine_waits", "tenhou": "blessing_of_heaven"},
    **{"chiihou": "blessing_of_earth", "renhou_yakuman": "blessing_of_man"},
    **{"daburu_riichi": "double_riichi"},
    **{"dora": "dora", "ura_dora": "ura_dora", "aka_dora": "red_fives"},
}
"""Our ids of its yaku and dora, by field name."""

FU = {
    FuCalculator.PENCHAN: "edge_wait",
    FuCalculator.KANCHAN: "closed_wait",
    FuCalculator.PAIR_WAIT: "pair_wait",
    FuCalculator.TSUMO: "self_draw",
    FuCalculator.HAND_WITHOUT_FU: "open_pinfu",
}
"""Our ids of its reasons for fu; base, pairs and sets are separate."""


def answer(win: AskedWin, rules: Json) -> Json:
    """Return the value of a win."""
    local_yaku = [yaku["id"] for yaku in rules["yaku"]["local"] if yaku == DAISHARIN]
    refuse(win, rules, local=local_yaku)
    call = call_of(win, rules)
    result = scored_by(call)
    if result.error == HandCalculator.ERR_NO_YAKU:
        return {"outcome": {"valid": False, "reason": "no_yaku"}}
    if result.error == HandCalculator.ERR_HAND_NOT_WINNING:
        return {"outcome": {"valid": False, "reason": "not_complete"}}
    if result.error:
        return {"outcome": {"error": {"code": "contradiction", "message": result.error}}}
    return scored(win, rules, result, call.config)


class Call(NamedTuple):
    """The arguments of a call that scores a win."""

    tiles: list[int]
    win_tile: int
    melds: list[Meld]
    dora_indicators: list[int]
    config: HandConfig
    ura_dora_indicators: list[int]


def call_of(win: AskedWin, rules: Json) -> Call:
    """Return the arguments that score a win."""
    turned, ura = ([4 * tile.kind for tile in indicators(win, rules, row)] for row in ("", "ura_"))
    return Call(*hand_of(win), turned, config_of(win, rules), ura)


def scored_by(call: Call) -> Any:
    """Return the result of a call."""
    *arguments, ura = call
    return HandCalculator.estimate_hand_value(*arguments, ura_dora_indicators=ura)


# ---- the rules -----------------------------------------------------------------------------------


def options_of(win: AskedWin, rules: Json) -> OptionalRules:
    """Return the engine's options for our rules."""
    fu, limits, yaku = rules["fu"], rules["limits"], rules["yaku"]
    counted = limits["counted_yakuman"]
    if counted not in ("none", {"han": 13, "base": 8000}):
        raise CannotError("its counted yakuman begins with 13 han")
    if win.open and fu["open_pinfu"] not in (0, 2):
        raise CannotError("an open hand without minipoints gets 2 fu or none")
    none = counted == "none"
    return OptionalRules(
        has_open_tanyao="open" in yaku["all_simples"],
        has_aka_dora=any(rules["tiles"]["red_fives"].values()),
        has_double_yakuman=any(yaku[name] == {"yakuman": 2} for name in DOUBLED),
        kazoe_limit=HandConfig.KAZOE_SANBAIMAN if none else HandConfig.KAZOE_LIMITED,
        kiriage=bool(limits["raised_to_mangan"]),
        fu_for_open_pinfu=fu["open_pinfu"] == 2,
        fu_for_pinfu_tsumo=fu["pinfu_self_draw"] == "separate",
        renhou_as_yakuman=yaku["blessing_of_man"] == {"yakuman": 1},
        has_daisharin=DAISHARIN in yaku["local"],
        limit_to_sextuple_yakuman=False,
    )


def config_of(win: AskedWin, rules: Json) -> HandConfig:
    """Return the circumstances of the win."""
    facts, east = win.facts, win.seat == 0
    last, after = "last_tile" in facts, "after_quad" in facts
    if last and after and rules["winning"]["last_tile_after_quad"] == "both":
        raise CannotError("a replacement tile never counts as the last tile too")
    first = "first_turn" in facts
    return HandConfig(
        is_tsumo=win.drawn,
        is_riichi=win.riichi == "riichi",
        is_daburu_riichi=win.riichi == "double",
        is_ippatsu="ippatsu" in facts,
        is_rinshan=after,
        is_chankan="robbing_quad" in facts,
        is_haitei=last and win.drawn and not after,
        is_houtei=last and not win.drawn,
        is_tenhou=first and win.drawn and east,
        is_chiihou=first and win.drawn and not east,
        is_renhou=first and not win.drawn and rules["yaku"]["blessing_of_man"] != "none",
        player_wind=EAST + win.seat,
        round_wind=EAST + win.round_wind,
        tsumi_number=win.counters,
        options=options_of(win, rules),
    )


# ---- the tiles -----------------------------------------------------------------------------------


def hand_of(win: AskedWin) -> tuple[list[int], int, list[Meld]]:
    """Return the engine's numbers of all tiles, the winning tile, and the melds.

    The first number of each five is red.
    """
    free: dict[Tile, Iterator[int]] = {}

    def number(tile: Tile) -> int:
        red_first = tile.kind in (4, 13, 22)
        numbers_of_kind = range(4) if not red_first else (0,) if tile.red else (1, 2, 3, 0)
        return 4 * tile.kind + next(free.setdefault(tile, iter(numbers_of_kind)))

    melds = [
        Meld(MELDS[meld.kind], [number(tile) for tile in meld.tiles], meld.kind != "concealed_quad")
        for meld in win.melds
    ]
    tiles = [number(tile) for tile in (*win.concealed, win.won)]
    return tiles + [tile for meld in melds for tile in meld.tiles], tiles[-1], melds


# ---- the result ----------------------------------------------------------------------------------


def scored(win: AskedWin, rules: Json, result: Any, config: HandConfig) -> Json:
    """Return a win with its value."""
    fields = {id(yaku): name for name, yaku in vars(config.yaku).items()}
    found: list[tuple[str, int]] = []
    yakuman = 0
    for yaku in result.yaku:
        han = yaku.han_open if win.open and yaku.han_open else yaku.han_closed
        yakuman += han // 13 if yaku.is_yakuman else 0
        found.append((YAKU[fields[id(yaku)]], han))
    yaku_counted, dora = yaku_and_dora(rules, found, is_open=win.open)
    refuse_result(rules, [name for name, _ in yaku_counted], yakuman)
    cost = result.cost
    items = [
        item for detail in result.fu_details or () for item in fu_of(detail["reason"], detail["fu"])
    ]
    outcome = {
        "valid": True,
        "yaku": yaku_json(yaku_counted, yakuman),
        "dora": dora,
        "han": None if yakuman else result.han,
        "fu": None if yakuman else result.fu,
        "fu_items": None if yakuman else items,
        "limit": limit_of(cost["yaku_level"], yakuman),
        "yakuman": yakuman,
        **payments(
            won_by_draw=win.drawn, dealer=win.seat == 0,
            each=cost["additional"] + cost["additional_bonus"],
            east=cost["main"] + cost["main_bonus"], discarder=cost["main"] + cost["main_bonus"],
        ),
    }  # fmt: skip
    pairs = {FuCalculator.VALUED_PAIR, FuCalculator.DOUBLE_VALUED_PAIR}
    pair = any(detail["reason"] in pairs for detail in result.fu_details or ())
    fu = "fu_items" if pair else "fu_items.tile"  # it names neither tiles nor kinds of pairs
    return {"outcome": outcome, "untold": [fu, *untold_dora(win)]}


def fu_of(reason: str, fu: int) -> list[Json]:
    """Return one of its reasons for fu in our format, without the tile."""
    if reason == FuCalculator.BASE and fu == 25:
        return [{"id": "seven_pairs", "fu": 25}]
    if reason == FuCalculator.BASE:
        concealed = [{"id": "concealed_discard", "fu": fu - 20}] if fu > 20 else []
        return [{"id": "winning", "fu": 20}, *concealed]
    if reason.endswith(("pon", "kan")):
        name = "quad" if reason.endswith("kan") else "triplet"
        return [{"id": name, "fu": fu, "concealed": reason.startswith("closed")}]
    return [{"id": FU.get(reason, reason), "fu": fu}]


def limit_of(level: str, yakuman: int) -> str | None:
    """Return our id of a limit, from the engine's name for it."""
    if yakuman:
        return "yakuman"
    word = level.removeprefix("kiriage ")
    return "counted_yakuman" if "yakuman" in word else word or None


if __name__ == "__main__":
    serve(answer)
