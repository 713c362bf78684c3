"""`riichi ask`: the answer to a question, or the rules that it may be about."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from riichi.ask.names import nearest_name, words
from riichi.ask.questions import CLOSEST, Answers, answers, no_rule_message, question_index
from riichi.cli.completion import complete_options
from riichi.cli.options import load_rules, rules_option, ruleset_names
from riichi.cli.output import Output, call_changes, prints, refuse, subcommand
from riichi.content.prepared import prepared
from riichi.locale import Locale
from riichi.writers.columns import INDENT, StyledText, paragraph, two_columns
from riichi_core.language import Translatable
from riichi_core.messages import quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.rules import options

SEE_ALSO = 3

NOTHING: Translatable = "No rule mentions {word}."


@subcommand("ask")
@click.argument("words", nargs=-1, metavar="WORD …", shell_complete=complete_options)
@rules_option()
@prints
@click.pass_context
def command(
    ctx: click.Context, words: tuple[str, ...], rules: tuple[str, ...], out: Output
) -> None:
    """Answer a question: what applies under one or several rulesets.

    Example: riichi ask two ron --rules ema-2025,my-club.yaml

    For each ruleset, it shows the rule that answers the question, with its section and an example.
    Without --rules, it uses the rulesets named in the question. It corrects typos, and finds the
    question in a longer text. If it is not sure, it shows the three closest rules; on a terminal,
    it asks which one you mean. Without WORDs, it asks for the question.
    """
    question = " ".join(words).strip()
    in_terminal = out.form == "text" and sys.stdin.isatty() and sys.stdout.isatty()
    if not question:
        if not in_terminal:
            refuse("What is the question? E.g. riichi ask two ron")
        question = _prompted(out.tr("Your question"))
    ruleset_ids = ruleset_names(rules or question_index().vocabulary.rulesets(question))
    found = answers(question)
    own = _own_words(question, found, ruleset_ids)
    if out.form == "json":
        out.data(answer_json(question, found, ruleset_ids, out.tr))
    elif own:
        cells = (
            ((StyledText(one["heading"]), StyledText(one["ruleset"], "dim")),
             (StyledText(one["text"]),))
            for one in own
        )  # fmt: skip
        out.lines(two_columns(cells, 33))
    elif not found.candidates:
        click.echo(nothing_text(question, found, out.tr), err=True)
    elif found.sure or not in_terminal:
        out.lines(answer_lines(found, ruleset_ids, out.tr))
    else:
        _ask_which(found, ruleset_ids, out)
    if not (found.candidates or own):
        ctx.exit(1)


def _prompted(text: str) -> str:
    answer: str = click.prompt(text, default="", show_default=False)
    return answer.strip()


def _own_words(question: str, found: Answers, ruleset_ids: Sequence[str]) -> list[dict[str, str]]:
    """Return the rules in clubs' own words whose heading stands in the question.

    There are none if a rule surely answers it.
    """
    asked = words(question)
    return [
        {"ruleset": ruleset.id, "heading": heading, "text": text}
        for ruleset in ([] if found.sure else load_rules(ruleset_ids))
        for heading, text in ruleset.other_rules.items()
        if words(heading) <= asked
    ]


def nothing_text(question: str, found: Answers, tr: Locale, nothing: Translatable = NOTHING) -> str:
    """Say why there is no answer, and which name is nearest; `nothing` is the usual text."""
    if found.no_rule_on:
        return tr(no_rule_message(found.no_rule_on))
    near = nearest_name(question, tr)
    text = tr(nothing, word=quote(question))
    return text + (" " + tr("Try '{word}'.", word=near) if near else "")


# ---- for people ----------------------------------------------------------------------------------


def read_as_lines(read_as: str, tr: Locale) -> Iterator[str]:
    """Yield a line with the interpreted question, if it differs from the question."""
    if read_as:
        yield from paragraph(tr("Showing results for {words}.", words=quote(read_as)))


def answer_lines(found: Answers, ruleset_ids: Sequence[str], tr: Locale) -> Iterator[str]:
    """Yield the ruling with its twins and the titles of others, or the closest rules."""
    yield from read_as_lines(found.read_as, tr)
    if not found.sure:
        yield from paragraph(tr("The closest rules:"))
        for rule in found.told:
            yield from _ruling_lines(rule, ruleset_ids, tr, examples=False)
        return
    first, *others = found.rules
    yield from _ruling_lines(first, ruleset_ids, tr)
    for rule in found.twins:
        yield from _ruling_lines(rule, ruleset_ids, tr, examples=False)
    others = [rule for rule in others if rule not in found.twins][:SEE_ALSO]
    if others:
        yield from paragraph("\n" + tr("See also:"))
        titles = [((StyledText(_title(rule, tr)),), (StyledText(rule, "dim"),)) for rule in others]
        yield from two_columns(titles, 60, INDENT)


def _numbered_lines(rules: Sequence[str], tr: Locale) -> Iterator[str]:
    yield from paragraph(tr("The closest rules:"))
    titles = (
        ((StyledText(f"{number}"),), (StyledText(_title(rule, tr)), StyledText(rule, "dim")))
        for number, rule in enumerate(rules, 1)
    )
    yield from two_columns(titles, 1)


def _ask_which(found: Answers, ruleset_ids: Sequence[str], out: Output) -> None:
    """Show the titles of the closest rules, then the chosen ruling, until the user stops."""
    tr = out.tr
    while True:
        closest = found.told
        out.lines([*read_as_lines(found.read_as, tr), *_numbered_lines(closest, tr)])
        choice = _prompted(tr("Choose one (1 to {n}), or ask in other words", n=len(closest)))
        if not choice:
            return
        if choice.isdecimal() and 1 <= int(choice) <= len(closest):
            out.lines(_ruling_lines(closest[int(choice) - 1], ruleset_ids, tr))
            return
        found = answers(choice)
        if found.sure:
            out.lines(answer_lines(found, ruleset_ids, tr))
            return
        if not found.candidates:
            click.echo(nothing_text(choice, found, tr), err=True)
            return


def _ruling_lines(
    rule: str, ruleset_ids: Sequence[str], tr: Locale, *, examples: bool = True
) -> Iterator[str]:
    """Yield a ruling; an option in which the rulesets differ looks as in their comparison."""
    text = None if call_changes() else prepared(ruleset_ids, tr)
    for option in text.options if text is not None else ():
        if text is not None and option.path == rule:
            yield from text.option_lines(option, examples=examples)
            return
    from riichi.content.ruling import ruling_lines

    yield from ruling_lines(rule, load_rules(ruleset_ids), tr, examples=examples)


def _title(rule: str, tr: Locale) -> str:
    """Return the title of an option, the statement of a clause, or the name of a yaku."""
    if rule in options():
        return tr(options()[rule].title)
    if rule in clauses():
        return tr.clause(clauses()[rule].statement)
    return tr.yaku_name(known_yaku()[rule.removeprefix("yaku.")].name)


# ---- for programs --------------------------------------------------------------------------------


def answer_json(
    question: str, found: Answers, ruleset_ids: Sequence[str], tr: Locale
) -> dict[str, Any]:
    """Return the answer to a question as `riichi ask --format json` prints it."""
    from riichi.content.ruling import ruling_json

    rulesets = load_rules(ruleset_ids)
    closest = found.rules[: max(CLOSEST, len(found.told))]
    return {
        "question": question,
        "read_as": found.read_as or None,
        "rulesets": [ruleset.id for ruleset in rulesets],
        "no_rule_on": found.no_rule_on or None,
        "other_rules": _own_words(question, found, ruleset_ids),
        "sure": found.sure,
        "probability": round(found.probability, 3),
        "answer": ruling_json(found.rules[0], rulesets, tr) if found.sure else None,
        "candidates": [
            {
                "rule": rule,
                "title": _title(rule, tr),
                "probability": round(found.probability_of(rule), 3),
                "twin": rule in found.twins,
                "ruling": ruling_json(rule, rulesets, tr, examples=False),
            }
            for rule in closest
        ],
        "see_also": [rule for rule in found.rules if rule not in closest][:SEE_ALSO],
    }
