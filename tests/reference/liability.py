"""Liability for a yakuman that another player completed, worked out from the sets of the hand."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.yaku import YakumanWorth
from riichi_core.rules.rules import Rules

from .reading import Tile, kind, written_tiles
from .record import SEATS
from .worth import Worth

LIABLE_FOR = (
    "after_a_quad", "four_quads", "all_green", "all_terminals", "all_honours", "big_three_dragons",
    "big_four_winds",
)  # fmt: skip
"""The yaku that can make liable, in the order in which yaku are listed."""

SETS_OF: Mapping[str, tuple[Tile, ...]] = {
    "big_three_dragons": ("5z", "6z", "7z"),
    "big_four_winds": ("1z", "2z", "3z", "4z"),
}

TILES_OF: Mapping[str, tuple[Tile, ...]] = {
    "all_honours": tuple(f"{number}z" for number in range(1, 8)),
    "all_terminals": tuple(number + suit for number in "19" for suit in "mps"),
    "all_green": ("2s", "3s", "4s", "6s", "8s", "6z"),
}

FROM = {">": 1, "^": 2, "<": 3}
"""How many seats after the owner whoever discarded for a claimed set sits."""


@dataclass(frozen=True)
class Meld:
    """A bracketed set, and the seat that discarded its tile if a mark shows it."""

    tile: Tile
    tiles: tuple[Tile, ...]
    same: bool
    quad: bool
    claimed: bool
    extended: bool
    feeder: str | None


def liable(
    win: Mapping[str, Any], worth: Worth, stated: Mapping[str, str], rules: Rules
) -> dict[str, Fraction]:
    """Return the liable seat for each part of a hand, the first listed yaku first.

    Only one player can be liable for the whole hand. Each of several players is liable for as many
    of the paid yakuman as they fed, while any are left.
    """
    found = []
    for yaku in LIABLE_FOR:
        if yaku in worth.yaku and yaku in rules.liability.yaku:
            feeder = (
                stated[yaku]
                if worth.by_value
                else feeder_of(win, yaku, stated.get(yaku), rules.liability)
            )
            if feeder is not None:
                found.append((feeder, _yakuman(yaku, worth, rules)))
    for feeder, yakuman in found:
        if yakuman is None or yakuman >= worth.yakuman:
            return {feeder: Fraction(1)}
    fed, paid = dict.fromkeys((feeder for feeder, _ in found), Fraction(0)), 0
    for feeder, yakuman in found:
        for _ in range(yakuman or 0):
            fed[feeder] += Fraction(paid < worth.yakuman, worth.yakuman)
            paid += 1
    return {feeder: part for feeder, part in fed.items() if part}


def _yakuman(yaku: str, worth: Worth, rules: Rules) -> int | None:
    """Return how many paid yakuman a fed yaku counts for; None for all of them."""
    price = getattr(rules.yaku, yaku)
    if rules.liability.covers == "whole_hand" or not isinstance(price, YakumanWorth):
        return None
    only_best = rules.limits.several_yakuman == "best_one"
    return 0 if only_best and price.yakuman < worth.yakuman else price.yakuman


def feeder_of(
    win: Mapping[str, Any], yaku: str, stated: str | None, rules: Liability
) -> str | None:
    """Return who fed the set that decided a yaku, or None if nobody is liable for it."""
    melds = [_meld(text, win["seat"]) for text in re.findall(r"\(.*?\)|\[.*?\]", win["hand"])]
    quads = [one for one in melds if one.quad]
    if yaku == "after_a_quad":
        earlier, last = [], quads[-1] if quads else None
    elif yaku == "four_quads":
        earlier, last = quads[:-1], quads[-1] if len(quads) == 4 else None
    elif yaku in TILES_OF:
        sets = [one for one in melds if {*one.tiles} <= {*TILES_OF[yaku]}]
        earlier, last = sets[:-1], sets[-1] if len(sets) == 4 else None
    else:
        wanted = SETS_OF[yaku]
        sets = [one for one in melds if one.same and one.tile in wanted]
        earlier, last = sets[:-1], sets[-1] if len(sets) == len(wanted) else None
    if last is None or not last.claimed:
        return None
    if last.extended and yaku in ("four_quads", "after_a_quad"):
        return None  # nobody feeds the fourth tile
    if rules.earlier_sets == "melded" and not all(one.claimed for one in earlier):
        return None
    return stated or last.feeder


def _meld(text: str, owner: str) -> Meld:
    tiles = [kind(tile) for tile in written_tiles(text)]
    steps = next((FROM[mark] for mark in text if mark in FROM), None)
    feeder = None if steps is None else SEATS[(SEATS.index(owner) + steps) % 4]
    return Meld(
        tile=tiles[0],
        tiles=tuple(tiles),
        same=len(set(tiles)) == 1,
        quad=len(tiles) == 4,
        claimed=text.startswith("("),
        extended="+" in text,
        feeder=feeder,
    )
