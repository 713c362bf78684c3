"""The yaku of a ruleset by their worth, as a table.

A yaku stands where an open hand has it, or where it must be concealed at its worth there; what a
concealed hand gets more is beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from riichi_app.documents.model import Column, Group, Row, Styled, TableBlock, cell
from riichi_app.locale.locale import Locale, capital
from riichi_app.pages.sheet.descriptions import DESCRIPTIONS
from riichi_app.pages.sheet.payments import LIMITS
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, YakumanWorth
from riichi_core.rules.glossary import known_yaku, yaku_examples
from riichi_core.rules.grammar import count_range
from riichi_core.rules.rules import Rules
from riichi_core.rules.vocabulary import Conditions, Definition, Names
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.han import worths

CONCEALED = "●"

CLOSED_OCCASIONS = frozenset({"riichi", "double_riichi", "ippatsu", "open_riichi", "first_turn"})
"""Occasions that an open hand never has: no set is claimed before them."""

MEETS_SETS = frozenset({"standard"})


class _Place(NamedTuple):
    """Return the place of a yaku on the sheet, in the order of the groups."""

    order: tuple[int, int]
    title: str


class _Entry(NamedTuple):
    """A yaku on the sheet."""

    place: _Place
    sign: Styled
    row: Row


def yaku_table(rules: Rules, tr: Locale) -> TableBlock:
    """Return all yaku that the ruleset prices, in groups by worth."""
    entries = sorted(_entries(rules, tr), key=lambda entry: entry.place.order)
    groups = tuple(
        Group(tuple(entry.row for entry in group), place.title)
        for place, group in groupby(entries, key=lambda entry: entry.place)
    )
    signs = {entry.sign.text for entry in entries}
    legend = [tr("{mark} must be concealed", mark=CONCEALED)] if CONCEALED in signs else []
    if more := sorted(sign for sign in signs if sign.startswith("+")):
        legend.append(tr("{mark} that many han more when concealed", mark=", ".join(more)))
    columns = (
        Column(tr("Name")),
        Column(tr("What it is"), share=1),
        Column(tr("Hand"), "center"),
    )
    return TableBlock(columns, groups, "yaku", tr("Yaku"), tuple(legend))


def _entries(rules: Rules, tr: Locale) -> Iterator[_Entry]:
    own = {one.id: one for one in rules.yaku.local if one.definition is not None}
    for name, worth in worths(rules.yaku).items():
        if name in own:
            one = own[name]
            assert one.name is not None
            assert one.definition is not None
            names, definition = one.name, one.definition
        else:
            names, definition = known_yaku()[name].name, known_yaku()[name]
        closed = must_be_concealed(worth, definition)
        meaning = _meaning(name, tr) or _in_words(name, definition, tr)
        sign = _sign(worth, tr, closed=closed)
        row = Row((cell(styled_yaku_name(names, tr)), cell(meaning), cell(sign)))
        yield _Entry(_place(worth, rules, tr, closed=closed), sign, row)


def _meaning(name: str, tr: Locale) -> str:
    return tr(DESCRIPTIONS.get(name, ""), Discard=capital(tr.term("discard")))


def _in_words(name: str, definition: Definition, tr: Locale) -> str:
    """Return how a local yaku is recognised: as it is known, or from a club's definition."""
    known = yaku_examples().get(name)
    return tr(known.says) if known else definition_words(definition, tr)


def styled_yaku_name(names: Names, tr: Locale) -> Styled:
    """Return the name of a yaku, with the code of its language if that is another."""
    told, language = tr.named(names)
    return Styled(told, language="" if language == tr.language else language)


def must_be_concealed(worth: HanWorth | LimitWorth | YakumanWorth, definition: Definition) -> bool:
    """Return True if an open hand never has it, by its worth or by its definition."""
    if isinstance(worth, HanWorth) and worth.open is None:
        return True
    ways = definition.any or ()
    return _closed(definition) or (bool(ways) and all(_closed(way) for way in ways))


def _closed(conditions: Conditions) -> bool:
    return (
        bool(conditions.concealed)
        or bool(conditions.form and not MEETS_SETS & set(conditions.form))
        or bool(CLOSED_OCCASIONS & set(conditions.when or ()))
        or _least(conditions.concealed_pungs) == 4
        or (conditions.claimed is not None and count_range(conditions.claimed)[1] == 0)
    )


def _least(count: int | str | None) -> int:
    return 0 if count is None else count_range(count)[0]


def _place(
    worth: HanWorth | LimitWorth | YakumanWorth, rules: Rules, tr: Locale, *, closed: bool
) -> _Place:
    match worth:
        case YakumanWorth(yakuman=1):
            return _Place((1000, 0), tr("Yakuman"))
        case YakumanWorth(yakuman=times):
            return _Place((1000, times), tr("{times} times yakuman", times=times))
        case LimitWorth(limit=limit, cumulative=False):
            name = tr(LIMITS[limit])
            return _Place(
                (getattr(rules.limits, limit).han, 2), tr("{limit}, adds to nothing", limit=name)
            )
        case LimitWorth(limit=limit):
            han, added = getattr(rules.limits, limit).han, True
        case HanWorth(closed=concealed, open=opened, cumulative=added):
            han = concealed if closed or opened is None else opened
    if added:
        return _Place((han, 0), tr("{han} han", han=han))
    return _Place((han, 1), tr("{han} han, adds to nothing", han=han))


def _sign(worth: HanWorth | LimitWorth | YakumanWorth, tr: Locale, *, closed: bool) -> Styled:
    """Return the sign for a yaku that must be concealed, or for the han that it gains then."""
    if closed:
        return Styled(CONCEALED, aloud=tr("must be concealed"))
    if isinstance(worth, HanWorth) and worth.open is not None and worth.closed > worth.open:
        more = worth.closed - worth.open
        return Styled(f"+{more}", aloud=tr("{han} han more when concealed", han=more))
    return Styled("")
