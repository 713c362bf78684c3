"""Who pays what under a ruleset, as tables: by han and fu, and the limits."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, zip_longest

from riichi_app.locale import Locale
from riichi_app.pages.sheet.page import Cell, Group, Row, Table
from riichi_core.language import Text
from riichi_core.rules.chapters.limits import Limit, Limits
from riichi_core.rules.chapters.yaku import HanWorth, YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.scoring.han import worths
from riichi_core.scoring.points import Payments, base_points, payments

FU = (20, 25, 30, 40, 50, 60, 70)

WINS = (
    ("east_draw", True, True),
    ("east_discard", True, False),
    ("other_draw", False, True),
    ("other_discard", False, False),
)
"""The four tables: name, whether East wins, whether the tile is drawn."""

ROWS = ("mangan", "haneman", "baiman", "sanbaiman", "counted_yakuman")

_TABLES: dict[str, Text] = {
    "east_draw": "East, self-draw: each pays",
    "east_discard": "East, {discard}",
    "other_draw": "Not East, self-draw: two pay / East pays",
    "other_discard": "Not East, {discard}",
}
"""Whose payments a table has."""

_HEADS: dict[str, Text] = {
    "limit": "Limit",
    "han": "Han",
    "east_draw": "East self-draw",
    "east_discard": "East {discard}",
    "other_draw": "Other self-draw",
    "other_discard": "Other {discard}",
}
"""The columns of the limits."""

LIMITS: dict[str, Text] = {
    "mangan": "Mangan",
    "haneman": "Haneman",
    "baiman": "Baiman",
    "sanbaiman": "Sanbaiman",
    "counted_yakuman": "Counted yakuman",
}

BLANK = "\N{EN DASH}"
"""What cannot be, and what stands between the ends of a range."""


def paid(base: int, *, dealer: bool, drawn: bool) -> Payments:
    """Who pays what without counters, which stand apart."""
    return payments(base, dealer=dealer, drawn=drawn, counters=0, counter_value=0)


def told(found: Payments, tr: Locale) -> str:
    """What is paid, as it stands in a cell: a drawn tile's two others, then East."""
    if found.from_discarder is not None:
        return tr.number(found.from_discarder)
    parts = (found.from_each, found.from_dealer)
    return " / ".join(tr.number(part) for part in parts if part is not None)


def han_columns(rules: Rules) -> tuple[int, ...]:
    """The numbers of han for which fu matter.

    They begin at what a win needs, and end before mangan, or where every row is one already.
    """
    columns: list[int] = []
    for han in count(rules.winning.minimum_han):
        bases = [base_points(han, fu, rules.limits) for fu in FU]
        if all(base.limit is not None for base in bases):
            return tuple(columns)
        columns.append(han)
    raise AssertionError("han never end")


def least_han(fu: int, rules: Rules, *, drawn: bool) -> int | None:
    """The fewest han that a hand of these fu has, None if there is no such hand.

    Twenty fu are only left to a drawn pinfu, or to an open hand where nothing is added to it;
    twenty-five are those of seven pairs.
    """
    if fu == 20 and not drawn:
        return 1 if rules.fu.open_pinfu == 0 else None
    if fu == 20:
        if rules.fu.pinfu_self_draw == "separate" or _han(rules, "pinfu") is None:
            return None
        return (_han(rules, "pinfu") or 0) + (_han(rules, "fully_concealed_hand") or 0)
    if fu == 25:
        pairs = _han(rules, "seven_pairs")
        if rules.fu.seven_pairs != fu or pairs is None:
            return None
        return pairs + (_han(rules, "fully_concealed_hand") or 0) * drawn
    return 1


def _han(rules: Rules, yaku: str) -> int | None:
    """The han of a concealed hand for a yaku that is worth han."""
    worth = getattr(rules.yaku, yaku)
    return worth.closed if isinstance(worth, HanWorth) else None


def payment_tables(rules: Rules, tr: Locale) -> tuple[Table, ...]:
    """The four tables by han and fu, none where every win is a limit."""
    columns = han_columns(rules)
    heads = (tr("Fu"), *(tr("{han} han", han=han) for han in columns))
    return tuple(
        Table(
            name.replace("_", "-"),
            tr(_TABLES[name], discard=tr.term("discard")),
            heads,
            (Group(tuple(_rows(rules, tr, columns, dealer=dealer, drawn=drawn))),),
        )
        for name, dealer, drawn in WINS
        if columns
    )


def _rows(
    rules: Rules, tr: Locale, columns: tuple[int, ...], *, dealer: bool, drawn: bool
) -> Iterator[Row]:
    for fu in FU:
        least = least_han(fu, rules, drawn=drawn)
        if least is None or least > columns[-1]:
            continue
        cells = []
        for han in columns:
            base = base_points(han, fu, rules.limits)
            if han < least:
                cells.append(Cell(BLANK, tr("cannot be")))
            else:
                text = told(paid(base.points, dealer=dealer, drawn=drawn), tr)
                of_a_limit = base.limit is not None
                aloud = tr("{points}, a limit", points=text) if of_a_limit else ""
                cells.append(Cell(text, aloud, limit=of_a_limit))
        yield Row(Cell(str(fu)), tuple(cells))


def limit_table(rules: Rules, tr: Locale) -> Table:
    """The limits, with as many yakuman as any yaku is worth."""
    heads = ("limit", "han", *(name for name, _, _ in WINS))
    rows = [_limit(tr(LIMITS[name]), han, base, tr) for name, han, base in _ranges(rules.limits)]
    base = rules.limits.yakuman
    rows.append(_limit(tr("Yakuman"), BLANK, base, tr))
    for times in _several(rules):
        rows.append(
            _limit(f"{tr('Yakuman')} \N{MULTIPLICATION SIGN} {times}", BLANK, times * base, tr)
        )
    columns = tuple(tr(_HEADS[head], discard=tr.term("discard")) for head in heads)
    return Table("limits", tr("Limits"), columns, (Group(tuple(rows)),))


def _ranges(limits: Limits) -> Iterator[tuple[str, str, int]]:
    """Name, han and base of each limit by han; they ascend, or the ruleset would be refused."""
    rows = [(name, getattr(limits, name)) for name in ROWS]
    there = [(name, row) for name, row in rows if isinstance(row, Limit)]
    for (name, row), above in zip_longest(there, there[1:]):
        last = above[1].han - 1 if above else None
        if last is None:
            yield name, f"{row.han}+", row.base
        else:
            yield name, str(last) if last == row.han else f"{row.han}{BLANK}{last}", row.base


def _several(rules: Rules) -> list[int]:
    units = {w.yakuman for w in worths(rules.yaku).values() if isinstance(w, YakumanWorth)}
    return sorted(units - {1} | ({2} if rules.limits.several_yakuman == "add_up" else set()))


def _limit(name: str, han: str, base: int, tr: Locale) -> Row:
    cells = [told(paid(base, dealer=dealer, drawn=drawn), tr) for _, dealer, drawn in WINS]
    return Row(Cell(name), (Cell(han), *map(Cell, cells)))
