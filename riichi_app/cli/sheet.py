"""`riichi sheet`: the score sheet of a ruleset, for the wall and for a wiki."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.output import emit, load_all, refuse
from riichi_app.sheets.html import html
from riichi_app.sheets.markdown import markdown
from riichi_app.sheets.page import PAPERS, Page, Paper
from riichi_app.sheets.score_sheet import score_sheet
from riichi_app.words.words import TERMS, Terms, Words, languages

FORMATS = ["html", "markdown", "pdf"]


@click.command("sheet")
@click.argument("ruleset")
@click.option("--format", "form", type=click.Choice(FORMATS), default="html", show_default=True,
              help="A page to print, text for a wiki, or PDF (needs WeasyPrint).")  # fmt: skip
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True,
              help="The paper it is laid out for; Markdown has none.")  # fmt: skip
@click.option("--language", type=click.Choice(languages()), default="en", show_default=True,
              help="The language of the page.")  # fmt: skip
@click.option("--terms", type=click.Choice(TERMS), default="english", show_default=True,
              help="Names of yaku and claims: those of the language, or Japanese.")  # fmt: skip
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="Write to a file; PDF is never printed.")  # fmt: skip
def command(
    ruleset: str, form: str, paper: Paper, language: str, terms: Terms, output: Path | None
) -> None:
    """Make the one-page score sheet of a ruleset: yaku, minipoints, payments and limits.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Every figure is one of its
    values: a club's own yaku, red fives and limits show up.
    """
    if form == "pdf" and output is None:
        refuse("PDF goes to a file: add --output FILE.")
    (found,) = load_all([ruleset])
    page = score_sheet(found, Words(language, terms))
    if output is None:
        emit(markdown(page) if form == "markdown" else html(page, paper))
        return
    made = _made(page, form, paper)
    try:
        output.write_bytes(made)
    except OSError as error:
        refuse(f"{output} cannot be written: {error.strerror}")
    click.echo(f"{output}: {found.title}")


def _made(page: Page, form: str, paper: Paper) -> bytes:
    if form == "markdown":
        return markdown(page).encode("utf-8")
    text = html(page, paper)
    if form == "html":
        return text.encode("utf-8")
    from riichi_app.sheets.pdf import NoPdfError, pdf  # noqa: PLC0415 - only when asked for

    try:
        return pdf(text)
    except NoPdfError as error:
        refuse(str(error))
