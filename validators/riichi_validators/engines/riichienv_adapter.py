"""An adapter to `riichienv` (PyPI), which scores wins under its one set of rules.

It calls the compiled class, because the Python class in front of it miscounts hands with two quads.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from riichienv import MeldType, Wind, _riichienv

from riichi_core.tiles import Tile
from riichi_validators.engines.adapting import (
    AskedWin,
    CannotError,
    Json,
    indicators,
    payments,
    refuse,
    refuse_more,
    refuse_result,
    serve,
    yaku_and_dora,
)

MELDS = {"sequence": MeldType.Chi, "triplet": MeldType.Pon, "quad": MeldType.Daiminkan,
         "concealed_quad": MeldType.Ankan, "extended_quad": MeldType.Kakan}  # fmt: skip
SEATS = (Wind.East, Wind.South, Wind.West, Wind.North)
DORA = (31, 32, 33)
DOUBLE_RIICHI, RIICHI = 18, 2
COUNTED = {"han": 13, "base": 8000}

YAKU: dict[int, tuple[str, int, int]] = {
    1: ("fully_concealed_hand", 1, 0),
    2: ("riichi", 1, 0),
    3: ("robbing_a_quad", 1, 1),
    4: ("after_a_quad", 1, 1),
    5: ("under_the_sea", 1, 1),
    6: ("under_the_river", 1, 1),
    **dict.fromkeys((7, 8, 9), ("dragon_triplet", 1, 1)),
    10: ("seat_wind_triplet", 1, 1),
    11: ("round_wind_triplet", 1, 1),
    12: ("all_simples", 1, 1),
    13: ("pure_double_sequence", 1, 0),
    14: ("pinfu", 1, 0),
    15: ("half_outside_hand", 2, 1),
    16: ("pure_straight", 2, 1),
    17: ("mixed_triple_sequence", 2, 1),
    DOUBLE_RIICHI: ("double_riichi", 2, 0),
    19: ("triple_triplet", 2, 2),
    20: ("three_quads", 2, 2),
    21: ("all_triplets", 2, 2),
    22: ("three_concealed_triplets", 2, 2),
    23: ("little_three_dragons", 2, 2),
    24: ("all_terminals_and_honours", 2, 2),
    25: ("seven_pairs", 2, 0),
    26: ("full_outside_hand", 3, 2),
    27: ("half_flush", 3, 2),
    28: ("twice_pure_double_sequence", 3, 0),
    29: ("full_flush", 6, 5),
    30: ("ippatsu", 1, 0),
    35: ("blessing_of_heaven", 13, 0),
    36: ("blessing_of_earth", 13, 0),
    37: ("big_three_dragons", 13, 13),
    38: ("four_concealed_triplets", 13, 0),
    39: ("all_honours", 13, 13),
    40: ("all_green", 13, 13),
    41: ("all_terminals", 13, 13),
    42: ("thirteen_orphans", 13, 0),
    43: ("little_four_winds", 13, 13),
    44: ("four_quads", 13, 13),
    45: ("nine_gates", 13, 0),
    47: ("nine_gates_nine_waits", 26, 0),
    48: ("four_concealed_triplets_pair_wait", 26, 0),
    49: ("thirteen_orphans_thirteen_waits", 26, 0),
    50: ("big_four_winds", 26, 26),
}
"""Its yaku by number: our id, the han in a concealed hand and the han in an open one."""

UNTOLD = ["yaku.han", "yaku.count", "dora", "fu_items", "limit"]
"""The facts that it does not report: it lists its yaku but only totals everything else."""


def answer(win: AskedWin, rules: Json) -> Json:
    """Return the value of a win."""
    refuse(win, rules)
    refuse_more(win, rules)
    hand, *arguments = call_of(win, rules)
    result = hand.calc(*arguments)
    if result.is_win:
        return scored(win, rules, result)
    reason = "no_yaku" if result.has_win_shape else "not_complete"
    return {"outcome": {"valid": False, "reason": reason}}


def call_of(win: AskedWin, rules: Json) -> tuple[Any, int, list[int], list[int], Any]:
    """Return a hand in the engine's format, and the other arguments of its `calc`."""
    melds = [
        _riichienv.Meld(MELDS[meld.kind], [number(tile) for tile in meld.tiles],
                        meld.kind != "concealed_quad")
        for meld in win.melds
    ]  # fmt: skip
    tiles = [number(tile) for tile in (*win.concealed, win.won)]
    dora, ura = ([number(tile) for tile in indicators(win, rules, row)] for row in ("", "ura_"))
    hand = _riichienv.HandEvaluator(sorted(tiles), melds)
    return hand, tiles[-1], dora, ura, conditions(win, rules)


def number(tile: Tile) -> int:
    """Return the engine's number of a tile: the first of a five's numbers is red."""
    return 4 * tile.kind + (0 if tile.red else 1)


def conditions(win: AskedWin, rules: Json) -> Any:
    """Return the circumstances of the win."""
    facts = win.facts
    after_quad, last_tile = "after_quad" in facts, "last_tile" in facts
    both = rules["winning"]["last_tile_after_quad"] == "both"
    return _riichienv.Conditions(
        tsumo=win.drawn,
        riichi=win.riichi != "none",
        double_riichi=win.riichi == "double",
        ippatsu="ippatsu" in facts,
        haitei=last_tile and win.drawn and (both or not after_quad),
        houtei=last_tile and not win.drawn,
        rinshan=after_quad,
        chankan="robbing_quad" in facts,
        tsumo_first_turn="first_turn" in facts and win.drawn,
        player_wind=SEATS[win.seat],
        round_wind=SEATS[win.round_wind],
        honba=win.counters,
    )


def scored(win: AskedWin, rules: Json, result: Any) -> Json:
    """Return a win with its value."""
    yaku, _ = yaku_and_dora(rules, yaku_named(win, list(result.yaku)), is_open=win.open)
    names = list(dict.fromkeys(name for name, _ in yaku))
    yakuman = result.han // 13 if result.yakuman else 0
    refuse_result(rules, names, yakuman)
    limits = rules["limits"]
    if not yakuman and result.han >= 12 and limits["counted_yakuman"] != COUNTED:
        raise CannotError("its counted yakuman begins with 13 han")
    if limits["raised_to_mangan"] and (result.han, result.fu) in ((4, 30), (3, 60)):
        raise CannotError("it does not raise 4 han 30 fu and 3 han 60 fu")
    if win.drawn and "pinfu" in names and rules["fu"]["pinfu_self_draw"] != "combined":
        raise CannotError("a self-drawn pinfu always counts as one")
    paid = payments(won_by_draw=win.drawn, dealer=win.seat == 0, each=result.tsumo_agari_ko,
                    east=result.tsumo_agari_oya, discarder=result.ron_agari)  # fmt: skip
    outcome = {
        "valid": True,
        "yaku": [{"id": name} for name in names],
        "han": None if yakuman else result.han,
        "fu": None if yakuman else result.fu,
        "yakuman": yakuman,
        **paid,
    }
    return {"outcome": outcome, "untold": UNTOLD}


def yaku_named(win: AskedWin, numbers: list[int]) -> Iterator[tuple[str, int]]:
    """Yield the engine's yaku with their han, without riichi next to double riichi."""
    for yaku_number in numbers:
        if yaku_number not in DORA and not (yaku_number == RIICHI and DOUBLE_RIICHI in numbers):
            name, concealed_han, open_han = YAKU[yaku_number]
            yield name, open_han if win.open and open_han else concealed_han


if __name__ == "__main__":
    serve(answer)
