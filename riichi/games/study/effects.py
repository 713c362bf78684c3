"""One game under the rules of a study, and the effect of each changed option on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from riichi.games.study.deal_cache import DealCache, DealName
from riichi_core.bots.runner import MOST_DEALS
from riichi_core.game.game import GameEnd, SettledDeal, player_results
from riichi_core.game.result import PlayerResult
from riichi_core.play.game_state import GameState, may_stop, new_game, settle_deal
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.scoring.points import Points
from riichi_core.settlement.ending import Wins

SETTING: PlaySetting = "tournament"


@dataclass(frozen=True, slots=True)
class StudiedDeal:
    """A deal of a game: its name, the game before it, and the deal with its payments."""

    name: DealName
    before: GameState
    played: SettledDeal

    @property
    def start(self) -> tuple[object, ...]:
        """Everything that the deal depends on, except the rules."""
        return self.name, self.before.standing, self.before.streak


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """A game under one ruleset.

    Attributes:
        rules: the rules.
        deals: the deals that count, in order; a deal that is replayed from scratch does not count.
        finals: the result of each player, the first East first.
        ended_by: why the game ended; None if it was broken off after `MOST_DEALS`.
    """

    rules: Rules
    deals: tuple[StudiedDeal, ...]
    finals: tuple[PlayerResult, ...]
    ended_by: GameEnd | None


def play_study_game(cache: DealCache, rules: Rules) -> StudiedGame:
    """Return a game played to its end; East stops when in the lead, if that is allowed.

    Raises:
        PlayerError: if a player raises an error.
        IllegalActionError: if a player's action is illegal.
    """
    game = new_game(rules)
    deals_of_dealer: Counter[tuple[int, int]] = Counter()
    deals: list[StudiedDeal] = []
    while game.ended_by is None and len(game.played) < MOST_DEALS:
        turn = (game.standing.round, game.standing.dealer)
        name = DealName(*turn, deals_of_dealer[turn])
        deals_of_dealer[turn] += 1
        before, game = game, play_next_deal(cache, name, game, rules)
        if len(game.played) > len(before.played):
            deals.append(StudiedDeal(name, before, game.played[-1]))
    finals = player_results(game.standing, game.played, rules)
    return StudiedGame(rules, tuple(deals), finals, game.ended_by)


def play_next_deal(cache: DealCache, name: DealName, game: GameState, rules: Rules) -> GameState:
    """Return a game after one more deal, played from its current standing."""
    over = game._replace(deal=cache.finished_deal(name, game, rules))
    _, after = settle_deal(over, rules, SETTING, stops=may_stop(over, rules, SETTING))
    return after


@dataclass(frozen=True, slots=True)
class GameEffect:
    """The effect of a switch on one game.

    A deal is compared with the same deal played from the same standing after the switch. Places and
    results are compared with those of the whole game played after the switch.

    Attributes:
        deals: the number of deals in the game before the switch.
        otherwise: the number of these deals whose outcome differs.
        points: the points at the table that go to other players in these deals.
        places: the number of players whose place differs.
        result: the points that go to other players in the results.
    """

    deals: int
    otherwise: int
    points: float
    places: int
    result: float


@dataclass(frozen=True, slots=True)
class TriedGame:
    """The deals of one game, tried under some rules, and the results of the whole game under them.

    Attributes:
        deals: each deal, from the standing before it; None for a deal that is replayed.
        finals: the result of each player when the whole game is played under these rules; empty if
            only deals are tried.
    """

    deals: tuple[SettledDeal | None, ...]
    finals: tuple[PlayerResult, ...]

    @classmethod
    def of(cls, game: StudiedGame, tried: StudiedGame, cache: DealCache) -> TriedGame:
        """Try the deals of one game under the rules of another, whose results apply."""
        known = {deal.start: deal.played for deal in game.deals}
        deals = (
            known.get(deal.start) or _replayed(cache, deal, game.rules) for deal in tried.deals
        )
        return cls(tuple(deals), game.finals)

    def effect(self, other: TriedGame) -> GameEffect:
        """Return the effect of switching from these rules to those of another trial of the game."""
        changed, points = 0, Fraction()
        for before, after in zip(self.deals, other.deals, strict=True):
            if before is None or after is None:
                changed += before is not after
                continue
            changed += _outcome(before) != _outcome(after)
            points += _points_moved(gains(before), gains(after))
        finals = [*zip(self.finals, other.finals, strict=True)]
        places = sum(one.place != two.place for one, two in finals)
        moved = _points_moved([one.result for one, _ in finals], [two.result for _, two in finals])
        return GameEffect(len(self.deals), changed, float(points), places, float(moved))


def game_effect(cache: DealCache, game: StudiedGame, other: StudiedGame) -> GameEffect:
    """Return the effect of other rules on a game."""
    return TriedGame.of(game, game, cache).effect(TriedGame.of(other, game, cache))


def _replayed(cache: DealCache, deal: StudiedDeal, rules: Rules) -> SettledDeal | None:
    """Return a deal from the same standing under other rules; None if it has to be dealt again."""
    after = play_next_deal(cache, deal.name, deal.before, rules)
    return after.played[-1] if len(after.played) > len(deal.before.played) else None


def _outcome(played: SettledDeal) -> tuple[object, ...]:
    """Return the full outcome of a deal; equal outcomes are the same to the players."""
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
        played.ended_by,
    )


def gains(played: SettledDeal) -> list[Points]:
    """Return the net points of each player in a deal, including bets."""
    scores = zip(played.before.scores, played.after.scores, strict=True)
    return [after - before for before, after in scores]


def _points_moved(first: Sequence[Points], second: Sequence[Points]) -> Fraction:
    """Return the points that must change hands to turn one outcome into the other."""
    pairs = zip(first, second, strict=True)
    return sum((abs(Fraction(a) - Fraction(b)) for a, b in pairs), Fraction()) / 2
