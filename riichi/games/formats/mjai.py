"""mjai: JSON lines with the events of a game, as one seat or all seats see them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from riichi.games.formats.file_text import (
    MOST_LINES,
    error_at,
    parse_json,
    parse_json_as_far,
    text_of,
)
from riichi.games.formats.game_builder import BROKEN_OFF, DealBuilder, GameBuilder, RecordedStart
from riichi.games.formats.placed_value import THREE_PLAYERS, PlacedValue
from riichi.games.replay.deal_history import DealHistory, settled_deal
from riichi.games.replay.recorded_game import FiveCounts, FourScores, RecordedEnd, RecordedGame
from riichi_core.errors import RecordError
from riichi_core.game.game import Standing
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Action,
    Chii,
    ClaimedKan,
    ConcealedKan,
    Discard,
    ExtendedKan,
    MeldClaim,
    Pon,
)
from riichi_core.play.events import Started
from riichi_core.play.game_state import GameEvent, Settled, Signalled
from riichi_core.play.table import Table
from riichi_core.play.wall import DEALT
from riichi_core.scoring.points import Points, points_json
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import TILES, Tile, Wind
from riichi_core.tiles.tile import ALL_TILES

HONOURS = "ESWNPFC"
WINDS = HONOURS[:4]

TO_MJAI = {
    tile: f"5{tile.suit}r" if tile.red else HONOURS[kind - 27] if kind >= 27 else str(tile.plain)
    for tile in ALL_TILES
    for kind in (tile.kind,)
}
"""A tile in mjai's notation: `5m`, red `5mr`, honours `E S W N P F C`; bonus tiles are plain."""

FROM_MJAI = {text: tile for tile, text in TO_MJAI.items() if not tile.bonus}

HIDDEN = "?"
"""A tile that a seat does not see."""

ONE_SEAT = Message("this is what one player saw: expected a record with all tiles")

OF_THREE = ("nukidora", "kita")
"""The types of lines for a North that is set aside, which happens only in three-player games."""

REASONS: dict[str, RecordedEnd] = {
    "fanpai": "exhausted",
    "nagashimangan": "nagashi",
    "kyushukyuhai": "nine_kinds",
    "sufonrenta": "four_winds",
    "suchareach": "four_riichi",
    "sukaikan": "four_quads",
    "sanchaho": "three_wins",
}
"""The reasons of a `ryukyoku`; many programs give none."""

_REASON_OF: dict[str, str] = {end: reason for reason, end in REASONS.items()}

CLAIMS: Mapping[str, tuple[type[MeldClaim], int]] = {
    "chi": (Chii, 2),
    "pon": (Pon, 2),
    "daiminkan": (ClaimedKan, 3),
}
"""The claims, and how many tiles of the hand each of them uses."""

_AKA = {(1, 1, 1): True, (0, 0, 0): False}
"""The red fives of a game that `aka_flag` can express."""


# ---- reading -------------------------------------------------------------------------------------


def read_mjai(data: bytes | str) -> RecordedGame:
    """Read the game of mjai lines.

    Raises:
        RecordError: if a line has an error (the message says which), or there are several games.
    """
    games = mjai_games(text_of(data))
    if len(games) > 1:
        raise error_at("", Message("there are {n} games in it: expected one", n=len(games)))
    return games[0]


def mjai_games(text: str) -> tuple[RecordedGame, ...]:
    """Read the games of a text, one after the other.

    Each line has an object, or a list of them (as mjai.app writes). The text may also be one list,
    or a review of a game with such a list as its `mjai_log`.

    Raises:
        RecordError: if a line has an error; the message says which.
    """
    games: list[RecordedGame] = []
    events, cut = _events(text)
    reading, where = _GameReader(), "line 1"
    for number, line in enumerate(events, start=1):
        where = line.where
        if number > MOST_LINES:
            message = Message("expected at most {n:,} events", n=MOST_LINES)
            raise error_at(where, message, "out_of_range")
        kind = _kind(line)
        if kind == "start_game" and reading.begun:
            games.append(reading.game(where))
            reading = _GameReader()
        reading.read(kind, line, where)
    return (*games, reading.game(where, cut))


def _whole_lines(text: str) -> tuple[list[tuple[int, str]], Message | None]:
    """Return the non-blank lines with their numbers, and a message if the last one is incomplete.

    An incomplete last line is left out.
    """
    lines = text.split("\n")
    if len(lines) > MOST_LINES:
        message = Message("expected at most {n:,} lines", n=MOST_LINES)
        raise error_at(f"line {MOST_LINES + 1}", message, "out_of_range")
    numbered = [(number, line) for number, line in enumerate(lines, start=1) if line.strip()]
    if _in_lines(numbered) and len(numbered) > 1 and lines[-1].strip():
        try:
            parse_json(numbered[-1][1], "")
        except RecordError:
            return numbered[:-1], Message("the last line is incomplete and left out")
    return numbered, None


def _events(text: str) -> tuple[Iterator[PlacedValue], Message | None]:
    """Return each event of a text, and a message if something was left out."""
    lines, cut = _whole_lines(text)
    if len(lines) != 1 and _in_lines(lines):
        read = (PlacedValue(parse_json(line, f"line {n}"), f"line {n}") for n, line in lines)
        return (event for line in read for event in _flattened(line)), cut
    where = "line 1" if _in_lines(lines) else ""
    value, broken = parse_json_as_far(text, where)
    events = value.get("mjai_log") if isinstance(value, dict) and not where else value
    return _flattened(PlacedValue(events, where)), BROKEN_OFF if broken else None


def _in_lines(lines: Sequence[tuple[int, str]]) -> bool:
    """Return True if the first line is complete by itself and not a review of a game."""
    first = lines[0][1].strip() if lines else ""
    return '"mjai_log"' not in first and (len(lines) < 2 or first.endswith(("}", "]")))


def _flattened(value: PlacedValue) -> Iterator[PlacedValue]:
    """Yield a line, or the lines of a list, which may be nested."""
    if not isinstance(value.value, list):
        yield value
        return
    for event in value.items(0, None, "event {n}"):
        yield from _flattened(event)


def _kind(line: PlacedValue) -> str:
    if not isinstance(line.value, dict):
        raise line.unexpected("an object")
    kind = line.field("type")
    if not isinstance(kind.value, str):
        raise kind.unexpected("a text")
    return kind.value


class _GameReader:
    """The game so far, and the facts about the whole game."""

    def __init__(self) -> None:
        self.builder = GameBuilder("start_kyoku", "target")
        self.names: Sequence[str] = ()
        self.final: FourScores | None = None
        self.over = False
        self.red_fives: FiveCounts | None = None
        self.rounds: Literal[1, 2] | None = None

    @property
    def begun(self) -> bool:
        """True if a game that begins now is another game."""
        return self.over or self.builder.begun

    def read(self, kind: str, line: PlacedValue, where: str) -> None:
        """Read the next line; a line that is not part of a game is skipped."""
        if kind in OF_THREE:
            raise error_at(where, THREE_PLAYERS)
        if kind not in _OF_THE_GAME and kind not in _OF_A_DEAL:
            return
        if self.over and kind != "end_game":
            message = Message("{line} after end_game: expected one game", line=kind)
            raise error_at(where, message)
        if kind in _OF_THE_GAME:
            _OF_THE_GAME[kind](self, line, where)
        else:
            _OF_A_DEAL[kind](self.builder.deal(where, kind), line, where)

    def game(self, where: str, cut: Message | None = None) -> RecordedGame:
        """Return the whole game; `cut` is the message if its text is incomplete."""
        game = self.builder.game(where, self.names, self.final)
        return replace(
            game,
            red_fives=self.red_fives,
            rounds=self.rounds,
            cut=cut if game.cut is None else game.cut,
        )

    # ---- lines -----------------------------------------------------------------------------------

    def start_game(self, line: PlacedValue, _where: str) -> None:
        """Read the names, the red fives and the rounds."""
        names, aka = line.optional("names"), line.optional("aka_flag")
        self.names = () if names is None else names.each(PlacedValue.name, 0, 4, "item {n}")
        self.red_fives = None
        if aka is not None:
            self.red_fives = (1, 1, 1) if aka.flag() else (0, 0, 0)
        self.rounds = _rounds(line.value.get("kyoku_first"))

    def start_kyoku(self, line: PlacedValue, where: str) -> None:
        if _is_of_three(line.value, self.names):
            raise line.error(THREE_PLAYERS)
        self.builder.end(where)
        self.builder.begin(_start(line), where)

    def end_kyoku(self, _line: PlacedValue, where: str) -> None:
        self.builder.deal(where, "end_kyoku")
        self.builder.end(where)

    def end_game(self, line: PlacedValue, where: str) -> None:
        scores = _four_points(line, "scores")
        self.builder.end_last(where)
        self.final = scores
        self.over = True


_OF_THE_GAME: Mapping[str, Callable[[_GameReader, PlacedValue, str], None]] = {
    "start_game": _GameReader.start_game,
    "start_kyoku": _GameReader.start_kyoku,
    "end_kyoku": _GameReader.end_kyoku,
    "end_game": _GameReader.end_game,
}


def _rounds(first: object) -> Literal[1, 2] | None:
    """Return the rounds of a game from `kyoku_first`, the number of skipped deals out of eight."""
    if type(first) is not int or first not in (0, 4):
        return None
    return 1 if first else 2


def _is_of_three(start: Mapping[str, Any], names: Sequence[str]) -> bool:
    """Return True for a three-player game: it has no fourth hand, or only the fourth is hidden."""
    hands, scores = start.get("tehais"), start.get("scores")
    if (
        not isinstance(hands, list)
        or len(hands) not in (3, 4)
        or not all(map(_is_hidden, hands[3:]))
    ):
        return False
    fourth_is_nobody = [bool(name) for name in names] == [True, True, True, False]
    others_alone_have_points = (
        isinstance(scores, list) and len(scores) == 4 and scores == [scores[0]] * 3 + [0]
    )
    return (
        len(hands) == 3
        or fourth_is_nobody
        or others_alone_have_points
        or not any(map(_is_hidden, hands[:3]))
    )


def _is_hidden(hand: object) -> bool:
    return isinstance(hand, list) and all(tile == HIDDEN for tile in hand)


def _start(line: PlacedValue) -> RecordedStart:
    wind = line.field("bakaze").word(dict(zip(WINDS, range(4), strict=True)), "E, S, W or N")
    indicator, number = _tile(line.field("dora_marker")), line.field("kyoku")
    number.whole_number(1, 4)
    counters, bets = line.field("honba").sticks(), line.field("kyotaku").sticks()
    dealer, scores = line.field("oya").player(), _four_points(line, "scores")
    hands = line.field("tehais").each(lambda hand: hand.each(_tile, 13, 13), 4, 4, "player {n}")
    if number.whole_number(1, 4) != dealer + 1:
        raise number.unexpected(f"{dealer + 1}, as oya is {dealer}", "contradiction")
    return RecordedStart(Standing(scores or (), wind, dealer, counters, bets), hands, indicator)


def _tile(value: PlacedValue) -> Tile:
    if value.value == HIDDEN:
        raise value.error(ONE_SEAT, "wrong_type")
    return value.word(FROM_MJAI, "a tile, as 1m, 5mr, E or P")


def _actor(line: PlacedValue) -> int:
    return line.field("actor").player()


def _pai(line: PlacedValue) -> Tile:
    return _tile(line.field("pai"))


def _consumed(line: PlacedValue, number: int) -> tuple[Tile, ...]:
    return tuple(sorted(line.field("consumed").each(_tile, number, number)))


def _four_points(line: PlacedValue, name: str) -> FourScores | None:
    points = line.optional(name)
    return None if points is None else points.points()


def _claimed(deal: DealBuilder, line: PlacedValue, where: str) -> None:
    meld, number = CLAIMS[line.value["type"]]
    actor, target, tile = _actor(line), line.field("target").player(), _pai(line)
    deal.claimed(actor, target, tile, meld(_consumed(line, number)), where)


def _won(deal: DealBuilder, line: PlacedValue, where: str) -> None:
    actor, target = _actor(line), line.field("target").player()
    deltas, scores = _four_points(line, "deltas"), _four_points(line, "scores")
    # the names in Mortal, the original mjai and Akochan
    named = (_ura(line, name) for name in ("ura_markers", "uradora_markers", "uradora_marker"))
    ura = [tiles for tiles in named if tiles is not None]
    deal.won(actor, target, where, deltas, ura[0] if ura else ())
    deal.scores_after = scores


def _ura(line: PlacedValue, name: str) -> tuple[Tile, ...] | None:
    """Return the tiles of a list, or the single tile that some programs write instead."""
    markers = line.optional(name)
    if markers is None:
        return None
    if isinstance(markers.value, str):
        markers = line.inside(name, [markers.value])
    return markers.each(_tile, 0, 5)


def _drawn(deal: DealBuilder, line: PlacedValue, where: str) -> None:
    reason, tenpais = line.optional("reason"), line.optional("tenpais")
    end: RecordedEnd = "draw" if reason is None else REASONS.get(reason.text(), "draw")
    if reason is None and deal.draws and deal.offered is None:
        end = "nine_kinds"  # no other draw comes before a discard
    deltas, scores = _four_points(line, "deltas"), _four_points(line, "scores")
    tenpai = None
    if tenpais is not None:
        flags = tenpais.each(PlacedValue.flag, 4, 4, "player {n}")
        tenpai = frozenset(player for player, flag in enumerate(flags) if flag)
    deal.ended(end, where, deltas, tenpai)
    deal.scores_after = scores


_OF_A_DEAL: Mapping[str, Callable[[DealBuilder, PlacedValue, str], None]] = {
    "dora": lambda deal, line, where: deal.turned(_tile(line.field("dora_marker")), where),
    "tsumo": lambda deal, line, where: deal.drew(_actor(line), _pai(line), where),
    "dahai": lambda deal, line, where: deal.discarded(
        _actor(line), _pai(line), where, tsumogiri=line.field("tsumogiri").flag()
    ),
    "reach": lambda deal, line, where: deal.declared_riichi(_actor(line), where),
    "reach_accepted": lambda deal, line, where: deal.accepted(_actor(line), where, "actor"),
    **dict.fromkeys(CLAIMS, _claimed),
    "ankan": lambda deal, line, where: deal.made_quad(
        _actor(line), ConcealedKan(_consumed(line, 4)), where
    ),
    "kakan": lambda deal, line, where: deal.made_quad(_actor(line), ExtendedKan(_pai(line)), where),
    "hora": _won,
    "ryukyoku": _drawn,
}


# ---- writing -------------------------------------------------------------------------------------

Line = dict[str, Any]
"""A line before it is encoded: its type first; tiles and points are ours."""

Offer = tuple[Wind, Tile | None]


def _line_of(kind: str, **fields: Any) -> Line:
    """Return a line without the fields that are unknown."""
    return {"type": kind} | {name: value for name, value in fields.items() if value is not None}


def as_plain(value: Any) -> str | int:
    """Return a tile, or points that may be in thirds, as a JSON value."""
    return TO_MJAI[value] if isinstance(value, Tile) else points_json(value)


def write_mjai(
    names: Sequence[str], deals: Iterable[DealHistory], final: Sequence[Points] | None = None
) -> str:
    """Return a game as mjai lines; the names begin with the first East.

    `final` are the scores at the end of the game, including leftover bets.
    """
    played = list(deals)
    aka_flag = _AKA.get(red_fives(played) or (1, 1, 1))
    lines = [_line_of("start_game", names=list(names), aka_flag=aka_flag)]
    for deal in played:
        lines += deal_lines(deal)
    lines.append(_line_of("end_game", scores=None if final is None else list(final)))
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=as_plain).encode
    return "".join(f"{encode(line)}\n" for line in lines)


def red_fives(deals: Sequence[DealHistory]) -> FiveCounts | None:
    """Return the number of red fives of each suit; None if there is no deal."""
    if not deals:
        return None
    m, p, s = (deals[0].end.wall.tiles.count(TILES[f"0{suit}"]) for suit in "mps")
    return m, p, s


def unwritten(deals: Sequence[DealHistory], program: str) -> list[Message]:
    """Return the facts of a game's deals that the program's records cannot express."""
    messages = [
        Message("hand {n}: {message}", n=number, message=message)
        for number, deal in enumerate(deals, start=1)
        for message in _unwritten(deal)
    ]
    if any(any(deal.next_standing.chips) for deal in deals):
        messages.append(Message("chips are left out"))
    if any(tile.bonus for deal in deals[:1] for tile in deal.end.wall.tiles):
        messages.append(Message("the marks of bonus tiles are left out"))
    reds = red_fives(deals)
    named = {"mjai": tuple(_AKA), "majiang": ((1, 1, 1),)}.get(program)
    if reds is not None and named is not None and reds not in named:
        m, p, s = reds
        messages.append(
            Message(
                "the format cannot express {m} red 5m, {p} red 5p and {s} red 5s", m=m, p=p, s=s
            )
        )
    return messages


def _unwritten(deal: DealHistory) -> Iterator[Message]:
    if deal.ended == "chombo":
        yield Message("a chombo is written as a draw")
    if deal.ended == "void":
        yield Message("a re-deal is written as a draw")
    if any(isinstance(event, ev.TakenBack) for event in deal.events):
        yield Message("moves that a late call undid are left out")
    if any(isinstance(event, ev.Reported) for event in deal.events):
        yield Message("fouls are left out")
    transfers = () if deal.settlement is None else deal.settlement.ledger.transfers
    if any(transfer.why == "wareme" for transfer in transfers):
        yield Message("the seat whose wall was broken is left out")
    if not all(isinstance(points, int) for points in (*deal.settled_deltas, deal.before.bets)):
        yield Message("points are split into thirds, which few programs can read")


def deal_lines(deal: DealHistory) -> list[Line]:
    """Return the lines of a deal, from start_kyoku to end_kyoku."""
    lines: list[Line] = []
    writer = MjaiWriter(deal.before)
    # The position of each tile that may be called late, in order.
    offered: list[tuple[int, Offer]] = []
    for event in deal.events:
        match event:
            case ev.Closed(silent=silent) if silent:
                offered.append((len(lines), writer.offer))
            case ev.TakenBack(windows=windows):
                back_to, writer.offer = offered[-windows]
                del lines[back_to:], offered[-windows:]
            case _:
                lines += writer.lines(event)
    return [*lines, *end_lines(deal)]


class MjaiWriter:
    """A writer of events, which tracks the tile that was last offered, and its owner."""

    def __init__(self, before: Standing) -> None:
        self.before = before
        self.offer: Offer = (Wind.EAST, None)

    def lines(self, event: GameEvent) -> list[Line]:
        """Return the lines of an event; most have one, some none."""
        player = self.before.player
        match event:
            case ev.Started():
                return self._started(event)
            case ev.Drew(seat=seat, tile=tile):
                return [_line_of("tsumo", actor=player(seat), pai=tile)]
            case ev.Discarded(seat=seat, tile=tile, tsumogiri=drawn, riichi=riichi):
                self.offer = (seat, tile)
                actor = player(seat)
                reach = [_line_of("reach", actor=actor)] if riichi else []
                return [*reach, _line_of("dahai", actor=actor, pai=tile, tsumogiri=drawn)]
            case ev.RiichiAccepted(seat=seat):
                return [_line_of("reach_accepted", actor=player(seat))]
            case ev.Claimed():
                return [self._claimed(event)]
            case ev.QuadDeclared(seat=seat, made=quad):
                if quad.kind == "concealed_quad":
                    return [_line_of("ankan", actor=player(seat), consumed=quad.tiles)]
                *triplet, added = quad.tiles
                return [_line_of("kakan", actor=player(seat), pai=added, consumed=triplet)]
            case ev.Turned(tile=tile):
                return [_line_of("dora", dora_marker=tile)]
        return []

    def _started(self, event: ev.Started) -> list[Line]:
        before, hands = self.before, event.wall.dealt()
        start = _line_of(
            "start_kyoku",
            bakaze=WINDS[event.round_wind],
            dora_marker=event.wall.indicator(0),
            kyoku=before.dealer + 1,
            honba=event.counters,
            kyotaku=event.bets,
            oya=before.dealer,
            scores=before.scores,
            tehais=[sorted(hands[before.seat(player)]) for player in range(4)],
        )
        first = event.wall.live(DEALT - 1)
        return [start, _line_of("tsumo", actor=before.player(Wind.EAST), pai=first)]

    def _claimed(self, event: ev.Claimed) -> Line:
        giver, tile = self.offer
        assert tile is not None
        from_hand = list(event.made.tiles)
        from_hand.remove(tile)
        kind = {"sequence": "chi", "triplet": "pon"}.get(event.made.kind, "daiminkan")
        player = self.before.player
        return _line_of(
            kind, actor=player(event.seat), target=player(giver), pai=tile, consumed=from_hand
        )


def end_lines(deal: DealHistory) -> list[Line]:
    """Return the lines of a deal's end, with `end_kyoku`."""
    return [*_end(deal), _line_of("end_kyoku")]


def _end(deal: DealHistory) -> Iterator[Line]:
    """Yield a line for each win that counts, or one for a draw."""
    end, settlement = deal.end.ending, deal.settlement
    if isinstance(end, Wins) and settlement is not None and settlement.winners:
        yield from _wins(deal, end, settlement.winners)
        return
    reason, tenpai = _REASON_OF.get(deal.ended, deal.ended), deal.tenpai
    tenpais = None if tenpai is None else [player in tenpai for player in range(4)]
    yield _line_of("ryukyoku", reason=reason, deltas=deal.settled_deltas, tenpais=tenpais)


def _wins(deal: DealHistory, end: Wins, winners: Sequence[Wind]) -> Iterator[Line]:
    """Yield a line for each winner; the first includes all other payments."""
    before, wall = deal.before, deal.end.wall
    shares = [_share(deal, seat) for seat in winners]
    of_others = zip(deal.settled_deltas, *shares[1:], strict=True)
    shares[0] = [delta - sum(others) for delta, *others in of_others]
    for seat, share in zip(winners, shares, strict=True):
        riichi = seat in deal.end.riichi
        yield _line_of(
            "hora",
            actor=before.player(seat),
            target=before.player(seat if end.discarder is None else end.discarder),
            deltas=share,
            ura_markers=[wall.ura_indicator(n) for n in range(deal.end.turned)] if riichi else [],
        )


def _share(deal: DealHistory, winner: Wind) -> list[Points]:
    """Return the payments to a winner."""
    points: dict[Wind, Points] = {}
    for transfer in deal.settlement.transfers if deal.settlement else ():
        if transfer.taker == winner:
            points[winner] = points.get(winner, 0) + transfer.points
            if isinstance(transfer.giver, Wind):
                points[transfer.giver] = points.get(transfer.giver, 0) - transfer.points
    return [points.get(deal.before.seat(player), 0) for player in range(4)]


PLAYER_NAMES = ["0", "1", "2", "3"]
"""The names of the players; some bots do not accept a game without names."""

_BY_CONSUMED: Mapping[str, type[Action]] = {
    **{kind: meld for kind, (meld, _) in CLAIMS.items()},
    "ankan": ConcealedKan,
}


class MjaiSeat:
    """The lines of a game that one player sees, from 0 (the first East) to 3."""

    def __init__(self, table: Table, place: int) -> None:
        self._table, self._place = table, place
        self._seen_events = 0
        self._writer: MjaiWriter | None = None

    def start(self) -> str:
        """Return the first line of the game."""
        return json.dumps({"type": "start_game", "id": self._place, "names": PLAYER_NAMES})

    def news(self) -> list[str]:
        """Return the lines of all events since the last call."""
        events = self._table.events
        lines: list[Line] = []
        for number in range(self._seen_events, len(events)):
            event = events[number]
            if isinstance(event, Settled):
                lines += end_lines(settled_deal(self._table, number))
            elif not isinstance(event, Signalled):
                if isinstance(event, Started):
                    self._writer = MjaiWriter(self._table.game_at(number).standing)
                assert self._writer is not None
                lines += self._writer.lines(event)
        self._seen_events = len(events)
        return [self._visible(line) for line in lines]

    def _visible(self, line: Line) -> str:
        """Return a line without the tiles that the player cannot see."""
        if line["type"] == "start_kyoku":
            hands = [
                hand if player == self._place else [HIDDEN] * len(hand)
                for player, hand in enumerate(line["tehais"])
            ]
            line = {**line, "tehais": hands}
        elif line["type"] == "tsumo" and line["actor"] != self._place:
            line = {**line, "pai": HIDDEN}
        return json.dumps(line, default=as_plain)


def action_of(
    answer: Mapping[str, Any], acts: Iterable[Action], *, riichi: bool = False
) -> Action | None:
    """Return the legal action that an answer means; None if there is none.

    The answer is neither `none` nor `reach`; with `riichi`, a `reach` came before it.
    """
    fitting = [act for act in acts if _means(answer, act, riichi=riichi)]
    drawn = answer.get("tsumogiri") is True
    same_discard = [
        act for act in fitting if not isinstance(act, Discard) or act.tsumogiri == drawn
    ]
    return next(iter(same_discard or fitting), None)


def _means(answer: Mapping[str, Any], act: Action, *, riichi: bool) -> bool:
    kind, tile = answer.get("type"), _named_tile(answer.get("pai"))
    match act:
        case Discard():
            return kind == "dahai" and act.tile == tile and act.riichi is riichi
        case Chii() | Pon() | ClaimedKan() | ConcealedKan():
            used = _tiles(answer.get("consumed"))
            return _BY_CONSUMED.get(str(kind)) is type(act) and sorted(act.tiles) == used
        case ExtendedKan():
            return kind == "kakan" and act.tile == tile
    return (kind == "hora" and act == WIN) or (kind == "ryukyoku" and act == NINE_KINDS)


def _named_tile(text: object) -> Any:
    return FROM_MJAI.get(text) if isinstance(text, str) else None


def _tiles(value: object) -> Sequence[Any] | None:
    tiles = [_named_tile(text) for text in value] if isinstance(value, list) else [None]
    return None if None in tiles else sorted(tiles)
