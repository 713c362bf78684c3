"""Legal actions of each seat; nothing else decides them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from riichi_core.play.actions import NOTEN, TAKE, TENPAI, Action
from riichi_core.play.claims import Options, claim_options, late_options
from riichi_core.play.furiten import tenpai
from riichi_core.play.state import SEATS, Acting, Announcing, ClaimWindow, DealState, Offered
from riichi_core.play.turns import turn_acts
from riichi_core.rules.given import GivenRules, rules_of
from riichi_core.rules.rules import Rules
from riichi_core.tiles import Wind

_last: list[tuple[DealState, GivenRules, Options] | None] = [None]
"""The last answer: play asks for the actions at one moment several times."""


def legal_actions(deal: DealState, rules: GivenRules) -> Mapping[Wind, tuple[Action, ...]]:
    """Return the actions of each seat that may act; nobody when the deal is over.

    In a turn one seat acts. For an offered tile each seat that may call can also pass. At an
    exhaustive draw all who have a choice announce. Late calls of who said nothing are among them,
    where they need no more than to be made now; a win beside one that ended the deal is not, but
    `late` has it.
    """
    known = _last[0]
    if known is None or known[0] is not deal or known[1] is not rules:
        known = _last[0] = deal, rules, _actions(deal, rules_of(rules))
    return known[2]


def _actions(deal: DealState, rules: Rules) -> Options:
    phase = deal.phase
    found: Options = {}
    if isinstance(phase, Acting):
        found = {phase.seat: turn_acts(deal, phase, rules)}
    elif isinstance(phase, Offered):
        found = claim_options(deal, phase, rules)
    elif isinstance(phase, Announcing):
        found = _announcements(deal, phase, rules)
    if deal.window is not None and not deal.over:
        _add(found, late(deal, rules))
    if deal.untaken_claims and not deal.over:
        _add(found, {one.seat: (TAKE,) for one in deal.untaken_claims})
    return found


def _add(found: Options, more: Options) -> None:
    for seat, acts in more.items():
        found[seat] = found.get(seat, ()) + acts


def late(deal: DealState, rules: Rules, *, rushed_draw: bool = False) -> Options:
    """Return what those who said nothing may still call; `rushed_draw` as in a `Response`."""
    found: Options = {}
    for _, _, options in late_windows(deal, rules, rushed_draw=rushed_draw):
        more = {seat: tuple(a for a in acts if a not in found.get(seat, ()))
                for seat, acts in options.items()}  # fmt: skip
        _add(found, more)
    return found


def late_windows(
    deal: DealState, rules: Rules, *, rushed_draw: bool = False
) -> Iterator[tuple[int, ClaimWindow, Options]]:
    """Yield the tiles that may still be called for, the last first: by number, with the calls.

    After a kong that is the tile of the kong, and the discard before it.
    """
    window, number = deal.window, 1
    while window is not None:
        if isinstance(window.deal.phase, Offered):
            offered = claim_options(window.deal, window.deal.phase, rules)
            yield (
                number,
                window,
                late_options(deal, window, offered, rules, rushed_draw=rushed_draw),
            )
        window, number = window.deal.window, number + 1


def _announcements(deal: DealState, phase: Announcing, rules: Rules) -> Options:
    return {seat: announcements(deal, seat, rules) for seat in SEATS if phase.said[seat] is None}


def announcements(deal: DealState, seat: Wind, rules: Rules) -> tuple[Action, ...]:
    """Return what a seat may say at an exhaustive draw.

    Noten is said by who is not tenpai, and by who is and may hide it: not after riichi (EMA 2016,
    3.4.2; WRCR 2015, 5.7.2).
    """
    if not tenpai(deal, seat, rules):
        return (NOTEN,)
    hidden = rules.draws.tenpai_hands == "may_stay_hidden" and not deal.players[seat].riichi
    return (TENPAI, NOTEN) if hidden else (TENPAI,)
