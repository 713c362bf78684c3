"""Scenarios about the end of a deal and its settlement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from riichi_core.game.fouls import SettledEffect
from riichi_core.messages import Message
from riichi_core.records.deal import DealRecord, PartyWord
from riichi_core.records.fields import Record, WindWord
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import ABSENT, BySeat, Expected, ExpectedPoints, Kind
from riichi_core.scenarios.kinds.win import ExpectedWin
from riichi_core.settlement.ledger import Why
from riichi_core.settlement.settle import RefusalReason


class ExpectedTransfer(Record):
    """Points that one party pays to another; other transfers are allowed."""

    source: PartyWord = Field(default=ABSENT, alias="from")
    to: PartyWord = ABSENT
    points: ExpectedPoints = ABSENT
    why: Why = ABSENT


class ExpectedRefusal(Record):
    """A win that does not stand, and why."""

    seat: WindWord = ABSENT
    reason: RefusalReason = ABSENT


class ExpectedJudgedFoul(Record):
    """A foul of a deal, and its effect there."""

    seat: str = ABSENT
    foul: str = ABSENT
    outcome: SettledEffect = ABSENT
    says: str = ABSENT


class ExpectedDeal(Expected):
    """Expectations of the end of a deal."""

    winners: list[WindWord] = ABSENT
    refused: list[ExpectedRefusal] = ABSENT
    wins: BySeat[ExpectedWin] = ABSENT
    deltas: BySeat[ExpectedPoints] = ABSENT
    transfers: list[ExpectedTransfer] = ABSENT
    bets_left: ExpectedPoints = ABSENT
    dealer_stays: bool = ABSENT
    counters_next: int = ABSENT
    redeal: bool = ABSENT
    offenders: list[WindWord] = ABSENT
    penalties: BySeat[int] = ABSENT
    table_penalties: BySeat[int] = ABSENT
    chips: BySeat[int] = ABSENT
    fouls: list[ExpectedJudgedFoul] = ABSENT


def _settled_deal(record: DealRecord, ruleset: Ruleset) -> Mapping[str, Any]:
    return record.settled(ruleset)


DEAL = Kind(
    name="deal",
    title="The end of a hand",
    given=DealRecord,
    check=DealRecord.check,
    result=_settled_deal,
    expected=ExpectedDeal,
    wanted=Message(
        "how a hand ended, e.g. {example}", example="{end: exhaustive_draw, tenpai: [east]}"
    ),
    possible=Message("a possible end of a hand"),
    example="{dealer_stays: true}",
)
