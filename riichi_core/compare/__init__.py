"""Rulesets side by side."""

from riichi_core.compare.comparison import Comparison, Row, Side, compare

__all__ = ["Comparison", "Row", "Side", "compare"]
