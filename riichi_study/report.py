"""The report of a study: the rows that are kept, measures of many games, distributions."""

from __future__ import annotations

import io
import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import ExitStack
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from math import fsum, sqrt
from pathlib import Path
from statistics import NormalDist
from types import TracebackType
from typing import IO, Any, Literal, get_args

from filelock import FileLock, Timeout

from riichi_bots.runner import FailedGame
from riichi_core.files.files import write_whole
from riichi_core.game.game import SettledDeal
from riichi_core.game.result import Final
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.settlement.ending import CAUSES, AbortiveDraw, ExhaustiveDraw, Wins
from riichi_core.settlement.ledger import Points
from riichi_study.deal_cache import DealName
from riichi_study.effects import GameEffect, StudiedGame
from riichi_study.plan import INSTALL, SingleChange, StudyError, StudyPlan, Unseen

# ---- rows ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealRow:
    """The outcome of a deal. Players are numbered 0 to 3, the first East being 0.

    Attributes:
        deal: which deal of its game, from 1.
        round: how many rounds were over, `dealer` who was East, and `repeat` how often that player
            had dealt in the round before: deals of the same three have the same wall.
        counters: counters on the table before it, and `bets` riichi bets.
        end: `win`, `exhausted_draw`, the cause of an abortive draw, or `chombo`.
        winners: whose wins stand, and `discarder` on whose tile; None for a self-draw.
        han: the han of each win, or None; `fu` its fu, `limits` its limit, and `paid` what the
            winner got in points, counters and bets included.
        riichi: who declared riichi.
        tenpai: who showed a tenpai hand at an exhaustive draw.
        gains: the points that each player got, less what was paid.
        stays: whether East deals again.
    """

    deal: int
    round: int
    dealer: int
    repeat: int
    counters: int
    bets: float
    end: str
    winners: tuple[int, ...]
    discarder: int | None
    han: tuple[int | None, ...]
    fu: tuple[int | None, ...]
    limits: tuple[str | None, ...]
    paid: tuple[float, ...]
    riichi: tuple[int, ...]
    tenpai: tuple[int, ...]
    gains: tuple[float, ...]
    stays: bool

    @classmethod
    def of(cls, number: int, name: DealName, played: SettledDeal) -> DealRow:
        """Return the row of a deal, by its number in the game from 1."""
        before = played.before
        end, settlement = played.deal.end, played.settlement
        player = before.player
        scores = [settlement.scores.get(seat) for seat in settlement.winners]
        gains = zip(before.scores, played.after.scores, strict=True)
        discarder = end.discarder if isinstance(end, Wins) and settlement.winners else None
        return cls(
            number,
            *name,
            counters=before.counters,
            bets=plain_number(before.bets),
            end=_end_word(played),
            winners=tuple(map(player, settlement.winners)),
            discarder=None if discarder is None else player(discarder),
            han=tuple(None if score is None else score.han for score in scores),
            fu=tuple(None if score is None else score.fu for score in scores),
            limits=tuple(None if score is None else score.limit for score in scores),
            paid=tuple(plain_number(settlement.deltas[seat]) for seat in settlement.winners),
            riichi=tuple(sorted(map(player, played.deal.riichi))),
            tenpai=tuple(sorted(map(player, end.tenpai)))
            if isinstance(end, ExhaustiveDraw)
            else (),
            gains=tuple(plain_number(after - start) for start, after in gains),
            stays=settlement.dealer_stays,
        )


def _end_word(played: SettledDeal) -> str:
    end = played.deal.end
    if isinstance(end, AbortiveDraw):
        return end.cause
    return "exhausted_draw" if isinstance(end, ExhaustiveDraw) else end.kind


def plain_number(points: Points) -> float:
    """Return points as a plain number, whole where they are."""
    return int(points) if points == int(points) else float(points)


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game under one ruleset; scores, results and places by player, the first East first."""

    deals: tuple[DealRow, ...]
    scores: tuple[float, ...]
    results: tuple[float, ...]
    places: tuple[int, ...]
    over: str | None

    @classmethod
    def of(cls, game: StudiedGame) -> GameRow:
        """Return the row of a game."""
        finals: Sequence[Final] = game.finals
        return cls(
            tuple(
                DealRow.of(number, deal.name, deal.played)
                for number, deal in enumerate(game.deals, 1)
            ),
            tuple(plain_number(final.score) for final in finals),
            tuple(plain_number(final.result) for final in finals),
            tuple(final.place for final in finals),
            game.over,
        )


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The deals of records that say nothing about a ruleset.

    Attributes:
        deals: how many deals the records have.
        impossible: how many could not have been played so: a claim that is not allowed, a win that
            is none, or a deal that would not have ended there.
        unreached: how many would not have been played, because a deal before them leads elsewhere:
            to the end of the game, or to another dealer.
    """

    deals: int = 0
    impossible: int = 0
    unreached: int = 0

    def __add__(self, other: LeftOut) -> LeftOut:
        """Return both together."""
        return LeftOut(
            self.deals + other.deals,
            self.impossible + other.impossible,
            self.unreached + other.unreached,
        )


@dataclass(frozen=True, slots=True)
class StudiedRow:
    """One game of a study.

    Attributes:
        game: its number, from 1.
        games: the game under each ruleset.
        against: the effect of each further ruleset, whole, held against the first.
        effects: by the path of an option, the effect of switching it alone.
    """

    game: int
    games: tuple[GameRow, ...]
    against: tuple[GameEffect, ...]
    effects: Mapping[str, GameEffect]

    def as_json(self) -> dict[str, Any]:
        """Return it as data, so that a line of a file can hold it."""
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> StudiedRow:
        """Return what `as_json` wrote.

        Raises:
            KeyError, TypeError: something else was written.
        """
        return cls(
            data["game"],
            tuple(map(_game_row_from_json, data["games"])),
            tuple(map(GameEffect.from_json, data["against"])),
            {path: GameEffect.from_json(effect) for path, effect in data["effects"].items()},
        )


def _game_row_from_json(data: Mapping[str, Any]) -> GameRow:
    deals = (
        DealRow(**{name: _as_tuple(value) for name, value in deal.items()})
        for deal in data["deals"]
    )
    rest = {name: _as_tuple(value) for name, value in data.items() if name != "deals"}
    return GameRow(tuple(deals), **rest)


def _as_tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


# ---- the folder of a study -----------------------------------------------------------------------


PLAN, GAMES, LOCK = "study.json", "games.jsonl", ".lock"

PATIENCE = 1.0
"""Seconds in which processes end that worked for one that was killed."""


class StudyFolder:
    """A folder that games of one study are written into; a context manager."""

    def __init__(self, path: Path, plan: StudyPlan, *, resume: bool) -> None:
        """Open a new study, or one to go on with.

        Args:
            path: the folder; it is made if it is not there.
            plan: the study.
            resume: whether games may be there already.

        Raises:
            StudyError: it has another study, games that nobody asked to go on with, or games
                without the plan that says of which study they are; or another process has it open.
            OSError: it cannot be read or written.
        """
        self._stream: IO[bytes] | None = None
        self._plan = plan
        self._games = path / GAMES
        path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            try:
                stack.enter_context(FileLock(path / LOCK, timeout=PATIENCE))
            except Timeout:
                message = Message("{folder} is open: another process plays the study", folder=path)
                raise StudyError(message) from None
            self._begin(path, plan, resume=resume)
            self._open = stack.pop_all()

    def _begin(self, path: Path, plan: StudyPlan, *, resume: bool) -> None:
        """Write the plan of a new study, or check that of one that is there."""
        plan_file = path / PLAN
        if plan_file.exists():
            self._check(plan_file, plan, resume=resume)
        elif self._games.exists():
            raise StudyError(
                Message("{folder} has games, and no {plan} that says of which study they are",
                        folder=path, plan=PLAN)
            )  # fmt: skip
        else:
            text = json.dumps(plan.as_json(), indent=2)
            write_whole(plan_file, f"{text}\n".encode(), new=True)

    def _check(self, plan_file: Path, plan: StudyPlan, *, resume: bool) -> None:
        if not resume:
            raise StudyError(
                Message("{folder} has a study already: go on with it (--resume), or name another "
                        "folder", folder=plan_file.parent)
            )  # fmt: skip
        try:
            saved = json.loads(plan_file.read_text(encoding="utf-8"))
        except ValueError:
            saved = None
        if not isinstance(saved, dict):
            raise StudyError(Message("{file}: no plan of a study", file=plan_file))
        if saved | {"games": plan.games} != plan.as_json():
            raise StudyError(
                Message("{folder} has another study: its rulesets, players, seed or --no-options "
                        "are not the same", folder=plan_file.parent)
            )  # fmt: skip

    def rows(self) -> Iterator[StudiedRow]:
        """Yield the games that are there, each once, and drop a last one that is not whole.

        Raises:
            StudyError: a line that is no game of this study.
        """
        if not self._games.exists():
            return
        known: set[int] = set()
        paths = {change.path for change in self._plan.single_changes() if change.rules is not None}
        whole_lines = 0
        with self._games.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    break
                whole_lines += len(line)
                row = self._row(line, number, paths)
                if row.game not in known:
                    known.add(row.game)
                    yield row
            else:
                return
        with self._games.open("r+b") as stream:
            stream.truncate(whole_lines)

    def _row(self, line: bytes, number: int, paths: Set[str]) -> StudiedRow:
        try:
            row = StudiedRow.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError):
            row = None
        if row is None or not self._fits(row, paths):
            message = Message("{file}, line {line}: no game of this study",
                              file=self._games, line=number)  # fmt: skip
            raise StudyError(message)
        return row

    def _fits(self, row: StudiedRow, paths: Set[str]) -> bool:
        """Return whether a row has a game, and an effect, for all that the plan asks for."""
        rulesets = len(self._plan.rulesets)
        return (
            type(row.game) is int
            and (len(row.games), len(row.against)) == (rulesets, rulesets - 1)
            and row.effects.keys() == paths
        )

    def __enter__(self) -> StudyFolder:
        self._stream = self._open.enter_context(self._games.open("ab"))
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder: another process may open it from now on."""
        self._open.close()

    def write(self, row: StudiedRow) -> None:
        """Add a game, which is there from now on whatever happens."""
        assert self._stream is not None
        line = json.dumps(row.as_json(), separators=(",", ":"))
        self._stream.write(line.encode("ascii") + b"\n")
        self._stream.flush()


COLUMNS = ("ruleset", "game", *(field.name for field in fields(DealRow)))

_WHOLE = ("game", "deal", "round", "dealer", "repeat", "counters", "discarder")
_LISTS = {"winners": "int64", "han": "int64", "fu": "int64", "limits": "string",
          "paid": "float64", "riichi": "int64", "tenpai": "int64", "gains": "float64"}  # fmt: skip


def deal_rows(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Iterator[tuple[Any, ...]]:
    """Yield a row for each deal under each ruleset, in the order of `PLAYER_COLUMNS`.

    Args:
        labels: the rulesets.
        rows: the games of a study.
    """
    for row in rows:
        for label, game in zip(labels, row.games, strict=True):
            for deal in game.deals:
                yield (label, row.game, *(getattr(deal, name) for name in DealRow.__slots__))


def flat_rows(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Iterator[tuple[Any, ...]]:
    """Yield the same with plain cells: what is several is written with spaces, nothing as `-`."""
    for row in deal_rows(labels, rows):
        yield tuple(_plain_cell(value) for value in row)


def _plain_cell(value: Any) -> Any:
    if isinstance(value, tuple):
        return " ".join("-" if item is None else str(item) for item in value)
    return int(value) if isinstance(value, bool) else value


def check_parquet() -> None:
    """Refuse Parquet where it cannot be written.

    Raises:
        StudyError: pyarrow is not installed.
    """
    if find_spec("pyarrow") is None:
        raise StudyError(Message("Parquet needs pyarrow: {install}", install=INSTALL))


def parquet(labels: Sequence[str], rows: Iterable[StudiedRow]) -> bytes:
    """Return the rows as a Parquet file.

    Raises:
        StudyError: pyarrow is not installed.
    """
    check_parquet()
    import pyarrow as pa  # noqa: PLC0415 - an extra
    import pyarrow.parquet as pq  # noqa: PLC0415

    types = {"ruleset": pa.string(), "end": pa.string(), "stays": pa.bool_(), "bets": pa.float64()}
    types |= dict.fromkeys(_WHOLE, pa.int64())
    types |= {name: pa.list_(pa.type_for_alias(kind)) for name, kind in _LISTS.items()}
    columns = list(zip(*deal_rows(labels, rows), strict=True)) or [()] * len(COLUMNS)
    arrays = [pa.array(column, types[name]) for name, column in zip(COLUMNS, columns, strict=True)]
    out = io.BytesIO()
    pq.write_table(pa.Table.from_arrays(arrays, names=list(COLUMNS)), out)
    return out.getvalue()


def data_frame(labels: Sequence[str], rows: Iterable[StudiedRow]) -> Any:
    """Return the rows as a pandas frame, or as a list of dicts where pandas is not installed."""
    records = [dict(zip(COLUMNS, row, strict=True)) for row in deal_rows(labels, rows)]
    try:
        import pandas as pd  # noqa: PLC0415 - an extra
    except ImportError:
        return records
    return pd.DataFrame(records, columns=list(COLUMNS))


# ---- measures ------------------------------------------------------------------------------------


Count = Callable[[GameRow], float]


@dataclass(frozen=True, slots=True)
class Measure:
    """A number about games.

    Attributes:
        id: its name for programs; `TITLES` has that for people.
        above: what is counted in a game, `below` of what it is so much.
        share: whether it is a share, to be written in percent.
        decimals: how many places people are shown.
    """

    id: str
    above: Count
    below: Count
    share: bool = True
    decimals: int = 1


def _number_of_deals(game: GameRow) -> float:
    return len(game.deals)


def _number_of_wins(game: GameRow) -> float:
    return sum(len(deal.winners) for deal in game.deals)


def _sum(count: Callable[[DealRow], float]) -> Count:
    """Return the sum of a count over the deals of a game."""
    return lambda game: sum(map(count, game.deals))


def _known_values(values: tuple[int | None, ...]) -> list[int]:
    return [value for value in values if value is not None]


TITLES: dict[str, Translatable] = {
    "deals": "deals in a game",
    "won_claimed": "deals won on a discard",
    "won_drawn": "deals won by self-draw",
    "exhausted": "deals drawn",
    "aborted": "deals called off",
    "several_winners": "deals with several winners",
    "dealer_stays": "deals after which East stays",
    "riichi": "riichi in a deal",
    "han": "han of a win",
    "fu": "fu of a win",
    "points": "points of a win, with counters and bets",
    "limits": "wins that are a limit",
}
"""The name of each measure for people."""

MEASURES: tuple[Measure, ...] = (
    Measure("deals", _number_of_deals, lambda _: 1, share=False, decimals=2),
    Measure("won_claimed",
            _sum(lambda deal: bool(deal.winners) and deal.discarder is not None), _number_of_deals),
    Measure("won_drawn",
            _sum(lambda deal: bool(deal.winners) and deal.discarder is None), _number_of_deals),
    Measure("exhausted", _sum(lambda deal: deal.end == "exhausted_draw"), _number_of_deals),
    Measure("aborted", _sum(lambda deal: deal.end in CAUSES), _number_of_deals),
    Measure("several_winners",
            _sum(lambda deal: len(deal.winners) > 1), _number_of_deals),
    Measure("dealer_stays", _sum(lambda deal: deal.stays), _number_of_deals),
    Measure("riichi", _sum(lambda deal: len(deal.riichi)), _number_of_deals, share=False,
            decimals=2),
    Measure("han", _sum(lambda deal: sum(_known_values(deal.han))),
            _sum(lambda deal: len(_known_values(deal.han))), share=False, decimals=2),
    Measure("fu", _sum(lambda deal: sum(_known_values(deal.fu))),
            _sum(lambda deal: len(_known_values(deal.fu))), share=False, decimals=1),
    Measure("points",
            _sum(lambda deal: sum(deal.paid)), _number_of_wins, share=False, decimals=0),
    Measure("limits",
            _sum(lambda deal: sum(limit is not None for limit in deal.limits)), _number_of_wins),
)  # fmt: skip


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
        return cls(value, tuple((upper - value * lower) / mean for upper, lower in pairs))

    def estimate(self) -> Estimate:
        """Return its value with its interval."""
        return Estimate(self.value, margin(self.residuals))

    def minus(self, other: Ratio) -> Estimate:
        """Return this ratio less another one of the same games, with the interval of the pairs."""
        pairs = zip(self.residuals, other.residuals, strict=True)
        return Estimate(self.value - other.value, margin([ours - theirs for ours, theirs in pairs]))


def mean(values: Sequence[float]) -> Estimate:
    """Return the average of a number for each game."""
    return Ratio.of(values, [1.0] * len(values)).estimate()


def margin(residuals: Sequence[float]) -> float | None:
    """Return half the width of the 95 % interval of an average, from the residuals of the games."""
    games = len(residuals)
    if games < 2:
        return None
    average = fsum(residuals) / games
    squares = fsum((residual - average) ** 2 for residual in residuals)
    return student_t(games - 1) * sqrt(squares / (games - 1) / games)


def student_t(freedom: int) -> float:
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


DistributionId = Literal["deals", "win", "score"]
DISTRIBUTIONS: tuple[DistributionId, ...] = get_args(DistributionId)


@dataclass(frozen=True, slots=True)
class Distribution:
    """Shares of a number in steps, under each ruleset.

    Attributes:
        id: `deals` in a game, points of a `win`, or the `score` of a player at the end.
        starts: where each step begins; it ends where the next one does, and the last has no end.
        shares: for each ruleset the share of each step, from 0 to 1.
    """

    id: DistributionId
    starts: tuple[int, ...]
    shares: tuple[tuple[float, ...], ...]


_STEPS: dict[DistributionId, tuple[int, ...]] = {
    "deals": tuple(range(4, 21)),
    "win": (0, 1_000, 2_000, 3_900, 5_200, 7_700, 12_000, 16_000, 24_000, 32_000),
    "score": tuple(range(-10_000, 80_000, 10_000)),
}


def _deals_of_game(game: GameRow) -> Iterator[float]:
    yield len(game.deals)


def _paid_for_each_win(game: GameRow) -> Iterator[float]:
    for deal in game.deals:
        yield from deal.paid


def _scores(game: GameRow) -> Iterator[float]:
    yield from game.scores


_NUMBERS: dict[DistributionId, Callable[[GameRow], Iterator[float]]] = {
    "deals": _deals_of_game,
    "win": _paid_for_each_win,
    "score": _scores,
}


def distributions(rows: Sequence[StudiedRow]) -> tuple[Distribution, ...]:
    """Return the distributions of a study, of one game at least."""
    rulesets = range(len(rows[0].games))
    return tuple(
        Distribution(
            name,
            _STEPS[name],
            tuple(_shares_of_steps(name, (row.games[index] for row in rows)) for index in rulesets),
        )
        for name in DISTRIBUTIONS
    )


def _shares_of_steps(name: DistributionId, games: Iterable[GameRow]) -> tuple[float, ...]:
    starts = _STEPS[name]
    counts = Counter(
        max(bisect_right(starts, number) - 1, 0)
        for game in games
        for number in _NUMBERS[name](game)
    )
    total = counts.total() or 1
    return tuple(counts[step] / total for step in range(len(starts)))


@dataclass(frozen=True, slots=True)
class MeasureLine:
    """A measure under each ruleset.

    Attributes:
        id: of the measure.
        values: one for each ruleset.
        differences: those of each further ruleset from the first, of pairs of games.
    """

    id: str
    values: tuple[Estimate, ...]
    differences: tuple[Estimate, ...]

    def as_json(self) -> dict[str, Any]:
        """Return it as data."""
        return {
            "measure": self.id,
            "values": [one.as_json() for one in self.values],
            "differences": [one.as_json() for one in self.differences],
        }


@dataclass(frozen=True, slots=True)
class Effect:
    """The effect of a switch on games.

    Attributes:
        deals: how many deals came out otherwise, a count.
        otherwise: their share of all deals.
        points: the points that go to others, in a deal.
        places: how many players have another place, in a game.
        result: the points that go to others in the results, in a game.
    """

    deals: int
    otherwise: Estimate
    points: Estimate
    places: Estimate
    result: Estimate

    @classmethod
    def of(cls, games: Sequence[GameEffect]) -> Effect:
        """Return the effect on many games from that on each."""
        deals = [float(game.deals) for game in games]
        changed = [float(game.otherwise) for game in games]
        return cls(
            sum(game.otherwise for game in games),
            Ratio.of(changed, deals).estimate(),
            Ratio.of([game.points for game in games], deals).estimate(),
            mean([float(game.places) for game in games]),
            mean([game.result for game in games]),
        )

    @property
    def is_seen(self) -> bool:
        """True if any deal, place or result came out otherwise."""
        return any((self.deals, self.places.value, self.result.value))

    def as_json(self, *, recorded: bool) -> dict[str, Any]:
        """Return it as data; nobody knows places and results of recorded games."""
        return {
            "deals_otherwise": self.deals,
            "share_of_deals": self.otherwise.as_json(),
            "points_a_deal": self.points.as_json(),
            "places_a_game": None if recorded else self.places.as_json(),
            "result_a_game": None if recorded else self.result.as_json(),
        }


# ---- the report ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class StudyReport:
    """The results of a study.

    Attributes:
        labels: the rulesets.
        games: how many games it has so far, of `planned`.
        seed: of the walls.
        players: four names.
        lines: the measures.
        against: the effect of each further ruleset, whole, held against the first.
        ranking: the effect of each option that was switched alone, the greatest first: by the
            points that go to others in the results, then by the share of deals.
        unseen: the options that games of bots cannot show, and why.
        failed: the games that a player ended by a fault; they are left out.
        left_out: of recorded games the deals that say nothing about each ruleset; empty for games
            that bots played. Recorded games have no players, seed, places and results here.
    """

    labels: tuple[str, ...]
    games: int
    planned: int
    seed: int
    players: tuple[str, ...]
    lines: tuple[MeasureLine, ...]
    against: tuple[Effect, ...]
    ranking: tuple[tuple[str, Effect], ...]
    unseen: tuple[tuple[str, Unseen], ...]
    failed: tuple[FailedGame, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return it as data (docs/contracts.md)."""
        recorded = bool(self.left_out)
        return {
            "rulesets": list(self.labels),
            "games": self.games,
            "planned": self.planned,
            "seed": None if recorded else self.seed,
            "players": [] if recorded else list(self.players),
            "measures": [line.as_json() for line in self.lines],
            "against": [effect.as_json(recorded=recorded) for effect in self.against],
            "ranking": [
                {"path": path, **effect.as_json(recorded=recorded)} for path, effect in self.ranking
            ],
            "unseen": [{"path": path, "why": why} for path, why in self.unseen],
            "failed": [failure.as_json() for failure in self.failed],
            "left_out": [asdict(left_out) for left_out in self.left_out],
        }


def study_report(
    plan: StudyPlan,
    rows: Iterable[StudiedRow],
    left_out: Sequence[LeftOut] = (),
    failed: Iterable[FailedGame] = (),
) -> StudyReport:
    """Return what the games of a study come to, in whatever order they were played.

    Args:
        plan: the study.
        rows: its games, one at least.
        left_out: of recorded games, what each ruleset leaves out.
        failed: the games that a player ended by a fault.
    """
    played = sorted(rows, key=lambda row: row.game)
    changes = plan.single_changes()
    return StudyReport(
        plan.labels,
        len(played),
        plan.games,
        plan.seed,
        plan.names,
        tuple(_measure_line(measure, played) for measure in MEASURES),
        tuple(
            Effect.of([row.against[index] for row in played])
            for index in range(len(plan.rulesets) - 1)
        ),
        _ranking(changes, played),
        tuple((change.path, change.unseen) for change in changes if change.unseen is not None),
        tuple(failed),
        tuple(left_out),
    )


def _measure_line(measure: Measure, played: Sequence[StudiedRow]) -> MeasureLine:
    rulesets = range(len(played[0].games))
    first, *others = (_ratio(measure, [row.games[index] for row in played]) for index in rulesets)
    return MeasureLine(
        measure.id,
        tuple(ratio.estimate() for ratio in (first, *others)),
        tuple(ratio.minus(first) for ratio in others),
    )


def _ratio(measure: Measure, games: Sequence[GameRow]) -> Ratio:
    return Ratio.of(
        [measure.above(game) for game in games], [measure.below(game) for game in games]
    )


def _ranking(
    changes: Sequence[SingleChange], played: Sequence[StudiedRow]
) -> tuple[tuple[str, Effect], ...]:
    paths = [change.path for change in changes if change.rules is not None]
    effects: Mapping[str, Effect] = {
        path: Effect.of([row.effects[path] for row in played]) for path in paths
    }
    return tuple(sorted(effects.items(), key=lambda item: _by_effect(item[1])))


def _by_effect(effect: Effect) -> tuple[float, ...]:
    """Return by what options are sorted; those of equal effect stay in reading order."""
    return (-effect.result.value, -effect.otherwise.value, -effect.points.value)
