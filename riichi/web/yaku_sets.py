"""Sets that several conditions ask for, combined as an example hand has them.

A template of one condition and a template of another can mean the same set of the hand: "a triplet
of red dragons" and "two triplets of dragons" ask for two sets, not for three.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from riichi_core.analysis.alternatives import intersection, places_of
from riichi_core.hands.readings import HandSet
from riichi_core.rules.yaku_grammar import (
    TILE_CLASSES,
    SetTemplate,
    TemplateNumber,
    TilePlace,
    parse_set,
)
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import SUITS

Letters = dict[str, int | str]
"""What the letters of templates mean in a hand: a number for n and m, a suit for X, Y and Z."""

Found = dict[int, SetTemplate]
"""The template of each set of a hand that is asked for, by its place in the reading."""

Sets = Sequence[HandSet]
"""The sets of one reading of a hand."""

SUIT_LETTERS, NUMBER_LETTERS = "XYZ", "nm"


def combined(rows: Sequence[str], added: Sequence[str], hands: Iterable[Sets]) -> list[str]:
    """Return templates that ask for both lists, for as few sets of a hand as possible.

    Args:
        rows: templates as a definition writes them.
        added: more templates.
        hands: the readings of a hand that has both.

    Returns:
        The templates of `rows`, of which some are narrower, then those that are new. If no reading
        has all of them, both lists.
    """
    if not rows or not added:
        return [*rows, *added]
    both = (
        _combine(mine, theirs, letters, other_letters, sets)
        for sets in hands
        for mine, letters in _findings(tuple(rows), tuple(sets))
        for theirs, other_letters in _findings(tuple(added), tuple(sets))
    )
    before = Counter(map(parse_set, rows))

    def changes(found: Sequence[str]) -> tuple[int, int]:
        return len(found), (before - Counter(map(parse_set, found))).total()

    return min(both, key=changes, default=[*rows, *added])


def asks_for(rows: Sequence[str], others: Sequence[str], hands: Iterable[Sets]) -> bool:
    """Return True if templates ask for everything that other templates ask for."""
    found = combined(rows, others, hands)
    return Counter(map(parse_set, found)) == Counter(map(parse_set, rows))


# ---- which sets of a hand templates mean ---------------------------------------------------------


@lru_cache(maxsize=512)
def _findings(texts: tuple[str, ...], sets: tuple[HandSet, ...]) -> list[tuple[Found, Letters]]:
    """Return each way in which a hand has templates."""
    return [*_find([parse_set(text) for text in texts], sets, {}, {})]


def _find(
    templates: Sequence[SetTemplate], sets: Sets, found: Found, letters: Letters
) -> Iterator[tuple[Found, Letters]]:
    if not templates:
        yield found, letters
        return
    first, *rest = templates
    for at, one in enumerate(sets):
        more = None if at in found else _letters_of(first, one, letters)
        if more is not None:
            yield from _find(rest, sets, {**found, at: first}, more)


def _letters_of(template: SetTemplate, one: HandSet, letters: Letters) -> Letters | None:
    """Return what the letters mean if a set is meant; None if the set is another."""
    kinds = {"triplet", "quad"} if template.kind == "triplet" else {template.kind}
    if one.kind not in kinds:
        return None
    of = template.of
    if isinstance(of, str):
        return letters if is_in(one.first, of) else None
    if one.first.suit == "z":
        return None
    found = _bind(letters, of.suit, one.first.suit, of.suit in SUIT_LETTERS)
    base = one.first.number - of.number.plus
    if found is None or (of.number.letter and base < 1):
        return None
    if not of.number.letter:
        return found if base == 0 else None
    return _bind(found, of.number.letter, base, True)


def _bind(letters: Letters, name: str, value: int | str, is_letter: bool) -> Letters | None:
    """Return the letters with one more; None if it means something else already."""
    if not is_letter:
        return letters if name == value else None
    if name in letters:
        return letters if letters[name] == value else None
    taken = name in SUIT_LETTERS and value in letters.values()
    return None if taken else {**letters, name: value}


def is_in(tile: Tile, name: str) -> bool:
    """Return True if a tile is of a class or is the one that is named."""
    name = "wind" if name.endswith("_wind") else name
    return bool(places_of(name)[SUITS.index(tile.suit)] >> (tile.number - 1) & 1)


# ---- both lists as one ---------------------------------------------------------------------------


def _combine(
    mine: Found, theirs: Found, letters: Letters, other_letters: Letters, sets: Sets
) -> list[str]:
    names = _new_names(mine, theirs, letters, other_letters)
    fixed: set[str] = set()
    meaning = {names[name]: value for name, value in other_letters.items()} | letters
    templates = dict(mine)
    for at, template in theirs.items():
        renamed = _renamed(template, names, meaning, other_letters)
        templates[at] = (
            _narrower(mine[at], renamed, sets[at].first, fixed) if at in mine else renamed
        )
    return [_text(_with_values(one, sets[at].first, fixed)) for at, one in templates.items()]


def _new_names(
    mine: Found, theirs: Found, letters: Letters, other_letters: Letters
) -> dict[str, str]:
    """Return the letter for each letter of the second list, so that both lists fit together."""
    names: dict[str, str] = {}
    for name, value in other_letters.items():
        if name in SUIT_LETTERS:
            same = [one for one in SUIT_LETTERS if letters.get(one) == value]
            free = [one for one in SUIT_LETTERS if one not in letters and one not in names.values()]
            names[name] = (same or free)[0]
    for name in (one for one in other_letters if one in NUMBER_LETTERS):
        shared = [
            _letter(mine[at])
            for at, template in theirs.items()
            if at in mine and _letter(template) == name and _letter(mine[at])
        ]
        taken = {*letters, *names.values()}
        free = [one for one in NUMBER_LETTERS if one not in taken]
        names[name] = (shared or free or [next(one for one in NUMBER_LETTERS if one in letters)])[0]
    return names


def _letter(template: SetTemplate) -> str:
    return template.of.number.letter if isinstance(template.of, TilePlace) else ""


def _renamed(
    template: SetTemplate, names: Mapping[str, str], meaning: Letters, own: Letters
) -> SetTemplate:
    of = template.of
    if isinstance(of, str):
        return template
    number = of.number
    if number.letter:
        letter = names[number.letter]
        plus = number.plus + int(own[number.letter]) - int(meaning[letter])
        number = TemplateNumber(letter, plus)
    return replace(template, of=TilePlace(number, names.get(of.suit, of.suit)))


def _narrower(first: SetTemplate, second: SetTemplate, tile: Tile, fixed: set[str]) -> SetTemplate:
    """Return one template for two that mean the same set; letters that need a value are `fixed`."""
    kind = "quad" if "quad" in (first.kind, second.kind) else first.kind
    one, other = first.of, second.of
    if isinstance(one, str) and isinstance(other, str):
        return SetTemplate(kind, _narrower_class(one, other, tile))
    if isinstance(one, str) or isinstance(other, str):
        name, place = (one, other) if isinstance(one, str) else (other, one)
        assert isinstance(name, str)
        assert isinstance(place, TilePlace)
        if name not in TILE_CLASSES:
            fixed |= {place.number.letter, place.suit}
            return SetTemplate(kind, name)
        fixed |= {place.number.letter}
        return SetTemplate(kind, place)
    suit = one.suit if one.suit not in SUIT_LETTERS else other.suit
    number = one.number if not one.number.letter else other.number
    fixed |= {one.suit, other.suit} - {suit}
    if one.number != other.number:
        fixed |= {one.number.letter, other.number.letter}
    return SetTemplate(kind, TilePlace(number, suit))


def _narrower_class(one: str, other: str, tile: Tile) -> str:
    """Return the class or tile of which all tiles are in both; the tile itself if neither is."""
    if one == other or (other == "wind" and one.endswith("_wind")):
        return one
    if one.endswith("_wind") or other.endswith("_wind"):
        return other if one == "wind" else str(tile.plain)
    places, others = places_of(one), places_of(other)
    both = intersection(places, others)
    return one if both == places else other if both == others else str(tile.plain)


def _with_values(template: SetTemplate, tile: Tile, fixed: set[str]) -> SetTemplate:
    """Return a template with the number and suit of a tile for letters that are fixed."""
    of = template.of
    if isinstance(of, str):
        return template
    is_out = of.number.letter and of.number.plus < 0
    number = TemplateNumber("", tile.number) if of.number.letter in fixed or is_out else of.number
    suit = tile.suit if of.suit in fixed else of.suit
    return replace(template, of=TilePlace(number if of.number.letter else of.number, suit))


def _text(template: SetTemplate) -> str:
    of = template.of
    if isinstance(of, str):
        return f"{template.kind} {of}"
    plus = f"+{of.number.plus}" if of.number.plus else ""
    number = f"{of.number.letter}{plus}" if of.number.letter else str(of.number.plus)
    return f"{template.kind} {number} {of.suit}"
