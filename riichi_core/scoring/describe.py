"""A win in words: what happened, and how its hand was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from riichi_core.hands.readings import HandSet, Reading
from riichi_core.hands.win import Tsumo, Win
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.messages import Message
from riichi_core.rules.vocabulary import Occasion, Wait
from riichi_core.tiles import Tile, write_tiles

_HONOURS: tuple[Text, ...] = ("East", "South", "West", "North", "White", "Green", "Red")

_OCCASIONS: dict[Occasion, Text] = {
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


def tile_name(tile: Tile) -> Message:
    """Return a tile for people: `2m`, but honours by their names."""
    if tile.suit == "z":
        return Message(_HONOURS[tile.number - 1])
    return Message("{tile}", tile=tile.plain)


_HOW: dict[bool, Text] = {
    True: "{seat} draws the winning tile in the {round} round",
    False: "{seat} wins on a discard in the {round} round",
}


def _written(tiles: Sequence[Tile]) -> str:
    return " ".join(map(str, tiles))


def describe_win(
    win: Win, tr: Translator = ENGLISH, say_tiles: Callable[[Sequence[Tile]], str] = _written
) -> str:
    """Return what happened, in a sentence; `say_tiles` writes the indicators."""
    seat, prevailing = tr(str(win.seat).capitalize()), tr(str(win.prevailing))
    words = [tr(_HOW[win.drawn], seat=seat, round=prevailing), *_circumstances(win, tr)]
    ura, kan_ura = (win.riichi.ura, win.riichi.kan_ura) if win.riichi else ((), ())
    rows = (
        (tr.counted("dora indicator", "dora indicators", len(win.dora)), win.dora),
        (tr.counted("kong indicator", "kong indicators", len(win.kan_dora)), win.kan_dora),
        (tr.counted("ura indicator", "ura indicators", len(ura)), ura),
        (tr.counted("kong ura indicator", "kong ura indicators", len(kan_ura)), kan_ura),
    )
    words += [f"{name} {say_tiles(tiles)}" for name, tiles in rows if tiles]
    return f"{', '.join(words)}."


def _circumstances(win: Win, tr: Translator) -> Iterator[str]:
    if win.riichi:
        yield tr("double riichi" if win.riichi.double else "riichi")
    yield from (tr(text) for name, text in _OCCASIONS.items() if name in win.occasions)
    if isinstance(win.by, Tsumo) and not win.by.apart:
        yield tr("the winning tile was not kept apart")
    if win.counters:
        yield tr.counted("{n} counter", "{n} counters", win.counters)


_WAITS: dict[Wait, Text] = {
    "two_sided": "{hand}, two-sided wait for {tile}",
    "closed": "{hand}, closed wait for {tile}",
    "edge": "{hand}, edge wait for {tile}",
    "pair": "{hand}, pair wait for {tile}",
    "double_pair": "{hand}, double-pair wait for {tile}",
}


def describe_reading(reading: Reading, win: Win) -> Message:
    """Return a reading in a line: its sets and pair, and the wait."""
    if reading.form == "seven_pairs":
        return Message("seven pairs")
    if reading.form != "standard" or reading.wait is None:
        return Message("thirteen orphans")
    hand = " ".join([*map(_set_text, reading.sets), write_tiles(reading.pairs * 2)])
    return Message(_WAITS[reading.wait], hand=hand, tile=win.tile.plain)


def _set_text(one: HandSet) -> str:
    text = write_tiles(one.tiles)
    if not one.declared:
        return text
    return f"[{text}]" if one.concealed else f"({text})"
