"""Folding events: what happened makes of a deal the next one. No rule is read here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar

from riichi_core.errors import RiichiError
from riichi_core.game.judgement import OF_A_DEAD_HAND
from riichi_core.hands.melds import Meld
from riichi_core.hands.waits import suits_of, with_tile
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play import plain
from riichi_core.play.next_state import after_discard, played_on, seated, without
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    ClaimWindow,
    DealState,
    Ended,
    Offered,
    PlayerState,
    Replacing,
    Resolved,
    StandingRiichi,
    UntakenClaim,
)
from riichi_core.play.wall import DEALT
from riichi_core.play.winning import wins_of
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealtAgain,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.tiles import Tile, Wind


class EventError(RiichiError):
    """An event that cannot follow: what the deal awaits, and what was said to happen.

    `number` is which of several events it was, counted from 0.
    """

    number: int = 0


def evolve(deal: DealState | None, event: ev.Event) -> DealState:
    """Return the deal after an event.

    Args:
        deal: the deal before it; None before a deal starts.
        event: what happened.

    Raises:
        EventError: it cannot follow, or names tiles that are not there.
    """
    if deal is None or type(event) is ev.Started:
        if type(event) is not ev.Started:
            raise EventError(Message("{event}: no deal has started", event=_name(event)))
        return start(event)
    fold = _FOLDS[type(event)]
    try:
        return fold(deal, event)
    except EventError:
        raise
    except (AttributeError, ValueError, IndexError) as error:
        message = Message(
            "{event} cannot follow: the deal is {phase} ({why})",
            event=_name(event),
            phase=type(deal.phase).__name__.lower(),
            why=error,
        )
        raise EventError(message) from None


def start(event: ev.Started) -> DealState:
    """Return a deal at its beginning: East has the fourteenth tile as drawn."""
    hands = event.wall.dealt()
    return DealState(
        wall=event.wall,
        prevailing=event.prevailing,
        counters=event.counters,
        bets=event.bets,
        earlier_bets=event.bets,
        scores=event.scores,
        players=tuple(map(_dealt, hands)),
        phase=Acting(Wind.EAST, event.wall.live(DEALT - 1)),
        drawn=DEALT,
        dealer_wins=event.dealer_wins,
    )


def _dealt(hand: tuple[Tile, ...]) -> PlayerState:
    return PlayerState(()).with_hand(hand, suits_of(tile.kind for tile in hand), ())


def _name(event: ev.Event) -> str:
    return type(event).__name__


E = TypeVar("E")
_FOLDS: dict[type, Callable[[DealState, Any], DealState]] = {}


def _folds(
    kind: type[E],
) -> Callable[[Callable[[DealState, E], DealState]], Callable[[DealState, E], DealState]]:
    def note(fold: Callable[[DealState, E], DealState]) -> Callable[[DealState, E], DealState]:
        _FOLDS[kind] = fold
        return fold

    return note


# ---- tiles ---------------------------------------------------------------------------------------


def _with_drawn(place: PlayerState, tile: Tile | None) -> PlayerState:
    """Return the player with the drawn tile among the others."""
    if tile is None:
        return place
    return place.with_hand((*place.hand, tile), with_tile(place.suits, tile.kind), place.sets)


def _picked_up(deal: DealState) -> DealState:
    """Return the deal with a drawn tile among the others, where nobody is to play on with it."""
    acting = deal.phase
    if not isinstance(acting, Acting):
        return deal
    place = _with_drawn(deal.players[acting.seat], acting.tile)
    return deal._replace(players=seated(deal.players, acting.seat, place))


def _laid_out(place: PlayerState, made: Meld, tiles: Iterable[Tile]) -> PlayerState:
    """Return the player with a new set, made with these tiles of the hand."""
    hand, suits = place.hand, place.suits
    for tile in tiles:
        hand, suits = without(hand, tile), with_tile(suits, tile.kind, -1)
    return place.with_hand(hand, suits, (*place.sets, made))


def _without_ippatsu(places: tuple[PlayerState, ...]) -> tuple[PlayerState, ...]:
    """Return the players after a claim or a kong, which ends ippatsu for all."""
    if not any(place.riichi is not None and place.riichi.ippatsu for place in places):
        return places
    return tuple(
        place._replace(riichi=place.riichi._replace(ippatsu=False)) if place.riichi else place
        for place in places
    )


# ---- drawing and discarding ----------------------------------------------------------------------


@_folds(ev.Drew)
def _drew(deal: DealState, event: ev.Drew) -> DealState:
    if not isinstance(deal.phase, Replacing if event.replacement else Resolved):
        raise EventError(Message("Drew: {seat} has no tile to draw now", seat=event.seat))
    kongs = deal.phase.kongs if isinstance(deal.phase, Replacing) else 0
    wall = deal.wall
    due = wall.replacement(deal.replaced) if event.replacement else wall.live(deal.drawn)
    if event.tile != due:
        message = Message(
            "Drew: the next tile of the wall is {due}, not {tile}", due=due, tile=event.tile
        )
        raise EventError(message)
    if event.replacement:
        phase = Acting(event.seat, event.tile, True, kongs)
        return deal._replace(phase=phase, replaced=deal.replaced + 1)
    return played_on(deal, deal.players, plain.acting(event.seat, event.tile), deal.drawn + 1)


@_folds(ev.Discarded)
def _discarded(deal: DealState, event: ev.Discarded) -> DealState:
    acting, seat, tile = deal.phase, event.seat, event.tile
    if not isinstance(acting, Acting) or acting.seat != seat:
        raise EventError(Message("Discarded: it is not {seat} who acts", seat=seat))
    if event.tsumogiri and tile is not acting.tile:
        raise EventError(Message("Discarded: {seat} did not draw {tile}", seat=seat, tile=tile))
    players = seated(deal.players, seat, after_discard(deal.players[seat], acting.tile, event))
    if event.riichi or acting.kongs:
        phase = Offered(seat, tile, event.riichi, None, acting.kongs)
    else:
        phase = plain.offered(seat, tile)
    if deal.window is None and not deal.untaken_claims:
        return played_on(deal, players, phase, deal.drawn)
    lying = tuple(
        one if one.seat == seat else one._replace(discards=one.discards + 1)
        for one in deal.untaken_claims
    )
    return deal._replace(players=players, phase=phase, window=None, untaken_claims=lying)


# ---- calls ---------------------------------------------------------------------------------------


@_folds(ev.Closed)
def _closed(deal: DealState, event: ev.Closed) -> DealState:
    offer = deal.phase
    if not isinstance(offer, Offered):
        raise EventError(Message("Closed: no tile is offered"))
    places = deal.players
    for seat in event.missed:
        places = seated(places, seat, places[seat]._replace(missed_win=True))
    later = any(call.tile_taken_later and call.seat == event.taker for call in event.calls)
    phase = Resolved(offer, event.winners, event.taker, event.meld, later)
    if not event.silent:
        return played_on(deal, places, phase, deal.drawn)
    window = ClaimWindow(deal, event.silent, event.calls)
    return deal._replace(players=places, phase=phase, window=window)


@_folds(ev.TakenBack)
def _taken_back(deal: DealState, event: ev.TakenBack) -> DealState:
    then = deal
    for _ in range(event.windows):
        if then.window is None:
            raise EventError(Message("TakenBack: no tile is offered any more"))
        then = then.window.deal
    for report in deal.reported[len(then.reported) :]:  # a referee's decision stays
        lapsed = report.riichi_void and then.players[report.seat].riichi is None
        then = _reported(then, replace(report, bet=0) if lapsed else report)
    return then


@_folds(ev.Claimed)
def _claimed(deal: DealState, event: ev.Claimed) -> DealState:
    resolved = deal.phase
    if not isinstance(resolved, Resolved):
        raise EventError(Message("Claimed: no tile is offered"))
    offer, made = resolved.offer, event.made
    giver = deal.players[offer.seat]
    row = (*giver.discards[:-1], giver.discards[-1]._replace(claimed_by=event.seat))
    places = seated(deal.players, offer.seat, giver._replace(discards=row))
    taker = _laid_out(places[event.seat], made, without(made.tiles, offer.tile))
    places = seated(places, event.seat, taker)
    kong = made.kind == "kong"
    phase: Acting | Replacing = (
        Replacing(event.seat, claimed=True)
        if kong
        else Acting(event.seat, None, claimed=(made, offer.tile.kind))
    )
    return deal._replace(
        players=_without_ippatsu(places),
        phase=phase,
        uninterrupted=False,
        kongs=(*deal.kongs, event.seat) if kong else deal.kongs,
        pending_indicators=(*deal.pending_indicators, "kong") if kong else deal.pending_indicators,
        untaken_claims=(*deal.untaken_claims, UntakenClaim(event.seat))
        if event.tile_taken_later
        else deal.untaken_claims,
    )


@_folds(ev.Taken)
def _taken(deal: DealState, event: ev.Taken) -> DealState:
    if event.seat not in {one.seat for one in deal.untaken_claims}:
        raise EventError(Message("Taken: {seat} has no tile to take", seat=event.seat))
    return deal._replace(untaken_claims=_taken_by(deal, event.seat))


def _taken_by(deal: DealState, seat: Wind) -> tuple[UntakenClaim, ...]:
    return tuple(one for one in deal.untaken_claims if one.seat != seat)


# ---- kongs ---------------------------------------------------------------------------------------


@_folds(ev.KongDeclared)
def _kong_declared(deal: DealState, event: ev.KongDeclared) -> DealState:
    acting, made = deal.phase, event.made
    if not isinstance(acting, Acting) or acting.seat != event.seat:
        raise EventError(Message("KongDeclared: it is not {seat} who acts", seat=event.seat))
    place = _with_drawn(deal.players[event.seat], acting.tile)
    if made.kind == "concealed_kong":
        after = _laid_out(place, made, made.tiles)
        shown = made.tiles[0]
    else:
        shown = made.tiles[3]
        after = _laid_out(place, made, (shown,))
        pung = next(one for one in place.sets if one.kind == "pung" and one.first == made.first)
        sets = tuple(made if one is pung else one for one in place.sets)
        after = after._replace(sets=sets)
    offer = Offered(event.seat, shown, False, made, acting.kongs)
    return deal._replace(players=seated(deal.players, event.seat, after), phase=offer)


@_folds(ev.KongMade)
def _kong_made(deal: DealState, event: ev.KongMade) -> DealState:
    resolved = deal.phase
    if not isinstance(resolved, Resolved) or resolved.offer.kong is None:
        raise EventError(Message("KongMade: no kong was declared"))
    offer = resolved.offer
    return deal._replace(
        players=_without_ippatsu(deal.players),
        phase=Replacing(event.seat, offer.kongs + 1),
        uninterrupted=False,
        kongs=(*deal.kongs, event.seat),
        pending_indicators=(*deal.pending_indicators, resolved.offer.kong.kind),
    )


@_folds(ev.Turned)
def _turned(deal: DealState, event: ev.Turned) -> DealState:
    if event.tile != deal.wall.indicator(deal.turned):
        raise EventError(Message("Turned: the next indicator is not {tile}", tile=event.tile))
    return deal._replace(turned=deal.turned + 1, pending_indicators=deal.pending_indicators[1:])


# ---- riichi and furiten --------------------------------------------------------------------------


@_folds(ev.RiichiAccepted)
def _accepted(deal: DealState, event: ev.RiichiAccepted) -> DealState:
    if not isinstance(deal.phase, Resolved):
        raise EventError(Message("RiichiAccepted: no tile was discarded"))
    place, offer = deal.players[event.seat], deal.phase.offer
    double = deal.uninterrupted and len(place.discards) == 1
    scores = _add(deal.scores, {event.seat: -event.bet})
    after = place._replace(riichi=StandingRiichi(double, open=offer.riichi == "open"))
    places = seated(deal.players, event.seat, after)
    return deal._replace(players=places, scores=scores, bets=deal.bets + 1)


@_folds(ev.FuritenEnded)
def _furiten_ended(deal: DealState, event: ev.FuritenEnded) -> DealState:
    places = tuple(
        place._replace(missed_win=False) if seat in event.seats else place
        for seat, place in zip(SEATS, deal.players, strict=True)
    )
    return deal._replace(players=places)


# ---- ends ----------------------------------------------------------------------------------------


@_folds(ev.Won)
def _won(deal: DealState, event: ev.Won) -> DealState:
    on = deal.phase.offer if isinstance(deal.phase, Resolved) else deal.phase
    if not isinstance(on, Acting | Offered) or on.tile is None:
        raise EventError(Message("Won: there is no tile to win on"))
    ended = Ended(wins_of(deal, event.winners, on), on)
    window = deal.window if isinstance(on, Offered) else None  # another may still win on the tile
    return deal._replace(phase=ended, window=window)


@_folds(ev.WallEmpty)
def _wall_empty(deal: DealState, event: ev.WallEmpty) -> DealState:  # noqa: ARG001 - it says nothing more
    if not isinstance(deal.phase, Resolved) or deal.tiles_left:
        raise EventError(Message("WallEmpty: the last tile was not discarded"))
    return deal._replace(phase=Announcing())


@_folds(ev.Announced)
def _announced(deal: DealState, event: ev.Announced) -> DealState:
    if not isinstance(deal.phase, Announcing):
        raise EventError(Message("Announced: the wall is not empty"))
    said = list(deal.phase.said)
    said[event.seat] = event.tenpai
    return deal._replace(phase=Announcing(tuple(said)))


@_folds(ev.Exhausted)
def _exhausted(deal: DealState, event: ev.Exhausted) -> DealState:
    if not isinstance(deal.phase, Announcing):
        raise EventError(Message("Exhausted: the wall is not empty"))
    tenpai = frozenset(seat for seat in SEATS if deal.phase.said[seat])
    ended = Ended(ExhaustiveDraw(tenpai, event.nagashi), deal.phase)
    return deal._replace(phase=ended, window=None)


@_folds(ev.Aborted)
def _aborted(deal: DealState, event: ev.Aborted) -> DealState:
    during = deal.phase
    if isinstance(during, Ended):
        raise EventError(Message("Aborted: the deal is over"))
    ended = Ended(AbortiveDraw(event.cause), during)
    return _picked_up(deal)._replace(phase=ended, window=None)


# ---- fouls ---------------------------------------------------------------------------------------


@_folds(ev.HandDied)
def _hand_died(deal: DealState, event: ev.HandDied) -> DealState:
    dead = deal.players[event.seat]._replace(dead=True)
    lying = _taken_by(deal, event.seat)
    return deal._replace(players=seated(deal.players, event.seat, dead), untaken_claims=lying)


@_folds(ev.Reported)
def _reported(deal: DealState, event: ev.Reported) -> DealState:
    deal = deal._replace(reported=(*deal.reported, event))
    if event.found_at:
        return deal._replace(pending_fouls=(*deal.pending_fouls, (event.seat, event.found_at)))
    if event.comes_to in ("chombo", "dealt_again"):
        deal = _picked_up(deal)
    seat, place, phase = event.seat, deal.players[event.seat], deal.phase
    if event.comes_to in ("dead_hand", "void_and_dead") or event.foul in OF_A_DEAD_HAND:
        place = place._replace(dead=True)
    if event.riichi_void:
        if isinstance(phase, Offered) and phase.seat == seat:
            phase = replace(phase, riichi=False)
        place = place._replace(riichi=None)
    offenders = deal.offenders | {seat} if event.comes_to == "chombo" else deal.offenders
    if event.comes_to == "chombo" and not isinstance(phase, Ended):
        phase = Ended(ChomboEnding(), phase)
    if event.comes_to == "dealt_again" and not offenders:
        phase = Ended(DealtAgain(), phase.during if isinstance(phase, Ended) else phase)
    deal = deal._replace(
        players=seated(deal.players, seat, place),
        phase=phase,
        offenders=offenders,
        bets=deal.bets - bool(event.bet),
        scores=_add(deal.scores, {seat: event.bet}) if event.bet else deal.scores,
        penalties=_less(deal.penalties, seat, event.penalty),
        fines=_less(deal.fines, seat, event.fine),
    )
    return _won_without_riichi(deal) if event.riichi_void else deal


def _won_without_riichi(deal: DealState) -> DealState:
    """Return a deal whose wins are those of the riichi that are left."""
    match deal.phase:
        case Ended(ending=Wins(winners=winners), during=Acting() | Offered() as on):
            return deal._replace(phase=Ended(wins_of(deal, winners, on), on))
        case _:
            return deal


def _add(scores: ev.FourPoints, change: Mapping[Wind, int]) -> ev.FourPoints:
    east, south, west, north = (
        points + change.get(seat, 0) for seat, points in zip(SEATS, scores, strict=True)
    )
    return east, south, west, north


def _less(points: Mapping[Wind, int], seat: Wind, by: int) -> Mapping[Wind, int]:
    return {**points, seat: points.get(seat, 0) - by} if by else points
