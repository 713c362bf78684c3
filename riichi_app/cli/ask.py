"""`riichi ask`: the ruling at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from riichi_app.cli.completion import settings
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import format_option, load_all, print_json, print_lines
from riichi_app.cli.records import names, refuse_twins
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.documents.columns import (
    INDENT,
    ColumnCell,
    StyledText,
    heading,
    paragraph,
    two_columns,
)
from riichi_app.locale import Locale
from riichi_app.pages.comparison import comparison_text
from riichi_app.pages.examples import Example, contrasting_examples, example
from riichi_app.pages.outcomes import PLAYED_ON
from riichi_core.comparison.comparison import Comparison, compare
from riichi_core.comparison.examples import plainest_case
from riichi_core.messages import quote
from riichi_core.rules.answers import answers, findables
from riichi_core.rules.clauses import Clause, InBook, clauses
from riichi_core.rules.library import newest
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.source.diagnostics import nearest

FEDERATIONS = ("ema", "wrc")


@click.command("ask")
@click.argument("words", nargs=-1, required=True, shell_complete=settings)
@rules_option("Rulesets; the newest of EMA and WRC by default.")
@language_options
@format_option
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], rules: tuple[str, ...], form: str) -> None:
    """Answer a question at the table.

    As: riichi ask two ron --rules ema-2025,my-club.yaml

    The rule that answers the WORDS best is shown as each ruleset has it, with its section and what
    comes of it in an example; below stand other rules that speak of the same.
    """
    rulesets = load_all(names(rules) if rules else map(newest().__getitem__, FEDERATIONS))
    refuse_twins(rulesets)
    tr = translator(for_programs=form == "json")
    question = " ".join(words).strip()
    found = answers(question, tr)
    if form == "json":
        print_json(_json(question, found, rulesets, tr))
    elif found:
        print_lines(_lines(found, rulesets, tr))
    else:
        known = (name for one in findables(tr).values() for name in one.names)
        near = nearest(question, known)
        text = tr("No rule speaks of {word}.", word=quote(question))
        click.echo(text + (" " + tr("Try '{word}'.", word=near) if near else ""), err=True)
    if not found:
        ctx.exit(1)


def _lines(found: Sequence[str], rulesets: Sequence[Ruleset], tr: Locale) -> Iterator[str]:
    best, *others = found
    if best in options():
        only, shown = _answer(best, rulesets, tr)
        text = comparison_text(only, shown, tr, everything=True)
        yield from text.option_lines(text.options[0])
    else:
        yield from _clause_lines(clauses()[best], rulesets, tr)
    if others:
        yield from paragraph("\n" + tr("See also:"))
        titles = [((StyledText(_title(one, tr)),), (StyledText(one, "dim"),)) for one in others]
        yield from two_columns(titles, 60, INDENT)


def _title(name: str, tr: Locale) -> str:
    return tr(options()[name].title) if name in options() else clauses()[name].statement


def _answer(
    path: str, rulesets: Sequence[Ruleset], tr: Locale
) -> tuple[Comparison, dict[str, Example]]:
    """Return one option under the rulesets, with an example if there is one."""
    found = compare(*rulesets, tr=tr)
    only = Comparison(
        found.rulesets, found.labels, tuple(row for row in found.rows if row.path == path)
    )
    if only.differing:
        return only, {**contrasting_examples([path], rulesets, tr)}
    case = plainest_case(path, rulesets)
    shown = None if case is None else example(case, rulesets, tr)
    told = shown is not None and tr(PLAYED_ON) not in shown.outcomes  # else it says nothing
    return only, {path: shown} if shown is not None and told else {}


def _clause_lines(one: Clause, rulesets: Sequence[Ruleset], tr: Locale) -> Iterator[str]:
    """Yield a rule that no option settles, with its section in each book that has it."""
    yield from heading(one.statement, one.id)
    sides = (
        ((StyledText(ruleset.id, "name"),), _in_book(said, one))
        for ruleset in rulesets
        if (said := one.books.get(ruleset.book.id)) is not None
    )
    yield from two_columns(sides, max(len(ruleset.id) for ruleset in rulesets), INDENT)
    if one.common:
        yield from paragraph(tr("Every ruleset has this alike."), indent=INDENT)


def _in_book(said: InBook, one: Clause) -> ColumnCell:
    says = [] if one.common else [StyledText(said.says)]
    return (*says, StyledText(f"§ {said.section}", "dim")) if said.section else says


def _json(
    question: str, found: Sequence[str], rulesets: Sequence[Ruleset], tr: Locale
) -> dict[str, Any]:
    answer: dict[str, Any] | None = None
    if found and found[0] in options():
        only, shown = _answer(found[0], rulesets, tr)
        told = {path: one.as_json(only.labels) for path, one in shown.items()}
        answer = only.as_json(everything=True, examples=told)["options"][0]
    elif found:
        answer = {"clause": found[0], **clauses()[found[0]].model_dump(exclude={"id"})}
    return {
        "question": question,
        "rulesets": [ruleset.id for ruleset in rulesets],
        "answer": answer,
        "see_also": list(found[1:]),
    }
