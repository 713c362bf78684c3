"""Measured rankings of the options in which two shipped rulesets differ, as files of data.

`rulesets/studies/A--B.json` has the ranking of a study (docs/studies.md), with its seed and size
and, for each option, the two values that were played: an option that has other values by now is not
in the ranking that is read.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riichi_core.rules.library import data_folder
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import written_value

if TYPE_CHECKING:  # who reads a ranking imports no bot
    from riichi_study.plan import Unseen

FOLDER = "studies"


@dataclass(frozen=True, slots=True)
class RankedOption:
    """The measured effect of switching an option alone.

    Attributes:
        path: the option.
        deals: how many deals came out otherwise, a count.
        share: their share of all deals, from 0 to 1.
        points: the points that go to others, in a deal.
        places: how many players have another place, in a game.
        result: the points that go to others in the results, in a game.
    """

    path: str
    deals: int
    share: float
    points: float
    places: float
    result: float

    @property
    def is_seen(self) -> bool:
        """True if anything came out otherwise in any game."""
        return bool(self.deals or self.places or self.result)


@dataclass(frozen=True, slots=True)
class Ranking:
    """The options in which two rulesets differ, by what they do in games.

    Attributes:
        rulesets: the ids of both.
        games: how many games were played, with `deals` under the first ruleset.
        seed: of the walls.
        players: who played, four names.
        options: those that games of bots can show, the greatest effect first; the last of them may
            never have been seen.
        unseen: by path, why games of bots cannot show the others.
    """

    rulesets: tuple[str, str]
    games: int
    deals: int
    seed: int
    players: tuple[str, ...]
    options: tuple[RankedOption, ...]
    unseen: Mapping[str, Unseen]


def ranking(first: Ruleset, second: Ruleset) -> Ranking | None:
    """Return the ranking that was measured for two rulesets, in either order; None if none was."""
    for left, right in ((first, second), (second, first)):
        path = ranking_file(left.id, right.id)
        if path.is_file():
            return _ranking_from_json(json.loads(path.read_text(encoding="utf-8")), left, right)
    return None


def ranking_file(first: str, second: str) -> Path:
    """Return where the ranking of two shipped rulesets stands, by their ids."""
    return data_folder() / FOLDER / f"{first}--{second}.json"


def _ranking_from_json(data: Mapping[str, Any], first: Ruleset, second: Ruleset) -> Ranking:
    current = [
        option
        for option in data["options"]
        if option["values"] == option_values(option["path"], first, second)
    ]
    return Ranking(
        (data["rulesets"][0], data["rulesets"][1]),
        data["games"],
        data["deals"],
        data["seed"],
        tuple(data["players"]),
        tuple(
            RankedOption(**{name: option[name] for name in RankedOption.__slots__})
            for option in current
            if "deals" in option
        ),
        {option["path"]: option["unseen"] for option in current if "unseen" in option},
    )


def option_values(path: str, first: Ruleset, second: Ruleset) -> list[Any]:
    """Return the value of an option in both rulesets, as a file writes it."""
    return [written_value(ruleset, path) for ruleset in (first, second)]
