"""Differences between a record and what was played by it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from riichi_core.game.game import WHY
from riichi_core.game.result import Final
from riichi_core.game.standing import Standing
from riichi_core.messages import Message
from riichi_core.play.events import Drew
from riichi_core.play.wall import DEALT
from riichi_core.records.recorded import Draw, FinishedDeal, RecordedDeal, RecordedGame
from riichi_core.settlement.ledger import as_json
from riichi_core.tiles import write_tiles

ProblemKind = Literal[
    "tiles", "illegal", "draws", "indicators", "end", "winners", "deltas", "settlement", "standing",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class ReplayProblem:
    """A place at which a deal comes out otherwise than it was recorded."""

    kind: ProblemKind
    where: str
    message: str

    @property
    def text(self) -> Message:
        """All of it in one message."""
        return Message("{where}: {message}", where=self.where, message=self.message)

    def __str__(self) -> str:
        return self.text


def differences(recorded: RecordedDeal, done: FinishedDeal) -> list[ReplayProblem]:
    """List what came out otherwise in a deal that was played to its end."""
    result, where = recorded.result, recorded.where
    found: list[ReplayProblem] = []

    def compare(kind: ProblemKind, what: Message, there: object, here: object) -> None:
        if there != here:
            found.append(ReplayProblem(kind, where, _differs(what, there, here)))

    drawn = _draws(recorded, done)
    for number, (one, other) in enumerate(zip(recorded.draws, drawn, strict=False), start=1):
        if one != other:
            draw = Message("draw {n}", n=number)
            message = _differs(draw, _described(one), _described(other))
            found.append(ReplayProblem("draws", where, message))
            break
    compare("draws", Message("tiles drawn"), len(recorded.draws), len(drawn))
    turned = write_tiles(done.end.indicators)
    compare("indicators", Message("indicators"), write_tiles(recorded.indicators), turned)
    if not (result.end == "draw" and done.ended != "win"):
        compare("end", Message("the end"), result.end, done.ended)
    winners = done.settlement.winners if done.settlement else ()
    here = sorted(done.before.player(seat) for seat in winners)
    compare("winners", Message("winners"), sorted(result.winners), here)
    if result.tenpai is not None and done.ended == "exhausted":
        compare("end", Message("who was tenpai"), sorted(result.tenpai), sorted(done.tenpai or ()))
    if result.deltas is not None:
        compare("deltas", Message("points"), list(result.deltas), done.deltas)
    return found


def _draws(recorded: RecordedDeal, done: FinishedDeal) -> list[Draw]:
    """Return the tiles drawn here, East's fourteenth tile first."""
    player = recorded.standing.player
    first = Draw(recorded.dealer, done.end.wall.live(DEALT - 1))
    drew = [event for event in done.events if isinstance(event, Drew)]
    return [first, *(Draw(player(one.seat), one.tile, one.replacement) for one in drew)]


def _differs(what: Message, there: object, here: object) -> Message:
    return Message("{what}: recorded {there}, here {here}", what=what, there=there, here=here)


def _described(draw: Draw) -> Message:
    return Message(
        "player {player} {tile} after a kong" if draw.replacement else "player {player} {tile}",
        player=draw.player, tile=draw.tile,
    )  # fmt: skip


def goes_on(recorded: RecordedDeal, done: FinishedDeal, there: Standing) -> list[ReplayProblem]:
    """List how the game stands otherwise than before the next deal of the record, or is over."""
    here, found = done.after, []
    if done.over is not None:
        message = Message("the game is over after it ({why}), and the record goes on",
                          why=Message(WHY[done.over]))  # fmt: skip
        found.append(ReplayProblem("end", recorded.where, message))
    for name in ("scores", "round", "dealer", "counters", "bets"):
        one, other = getattr(there, name), getattr(here, name)
        if one != other:
            message = _differs(Message("{field} after it", field=name), one, other)
            found.append(ReplayProblem("standing", recorded.where, message))
    return found


def at_the_end(
    game: RecordedGame, here: Standing, results: tuple[Final, ...]
) -> list[ReplayProblem]:
    """List how the scores at the end differ, with bets that are left and without."""
    with_bets = tuple(one.score for one in results)
    if game.final in (here.scores, with_bets):
        return []
    message = _differs(Message("scores at the end"), game.final, with_bets)
    return [ReplayProblem("standing", game.deals[-1].where, message)]


def other_results(game: RecordedGame, here: tuple[Final, ...]) -> tuple[Message, ...]:
    """Return a note of other results: uma and rounding have changed, and rooms have their own."""
    ours = [as_json(one.result) for one in here]
    theirs = list(map(as_json, game.results or ()))
    if not theirs or not ours or theirs == ours:
        return ()
    return (_differs(Message("results"), theirs, ours),)
