"""Fouls of one deal, judged together: whose hand is dead, which riichi and wins stand, how it ends.

Sources: EMA 2016, 3.4.6, 3.4.7, 5.1 to 5.3; WRCR 2015, 7.1, 7.2.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, assert_never

from riichi_core.game.fouls import after_last_discard, judge
from riichi_core.game.judgement import (
    FALSE_WIN,
    OF_A_STANDING_RIICHI,
    UNDECLARED,
    Charge,
    Degrees,
    FoulEffect,
    Judgement,
)
from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.draws import Nagashi
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import Cause, DealError, DealResult
from riichi_core.tiles import Wind

MOST_POINTS = 1_000_000

EndWord = Literal["win", "exhaustive_draw", "abortive_draw", "chombo", "dealt_again"]
"""The end of a deal as it is written down."""

Exemption = Literal["dead_hand", "riichi_void", "nagashi", "elsewhere", "deal_over"]
"""The reason why a foul is not judged: the hand died and no proof is asked; the riichi is void;
nagashi mangan was made; it is judged at other moments only; the deal was over before it."""


class PointsLost(NamedTuple):
    """Points that an offender loses: off the result after uma, or off the score at the table."""

    penalty: int
    fine: int


NOTHING_LOST = PointsLost(0, 0)


class CommittedFoul(NamedTuple):
    """A foul of a deal as it is written down.

    Attributes:
        seat: who committed it.
        foul: the name of its option.
        points: what a referee took off for it, if that is known.
        in_play: whether it was found before the deal ended, so that a chombo ended the deal there.
        turn: the turn of the deal in which that was, if it is known.
    """

    seat: Wind
    foul: str
    points: int | None = None
    in_play: bool = False
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class DealOutline:
    """The facts of a deal, as they are written down, by which its fouls are judged."""

    end: EndWord
    winners: frozenset[Wind] = frozenset()
    riichi: frozenset[Wind] = frozenset()
    dead: frozenset[Wind] = frozenset()
    offenders: frozenset[Wind] = frozenset()
    nagashi: bool = False
    cause: Cause | None = None


@dataclass(frozen=True, slots=True)
class JudgedFoul:
    """A foul of a deal, and what it came to there.

    Attributes:
        committed: the foul.
        judgement: what the ruleset makes of it.
        exempt: why it is not judged here; None if it is.
        lost: the points that it costs at once; the price of a chombo is charged when the deal is
            settled.
        win: what becomes of a win that the offender declared all the same: it is a false one, or
            void.
    """

    committed: CommittedFoul
    judgement: Judgement
    exempt: Exemption | None = None
    lost: PointsLost = NOTHING_LOST
    win: Literal["false", "void"] | None = None

    @property
    def seat(self) -> Wind:
        """The seat of the offender."""
        return self.committed.seat

    @property
    def comes_to(self) -> FoulEffect:
        """The effect on the deal, as one word."""
        return self.judgement.effect if self.exempt is None else "not_judged"

    @property
    def cuts_off(self) -> bool:
        """True if it is a chombo that ended the deal before the end that is written down."""
        return self.comes_to == "chombo" and self.committed.in_play


@dataclass(frozen=True, slots=True)
class FoulsOfDeal:
    """The fouls of a deal, judged together.

    Attributes:
        judged: each of them, in the order in which they are written down.
        ends: how the deal ends by them, in place of the end that is written down; None as that.
        offenders: who made a chombo, those who showed a false win with a dead hand included.
        dead: whose hand is dead.
        void_riichi: whose riichi is void.
        void_wins: whose win does not count and is no chombo either.
    """

    judged: tuple[JudgedFoul, ...] = ()
    ends: Literal["chombo", "dealt_again"] | None = None
    offenders: frozenset[Wind] = frozenset()
    dead: frozenset[Wind] = frozenset()
    void_riichi: frozenset[Wind] = frozenset()
    void_wins: frozenset[Wind] = frozenset()

    @property
    def penalties(self) -> dict[Wind, int]:
        """The points off results after uma by seat, numbers below zero."""
        return _together((one.seat, one.lost.penalty) for one in self.judged)

    @property
    def fines(self) -> dict[Wind, int]:
        """The points off scores at the table by seat, numbers below zero."""
        return _together((one.seat, one.lost.fine) for one in self.judged)


def _together(lost: Iterable[tuple[Wind, int]]) -> dict[Wind, int]:
    found: dict[Wind, int] = {}
    for seat, points in lost:
        if points:
            found[seat] = found.get(seat, 0) - points
    return found


@dataclass(frozen=True, slots=True)
class JudgedDeal:
    """A deal as a ruleset has it, and the fouls in it."""

    result: DealResult
    fouls: tuple[JudgedFoul, ...] = ()


# ---- judging -------------------------------------------------------------------------------------


def judge_deal(
    committed: Iterable[CommittedFoul], outline: DealOutline, rules: Rules, setting: PlaySetting
) -> FoulsOfDeal:
    """Judge the fouls of a deal under a ruleset.

    Args:
        committed: the fouls.
        outline: the facts of the deal.
        rules: what is played by.
        setting: the setting whose price of a chombo is taken.

    Raises:
        DealError: points that a referee cannot have taken off.
    """
    alone = [JudgedFoul(one, _judged(one, outline, rules, setting)) for one in committed]
    cases = [replace(one, exempt=_exempt(one, alone, outline, rules)) for one in alone]
    counting = [one for one in cases if one.exempt is None]
    dead = outline.dead.union(one.seat for one in counting if one.judgement.hand_is_dead)
    offenders = frozenset(one.seat for one in counting if one.judgement.chombo)
    wins = dict(_undone_wins(counting, outline, dead, rules))
    false_wins = frozenset(seat for seat, how in wins.items() if how == "false")
    return FoulsOfDeal(
        judged=tuple(
            _with_costs(one, wins, f"fouls.{place}.points") for place, one in enumerate(cases)
        ),
        ends=_ends(counting, outline),
        offenders=offenders | false_wins,
        dead=dead,
        void_riichi=outline.riichi.intersection(
            one.seat for one in counting if one.judgement.riichi_lapses
        ),
        void_wins=frozenset(wins) - false_wins - offenders,
    )


def _judged(
    one: CommittedFoul, outline: DealOutline, rules: Rules, setting: PlaySetting
) -> Judgement:
    """Return the judgement of a foul by itself, at its moment."""
    judged = judge(one.foul, rules, setting=setting)
    if one.in_play or outline.end != "exhaustive_draw":
        return judged
    return after_last_discard(judged, rules)


def _with_costs(
    one: JudgedFoul, wins: Mapping[Wind, Literal["false", "void"]], where: str
) -> JudgedFoul:
    if one.exempt is not None:
        return one
    lost = points_lost(one.judgement, one.committed.points, where)
    win = wins.get(one.seat) if one.judgement.undoes_a_win else None
    return replace(one, lost=lost, win=win)


def _exempt(
    one: JudgedFoul, all_of_them: Iterable[JudgedFoul], outline: DealOutline, rules: Rules
) -> Exemption | None:
    """Return why a foul is not judged beside the others, if it is not."""
    judged, at_once = one.judgement, [case for case in all_of_them if not case.judgement.found_at]
    own = [case.judgement for case in at_once if case.seat == one.seat]
    if judged.chombo and not one.cuts_off and any(case.cuts_off for case in at_once):
        return "deal_over"
    another = bool(outline.offenders) or any(case.judgement.chombo for case in at_once)
    if judged.found_at and not _found(judged, one.seat, outline, another=another):
        return "elsewhere"
    return exemption(
        judged,
        dead=one.seat in outline.dead or any(other.hand_is_dead for other in own),
        riichi_void=any(other.riichi_lapses for other in own),
        nagashi=outline.nagashi,
        rules=rules,
    )


def exemption(
    judged: Judgement, *, dead: bool, riichi_void: bool, nagashi: bool, rules: Rules
) -> Exemption | None:
    """Return why a foul is not judged, whenever it is found; None if it is.

    A void riichi has no noten riichi, and a riichi hand that died is not asked to prove itself
    where no proof is asked (EMA 2016, 3.4.7, 5.3; WRCR 2015, 7.2).

    Args:
        judged: the foul by itself.
        dead: whether the offender's hand is dead.
        riichi_void: whether the offender's riichi is void.
        nagashi: whether somebody has nagashi mangan.
        rules: what is played by.
    """
    if judged.foul not in OF_A_STANDING_RIICHI:
        return None
    if riichi_void:
        return "riichi_void"
    if dead and judged.excuse == "no_proof":
        return "dead_hand"
    how = rules.draws.nagashi
    unjudged = isinstance(how, Nagashi) and how.noten_riichi == "not_judged"
    return "nagashi" if judged.foul == "noten_riichi" and nagashi and unjudged else None


def _found(judged: Judgement, seat: Wind, outline: DealOutline, *, another: bool) -> bool:
    """Return whether the deal ended so that a foul which only some ends bring to light was found.

    A deal that ended with a chombo, and has not another, ended with this one.
    """
    match outline.end:
        case "win":
            return "own_win" in judged.found_at and seat in outline.winners
        case "exhaustive_draw":
            return "exhaustive_draw" in judged.found_at
        case "abortive_draw":
            return outline.cause == "four_riichi" and "four_riichi" in judged.found_at
        case "chombo":
            return not another
        case "dealt_again":
            return False
        case _:
            assert_never(outline.end)


def _undone_wins(
    counting: Iterable[JudgedFoul], outline: DealOutline, dead: frozenset[Wind], rules: Rules
) -> Iterator[tuple[Wind, Literal["false", "void"]]]:
    """Yield whose win the own fouls undo, and whether it is then a false win that was shown.

    A win that is shown with a dead hand is a false one (EMA 2016, 3.4.6, 3.4.7; WRCR 2015, 7.1,
    7.2).
    """
    barred = dead if "win" in rules.dead_hand.bars else frozenset()
    undeclared = {one.seat for one in counting if one.judgement.foul == UNDECLARED}
    taken_back = {one.seat for one in counting if one.judgement.foul in FALSE_WIN}
    for seat in sorted(outline.winners):
        if seat in barred or seat in undeclared:
            yield seat, "false" if rules.fouls.false_win_shown == "chombo" else "void"
        elif seat in taken_back:
            yield seat, "void"


def _ends(
    counting: Iterable[JudgedFoul], outline: DealOutline
) -> Literal["chombo", "dealt_again"] | None:
    """Return how fouls end the deal in place of the end that is written down, if they do."""
    if any(one.cuts_off for one in counting):
        return "chombo"
    if any(one.comes_to == "dealt_again" for one in counting):
        return "dealt_again"
    chombo = bool(outline.offenders) or any(one.comes_to == "chombo" for one in counting)
    return "chombo" if chombo and outline.end == "dealt_again" else None


# ---- points --------------------------------------------------------------------------------------


def points_lost(judgement: Judgement, points: int | None, where: str) -> PointsLost:
    """Return the points that a foul costs at once; the price of a chombo is not among them.

    Args:
        judgement: what the foul comes to.
        points: what a referee took off, where that is known.
        where: the field that an error names.

    Raises:
        DealError: as `referee_points`.
    """
    taken = referee_points(judgement, points, where)
    match None if judgement.chombo else judgement.penalty:
        case Charge(points=price, booked="after_uma"):
            return PointsLost(price, 0)
        case Charge(points=price, booked="at_table"):
            return PointsLost(0, price)
        case _:
            return PointsLost(taken, 0)


def referee_points(judgement: Judgement, points: int | None, where: str) -> int:
    """Return what a referee took off; 0 where nothing was taken off and nothing need be.

    Raises:
        DealError: the rules leave nothing to decide, or not so much, or they have a price of which
            the degree is not said; `where` is the field at fault.
    """
    if points is None:
        if isinstance(judgement.penalty, Degrees):
            message = Message(
                "points: say what {foul} costs; {expected}",
                foul=judgement.foul,
                expected=_prices(judgement.penalty),
            )
            raise DealError("missing_field", where, message)
        return 0
    if not judgement.referee:
        message = Message(
            "points: a referee does not decide what {foul} costs here", foul=judgement.foul
        )
        raise DealError("contradiction", where, message)
    if not 0 <= points <= MOST_POINTS:
        message = Message("points: expected 0 to {most:,}", most=MOST_POINTS)
        raise DealError("out_of_range", where, message)
    if isinstance(judgement.penalty, Degrees):
        fines, (least, most) = judgement.penalty.fines, judgement.penalty.serious
        if points not in fines and not least <= points <= most:
            message = Message(
                "points: {points:,} is no price of it; {expected}",
                points=points,
                expected=_prices(judgement.penalty),
            )
            raise DealError("out_of_range", where, message)
    return points


def _prices(degrees: Degrees) -> Message:
    fines, (least, most) = degrees.fines, degrees.serious
    known = ", ".join(f"{fine:,}" for fine in fines)
    return Message(
        "expected {known}, or {least:,} to {most:,} in grave cases",
        known=known,
        least=least,
        most=most,
    )
