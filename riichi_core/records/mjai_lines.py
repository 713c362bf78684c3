"""Games in mjai for other programs: what happened here, line by line.

What was taken back by a late call is left out. A deal that ends by a chombo or is dealt again has
no line of its own in mjai: it ends with a `ryukyoku` of that reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from riichi_core.play import events as ev
from riichi_core.play.state import ByAbort, ByChombo, ByExhaustion, ByWin, Ended, Offered, Void
from riichi_core.play.wall import DEALT
from riichi_core.records.mjai import REASONS, TO_MJAI, WINDS
from riichi_core.records.recorded import Played
from riichi_core.settlement.ledger import Points, as_json
from riichi_core.tiles import Tile, Wind

Line = dict[str, Any]
Offer = tuple[Wind, Tile | None]

_REASON = {end: reason for reason, end in REASONS.items()}


def write_mjai(
    names: Sequence[str], deals: Iterable[Played], final: Sequence[Points] | None = None
) -> str:
    """A game as mjai lines.

    Args:
        names: the players, the first East first.
        deals: its deals.
        final: the scores at the end of the game, with bets that were left.
    """
    lines: list[Line] = [{"type": "start_game", "names": list(names)}]
    for deal in deals:
        lines += deal_lines(deal)
    scores = {} if final is None else {"scores": list(map(as_json, final))}
    lines.append({"type": "end_game", **scores})
    return "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)


def deal_lines(played: Played) -> list[Line]:
    """The lines of a deal, from start_kyoku to end_kyoku."""
    lines: list[Line] = []
    telling = _Telling(played)
    offered: list[tuple[int, Offer]] = []  # where each tile stood that may be called late, in order
    for event in played.events:
        match event:
            case ev.Closed(silent=silent) if silent:
                offered.append((len(lines), telling.offer))
            case ev.TakenBack(windows=windows):
                back_to, telling.offer = offered[-windows]
                del lines[back_to:], offered[-windows:]
            case _:
                lines += telling.lines(event)
    return [*lines, *_end(played), {"type": "end_kyoku"}]


def _written(tiles: Iterable[Tile]) -> list[str]:
    return [TO_MJAI[tile] for tile in tiles]


class _Telling:
    """Tells event by event; knows the tile that was offered last, and whose it was."""

    def __init__(self, played: Played) -> None:
        self.before = played.before
        self.offer: Offer = (Wind.EAST, None)

    def lines(self, event: ev.Event) -> list[Line]:
        """The lines of an event; most have one, some none."""
        match event:
            case ev.Started():
                return self._started(event)
            case ev.Drew(seat=seat, tile=tile):
                return [self._line("tsumo", seat, pai=TO_MJAI[tile])]
            case ev.Discarded(seat=seat, tile=tile, tsumogiri=drawn, riichi=riichi):
                self.offer = (seat, tile)
                reach = [self._line("reach", seat)] if riichi else []
                return [*reach, self._line("dahai", seat, pai=TO_MJAI[tile], tsumogiri=drawn)]
            case ev.RiichiAccepted(seat=seat):
                return [self._line("reach_accepted", seat)]
            case ev.Claimed():
                return [self._claimed(event)]
            case ev.KongDeclared():
                return [self._kong(event)]
            case ev.Turned(tile=tile):
                return [{"type": "dora", "dora_marker": TO_MJAI[tile]}]
        return []

    def _line(self, kind: str, seat: Wind, **more: object) -> Line:
        return {"type": kind, "actor": self.before.player(seat), **more}

    def _started(self, event: ev.Started) -> list[Line]:
        before, hands = self.before, event.wall.dealt()
        start = {
            "type": "start_kyoku",
            "bakaze": WINDS[event.prevailing],
            "dora_marker": TO_MJAI[event.wall.indicator(0)],
            "kyoku": before.dealer + 1,
            "honba": event.counters,
            "kyotaku": as_json(event.bets),
            "oya": before.dealer,
            "scores": list(map(as_json, before.scores)),
            "tehais": [_written(sorted(hands[before.seat(player)])) for player in range(4)],
        }
        first = event.wall.live(DEALT - 1)
        return [start, self._line("tsumo", Wind.EAST, pai=TO_MJAI[first])]

    def _claimed(self, event: ev.Claimed) -> Line:
        giver, tile = self.offer
        assert tile is not None
        own = list(event.made.tiles)
        own.remove(tile)
        kind = {"chow": "chi", "pung": "pon"}.get(event.made.kind, "daiminkan")
        target = self.before.player(giver)
        return self._line(
            kind, event.seat, target=target, pai=TO_MJAI[tile], consumed=_written(own)
        )

    def _kong(self, event: ev.KongDeclared) -> Line:
        tiles = event.made.tiles
        if event.made.kind == "concealed_kong":
            return self._line("ankan", event.seat, consumed=_written(tiles))
        *pung, added = _written(tiles)
        return self._line("kakan", event.seat, pai=added, consumed=pung)


# ---- results -------------------------------------------------------------------------------------


def _end(played: Played) -> Iterator[Line]:
    """A line for each win that stands, or one for a draw."""
    over = played.end.phase
    settlement = played.settlement
    if not isinstance(over, Ended):
        return
    if isinstance(over.end, ByWin) and settlement is not None and settlement.winners:
        yield from _wins(played, over.end, settlement.winners)
        return
    reason, more = _draw(over)
    if "tenpais" in more:
        said = more["tenpais"]
        more = {"tenpais": [said[played.before.seat(player)] for player in range(4)]}
    deltas = list(map(as_json, played.deltas))
    yield {"type": "ryukyoku", "reason": reason, "deltas": deltas, **more}


def _draw(over: Ended) -> tuple[str, Mapping[str, Any]]:
    """The reason of a draw, and who was tenpai, by seat."""
    match over.end:
        case ByExhaustion(tenpai=tenpai, nagashi=nagashi):
            reason = _REASON["nagashi" if nagashi else "exhausted"]
            return reason, {"tenpais": [seat in tenpai for seat in Wind]}
        case ByAbort(cause=cause):
            return _REASON[cause], {}
        case ByChombo():
            return "chombo", {}
        case Void():
            return "void", {}
        case ByWin(winners=winners):
            return _REASON["three_wins"] if len(winners) == 3 else "chombo", {}


def _wins(played: Played, end: ByWin, winners: Sequence[Wind]) -> Iterator[Line]:
    """Of each winner what he got; the first has what else moved."""
    before, wall = played.before, played.end.wall
    shares = [_share(played, seat) for seat in winners]
    together = [sum(points) for points in zip(*shares, strict=True)]
    over = [all_ - said for all_, said in zip(played.deltas, together, strict=True)]
    shares[0] = [one + more for one, more in zip(shares[0], over, strict=True)]
    giver = end.on.seat if isinstance(end.on, Offered) else None
    for seat, share in zip(winners, shares, strict=True):
        riichi = seat in played.end.riichi
        under = [wall.under(number) for number in range(played.end.turned)] if riichi else []
        yield {
            "type": "hora",
            "actor": before.player(seat),
            "target": before.player(seat if giver is None else giver),
            "deltas": list(map(as_json, share)),
            "ura_markers": _written(under),
        }


def _share(played: Played, winner: Wind) -> list[Points]:
    """What moved to a winner."""
    points: dict[Wind, Points] = {}
    for one in played.settlement.transfers if played.settlement else ():
        if one.taker == winner:
            points[winner] = points.get(winner, 0) + one.points
            if isinstance(one.giver, Wind):
                points[one.giver] = points.get(one.giver, 0) - one.points
    return played.by_player(points)
