"""Find options that contradict each other or have no effect: chapters in, conflicts out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from inspect import signature
from itertools import pairwise
from typing import Literal, get_args

from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, Chombo
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.dora import Dora, KongIndicators
from riichi_core.rules.chapters.draws import Abortive, Cause, Draws
from riichi_core.rules.chapters.end import MOST_ROUNDS, End, Extension, LeaderStops
from riichi_core.rules.chapters.fouls import ByDegree, Fouls
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limits
from riichi_core.rules.chapters.result import Result
from riichi_core.rules.chapters.riichi import OpenRiichi, RiichiRules
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import MoreWithCounters, Winning
from riichi_core.rules.chapters.yaku import LocalYaku, Yaku, YakumanWorth
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Chapter
from riichi_core.rules.yaku_grammar import count_range
from riichi_core.rules.yaku_vocabulary import ways_of

ConflictCode = Literal["contradiction", "too-many-ways", "no-effect", "unlikely"]

ERRORS = ("contradiction", "too-many-ways")
"""The codes of conflicts that make a ruleset invalid."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Options that do not go together.

    Attributes:
        code: one of ERRORS is an error; what has no effect, or can hardly be meant, a warning.
        paths: the options; the first is the one to point at by preference.
        message: what is wrong.
        expected: what would be right.
        left_out: whether leaving the option out is what would be right; a book states every one.
    """

    code: ConflictCode
    paths: tuple[str, ...]
    message: str
    expected: str = ""
    left_out: bool = False


Conflicts = Iterator[Conflict]

Checks = tuple[Callable[..., Conflicts], ...]
"""Functions that find conflicts in the chapters that their parameters name."""


MOST_WAYS_TOGETHER = 20_000
"""The most ways to meet all own yaku of a ruleset; each is looked at for every hand."""


def _limits_ascend(limits: Limits) -> Conflicts:
    rows = [(name, getattr(limits, name)) for name in ("mangan", "haneman", "baiman", "sanbaiman")]
    rows += [("counted_yakuman", row) for row in limits.counted_rows]
    for (lower, low), (higher, high) in pairwise(rows):
        if high.han <= low.han:
            yield Conflict(
                "contradiction",
                (f"limits.{higher}", f"limits.{lower}"),
                Message(
                    "{higher} begins at {more} han, {lower} at {less}",
                    higher=higher,
                    more=high.han,
                    lower=lower,
                    less=low.han,
                ),
                Message("limits whose han ascend"),
            )
        if high.base <= low.base:
            yield Conflict(
                "contradiction",
                (f"limits.{higher}", f"limits.{lower}"),
                Message(
                    "{higher} pays no more than {lower} ({base:,} against {other:,})",
                    higher=higher,
                    lower=lower,
                    base=high.base,
                    other=low.base,
                ),
                Message("limits whose base values ascend"),
            )
    counted = limits.counted_rows[:1]
    if counted and counted[0].base > limits.yakuman:
        yield Conflict(
            "contradiction",
            ("limits.counted_yakuman", "limits.yakuman"),
            Message(
                "a counted yakuman pays more than a true one ({base:,} against {yakuman:,})",
                base=counted[0].base,
                yakuman=limits.yakuman,
            ),
            Message("limits whose base values ascend"),
        )
    if limits.yakuman <= limits.sanbaiman.base:
        yield Conflict(
            "contradiction",
            ("limits.yakuman", "limits.sanbaiman"),
            Message(
                "a yakuman pays no more than a sanbaiman ({yakuman:,})", yakuman=limits.yakuman
            ),
            Message("limits whose base values ascend"),
        )


def _somebody_can_win(yaku: Yaku) -> Conflicts:
    if all(getattr(yaku, name) == "none" for name, _ in yaku.options()) and not yaku.local:
        yield Conflict(
            "contradiction", ("yaku.riichi",), Message("no yaku has a worth, so no hand can be won")
        )


def _riichi_extras(yaku: Yaku, dora: Dora) -> Conflicts:
    if yaku.riichi != "none":
        return
    for name in ("ippatsu", "double_riichi"):
        if getattr(yaku, name) != "none":
            yield Conflict(
                "no-effect",
                (f"yaku.{name}", "yaku.riichi"),
                Message("{name} goes on top of riichi, and riichi is not counted", name=name),
                f"{name}: none",
            )
    if dora.ura != "none":
        yield Conflict(
            "no-effect",
            ("dora.ura", "yaku.riichi"),
            Message("only riichi winners count ura dora, and riichi is not counted"),
            "dora.ura: none",
        )


def _open_riichi(riichi: RiichiRules, yaku: Yaku) -> Conflicts:
    has_worth = any(local.id == "open_riichi" for local in yaku.local)
    if isinstance(riichi.open, OpenRiichi) and not has_worth:
        yield Conflict(
            "unlikely",
            ("riichi.open",),
            Message("open riichi is worth no more than riichi: it has no worth as a yaku"),
            "yaku: open_riichi: {closed: 2}",
        )


def _kong_ura(dora: Dora) -> Conflicts:
    kongs = dora.kong_indicators
    if dora.ura == "none" and isinstance(kongs, KongIndicators) and kongs.ura == "counted":
        yield Conflict(
            "no-effect",
            ("dora.kong_indicators", "dora.ura"),
            Message("tiles under the kong indicators cannot count while there are no ura dora"),
            "kong_indicators with ura: not_counted",
        )


VARIANTS = {
    "thirteen_orphans_thirteen_waits": "thirteen_orphans",
    "nine_gates_nine_waits": "nine_gates",
    "four_concealed_pungs_pair_wait": "four_concealed_pungs",
}


def _variants(yaku: Yaku) -> Conflicts:
    for name, plain in VARIANTS.items():
        variant, base = getattr(yaku, name), getattr(yaku, plain)
        if variant == "none" or not isinstance(base, YakumanWorth):
            continue
        if not isinstance(variant, YakumanWorth) or variant.yakuman <= base.yakuman:
            yield Conflict(
                "no-effect",
                (f"yaku.{name}", f"yaku.{plain}"),
                Message("it is priced apart but worth no more than {plain}", plain=plain),
                Message("more than {yakuman} yakuman, or none", yakuman=base.yakuman),
            )


def _liability(liability: Liability, yaku: Yaku) -> Conflicts:
    if not liability.yaku:
        for name in ("earlier_sets", "self_draw", "discard", "covers"):
            yield Conflict(
                "no-effect",
                (f"liability.{name}",),
                Message("nobody is ever liable, so this never matters"),
                Message("liability.yaku with a yaku in it"),
                left_out=True,
            )
    for name in liability.yaku:
        if getattr(yaku, name) == "none":
            yield Conflict(
                "no-effect",
                ("liability.yaku", f"yaku.{name}"),
                Message("nobody can become liable for {name}, which is not counted", name=name),
            )


def _red_fives(tiles: Tiles, yaku: Yaku) -> Conflicts:
    reds = tiles.red_fives.m + tiles.red_fives.p + tiles.red_fives.s
    for local in yaku.local:
        needed = _red_fives_of(local)
        if local.worth != "none" and needed > reds:
            yield Conflict(
                "no-effect",
                (f"yaku.{local.id}", "tiles.red_fives"),
                Message(
                    "it needs {needed} red fives and there are {reds}", needed=needed, reds=reds
                ),
            )


def _red_fives_of(local: LocalYaku) -> int:
    definition = local.definition or known_yaku()[local.id]
    return 0 if definition.red_fives is None else count_range(definition.red_fives)[0]


def _ways(yaku: Yaku) -> Conflicts:
    ways = {own.id: ways_of(own.definition) for own in yaku.local if own.definition is not None}
    if (number := sum(ways.values())) > MOST_WAYS_TOGETHER:
        largest = max(ways, key=lambda name: ways[name])
        yield Conflict(
            "too-many-ways",
            (f"yaku.{largest}", *(f"yaku.{name}" for name in ways)),
            Message(
                "the own yaku can be met in {number:,} ways together, more than {most:,}: this one "
                "in {ways:,}",
                number=number,
                most=MOST_WAYS_TOGETHER,
                ways=ways[largest],
            ),
            Message("fewer yaku, or definitions with fewer letters and classes"),
        )


SCORING_CHECKS: Checks = (
    _limits_ascend,
    _somebody_can_win,
    _riichi_extras,
    _open_riichi,
    _kong_ura,
    _variants,
    _liability,
    _red_fives,
    _ways,
)
"""Each check of scoring."""


Chapters = Mapping[str, Chapter]


def conflicts(chapters: Chapters) -> Conflicts:
    """Yield every conflict among the chapters that are valid by themselves."""
    for check in CHECKS:
        needed = signature(check).parameters
        if needed.keys() <= chapters.keys():
            yield from check(*(chapters[name] for name in needed))


def _start_and_oka(setup: Setup, result: Result) -> Conflicts:
    start, back = setup.starting_points, result.return_points
    paths = ("setup.starting_points", "result.return_points", "result.oka")
    if start > back:
        yield Conflict(
            "contradiction",
            paths,
            Message(
                "players start with {start:,} points, more than the {back:,} that are subtracted",
                start=start,
                back=back,
            ),
            Message("a start of at most the points subtracted"),
        )
    elif start < back and result.oka == "none":
        yield Conflict(
            "contradiction",
            paths,
            Message(
                "players start {points:,} below the points subtracted and nobody gets the "
                "difference, so results do not sum to zero",
                points=back - start,
            ),
            Message("result.oka: first or shared_first, or equal points"),
        )
    elif start == back and result.oka != "none":
        yield Conflict(
            "no-effect",
            ("result.oka", "setup.starting_points", "result.return_points"),
            Message("there is no oka when players start with the points that are subtracted"),
            Message("oka: none, or fewer starting points"),
        )


def _oka_and_ties(result: Result) -> Conflicts:
    if result.oka == "shared_first" and result.ties == "earlier_seat":
        yield Conflict(
            "no-effect",
            ("result.oka", "result.ties"),
            Message("no two winners share the oka when seats break ties"),
            "oka: first",
        )


def _furiten(furiten: Furiten) -> Conflicts:
    if {"own_claim", "any_claim"} <= set(furiten.temporary_ends):
        yield Conflict(
            "no-effect",
            ("furiten.temporary_ends",),
            Message("any_claim has own_claim in it"),
            Message("one of the two"),
        )


def _swaps(claims: Claims, fouls: Fouls) -> Conflicts:
    if not claims.forbidden_swaps and fouls.swap_call != "free":
        yield Conflict(
            "no-effect",
            ("fouls.swap_call", "claims.forbidden_swaps"),
            Message("no swap call is forbidden, so none can be penalized"),
            "fouls.swap_call: free",
        )


def _minimum(winning: Winning) -> Conflicts:
    raised = winning.minimum_with_counters
    if isinstance(raised, MoreWithCounters) and raised.han <= winning.minimum_han:
        yield Conflict(
            "no-effect",
            ("winning.minimum_with_counters", "winning.minimum_han"),
            Message("the minimum is {minimum_han} han anyway", minimum_han=winning.minimum_han),
            Message(
                "minimum_with_counters: same, or more than {minimum_han} han",
                minimum_han=winning.minimum_han,
            ),
        )


def _counters(winning: Winning, dealer: Dealer, draws: Draws) -> Conflicts:
    counters_added = dealer.counter_added_on or (
        isinstance(draws.abortive, Abortive) and draws.abortive.counter == "added"
    )
    if not counters_added and winning.minimum_with_counters != "same":
        yield Conflict(
            "no-effect",
            ("winning.minimum_with_counters", "dealer.counter_added_on"),
            Message("counters are never added, so no minimum can depend on them"),
            "minimum_with_counters: same",
        )


def _extension(end: End, setup: Setup) -> Conflicts:
    if not isinstance(end.extension, Extension):
        return
    if end.extension.target <= setup.starting_points:
        yield Conflict(
            "no-effect",
            ("end.extension", "setup.starting_points"),
            Message(
                "somebody always has {target:,} points, the start or less",
                target=end.extension.target,
            ),
            Message(
                "a target above {starting_points:,}, or none", starting_points=setup.starting_points
            ),
        )
    if end.rounds + end.extension.rounds > MOST_ROUNDS:
        yield Conflict(
            "contradiction",
            ("end.extension", "end.rounds"),
            Message(
                "{rounds} rounds and {more} more are more than the four winds",
                rounds=end.rounds,
                more=end.extension.rounds,
            ),
            Message("at most four rounds in all"),
        )


def _leader(end: End, dealer: Dealer) -> Conflicts:
    if not isinstance(end.leader_stops, LeaderStops):
        return
    for cause in end.leader_stops.after:
        if cause not in dealer.stays_on:
            yield Conflict(
                "no-effect",
                ("end.leader_stops", "dealer.stays_on"),
                Message("East does not stay on {cause}, so the game ends then anyway", cause=cause),
            )


def _something_aborts(draws: Draws) -> Conflicts:
    abortive = draws.abortive
    nothing_aborts = isinstance(abortive, Abortive) and all(
        getattr(abortive, cause) == "play_on" for cause in get_args(Cause)
    )
    if nothing_aborts:
        yield Conflict(
            "contradiction",
            ("draws.abortive",),
            Message("nothing calls a deal off"),
            "abortive: none",
        )


def _riichi_draws(draws: Draws, fouls: Fouls) -> Conflicts:
    abortive = draws.abortive
    called_off = isinstance(abortive, Abortive) and abortive.four_riichi != "play_on"
    rules = {"noten_riichi": fouls.noten_riichi, "riichi_kong": fouls.riichi_kong}
    for name, rule in rules.items():
        if rule != "valid" and "four_riichi" in rule.found_at and not called_off:
            yield Conflict(
                "no-effect",
                (f"fouls.{name}", "draws.abortive"),
                Message("nothing is judged at four riichi, which do not end the deal"),
            )


def _signal(tournament: Tournament) -> Conflicts:
    before, minutes = tournament.signal_before_end, tournament.minutes
    if before == "not_regulated" or minutes == "not_regulated":
        return
    if before >= minutes:
        yield Conflict(
            "contradiction",
            ("tournament.signal_before_end", "tournament.minutes"),
            Message(
                "the signal comes {before} minutes before the end of a session of {minutes}",
                before=before,
                minutes=minutes,
            ),
            Message("a signal within the session"),
        )


def _fines(fouls: Fouls) -> Conflicts:
    if isinstance(fouls.obstruction, ByDegree):
        degrees = fouls.obstruction.by_degree
        if degrees.serious_from > degrees.serious_to:
            yield Conflict(
                "contradiction",
                ("fouls.obstruction",),
                Message(
                    "serious cases range from {serious_from:,} down to {serious_to:,}",
                    serious_from=degrees.serious_from,
                    serious_to=degrees.serious_to,
                ),
                Message("serious_from at most serious_to"),
            )


def _amounts(setup: Setup, riichi: RiichiRules, result: Result, chombo: Chombo) -> Conflicts:
    """Yield amounts that are hardly meant: points are written out, 20000 for twenty thousand."""
    amounts: dict[str, tuple[int, ...]] = {
        "setup.starting_points": (setup.starting_points,),
        "riichi.bet": (riichi.bet,),
        "result.return_points": (result.return_points,),
        "result.uma": result.uma if isinstance(result.uma, tuple) else result.uma.one,
    }
    for name in ("tournament", "casual"):
        price = getattr(chombo, name)
        if isinstance(price, AfterUma):
            amounts[f"chombo.{name}"] = (price.after_uma,)
        elif isinstance(price, AtTable):
            amounts[f"chombo.{name}"] = (price.at_table,)
    for path, points in amounts.items():
        if all(abs(p) < 500 for p in points) and any(points):
            yield Conflict(
                "unlikely",
                (path,),
                Message("{points} points are next to nothing", points=_listed(points)),
                Message(
                    "points in full, as {points}", points=_listed(tuple(1000 * p for p in points))
                ),
            )
        elif any(p % 100 for p in points):
            yield Conflict(
                "unlikely",
                (path,),
                Message("{points} are no round hundreds", points=_listed(points)),
            )


def _listed(points: tuple[int, ...]) -> str:
    return str(points[0]) if len(points) == 1 else f"[{', '.join(map(str, points))}]"


CHECKS: Checks = (
    *SCORING_CHECKS,
    _start_and_oka,
    _oka_and_ties,
    _furiten,
    _swaps,
    _minimum,
    _counters,
    _extension,
    _leader,
    _something_aborts,
    _riichi_draws,
    _signal,
    _fines,
    _amounts,
)
"""Each check across options, those of scoring first."""
