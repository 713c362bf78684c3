"""The conditions of a yaku: what its alternatives require, as bits that the matcher adds up.

The alternatives of a yaku have a bit each. Most of them share most of what they require, so a
condition has few values, each with the bits of the alternatives that require it. The build prepares
the conditions of the known yaku, because expanding their definitions takes a while.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from riichi_core.analysis.alternatives import FORMS, SET_COUNTS, Alternative, expand
from riichi_core.rules.glossary import YAKU_FILE
from riichi_core.rules.library import PACKAGE, rulesets_dir
from riichi_core.rules.prepared import PREPARED, plain_value
from riichi_core.rules.yaku_vocabulary import Definition

Conditions = dict[str, dict[int, int]]
"""By condition, and by what is required, the bits of the alternatives of a yaku."""

FLAGS = ("names_form", "concealed", "depends_on_wait", "four_identical_sequences")
"""The flags of an alternative, each with the bit of its place."""

SUIT_CONDITIONS = ("allowed", "some", "sets", "pair", "part", "winning", "holds", "waiting")
"""The conditions of one suit; their names in `Conditions` end in its number.

`sets` are packed by `pack_codes`. `pair` is the possible places of the pair, also because of
`part`. `some` are places of which one must have a tile. The others are fields of `Alternative`.
"""

NUMBERS = ("total", "kinds", "apart", "bonus_tiles")
"""The conditions of the tiles of a whole hand, each packed by `pack_limits`."""

CONDITIONS = (
    "choice",
    "forms",
    "flags",
    *SET_COUNTS,
    "when",
    "unless",
    "seat",
    "round_wind",
    "waits",
    *NUMBERS,
    "red_fives",
    *(f"{name}{suit}" for suit in range(4) for name in SUIT_CONDITIONS),
)
"""Every condition.

`choice` is a number for each choice of sets, for a counted yaku. `forms` are bits of `FORMS`,
`flags` those of `FLAGS`. `red_fives` is packed by `pack_limits`. The others are fields of
`Alternative` or of its `winds`.
"""

ANY_WAIT = -1
"""The `waits` of an alternative that every wait meets."""

_ANYWHERE = 0b111111111

_CODE = (PACKAGE / "rules", PACKAGE / "analysis", PACKAGE / "hands")
"""The code that makes the conditions, which are out of date if it is newer."""

_LIMIT_BITS = 16


def conditions_of(definition: Definition) -> Conditions:
    """Return the conditions of a yaku, made from its definition."""
    conditions: Conditions = {condition: {} for condition in CONDITIONS}
    choices: dict[tuple[tuple[int, ...], ...], int] = {}
    for place, alternative in enumerate(expand(definition)):
        sets = tuple(tuple(sorted(map(_quad_as_triplet, codes))) for codes in alternative.sets)
        choice = choices.setdefault(sets, len(choices))
        for condition, required in (("choice", choice), *_required(alternative)):
            bits = conditions[condition]
            bits[required] = bits.get(required, 0) | 1 << place
    return conditions


def _required(alternative: Alternative) -> Iterator[tuple[str, int]]:
    """Yield each condition of an alternative, and what it requires."""
    yield "forms", sum(1 << FORMS.index(form) for form in alternative.forms)
    yield "flags", sum(getattr(alternative, flag) << place for place, flag in enumerate(FLAGS))
    yield from zip(SET_COUNTS, alternative.counts, strict=True)
    yield "when", alternative.when
    yield "unless", alternative.unless
    yield "seat", alternative.winds.seat
    yield "round_wind", alternative.winds.round_wind
    yield "waits", ANY_WAIT if alternative.waits is None else alternative.waits
    for name in (*NUMBERS, "red_fives"):
        if (limits := getattr(alternative, name)) is not None:
            yield name, pack_limits(*limits)
    for suit in range(4):
        yield from (
            (f"{name}{suit}", value) for name, value in _required_of_suit(alternative, suit)
        )


def _required_of_suit(alternative: Alternative, suit: int) -> Iterator[tuple[str, int]]:
    pair = _ANYWHERE if alternative.pair is None else alternative.pair[suit]
    if alternative.part is not None:
        pair &= alternative.part[suit]
        yield "part", alternative.part[suit]
    yield "pair", pair
    yield "allowed", alternative.allowed[suit]
    yield from (("some", mask) for some_suit, mask in sorted(alternative.some) if some_suit == suit)
    yield "sets", pack_codes(alternative.sets[suit])
    yield "winning", alternative.winning[suit]
    if alternative.holds[suit]:
        yield "holds", alternative.holds[suit]
    if alternative.waiting is not None:
        yield "waiting", alternative.waiting[suit]


def _quad_as_triplet(code: int) -> int:
    """Return the code of a set, with a quad as a triplet: they are one way of a counted yaku."""
    return code - 9 if code >= 18 else code


def pack_codes(codes: Iterable[int]) -> int:
    """Return required sets as one number: the count of each code, in three bits."""
    return sum(1 << 3 * code for code in codes)


def pack_limits(least: int, most: int) -> int:
    """Return a minimum and a maximum as one number."""
    return least << _LIMIT_BITS | most


def within(number: int, limits: int) -> bool:
    """Return True if a number is within limits packed by `pack_limits`."""
    return limits >> _LIMIT_BITS <= number <= limits & (1 << _LIMIT_BITS) - 1


# ---- prepared conditions -------------------------------------------------------------------------


def prepared_conditions(yaku: str) -> Conditions | None:
    """Return the prepared conditions of a known yaku; None if they are missing or out of date."""
    prepared = _prepared().get(yaku)
    if prepared is None:
        return None
    return {condition: {} for condition in CONDITIONS} | {
        condition: {int(required): int(bits, 16) for required, bits in by_required.items()}
        for condition, by_required in prepared.items()
    }


@cache
def _prepared() -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the prepared conditions by yaku, as they are in JSON."""
    return plain_value(yaku_conditions_file(), rulesets_dir() / YAKU_FILE, *_CODE) or {}


def yaku_conditions_file() -> Path:
    """Return the path of the prepared conditions."""
    return rulesets_dir() / PREPARED / "yaku-conditions.json"
