"""What the commands that make documents share: their language, and whether to show or to store."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from riichi_app.cli.output import emit, refuse
from riichi_app.documents.paper import PAPERS
from riichi_app.documents.pdf import Document, NoPdfError, pdf
from riichi_app.locale import TERMS, languages

FORMATS = ["html", "markdown", "pdf"]

Command = TypeVar("Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True,
                 help="The paper it is laid out for; Markdown has none."),
    click.option("--language", type=click.Choice(languages()), default="en", show_default=True,
                 help="The language of the text."),
    click.option("--terms", type=click.Choice(TERMS), default="english", show_default=True,
                 help="Names of yaku and claims: those of the language, or Japanese."),
    click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
                 help="Write to a file, by its ending in that format; PDF is never printed."),
)  # fmt: skip


def printing_options(command: Command) -> Command:
    """The options of whatever can be printed: paper, language, terms and output."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def document_options(command: Command) -> Command:
    """Those of a command that makes nothing but a document, which also has a form."""
    form = click.option(
        "--format", "form", type=click.Choice(FORMATS),
        help="A page to print, Markdown for a wiki, or PDF (needs Typst); html if not said.",
    )  # fmt: skip
    return form(printing_options(command))


ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".pdf": "pdf", ".json": "json",
           ".csv": "csv"}  # fmt: skip
"""The format that the name of a file asks for."""


def chosen(form: str | None, output: Path | None, forms: Sequence[str]) -> str:
    """The format that is asked for, or the one that the file is named after, or else the first.

    PDF on standard output is refused here, before anything is made.
    """
    named = ENDINGS.get(output.suffix.lower()) if output is not None else None
    found = form or (named if named in forms else None) or forms[0]
    if found == "pdf" and output is None:
        refuse("PDF goes to a file: add --output FILE.")
    return found


def deliver(made: str | Document, output: Path | None, title: str) -> None:
    """Print a text, or write it into a file and say so; a document is set and written as PDF."""
    if isinstance(made, str) and output is None:
        emit(made)
        return
    assert output is not None, "PDF goes to a file"
    data = made.encode("utf-8") if isinstance(made, str) else _pdf(made)
    try:
        output.write_bytes(data)
    except OSError as error:
        refuse(f"{output} cannot be written: {error.strerror}")
    click.echo(f"{output}: {title}")


def _pdf(document: Document) -> bytes:
    try:
        made = pdf(document)
    except NoPdfError as error:
        refuse(str(error))
    if made.lacks:
        click.echo(f"Note: {made.lacks}.", err=True)
    return made.data
