"""Payments: from whom to whom, and why; points only move, so none is lost or made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.scoring.points import Payments
from riichi_core.tiles import Wind

Why = Literal[
    "hand", "counters", "liability", "own_bet", "bets", "noten", "nagashi", "chombo",
    "open_riichi", "wareme",
]  # fmt: skip

Points = int | Fraction
"""Points; what is shared in thirds is exact."""

Party = Wind | Literal["table"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one party gives another; the bets lie on the `table`."""

    giver: Party
    taker: Party
    points: Points
    why: Why


@dataclass(frozen=True, slots=True)
class Ledger:
    """Transfers in the order in which they are explained."""

    transfers: tuple[Transfer, ...] = field(default=())

    def pay(self, giver: Party, taker: Party, points: Points, why: Why) -> Ledger:
        """Return the ledger with one more transfer; none is added for no points."""
        if not points or giver == taker:
            return self
        return Ledger((*self.transfers, Transfer(giver, taker, whole(points), why)))

    def give_back(self, seats: Iterable[Wind], bet: int) -> Ledger:
        """Return the ledger with the riichi bets of this deal given back to who made them."""
        ledger = self
        for seat in sorted(seats):
            ledger = ledger.pay("table", seat, bet, "own_bet")
        return ledger

    def plus(self, others: Iterable[Ledger]) -> Ledger:
        """Return the transfers of several ledgers, one after the other."""
        more = tuple(transfer for ledger in others for transfer in ledger.transfers)
        return Ledger(self.transfers + more)

    def balance(self, party: Party) -> Points:
        """Return what a party gets, less what it gives."""
        balance: Points = 0
        for transfer in self.transfers:
            if transfer.taker == party:
                balance += transfer.points
            if transfer.giver == party:
                balance -= transfer.points
        return whole(balance)


def whole(points: Points) -> Points:
    """Return a number without fraction as an int."""
    return int(points) if points.denominator == 1 else points


def points_json(points: Points) -> int | str:
    """Return points for JSON: what is shared in thirds is a text, as `1000/3`."""
    return points if isinstance(points, int) else str(points)


def signed(points: Points | str, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return points gained or lost with their sign; a third, also as JSON has it, as `+1000/3`."""
    if isinstance(points, int):
        return tr.signed(points)
    text = str(points)
    return text if text.startswith("-") else f"+{text}"


PaymentBySeat = dict[Wind, int]
"""Payments of the other players, as if nobody were liable; on a discard all under the winner's own
seat, for whoever pays it."""


def by_seat(winner: Wind, paid: Payments) -> PaymentBySeat:
    """Return the payments for a win by the seats that they come from."""
    if paid.from_discarder is not None:
        return {winner: paid.from_discarder}
    each, dealer = paid.from_each or 0, paid.from_dealer
    return {
        seat: dealer if seat is Wind.EAST and dealer is not None else each
        for seat in Wind
        if seat is not winner
    }
