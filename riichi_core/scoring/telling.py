"""A win in words: what happened, and how its hand was seen."""

from __future__ import annotations

from riichi_core.hands.facts import SelfDraw
from riichi_core.hands.readings import Reading, SeenSet
from riichi_core.hands.win import Win
from riichi_core.rules.vocabulary import Occasion
from riichi_core.tiles import Tile, write_tiles

_HONOURS = ("East", "South", "West", "North", "White", "Green", "Red")

_OCCASIONS: dict[Occasion, str] = {
    "ippatsu": "ippatsu",
    "after_kong": "after a kong",
    "robbing_kong": "robbing a kong",
    "last_tile": "the last tile",
    "first_turn": "in the first turn",
    "riichi_discard": "on a riichi discard",
    "kong_discard": "on the discard after a kong",
    "open_riichi": "open riichi",
    "after_two_kongs": "after two kongs",
    "first_turn_kong": "after a kong in the first turn",
    "eighth_dealer_win": "East's eighth win on end",
    "breaks_eighth_win": "breaking East's eighth win on end",
}


def tile_name(tile: Tile) -> str:
    """A tile for people: `2m`, but honours by their names."""
    return _HONOURS[tile.number - 1] if tile.suit == "z" else str(tile.plain)


def facts(win: Win) -> str:
    """What happened, in a sentence."""
    seat, prevailing = str(win.seat).capitalize(), str(win.prevailing)
    how = "draws the winning tile" if win.drawn else "wins on a discard"
    words = [f"{seat} {how} in the {prevailing} round"]
    if win.riichi:
        words.append("double riichi" if win.riichi.double else "riichi")
    words += [text for name, text in _OCCASIONS.items() if name in win.occasions]
    if isinstance(win.by, SelfDraw) and not win.by.apart:
        words.append("the winning tile was not kept apart")
    if win.counters:
        words.append(_count(win.counters, "counter"))
    rows = (
        ("dora indicator", win.dora),
        ("kong indicator", win.kan_dora),
        ("ura indicator", win.riichi.ura if win.riichi else ()),
        ("kong ura indicator", win.riichi.kan_ura if win.riichi else ()),
    )
    for name, tiles in rows:
        if tiles:
            words.append(f"{name}{'s' * (len(tiles) > 1)} {' '.join(map(str, tiles))}")
    return f"{', '.join(words)}."


def _count(number: int, name: str) -> str:
    return f"{number} {name}{'' if number == 1 else 's'}"


def reading_text(reading: Reading, win: Win) -> str:
    """A reading in a line: its sets and pair, and the wait."""
    if reading.form != "standard":
        return "seven pairs" if reading.form == "seven_pairs" else "thirteen orphans"
    parts = [_set_text(one) for one in reading.sets]
    pair = write_tiles(reading.pairs * 2)
    wait = "" if reading.wait is None else reading.wait.replace("_", "-")
    return f"{' '.join(parts)} {pair}, {wait} wait for {win.tile.plain}"


def _set_text(one: SeenSet) -> str:
    text = write_tiles(one.tiles)
    if not one.declared:
        return text
    return f"[{text}]" if one.concealed else f"({text})"
