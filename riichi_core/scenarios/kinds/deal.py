"""Scenarios of how a deal ends, and what that comes to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import Field

from riichi_core.records.deal import DealRecord, read_deal, settlement_json
from riichi_core.records.model import Record, WindWord
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import ABSENT, BySeat, Expected, Kind, Points
from riichi_core.scenarios.kinds.win import ExpectedWin
from riichi_core.settlement.ending import DealResult
from riichi_core.settlement.ledger import Why
from riichi_core.settlement.settle import Refusal

Party = Literal["east", "south", "west", "north", "table"]


class ExpectedTransfer(Record):
    """Points that go from one party to another; there may be other transfers."""

    source: Party = Field(default=ABSENT, alias="from")
    to: Party = ABSENT
    points: Points = ABSENT
    why: Why = ABSENT


class ExpectedRefusal(Record):
    """A win that does not stand, and why."""

    seat: WindWord = ABSENT
    reason: Refusal = ABSENT


class ExpectedDeal(Expected):
    """What can be expected of the end of a deal."""

    winners: list[WindWord] = ABSENT
    refused: list[ExpectedRefusal] = ABSENT
    wins: BySeat[ExpectedWin] = ABSENT
    deltas: BySeat[Points] = ABSENT
    transfers: list[ExpectedTransfer] = ABSENT
    bets_left: Points = ABSENT
    dealer_stays: bool = ABSENT
    counters_next: int = ABSENT
    redeal: bool = ABSENT
    offenders: list[WindWord] = ABSENT
    penalties: BySeat[int] = ABSENT
    fines: BySeat[int] = ABSENT


def _result(deal: DealResult, ruleset: Ruleset) -> Mapping[str, Any]:
    return settlement_json(deal, ruleset)


DEAL = Kind(
    name="deal",
    title="The end of a deal",
    fields=tuple(DealRecord.model_fields),
    read=read_deal,
    result=_result,
    expected=ExpectedDeal,
    wanted="how a deal ended, as {end: exhaustive_draw, tenpai: [east]}",
    possible="an end of a deal that can be",
    example="{dealer_stays: true}",
)
