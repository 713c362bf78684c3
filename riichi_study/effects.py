"""One game under the rules of a study, and what each changed option did in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from riichi_bots.runner import MOST_DEALS
from riichi_core.game.game import GameEnd, SettledDeal, player_results
from riichi_core.game.result import PlayerResult
from riichi_core.play.game_state import GameState, may_stop, new_game, settle_deal
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.settlement.ending import Wins
from riichi_study.deal_cache import DealCache, DealName

SETTING: PlaySetting = "tournament"


@dataclass(frozen=True, slots=True)
class StudiedDeal:
    """A deal of a game: its name, the game before it, and the deal as it was played."""

    name: DealName
    before: GameState
    played: SettledDeal


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """A game under one ruleset.

    Attributes:
        deals: those that count, in order; one that is dealt again as if it were new is none.
        finals: the result of each player, the first East first.
        over: why it was over; None after so many deals that it was broken off.
    """

    deals: tuple[StudiedDeal, ...]
    finals: tuple[PlayerResult, ...]
    over: GameEnd | None


def play_study_game(cache: DealCache, rules: Rules) -> StudiedGame:
    """Return a game played to its end; a leading East who may stop does.

    Raises:
        PlayerError: a player raised an error.
        IllegalActionError: a player did what was not legal.
    """
    game = new_game(rules)
    deals_of_dealer: Counter[tuple[int, int]] = Counter()
    deals: list[StudiedDeal] = []
    while game.over is None and len(game.played) < MOST_DEALS:
        turn = (game.standing.round, game.standing.dealer)
        name = DealName(*turn, deals_of_dealer[turn])
        deals_of_dealer[turn] += 1
        before, game = game, play_next_deal(cache, name, game, rules)
        if len(game.played) > len(before.played):
            deals.append(StudiedDeal(name, before, game.played[-1]))
    return StudiedGame(tuple(deals), player_results(game.standing, game.played, rules), game.over)


def play_next_deal(cache: DealCache, name: DealName, game: GameState, rules: Rules) -> GameState:
    """Return a game after one more deal, played from where it stands."""
    over = game._replace(deal=cache.finished_deal(name, game, rules))
    _, after = settle_deal(over, rules, SETTING, stops=may_stop(over, rules, SETTING))
    return after


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


@dataclass(frozen=True, slots=True)
class TriedDeal:
    """A deal as it came out: all that it came to, and what each player got."""

    outcome: tuple[object, ...]
    gains: Sequence[Points]

    @classmethod
    def of(cls, played: SettledDeal) -> TriedDeal:
        """Return what a deal came to."""
        return cls(outcome(played), gains(played))


@dataclass(frozen=True, slots=True)
class TriedGame:
    """One game under some rules, and its outcome.

    Attributes:
        deals: each of its deals from where it stood; None for one that is dealt again.
        finals: the result of each player when the whole game is played under these rules.
    """

    deals: tuple[TriedDeal | None, ...]
    finals: tuple[PlayerResult, ...]

    @classmethod
    def as_played(cls, game: StudiedGame) -> TriedGame:
        """Return what came of a game as it was played."""
        return cls(tuple(TriedDeal.of(deal.played) for deal in game.deals), game.finals)

    @classmethod
    def under(cls, rules: Rules, game: StudiedGame, cache: DealCache) -> TriedGame:
        """Return what comes of a game under other rules."""
        replays = (_replayed(cache, deal, rules) for deal in game.deals)
        deals = (None if played is None else TriedDeal.of(played) for played in replays)
        return cls(tuple(deals), play_study_game(cache, rules).finals)

    def effect(self, other: TriedGame) -> GameEffect:
        """Return the effect of going from these rules to those of another trial of the game."""
        changed, points = 0, Fraction()
        for before, after in zip(self.deals, other.deals, strict=True):
            if before is None or after is None:
                changed += before is not after
                continue
            changed += before.outcome != after.outcome
            points += points_moved(before.gains, after.gains)
        return GameEffect(
            len(self.deals),
            changed,
            float(points),
            *_final_differences(self.finals, other.finals),
        )


def game_effect(cache: DealCache, game: StudiedGame, rules: Rules) -> GameEffect:
    """Return the effect of other rules on a game.

    Args:
        cache: the deals of the game.
        game: the game as it was played.
        rules: the other rules.
    """
    return TriedGame.as_played(game).effect(TriedGame.under(rules, game, cache))


def _final_differences(
    first: Sequence[PlayerResult], second: Sequence[PlayerResult]
) -> tuple[int, float]:
    places = sum(int(a.place != b.place) for a, b in zip(first, second, strict=True))
    results = points_moved([a.result for a in first], [b.result for b in second])
    return places, float(results)


def _replayed(cache: DealCache, deal: StudiedDeal, rules: Rules) -> SettledDeal | None:
    """Return a deal from the same standing under other rules; None if it is dealt again."""
    after = play_next_deal(cache, deal.name, deal.before, rules)
    return after.played[-1] if len(after.played) > len(deal.before.played) else None


def outcome(played: SettledDeal) -> tuple[object, ...]:
    """Return all that a deal comes to for the players: equal outcomes are the same to them."""
    end = played.deal.end
    after = played.after
    return (
        end.kind,
        played.settlement.winners,
        end.discarder if isinstance(end, Wins) else None,
        gains(played),
        after.dealer,
        after.round,
        after.counters,
        after.bets,
        after.penalties,
        after.chips,
        played.over,
    )


def gains(played: SettledDeal) -> list[Points]:
    """Return the points that each player gets in a deal, less what is paid, bets among them."""
    scores = zip(played.before.scores, played.after.scores, strict=True)
    return [after - before for before, after in scores]


def points_moved(first: Sequence[Points], second: Sequence[Points]) -> Fraction:
    """Return the points that must change hands to make one outcome the other."""
    pairs = zip(first, second, strict=True)
    return sum((abs(Fraction(a) - Fraction(b)) for a, b in pairs), Fraction()) / 2
