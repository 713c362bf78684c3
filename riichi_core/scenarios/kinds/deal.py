"""Scenarios about the end of a deal and its settlement."""

from __future__ import annotations

from riichi_core.messages import Message
from riichi_core.records.deal import DealRecord
from riichi_core.scenarios.kinds.kind import Kind

DEAL = Kind(
    name="deal",
    title="The end of a hand",
    given=DealRecord,
    check=DealRecord.question,
    result=DealRecord.settled,
    wanted=Message(
        "how a hand ended, e.g. {example}", example="{end: exhaustive_draw, tenpai: [east]}"
    ),
    possible=Message("a possible end of a hand"),
    example="{dealer_stays: true}",
)
