"""The rules of recorded games: the values that they show, exclude, and leave open."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, TypeAlias

from riichi.fitting.numbers import RESULT_OPTIONS, ResultFit, is_solved, result_fits
from riichi.fitting.space import (
    UNRECORDED,
    Change,
    OptionSpace,
    agreeing,
    is_sound,
    shipped_rulesets,
    value_text,
)
from riichi.games.infer.chances import Chances, chances
from riichi.games.infer.readoff import Material, Named, Stated, material_of
from riichi.games.infer.search import Contradicted, Evidence, Exclusions, Ranked, Search
from riichi_core.messages import Message
from riichi_core.rules.rules import Rules, options
from riichi_core.rules.ruleset import Ruleset

Status: TypeAlias = Literal["stated", "solved", "shown", "partly", "once", "open", "unrecorded"]
"""`stated` by records; `solved` from results; `shown`: enough games exclude all other values;
`partly`: they exclude some, or unexplained deals depend on the option; `once`: a single game
excludes some; `open`; or `unrecorded`: no record shows it."""

CERTAIN: tuple[Status, ...] = ("stated", "solved", "shown")

CHANCE_DEALS = 60
"""The maximum number of deals in which chances are counted."""

GROUP_GAMES = 5
"""The least number of games with other stated rules whose own rules are inferred."""

Excluded: TypeAlias = Mapping[str, tuple[Evidence, ...]]
"""Each excluded value with the first deals that exclude it."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One option, as far as games decide it.

    Attributes:
        path: the option.
        value: its value in the rules that explain most deals, as JSON.
        status: how certain that is.
        against: the values that enough games exclude.
        once: the values that only one game excludes.
        fitting: the other values that fit as well.
    """

    path: str
    value: str
    status: Status
    against: Excluded
    once: Excluded
    fitting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupApart:
    """Games that state other rules than most games do.

    Attributes:
        states: the stated values by option.
        sources: the names of the games.
        inferred: their own rules, if there are enough games.
    """

    states: Mapping[str, Any]
    sources: tuple[str, ...]
    inferred: Inferred | None


@dataclass(frozen=True, slots=True)
class Inferred:
    """The rules that explain most deals of some games.

    Attributes:
        games: the number of games.
        deals: the number of their deals.
        ranking: the shipped rulesets, starting with the nearest.
        nearest: the rulesets that the games fit equally well, and better than all others.
        bases: the one of them that was given or that records name; otherwise all of them.
        rules: the rules that explain most deals.
        changes: the changes of the base that the games require.
        findings: each option, in reading order.
        stated: the values that records state.
        fits: the values of the result options that explain most results, the chosen one first.
        odd_results: the number of results that are left out because no such values explain most.
        unexplained: the deals that contradict the rules.
        suspicions: changes that explain every unexplained deal of a game, with those games.
        chances: the number of chances for values that allow other acts.
        doubles: games that are a part or a copy of another one, with its name.
        other_rules: groups of games that state other rules.
        complete: whether all values were compared before the time was up.
    """

    games: int
    deals: int
    ranking: tuple[Ranked, ...]
    nearest: tuple[Ruleset, ...]
    bases: tuple[Ruleset, ...]
    rules: Rules
    changes: tuple[Change, ...]
    findings: tuple[Finding, ...]
    stated: Mapping[str, Stated]
    fits: tuple[ResultFit, ...]
    odd_results: int
    unexplained: Contradicted
    suspicions: Mapping[Change, tuple[str, ...]]
    chances: Mapping[Change, Chances]
    doubles: tuple[tuple[str, str], ...]
    other_rules: tuple[GroupApart, ...]
    complete: bool

    @property
    def explained(self) -> int:
        """The number of deals that fit the rules."""
        return self.deals - len(self.unexplained)

    def with_status(self, *statuses: Status) -> list[Finding]:
        """Return the findings with one of some statuses."""
        return [finding for finding in self.findings if finding.status in statuses]

    @property
    def base(self) -> Ruleset:
        """The first of the bases."""
        return self.bases[0]

    @property
    def different(self) -> list[Finding]:
        """The options with a value that none of the bases has."""
        return [
            finding
            for finding in self.findings
            if all(value_text(base.rules, finding.path) != finding.value for base in self.bases)
        ]


def infer(
    games: Sequence[Named] | Material,
    *,
    rulesets: Sequence[Ruleset] = (),
    graded: Ruleset | None = None,
    games_needed: int = 2,
    seconds: float | None = None,
    processes: int = 1,
    tell: Callable[[Message], object] = lambda _: None,
) -> Inferred:
    """Return the rules that explain most deals of some games, and how certain each value is.

    Args:
        games: the games, each with the name of its file. Copies are left out, and so are games
            that state other rules than most do. Or the material of score sheets.
        rulesets: the rulesets to compare; by default all shipped ones.
        graded: the ruleset to begin with; by default the nearest one.
        games_needed: how many games must support a change, or contradict a value.
        seconds: the time limit; None for no limit.
        processes: how many processes compare values with deals.
        tell: called with a message before each step.
    """
    known = tuple(rulesets) or shipped_rulesets()
    if graded is not None and graded.id not in {ruleset.id for ruleset in known}:
        known = (graded, *known)
    until = None if seconds is None else monotonic() + seconds
    material = games if isinstance(games, Material) else material_of(games, known[0].rules)
    doubles, others, stated = material.doubles, material.others, material.stated
    values = {path: found.value for path, found in stated.items()}
    results = material.results
    fits = result_fits(results, known[0].rules.changed(values), known)
    solves = is_solved(fits, games_needed)
    solved = dict(fits[0].values) if solves else {}
    recordings = material.deals(solves)  # otherwise chips or fines are in the results: no evidence
    space = OptionSpace(known)
    likely = material.likely(known[0].rules.changed(values | solved)) if solves else {}
    for path in likely:
        space.add(path, known[0].rules.changed(likely))
    search = Search(recordings, space, material.oracle, games_needed, tell, until, processes)
    tell(Message("comparing the games with {n} rulesets", n=len(known)))
    ranking = search.rank(known, values | solved, material.named)
    base = graded or next(ruleset for ruleset in known if ruleset.id == ranking[0].ids[0])
    fits = sorted(fits, key=lambda fit: -agreeing(base.rules, fit.values))
    solved = dict(fits[0].values) if solves else {}
    given = base.rules.changed(values | solved)
    for path in values | solved:
        space.add(path, given)
    rules, changes, unexplained = search.climb(given)
    exclusions = search.exclude(rules, unexplained)
    near = _exclude_near(search, rules, unexplained, exclusions, {*values, *solved})
    suspicions, unsettled = search.suspicions(rules, unexplained)
    fitting = [deal for deal in recordings if deal not in unexplained]
    sample = fitting[:: max(1, len(fitting) // CHANCE_DEALS)][:CHANCE_DEALS]
    complete = exclusions.complete and near.complete
    counted = chances(sample, rules, exclusions.left, space) if complete else {}
    apart = []
    for states, of_group in others:
        own = None
        if len(of_group) >= GROUP_GAMES:
            left = None if until is None else max(0.0, until - monotonic())
            own = infer(
                of_group, rulesets=known, graded=graded, games_needed=games_needed, seconds=left,
                processes=processes, tell=tell,
            )  # fmt: skip
        apart.append(GroupApart(dict(states), tuple(name for name, _ in of_group), own))
    before, strict = rules, tuple[Change, ...]()
    if graded is None:
        rules, strict = _stricter(search, rules, unexplained, counted)
        counted = _after(counted, strict, before)
    findings = tuple(
        _findings(search, rules, before, stated, fits, (exclusions, near), unsettled=unsettled,
                  solves=solves)
    )  # fmt: skip
    decided = {*values, *(change.option for change in strict)}
    nearest = (graded,) if graded else _nearest(known, ranking, findings, decided, solved)
    bases = tuple(ruleset for ruleset in nearest if ruleset.id == material.named) or nearest
    return Inferred(
        material.games,
        len(recordings),
        tuple(ranking),
        nearest,
        bases,
        rules,
        changes,
        findings,
        stated,
        tuple(fits),
        0 if solves else len(results) - (len(fits[0].explained) if fits else 0),
        unexplained,
        suspicions,
        counted,
        tuple(doubles),
        tuple(apart),
        complete,
    )  # fmt: skip


def _stricter(
    search: Search, rules: Rules, unexplained: Contradicted, counted: Mapping[Change, Chances]
) -> tuple[Rules, tuple[Change, ...]]:
    """Return rules with the values that forbid more, where games do not exclude either value.

    Players had chances for an act that only the other value allows, and nobody did it.
    """
    given, best = rules, dict[str, Change]()
    for change, chance in sorted(counted.items(), key=lambda item: -item[1].less_allowed):
        if chance.less_allowed >= search.games_needed and not chance.more_allowed:
            best.setdefault(change.option, change)
    taken: list[Change] = []
    for change in best.values():
        after = search.space.changed(rules, [change])
        if is_sound(after, rules):
            rules = after
            taken.append(change)
    if taken and not set(search.contradicted(rules)) <= set(unexplained):
        return given, ()
    return rules, tuple(taken)


def _after(
    counted: Mapping[Change, Chances], taken: Sequence[Change], before: Rules
) -> Mapping[Change, Chances]:
    """Return the chances of the values that a stricter one replaced, next to all others."""
    options_changed = {change.option for change in taken}
    kept = {change: one for change, one in counted.items() if change.option not in options_changed}
    for change in taken:
        one = counted[change]
        kept[Change(change.path, value_text(before, change.path))] = Chances(
            one.less_allowed, one.more_allowed
        )
    return kept


def _nearest(
    known: Sequence[Ruleset],
    ranking: Sequence[Ranked],
    findings: Sequence[Finding],
    decided: Collection[str],
    solved: Collection[str],
) -> tuple[Ruleset, ...]:
    """Return the rulesets that equally few deals contradict, with the fewest refuted values.

    Records state the options in `decided`, or unused chances decide them; results show `solved`.
    """
    first = ranking[0]
    best = [row for row in ranking if (row.against, row.deals) == (first.against, first.deals)]
    of = {ruleset.id: ruleset for ruleset in known}
    alike = [of[name] for row in best for name in row.ids]

    def refuted(ruleset: Ruleset) -> int:
        return sum(
            text in finding.against
            or text in finding.once
            or (text != finding.value and finding.path in decided)
            or (text not in (finding.value, *finding.fitting) and finding.path in solved)
            for finding in findings
            for text in (value_text(ruleset.rules, finding.path),)
        )

    fewest = min(map(refuted, alike))
    return tuple(ruleset for ruleset in alike if refuted(ruleset) == fewest)


def _exclude_near(
    search: Search, rules: Rules, unexplained: Contradicted, exclusions: Exclusions, given: set[str]
) -> Exclusions:
    """Compare values that no ruleset has with the games, where these exclude all others.

    Games that exclude every known value but one do not prove that value: a house can have its own.
    """
    enough = {
        change.path
        for change, deals in exclusions.evidence.items()
        if len(deals) >= search.games_needed
    }
    fitting = {change.path for change in exclusions.left}
    shown = sorted(path for path in enough - fitting - given if "/" not in path)
    return search.exclude(rules, unexplained, list(search.space.near_changes(rules, shown)))


def _findings(
    search: Search,
    rules: Rules,
    before: Rules,
    stated: Mapping[str, Stated],
    fits: Sequence[ResultFit],
    exclusions: Sequence[Exclusions],
    *,
    unsettled: frozenset[str],
    solves: bool,
) -> Iterator[Finding]:
    """Yield each option in reading order, with the evidence for its value in the rules.

    The other values were compared with those of the rules before stricter values were taken.
    """
    evidence: dict[str, dict[str, tuple[Evidence, ...]]] = defaultdict(dict)
    left: dict[str, list[str]] = defaultdict(list)
    for excluded in exclusions:
        for change, deals in excluded.evidence.items():
            evidence[change.option][change.value_of_part] = deals
        for change in (*excluded.left, *excluded.not_alone, *excluded.failed):
            # A value that was not compared is not excluded.
            left[change.option].append(change.value_of_part)
    complete, needed = all(one.complete for one in exclusions), search.games_needed
    order = {path: number for number, path in enumerate(options())}
    for path in sorted(search.space.paths, key=lambda path: order.get(path, len(order))):
        value, compared = value_text(rules, path), value_text(before, path)
        against: dict[str, tuple[Evidence, ...]] = {}
        once: dict[str, tuple[Evidence, ...]] = {}
        for other, deals in evidence[path].items():
            (against if len(deals) >= needed else once)[other] = deals
        fitting = tuple(text for text in (compared, *left[path], *once) if text != value)
        status: Status = "open"
        if path in UNRECORDED:
            status = "unrecorded"
        elif path in stated:
            status = "stated" if stated[path].games >= needed else "once"
        elif path in RESULT_OPTIONS and fits:
            solutions = dict.fromkeys(json.dumps(fit.values[path]) for fit in fits)
            fitting = tuple(text for text in solutions if text != value)
            # Another value can fit together with other values for uma, oka and rounding.
            against = {text: deals for text, deals in against.items() if text not in fitting}
            once = {text: deals for text, deals in once.items() if text not in fitting}
            status = "solved" if solves and not fitting else "partly"
        elif against:
            shown = complete and not fitting and path not in unsettled
            status = "shown" if shown else "partly"
        elif once:
            status = "once"
        yield Finding(path, value, status, against, once, fitting)
