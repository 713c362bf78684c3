"""The effects of options of play on games: the measured table, and the effect of any two values.

`rulesets/studies/options.json` has a line for each pair of values that shipped rulesets have, as
measured by `make studies` (docs/about/how-studies-work.md). Reading it imports no bot.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, groupby
from math import fsum
from pathlib import Path
from typing import Any, TypeAlias

from riichi_core.rules.library import rulesets_dir

FILE = "studies/options.json"
"""The table in the data folder."""


Weight: TypeAlias = tuple[float, float, float]
"""The sort key of effects: result, share of deals, and points."""


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """The measured effect of switching between two values of an option.

    Attributes:
        path: the option.
        values: both values, as in ruleset files.
        base: the ruleset whose games were played.
        together: options that had to change with it, because the change alone contradicts the base.
        games: the number of games played.
        deals: the number of deals in these games.
        games_changed: the number of games that ended with other places or results.
        deals_changed: the number of deals whose outcome differed.
        share: their share of all deals, from 0 to 1.
        points: the points that go to other players at the table, per deal.
        places: the number of players whose place differs, per game.
        result: the points that go to other players in the results, per game.
    """

    path: str
    values: tuple[Any, Any]
    base: str
    together: tuple[str, ...]
    games: int
    deals: int
    games_changed: int
    deals_changed: int
    share: float
    points: float
    places: float
    result: float

    @property
    def is_seen(self) -> bool:
        """True if any deal or game had a different outcome."""
        return bool(self.deals_changed or self.games_changed)

    @property
    def weight(self) -> Weight:
        """The sort key of effects, greatest first; the same as in a study's ranking."""
        return (self.result, self.share, self.points)


@dataclass(frozen=True)
class OptionTable:
    """The effects of all pairs of values that shipped rulesets have.

    Attributes:
        seed: the seed of the walls.
        players: the names of the four players.
        starts: the rulesets whose games were played, and their starting points.
        effects: a line for each base and pair, options in reading order.
    """

    seed: int
    players: tuple[str, ...]
    starts: Mapping[str, int]
    effects: tuple[OptionEffect, ...]

    def effect(self, path: str, one: object, other: object, start: int) -> OptionEffect | None:
        """Return the effect of two values of an option; None if it was not measured.

        The values are as in a ruleset file; `start` is the starting points of the caller's games.
        """
        values = {_key(one), _key(other)}
        pairs = self._pairs(path, start)
        return next((effect for effect in pairs if {*map(_key, effect.values)} == values), None)

    def estimate(self, path: str, one: object, other: object, start: int) -> Weight | None:
        """Return a sort key for two values, at least one of which was not measured.

        It is the mean of the option's pairs that have one of the values, or else of all its pairs.
        It is None if no two shipped rulesets differ in the option. The arguments are those of
        `effect`.
        """
        values = {_key(one), _key(other)}
        pairs = self._pairs(path, start)
        near = [effect for effect in pairs if values & {*map(_key, effect.values)}] or pairs
        if not near:
            return None
        result, share, points = zip(*(effect.weight for effect in near), strict=True)
        return (fsum(result) / len(near), fsum(share) / len(near), fsum(points) / len(near))

    def _pairs(self, path: str, start: int) -> Sequence[OptionEffect]:
        """Return the lines of an option under the base whose starting points are nearest.

        Players with few points go bust more often, and cannot bet as often.
        """
        of_option = [lines for (option, _), lines in self._by_trial.items() if option == path]
        return min(of_option, key=lambda lines: abs(self.starts[lines[0].base] - start), default=())

    def over(self, other: OptionTable) -> OptionTable:
        """Return another table with this table's lines for its options."""
        lines = {**other._by_trial, **self._by_trial}
        starts = {**other.starts, **self.starts}
        return replace(other, starts=starts, effects=tuple(chain.from_iterable(lines.values())))

    @cached_property
    def _by_trial(self) -> Mapping[tuple[str, str], tuple[OptionEffect, ...]]:
        """The lines of each option and base, which are adjacent."""
        lines = groupby(self.effects, key=lambda effect: (effect.path, effect.base))
        return {trial: tuple(of_trial) for trial, of_trial in lines}


def _key(value: object) -> str:
    return json.dumps(value, sort_keys=True)


# ---- the file ------------------------------------------------------------------------------------


def table_file() -> Path:
    """Return the path of the table."""
    return rulesets_dir() / FILE


def option_effects() -> OptionTable:
    """Return the table that comes with the project."""
    path = table_file()
    return _read(path, path.stat().st_mtime_ns)


@lru_cache(maxsize=2)
def _read(path: Path, changed: int) -> OptionTable:  # noqa: ARG001 - part of the key
    return table_of(path.read_text(encoding="utf-8"))


def table_of(text: str) -> OptionTable:
    """Return the table in the text of a file."""
    data = json.loads(text)
    return OptionTable(
        data["seed"], tuple(data["players"]), data["starts"], tuple(map(_effect_of, data["pairs"]))
    )


def _effect_of(data: Mapping[str, Any]) -> OptionEffect:
    one, other = data["values"]
    return OptionEffect(**{**data, "values": (one, other), "together": tuple(data["together"])})


def table_text(table: OptionTable) -> str:
    """Return the text of a table's file: JSON, one line per pair."""
    return "".join(_lines(table))


def _lines(table: OptionTable) -> Iterator[str]:
    head = {"seed": table.seed, "players": table.players, "starts": table.starts}
    yield f'{json.dumps(head)[:-1]},\n "pairs": [\n'
    yield ",\n".join(f"  {json.dumps(asdict(effect))}" for effect in table.effects)
    yield "\n]}\n"
