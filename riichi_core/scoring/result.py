"""The answers of `score`: a `Score` with its yaku, dora and payments, or a `NoWin`."""

from __future__ import annotations

from dataclasses import dataclass, fields, make_dataclass
from typing import Any, Literal, NamedTuple

from riichi_core.analysis import FuItem
from riichi_core.errors import RiichiError
from riichi_core.hands.readings import Reading, reading_of
from riichi_core.hands.waits import SuitReading
from riichi_core.hands.win import Win
from riichi_core.messages import Message, quote_argument
from riichi_core.plain import Plain
from riichi_core.rules.yaku_vocabulary import Form
from riichi_core.scoring.points import LimitId, Payments
from riichi_core.tiles import Tile


class DoraHan(NamedTuple):
    """The han of each kind of dora.

    >>> DoraHan(dora=2, red_fives=1).red_fives
    1
    """

    dora: int = 0
    kan_dora: int = 0
    ura_dora: int = 0
    kan_ura_dora: int = 0
    red_fives: int = 0
    bonus_tiles: int = 0


NO_DORA = DoraHan()


class YakuHan(NamedTuple):
    """A yaku of a hand and its han, in total if the hand has it `times` times.

    A yakuman, or a limit that does not add to others, has no han.

    >>> from riichi_core import score
    >>> result = score(Win("2345567m345p678s", "8m", by="ron"), "ema-2016")
    >>> result.yaku if result else ()
    (YakuHan(id='pinfu', han=1, times=1), YakuHan(id='all_simples', han=1, times=1))
    """

    id: str
    han: int | None
    times: int = 1


@dataclass(frozen=True, slots=True, repr=False)
class Score(Plain):
    """The value of a win. Scores compare as equal or not; `points` puts them in order.

    >>> from riichi_core import score
    >>> result = score(Win("2345567m345p678s", "8m", by="tsumo", riichi=True), "ema-2016")
    >>> result.han, result.fu, result.points, result.payments.from_each
    (4, 20, 7800, 2600)

    Attributes:
        yaku: the yaku that count.
        dora: the dora that count, by kind.
        han: all han; None with a yakuman or a standalone limit.
        fu: the fu, rounded; None with a yakuman.
        fu_items: the fu before rounding, each with its reason; empty with a yakuman.
        limit: the limit that is paid; None if there is none.
        yakuman: the number of yakuman paid.
        base: the base points. Payments are multiples of them, rounded up.
        payments: the payment of each player.
        form: the form in which the hand was scored.
        suits: the readings of the four suits in a standard hand; empty for other forms.
        counted_as: the tile that a wild winning tile counts as; None for an ordinary one.
    """

    yaku: tuple[YakuHan, ...]
    dora: DoraHan
    han: int | None
    fu: int | None
    fu_items: tuple[FuItem, ...]
    limit: LimitId | None
    yakuman: int
    base: int
    payments: Payments
    form: Form
    suits: tuple[SuitReading, ...]
    counted_as: Tile | None = None

    def __bool__(self) -> Literal[True]:
        """Return True: the hand wins."""
        return True

    def __repr__(self) -> str:
        """Return the values, without the internal readings of the suits."""
        names = [name for name in self.__match_args__ if name != "suits"]
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"Score({shown})"

    def _repr_html_(self) -> str:
        """Return the score in a line and a table of its yaku, for notebooks."""
        from riichi_core.notebook import paragraph_html, table_html  # noqa: PLC0415

        rows = [(one.id, "yakuman" if one.han is None else f"{one.han} han") for one in self.yaku]
        rows += [(name, f"{han} han") for name, han in self.dora._asdict().items() if han]
        return paragraph_html(str(self).partition(":")[0]) + table_html(rows)

    def __str__(self) -> str:
        """Return the score in a line: `3 han 30 fu, 3,900 points: riichi 1, dora 2`.

        A standalone limit shows no han or fu: `mangan, 8,000 points: …`.
        """
        han_and_fu = [f"{self.han} han", f"{self.fu} fu"][: 0 if self.han is None else 2]
        limit = (self.limit or "").replace("_", " ")
        head = ", ".join(part for part in (" ".join(han_and_fu), limit) if part)
        parts = [
            yaku_han.id if yaku_han.han is None else f"{yaku_han.id} {yaku_han.han}"
            for yaku_han in self.yaku
        ]
        parts += [f"{name} {han}" for name, han in self.dora._asdict().items() if han]
        return f"{head}, {self.points:,} points: {', '.join(parts)}"

    @property
    def points(self) -> int:
        """The points that the winner receives, including counters (honba) but not riichi bets."""
        return self.payments.total

    def reading(self, win: Win) -> Reading:
        """Return the reading of the hand that was scored."""
        if not isinstance(win, Win):
            raise RiichiError(Message("expected a win, not {value}", value=quote_argument(win)))
        return reading_of(self.form, self.suits, (*win.hand.tiles, self.counted_as or win.tile))


ScoreDraft: Any = make_dataclass(
    "ScoreDraft", [(part.name, object) for part in fields(Score)], bases=(Plain,), slots=True
)
"""A score in the making; setting its `__class__` to `Score` makes it one.

Made so, a score takes a quarter of the time that the constructor of a frozen class takes.
"""


Reason = Literal["not_complete", "no_yaku", "minimum_yaku"]


@dataclass(frozen=True, slots=True)
class NoWin(Plain):
    """The reason why a hand does not win, returned by `score` in place of a score.

    It is false, so that `if score(win, ruleset):` tests whether the hand wins.

    >>> from riichi_core import score
    >>> score(Win("234567m345p678s1z", "2z", by="ron"), "ema-2016").reason
    'not_complete'
    """

    reason: Reason
    message: str

    def __bool__(self) -> Literal[False]:
        """Return False, because there is no score."""
        return False

    def __str__(self) -> str:
        """Return the reason as readable text."""
        return f"no win: {self.message}"
