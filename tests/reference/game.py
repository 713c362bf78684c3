"""A game from deal to deal: points, dealers and the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from riichi_core.rules.chapters.chips import ChipAwards
from riichi_core.rules.chapters.chombo import DealByOffender
from riichi_core.rules.chapters.end import DealerStops, Extension, ScoreLimit
from riichi_core.rules.rules import Rules

from .record import SEATS, written_out
from .settlement import Settled, standing_riichi

Json = Mapping[str, Any]

NO_WIN = {"not_complete", "no_yaku", "minimum_yaku"}
"""What a hand can lack; a slip of the pen is no fault, so a false win is written down as one."""


@dataclass
class Standing:
    """The state of a game; players are numbered from the first East."""

    scores: list[Fraction]
    round: int = 0
    dealer: int = 0
    counters: int = 0
    bets: Fraction = Fraction(0)
    penalties: list[int] = field(default_factory=lambda: [0] * 4)
    chips: list[int] = field(default_factory=lambda: [0] * 4)
    won: list[bool] = field(default_factory=lambda: [False] * 4)
    owed: list[Fraction] = field(default_factory=lambda: [Fraction(0)] * 4)
    """How many of the bets on the table each player made."""
    winds: Sequence[str] = SEATS
    """The winds of the rounds, which come again."""

    def player(self, seat: str) -> int:
        """Return the player on a seat."""
        return (self.dealer + SEATS.index(seat)) % 4

    def seated_as(self, other: Standing) -> Standing:
        """Return the same with another state's round and seats."""
        return replace(self, round=other.round, dealer=other.dealer)

    def record(self, deal: Json, players: Sequence[str]) -> dict[str, Any]:
        """Return the record of a deal with the facts that follow from the state of the game."""
        seats = {name: SEATS[(place - self.dealer) % 4] for place, name in enumerate(players)}
        return {
            **written_out(deal, seats),
            "round_wind": self.winds[self.round % len(self.winds)],
            "counters": self.counters,
            "bets_on_table": int(self.bets),
        }


def first(rules: Rules) -> Standing:
    """Return the state of a game before its first deal."""
    scores = [Fraction(rules.setup.starting_points)] * 4
    rounds, extension = rules.end.rounds, rules.end.extension
    again = isinstance(extension, Extension) and extension.first_round == "east"
    return Standing(scores, winds=SEATS[:rounds] if again and rounds != "one_hand" else SEATS)


def after(before: Standing, settled: Settled, rules: Rules) -> Standing:
    """Return the state of the game after a deal."""
    how = rules.chombo.next_deal
    spoilt_last = settled.spoilt and _may_be_last(before, rules)
    if spoilt_last and isinstance(how, DealByOffender) and how.last_hand is not None:
        settled.dealer_stays = settled.redeal = "rotates" not in how.last_hand
        settled.counters_next = before.counters + ("with_counter" in how.last_hand)
    found = Standing(
        scores=[*before.scores],
        round=before.round,
        winds=before.winds,
        dealer=before.dealer,
        counters=settled.counters_next,
        bets=settled.bets_left,
        penalties=[*before.penalties],
        chips=[*before.chips],
        won=[*before.won],
        owed=_owed(before, settled),
    )
    for seat in settled.deal.get("riichi", ()):
        found.scores[before.player(seat)] -= rules.riichi.bet
    for (party, _), points in settled.balances().items():
        if party != "table":
            found.scores[before.player(party)] += points
    if settled.winners:
        _add_chips(before, found, settled, rules)
    for seat in SEATS:
        found.scores[before.player(seat)] += settled.table_penalties[seat]
        found.penalties[before.player(seat)] += settled.penalties[seat]
    for seat in settled.winners:
        found.won[before.player(seat)] = True
    if not settled.dealer_stays:
        found.dealer = (before.dealer + 1) % 4
        found.round += found.dealer == 0
    return found


def _add_chips(before: Standing, found: Standing, settled: Settled, rules: Rules) -> None:
    """Add the chips of the wins, and those paid by players whom the wins took below zero."""
    for seat, number in settled.chips.items():
        found.chips[before.player(seat)] += number
    awards = rules.chips.awarded
    for player in range(4) if isinstance(awards, ChipAwards) else ():
        fined = sum(
            points
            for (party, why), points in settled.balances().items()
            if why == "foul" and party != "table" and before.player(party) == player
        )
        if found.scores[player] < 0 <= before.scores[player] + fined:
            assert isinstance(awards, ChipAwards)
            found.chips[player] -= awards.bust
            found.chips[before.player(settled.winners[0])] += awards.bust


def _owed(before: Standing, settled: Settled) -> list[Fraction]:
    """Return the owners of the bets on the table."""
    if settled.winners or not settled.bets_left:
        return [Fraction(0)] * 4
    owed = [*before.owed]
    back = [one.taker for one in settled.moves if one.why == "own_bet"]
    for seat in standing_riichi(settled.deal):
        if seat not in back:
            owed[before.player(seat)] += 1
    for one in settled.moves:
        if one.taker == "table" and settled.rules.riichi.bet:
            owed[before.player(one.giver)] += one.points / settled.rules.riichi.bet
    return owed


def cannot_be(before: Standing, settled: Settled, rules: Rules) -> tuple[str, str]:
    """Return the code and field of an error if these rules do not allow such a deal."""
    least = rules.riichi.needs_points
    if least is True:
        least = rules.riichi.bet
    for seat in settled.deal.get("riichi", ()) if least is not False else ():
        if before.scores[before.player(seat)] < least:
            return "no_points", "riichi"
    said = {*settled.deal.get("offenders", ())}
    for place, win in enumerate(settled.deal["wins"]):
        if settled.refused.get(win["seat"]) in NO_WIN and win["seat"] not in said:
            return "no_win", f"wins.{place}.hand"
    return "", ""


# ---- the end of the game -------------------------------------------------------------------------


def over(
    before: Standing, settled: Settled, stands: Standing, rules: Rules, *, stops: bool
) -> str | None:
    """Return why the game is over after a deal, or None; time limits are checked separately.

    `stops` says that East chose to end the game if allowed.
    """
    if _beyond(rules.end.bust, stands, -1):
        return "bust"
    if _beyond(rules.end.ceiling, stands, 1):
        return "ceiling"
    if settled.redeal:
        return None
    if rules.end.rounds == "one_hand":
        return "rounds"
    extension = rules.end.extension
    regular = before.round < rules.end.rounds
    reached = isinstance(extension, Extension) and max(stands.scores) >= extension.target
    if not regular and reached:
        assert isinstance(extension, Extension)
        if not settled.dealer_stays or extension.if_east_stays == "ends":
            return "target"
    if _east_stops(before, settled, stands, rules, stops=stops):
        return "dealer_stops"
    if stands.round < rules.end.rounds or not isinstance(extension, Extension):
        return "rounds" if stands.round >= rules.end.rounds else None
    if regular and reached:
        return "rounds"
    return "rounds" if stands.round >= rules.end.rounds + extension.rounds else None


def _beyond(limit: ScoreLimit | str, stands: Standing, sign: int) -> bool:
    """Return True if a player has reached or passed a limit, which a word puts at zero."""
    if limit == "never":
        return False
    points = limit.points if isinstance(limit, ScoreLimit) else 0
    at_once = limit.when == "reached" if isinstance(limit, ScoreLimit) else limit == "at_zero"
    beyond = max(sign * (score - points) for score in stands.scores)
    return beyond > 0 or (at_once and beyond == 0)


def _east_stops(
    before: Standing, settled: Settled, stands: Standing, rules: Rules, *, stops: bool
) -> bool:
    """Return True if East stays, leads and ends the game, in the last deal or after it."""
    how, extension = rules.end.dealer_stops, rules.end.extension
    rounds = rules.end.rounds
    assert rounds != "one_hand"
    last = before.round >= rounds or (before.round, before.dealer) == (rounds - 1, 3)
    if not isinstance(how, DealerStops) or not last or not settled.dealer_stays:
        return False
    won = "east" in settled.winners
    tenpai = settled.deal["end"] == "exhaustive_draw" and _tenpai(settled)
    if not ((won and "win" in how.after) or (tenpai and "tenpai" in how.after)):
        return False
    score = stands.scores[before.dealer]
    if isinstance(extension, Extension) and score < extension.target:
        return False
    place = _place(stands.scores, before.dealer, rules)
    ends = stops or how.how == "automatic" or (place == 1 and how.how == "automatic_if_leading")
    return place <= how.lowest_place and ends


def most_rounds(rules: Rules) -> int:
    """Return the maximum number of rounds of a game."""
    extension = rules.end.extension
    rounds = 1 if rules.end.rounds == "one_hand" else rules.end.rounds
    return rounds + (extension.rounds if isinstance(extension, Extension) else 0)


def may_ask(before: Standing, rules: Rules) -> bool:
    """Return True if a leading East may end the game after a deal."""
    how = rules.end.dealer_stops
    return isinstance(how, DealerStops) and how.how != "automatic" and _may_be_last(before, rules)


def _may_be_last(before: Standing, rules: Rules) -> bool:
    extension, rounds = rules.end.extension, rules.end.rounds
    if rounds == "one_hand":
        return True
    if before.round < rounds:
        return before.round == rounds - 1 and before.dealer == 3
    return isinstance(extension, Extension) and extension.if_east_stays == "continues"


def _tenpai(settled: Settled) -> bool:
    deal = settled.deal
    return "east" in deal.get("tenpai", ()) and "east" not in deal.get("dead_hands", ())


def _place(scores: list[Fraction], player: int, rules: Rules) -> int:
    """Return the place of a player; those with the same score come before, if places are shared."""
    order = sorted(range(4), key=lambda one: (-scores[one], one))
    if rules.result.ties == "earlier_seat":
        return order.index(player) + 1
    return max(order.index(one) for one in range(4) if scores[one] == scores[player]) + 1


# ---- time ----------------------------------------------------------------------------------------


def left_to_play(
    signal: Mapping[str, int] | None, number: int, left: int | None, settled: Settled, rules: Rules
) -> int | None:
    """Return how many deals may follow deal `number`; None without a limit.

    `signal` is the time of the signal: `{"during_deal": 8}` or `{"after_deal": 8}`.
    """
    if left is not None:
        return _fewer(left, settled, rules)
    if signal is None:
        return None
    if signal.get("after_deal") == number:
        return before_dice(rules)
    if signal.get("during_deal") != number:
        return None
    more = {"current_deal": 0, "current_and_one_more": 1}.get(rules.tournament.after_signal)
    return None if more is None else _fewer(more + 1, settled, rules)


def _fewer(left: int, settled: Settled, rules: Rules) -> int:
    """Return the number of deals left after one more; a replayed hand does not count."""
    if left == 0:  # played under other rules, because these have no more deals
        return 0
    if not settled.redeal:
        return left - 1
    if not settled.spoilt:
        return left
    how = rules.chombo.last_timed_deal
    if how == "counts_as_a_deal" or (how == "no_redeal" and left == 1):
        return left - 1
    return left


def before_dice(rules: Rules) -> int | None:
    """Return the number of deals after a signal between two deals."""
    in_play = {"current_deal": 1, "current_and_one_more": 2}.get(rules.tournament.after_signal)
    how = rules.tournament.signal_between_deals
    return {"none": 0, "one_deal": 1, "already_in_play": in_play, "not_regulated": None}[how]
