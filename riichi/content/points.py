"""Points in words: with separators, and with a sign if they are gained or lost."""

from __future__ import annotations

from fractions import Fraction

from riichi_core.language import Translator
from riichi_core.scoring.points import Points


def points_text(points: Points, tr: Translator) -> str:
    """Return points with a thousands separator; thirds to two decimal places."""
    return tr.number(points) if isinstance(points, int) else tr.decimal(Fraction(points), 2)


def signed_text(points: Points, tr: Translator) -> str:
    """Return points gained or lost, with their sign; zero has none."""
    return f"+{points_text(points, tr)}" if points > 0 else points_text(points, tr)
