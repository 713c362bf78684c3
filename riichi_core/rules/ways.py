"""In how many ways a definition of a yaku can be met: a bound that keeps scoring quick."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from math import comb, perm, prod
from typing import Protocol

from riichi_core.rules.grammar import Place, SetTemplate, count_range, parse_place, parse_set

MOST = 5_000
"""For one definition. The largest of the known yaku has 486 by this bound."""

_IN_CLASS = {
    **{"dragon": 3, "wind": 4, "seat_wind": 4, "prevailing_wind": 4, "guest_wind": 4},
    **{"honour": 7, "terminal": 6, "outer": 13},
}
"""How many pungs of a class there are."""

_SUITS_OF = {"simple": 3, "terminal": 3, "outer": 4}
"""In how many suits a class of tiles lies; all others are in one, or are single tiles."""

_PAIRS_OF = {"worthless": 5, "seat_wind": 4, "prevailing_wind": 4, "guest_wind": 4}


class Words(Protocol):
    """The words of a definition that can be met in several ways."""

    @property
    def sets(self) -> tuple[str, ...] | None:
        """Templates of sets."""

    @property
    def pair(self) -> str | None:
        """What the pair is."""

    @property
    def has(self) -> tuple[str, ...] | None:
        """Classes of which there is at least one tile."""

    @property
    def suits(self) -> int | str | None:
        """How many suits there are."""


def ways(words: Words) -> int:
    """No fewer than the ways in which these words can be met."""
    templates = [parse_set(text) for text in words.sets or ()]
    pair = parse_place(words.pair) if words.pair else None
    places = [one.of for one in templates if isinstance(one.of, Place)] + [pair] * (
        pair is not None
    )
    return prod(
        (
            _of_letters(place for place in places if place is not None),
            _of_classes(templates),
            _PAIRS_OF.get(words.pair or "", 1),
            prod(_SUITS_OF.get(name, 1) for name in words.has or ()),
            _of_suits(words.suits),
        )
    )


def _of_letters(places: Iterable[Place]) -> int:
    """Suits for X, Y, Z and numbers for n, m; three for an X of tiles is no matter here."""
    named = list(places)
    suits = {place.suit for place in named if place.suit in "XYZ"}
    numbers = {place.number.letter for place in named} - {""}
    values: int = 9 ** len(numbers)
    return perm(3, len(suits)) * values


def _of_classes(templates: Iterable[SetTemplate]) -> int:
    """Different sets for equal templates of a class."""
    classes = Counter(one for one in templates if isinstance(one.of, str))
    return prod(comb(_IN_CLASS.get(str(one.of), 1), times) for one, times in classes.items())


def _of_suits(suits: int | str | None) -> int:
    if suits is None:
        return 1
    least, most = count_range(suits)
    return sum(comb(3, number) for number in range(least, (3 if most is None else most) + 1))
