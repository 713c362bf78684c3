"""Sentences that are true of an example hand: the conditions that its yaku can require."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, combinations, permutations
from typing import Any, NamedTuple

from riichi.locale import Locale
from riichi.web.markup import Html, el, together
from riichi.writers.drawings import tile_name
from riichi_core.analysis.alternatives import places_of
from riichi_core.hands.readings import HandSet, Reading, readings
from riichi_core.hands.win import Win
from riichi_core.language import Translatable
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS
from riichi_core.rules.yaku_words import CLASSES, EVEN_AND_ODD, WAIT_WORDS
from riichi_core.tiles import Tile, write_tiles
from riichi_core.tiles.tile import SUITS

EVEN_NUMBERS = frozenset({2, 4, 6, 8})

MOST_SETS = 4

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

EVEN, ODD, EVEN_OR_HONOUR, ODD_OR_HONOUR = EVEN_AND_ODD

Sets = tuple[HandSet, ...]
"""The sets of one reading of a hand."""

Parts = Mapping[int, str]
"""By place in a reading, what is said about a set: `NUMBER`, `RELATED`, a class or a tile."""

NUMBER = "number"
"""The set has the number that it has in the hand, in any suit."""

RELATED = "related"
"""The number of the set depends on those of the other sets of the condition."""


class Condition(NamedTuple):
    """A sentence that holds for a hand.

    Attributes:
        says: the sentence.
        words: the words of a definition with the same meaning.
        tiles: the tiles that it names, to be drawn.
        parts: for a condition about sets, its parts in each reading for which it holds.
    """

    says: str
    words: Mapping[str, Any]
    tiles: Sequence[Tile] = ()
    parts: Mapping[Sets, Parts] = {}

    @property
    def key(self) -> str:
        """The condition as the page sends it back."""
        return json.dumps(self.words)


def conditions_html(offered: Sequence[Condition], chosen: Sequence[Condition]) -> Html:
    """Return a tick box for each condition that holds for a hand, ticked if the yaku requires it.

    One that follows from the others cannot be unticked.
    """
    return together(_tick(one, chosen) for one in offered)


def _tick(condition: Condition, chosen: Sequence[Condition]) -> Html:
    others = [one for one in chosen if one != condition]
    follows = _follows(condition, others)
    box = el(
        "input",
        type="checkbox",
        value=condition.key,
        checked=follows or _follows(condition, chosen),
        disabled=follows,
    )
    drawn = [tile_html(tile) for tile in condition.tiles]
    return el(
        "label", box, el("span", condition.says, " " if drawn else None, drawn), class_="pick"
    )


def tile_html(tile: Tile) -> Html:
    """Return a tile as the page draws it."""
    use = el("use", href=f"#t-{tile}")
    return el("svg", use, class_="tile", viewBox="0 0 30 40", aria_hidden="true")


def _follows(condition: Condition, chosen: Sequence[Condition]) -> bool:
    """Return True if conditions together require another one too."""
    if condition.parts:
        more = chosen if condition in chosen else [*chosen, condition]
        return _sets_of(more) == _sets_of(chosen)
    return _includes(words_of(chosen), condition.words)


def _includes(words: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    """Return True if a definition has some words, each with all their items."""
    return all(
        word in words and not Counter(_items(part)) - Counter(_items(words[word]))
        for word, part in wanted.items()
    )


def _items(value: Any) -> list[Any]:
    """Return the items of a value; one item may be written without a list."""
    return [*value] if isinstance(value, (list, tuple)) else [value]


# ---- a definition and its conditions -------------------------------------------------------------


def words_of(chosen: Sequence[Condition]) -> dict[str, Any]:
    """Return the words of a definition that requires all of these conditions.

    Where two conditions set a word that has one value, the later one counts.
    """
    words: dict[str, Any] = {}
    for condition in chosen:
        for word, part in condition.words.items():
            is_list = isinstance(part, list)
            words[word] = [*dict.fromkeys([*words.get(word, ()), *part])] if is_list else part
    if sets := _sets_of(chosen):
        words["sets"] = sets
    return {word: words[word] for word in CONDITION_WORDS if word in words}


def chosen_by(words: Mapping[str, Any], offered: Sequence[Condition]) -> list[Condition] | None:
    """Return the conditions that mean the same as a definition; None if they cannot express it.

    `offered` are the conditions that hold for a hand.
    """
    plain = [one for one in offered if not one.parts and _includes(words, one.words)]
    beside, sets = {**words}, _items(words.get("sets", []))
    beside.pop("sets", None)
    if {*words_of(plain)} != {*beside} or not _includes(words_of(plain), beside):
        return None
    for one in sorted(plain, key=lambda condition: len(condition.words)):
        others = [other for other in plain if other != one]
        plain = others if _follows(one, others) else plain
    about_sets = [one for one in offered if one.parts]
    few = chain.from_iterable(combinations(about_sets, n) for n in range(MOST_SETS + 1))
    wanted = _in_any_order(sets)
    return next(([*plain, *some] for some in few if _in_any_order(_sets_of(some)) == wanted), None)


def _in_any_order(sets: Sequence[str]) -> list[str]:
    """Return templates so that those with the same meaning are equal."""
    letters = [str.maketrans("XYZ", "".join(suits)) for suits in permutations("XYZ")]
    return min(sorted(text.translate(one) for text in sets) for one in letters)


def _sets_of(chosen: Sequence[Condition]) -> list[str]:
    """Return the templates of conditions, for as few sets of a hand as possible."""
    about_sets = [one for one in chosen if one.parts]
    for sets in about_sets[0].parts if about_sets else ():
        if all(sets in one.parts for one in about_sets):
            return _templates(sets, [one.parts[sets] for one in about_sets])
    return [text for one in about_sets for text in one.words["sets"]]


def _templates(sets: Sets, chosen: Sequence[Parts]) -> list[str]:
    """Return one template for each set that conditions speak of, with all that they say of it."""
    said: dict[int, set[str]] = defaultdict(set)
    groups: list[set[int]] = []  # of sets with numbers that depend on each other
    for parts in chosen:
        for place, what in parts.items():
            said[place].add(what)
        if RELATED in parts.values():
            met = [group for group in groups if group & {*parts}]
            groups = [*(one for one in groups if one not in met), {*parts}.union(*met)]
    letters: dict[int, tuple[str, int]] = {}
    free = [group for group in groups if all(said[place] == {RELATED} for place in group)]
    for letter, group in zip("nm", free, strict=False):
        least = min(sets[place].first.number for place in group)
        letters |= dict.fromkeys(group, (letter, least))
    numbered = [place for place in sorted(said) if said[place] & {NUMBER, RELATED}]
    suits = dict(zip(dict.fromkeys(sets[place].first.suit for place in numbered), "XYZ",
                     strict=False))  # fmt: skip
    texts = []
    for place in sorted(said):
        kind = "sequence" if sets[place].kind == "sequence" else "triplet"
        tile = sets[place].first
        if place not in numbered:
            texts.append(f"{kind} {min(said[place], key=len)}")  # a tile rather than its class
            continue
        letter, least = letters.get(place, ("", 0))
        plus = tile.number - least
        number = f"{letter}+{plus}" if letter and plus else letter or f"{plus}"
        texts.append(f"{kind} {number} {suits[tile.suit]}")
    return texts


# ---- the sentences -------------------------------------------------------------------------------


def conditions(win: Win, tr: Locale) -> list[Condition]:
    """Return the sentences that hold for a win, those about sets first."""
    found = readings(win.hand, win.tile, drawn=True)
    of_sets: dict[str, Condition] = {}
    for condition in chain.from_iterable(_of_reading(one, tr) for one in _most_telling(found)):
        known = of_sets.get(condition.key, condition)
        of_sets[condition.key] = known._replace(parts={**condition.parts, **known.parts})
    return [
        *_of_form(found, tr),
        *of_sets.values(),
        *_of_reds(win, tr),
        *_of_tiles(win, tr),
        *_of_winning(win, found, tr),
    ]


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


def _of_reading(reading: Reading, tr: Locale) -> Iterator[Condition]:
    sets = reading.sets
    sequences = {at: part.first for at, part in enumerate(sets) if part.kind == "sequence"}
    triplets = {at: part.first for at, part in enumerate(sets) if part.kind != "sequence"}
    for says, parts in (*_of_triplets(triplets, tr), *_of_sequences(sequences, tr)):
        yield Condition(says, {"sets": _templates(sets, [parts])}, parts={sets: parts})
    yield from _of_counts(sets, tr)
    yield from _of_pair(reading.pairs[0], tr)


def _of_triplets(triplets: Mapping[int, Tile], tr: Locale) -> Iterator[tuple[str, Parts]]:
    numbers: dict[int, list[int]] = defaultdict(list)
    for at, tile in triplets.items():
        if tile.suit != "z":
            numbers[tile.number].append(at)
    for number, places in numbers.items():
        if len(places) == 1:
            yield tr("A triplet of {number}s.", number=number), {places[0]: NUMBER}
            continue
        if len(places) == 3:
            says = tr("A triplet of {number}s in each suit.", number=number)
            same = tr("A triplet of the same number in each suit.")
        else:
            says = tr("A triplet of {number}s in two suits.", number=number)
            same = tr("A triplet of the same number in two suits.")
        yield says, dict.fromkeys(places, NUMBER)
        yield same, dict.fromkeys(places, RELATED)
    for run in _runs(triplets):
        says = tr("{n} triplets in a row in one suit.", n=len(run))
        yield says, dict.fromkeys(run, RELATED)
    for at, tile in triplets.items():
        if tile.suit == "z":
            yield tr("A triplet: {tile}.", tile=tile_name(tile, tr)), {at: str(tile)}
    for name, says in TRIPLETS_OF.items():
        places = [at for at, tile in triplets.items() if is_in(tile, name)]
        if len(places) > 1:
            yield tr(says, n=len(places)), dict.fromkeys(places, name)


def _runs(firsts: Mapping[int, Tile], by: int = 1) -> Iterator[list[int]]:
    """Yield the places of three or more tiles of one suit that ascend by a step."""
    places = {(tile.suit, tile.number): at for at, tile in firsts.items() if tile.suit != "z"}
    for suit, number in sorted(places):
        if (suit, number - by) in places:
            continue
        run = [(suit, number)]
        while (suit, run[-1][1] + by) in places:
            run.append((suit, run[-1][1] + by))
        if len(run) > 2:
            yield [places[one] for one in run]


def _of_sequences(sequences: Mapping[int, Tile], tr: Locale) -> Iterator[tuple[str, Parts]]:
    places: dict[Tile, list[int]] = defaultdict(list)
    for at, tile in sequences.items():
        places[tile].append(at)
    for same in places.values():
        if len(same) > 1:
            says = tr("{n} identical sequences in one suit.", n=len(same))
            yield says, dict.fromkeys(same, RELATED)
    for number in dict.fromkeys(tile.number for tile in places):
        suits = [at[0] for tile, at in places.items() if tile.number == number]
        if len(suits) == 3:
            yield tr("The same sequence in all three suits."), dict.fromkeys(suits, RELATED)
    for run in _runs(sequences):
        says = tr("{n} sequences in one suit, each a number higher.", n=len(run))
        yield says, dict.fromkeys(run, RELATED)
    for run in _runs(sequences, 3):
        yield tr("1 to 9 in one suit, as three sequences."), dict.fromkeys(run, NUMBER)


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
        says = tr("A pair of {number}s, in any suit.", number=pair.number)
        yield Condition(says, {"pair": f"{pair.number}m{pair.number}p{pair.number}s"})
        return
    yield Condition(tr("A pair: {tile}.", tile=tile_name(pair, tr)), {"pair": str(pair)})
    name = "dragon" if is_in(pair, "dragon") else "wind"
    yield Condition(tr("A pair of {tiles}.", tiles=tr(CLASSES[name])), {"pair": name})


def _of_reds(win: Win, tr: Locale) -> Iterator[Condition]:
    if n := sum(tile.red for tile in win.tiles):
        yield Condition(tr.counted("{n} red five.", "{n} red fives.", n), {"red_fives": n})
        says = tr.counted("{n} red five or more.", "{n} red fives or more.", n)
        yield Condition(says, {"red_fives": f"{n}+"})
    if n := sum(tile.bonus for tile in win.tiles):
        says = tr.counted("{n} bonus tile or more.", "{n} bonus tiles or more.", n)
        yield Condition(says, {"bonus_tiles": f"{n}+"})


def _of_tiles(win: Win, tr: Locale) -> Iterator[Condition]:
    kinds = [*dict.fromkeys(tile.plain for tile in sorted(win.tiles))]
    suits = {tile.suit for tile in kinds}
    numbers = {tile.number for tile in kinds if tile.suit != "z"}
    colours = len(suits - {"z"})
    for name in ("simple", "terminal", "honour", "terminal_or_honour"):
        if all(is_in(tile, name) for tile in kinds):
            yield Condition(tr("All tiles are {tiles}.", tiles=tr(CLASSES[name])), {"tiles": name})
    for (says, with_honours), tiles, more_tiles, fits in (
        (ALL_EVEN, EVEN, EVEN_OR_HONOUR, numbers <= EVEN_NUMBERS),
        (ALL_ODD, ODD, ODD_OR_HONOUR, not numbers & EVEN_NUMBERS),
    ):
        if numbers and fits:
            if "z" not in suits:
                yield Condition(tr(says), {"tiles": tiles})
            yield Condition(tr(with_honours), {"tiles": more_tiles})
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


def is_in(tile: Tile, name: str) -> bool:
    """Return True if a tile is of a class."""
    return bool(places_of(name)[SUITS.index(tile.suit)] >> (tile.number - 1) & 1)
