"""Chances: points in games where another value would allow an act, or forbid one.

A value that allows more does not contradict games in which nobody did the act. The number of
chances shows how much that means; it excludes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from riichi.fitting.space import Change, OptionSpace
from riichi.games.infer.oracle import Deal, Recording
from riichi.games.replay.replay import replay_deal
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import Acting, Announcing, Offered
from riichi_core.rules.rules import Rules

ASKED = frozenset({
    "claims.forbidden_swaps", "draws.abortive", "furiten.temporary_ends",
    "quads.concealed_robbed_by", "riichi.concealed_quad", "riichi.needs_points",
    "riichi.tiles_left",
    "riichi.when_furiten", "winning.atozuke",
})  # fmt: skip
"""The options that regulate the acts of players; others show in points.

A tenpai player who declares noten loses points, so chances to do so show nothing.
"""


@dataclass(slots=True)
class Chances:
    """The points in some deals where a value changes the actions that players may choose.

    Attributes:
        more_allowed: points where it allows more than the rules do.
        less_allowed: points where it allows less.
    """

    more_allowed: int = 0
    less_allowed: int = 0


def chances(
    recordings: Sequence[Deal], rules: Rules, changes: Iterable[Change], space: OptionSpace
) -> Mapping[Change, Chances]:
    """Return the chances of each change of players' actions, in deals that fit the rules."""
    others = {
        change: space.changed(rules, [change]) for change in changes if change.option in ASKED
    }
    found = {change: Chances() for change in others}
    for recording in recordings if others else ():
        if not isinstance(recording, Recording):  # a score sheet has no moves
            continue
        for state in replay_deal(recording.place, rules, by_points=True).states:
            if state is None or not isinstance(state.phase, Acting | Offered | Announcing):
                continue
            here = legal_actions(state, rules)
            for change, other in others.items():
                there = legal_actions(state, other)
                if here == there:
                    continue
                acts_here, acts_there = (
                    {(seat, act) for seat, acts in legal.items() for act in acts}
                    for legal in (here, there)
                )
                found[change].more_allowed += bool(acts_there - acts_here)
                found[change].less_allowed += bool(acts_here - acts_there)
    return found
