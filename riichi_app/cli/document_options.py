"""Options of the commands that make documents, and how a document is printed or stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from riichi_app.cli.language import language_options
from riichi_app.cli.output import emit, refuse, save
from riichi_app.documents.paper import PAPERS, Paper
from riichi_core.messages import escape_unprintable

if TYPE_CHECKING:
    from riichi_app.documents.model import Document

FORMATS = ["html", "markdown", "pdf"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True,
                 help="The paper it is laid out for; Markdown has none."),
    click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
                 help="Write to a file, by its ending in that format; PDF is never printed."),
)  # fmt: skip


def printing_options(command: _Command) -> _Command:
    """Add the options of whatever can be printed: paper, language, terms and output."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return language_options(command)


def document_options(command: _Command) -> _Command:
    """Add those of a command that makes nothing but a document, which also has a form."""
    form = click.option(
        "--format", "form", type=click.Choice(FORMATS),
        help="A page to print, Markdown for a wiki, or PDF (needs Typst); html by default.",
    )  # fmt: skip
    return form(printing_options(command))


ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".pdf": "pdf", ".json": "json",
           ".csv": "csv"}  # fmt: skip
"""The format that the name of a file asks for."""


def chosen(form: str | None, output: Path | None, forms: Sequence[str] = FORMATS) -> str:
    """Return the format that is asked for, or that of the file's ending, or else the first.

    PDF on standard output is refused here, before anything is made.
    """
    named = ENDINGS.get(output.suffix.lower()) if output is not None else None
    found = form or (named if named in forms else None) or forms[0]
    if found == "pdf" and output is None:
        refuse("PDF goes to a file: add --output FILE.")
    return found


def deliver(document: Document, form: str, paper: Paper, output: Path | None) -> None:
    """Write a document as HTML, Markdown or PDF: print it, or store it in a file and say so."""
    from riichi_app.documents.html import html  # noqa: PLC0415 - not for what is no document
    from riichi_app.documents.markdown import markdown  # noqa: PLC0415

    if form == "pdf":
        assert output is not None, "PDF goes to a file"
        _store(_pdf(document, paper), output, document.title)
    else:
        text = markdown(document) if form == "markdown" else html(document, paper)
        deliver_text(text, output, document.title)


def deliver_text(text: str, output: Path | None, title: str) -> None:
    """Print a text, or store it in a file and say so."""
    if output is None:
        emit(text)
    else:
        _store(text.encode("utf-8", "backslashreplace"), output, title)


def _store(data: bytes, output: Path, title: str) -> None:
    save(output, data)
    click.echo(f"{escape_unprintable(str(output))}: {title}")


def _pdf(document: Document, paper: Paper) -> bytes:
    from riichi_app.documents.typst import NoPdfError, pdf  # noqa: PLC0415 - only when asked for

    try:
        made = pdf(document, paper)
    except NoPdfError as error:
        refuse(error.args[0])
    if made.lacks:
        click.echo(f"Note: {made.lacks}.", err=True)
    return made.data
