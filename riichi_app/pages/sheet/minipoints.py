"""What gives minipoints under a ruleset, as tables; the counting itself is asked, not retold."""

from __future__ import annotations

from riichi_app.locale import Locale
from riichi_app.pages.sheet.page import Cell, Group, Row, Table
from riichi_core.hands.decomposition import (
    CLAIMED_KONG,
    CLAIMED_PUNG,
    CONCEALED_KONG,
    EDGE,
    NOWHERE,
    PUNG,
)
from riichi_core.hands.flags import AFTER_KONG, OPEN, SEAT_SHIFT, SELF_DRAW
from riichi_core.language import Text
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.rules import Rules
from riichi_core.scoring.fu import count_fu, set_item

_EAST, _DRAGON = 1, 5
"""Honours as `count_fu` has them."""

_SEAT_OF_SOUTH = 1 << SEAT_SHIFT
"""South wins in the round of East; where no wind is given, East wins in it."""

_SIMPLE, _OUTER = 4, 0
"""The places of a five and of a one."""

_ROWS = (
    ("simple_pung", CLAIMED_PUNG, PUNG, _SIMPLE),
    ("outer_pung", CLAIMED_PUNG, PUNG, _OUTER),
    ("simple_kong", CLAIMED_KONG, CONCEALED_KONG, _SIMPLE),
    ("outer_kong", CLAIMED_KONG, CONCEALED_KONG, _OUTER),
)


_NAMES: dict[str, Text] = {
    "simple_pung": "Pung, simples",
    "outer_pung": "Pung, terminals or honours",
    "simple_kong": "Kong, simples",
    "outer_kong": "Kong, terminals or honours",
    "dragon_pair": "Pair of dragons",
    "wind_pair": "Pair of seat or prevailing wind",
    "double_wind_pair": "Pair of a wind that is both",
    "wait": "Edge, closed or pair wait",
    "self_draw": "Self-draw",
    "self_draw_not_pinfu": "Self-draw, not with Pinfu",
    "self_draw_after_kong": "Self-draw after a kong",
    "open_pinfu": "Open hand that has no others",
    "concealed_discard": "Concealed, on a {discard}",
    "seven_pairs": "Seven Pairs, nothing is added",
    "other": "Open hand, or self-draw",
}
"""What gives fu, by the name that it has here."""


def minipoint_tables(rules: Rules, tr: Locale) -> tuple[Table, ...]:
    """The fu of sets, of all else in a hand, and of winning."""
    pinfu, pairs = (yaku != "none" for yaku in (rules.yaku.pinfu, rules.yaku.seven_pairs))
    return (
        _sets(tr),
        _others(rules.fu, tr, pinfu=pinfu),
        _winning(rules.fu, tr, pairs=pairs),
    )


def _sets(tr: Locale) -> Table:
    rows = [
        Row(Cell(tr(_NAMES[name])), (Cell(_of_set(opened, place)), Cell(_of_set(shut, place))))
        for name, opened, shut, place in _ROWS
    ]
    columns = (tr("Set"), tr("Open"), tr("Concealed"))
    return Table("fu-sets", tr("Minipoints of sets"), columns, (Group(tuple(rows)),))


def _of_set(kind: int, place: int) -> str:
    item = set_item(0, 9 * kind + place)
    assert item is not None
    return str(item.fu)


def _others(rules: FuRules, tr: Locale, *, pinfu: bool) -> Table:
    found = {
        "dragon_pair": _fu(rules, OPEN, pair=_DRAGON),
        "wind_pair": _fu(rules, OPEN | _SEAT_OF_SOUTH, pair=_EAST),
        "double_wind_pair": _fu(rules, OPEN, pair=_EAST),
        "wait": _fu(rules, OPEN, wait=EDGE),
    }
    drawn, after_kong = _fu(rules, SELF_DRAW), _fu(rules, SELF_DRAW | AFTER_KONG)
    combined = pinfu and rules.pinfu_self_draw == "combined"
    found["self_draw_not_pinfu" if combined else "self_draw"] = drawn
    if after_kong != drawn:
        found["self_draw_after_kong"] = after_kong
    if opened := _fu(rules, OPEN):
        found["open_pinfu"] = opened
    return _list("fu-others", tr("Other minipoints"), found, tr)


FOR_WINNING = ("winning", "concealed_discard")


def _fu(rules: FuRules, table: int, *, pair: int = 0, wait: int = NOWHERE) -> int:
    """The fu that a hand without pungs has for other things than winning."""
    items = count_fu(0, wait, pair, table, rules, pinfu=False).items
    return sum(item.fu for item in items if item.id not in FOR_WINNING)


def _winning(rules: FuRules, tr: Locale, *, pairs: bool) -> Table:
    found = {
        "concealed_discard": _for_winning(rules, table=0),
        **({"seven_pairs": rules.seven_pairs} if pairs else {}),
        "other": _for_winning(rules, table=OPEN),
    }
    return _list("fu-winning", tr("Minipoints for winning"), found, tr)


def _for_winning(rules: FuRules, table: int) -> int:
    items = count_fu(0, NOWHERE, 0, table, rules, pinfu=False).items
    return sum(item.fu for item in items if item.id in FOR_WINNING)


def _list(name: str, title: str, found: dict[str, int], tr: Locale) -> Table:
    rows = tuple(Row(Cell(_name(key, tr)), (Cell(str(fu)),)) for key, fu in found.items())
    return Table(name, title, (tr("For"), tr("Fu")), (Group(rows),))


def _name(key: str, tr: Locale) -> str:
    return tr(_NAMES[key], discard=tr.term("discard"))
