"""Uma, oka, return points and rounding: solved together from scores and results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice, product
from typing import Any, NamedTuple

from riichi_core.game.result import final_results, rounded_result
from riichi_core.language import Translatable
from riichi_core.rules.chapters.result import Rounding
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import Points

RESULT_OPTIONS = ("result.uma", "result.ties", "result.return_points", "result.oka",
                  "result.rounding")  # fmt: skip
SHARE_THAT_FITS = 0.9
"""The share of games that a uma must explain.

If a uma by place explains fewer, a floating uma is tried as well. A floating uma that no shipped
ruleset has must explain this share itself: it has so many values that one of them may fit chips.
"""

RETURN_POINTS = (25_000, 26_000, 27_000, 28_000, 30_000, 35_000)
ABOVE = (30_000, 25_000)

BACK = 30_000
"""The return points before they are known; only rounding towards zero depends on them."""


MEND_TEXTS: Mapping[str, Translatable] = {
    "scores": "use the rules that these scores need",
    "results": "use the rules that these results need",
}
"""The texts of fixes that fit scores or results, by the kind of an objection."""


class GameResult(NamedTuple):
    """A game's scores at the table, including bets that were left, and its results.

    Attributes:
        source: the name of the game.
        scores: the scores by player, the first East first.
        results: the results by player.
    """

    source: str
    scores: tuple[Points, ...]
    results: tuple[Points, ...]


@dataclass(frozen=True, slots=True)
class ResultFit:
    """Values of the options of a result that explain games.

    Attributes:
        values: by path, as files write them.
        explained: the sources of the games whose results are as recorded.
        games: the number of games.
        shipped: the shipped rulesets that have all of these values.
    """

    values: Mapping[str, Any]
    explained: frozenset[str]
    games: int
    shipped: tuple[str, ...]


def result_fits(
    games: Sequence[GameResult], rules: Rules, rulesets: Sequence[Ruleset]
) -> list[ResultFit]:
    """Return the values that explain most games, shipped ones first; none without results.

    Several values can explain the same games: unless players tie, an oka has the same effect as
    more uma for first place. Of the other rules of the games, only the starting points matter.
    """
    if not games:
        return []
    shipped: dict[str, tuple[dict[str, Any], list[str]]] = {}
    for ruleset in rulesets:
        values = {path: ruleset.rules.written_value(path) for path in RESULT_OPTIONS}
        shipped.setdefault(repr(values), (values, []))[1].append(ruleset.id)
    candidates = {key: values for key, (values, _) in shipped.items()}
    start = rules.setup.starting_points
    for values in _solved(games, start):
        candidates.setdefault(repr(values), values)
    fits = [
        ResultFit(values, found, len(games), tuple(shipped[key][1]) if key in shipped else ())
        for key, values in candidates.items()
        if (found := _explained(games, values, rules))
    ]
    most = max((len(fit.explained) for fit in fits), default=0)
    own = {path: rules.written_value(path) for path in RESULT_OPTIONS}
    best = [fit for fit in fits if len(fit.explained) == most]
    return sorted(best, key=lambda fit: (fit.values != own, -len(fit.shipped), _cost(fit.values)))


def is_solved(fits: Sequence[ResultFit], games_needed: int) -> bool:
    """Return True if the best fit explains enough games.

    These are at least half of the games, or SHARE_THAT_FITS for a floating uma of no shipped
    ruleset. Otherwise the results include something else, e.g. chips or fines, and prove nothing.
    The games that determine the uma do not count: one, or one for each row of a floating uma.
    """
    if not fits:
        return False
    best = fits[0]
    uma = best.values["result.uma"]
    floating = isinstance(uma, Mapping)
    used = 4 if floating else 1
    agree, others = len(best.explained) - used, best.games - used
    share = SHARE_THAT_FITS if floating and not best.shipped else 0.5
    return agree >= max(games_needed - 1, share * others)


def _cost(values: Mapping[str, Any]) -> tuple[bool, int]:
    """Return a sort key, lower for more usual values: uma by place comes before floating uma."""
    floating = isinstance(values["result.uma"], Mapping)
    back = values["result.return_points"]
    return floating, abs((0 if back == "none" else int(back)) - 30_000)


def _explained(
    games: Sequence[GameResult], values: Mapping[str, Any], rules: Rules
) -> frozenset[str]:
    """Return the games that values explain; none if the values contradict the starting points."""
    try:
        changed = rules.changed(values)
    except ValueError:  # a value that the option cannot have
        return frozenset()
    if changed.oka_points < 0 or (changed.oka_points and changed.result.oka == "none"):
        return frozenset()
    nothing = (0, 0, 0, 0)
    return frozenset(
        game.source
        for game in games
        if tuple(final.result for final in final_results(game.scores, 0, nothing, changed))
        == game.results
    )


def start_of(sums: Iterable[Fraction | int]) -> tuple[int, int] | None:
    """Return a quarter of the most frequent sum of scores, in points, and how often it occurs.

    Sums in thousands or hundreds are converted.
    """
    for total, number in Counter(sums).most_common(1):
        for unit in (1, 100, 1000):
            if 10_000 <= Fraction(total) * unit / 4 <= 100_000:
                return int(Fraction(total) * unit / 4), number
    return None


class Chombo(NamedTuple):
    """The chombo penalty after uma, and the games that show it."""

    points: int
    games: frozenset[str]


def chombo_price(games: Iterable[tuple[GameResult, Sequence[int]]], rules: Rules) -> Chombo | None:
    """Return the penalty that most games with chombo show, under the rules of the other games.

    Each game has the number of chombo of each player.
    """
    prices = {
        game.source: price
        for game, counts in games
        if (price := _price(game, counts, rules)) is not None
    }
    for points, _ in Counter(prices.values()).most_common(1):
        return Chombo(points, frozenset(name for name, one in prices.items() if one == points))
    return None


def _price(game: GameResult, counts: Sequence[int], rules: Rules) -> int | None:
    """Return the points that each chombo in a game costs; None if they do not agree."""
    prices: set[Fraction] = set()
    finals = final_results(game.scores, 0, (0, 0, 0, 0), rules)
    for number, final, result in zip(counts, finals, game.results, strict=True):
        missing = Fraction(final.result) - Fraction(result)
        if number:
            prices.add(missing / number)
        elif missing:
            return None
    price = prices.pop() if len(prices) == 1 else Fraction(0)
    return int(price) if price > 0 and price == int(price) else None


# ---- solving -------------------------------------------------------------------------------------


def _solved(games: Sequence[GameResult], start: int) -> Iterator[dict[str, Any]]:
    """Yield values that could explain games without shared places, the most likely ones first."""
    rows = [row for game in games if (row := _by_place(game)) is not None]
    if not rows:
        return
    added, explained = _best_additions(rows)
    for how, additions in added:
        yield from _values_of(how, start, partial(_uma, additions))
    if explained < SHARE_THAT_FITS * len(rows):
        for above in ABOVE:
            yield from _floating(rows, start, above)


def _by_place(game: GameResult) -> GameResult | None:
    """Return a game with its scores and results by place; None if players share a place."""
    if len({*zip(game.scores, game.results, strict=True)}) < 4:
        return None
    order = sorted(range(4), key=lambda player: (-game.scores[player], -game.results[player]))
    scores = tuple(game.scores[player] for player in order)
    return game._replace(scores=scores, results=tuple(game.results[player] for player in order))


_ROUNDINGS: tuple[Rounding, ...] = (
    "none", "score_five_up", "five_up", "five_down", "down", "towards_zero"
)  # fmt: skip
"""The kinds of rounding, the likeliest first."""

_Additions = tuple[int, ...]
"""The points added to the score of each place, before rounding."""


def _best_additions(rows: Sequence[GameResult]) -> tuple[list[tuple[Rounding, _Additions]], int]:
    """Return the roundings and additions that explain most games, and the number of these games."""
    found: list[tuple[Rounding, _Additions]] = []
    best = 0
    for how in _ROUNDINGS:
        votes: Counter[_Additions] = Counter()
        for row in rows:
            fitting = [_fitting(row, place, how) for place in (1, 2, 3)]
            total = int(sum(row.results) - sum(row.scores))
            votes.update((total - sum(last), *last) for last in product(*fitting))
        for additions, number in votes.most_common(1):
            if number > best:
                found, best = [], number
            if number == best:
                found.append((how, additions))
    return found, best


def _fitting(row: GameResult, place: int, how: Rounding) -> list[int]:
    """Return the possible additions for a place: whole thousands, or else hundreds."""
    score, result = row.scores[place], row.results[place]
    near = int(result - score) // 1000 * 1000

    def fits(added: int) -> bool:
        return rounded_result(how, Fraction(score), BACK, Fraction(added + BACK)) == result

    return list(filter(fits, (near, near + 1000))) or list(
        islice(filter(fits, range(near - 1000, near + 2000, 100)), 1)
    )


def _values_of(
    how: str, start: int, uma_of: Callable[[int, bool], Any | None]
) -> Iterator[dict[str, Any]]:
    for back in sorted({0, start, *RETURN_POINTS}):
        if 0 < back < start or (uma := uma_of(back, back > start)) is None:
            continue
        okas = ("first", "shared_first") if back > start else ("none", "first", "shared_first")
        for oka, ties in product(okas, ("shared", "earlier_seat")):
            yield {"result.uma": uma, "result.ties": ties, "result.return_points": back or "none",
                   "result.oka": oka, "result.rounding": how}  # fmt: skip


def _uma(additions: _Additions, back: int, oka: bool) -> list[int] | None:
    """Return the uma in additions, without the return points; None if they contain none."""
    uma = [added + back for added in additions]
    uma[0] -= sum(uma) if oka else 0
    return uma if not sum(uma) and uma == sorted(uma, reverse=True) else None


def _floating(rows: Sequence[GameResult], start: int, above: int) -> Iterator[dict[str, Any]]:
    """Yield floating uma, solved separately for each number of players above a score."""
    names = ("none_or_all", "one", "two", "three", "none_or_all")
    groups: dict[str, list[GameResult]] = {}
    for row in rows:
        name = names[sum(score >= above for score in row.scores)]
        groups.setdefault(name, []).append(row)
    solved = {name: dict(_best_additions(of_group)[0]) for name, of_group in groups.items()}
    for how in _ROUNDINGS:
        if not all(how in additions for additions in solved.values()):
            continue

        def uma_of(back: int, oka: bool, how: Rounding = how) -> dict[str, Any] | None:
            value: dict[str, Any] = {"at_least": above}
            for name in ("one", "two", "three", "none_or_all"):
                uma = _uma(solved[name][how], back, oka) if name in solved else [0, 0, 0, 0]
                if uma is None:
                    return None
                value[name] = uma
            return value

        yield from _values_of(how, start, uma_of)
