"""Ends of a deal under several rulesets, in a few words: what differs between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riichi_core.language import Text, Translator
from riichi_core.scenarios.kinds.kind import ResultJson

SEATS = ("east", "south", "west", "north")

UNSETTLED: ResultJson = {"winners": [], "deltas": {}, "redeal": False, "dealer_stays": None,
                         "counters_next": None, "bets_left": None, "penalties": {},
                         "fines": {}, "chips": {}}  # fmt: skip
"""The result of a deal of which nothing is known, beside one that is over."""

AFTER = ("redeal", "dealer_stays", "counters_next", "bets_left")
"""The fields that say how the game goes on after a deal."""


def deal_words(one: ResultJson, results: Sequence[ResultJson], tr: Translator) -> Iterator[str]:
    """Yield what differs in the end of a deal: who wins, what moves, how the game goes on.

    Args:
        one: the settlement that is told, as JSON.
        results: those of all rulesets.
        tr: the language.
    """
    if differs("winners", results):
        yield _winners(one["winners"], tr)
    if differs("deltas", results):
        moved = [seat for seat in SEATS if differ_in("deltas", seat, results)]
        payments = (f"{seat_name(seat, tr)} {signed(one['deltas'][seat], tr)}" for seat in moved)
        yield ", ".join(payments)
    if differs("redeal", results):
        yield tr("the deal is played again" if one["redeal"] else "the deal counts")
    if differs("dealer_stays", results):
        yield tr("East deals again" if one["dealer_stays"] else "the deal passes")
    if differs("counters_next", results):
        yield _counters(one["counters_next"], tr)
    if differs("bets_left", results):
        yield _bets(one["bets_left"], tr)
    for name, (text, nothing) in _BESIDE.items():
        if differs(name, results):
            told = [
                tr(text, seat=seat_name(seat, tr), points=signed(points, tr))
                for seat, points in one[name].items()
            ]
            yield ", ".join(told) or tr(nothing)


_BESIDE: dict[str, tuple[Text, Text]] = {
    "penalties": ("{seat} {points} after uma", "nothing after uma"),
    "fines": ("{seat} {points} off the score", "nothing off the score"),
    "chips": ("{seat} {points} chips", "no chips"),
}


def differs(name: str, results: Sequence[ResultJson]) -> bool:
    """Return True if a field differs between results."""
    return any(other.get(name) != results[0].get(name) for other in results)


def differ_in(name: str, part: str, results: Sequence[ResultJson]) -> bool:
    """Return True if a part of a field differs between results."""
    return any(other[name].get(part) != results[0][name].get(part) for other in results)


def seat_name(name: str, tr: Translator) -> str:
    """Return the name of a seat, as it stands in a sentence."""
    return tr(name.capitalize())


def seat_names(names: Sequence[str], tr: Translator) -> str:
    """Return the names of seats, joined."""
    return tr.both(seat_name(name, tr) for name in names)


def signed(points: int | str, tr: Translator) -> str:
    """Return points gained or lost, with their sign; a fraction is written out."""
    if isinstance(points, int):
        return tr.signed(points)
    return points if points.startswith("-") else f"+{points}"


def _winners(seats: Sequence[str], tr: Translator) -> str:
    if not seats:
        return tr("nobody wins")
    return tr.counted("{seats} wins", "{seats} win", len(seats), seats=seat_names(seats, tr))


def _counters(number: int | None, tr: Translator) -> str:
    if not number:
        return tr("no counters next")
    return tr.counted("{n} counter next", "{n} counters next", number)


def _bets(number: int | str | None, tr: Translator) -> str:
    if not number:
        return tr("no bets left on the table")
    return tr.counted("{n} bet left on the table", "{n} bets left on the table", number)
