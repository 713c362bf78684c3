"""Builders of recorded games and their deals, from one event after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from riichi.games.formats.file_text import error_at, unexpected
from riichi.games.replay.recorded_game import (
    Draw,
    FourScores,
    Move,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
    RecordedResult,
    four_scores,
    player_names,
)
from riichi_core.game.game import Standing
from riichi_core.messages import Message
from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Action,
    ClaimedKan,
    ConcealedKan,
    Discard,
    ExtendedKan,
    MeldClaim,
)
from riichi_core.scoring.points import Points
from riichi_core.tiles import Tile

BET = 1000
"""The riichi bet in all records of other programs, in points."""


def left_out(number: int) -> Message:
    """Return the message that the last deal of a record is incomplete."""
    return Message("hand {n} has no end and is left out", n=number)


BROKEN_OFF = Message("the text is cut off: everything after its last complete hand is left out")

MOST_IN_A_DEAL = 500
"""The maximum number of draws and actions in a deal; a real one has about two hundred."""


class RecordedStart(NamedTuple):
    """The head of a recorded deal, with the fields of `RecordedDeal` and the first indicator.

    The scores are empty if the record does not have them.
    """

    standing: Standing
    hands: tuple[tuple[Tile, ...], ...]
    indicator: Tile


class DealBuilder:
    """A deal so far. Each method receives the position in the record, for errors.

    Raises:
        RecordError: if an event cannot follow the events before it.
    """

    def __init__(self, number: int, start: RecordedStart, giver: str) -> None:
        """Begin a deal; `giver` is the record's field for the player whose tile is won on."""
        self.number, self.start, self.giver_field = number, start, giver
        self.indicators = [start.indicator]
        self.draws: list[Draw] = []
        self.moves: list[Move] = []
        self.after_quad = False
        self.riichi: int | None = None
        self.declared: int | None = None
        self.offered: tuple[int, Tile] | None = None
        self.winners: list[int] = []
        self.giver: int | None = None
        self.deltas: FourScores | None = (0, 0, 0, 0)
        self.staked = [0, 0, 0, 0]
        self.scores_after: FourScores | None = None
        self.ura: tuple[Tile, ...] = ()
        self.drawn: RecordedResult | None = None

    @property
    def over(self) -> bool:
        """True once there is a result."""
        return bool(self.winners) or self.drawn is not None

    # ---- play ------------------------------------------------------------------------------------

    def drew(self, player: int, tile: Tile, where: str) -> None:
        """Add a draw, which comes from the dead wall after a quad."""
        self._refuse_now(where)
        self.draws.append(Draw(player, tile, self.after_quad))
        self.after_quad, self.offered = False, None

    def declared_riichi(self, player: int, where: str) -> None:
        """Add a riichi, which the player declares with the next discard."""
        self._refuse_now(where)
        self.riichi = self.declared = player

    def accepted(self, player: int, where: str, field: str) -> None:
        """Add the bet of the last declared riichi; `field` is the record's field for the player."""
        self._refuse_now(where)
        if player != self.declared:
            message = unexpected("the player of the last riichi", player)
            raise error_at(f"{where}, {field}", message)
        self.declared = None
        self.staked[player] += BET

    def discarded(self, player: int, tile: Tile, where: str, *, tsumogiri: bool) -> None:
        """Add a discard."""
        riichi = self.riichi == player
        self.riichi = None if riichi else self.riichi
        self._refuse_now(where)
        self._move(player, Discard(tile, tsumogiri, riichi), where)
        self.offered = (player, tile)

    def claimed(self, player: int, giver: int, tile: Tile, meld: MeldClaim, where: str) -> None:
        """Add a claim of the last discard."""
        self._refuse_now(where)
        if self.offered != (giver, tile) or player == giver:
            message = Message("no other player has just discarded this tile: expected its discard")
            raise error_at(where, message)
        self.offered = None
        self._move(player, meld, where)
        self.after_quad |= isinstance(meld, ClaimedKan)

    def made_quad(self, player: int, act: ConcealedKan | ExtendedKan, where: str) -> None:
        """Add a concealed or an extended quad."""
        self._refuse_now(where)
        self._move(player, act, where)
        tile = act.tile if isinstance(act, ExtendedKan) else act.tiles[0]
        self.after_quad, self.offered = True, (player, tile)

    def turned(self, tile: Tile, where: str) -> None:
        """Add an indicator."""
        self._refuse_after_the_end(where)
        self.indicators.append(tile)

    # ---- results ---------------------------------------------------------------------------------

    def won(
        self,
        winner: int,
        giver: int,
        where: str,
        deltas: Sequence[int] | None,
        ura: tuple[Tile, ...] = (),
    ) -> None:
        """Add a win; for a self-draw, `giver` is the winner."""
        if not self.winners:
            self._refuse_now(where)
        if self.drawn or winner in self.winners or giver in self.winners:
            raise error_at(where, Message("player {player} cannot win now", player=winner))
        if winner != giver and (self.offered is None or self.offered[0] != giver):
            raise self._no_giver(where, "the player who offered a tile just before", giver)
        if winner == giver and (self.offered is not None or self.winners):
            raise self._no_giver(where, "the player who offered a tile", giver)
        self.winners.append(winner)
        self.giver = giver if giver != winner else None
        self._move(winner, WIN, where)
        self._add(deltas)
        self.ura = max(self.ura, ura, key=len)

    def ended(
        self,
        end: RecordedEnd,
        where: str,
        deltas: Sequence[int] | None,
        tenpai: frozenset[int] | None = None,
    ) -> None:
        """Add a draw; `tenpai` counts only for an exhaustive draw."""
        self._refuse_now(where)
        if end == "nine_kinds" and self.draws:
            self._move(self.draws[-1].player, NINE_KINDS, where)
        self._add(deltas)
        known_tenpai = tenpai if end in ("exhausted", "draw") else None
        self.drawn = RecordedResult(end, self.deltas, tenpai=known_tenpai)

    def recorded(self, where: str, earlier: tuple[Points, ...] | None = None) -> RecordedDeal:
        """Return the deal once its result is known.

        Without scores in the record, it starts with `earlier`, those after the previous deal.
        """
        start = self.start
        if not self.over:
            message = Message("hand {n} has no end: expected a win or a draw", n=self.number)
            raise error_at(where, message)
        win_result = RecordedResult(
            "win", self.deltas, tuple(self.winners), self.giver, ura=self.ura
        )
        scores = start.standing.scores or self._moved(self.scores_after, -1) or earlier
        if scores is None:
            message = Message("hand {n} has no scores, neither before nor after", n=self.number)
            raise error_at(where, message, "missing_field")
        return RecordedDeal(
            number=self.number,
            standing=replace(start.standing, scores=scores),
            hands=start.hands,
            draws=tuple(self.draws),
            indicators=tuple(self.indicators),
            moves=tuple(self.moves),
            result=self.drawn or win_result,
        )

    def after(self, before: tuple[Points, ...]) -> tuple[Points, ...] | None:
        """Return the scores after the deal; None if the points are unknown."""
        return self._moved(before, 1) if self.scores_after is None else self.scores_after

    # ---- helpers ---------------------------------------------------------------------------------

    def _moved(self, scores: tuple[Points, ...] | None, sign: int) -> tuple[Points, ...] | None:
        """Return scores with the points of the deal added, or with a sign of -1 taken away."""
        if scores is None or self.deltas is None:
            return None
        moved = zip(scores, self.deltas, self.staked, strict=True)
        return tuple(score + sign * (delta - stake) for score, delta, stake in moved)

    def _refuse_now(self, where: str) -> None:
        """Refuse an event after the result, or between a riichi and its discard."""
        self._refuse_after_the_end(where)
        if self.riichi is not None:
            message = Message("expected the discard of player {player} after the riichi",
                              player=self.riichi)  # fmt: skip
            raise error_at(where, message)
        if len(self.draws) + len(self.moves) > MOST_IN_A_DEAL:
            message = Message("more than {n} draws and actions in one hand", n=MOST_IN_A_DEAL)
            raise error_at(where, message, "out_of_range")

    def _refuse_after_the_end(self, where: str) -> None:
        if self.over:
            raise error_at(where, Message("the hand is over: expected the next one"))

    def _move(self, player: int, action: Action, where: str) -> None:
        self.moves.append(Move(player, action, where))

    def _no_giver(self, where: str, expected: str, player: int) -> Exception:
        place = ", ".join(filter(None, (where, self.giver_field)))
        return error_at(place, unexpected(expected, player))

    def _add(self, deltas: Sequence[int] | None) -> None:
        """Add the players' gains; they are unknown if the record leaves any out."""
        if deltas is None or self.deltas is None:
            self.deltas = None
        else:
            self.deltas = four_scores([sum(both) for both in zip(self.deltas, deltas, strict=True)])


class GameBuilder:
    """A game so far, and the current deal.

    Raises:
        RecordError: if an event cannot follow the events before it.
    """

    def __init__(self, begins: str, giver: str) -> None:
        """Begin a game; `begins` is the record's name for the start of a deal, for errors."""
        self._begins, self._giver = begins, giver
        self._deals: list[RecordedDeal] = []
        self._deal: DealBuilder | None = None
        self._scores: tuple[Points, ...] | None = None
        self._cut: Message | None = None

    @property
    def begun(self) -> bool:
        """True once a deal has begun."""
        return bool(self._deals) or self.playing

    @property
    def playing(self) -> bool:
        """True if a deal has begun but not ended."""
        return self._deal is not None

    def begin(self, start: RecordedStart, where: str) -> None:
        """Begin the next deal, and end the current one."""
        self.end(where)
        self._deal = DealBuilder(len(self._deals) + 1, start, self._giver)

    def deal(self, where: str, line: str = "") -> DealBuilder:
        """Return the current deal; `line` is an event that must be part of one."""
        if self._deal is None:
            message = (
                Message("{line} outside a hand: expected {start}", line=line, start=self._begins)
                if line
                else Message("this is outside a hand: expected {start}", start=self._begins)
            )
            raise error_at(where, message)
        return self._deal

    def end(self, where: str) -> None:
        """End the current deal, if there is one."""
        if self._deal is not None:
            self._deals.append(self._deal.recorded(where, self._scores))
            self._scores = self._deal.after(self._deals[-1].standing.scores)
        self._deal = None

    def end_last(self, where: str) -> None:
        """End the last deal; leave it out if it has no result and is not the only one."""
        if self._deal is not None and self._deals and not self._deal.over:
            self.leave_out()
        self.end(where)

    def leave_out(self) -> None:
        """Leave out the last deal, which is incomplete or empty."""
        self._cut = left_out(len(self._deals) + 1)
        self._deal = None

    def game(
        self,
        where: str,
        names: Iterable[str],
        final: FourScores | None = None,
        results: tuple[int, ...] | None = None,
    ) -> RecordedGame:
        """Return the whole game; without its last deal it has neither scores nor results.

        `where` is the record's end. The names begin with the first East; the results are in points.
        """
        self.end_last(where)
        if not self._deals:
            message = Message("no hand has started: expected {start}", start=self._begins)
            raise error_at(where, message)
        if self._cut is not None:
            final, results = None, None
        return RecordedGame(player_names(names), tuple(self._deals), final, results, cut=self._cut)
