"""Chips that go with the wins of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from riichi_core.hands.win import Win
from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.rules import Rules
from riichi_core.scoring.score import Score
from riichi_core.settlement.ending import StatedWin, Wins
from riichi_core.tiles import Wind


def chips(end: Wins, scores: Mapping[Wind, Score], rules: Rules) -> dict[Wind, int]:
    """Return the chips that each seat gets, less what it gives; empty where there are none.

    A self-draw is paid by all three, liable or not; a win that only says its value has chips for
    its yakuman alone.

    Args:
        end: the wins that were declared.
        scores: what those that stand are worth.
        rules: the ruleset.
    """
    awards = rules.chips.awarded
    if awards == "none":
        return {}
    found = dict.fromkeys(Wind, 0)
    for win in end.wins:
        if win.seat not in scores:
            continue
        number = _from_each(win, scores[win.seat], awards, drawn=end.discarder is None)
        for giver in _givers(end, win.seat):
            found[giver] -= number
            found[win.seat] += number
    return {seat: number for seat, number in found.items() if number}


def _givers(end: Wins, winner: Wind) -> Iterable[Wind]:
    if end.discarder is not None:
        return (end.discarder,)
    return (seat for seat in Wind if seat is not winner)


def _from_each(win: Win | StatedWin, score: Score, awards: ChipAwards, *, drawn: bool) -> int:
    """Return how many chips each payer gives for what counts in a win."""
    yakuman = awards.yakuman.self_draw if drawn else awards.yakuman.discard
    is_open = isinstance(win, Win) and win.hand.is_open
    red_five = awards.red_five.open if is_open else awards.red_five.closed
    ippatsu = any(one.id == "ippatsu" for one in score.yaku)
    return (
        awards.ippatsu * ippatsu
        + awards.ura_dora * (score.dora.ura_dora + score.dora.kan_ura_dora)
        + red_five * score.dora.red_fives
        + yakuman * score.yakuman
    )
