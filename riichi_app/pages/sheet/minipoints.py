"""Minipoints under a ruleset, as tables; the counting itself is asked, not retold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from riichi_app.documents.model import Column, Row, TableBlock, plain_row, plain_table
from riichi_app.locale import Locale
from riichi_core.analysis import set_fu
from riichi_core.language import Text
from riichi_core.rules.chapters.fu import FuRules
from riichi_core.rules.rules import Rules
from riichi_core.scoring.fu import count_fu
from riichi_core.tiles import TILES, Tile, Wind

_EAST, _DRAGON = TILES["1z"], TILES["7z"]
_SIMPLE, _OUTER = TILES["5m"], TILES["1m"]

_ROWS: tuple[tuple[str, Literal["pung", "kong"], Tile], ...] = (
    ("simple_pung", "pung", _SIMPLE),
    ("outer_pung", "pung", _OUTER),
    ("simple_kong", "kong", _SIMPLE),
    ("outer_kong", "kong", _OUTER),
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
"""The sources of fu, by the names that they have here."""


def minipoint_tables(rules: Rules, tr: Locale) -> tuple[TableBlock, ...]:
    """Return the fu of sets, of all else in a hand, and of winning."""
    pinfu, pairs = (yaku != "none" for yaku in (rules.yaku.pinfu, rules.yaku.seven_pairs))
    return (
        _sets(tr),
        _others(rules.fu, tr, pinfu=pinfu),
        _winning(rules.fu, tr, pairs=pairs),
    )


def _sets(tr: Locale) -> TableBlock:
    rows = [
        plain_row(
            tr(_NAMES[name]),
            *(str(set_fu(kind, tile, concealed=shut).fu) for shut in (False, True)),
        )
        for name, kind, tile in _ROWS
    ]
    heads = (tr("Set"), tr("Open"), tr("Concealed"))
    return figures("fu-sets", tr("Minipoints of sets"), heads, rows)


def _others(rules: FuRules, tr: Locale, *, pinfu: bool) -> TableBlock:
    found = {
        "dragon_pair": _fu(rules, is_open=True, pair=_DRAGON),
        "wind_pair": _fu(rules, is_open=True, pair=_EAST, seat=Wind.SOUTH),
        "double_wind_pair": _fu(rules, is_open=True, pair=_EAST),
        "wait": _fu(rules, is_open=True, wait="edge"),
    }
    drawn, after_kong = _fu(rules, drawn=True), _fu(rules, drawn=True, after_kong=True)
    combined = pinfu and rules.pinfu_self_draw == "combined"
    found["self_draw_not_pinfu" if combined else "self_draw"] = drawn
    if after_kong != drawn:
        found["self_draw_after_kong"] = after_kong
    if opened := _fu(rules, is_open=True):
        found["open_pinfu"] = opened
    return _list("fu-others", tr("Other minipoints"), found, tr)


FOR_WINNING = ("winning", "concealed_discard")


def _fu(rules: FuRules, **facts: Any) -> int:
    """Return the fu that a hand without pungs has for other things than winning."""
    items = count_fu(rules, **facts).items
    return sum(item.fu for item in items if item.id not in FOR_WINNING)


def _winning(rules: FuRules, tr: Locale, *, pairs: bool) -> TableBlock:
    found = {
        "concealed_discard": _for_winning(rules, is_open=False),
        **({"seven_pairs": rules.seven_pairs} if pairs else {}),
        "other": _for_winning(rules, is_open=True),
    }
    return _list("fu-winning", tr("Minipoints for winning"), found, tr)


def _for_winning(rules: FuRules, *, is_open: bool) -> int:
    items = count_fu(rules, is_open=is_open).items
    return sum(item.fu for item in items if item.id in FOR_WINNING)


def _list(name: str, title: str, found: dict[str, int], tr: Locale) -> TableBlock:
    rows = [plain_row(_name(key, tr), str(fu)) for key, fu in found.items()]
    return figures(name, title, (tr("For"), tr("Fu")), rows)


def figures(name: str, title: str, heads: Sequence[str], rows: Iterable[Row]) -> TableBlock:
    """Return a table of figures beside what each row is about."""
    first, *others = heads
    columns = [Column(first, share=1), *(Column(head, "right") for head in others)]
    return plain_table(columns, rows, name, title, bold=False)


def _name(key: str, tr: Locale) -> str:
    return tr(_NAMES[key], discard=tr.term("discard"))
