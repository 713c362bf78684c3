"""The end of a game: after its rounds, by its points, or by the signal of a time limit.

Sources: EMA 2016, 3.1, 3.4.6, 3.5, 3.6, 4.1, 5.9; WRCR 2015, 5.8, 5.9, 6.1, 8.2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, assert_never

from riichi_core.game.standing import PLAYERS, Standing
from riichi_core.rules.chapters.end import Extension, LeaderStops
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import DealResult, ExhaustiveDraw
from riichi_core.settlement.settle import Settlement
from riichi_core.tiles import Wind

GameEnd = Literal["rounds", "bust", "leader_stops", "target", "time"]


def game_end(
    before: Standing,
    deal: DealResult,
    settlement: Settlement,
    after: Standing,
    rules: Rules,
    *,
    stops: bool = False,
) -> GameEnd | None:
    """Return why the game is over after a deal, or None if it goes on.

    Args:
        before: where the game stood before the deal.
        deal: the deal.
        settlement: what it came to.
        after: where the game stands now.
        rules: the ruleset.
        stops: whether East chose to stop, where a leading East may.
    """
    if _bust(after, rules):
        return "bust"
    if settlement.redeal:
        return None
    if after.round > before.round:
        return _at_the_end_of_a_round(after, rules)
    if before.round >= rules.end.rounds and _target_reached(after, rules):
        extension = rules.end.extension
        assert isinstance(extension, Extension)
        if not (settlement.dealer_stays and extension.kept_deal == "goes_on"):
            return "target"
    if _leader_stops(before, deal, settlement, after, rules, stops=stops):
        return "leader_stops"
    return None


def _bust(after: Standing, rules: Rules) -> bool:
    match rules.end.bust:
        case "never":
            return False
        case "below_zero":
            return any(points < 0 for points in after.scores)
        case "at_zero":
            return any(points <= 0 for points in after.scores)


def _at_the_end_of_a_round(after: Standing, rules: Rules) -> GameEnd | None:
    extension = rules.end.extension
    if after.round < rules.end.rounds:
        return None
    if not isinstance(extension, Extension):
        return "rounds"
    if _target_reached(after, rules):
        return "target" if after.round > rules.end.rounds else "rounds"
    return "rounds" if after.round >= rules.end.rounds + extension.rounds else None


def _target_reached(after: Standing, rules: Rules) -> bool:
    extension = rules.end.extension
    return isinstance(extension, Extension) and max(after.scores) >= extension.target


def may_choose_to_stop(before: Standing, rules: Rules) -> bool:
    """Return whether a leading East may be asked after a deal whether the game ends, at most."""
    how = rules.end.leader_stops
    return isinstance(how, LeaderStops) and how.how != "automatic" and _last(before, rules)


def _last(before: Standing, rules: Rules) -> bool:
    """Return whether a deal may be the last one, though East would deal again."""
    extension = rules.end.extension
    if before.round == rules.end.rounds - 1 and before.dealer == PLAYERS - 1:
        return True
    goes_on = isinstance(extension, Extension) and extension.kept_deal == "goes_on"
    return goes_on and before.round >= rules.end.rounds


def _leader_stops(
    before: Standing,
    deal: DealResult,
    settlement: Settlement,
    after: Standing,
    rules: Rules,
    *,
    stops: bool,
) -> bool:
    """Return whether a leading East ends the game in the last deal, and would deal again."""
    how = rules.end.leader_stops
    extension = rules.end.extension
    if not isinstance(how, LeaderStops) or not _last(before, rules) or not settlement.dealer_stays:
        return False
    won = Wind.EAST in settlement.winners
    tenpai = isinstance(deal.end, ExhaustiveDraw) and not settlement.winners
    if not ((won and "win" in how.after) or (tenpai and "tenpai" in how.after)):
        return False
    mine = after.scores[before.dealer]
    others = [points for player, points in enumerate(after.scores) if player != before.dealer]
    leads = all(mine > points for points in others)
    reached = not isinstance(extension, Extension) or mine >= extension.target
    return leads and reached and (stops or how.how == "automatic")


# ---- a time limit --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Signal:
    """The moment of the signal: while a deal was in play, or after it and before the next dice.

    Deals are counted from 1; after deal 0 is before the first dice. A deal is in play once the dice
    have been thrown.
    """

    deal: int
    in_play: bool


def left_to_play(
    signal: Signal | None, number: int, left: int | None, settlement: Settlement, rules: Rules
) -> int | None:
    """Return how many deals may yet be played after deal `number`, or None without a limit.

    Args:
        signal: when it sounded, if it did.
        number: the deal that is over, from 1.
        left: how many could be played before it, if that was limited.
        settlement: what the deal came to.
        rules: the ruleset.
    """
    if signal is not None and signal.in_play and signal.deal == number:
        left = _after_signal(rules)
    if left is not None:
        left -= 1
        spoilt = bool(settlement.offenders)
        left += settlement.redeal and (not spoilt or _dealt_again(left, rules))
    if signal is not None and not signal.in_play and signal.deal == number:
        left = before_dice(rules)
    return left


def _dealt_again(left: int, rules: Rules) -> bool:
    """Return whether a deal that was spoilt after the signal does not count among those left."""
    how = rules.chombo.last_timed_deal
    match how:
        case "dealt_again":
            return True
        case "not_dealt_again":
            return left > 0
        case "counts_as_a_deal":
            return False
        case _:
            assert_never(how)


def _after_signal(rules: Rules) -> int | None:
    """Return the deal that is in play and those that follow it; None without a time limit."""
    how = rules.tournament.after_signal
    match how:
        case "current_deal":
            return 1
        case "current_and_one_more":
            return 2
        case "not_regulated":
            return None
        case _:
            assert_never(how)


def before_dice(rules: Rules) -> int | None:
    """Return how many deals follow a signal that sounds while none is in play; None: any number."""
    how = rules.tournament.signal_before_dice
    match how:
        case "none":
            return 0
        case "one_deal":
            return 1
        case "already_in_play":
            return _after_signal(rules)
        case "not_regulated":
            return None
        case _:
            assert_never(how)
