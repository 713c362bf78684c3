"""The payments for one win: the hand, counters, liability, open riichi, wareme and chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.chapters.liability import FedYakuman, HalfEach
from riichi_core.rules.chapters.riichi import OpenRiichi
from riichi_core.rules.rules import Rules

from .liability import liable
from .record import SEATS
from .scorer import bonus_of
from .worth import Worth

Json = Mapping[str, Any]
Liable = Mapping[str, Fraction]


class Move(NamedTuple):
    """Points that one seat or the table gives to another."""

    giver: str
    taker: str
    points: Fraction
    why: str


def up(points: Fraction | int) -> int:
    """Return points rounded up to a hundred."""
    return int(-(-points // 100) * 100)


def counter_points(counters: int, winner: str, rules: Rules) -> Fraction:
    """Return the points of all counters on the table for a winner."""
    if winner == "east" and rules.dealer.counters_paid_to == "non_dealers":
        return Fraction(0)
    return Fraction(counters * rules.dealer.counter_value)


def pay_win(deal: Json, win: Json, worth: Worth, counters: int, rules: Rules) -> list[Move]:
    """Return the payments for a win, without bets."""
    winner, drawn = win["seat"], deal["won_by"] == "self_draw"
    fed = liable(win, worth, deal.get("liable", {}).get(winner, {}), rules)
    points = counter_points(counters, winner, rules)
    pay = _self_draw if drawn else _discard
    moves = pay(deal, win, worth, fed, points, rules)
    if rules.setup.wareme == "double":
        whose = deal.get("wareme")
        moves += [
            move._replace(why="wareme")
            for move in moves
            if move.why != "counters" and whose in (winner, move.giver)
        ]
    return moves


def _drawn_shares(winner: str, base: int) -> dict[str, int]:
    """Return each other player's payment for a self-drawn hand."""
    return {
        seat: up(base * 2 if "east" in (seat, winner) else base) for seat in SEATS if seat != winner
    }


def _self_draw(
    deal: Json, win: Json, worth: Worth, fed: Liable, counters: Fraction, rules: Rules
) -> list[Move]:
    del deal
    winner = win["seat"]
    if rules.liability.self_draw == "as_usual":
        fed = {}
    shares = _drawn_shares(winner, worth.base)
    left = 1 - sum(fed.values(), Fraction(0))
    moves = [Move(seat, winner, share * left, "hand") for seat, share in shares.items()]
    for seat, part in fed.items():
        moves.append(Move(seat, winner, part * sum(shares.values()), "liability"))
    each = Fraction(up(counters / 3))
    covers = rules.liability.covers
    shared = isinstance(covers, FedYakuman) and covers.liable_yakuman.counters == "shared"
    if not fed or (left and shared):
        return moves + [Move(seat, winner, each, "counters") for seat in shares]
    return [*moves, Move(next(iter(fed)), winner, 3 * each, "counters")]


def _discard_pays(winner: str, base: int) -> int:
    return up(base * 6 if winner == "east" else base * 4)


def _discard(
    deal: Json, win: Json, worth: Worth, fed: Liable, counters: Fraction, rules: Rules
) -> list[Move]:
    winner, discarder = win["seat"], deal["discarder"]
    total = _discard_pays(winner, worth.base)
    how = rules.liability.discard
    fed = {seat: part for seat, part in fed.items() if seat != discarder}
    if not fed or not isinstance(how, HalfEach):
        more = _into_open_riichi(deal, win, rules) - total
        return [
            Move(discarder, winner, Fraction(total), "hand"),
            Move(discarder, winner, Fraction(max(more, 0)), "open_riichi"),
            Move(discarder, winner, counters, "counters"),
        ]
    moves = [Move(seat, winner, total * part / 2, "liability") for seat, part in fed.items()]
    left = total - sum((one.points for one in moves), Fraction(0))
    moves.append(Move(discarder, winner, left, "hand"))
    who = how.half_each.counters
    if who == "half_each":
        counters /= 2
    if who in ("discarder", "half_each"):
        moves.append(Move(discarder, winner, counters, "counters"))
    if who in ("liable", "half_each"):
        moves.append(Move(next(iter(fed)), winner, counters, "counters"))
    return moves


def _into_open_riichi(deal: Json, win: Json, rules: Rules) -> int:
    """Return the minimum payment for dealing into an open riichi hand."""
    open_riichi = rules.riichi.open
    if "open_riichi" not in win.get("circumstances", ()) or not isinstance(open_riichi, OpenRiichi):
        return 0
    discarder = deal["discarder"]
    bound = discarder in deal.get("riichi", ()) and discarder not in (
        deal.get("riichi_void"),
        *deal.get("void_riichi", ()),
    )
    if open_riichi.deal_in == "usual" or bound:
        return 0
    return _discard_pays(win["seat"], rules.limits.yakuman)


def chips_of(deal: Json, win: Json, worth: Worth, rules: Rules) -> Counter[str]:
    """Return the chips for a win, and who pays them."""
    awards, found = rules.chips.awarded, Counter[str]()
    if not isinstance(awards, ChipAwards):
        return found
    drawn = deal["won_by"] == "self_draw"
    number = worth.yakuman * (awards.yakuman.self_draw if drawn else awards.yakuman.discard)
    number += awards.ippatsu if "ippatsu" in worth.yaku else 0
    number += awards.ura_dora * worth.ura_dora
    is_open = "(" in win.get("hand", "")
    number += worth.red_fives * (awards.red_five.open if is_open else awards.red_five.concealed)
    if "hand" in win:
        number += sum(one.chips for one in bonus_of(win, rules))
    payers = [seat for seat in SEATS if seat != win["seat"]] if drawn else [deal["discarder"]]
    for seat in payers:
        found[seat] -= number
        found[win["seat"]] += number
    return found
