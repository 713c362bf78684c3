"""What the commands that make documents share: a page, Markdown or PDF, shown or in a file."""

from __future__ import annotations

from pathlib import Path

from riichi_app.cli.output import emit, refuse

FORMATS = ["html", "markdown", "pdf"]


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
