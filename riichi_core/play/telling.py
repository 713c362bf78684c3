"""Events in words, as somebody who watches would tell them."""

from __future__ import annotations

from riichi_core.game.game import WHY
from riichi_core.hands.melds import Meld
from riichi_core.play import events as ev
from riichi_core.play.actions import PASS, Response
from riichi_core.play.game_state import GameEvent, Settled, Signalled, Undone
from riichi_core.play.state import SEATS
from riichi_core.settlement.ledger import Points

CAUSES = {
    "nine_kinds": "nine kinds of terminals and honours",
    "four_winds": "four equal winds",
    "four_riichi": "four riichi",
    "four_kongs": "four kongs",
}

_COMES_TO = {
    "chombo": "chombo",
    "dead_hand": "a dead hand",
    "void": "it is void",
    "void_and_dead": "it is void and the hand is dead",
    "dealt_again": "the deal is dealt again",
    "nothing": "the deal goes on",
}


def describe_event(event: GameEvent | Undone) -> str:  # noqa: PLR0911, PLR0912 - a sentence for each event
    """An event as a short sentence."""
    match event:
        case ev.Started():
            return _started(event)
        case ev.Drew(seat=seat, tile=tile, replacement=replacement):
            return f"{seat} draws {tile}{' to replace one' if replacement else ''}"
        case ev.Discarded(seat=seat, tile=tile, tsumogiri=drawn, riichi=riichi):
            how = " with riichi" if riichi else ""
            return f"{seat} discards {'the drawn ' if drawn else ''}{tile}{how}"
        case ev.KongDeclared(seat=seat, made=made):
            return f"{seat} declares {_set(made)}"
        case ev.KongMade(seat=seat):
            return f"nobody robs the kong of {seat}"
        case ev.Closed():
            return _closed(event)
        case ev.TakenBack():
            return "what followed is taken back for a late call"
        case ev.RiichiAccepted(seat=seat, bet=bet):
            return f"the riichi of {seat} stands, {bet:,} points are bet"
        case ev.Claimed(seat=seat, made=made, tile_taken_later=later):
            return f"{seat} makes {_set(made)}{', and leaves the tile for now' if later else ''}"
        case ev.Taken(seat=seat):
            return f"{seat} takes the claimed tile"
        case ev.Turned(tile=tile):
            return f"the indicator {tile} is turned"
        case ev.FuritenEnded(seats=seats):
            return f"{' and '.join(map(str, seats))} may win on discards again"
        case ev.Won(winners=winners):
            return f"{' and '.join(map(str, winners))} declare{'s' * (len(winners) == 1)} to win"
        case ev.WallEmpty():
            return "the wall is empty"
        case ev.Announced(seat=seat, tenpai=tenpai):
            return f"{seat} {'shows a tenpai hand' if tenpai else 'is noten'}"
        case ev.Exhausted(nagashi=nagashi):
            more = f"; nagashi mangan of {' and '.join(map(str, nagashi))}" if nagashi else ""
            return f"the deal is drawn{more}"
        case ev.Aborted(cause=cause):
            return f"the deal is called off: {CAUSES[cause]}"
        case ev.HandDied(seat=seat):
            return f"the hand of {seat} is dead: a claimed tile was not taken in time"
        case ev.Reported():
            return _reported(event)
        case Settled():
            return _settled(event)
        case Signalled(in_play=in_play):
            return f"the signal sounds {'in the deal' if in_play else 'before the dice'}"
        case Undone(to=to):
            return f"everything from event {to + 1} on is undone"
    raise AssertionError(event)


def _started(event: ev.Started) -> str:
    dice = "" if event.wall.dice is None else f", dice {event.wall.dice[0]} {event.wall.dice[1]}"
    scores = " ".join(map(_points, event.scores))
    return (
        f"a deal in the {event.prevailing} round, counters {event.counters}, bets {event.bets}"
        f"{dice}; scores {scores}"
    )


def _set(made: Meld) -> str:
    return f"the {made.kind.replace('_', ' ')} {made}"


def _closed(event: ev.Closed) -> str:
    calls = [call for call in event.calls if call.action != PASS]
    said = ", ".join(map(_call, calls)) or "nobody calls"
    missed = f"; {' and '.join(map(str, event.missed))} could have won" if event.missed else ""
    return said + missed


def _call(call: Response) -> str:
    return f"{call.seat} calls {call.action}"


def _reported(event: ev.Reported) -> str:
    costs = [f"{event.penalty:,} points off the result"] if event.penalty else []
    costs += [f"{event.fine:,} points off the score"] if event.fine else []
    costs += [f"{event.bet:,} points of the bet go back"] if event.bet else []
    what = ", ".join([_COMES_TO[event.comes_to], *costs])
    return f"foul of {event.seat}: {event.foul.replace('_', ' ')}; {what}"


def _settled(event: Settled) -> str:
    deltas = zip(SEATS, event.deltas, strict=True)
    paid = ", ".join(f"{seat} {_points(n, sign='+')}" for seat, n in deltas if n) or "nobody pays"
    scores = " ".join(map(_points, event.scores))
    over = f"; the game is over: {WHY[event.over]}" if event.over else ""
    return f"settled: {paid}; the players, first East first, have {scores}{over}"


def _points(points: Points, sign: str = "") -> str:
    """Points with a comma for thousands; a fraction as it is."""
    return f"{points:{sign},}" if isinstance(points, int) else str(points)
