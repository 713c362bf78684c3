"""`riichi sheet`: the score sheet of a ruleset, for the wall and for a wiki."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.document_options import FORMATS, deliver_document, document_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import chosen, load_all
from riichi_app.cli.ruleset_options import ruleset_argument
from riichi_app.documents.paper import Paper
from riichi_app.pages.sheet.score_sheet import score_sheet


@click.command("sheet")
@ruleset_argument
@document_options
def command(ruleset: str, form: str | None, paper: Paper, output: Path | None) -> None:
    """Make the one-page score sheet of a ruleset: yaku, minipoints, payments and limits.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every figure is one of its
    values: a club's own yaku, red fives and limits show up.
    """
    form = chosen(form, output, FORMATS)
    (found,) = load_all([ruleset])
    deliver_document(score_sheet(found, translator()), form, paper, output, f"{found.id}-sheet")
