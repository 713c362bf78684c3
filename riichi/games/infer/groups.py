"""Compare many changes with a deal at once: a deal that fits with all fits with each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from riichi.fitting.space import Change, OptionSpace
from riichi.games.infer.oracle import Deal, DealOracle, Objections
from riichi_core.rules.rules import SETTLED, Rules

Group: TypeAlias = tuple[Change, ...]

MOST_ROUNDS = 5
"""How often a group is compared with a deal again, without the changes that matter to it."""

MOST_KEPT = 2_000
"""The maximum number of changed rules to keep."""


def groups_of(changes: Iterable[Change]) -> list[Group]:
    """Return changes in groups that can be made together.

    No group changes a value twice, or an option and a part of it. Chapters that apply after a
    deal is over have separate groups, because they need no replay.
    """
    by_path: dict[str, list[Change]] = defaultdict(list)
    for change in changes:
        by_path[change.path].append(change)
    layers: dict[tuple[bool, int], list[Change]] = defaultdict(list)
    for path, of_path in by_path.items():
        option = path.partition("/")[0]
        first = len(by_path[option]) if option in by_path and option != path else 0
        settled = option.split(".")[0] in SETTLED
        for number, change in enumerate(of_path, first):
            layers[settled, number].append(change)
    return [tuple(layers[key]) for key in sorted(layers)]


class GroupSearch:
    """A search for the changes that matter to a deal; it halves groups until one change is left.

    The search can miss two changes that cancel each other in a deal. Each change that it finds
    matters to the deal on its own.
    """

    def __init__(self, oracle: DealOracle, space: OptionSpace) -> None:
        self._oracle, self._space = oracle, space
        self._rules: Rules | None = None
        self._changed: dict[Group, Rules | None] = {}

    def changed_objections(
        self, deal: Deal, rules: Rules, groups: Sequence[Group], objections: Objections
    ) -> Mapping[Change, Objections]:
        """Return the changes after which a deal has other objections, and those objections.

        The `groups` are from `groups_of`; `rules` and `objections` are those before the change.
        """
        if rules is not self._rules:
            self._rules, self._changed = rules, {}
        found: dict[Change, Objections] = {}
        for group in groups:
            left = group
            for _ in range(MOST_ROUNDS):
                before = len(found)
                self._split(deal, left, objections, found)
                left = tuple(change for change in left if change not in found)
                if len(found) == before or not left:
                    break
        return found

    def _split(
        self, deal: Deal, group: Group, objections: Objections, found: dict[Change, Objections]
    ) -> None:
        changed = self._after(group)
        after = None if changed is None else self._oracle.objections(deal, changed)
        if after == objections:
            return
        if len(group) == 1:
            if after is not None:
                found[group[0]] = after
            return
        half = len(group) // 2
        self._split(deal, group[:half], objections, found)
        self._split(deal, group[half:], objections, found)

    def _after(self, group: Group) -> Rules | None:
        """Return the rules after changes; None if parts of a value contradict each other."""
        assert self._rules is not None
        if group not in self._changed:
            if len(self._changed) > MOST_KEPT:
                self._changed.clear()
            try:
                self._changed[group] = self._space.changed(self._rules, group)
            except ValueError:
                self._changed[group] = None
        return self._changed[group]
