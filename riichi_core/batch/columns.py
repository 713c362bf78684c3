"""Wins packed into columns, and the columns of their scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Literal, NamedTuple, get_args

from typing_extensions import Buffer

from riichi_core.errors import RiichiError
from riichi_core.fast import native
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote_argument
from riichi_core.scoring.points import LimitId
from riichi_core.scoring.result import NoWin, Reason
from riichi_core.scoring.score import NO_YAKU, BestWay, ImpossibleWinError, Scorer


class NotInstalledError(RiichiError):
    """The native kernel or a package is required, but not installed, or it is turned off."""

    code = "not_installed"


# ---- wins ----------------------------------------------------------------------------------------


class PackedWins:
    """Wins packed once, to be scored several times or under later rulesets.

    Packing a win takes much longer than scoring a packed one.

    >>> wins = PackedWins([Win("2345567m(345p)678s", "8m", by="ron", seat="south")])
    >>> len(wins), str(wins[0])
    (1, '2345567m678s(345p) + 8m, ron by south')

    Args:
        wins: the wins. They are kept, because some can only be scored as a whole.

    Raises:
        RiichiError: if one of them is not a win.
    """

    def __init__(self, wins: Iterable[Win]) -> None:
        if not isinstance(wins, Iterable):
            raise RiichiError(Message("expected wins, not {value}", value=quote_argument(wins)))
        self._wins = tuple(wins)
        for win in self._wins:
            if not isinstance(win, Win):
                raise RiichiError(Message("expected a win, not {value}", value=quote_argument(win)))

    def __len__(self) -> int:
        return len(self._wins)

    def __iter__(self) -> Iterator[Win]:
        return iter(self._wins)

    def __getitem__(self, index: int) -> Win:
        return self._wins[index]

    def chosen(self, indices: Sequence[int]) -> PackedWins:
        """Return the wins at some indices, in that order, without packing them again."""
        return PackedWins(self._wins[index] for index in indices)

    @cached_property
    def rows(self) -> bytes:
        """The rows of the wins, one after another, for the native kernel."""
        return b"".join(map(native().row_of, self._wins))


# ---- scores --------------------------------------------------------------------------------------


Outcome = Literal["win", "not_complete", "no_yaku", "minimum_yaku", "impossible"]

OUTCOMES: tuple[Outcome, ...] = ("win", *get_args(Reason), "impossible")
"""The outcomes by their number in `Scores.outcome`; `score` raises an error for `impossible`."""

LIMITS: tuple[LimitId | None, ...] = (None, *get_args(LimitId))
"""The limits by their number in `Scores.limit`."""


class ScoreRow(NamedTuple):
    """The score of one win under one ruleset.

    >>> ScoreRow("win", 3900, 3, 30).points
    3900

    Attributes:
        outcome: `win`, or the reason why it is not a win.
        points: the points that the winner receives, counters included; 0 without a win.
        han: all han; 0 with a yakuman, with a standalone limit, and without a win.
        fu: the fu, rounded; 0 with a yakuman and without a win.
        limit: the limit that is paid; None if there is none.
        yakuman: the number of yakuman paid.
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

    Each column is a read-only memoryview of C ints of shape wins x rulesets. `points[3, 0]` is the
    fourth win under the first ruleset, `points.tolist()` returns nested lists, and
    `numpy.asarray(points)` is an array without a copy. A
    two-dimensional memoryview cannot be empty. Without wins or rulesets, each column has one
    dimension, and only `shape` has both numbers. `len` is the number of wins.

    >>> from riichi_core import Win, score_many
    >>> scores = score_many([Win("2345567m(345p)678s", "8m", by="ron")], ["ema-2016", "tenhou"])
    >>> scores.points[0, 1], scores.row(0, 1).outcome, len(scores)
    (1500, 'win', 1)

    Attributes:
        shape: the number of wins, and of rulesets.
        OUTCOMES: the words of the numbers in `outcome`.
        LIMITS: the limits of the numbers in `limit`.
        outcome: the outcomes, as indices of `OUTCOMES`: 0 is a win.
        points: the points that the winner receives, counters included; 0 without a win.
        han: all han; 0 with a yakuman, with a standalone limit, and without a win.
        fu: the fu, rounded; 0 with a yakuman and without a win.
        limit: the limit that is paid, as indices of `LIMITS`: 0 is none.
        yakuman: the number of yakuman paid.
    """

    OUTCOMES: ClassVar[tuple[Outcome, ...]] = OUTCOMES
    LIMITS: ClassVar[tuple[LimitId | None, ...]] = LIMITS

    shape: tuple[int, int]
    outcome: memoryview
    points: memoryview
    han: memoryview
    fu: memoryview
    limit: memoryview
    yakuman: memoryview

    def __repr__(self) -> str:
        """Return the numbers of wins and rulesets; `points.tolist()` shows the values."""
        wins, rulesets = self.shape
        return f"<Scores: {wins} wins x {rulesets} rulesets>"

    def __len__(self) -> int:
        return self.shape[0]

    def __reduce__(self) -> tuple[object, ...]:
        """Return the columns as pickle and copy take them: a memoryview cannot be pickled."""
        pieces = [[getattr(self, name).tobytes()] for name in COLUMNS]
        return _unpacked, (pieces, self.shape)

    def row(self, win: int, ruleset: int) -> ScoreRow:
        """Return the score of one win under one ruleset, given by their indices.

        Raises:
            IndexError: if an index is out of range.
        """
        for name, index, number in zip(("win", "ruleset"), (win, ruleset), self.shape, strict=True):
            if not -number <= index < number:
                raise IndexError(f"there is no {name} {index}: the scores have {number}, from 0")
        cell = win, ruleset
        return ScoreRow(
            OUTCOMES[self.outcome[cell]],
            self.points[cell],
            self.han[cell],
            self.fu[cell],
            LIMITS[self.limit[cell]],
            self.yakuman[cell],
        )


COLUMNS = ScoreRow._fields
Numbers = tuple[int, int, int, int, int, int]
"""A score as the numbers of the columns."""


def _no_win(outcome: Outcome) -> Numbers:
    return (OUTCOMES.index(outcome), 0, 0, 0, 0, 0)


NOT_COMPLETE, IMPOSSIBLE = _no_win("not_complete"), _no_win("impossible")


def numbers_of(best: BestWay) -> Numbers:
    """Return the best way to count a hand as numbers."""
    if best.payments is None:
        return _no_win("no_yaku" if best.rank == NO_YAKU else "minimum_yaku")
    limit = LIMITS.index(best.limit)
    return 0, best.payments.total, best.han or 0, best.fu or 0, limit, best.yakuman


def score_numbers(scorer: Scorer, win: Win) -> Numbers:
    """Return a scorer's result for a win, as numbers, without the native kernel."""
    try:
        result = scorer.score_plainly(win)
    except ImpossibleWinError:
        return IMPOSSIBLE
    if isinstance(result, NoWin):
        return _no_win(result.reason)
    limit = LIMITS.index(result.limit)
    return 0, result.points, result.han or 0, result.fu or 0, limit, result.yakuman


def as_scores(columns: Iterable[Sequence[Buffer]], rulesets: int) -> Scores:
    """Return columns, given as pieces of C ints win by win, as scores under several rulesets."""
    views = [_joined(pieces) for pieces in columns]
    wins = views[0].nbytes // views[0].itemsize // rulesets if rulesets else 0
    return _shaped(views, (wins, rulesets))


def _unpacked(columns: Iterable[Sequence[Buffer]], shape: tuple[int, int]) -> Scores:
    """Return scores from the bytes of their columns."""
    return _shaped([_joined(pieces).cast("B").cast("i") for pieces in columns], shape)


def _shaped(views: Sequence[memoryview], shape: tuple[int, int]) -> Scores:
    if 0 in shape:
        return Scores(shape, *views)
    return Scores(shape, *(view.cast("B").cast("i", shape) for view in views))


def _joined(pieces: Sequence[Buffer]) -> memoryview:
    """Join the pieces of a column; do not copy a single piece."""
    if len(pieces) == 1:
        return memoryview(pieces[0]).toreadonly()
    return memoryview(b"".join(pieces)).cast("i")
