"""What the commands that make documents share: their language, and whether to show or to store."""

from __future__ import annotations

from pathlib import Path

import click

from riichi_app.cli.output import emit, refuse
from riichi_app.words.file import TERMS, languages

FORMATS = ["html", "markdown", "pdf"]

language_option = click.option(
    "--language", type=click.Choice(languages()), default="en", show_default=True,
    help="The language of the text.",
)  # fmt: skip

terms_option = click.option(
    "--terms", type=click.Choice(TERMS), default="english", show_default=True,
    help="Names of yaku and claims: those of the language, or Japanese.",
)  # fmt: skip

output_option = click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
    help="Write to a file; PDF is never printed.",
)  # fmt: skip


def check_output(form: str, output: Path | None) -> None:
    """Refuse a PDF on standard output, before anything is made."""
    if form == "pdf" and output is None:
        refuse("PDF goes to a file: add --output FILE.")


def deliver(text: str, form: str, output: Path | None) -> None:
    """Print a document, or write it into a file; HTML becomes PDF where that is asked for."""
    if output is None:
        emit(text)
        return
    made = _pdf(text) if form == "pdf" else text.encode("utf-8")
    try:
        output.write_bytes(made)
    except OSError as error:
        refuse(f"{output} cannot be written: {error.strerror}")


def _pdf(text: str) -> bytes:
    from riichi_app.drawing.pdf import NoPdfError, pdf  # noqa: PLC0415 - only when asked for

    try:
        return pdf(text)
    except NoPdfError as error:
        refuse(str(error))
