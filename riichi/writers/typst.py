"""Write documents as PDF with Typst, if it is installed.

The template gets the document as JSON: text from files is data to it, and never code.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import Any

from riichi.writers.drawings import pictures
from riichi.writers.html import FONTS
from riichi.writers.model import Document, as_data, letters
from riichi.writers.paper import SIZES, PosterPaper
from riichi_core.messages import Message

INSTALL = 'pip install "riichi-core[pdf]"'
"""The command that installs Typst."""

TEMPLATE = Path(__file__).with_name("document.typ")

ACCESSIBLE = ("ua-1",)
"""PDF/UA: tagged, so that it can be read aloud; every letter must have a shape."""

NO_SHAPE = "could not be displayed"
"""A part of Typst's message about a letter that no font has."""

LETTER = re.compile('the text `"(.+?)"`')

NO_KANJI = "no font here has Japanese characters; names in kanji are left out"

NO_LETTER = "no font here has the letter {letter}; it is a box, and the PDF is not tagged as PDF/UA"


FULL_PAGE, FULL_GUIDE = 17_000, 8_000
"""More letters than fit on a page, and on one of a guide, at any size. Trying sizes is slow if none
can fit.
"""


ATTEMPTS = ((15, 22), (30, 22), (50, 22), (300, 22), (300, 12))
"""The attempts to fit a guide on its pages, in order: the millimetres that rows may leave empty on
a page, and the space above and below a line in hundredths of its letters. The last two attempts use
the smallest letters.
"""

A_PAGE = re.compile(rb"/Type\s*/Page\b")


BATCH = 30
"""The number of pages that Typst lays out at a time: it needs 2 MB for each."""

FORGET = 11
"""The number of further documents after which Typst forgets the layout of one."""

UNTAGGED = "the PDF is joined from several and is not tagged as PDF/UA"


class NoPdfError(RuntimeError):
    """Typst is not installed, or cannot make the PDF."""


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF, and what is missing from it, if anything."""

    data: bytes
    lacks: str = ""


def pdf(document: Document, paper: PosterPaper = "a4") -> Pdf:
    """Return a document as PDF on this paper.

    If no font has Japanese characters, names in them are left out. If a letter of any other text is
    missing, a box replaces it, and the PDF does not conform to PDF/UA. More than `BATCH` pages are
    joined from several documents, without tags.

    Raises:
        NoPdfError: if Typst is not installed, or cannot read a picture in the document.
    """
    typst = _library("typst", "Typst")
    if document.layout != "pages" or len(document.blocks) <= BATCH:
        return _whole(typst, document, paper)
    writer, lacks = _library("pypdf", "pypdf").PdfWriter(), [UNTAGGED]
    for first in range(0, len(document.blocks), BATCH):
        pages = replace(document, blocks=document.blocks[first : first + BATCH])
        part = _whole(typst, pages, paper)
        for _ in range(FORGET):
            typst.compile({"main.typ": b""}, format="pdf", ignore_system_fonts=True)
        writer.append(BytesIO(part.data), import_outline=False)
        lacks += [part.lacks] if part.lacks and part.lacks not in lacks else []
    writer.add_metadata({"/Title": document.title})
    joined = BytesIO()
    writer.write(joined)
    return Pdf(joined.getvalue(), "; ".join(lacks))


def _library(module: str, name: str) -> Any:
    """Return a library that only PDF needs."""
    try:
        return import_module(module)
    except ImportError:
        message = Message(
            "PDF needs {name}, which is not installed: {install}. Or print the HTML from a "
            "browser.",
            name=name, install=INSTALL,
        )  # fmt: skip
        raise NoPdfError(message) from None


def _whole(typst: Any, document: Document, paper: PosterPaper) -> Pdf:
    """Return a document as PDF that is laid out at once."""
    data = {**as_data(document), "paper": SIZES[paper].typst, "pages": _pages(document)}
    lacks = ""
    for kanji in (True, False):
        try:
            return Pdf(_compile(typst, {**data, "kanji": kanji}, ACCESSIBLE), lacks)
        except typst.TypstError as error:
            if NO_SHAPE not in str(error):
                message = Message("Typst cannot make the PDF: {why}", why=str(error))
                raise NoPdfError(message) from None
            lacks = NO_KANJI
            shape = LETTER.search(str(error))
    letter = shape[1] if shape else "?"
    return Pdf(_compile(typst, {**data, "kanji": True}, ()), NO_LETTER.format(letter=letter))


def _pages(document: Document) -> int:
    """Return the number of pages that a document must fit; 0 if it is too long for that."""
    full = FULL_GUIDE if document.layout == "guide" else FULL_PAGE
    return document.pages if letters(document.blocks) <= full * document.pages else 0


def _compile(typst: Any, facts: dict[str, Any], standards: Sequence[str]) -> bytes:
    """Return a PDF, with smaller letters and less space if it would have too many pages."""
    compiled = b""
    for gap, pad in ATTEMPTS if facts["pages"] > 1 else ATTEMPTS[:1]:
        compiled = _compile_once(typst, {**facts, "gap": gap, "pad": pad}, standards)
        if len(A_PAGE.findall(compiled)) <= facts["pages"]:
            break
    return compiled


def _compile_once(typst: Any, facts: dict[str, Any], standards: Sequence[str]) -> bytes:
    files = {
        "main.typ": TEMPLATE.read_bytes(),
        # A terminal in another encoding can give letters that are no text.
        "document.json": json.dumps(facts, ensure_ascii=False).encode(errors="replace"),
        **{f"{name}.svg": picture.encode() for name, picture in pictures().items()},
    }
    compiled: bytes = typst.compile(
        files, format="pdf", pdf_standards=list(standards), font_paths=[str(FONTS)]
    )
    return compiled
