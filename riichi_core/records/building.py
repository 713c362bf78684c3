"""A recorded deal, put together from what happened in it, one thing after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from riichi_core.messages import Message
from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Action,
    ClaimedKong,
    ConcealedKong,
    Discard,
    ExtendedKong,
    MeldClaim,
)
from riichi_core.records.foreign import refused, unexpected
from riichi_core.records.recorded import (
    Draw,
    FourScores,
    Move,
    RecordedDeal,
    RecordedEnd,
    RecordedResult,
    four_scores,
)
from riichi_core.tiles import Tile

BET = 1000
"""The stake of a riichi in all records of other programs."""

MOST_IN_A_DEAL = 500
"""The most draws and acts of a deal; a real one has some two hundred."""


@dataclass(frozen=True, slots=True)
class DealStart:
    """The head of a recorded deal; the fields are those of `RecordedDeal`.

    Attributes:
        number: which deal of the record, from 1.
        round: how many rounds were over.
        dealer: the player who was East.
        counters: counters on the table.
        bets: riichi bets on the table.
        scores: the points of each player before the deal; None where the record does not say.
        hands: the thirteen tiles that each player was dealt.
        indicator: the first dora indicator.
    """

    number: int
    round: int
    dealer: int
    counters: int
    bets: int
    scores: FourScores | None
    hands: tuple[tuple[Tile, ...], ...]
    indicator: Tile


class DealBuilder:
    """A deal so far. Each method takes its place in the record, for errors.

    Raises:
        RecordError: what happens cannot follow what was before.
    """

    def __init__(self, start: DealStart, giver: str = "") -> None:
        """Begin a deal; `giver` is what a record calls the player on whose tile somebody wins."""
        self.start, self.giver_field = start, giver
        self.indicators = [start.indicator]
        self.draws: list[Draw] = []
        self.moves: list[Move] = []
        self.after_kong = False
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
        """Add a draw, from the dead wall after a kong."""
        self._refuse_now(where)
        self.draws.append(Draw(player, tile, self.after_kong))
        self.after_kong, self.offered = False, None

    def declared_riichi(self, player: int, where: str) -> None:
        """Add a riichi, which the next discard of the player declares."""
        self._refuse_now(where)
        self.riichi = self.declared = player

    def accepted(self, player: int, where: str, field: str) -> None:
        """Add the stake of the riichi that was declared last; `field` is that of the player."""
        self._refuse_now(where)
        if player != self.declared:
            text = unexpected("the player of the last riichi", player)
            raise refused(f"{where}, {field}", text)
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
        """Add the claim of the last discard."""
        self._refuse_now(where)
        if self.offered != (giver, tile) or player == giver:
            message = Message("nobody else discarded this tile just before: expected its discard")
            raise refused(where, message)
        self.offered = None
        self._move(player, meld, where)
        self.after_kong |= isinstance(meld, ClaimedKong)

    def made_kong(self, player: int, act: ConcealedKong | ExtendedKong, where: str) -> None:
        """Add a concealed kong or an extended pung."""
        self._refuse_now(where)
        self._move(player, act, where)
        tile = act.tile if isinstance(act, ExtendedKong) else act.tiles[0]
        self.after_kong, self.offered = True, (player, tile)

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
        """Add a win; `giver` is the winner where the tile was drawn."""
        if not self.winners:
            self._refuse_now(where)
        if self.drawn or winner in self.winners or giver in self.winners:
            raise refused(where, Message("player {player} cannot win now", player=winner))
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
        """Add a draw; who was tenpai counts where the wall was played out."""
        self._refuse_now(where)
        if end == "nine_kinds" and self.draws:
            self._move(self.draws[-1].player, NINE_KINDS, where)
        self._add(deltas)
        known = tenpai if end in ("exhausted", "draw") else None
        self.drawn = RecordedResult(end, self.deltas, tenpai=known)

    def whole(self, where: str, earlier: FourScores | None = None) -> RecordedDeal:
        """Return the deal, when its result is known.

        Args:
            where: the place at which it ends.
            earlier: the scores after the deal before, for a record that has none at the start.
        """
        start = self.start
        if not self.over:
            message = Message("deal {n} has no end: expected a win or a draw", n=start.number)
            raise refused(where, message)
        won = RecordedResult("win", self.deltas, tuple(self.winners), self.giver, ura=self.ura)
        scores = start.scores or self._before() or earlier
        if scores is None:
            message = Message("deal {n} has no scores, neither before nor after", n=start.number)
            raise refused(where, message, "missing_field")
        return RecordedDeal(
            number=start.number,
            round=start.round,
            dealer=start.dealer,
            counters=start.counters,
            bets=start.bets,
            scores=scores,
            hands=start.hands,
            draws=tuple(self.draws),
            indicators=tuple(self.indicators),
            moves=tuple(self.moves),
            result=self.drawn or won,
        )

    def after(self, before: FourScores) -> FourScores | None:
        """Return the scores after the deal; None where points are not known."""
        if self.scores_after is not None or self.deltas is None:
            return self.scores_after
        moved = zip(before, self.deltas, self.staked, strict=True)
        return four_scores([score + delta - stake for score, delta, stake in moved])

    # ---- helpers ---------------------------------------------------------------------------------

    def _before(self) -> FourScores | None:
        """Return the scores before the deal by those after it."""
        if self.scores_after is None or self.deltas is None:
            return None
        moved = zip(self.scores_after, self.deltas, self.staked, strict=True)
        return four_scores([score - delta + stake for score, delta, stake in moved])

    def _refuse_now(self, where: str) -> None:
        """Refuse play after the result, or between a riichi and its discard."""
        self._refuse_after_the_end(where)
        if self.riichi is not None:
            message = Message("expected the discard of player {player} after the riichi",
                              player=self.riichi)  # fmt: skip
            raise refused(where, message)
        if len(self.draws) + len(self.moves) > MOST_IN_A_DEAL:
            message = Message("more than {n} draws and acts in one deal", n=MOST_IN_A_DEAL)
            raise refused(where, message, "out_of_range")

    def _refuse_after_the_end(self, where: str) -> None:
        if self.over:
            raise refused(where, Message("the deal is over: expected the next one"))

    def _move(self, player: int, action: Action, where: str) -> None:
        self.moves.append(Move(player, action, where))

    def _no_giver(self, where: str, expected: str, player: int) -> Exception:
        place = ", ".join(filter(None, (where, self.giver_field)))
        return refused(place, unexpected(expected, player))

    def _add(self, deltas: Sequence[int] | None) -> None:
        """Add what the players got; where a record is silent nothing is known."""
        if deltas is None or self.deltas is None:
            self.deltas = None
        else:
            self.deltas = four_scores([sum(both) for both in zip(self.deltas, deltas, strict=True)])
