"""Estimates from independent games, with the intervals that hold the true value 95 times of 100.

A share, as wins in a deal, is the ratio of two sums over games, for the deals of one game depend on
each other. Its error comes from the residuals of the games (the delta method; W. G. Cochran,
Sampling Techniques, 3rd edition, 1977, 6.3), and that of a difference between two rulesets from the
differences of the residuals, game by game, because both played the same walls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import NormalDist
from typing import Any


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, and half the width of its 95 % interval; None where one game cannot tell it."""

    value: float
    margin: float | None

    @property
    def low(self) -> float | None:
        """The lower end of the interval."""
        return None if self.margin is None else self.value - self.margin

    @property
    def high(self) -> float | None:
        """The upper end of the interval."""
        return None if self.margin is None else self.value + self.margin

    def as_json(self) -> dict[str, Any]:
        """Return it as data: the value and both ends, rounded to six places."""
        return {
            "value": round(self.value, 6),
            "low": None if self.low is None else round(self.low, 6),
            "high": None if self.high is None else round(self.high, 6),
        }


@dataclass(frozen=True, slots=True)
class Ratio:
    """The ratio of two sums over games, as wins and deals, and the residual of each game."""

    value: float
    residuals: tuple[float, ...]

    @classmethod
    def of(cls, above: Sequence[float], below: Sequence[float]) -> Ratio:
        """Return the ratio of the sums of two numbers for each game; 0 where the lower is none."""
        total = fsum(below)
        if not total:
            return cls(0.0, (0.0,) * len(above))
        value, mean = fsum(above) / total, total / len(below)
        pairs = zip(above, below, strict=True)
        return cls(value, tuple((up - value * down) / mean for up, down in pairs))

    def estimate(self) -> Estimate:
        """Return its value with its interval."""
        return Estimate(self.value, margin(self.residuals))

    def less(self, other: Ratio) -> Estimate:
        """Return this ratio less another one of the same games, with the interval of the pairs."""
        pairs = zip(self.residuals, other.residuals, strict=True)
        return Estimate(self.value - other.value, margin([one - two for one, two in pairs]))


def mean(values: Sequence[float]) -> Estimate:
    """Return the average of a number for each game."""
    return Ratio.of(values, [1.0] * len(values)).estimate()


def margin(residuals: Sequence[float]) -> float | None:
    """Return half the width of the 95 % interval of an average, from the residuals of the games."""
    number = len(residuals)
    if number < 2:
        return None
    middle = fsum(residuals) / number
    squares = fsum((one - middle) ** 2 for one in residuals)
    return student(number - 1) * sqrt(squares / (number - 1) / number)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t with so many degrees of freedom.

    From the normal quantile by the series of Cornish and Fisher (Abramowitz and Stegun, Handbook of
    Mathematical Functions, 26.7.5); good to a hundredth from three degrees of freedom on.
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
