"""What gives minipoints under a ruleset, as tables; the counting itself is asked, not retold."""

from __future__ import annotations

from riichi_app.locale.locale import Locale
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


def minipoint_tables(rules: Rules, words: Locale) -> tuple[Table, ...]:
    """The fu of sets, of all else in a hand, and of winning."""
    pinfu, pairs = (yaku != "none" for yaku in (rules.yaku.pinfu, rules.yaku.seven_pairs))
    return (
        _sets(words),
        _others(rules.fu, words, pinfu=pinfu),
        _winning(rules.fu, words, pairs=pairs),
    )


def _sets(words: Locale) -> Table:
    rows = [
        Row(Cell(words(f"fu.{name}")), (Cell(_of_set(opened, place)), Cell(_of_set(shut, place))))
        for name, opened, shut, place in _ROWS
    ]
    columns = (words("fu.set"), words("fu.open"), words("fu.closed"))
    return Table("fu-sets", words("fu.title"), columns, (Group(tuple(rows)),))


def _of_set(kind: int, place: int) -> str:
    item = set_item(0, 9 * kind + place)
    assert item is not None
    return str(item.fu)


def _others(rules: FuRules, words: Locale, *, pinfu: bool) -> Table:
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
    return _list("fu-others", "fu.others_title", found, words)


FOR_WINNING = ("winning", "concealed_discard")


def _fu(rules: FuRules, table: int, *, pair: int = 0, wait: int = NOWHERE) -> int:
    """The fu that a hand without pungs has for other things than winning."""
    items = count_fu(0, wait, pair, table, rules, pinfu=False).items
    return sum(item.fu for item in items if item.id not in FOR_WINNING)


def _winning(rules: FuRules, words: Locale, *, pairs: bool) -> Table:
    found = {
        "concealed_discard": _for_winning(rules, table=0),
        **({"seven_pairs": rules.seven_pairs} if pairs else {}),
        "other": _for_winning(rules, table=OPEN),
    }
    return _list("fu-winning", "fu.winning_title", found, words)


def _for_winning(rules: FuRules, table: int) -> int:
    items = count_fu(0, NOWHERE, 0, table, rules, pinfu=False).items
    return sum(item.fu for item in items if item.id in FOR_WINNING)


def _list(name: str, title: str, found: dict[str, int], words: Locale) -> Table:
    rows = tuple(Row(Cell(words(f"fu.{key}")), (Cell(str(fu)),)) for key, fu in found.items())
    return Table(name, words(title), (words("fu.what"), words("fu.fu")), (Group(rows),))
