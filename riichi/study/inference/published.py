"""Infer rules from published results: the start, uma, oka, rounding, the price of a chombo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from riichi.study.inference.numbers import RESULT_OPTIONS, GameResult, ResultFit, result_fits
from riichi.study.inference.space import shipped_rulesets
from riichi_core.game.result import final_results
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import whole
from riichi_core.tournament.score_entry import with_points
from riichi_core.tournament.sessions import Sheet, SheetTable
from riichi_core.tournament.standings import result_unit

START, CHOMBO = "setup.starting_points", "chombo.tournament"

NO_PENALTIES = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Chombo:
    """The price of a chombo in points, and the number of tables that show it."""

    points: int
    tables: int


@dataclass(frozen=True, slots=True)
class PublishedRules:
    """The rules that explain most results of a tournament.

    Attributes:
        tables: the number of tables with results.
        start: the starting points.
        base: the nearest shipped ruleset.
        fits: the values of the result options that explain most tables, the chosen one first.
        chombo: the price of a chombo; None if no table shows one.
        unexplained: the tables with other results.
    """

    tables: int
    start: int
    base: Ruleset
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
    sheet: Sheet, *, rulesets: Sequence[Ruleset] = (), tables_needed: int = 2
) -> PublishedRules | None:
    """Return the rules that explain most published results; None if too few tables have any.

    Tables with bets left or a substitute are left out: their results depend on other rules.

    Args:
        sheet: the tournament; its scores can be written in any of the usual ways.
        rulesets: the rulesets to compare; by default all shipped ones.
        tables_needed: the number of tables that must have the same result options.
    """
    known = tuple(rulesets) or shipped_rulesets()
    usable = [table for table in sheet.tables if _is_usable(table)]
    start = _start(usable)
    if start is None:
        return None
    rules = known[0].rules.changed({START: start})
    tables = [table for table in with_points(sheet, rules)[0].tables if _is_usable(table)]
    unit = result_unit(tables)
    games = [_game(table, unit) for table in tables]
    fair = [
        game for game, table in zip(games, tables, strict=True)
        if not any(row.chombo for row in table.rows)
    ]  # fmt: skip
    fits = result_fits(fair, rules, known)
    if not fits or len(fits[0].explained) < tables_needed:
        return None
    chombo, shown = _chombo(tables, games, rules.changed(fits[0].values))
    given = {START: start} | ({} if chombo is None else {CHOMBO: {"after_uma": chombo.points}})
    base = max(known, key=lambda ruleset: _agreeing(ruleset.rules, given, fits))
    fits.sort(key=lambda fit: -_agreeing(base.rules, {}, [fit]))
    explained = fits[0].explained | shown
    return PublishedRules(
        len(tables), start, base, tuple(fits), chombo,
        tuple(game.source for game in games if game.source not in explained),
    )  # fmt: skip


def _is_usable(table: SheetTable) -> bool:
    return all(
        row.result is not None and not row.bets_left and row.substitute == "none"
        for row in table.rows
    )


def _start(tables: Sequence[SheetTable]) -> int | None:
    """Return a quarter of the most frequent sum; sums in thousands or hundreds are converted."""
    sums = Counter(sum(Fraction(row.points) for row in table.rows) for table in tables)
    for total, _ in sums.most_common(1):
        for unit in (1, 100, 1000):
            if 10_000 <= total * unit / 4 <= 100_000:
                return int(total * unit / 4)
    return None


def _game(table: SheetTable, unit: int) -> GameResult:
    """Return the scores and results of a table, the latter without the stated penalties."""
    results = tuple(whole(Fraction(row.result or 0) * unit + row.penalty) for row in table.rows)
    scores = tuple(row.points for row in table.rows)
    return GameResult(f"{table.session}, {table.name}", scores, results)


def _agreeing(rules: Rules, given: Mapping[str, Any], fits: Sequence[ResultFit]) -> int:
    """Return the number of values that a ruleset shares with the best of some fits."""
    same = sum(bool(rules.written_value(path) == value) for path, value in given.items())
    own = {f"result.{name}": rules.written_value(f"result.{name}") for name in RESULT_OPTIONS}
    return same + max(sum(bool(fit.values[path] == own[path]) for path in own) for fit in fits)


def _chombo(
    tables: Sequence[SheetTable], games: Sequence[GameResult], rules: Rules
) -> tuple[Chombo | None, frozenset[str]]:
    """Return the price of a chombo, and the tables that show it."""
    prices: dict[str, int] = {}
    for table, game in zip(tables, games, strict=True):
        price = _price(table, game, rules)
        if price is not None:
            prices[game.source] = price
    for price, number in Counter(prices.values()).most_common(1):
        shown = frozenset(source for source, one in prices.items() if one == price)
        return Chombo(price, number), shown
    return None, frozenset()


def _price(table: SheetTable, game: GameResult, rules: Rules) -> int | None:
    """Return the points that each chombo at a table costs; None if they do not agree."""
    if not any(row.chombo for row in table.rows):
        return None
    prices: set[Fraction] = set()
    finals = final_results(game.scores, 0, NO_PENALTIES, rules)
    for row, final, result in zip(table.rows, finals, game.results, strict=True):
        missing = Fraction(final.result) - Fraction(result)
        if row.chombo:
            prices.add(missing / row.chombo)
        elif missing:
            return None
    price = prices.pop() if len(prices) == 1 else Fraction(0)
    return int(price) if price > 0 and price == int(price) else None
