"""The report of a study: how games go under each ruleset, and what each differing option does."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from riichi_bots.failures import FailedGame
from riichi_study.effects import GameEffect
from riichi_study.estimates import Estimate, Ratio, mean
from riichi_study.measures import MEASURES, Measure
from riichi_study.plan import StudyPlan
from riichi_study.rows import GameRow, LeftOut, StudiedRow
from riichi_study.switches import Switch, Unseen


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A measure under each ruleset.

    Attributes:
        id: of the measure.
        values: one for each ruleset.
        differences: those of each further ruleset from the first, of pairs of games.
    """

    id: str
    values: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "measure": self.id,
            "values": [one.as_json() for one in self.values],
            "differences": [one.as_json() for one in self.differences],
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a switch on games.

    Attributes:
        deals: how many deals came out otherwise, a count.
        otherwise: their share of all deals.
        points: the points that go to others, in a deal.
        places: how many players have another place, in a game.
        result: the points that go to others in the results, in a game.
    """

    deals: int
    otherwise: Estimate
    points: Estimate
    places: Estimate
    result: Estimate

    @classmethod
    def of(cls, games: Sequence[GameEffect]) -> Effect:
        """Return the effect on many games from that on each."""
        deals = [float(one.deals) for one in games]
        changed = [float(one.otherwise) for one in games]
        return cls(
            sum(one.otherwise for one in games),
            Ratio.of(changed, deals).estimate(),
            Ratio.of([one.points for one in games], deals).estimate(),
            mean([float(one.places) for one in games]),
            mean([one.result for one in games]),
        )

    @property
    def is_seen(self) -> bool:
        """True if any deal, place or result came out otherwise."""
        return any((self.deals, self.places.value, self.result.value))

    def as_json(self, *, recorded: bool) -> dict[str, Any]:
        """Return it as data; nobody knows places and results of recorded games."""
        return {
            "deals_otherwise": self.deals,
            "share_of_deals": self.otherwise.as_json(),
            "points_a_deal": self.points.as_json(),
            "places_a_game": None if recorded else self.places.as_json(),
            "result_a_game": None if recorded else self.result.as_json(),
        }


@dataclass(frozen=True, slots=True)
class StudyReport:
    """The results of a study.

    Attributes:
        labels: the rulesets.
        games: how many games it has so far, of `planned`.
        seed: of the walls.
        players: four names.
        lines: the measures.
        against: the effect of each further ruleset, whole, held against the first.
        ranking: the effect of each option that was switched alone, the greatest first: by the
            points that go to others in the results, then by the share of deals.
        unseen: the options that games of bots cannot show, and why.
        failed: the games that a player ended by a fault; they are left out.
        left_out: of recorded games the deals that say nothing about each ruleset; empty for games
            that bots played. Recorded games have no players, seed, places and results here.
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
        """Return it as data (docs/contracts.md)."""
        recorded = bool(self.left_out)
        return {
            "rulesets": list(self.labels),
            "games": self.games,
            "planned": self.planned,
            "seed": None if recorded else self.seed,
            "players": [] if recorded else list(self.players),
            "measures": [line.as_json() for line in self.lines],
            "against": [one.as_json(recorded=recorded) for one in self.against],
            "ranking": [
                {"path": path, **effect.as_json(recorded=recorded)} for path, effect in self.ranking
            ],
            "unseen": [{"path": path, "why": why} for path, why in self.unseen],
            "failed": [one.as_json() for one in self.failed],
            "left_out": [asdict(one) for one in self.left_out],
        }


def study_report(
    plan: StudyPlan,
    rows: Iterable[StudiedRow],
    left_out: Sequence[LeftOut] = (),
    failed: Iterable[FailedGame] = (),
) -> StudyReport:
    """Return what the games of a study come to, in whatever order they were played.

    Args:
        plan: the study.
        rows: its games, one at least.
        left_out: of recorded games, what each ruleset leaves out.
        failed: the games that a player ended by a fault.
    """
    played = sorted(rows, key=lambda row: row.game)
    switches = plan.switches()
    return StudyReport(
        plan.labels,
        len(played),
        plan.games,
        plan.seed,
        plan.names,
        tuple(_line(measure, played) for measure in MEASURES),
        tuple(
            Effect.of([row.against[place] for row in played])
            for place in range(len(plan.rulesets) - 1)
        ),
        _ranking(switches, played),
        tuple((one.path, one.unseen) for one in switches if one.unseen is not None),
        tuple(failed),
        tuple(left_out),
    )


def _line(measure: Measure, played: Sequence[StudiedRow]) -> MeasureLine:
    rulesets = range(len(played[0].games))
    first, *others = (_ratio(measure, [row.games[place] for row in played]) for place in rulesets)
    return MeasureLine(
        measure.id,
        tuple(one.estimate() for one in (first, *others)),
        tuple(one.less(first) for one in others),
    )


def _ratio(measure: Measure, games: Sequence[GameRow]) -> Ratio:
    return Ratio.of(
        [measure.above(game) for game in games], [measure.below(game) for game in games]
    )


def _ranking(
    switches: Sequence[Switch], played: Sequence[StudiedRow]
) -> tuple[tuple[str, Effect], ...]:
    paths = [one.path for one in switches if one.rules is not None]
    effects: Mapping[str, Effect] = {
        path: Effect.of([row.effects[path] for row in played]) for path in paths
    }
    return tuple(sorted(effects.items(), key=lambda one: _rank(one[1])))


def _rank(effect: Effect) -> tuple[float, ...]:
    """Return by what options are sorted; those of equal effect stay in reading order."""
    return (-effect.result.value, -effect.otherwise.value, -effect.points.value)
