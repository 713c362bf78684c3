"""Turn han and fu into base points, and base points into payments.

Sources: EMA 2016, 4.1.2, 4.1.3 and tables; WRCR 2015, 6.1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Literal, NamedTuple, assert_never

from riichi_core.language import PLAIN_ENGLISH, Translatable
from riichi_core.rules.chapters.limits import AddUpToMost, Limit, LimitName, Limits

Points = int | Fraction
"""Points: an `int`, or an exact `Fraction` if a rule divides points without rounding."""

LARGEST_IN_THOUSANDS = 1000
"""Scores and results whose absolute values all stay below it are written in thousands."""

LimitId = Literal[LimitName, "yakuman", "counted_yakuman"]

LIMIT_NAMES: Mapping[LimitId, Translatable] = {
    "mangan": "mangan",
    "haneman": "haneman",
    "baiman": "baiman",
    "sanbaiman": "sanbaiman",
    "yakuman": "yakuman",
    "counted_yakuman": "counted yakuman",
}


class BasePoints(NamedTuple):
    """Base points, which payments multiply, and their limit, if any."""

    points: int
    limit: LimitId | None


class Payments(NamedTuple):
    """The payments for a win, in points, counters included; `total` is what the winner gets.

    A self-draw by East is paid `from_each` by everybody. After any other self-draw East pays
    `from_dealer` and the two others `from_each`. A win on a discard is paid `from_discarder`. The
    parts that nobody pays are None.

    >>> payments(2000, dealer=False, drawn=True)
    Payments(from_each=2000, from_dealer=4000, from_discarder=None, total=8000)
    """

    from_each: int | None
    from_dealer: int | None
    from_discarder: int | None
    total: int


def base_points(han: int, fu: int, limits: Limits) -> BasePoints:
    """Return the base points of a hand without yakuman: fu x 2^(2 + han), or those of a limit."""
    for name, row in limit_rows(limits):
        if han >= row.han:
            return BasePoints(row.base, name)
    base = fu << 2 + han
    raised = {(4, 30): "four_han_thirty_fu", (3, 60): "three_han_sixty_fu"}.get((han, fu))
    if base >= limits.mangan.base or raised in limits.raised_to_mangan:
        return BasePoints(limits.mangan.base, "mangan")
    return BasePoints(base, None)


def limit_rows(limits: Limits) -> Iterator[tuple[LimitId, Limit]]:
    """Yield the rows that can be reached by han, the highest first."""
    for row in reversed(limits.counted_rows):
        yield "counted_yakuman", row
    yield "sanbaiman", limits.sanbaiman
    yield "baiman", limits.baiman
    yield "haneman", limits.haneman
    yield "mangan", limits.mangan


def limit_row(name: LimitId, han: int | None, limits: Limits) -> Limit:
    """Return the row of a limit; for a counted yakuman, the highest that the han reach.

    A standalone limit has no han, and a true yakuman is not in the table.
    """
    rows = [row for limit, row in limit_rows(limits) if limit == name]
    return next((row for row in rows if han is not None and han >= row.han), rows[-1])


def yakuman_paid(units: Iterable[int], limits: Limits) -> int:
    """Return the number of yakuman that are paid for the yakuman in a hand."""
    several = limits.several_yakuman
    match several:
        case "best_one":
            return max(units)
        case "add_up":
            return sum(units)
        case AddUpToMost(most=most):
            return min(sum(units), most)
        case _:
            assert_never(several)


def payments(
    base: int, *, dealer: bool, drawn: bool, counters: int = 0, counter_value: int = 0
) -> Payments:
    """Return the payments for base points; `dealer` if the winner is East.

    East gets twice as much from each player, and pays twice as much as another player.
    """
    if not drawn:
        points = _up_to_hundreds(base * (6 if dealer else 4))
        points += counter_points(counters, counter_value, drawn=False)
        return Payments(None, None, points, points)
    share = counter_points(counters, counter_value, drawn=True) // 3
    double = _up_to_hundreds(2 * base) + share
    if dealer:
        return Payments(double, None, None, 3 * double)
    single = _up_to_hundreds(base) + share
    return Payments(single, double, None, double + 2 * single)


def counter_points(counters: int, value: int, *, drawn: bool) -> int:
    """Return the points for `counters` counters of `value` points each.

    On a self-draw each of the three players pays a third, rounded up to hundreds.
    """
    points = counters * value
    return 3 * _up_to_hundreds(-(-points // 3)) if drawn else points


def _up_to_hundreds(points: int) -> int:
    return -(-points // 100) * 100


# ---- points as numbers and as text ---------------------------------------------------------------


def whole(points: Points) -> Points:
    """Return a whole number as an int."""
    return int(points) if points.denominator == 1 else points


def points_json(points: Points) -> int | str:
    """Return points for JSON; thirds are written as text, e.g. `1000/3`."""
    return points if isinstance(points, int) else str(points)


def signed(points: Points) -> str:
    """Return points gained or lost with their sign; thirds are written as `+1000/3`."""
    if isinstance(points, int):
        return PLAIN_ENGLISH.signed(points)
    text = str(points)
    return text if text.startswith("-") else f"+{text}"


def written_unit(values: Iterable[Points]) -> int:
    """Return the unit in which people wrote scores or results: 1 for points, or 1000.

    >>> written_unit([25, -25]), written_unit([35_000, 900])
    (1000, 1)
    """
    small = all(-LARGEST_IN_THOUSANDS < value < LARGEST_IN_THOUSANDS for value in values)
    return 1000 if small else 1
