"""Settling a deal: who pays whom at its end, and why."""

from riichi_core.settlement.deal import (
    AbortiveDraw,
    Deal,
    DealError,
    ExhaustiveDraw,
    Spoilt,
    Wins,
)
from riichi_core.settlement.ledger import Transfer
from riichi_core.settlement.settle import Settlement, settle

__all__ = [
    "AbortiveDraw",
    "Deal",
    "DealError",
    "ExhaustiveDraw",
    "Settlement",
    "Spoilt",
    "Transfer",
    "Wins",
    "settle",
]
