"""Rulesets side by side."""

from riichi_core.comparison.comparison import Comparison, Row, compare

__all__ = ["Comparison", "Row", "compare"]
