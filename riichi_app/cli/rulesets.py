"""`riichi rulesets`: the rulesets there are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import format_option, load_all, print_json, print_lines
from riichi_app.documents.columns import BETWEEN, StyledText, columns, columns_of, screen_width
from riichi_core.language import Text, Translator
from riichi_core.rules import library
from riichi_core.rules.ruleset import Grade, Provenance, Ruleset

HEADS: tuple[Text, ...] = ("RULESET", "TITLE", "KIND", "VALUES")


@click.command("rulesets")
@format_option
@language_options
def command(form: str) -> None:
    """List the rulesets that come with riichi: books, the shelf, and examples of house rules.

    On the shelf is what is known from second-hand sources; the rest of such a ruleset is assumed
    as in a book.
    """
    found = load_all(library.shipped())
    if form == "json":
        print_json([_entry(ruleset) for ruleset in found])
        return
    tr = translator()
    heads = tuple(map(tr, HEADS))
    rows = {ruleset.id: _row(ruleset, tr) for ruleset in found}
    *widths, _ = (
        max(map(columns_of, column)) for column in zip(heads, *rows.values(), strict=True)
    )
    widths.append(screen_width() - sum(widths) - BETWEEN * len(widths))
    groups = (library.books(), library.shelf(), library.houses())
    shown = [[StyledText(head, "title") for head in heads]]
    for group in groups:
        shown += [[StyledText(cell) for cell in rows[name]] for name in group]
        shown.append([StyledText("")] * len(heads))
    print_lines(columns(([[cell] for cell in row] for row in shown[:-1]), widths, BETWEEN))


def _row(ruleset: Ruleset, tr: Translator) -> tuple[str, ...]:
    names = [name for name, newest in library.newest().items() if newest == ruleset.id]
    base = ruleset.extends
    if base:
        kind = tr("extends {ruleset}", ruleset=base)
    else:
        kind = tr("book, newest: {name}", name=names[0]) if names else tr("book")
    return ruleset.id, ruleset.title_in(tr), kind, _values(ruleset, tr)


def _entry(ruleset: Ruleset) -> dict[str, object]:
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "extends": ruleset.extends,
        "on_shelf": ruleset.on_shelf,
        "organisation": ruleset.head.organisation,
        "published": ruleset.head.published,
        "newest_of": next((k for k, v in library.newest().items() if v == ruleset.id), None),
        "values": _kinds(ruleset.provenance.values()),
        "grades": _grades(ruleset),
        "file": ruleset.file,
    }


def _values(ruleset: Ruleset, tr: Translator) -> str:
    """Return how many values are cited and from what, or how many a club has changed."""
    if ruleset.extends and not ruleset.on_shelf:
        return tr("{n} changed", n=len(ruleset.changes))
    kinds, grades = _kinds(ruleset.provenance.values()), _grades(ruleset)
    cited, every = grades["official"], len(ruleset.provenance)
    heard = grades.total() - cited
    if not heard and "assumed" not in kinds:
        return tr("{cited} of {n} cited", cited=cited, n=every)
    parts = [tr("{cited} cited", cited=cited)] if cited else []
    parts += [tr("{heard} second-hand", heard=heard)] if heard else []
    if not ruleset.on_shelf:
        parts.append(tr("{number} assumed", number=kinds["assumed"]))
    return ", ".join(parts)


def _grades(ruleset: Ruleset) -> Counter[Grade]:
    return Counter(one.grade for one in ruleset.provenance.values() if one.grade)


def _kinds(sources: Iterable[Provenance]) -> dict[str, int]:
    kinds = [one.kind for one in sources]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
