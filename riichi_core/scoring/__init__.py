"""Scoring: fu with reasons, dora, limits, payments, and the best reading of a win."""

from riichi_core.scoring.dora import DoraHan
from riichi_core.scoring.explain import Explanation, explain
from riichi_core.scoring.fu import FuItem
from riichi_core.scoring.han import YakuHan
from riichi_core.scoring.points import Payments
from riichi_core.scoring.score import (
    NoWin,
    Score,
    Scorer,
    UnsupportedTileError,
    score,
    score_all,
    scorer,
)

__all__ = [
    "DoraHan",
    "Explanation",
    "FuItem",
    "NoWin",
    "Payments",
    "Score",
    "Scorer",
    "UnsupportedTileError",
    "YakuHan",
    "explain",
    "score",
    "score_all",
    "scorer",
]
