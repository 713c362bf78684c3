"""The ruling on a question under some rulesets: an option, a yaku, or a clause without option."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from riichi.content.comparison import comparison_text
from riichi.content.contrasting_scenarios import simplest_scenario
from riichi.content.examples import Example, contrasting_examples, example
from riichi.content.outcomes import PLAYED_ON
from riichi.content.yaku_examples import yaku_examples
from riichi.locale import Locale
from riichi.writers.columns import INDENT, ColumnCell, StyledText, heading, paragraph, two_columns
from riichi_core.comparison.comparison import Comparison, ComparisonRow, side_by_side
from riichi_core.rules.clauses import Clause, InBook, clauses
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.ruleset import Ruleset, signed_sections
from riichi_core.rules.settings import local_setting


def ruling_lines(
    rule: str, rulesets: Sequence[Ruleset], tr: Locale, *, examples: bool = True
) -> Iterator[str]:
    """Yield the lines of a ruling for a terminal: each side with its section, and an example.

    A rule is the path of an option or of a yaku, or the id of a clause.
    """
    tr = tr.of(*rulesets)
    if rule in clauses():
        yield from _clause_lines(clauses()[rule], rulesets, tr)
        return
    comparison, told = _option_comparison(rule, rulesets, tr, examples=examples)
    text = comparison_text(comparison, told, tr, everything=True)
    yield from text.option_lines(text.options[0])
    yaku = yaku_examples().get(rule.removeprefix("yaku.")) if rule.startswith("yaku.") else None
    if examples and yaku is not None:
        yield from paragraph(tr(yaku.says), indent=INDENT)


def ruling_json(
    rule: str, rulesets: Sequence[Ruleset], tr: Locale, *, examples: bool = True
) -> dict[str, Any]:
    """Return a ruling as JSON data: an option as in a comparison, a clause, or a yaku."""
    if rule in clauses():
        return {"clause": rule, **clauses()[rule].model_dump(exclude={"id"})}
    comparison, told = _option_comparison(rule, rulesets, tr, examples=examples)
    cases = {path: example.as_json(comparison.labels) for path, example in told.items()}
    (option,) = comparison.as_json(everything=True, examples=cases)["options"]
    return dict(option)


def _option_comparison(
    path: str, rulesets: Sequence[Ruleset], tr: Locale, *, examples: bool
) -> tuple[Comparison, dict[str, Example]]:
    """Return one option under the rulesets, with an example on request, if there is one."""
    every_option = side_by_side(*rulesets, tr=tr)
    rows = (row for row in every_option.rows if row.path == path)
    row = next(rows, None) or _unpriced_yaku(path, every_option, tr)
    comparison = Comparison(every_option.rulesets, every_option.labels, (row,))
    if not examples:
        return comparison, {}
    if comparison.differing:
        return comparison, {**contrasting_examples([path], rulesets, tr)}
    case = simplest_scenario(path, rulesets)
    if case is None:
        return comparison, {}
    alike = example(case, rulesets, tr)
    says_nothing = tr(PLAYED_ON) in alike.outcomes
    return comparison, {} if says_nothing else {path: alike}


def _unpriced_yaku(path: str, every_option: Comparison, tr: Locale) -> ComparisonRow:
    """Return the row of a yaku that none of the rulesets has."""
    chapter = next(row.chapter for row in every_option.rows if row.path.startswith("yaku."))
    sides = tuple(local_setting(ruleset, path, tr) for ruleset in every_option.rulesets)
    title = tr.yaku_name(known_yaku()[path.removeprefix("yaku.")].name)
    return ComparisonRow(path, title, chapter, (), "play", sides)


def _clause_lines(clause: Clause, rulesets: Sequence[Ruleset], tr: Locale) -> Iterator[str]:
    """Yield a rule without an option, with its section in each book that has it."""
    yield from heading(tr.clause(clause.statement), clause.id)
    sides = (
        (
            (StyledText(ruleset.short_title_in(tr), "name"),),
            _book_words(in_book, clause, tr.of(ruleset)),
        )
        for ruleset in rulesets
        if (in_book := clause.books.get(ruleset.book.id)) is not None
    )
    yield from two_columns(
        sides, max(len(ruleset.short_title_in(tr)) for ruleset in rulesets), INDENT
    )
    if clause.common:
        yield from paragraph(tr("The same in every ruleset."), indent=INDENT)


def _book_words(in_book: InBook, clause: Clause, tr: Locale) -> ColumnCell:
    says = [] if clause.common else [StyledText(tr.clause(in_book.says))]
    return (*says, StyledText(signed_sections(in_book.section), "dim")) if in_book.section else says
