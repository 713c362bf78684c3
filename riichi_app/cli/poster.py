"""`riichi poster`: what changes for a player, on one page for the wall."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.completion import rulesets as complete
from riichi_app.cli.document_options import FORMATS, deliver_document
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import OUTPUT_OPTIONS, chosen, load_all, refuse
from riichi_app.cli.ruleset_options import with_option
from riichi_app.documents.paper import POSTERS, Paper
from riichi_core.messages import Message

MOST_SIDES = 3
"""The most rulesets beside each other in letters that are read from a metre."""


@click.command("poster")
@click.argument("rulesets", nargs=-1, metavar="A B", shell_complete=complete)
@with_option
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="A page to print, Markdown, or PDF (needs Typst); html by default.")  # fmt: skip
@click.option("--paper", type=click.Choice(POSTERS), default="a4", show_default=True,
              help="The paper of the one page.")  # fmt: skip
@OUTPUT_OPTIONS[0]
@OUTPUT_OPTIONS[1]
@language_options
def command(
    *, rulesets: tuple[str, ...], form: str | None, paper: Paper, output: Path | None
) -> None:
    """Make a poster of the five differences that matter most to a player.

    Each side in a sentence, on one page in letters as large as there is room for.
    """
    if not 2 <= len(rulesets) <= MOST_SIDES:
        message = Message("A poster is for two rulesets or three, not for {n}.", n=len(rulesets))
        refuse(message)
    form = chosen(form, output, FORMATS)
    tr = translator()
    from riichi_app.pages.poster import poster  # noqa: PLC0415 - it takes the whole engine
    from riichi_core.comparison.comparison import compare  # noqa: PLC0415

    found = compare(*load_all(rulesets), tr=tr)
    if not found.differing:
        refuse("The rulesets do not differ.")
    name = "-".join((*(one.id for one in found.rulesets), "poster"))
    deliver_document(poster(found, tr), form, paper, output, name)
