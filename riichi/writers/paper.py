"""The paper sizes of documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

Paper = Literal["a4", "letter"]
PosterPaper = Literal[Paper, "a3"]
PAPERS: tuple[Paper, ...] = get_args(Paper)
POSTERS: tuple[PosterPaper, ...] = get_args(PosterPaper)


@dataclass(frozen=True, slots=True)
class PaperSize:
    """A paper size.

    Attributes:
        css: its name in a style sheet.
        typst: its name in Typst.
        letter_size: the size of letters, in points, at which a single letter would fill a page.
    """

    css: str
    typst: str
    letter_size: float


SIZES: dict[PosterPaper, PaperSize] = {
    "a4": PaperSize("A4", "a4", 640),
    "letter": PaperSize("letter", "us-letter", 620),
    "a3": PaperSize("A3", "a3", 905),
}
