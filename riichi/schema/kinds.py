"""The kinds of schemas, and the names of their files."""

from __future__ import annotations

from typing import Literal

RulesetKind = Literal["house", "book", "shelf"]

RULESET_SCHEMAS = {
    "house": "ruleset.schema.json",
    "book": "book.schema.json",
    "shelf": "shelf.schema.json",
}
"""The schemas of house-rule files, published books, and files on the shelf."""

RECORD_SCHEMAS = {
    kind: f"{kind}.schema.json"
    for kind in ("win", "win-result", "deal", "deal-result", "game", "game-result",
                 "tournament-result", "league-result", "seating", "plan", "scenarios")
}  # fmt: skip
"""The schemas of records and of scenarios.

They include the records of wins and deals, games, and the answers to all of these, to tournaments,
leagues, seating and plans.
"""
