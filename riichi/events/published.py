"""Published results: those that differ from ours, and the rules that they show.

The rules are the start, uma, oka, rounding, and the chombo penalty.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from riichi.fitting.numbers import (
    Chombo,
    GameResult,
    ResultFit,
    chombo_price,
    is_solved,
    result_fits,
    start_of,
)
from riichi.fitting.space import agreeing, shipped_rulesets
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import whole, written_unit
from riichi_core.standings.score_entry import with_points
from riichi_core.standings.sessions import Sheet, SheetTable
from riichi_core.standings.standings import Session, Standings

START, CHOMBO = "setup.starting_points", "chombo.tournament"


@dataclass(frozen=True, slots=True)
class PublishedRules:
    """The rules that explain most results of a tournament.

    Attributes:
        tables: the number of tables with results.
        start: the starting points.
        nearest: the rulesets that share most values; several if the results fit them equally well.
        fits: the values of the result options that explain most tables, the chosen one first.
        chombo: the chombo penalty; None if no table shows one.
        unexplained: the tables with other results.
    """

    tables: int
    start: int
    nearest: tuple[Ruleset, ...]
    fits: tuple[ResultFit, ...]
    chombo: Chombo | None
    unexplained: tuple[str, ...]

    @property
    def values(self) -> Mapping[str, Any]:
        """The values of the options, as written in a file."""
        price = {} if self.chombo is None else {CHOMBO: {"after_uma": self.chombo.points}}
        return {START: self.start, **self.fits[0].values, **price}

    def other_values(self, path: str) -> list[Any]:
        """Return the other values of an option that fit as well, each once."""
        others: list[Any] = []
        for fit in self.fits:
            value = fit.values.get(path, self.values.get(path))
            if value != self.values.get(path) and value not in others:
                others.append(value)
        return others


def published_rules(
    sheet: Sheet,
    *,
    rulesets: Sequence[Ruleset] = (),
    graded: Ruleset | None = None,
    tables_needed: int = 2,
) -> PublishedRules | None:
    """Return the rules that explain most published results; None if too few tables have any.

    Tables with bets left or a substitute are left out: their results depend on other rules. Scores
    can be written in any of the usual ways. By default, the rulesets to compare are all shipped
    ones, and the `graded` one to begin with is the nearest.
    """
    known = tuple(rulesets) or shipped_rulesets()
    usable = [table for table in sheet.tables if _is_usable(table)]
    found = start_of(sum(Fraction(row.points) for row in table.rows) for table in usable)
    if found is None:
        return None
    start, _ = found
    rules = known[0].rules.changed({START: start})
    tables = [table for table in with_points(sheet, rules)[0].tables if _is_usable(table)]
    unit = result_unit(tables)
    games = [_game(table, unit) for table in tables]
    fair = [
        game for game, table in zip(games, tables, strict=True)
        if not any(row.chombo for row in table.rows)
    ]  # fmt: skip
    fits = result_fits(fair, rules, known)
    if not is_solved(fits, tables_needed):
        return None
    counts = ([row.chombo for row in table.rows] for table in tables)
    chombo = chombo_price(zip(games, counts, strict=True), rules.changed(fits[0].values))
    given = {START: start} | ({} if chombo is None else {CHOMBO: {"after_uma": chombo.points}})
    shared = [_agreeing(ruleset.rules, given, fits) for ruleset in known]
    nearest = [one for one, number in zip(known, shared, strict=True) if number == max(shared)]
    if graded is not None:
        nearest = [graded]
    fits.sort(key=lambda fit: -_agreeing(nearest[0].rules, {}, [fit]))
    explained = fits[0].explained | (frozenset() if chombo is None else chombo.games)
    return PublishedRules(
        len(tables), start, tuple(nearest), tuple(fits), chombo,
        tuple(game.source for game in games if game.source not in explained),
    )  # fmt: skip


def _is_usable(table: SheetTable) -> bool:
    return all(
        row.result is not None and not row.bets_left and row.substitute == "none"
        for row in table.rows
    )


def _game(table: SheetTable, unit: int) -> GameResult:
    """Return the scores and results of a table, the latter without the stated penalties."""
    results = tuple(whole(Fraction(row.result or 0) * unit + row.penalty) for row in table.rows)
    scores = tuple(row.points for row in table.rows)
    return GameResult(f"{table.session}, {table.name}", scores, results)


def _agreeing(rules: Rules, given: Mapping[str, Any], fits: Sequence[ResultFit]) -> int:
    """Return the number of values that a ruleset shares with the best of some fits."""
    return agreeing(rules, given) + max(agreeing(rules, fit.values) for fit in fits)


# ---- other results -------------------------------------------------------------------------------


def result_unit(tables: Sequence[SheetTable]) -> int:
    """Return the unit of the published results, which can be points or thousands."""
    return written_unit(row.result or 0 for table in tables for row in table.rows)


def other_results(sheet: Sheet, standings: Standings) -> list[Session]:
    """Return the sessions whose published result differs, with or without the deductions."""
    unit = result_unit(sheet.tables)
    return [
        session
        for session in standings.sessions
        if session.row.result is not None
        and session.row.table
        and Fraction(session.row.result) * unit not in (session.own, session.result)
    ]
