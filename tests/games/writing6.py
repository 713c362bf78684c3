"""Records written in the format of tenhou.net/6, for reading them back."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from riichi.games.formats.tenhou6 import WON, WORDS
from riichi.games.replay.recorded_game import Draw, Move, RecordedDeal, RecordedGame
from riichi_core.play.actions import (
    Chii,
    ClaimedKan,
    ConcealedKan,
    DeclareWin,
    Discard,
    ExtendedKan,
    MeldClaim,
    Pon,
)
from riichi_core.tiles import Tile


def as_tenhou6(game: RecordedGame) -> str:
    return json.dumps({"name": list(game.names), "log": [_deal(deal) for deal in game.deals]})


def _number(tile: Tile) -> int:
    if tile.red:
        return 51 + "mps".index(tile.suit)
    return 10 * ("mpsz".index(tile.suit) + 1) + tile.number


def _numbers(tiles: Iterable[Tile]) -> list[int]:
    return [_number(tile) for tile in tiles]


def _deal(deal: RecordedDeal) -> list[Any]:
    rows = _Rows(deal)
    hands = [
        part
        for n in range(4)
        for part in (_numbers(deal.hands[n]), rows.takes[n], rows.discards[n])
    ]
    before = deal.standing
    first = [4 * before.round + before.dealer, before.counters, before.bets]
    indicators, ura = _numbers(deal.indicators), _numbers(deal.result.ura)
    return [first, list(before.scores), indicators, ura, *hands, _result(deal)]


class _Rows:
    """Sorts draws and moves into rows, and checks that each draw is the expected one."""

    def __init__(self, deal: RecordedDeal) -> None:
        self.takes: list[list[int | str]] = [[], [], [], []]
        self.discards: list[list[int | str]] = [[], [], [], []]
        self.triplets: dict[tuple[int, int], tuple[int, list[Tile]]] = {}
        self.draws = list(reversed(deal.draws))
        self.turn, self.quad = deal.standing.dealer, False
        self.offered: tuple[int, Tile] | None = None
        self._draw()
        for move in deal.moves:
            self._move(move, deal)
        if self.draws:  # a win on a drawn tile, or nine kinds
            self._next()

    def _draw(self) -> None:
        one = self.draws.pop()
        assert one == Draw(self.turn, one.tile, self.quad)
        self.takes[self.turn].append(_number(one.tile))

    def _next(self) -> None:
        """Let the next player draw if a discard is pending, else check the replacement tile."""
        assert self.offered is not None
        self.turn, self.quad, self.offered = (self.offered[0] + 1) % 4, False, None
        self._draw()

    def _move(self, move: Move, deal: RecordedDeal) -> None:
        on_offer = isinstance(move.act, DeclareWin) and deal.result.giver is not None
        if self.offered is not None and not isinstance(move.act, MeldClaim) and not on_offer:
            self._next()
        match move.act:
            case Discard(tile=tile, tsumogiri=drawn, riichi=riichi):
                assert move.player == self.turn
                number = 60 if drawn else _number(tile)
                self.discards[move.player].append(f"r{number}" if riichi else number)
                self.offered = (move.player, tile)
            case ConcealedKan(tiles=tiles):
                one, *others = reversed(_numbers(tiles))
                self.discards[move.player].append(f"{''.join(map(str, others))}a{one}")
                self._replace()
            case ExtendedKan(tile=tile):
                place, old = self.triplets[move.player, tile.kind]
                self.discards[move.player].append(_call(old, place, "k", tile))
                self._replace()
            case Chii() | Pon() | ClaimedKan():
                self._claim(move.player, move.act)

    def _claim(self, player: int, meld: MeldClaim) -> None:
        assert self.offered is not None
        giver, tile = self.offered
        letter = "c" if isinstance(meld, Chii) else "m" if isinstance(meld, ClaimedKan) else "p"
        place = {3: 0, 2: 1, 1: len(meld.tiles)}[(giver - player) % 4]
        self.takes[player].append(_call(meld.tiles, place, letter, tile))
        self.triplets[player, tile.kind] = (place, [*meld.tiles, tile])
        self.turn, self.offered = player, None
        if isinstance(meld, ClaimedKan):
            self.discards[player].append(0)
            self._replace()

    def _replace(self) -> None:
        self.quad = True
        if self.draws:  # otherwise it was robbed
            self._draw()


def _call(own: Iterable[Tile], place: int, letter: str, tile: Tile) -> str:
    written = list(map(str, _numbers(own)))
    written.insert(place, f"{letter}{_number(tile)}")
    return "".join(written)


def _result(deal: RecordedDeal) -> list[Any]:
    result = deal.result
    deltas = list(result.deltas or (0, 0, 0, 0))
    if result.end != "win":
        word = next(word for word, (end, _) in WORDS.items() if end == result.end)
        return [word, deltas]
    found: list[Any] = [WON]
    for player in result.winners:
        giver = player if result.giver is None else result.giver
        found += [deltas, [player, giver, player, "words"]]
        deltas = [0, 0, 0, 0]
    return found
