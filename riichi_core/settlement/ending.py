"""How a deal ended: who won or drew, who declared riichi, what lay on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NoReturn, get_args

from riichi_core.hands import Win
from riichi_core.hands.win import WinError
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Wind

Cause = Literal["nine_kinds", "four_winds", "four_riichi", "four_kongs"]
PlaySetting = Literal["tournament", "casual"]
"""Where is played: the two prices of a chombo."""

PLAY_SETTINGS: tuple[PlaySetting, ...] = get_args(PlaySetting)

Feeders = Mapping[Wind, Mapping[str, Wind]]
"""For a winner and a yaku, who fed the set that decided it."""


class DealError(WinError):
    """Facts of a deal that contradict each other, and the field of the record that is at fault."""


@dataclass(frozen=True, slots=True)
class StatedWin:
    """A win of which nobody wrote down the hand, only what it was worth.

    Either `han` and `fu`, where fu may be left out from a mangan on, or a `limit`, or how many
    `yakuman`; all dora are in the han.
    """

    seat: Wind
    drawn: bool
    counters: int = 0
    han: int | None = None
    fu: int | None = None
    limit: LimitName | None = None
    yakuman: int = 0

    def __post_init__(self) -> None:
        """Check that it says one thing."""
        said = [self.han is not None, self.limit is not None, self.yakuman > 0]
        if sum(said) != 1:
            message = "a win by its value has han (and fu), a limit, or yakuman: one of them"
            raise DealError("contradiction", "han", message)
        if self.han is not None and not 1 <= self.han <= 100:
            raise DealError("out_of_range", "han", "han: expected 1 to 100")
        if self.fu is not None and not (
            20 <= self.fu <= 1000 and (self.fu % 10 == 0 or self.fu == 25)
        ):
            raise DealError("out_of_range", "fu", "fu: expected 20, 25, 30, 40 …")

    @property
    def dealer(self) -> bool:
        """Whether East won."""
        return self.seat is Wind.EAST


@dataclass(frozen=True, slots=True)
class Wins:
    """The wins that were declared, all on one tile; without a discarder it was drawn.

    >>> win = Win("2345567m345p678s", "8m", by="tsumo")
    >>> Wins((win,)).discarder is None
    True

    `void` is whether the discard was a riichi discard, so that the riichi lapses. `feeders` says
    who fed a decisive set where the marks of the hand's sets do not.
    """

    wins: tuple[Win | StatedWin, ...]
    discarder: Wind | None = None
    void: bool = False
    feeders: Feeders = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ExhaustiveDraw:
    """The wall ran out: who showed a tenpai hand, who has nagashi mangan, whose hand is dead.

    >>> sorted(map(str, ExhaustiveDraw(tenpai=frozenset({Wind.EAST, Wind.SOUTH})).tenpai))
    ['east', 'south']
    """

    tenpai: frozenset[Wind] = frozenset()
    nagashi: frozenset[Wind] = frozenset()
    dead: frozenset[Wind] = frozenset()


@dataclass(frozen=True, slots=True)
class AbortiveDraw:
    """The deal was called off.

    >>> AbortiveDraw("nine_kinds").cause
    'nine_kinds'
    """

    cause: Cause


@dataclass(frozen=True, slots=True)
class ChomboEnding:
    """The deal ended with a chombo and nothing else.

    >>> DealResult(ChomboEnding(), offenders=frozenset({Wind.WEST})).setting
    'tournament'
    """


Ending = Wins | ExhaustiveDraw | AbortiveDraw | ChomboEnding


@dataclass(frozen=True, slots=True)
class DealResult:
    """A deal that is over; seats are named by their winds in it.

    >>> DealResult(ExhaustiveDraw(), counters=1).counters
    1

    The stakes of `riichi` were taken when it was declared; `bets` counts only what earlier deals
    left on the table. `offenders` made a chombo, also at the same time as a win or a draw. What
    other fouls cost is in `penalties`, off the results after uma, and `fines`, off the scores at
    the table: numbers below zero.

    Raises:
        DealError: facts that cannot be true together.
    """

    end: Ending
    prevailing: Wind = Wind.EAST
    counters: int = 0
    bets: Points = 0
    riichi: frozenset[Wind] = frozenset()
    offenders: frozenset[Wind] = frozenset()
    setting: PlaySetting = "tournament"
    penalties: Mapping[Wind, int] = field(default_factory=dict)
    fines: Mapping[Wind, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check the facts."""
        if not 0 <= self.counters <= 1_000:
            raise DealError("out_of_range", "counters", "counters: expected 0 to 1,000")
        if not 0 <= self.bets <= 1_000:
            raise DealError("out_of_range", "bets_on_table", "bets_on_table: expected 0 to 1,000")
        if isinstance(self.end, ChomboEnding) and not self.offenders:
            raise DealError("contradiction", "offenders", "a chombo needs its offenders")
        if isinstance(self.end, Wins):
            _check_wins(self, self.end)
        if isinstance(self.end, ExhaustiveDraw):
            _check_draw(self, self.end)


def _contradiction(field_name: str, message: str) -> NoReturn:
    raise DealError("contradiction", field_name, message)


def _check_wins(deal: DealResult, end: Wins) -> None:
    seats = [win.seat for win in end.wins]
    if not end.wins:
        _contradiction("wins", "a win that nobody declared: expected one in wins")
    if len(set(seats)) < len(seats):
        _contradiction("wins", "a seat can win once only")
    if end.discarder in seats:
        _contradiction("discarder", f"{end.discarder} cannot win on the own discard")
    if end.discarder is None and len(seats) > 1:
        _contradiction("wins", "a tile that was drawn can be won on by one player only")
    if len({win.tile.kind for win in end.wins if isinstance(win, Win)}) > 1:
        _contradiction("wins", "several win on one tile, so the winning tile is the same for all")
    if end.void and end.discarder not in deal.riichi:
        _contradiction("riichi_void", "only a riichi of the discarder can lapse, and he made none")
    for win in end.wins:
        _check_win(deal, end, win)
    for seat in end.feeders:
        _check_fed(end, seat)


def _check_fed(end: Wins, seat: Wind) -> None:
    won = next((win for win in end.wins if win.seat is seat), None)
    if won is None:
        _contradiction("liable", f"{seat} did not win, so nobody is liable to pay that hand")
    if isinstance(won, StatedWin):
        message = f"who is liable follows from the sets of a hand: expected the hand of {seat}"
        _contradiction("liable", message)


def _check_draw(deal: DealResult, end: ExhaustiveDraw) -> None:
    """Who declared riichi shows a tenpai hand, or it is known why not (EMA 3.4.6; WRCR 7.2)."""
    for seat in sorted(deal.riichi - end.tenpai - end.dead - deal.offenders):
        message = (
            f"{seat} declared riichi and is not tenpai: expected in tenpai, in dead_hands, "
            "or in offenders for a riichi that was noten or a hand that was not shown"
        )
        _contradiction("tenpai", message)


def _check_win(deal: DealResult, end: Wins, win: Win | StatedWin) -> None:
    if win.drawn == (end.discarder is not None):
        _contradiction("won_by", "who discarded is said of a discard, and of no drawn tile")
    if isinstance(win, StatedWin):
        return
    if (win.seat in deal.riichi) != (win.riichi is not None):
        known = "has" if win.riichi else "has not"
        message = f"{win.seat} {known} riichi by the win, and riichi says otherwise"
        _contradiction("riichi", message)
    if (win.prevailing, win.counters) != (deal.prevailing, deal.counters):
        _contradiction("wins", "prevailing wind and counters of a win are those of the deal")
    if win.seat in end.feeders.get(win.seat, {}).values():
        _contradiction("liable", f"{win.seat} cannot feed a set of the own hand")
