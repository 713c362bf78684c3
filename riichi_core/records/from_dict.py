"""Values of the library from JSON, in the form that `to_dict` writes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Protocol, Self, TypeVar, cast, runtime_checkable

from pydantic import Field

from riichi_core.analysis import FuId, FuItem
from riichi_core.errors import RiichiError
from riichi_core.game.deal_fouls import DealVerdict
from riichi_core.hands.hand import Hand
from riichi_core.hands.waits import SuitReading
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote
from riichi_core.records.deal import DealRecord
from riichi_core.records.fields import (
    HandText,
    Listed,
    Omittable,
    PlayerSeat,
    PointsText,
    Record,
    Seats,
    TileText,
    Whole,
)
from riichi_core.records.win import read_win
from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_vocabulary import Form
from riichi_core.scoring.points import LimitId, Payments
from riichi_core.scoring.result import DoraHan, NoWin, Reason, Score, YakuHan
from riichi_core.settlement.ending import FinishedDeal
from riichi_core.settlement.ledger import Ledger, Transfer, Why
from riichi_core.settlement.settle import RefusalReason, Settlement

# ---- scores --------------------------------------------------------------------------------------


class _Hand(Record):
    hand: HandText


class _Yaku(Record):
    id: str
    han: Whole | None
    count: Whole = 1


class _Dora(Record):
    dora: Whole
    kan_dora: Whole
    ura_dora: Whole
    kan_ura_dora: Whole
    red_fives: Whole


class _Fu(Record):
    id: FuId
    fu: Whole
    tile: Omittable[TileText] = None
    concealed: Omittable[bool] = None


class _Payments(Record):
    from_each: Whole | None
    from_dealer: Whole | None
    from_discarder: Whole | None


class _Suit(Record):
    parts: Listed[Whole]
    pair: Whole
    wait: Whole
    completes: Whole


class _Score(Record):
    valid: Literal[True]
    yaku: Listed[_Yaku]
    dora: _Dora
    han: Whole | None
    fu: Whole | None
    fu_items: Listed[_Fu] | None
    limit: LimitId | None
    yakuman: Whole
    payments: _Payments
    total: Whole
    base: Whole
    form: Form
    suits: Listed[_Suit]

    def score(self) -> Score:
        """Return the score."""
        items = self.fu_items or ()
        paid = self.payments
        return Score(
            tuple(YakuHan(yaku.id, yaku.han, yaku.count) for yaku in self.yaku),
            DoraHan(**self.dora.model_dump()),
            self.han,
            self.fu,
            tuple(FuItem(item.id, item.fu, item.tile, item.concealed) for item in items),
            self.limit,
            self.yakuman,
            self.base,
            Payments(paid.from_each, paid.from_dealer, paid.from_discarder, self.total),
            self.form,
            tuple(
                SuitReading(suit.parts, suit.pair, suit.wait, suit.completes) for suit in self.suits
            ),
        )


class _NoWin(Record):
    valid: Literal[False]
    reason: Reason
    message: str


# ---- deals ---------------------------------------------------------------------------------------


PartyField = PlayerSeat | Literal["table"]


class _Transfer(Record):
    giver: Annotated[PartyField, Field(alias="from")]
    taker: Annotated[PartyField, Field(alias="to")]
    points: PointsText
    why: Why

    def transfer(self) -> Transfer:
        """Return the transfer."""
        return Transfer(self.giver, self.taker, self.points, self.why)


class _Deal(DealRecord):
    """A record of a deal, and what fouls and shared bets have made of it."""

    bets_on_table: PointsText = 0  # type: ignore[assignment]
    noten_riichi: Seats = frozenset()
    riichi_lost: Seats = frozenset()
    penalties: dict[PlayerSeat, Whole] = Field(default_factory=dict)
    fines: dict[PlayerSeat, Whole] = Field(default_factory=dict)
    foul_payments: Listed[_Transfer] = ()

    def _verdict(self, rules: Rules | None) -> DealVerdict:  # noqa: ARG002 - nothing to judge
        return DealVerdict(void_riichi=self.riichi_lost, noten_riichi=self.noten_riichi)

    def finished(self) -> FinishedDeal:
        """Return the finished deal."""
        deal = self.deal().finished
        return FinishedDeal(
            deal.end, deal.round_wind, deal.counters, self.bets_on_table, deal.riichi,
            deal.offenders, deal.setting, self.penalties, self.fines, self.riichi_lost, deal.wareme,
            Ledger(tuple(one.transfer() for one in self.foul_payments)),
        )  # fmt: skip


class _Refused(Record):
    seat: PlayerSeat
    reason: RefusalReason


class _Settlement(Record):
    winners: Listed[PlayerSeat]
    refused: Listed[_Refused]
    wins: dict[PlayerSeat, _Score]
    deltas: dict[PlayerSeat, PointsText]
    transfers: Listed[_Transfer]
    bets_left: PointsText
    dealer_stays: bool
    counters_next: Whole
    redeal: bool
    offenders: Listed[PlayerSeat]
    penalties: dict[PlayerSeat, Whole]
    fines: dict[PlayerSeat, Whole]
    chips: dict[PlayerSeat, Whole]
    fouls: Listed[dict[str, str]] = ()

    def settlement(self) -> Settlement:
        """Return the settlement; its transfers give the deltas."""
        return Settlement(
            Ledger(tuple(one.transfer() for one in self.transfers)),
            self.bets_left,
            self.dealer_stays,
            self.counters_next,
            self.winners,
            tuple((one.seat, one.reason) for one in self.refused),
            {seat: score.score() for seat, score in self.wins.items()},
            self.redeal,
            self.offenders,
            self.penalties,
            self.fines,
            self.chips,
        )


# ---- any of them ---------------------------------------------------------------------------------


@runtime_checkable
class _OfDict(Protocol):
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self: ...


T = TypeVar("T")


def _no_win(data: object) -> NoWin:
    record = _NoWin.read(data)
    return NoWin(record.reason, record.message)


_READERS: Mapping[type, Callable[[object], object]] = {
    Hand: lambda data: _Hand.read(data).hand,
    Win: read_win,
    Score: lambda data: _Score.read(data).score(),
    NoWin: _no_win,
    FinishedDeal: lambda data: _Deal.read(data).finished(),
    Settlement: lambda data: _Settlement.read(data).settlement(),
}


def from_dict(kind: type[T], data: Mapping[str, Any]) -> T:
    """Return the value of JSON that `to_dict` wrote.

    Args:
        kind: the class of the value: `Hand`, `Win`, `Score`, `NoWin`, `FinishedDeal`, `Settlement`,
            `Ruleset` or `Comparison`.
        data: the data.

    Raises:
        RecordError: wrong data; the error has a code and the field.
        RulesetError: wrong data of a ruleset.
        RiichiError: another class.

    >>> from_dict(Hand, {"hand": "2345567m345p678s"}).shanten
    0
    """
    read = _READERS.get(kind)
    if read is not None:
        return cast("T", read(data))
    if isinstance(kind, type) and isinstance(kind, _OfDict):
        return cast("T", kind.from_dict(data))
    names = ", ".join([*(known.__name__ for known in _READERS), "Ruleset", "Comparison"])
    raise RiichiError(Message("expected one of {names}, not {value}", names=names,
                              value=quote(getattr(kind, "__name__", kind))))  # fmt: skip
