"""A deal that was played here to its end, with what it came to, for writing it down elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from riichi_core.game.standing import Standing
from riichi_core.play.deal import Deal
from riichi_core.play.events import Event, Started
from riichi_core.play.match import Match, Settled, Signalled, settled
from riichi_core.play.table import Table
from riichi_core.rules.rules import Rules
from riichi_core.settlement import Settlement
from riichi_core.settlement.deal import Setting
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Wind


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that is over.

    Attributes:
        before: where the game stood.
        events: what happened, the start first.
        end: the deal then.
        settlement: what it comes to; None where it is dealt again as if it were new.
        after: where the game stands then.
    """

    before: Standing
    events: tuple[Event, ...]
    end: Deal
    settlement: Settlement | None
    after: Standing

    def by_player(self, points: dict[Wind, Points]) -> list[Points]:
        """Points of seats as those of the players."""
        return [points.get(self.before.seat(player), 0) for player in range(4)]

    @property
    def deltas(self) -> list[Points]:
        """What each player got at the end; the bets of riichi that stood were paid before."""
        left = [self.end.scores[self.before.seat(player)] for player in range(4)]
        return [then - now for then, now in zip(self.after.scores, left, strict=True)]


def played(
    before: Standing,
    events: Sequence[Event],
    end: Deal,
    rules: Rules,
    setting: Setting = "tournament",
) -> Played:
    """A deal that is over, settled.

    Raises:
        ValueError: the deal is not over.
        WinError: it cannot be settled so.
    """
    _, then = settled(Match(before, end), rules, setting)
    settlement = then.played[0].settlement if then.played else None
    return Played(before, tuple(events), end, settlement, then.standing)


def deals_of(table: Table) -> Iterator[Played]:
    """The deals of a game at a table that are settled, in order, for `write_mjai`."""
    start = 0
    for number, event in enumerate(table.events):
        if isinstance(event, Started):
            start = number
        if not isinstance(event, Settled):
            continue
        match = table.match_at(number)
        assert match.deal is not None
        happened = [
            one for one in table.events[start:number] if not isinstance(one, Settled | Signalled)
        ]
        yield played(match.standing, happened, match.deal, table.rules, table.setting)
