"""Documents as PDF, set by Typst where that is installed.

A document is a template beside the code that makes it, and its facts as JSON: what a file says is
data to the template, and never a part of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from riichi_app.documents.tile_art import pictures, win_groups
from riichi_core.hands import Win
from riichi_core.language import Translator

INSTALL = "pip install 'riichi-core[pdf]'"

SHARED = Path(__file__).with_name("shared.typ")
"""What templates have in common: tiles, and the look of a page."""


class NoPdfError(RuntimeError):
    """What makes PDF is not there."""


@dataclass(frozen=True, slots=True)
class Document:
    """What a PDF is made from: a template, and facts that can be written as JSON."""

    template: Path
    facts: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Made:
    """A PDF, and what is not in it as it should be, if anything."""

    data: bytes
    lacks: str = ""


def hand_facts(win: Win, tr: Translator) -> list[list[Mapping[str, Any]]]:
    """A winning hand as a template draws it: groups of tiles."""
    groups = win_groups(win.hand, win.tile, tr)
    return [[asdict(tile) for tile in group] for group in groups]


ACCESSIBLE = ("ua-1",)
"""PDF/UA: tagged, so that it can be read aloud; every letter must have a shape."""

NO_SHAPE = "could not be displayed"
"""What Typst says of a letter that no font has, and how it names it."""

LETTER = re.compile('the text `"(.+?)"`')

NO_KANJI = "no font here has Japanese characters; names in kanji are left out"

NO_LETTER = "no font here has the letter {letter}; it is a box, and the PDF is not tagged as PDF/UA"


def pdf(document: Document) -> Made:
    """A document as PDF.

    Where no font has Japanese characters the names that are written so are left out; where one
    lacks a letter of another text, its place is marked, and the PDF is not one of PDF/UA.

    Raises:
        NoPdfError: Typst is not installed.
    """
    try:
        typst = import_module("typst")
    except ImportError:
        message = f"PDF needs Typst, which is not installed: {INSTALL}"
        raise NoPdfError(f"{message}. Or print the HTML from a browser.") from None
    lacks = ""
    for kanji in (True, False):
        try:
            return Made(_set(typst, document, ACCESSIBLE, kanji=kanji), lacks)
        except typst.TypstError as error:
            if NO_SHAPE not in str(error):
                raise
            lacks = NO_KANJI
            shape = LETTER.search(str(error))
    letter = shape[1] if shape else "?"
    return Made(_set(typst, document, (), kanji=True), NO_LETTER.format(letter=letter))


def _set(typst: Any, document: Document, standards: Sequence[str], *, kanji: bool) -> bytes:
    facts = {**document.facts, "kanji": kanji}
    files = {
        "main.typ": document.template.read_bytes(),
        "shared.typ": SHARED.read_bytes(),
        "facts.json": json.dumps(facts, ensure_ascii=False).encode(),
        **{f"{name}.svg": picture.encode() for name, picture in pictures().items()},
    }
    made: bytes = typst.compile(files, format="pdf", pdf_standards=list(standards))
    return made
