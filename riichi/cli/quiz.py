"""`riichi quiz`: questions about situations with different outcomes under two rulesets."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from riichi.cli.compare import PARTS
from riichi.cli.completion import complete_rulesets
from riichi.cli.options import seed_option, with_option
from riichi.cli.output import Output, load_all, print_lines, refuse, subcommand, writes
from riichi.content.comparison_text import WIDEST_LABEL
from riichi.locale import Locale
from riichi.writers.columns import INDENT, ColumnCell, StyledText, paragraph, two_columns

if TYPE_CHECKING:
    from riichi.content.quiz import Question
    from riichi_core.comparison.comparison import Part


@subcommand("quiz")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]", shell_complete=complete_rulesets)
@with_option
@click.option("--number", type=click.IntRange(1, 200), metavar="N", default=10, show_default=True,
              help="Number of questions.")  # fmt: skip
@seed_option("The same seed asks the same questions.", default=1)
@click.option("--only", type=click.Choice(PARTS),
              help="Ask only about the rules of play, of conduct at the table, or of a "
                   "tournament.")  # fmt: skip
@writes("text", "markdown", "html", "pdf", "json",
        text="Output format; text asks on a terminal.")  # fmt: skip
def command(
    *, rulesets: tuple[str, ...], number: int, seed: int, only: Part | None, out: Output
) -> None:
    """Ask what happens in situations that the rulesets decide differently.

    On a terminal, it waits for each answer and then shows the rule with its section. In a file,
    the answers are at the end. An HTML page hides them until you click.
    """
    if len(rulesets) < 2:
        refuse("Name two or more rulesets, e.g. riichi quiz ema-2025 wrc-2025")
    tr = out.tr
    from riichi.content.quiz import questions, quiz, quiz_json
    from riichi_core.comparison.comparison import compare

    comparison = compare(*load_all(rulesets), tr=tr)
    asked = questions(comparison if only is None else comparison.only(only), number, seed, tr)
    if not asked:
        refuse("Every situation has the same outcome.")
    if out.form == "json":
        out.data(quiz_json(comparison, asked, seed), "", comparison.title(tr))
    elif out.form == "text" and out.file is None and sys.stdin.isatty() and sys.stdout.isatty():
        ask_questions(asked, comparison.labels, tr)
    else:
        name = "-".join((*(ruleset.id for ruleset in comparison.rulesets), "quiz"))
        out.document(quiz(comparison, asked, tr), name)


def ask_questions(asked: Sequence[Question], rulesets: Sequence[str], tr: Locale) -> None:
    """Ask the questions one by one, for each ruleset in turn, and print the score."""
    right_answers = 0
    for number, question in enumerate(asked, 1):
        ruleset = rulesets[(number - 1) % len(rulesets)]
        print_lines(_question_lines(number, question))
        choice = click.prompt(
            tr("What is the outcome under {rulesets}?", rulesets=question.answer_of(ruleset).title),
            type=click.IntRange(1, len(question.choices)),
        )
        is_right = choice - 1 == question.right(ruleset)
        right_answers += is_right
        print_lines(_answer_lines(question, is_right, tr))
    total = tr("{right} of {n} right.", right=right_answers, n=len(asked))
    print_lines(["", *paragraph(total, "title")])


def _question_lines(number: int, question: Question) -> list[str]:
    from riichi.writers.drawings import can_draw, draw_groups

    lines = ["", *paragraph(f"{number}. {question.says}", "title")]
    for shown in question.hands:
        notation = shown.hand.notation
        tiles = f"{draw_groups(shown.hand.groups)}  {notation}" if can_draw() else notation
        lines += paragraph(f"{shown.seat}: {tiles}" if shown.seat else tiles, indent=INDENT)
    choices = enumerate(question.choices, 1)
    return [
        *lines,
        *two_columns(
            ((_cell(f"{number})"), _cell(choice)) for number, choice in choices), 3, INDENT
        ),
    ]


def _cell(text: str) -> ColumnCell:
    return (StyledText(text),)


def _answer_lines(question: Question, is_right: bool, tr: Locale) -> list[str]:
    verdict = tr("Right.") if is_right else tr("Wrong.")
    rows: list[tuple[ColumnCell, ColumnCell]] = []
    for answer in question.answers:
        rows.append(((StyledText(answer.title, "name"),), _cell(f"→ {answer.outcome}")))
        rows.append(((), _cell(answer.says)))
        rows.append(((), (StyledText(answer.source, "dim"),)))
    width = min(WIDEST_LABEL, max(len(answer.title) for answer in question.answers))
    return [*paragraph(f"{verdict} {question.title}", "changed"), *two_columns(rows, width, INDENT)]
