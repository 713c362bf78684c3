"""Deals and events in words: a position, what is awaited, and what happened."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_core.game.game import WHY
from riichi_core.hands.melds import Meld
from riichi_core.language import Text
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import PASS, Response, action_message
from riichi_core.play.game_state import GameEvent, Settled, Signalled, Undone
from riichi_core.play.state import (
    SEATS,
    Acting,
    Announcing,
    DealState,
    DiscardedTile,
    Ended,
    Offered,
    Phase,
    PlayerState,
    Replacing,
    Resolved,
)
from riichi_core.rules.rules import options
from riichi_core.settlement.ending import (
    AbortiveDraw,
    ChomboEnding,
    DealtAgain,
    ExhaustiveDraw,
    Wins,
)
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Wind, write_tiles

CAUSES: dict[str, Text] = {
    "nine_kinds": "nine kinds of terminals and honours",
    "four_winds": "four equal winds",
    "four_riichi": "four riichi",
    "four_kongs": "four kongs",
    "three_calls": "three wins",
}
"""Causes for which a deal is called off, in words."""


def position(deal: DealState) -> str:
    """Return where a deal stands: lines for the table, for each seat, and for what is awaited.

    In a row of discards `'` marks the drawn tile, `*` riichi, and brackets what was claimed.
    """
    return "\n".join(_lines(deal))


def _lines(deal: DealState) -> Iterator[str]:
    indicators = write_tiles(deal.indicators)
    yield (
        f"{str(deal.prevailing).capitalize()} round, counters {deal.counters}, bets {deal.bets}, "
        f"indicators {indicators}, {deal.tiles_left} tiles left"
    )
    for seat in SEATS:
        yield _seat(deal, seat)
        if deal.players[seat].discards:
            yield f"      discards {row(deal.players[seat])}"
    yield awaited(deal.phase)


def _seat(deal: DealState, seat: Wind) -> str:
    place = deal.players[seat]
    drawn = deal.phase.tile if isinstance(deal.phase, Acting) and deal.phase.seat == seat else None
    sets = "".join(map(str, place.sets))
    marks = [
        word
        for word, is_so in (
            ("double riichi", place.riichi is not None and place.riichi.double),
            ("riichi", place.riichi is not None and not place.riichi.double),
            ("dead hand", place.dead),
        )
        if is_so
    ]
    parts = [
        f"{seat!s:5}",
        f"{deal.scores[seat]!s:>7}",
        f"{write_tiles(place.hand)}{sets}{f' + {drawn}' if drawn else ''}",
        *(f"({mark})" for mark in marks),
    ]
    return " ".join(parts)


def row(place: PlayerState) -> str:
    """Return a row of discards."""
    return " ".join(map(_thrown, place.discards))


def _thrown(one: DiscardedTile) -> str:
    text = f"{one.tile}{chr(39) * one.tsumogiri}{'*' * one.riichi}"
    return f"({text})" if one.claimed_by is not None else text


def awaited(phase: Phase) -> Message:  # noqa: PLR0911 - a sentence for each phase
    """Return what is awaited, as a sentence."""
    match phase:
        case Acting(seat=seat, tile=None):
            return Message("{seat} discards after the claim", seat=seat)
        case Acting(seat=seat, tile=tile, replacement=replacement):
            return Message(
                "{seat} drew {tile} after a kong" if replacement else "{seat} drew {tile}",
                seat=seat,
                tile=tile,
            )
        case Offered(seat=seat, tile=tile, kong=None, riichi=riichi):
            return Message(
                "{seat} discarded {tile} with riichi" if riichi else "{seat} discarded {tile}",
                seat=seat,
                tile=tile,
            )
        case Offered(seat=seat, kong=kong):
            return Message("{seat} declared the kong {tiles}", seat=seat, tiles=kong)
        case Resolved(offer=offer):
            return Message("{offer}, and the calls for it were made", offer=awaited(offer))
        case Replacing(seat=seat):
            return Message("{seat} made a kong and takes a replacement tile", seat=seat)
        case Announcing():
            return Message("the wall is empty, and all announce")
        case Ended(ending=Wins(winners=winners)):
            return Message("won by {seats}", seats=Message.both(winners))
        case Ended(ending=ExhaustiveDraw()):
            return Message("drawn: the wall is empty")
        case Ended(ending=AbortiveDraw(cause=cause)):
            return Message("called off: {cause}", cause=Message(CAUSES[cause]))
        case Ended(ending=ChomboEnding()):
            return Message("spoilt by a chombo")
        case Ended(ending=DealtAgain()):
            return Message("to be dealt again")
    raise AssertionError(phase)


# ---- events --------------------------------------------------------------------------------------

_COMES_TO: dict[str, Text] = {
    "chombo": "chombo",
    "dead_hand": "a dead hand",
    "void": "it is void",
    "void_and_dead": "it is void and the hand is dead",
    "dealt_again": "the deal is dealt again",
    "nothing": "the deal goes on",
}

_SETS: dict[str, Text] = {
    "chow": "the chow {tiles}",
    "pung": "the pung {tiles}",
    "kong": "the kong {tiles}",
    "extended_kong": "the extended kong {tiles}",
    "concealed_kong": "the concealed kong {tiles}",
}


def describe_event(event: GameEvent | Undone) -> Message:  # noqa: PLR0911, PLR0912 - a sentence for each event
    """Return an event as a short sentence."""
    match event:
        case ev.Started():
            return _started(event)
        case ev.Drew(seat=seat, tile=tile, replacement=replacement):
            return Message(
                "{seat} draws {tile} to replace one" if replacement else "{seat} draws {tile}",
                seat=seat,
                tile=tile,
            )
        case ev.Discarded():
            return _discarded(event)
        case ev.KongDeclared(seat=seat, made=made):
            return Message("{seat} declares {set}", seat=seat, set=_set(made))
        case ev.KongMade(seat=seat):
            return Message("nobody robs the kong of {seat}", seat=seat)
        case ev.Closed():
            return _closed(event)
        case ev.TakenBack():
            return Message("what followed is taken back for a late call")
        case ev.RiichiAccepted(seat=seat, bet=bet):
            return Message(
                "the riichi of {seat} stands, {bet:,} points are bet", seat=seat, bet=bet
            )
        case ev.Claimed(seat=seat, made=made, tile_taken_later=True):
            return Message(
                "{seat} makes {set}, and leaves the tile for now", seat=seat, set=_set(made)
            )
        case ev.Claimed(seat=seat, made=made):
            return Message("{seat} makes {set}", seat=seat, set=_set(made))
        case ev.Taken(seat=seat):
            return Message("{seat} takes the claimed tile", seat=seat)
        case ev.Turned(tile=tile):
            return Message("the indicator {tile} is turned", tile=tile)
        case ev.FuritenEnded(seats=seats):
            return Message("{seats} may win on discards again", seats=Message.both(seats))
        case ev.Won(winners=winners):
            return Message.counted(
                "{seats} declares to win",
                "{seats} declare to win",
                len(winners),
                seats=Message.both(winners),
            )
        case ev.WallEmpty():
            return Message("the wall is empty")
        case ev.Announced(seat=seat, tenpai=tenpai):
            return Message("{seat} shows a tenpai hand" if tenpai else "{seat} is noten", seat=seat)
        case ev.Exhausted(nagashi=()):
            return Message("the deal is drawn")
        case ev.Exhausted(nagashi=nagashi):
            return Message(
                "the deal is drawn; nagashi mangan of {seats}", seats=Message.both(nagashi)
            )
        case ev.Aborted(cause=cause):
            return Message("the deal is called off: {cause}", cause=Message(CAUSES[cause]))
        case ev.HandDied(seat=seat):
            return Message(
                "the hand of {seat} is dead: a claimed tile was not taken in time", seat=seat
            )
        case ev.Reported():
            return _reported(event)
        case Settled():
            return _settled(event)
        case Signalled(in_play=in_play):
            return Message(
                "the signal sounds in the deal" if in_play else "the signal sounds before the dice"
            )
        case Undone(to=to):
            return Message("everything from event {event} on is undone", event=to + 1)
    raise AssertionError(event)


def _started(event: ev.Started) -> Message:
    known = {
        "round": event.prevailing,
        "counters": event.counters,
        "bets": _points(event.bets),
        "scores": Message.joined(map(_points, event.scores)),
    }
    if event.wall.dice is None:
        return Message(
            "a deal in the {round} round, counters {counters}, bets {bets}; scores {scores}",
            **known,
        )
    return Message(
        "a deal in the {round} round, counters {counters}, bets {bets}, dice {dice}; "
        "scores {scores}",
        dice=" ".join(map(str, event.wall.dice)),
        **known,
    )


def _discarded(event: ev.Discarded) -> Message:
    parts = {"seat": event.seat, "tile": event.tile}
    if event.riichi:
        return Message(
            "{seat} discards the drawn {tile} with riichi"
            if event.tsumogiri
            else "{seat} discards {tile} with riichi",
            **parts,
        )
    return Message(
        "{seat} discards the drawn {tile}" if event.tsumogiri else "{seat} discards {tile}",
        **parts,
    )


def _set(made: Meld) -> Message:
    return Message(_SETS[made.kind], tiles=made)


def _closed(event: ev.Closed) -> Message:
    calls = [_call(call) for call in event.calls if call.action != PASS]
    called = Message.joined(calls or [Message("nobody calls")], by=", ")
    if not event.missed:
        return called
    missed = Message("{seats} could have won", seats=Message.both(event.missed))
    return Message.joined([called, missed], by="; ")


def _call(call: Response) -> Message:
    return Message("{seat} calls {action}", seat=call.seat, action=action_message(call.action))


def _reported(event: ev.Reported) -> Message:
    costs = [Message(_COMES_TO[event.comes_to])]
    if event.penalty:
        costs.append(Message("{points:,} points off the result", points=event.penalty))
    if event.fine:
        costs.append(Message("{points:,} points off the score", points=event.fine))
    if event.bet:
        costs.append(Message("{points:,} points of the bet go back", points=event.bet))
    return Message(
        "foul of {seat}: {foul}; {consequences}",
        seat=event.seat,
        foul=Message(options()[f"fouls.{event.foul}"].title),
        consequences=Message.joined(costs, by=", "),
    )


def _settled(event: Settled) -> Message:
    paid = [
        Message("{seat} {points}", seat=seat, points=_points(points, sign="+"))
        for seat, points in zip(SEATS, event.deltas, strict=True)
        if points
    ]
    settled = Message(
        "settled: {paid}; the players, first East first, have {scores}",
        paid=Message.joined(paid or [Message("nobody pays")], by=", "),
        scores=Message.joined(map(_points, event.scores)),
    )
    if not event.over:
        return settled
    over = Message("the game is over: {why}", why=Message(WHY[event.over]))
    return Message.joined([settled, over], by="; ")


def _points(points: Points, sign: str = "") -> Message:
    """Return points with a separator of thousands; a fraction as it is."""
    if isinstance(points, int):
        return Message("{points:+,}" if sign else "{points:,}", points=points)
    return Message("{points}", points=points)
