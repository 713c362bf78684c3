"""The report of a study: measures of many games, distributions, and the options by effect."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from math import fsum, sqrt
from operator import attrgetter
from statistics import NormalDist
from typing import Any, Literal

from riichi.games.study.effects import GameEffect
from riichi.games.study.plan import SingleChange, StudyPlan, Unseen
from riichi.games.study.rows import DealRow, GameRow, LeftOut, StudiedRow
from riichi_core.bots.runner import FailedGame
from riichi_core.messages import Message
from riichi_core.settlement.ending import CAUSES

# ---- measures ------------------------------------------------------------------------------------


Count = Callable[[GameRow], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number about games.

    Attributes:
        id: its name for programs.
        title: its name for people.
        above: the numerator, counted in each game.
        below: the denominator, counted in each game.
        share: whether it is a share, printed in percent.
        decimals: the number of decimals to print.
    """

    id: str
    title: Message
    above: Count
    below: Count
    share: bool = True
    decimals: int = 1


def _number_of_deals(game: GameRow) -> float:
    return len(game.deals)


def _number_of_wins(game: GameRow) -> float:
    return sum(len(deal.winners) for deal in game.deals)


def _sum(count: Callable[[DealRow], float]) -> Count:
    """Return the sum of a count over the deals of a game."""
    return lambda game: sum(map(count, game.deals))


def _known_values(values: tuple[int | None, ...]) -> list[int]:
    return [value for value in values if value is not None]


MEASURES: tuple[Measure, ...] = (
    Measure("deals", Message("hands per game"),
            _number_of_deals, lambda _: 1, share=False, decimals=2),
    Measure("won_discard", Message("hands won on a discard"),
            _sum(lambda deal: bool(deal.winners) and deal.discarder is not None), _number_of_deals),
    Measure("won_self_draw", Message("hands won by self-draw"),
            _sum(lambda deal: bool(deal.winners) and deal.discarder is None), _number_of_deals),
    Measure("exhausted", Message("drawn hands"),
            _sum(lambda deal: deal.end == "exhausted_draw"), _number_of_deals),
    Measure("aborted", Message("hands aborted"),
            _sum(lambda deal: deal.end in CAUSES), _number_of_deals),
    Measure("several_winners", Message("hands with multiple winners"),
            _sum(lambda deal: len(deal.winners) > 1), _number_of_deals),
    Measure("dealer_stays", Message("hands after which East stays"),
            _sum(lambda deal: deal.stays), _number_of_deals),
    Measure("riichi", Message("riichi bets per hand"),
            _sum(lambda deal: len(deal.riichi)), _number_of_deals, share=False, decimals=2),
    Measure("han", Message("han of a win"), _sum(lambda deal: sum(_known_values(deal.han))),
            _sum(lambda deal: len(_known_values(deal.han))), share=False, decimals=2),
    Measure("fu", Message("fu of a win"), _sum(lambda deal: sum(_known_values(deal.fu))),
            _sum(lambda deal: len(_known_values(deal.fu))), share=False, decimals=1),
    Measure("points", Message("points of a win, with counters and bets"),
            _sum(lambda deal: sum(deal.paid)), _number_of_wins, share=False, decimals=0),
    Measure("limits", Message("wins that are a limit"),
            _sum(lambda deal: sum(limit is not None for limit in deal.limits)), _number_of_wins),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and half the width of its 95 % interval; None if there is only one game."""

    value: float
    margin: float | None

    def as_json(self) -> dict[str, Any]:
        """Return the value and both ends of its interval, rounded to six places."""
        value, margin = self.value, self.margin
        return {
            "value": round(value, 6),
            "low": None if margin is None else round(value - margin, 6),
            "high": None if margin is None else round(value + margin, 6),
        }


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of two sums over games (e.g. wins and deals), and the residual of each game."""

    value: float
    residuals: tuple[float, ...]

    @classmethod
    def of(cls, above: Sequence[float], below: Sequence[float]) -> Ratio:
        """Return the ratio of the sums of two numbers per game; 0 if the denominator is 0."""
        total = fsum(below)
        if not total:
            return cls(0.0, (0.0,) * len(above))
        value, mean = fsum(above) / total, total / len(below)
        pairs = zip(above, below, strict=True)
        return cls(value, tuple((upper - value * lower) / mean for upper, lower in pairs))

    def estimate(self) -> Estimate:
        """Return the ratio with its interval."""
        return Estimate(self.value, margin(self.residuals))

    def minus(self, other: Ratio) -> Estimate:
        """Return this ratio minus another one of the same games, with the interval of the pairs."""
        pairs = zip(self.residuals, other.residuals, strict=True)
        return Estimate(self.value - other.value, margin([ours - theirs for ours, theirs in pairs]))


def mean(values: Sequence[float]) -> Estimate:
    """Return the average of a number per game."""
    return Ratio.of(values, [1.0] * len(values)).estimate()


def margin(residuals: Sequence[float]) -> float | None:
    """Return half the width of an average's 95 % interval, from the residuals of the games."""
    games = len(residuals)
    if games < 2:
        return None
    average = fsum(residuals) / games
    squares = fsum((residual - average) ** 2 for residual in residuals)
    return student_t(games - 1) * sqrt(squares / (games - 1) / games)


def student_t(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t for a number of degrees of freedom.

    It follows from the normal quantile by the series of Cornish and Fisher (Abramowitz and Stegun,
    Handbook of Mathematical Functions, 26.7.5). From three degrees of freedom it is accurate to a
    hundredth.
    """
    exact = {1: 12.7062, 2: 4.3027, 3: 3.1824, 4: 2.7764}
    if freedom in exact:
        return exact[freedom]
    z = NormalDist().inv_cdf(0.975)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return fsum((z, *(term / float(freedom**power) for power, term in enumerate(terms, 1))))


DistributionId = Literal["deals", "win", "score"]


@dataclass(frozen=True, slots=True)
class Distribution:
    """Shares of a number in steps, under each ruleset.

    Attributes:
        id: `deals` in a game, points of a `win`, or a player's final `score`.
        starts: the start of each step; a step ends at the next start, and the last has no end.
        shares: for each ruleset, the share of each step, from 0 to 1.
    """

    id: DistributionId
    starts: tuple[int, ...]
    shares: tuple[tuple[float, ...], ...]


Numbers = Callable[[GameRow], Iterable[float]]

_DISTRIBUTIONS: dict[DistributionId, tuple[tuple[int, ...], Numbers]] = {
    "deals": (tuple(range(4, 21)), lambda game: [len(game.deals)]),
    "win": ((0, 1_000, 2_000, 3_900, 5_200, 7_700, 12_000, 16_000, 24_000, 32_000),
            lambda game: (points for deal in game.deals for points in deal.paid)),
    "score": (tuple(range(-10_000, 80_000, 10_000)), lambda game: game.scores),
}  # fmt: skip
"""The starts of the steps of each distribution, and its numbers in a game."""


def distributions(rows: Sequence[StudiedRow]) -> tuple[Distribution, ...]:
    """Return the distributions of a study with at least one game."""
    rulesets = range(len(rows[0].games))
    return tuple(
        Distribution(
            name,
            starts,
            tuple(
                _shares_of_steps(starts, chain.from_iterable(numbers(row.games[n]) for row in rows))
                for n in rulesets
            ),
        )
        for name, (starts, numbers) in _DISTRIBUTIONS.items()
    )


def _shares_of_steps(starts: Sequence[int], numbers: Iterable[float]) -> tuple[float, ...]:
    counts = Counter(max(bisect_right(starts, number) - 1, 0) for number in numbers)
    total = counts.total() or 1
    return tuple(counts[step] / total for step in range(len(starts)))


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A measure under each ruleset.

    Attributes:
        id: the measure.
        values: one value per ruleset.
        differences: the difference of each further ruleset from the first, over pairs of games.
    """

    id: str
    values: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the line as JSON data."""
        return {
            "measure": self.id,
            "values": [one.as_json() for one in self.values],
            "differences": [one.as_json() for one in self.differences],
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a switch on games.

    Attributes:
        deals: the number of deals whose outcome differs.
        otherwise: their share of all deals.
        points: the points that go to other players, per deal.
        places: the number of players whose place differs, per game.
        result: the points that go to other players in the results, per game.
    """

    deals: int
    otherwise: Estimate
    points: Estimate
    places: Estimate
    result: Estimate

    @classmethod
    def of(cls, games: Sequence[GameEffect]) -> Effect:
        """Return the effect on many games from the effects on each."""
        deals = [float(game.deals) for game in games]
        changed = [float(game.otherwise) for game in games]
        return cls(
            sum(game.otherwise for game in games),
            Ratio.of(changed, deals).estimate(),
            Ratio.of([game.points for game in games], deals).estimate(),
            mean([float(game.places) for game in games]),
            mean([game.result for game in games]),
        )

    @property
    def is_seen(self) -> bool:
        """True if any deal, place or result differs."""
        return any((self.deals, self.places.value, self.result.value))

    def as_json(self, *, recorded: bool) -> dict[str, Any]:
        """Return the effect as JSON data; places and results of recorded games are unknown."""
        return {
            "deals_changed": self.deals,
            "share_of_deals": self.otherwise.as_json(),
            "points_per_deal": self.points.as_json(),
            "places_per_game": None if recorded else self.places.as_json(),
            "result_per_game": None if recorded else self.result.as_json(),
        }


# ---- the report ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StudyReport:
    """The results of a study.

    Attributes:
        labels: the rulesets.
        games: the number of games so far, of `planned`.
        seed: the seed of the walls.
        players: the names of the four players.
        lines: the measures.
        against: the whole effect of each further ruleset, compared with the first.
        ranking: the effect of each option that was switched alone, greatest first: by the points
            that go to other players in the results, then by the share of deals.
        unseen: the options that games of bots cannot show, and why.
        failed: the games that a player's error ended; they are left out.
        left_out: for recorded games, the deals that say nothing about each ruleset; empty for games
            between bots. Recorded games have no players, seed, places and results here.
    """

    labels: tuple[str, ...]
    games: int
    planned: int
    seed: int
    players: tuple[str, ...]
    lines: tuple[MeasureLine, ...]
    against: tuple[Effect, ...]
    ranking: tuple[tuple[str, Effect], ...]
    unseen: tuple[tuple[str, Unseen], ...]
    failed: tuple[FailedGame, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the report as JSON data (docs/reference/json-records.md)."""
        recorded = bool(self.left_out)
        return {
            "rulesets": list(self.labels),
            "games": self.games,
            "planned": self.planned,
            "seed": None if recorded else self.seed,
            "players": [] if recorded else list(self.players),
            "measures": [line.as_json() for line in self.lines],
            "against": [effect.as_json(recorded=recorded) for effect in self.against],
            "ranking": [
                {"path": path, **effect.as_json(recorded=recorded)} for path, effect in self.ranking
            ],
            "unseen": [{"path": path, "why": why} for path, why in self.unseen],
            "failed": [failure.as_json() for failure in self.failed],
            "left_out": [asdict(left_out) for left_out in self.left_out],
        }


def study_report(
    plan: StudyPlan,
    rows: Iterable[StudiedRow],
    left_out: Sequence[LeftOut] = (),
    failed: Iterable[FailedGame] = (),
) -> StudyReport:
    """Return the report of a study's games, at least one, in any order."""
    played = sorted(rows, key=lambda row: row.game)
    changes = plan.single_changes()
    return StudyReport(
        plan.labels,
        len(played),
        plan.games,
        plan.seed,
        plan.names,
        tuple(_measure_line(measure, played) for measure in MEASURES),
        tuple(
            Effect.of([row.against[index] for row in played])
            for index in range(len(plan.rulesets) - 1)
        ),
        _ranking(changes, played),
        tuple((change.path, change.unseen) for change in changes if change.unseen is not None),
        tuple(failed),
        tuple(left_out),
    )


def _measure_line(measure: Measure, played: Sequence[StudiedRow]) -> MeasureLine:
    rulesets = range(len(played[0].games))
    above, below = (
        [[count(row.games[index]) for row in played] for index in rulesets]
        for count in (measure.above, measure.below)
    )
    first, *others = map(Ratio.of, above, below)
    return MeasureLine(
        measure.id,
        tuple(ratio.estimate() for ratio in (first, *others)),
        tuple(ratio.minus(first) for ratio in others),
    )


def _ranking(
    changes: Sequence[SingleChange], played: Sequence[StudiedRow]
) -> tuple[tuple[str, Effect], ...]:
    paths = [change.path for change in changes if change.rules is not None]
    effects: Mapping[str, Effect] = {
        path: Effect.of([row.effects[path] for row in played]) for path in paths
    }
    by_effect = attrgetter("result.value", "otherwise.value", "points.value")
    # Options of equal effect stay in reading order, even if the order is reversed.
    return tuple(sorted(effects.items(), key=lambda item: by_effect(item[1]), reverse=True))
