"""`riichi rulesets`: the rulesets there are."""

from __future__ import annotations

from collections.abc import Iterable

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import format_option, load_all, print_json, print_lines
from riichi_app.documents.columns import BETWEEN, StyledText, columns, columns_of, screen_width
from riichi_core.language import Text, Translator
from riichi_core.rules import library
from riichi_core.rules.ruleset import Provenance, Ruleset

HEADS: tuple[Text, ...] = ("RULESET", "TITLE", "KIND", "VALUES")


@click.command("rulesets")
@format_option
@language_options
def command(form: str) -> None:
    """List the rulesets that come with riichi: books, and examples of house rules."""
    found = load_all(library.shipped())
    if form == "json":
        print_json([_entry(ruleset) for ruleset in found])
        return
    tr = translator()
    rows = [tuple(StyledText(tr(head), "title") for head in HEADS)]
    rows += [tuple(map(StyledText, _row(ruleset, tr))) for ruleset in found]
    *widths, _ = (
        max(columns_of(cell.text) for cell in column) for column in zip(*rows, strict=True)
    )
    left = screen_width() - sum(widths) - BETWEEN * len(widths)
    print_lines(columns(([[cell] for cell in row] for row in rows), (*widths, left), BETWEEN))


def _row(ruleset: Ruleset, tr: Translator) -> tuple[str, ...]:
    names = [name for name, newest in library.newest().items() if newest == ruleset.id]
    base = ruleset.extends
    if base:
        kind = tr("extends {ruleset}", ruleset=base)
    else:
        kind = tr("book, newest: {name}", name=names[0]) if names else tr("book")
    return ruleset.id, ruleset.title, kind, _values(ruleset, tr)


def _entry(ruleset: Ruleset) -> dict[str, object]:
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "extends": ruleset.extends,
        "organisation": ruleset.head.organisation,
        "published": ruleset.head.published,
        "newest_of": next((k for k, v in library.newest().items() if v == ruleset.id), None),
        "values": _kinds(ruleset.provenance.values()),
        "file": ruleset.file,
    }


def _values(ruleset: Ruleset, tr: Translator) -> str:
    """Return how many values of a book are cited, or how many a club has changed."""
    if ruleset.extends:
        return tr("{n} changed", n=len(ruleset.changes))
    kinds = _kinds(ruleset.provenance.values())
    cited = kinds.get("cite", 0)
    if "assumed" in kinds:
        return tr("{cited} cited, {assumed} assumed", cited=cited, assumed=kinds["assumed"])
    return tr("{cited} of {n} cited", cited=cited, n=len(ruleset.provenance))


def _kinds(sources: Iterable[Provenance]) -> dict[str, int]:
    kinds = [one.kind for one in sources]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
