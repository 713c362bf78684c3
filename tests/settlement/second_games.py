"""The engine's games compared with the slow ones in tests/reference."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from given import field_of
from reference import game as slow_game
from reference.faults import after_fouls
from reference.result import Result, results
from reference.settlement import Settled, settle as slow_settle
from reference.worth import CannotBeError, worths
from second import POSSIBLE_REFUSALS

from riichi_core.errors import RecordError
from riichi_core.game.game import (
    OVER,
    WHY,
    WOULD_HAVE,
    Game,
    SettledDeal,
    Signal,
    Standing,
    may_choose_to_stop,
    play_deal,
    play_deals,
    player_results,
)
from riichi_core.game.result import PlayerResult
from riichi_core.records.written_game import reader
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset

Json = Mapping[str, Any]

NAMES = ("Anna", "Ben", "Cleo", "Dan")
"""Four players, by whom the engine names those of a game."""

Refused = tuple[int, str, str]
"""A deal that cannot be, by its number from 0, the code of the error and the field at fault."""


# ---- one step ------------------------------------------------------------------------------------


def hold_moment(moment: Json, deal: Json, ruleset: Ruleset, **time: Any) -> str:
    """Compare the effect of one deal on a game, and its result if it ended then, with the slow one.

    Args:
        moment: the state of the game.
        deal: the record of the deal, without the facts that follow from that state.
        ruleset: the rules.
        time: `number`, `stops`, `signal` and `left`, like those of `play_deal`.
    """
    rules = ruleset.rules
    lists = {name: tuple(value) for name, value in moment.items() if isinstance(value, list)}
    before = Standing(**{**moment, **lists})
    slow_before = slow_game.Standing(**moment)
    assert may_choose_to_stop(before, rules) == slow_game.may_ask(slow_before, rules), moment
    try:
        finished, _ = reader(deal, NAMES)(before, rules)
    except RecordError as error:
        return f"refused: {error.code}"
    slow = _slow_settled(slow_before, deal, rules)
    said = {name: value for name, value in time.items() if value}
    if "signal" in said:
        said["signal"] = _signal(said["signal"])
    try:
        one = play_deal(before, finished, rules, **said)
    except RecordError as error:
        assert error.code == slow or error.code in POSSIBLE_REFUSALS, (deal, error, slow)
        return f"refused: {error.code}"
    assert isinstance(slow, Settled), (deal, one, slow)
    stands = slow_game.after(slow_before, slow, rules)
    over = slow_game.over(slow_before, slow, stands, rules, stops=time["stops"])
    left = slow_game.left_to_play(time["signal"], time["number"], time["left"], slow, rules)
    if over is None and left == 0:
        over = "time"
    mine = [
        *_stood(one.after),
        one.ended_by,
        one.left,
        *_finals(player_results(one.after, [one], rules)),
    ]
    slowly = [*_stood(stands), over, left, *_finals(_results(stands, rules))]
    assert mine == slowly, (moment, deal, time, mine, slowly)
    return f"over: {over}"


# ---- whole games ---------------------------------------------------------------------------------


def hold_game(
    record: Json, ruleset: Ruleset, spoiled: Mapping[int, tuple[str, str]] | None = None
) -> str:
    """Compare a game with the slow one; return why it ended, or the error in a deal.

    Args:
        record: the game.
        ruleset: the rules.
        spoiled: the code and field of the error of impossible deals, by number from 0.
    """
    found, slow = _played(record, ruleset), SlowGame(record, ruleset, spoiled or {})
    return _held(found, slow, record)


def hold_game_under(record: Json, played_by: Ruleset, others: Ruleset) -> str:
    """Compare a game replayed under other rules with the slow one."""
    deals, signal = [reader(deal, NAMES) for deal in record["deals"]], _signal(record.get("signal"))
    as_played, stops = _played(record, played_by), record.get("stops", False)
    slow = SlowGame(record, others, {}, SlowGame(record, played_by, {}))
    found = play_deals(deals, others.rules, stops, signal, as_played)
    told = _held(found, slow, record)
    if not told.startswith("refused"):
        diverged = None if found.diverged is None else (found.diverged[0], str(found.diverged[1]))
        assert diverged == slow.diverged, (record, diverged, slow.diverged)
    return told if slow.diverged is None else f"diverged, {told}"


def _played(record: Json, ruleset: Ruleset) -> Game:
    deals = [reader(deal, NAMES) for deal in record["deals"]]
    signal = _signal(record.get("signal"))
    return play_deals(deals, ruleset.rules, record.get("stops", False), signal)


def _held(found: Game, slow: SlowGame, record: Json) -> str:
    stood, over = [], "time" if slow.over_before_dice else None
    for one in found.played:  # the end of the game is checked until a deal has ended it
        over = over or one.ended_by
        stood.append((*_stood(one.after), None if slow.beyond else over, one.left))
    faults = [
        (one.number, one.code, field_of(one) if one.number in slow.spoiled else one.field)
        for one in found.problems
    ]
    if faults and faults[0][1] in POSSIBLE_REFUSALS and faults != slow.faults:
        assert stood == slow.stood[: len(stood)], (record, stood, slow.stood)
        return f"refused: {faults[0][1]}"
    assert faults == slow.faults, (record, faults, slow.faults)
    assert stood == slow.stood, (record, stood, slow.stood)
    assert _chained(found.played), record
    assert slow.beyond or found.ended_by == slow.over, (record, found.ended_by, slow.over)
    for fault in found.problems:
        assert slow.refused_at is not None
        assert _stood(fault.before) == _stood(slow.refused_at), (record, fault)
        assert fault.message, fault
    mine, slowly = _finals(found.finals), _finals(_results(slow.standing, slow.rules))
    assert mine == slowly, (record, mine, slowly)
    return f"refused: {faults[0][1]}" if faults else f"over: {found.ended_by}"


def _chained(played: Sequence[SettledDeal]) -> bool:
    """Return True if each deal begins where the one before ended, apart from its seats."""
    return all(
        (one.after.scores, one.after.bets) == (other.before.scores, other.before.bets)
        for one, other in pairwise(played)
    )


class SlowGame:
    """A game played by the slow settlement.

    It ends with the deals of its record, or with an impossible one.

    Attributes:
        stood: its state after each deal, why it was over by then, and how many might follow.
        faults: the errors of the deal after those, and of later ones by themselves.
        refused_at: its state before that deal.
        over: why it was over.
        beyond: whether it continued into a round that these rules do not have; then `over` has no
            meaning.
        diverged: the first deal after which it would have continued differently from the record,
            and how.
    """

    def __init__(
        self,
        record: Json,
        ruleset: Ruleset,
        spoiled: Mapping[int, tuple[str, str]],
        as_played: SlowGame | None = None,
    ) -> None:
        """Play the deals of a record, or replay them under other rules."""
        self.rules = ruleset.rules
        self.stood: list[Any] = []
        self.begun: list[slow_game.Standing] = []
        self.faults: list[Refused] = []
        self.refused_at: slow_game.Standing | None = None
        self.beyond = as_played is not None and any(
            one.round >= slow_game.most_rounds(self.rules) for one in as_played.begun
        )
        self.over: str | None = None
        self.diverged: tuple[int, str] | None = None
        self.standing = slow_game.first(self.rules)
        self._record = record
        self.spoiled = spoiled
        self._as_played = as_played
        left = None
        if record.get("signal") == {"after_deal": 0}:
            left = slow_game.before_dice(self.rules)
        self.over_before_dice = left == 0
        if self.over_before_dice:
            self.over = "time"
        for number in range(len(record["deals"])):
            if self._stops_before(number):
                return
            left = self._play(number, left)
            if self.faults:
                return

    def _stops_before(self, number: int) -> bool:
        """Return True if no deal of such a number is played; else restore its original seats."""
        if self._as_played is not None:
            if number == len(self._as_played.stood):
                self.faults = [*self._as_played.faults]
                self.refused_at = self._as_played.refused_at
                return bool(self.faults)
            self.standing = self.standing.seated_as(self._as_played.begun[number])
        if self.over is None:
            return False
        if self._as_played is None:
            self.faults, self.refused_at = [(number, "game_over", "")], self.standing
            return True
        self._diverges(number - 1, str(OVER).format(why=WHY[self.over]))  # type: ignore[index]
        return False

    def _diverges(self, number: int, how: str) -> None:
        self.diverged = self.diverged or (number, how)

    def _play(self, number: int, left: int | None) -> int | None:
        record, before, rules = self._record, self.standing, self.rules
        deal, last = record["deals"][number], number == len(record["deals"]) - 1
        if number in self.spoiled:
            self._refuse(number, self.spoiled[number])
            return None
        settled = _slow_settled(before, deal, rules)
        if isinstance(settled, str):
            self._refuse(number, (settled, FIELD[settled]))
            return None
        problem = slow_game.cannot_be(before, settled, rules)
        if problem[0] and self._as_played is None:
            self._refuse(number, problem)
            return None
        if problem[0]:
            self._diverges(number - 1, str(WOULD_HAVE[problem[0]]))
        self.begun.append(before)
        self.standing = slow_game.after(before, settled, rules)
        stops = record.get("stops", False) and last
        over = slow_game.over(before, settled, self.standing, rules, stops=stops)
        left = slow_game.left_to_play(record.get("signal"), number + 1, left, settled, rules)
        if over is None and left == 0:
            over = "time"
        self.over = self.over or over
        self.stood.append((*_stood(self.standing), None if self.beyond else self.over, left))
        if self._as_played is not None and number + 1 < len(self._as_played.begun):
            there = self._as_played.begun[number + 1]
            here = (self.standing.round, self.standing.dealer)
            if here < (there.round, there.dealer):
                self._diverges(number, "East would have stayed")
            if here > (there.round, there.dealer):
                self._diverges(number, "the dealer would have rotated")
        return left

    def _refuse(self, number: int, why: tuple[str, str]) -> None:
        self.faults, self.refused_at = [(number, *why)], self.standing
        for later in range(number + 1, len(self._record["deals"])):
            if later in self.spoiled:
                self.faults.append((later, *self.spoiled[later]))
            elif not _has_a_win_left(self.standing, self._record["deals"][later], self.rules):
                self.faults.append((later, "no_win_stands", "wins"))


FIELD = {"no_such_end": "cause", "no_win_stands": "wins", "contradiction": "tenpai"}
"""The field that is at fault where a ruleset has no such deal."""


def _has_a_win_left(standing: slow_game.Standing, deal: Json, rules: Rules) -> bool:
    """Return True if a deal had no wins, or its fouls leave one of them."""
    try:
        after_fouls(standing.record(deal, NAMES), rules)
    except CannotBeError:
        return False
    return True


def _slow_settled(standing: slow_game.Standing, deal: Json, rules: Rules) -> Settled | str:
    """Return the settlement of a deal in the current state, or the error."""
    try:
        record = after_fouls(standing.record(deal, NAMES), rules)
        worth = {win["seat"]: worths(win, record, rules) for win in record["wins"]}
        first = {seat: one if isinstance(one, str) else one[0] for seat, one in worth.items()}
        return slow_settle(record, rules, first)
    except CannotBeError as error:
        return error.code


def _results(stands: slow_game.Standing, rules: Rules) -> list[Result]:
    return results(
        stands.scores, stands.bets, stands.penalties, rules,
        owed=stands.owed, chips=stands.chips, won=stands.won,
    )  # fmt: skip


def _stood(one: Standing | slow_game.Standing) -> tuple[Any, ...]:
    return (
        tuple(one.scores), one.round, one.dealer, one.counters, one.bets,
        tuple(one.penalties), tuple(one.chips), tuple(one.won),
    )  # fmt: skip


def _finals(found: Sequence[PlayerResult | Result]) -> list[Any]:
    return [
        (one.score, one.bets, one.place, one.uma, one.oka, one.penalty, one.result, one.chips,
         one.yakitori)
        for one in found
    ]  # fmt: skip


def _signal(said: Json | None) -> Signal | None:
    if said is None:
        return None
    ((when, number),) = said.items()
    return Signal(number, in_play=when == "during_deal")
