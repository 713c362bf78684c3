"""The end of a deal in words: what happened, not what comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from riichi_core.rules.tongue import ENGLISH, Tongue
from riichi_core.settlement.deal import AbortiveDraw, Cause, Deal, ExhaustiveDraw, Valued, Wins
from riichi_core.tiles import Wind

_CAUSES: dict[Cause, str] = {
    "nine_kinds": "the deal is called off for nine kinds of terminals and honours",
    "four_winds": "the deal is called off for four equal winds",
    "four_riichi": "the deal is called off for four riichi",
    "four_kongs": "the deal is called off for four kongs",
}


def facts(deal: Deal, tongue: Tongue = ENGLISH) -> str:
    """What happened, in a sentence; the hands of the winners are not in it."""
    text = "; ".join([*_end(deal, tongue), *_beside(deal, tongue)])
    return f"{text[:1].upper()}{text[1:]}."


def _end(deal: Deal, tongue: Tongue) -> Iterator[str]:
    end = deal.end
    if isinstance(end, Wins):
        yield from _wins(end, tongue)
    elif isinstance(end, ExhaustiveDraw):
        yield from _draw(end, tongue)
    elif isinstance(end, AbortiveDraw):
        yield tongue(_CAUSES[end.cause])
    if deal.offenders:
        yield tongue("chombo: {seats}", seats=_seats(deal.offenders, tongue))


def _wins(end: Wins, tongue: Tongue) -> Iterator[str]:
    winners = _seats((win.seat for win in end.wins), tongue)
    if end.discarder is None:
        yield tongue("{seats} declares a self-drawn win", seats=winners)
    else:
        one = "{seats} declares a win on the discard of {seat}"
        text = "{seats} declare a win on the discard of {seat}" if end.wins[1:] else one
        yield tongue(text, seats=winners, seat=_seat(end.discarder, tongue))
    if end.void:
        yield tongue("the discard was one of riichi")
    yield from (
        tongue("{seat} has {worth}", seat=_seat(win.seat, tongue), worth=_worth(win, tongue))
        for win in end.wins
        if isinstance(win, Valued)
    )
    for fed in end.fed.values():
        for yaku, feeder in fed.items():
            told = tongue(yaku.replace("_", " "))
            yield tongue("{seat} fed {yaku}", seat=_seat(feeder, tongue), yaku=told)


def _worth(win: Valued, tongue: Tongue) -> str:
    if win.han is not None and win.fu is not None:
        return tongue("{han} han {fu} fu", han=win.han, fu=win.fu)
    if win.han is not None:
        return tongue("{han} han", han=win.han)
    if win.limit is not None:
        return tongue(win.limit)
    return tongue("yakuman" if win.yakuman == 1 else "{number} yakuman", number=win.yakuman)


def _draw(end: ExhaustiveDraw, tongue: Tongue) -> Iterator[str]:
    yield tongue("the wall runs out")
    yield tongue("tenpai: {seats}", seats=_seats(end.tenpai, tongue) or tongue("nobody"))
    if end.nagashi:
        yield tongue("nagashi mangan: {seats}", seats=_seats(end.nagashi, tongue))
    if end.dead:
        yield tongue("dead hands: {seats}", seats=_seats(end.dead, tongue))


def _beside(deal: Deal, tongue: Tongue) -> Iterator[str]:
    if deal.riichi:
        yield tongue("riichi: {seats}", seats=_seats(deal.riichi, tongue))
    if deal.counters:
        text = "{number} counter" if deal.counters == 1 else "{number} counters"
        yield tongue(text, number=deal.counters)
    if deal.bets:
        one = "{number} bet of an earlier deal"
        yield tongue(one if deal.bets == 1 else "{number} bets of earlier deals", number=deal.bets)
    if deal.setting == "casual":
        yield tongue("outside a tournament")
    for told in (deal.penalties, deal.fines):
        for seat, points in told.items():
            yield f"{_seat(seat, tongue)} {tongue.signed(points)}"


def _seat(seat: Wind, tongue: Tongue) -> str:
    return tongue(str(seat).capitalize())


def _seats(seats: Iterable[Wind], tongue: Tongue) -> str:
    """Seats in the order of turns from East."""
    chosen = set(seats)
    return f" {tongue('and')} ".join(_seat(seat, tongue) for seat in Wind if seat in chosen)
