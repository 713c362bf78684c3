"""Effects: how much of one game comes out otherwise when an option is switched."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from riichi_core.game.game import PlayedDeal
from riichi_core.game.result import Final
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import Wins
from riichi_core.settlement.ledger import Points
from riichi_study.courses import Courses
from riichi_study.games import StudiedDeal, StudiedGame, play_study_game, played_on


@dataclass(frozen=True, slots=True)
class GameEffect:
    """The effect of a switch on one game.

    A deal is held against the same deal played from the same standing after the switch; places and
    results against those of the whole game played after it.

    Attributes:
        deals: how many deals the game had before the switch.
        otherwise: how many of them come out otherwise.
        points: the points that go to others in them, at the table.
        places: how many players have another place.
        result: the points that go to others in the results.
    """

    deals: int
    otherwise: int
    points: float
    places: int
    result: float

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> GameEffect:
        """Return what `as_json` wrote."""
        return cls(**data)


def game_effect(courses: Courses, game: StudiedGame, rules: Rules) -> GameEffect:
    """Return the effect of other rules on a game.

    Args:
        courses: the deals of the game.
        game: the game as it was played.
        rules: the other rules.
    """
    changed, points = 0, Fraction()
    for deal in game.deals:
        came = _again(courses, deal, rules)
        if came is None or outcome(came) != outcome(deal.came):
            changed += 1
        if came is not None:
            points += moved(gains(deal.came), gains(came))
    other = play_study_game(courses, rules)
    return GameEffect(len(game.deals), changed, float(points), *_results(game.finals, other.finals))


def _results(one: Sequence[Final], other: Sequence[Final]) -> tuple[int, float]:
    places = sum(int(a.place != b.place) for a, b in zip(one, other, strict=True))
    results = moved([a.result for a in one], [b.result for b in other])
    return places, float(results)


def _again(courses: Courses, deal: StudiedDeal, rules: Rules) -> PlayedDeal | None:
    """Return a deal from the same standing under other rules; None if it is dealt again."""
    after = played_on(courses, deal.name, deal.before, rules)
    return after.played[-1] if len(after.played) > len(deal.before.played) else None


def outcome(came: PlayedDeal) -> tuple[object, ...]:
    """Return all that a deal comes to for the players: equal outcomes are the same to them."""
    end = came.deal.end
    after = came.after
    return (
        end.kind,
        came.settlement.winners,
        end.discarder if isinstance(end, Wins) else None,
        gains(came),
        after.dealer,
        after.round,
        after.counters,
        after.bets,
        after.penalties,
        after.chips,
        came.over,
    )


def gains(came: PlayedDeal) -> list[Points]:
    """Return the points that each player gets in a deal, less what is paid, bets among them."""
    scores = zip(came.before.scores, came.after.scores, strict=True)
    return [after - before for before, after in scores]


def moved(one: Sequence[Points], other: Sequence[Points]) -> Fraction:
    """Return the points that must change hands to make one outcome the other."""
    pairs = zip(one, other, strict=True)
    return sum((abs(Fraction(a) - Fraction(b)) for a, b in pairs), Fraction()) / 2
