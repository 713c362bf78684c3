"""The alternatives of a yaku definition: every way to have it, without variables.

`sets: [sequence n X, sequence n Y, sequence n Z]` is seven alternatives, one for each n. `pair:
valueless` is any suit tile, or one of four winds that is neither the seat's nor the round's. The
conditions of an alternative are split into those for each suit, for the number of sets, and for the
table, so that each can be looked up. Classes of tiles are sets of places: for each suit m p s z, a
bit for each number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, combinations, permutations, product
from typing import Any, NamedTuple, get_args

from riichi_core.hands.contradictions import bits_of
from riichi_core.hands.waits import WAITS
from riichi_core.rules.yaku_grammar import (
    SET_CLASSES,
    TILE_CLASSES,
    SetTemplate,
    TemplateNumber,
    TilePlace,
    count_range,
    parse_place,
    parse_set,
    tile_kinds,
)
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS, Definition, Form
from riichi_core.tiles.tile import SUITS

Places = tuple[int, int, int, int]
"""For each of the suits m p s z, a bit for each number."""

NOWHERE: Places = (0, 0, 0, 0)
EVERYWHERE: Places = (511, 511, 511, 127)

_CLASSES: dict[str, Places] = {
    "simple": (254, 254, 254, 0),
    "terminal": (257, 257, 257, 0),
    "honour": (0, 0, 0, 127),
    "terminal_or_honour": (257, 257, 257, 127),
    "wind": (0, 0, 0, 15),
    "dragon": (0, 0, 0, 112),
    "m": (511, 0, 0, 0),
    "p": (0, 511, 0, 0),
    "s": (0, 0, 511, 0),
}

assert set(_CLASSES) == set(TILE_CLASSES)


def places_of(class_or_tiles: str) -> Places:
    """Return the places of a class of tiles, or of tiles as text: `simple`, `23468s6z`."""
    if class_or_tiles in _CLASSES:
        return _CLASSES[class_or_tiles]
    masks = [0, 0, 0, 0]
    for tile in tile_kinds(class_or_tiles):
        suit, place = suit_and_place(tile)
        masks[suit] |= 1 << place
    return masks[0], masks[1], masks[2], masks[3]


def suit_and_place(tile: str) -> tuple[int, int]:
    """Return the suit and the place of a tile given as text."""
    return SUITS.index(tile[1]), int(tile[0]) - 1


def intersection(first: Places, second: Places) -> Places:
    """Return the places in both."""
    return first[0] & second[0], first[1] & second[1], first[2] & second[2], first[3] & second[3]


def difference(first: Places, second: Places) -> Places:
    """Return the places that are only in the first."""
    return (
        first[0] & ~second[0],
        first[1] & ~second[1],
        first[2] & ~second[2],
        first[3] & ~second[3],
    )


ASK_KINDS = ("sequence", "triplet", "quad")
"""The kinds of sets to require, coded `9 * kind + place`; a quad also counts as a triplet."""

ANY_WIND = 0b1111
SET_COUNTS = ("sequences", "triplets", "quads", "concealed_triplets", "claimed")
COUNTED_TILES = ("kinds", "apart", "bonus_tiles", "red_fives")
HANDS = ("holds", "waiting_hand")
FORMS: tuple[Form, ...] = get_args(Form)
_USUAL_FORMS = FORMS[:-1]
"""The forms that every yaku may have; only a yaku that names `any_tiles` has that form."""


class Winds(NamedTuple):
    """The seats and round winds that an alternative allows, a bit for each wind."""

    seat: int = ANY_WIND
    round_wind: int = ANY_WIND

    def intersect(self, other: Winds) -> Winds:
        """Return the winds that both allow."""
        return Winds(self.seat & other.seat, self.round_wind & other.round_wind)


@dataclass(frozen=True, slots=True)
class Alternative:
    """One way to have a yaku.

    Attributes:
        forms: the possible forms of the hand.
        names_form: whether the definition names exactly one form, other than the standard one.
        concealed: whether claimed sets are excluded.
        when: bits of the required occasions; `unless` has those of the excluded ones.
        winds: the seats and round winds with which it counts.
        allowed: the places that may have tiles.
        some: places of which each must have at least one tile.
        sets: for each suit the required sets, as sorted codes.
        pair: the possible places of the pair; None for any.
        part: the places of which every set and the pair must have a tile; None for no condition.
        counts: for each of `SET_COUNTS` the allowed numbers, a bit for each.
        waits: the allowed waits, a bit for each code of a wait; None for any.
        winning: the possible places of the winning tile.
        holds: for each suit the required count of each number, three bits each.
        waiting: for each suit the count of each number before the win; None for any.
        total: the minimum and maximum sum of the numbers; None for any.
        kinds: the minimum and maximum number of different tiles; None for any.
        apart: the minimum and maximum distance of the nearest tiles of a suit; None for any.
        bonus_tiles: the minimum and maximum number of bonus tiles; None for any.
        red_fives: the minimum and maximum number of red fives; None for any.
    """

    forms: frozenset[str]
    names_form: bool
    concealed: bool
    when: int
    unless: int
    winds: Winds
    allowed: Places
    some: frozenset[tuple[int, int]]
    sets: tuple[tuple[int, ...], ...]
    pair: Places | None
    part: Places | None
    counts: tuple[int, ...]
    waits: int | None
    winning: Places
    holds: Places
    waiting: Places | None
    total: tuple[int, int] | None
    kinds: tuple[int, int] | None
    apart: tuple[int, int] | None
    bonus_tiles: tuple[int, int] | None
    red_fives: tuple[int, int] | None

    @property
    def depends_on_wait(self) -> bool:
        """True if it does not count when the winning tile cannot be identified."""
        return self.waits is not None or self.waiting is not None

    @property
    def four_identical_sequences(self) -> bool:
        """True if it requires the same sequence four times."""
        return any(len(asked) == 4 and asked[0] < 9 and len(set(asked)) == 1 for asked in self.sets)


def expand(definition: Definition) -> tuple[Alternative, ...]:
    """Return every way to have the defined yaku."""
    alternatives: dict[Alternative, None] = {}
    for way in (None,) if definition.any is None else definition.any:
        words = {
            word: _value_of_word(definition, way, word) for word in CONDITION_WORDS if word != "any"
        }
        alternatives |= dict.fromkeys(_alternatives(words))
    return tuple(alternatives)


def _value_of_word(definition: Definition, way: Any, word: str) -> Any:
    own_value = getattr(way, word, None)
    return getattr(definition, word) if own_value is None else own_value


# ---- letters -------------------------------------------------------------------------------------

Letters = Mapping[str, int]
"""The meaning of each letter: a suit 0 to 2 for X Y Z, a number for n and m."""


def _alternatives(words: Mapping[str, Any]) -> Iterator[Alternative]:
    """Yield the alternatives of words that apply together."""
    templates = Counter(parse_set(text) for text in words["sets"] or ())
    pair = parse_place(words["pair"]) if words["pair"] else None
    for letters in _letter_assignments(templates, pair, words["holds"], words["waiting_hand"]):
        if not all(_tile_counts(words[word], letters) for word in HANDS if words[word]):
            continue
        yield from filter(_possible, _alternatives_of_letters(words, templates, letters))


def _possible(alternative: Alternative) -> bool:
    """Return True if no two required triplets are of the same kind."""
    triplets = [
        (suit, code % 9)
        for suit, asked in enumerate(alternative.sets)
        for code in asked
        if code >= 9
    ]
    return len(triplets) == len(set(triplets))


def _letter_assignments(
    templates: Iterable[SetTemplate], pair: TilePlace | None, *hands: str | None
) -> Iterator[Letters]:
    """Yield every assignment of suits and numbers to the letters.

    X, Y and Z are different suits; an X that appears only in `holds` or `waiting_hand` is any suit.
    """
    places = [template.of for template in templates if isinstance(template.of, TilePlace)]
    if pair is not None:
        places.append(pair)
    suits = sorted({place.suit for place in places if place.suit in "XYZ"})
    numbers = sorted({place.number.letter for place in places} - {""})
    alone = "X" not in suits and any("X" in hand for hand in hands if hand is not None)
    for chosen in permutations(range(3), len(suits)):
        for values in product(range(1, 10), repeat=len(numbers)):
            letters = dict(zip((*suits, *numbers), (*chosen, *values), strict=True))
            for suit in range(3) if alone else ():
                yield letters | {"X": suit}
            if not alone:
                yield letters


def _number_meant(number: TemplateNumber, letters: Letters) -> int:
    return number.plus + (letters[number.letter] if number.letter else 0)


def _suit_meant(suit: str, letters: Letters) -> int:
    return letters[suit] if suit in "XYZ" else "mps".index(suit)


# ---- sets and pair -------------------------------------------------------------------------------

Asked = tuple[int, int, Winds]
"""A suit, the code of a required set or pair, and the winds for which it is valid."""


def _alternatives_of_letters(
    words: Mapping[str, Any], templates: Mapping[SetTemplate, int], letters: Letters
) -> Iterator[Alternative]:
    sets = _set_choices(templates, letters)
    pairs = _pair_choices(words["pair"], letters)
    fixed = _fixed_parts(words, letters)
    for asked, (pair, pair_winds), some, suits in product(
        sets, pairs, _has_choices(words["has"]), _suit_choices(words["suits"])
    ):
        winds = pair_winds
        for _, _, set_winds in asked:
            winds = winds.intersect(set_winds)
        if not winds.seat or not winds.round_wind:
            continue
        yield Alternative(
            winds=winds,
            sets=tuple(
                tuple(sorted(code for s, code, _ in asked if s == suit)) for suit in range(4)
            ),
            pair=pair,
            some=some | {(suit, 511) for suit in suits or ()},
            allowed=_allowed_places(words, suits),
            **fixed,
        )


def _set_choices(templates: Mapping[SetTemplate, int], letters: Letters) -> list[tuple[Asked, ...]]:
    """Return every choice of sets for the templates; equal templates take different sets."""
    choices = []
    for template, times in templates.items():
        options = list(_sets_of_template(template, letters))
        if isinstance(template.of, TilePlace):  # a single place, so the same set that many times
            choices.append([(asked,) * times for asked in options])
        else:
            choices.append(list(combinations(options, times)))
    return [tuple(chain.from_iterable(chosen)) for chosen in product(*choices)]


def _sets_of_template(template: SetTemplate, letters: Letters) -> Iterator[Asked]:
    """Yield the sets that a template can mean."""
    kind = 9 * ASK_KINDS.index(template.kind)
    if isinstance(template.of, TilePlace):
        number = _number_meant(template.of.number, letters)
        if number <= (7 if template.kind == "sequence" else 9):
            yield _suit_meant(template.of.suit, letters), kind + number - 1, Winds()
    elif template.of in SET_CLASSES:
        for suit, place, winds in _tiles_of_class(template.of):
            yield suit, kind + place, winds
    else:
        suit, place = suit_and_place(template.of)
        yield suit, kind + place, Winds()


def _tiles_of_class(name: str) -> Iterator[Asked]:
    """Yield the tiles of a class of sets or pairs, each with the winds that put it there."""
    if name in ("seat_wind", "round_wind", "guest_wind"):
        for wind in range(4):
            bit = 1 << wind
            winds_by_class = {
                "seat_wind": Winds(seat=bit),
                "round_wind": Winds(round_wind=bit),
                "guest_wind": Winds(ANY_WIND & ~bit, ANY_WIND & ~bit),
            }
            yield 3, wind, winds_by_class[name]
        return
    for suit, mask in enumerate(places_of(name)):
        yield from ((suit, place, Winds()) for place in range(9) if mask >> place & 1)


def _pair_choices(pair: str | None, letters: Letters) -> list[tuple[Places | None, Winds]]:
    """Return the possible places of the pair, each with its winds."""
    if pair is None:
        return [(None, Winds())]
    if place := parse_place(pair):
        number = _number_meant(place.number, letters)
        suit = _suit_meant(place.suit, letters)
        return [(_one_place(suit, number - 1), Winds())] if number <= 9 else []
    if pair == "valueless":
        guests = [
            (_one_place(3, place), winds) for _, place, winds in _tiles_of_class("guest_wind")
        ]
        return [((511, 511, 511, 0), Winds()), *guests]
    if pair in ("seat_wind", "round_wind", "guest_wind"):
        return [(_one_place(3, place), winds) for _, place, winds in _tiles_of_class(pair)]
    return [(places_of(pair), Winds())]


def _one_place(suit: int, place: int) -> Places:
    masks = [0, 0, 0, 0]
    masks[suit] = 1 << place
    return masks[0], masks[1], masks[2], masks[3]


# ---- tiles ---------------------------------------------------------------------------------------


def _has_choices(has: Iterable[str] | None) -> list[frozenset[tuple[int, int]]]:
    """Return, for each required class, the suits in which it can be."""
    options = [
        [(suit, mask) for suit, mask in enumerate(places_of(name)) if mask] for name in has or ()
    ]
    return [frozenset(chosen) for chosen in product(*options)]


def _suit_choices(suits: int | str | None) -> list[tuple[int, ...] | None]:
    """Return the possible choices of suits, if their number matters."""
    if suits is None:
        return [None]
    numbers = _allowed_numbers(suits, 3)
    return [chosen for n in range(4) if numbers >> n & 1 for chosen in combinations(range(3), n)]


def _allowed_places(words: Mapping[str, Any], suits: tuple[int, ...] | None) -> Places:
    allowed = places_of(words["tiles"]) if words["tiles"] else EVERYWHERE
    for lacking in words["lacks"] or ():
        allowed = difference(allowed, places_of(lacking))
    if suits is not None:
        m, p, s = (511 if suit in suits else 0 for suit in range(3))
        allowed = intersection(allowed, (m, p, s, 127))
    return allowed


def _tile_counts(text: str, letters: Letters) -> Places | None:
    """Return the count of each number in a text, three bits each; None if one is above four."""
    counts = [0, 0, 0, 0]
    tiles = (
        (letters["X"], int(tile[0]) - 1) if tile[1] == "X" else suit_and_place(tile)
        for tile in tile_kinds(text, "mpszX")
    )
    for (suit, place), times in Counter(tiles).items():
        if times > 4:
            return None
        counts[suit] += times << 3 * place
    return counts[0], counts[1], counts[2], counts[3]


# ---- conditions without letters ------------------------------------------------------------------


def _fixed_parts(words: Mapping[str, Any], letters: Letters) -> dict[str, Any]:
    """Return the parts of an alternative that are the same for all letters."""
    holds, waiting = words["holds"], words["waiting_hand"]
    return {
        "forms": _possible_forms(words),
        "names_form": words["form"] is not None
        and len(words["form"]) == 1
        and words["form"][0] != "standard",
        "concealed": bool(words["concealed"]),
        "when": bits_of(words["when"] or ()),
        "unless": bits_of(words["unless"] or ()),
        "part": places_of(words["each_part"]) if words["each_part"] else None,
        "counts": tuple(_allowed_numbers(words[name], 4) for name in SET_COUNTS),
        "waits": sum(1 << WAITS.index(wait) + 1 for wait in words["wait"])
        if words["wait"]
        else None,
        "winning": places_of(words["winning_tile"]) if words["winning_tile"] else EVERYWHERE,
        "holds": (_tile_counts(holds, letters) if holds else None) or NOWHERE,
        "waiting": _tile_counts(waiting, letters) if waiting else None,
        "total": _limits(words["number_total"], 10_000),
        **{name: _limits(words[name], 100) for name in COUNTED_TILES},
    }


def _possible_forms(words: Mapping[str, Any]) -> frozenset[str]:
    """Return the possible forms for the words; only the standard one has sets and a pair.

    In `any_tiles`, only the declared sets are sets.
    """
    forms = set(words["form"] or _USUAL_FORMS)
    if words["sets"] or words["pair"]:
        forms &= {"standard", "any_tiles"}
    if words["each_part"]:
        forms -= {"thirteen_orphans", "any_tiles"}
    if words["wait"]:
        forms -= {"thirteen_orphans", "any_tiles"} | (
            {"seven_pairs"} if "pair" not in words["wait"] else set()
        )
    return frozenset(forms)


def _allowed_numbers(count: int | str | None, most: int) -> int:
    """Return the numbers that a count allows, a bit for each."""
    if count is None:
        return (1 << most + 1) - 1
    least, highest = count_range(count)
    return sum(1 << n for n in range(least, (most if highest is None else highest) + 1))


def _limits(count: int | str | None, most: int) -> tuple[int, int] | None:
    if count is None:
        return None
    least, highest = count_range(count)
    return least, most if highest is None else highest
