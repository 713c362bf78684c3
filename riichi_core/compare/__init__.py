"""Rulesets side by side."""

from riichi_core.compare.comparison import Comparison, Row, compare

__all__ = ["Comparison", "Row", "compare"]
