"""Find the options that make two rulesets judge a deal differently, by trying each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar

from riichi_core.messages import Message
from riichi_core.rules.checks import contradictions
from riichi_core.rules.rules import Rules, chapters, options
from riichi_core.rules.ruleset import Ruleset, signed_sections

K = TypeVar("K")

OutcomeByKind = Mapping[K, Any]
"""The differences in a deal by kind, each with its description."""

Switches = tuple[tuple[Rules | None, list[tuple[str, Rules]]], ...]
"""For each chapter, the rules with the other's whole chapter, and with each of its options."""


class DecidingOptions:
    """The options that differ between the rules of a game and others, to be tried one by one."""

    def __init__(self, first: Rules, second: Rules) -> None:
        self._first, self._second = first, second
        self._found: dict[str, None] = {}

    def options(
        self, outcome_under: Callable[[Rules], OutcomeByKind[K]]
    ) -> dict[K, tuple[str, ...]]:
        """Return the options that cause each difference under the other rules.

        If the options that mattered in earlier deals explain all differences of this deal, no
        others are tried. If a whole chapter makes no difference, none of its options is tried.

        Args:
            outcome_under: returns the differences between the deal as played and under given rules.

        Returns:
            The paths of the options without which the difference disappears. If the other options
            always suffice without any one of them, these are the options that each cause it on
            their own, if any do.
        """
        first_outcome, second_outcome = outcome_under(self._first), outcome_under(self._second)
        combined = self._first
        for path in self._found:
            combined = combined.with_value_of(path, self._second)
        known = (
            self._found.keys()
            if self._found and outcome_under(combined) == second_outcome
            else None
        )
        kinds = [kind for kind in second_outcome if kind not in first_outcome]

        def needed(kind: K, outcome: OutcomeByKind[K]) -> bool:
            return kind not in outcome or bool(outcome[kind] != second_outcome[kind])

        deciding = _options_that_show(self._without, outcome_under, kinds, known, needed)
        unneeded = [kind for kind in kinds if not deciding[kind]]
        deciding |= _options_that_show(
            self._alone, outcome_under, unneeded, known, lambda kind, outcome: kind in outcome
        )
        self._found |= dict.fromkeys(path for paths in deciding.values() for path in paths)
        return {kind: tuple(deciding[kind]) for kind in kinds}

    @cached_property
    def _without(self) -> Switches:
        return _switches(self._second, self._first)

    @cached_property
    def _alone(self) -> Switches:
        return _switches(self._first, self._second)


def _options_that_show(
    switches: Switches,
    outcome_under: Callable[[Rules], OutcomeByKind[K]],
    kinds: Collection[K],
    known: Collection[str] | None,
    shows: Callable[[K, OutcomeByKind[K]], bool],
) -> dict[K, list[str]]:
    """Return, by kind of difference, the options whose switch `shows` that they cause it.

    With `known`, only these options are tried.
    """
    deciding: dict[K, list[str]] = {kind: [] for kind in kinds}
    for whole_chapter, single_options in switches if kinds else ():
        if known is None and whole_chapter is not None:
            outcome = outcome_under(whole_chapter)
            if not any(shows(kind, outcome) for kind in kinds):
                continue
        for path, rules in single_options:
            if known is not None and path not in known:
                continue
            outcome = outcome_under(rules)
            for kind in kinds:
                if shows(kind, outcome):
                    deciding[kind].append(path)
    return deciding


def _switches(rules: Rules, other: Rules) -> Switches:
    """Return, for each chapter, the rules with the other one's chapter and with each option.

    If a whole chapter contradicts another one, None replaces it.
    """
    switches = []
    for name in chapters():
        switched = ((path, rules.with_value_of(path, other)) for path in _paths(name, rules, other))
        whole_chapter = rules.with_checked(**{name: getattr(other, name)})
        sound = [(path, changed) for path, changed in switched if not contradictions(changed)]
        if sound and name != "tournament":
            switches.append((None if contradictions(whole_chapter) else whole_chapter, sound))
    return tuple(switches)


def _paths(chapter: str, first: Rules, second: Rules) -> list[str]:
    """Return the options of a chapter that differ and that can matter in play."""
    local = (yaku.id for rules in (first, second) for yaku in rules.yaku.local)
    played_options = [path for path, option in options().items() if option.effect != "table"]
    return [
        path
        for path in (*played_options, *dict.fromkeys(f"yaku.{yaku}" for yaku in local))
        if path.startswith(f"{chapter}.") and first.comparable(path) != second.comparable(path)
    ]


def decided_by(paths: Sequence[str], ruleset: Ruleset) -> Message:
    """Describe the options that make a difference, each with its sections in the ruleset."""
    if not paths:
        return Message("by several options together")
    return Message(
        "by {options}", options=Message.and_list(_cited(path, ruleset) for path in paths)
    )


def _cited(path: str, ruleset: Ruleset) -> Message:
    source = ruleset.provenance.get(path)
    if source is None or source.kind != "cite":
        return Message("{path}", path=path)
    sections = signed_sections(source.text)
    return Message("{path} ({ruleset} {sections})",
                   path=path, ruleset=source.ruleset, sections=sections)  # fmt: skip
