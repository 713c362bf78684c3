"""`riichi rulesets`: the rulesets there are."""

from __future__ import annotations

from collections.abc import Iterable

import click
from rich.table import Table

from riichi_app.cli.output import format_option, load_all, print_json, show
from riichi_core.rules import library
from riichi_core.rules.ruleset import Provenance, Ruleset


@click.command("rulesets")
@format_option
def command(form: str) -> None:
    """List the rulesets that come with riichi: books, and examples of house rules."""
    found = load_all(library.shipped())
    if form == "json":
        print_json([_entry(ruleset) for ruleset in found])
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in ("RULESET", "TITLE", "KIND", "VALUES"):
        table.add_column(column, header_style="bold", overflow="fold")
    for ruleset in found:
        kind = f"extends {ruleset.extends}" if ruleset.extends else "book"
        table.add_row(ruleset.id, ruleset.title, kind, _values(ruleset))
    show([table])


def _entry(ruleset: Ruleset) -> dict[str, object]:
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "extends": ruleset.extends,
        "organisation": ruleset.head.organisation,
        "published": ruleset.head.published,
        "values": _kinds(ruleset.provenance.values()),
        "file": ruleset.file,
    }


def _values(ruleset: Ruleset) -> str:
    """Return how many values of a book are cited, or how many a club has changed."""
    if ruleset.extends:
        return f"{len(ruleset.changes)} changed"
    kinds = _kinds(ruleset.provenance.values())
    cited = kinds.get("cite", 0)
    if "assumed" in kinds:
        return f"{cited} cited, {kinds['assumed']} assumed"
    return f"{cited} of {len(ruleset.provenance)} cited"


def _kinds(sources: Iterable[Provenance]) -> dict[str, int]:
    kinds = [one.kind for one in sources]
    return {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
