"""`riichi ask`: the ruling at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from riichi_app.cli.completion import settings
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import changes, format_option, load_all, print_json, print_lines
from riichi_app.cli.records import names, refuse_twins
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.documents.columns import INDENT, StyledText, paragraph, two_columns
from riichi_app.locale import Locale
from riichi_app.pages.prepared import prepared
from riichi_core.messages import quote
from riichi_core.rules.answers import answers, findables
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.source.diagnostics import nearest

if TYPE_CHECKING:  # what is prepared loads none
    from riichi_core.rules.ruleset import Ruleset


@click.command("ask")
@click.argument("words", nargs=-1, required=True, metavar="WORD …", shell_complete=settings)
@rules_option()
@language_options
@format_option
@click.pass_context
def command(ctx: click.Context, words: tuple[str, ...], rules: tuple[str, ...], form: str) -> None:
    """Answer a question at the table.

    As: riichi ask two ron --rules ema-2025,my-club.yaml

    The rule that answers the WORDs best is shown as each ruleset has it, with its section and what
    comes of it in an example; below stand other rules that speak of the same.
    """
    named = names(rules)
    tr = translator(for_programs=form == "json")
    question = " ".join(words).strip()
    found = answers(question, tr)
    if form == "json":
        _print_json(question, found, named, tr)
    elif found:
        print_lines(_lines(found, named, tr))
    else:
        _loaded(named)  # whose faults come first
        known = (name for one in findables(tr).values() for name in one.names)
        near = nearest(question, known)
        text = tr("No rule speaks of {word}.", word=quote(question))
        click.echo(text + (" " + tr("Try '{word}'.", word=near) if near else ""), err=True)
    if not found:
        ctx.exit(1)


def _lines(found: Sequence[str], named: Sequence[str], tr: Locale) -> Iterator[str]:
    best, *others = found
    yield from _prepared_lines(best, named, tr) or _ruling_lines(best, _loaded(named), tr)
    if others:
        yield from paragraph("\n" + tr("See also:"))
        titles = [((StyledText(_title(one, tr)),), (StyledText(one, "dim"),)) for one in others]
        yield from two_columns(titles, 60, INDENT)


def _title(name: str, tr: Locale) -> str:
    return tr(options()[name].title) if name in options() else tr.clause(clauses()[name].statement)


def _prepared_lines(name: str, named: Sequence[str], tr: Locale) -> list[str]:
    """Return an option in which the rulesets differ as their prepared comparison has it."""
    text = None if changes() else prepared(named, tr)
    if text is None:
        return []
    return [line for one in text.options if one.path == name for line in text.option_lines(one)]


def _ruling_lines(name: str, rulesets: Sequence[Ruleset], tr: Locale) -> Iterator[str]:
    from riichi_app.pages.ruling import ruling_lines  # noqa: PLC0415 - not for what is prepared

    return ruling_lines(name, rulesets, tr)


def _print_json(question: str, found: Sequence[str], named: Sequence[str], tr: Locale) -> None:
    from riichi_app.pages.ruling import ruling_json  # noqa: PLC0415 - as above

    rulesets = _loaded(named)
    print_json(
        {
            "question": question,
            "rulesets": [ruleset.id for ruleset in rulesets],
            "answer": ruling_json(found[0], rulesets, tr) if found else None,
            "see_also": list(found[1:]),
        }
    )


def _loaded(named: Sequence[str]) -> list[Ruleset]:
    rulesets = load_all(named)
    refuse_twins(rulesets)
    return rulesets
