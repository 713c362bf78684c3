"""The scores of many wins under several rulesets: one number for each, by column."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from typing_extensions import Buffer

from riichi_core.hands.win import Win
from riichi_core.scoring.points import LimitId
from riichi_core.scoring.score import ImpossibleWinError, NoWin, Reason, Scorer

Outcome = Literal["win", "not_complete", "no_yaku", "minimum_yaku", "impossible"]

OUTCOMES: tuple[Outcome, ...] = ("win", *get_args(Reason), "impossible")
"""The outcomes by their number in `Scores.outcome`; `impossible` is what `score` refuses."""

LIMITS: tuple[LimitId | None, ...] = (None, *get_args(LimitId))
"""The limits by their number in `Scores.limit`."""


class ScoreRow(NamedTuple):
    """The score of one win under one ruleset.

    Attributes:
        outcome: `win`, or why it is none.
        points: the points that the winner receives, counters included; 0 without a win.
        han: all han; 0 with a yakuman, with a limit that stands alone, and without a win.
        fu: the fu, rounded; 0 with a yakuman and without a win.
        limit: the limit that is paid, or None.
        yakuman: how many yakuman are paid.
    """

    outcome: Outcome
    points: int = 0
    han: int = 0
    fu: int = 0
    limit: LimitId | None = None
    yakuman: int = 0


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of wins under rulesets, as columns.

    Each column is a read-only memoryview of C ints of shape wins x rulesets: `points[3, 0]` is the
    fourth win under the first ruleset, `points.tolist()` nested lists, and `numpy.asarray(points)`
    an array without a copy. A memoryview cannot be empty in two dimensions: where there are no
    wins or no rulesets, each has one dimension, and `shape` says more.

    Attributes:
        shape: the number of wins, and of rulesets.
        outcome: what came of it, as numbers into `OUTCOMES`: 0 is a win.
        points: the points that the winner receives, counters included; 0 without a win.
        han: all han; 0 with a yakuman, with a limit that stands alone, and without a win.
        fu: the fu, rounded; 0 with a yakuman and without a win.
        limit: the limit that is paid, as numbers into `LIMITS`: 0 is none.
        yakuman: how many yakuman are paid.
    """

    shape: tuple[int, int]
    outcome: memoryview
    points: memoryview
    han: memoryview
    fu: memoryview
    limit: memoryview
    yakuman: memoryview

    def __repr__(self) -> str:
        """Return how many there are; `points.tolist()` shows them."""
        wins, rulesets = self.shape
        return f"<Scores: {wins} wins x {rulesets} rulesets>"

    def row(self, win: int, ruleset: int) -> ScoreRow:
        """Return the score of one win under one ruleset, each by its place from 0."""
        at = win, ruleset
        return ScoreRow(
            OUTCOMES[self.outcome[at]],
            self.points[at],
            self.han[at],
            self.fu[at],
            LIMITS[self.limit[at]],
            self.yakuman[at],
        )


COLUMNS = ScoreRow._fields
Numbers = tuple[int, int, int, int, int, int]
"""A score as the numbers of the columns."""


def asked(one: Scorer, win: Win) -> Numbers:
    """Return what a scorer says of a win."""
    try:
        found = one.score(win)
    except ImpossibleWinError:
        return OUTCOMES.index("impossible"), 0, 0, 0, 0, 0
    if isinstance(found, NoWin):
        return OUTCOMES.index(found.reason), 0, 0, 0, 0, 0
    limit = LIMITS.index(found.limit)
    return 0, found.points, found.han or 0, found.fu or 0, limit, found.yakuman


def as_scores(columns: Iterable[Sequence[Buffer]], rulesets: int) -> Scores:
    """Return columns as scores under so many rulesets.

    Args:
        columns: each in pieces of C ints, win by win.
        rulesets: how many.
    """
    views = [_joined(pieces) for pieces in columns]
    wins = views[0].nbytes // views[0].itemsize // rulesets if rulesets else 0
    if not wins:
        return Scores((wins, rulesets), *views)
    return Scores((wins, rulesets), *(one.cast("B").cast("i", (wins, rulesets)) for one in views))


def _joined(pieces: Sequence[Buffer]) -> memoryview:
    """Return pieces of a column as one; a single one is not copied."""
    if len(pieces) == 1:
        return memoryview(pieces[0]).toreadonly()
    return memoryview(b"".join(pieces)).cast("i")
