"""Events in words: what happened."""

from __future__ import annotations

from riichi_core.game.foul_text import EFFECTS
from riichi_core.game.game import WHY
from riichi_core.hands.melds import Meld
from riichi_core.language import Text
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import PASS, Response, action_message
from riichi_core.play.game_state import GameEvent, Settled, Signalled, Undone
from riichi_core.play.state import CAUSE_WORDS, SEATS
from riichi_core.rules.rules import options
from riichi_core.settlement.ledger import Points

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
            return Message("the deal is called off: {cause}", cause=Message(CAUSE_WORDS[cause]))
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
    if event.riichi == "open":
        return Message(
            "{seat} discards the drawn {tile} with open riichi"
            if event.tsumogiri
            else "{seat} discards {tile} with open riichi",
            **parts,
        )
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
    costs = [Message(EFFECTS[event.comes_to])]
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
