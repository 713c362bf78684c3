"""`riichi ask`: the ruling at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import click

from riichi_app.cli.completion import complete_options
from riichi_app.cli.options import load_rules, rules_option, ruleset_names
from riichi_app.cli.output import Output, call_changes, prints
from riichi_app.content.prepared import prepared
from riichi_app.locale import Locale
from riichi_app.writers.columns import INDENT, StyledText, paragraph, two_columns
from riichi_core.messages import quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.rules import options
from riichi_core.rules.search import answers, findables
from riichi_core.spelling import closest_word


@click.command("ask")
@click.argument("words", nargs=-1, required=True, metavar="WORD …", shell_complete=complete_options)
@rules_option()
@prints
@click.pass_context
def command(
    ctx: click.Context, words: tuple[str, ...], rules: tuple[str, ...], out: Output
) -> None:
    """Answer a question at the table.

    As: riichi ask two ron --rules ema-2025,my-club.yaml

    The rule that answers the WORDs best is shown as each ruleset has it, with its section and what
    comes of it in an example; below stand other rules that speak of the same.
    """
    ruleset_ids = ruleset_names(rules)
    tr = out.tr
    question = " ".join(words).strip()
    names = answers(question, tr)
    if out.form == "json":
        out.data(_answer_json(question, names, ruleset_ids, tr))
    elif names:
        out.lines(_answer_lines(names, ruleset_ids, tr))
    else:
        load_rules(ruleset_ids)  # whose faults come first
        known = (name for findable in findables(tr).values() for name in findable.names)
        near = closest_word(question, known)
        text = tr("No rule speaks of {word}.", word=quote(question))
        click.echo(text + (" " + tr("Try '{word}'.", word=near) if near else ""), err=True)
    if not names:
        ctx.exit(1)


def _answer_lines(names: Sequence[str], ruleset_ids: Sequence[str], tr: Locale) -> Iterator[str]:
    best, *others = names
    yield from _prepared_lines(best, ruleset_ids, tr) or _ruling_lines(best, ruleset_ids, tr)
    if others:
        yield from paragraph("\n" + tr("See also:"))
        titles = [((StyledText(_title(name, tr)),), (StyledText(name, "dim"),)) for name in others]
        yield from two_columns(titles, 60, INDENT)


def _title(name: str, tr: Locale) -> str:
    return tr(options()[name].title) if name in options() else tr.clause(clauses()[name].statement)


def _prepared_lines(name: str, ruleset_ids: Sequence[str], tr: Locale) -> list[str]:
    """Return an option in which the rulesets differ as their prepared comparison has it."""
    text = None if call_changes() else prepared(ruleset_ids, tr)
    if text is None:
        return []
    return [
        line for option in text.options if option.path == name for line in text.option_lines(option)
    ]


def _ruling_lines(name: str, ruleset_ids: Sequence[str], tr: Locale) -> Iterator[str]:
    from riichi_app.content.ruling import ruling_lines

    return ruling_lines(name, load_rules(ruleset_ids), tr)


def _answer_json(
    question: str, names: Sequence[str], ruleset_ids: Sequence[str], tr: Locale
) -> dict[str, Any]:
    from riichi_app.content.ruling import ruling_json

    rulesets = load_rules(ruleset_ids)
    return {
        "question": question,
        "rulesets": [ruleset.id for ruleset in rulesets],
        "answer": ruling_json(names[0], rulesets, tr) if names else None,
        "see_also": list(names[1:]),
    }
