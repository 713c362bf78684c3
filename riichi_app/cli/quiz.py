"""`riichi quiz`: situations that come out otherwise under two rulesets, to guess."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from riichi_app.cli.compare import PARTS
from riichi_app.cli.completion import rulesets as complete
from riichi_app.cli.document_options import deliver_document, printing_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import chosen, deliver, json_text, load_all, print_lines, refuse
from riichi_app.cli.ruleset_options import with_option
from riichi_app.documents.columns import INDENT, ColumnCell, StyledText, paragraph, two_columns
from riichi_app.documents.paper import Paper
from riichi_app.locale import Locale

if TYPE_CHECKING:
    from riichi_app.pages.quiz import Question
    from riichi_core.comparison.comparison import Part

FORMATS = ["text", "markdown", "html", "pdf", "json"]


@click.command("quiz")
@click.argument("rulesets", nargs=-1, metavar="A B [C …]", shell_complete=complete)
@with_option
@click.option("--number", type=click.IntRange(1, 200), metavar="N", default=10, show_default=True,
              help="How many questions are asked.")  # fmt: skip
@click.option("--seed", type=click.IntRange(0, 2**63 - 1), metavar="S", default=1,
              show_default=True, help="The same seed asks the same questions.")  # fmt: skip
@click.option("--only", type=click.Choice(PARTS),
              help="Ask only how one plays, what is done at the table, or what a tournament "
                   "needs.")  # fmt: skip
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="How it is written; text by default, which asks on a terminal.")  # fmt: skip
@printing_options
def command(
    *,
    rulesets: tuple[str, ...],
    number: int,
    seed: int,
    only: Part | None,
    form: str | None,
    paper: Paper,
    output: Path | None,
) -> None:
    """Ask what comes of a situation under each ruleset: only such as come out otherwise.

    On a terminal it waits for your answers, and tells the rule with its section after each; in a
    file or a pipe the answers stand at the end, on a page of HTML folded away.
    """
    if len(rulesets) < 2:
        refuse("Two or more rulesets are needed, as in: riichi quiz ema-2016 wrcr-2015")
    form = chosen(form, output, FORMATS)
    tr = translator(for_programs=form == "json")
    from riichi_app.pages.quiz import questions, quiz, quiz_json  # noqa: PLC0415 - the whole engine
    from riichi_core.comparison.comparison import compare  # noqa: PLC0415

    found = compare(*load_all(rulesets), tr=tr)
    asked = questions(found if only is None else found.only(only), number, seed, tr)
    if not asked:
        refuse("No situation comes out otherwise.")
    if form == "json":
        data = json_text(quiz_json(found, asked, seed))
        deliver(data, form, output, "", found.title(tr))
    elif form == "text" and output is None and sys.stdin.isatty() and sys.stdout.isatty():
        ask(asked, found.labels, tr)
    else:
        name = "-".join((*(one.id for one in found.rulesets), "quiz"))
        deliver_document(quiz(found, asked, tr), form, paper, output, name)


def ask(asked: Sequence[Question], rulesets: Sequence[str], tr: Locale) -> None:
    """Ask one question after the other, for each ruleset in turn, and tell how many were right."""
    right = 0
    for number, one in enumerate(asked, 1):
        ruleset = rulesets[(number - 1) % len(rulesets)]
        print_lines(_question(number, one))
        picked = click.prompt(
            tr("What comes of it under {rulesets}?", rulesets=ruleset),
            type=click.IntRange(1, len(one.choices)),
        )
        is_right = picked - 1 == one.right(ruleset)
        right += is_right
        print_lines(_answer(one, is_right, tr))
    counted = tr("{right} of {n} right.", right=right, n=len(asked))
    print_lines(["", *paragraph(counted, "title")])


def _question(number: int, one: Question) -> list[str]:
    from riichi_app.documents.tile_characters import can_draw, draw_groups  # noqa: PLC0415

    lines = ["", *paragraph(f"{number}. {one.says}", "title")]
    for each in one.hands:
        notation = each.hand.notation
        tiles = f"{draw_groups(each.hand.groups)}  {notation}" if can_draw() else notation
        lines += paragraph(f"{each.seat}: {tiles}" if each.seat else tiles, indent=INDENT)
    choices = enumerate(one.choices, 1)
    return [
        *lines,
        *two_columns(((_text(f"{n})"), _text(choice)) for n, choice in choices), 3, INDENT),
    ]


def _text(text: str) -> ColumnCell:
    return (StyledText(text),)


def _answer(one: Question, is_right: bool, tr: Locale) -> list[str]:
    verdict = tr("Right.") if is_right else tr("Not so.")
    rows: list[tuple[ColumnCell, ColumnCell]] = []
    for each in one.answers:
        rows.append(((StyledText(each.ruleset, "name"),), _text(f"→ {each.outcome}")))
        rows.append(((), _text(each.says)))
        rows.append(((), (StyledText(each.source, "dim"),)))
    width = max(len(each.ruleset) for each in one.answers)
    return [*paragraph(f"{verdict} {one.title}", "changed"), *two_columns(rows, width, INDENT)]
