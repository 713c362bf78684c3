"""Options that contradict each other, or have no effect beside each other."""

from __future__ import annotations

from collections.abc import Mapping

from riichi_core.messages import Message
from riichi_core.rules.chapters.chombo import AfterUma, AtTable, Chombo
from riichi_core.rules.chapters.claims import Claims
from riichi_core.rules.chapters.consequence import ByDegree
from riichi_core.rules.chapters.dealer import Dealer
from riichi_core.rules.chapters.draws import Abortive, Draws
from riichi_core.rules.chapters.end import MOST_ROUNDS, End, Extension, LeaderStops
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.chapters.furiten import Furiten
from riichi_core.rules.chapters.result import Result
from riichi_core.rules.chapters.riichi import RiichiRules
from riichi_core.rules.chapters.setup import Setup
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.chapters.winning import MoreWithCounters, Winning
from riichi_core.rules.clash import Checks, Clash, Clashes
from riichi_core.rules.options import Chapter
from riichi_core.rules.scoring_checks import SCORING_CHECKS

Chapters = Mapping[str, Chapter]


def clashes(chapters: Chapters) -> Clashes:
    """Yield every clash among the chapters that are valid by themselves."""
    for check, needs in CHECKS:
        if all(name in chapters for name in needs):
            yield from check(*(chapters[name] for name in needs))


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


CHECKS: Checks = (
    *SCORING_CHECKS,
    (_start_and_oka, ("setup", "result")),
    (_oka_and_ties, ("result",)),
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
