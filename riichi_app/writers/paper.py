"""The papers on which documents are laid out."""

from __future__ import annotations

from typing import Literal

Paper = Literal["a4", "letter", "a3"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")
POSTERS: tuple[Paper, ...] = (*PAPERS, "a3")
"""The papers of a poster."""

CSS: dict[Paper, str] = {"a4": "A4", "letter": "letter", "a3": "A3"}
"""The names of the papers in a style sheet."""

MARGINS = {"sheet": "8mm", "guide": "8mm", "rulebook": "16mm 15mm", "report": "15mm",
           "poster": "12mm"}  # fmt: skip
"""The margins of each layout."""
