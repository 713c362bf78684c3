"""Options of the commands that make documents, and how a document is printed or stored."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from riichi_app.cli.language import language_options
from riichi_app.cli.output import OUTPUT_OPTIONS, deliver, deliver_lines, laid_out, refuse
from riichi_app.documents.paper import PAPERS, Paper

if TYPE_CHECKING:
    from riichi_app.documents.model import Document

FORMATS = ["html", "markdown", "pdf"]

_Command = TypeVar("_Command", bound=Callable[..., Any])

_OPTIONS = (
    click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True,
                 help="The paper it is laid out for; Markdown has none."),
    *OUTPUT_OPTIONS,
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


def deliver_document(
    document: Document, form: str, paper: Paper, output: Path | None, name: str
) -> None:
    """Write a document as HTML, Markdown, PDF or text: print it, or store it and say so."""
    from riichi_app.documents.html import html  # noqa: PLC0415 - not for what is no document
    from riichi_app.documents.markdown import markdown  # noqa: PLC0415

    match form:
        case "text":
            from riichi_app.documents.terminal import terminal  # noqa: PLC0415

            deliver_lines(laid_out(terminal(document)), output, document.title)
            return
        case "pdf":
            made: str | bytes = _pdf(document, paper)
        case "markdown":
            made = markdown(document)
        case _:
            made = html(document, paper)
    deliver(made, form, output, name, document.title)


def _pdf(document: Document, paper: Paper) -> bytes:
    from riichi_app.documents.typst import NoPdfError, pdf  # noqa: PLC0415 - only when asked for

    try:
        made = pdf(document, paper)
    except NoPdfError as error:
        refuse(error.args[0])
    if made.lacks:
        click.echo(f"Note: {made.lacks}.", err=True)
    return made.data
