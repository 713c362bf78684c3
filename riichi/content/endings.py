"""The end of a deal in a sentence, the value of a win in a few words, and points as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from riichi_core.hands.win import Win
from riichi_core.language import Translator
from riichi_core.messages import Message, YakuInSentence
from riichi_core.scoring.points import LIMIT_NAMES, Points
from riichi_core.scoring.result import Score
from riichi_core.settlement.ending import (
    CAUSE_WORDS,
    AbortiveDraw,
    Chombo,
    ExhaustiveDraw,
    FinishedDeal,
    Redeal,
    StatedWin,
    Wins,
)
from riichi_core.tiles import Wind


def describe_ending(deal: FinishedDeal) -> Message:
    """Describe the end of a deal without the winners' hands: the start of a sentence."""
    return Message.joined([*_describe_end(deal), *_describe_table(deal)], "; ")


def _describe_end(deal: FinishedDeal) -> Iterator[Message]:
    match deal.end:
        case Wins() as end:
            yield from _describe_wins(end)
        case ExhaustiveDraw() as end:
            yield from _describe_draw(end)
        case AbortiveDraw(cause=cause):
            yield Message(
                "the hand is aborted because of {cause}", cause=Message(CAUSE_WORDS[cause])
            )
        case Redeal():
            yield Message("the hand is re-dealt")
    if deal.offenders:
        alone = isinstance(deal.end, Chombo)
        yield Message(
            "chombo: {seats}" if alone else "chombo at the same time: {seats}",
            seats=_seat_names(deal.offenders),
        )


def _describe_wins(end: Wins) -> Iterator[Message]:
    winners = _seat_names(win.seat for win in end.wins)
    if end.discarder is None:
        yield Message("{seats} declares a self-drawn win", seats=winners)
    else:
        yield Message.counted(
            "{seats} declares a win on {seat}'s discard",
            "{seats} declare a win on {seat}'s discard",
            len(end.wins),
            seats=winners,
            seat=_seat_name(end.discarder),
        )
    if end.void:
        yield Message("the discard declared riichi")
    for win in end.wins:
        if isinstance(win, StatedWin):
            yield Message(
                "{seat} has {worth}", seat=_seat_name(win.seat), worth=worth_in_words(win)
            )
    if any(isinstance(win, Win) and "eighth_dealer_win" in win.circumstances for win in end.wins):
        yield Message("East's eighth win in a row")
    for fed_by in end.fed_by.values():
        for yaku, feeder in fed_by.items():
            yield Message(
                "{seat} fed {yaku}", seat=_seat_name(feeder), yaku=YakuInSentence.of(yaku)
            )


def worth_in_words(win: Score | StatedWin) -> Message:
    """Return the value of a win in a few words: `3 han 40 fu`, `5 han, mangan`, `2 yakuman`."""
    if win.limit is None and win.han is not None:
        known = "{han} han" if win.fu is None else "{han} han {fu} fu"
        return Message(known, han=win.han, fu=win.fu)
    if win.limit is None or win.yakuman:
        return Message.counted("yakuman", "{n} yakuman", win.yakuman)
    limit = Message(LIMIT_NAMES[win.limit])
    return limit if win.han is None else Message("{han} han, {limit}", han=win.han, limit=limit)


def _describe_draw(end: ExhaustiveDraw) -> Iterator[Message]:
    yield Message("the wall runs out")
    yield Message("tenpai: {seats}", seats=_seat_names(end.tenpai) or Message("nobody"))
    if end.nagashi:
        yield Message("nagashi mangan: {seats}", seats=_seat_names(end.nagashi))
    if end.dead:
        yield Message("dead hands: {seats}", seats=_seat_names(end.dead))


def _describe_table(deal: FinishedDeal) -> Iterator[Message]:
    if deal.round_wind is not Wind.EAST and not isinstance(deal.end, Wins):
        yield Message("{wind} round", wind=_seat_name(deal.round_wind))
    if deal.riichi:
        yield Message("riichi: {seats}", seats=_seat_names(deal.riichi))
    if deal.wareme is not None:
        yield Message("{seat}'s wall was broken", seat=_seat_name(deal.wareme))
    if deal.counters:
        yield Message.counted("{n} counter", "{n} counters", deal.counters)
    if deal.bets:
        yield Message.counted(
            "{n} bet from an earlier hand", "{n} bets from earlier hands", deal.bets
        )
    if deal.setting == "casual":
        yield Message("outside a tournament")
    for changes in (deal.penalties, deal.table_penalties, deal.foul_payments.by_seat):
        for seat, points in changes.items():
            if points:
                yield Message("{seat} {points:+,}", seat=_seat_name(seat), points=int(points))


def _seat_name(seat: Wind) -> Message:
    return Message(str(seat).capitalize())


def _seat_names(seats: Iterable[Wind]) -> Message:
    """Return seats in the order of turns from East."""
    chosen = set(seats)
    return Message.and_list(_seat_name(seat) for seat in Wind if seat in chosen)


def points_text(points: Points, tr: Translator) -> str:
    """Return points with a thousands separator; thirds to two decimal places."""
    return tr.number(points) if isinstance(points, int) else tr.decimal(Fraction(points), 2)


def signed_text(points: Points, tr: Translator) -> str:
    """Return points gained or lost, with their sign; zero has none."""
    return f"+{points_text(points, tr)}" if points > 0 else points_text(points, tr)
