"""Values of the library from JSON, in the form that `to_dict` writes.

The models of results are also those of their JSON Schemas.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, Protocol, Self, TypeVar, cast, runtime_checkable

from pydantic import Field, Strict

from riichi_core.analysis import FuId, FuItem
from riichi_core.errors import RecordError, RiichiError
from riichi_core.hands.hand import Hand
from riichi_core.hands.readings import parse_reading
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote
from riichi_core.records.deal import JudgedFoulJson, TransferRecord, read_deal
from riichi_core.records.fields import (
    HandText,
    Listed,
    Omittable,
    PlayerSeat,
    PointsText,
    Record,
    TileText,
    Whole,
    YakuId,
)
from riichi_core.records.win import read_win
from riichi_core.scoring.points import LimitId, Payments
from riichi_core.scoring.result import DoraHan, NoWin, Reason, Score, YakuHan
from riichi_core.settlement.ending import FinishedDeal
from riichi_core.settlement.ledger import Ledger
from riichi_core.settlement.settle import RefusalReason, Settlement

# ---- scores --------------------------------------------------------------------------------------


class _Hand(Record):
    hand: HandText


Positive = Annotated[Whole, Field(ge=1)]
NotNegative = Annotated[Whole, Field(ge=0)]


class YakuRecord(Record):
    """A yaku of a win; `count` is present if the win has it more than once."""

    id: YakuId
    han: Positive | None
    count: Omittable[Annotated[Whole, Field(ge=2)]] = None


class DoraRecord(Record):
    """The dora of a win by kind."""

    dora: NotNegative
    kan_dora: NotNegative
    ura_dora: NotNegative
    kan_ura_dora: NotNegative
    red_fives: NotNegative
    bonus_tiles: Omittable[Positive] = 0


class FuRecord(Record):
    """A source of fu; triplets and quads name their tile."""

    id: FuId
    fu: Positive
    tile: Omittable[TileText] = None
    concealed: Omittable[bool] = None


class PaymentsRecord(Record):
    """The payments, counters included."""

    from_each: NotNegative | None
    from_dealer: NotNegative | None
    from_discarder: NotNegative | None


class ScoreRecord(Record):
    """The value of a win."""

    valid: Literal[True]
    yaku: Listed[YakuRecord]
    dora: DoraRecord
    han: Positive | None
    fu: Annotated[Whole, Field(ge=20)] | None
    fu_items: Listed[FuRecord] | None
    limit: LimitId | None
    yakuman: NotNegative
    base: Positive
    payments: PaymentsRecord
    points: NotNegative
    reading: str
    counted_as: Omittable[TileText] = None

    def score(self) -> Score:
        """Return the score.

        Raises:
            RecordError: if the reading is not one.
        """
        paid = self.payments
        try:
            read = parse_reading(self.reading, drawn=paid.from_discarder is None)
        except RiichiError as error:
            raise RecordError("notation", "reading", error.message) from None
        return Score(
            tuple(YakuHan(yaku.id, yaku.han, yaku.count or 1) for yaku in self.yaku),
            DoraHan(**dict(self.dora)),
            self.han,
            self.fu,
            tuple(FuItem(**dict(item)) for item in self.fu_items or ()),
            self.limit,
            self.yakuman,
            self.base,
            Payments(paid.from_each, paid.from_dealer, paid.from_discarder, self.points),
            *read,
            self.counted_as,
        )


class NoWinRecord(Record):
    """The reason why a hand does not win."""

    valid: Literal[False]
    reason: Reason
    message: str

    def no_win(self) -> NoWin:
        """Return the reason."""
        return NoWin(self.reason, self.message)


# ---- deals ---------------------------------------------------------------------------------------


SeatsInOrder = Annotated[
    tuple[PlayerSeat, ...],
    Strict(False),
    Field(max_length=4, json_schema_extra={"uniqueItems": True}),
]


class RefusedRecord(Record):
    """A win that does not stand, and the reason."""

    seat: PlayerSeat
    reason: RefusalReason


class SettlementRecord(Record):
    """The payments of a deal, and what follows."""

    winners: SeatsInOrder
    refused: Listed[RefusedRecord]
    wins: dict[PlayerSeat, ScoreRecord]
    deltas: dict[PlayerSeat, PointsText]
    transfers: Listed[TransferRecord]
    bets_left: PointsText
    dealer_stays: bool
    counters_next: NotNegative
    redeal: bool
    offenders: SeatsInOrder
    penalties: dict[PlayerSeat, Whole]
    table_penalties: dict[PlayerSeat, Whole]
    chips: dict[PlayerSeat, Whole]
    fouls: Listed[JudgedFoulJson]

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
            self.table_penalties,
            self.chips,
        )


# ---- any of them ---------------------------------------------------------------------------------


@runtime_checkable
class _OfDict(Protocol):
    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self: ...


T = TypeVar("T")


_READERS: Mapping[type, Callable[[object], object]] = {
    Hand: lambda data: _Hand.read(data).hand,
    Win: read_win,
    Score: lambda data: ScoreRecord.read(data).score(),
    NoWin: lambda data: NoWinRecord.read(data).no_win(),
    FinishedDeal: read_deal,
    Settlement: lambda data: SettlementRecord.read(data).settlement(),
}


def from_dict(kind: type[T], data: Mapping[str, Any]) -> T:
    """Return the value of JSON that `to_dict` wrote.

    Args:
        kind: the class of the value: `Hand`, `Win`, `Score`, `NoWin`, `FinishedDeal`, `Settlement`
            or `Ruleset`.
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
    names = ", ".join([*(known.__name__ for known in _READERS), "Ruleset"])
    raise RiichiError(Message("expected one of {names}, not {value}", names=names,
                              value=quote(getattr(kind, "__name__", kind))))  # fmt: skip
