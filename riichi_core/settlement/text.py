"""The end of a deal in words, without the payments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.scoring.points import LIMIT_NAMES
from riichi_core.settlement.ending import (
    AbortiveDraw,
    Cause,
    DealResult,
    DealtAgain,
    ExhaustiveDraw,
    StatedWin,
    Wins,
)
from riichi_core.tiles import Wind

_CAUSES: dict[Cause, Text] = {
    "nine_kinds": "the deal is called off for nine kinds of terminals and honours",
    "four_winds": "the deal is called off for four equal winds",
    "four_riichi": "the deal is called off for four riichi",
    "four_kongs": "the deal is called off for four kongs",
}


def describe_ending(deal: DealResult, tr: Translator = ENGLISH) -> str:
    """Return the end of a deal as a sentence; the hands of the winners are not in it."""
    text = "; ".join([*_end(deal, tr), *_beside(deal, tr)])
    return f"{text[:1].upper()}{text[1:]}."


def _end(deal: DealResult, tr: Translator) -> Iterator[str]:
    end = deal.end
    if isinstance(end, Wins):
        yield from _wins(end, tr)
    elif isinstance(end, ExhaustiveDraw):
        yield from _draw(end, tr)
    elif isinstance(end, AbortiveDraw):
        yield tr(_CAUSES[end.cause])
    elif isinstance(end, DealtAgain):
        yield tr("the tiles are dealt again")
    if deal.offenders:
        yield tr("chombo: {seats}", seats=_seats(deal.offenders, tr))


def _wins(end: Wins, tr: Translator) -> Iterator[str]:
    winners = _seats((win.seat for win in end.wins), tr)
    if end.discarder is None:
        yield tr("{seats} declares a self-drawn win", seats=winners)
    else:
        yield tr.counted(
            "{seats} declares a win on the discard of {seat}",
            "{seats} declare a win on the discard of {seat}",
            len(end.wins),
            seats=winners,
            seat=_seat(end.discarder, tr),
        )
    if end.void:
        yield tr("the discard was one of riichi")
    yield from (
        tr("{seat} has {worth}", seat=_seat(win.seat, tr), worth=_worth(win, tr))
        for win in end.wins
        if isinstance(win, StatedWin)
    )
    for fed in end.feeders.values():
        for yaku, feeder in fed.items():
            yield tr("{seat} fed {yaku}", seat=_seat(feeder, tr), yaku=tr.yaku(yaku))


def _worth(win: StatedWin, tr: Translator) -> str:
    if win.han is not None and win.fu is not None:
        return tr("{han} han {fu} fu", han=win.han, fu=win.fu)
    if win.han is not None:
        return tr("{han} han", han=win.han)
    if win.limit is not None:
        return tr(LIMIT_NAMES[win.limit])
    return tr.counted("yakuman", "{n} yakuman", win.yakuman or 1)


def _draw(end: ExhaustiveDraw, tr: Translator) -> Iterator[str]:
    yield tr("the wall runs out")
    yield tr("tenpai: {seats}", seats=_seats(end.tenpai, tr) or tr("nobody"))
    if end.nagashi:
        yield tr("nagashi mangan: {seats}", seats=_seats(end.nagashi, tr))
    if end.dead:
        yield tr("dead hands: {seats}", seats=_seats(end.dead, tr))


def _beside(deal: DealResult, tr: Translator) -> Iterator[str]:
    if deal.riichi:
        yield tr("riichi: {seats}", seats=_seats(deal.riichi, tr))
    if deal.wareme is not None:
        yield tr("the wall of {seat} was broken", seat=_seat(deal.wareme, tr))
    if deal.counters:
        yield tr.counted("{n} counter", "{n} counters", deal.counters)
    if deal.bets:
        yield tr.counted("{n} bet of an earlier deal", "{n} bets of earlier deals", deal.bets)
    if deal.setting == "casual":
        yield tr("outside a tournament")
    for changes in (deal.penalties, deal.fines):
        for seat, points in changes.items():
            yield f"{_seat(seat, tr)} {tr.signed(points)}"


def _seat(seat: Wind, tr: Translator) -> str:
    return tr(str(seat).capitalize())


def _seats(seats: Iterable[Wind], tr: Translator) -> str:
    """Return seats in the order of turns from East."""
    chosen = set(seats)
    return f" {tr('and')} ".join(_seat(seat, tr) for seat in Wind if seat in chosen)
