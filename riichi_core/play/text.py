"""Events in words, and positions as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from riichi_core.game.fouls import BANS, EFFECTS
from riichi_core.game.game import WHY
from riichi_core.hands.melds import Meld
from riichi_core.language import Translatable
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import PASS, Response, action_message
from riichi_core.play.deal_wins import PLAIN_TILES
from riichi_core.play.game_state import GameEvent, Settled, Signalled, Undone
from riichi_core.play.legal import furiten, legal_actions, tenpai
from riichi_core.play.state import SEATS, Acting, DealState, PlayerState, awaited, discards_text
from riichi_core.play.wall import DEAD
from riichi_core.rules.rules import Rules, options
from riichi_core.scoring.points import Points, points_json
from riichi_core.settlement.ending import CAUSE_WORDS
from riichi_core.tiles import write_tiles

_MELDS: dict[str, Translatable] = {
    "sequence": "the sequence {tiles}",
    "triplet": "the triplet {tiles}",
    "quad": "the quad {tiles}",
    "extended_quad": "the extended quad {tiles}",
    "concealed_quad": "the concealed quad {tiles}",
}


def describe_event(event: GameEvent | Undone) -> Message:  # noqa: PLR0911, PLR0912 - a sentence for each event
    """Describe an event in a short sentence."""
    match event:
        case ev.Started():
            return _describe_start(event)
        case ev.Drew(seat=seat, tile=tile, replacement=replacement):
            return Message(
                "{seat} draws {tile} to replace one" if replacement else "{seat} draws {tile}",
                seat=seat,
                tile=tile,
            )
        case ev.Discarded():
            return _describe_discard(event)
        case ev.QuadDeclared(seat=seat, made=meld):
            return Message("{seat} declares {set}", seat=seat, set=_describe_meld(meld))
        case ev.QuadMade(seat=seat):
            return Message("nobody robs {seat}'s quad", seat=seat)
        case ev.Closed():
            return _describe_calls(event)
        case ev.TakenBack():
            return Message("the later events are undone for a late call")
        case ev.RiichiAccepted(seat=seat, bet=bet):
            return Message(
                "{seat}'s riichi is accepted, with a bet of {bet:,} points", seat=seat, bet=bet
            )
        case ev.Claimed(seat=seat, made=meld, tile_taken_later=True):
            return Message(
                "{seat} makes {set}, and leaves the tile for now",
                seat=seat,
                set=_describe_meld(meld),
            )
        case ev.Claimed(seat=seat, made=meld):
            return Message("{seat} makes {set}", seat=seat, set=_describe_meld(meld))
        case ev.Taken(seat=seat):
            return Message("{seat} takes the claimed tile", seat=seat)
        case ev.Turned(tile=tile):
            return Message("the indicator {tile} is turned", tile=tile)
        case ev.FuritenEnded(seats=seats):
            return Message("{seats} may win on discards again", seats=Message.and_list(seats))
        case ev.Won(winners=winners):
            return Message.counted(
                "{seats} declares a win",
                "{seats} declare a win",
                len(winners),
                seats=Message.and_list(winners),
            )
        case ev.WallEmpty():
            return Message("the wall is empty")
        case ev.Announced(seat=seat, tenpai=tenpai):
            return Message("{seat} shows a tenpai hand" if tenpai else "{seat} is noten", seat=seat)
        case ev.Exhausted(nagashi=()):
            return Message("the hand ends in a draw")
        case ev.Exhausted(nagashi=nagashi):
            return Message(
                "the hand ends in a draw; nagashi mangan of {seats}",
                seats=Message.and_list(nagashi),
            )
        case ev.Aborted(cause=cause):
            return Message("the hand is aborted: {cause}", cause=Message(CAUSE_WORDS[cause]))
        case ev.HandDied(seat=seat, why="hasty_quad_replaced"):
            return Message(
                "{seat}'s hand is dead: the replacement tile of the hasty quad was drawn", seat=seat
            )
        case ev.HandDied(seat=seat):
            return Message("{seat}'s hand is dead: a claimed tile was not taken in time", seat=seat)
        case ev.Reported():
            return _describe_foul(event)
        case Settled():
            return _describe_settlement(event)
        case Signalled(in_play=in_play):
            return Message(
                "the signal sounds in the hand" if in_play else "the signal sounds before the dice"
            )
        case Undone(to=to):
            return Message("everything from event {event} on is undone", event=to + 1)
    raise AssertionError(event)


def _describe_start(event: ev.Started) -> Message:
    parts = {
        "round": event.round_wind,
        "counters": event.counters,
        "bets": _points_message(event.bets),
        "scores": Message.joined(map(_points_message, event.scores)),
    }
    if event.wall.dice is None:
        return Message(
            "a hand in the {round} round, counters {counters}, bets {bets}; scores {scores}",
            **parts,
        )
    return Message(
        "a hand in the {round} round, counters {counters}, bets {bets}, dice {dice}; "
        "scores {scores}",
        dice=" ".join(map(str, event.wall.dice)),
        **parts,
    )


def _describe_discard(event: ev.Discarded) -> Message:
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
        "{seat} discards the drawn {tile}" if event.tsumogiri else "{seat} discards {tile}", **parts
    )


def _describe_meld(meld: Meld) -> Message:
    return Message(_MELDS[meld.kind], tiles=meld)


def _describe_calls(event: ev.Closed) -> Message:
    call_messages = [_describe_call(call) for call in event.calls if call.action != PASS]
    called = Message.joined(call_messages or [Message("nobody calls")], by=", ")
    if not event.missed:
        return called
    missed = Message("{seats} could have won", seats=Message.and_list(event.missed))
    return Message.joined([called, missed], by="; ")


def _describe_call(call: Response) -> Message:
    return Message("{seat} calls {action}", seat=call.seat, action=action_message(call.action))


_CHARGED: dict[str, Translatable] = {
    "after_uma": "{points:,} points off the result",
    "pot": "{points:,} points into the pot",
    "to_each": "{points:,} points to each other player",
}


def _describe_foul(event: ev.Reported) -> Message:
    costs = [Message(EFFECTS[event.outcome])]
    if event.points:
        costs.append(Message(_CHARGED[event.charged], points=event.points))
    if event.no_ron:
        every = len(event.no_ron) == len(PLAIN_TILES)
        tiles = Message("no ron on {tiles}", tiles=write_tiles(event.no_ron))
        costs.append(Message(BANS["any"]) if every else tiles)
    if event.no_calls:
        costs.append(Message(BANS["calls"]))
    if event.bet:
        costs.append(Message("{points:,} points of the bet go back", points=event.bet))
    return Message(
        "foul of {seat}: {foul}; {consequences}",
        seat=event.seat,
        foul=Message(options()[f"fouls.{event.foul}"].title),
        consequences=Message.joined(costs, by=", "),
    )


def _describe_settlement(event: Settled) -> Message:
    settled = Message(
        "payments: {paid}; the players, first East first, have {scores}",
        paid=describe_payments(event.deltas),
        scores=Message.joined(map(_points_message, event.scores)),
    )
    if not event.ended_by:
        return settled
    over = Message("the game is over: {why}", why=Message(WHY[event.ended_by]))
    return Message.joined([settled, over], by="; ")


def describe_payments(deltas: Sequence[Points]) -> Message:
    """Describe the payments of each seat, from East on."""
    paid = [
        Message("{seat} {points}", seat=seat, points=_points_message(points, sign="+"))
        for seat, points in zip(SEATS, deltas, strict=True)
        if points
    ]
    return Message.joined(paid or [Message("nobody pays")], by=", ")


def _points_message(points: Points, sign: str = "") -> Message:
    """Return points with a thousands separator; leave a fraction as it is."""
    if isinstance(points, int):
        return Message("{points:+,}" if sign else "{points:,}", points=points)
    return Message("{points}", points=points)


def position_json(deal: DealState, rules: Rules) -> dict[str, Any]:
    """Return the position for programs; all tiles are shown.

    `furiten` and `tenpai` include only hands with thirteen tiles. `may` contains the legal actions.
    """
    acting = deal.phase if isinstance(deal.phase, Acting) else None
    drawn = acting.tile if acting is not None else None
    waiting = [seat for seat in SEATS if _has_thirteen_tiles(deal.players[seat])]
    return {
        "awaited": awaited(deal.phase),
        "turn": str(acting.seat) if acting else None,
        "drawn": str(drawn) if drawn else None,
        "hands": {
            str(seat): write_tiles(player.hand) + "".join(map(str, player.sets))
            for seat, player in zip(SEATS, deal.players, strict=True)
        },
        "discards": {str(seat): discards_text(deal.players[seat]) for seat in SEATS},
        "riichi": [str(seat) for seat in SEATS if deal.players[seat].riichi],
        "open_riichi": [str(seat) for seat in SEATS if deal.open_hand(seat)],
        "ippatsu": [
            str(seat) for seat in SEATS if (riichi := deal.players[seat].riichi) and riichi.ippatsu
        ],
        "furiten": [str(seat) for seat in waiting if furiten(deal, seat, rules)],
        "tenpai": [str(seat) for seat in waiting if tenpai(deal, seat, rules)],
        "dead_hands": [str(seat) for seat in SEATS if deal.players[seat].dead],
        "first_turn": deal.uninterrupted,
        "indicators": write_tiles(deal.indicators),
        "tiles_left": deal.tiles_left,
        "dead_wall": DEAD,
        "scores": {str(seat): points_json(deal.scores[seat]) for seat in SEATS},
        "bets": points_json(deal.bets),
        "may": {
            str(seat): list(map(str, acts)) for seat, acts in legal_actions(deal, rules).items()
        },
    }


def _has_thirteen_tiles(player: PlayerState) -> bool:
    """Return whether a hand has thirteen tiles, counting a set as three."""
    return len(player.hand) + 3 * len(player.sets) == 13
