"""`riichi card`: what members and guests ask, on one page."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.document_options import FORMATS, deliver_document, document_options
from riichi_app.cli.language import translator
from riichi_app.cli.output import chosen, load_all
from riichi_app.cli.ruleset_options import ruleset_argument
from riichi_app.documents.paper import Paper
from riichi_app.pages.card import card


@click.command("card")
@ruleset_argument
@document_options
def command(ruleset: str, form: str | None, paper: Paper, output: Path | None) -> None:
    """Make the card of a ruleset: what members and guests ask, on one page.

    Start and end of the game, uma and oka, red fives, open tanyao, several winners, abortive
    draws, chombo and the yaku that no book has, each in a sentence; what is not as in the book is
    shaded.
    """
    form = chosen(form, output, FORMATS)
    (found,) = load_all([ruleset])
    deliver_document(card(found, translator()), form, paper, output, f"{found.id}-card")
