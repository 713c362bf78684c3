"""Apply events to a deal, each giving the next state. No rules are consulted here.

Most turns are a discard that nobody can call for and the next draw. `pass_uncalled_discard` does
both in one step, in a third of the time, and leaves everything else to `evolve`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from riichi_core.errors import RiichiError
from riichi_core.fast import new_tuple
from riichi_core.game.fouls import IMPOSSIBLE_WITHOUT
from riichi_core.hands.melds import Meld
from riichi_core.hands.waits import suits_of_tiles, wait_mask, with_tile
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.deal_wins import wins_of
from riichi_core.play.legal import has_sequence
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    CallsClosed,
    DealState,
    DiscardedTile,
    DrawingReplacement,
    Ended,
    LateOffer,
    Offered,
    PlayerState,
    StandingRiichi,
    UntakenClaim,
    awaited,
    discards_since,
)
from riichi_core.play.wall import DEALT, MOST_QUADS
from riichi_core.scoring.points import Points, whole
from riichi_core.settlement.ending import AbortiveDraw, Chombo, ExhaustiveDraw, Redeal, Wins
from riichi_core.settlement.ledger import NO_PAYMENTS
from riichi_core.tiles import Tile, Wind
from riichi_core.tiles.tile import ALL_TILES


def with_player(
    players: tuple[PlayerState, ...], seat: Wind, player: PlayerState
) -> tuple[PlayerState, ...]:
    """Return the players of a deal, with one of them replaced."""
    return (*players[:seat], player, *players[seat + 1 :])


def player_after_discard(
    player: PlayerState, drawn: Tile | None, event: ev.Discarded
) -> PlayerState:
    """Return a player after a discard, of the tile just drawn if the event says so.

    Raises:
        ValueError: if the tile is not in the hand.
    """
    tile, tsumogiri = event.tile, event.tsumogiri
    kind = tile.kind
    hand, suits, waits, sets, discards, kinds, riichi, missed_win, dead, bans = player
    if not tsumogiri:
        hand = without_tile(hand, tile)
        suits = with_tile(suits, kind, -1)
        if drawn is not None:
            hand += (drawn,)
            suits = with_tile(suits, drawn.kind)
        waits = wait_mask(suits, no_melds=not sets)
    if riichi is not None and riichi.ippatsu:
        riichi = riichi._replace(ippatsu=False)
    discards += (new_tuple(DiscardedTile, (tile, tsumogiri, bool(event.riichi), None)),)
    kinds |= 1 << kind
    after = (hand, suits, waits, sets, discards, kinds, riichi, missed_win, dead, bans)
    return new_tuple(PlayerState, after)


def without_tile(hand: tuple[Tile, ...], tile: Tile) -> tuple[Tile, ...]:
    """Return a hand without a tile, compared by identity: equal tiles are one object.

    Raises:
        ValueError: if the tile is not in the hand.
    """
    for index, held_tile in enumerate(hand):
        if held_tile is tile:
            return hand[:index] + hand[index + 1 :]
    raise ValueError(f"{tile} is not in the hand")


_NORTH = Wind.NORTH
_DRAWS = [
    {tile.order: (ev.Drew(seat, tile), Acting(seat, tile)) for tile in ALL_TILES} for seat in SEATS
]
"""The event and the phase of each draw, made once: by seat, and by the order of the tile."""

_TWO_OR_THREE = 0o6
"""The bits of a count of tiles that is 2 or 3."""


def pass_uncalled_discard(deal: DealState, event: object) -> tuple[ev.Drew, DealState] | None:
    """Return the draw after a discard that nobody can call for, and the deal after the draw.

    The event between the two is `CLOSED` (events.py), and no automatic event follows the draw. None
    for other events, where some rules may continue differently, and for an illegal discard.
    """
    if type(event) is not ev.Discarded:
        return None
    acting, players, seat, kind = deal.phase, deal.players, event.seat, event.tile.kind
    if (
        type(acting) is not Acting
        or acting.seat is not seat
        or event.riichi
        or deal.pending_indicators
        or deal.untaken_claims
        or deal.late_offer is not None
        or deal.tiles_left <= 0
        or len(deal.quads) == MOST_QUADS
    ):
        return None
    discarder = players[seat]
    following = SEATS[(seat + 1) % 4]
    next_player = players[following]
    if next_player.bans or next_player.missed_win or discarder.missed_win:
        return None
    if event.tsumogiri and event.tile is not acting.tile:
        return None
    if seat is _NORTH and deal.first_turn(seat):  # it may be one of four equal winds
        return None
    suit, shift = kind // 9, 3 * (kind % 9)
    for player in players:
        if player is discarder:
            continue
        if player.waits >> kind & 1:
            return None
        if not player.riichi:
            counts = player.suits[suit]
            if counts >> shift & _TWO_OR_THREE or (
                kind < 27 and player is next_player and has_sequence(counts, shift)
            ):
                return None
    try:
        discarder_after = player_after_discard(discarder, acting.tile, event)
    except ValueError:  # `evolve` says why
        return None
    drew, phase = _DRAWS[following][deal.wall.live(deal.drawn).order]
    players = with_player(players, seat, discarder_after)
    return drew, new_tuple(DealState, (*deal[:5], players, phase, deal.drawn + 1, *deal[8:]))


class EventError(RiichiError):
    """An event that cannot follow in this deal; `number` is its place among several, from 0."""

    code = "event"
    number: int = 0


def evolve(deal: DealState | None, event: ev.Event) -> DealState:
    """Return the deal after an event; `deal` is None before it starts.

    Raises:
        EventError: if the event cannot follow, or its tiles are elsewhere.
    """
    if isinstance(event, ev.Started):
        return start(event)
    if deal is None:
        raise EventError(Message("{event}: no hand has started", event=type(event).__name__))
    try:
        return _NEXT_STATE[type(event)](deal, event)
    except EventError:
        raise
    except (AttributeError, ValueError, IndexError) as error:
        message = Message(
            "{event} cannot happen here: {position} ({why})",
            event=type(event).__name__,
            position=awaited(deal.phase),
            why=error,
        )
        raise EventError(message) from None


def start(event: ev.Started) -> DealState:
    """Return the deal at its start, with the fourteenth tile as East's first draw."""
    hands = event.wall.dealt()
    return DealState(
        wall=event.wall,
        round_wind=event.round_wind,
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
    return PlayerState(()).with_hand(hand, suits_of_tiles(hand), ())


# ---- tiles ---------------------------------------------------------------------------------------


def _with_drawn(player: PlayerState, tile: Tile | None) -> PlayerState:
    """Return the player with the drawn tile among the others."""
    if tile is None:
        return player
    return player.with_hand((*player.hand, tile), with_tile(player.suits, tile.kind), player.sets)


def _with_drawn_tile_in_hand(deal: DealState) -> DealState:
    """Return the deal with a drawn tile among the others, for a deal that ends."""
    acting = deal.phase
    if not isinstance(acting, Acting):
        return deal
    player = _with_drawn(deal.players[acting.seat], acting.tile)
    return deal._replace(players=with_player(deal.players, acting.seat, player))


def _with_meld(player: PlayerState, meld: Meld, tiles: Iterable[Tile]) -> PlayerState:
    """Return the player with a new set, made from these tiles of the hand."""
    hand, suits = player.hand, player.suits
    for tile in tiles:
        hand, suits = without_tile(hand, tile), with_tile(suits, tile.kind, -1)
    return player.with_hand(hand, suits, (*player.sets, meld))


def _without_ippatsu(players: tuple[PlayerState, ...]) -> tuple[PlayerState, ...]:
    """Return the players after a claim or a quad, which ends ippatsu for all."""
    return tuple(
        player._replace(riichi=player.riichi._replace(ippatsu=False)) if player.riichi else player
        for player in players
    )


# ---- drawing and discarding ----------------------------------------------------------------------


def _drew(deal: DealState, event: ev.Drew) -> DealState:
    if not isinstance(deal.phase, DrawingReplacement if event.replacement else CallsClosed):
        raise EventError(Message("Drew: {seat} has no tile to draw now", seat=event.seat))
    quads = deal.phase.quads if isinstance(deal.phase, DrawingReplacement) else 0
    player = deal.players[event.seat]
    if player.bans:
        player = player._replace(bans=tuple(ban for ban in player.bans if not ban.until_draw))
        deal = deal._replace(players=with_player(deal.players, event.seat, player))
    wall = deal.wall
    due = wall.replacement(deal.replaced) if event.replacement else wall.live(deal.drawn)
    if event.tile != due:
        message = Message(
            "Drew: the next tile of the wall is {due}, not {tile}", due=due, tile=event.tile
        )
        raise EventError(message)
    if event.replacement:
        phase = Acting(event.seat, event.tile, True, quads)
        return deal._replace(phase=phase, replaced=deal.replaced + 1)
    return deal._replace(phase=Acting(event.seat, event.tile), drawn=deal.drawn + 1)


def _discarded(deal: DealState, event: ev.Discarded) -> DealState:
    acting, seat, tile = deal.phase, event.seat, event.tile
    if not isinstance(acting, Acting) or acting.seat != seat:
        raise EventError(Message("Discarded: it is not {seat}'s turn", seat=seat))
    if event.tsumogiri and tile is not acting.tile:
        raise EventError(Message("Discarded: {seat} did not draw {tile}", seat=seat, tile=tile))
    player = player_after_discard(deal.players[seat], acting.tile, event)
    players = with_player(deal.players, seat, player)
    phase = Offered(seat, tile, event.riichi, None, acting.quads)
    untaken = tuple(
        claim if claim.seat == seat else claim._replace(discards=claim.discards + 1)
        for claim in deal.untaken_claims
    )
    return deal._replace(
        players=players,
        phase=phase,
        late_offer=_late_offer_after_discard(deal),
        untaken_claims=untaken,
    )


def _late_offer_after_discard(deal: DealState) -> LateOffer | None:
    """Return the offer before this turn, without any earlier one.

    The rules decide later whether a late call for it takes back this discard.
    """
    late_offer = deal.late_offer
    if late_offer is None or discards_since(deal, late_offer.deal):
        return None
    return replace(late_offer, deal=late_offer.deal._replace(late_offer=None))


# ---- calls ---------------------------------------------------------------------------------------


def _closed(deal: DealState, event: ev.Closed) -> DealState:
    offer = deal.phase
    if not isinstance(offer, Offered):
        raise EventError(Message("Closed: no tile is offered"))
    players = deal.players
    for seat in event.missed:
        players = with_player(players, seat, players[seat]._replace(missed_win=True))
    later = any(call.tile_taken_later and call.seat == event.taker for call in event.calls)
    phase = CallsClosed(offer, event.winners, event.taker, event.meld, later)
    late_offer = LateOffer(deal, event.silent, event.calls) if event.silent else deal.late_offer
    return deal._replace(players=players, phase=phase, late_offer=late_offer)


def _taken_back(deal: DealState, event: ev.TakenBack) -> DealState:
    earlier = deal
    for _ in range(event.windows):
        if earlier.late_offer is None:
            raise EventError(Message("TakenBack: no tile is offered any more"))
        earlier = earlier.late_offer.deal
    for report in deal.reported[len(earlier.reported) :]:  # a referee's decision stays
        lapsed = report.riichi_void and earlier.players[report.seat].riichi is None
        earlier = _reported(earlier, replace(report, bet=0) if lapsed else report)
    return earlier


def _claimed(deal: DealState, event: ev.Claimed) -> DealState:
    closed = deal.phase
    if not isinstance(closed, CallsClosed):
        raise EventError(Message("Claimed: no tile is offered"))
    offer, meld = closed.offer, event.made
    discarder = deal.players[offer.seat]
    discards = (*discarder.discards[:-1], discarder.discards[-1]._replace(claimed_by=event.seat))
    players = with_player(deal.players, offer.seat, discarder._replace(discards=discards))
    taker = _with_meld(players[event.seat], meld, without_tile(meld.tiles, offer.tile))
    players = with_player(players, event.seat, taker)
    quad = meld.kind == "quad"
    phase: Acting | DrawingReplacement = (
        DrawingReplacement(event.seat, claimed=True)
        if quad
        else Acting(event.seat, None, claimed=(meld, offer.tile.kind))
    )
    return deal._replace(
        players=_without_ippatsu(players),
        phase=phase,
        uninterrupted=False,
        quads=(*deal.quads, event.seat) if quad else deal.quads,
        pending_indicators=(*deal.pending_indicators, "quad") if quad else deal.pending_indicators,
        untaken_claims=(*deal.untaken_claims, UntakenClaim(event.seat))
        if event.tile_taken_later
        else deal.untaken_claims,
    )


def _taken(deal: DealState, event: ev.Taken) -> DealState:
    if event.seat not in {claim.seat for claim in deal.untaken_claims}:
        raise EventError(Message("Taken: {seat} has no tile to take", seat=event.seat))
    return deal._replace(untaken_claims=_untaken_without(deal, event.seat))


def _untaken_without(deal: DealState, seat: Wind) -> tuple[UntakenClaim, ...]:
    return tuple(claim for claim in deal.untaken_claims if claim.seat != seat)


# ---- quads ---------------------------------------------------------------------------------------


def _quad_declared(deal: DealState, event: ev.QuadDeclared) -> DealState:
    acting, quad = deal.phase, event.made
    if not isinstance(acting, Acting) or acting.seat != event.seat:
        raise EventError(Message("QuadDeclared: it is not {seat}'s turn", seat=event.seat))
    player = _with_drawn(deal.players[event.seat], acting.tile)
    if quad.kind == "concealed_quad":
        player_after = _with_meld(player, quad, quad.tiles)
        shown_tile = quad.tiles[0]
    else:
        shown_tile = quad.tiles[3]
        player_after = _with_meld(player, quad, (shown_tile,))
        triplet = next(
            meld for meld in player.sets if meld.kind == "triplet" and meld.first == quad.first
        )
        sets = tuple(quad if meld is triplet else meld for meld in player.sets)
        player_after = player_after._replace(sets=sets)
    offer = Offered(event.seat, shown_tile, False, quad, acting.quads)
    return deal._replace(players=with_player(deal.players, event.seat, player_after), phase=offer)


def _quad_made(deal: DealState, event: ev.QuadMade) -> DealState:
    closed = deal.phase
    if not isinstance(closed, CallsClosed) or closed.offer.quad is None:
        raise EventError(Message("QuadMade: no quad was declared"))
    offer = closed.offer
    return deal._replace(
        players=_without_ippatsu(deal.players),
        phase=DrawingReplacement(event.seat, offer.quads + 1),
        uninterrupted=False,
        quads=(*deal.quads, event.seat),
        pending_indicators=(*deal.pending_indicators, closed.offer.quad.kind),
    )


def _turned(deal: DealState, event: ev.Turned) -> DealState:
    if event.tile != deal.wall.indicator(deal.turned):
        raise EventError(Message("Turned: the next indicator is not {tile}", tile=event.tile))
    return deal._replace(turned=deal.turned + 1, pending_indicators=deal.pending_indicators[1:])


# ---- riichi and furiten --------------------------------------------------------------------------


def _riichi_accepted(deal: DealState, event: ev.RiichiAccepted) -> DealState:
    if not isinstance(deal.phase, CallsClosed):
        raise EventError(Message("RiichiAccepted: no tile was discarded"))
    player, offer = deal.players[event.seat], deal.phase.offer
    double = deal.uninterrupted and len(player.discards) == 1
    scores = _add_points(deal.scores, {event.seat: -event.bet})
    player_after = player._replace(riichi=StandingRiichi(double, open=offer.riichi == "open"))
    players = with_player(deal.players, event.seat, player_after)
    return deal._replace(players=players, scores=scores, bets=deal.bets + 1)


def _furiten_ended(deal: DealState, event: ev.FuritenEnded) -> DealState:
    players = tuple(
        player._replace(missed_win=False) if seat in event.seats else player
        for seat, player in zip(SEATS, deal.players, strict=True)
    )
    return deal._replace(players=players)


# ---- ends ----------------------------------------------------------------------------------------


def _won(deal: DealState, event: ev.Won) -> DealState:
    winning_phase = deal.phase.offer if isinstance(deal.phase, CallsClosed) else deal.phase
    if not isinstance(winning_phase, Acting | Offered) or winning_phase.tile is None:
        raise EventError(Message("Won: there is no tile to win on"))
    ended = Ended(wins_of(deal, event.winners, winning_phase), winning_phase)
    return deal._replace(phase=ended)


def _wall_empty(deal: DealState, _: ev.WallEmpty) -> DealState:
    if not isinstance(deal.phase, CallsClosed) or deal.tiles_left:
        raise EventError(Message("WallEmpty: the last tile was not discarded"))
    return deal._replace(phase=Announcing())


def _announced(deal: DealState, event: ev.Announced) -> DealState:
    if not isinstance(deal.phase, Announcing):
        raise EventError(Message("Announced: the wall is not empty"))
    announced = list(deal.phase.announced)
    announced[event.seat] = event.tenpai
    return deal._replace(phase=Announcing(tuple(announced)))


def _exhausted(deal: DealState, event: ev.Exhausted) -> DealState:
    if not isinstance(deal.phase, Announcing):
        raise EventError(Message("Exhausted: the wall is not empty"))
    tenpai = frozenset(seat for seat in SEATS if deal.phase.announced[seat] is True)
    ended = Ended(ExhaustiveDraw(tenpai, event.nagashi), deal.phase)
    return deal._replace(phase=ended, late_offer=None)


def _aborted(deal: DealState, event: ev.Aborted) -> DealState:
    during = deal.phase
    if isinstance(during, Ended):
        raise EventError(Message("Aborted: the hand is over"))
    ended = Ended(AbortiveDraw(event.cause), during)
    return _with_drawn_tile_in_hand(deal)._replace(phase=ended, late_offer=None)


# ---- fouls ---------------------------------------------------------------------------------------


def _hand_died(deal: DealState, event: ev.HandDied) -> DealState:
    dead = deal.players[event.seat]._replace(dead=True)
    untaken = _untaken_without(deal, event.seat)
    players = with_player(deal.players, event.seat, dead)
    return deal._replace(players=players, untaken_claims=untaken)


def _reported(deal: DealState, event: ev.Reported) -> DealState:
    deal = deal._replace(reported=(*deal.reported, event))
    paid_later = "after_the_hand" in event.found_at
    if event.found_at and not paid_later:
        return deal
    if event.outcome in ("chombo", "redeal") and not paid_later:
        deal = _with_drawn_tile_in_hand(deal)
    seat, player, phase = event.seat, deal.players[event.seat], deal.phase
    if (
        paid_later
        or event.outcome in ("dead_hand", "void_and_dead")
        or event.foul in IMPOSSIBLE_WITHOUT["dead_hand"]
    ):
        player = player._replace(dead=True)
    if event.no_ron or event.no_calls:
        player = player._replace(bans=(*player.bans, event))
    if event.riichi_void:
        if isinstance(phase, Offered) and phase.seat == seat:
            phase = replace(phase, riichi=False)
        player = player._replace(riichi=None)
    offenders = deal.offenders | {seat} if event.outcome == "chombo" else deal.offenders
    if event.outcome == "chombo" and not paid_later and not isinstance(phase, Ended):
        phase = Ended(Chombo(), phase)
    if event.outcome == "redeal" and not (offenders and isinstance(phase, Ended)):
        end = Chombo() if offenders else Redeal()
        phase = Ended(end, phase.during if isinstance(phase, Ended) else phase)
    paid = NO_PAYMENTS.pay("table", seat, event.bet, "own_bet")
    fined = NO_PAYMENTS.fined(seat, event.points, event.charged)
    off_result = event.points if event.charged == "after_uma" else 0
    deal = deal._replace(
        players=with_player(deal.players, seat, player),
        phase=phase,
        offenders=offenders,
        bets=whole(deal.bets - bool(event.bet) + event.bets),
        scores=_add_points(deal.scores, paid.plus(fined).by_seat),
        penalties=_deducted(deal.penalties, seat, off_result),
        foul_payments=deal.foul_payments.plus(fined),
    )
    return _won_without_riichi(deal) if event.riichi_void else deal


def _won_without_riichi(deal: DealState) -> DealState:
    """Return the deal with its wins scored without a lapsed riichi."""
    match deal.phase:
        case Ended(ending=Wins(winners=winners), during=Acting() | Offered() as winning_phase):
            ended = Ended(wins_of(deal, winners, winning_phase), winning_phase)
            return deal._replace(phase=ended)
        case _:
            return deal


def _add_points(scores: ev.FourPoints, change: Mapping[Wind, Points]) -> ev.FourPoints:
    east, south, west, north = (
        points + change.get(seat, 0) for seat, points in zip(SEATS, scores, strict=True)
    )
    return east, south, west, north


def _deducted(points: Mapping[Wind, int], seat: Wind, deduction: int) -> Mapping[Wind, int]:
    return {**points, seat: points.get(seat, 0) - deduction} if deduction else points


_NEXT_STATE: Mapping[type, Callable[[DealState, Any], DealState]] = {
    ev.Drew: _drew, ev.Discarded: _discarded, ev.Closed: _closed, ev.TakenBack: _taken_back,
    ev.Claimed: _claimed, ev.Taken: _taken, ev.QuadDeclared: _quad_declared,
    ev.QuadMade: _quad_made, ev.Turned: _turned, ev.RiichiAccepted: _riichi_accepted,
    ev.FuritenEnded: _furiten_ended, ev.Won: _won, ev.WallEmpty: _wall_empty,
    ev.Announced: _announced, ev.Exhausted: _exhausted, ev.Aborted: _aborted,
    ev.HandDied: _hand_died, ev.Reported: _reported,
}  # fmt: skip
"""The function that applies each event, except `Started`."""
