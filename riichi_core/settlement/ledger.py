"""A list of payments between the players, and between a player and the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from riichi_core.scoring.points import Points, whole
from riichi_core.tiles import Wind

Why = Literal[
    "hand", "counters", "liability", "own_bet", "bets", "noten", "nagashi", "chombo",
    "open_riichi", "wareme", "foul",
]  # fmt: skip

Party = Wind | Literal["table"]


@dataclass(frozen=True, slots=True)
class Transfer:
    """Points that one party pays another; the `table` has riichi bets and the pot of fouls.

    >>> Transfer(Wind.WEST, Wind.SOUTH, 3900, "hand").points
    3900
    """

    giver: Party
    taker: Party
    points: Points
    why: Why


@dataclass(frozen=True, slots=True)
class Ledger:
    """Transfers, in the order in which explanations list them."""

    transfers: tuple[Transfer, ...] = ()

    def pay(self, giver: Party, taker: Party, points: Points, why: Why) -> Ledger:
        """Add a transfer, unless it has no points or the giver is the taker."""
        if not points or giver == taker:
            return self
        return Ledger((*self.transfers, Transfer(giver, taker, whole(points), why)))

    def give_back(self, seats: Iterable[Wind], bet: int) -> Ledger:
        """Return the riichi bets of this deal to the given seats."""
        ledger = self
        for seat in sorted(seats):
            ledger = ledger.pay("table", seat, bet, "own_bet")
        return ledger

    def fined(self, seat: Wind, points: int, charged: str) -> Ledger:
        """Add the points of a foul if they go into the `pot` or `to_each` other seat."""
        ledger = self
        takers: Mapping[str, Iterable[Party]] = {"pot": ("table",), "to_each": Wind}
        for taker in takers.get(charged, ()):
            ledger = ledger.pay(seat, taker, points, "foul")
        return ledger

    @property
    def among_seats(self) -> Ledger:
        """The transfers between seats, without those to and from the table."""
        return Ledger(tuple(one for one in self.transfers if "table" not in (one.giver, one.taker)))

    def plus(self, *others: Ledger) -> Ledger:
        """Add the transfers of other ledgers."""
        more = tuple(transfer for ledger in others for transfer in ledger.transfers)
        return Ledger(self.transfers + more)

    def balance(self, party: Party) -> Points:
        """Return the points that a party gets, less those that it gives."""
        balance: Points = 0
        for transfer in self.transfers:
            if transfer.taker == party:
                balance += transfer.points
            if transfer.giver == party:
                balance -= transfer.points
        return whole(balance)

    @property
    def by_seat(self) -> dict[Wind, Points]:
        """The points that each seat gets, less those that it gives."""
        return {seat: self.balance(seat) for seat in Wind}


NO_PAYMENTS = Ledger()
