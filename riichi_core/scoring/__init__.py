"""Scoring: fu with reasons, dora, limits, payments, and the best reading of a win."""

from riichi_core.scoring.dora import Dora
from riichi_core.scoring.explain import Explanation, explain
from riichi_core.scoring.fu import FuItem
from riichi_core.scoring.points import Payments
from riichi_core.scoring.score import (
    NotPlayedHereError,
    NoWin,
    Score,
    Scorer,
    score,
    score_all,
    scorer,
)
from riichi_core.scoring.worth import YakuHan

__all__ = [
    "Dora",
    "Explanation",
    "FuItem",
    "NoWin",
    "NotPlayedHereError",
    "Payments",
    "Score",
    "Scorer",
    "YakuHan",
    "explain",
    "score",
    "score_all",
    "scorer",
]
