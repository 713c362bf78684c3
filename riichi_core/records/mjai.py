"""Records in mjai: a JSON object in each line, one for each thing that happens.

A line whose `type` is none of those that make up a game (`none`, `hello`, …) is skipped; fields
that are not needed are not looked at. Places are named as `line 12, pai`.

What is written leaves out what was taken back by a late call. A deal that ends by a chombo or is
dealt again has no line of its own in mjai: it ends with a `ryukyoku` of that reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Action,
    Chow,
    ClaimedKong,
    ConcealedKong,
    Discard,
    ExtendedKong,
    MeldClaim,
    Pung,
)
from riichi_core.play.wall import DEALT
from riichi_core.records import mjai_lines as mj
from riichi_core.records.foreign import (
    MOST_LINES,
    parse_json,
    read_as,
    refused,
    text_of,
    unexpected,
)
from riichi_core.records.mjai_lines import MODELS, PLACES, TO_MJAI, WINDS, MjaiLine
from riichi_core.records.recorded import (
    Draw,
    FinishedDeal,
    FourScores,
    Move,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
    RecordedResult,
    four_names,
)
from riichi_core.settlement.ending import (
    Wins,
)
from riichi_core.settlement.ledger import Points
from riichi_core.tiles import Tile, Wind

REASONS: dict[str, RecordedEnd] = {
    "fanpai": "exhausted",
    "nagashimangan": "nagashi",
    "kyushukyuhai": "nine_kinds",
    "sufonrenta": "four_winds",
    "suchareach": "four_riichi",
    "sukaikan": "four_kongs",
    "sanchaho": "three_wins",
}
"""The reasons of a `ryukyoku`; many programs give none."""

_REASON: dict[str, str] = {end: reason for reason, end in REASONS.items()}

_CLAIMS: dict[type[mj.Claim], type[MeldClaim]] = {
    mj.Chi: Chow,
    mj.Pon: Pung,
    mj.Daiminkan: ClaimedKong,
}

MOST_IN_A_DEAL = 500


# ---- reading -------------------------------------------------------------------------------------


def read_mjai(data: bytes | str) -> RecordedGame:
    """Read the game of mjai lines.

    Raises:
        RecordError: what is wrong, and in which line.
    """
    lines = text_of(data).split("\n")
    if len(lines) > MOST_LINES:
        message = Message("expected at most {n:,} lines", n=MOST_LINES)
        raise refused(f"line {MOST_LINES + 1}", message, "out_of_range")
    reading = _Reading()
    for number, text in enumerate(lines, start=1):
        if text.strip():
            where = f"line {number}"
            value = parse_json(text, where)
            model = _model(value, where)
            if model is not None:
                reading.expect(model, where)
                reading.read(read_as(model, value, where, PLACES), where)
    return reading.game(f"line {len(lines)}")


def _model(value: object, where: str) -> type[MjaiLine] | None:
    """Return the model of a line; None if it is of no kind that makes up a game."""
    if not isinstance(value, dict):
        raise refused(where, unexpected("an object", value), "wrong_type")
    kind = value.get("type")
    if kind is None:
        raise refused(where, Message("'type' is missing"), "missing_field")
    if not isinstance(kind, str):
        raise refused(f"{where}, type", unexpected("a text", kind), "wrong_type")
    return MODELS.get(kind)


class _Reading:
    """The game so far, and the deal that is played."""

    def __init__(self) -> None:
        self.names: tuple[str, ...] = ()
        self.final: FourScores | None = None
        self.deals: list[RecordedDeal] = []
        self.deal: _Deal | None = None
        self.over = False

    def expect(self, kind: type[MjaiLine], where: str) -> None:
        """Refuse a kind of line that cannot follow those before it."""
        if self.over and kind is not mj.EndGame:
            message = Message("{line} after end_game: expected one game", line=kind.type)
            raise refused(where, message)
        if self.deal is None and kind not in (mj.StartGame, mj.StartKyoku, mj.EndGame):
            message = Message("{line} outside of a deal: expected start_kyoku", line=kind.type)
            raise refused(where, message)

    def read(self, line: MjaiLine, where: str) -> None:
        """Read a line after those before it."""
        match line:
            case mj.StartGame():
                self.names = line.names or ()
            case mj.StartKyoku():
                self._end_deal(where)
                self.deal = _Deal(line, len(self.deals) + 1)
            case mj.EndKyoku():
                self._end_deal(where)
            case mj.EndGame():
                self._end_deal(where)
                self.final = line.scores
                self.over = True
            case _:
                assert self.deal is not None
                self.deal.read(line, where)

    def _end_deal(self, where: str) -> None:
        if self.deal is not None:
            self.deals.append(self.deal.whole(where))
        self.deal = None

    def game(self, where: str) -> RecordedGame:
        self._end_deal(where)
        if not self.deals:
            raise refused(where, Message("there is no deal: expected start_kyoku"))
        return RecordedGame(four_names(self.names), tuple(self.deals), self.final)


class _Deal:
    """A deal, line by line."""

    def __init__(self, start: mj.StartKyoku, number: int) -> None:
        self.start, self.number = start, number
        self.indicators = [start.dora_marker]
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
        self.drawn: RecordedResult | None = None

    def read(self, line: MjaiLine, where: str) -> None:
        """Read a line of this deal."""
        if isinstance(line, mj.Dora):
            self._refuse_after_the_end(where)
            self.indicators.append(line.dora_marker)
            return
        riichi = isinstance(line, mj.Dahai) and self.riichi == line.actor
        self.riichi = None if riichi else self.riichi
        if not (isinstance(line, mj.Hora) and self.winners):
            self._refuse_now(where)
        match line:
            case mj.Tsumo():
                self.draws.append(Draw(line.actor, line.pai, self.after_kong))
                self.after_kong, self.offered = False, None
            case mj.Dahai():
                self._move(line.actor, Discard(line.pai, line.tsumogiri, riichi), where)
                self.offered = (line.actor, line.pai)
            case mj.Reach():
                self.riichi = self.declared = line.actor
            case mj.ReachAccepted():
                if line.actor != self.declared:
                    raise _not(where, "actor", "the player of the last reach", line.actor)
                self.declared = None
            case mj.Claim():
                self._claimed(line, where)
            case mj.Ankan():
                tiles = tuple(sorted(line.consumed))
                self._kong(line.actor, ConcealedKong(tiles), tiles[0], where)
            case mj.Kakan():
                self._kong(line.actor, ExtendedKong(line.pai), line.pai, where)
            case mj.Hora():
                self._won(line, where)
            case mj.Ryukyoku():
                self._drawn(line, where)

    def _refuse_now(self, where: str) -> None:
        """Refuse a line of play after the result, or between a riichi and its discard."""
        self._refuse_after_the_end(where)
        if self.riichi is not None:
            message = Message("expected the dahai of player {player} after reach",
                              player=self.riichi)  # fmt: skip
            raise refused(where, message)
        if len(self.draws) + len(self.moves) > MOST_IN_A_DEAL:
            message = Message("more than {n} lines in one deal", n=MOST_IN_A_DEAL)
            raise refused(where, message, "out_of_range")

    def _refuse_after_the_end(self, where: str) -> None:
        if self.winners or self.drawn:
            raise refused(where, Message("the deal is over: expected end_kyoku"))

    def _move(self, player: int, action: Action, where: str) -> None:
        self.moves.append(Move(player, action, where))

    def _claimed(self, line: mj.Claim, where: str) -> None:
        if self.offered != (line.target, line.pai) or line.actor == line.target:
            message = Message("nobody else discarded this tile just before: expected its dahai")
            raise refused(where, message)
        self.offered = None
        tiles = tuple(sorted(line.consumed))
        self._move(line.actor, _CLAIMS[type(line)](tiles), where)
        self.after_kong |= isinstance(line, mj.Daiminkan)

    def _kong(self, player: int, action: Action, shown: Tile, where: str) -> None:
        self._move(player, action, where)
        self.after_kong, self.offered = True, (player, shown)

    # ---- results ---------------------------------------------------------------------------------

    def _won(self, line: mj.Hora, where: str) -> None:
        winner, giver = line.actor, line.target
        if self.drawn or winner in self.winners or giver in self.winners:
            raise refused(where, Message("player {player} cannot win now", player=winner))
        if winner != giver and (self.offered is None or self.offered[0] != giver):
            raise _not(where, "target", "the player who offered a tile just before", giver)
        if winner == giver and (self.offered is not None or self.winners):
            raise _not(where, "target", "the player who offered a tile", giver)
        self.winners.append(winner)
        self.giver = giver if giver != winner else None
        self._move(winner, WIN, where)
        self._add(line)
        ura = line.ura_markers or line.uradora_markers or ()
        self.ura = max(self.ura, ura, key=len)

    def _add(self, line: mj.Hora | mj.Ryukyoku) -> None:
        """Add what the players got by this line; where one is silent nothing is known."""
        if line.deltas is None or self.deltas is None:
            self.deltas = None
            return
        self.deltas = [sum(both) for both in zip(self.deltas, line.deltas, strict=True)]

    def _drawn(self, line: mj.Ryukyoku, where: str) -> None:
        end: RecordedEnd = REASONS.get(line.reason or "", "draw")
        if line.reason is None and self.draws and self.offered is None:
            end = "nine_kinds"  # no other draw comes before a discard
        if end == "nine_kinds" and self.draws:
            self._move(self.draws[-1].player, NINE_KINDS, where)
        self._add(line)
        tenpai = None
        if line.tenpais is not None and end in ("exhausted", "draw"):
            tenpai = frozenset(player for player, one in enumerate(line.tenpais) if one)
        self.drawn = RecordedResult(end, self._points(), tenpai=tenpai)

    def _points(self) -> FourScores | None:
        if self.deltas is None:
            return None
        one, two, three, four = self.deltas
        return one, two, three, four

    def whole(self, where: str) -> RecordedDeal:
        """Return the deal, when its result is known."""
        if not self.winners and self.drawn is None:
            message = Message("deal {n} has no end: expected hora or ryukyoku", n=self.number)
            raise refused(where, message)
        won = RecordedResult("win", self._points(), tuple(self.winners), self.giver, ura=self.ura)
        return RecordedDeal(
            number=self.number,
            round=WINDS.index(self.start.bakaze),
            dealer=self.start.oya,
            counters=self.start.honba,
            bets=self.start.kyotaku,
            scores=self.start.scores,
            hands=self.start.tehais,
            draws=tuple(self.draws),
            indicators=tuple(self.indicators),
            moves=tuple(self.moves),
            result=self.drawn or won,
        )


def _not(where: str, field: str, expected: str, player: int) -> RecordError:
    return refused(f"{where}, {field}", unexpected(expected, player))


# ---- writing -------------------------------------------------------------------------------------

Offer = tuple[Wind, Tile | None]


def write_mjai(
    names: Sequence[str], deals: Iterable[FinishedDeal], final: Sequence[Points] | None = None
) -> str:
    """Return a game as mjai lines.

    Args:
        names: the players, the first East first.
        deals: its deals.
        final: the scores at the end of the game, with bets that were left.
    """
    lines: list[MjaiLine] = [mj.StartGame.model_construct(names=tuple(names))]
    for deal in deals:
        lines += deal_lines(deal)
    scores = None if final is None else tuple(final)
    lines.append(mj.EndGame.model_construct(scores=scores))
    return "".join(line.text() for line in lines)


def deal_lines(played: FinishedDeal) -> list[MjaiLine]:
    """Return the lines of a deal, from start_kyoku to end_kyoku."""
    lines: list[MjaiLine] = []
    writing = _Writing(played)
    offered: list[tuple[int, Offer]] = []  # where each tile stood that may be called late, in order
    for event in played.events:
        match event:
            case ev.Closed(silent=silent) if silent:
                offered.append((len(lines), writing.offer))
            case ev.TakenBack(windows=windows):
                back_to, writing.offer = offered[-windows]
                del lines[back_to:], offered[-windows:]
            case _:
                lines += writing.lines(event)
    return [*lines, *_end(played), mj.EndKyoku()]


class _Writing:
    """Writes event by event; knows the tile that was offered last, and whose it was."""

    def __init__(self, played: FinishedDeal) -> None:
        self.before = played.before
        self.offer: Offer = (Wind.EAST, None)

    def lines(self, event: ev.Event) -> list[MjaiLine]:
        """Return the lines of an event; most have one, some none."""
        player = self.before.player
        match event:
            case ev.Started():
                return self._started(event)
            case ev.Drew(seat=seat, tile=tile):
                return [mj.Tsumo.model_construct(actor=player(seat), pai=tile)]
            case ev.Discarded(seat=seat, tile=tile, tsumogiri=drawn, riichi=riichi):
                self.offer = (seat, tile)
                actor = player(seat)
                reach = [mj.Reach.model_construct(actor=actor)] if riichi else []
                return [*reach, mj.Dahai.model_construct(actor=actor, pai=tile, tsumogiri=drawn)]
            case ev.RiichiAccepted(seat=seat):
                return [mj.ReachAccepted.model_construct(actor=player(seat))]
            case ev.Claimed():
                return [self._claimed(event)]
            case ev.KongDeclared():
                return [self._kong(event)]
            case ev.Turned(tile=tile):
                return [mj.Dora.model_construct(dora_marker=tile)]
        return []

    def _started(self, event: ev.Started) -> list[MjaiLine]:
        before, hands = self.before, event.wall.dealt()
        start = mj.StartKyoku.model_construct(
            bakaze=WINDS[event.prevailing],
            dora_marker=event.wall.indicator(0),
            kyoku=before.dealer + 1,
            honba=event.counters,
            kyotaku=event.bets,
            oya=before.dealer,
            scores=before.scores,
            tehais=tuple(tuple(sorted(hands[before.seat(player)])) for player in range(4)),
        )
        first = event.wall.live(DEALT - 1)
        return [start, mj.Tsumo.model_construct(actor=before.player(Wind.EAST), pai=first)]

    def _claimed(self, event: ev.Claimed) -> MjaiLine:
        giver, tile = self.offer
        assert tile is not None
        own = list(event.made.tiles)
        own.remove(tile)
        kinds: dict[str, type[mj.Claim]] = {"chow": mj.Chi, "pung": mj.Pon}
        return kinds.get(event.made.kind, mj.Daiminkan).model_construct(
            actor=self.before.player(event.seat),
            target=self.before.player(giver),
            pai=tile,
            consumed=tuple(own),
        )

    def _kong(self, event: ev.KongDeclared) -> MjaiLine:
        tiles, actor = event.made.tiles, self.before.player(event.seat)
        if event.made.kind == "concealed_kong":
            return mj.Ankan.model_construct(actor=actor, consumed=tiles)
        *pung, added = tiles
        written = [TO_MJAI[tile] for tile in pung]
        return mj.Kakan.model_construct(actor=actor, pai=added, consumed=written)


def _end(played: FinishedDeal) -> Iterator[MjaiLine]:
    """Yield a line for each win that stands, or one for a draw."""
    end, settlement = played.end.ending, played.settlement
    if isinstance(end, Wins) and settlement is not None and settlement.winners:
        yield from _wins(played, end, settlement.winners)
        return
    reason, tenpai = _REASON.get(played.ended, played.ended), played.tenpai
    tenpais = None if tenpai is None else tuple(player in tenpai for player in range(4))
    yield mj.Ryukyoku.model_construct(reason=reason, deltas=tuple(played.deltas), tenpais=tenpais)


def _wins(played: FinishedDeal, end: Wins, winners: Sequence[Wind]) -> Iterator[MjaiLine]:
    """Yield a line for each winner; the first has what else moved."""
    before, wall = played.before, played.end.wall
    shares = [_share(played, seat) for seat in winners]
    together = [sum(points) for points in zip(*shares, strict=True)]
    over = [all_ - shared for all_, shared in zip(played.deltas, together, strict=True)]
    shares[0] = [one + more for one, more in zip(shares[0], over, strict=True)]
    for seat, share in zip(winners, shares, strict=True):
        riichi = seat in played.end.riichi
        under = [wall.under(number) for number in range(played.end.turned)] if riichi else []
        yield mj.Hora.model_construct(
            actor=before.player(seat),
            target=before.player(seat if end.discarder is None else end.discarder),
            deltas=tuple(share),
            ura_markers=tuple(under),
        )


def _share(played: FinishedDeal, winner: Wind) -> list[Points]:
    """Return what moved to a winner."""
    points: dict[Wind, Points] = {}
    for one in played.settlement.transfers if played.settlement else ():
        if one.taker == winner:
            points[winner] = points.get(winner, 0) + one.points
            if isinstance(one.giver, Wind):
                points[one.giver] = points.get(one.giver, 0) - one.points
    return played.by_player(points)
