"""Automatic events: the next one that needs no decision of a player.

A deal is moved by one event at a time, so wherever a log breaks off this says how it goes on.
Sources: EMA 2016, 3.3.1 to 3.4.6; WRCR 2015, 5.3 to 5.7, 6.4, 6.5.1.
"""

from __future__ import annotations

from collections.abc import Collection

from riichi_core.game.fouls import judge
from riichi_core.hands.melds import MeldKind
from riichi_core.hands.waits import ORPHANS
from riichi_core.play import events as ev
from riichi_core.play import plain
from riichi_core.play.actions import Announce
from riichi_core.play.claims import FROM, ends_with_kongs, four_kongs, made_with, missed_by
from riichi_core.play.furiten import tenpai
from riichi_core.play.legal import announcements, late, legal_actions
from riichi_core.play.report import reported
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    DealState,
    Ended,
    Offered,
    Replacing,
    Resolved,
)
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.chapters.consequence import FoundAt
from riichi_core.rules.chapters.dora import KongIndicators, WhenTurned
from riichi_core.rules.chapters.draws import Abortive, Nagashi
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import ChomboEnding
from riichi_core.tiles import Wind


def next_automatic_event(
    deal: DealState, rules: Rules, setting: PlaySetting = "tournament"
) -> ev.Event | None:
    """Return the next automatic event; None where somebody has to act, or the deal is over.

    Args:
        deal: where the deal stands.
        rules: the ruleset.
        setting: whose price of a chombo a false riichi has.
    """
    phase = deal.phase
    if isinstance(phase, Acting):
        return _before_acting(deal, phase, rules)
    if isinstance(phase, Offered):
        return _after_offer(deal, phase, rules)
    if isinstance(phase, Resolved):
        return _after_calls(deal, phase, rules, setting)
    if isinstance(phase, Replacing):
        return _before_replacement(deal, phase, rules)
    if isinstance(phase, Announcing):
        return _at_the_end(deal, phase, rules, setting)
    assert isinstance(phase, Ended)
    return _beside(deal, phase, rules, setting)


# ---- a turn --------------------------------------------------------------------------------------


def _before_acting(deal: DealState, acting: Acting, rules: Rules) -> ev.Event | None:
    if acting.replacement and _due(deal, ("after_replacement",), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    if acting.tile is not None and not acting.replacement and _left_lying(deal, acting.seat, rules):
        judged = judge(NOT_TAKEN, rules)
        if judged.dead_hand:
            return ev.HandDied(acting.seat, NOT_TAKEN)
        if judged.chombo:
            return reported(deal, acting.seat, judged, None, rules)
    if acting.claimed is not None:
        return _furiten_ended(deal, acting.seat, rules, claimed=True)
    if _bound(deal, acting.seat) and "own_draw" in rules.furiten.temporary_ends:
        return ev.FuritenEnded((acting.seat,))
    return None


NOT_TAKEN = "claimed_tile_not_taken"


def _left_lying(deal: DealState, seat: Wind, rules: Rules) -> bool:
    """Return whether a player drew and can no longer take a claimed tile (WRC 2025, 12.3.1)."""
    lying = deal.untaken_claims and seat in {one.seat for one in deal.untaken_claims}
    return bool(lying) and rules.claims.take_within == "own_draw" and not deal.players[seat].dead


def _bound(deal: DealState, seat: Wind) -> bool:
    """Return whether a player is furiten for a passed tile, and not for good."""
    place = deal.players[seat]
    return place.missed_win and place.riichi is None


def _furiten_ended(deal: DealState, seat: Wind, rules: Rules, *, claimed: bool) -> ev.Event | None:
    """Return whom a claim frees, or a kong of the own tiles, which is none."""
    ends = rules.furiten.temporary_ends
    if "any_claim" in ends:
        seats = tuple(one for one in SEATS if _bound(deal, one))
    else:
        seats = (seat,) if claimed and "own_claim" in ends and _bound(deal, seat) else ()
    return ev.FuritenEnded(seats) if seats else None


def _draw(deal: DealState, seat: Wind) -> ev.Event:
    if deal.tiles_left == 0:
        return ev.WallEmpty()
    return plain.drew(seat, deal.wall.live(deal.drawn))


# ---- an offered tile -----------------------------------------------------------------------------


def _after_offer(deal: DealState, offer: Offered, rules: Rules) -> ev.Event | None:
    if offer.kong is None:
        if _due(deal, ("at_discard",), rules):
            return ev.Turned(deal.wall.indicator(deal.turned))
        if "own_discard" in rules.furiten.temporary_ends and _bound(deal, offer.seat):
            return ev.FuritenEnded((offer.seat,))
        for lying in deal.untaken_claims:
            within = rules.claims.take_within
            if isinstance(within, int) and lying.discards >= within:
                return ev.HandDied(lying.seat, NOT_TAKEN)
    if legal_calls(deal, rules):
        return None
    missed = missed_by(deal, offer, (), rules)
    return ev.Closed(missed=missed) if missed else ev.CLOSED


def legal_calls(deal: DealState, rules: Rules) -> bool:
    """Return whether anybody may call for the offered tile."""
    return any(len(acts) > 1 for acts in legal_actions(deal, rules).values())


def _after_calls(
    deal: DealState, resolved: Resolved, rules: Rules, setting: PlaySetting
) -> ev.Event:
    offer = resolved.offer
    if resolved.winners:
        return ev.Won(resolved.winners)
    if offer.kong is not None:
        return ev.KongMade(offer.seat)
    if offer.riichi and deal.players[offer.seat].riichi is None:
        return ev.RiichiAccepted(offer.seat, rules.riichi.bet)
    if _due(deal, ("after_discard",), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    if cause := _called_off(deal, offer, rules, setting):
        return cause
    if resolved.taker is not None and resolved.meld is not None:
        giver = FROM[(offer.seat - resolved.taker) % 4]
        made = made_with(resolved.meld, offer.tile, giver)
        return ev.Claimed(resolved.taker, made, resolved.tile_taken_later)
    return _draw(deal, SEATS[(offer.seat + 1) % 4])


def _called_off(
    deal: DealState, offer: Offered, rules: Rules, setting: PlaySetting
) -> ev.Event | None:
    """Return the abortive draw that a discard which nobody won on brings about, if any."""
    abortive = rules.draws.abortive
    if not isinstance(abortive, Abortive):
        return None
    if abortive.four_winds == "abort" and _four_winds(deal):
        return ev.Aborted("four_winds")
    if abortive.four_riichi != "play_on" and offer.riichi and len(deal.riichi) == len(SEATS):
        noten = [seat for seat in SEATS if not tenpai(deal, seat, rules)]
        shown = noten if abortive.four_riichi == "hands_shown" else ()
        return _noten_riichi(deal, shown, "four_riichi", rules, setting) or ev.Aborted(
            "four_riichi"
        )
    if ends_with_kongs(deal, rules):
        return ev.Aborted("four_kongs")
    return None


def _four_winds(deal: DealState) -> bool:
    if not deal.uninterrupted or any(len(place.discards) != 1 for place in deal.players):
        return False
    kinds = {place.discards[0].tile.kind for place in deal.players}
    return len(kinds) == 1 and 27 <= kinds.pop() <= 30


# ---- a kong --------------------------------------------------------------------------------------


def _before_replacement(deal: DealState, phase: Replacing, rules: Rules) -> ev.Event:
    if furiten := _furiten_ended(deal, phase.seat, rules, claimed=phase.claimed):
        return furiten
    abortive = rules.draws.abortive
    at_once = isinstance(abortive, Abortive) and abortive.four_kongs == "at_once"
    if at_once and four_kongs(deal.kongs):
        return ev.Aborted("four_kongs")
    if _due(deal, ("before_replacement",), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    earlier = len(deal.pending_indicators) > 1  # of kongs that no discard followed
    if earlier and _due(deal, ("at_discard", "after_discard"), rules):
        return ev.Turned(deal.wall.indicator(deal.turned))
    return ev.Drew(phase.seat, deal.wall.replacement(deal.replaced), replacement=True)


def _due(deal: DealState, moments: tuple[WhenTurned, ...], rules: Rules) -> bool:
    """Return whether it is the moment to turn an indicator for any kong that has none yet."""
    if not deal.pending_indicators or not isinstance(rules.dora.kong_indicators, KongIndicators):
        return False
    when = rules.dora.kong_indicators
    return any(_moment(kind, when) in moments for kind in deal.pending_indicators)


def _moment(kind: MeldKind, when: KongIndicators) -> WhenTurned:
    if kind == "kong":
        return when.claimed
    return when.concealed if kind == "concealed_kong" else when.extended


# ---- an exhaustive draw --------------------------------------------------------------------------


def _at_the_end(
    deal: DealState, phase: Announcing, rules: Rules, setting: PlaySetting
) -> ev.Event | None:
    """Return the next announcement that has no choice, from East; then a riichi that was noten.

    While somebody may still win late, everybody has to say it.
    """
    for seat in SEATS if not _late_win(deal, rules) else ():
        if phase.said[seat] is None:
            only = announcements(deal, seat, rules)
            if len(only) == 1 and isinstance(only[0], Announce):
                return ev.Announced(seat, only[0].tenpai)
    if None in phase.said:
        return None
    nagashi = _nagashi(deal, rules)
    if not (nagashi and _not_judged(rules)):
        hidden = {seat for seat in SEATS if not phase.said[seat]}
        if false_riichi := _noten_riichi(deal, hidden, "exhaustive_draw", rules, setting):
            return false_riichi
    return ev.Exhausted(nagashi)


def _late_win(deal: DealState, rules: Rules) -> bool:
    return deal.window is not None and any(late(deal, rules).values())


def _noten_riichi(
    deal: DealState, noten: Collection[Wind], moment: FoundAt, rules: Rules, setting: PlaySetting
) -> ev.Event | None:
    """Return the judgement of a riichi found to be noten, where it is judged at this moment.

    A hand that is noten only because it died is excused (EMA 2016, 3.4.6; WRCR 2015, 7.2).
    """
    judged = judge("noten_riichi", rules, setting=setting)
    if moment not in judged.found_at:
        return None
    for seat in sorted(deal.riichi - deal.offenders):
        if seat in noten and not deal.players[seat].dead:
            return reported(deal, seat, judged, None, rules)
    return None


def _beside(deal: DealState, over: Ended, rules: Rules, setting: PlaySetting) -> ev.Event | None:
    """Return another riichi found noten at the same moment as the one that is judged."""
    if not isinstance(over.ending, ChomboEnding):
        return None
    match over.during:
        case Announcing(said=said) if None not in said:
            hidden = {seat for seat in SEATS if not said[seat]}
            return _noten_riichi(deal, hidden, "exhaustive_draw", rules, setting)
        case Resolved():
            noten = {seat for seat in SEATS if not tenpai(deal, seat, rules)}
            return _noten_riichi(deal, noten, "four_riichi", rules, setting)
        case _:
            return None


def _not_judged(rules: Rules) -> bool:
    nagashi = rules.draws.nagashi
    return isinstance(nagashi, Nagashi) and nagashi.noten_riichi == "not_judged"


def _nagashi(deal: DealState, rules: Rules) -> tuple[Wind, ...]:
    """Return who discarded terminals and honours alone, of which none was claimed."""
    how = rules.draws.nagashi
    if not isinstance(how, Nagashi):
        return ()
    kinds: dict[str, tuple[MeldKind, ...]] = {
        "none": (),
        "concealed_kong": ("concealed_kong",),
        "any": ("chow", "pung", "kong", "extended_kong", "concealed_kong"),
    }
    return tuple(
        seat
        for seat in SEATS
        if not deal.players[seat].discarded_kinds & ~ORPHANS
        and all(thrown.claimed_by is None for thrown in deal.players[seat].discards)
        and all(one.kind in kinds[how.own_calls] for one in deal.players[seat].sets)
        and deal.players[seat].discards
        and not deal.players[seat].dead
    )
