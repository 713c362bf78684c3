"""`riichi rulesets`: the list of rulesets."""

from __future__ import annotations

from collections import Counter

from riichi.cli.output import Output, load_all, prints, subcommand
from riichi.writers.columns import BETWEEN, StyledText, columns, columns_of, screen_width
from riichi_core.language import Translatable, Translator
from riichi_core.rules import library
from riichi_core.rules.ruleset import Grade, Ruleset

HEADS: tuple[Translatable, ...] = ("RULESET", "TITLE", "KIND", "VALUES")


@subcommand("rulesets")
@prints
def command(out: Output) -> None:
    """List the rulesets that come with riichi.

    They are in three groups: rulebooks, rulesets from second-hand sources, and examples of house
    rules. If a second-hand source does not mention a rule, riichi assumes the rule of a book.
    """
    rulesets = load_all(library.shipped())
    if out.form == "json":
        out.data([_ruleset_json(ruleset) for ruleset in rulesets])
        return
    tr = out.tr
    heads = tuple(map(tr, HEADS))
    rows = {ruleset.id: _table_row(ruleset, tr) for ruleset in rulesets}
    *widths, _ = (
        max(map(columns_of, column)) for column in zip(heads, *rows.values(), strict=True)
    )
    widths.append(screen_width() - sum(widths) - BETWEEN * len(widths))
    groups = (library.books(), library.shelf(), library.house_rulesets())
    cells_by_row = [[StyledText(head, "title") for head in heads]]
    for group in groups:
        cells_by_row += [[StyledText(cell) for cell in rows[name]] for name in group]
        cells_by_row.append([StyledText("")] * len(heads))
    out.lines(columns(([[cell] for cell in row] for row in cells_by_row[:-1]), widths, BETWEEN))


def _table_row(ruleset: Ruleset, tr: Translator) -> tuple[str, ...]:
    base, family = ruleset.extends, _newest_of(ruleset)
    if base is not None:
        kind = tr("extends {ruleset}", ruleset=base)
    else:
        kind = tr("book") if family is None else tr("book, newest: {name}", name=family)
    return ruleset.id, ruleset.title_in(tr), kind, _value_counts(ruleset, tr)


def _ruleset_json(ruleset: Ruleset) -> dict[str, object]:
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "extends": ruleset.extends,
        "on_shelf": ruleset.on_shelf,
        "organisation": ruleset.head.organisation,
        "published": ruleset.head.published,
        "newest_of": _newest_of(ruleset),
        "values": _count_kinds(ruleset),
        "grades": _count_grades(ruleset),
        "file": ruleset.file,
    }


def _newest_of(ruleset: Ruleset) -> str | None:
    """Return the name without a year whose newest edition this is, or None."""
    return next(
        (name for name, id_ in library.newest_editions().items() if id_ == ruleset.id), None
    )


def _value_counts(ruleset: Ruleset, tr: Translator) -> str:
    """Return the number of cited values with their grades, or of values that a club has changed."""
    if ruleset.extends is not None and not ruleset.on_shelf:
        return tr("{n} changed", n=len(ruleset.changes))
    kinds, grades = _count_kinds(ruleset), _count_grades(ruleset)
    cited, number = grades["official"], len(ruleset.provenance)
    second_hand = grades.total() - cited
    if not second_hand and not {"assumed", "observed"} & kinds.keys():
        return tr("{cited} of {n} cited", cited=cited, n=number)
    parts = [tr("{cited} cited", cited=cited)] if cited else []
    parts += [tr("{heard} second-hand", heard=second_hand)] if second_hand else []
    if "observed" in kinds:
        parts.append(tr("{number} observed in games", number=kinds["observed"]))
    if not ruleset.on_shelf and "assumed" in kinds:
        parts.append(tr("{number} assumed", number=kinds["assumed"]))
    return ", ".join(parts)


def _count_grades(ruleset: Ruleset) -> Counter[Grade]:
    return Counter(source.grade for source in ruleset.provenance.values() if source.grade)


def _count_kinds(ruleset: Ruleset) -> Counter[str]:
    return Counter(source.kind for source in ruleset.provenance.values())
