"""Search for the rules of games: rank rulesets, change the nearest one, exclude values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

from riichi.fitting.space import Change, OptionSpace, agreeing, is_sound, value_text
from riichi.games.infer.groups import GroupSearch, groups_of
from riichi.games.infer.oracle import Deal, DealOracle, Objection, Objections
from riichi.processes.forked import forked_map
from riichi_core.messages import Message
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom

Contradicted: TypeAlias = dict[Deal, Objections]

Climbed: TypeAlias = tuple[Rules, tuple[Change, ...], Contradicted]
"""Rules, the changes that led to them, and the deals that contradict them."""

FIRST_STEP, MOST_RANKED = 5, 140
"""The number of deals with which each ruleset is compared at first, and the last ones at most."""

FIRST_PART, SAMPLE, PROBE, MOST_CHANGES = 400, 12, 120, 40
"""The number of deals with which a climb begins, of contradicting deals that each step examines, of
other deals on which it tries a change, and the maximum number of changes."""


TOLD_EVERY = 50
"""The number of deals compared between two messages."""


class Ranked(NamedTuple):
    """Shipped rulesets with the same play, and the number of deals that contradict them."""

    ids: tuple[str, ...]
    against: int
    deals: int


class Evidence(NamedTuple):
    """A deal that contradicts a value, and the fact that does."""

    deal: Deal
    objection: Objection


@dataclass(frozen=True, slots=True)
class Exclusions:
    """The values that games contradict, and those that they do not.

    Attributes:
        evidence: for each change a deal of each of the first games that contradict it.
        left: the changes that no game contradicts.
        not_alone: the changes that contradict other options, so that no game can exclude them.
        failed: the changes under which the engine failed: no evidence.
        complete: True if all deals were compared before the time was up.
    """

    evidence: Mapping[Change, tuple[Evidence, ...]]
    left: tuple[Change, ...]
    not_alone: tuple[Change, ...]
    failed: tuple[Change, ...]
    complete: bool


class _Compared(NamedTuple):
    """Changes compared with a share of the deals.

    Attributes:
        evidence: each contradicted change, with the index of the deal and its objection.
        failed: the changes under which the engine failed.
        deals: the number of deals compared.
    """

    evidence: list[tuple[Change, int, Objection]]
    failed: set[Change]
    deals: int


@dataclass(slots=True)
class Search:
    """A search among the deals of some games.

    Attributes:
        recordings: the deals.
        space: the known values.
        oracle: compares deals with rules.
        games_needed: the number of games that must support a change, or contradict a value.
        tell: called with a message before each step.
        until: the time, by the monotonic clock, at which the search stops; None for no limit.
        processes: the number of processes that compare values with deals.
    """

    recordings: Sequence[Deal]
    space: OptionSpace
    oracle: DealOracle
    games_needed: int = 2
    tell: Callable[[Message], object] = lambda _: None
    until: float | None = None
    processes: int = 1
    _groups: GroupSearch = field(init=False)

    def __post_init__(self) -> None:
        self._groups = GroupSearch(self.oracle, self.space)

    @property
    def time_is_up(self) -> bool:
        """True if the search must stop."""
        return self.until is not None and monotonic() >= self.until

    def contradicted(self, rules: Rules, among: Iterable[Deal] | None = None) -> Contradicted:
        """Return the deals that contradict some rules."""
        deals = self.recordings if among is None else among
        return {deal: found for deal in deals if (found := self.oracle.objections(deal, rules))}

    def rank(
        self, rulesets: Sequence[Ruleset], given: Mapping[str, Any], named: str = ""
    ) -> list[Ranked]:
        """Return rulesets by the share of deals that contradict them, starting with the lowest.

        A ruleset that falls behind is not compared with further deals.

        Args:
            rulesets: the rulesets.
            given: values that records state or results show. They replace those of each ruleset,
                because a difference in them would hide all others.
            named: the id of the ruleset that records name, the first one among equals.
        """
        alike: dict[str, tuple[list[str], Rules]] = {}
        for ruleset in rulesets:
            rules = ruleset.rules.changed(given)
            key = repr([value_text(rules, path) for path in self.space.paths])
            alike.setdefault(key, ([], rules))[0].append(ruleset.id)
        order = SeededRandom(1).shuffled(self.recordings)
        against: Counter[str] = Counter()
        asked: Counter[str] = Counter()
        alive, begin, step = list(alike), 0, FIRST_STEP
        while alive and begin < min(len(order), MOST_RANKED):
            for key in alive:
                rules = alike[key][1]
                for deal in order[begin : begin + step]:
                    found = self.oracle.objections(deal, rules)
                    against[key] += any(objection.kind != "results" for objection in found)
                    asked[key] += 1
            fewest = min(against[key] for key in alive)
            alive = [key for key in alive if against[key] <= 2 * fewest + 2]
            begin, step = begin + step, step * 2
            if self.time_is_up:
                break
        shared = {
            key: max(agreeing(ruleset.rules, given) for ruleset in rulesets if ruleset.id in ids)
            for key, (ids, _) in alike.items()
        }
        ranked = sorted(
            alike,
            key=lambda key: (
                -asked[key], against[key], -shared[key], named not in alike[key][0], alike[key][0]
            ),
        )  # fmt: skip
        return [Ranked(tuple(alike[key][0]), against[key], asked[key]) for key in ranked]

    # ---- climbing ----

    def climb(self, rules: Rules) -> Climbed:
        """Change rules as long as a change explains the deals of enough games.

        If deals stay unexplained, the house may have a value that no ruleset has, and the changes
        may only be parts of it. The search then begins again, with values near those of the rules.

        Returns:
            The rules, the changes, and the deals that still contradict them.
        """
        found = self._climb(rules, near=False)
        if self._games(found[2]) >= self.games_needed:
            nearer = replace(self, space=self.space.copy())
            found = min(found, nearer._climb(rules, near=True), key=lambda one: _weight(one[2]))
        return found

    def _climb(self, rules: Rules, *, near: bool) -> Climbed:
        self.oracle.rebase(rules)
        order = SeededRandom(1).shuffled(self.recordings)
        part = order[:FIRST_PART]
        bad = self.contradicted(rules, part)
        taken: list[Change] = []
        while len(taken) < MOST_CHANGES and not self.time_is_up:
            self.tell(
                Message("{n:,} of {deals:,} hands contradict the rules so far",
                        n=len(bad), deals=len(part))
            )  # fmt: skip
            few = self._games(bad) < self.games_needed
            steps = [] if few else self._steps(rules, bad, part, near=near)
            progress = False
            for change in steps:
                after = self.space.changed(rules, [change])
                self.oracle.rebase(after)
                bad_after = self.contradicted(after, part)
                if _weight(bad_after) < _weight(bad):
                    rules, bad, progress = after, bad_after, True
                    taken.append(change)
            self.oracle.rebase(rules)
            if progress:
                continue
            if len(part) == len(order):
                break
            part = order
            bad = self.contradicted(rules, part)
        if len(part) < len(order):
            bad = self.contradicted(rules)
        return rules, tuple(taken), bad

    def _games(self, deals: Iterable[Deal]) -> int:
        return len({deal.source for deal in deals})

    def _steps(
        self, rules: Rules, bad: Contradicted, part: Sequence[Deal], *, near: bool
    ) -> list[Change]:
        """Return changes of different options that explain deals of enough games, best first."""
        nearest = self.space.near_changes(rules, self.space.paths) if near else ()
        groups = groups_of((*self.space.changes(rules), *nearest))
        score: Counter[Change] = Counter()
        for deal in _sample(bad):
            for change, after in self._groups.changed_objections(
                deal, rules, groups, bad[deal]
            ).items():
                if all(objection.kind != "engine" for objection in after):
                    score[change] += 10 if not after else 3 if len(after) < len(bad[deal]) else 0
        right = SeededRandom(len(bad)).shuffled(deal for deal in part if deal not in bad)
        probe, scale = right[:PROBE], max(1.0, len(right) / PROBE)
        best: dict[str, tuple[float, Change]] = {}
        ordered = sorted(score, key=lambda c: (-score[c], "/" in c.path, -self._shipped(c), c))
        for change in [change for change in ordered if score[change] >= 3][:30]:
            gain = self._gain(change, rules, bad, probe, scale)
            known = best.get(change.option)
            if gain > 0 and (known is None or gain > known[0]):
                best[change.option] = (gain, change)
        ranked = sorted(best.values(), key=lambda step: (-step[0], step[1]))
        return [change for _, change in ranked[:4]]

    def _gain(
        self, change: Change, rules: Rules, bad: Contradicted, probe: Sequence[Deal], scale: float
    ) -> float:
        """Return the number of deals that a change newly explains; 0 if too few games agree."""
        after = self.space.changed(rules, [change])
        found = {deal: self.oracle.objections(deal, after) for deal in bad}
        better = [deal for deal, left in found.items() if len(left) < len(bad[deal])]
        worse = sum(len(left) > len(bad[deal]) for deal, left in found.items())
        if self._games(better) < self.games_needed:
            return 0
        broken = sum(bool(self.oracle.objections(deal, after)) for deal in probe)
        mended = sum(not left for left in found.values())
        return mended - scale * broken + 0.2 * (len(better) - mended - worse)

    def _shipped(self, change: Change) -> int:
        return 0 if "/" in change.path else self.space.shipped_with(change.path, change.value)

    # ---- excluding ----

    def exclude(
        self, rules: Rules, unexplained: Contradicted, changes: Iterable[Change] | None = None
    ) -> Exclusions:
        """Compare other values of options with the deals that fit some rules, one at a time.

        The values are those of `changes`, by default all that rulesets have. Deals that contradict
        the rules, the `unexplained` ones, are no evidence.
        """
        self.oracle.rebase(rules)
        asked = tuple(self.space.changes(rules) if changes is None else changes)
        left = [c for c in asked if is_sound(self.space.changed(rules, [c]), rules)]
        fitting = [n for n, deal in enumerate(self.recordings) if deal not in unexplained]
        fitting.sort(
            key=lambda n: self.recordings[n].index
        )  # each game in turn: two exclude a value
        evidence: dict[Change, dict[str, Evidence]] = defaultdict(dict)
        failed: set[Change] = set()
        compared = 0
        for part in self._in_shares(rules, left, fitting):
            compared += part.deals
            failed |= part.failed
            for change, index, objection in part.evidence:
                deal = self.recordings[index]
                evidence[change].setdefault(deal.source, Evidence(deal, objection))
        for change in failed & set(evidence):
            del evidence[change]
        return Exclusions(
            {change: tuple(games.values()) for change, games in evidence.items()},
            tuple(change for change in left if change not in evidence and change not in failed),
            tuple(change for change in asked if change not in {*left}),
            tuple(sorted(failed)),
            compared == len(fitting),
        )

    def _in_shares(
        self, rules: Rules, changes: Sequence[Change], indexes: Sequence[int]
    ) -> Iterator[_Compared]:
        """Compare changes with deals, in several processes if the search may use them."""
        sources = sorted({self.recordings[index].source for index in indexes})
        share_of = {source: place % self.processes for place, source in enumerate(sources)}
        shares: list[list[int]] = [[] for _ in range(self.processes)]
        for index in indexes:
            shares[share_of[self.recordings[index].source]].append(index)
        yield from forked_map(self.processes, partial(self.compare, rules, changes), shares)

    def compare(self, rules: Rules, changes: Sequence[Change], indexes: Sequence[int]) -> _Compared:
        """Compare changes with some deals, given by index, until enough games contradict each."""
        sources: dict[Change, set[str]] = defaultdict(set)
        evidence: list[tuple[Change, int, Objection]] = []
        failed: set[Change] = set()
        groups = groups_of(changes)
        compared = 0
        for index in indexes:
            if self.time_is_up:
                break
            if compared % TOLD_EVERY == 0:
                self.tell(
                    Message("comparing other values with hand {n:,} of {deals:,}",
                            n=compared + 1, deals=len(indexes))
                )  # fmt: skip
            deal = self.recordings[index]
            decided = False
            for change, found in self._groups.changed_objections(deal, rules, groups, ()).items():
                if any(objection.kind == "engine" for objection in found):
                    failed.add(change)
                    decided = True
                elif deal.source not in sources[change]:
                    sources[change].add(deal.source)
                    evidence.append((change, index, found[0]))
                    decided |= len(sources[change]) >= self.games_needed
            if decided:
                groups = groups_of(
                    change
                    for change in changes
                    if change not in failed and len(sources[change]) < self.games_needed
                )
            compared += 1
        return _Compared(evidence, failed, compared)

    def suspicions(
        self, rules: Rules, unexplained: Contradicted
    ) -> tuple[Mapping[Change, tuple[str, ...]], frozenset[str]]:
        """Return the other values and the options to which the unexplained deals point.

        Returns:
            Single changes that explain every unexplained deal of a game, with those games. The
            search does not make them: too few games support them, or others contradict them. Such
            games may have been played under other rules, or contain errors.
            The options that matter to unexplained deals of enough games. The house may use a value
            of such an option that the search does not know.
        """
        by_game: dict[str, list[Deal]] = defaultdict(list)
        for deal in unexplained:
            by_game[deal.source].append(deal)
        found: dict[Change, list[str]] = defaultdict(list)
        games: dict[str, set[str]] = defaultdict(set)
        groups = groups_of(self.space.changes(rules))
        for source, (first, *others) in by_game.items():
            if self.time_is_up:
                break
            after_change = self._groups.changed_objections(first, rules, groups, unexplained[first])
            for change, after in after_change.items():
                if len(after) <= len(unexplained[first]):
                    games[change.option].add(source)
                changed = self.space.changed(rules, [change])
                if not after and not any(self.oracle.objections(deal, changed) for deal in others):
                    found[change].append(source)
        matters = (option for option, of in games.items() if len(of) >= self.games_needed)
        return {change: tuple(sources) for change, sources in found.items()}, frozenset(matters)


def _weight(bad: Contradicted) -> tuple[int, int]:
    return len(bad), sum(map(len, bad.values()))


def _sample(bad: Contradicted) -> list[Deal]:
    """Return some of the contradicting deals, one of each kind of objection in turn."""
    kinds: dict[str, list[Deal]] = defaultdict(list)
    for deal, found in bad.items():
        kinds[found[0].kind].append(deal)
    chosen: list[Deal] = []
    lists = list(kinds.values())
    while len(chosen) < SAMPLE and any(lists):
        chosen += [deals.pop(0) for deals in lists if deals]
    return chosen[:SAMPLE]
