"""A table of the facts of a win that exclude each other, each row with its reason.

In: the facts of a win as bits. Out: the first row of `EXCLUSIONS` whose facts are all present. A
row applies to every ruleset. Rules that only some rulesets have are checked when a win is scored.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, reduce
from operator import or_
from typing import Literal, get_args

from riichi_core.messages import Message
from riichi_core.rules.yaku_vocabulary import Circumstance, Occasion

Fact = Literal[
    Occasion,
    "not_after_quad",
    "no_riichi",
    "ura",
    "kan_ura",
    "not_dealer",
    "open",
    "own_set",
    "no_own_quad",
    "own_quad",
    "one_own_quad",
    "four_own_quads",
    "quad_indicator",
    "five_indicators",
    "quad_of_others",
    "not_orphans",
    "robbed_tile_held",
    "robbed_tile_shown",
]
"""A fact of a win: an occasion, or one of these.

- `ura`, `kan_ura`: the indicators under the first indicator, and under the kan dora indicators
- `open`, `own_set`: the hand has a claimed set, or any set on the table
- `not_after_quad`: the winning tile is not a replacement tile
- `quad_indicator`: a kan dora indicator is face up; `five_indicators`: four of them are
- `quad_of_others`: more indicators are face up than the winner's own quads turned
- `not_orphans`: the hand does not have all thirteen kinds of terminals and honours
- `robbed_tile_held`, `robbed_tile_shown`: the hand or an indicator has a tile of the robbed quad
"""


FACT_BITS: dict[Fact, int] = {
    fact: 1 << bit for bit, fact in enumerate(dict.fromkeys((*get_args(Occasion), *get_args(Fact))))
}
"""The bit of each fact; the occasions have the lowest bits, as in `Packed.flags`."""


@dataclass(frozen=True, slots=True)
class Exclusion:
    """Facts that cannot all be true of one win.

    Attributes:
        facts: the facts, two or more.
        field: the field of a record that the error names.
        reason: the message of the error.
        clauses: the ids of the clauses that support the reason, with their sections in each book
            (rulesets/clauses.yaml); empty if it follows only from the meaning of a local yaku.
    """

    facts: frozenset[Fact]
    field: str
    reason: Message
    clauses: tuple[str, ...]


def bits_of(facts: Iterable[Fact]) -> int:
    """Combine the bits of some facts."""
    return reduce(or_, (FACT_BITS[fact] for fact in facts), 0)


_CIRCUMSTANCES = get_args(Circumstance)
_FIELDS: dict[Fact, str] = {"ura": "ura_dora_indicators", "kan_ura": "kan_ura_dora_indicators"}
"""The fields of records whose names differ from those of the facts."""


def _exclusion(facts: str, reason: Message, clauses: str = "") -> Exclusion:
    """Return the row for some facts; the error names the field of the first."""
    words: Sequence[Fact] = facts.split()  # type: ignore[assignment]
    field = "circumstances" if words[0] in _CIRCUMSTANCES else _FIELDS.get(words[0], words[0])
    return Exclusion(frozenset(words), field, reason, tuple(clauses.split()))


def _without(fact: Fact, needed: Fact) -> Message:
    return Message("{fact} without {needed}", fact=fact, needed=needed)


def _turned_up_by_riichi(field: str) -> Message:
    return Message(
        "{field} without riichi: only a player who declared riichi turns them up", field=field
    )


def _not_discarded(fact: Fact) -> Message:
    return Message(
        "{fact} with robbing_quad: the tile was added to a triplet, not discarded", fact=fact
    )


# ---- the clauses that support the reasons -------------------------------------------------------

_TURNS = "turn-east-first"
_QUADS = "quad-replacement"
_FOUR_QUADS = "quad-max-four"
_LAST_QUAD = "quad-replacement-limit"
_RIICHI = "riichi-conditions"
_IPPATSU = "yaku-ippatsu yaku-ippatsu-broken"
_DOUBLE_IPPATSU = f"{_IPPATSU} yaku-double-riichi"
_FIRST_TURN = "turn-set-of-turns yaku-renho-broken yaku-tenho yaku-chiho"
_ROBBING = "yaku-chankan"
_ROBBING_CONCEALED = f"{_ROBBING} quad-concealed-robbed-orphans"
_URA = "dora-ura-riichi-only"

EXCLUSIONS: tuple[Exclusion, ...] = (
    # a tile that was drawn, or that came from another player
    _exclusion(
        "robbing_quad self_draw",
        Message("robbing_quad on a self-draw: a quad is robbed of another player's tile"),
        _ROBBING,
    ),
    _exclusion(
        "after_quad discard",
        Message("after_quad on a discard: the replacement tile is drawn"),
        _QUADS,
    ),
    # quads
    _exclusion(
        "after_quad no_own_quad",
        Message("after_quad: the hand has no quad, so it gets no replacement tile"),
        _QUADS,
    ),
    _exclusion(
        "robbing_quad robbed_tile_held",
        Message(
            "robbing_quad: the other three {tile} are in the quad, so the hand cannot have one"
        ),
        _ROBBING,
    ),
    _exclusion(
        "robbing_quad robbed_tile_shown",
        Message("robbing_quad: all four {tile} are in the quad, so none can be an indicator"),
        _ROBBING,
    ),
    _exclusion(
        "last_tile robbing_quad",
        Message(
            "last_tile with robbing_quad: nobody may declare a quad after the last tile of the "
            "wall is drawn"
        ),
        _LAST_QUAD,
    ),
    _exclusion(
        "robbing_quad four_own_quads",
        Message("robbing_quad: the hand has four quads, and nobody may declare a fifth"),
        _FOUR_QUADS,
    ),
    _exclusion(
        "robbing_quad five_indicators",
        Message(
            "robbing_quad: five indicators are face up after four quads, and nobody may declare a"
            " fifth"
        ),
        _FOUR_QUADS,
    ),
    # riichi
    _exclusion("ippatsu no_riichi", Message("ippatsu without riichi"), _IPPATSU),
    _exclusion("ura no_riichi", _turned_up_by_riichi("ura_dora_indicators"), _URA),
    _exclusion("kan_ura no_riichi", _turned_up_by_riichi("kan_ura_dora_indicators"), _URA),
    _exclusion(
        "riichi open",
        Message("riichi: the hand is open, and riichi needs a concealed hand"),
        _RIICHI,
    ),
    _exclusion(
        "ippatsu after_quad",
        Message("ippatsu with after_quad: the winner's own quad ends ippatsu"),
        _IPPATSU,
    ),
    _exclusion(
        "ippatsu double_riichi own_quad",
        Message(
            "ippatsu with double riichi: the hand has a quad, which rules out double riichi "
            "before the riichi and ippatsu after it"
        ),
        _DOUBLE_IPPATSU,
    ),
    _exclusion(
        "ippatsu double_riichi quad_indicator",
        Message(
            "ippatsu with double riichi: a kan dora indicator is face up, and a quad rules out "
            "double riichi before the riichi and ippatsu after it"
        ),
        _DOUBLE_IPPATSU,
    ),
    _exclusion(
        "robbing_quad double_riichi ippatsu not_orphans",
        Message(
            "robbing_quad with double riichi and ippatsu: nobody has claimed a tile, so the quad "
            "is concealed, and only thirteen orphans can rob it"
        ),
        f"{_DOUBLE_IPPATSU} {_ROBBING_CONCEALED}",
    ),
    _exclusion(
        "last_tile double_riichi ippatsu",
        Message(
            "last_tile with double riichi and ippatsu: most of the wall is left when ippatsu ends"
        ),
        _DOUBLE_IPPATSU,
    ),
    # the first turn
    _exclusion(
        "first_turn own_set",
        Message("first_turn: a hand with a set on the table cannot win in the first turn"),
        _FIRST_TURN,
    ),
    _exclusion(
        "first_turn riichi",
        Message(
            "first_turn: riichi is declared with a discard, and first_turn is before the "
            "player's first discard"
        ),
        _RIICHI,
    ),
    _exclusion(
        "robbing_quad first_turn not_orphans",
        Message(
            "robbing_quad with first_turn: nobody has claimed a tile, so the quad is concealed, "
            "and only thirteen orphans can rob it"
        ),
        f"{_FIRST_TURN} {_ROBBING_CONCEALED}",
    ),
    _exclusion(
        "last_tile first_turn",
        Message("last_tile with first_turn: most of the wall is left in the first turn"),
        _FIRST_TURN,
    ),
    _exclusion(
        "first_turn dealer discard",
        Message(
            "first_turn: East discards first, so East has no earlier discard to win on: expected "
            "self_draw or another seat"
        ),
        f"{_TURNS} yaku-renho-not-dealer",
    ),
    _exclusion(
        "first_turn quad_indicator",
        Message("first_turn: a kan dora indicator is face up, and a quad ends the first turn"),
        _FIRST_TURN,
    ),
    # facts that only some local yaku require
    _exclusion("riichi_discard self_draw", _without("riichi_discard", "discard")),
    _exclusion("quad_discard self_draw", _without("quad_discard", "discard")),
    _exclusion("open_riichi no_riichi", _without("open_riichi", "riichi")),
    _exclusion("after_two_quads not_after_quad", _without("after_two_quads", "after_quad")),
    _exclusion("first_turn_quad not_after_quad", _without("first_turn_quad", "after_quad")),
    _exclusion("eighth_dealer_win not_dealer", _without("eighth_dealer_win", "dealer")),
    _exclusion("riichi_discard robbing_quad", _not_discarded("riichi_discard"), _ROBBING),
    _exclusion("quad_discard robbing_quad", _not_discarded("quad_discard"), _ROBBING),
    _exclusion(
        "quad_discard ippatsu",
        Message("quad_discard with ippatsu: the quad before the discard ends ippatsu"),
        _IPPATSU,
    ),
    _exclusion(
        "quad_discard first_turn",
        Message("quad_discard with first_turn: the quad before the discard ends the first turn"),
        _FIRST_TURN,
    ),
    _exclusion(
        "quad_discard four_own_quads",
        Message("quad_discard: the hand has four quads, and nobody may declare a fifth"),
        _FOUR_QUADS,
    ),
    _exclusion(
        "breaks_eighth_win dealer",
        Message(
            "breaks_eighth_win: the winner is East, and only another player can break East's "
            "eighth win"
        ),
    ),
    _exclusion(
        "after_two_quads one_own_quad",
        Message.counted(
            "after_two_quads: the hand has {n} quad", "after_two_quads: the hand has {n} quads", 1
        ),
    ),
    _exclusion(
        "first_turn_quad riichi",
        Message(
            "first_turn_quad with riichi: nobody can declare riichi before their first discard"
        ),
        _RIICHI,
    ),
    _exclusion(
        "first_turn_quad open",
        Message("first_turn_quad: a claim ends the first turn, and the hand has a claimed set"),
        _FIRST_TURN,
    ),
    _exclusion(
        "first_turn_quad quad_of_others",
        Message(
            "first_turn_quad: another player's quad ends the first turn, and its kan dora "
            "indicator is face up"
        ),
        _FIRST_TURN,
    ),
    _exclusion(
        "first_turn_quad last_tile",
        Message("first_turn_quad with last_tile: most of the wall is left in the first turn"),
        _FIRST_TURN,
    ),
)
"""The facts that exclude each other. The first row that applies gives the error."""


@lru_cache(maxsize=4096)
def exclusion_among(facts: int) -> Exclusion | None:
    """Return the first row of the table whose facts are all present; None if there is none.

    >>> exclusion = exclusion_among(bits_of({"robbing_quad", "last_tile", "discard"}))
    >>> exclusion.field
    'last_tile'
    """
    return next((row for row in EXCLUSIONS if not bits_of(row.facts) & ~facts), None)
