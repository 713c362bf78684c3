"""The settlement of a deal, from the sentences of the options, step by step.

A deal is its record (docs/reference/json-records.md), without fouls.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from riichi_core.rules.chapters.aborted import AfterThreeCalls
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, DealByOffender, ToEach
from riichi_core.rules.chapters.claims import AllWin, AtMostTwo, SeveralPaid
from riichi_core.rules.chapters.draws import Abortive, Nagashi, NotenTotals
from riichi_core.rules.chapters.fouls import NotenRiichi
from riichi_core.rules.rules import Rules

from .record import SEATS
from .win_payment import Move, chips_of, counter_points, pay_win, up
from .worth import CannotBeError, Worth

Json = Mapping[str, Any]


@dataclass
class Settled:
    """The settlement of a deal so far."""

    deal: Json
    rules: Rules
    bets_left: Fraction
    counters_next: int
    moves: list[Move] = field(default_factory=list)
    winners: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    dealer_stays: bool = True
    redeal: bool = False
    offenders: set[str] = field(default_factory=set)
    spoilt: bool = False
    """Whether a chombo ended the deal."""
    penalties: Counter[str] = field(default_factory=Counter)
    table_penalties: Counter[str] = field(default_factory=Counter)
    chips: Counter[str] = field(default_factory=Counter)

    def pay(self, giver: str, taker: str, points: Fraction | int, why: str) -> None:
        """Move points."""
        self.moves.append(Move(giver, taker, Fraction(points), why))

    def take_bets(self, seat: str, number: Fraction | int, why: str) -> None:
        """Give a seat so many of the bets on the table; there are none if they cost nothing."""
        if self.rules.riichi.bet:
            self.bets_left -= number
        self.pay("table", seat, Fraction(number) * self.rules.riichi.bet, why)

    def balances(self) -> dict[tuple[str, str], Fraction]:
        """Return each party's net points for each reason, without zeros."""
        found: dict[tuple[str, str], Fraction] = {}
        for one in self.moves:
            for party, points in ((one.giver, -one.points), (one.taker, one.points)):
                found[party, one.why] = found.get((party, one.why), Fraction(0)) + points
        return {key: points for key, points in found.items() if points}


def settle(deal: Json, rules: Rules, worth_of: Mapping[str, Worth | str]) -> Settled:
    """Settle a deal.

    Args:
        deal: its record.
        rules: the ruleset.
        worth_of: the worth of each seat's win, or why it does not win.

    Raises:
        CannotBeError: if the ruleset does not have such an end of a deal.
    """
    riichi = deal.get("riichi", ())
    if _play_continues(rules) and deal["end"] not in ("chombo", "redeal"):
        void = {*deal.get("void_riichi", ())}
        if rules.dead_hand.riichi_bet == "returned":
            void |= {seat for seat in deal.get("offenders", ()) if seat in riichi}
        deal = {**deal, "void_riichi": sorted(void)}
    bets = Fraction(deal.get("bets_on_table", 0)) + len(riichi) if rules.riichi.bet else Fraction(0)
    found = Settled(deal, rules, bets, deal.get("counters", 0))
    found.penalties.update(deal.get("penalties", {}))
    found.table_penalties.update(deal.get("table_penalties", {}))
    pot = sum(deal.get("pot", {}).values())
    if rules.riichi.bet:
        found.bets_left += Fraction(pot, rules.riichi.bet)
    for seat in deal.get("void_riichi", ()):
        found.take_bets(seat, 1, "own_bet")
    if deal["end"] == "win":
        _wins(found, worth_of)
    elif deal["end"] == "exhaustive_draw":
        _exhaustive_draw(found)
    elif deal["end"] == "abortive_draw":
        _abortive_draw(found)
    elif deal.get("offenders"):
        _chombo(found, deal["offenders"])
    else:
        _give_back(found, standing_riichi(deal))
        found.redeal = True
    _pay_for_fouls(found, pot)
    return found


def _pay_for_fouls(found: Settled, pot: int) -> None:
    """Take the points of fouls; those into the pot go back if the hand is dealt again."""
    for seat, points in found.deal.get("to_each", {}).items():
        for other in SEATS:
            if other != seat:
                found.pay(seat, other, points, "foul")
    stays = found.rules.chombo.riichi_bets == "stay" if found.spoilt else not found.redeal
    if stays:
        for seat, points in found.deal.get("pot", {}).items():
            found.pay(seat, "table", points, "foul")
    elif found.rules.riichi.bet:
        found.bets_left -= Fraction(pot, found.rules.riichi.bet)


def standing_riichi(deal: Json) -> list[str]:
    """Return the seats whose riichi no foul made void."""
    return [seat for seat in deal.get("riichi", ()) if seat not in deal.get("void_riichi", ())]


def lapsed(deal: Json) -> list[str]:
    """Return the seats whose riichi is void because somebody won on its discard."""
    return [seat for seat in standing_riichi(deal) if seat == deal.get("riichi_void")]


def _give_back(found: Settled, seats: Iterable[str]) -> None:
    for seat in seats:
        found.take_bets(seat, 1, "own_bet")


# ---- wins ----------------------------------------------------------------------------------------


def _wins(found: Settled, worth_of: Mapping[str, Worth | str]) -> None:
    deal, rules = found.deal, found.rules
    declared = sorted(deal["wins"], key=lambda win: after(deal.get("discarder"), win["seat"]))
    offenders = set(deal.get("offenders", ()))
    good = []
    for win in declared:
        worth = worth_of[win["seat"]]
        if win["seat"] in offenders:
            found.refused[win["seat"]] = "chombo"
        elif isinstance(worth, str):
            found.refused[win["seat"]] = worth
        else:
            good.append(win)
    if rules.fouls.false_win_shown == "chombo":
        offenders |= {*found.refused}
    stands = rules.chombo.with_win == "stands" and not _play_continues(rules)
    if offenders and (not good or stands):
        _refuse(found, good, "chombo")
        _chombo(found, offenders)
        return
    if not good:
        raise CannotBeError("no_win_stands")
    if _play_continues(rules):
        _price(found, offenders)
    _give_back(found, lapsed(deal))
    how = rules.claims.winners
    if isinstance(how, AtMostTwo) and len(good) == 3:
        _refuse(found, good, "three_calls")
        three = how.at_most_two.three
        east = any(win["seat"] == "east" for win in good)
        _after_abort(found, three, _in_case(three.dealer, "east" if east else "other"))
        return
    if how == "head_bump":
        _refuse(found, good[1:], "head_bump")
        good = good[:1]
    found.winners = [win["seat"] for win in good]
    several = None
    if len(good) > 1 and isinstance(how, AllWin | AtMostTwo):
        several = how.all if isinstance(how, AllWin) else how.at_most_two
    _pay_wins(found, good, several, worth_of)


def _refuse(found: Settled, wins: Sequence[Json], why: str) -> None:
    found.refused |= {win["seat"]: why for win in wins}


def after(discarder: str | None, seat: str) -> int:
    """Return the distance of a seat from the discarder, in turn order."""
    return (SEATS.index(seat) - SEATS.index(discarder or "east")) % 4


def _pay_wins(
    found: Settled, wins: Sequence[Json], several: SeveralPaid | None, worth_of: Mapping[str, Any]
) -> None:
    deal, rules, nearest = found.deal, found.rules, found.winners[0]
    for win in wins:
        each = several is None or several.counters == "each"
        counters = deal.get("counters", 0) if each or win["seat"] == nearest else 0
        found.moves += pay_win(deal, win, worth_of[win["seat"]], counters, rules)
        found.chips.update(chips_of(deal, win, worth_of[win["seat"]], rules))
    _share_bets(found, several)
    dealer_won = "east" in found.winners
    if several is not None and several.dealer == "stays_if_nearest":
        dealer_won = nearest == "east"
    eighth = any("eighth_dealer_win" in win.get("circumstances", ()) for win in wins)
    passes = eighth and rules.dealer.wins_in_a_row.after_eighth == "rotates"
    found.dealer_stays = dealer_won and "win" in _stays_on(found) and not passes
    if dealer_won:
        found.counters_next += "dealer_win" in rules.dealer.counter_added_on
    else:
        found.counters_next = 0


def _share_bets(found: Settled, several: SeveralPaid | None) -> None:
    nearest = found.winners[0]
    riichi = [seat for seat in standing_riichi(found.deal) if seat not in lapsed(found.deal)]
    if several is None:
        _take_all_bets(found, nearest, riichi)
        return
    for seat in found.winners:
        if seat in riichi:
            taker = seat if several.own_bets == "returned" else nearest
            found.take_bets(taker, 1, "own_bet" if taker == seat else "bets")
    takers = [nearest] if several.other_bets == "nearest" else found.winners
    share = found.bets_left / len(takers)
    for seat in takers:
        found.take_bets(seat, share, "bets")


def _take_all_bets(found: Settled, seat: str, riichi: Sequence[str]) -> None:
    """Give a seat every bet on the table, its own listed separately."""
    if seat in riichi:
        found.take_bets(seat, 1, "own_bet")
    found.take_bets(seat, found.bets_left, "bets")


# ---- chombo --------------------------------------------------------------------------------------


def _chombo(found: Settled, offenders: Iterable[str]) -> None:
    deal, rules = found.deal, found.rules
    _price(found, offenders)
    found.spoilt = True
    if rules.chombo.riichi_bets == "returned":
        _give_back(found, standing_riichi(deal))
    how = rules.chombo.next_deal
    if isinstance(how, DealByOffender):
        how = (how.east if "east" in found.offenders else None) or how.other
    found.dealer_stays = found.redeal = "rotates" not in how
    found.counters_next += "with_counter" in how


def _play_continues(rules: Rules) -> bool:
    return rules.chombo.when == "after_the_hand"


def _price(found: Settled, offenders: Iterable[str]) -> None:
    deal, rules = found.deal, found.rules
    found.offenders = set(offenders)
    price = rules.chombo.casual if deal.get("setting") == "casual" else rules.chombo.tournament
    for seat in found.offenders:
        if price == "reverse_mangan":
            for other, points in _self_drawn_limit(seat, rules).items():
                found.pay(seat, other, points, "chombo")
        elif isinstance(price, ToEach):
            for other in SEATS:
                found.pay(seat, other, price.to_each if other != seat else 0, "chombo")
        elif isinstance(price, AfterUma):
            found.penalties[seat] -= price.after_uma
        elif isinstance(price, AtTable):
            found.table_penalties[seat] -= price.at_table


def _self_drawn_limit(winner: str, rules: Rules, limit: str = "mangan") -> dict[str, int]:
    """Return each player's payment for a self-drawn limit, without counters."""
    row = getattr(rules.limits, limit)
    base = row if isinstance(row, int) else row.base
    return {
        seat: up(2 * base if "east" in (seat, winner) else base) for seat in SEATS if seat != winner
    }


# ---- draws ---------------------------------------------------------------------------------------


def _exhaustive_draw(found: Settled) -> None:
    rules = found.rules
    won = with_nagashi(found.deal, rules, standing_riichi(found.deal))
    deal = found.deal = {**found.deal, "nagashi": won}
    offenders, dead = _after_noten_riichi(deal, rules)
    if offenders and not _play_continues(rules):
        _chombo(found, offenders)
        return
    if _play_continues(rules):
        _price(found, offenders)
        dead |= offenders
    tenpai = [seat for seat in deal.get("tenpai", ()) if seat not in dead]
    riichi = standing_riichi(deal)
    if rules.dead_hand.riichi_bet == "returned":
        _give_back(found, [seat for seat in riichi if seat in dead])
        riichi = [seat for seat in riichi if seat not in dead]
    word = "tenpai" if "east" in tenpai else "noten"
    found.dealer_stays = word in _stays_on(found)
    found.counters_next *= rules.dealer.counters_after_draw == "kept"
    found.counters_next += "exhaustive_draw" in rules.dealer.counter_added_on
    nagashi = rules.draws.nagashi
    if isinstance(nagashi, Nagashi) and deal.get("nagashi"):
        _nagashi(found, nagashi, tenpai, riichi)
    else:
        _noten_payments(found, tenpai)


def with_nagashi(deal: Json, rules: Rules, riichi: Sequence[str]) -> list[str]:
    """Return the seats with nagashi mangan, without those in riichi if that forbids it."""
    how = rules.draws.nagashi
    barred = riichi if isinstance(how, Nagashi) and how.riichi == "forbidden" else ()
    return [seat for seat in deal.get("nagashi", ()) if seat not in barred]


def _after_noten_riichi(deal: Json, rules: Rules) -> tuple[set[str], set[str]]:
    """Return the chombos and dead hands after judging each riichi that is not tenpai."""
    dead, offenders = set(deal.get("dead_hands", ())), set(deal.get("offenders", ()))
    noten = set(standing_riichi(deal)) - set(deal.get("tenpai", ())) - dead - offenders
    noten -= {*deal.get("told_noten", ())}
    fault, nagashi = rules.fouls.noten_riichi, rules.draws.nagashi
    if not noten or not isinstance(fault, NotenRiichi):
        return offenders, dead
    if not deal.get("nagashi"):
        raise CannotBeError("contradiction")
    if isinstance(nagashi, Nagashi) and nagashi.noten_riichi == "not_judged":
        return offenders, dead
    if "exhaustive_draw" not in fault.found_at:
        return offenders, dead
    if fault.penalty == "chombo":
        return offenders | noten, dead
    return offenders, dead | noten


def _nagashi(found: Settled, how: Nagashi, tenpai: Sequence[str], riichi: Sequence[str]) -> None:
    """Pay the players with nagashi mangan; `riichi` are those with bets still on the table."""
    deal, rules = found.deal, found.rules
    winners = [seat for seat in SEATS if seat in deal["nagashi"]]
    counters = deal.get("counters", 0)
    for seat in winners:
        for other, points in _self_drawn_limit(seat, rules, how.limit).items():
            found.pay(other, seat, points, "nagashi")
            if how.counters == "paid":
                share = up(counter_points(counters, seat, rules) / 3)
                found.pay(other, seat, share, "counters")
    if how.bets == "first_from_east":
        _take_all_bets(found, winners[0], riichi)
    if how.noten_payments == "made":
        _noten_payments(found, tenpai)
    if how.dealer == "stays_if_nagashi":
        found.dealer_stays = "east" in winners and "win" in _stays_on(found)
    if how.counters_after == "as_after_win":
        added = "dealer_win" in rules.dealer.counter_added_on
        found.counters_next = counters + added if "east" in winners else 0


def _noten_payments(found: Settled, tenpai: Sequence[str]) -> None:
    noten = [seat for seat in SEATS if seat not in tenpai]
    if not tenpai or not noten:
        return
    total = found.rules.draws.noten_total
    if isinstance(total, NotenTotals):
        total = {1: total.one, 2: total.two, 3: total.three}[len(noten)]
    for giver in noten:
        for taker in tenpai:
            found.pay(giver, taker, Fraction(total, len(noten) * len(tenpai)), "noten")


def _abortive_draw(found: Settled) -> None:
    deal, abortive = found.deal, found.rules.draws.abortive
    if not isinstance(abortive, Abortive) or getattr(abortive, deal["cause"]) == "play_on":
        raise CannotBeError("no_such_end")
    if deal.get("offenders") and not _play_continues(found.rules):
        _chombo(found, deal["offenders"])
    else:
        if _play_continues(found.rules):
            _price(found, deal.get("offenders", ()))
        _after_abort(found, abortive, _in_case(abortive.dealer, deal["cause"]))


def _stays_on(found: Settled) -> tuple[str, ...]:
    words: tuple[str, ...] = _in_case(
        found.rules.dealer.stays_on, found.deal.get("round_wind", "east")
    )
    return words


def _in_case(value: Any, case: str) -> Any:
    """Return the value of the case, or else of all other cases."""
    if not hasattr(value, "other"):
        return value
    return value.other if getattr(value, case, None) is None else getattr(value, case)


def _after_abort(found: Settled, how: Abortive | AfterThreeCalls, dealer: str) -> None:
    if how.bets == "returned":
        _give_back(found, [s for s in standing_riichi(found.deal) if s not in lapsed(found.deal)])
    found.dealer_stays = dealer == "stays"
    found.counters_next += how.counter == "added"
