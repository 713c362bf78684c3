"""An adapter to `@kobalab/majiang-core` (npm), which scores wins.

The engine runs in Node; `riichi_validators.engines.majiang` calls it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from riichi.programs.majiang import MAJIANG
from riichi_core.hands.melds import Meld
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Tile
from riichi_validators.engines.adapting import (
    DORA_ROWS,
    AskedWin,
    CannotError,
    Json,
    indicators,
    payments,
    refuse,
    refuse_more,
    refuse_result,
    split_riichi,
    untold_dora,
    yaku_by_rules,
    yaku_json,
)

YAKU = {
    **{"立直": "riichi", "一発": "ippatsu", "海底摸月": "under_the_sea"},
    **{"河底撈魚": "under_the_river", "嶺上開花": "after_a_quad", "槍槓": "robbing_a_quad"},
    **{"天和": "blessing_of_heaven", "地和": "blessing_of_earth"},
    **{"門前清自摸和": "fully_concealed_hand", "平和": "pinfu", "断幺九": "all_simples"},
    **{f"場風 {wind}": "round_wind_triplet" for wind in "東南西北"},
    **{f"自風 {wind}": "seat_wind_triplet" for wind in "東南西北"},
    **{f"翻牌 {dragon}": "dragon_triplet" for dragon in "白發中"},
    **{"一盃口": "pure_double_sequence", "三色同順": "mixed_triple_sequence"},
    **{"一気通貫": "pure_straight", "混全帯幺九": "half_outside_hand", "七対子": "seven_pairs"},
    **{"対々和": "all_triplets", "三暗刻": "three_concealed_triplets", "三槓子": "three_quads"},
    **{"三色同刻": "triple_triplet", "混老頭": "all_terminals_and_honours"},
    **{"小三元": "little_three_dragons", "混一色": "half_flush", "純全帯幺九": "full_outside_hand"},
    **{"二盃口": "twice_pure_double_sequence", "清一色": "full_flush"},
    **{"国士無双": "thirteen_orphans", "国士無双十三面": "thirteen_orphans_thirteen_waits"},
    **{"四暗刻": "four_concealed_triplets", "四暗刻単騎": "four_concealed_triplets_pair_wait"},
    **{"大三元": "big_three_dragons", "大四喜": "big_four_winds", "小四喜": "little_four_winds"},
    **{"字一色": "all_honours", "緑一色": "all_green", "清老頭": "all_terminals"},
    **{"四槓子": "four_quads", "九蓮宝燈": "nine_gates", "純正九蓮宝燈": "nine_gates_nine_waits"},
}
"""Our ids of its yaku, by name; double riichi and dora are separate."""

DORA = {"ドラ": "dora", "赤ドラ": "red_fives", "裏ドラ": "ura_dora"}

UNTOLD = ["fu_items", "limit"]
"""The facts that it does not report: it lists its yaku but only totals fu, and does not name
limits.
"""


# ---- a win ---------------------------------------------------------------------------------------


def answer(win: AskedWin, rules: Json, score: Callable[[Json], Any]) -> Json:
    """Return the value of a win; `score` passes a question to the engine."""
    refuse(win, rules, has=frozenset({"fu.double_wind_pair"}))
    if rules["limits"]["counted_yakuman"] not in ("none", {"han": 13, "base": 8000}):
        raise CannotError("its counted yakuman begins with 13 han")
    both = rules["winning"]["last_tile_after_quad"] == "both"
    if both and {"last_tile", "after_quad"} <= win.facts:
        raise CannotError("a replacement tile never counts as the last tile too")
    refuse_more(win, rules)
    result = score(
        {
            "shoupai": _shoupai(win),
            "rongpai": None if win.drawn else f"{_tile_text(win.won)}=",
            "rule": _majiang_rules(rules),
            "param": _param(win, rules),
        }
    )
    if result is None:
        return {"outcome": {"valid": False, "reason": "not_complete"}}
    if not result.get("hupai"):
        return {"outcome": {"valid": False, "reason": "no_yaku"}}
    return _scored(win, rules, result)


def _majiang_rules(rules: Json) -> Json:
    """Return the engine's nearest rules; liability does not change a win's value."""
    config = MAJIANG.config_of(Rules.model_validate_json(json.dumps(rules)))
    return {**MAJIANG.as_json(config), "役満パオあり": False}


def _param(win: AskedWin, rules: Json) -> Json:
    """Return the circumstances of the win."""
    facts = win.facts
    last = "last_tile" in facts and "after_quad" not in facts
    first = "first_turn" in facts and win.drawn
    dora, ura = (
        [_tile_text(tile).replace("0", "5") for tile in indicators(win, rules, row)]
        for row in ("", "ura_")
    )
    return {
        "zhuangfeng": win.round_wind,
        "menfeng": win.seat,
        "lizhi": ("none", "riichi", "double").index(win.riichi),
        "yifa": "ippatsu" in facts and rules["yaku"]["ippatsu"] != "none",
        "qianggang": "robbing_quad" in facts,
        "lingshang": "after_quad" in facts,
        "haidi": (1 if win.drawn else 2) if last else 0,
        "tianhu": (1 if win.seat == 0 else 2) if first else 0,
        "baopai": dora,
        "fubaopai": ura,
        "changbang": win.counters,
    }


# ---- the tiles -----------------------------------------------------------------------------------


def _tile_text(tile: Tile) -> str:
    suit, number = "mpsz"[tile.kind // 9], tile.kind % 9 + 1
    return f"{suit}{0 if tile.red else number}"


def _shoupai(win: AskedWin) -> str:
    """Return a hand in the engine's notation: the drawn tile last, then the sets."""
    drawn = (win.won,) if win.drawn else ()
    hand = "".join(map(_tile_text, (*win.concealed, *drawn)))
    return ",".join([hand, *map(_set, win.melds)])


def _set(meld: Meld) -> str:
    """Return a set in the engine's notation; the discarder does not matter for scoring."""
    tiles = sorted(meld.tiles)
    suit = _tile_text(tiles[0])[0]
    first, *others = [_tile_text(tile)[1] for tile in tiles]
    match meld.kind:
        case "sequence":
            return f"{suit}{first}-{''.join(others)}"
        case "concealed_quad":
            return f"{suit}{first}{''.join(others)}"
        case "extended_quad":
            return f"{suit}{''.join(others)}={first}"
    return f"{suit}{first}{''.join(others)}="


# ---- the result ----------------------------------------------------------------------------------


def _scored(win: AskedWin, rules: Json, result: Json) -> Json:
    """Return a win with its value."""
    dora = dict.fromkeys((*DORA_ROWS, "red_fives"), 0)
    yaku_found: list[tuple[str, int]] = []
    for entry in result["hupai"]:
        name, fanshu = entry["name"], entry["fanshu"]
        han = 13 * len(fanshu) if isinstance(fanshu, str) else fanshu
        if name in DORA:
            dora[DORA[name]] = han
        elif name == "ダブル立直":
            yaku_found += split_riichi(rules, han)
        else:
            yaku_found.append((YAKU[name], han))
    yaku = yaku_by_rules(rules, yaku_found, is_open=win.open)
    yakuman = result.get("damanguan", 0)
    refuse_result(rules, [name for name, _ in yaku], 0)
    adds_up = "add_up" if _majiang_rules(rules)["役満の複合あり"] else "best_one"
    if yakuman and adds_up != rules["limits"]["several_yakuman"]:
        raise CannotError("it adds up several yakuman")
    if win.drawn and "pinfu" in dict(yaku) and rules["fu"]["pinfu_self_draw"] != "combined":
        raise CannotError("a self-drawn pinfu always counts as one")
    paid = [-points for points in result["fenpei"]]
    others = [paid[seat] for seat in range(1, 4) if seat != win.seat]
    outcome = {
        "valid": True,
        "yaku": yaku_json(yaku, yakuman),
        "dora": dora,
        "han": None if yakuman else result["fanshu"],
        "fu": None if yakuman else result["fu"],
        "yakuman": yakuman,
        **payments(won_by_draw=win.drawn, dealer=win.seat == 0, each=others[0], east=paid[0],
                   discarder=max(paid)),
    }  # fmt: skip
    return {"outcome": outcome, "untold": [*UNTOLD, *untold_dora(win)]}
