"""Scenarios about the end of a deal and its settlement."""

from __future__ import annotations

from riichi_core.messages import Message
from riichi_core.records.deal import DealRecord
from riichi_core.records.from_dict import SettlementRecord
from riichi_core.scenarios.kinds.expected import expectations
from riichi_core.scenarios.kinds.kind import BySeat, Kind
from riichi_core.scenarios.kinds.win import ExpectedWin

ExpectedDeal = expectations(
    "ExpectedDeal",
    SettlementRecord,
    about="Expectations of the end of a deal.",
    wins=BySeat[ExpectedWin],  # type: ignore[valid-type]
)


DEAL = Kind(
    name="deal",
    title="The end of a hand",
    given=DealRecord,
    check=DealRecord.question,
    result=DealRecord.settled,
    expected=ExpectedDeal,
    wanted=Message(
        "how a hand ended, e.g. {example}", example="{end: exhaustive_draw, tenpai: [east]}"
    ),
    possible=Message("a possible end of a hand"),
    example="{dealer_stays: true}",
)
