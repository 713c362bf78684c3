"""A win in words: what happened, and how its hand was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from riichi_core.hands.readings import HandSet, Reading
from riichi_core.hands.win import Tsumo, Win
from riichi_core.language import ENGLISH, Translator
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


_HOW = {
    True: "{seat} draws the winning tile in the {round} round",
    False: "{seat} wins on a discard in the {round} round",
}


def _written(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def describe_win(
    win: Win, tr: Translator = ENGLISH, say_tiles: Callable[[Sequence[Tile]], str] = _written
) -> str:
    """What happened, in a sentence; `say_tiles` says indicators, by themselves as written."""
    seat, prevailing = tr(str(win.seat).capitalize()), tr(str(win.prevailing))
    words = [tr(_HOW[win.drawn], seat=seat, round=prevailing), *_circumstances(win, tr)]
    rows = (
        ("dora indicator", "dora indicators", win.dora),
        ("kong indicator", "kong indicators", win.kan_dora),
        ("ura indicator", "ura indicators", win.riichi.ura if win.riichi else ()),
        ("kong ura indicator", "kong ura indicators", win.riichi.kan_ura if win.riichi else ()),
    )
    for one, several, tiles in rows:
        if tiles:
            words.append(f"{tr(several if tiles[1:] else one)} {say_tiles(tiles)}")
    return f"{', '.join(words)}."


def _circumstances(win: Win, tr: Translator) -> Iterator[str]:
    if win.riichi:
        yield tr("double riichi" if win.riichi.double else "riichi")
    yield from (tr(text) for name, text in _OCCASIONS.items() if name in win.occasions)
    if isinstance(win.by, Tsumo) and not win.by.apart:
        yield tr("the winning tile was not kept apart")
    if win.counters:
        text = "{number} counter" if win.counters == 1 else "{number} counters"
        yield tr(text, number=win.counters)


def describe_reading(reading: Reading, win: Win) -> str:
    """A reading in a line: its sets and pair, and the wait."""
    if reading.form != "standard":
        return "seven pairs" if reading.form == "seven_pairs" else "thirteen orphans"
    parts = [_set_text(one) for one in reading.sets]
    pair = write_tiles(reading.pairs * 2)
    wait = "" if reading.wait is None else reading.wait.replace("_", "-")
    return f"{' '.join(parts)} {pair}, {wait} wait for {win.tile.plain}"


def _set_text(one: HandSet) -> str:
    text = write_tiles(one.tiles)
    if not one.declared:
        return text
    return f"[{text}]" if one.concealed else f"({text})"
