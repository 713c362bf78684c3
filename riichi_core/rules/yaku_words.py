"""Describe a yaku definition in words: the requirements for a hand, sentence by sentence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.rules.yaku_grammar import (
    SetTemplate,
    TemplateNumber,
    TilePlace,
    count_range,
    parse_place,
    parse_set,
    tile_kinds,
)
from riichi_core.rules.yaku_vocabulary import Conditions, Definition, Form, Occasion, Wait

FORM_WORDS: dict[Form, Translatable] = {
    "standard": "four sets and a pair",
    "seven_pairs": "seven pairs",
    "thirteen_orphans": "thirteen orphans",
    "any_tiles": "any tiles that meet the other conditions",
}

OCCASION_WORDS: dict[Occasion, Translatable] = {
    "self_draw": "by self-draw",
    "discard": "on a discard",
    "riichi": "after riichi",
    "double_riichi": "after double riichi",
    "ippatsu": "while ippatsu is still possible",
    "after_quad": "on the replacement tile of a quad",
    "robbing_quad": "by robbing a quad",
    "last_tile": "on the last tile",
    "first_turn": "in the first uninterrupted turn",
    "dealer": "as East",
    "riichi_discard": "on the discard with which somebody declares riichi",
    "quad_discard": "on the discard after a quad",
    "open_riichi": "after an open riichi",
    "after_two_quads": "on the replacement tile of a second quad in a row",
    "first_turn_quad": "on the replacement tile of a quad in the first uninterrupted turn",
    "eighth_dealer_win": "as East who wins for the eighth time in a row",
    "breaks_eighth_win": "against East who would have won for the eighth time in a row",
}

WAIT_WORDS: dict[Wait, Translatable] = {
    "two_sided": "two-sided",
    "edge": "on an edge",
    "closed": "in the middle",
    "pair": "for the pair",
    "triplet": "for one of two pairs",
}

CLASSES: dict[str, Translatable] = {
    "simple": "simples (2 to 8)",
    "terminal": "terminals",
    "honour": "honours",
    "terminal_or_honour": "terminals or honours",
    "wind": "winds",
    "dragon": "dragons",
    "m": "characters",
    "p": "circles",
    "s": "bamboo",
    "seat_wind": "the seat wind",
    "round_wind": "the round wind",
    "guest_wind": "a wind of neither seat nor round",
    "valueless": "tiles without fu",
}

HONOURS: dict[str, Translatable] = {
    "1z": "east winds",
    "2z": "south winds",
    "3z": "west winds",
    "4z": "north winds",
    "5z": "white dragons",
    "6z": "green dragons",
    "7z": "red dragons",
}
"""The honours, each as the tiles of a set."""

EVEN_AND_ODD: dict[str, Translatable] = {
    "2468m2468p2468s": "even numbers (2, 4, 6, 8)",
    "13579m13579p13579s": "odd numbers (1, 3, 5, 7, 9)",
    "2468m2468p2468s1234567z": "even numbers (2, 4, 6, 8) or honours",
    "13579m13579p13579s1234567z": "odd numbers (1, 3, 5, 7, 9) or honours",
}
"""The classes of numbers, each with its tiles."""

NAMED_TILES: dict[str, Translatable] = {**HONOURS, **EVEN_AND_ODD}
"""Tiles that have a name for people but not in a file."""

COUNTS: dict[str, Translatable] = {
    "suits": "Suits: {count}.",
    "sequences": "Sequences: {count}.",
    "triplets": "Triplets and quads: {count}.",
    "quads": "Quads: {count}.",
    "concealed_triplets": "Concealed triplets and concealed quads: {count}.",
    "claimed": "Claimed sets: {count}.",
    "number_total": "The numbers of all suit tiles together: {count}.",
    "kinds": "Different tiles: {count}.",
    "apart": "Different tiles of a suit are apart by {count}.",
    "bonus_tiles": "Bonus tiles: {count}.",
    "red_fives": "Red fives: {count}.",
}

LISTS: dict[str, Translatable] = {
    "tiles": "All tiles are {tiles}.",
    "has": "It has at least one of each: {tiles}.",
    "lacks": "It has none of these: {tiles}.",
    "holds": "It has at least the tiles {tiles}.",
    "waiting_hand": "The thirteen tiles before the winning tile are {tiles}.",
    "pair": "The pair: {tiles}.",
    "each_part": "Every set and the pair have one of these: {tiles}.",
    "winning_tile": "The winning tile: {tiles}.",
}

SETS: dict[tuple[bool, int], Translatable] = {
    (False, 0): "It has {sets}.",
    (True, 0): "It has sets such as {sets}, from any number.",
    (False, 1): "It has sets such as {sets}, in any one suit.",
    (True, 1): "It has sets such as {sets}, from any number, in any one suit.",
    (False, 2): "It has sets such as {sets}, in suits that differ like these.",
    (True, 2): "It has sets such as {sets}, from any number, in suits that differ like these.",
    (False, 3): "It has {sets}, one in each suit.",
    (True, 3): "It has sets such as {sets}: the same number in each suit.",
}
"""The sentences for sets, by whether a number is free, and by the number of free suits.

That number is 0, 1, or 2 for two or more; 3 means the same set in each suit.
"""


def definition_words(definition: Definition, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the requirements for a yaku in full sentences.

    Args:
        definition: a definition from the project or from a club's file.
        tr: the translator.
    """
    sentences = [*_conditions(definition, tr)]
    if definition.any is not None:
        alternatives = (" ".join(_conditions(alternative, tr)) for alternative in definition.any)
        numbered = " ".join(f"({place}) {text}" for place, text in enumerate(alternatives, 1))
        sentences.append(tr("One of these: {ways}", ways=numbered))
    if definition.counted:
        sentences.append(tr("It counts once for each way in which these sets are found."))
    if definition.replaces is not None:
        names = tr.and_list(tr.yaku(yaku) for yaku in definition.replaces)
        sentences.append(tr("It takes the place of {yaku}.", yaku=names))
    return " ".join(sentences)


def _conditions(words: Conditions, tr: Translator) -> Iterator[str]:
    if words.form is not None:
        forms = tr.or_list(tr(FORM_WORDS[form]) for form in words.form)
        yield tr("The hand is {forms}.", forms=forms)
    if words.concealed:
        yield tr("No set is claimed before the win.")
    if words.when is not None:
        yield tr("Only {when}.", when=tr.and_list(tr(OCCASION_WORDS[word]) for word in words.when))
    if words.unless is not None:
        yield tr("Not {when}.", when=tr.or_list(tr(OCCASION_WORDS[word]) for word in words.unless))
    pair = None if words.pair is None else parse_place(words.pair)
    if words.sets is not None or pair is not None:
        yield _sets(tuple(map(parse_set, words.sets or ())), pair, tr)
    for name, text in LISTS.items():
        value = getattr(words, name)
        if value and not (name == "pair" and pair):
            yield tr(text, tiles=_tile_list(value, tr))
    for name, text in COUNTS.items():
        if (value := getattr(words, name)) is not None:
            yield tr(text, count=_count(value, tr))
    if words.wait is not None:
        yield tr(
            "The wait is {waits}.", waits=tr.or_list(tr(WAIT_WORDS[word]) for word in words.wait)
        )


def _tile_list(value: str | Iterable[str], tr: Translator) -> str:
    """Return classes and tiles as a list."""
    listed = (value,) if isinstance(value, str) else value
    return ", ".join(_tiles_in_words(name, tr) for name in listed)


def _tiles_in_words(text: str, tr: Translator) -> str:
    """Return a class, or tiles with a name, in words; leave other tiles unchanged."""
    if text in CLASSES:
        return tr(CLASSES[text])
    if "X" in text or " " in text.strip():
        return text
    kinds = set(tile_kinds(text))
    named = (words for tiles, words in NAMED_TILES.items() if kinds == set(tile_kinds(tiles)))
    return next((tr(words) for words in named), text)


def _count(count: int | str, tr: Translator) -> str:
    least, most = count_range(count)
    return str(least) if most is not None else tr("{n} or more", n=least)


# ---- sets ----------------------------------------------------------------------------------------


def _sets(templates: tuple[SetTemplate, ...], pair: TilePlace | None, tr: Translator) -> str:
    """Return the sentence about the sets: an example of them, and its free parts."""
    places = [template.of for template in templates if isinstance(template.of, TilePlace)]
    places += [pair] if pair else []
    free_suits = sorted({place.suit for place in places} & {*"XYZ"})
    fixed_suits = {place.suit for place in places} - {*free_suits}
    suits = dict(zip(free_suits, (suit for suit in "mps" if suit not in fixed_suits), strict=False))
    letters = {place.number.letter for place in places} - {""}
    set_texts = [_set(template, times, suits, tr) for template, times in Counter(templates).items()]
    if pair:
        set_texts.append(tr("the pair {tiles}", tiles=_tile_notation(pair, 2, suits)))
    free = 3 if pair is None and _same_in_each_suit(templates) else min(len(free_suits), 2)
    return tr(SETS[bool(letters), free], sets=", ".join(set_texts))


def _same_in_each_suit(templates: tuple[SetTemplate, ...]) -> bool:
    """Return True for three sets of one kind and number, one in each suit."""
    places = [template.of for template in templates if isinstance(template.of, TilePlace)]
    kinds = {template.kind for template in templates}
    numbers = {place.number for place in places}
    return (
        len(templates) == 3
        and len(kinds) == len(numbers) == 1
        and (sorted(place.suit for place in places) == ["X", "Y", "Z"])
    )


def _set(template: SetTemplate, times: int, suits: dict[str, str], tr: Translator) -> str:
    """Return a set that is required one or more times."""
    text = _one_set(template, suits)
    name = CLASSES[str(template.of)] if text is None else HONOURS.get(text[0] + text[-1])
    if name is None:
        return " ".join([str(text)] * times)
    tiles = tr(name)
    if template.kind == "quad":
        return tr.counted("a quad of {tiles}", "{n} quads of {tiles}", times, tiles=tiles)
    return tr.counted("a triplet of {tiles}", "{n} triplets of {tiles}", times, tiles=tiles)


def _one_set(template: SetTemplate, suits: dict[str, str]) -> str | None:
    """Return the tiles of a set, or None for a class of sets."""
    size = 4 if template.kind == "quad" else 3
    if isinstance(template.of, TilePlace):
        if template.kind == "sequence":
            first = _example_number(template.of.number)
            return f"{first}{first + 1}{first + 2}{suits.get(template.of.suit, template.of.suit)}"
        return _tile_notation(template.of, size, suits)
    return None if template.of in CLASSES else template.of[0] * size + template.of[1]


def _tile_notation(place: TilePlace, times: int, suits: dict[str, str]) -> str:
    return f"{_example_number(place.number)}" * times + suits.get(place.suit, place.suit)


def _example_number(number: TemplateNumber) -> int:
    """Return the number for an example: 1 for n, 2 for m, plus the added number."""
    start = {"": 0, "n": 1, "m": 2}[number.letter]
    return start + number.plus
