"""The payments for a number of han and fu, without a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from riichi.writers.columns import paragraph, table
from riichi_core.language import Translator
from riichi_core.rules.labels import short_names
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.points import LIMIT_NAMES
from riichi_core.scoring.result import Score
from riichi_core.settlement.ending import DealError, FinishedDeal, StatedWin, Wins
from riichi_core.settlement.settle import declared_score
from riichi_core.tiles import Wind


class Stated(NamedTuple):
    """What is known of a win without its hand.

    Attributes:
        han: the han, dora included.
        fu: the fu; None where a limit needs none.
        seat: the wind of the winner.
        counters: the counters on the table.
        drawn: whether it is a self-draw; None for both ways to win.
        round_wind: the wind of the round, on which the most possible fu depend.
    """

    han: int
    fu: int | None
    seat: Wind
    counters: int
    drawn: bool | None
    round_wind: Wind


class StatedResult(NamedTuple):
    """The score under a ruleset, by the way of winning; an error if no hand has these fu."""

    ruleset: Ruleset
    discard: Score | DealError | None
    self_draw: Score | DealError | None

    @property
    def errors(self) -> list[DealError]:
        """The errors."""
        return [one for one in (self.discard, self.self_draw) if isinstance(one, DealError)]

    @property
    def scores(self) -> list[Score]:
        """The scores."""
        return [one for one in (self.discard, self.self_draw) if isinstance(one, Score)]

    def as_json(self) -> dict[str, Any]:
        """Return the payments as JSON; the ways that were not asked for are left out."""
        ways = {"discard": self.discard, "self_draw": self.self_draw}
        return {way: _way_json(one) for way, one in ways.items() if one is not None}


def _way_json(one: Score | DealError) -> dict[str, Any]:
    if isinstance(one, DealError):
        return {"error": {"code": one.code, "field": one.field, "message": str(one)}}
    return {"limit": one.limit, "payments": one.payments._asdict()}


def stated_result(stated: Stated, ruleset: Ruleset) -> StatedResult:
    """Return the payments for han and fu under a ruleset."""
    return StatedResult(
        ruleset,
        None if stated.drawn is True else _score(stated, ruleset, drawn=False),
        None if stated.drawn is False else _score(stated, ruleset, drawn=True),
    )


def _score(stated: Stated, ruleset: Ruleset, *, drawn: bool) -> Score | DealError:
    other = Wind.SOUTH if stated.seat is Wind.EAST else Wind.EAST
    try:
        end = Wins([StatedWin(stated.seat, stated.han, stated.fu)], None if drawn else other)
        deal = FinishedDeal(end, stated.round_wind, stated.counters)
        result = declared_score(end.wins[0], deal, end, ruleset.rules)
    except DealError as error:
        return error
    assert isinstance(result, Score)
    return result


def stated_text(stated: Stated, results: Sequence[StatedResult], tr: Translator) -> Iterator[str]:
    """Yield the payments, a column for each ruleset; counters are included."""
    parts = [tr("{han} han", han=stated.han)]
    if stated.fu is not None:
        parts.append(tr("{fu} fu", fu=stated.fu))
    parts.append(tr(str(stated.seat).capitalize()))
    if stated.counters:
        parts.append(tr.counted("{n} counter", "{n} counters", stated.counters))
    yield from paragraph(", ".join(parts), "title")
    yield ""
    rows: list[list[str]] = []
    if stated.drawn is not True:
        rows.append([tr("Discard: the discarder pays"), *(_paid(r.discard, tr) for r in results)])
    if stated.drawn is not False:
        if stated.seat is not Wind.EAST:
            east = (_paid(r.self_draw, tr, "from_dealer") for r in results)
            rows.append([tr("Self-draw: East pays"), *east])
        others = (_paid(r.self_draw, tr, "from_each") for r in results)
        east_wins = stated.seat is Wind.EAST
        label = tr("Self-draw: each pays") if east_wins else tr("Self-draw: the others pay")
        rows.append([label, *others])
        rows.append(
            [tr("Self-draw: in total"), *(_paid(r.self_draw, tr, "total") for r in results)]
        )
    limits = (next((one.limit for one in r.scores if one.limit), None) for r in results)
    rows.append([tr("Limit"), *(tr(LIMIT_NAMES[limit]) if limit else "-" for limit in limits)])
    names = short_names([result.ruleset for result in results], tr)
    yield from table(rows, f"l{'r' * len(results)}", ["", *names], indent=2)
    for message in dict.fromkeys(error.message for r in results for error in r.errors):
        yield from ("", *paragraph(f"{tr(message)}.", "no_win"))


def _paid(one: Score | DealError | None, tr: Translator, part: str = "from_discarder") -> str:
    if not isinstance(one, Score):
        return "-"
    points: int | None = getattr(one.payments, part)
    return "-" if points is None else tr.number(points)
