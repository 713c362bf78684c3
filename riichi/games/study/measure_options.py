"""Measure the effect of each option of play: `python -m riichi.games.study.measure_options`.

It tries every value that a shipped ruleset has for an option in the same games of a current book,
each deal from its own standing, and compares each pair of values (docs/about/how-studies-work.md).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cache, partial
from itertools import combinations
from math import fsum
from typing import TypeAlias

from riichi.content.option_effects import (
    OptionEffect,
    OptionTable,
    option_effects,
    table_file,
    table_text,
)
from riichi.games.study.deal_cache import DealCache, GameSeeds
from riichi.games.study.effects import GameEffect, TriedGame, play_study_game
from riichi.processes.forked import forked_map
from riichi.whole_files import write_whole
from riichi_core.comparison.comparison import ComparisonRow, compare
from riichi_core.rules import library
from riichi_core.rules.checks import ERRORS, Conflict, conflicts
from riichi_core.rules.load import load
from riichi_core.rules.rules import SETTLED, Rules, chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting

BASES = ("ema-2025", "tenhou")
"""The rulesets whose games are played: a current book, and a platform with fewer starting points,
an oka, red fives, and games that can be extended or end early.
"""

GAMES, SEED, PLAYERS = 1_000, 1, ("sensible",) * 4

FIRST = 500
"""The number of games under each base in which every option is tried, at any cost."""

ENOUGH = 50
"""The number of games that a pair of values must decide to be measured well enough."""


@dataclass(frozen=True, slots=True)
class TriedValue:
    """A value of an option, and the rules under which it is tried.

    Attributes:
        value: the value, as in a ruleset file.
        rules: the rules of the base with this value.
        together: the options that must change with it, because the value would contradict the base.
    """

    value: object
    rules: Rules
    together: tuple[str, ...] = ()


TrialKey = tuple[str, str]
"""An option, and the ruleset in which its values are tried."""


@dataclass(frozen=True, slots=True)
class OptionTrial:
    """The values of an option that are compared, and the ruleset whose games are played."""

    path: str
    base: str
    values: tuple[TriedValue, ...]

    @property
    def key(self) -> TrialKey:
        """The option and the base."""
        return self.path, self.base

    @property
    def pairs(self) -> Iterator[tuple[int, int]]:
        """The indexes of the values of each pair."""
        return combinations(range(len(self.values)), 2)


@cache
def option_trials() -> tuple[OptionTrial, ...]:
    """Return the options of play in which shipped rulesets differ, with all their values."""
    comparison = compare(*library.shipped())
    return tuple(
        trial
        for row in comparison.differing
        if row.part == "play"
        for trial in _trials(row, comparison.rulesets)
    )


def _trials(row: ComparisonRow, rulesets: Sequence[Ruleset]) -> list[OptionTrial]:
    """Return an option in each ruleset of `BASES` in which the most values have an effect."""
    having: dict[object, tuple[Setting, list[Rules]]] = {}
    for ruleset, side in zip(rulesets, row.sides, strict=True):
        having.setdefault(side.key, (side, []))[1].append(ruleset.rules)
    trials = [
        OptionTrial(
            row.path,
            base,
            tuple(
                _tried_value(load(base).rules, row.path, side.value, rules)
                for side, rules in having.values()
            ),
        )
        for base in BASES
    ]
    least = min(map(_without_effect, trials))
    return [trial for trial in trials if _without_effect(trial) == least]


def _tried_value(base: Rules, path: str, value: object, having: Sequence[Rules]) -> TriedValue:
    """Return a value over a base, with as few other changes as are needed to avoid contradictions.

    The rules in `having` are those of the rulesets that have this value.
    """
    alone = base.with_value_of(path, having[0])
    contradictions = [conflict for conflict in _conflicts(alone) if conflict.code in ERRORS]
    if not contradictions:
        return TriedValue(value, alone)
    for other in contradictions[0].paths:
        for rules in having:
            both = alone.with_value_of(other, rules)
            if other != path and not any(one.code in ERRORS for one in _conflicts(both)):
                return TriedValue(value, both, (other,))
    raise AssertionError(f"{path}: {value} contradicts more than one option of the base")


def _without_effect(trial: OptionTrial) -> int:
    """Return the number of values that can have no effect under the base's other rules."""
    return sum(
        conflict.code == "no-effect" and conflict.paths[0] == trial.path
        for tried in trial.values
        for conflict in _conflicts(tried.rules)
    )


def _conflicts(rules: Rules) -> Iterator[Conflict]:
    return conflicts({name: getattr(rules, name) for name in chapters()})


# ---- games ---------------------------------------------------------------------------------------


MeasuredGame: TypeAlias = Mapping[TrialKey, tuple[GameEffect, ...]]
"""The effects in one game: by trial, that of each pair of values, in their order."""


def measure_game(number: int, trials: Sequence[OptionTrial]) -> MeasuredGame:
    """Return the effects of options in one game, numbered from 1, independently of other games."""
    effects: dict[TrialKey, tuple[GameEffect, ...]] = {}
    for base in dict.fromkeys(trial.base for trial in trials):
        rules = load(base).rules
        with closing(DealCache(GameSeeds(SEED, number), PLAYERS)) as deal_cache:
            game = play_study_game(deal_cache, rules)
            for trial in trials:
                if trial.base != base:
                    continue
                games = [
                    game if tried.rules == rules else play_study_game(deal_cache, tried.rules)
                    for tried in trial.values
                ]
                outcomes = [TriedGame.of(played, game, deal_cache) for played in games]
                effects[trial.key] = tuple(
                    outcomes[one].effect(outcomes[other]) for one, other in trial.pairs
                )
    return effects


def measured_games(
    numbers: Sequence[int], trials: Sequence[OptionTrial], processes: int = 1
) -> Iterator[MeasuredGame]:
    """Yield games as they are measured, in order, for any number of processes."""
    return forked_map(processes, partial(measure_game, trials=trials), numbers)


# ---- the table -----------------------------------------------------------------------------------


def option_table(measured: Sequence[MeasuredGame], trials: Sequence[OptionTrial]) -> OptionTable:
    """Return the effects of pairs of values in the games, at least one, that tried them."""
    effects = (
        _effect(trial, place, [game for game in measured if trial.key in game])
        for trial in trials
        for place, _ in enumerate(trial.pairs)
    )
    starts = {trial.base: load(trial.base).rules.setup.starting_points for trial in trials}
    return OptionTable(SEED, PLAYERS, starts, tuple(effects))


def _effect(trial: OptionTrial, place: int, measured: Sequence[MeasuredGame]) -> OptionEffect:
    one, other = [*trial.pairs][place]
    first, second = trial.values[one], trial.values[other]
    effects = [game[trial.key][place] for game in measured]
    games, deals = len(effects), sum(effect.deals for effect in effects)
    otherwise = sum(effect.otherwise for effect in effects)
    return OptionEffect(
        path=trial.path,
        values=(first.value, second.value),
        base=trial.base,
        together=tuple(dict.fromkeys(first.together + second.together)),
        games=games,
        deals=deals,
        games_changed=sum(bool(effect.places or effect.result) for effect in effects),
        deals_changed=otherwise,
        share=round(otherwise / deals, 6),
        points=round(fsum(effect.points for effect in effects) / deals, 2),
        places=round(sum(effect.places for effect in effects) / games, 4),
        result=round(fsum(effect.result for effect in effects) / games, 2),
    )


def played_on(measured: Sequence[MeasuredGame], trials: Sequence[OptionTrial]) -> list[OptionTrial]:
    """Return the options that need more games because some pair of values decided only a few.

    An option that decided none needs no more, unless more games are cheap: if it applies only after
    a deal is over.
    """
    decided: dict[TrialKey, set[int]] = {trial.key: set() for trial in trials}
    for effect in option_table(measured, trials).effects:
        decided[effect.path, effect.base].add(effect.games_changed)
    return [
        trial
        for trial in trials
        if min(decided[trial.key]) < ENOUGH
        and (any(decided[trial.key]) or trial.path.split(".")[0] in SETTLED)
    ]


def main(arguments: Sequence[str]) -> None:
    """Measure options and write the table.

    The arguments are `[GAMES [PROCESSES [PATH …]]]`; without a PATH, all options are measured.
    """
    numbers, paths = arguments[:2], arguments[2:]
    games, processes = (*map(int, numbers), *(GAMES, 1)[len(numbers) :])
    trials = [trial for trial in option_trials() if trial.path in paths or not paths]
    first = min(FIRST, games)
    measured = list(_counted(measured_games(range(1, first + 1), trials, processes), 1, games))
    more = measured_games(range(first + 1, games + 1), played_on(measured, trials), processes)
    measured += _counted(more, first + 1, games)
    table = option_table(measured, trials)
    if paths:
        table = table.over(option_effects())
    table_file().parent.mkdir(exist_ok=True)
    write_whole(table_file(), table_text(table).encode())


def _counted(measured: Iterable[MeasuredGame], first: int, games: int) -> Iterator[MeasuredGame]:
    for number, game in enumerate(measured, first):
        print(f"\r{number:,} of {games:,} games", end="", file=sys.stderr, flush=True)
        yield game


if __name__ == "__main__":
    main(sys.argv[1:])
