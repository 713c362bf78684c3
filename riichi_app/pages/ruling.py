"""The ruling on a question, as rulesets have it: an option, or a rule that none settles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

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
from riichi_core.rules.clauses import Clause, InBook, clauses
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset


def ruling_lines(name: str, rulesets: Sequence[Ruleset], tr: Locale) -> Iterator[str]:
    """Yield the lines of a ruling for a terminal: each side with its section, and an example.

    Args:
        name: the path of an option, or the id of a clause.
        rulesets: one or more.
        tr: the language.
    """
    if name in options():
        only, shown = _option(name, rulesets, tr)
        text = comparison_text(only, shown, tr, everything=True)
        yield from text.option_lines(text.options[0])
    else:
        yield from _clause_lines(clauses()[name], rulesets, tr)


def ruling_json(name: str, rulesets: Sequence[Ruleset], tr: Locale) -> dict[str, Any]:
    """Return a ruling for programs: an option as a comparison has it, or a clause.

    Args:
        name: the path of an option, or the id of a clause.
        rulesets: one or more.
        tr: the language.
    """
    if name not in options():
        return {"clause": name, **clauses()[name].model_dump(exclude={"id"})}
    only, shown = _option(name, rulesets, tr)
    told = {path: one.as_json(only.labels) for path, one in shown.items()}
    found: dict[str, Any] = only.as_json(everything=True, examples=told)["options"][0]
    return found


def _option(
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
    yield from heading(tr.clause(one.statement), one.id)
    sides = (
        ((StyledText(ruleset.id, "name"),), _in_book(said, one, tr))
        for ruleset in rulesets
        if (said := one.books.get(ruleset.book.id)) is not None
    )
    yield from two_columns(sides, max(len(ruleset.id) for ruleset in rulesets), INDENT)
    if one.common:
        yield from paragraph(tr("Every ruleset has this alike."), indent=INDENT)


def _in_book(said: InBook, one: Clause, tr: Locale) -> ColumnCell:
    says = [] if one.common else [StyledText(tr.clause(said.says))]
    return (*says, StyledText(f"§ {said.section}", "dim")) if said.section else says
