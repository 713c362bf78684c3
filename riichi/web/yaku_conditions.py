"""Sentences that are true of an example hand: the conditions that its yaku can require."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from riichi.locale import Locale
from riichi.web.markup import Html, el
from riichi.web.yaku_form import PRESETS, fields_of_words, set_parts, texts_of, tile_html
from riichi.web.yaku_sets import Sets, asks_for, combined, is_in
from riichi.writers.drawings import tile_name
from riichi_core.errors import RiichiError
from riichi_core.hands.readings import HandSet, Reading, readings
from riichi_core.hands.win import Win
from riichi_core.language import Translatable
from riichi_core.rules.yaku_words import CLASSES, WAIT_WORDS
from riichi_core.tiles import Tile, write_tiles

EVEN_NUMBERS = frozenset({2, 4, 6, 8})

LONGEST_RUN = 4

TRIPLETS_OF: Mapping[str, Translatable] = {
    "dragon": "{n} triplets of dragons.",
    "wind": "{n} triplets of winds.",
    "terminal": "{n} triplets of terminals.",
}

WITHOUT: Mapping[str, Translatable] = {"honour": "No honours.", "terminal": "No terminals."}

WITH: Mapping[str, Translatable] = {
    "dragon": "At least one dragon.",
    "wind": "At least one wind.",
    "terminal": "At least one terminal.",
}

ALL_EVEN: tuple[Translatable, Translatable] = (
    "All numbers are even.",
    "All numbers are even; honours may be there.",
)
ALL_ODD: tuple[Translatable, Translatable] = (
    "All numbers are odd.",
    "All numbers are odd; honours may be there.",
)
"""The sentences without honours, and with them."""


class Condition(NamedTuple):
    """A sentence that holds for a hand.

    Attributes:
        says: the sentence.
        words: the words of a definition with the same meaning.
        tiles: the tiles that it names, to be drawn.
    """

    says: str
    words: Mapping[str, Any]
    tiles: Sequence[Tile] = ()


def conditions_html(tiles: Mapping[str, str], value: Mapping[str, Any], tr: Locale) -> Html:
    """Return a tick box for each sentence that holds for a hand.

    Args:
        tiles: the hand and the winning tile.
        value: the definition so far; conditions that it has already are ticked.
        tr: the language.

    Returns:
        The tick boxes, each with the equivalent fields of the form; empty without a hand.
    """
    try:
        win = Win(tiles["hand"], tiles["winning_tile"], "self_draw", "south")
    except RiichiError as error:
        return el("p", tr(str(error)), class_="error")
    offered = [*conditions(win, tr)]
    found = readings(win.hand, win.tile, drawn=True)
    of_sets = [one.words["sets"] for one in offered if "sets" in one.words]
    rows = _SetRows(texts_of(value.get("sets")), of_sets, [one.sets for one in found])
    return Html("".join(_tick(one, value, rows) for one in offered))


def _tick(condition: Condition, value: Mapping[str, Any], rows: _SetRows) -> Html:
    """Return a tick with the fields that it sets, and all sets of the form once it is changed."""
    sets = condition.words.get("sets")
    is_asked = _is_asked(condition.words, value) if sets is None else sets in rows.asked
    box = el(
        "input",
        type="checkbox",
        checked=is_asked,
        disabled=sets is not None and rows.is_part(sets),
        data_fields=json.dumps({} if sets else fields_of_words(condition.words)),
        data_sets=None if sets is None else json.dumps([*map(set_parts, rows.changed(sets))]),
    )
    drawn = [tile_html(tile) for tile in condition.tiles]
    return el(
        "label", box, el("span", condition.says, " " if drawn else None, drawn), class_="pick"
    )


class _SetRows:
    """The sets that a definition asks for, and what each condition about sets makes of them.

    Args:
        rows: the templates of the definition.
        offered: the templates of each condition that holds for the example hand.
        hands: the sets of each reading of that hand.
    """

    def __init__(
        self, rows: Sequence[str], offered: Sequence[Sequence[str]], hands: Sequence[Sets]
    ) -> None:
        self.rows, self.hands = rows, hands
        self.asked = [sets for sets in offered if asks_for(rows, sets, hands)]

    def is_part(self, sets: Sequence[str]) -> bool:
        """Return True if a condition is part of another one that the definition asks for."""
        return sets in self.asked and any(
            asks_for(one, sets, self.hands) for one in self.asked if one != sets
        )

    def changed(self, sets: Sequence[str]) -> list[str]:
        """Return the templates once a condition is added or, if they ask for it, taken away."""
        if sets not in self.asked:
            return combined(self.rows, sets, self.hands)
        left = [one for one in self.asked if not asks_for(sets, one, self.hands)]
        all_asked = self._all(self.asked)
        by_hand = [row for row in self.rows if not asks_for(all_asked, [row], self.hands)]
        return self._all(left, by_hand)

    def _all(self, conditions: Sequence[Sequence[str]], rows: Sequence[str] = ()) -> list[str]:
        together = [*rows]
        for sets in conditions:
            together = combined(together, sets, self.hands)
        return together


def _is_asked(words: Mapping[str, Any], value: Mapping[str, Any]) -> bool:
    """Return True if a definition requires all of these words."""
    return all(word in value and _includes(value[word], part) for word, part in words.items())


def _includes(whole: Any, part: Any) -> bool:
    if isinstance(part, list):
        items = [whole] if isinstance(whole, str) else whole
        return isinstance(items, (list, tuple)) and not Counter(part) - Counter(items)
    return bool(whole == part)


# ---- the sentences -------------------------------------------------------------------------------


def conditions(win: Win, tr: Locale) -> Iterator[Condition]:
    """Yield the sentences that hold for a win, those about sets first."""
    found = readings(win.hand, win.tile, drawn=True)
    yield from _of_form(found, tr)
    seen: list[Mapping[str, Any]] = []
    for reading in _most_telling(found):
        for condition in _of_sets(reading, tr):
            if condition.words not in seen:
                seen.append(condition.words)
                yield condition
    yield from _of_reds(win, tr)
    yield from _of_tiles(win, tr)
    yield from _of_winning(win, found, tr)


def _most_telling(found: Sequence[Reading]) -> list[Reading]:
    """Return the reading with the most triplets, and the one with the most sequences."""
    standard = [reading for reading in found if reading.form == "standard"]
    if not standard:
        return []
    by_sequences = sorted(
        standard, key=lambda one: sum(part.kind == "sequence" for part in one.sets)
    )
    return (
        [by_sequences[0]]
        if by_sequences[0] == by_sequences[-1]
        else [by_sequences[0], by_sequences[-1]]
    )


def _of_form(found: Sequence[Reading], tr: Locale) -> Iterator[Condition]:
    forms = {reading.form for reading in found}
    if "seven_pairs" in forms:
        yield Condition(tr("Seven pairs."), {"form": ["seven_pairs"]})
    if "thirteen_orphans" in forms:
        yield Condition(tr("Thirteen orphans."), {"form": ["thirteen_orphans"]})


def _of_sets(reading: Reading, tr: Locale) -> Iterator[Condition]:
    sequences = [part.first for part in reading.sets if part.kind == "sequence"]
    triplets = [part.first for part in reading.sets if part.kind != "sequence"]
    yield from _of_triplets(triplets, tr)
    yield from _of_sequences(sequences, tr)
    yield from _of_counts(reading.sets, tr)
    yield from _of_pair(reading.pairs[0], tr)


def _of_triplets(triplets: Sequence[Tile], tr: Locale) -> Iterator[Condition]:
    numbers = Counter(tile.number for tile in triplets if tile.suit != "z")
    for number, times in numbers.items():
        suits = "XYZ"[:times]
        if times == 3:
            says = tr("A triplet of {number}s in each suit.", number=number)
            same = tr("A triplet of the same number in each suit.")
        elif times == 2:
            says = tr("A triplet of {number}s in two suits.", number=number)
            same = tr("A triplet of the same number in two suits.")
        else:
            yield Condition(
                tr("A triplet of {number}s.", number=number), {"sets": [f"triplet {number} X"]}
            )
            continue
        yield Condition(says, {"sets": [f"triplet {number} {suit}" for suit in suits]})
        yield Condition(same, {"sets": [f"triplet n {suit}" for suit in suits]})
    for run in _runs(triplets):
        says = tr("{n} triplets in a row in one suit.", n=run)
        yield Condition(says, {"sets": [_stepped("triplet", step) for step in range(run)]})
    for tile in triplets:
        if tile.suit == "z":
            says = tr("A triplet of {tile}.", tile=tile_name(tile, tr))
            yield Condition(says, {"sets": [f"triplet {tile}"]})
    for name, says in TRIPLETS_OF.items():
        n = sum(is_in(tile, name) for tile in triplets)
        if n > 1:
            yield Condition(tr(says, n=n), {"sets": [f"triplet {name}"] * n})


def _runs(firsts: Sequence[Tile], by: int = 1) -> Iterator[int]:
    """Yield, for each suit, how many of these tiles ascend by a step, if at least three do."""
    kinds = {tile.kind for tile in firsts if tile.suit != "z"}
    for kind in sorted(kinds):
        suit = kind // 9
        run = 1
        while run < LONGEST_RUN and (kind + run * by) in kinds and (kind + run * by) // 9 == suit:
            run += 1
        if run > 2 and kind - by not in kinds:
            yield run


def _stepped(kind: str, step: int) -> str:
    return f"{kind} n+{step} X" if step else f"{kind} n X"


def _of_sequences(sequences: Sequence[Tile], tr: Locale) -> Iterator[Condition]:
    for times in sorted({times for times in Counter(sequences).values() if times > 1}):
        says = tr("{n} identical sequences in one suit.", n=times)
        yield Condition(says, {"sets": ["sequence n X"] * times})
    if any(times == 3 for times in Counter(tile.number for tile in {*sequences}).values()):
        says = tr("The same sequence in all three suits.")
        yield Condition(says, {"sets": [f"sequence n {suit}" for suit in "XYZ"]})
    for run in _runs(sequences):
        says = tr("{n} sequences in one suit, each a number higher.", n=run)
        yield Condition(says, {"sets": [_stepped("sequence", step) for step in range(run)]})
    if any(run == 3 for run in _runs(sequences, 3)):
        says = tr("1 to 9 in one suit, as three sequences.")
        yield Condition(says, {"sets": [f"sequence {number} X" for number in (1, 4, 7)]})


def _of_counts(sets: Sequence[HandSet], tr: Locale) -> Iterator[Condition]:
    triplets = sum(part.kind != "sequence" for part in sets)
    quads = sum(part.kind == "quad" for part in sets)
    if triplets > 1:
        yield Condition(tr("{n} triplets or quads.", n=triplets), {"triplets": triplets})
    if triplets < 3:
        yield Condition(tr("{n} sequences.", n=4 - triplets), {"sequences": 4 - triplets})
    if quads:
        yield Condition(tr.counted("{n} quad.", "{n} quads.", quads), {"quads": quads})


def _of_pair(pair: Tile, tr: Locale) -> Iterator[Condition]:
    if pair.suit != "z":
        says = tr("The pair is {number}s, in any suit.", number=pair.number)
        yield Condition(says, {"pair": f"{pair.number}m{pair.number}p{pair.number}s"})
        return
    yield Condition(tr("The pair is {tile}.", tile=tile_name(pair, tr)), {"pair": str(pair)})
    name = "dragon" if is_in(pair, "dragon") else "wind"
    yield Condition(tr("The pair is {tiles}.", tiles=tr(CLASSES[name])), {"pair": name})


def _of_reds(win: Win, tr: Locale) -> Iterator[Condition]:
    if n := sum(tile.red for tile in win.tiles):
        yield Condition(tr.counted("{n} red five.", "{n} red fives.", n), {"red_fives": n})
        says = tr.counted("{n} red five or more.", "{n} red fives or more.", n)
        yield Condition(says, {"red_fives": f"{n}+"})


def _of_tiles(win: Win, tr: Locale) -> Iterator[Condition]:
    kinds = [*dict.fromkeys(tile.plain for tile in sorted(win.tiles))]
    suits = {tile.suit for tile in kinds}
    numbers = {tile.number for tile in kinds if tile.suit != "z"}
    colours = len(suits - {"z"})
    for name in ("simple", "terminal", "honour", "terminal_or_honour"):
        if all(is_in(tile, name) for tile in kinds):
            yield Condition(tr("All tiles are {tiles}.", tiles=tr(CLASSES[name])), {"tiles": name})
    for (says, with_honours), name, fits in (
        (ALL_EVEN, "even", numbers <= EVEN_NUMBERS),
        (ALL_ODD, "odd", not numbers & EVEN_NUMBERS),
    ):
        if numbers and fits:
            if "z" not in suits:
                yield Condition(tr(says), {"tiles": PRESETS[name]})
            yield Condition(tr(with_honours), {"tiles": PRESETS[f"{name}_or_honour"]})
    if colours == 1:
        yield Condition(tr("One suit, with or without honours."), {"suits": 1})
        if "z" not in suits:
            yield Condition(tr("One suit and no honours."), {"suits": 1, "lacks": ["honour"]})
    elif colours:
        yield Condition(tr("{n} suits.", n=colours), {"suits": colours})
    for name, says in WITHOUT.items():
        if not any(is_in(tile, name) for tile in kinds):
            yield Condition(tr(says), {"lacks": [name]})
    for name, says in WITH.items():
        if any(is_in(tile, name) for tile in kinds):
            yield Condition(tr(says), {"has": [name]})
    yield Condition(tr("Only these tiles:"), {"tiles": write_tiles(kinds)}, kinds)


def _of_winning(win: Win, found: Sequence[Reading], tr: Locale) -> Iterator[Condition]:
    if not win.hand.is_open:
        yield Condition(tr("No calls: the hand is concealed."), {"concealed": True})
    for wait in dict.fromkeys(reading.wait for reading in found):
        if wait is not None and wait != "two_sided":
            says = tr("The wait is {waits}.", waits=tr(WAIT_WORDS[wait]))
            yield Condition(says, {"wait": [wait]})
    tile = win.tile.plain
    yield Condition(tr("The winning tile is:"), {"winning_tile": str(tile)}, [tile])
    hand = sorted(one.plain for one in win.hand.tiles)
    if len(hand) == 13:
        says = tr("Before the winning tile, exactly these thirteen:")
        yield Condition(says, {"waiting_hand": write_tiles(hand)}, hand)
