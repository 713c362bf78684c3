"""Payments under a ruleset, as tables: by han and fu, and the limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, zip_longest

from riichi_app.documents.model import (
    Cell,
    Column,
    Row,
    Styled,
    TableBlock,
    cell,
    plain_row,
    plain_table,
)
from riichi_app.locale import Locale
from riichi_app.pages.sheet.minipoints import figures
from riichi_core.language import Text
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.yaku import HanWorth, YakumanWorth
from riichi_core.rules.rules import Rules
from riichi_core.scoring.han import worths
from riichi_core.scoring.least import Way, least_with
from riichi_core.scoring.points import Payments, base_points, limit_rows, payments

FU = (20, 25, *range(30, 120, 10))

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
"""The player whose payments a table has."""

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

MOST_HAN = 5
"""The most columns in which payments are set in letters as large as those of the other tables."""

BLANK = "\N{EN DASH}"
"""The marks for a value that cannot be, and between the ends of a range."""


def paid(base: int, *, dealer: bool, drawn: bool) -> Payments:
    """Return the payments of a win without counters, which stand apart."""
    return payments(base, dealer=dealer, drawn=drawn)


def told(found: Payments, tr: Locale) -> str:
    """Return payments as they stand in a cell: for a self-draw those of the others, then East's."""
    if found.from_discarder is not None:
        return tr.number(found.from_discarder)
    parts = (found.from_each, found.from_dealer)
    return " / ".join(tr.number(part) for part in parts if part is not None)


def han_columns(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of han for which fu matter.

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
    """Return the fewest han that a hand of these fu has, None if there is no such hand.

    Twenty fu are only left to a drawn pinfu, or to an open hand where nothing is added to it;
    twenty-five are those of seven pairs; the most take kongs, which can be a yaku.
    """
    if fu == FU[-1]:
        ways = (Way(drawn, riichi) for riichi in (True, False))
        return min((one.han for way in ways if (one := least_with(fu, way, rules))), default=None)
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
    """Return the han of a concealed hand for a yaku that is worth han."""
    worth = getattr(rules.yaku, yaku)
    return worth.closed if isinstance(worth, HanWorth) else None


def payment_tables(rules: Rules, tr: Locale) -> tuple[TableBlock, ...]:
    """Return the four tables by han and fu, none where every win is a limit."""
    hans = han_columns(rules)
    heads = [Column(tr("{han} han", han=han), "right", share=1) for han in hans]
    return tuple(
        plain_table(
            (Column(tr("Fu")), *heads),
            _rows(rules, tr, hans, dealer=dealer, drawn=drawn),
            name.replace("_", "-"),
            tr(_TABLES[name], discard=tr.term("discard")),
            dense=len(hans) > MOST_HAN,
        )
        for name, dealer, drawn in WINS
        if hans
    )


def _rows(
    rules: Rules, tr: Locale, columns: tuple[int, ...], *, dealer: bool, drawn: bool
) -> Iterator[Row]:
    for fu in FU:
        least = least_han(fu, rules, drawn=drawn)
        if least is None or least > columns[-1]:
            continue
        cells = [_cell(han, fu, least, rules, tr, dealer=dealer, drawn=drawn) for han in columns]
        yield Row((cell(str(fu)), *cells))


def _cell(
    han: int, fu: int, least: int, rules: Rules, tr: Locale, *, dealer: bool, drawn: bool
) -> Cell:
    """Return a payment, shaded where it is that of a limit, or a dash for what cannot be."""
    base = base_points(han, fu, rules.limits)
    if han < least:
        return cell(Styled(BLANK, aloud=tr("cannot be")))
    text = told(paid(base.points, dealer=dealer, drawn=drawn), tr)
    if base.limit is None:
        return cell(text)
    return cell(Styled(text, aloud=tr("{points}, a limit", points=text)), shaded=True)


def limit_table(rules: Rules, tr: Locale) -> TableBlock:
    """Return the limits, with as many yakuman as any yaku is worth."""
    heads = ("limit", "han", *(name for name, _, _ in WINS))
    rows = [_limit(tr(LIMITS[name]), han, base, tr) for name, han, base in _ranges(rules.limits)]
    base = rules.limits.yakuman
    rows.append(_limit(tr("Yakuman"), BLANK, base, tr))
    for times in _several(rules):
        rows.append(
            _limit(f"{tr('Yakuman')} \N{MULTIPLICATION SIGN} {times}", BLANK, times * base, tr)
        )
    titles = [tr(_HEADS[head], discard=tr.term("discard")) for head in heads]
    return replace(figures("limits", tr("Limits"), titles, rows), dense=True)


def _ranges(limits: Limits) -> Iterator[tuple[str, str, int]]:
    """Yield name, han and base of each limit; they ascend, or the ruleset would be refused."""
    there = [*limit_rows(limits)][::-1]
    for (name, row), above in zip_longest(there, there[1:]):
        last = above[1].han - 1 if above else None
        if last is None:
            yield name, f"{row.han}+", row.base
        else:
            yield name, str(last) if last == row.han else f"{row.han}{BLANK}{last}", row.base


def _several(rules: Rules) -> list[int]:
    units = {w.yakuman for w in worths(rules.yaku).values() if isinstance(w, YakumanWorth)}
    return sorted(units - {1} | (set() if rules.limits.several_yakuman == "best_one" else {2}))


def _limit(name: str, han: str, base: int, tr: Locale) -> Row:
    cells = [told(paid(base, dealer=dealer, drawn=drawn), tr) for _, dealer, drawn in WINS]
    return plain_row(name, han, *cells)
