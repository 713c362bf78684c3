"""The papers on which documents are laid out."""

from __future__ import annotations

from typing import Literal

Paper = Literal["a4", "letter"]
PAPERS: tuple[Paper, ...] = ("a4", "letter")

CSS: dict[Paper, str] = {"a4": "A4", "letter": "letter"}
"""What a paper is called in a style sheet."""

MILLIMETRES: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}
"""The width and the height of a paper."""
