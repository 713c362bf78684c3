"""A ruleset compared with games: the values that they confirm, contradict, or do not show."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from typing import Literal, TypeAlias

from riichi.fitting.space import value_text
from riichi.games.infer.inferred import CERTAIN, Finding, Inferred
from riichi.games.infer.search import Evidence

Grade: TypeAlias = Literal["confirmed", "contradicted", "once", "not_seen"]
"""`once`: a single game contradicts the value."""


@dataclass(frozen=True, slots=True)
class GradedValue:
    """A value of a ruleset, and its verdict from games.

    Attributes:
        path: the option.
        value: its value in the ruleset, as JSON.
        grade: the verdict of the games.
        games: the least number of games that show it, as the search stops at enough games.
        evidence: hands that contradict the value, or other values if the games confirm it.
        finding: the value that the games show, and the evidence against all others.
    """

    path: str
    value: str
    grade: Grade
    games: int
    evidence: tuple[Evidence, ...]
    finding: Finding


def graded_values(inferred: Inferred) -> list[GradedValue]:
    """Return the grade of each value of the ruleset that a search began with."""
    base = inferred.base.rules
    return [
        _graded(inferred, finding, value_text(base, finding.path)) for finding in inferred.findings
    ]


def _graded(inferred: Inferred, finding: Finding, own: str) -> GradedValue:
    path = finding.path
    if own == finding.value:
        seen = finding.status in CERTAIN or bool(finding.against)
        grade: Grade = "confirmed" if seen else "not_seen"
        evidence = tuple(chain.from_iterable(finding.against.values()))
    elif own in finding.once:
        grade, evidence = "once", finding.once[own]
    elif own in finding.fitting:
        grade, evidence = "not_seen", ()
    else:
        grade, evidence = "contradicted", finding.against.get(own, ())
    games = len({one.deal.source for one in evidence})
    if path in inferred.stated:
        games = max(games, inferred.stated[path].games)
    elif finding.status == "solved" or (inferred.fits and path in inferred.fits[0].values):
        games = max(games, len(inferred.fits[0].explained))
    return GradedValue(path, own, grade, games if grade != "not_seen" else 0, evidence, finding)
