"""The JSON Schemas as they are published: files that need neither the model nor jsonschema."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

RulesetKind = Literal["house", "book", "shelf"]

FILES = {
    "house": "ruleset.schema.json",
    "book": "book.schema.json",
    "shelf": "shelf.schema.json",
}
"""The schemas of a house-rule file, of a published book's, and of one on the shelf."""

RECORDS = {
    kind: f"{kind}.schema.json"
    for kind in ("win", "win-result", "deal", "deal-result", "game", "game-result",
                 "tournament-result", "seating", "plan", "scenarios")
}  # fmt: skip
"""The schemas of records that are scored or settled and of games, of what these, tournaments, their
seating and plans are answered with, and of scenarios."""

DOOR = {kind: f"{kind}.schema.json" for kind in ("page-question", "page-answer")}
"""The schemas of the one door of the page (docs/web.md)."""

FOLDER = Path(__file__).resolve().parent / "schemas"


def committed(kind: str) -> str:
    """The text of a published schema."""
    return (FOLDER / (FILES | RECORDS | DOOR)[kind]).read_text(encoding="utf-8")
