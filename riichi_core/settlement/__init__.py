"""Settling a deal: who pays whom at its end, and why."""

from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealError,
    DealResult,
    DealtAgain,
    Ending,
    ExhaustiveDraw,
    StatedWin,
    Wins,
)
from riichi_core.settlement.ledger import Transfer
from riichi_core.settlement.settle import Settlement, settle

__all__ = [
    "AbortiveDraw",
    "ChomboEnding",
    "DealError",
    "DealResult",
    "DealtAgain",
    "Ending",
    "ExhaustiveDraw",
    "Settlement",
    "StatedWin",
    "Transfer",
    "Wins",
    "settle",
]
