"""Records in mjai: a JSON object in each line, one for each thing that happens.

A line whose `type` is none of those that make up a game (`none`, `hello`, …) is skipped; fields
that are not needed are not looked at. Places are named as `line 12, pai`.

What is written leaves out what was taken back by a late call. A deal that ends by a chombo or is
dealt again has no line of its own in mjai: it ends with a `ryukyoku` of that reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from riichi_core.game.standing import Standing
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    Chow,
    ClaimedKong,
    ConcealedKong,
    ExtendedKong,
    MeldClaim,
    Pung,
)
from riichi_core.play.wall import DEALT
from riichi_core.records import mjai_lines as mj
from riichi_core.records.building import DealBuilder, DealStart
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
    FinishedDeal,
    FourScores,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
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
        self.deal: DealBuilder | None = None
        self.scores: FourScores | None = None
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
                self.deal = DealBuilder(_start(line, len(self.deals) + 1), "target")
            case mj.EndKyoku():
                self._end_deal(where)
            case mj.EndGame():
                self._end_deal(where)
                self.final = line.scores
                self.over = True
            case _:
                assert self.deal is not None
                _add(self.deal, line, where)

    def _end_deal(self, where: str) -> None:
        if self.deal is not None:
            self.deals.append(self.deal.whole(where, self.scores))
            self.scores = self.deal.after(self.deals[-1].scores)
        self.deal = None

    def game(self, where: str) -> RecordedGame:
        self._end_deal(where)
        if not self.deals:
            raise refused(where, Message("there is no deal: expected start_kyoku"))
        return RecordedGame(four_names(self.names), tuple(self.deals), self.final)


def _start(line: mj.StartKyoku, number: int) -> DealStart:
    return DealStart(
        number=number,
        round=WINDS.index(line.bakaze),
        dealer=line.oya,
        counters=line.honba,
        bets=line.kyotaku,
        scores=line.scores,
        hands=line.tehais,
        indicator=line.dora_marker,
    )


def _add(deal: DealBuilder, line: MjaiLine, where: str) -> None:
    """Add a line to its deal."""
    match line:
        case mj.Dora():
            deal.turned(line.dora_marker, where)
        case mj.Tsumo():
            deal.drew(line.actor, line.pai, where)
        case mj.Dahai():
            deal.discarded(line.actor, line.pai, where, tsumogiri=line.tsumogiri)
        case mj.Reach():
            deal.declared_riichi(line.actor, where)
        case mj.ReachAccepted():
            deal.accepted(line.actor, where, "actor")
        case mj.Claim():
            meld = _CLAIMS[type(line)](tuple(sorted(line.consumed)))
            deal.claimed(line.actor, line.target, line.pai, meld, where)
        case mj.Ankan():
            deal.made_kong(line.actor, ConcealedKong(tuple(sorted(line.consumed))), where)
        case mj.Kakan():
            deal.made_kong(line.actor, ExtendedKong(line.pai), where)
        case mj.Hora():
            deal.won(line.actor, line.target, where, line.deltas, line.ura)
            deal.scores_after = line.scores
        case mj.Ryukyoku():
            _drawn(deal, line, where)


def _drawn(deal: DealBuilder, line: mj.Ryukyoku, where: str) -> None:
    end: RecordedEnd = REASONS.get(line.reason or "", "draw")
    if line.reason is None and deal.draws and deal.offered is None:
        end = "nine_kinds"  # no other draw comes before a discard
    tenpai = line.tenpais and frozenset(player for player, one in enumerate(line.tenpais) if one)
    deal.ended(end, where, line.deltas, tenpai)
    deal.scores_after = line.scores


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
    writing = DealWriting(played.before)
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
    return [*lines, *end_lines(played)]


class DealWriting:
    """Writes event by event; knows the tile that was offered last, and whose it was."""

    def __init__(self, before: Standing) -> None:
        self.before = before
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


def end_lines(played: FinishedDeal) -> list[MjaiLine]:
    """Return the lines of how a deal ended, with end_kyoku."""
    return [*_end(played), mj.EndKyoku()]


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
