"""List the differences between a replayed deal or game and its record.

In: the `RecordedDeal` or `RecordedGame`, and the `DealHistory` of its replay. Out: a list of
`ReplayProblem`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from riichi.games.replay.deal_history import DealHistory, FinalEnd
from riichi.games.replay.deciding_options import decided_by
from riichi.games.replay.recorded_game import Draw, RecordedDeal, RecordedGame
from riichi_core.game.game import WHY, Standing
from riichi_core.game.result import PlayerResult
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.play.events import Drew
from riichi_core.play.wall import DEALT
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import Points, points_json
from riichi_core.settlement.ending import CAUSE_WORDS
from riichi_core.tiles import write_tiles

ProblemKind = Literal[
    "tiles", "illegal", "draws", "indicators", "end", "winners", "deltas", "settlement", "standing",
    "cut",
]  # fmt: skip


_ENDS: dict[str, Translatable] = {
    "win": "a win",
    "exhausted": "an empty wall",
    "nagashi": "nagashi mangan",
    "three_wins": "three wins",
    "draw": "a draw without a known reason",
    "chombo": "a chombo",
    "void": "a hand to be dealt again",
    **CAUSE_WORDS,
}


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """A difference between a replayed deal and its record.

    Attributes:
        kind: the subject of the difference.
        where: its place in the record; empty if it concerns the whole record.
        message: the difference.
        detail: further lines about it.
        options: the options that cause it, in a replay under other rules. Empty if no small group
            of options does; None if unknown.
    """

    kind: ProblemKind
    where: str
    message: str
    detail: str = ""
    options: tuple[str, ...] | None = None

    def message_under(self, ruleset: Ruleset | None = None) -> Message:
        """Return the whole problem as one message.

        The options that cause it have their values and sections in `ruleset`.
        """
        message = Message("{message}", message=self.message)
        if self.where:
            message = Message("{where}: {message}", where=self.where, message=message)
        if ruleset is not None and self.options is not None:
            decided = decided_by(self.options, ruleset)
            message = Message("{message}, {by}", message=message, by=decided)
        return Message.joined((message, self.detail), by="\n") if self.detail else message

    def __str__(self) -> str:
        """Return the whole problem as one message."""
        return self.message_under()


def deal_problems(recorded: RecordedDeal, replayed: DealHistory) -> list[ReplayProblem]:
    """List the differences of a deal that was played to its end."""
    result, where = recorded.result, recorded.where
    problems: list[ReplayProblem] = []

    def compare(kind: ProblemKind, what: Message, there: object, here: object) -> None:
        if there != here:
            problems.append(ReplayProblem(kind, where, _difference(what, there, here)))

    draws_here = _draws(recorded, replayed)
    for number, (draw_there, draw_here) in enumerate(
        zip(recorded.draws, draws_here, strict=False), start=1
    ):
        if draw_there != draw_here:
            draw = Message("draw {n}", n=number)
            message = _difference(draw, _draw_message(draw_there), _draw_message(draw_here))
            problems.append(ReplayProblem("draws", where, message))
            break
    compare("draws", Message("tiles drawn"), len(recorded.draws), len(draws_here))
    problems += _indicators(recorded, replayed)
    if not (result.end == "draw" and replayed.ended != "win"):
        compare("end", Message("the end"), _end_message(result.end), _end_message(replayed.ended))
    winners = replayed.settlement.winners if replayed.settlement else ()
    here = sorted(replayed.before.player(seat) for seat in winners)
    compare("winners", Message("winners"), sorted(result.winners), here)
    if result.tenpai is not None and replayed.ended == "exhausted":
        compare(
            "end", Message("who was tenpai"), sorted(result.tenpai), sorted(replayed.tenpai or ())
        )
    if result.deltas is not None:
        compare("deltas", Message("points"), list(result.deltas), replayed.settled_deltas)
    return problems


def _end_message(end: FinalEnd) -> Message:
    return Message(_ENDS[end])


def not_over(recorded: RecordedDeal) -> ReplayProblem:
    """Return the problem of a deal that is not over where its record ends."""
    message = Message("the end: recorded {end}, but here play continues",
                      end=_end_message(recorded.result.end))  # fmt: skip
    return ReplayProblem("end", recorded.where, message)


def _indicators(recorded: RecordedDeal, replayed: DealHistory) -> Iterator[ReplayProblem]:
    """Yield a difference of the indicators; those missing from the record are not listed."""
    there, here = recorded.indicators, replayed.end.indicators
    if here == there:
        return
    message = _difference(Message("indicators"), write_tiles(there), write_tiles(here))
    if len(here) > len(there):
        more = len(here) - len(there)
        message = Message("indicators: recorded {there}, here {n} more",
                          there=write_tiles(there), n=more)  # fmt: skip
    yield ReplayProblem("indicators", recorded.where, message)


def _draws(recorded: RecordedDeal, replayed: DealHistory) -> list[Draw]:
    """Return the tiles drawn here, East's fourteenth tile first."""
    player = recorded.standing.player
    first = Draw(recorded.standing.dealer, replayed.end.wall.live(DEALT - 1))
    draws = [event for event in replayed.events if isinstance(event, Drew)]
    return [first, *(Draw(player(event.seat), event.tile, event.replacement) for event in draws)]


def _difference(what: Message, there: object, here: object) -> Message:
    return Message("{what}: recorded {there}, here {here}", what=what, there=there, here=here)


def _draw_message(draw: Draw) -> Message:
    return Message(
        "player {player} {tile} after a quad" if draw.replacement else "player {player} {tile}",
        player=draw.player, tile=draw.tile,
    )  # fmt: skip


def next_deal_problems(
    recorded: RecordedDeal, replayed: DealHistory, there: Standing
) -> list[ReplayProblem]:
    """List the differences from the standing before the next deal of the record."""
    here, problems = replayed.next_standing, []
    if replayed.over is not None:
        message = Message("the game is over after this hand ({why}), but the record continues",
                          why=Message(WHY[replayed.over]))  # fmt: skip
        problems.append(ReplayProblem("end", recorded.where, message))
    if _place(there) != _place(here):
        message = _difference(
            Message("after it"), _standing_message(there), _standing_message(here)
        )
        problems.append(ReplayProblem("standing", recorded.where, message))
    if not _agree_but_for_points(recorded, replayed, there.scores, here.scores):
        message = _difference(Message("scores after this hand"), there.scores, here.scores)
        problems.append(ReplayProblem("standing", recorded.where, message))
    return problems


def follows(recorded: RecordedDeal, before: DealHistory) -> bool:
    """Return True if a deal starts as the one before it ended here."""
    there, here = recorded.standing, before.after
    if here is None:
        return False
    return before.over is None and (_place(there), there.scores) == (_place(here), here.scores)


def _place(standing: Standing) -> tuple[object, ...]:
    return standing.round, standing.dealer, standing.counters, standing.bets


def _standing_message(standing: Standing) -> Message:
    return Message("{round} {n}, counters {counters}, bets {bets}",
                   round=standing.round_wind, n=standing.dealer + 1, counters=standing.counters,
                   bets=points_json(standing.bets))  # fmt: skip


def _agree_but_for_points(
    recorded: RecordedDeal, replayed: DealHistory, there: Sequence[Points], here: Sequence[Points]
) -> bool:
    """Return True if scores after a deal are equal, or differ only by its points.

    A difference in its points is already reported.
    """
    if tuple(there) == tuple(here):
        return True
    points = recorded.result.deltas or replayed.settled_deltas
    return all(
        score_there - score_here == points_there - points_here
        for score_there, score_here, points_there, points_here in zip(
            there, here, points, replayed.settled_deltas, strict=True
        )
    )


def final_score_problems(
    game: RecordedGame, end: DealHistory, results: tuple[PlayerResult, ...]
) -> list[ReplayProblem]:
    """List how the scores at the end differ, with and without the bets left over."""
    last, with_bets = game.deals[-1], tuple(final.score for final in results)
    if game.final is None or any(
        _agree_but_for_points(last, end, game.final, here)
        for here in (end.next_standing.scores, with_bets)
    ):
        return []
    message = _difference(Message("scores at the end"), game.final, with_bets)
    return [ReplayProblem("standing", last.where, message)]


def no_result(game: RecordedGame, rules: Rules) -> Message | None:
    """Return why a game that started with other points has no result; None if it has one."""
    first, begun = game.deals[0].standing, 4 * rules.setup.starting_points
    points = sum(first.scores) + first.bets * rules.riichi.bet
    if points == begun:
        return None
    return Message(
        "the game began with {there:,} points, but under these rules with {here:,}, so there is "
        "no result", there=points, here=begun,
    )  # fmt: skip


def result_notes(game: RecordedGame, here: tuple[PlayerResult, ...]) -> tuple[Message, ...]:
    """Return a note about different results, because uma, rounding and rooms differ."""
    ours = [points_json(final.result) for final in here]
    theirs = list(map(points_json, game.results or ()))
    if not theirs or not ours or theirs == ours:
        return ()
    return (_difference(Message("results"), theirs, ours),)
