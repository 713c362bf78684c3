"""The ruling on a question, as rulesets have it: an option, or a rule that none settles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from riichi_app.content.comparison import comparison_text
from riichi_app.content.examples import Example, contrasting_examples, example
from riichi_app.content.outcomes import PLAYED_ON
from riichi_app.locale import Locale
from riichi_app.writers.columns import (
    INDENT,
    ColumnCell,
    StyledText,
    heading,
    paragraph,
    two_columns,
)
from riichi_core.comparison.comparison import Comparison, compare
from riichi_core.comparison.examples import simplest_scenario
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
        comparison, examples = _option_comparison(name, rulesets, tr)
        text = comparison_text(comparison, examples, tr, everything=True)
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
    comparison, examples = _option_comparison(name, rulesets, tr)
    cases = {path: example.as_json(comparison.labels) for path, example in examples.items()}
    (option,) = comparison.as_json(everything=True, examples=cases)["options"]
    return dict(option)


def _option_comparison(
    path: str, rulesets: Sequence[Ruleset], tr: Locale
) -> tuple[Comparison, dict[str, Example]]:
    """Return one option under the rulesets, with an example if there is one."""
    every_option = compare(*rulesets, tr=tr)
    row = next(row for row in every_option.rows if row.path == path)
    comparison = Comparison(every_option.rulesets, every_option.labels, (row,))
    if comparison.differing:
        return comparison, {**contrasting_examples([path], rulesets, tr)}
    case = simplest_scenario(path, rulesets)
    if case is None:
        return comparison, {}
    alike = example(case, rulesets, tr)
    says_nothing = tr(PLAYED_ON) in alike.outcomes
    return comparison, {} if says_nothing else {path: alike}


def _clause_lines(clause: Clause, rulesets: Sequence[Ruleset], tr: Locale) -> Iterator[str]:
    """Yield a rule that no option settles, with its section in each book that has it."""
    yield from heading(tr.clause(clause.statement), clause.id)
    sides = (
        ((StyledText(ruleset.id, "name"),), _book_words(in_book, clause, tr))
        for ruleset in rulesets
        if (in_book := clause.books.get(ruleset.book.id)) is not None
    )
    yield from two_columns(sides, max(len(ruleset.id) for ruleset in rulesets), INDENT)
    if clause.common:
        yield from paragraph(tr("Every ruleset has this alike."), indent=INDENT)


def _book_words(in_book: InBook, clause: Clause, tr: Locale) -> ColumnCell:
    says = [] if clause.common else [StyledText(tr.clause(in_book.says))]
    return (*says, StyledText(f"§ {in_book.section}", "dim")) if in_book.section else says
