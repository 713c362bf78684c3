"""Write documents as PDF, set by Typst where that is installed.

The template gets the document as JSON: what a file says is data to it, and never a part of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from riichi_app.writers.drawings import pictures
from riichi_app.writers.html import FONTS
from riichi_app.writers.model import Document, as_data, letters
from riichi_app.writers.paper import SIZES, PosterPaper
from riichi_core.messages import Message

INSTALL = "python -m pip install 'typst>=0.13,<1'"
"""The command that installs it beside a checkout or a wheel alike."""

TEMPLATE = Path(__file__).with_name("document.typ")

ACCESSIBLE = ("ua-1",)
"""PDF/UA: tagged, so that it can be read aloud; every letter must have a shape."""

NO_SHAPE = "could not be displayed"
"""Part of what Typst says of a letter that no font has."""

LETTER = re.compile('the text `"(.+?)"`')

NO_KANJI = "no font here has Japanese characters; names in kanji are left out"

NO_LETTER = "no font here has the letter {letter}; it is a box, and the PDF is not tagged as PDF/UA"


FULL_PAGE = 17_000
"""More letters than fit on a page, however small. Trying sizes takes long where none can fit."""


class NoPdfError(RuntimeError):
    """Typst is not installed, or cannot make the PDF."""


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF, and what is not in it as it should be, if anything."""

    data: bytes
    lacks: str = ""


def pdf(document: Document, paper: PosterPaper = "a4") -> Pdf:
    """Return a document as PDF on this paper.

    Where no font has Japanese characters the names that are written so are left out; where one
    lacks a letter of another text, its place is marked, and the PDF is not one of PDF/UA.

    Raises:
        NoPdfError: Typst is not installed, or cannot read a picture in the document.
    """
    try:
        typst = import_module("typst")
    except ImportError:
        message = Message(
            "PDF needs Typst, which is not installed: {install}. Or print the HTML from a browser.",
            install=INSTALL,
        )
        raise NoPdfError(message) from None
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
    """Return on how many pages a document is fitted; 0 where it is too long for that."""
    return document.pages if letters(document.blocks) <= FULL_PAGE * document.pages else 0


def _compile(typst: Any, facts: dict[str, Any], standards: Sequence[str]) -> bytes:
    files = {
        "main.typ": TEMPLATE.read_bytes(),
        "document.json": json.dumps(facts, ensure_ascii=False).encode(),
        **{f"{name}.svg": picture.encode() for name, picture in pictures().items()},
    }
    compiled: bytes = typst.compile(
        files, format="pdf", pdf_standards=list(standards), font_paths=[str(FONTS)]
    )
    return compiled
