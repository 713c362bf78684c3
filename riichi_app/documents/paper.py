"""The papers on which documents are laid out."""

from __future__ import annotations

from typing import Literal

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")

CSS: dict[Paper, str] = {"a4": "A4", "letter": "letter"}
"""The names of the papers in a style sheet."""

MARGINS = {"sheet": "8mm", "guide": "8mm", "rulebook": "16mm 15mm", "report": "15mm"}
"""The margins of each layout."""
