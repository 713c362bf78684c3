"""`riichi rulebook`: the whole rules of a ruleset, to print or to put into a wiki."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.document_options import FORMATS, deliver_document, document_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import chosen, load_all
from riichi_app.cli.ruleset_options import ruleset_argument
from riichi_app.documents.paper import Paper
from riichi_app.pages.rulebook import rulebook


@click.command("rulebook")
@ruleset_argument
@document_options
def command(ruleset: str, form: str | None, paper: Paper, output: Path | None) -> None:
    """Write the whole rules in plain words, chapter by chapter.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every rule stands with where
    it comes from, and with a worked example where one says it in a sentence; yaku have a drawn
    hand. House rules begin with what is different from their book, and it is marked.
    """
    form = chosen(form, output, FORMATS)
    (found,) = load_all([ruleset])
    deliver_document(rulebook(found, translator()), form, paper, output, f"{found.id}-rulebook")
