"""The paper sizes of documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Paper = Literal["a4", "letter"]
PosterPaper = Literal[Paper, "a3"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
POSTERS: tuple[PosterPaper, ...] = get_args(PosterPaper)

MARGIN = 8
"""The margin of pages that are filled, in millimetres."""


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A paper size.

    Attributes:
        css: its name in a style sheet.
        typst: its name in Typst.
        width: its width in millimetres.
        height: its height in millimetres.
    """

    css: str
    typst: str
    width: float
    height: float


SIZES: dict[PosterPaper, PaperSize] = {
    "a4": PaperSize("A4", "a4", 210, 297),
    "letter": PaperSize("letter", "us-letter", 215.9, 279.4),
    "a3": PaperSize("A3", "a3", 297, 420),
}
