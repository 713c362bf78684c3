"""Records in mjai: a JSON object in each line, one for each thing that happens.

A line whose `type` is none of those that make up a game (`none`, `hello`, …) is skipped; fields
that are not needed are not looked at. Places are named as `line 12, pai`.
"""

from __future__ import annotations

from collections.abc import Callable

from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Action,
    Chow,
    ClaimedKong,
    ConcealedKong,
    Discard,
    ExtendedKong,
    Pung,
)
from riichi_core.records.fields import MOST_LINES, RecordError, Value, parse, text_of
from riichi_core.records.recorded import (
    Draw,
    End,
    FourScores,
    Move,
    RecordedDeal,
    RecordedGame,
    Result,
    four_names,
)
from riichi_core.tiles import TILES, Tile

HONOURS = "ESWNPFC"
WINDS = HONOURS[:4]

TO_MJAI = {
    tile: f"5{tile.suit}r" if tile.red else HONOURS[kind - 27] if kind >= 27 else str(tile)
    for tile in TILES.values()
    for kind in (tile.kind,)
}
"""How mjai writes a tile: `5m`, red `5mr`, honours `E S W N P F C`."""

FROM_MJAI = {text: tile for tile, text in TO_MJAI.items()}

REASONS: dict[str, End] = {
    "fanpai": "exhausted",
    "nagashimangan": "nagashi",
    "kyushukyuhai": "nine_kinds",
    "sufonrenta": "four_winds",
    "suchareach": "four_riichi",
    "sukaikan": "four_kongs",
    "sanchaho": "three_wins",
}
"""The reasons of a `ryukyoku`; many programs give none."""

MOST_IN_A_DEAL = 500


def read_mjai(data: bytes | str) -> RecordedGame:
    """The game of mjai lines.

    Raises:
        RecordError: what is wrong, and in which line.
    """
    lines = text_of(data).split("\n")
    if len(lines) > MOST_LINES:
        raise RecordError(f"line {MOST_LINES + 1}", f"expected at most {MOST_LINES:,} lines")
    reading = _Reading()
    for number, line in enumerate(lines, start=1):
        if line.strip():
            reading.line(parse(line, f"line {number}"))
    return reading.game(f"line {len(lines)}")


def _tile(value: Value) -> Tile:
    tile = FROM_MJAI.get(value.value) if isinstance(value.value, str) else None
    if tile is None:
        raise value.wrong("a tile, as 1m, 5mr, E or P")
    return tile


def _tiles(value: Value, least: int, most: int) -> tuple[Tile, ...]:
    return tuple(_tile(one) for one in value.items(least, most, "tile"))


def _own(line: Value, number: int) -> tuple[Tile, ...]:
    """The tiles of the hand that a set is made with."""
    return tuple(sorted(_tiles(line.key("consumed"), number, number)))


def _player(line: Value, name: str = "actor") -> int:
    return line.key(name).whole(0, 3)


class _Reading:
    """Reads line by line: the game so far, and the deal that is played."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.final: FourScores | None = None
        self.deals: list[RecordedDeal] = []
        self.deal: _Deal | None = None
        self.over = False

    def line(self, line: Value) -> None:
        kind = line.key("type").text()
        if self.over and kind in (*_OF_A_DEAL, "start_game", "start_kyoku", "end_kyoku"):
            raise RecordError(line.where, f"{kind} after end_game: expected one game")
        if kind == "start_game":
            names = line.find("names")
            self.names = tuple(name.text() for name in names.items(0, 4)) if names else ()
        elif kind == "start_kyoku":
            self._end_deal(line.where)
            self.deal = _Deal(line, len(self.deals) + 1)
        elif kind == "end_kyoku":
            self._need_deal(line, kind)
            self._end_deal(line.where)
        elif kind == "end_game":
            self._end_deal(line.where)
            scores = line.find("scores")
            self.final = scores.points() if scores else None
            self.over = True
        elif kind in _OF_A_DEAL:
            _OF_A_DEAL[kind](self._need_deal(line, kind), line)

    def _need_deal(self, line: Value, kind: str) -> _Deal:
        if self.deal is None:
            raise RecordError(line.where, f"{kind} outside of a deal: expected start_kyoku")
        return self.deal

    def _end_deal(self, where: str) -> None:
        if self.deal is not None:
            self.deals.append(self.deal.whole(where))
        self.deal = None

    def game(self, where: str) -> RecordedGame:
        self._end_deal(where)
        if not self.deals:
            raise RecordError(where, "there is no deal: expected start_kyoku")
        return RecordedGame(four_names(self.names), tuple(self.deals), self.final)


class _Deal:
    """A deal, line by line."""

    def __init__(self, start: Value, number: int) -> None:
        self.start, self.number = start, number
        wind = start.key("bakaze")
        if wind.text() not in list(WINDS):
            raise wind.wrong("E, S, W or N")
        self.round = WINDS.index(wind.text())
        self.dealer = _player(start, "oya")
        if start.key("kyoku").whole(1, 4) != self.dealer + 1:
            raise start.key("kyoku").wrong(f"{self.dealer + 1}, as oya is {self.dealer}")
        self.counters = start.key("honba").whole(0, 1_000)
        self.bets = start.key("kyotaku").whole(0, 1_000)
        self.scores = start.key("scores").points()
        self.hands = tuple(
            _tiles(hand, 13, 13) for hand in start.key("tehais").items(4, 4, "player")
        )
        self.indicators = [_tile(start.key("dora_marker"))]
        self.draws: list[Draw] = []
        self.moves: list[Move] = []
        self.after_kong = False
        self.riichi: int | None = None
        self.declared: int | None = None
        self.offered: tuple[int, Tile] | None = None
        self.winners: list[int] = []
        self.giver: int | None = None
        self.deltas: list[int] | None = [0, 0, 0, 0]
        self.ura: tuple[Tile, ...] = ()
        self.drawn: Result | None = None

    # ---- turns -----------------------------------------------------------------------------------

    def _play(self, line: Value) -> None:
        """Refuse a line of play after the result, or between a riichi and its discard."""
        self._open(line)
        if self.riichi is not None:
            raise RecordError(line.where, f"expected the dahai of player {self.riichi} after reach")
        if len(self.draws) + len(self.moves) > MOST_IN_A_DEAL:
            raise RecordError(line.where, f"more than {MOST_IN_A_DEAL} lines in one deal")

    def _open(self, line: Value) -> None:
        if self.winners or self.drawn:
            raise RecordError(line.where, "the deal is over: expected end_kyoku")

    def _move(self, player: int, act: Action, line: Value) -> None:
        self.moves.append(Move(player, act, line.where))

    def tsumo(self, line: Value) -> None:
        self._play(line)
        self.draws.append(Draw(_player(line), _tile(line.key("pai")), self.after_kong))
        self.after_kong, self.offered = False, None

    def reach(self, line: Value) -> None:
        self._play(line)
        self.riichi = self.declared = _player(line)

    def dahai(self, line: Value) -> None:
        player, tile = _player(line), _tile(line.key("pai"))
        riichi = self.riichi == player
        if riichi:
            self.riichi = None
        self._play(line)
        self._move(player, Discard(tile, line.key("tsumogiri").flag(), riichi), line)
        self.offered = (player, tile)

    def reach_accepted(self, line: Value) -> None:
        self._play(line)
        if _player(line) != self.declared:
            raise line.key("actor").wrong("the player of the last reach")
        self.declared = None

    def dora(self, line: Value) -> None:
        self._open(line)
        self.indicators.append(_tile(line.key("dora_marker")))

    # ---- sets ------------------------------------------------------------------------------------

    def _claimed(self, line: Value) -> int:
        """Who claims, when he claims the tile that was offered last."""
        self._play(line)
        player, claimed = _player(line), (_player(line, "target"), _tile(line.key("pai")))
        if self.offered != claimed or player == claimed[0]:
            message = "nobody else discarded this tile just before: expected its dahai"
            raise RecordError(line.where, message)
        self.offered = None
        return player

    def chi(self, line: Value) -> None:
        self._move(self._claimed(line), Chow(_own(line, 2)), line)

    def pon(self, line: Value) -> None:
        self._move(self._claimed(line), Pung(_own(line, 2)), line)

    def daiminkan(self, line: Value) -> None:
        self._move(self._claimed(line), ClaimedKong(_own(line, 3)), line)
        self.after_kong = True

    def ankan(self, line: Value) -> None:
        self._kong(line, ConcealedKong(_own(line, 4)), _own(line, 4)[0])

    def kakan(self, line: Value) -> None:
        tile = _tile(line.key("pai"))
        self._kong(line, ExtendedKong(tile), tile)

    def _kong(self, line: Value, act: Action, shown: Tile) -> None:
        self._play(line)
        self._move(_player(line), act, line)
        self.after_kong, self.offered = True, (_player(line), shown)

    # ---- results ---------------------------------------------------------------------------------

    def hora(self, line: Value) -> None:
        winner, giver = _player(line), _player(line, "target")
        if not self.winners:
            self._play(line)
        if self.drawn or winner in self.winners or giver in self.winners:
            raise RecordError(line.where, f"player {winner} cannot win now")
        if winner != giver and (self.offered is None or self.offered[0] != giver):
            raise line.key("target").wrong("the player who offered a tile just before")
        if winner == giver and (self.offered is not None or self.winners):
            raise line.key("target").wrong("the player who offered a tile")
        self.winners.append(winner)
        self.giver = giver if giver != winner else None
        self._move(winner, WIN, line)
        self._add(line)
        ura = line.find("ura_markers") or line.find("uradora_markers")
        self.ura = max(self.ura, _tiles(ura, 0, 5) if ura else (), key=len)

    def _add(self, line: Value) -> None:
        """Add what this line says that the players got; where one is silent nothing is known."""
        deltas = line.find("deltas")
        if deltas is None or self.deltas is None:
            self.deltas = None
            return
        self.deltas = [sum(both) for both in zip(self.deltas, deltas.points(), strict=True)]

    def ryukyoku(self, line: Value) -> None:
        self._play(line)
        reason = line.find("reason")
        end = REASONS.get(reason.text(), "draw") if reason else "draw"
        if end == "draw" and reason is None and self.draws and self.offered is None:
            end = "nine_kinds"  # no other draw comes before a discard
        if end == "nine_kinds" and self.draws:
            self._move(self.draws[-1].player, NINE_KINDS, line)
        self._add(line)
        said = line.find("tenpais")
        tenpai = None
        if said is not None and end in ("exhausted", "draw"):
            flags = said.items(4, 4, "player")
            tenpai = frozenset(player for player in range(4) if flags[player].flag())
        self.drawn = Result(end, self._points(), tenpai=tenpai)

    def _points(self) -> FourScores | None:
        if self.deltas is None:
            return None
        one, two, three, four = self.deltas
        return one, two, three, four

    def whole(self, where: str) -> RecordedDeal:
        """The deal, when its result is known."""
        if not self.winners and self.drawn is None:
            message = f"deal {self.number} has no end: expected hora or ryukyoku"
            raise RecordError(where, message)
        won = Result("win", self._points(), tuple(self.winners), self.giver, ura=self.ura)
        return RecordedDeal(
            number=self.number,
            round=self.round,
            dealer=self.dealer,
            counters=self.counters,
            bets=self.bets,
            scores=self.scores,
            hands=self.hands,
            draws=tuple(self.draws),
            indicators=tuple(self.indicators),
            moves=tuple(self.moves),
            result=self.drawn or won,
        )


_OF_A_DEAL: dict[str, Callable[[_Deal, Value], None]] = {
    "tsumo": _Deal.tsumo,
    "dahai": _Deal.dahai,
    "chi": _Deal.chi,
    "pon": _Deal.pon,
    "daiminkan": _Deal.daiminkan,
    "ankan": _Deal.ankan,
    "kakan": _Deal.kakan,
    "dora": _Deal.dora,
    "reach": _Deal.reach,
    "reach_accepted": _Deal.reach_accepted,
    "hora": _Deal.hora,
    "ryukyoku": _Deal.ryukyoku,
}
"""What a line of a deal does."""
