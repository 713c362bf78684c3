"""Options that contradict each other, or have no effect beside each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, Chombo
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.consequence import ByDegree
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.dora import Dora, KongIndicators
from riichi_core.rules.chapters.draws import Abortive, Draws
from riichi_core.rules.chapters.end import MOST_ROUNDS, End, Extension, LeaderStops
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.liability import Liability
from riichi_core.rules.chapters.limits import Limit, Limits
from riichi_core.rules.chapters.result import Result
from riichi_core.rules.chapters.riichi import RiichiRules
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import MoreWithCounters, Winning
from riichi_core.rules.chapters.yaku import HanWorth, LimitWorth, LocalYaku, Yaku, YakumanWorth
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.grammar import count_range
from riichi_core.rules.options import Chapter
from riichi_core.rules.vocabulary import ways_of

Code = Literal["contradiction", "too-many-ways", "no-effect", "unlikely"]

ERRORS = ("contradiction", "too-many-ways")
"""The codes of what makes a ruleset invalid."""

MOST_WAYS = 20_000
"""In how many ways all own yaku of a ruleset can be met; each is looked at for every hand."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Options that do not go together.

    Attributes:
        code: one of ERRORS is an error; what has no effect, or can hardly be meant, a warning.
        paths: the options; the first is the one to point at by preference.
        message: what is wrong.
        expected: what would be right.
        left_out: whether leaving the option out is what would be right; a book states every one.
    """

    code: Code
    paths: tuple[str, ...]
    message: str
    expected: str = ""
    left_out: bool = False


Clashes = Iterator[Clash]
Chapters = Mapping[str, Chapter]


def clashes(chapters: Chapters) -> Clashes:
    """Yield every clash among the chapters that are valid by themselves."""
    for check, needs in CHECKS:
        if all(name in chapters for name in needs):
            yield from check(*(chapters[name] for name in needs))


def _limits_ascend(limits: Limits) -> Clashes:
    rows = [(name, getattr(limits, name)) for name in ("mangan", "haneman", "baiman", "sanbaiman")]
    if isinstance(limits.counted_yakuman, Limit):
        rows.append(("counted_yakuman", limits.counted_yakuman))
    for (lower, low), (higher, high) in pairwise(rows):
        if high.han <= low.han:
            yield Clash(
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
            yield Clash(
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
    if isinstance(limits.counted_yakuman, Limit) and limits.counted_yakuman.base > limits.yakuman:
        yield Clash(
            "contradiction",
            ("limits.counted_yakuman", "limits.yakuman"),
            Message(
                "a counted yakuman pays more than a true one ({base:,} against {yakuman:,})",
                base=limits.counted_yakuman.base,
                yakuman=limits.yakuman,
            ),
            Message("limits whose base values ascend"),
        )
    if limits.yakuman <= limits.sanbaiman.base:
        yield Clash(
            "contradiction",
            ("limits.yakuman", "limits.sanbaiman"),
            Message(
                "a yakuman pays no more than a sanbaiman ({yakuman:,})", yakuman=limits.yakuman
            ),
            Message("limits whose base values ascend"),
        )


def _start_and_oka(setup: Setup, result: Result) -> Clashes:
    start, back = setup.starting_points, result.return_points
    paths = ("setup.starting_points", "result.return_points", "result.oka")
    if start > back:
        yield Clash(
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
        yield Clash(
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
        yield Clash(
            "no-effect",
            ("result.oka", "setup.starting_points", "result.return_points"),
            Message("there is no oka when players start with the points that are subtracted"),
            Message("oka: none, or fewer starting points"),
        )


def _oka_and_ties(result: Result) -> Clashes:
    if result.oka == "shared_first" and result.ties == "earlier_seat":
        yield Clash(
            "no-effect",
            ("result.oka", "result.ties"),
            Message("no two winners share the oka when seats break ties"),
            "oka: first",
        )


def _somebody_can_win(yaku: Yaku) -> Clashes:
    if all(worth == "none" for worth in _worths(yaku).values()) and not yaku.local:
        yield Clash(
            "contradiction", ("yaku.riichi",), Message("no yaku has a worth, so no hand can be won")
        )


def _worths(yaku: Yaku) -> dict[str, HanWorth | LimitWorth | YakumanWorth | str]:
    return {name: getattr(yaku, name) for name, _ in yaku.options()}


def _riichi_extras(yaku: Yaku, dora: Dora) -> Clashes:
    if yaku.riichi != "none":
        return
    for name in ("ippatsu", "double_riichi"):
        if getattr(yaku, name) != "none":
            yield Clash(
                "no-effect",
                (f"yaku.{name}", "yaku.riichi"),
                Message("{name} goes on top of riichi, and riichi is not counted", name=name),
                f"{name}: none",
            )
    if dora.ura != "none":
        yield Clash(
            "no-effect",
            ("dora.ura", "yaku.riichi"),
            Message("only riichi winners count ura dora, and riichi is not counted"),
            "dora.ura: none",
        )


def _kong_ura(dora: Dora) -> Clashes:
    kongs = dora.kong_indicators
    if dora.ura == "none" and isinstance(kongs, KongIndicators) and kongs.ura == "counted":
        yield Clash(
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


def _variants(yaku: Yaku) -> Clashes:
    for name, plain in VARIANTS.items():
        variant, base = getattr(yaku, name), getattr(yaku, plain)
        if variant == "none" or not isinstance(base, YakumanWorth):
            continue
        if not isinstance(variant, YakumanWorth) or variant.yakuman <= base.yakuman:
            yield Clash(
                "no-effect",
                (f"yaku.{name}", f"yaku.{plain}"),
                Message("it is priced apart but worth no more than {plain}", plain=plain),
                Message("more than {yakuman} yakuman, or none", yakuman=base.yakuman),
            )


def _liability(liability: Liability, yaku: Yaku) -> Clashes:
    if not liability.yaku:
        for name in ("earlier_sets", "self_draw", "discard", "covers"):
            yield Clash(
                "no-effect",
                (f"liability.{name}",),
                Message("nobody is ever liable, so this never matters"),
                Message("liability.yaku with a yaku in it"),
                left_out=True,
            )
    for name in liability.yaku:
        if getattr(yaku, name) == "none":
            yield Clash(
                "no-effect",
                ("liability.yaku", f"yaku.{name}"),
                Message("nobody can become liable for {name}, which is not counted", name=name),
            )


def _red_fives(tiles: Tiles, yaku: Yaku) -> Clashes:
    reds = tiles.red_fives.m + tiles.red_fives.p + tiles.red_fives.s
    for local in yaku.local:
        needed = _red_fives_of(local)
        if local.worth != "none" and needed > reds:
            yield Clash(
                "no-effect",
                (f"yaku.{local.id}", "tiles.red_fives"),
                Message(
                    "it needs {needed} red fives and there are {reds}", needed=needed, reds=reds
                ),
            )


def _red_fives_of(local: LocalYaku) -> int:
    definition = local.definition or known_yaku()[local.id]
    return 0 if definition.red_fives is None else count_range(definition.red_fives)[0]


def _ways(yaku: Yaku) -> Clashes:
    own = {one.id: ways_of(one.definition) for one in yaku.local if one.definition is not None}
    if (number := sum(own.values())) > MOST_WAYS:
        largest = max(own, key=lambda name: own[name])
        yield Clash(
            "too-many-ways",
            (f"yaku.{largest}", *(f"yaku.{name}" for name in own)),
            Message(
                "the own yaku can be met in {number:,} ways together, more than {most:,}: this one "
                "in {ways:,}",
                number=number,
                most=MOST_WAYS,
                ways=own[largest],
            ),
            Message("fewer yaku, or definitions with fewer letters and classes"),
        )


def _furiten(furiten: Furiten) -> Clashes:
    if {"own_claim", "any_claim"} <= set(furiten.temporary_ends):
        yield Clash(
            "no-effect",
            ("furiten.temporary_ends",),
            Message("any_claim has own_claim in it"),
            Message("one of the two"),
        )


def _swaps(claims: Claims, fouls: Fouls) -> Clashes:
    if not claims.forbidden_swaps and fouls.swap_call != "free":
        yield Clash(
            "no-effect",
            ("fouls.swap_call", "claims.forbidden_swaps"),
            Message("no swap call is forbidden, so none can be penalized"),
            "fouls.swap_call: free",
        )


def _minimum(winning: Winning) -> Clashes:
    more = winning.minimum_with_counters
    if isinstance(more, MoreWithCounters) and more.han <= winning.minimum_han:
        yield Clash(
            "no-effect",
            ("winning.minimum_with_counters", "winning.minimum_han"),
            Message("the minimum is {minimum_han} han anyway", minimum_han=winning.minimum_han),
            Message(
                "minimum_with_counters: same, or more than {minimum_han} han",
                minimum_han=winning.minimum_han,
            ),
        )


def _counters(winning: Winning, dealer: Dealer, draws: Draws) -> Clashes:
    added = dealer.counter_added_on or (
        isinstance(draws.abortive, Abortive) and draws.abortive.counter == "added"
    )
    if not added and winning.minimum_with_counters != "same":
        yield Clash(
            "no-effect",
            ("winning.minimum_with_counters", "dealer.counter_added_on"),
            Message("counters are never added, so no minimum can depend on them"),
            "minimum_with_counters: same",
        )


def _extension(end: End, setup: Setup) -> Clashes:
    if not isinstance(end.extension, Extension):
        return
    if end.extension.target <= setup.starting_points:
        yield Clash(
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
        yield Clash(
            "contradiction",
            ("end.extension", "end.rounds"),
            Message(
                "{rounds} rounds and {more} more are more than the four winds",
                rounds=end.rounds,
                more=end.extension.rounds,
            ),
            Message("at most four rounds in all"),
        )


def _leader(end: End, dealer: Dealer) -> Clashes:
    if not isinstance(end.leader_stops, LeaderStops):
        return
    for cause in end.leader_stops.after:
        if cause not in dealer.stays_on:
            yield Clash(
                "no-effect",
                ("end.leader_stops", "dealer.stays_on"),
                Message("East does not stay on {cause}, so the game ends then anyway", cause=cause),
            )


def _something_aborts(draws: Draws) -> Clashes:
    abortive = draws.abortive
    kinds = ("nine_kinds", "four_winds", "four_riichi", "four_kongs")
    if isinstance(abortive, Abortive) and all(getattr(abortive, k) == "play_on" for k in kinds):
        yield Clash(
            "contradiction",
            ("draws.abortive",),
            Message("nothing calls a deal off"),
            "abortive: none",
        )


def _riichi_draws(draws: Draws, fouls: Fouls) -> Clashes:
    abortive = draws.abortive
    called_off = isinstance(abortive, Abortive) and abortive.four_riichi != "play_on"
    judged = {"noten_riichi": fouls.noten_riichi, "riichi_kong": fouls.riichi_kong}
    for name, how in judged.items():
        if how != "valid" and "four_riichi" in how.found_at and not called_off:
            yield Clash(
                "no-effect",
                (f"fouls.{name}", "draws.abortive"),
                Message("nothing is judged at four riichi, which do not end the deal"),
            )


def _signal(tournament: Tournament) -> Clashes:
    before, minutes = tournament.signal_before_end, tournament.minutes
    if before == "not_regulated" or minutes == "not_regulated":
        return
    if before >= minutes:
        yield Clash(
            "contradiction",
            ("tournament.signal_before_end", "tournament.minutes"),
            Message(
                "the signal comes {before} minutes before the end of a session of {minutes}",
                before=before,
                minutes=minutes,
            ),
            Message("a signal within the session"),
        )


def _fines(fouls: Fouls) -> Clashes:
    if isinstance(fouls.obstruction, ByDegree):
        degrees = fouls.obstruction.by_degree
        if degrees.serious_from > degrees.serious_to:
            yield Clash(
                "contradiction",
                ("fouls.obstruction",),
                Message(
                    "serious cases range from {serious_from:,} down to {serious_to:,}",
                    serious_from=degrees.serious_from,
                    serious_to=degrees.serious_to,
                ),
                Message("serious_from at most serious_to"),
            )


def _amounts(setup: Setup, riichi: RiichiRules, result: Result, chombo: Chombo) -> Clashes:
    """Yield points that are hardly meant: they are written out, 20000 for twenty thousand."""
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
            yield Clash(
                "unlikely",
                (path,),
                Message("{points} points are next to nothing", points=_listed(points)),
                Message(
                    "points in full, as {points}", points=_listed(tuple(1000 * p for p in points))
                ),
            )
        elif any(p % 100 for p in points):
            yield Clash(
                "unlikely",
                (path,),
                Message("{points} are no round hundreds", points=_listed(points)),
            )


def _listed(points: tuple[int, ...]) -> str:
    return str(points[0]) if len(points) == 1 else f"[{', '.join(map(str, points))}]"


CHECKS: tuple[tuple[Callable[..., Clashes], tuple[str, ...]], ...] = (
    (_limits_ascend, ("limits",)),
    (_start_and_oka, ("setup", "result")),
    (_oka_and_ties, ("result",)),
    (_somebody_can_win, ("yaku",)),
    (_riichi_extras, ("yaku", "dora")),
    (_kong_ura, ("dora",)),
    (_variants, ("yaku",)),
    (_liability, ("liability", "yaku")),
    (_red_fives, ("tiles", "yaku")),
    (_ways, ("yaku",)),
    (_furiten, ("furiten",)),
    (_swaps, ("claims", "fouls")),
    (_minimum, ("winning",)),
    (_counters, ("winning", "dealer", "draws")),
    (_extension, ("end", "setup")),
    (_leader, ("end", "dealer")),
    (_something_aborts, ("draws",)),
    (_riichi_draws, ("draws", "fouls")),
    (_signal, ("tournament",)),
    (_fines, ("fouls",)),
    (_amounts, ("setup", "riichi", "result", "chombo")),
)
"""Each check with the chapters it reads."""
