"""What a scenario can expect of a win: the parts of its result, each with its shape."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, get_args, get_type_hints

from riichi_core.rules.diagnostics import Pointer
from riichi_core.rules.yaku_index import alias
from riichi_core.scenarios.notes import Notes
from riichi_core.scoring import Dora, NoWin, Payments
from riichi_core.scoring.fu import FuId
from riichi_core.scoring.points import LimitId

ERRORS = (
    *("contradiction", "five_of_a_tile", "missing_field", "no_set", "notation", "out_of_range"),
    *("red_five", "tile_count", "unknown_word", "wrong_type"),
)
"""Why facts are no win at all, or none that a ruleset can have."""

A_YAKU = "the id of a yaku that is known (riichi find NAME) or that the ruleset defines"


@dataclass(frozen=True, slots=True)
class Shape:
    """What fits as a value: a kind of thing, a word of a list, a mapping of parts, or many of one.

    `says` is what fits in words, `kinds` the types of plain values, `words` the names of a `what`;
    `needed` are the parts that must be there.
    """

    says: str
    kinds: tuple[type, ...] = ()
    what: str = ""
    words: tuple[str, ...] = ()
    parts: Mapping[str, Shape] = field(default_factory=dict)
    needed: tuple[str, ...] = ()
    each: Shape | None = None


_TRUTH = Shape("true or false", (bool,))
_NUMBER = Shape("a whole number", (int,))
_NUMBER_OR_NOT = Shape("a whole number or null", (int, type(None)))
_TILE = Shape("a tile, as 2m", (str,))
_PAID = tuple(name for name in Payments._fields if name != "total")


def _word(what: str, words: tuple[str, ...]) -> Shape:
    return Shape(f"the id of a {what}", what=what, words=words)


def _list(each: Shape, *, or_null: bool = False) -> Shape:
    empty = (type(None),) if or_null else ()
    return Shape(f"[{each.says}, …]" + " or null" * or_null, empty, each=each)


def _parts(of: Shape, names: tuple[str, ...]) -> Shape:
    return Shape(f"{{{names[0]}: …}}", parts=dict.fromkeys(names, of))


@cache
def shapes(yaku: tuple[str, ...]) -> Mapping[str, Shape]:
    """Every part of a result that can be expected, where these yaku can be had."""
    one = _word("yaku", yaku)
    limits, fu = get_args(LimitId), _word("fu", get_args(FuId))
    items = {"id": fu, "fu": _NUMBER, "tile": _TILE, "concealed": _TRUTH}
    counted = {"id": one, "han": _NUMBER_OR_NOT, "count": _NUMBER}
    return {
        "valid": _TRUTH,
        "reason": _word("reason", get_args(get_type_hints(NoWin)["reason"])),
        "yaku": _list(Shape("{id: …, han: …}", parts=counted, needed=("id",))),
        "dora": _parts(_NUMBER, Dora._fields),
        "han": _NUMBER_OR_NOT,
        "fu": _NUMBER_OR_NOT,
        "fu_items": _list(Shape("{id: …, fu: …}", parts=items, needed=("id",)), or_null=True),
        "limit": Shape(f"null or {', '.join(limits)}", (type(None),), "limit", limits),
        "yakuman": _NUMBER,
        "payments": _parts(_NUMBER_OR_NOT, _PAID),
        "total": _NUMBER,
        "has": _list(one),
        "has_not": _list(one),
        "error": Shape("true, or why there is no win", (bool,), "error", ERRORS),
    }


def check(notes: Notes, pointer: Pointer, value: Any, yaku: tuple[str, ...]) -> None:
    """Note whatever cannot be expected of a win, where these yaku can be had."""
    known = shapes(yaku)
    if not isinstance(value, dict) or not value:
        notes.misfit(pointer, value, "a part of the result, as {han: 4, total: 7700}")
        return
    notes.keys(pointer, value, tuple(known))
    for name, part in value.items():
        if name in known:
            _check(notes, (*pointer, name), part, known[name])
    if value.get("error") is False:
        notes.misfit((*pointer, "error"), False, known["error"].says)
    elif "error" in value and len(value) > 1:
        message = "where there is an error there is no result"
        notes.say((*pointer, "error"), "contradiction", message, expected="error alone", key=True)


def _check(notes: Notes, pointer: Pointer, value: Any, shape: Shape) -> None:
    if type(value) in shape.kinds:
        return
    if shape.each is not None and isinstance(value, list):
        for index, item in enumerate(value):
            _check(notes, (*pointer, index), item, shape.each)
    elif shape.parts and isinstance(value, dict):
        _check_parts(notes, pointer, value, shape)
    elif shape.words and isinstance(value, str):
        if value not in shape.words:
            is_yaku = shape.what == "yaku"
            near = (alias(value) or "") if is_yaku else ""
            expected = A_YAKU if is_yaku else ""
            notes.unknown(pointer, shape.what, value, shape.words, near=near, expected=expected)
    else:
        notes.misfit(pointer, value, shape.says)


def _check_parts(notes: Notes, pointer: Pointer, value: dict[str, Any], shape: Shape) -> None:
    meant = notes.keys(pointer, value, tuple(shape.parts))
    for name in shape.needed:
        if name not in value and name not in meant:
            notes.say(pointer, "missing-key", f"'{name}' is missing", expected=shape.says)
    for name, part in value.items():
        if name in shape.parts:
            _check(notes, (*pointer, name), part, shape.parts[name])
