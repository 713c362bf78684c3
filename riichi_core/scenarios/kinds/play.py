"""Scenarios of play: a position, the players' actions, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import (
    BeforeValidator,
    Discriminator,
    Field,
    Strict,
    StringConstraints,
    Tag,
    model_validator,
)

from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.hands.waits import suits_of_tiles, wait_mask
from riichi_core.messages import Message, quote
from riichi_core.play import events as ev
from riichi_core.play.actions import (
    ACTION_WORDS,
    Action,
    ActionError,
    Response,
    action_message,
    parse_action,
)
from riichi_core.play.deal_wins import finished_deal
from riichi_core.play.decide import (
    IllegalActionError,
    advance,
    decide_and_advance,
    events_for,
    report_foul,
)
from riichi_core.play.evolve import evolve
from riichi_core.play.legal import CLAIMED_FROM, late_calls, legal_actions
from riichi_core.play.state import (
    SEATS,
    Acting,
    DealState,
    DiscardedTile,
    Offered,
    PlayerState,
    StandingRiichi,
)
from riichi_core.play.text import position_json
from riichi_core.play.wall import (
    DEAD,
    DEALT,
    SIZE,
    Wall,
    WallError,
    break_point,
    tiles_beside,
    whole_set,
)
from riichi_core.records.deal import settlement_json
from riichi_core.records.fields import (
    MOST_POINTS,
    Count,
    HandText,
    Omittable,
    Record,
    SeatField,
    Seats,
    TilesText,
    Whole,
    as_text,
)
from riichi_core.records.log import EVENT_NAMES
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.foul import FoulName
from riichi_core.scenarios.kinds.kind import Kind
from riichi_core.settlement.ending import AbortiveDraw, DealError
from riichi_core.settlement.settle import settle
from riichi_core.spelling import closest_word
from riichi_core.tiles import Tile, Wind

T = TypeVar("T")
SeatMap = Annotated[dict[SeatField, T], Field(default_factory=dict)]
"""Values for some of the seats."""

MOST_LEFT = SIZE - DEAD - DEALT + 1
"""The number of tiles in the wall before East draws the first one."""

Die = Annotated[Whole, Field(ge=1, le=6)]

ARRANGED = (
    *("hands", "draws", "replacements", "indicators", "ura", "discards", "turn", "tiles_left"),
    *("riichi", "dead_hands"),
)
"""Keys that a dealt wall determines."""


class Position(Record):
    """The setup of a deal; the rules determine the rest of the wall."""

    hands: SeatMap[HandText]
    draws: TilesText = ()
    replacements: TilesText = ()
    indicators: TilesText = ()
    ura: TilesText = ()
    wall: Omittable[str] = None
    dice: Annotated[
        Omittable[Annotated[tuple[Die, Die], Strict(False)]],
        Accepts("a throw of two dice, e.g. [3, 4]"),
    ] = None
    turn: SeatField = Wind.EAST
    tiles_left: Omittable[Annotated[Whole, Field(ge=0, le=MOST_LEFT)]] = None
    discards: SeatMap[TilesText]
    riichi: Seats = frozenset()
    dead_hands: Seats = frozenset()
    first_turn: Omittable[bool] = None
    round_wind: SeatField = Wind.EAST
    counters: Count = 0
    bets_on_table: Count = 0
    scores: SeatMap[Annotated[Whole, Field(ge=-MOST_POINTS, le=MOST_POINTS)]]

    @property
    def dealt(self) -> bool:
        """True if the wall is dealt and the hands are not given."""
        return self.wall is not None or self.dice is not None

    @model_validator(mode="after")
    def _dealt_or_arranged(self) -> Self:
        """Reject keys that the dealt wall determines."""
        given = [name for name in ARRANGED if name in self.model_fields_set]
        if self.dealt and given:
            message = Message("the wall already decides this")
            raise DealError("contradiction", given[0], message)
        return self


# ---- under rules ---------------------------------------------------------------------------------


def deal_of(position: Position, rules: Rules) -> DealState:
    """Return the deal at the moment when its next tile was drawn.

    Raises:
        DealError: if the ruleset's tiles do not include all of these, or there is no room for them.
    """
    try:
        if position.dealt:
            return _deal_from_wall(position, rules)
        return _deal_from_hands(position, rules)
    except WallError as error:
        raise DealError("tile_count", "", str(error)) from None


def _deal_from_wall(position: Position, rules: Rules) -> DealState:
    if position.wall is not None:
        wall = Wall.parse(position.wall, position.dice)
    else:
        assert position.dice is not None
        side = SIZE // 4
        tiles = whole_set(rules.tiles)
        built = [tiles[side * seat : side * (seat + 1)] for seat in SEATS]
        wall = Wall.broken(built, position.dice)
    started = ev.Started(wall, position.round_wind, position.counters,
                         position.bets_on_table, _scores(position, rules))  # fmt: skip
    return evolve(None, started)


def _scores(position: Position, rules: Rules) -> ev.FourPoints:
    start = rules.setup.starting_points
    east, south, west, north = (position.scores.get(seat, start) for seat in SEATS)
    return east, south, west, north


def _deal_from_hands(position: Position, rules: Rules) -> DealState:
    quads = [seat for seat, hand in position.hands.items() for meld in hand.melds if meld.quad]
    discarded = sum(map(len, position.discards.values()))
    left = (
        position.tiles_left
        if position.tiles_left is not None
        else MOST_LEFT - discarded - len(quads)
    )
    if len(position.draws) > left:
        message = Message(
            "{n} tiles, and {left} are left to draw", n=len(position.draws), left=left
        )
        raise DealError("out_of_range", "draws", message)
    drawn = SIZE - DEAD - len(quads) - left
    given = [tile for hand in position.hands.values() for tile in hand.tiles]
    rows = {seat: _discards_of(position, seat) for seat in SEATS}
    given += [
        discard.tile for row in rows.values() for discard in row if discard.claimed_by is None
    ]
    given += [*position.draws, *position.replacements, *position.indicators, *position.ura]
    others = _scattered(tiles_beside(given, rules.tiles))
    players = {seat: _player(position, seat, rows[seat], others) for seat in SEATS}
    wall = _wall_around(position, players, others, drawn, len(quads))
    stakes = dict.fromkeys(position.riichi, -rules.riichi.bet)
    scores = _scores(position, rules)
    east, south, west, north = (scores[seat] + stakes.get(seat, 0) for seat in SEATS)
    uninterrupted = not (discarded or position.tiles_left is not None or position.riichi
                or any(hand.melds for hand in position.hands.values()))  # fmt: skip
    return DealState(
        wall=wall,
        round_wind=position.round_wind,
        counters=position.counters,
        bets=position.bets_on_table + len(position.riichi),
        earlier_bets=position.bets_on_table,
        scores=(east, south, west, north),
        players=tuple(players[seat] for seat in SEATS),
        phase=Acting(position.turn, wall.live(drawn)),
        drawn=drawn + 1,
        replaced=len(quads),
        turned=1 + len(quads),
        quads=tuple(quads),
        uninterrupted=uninterrupted if position.first_turn is None else position.first_turn,
    )


def _scattered(tiles: Sequence[Tile]) -> list[Tile]:
    """Return tiles in an order in which neighbours fit together as little as possible."""
    return [tile for step in range(17) for tile in tiles[step::17]]


def _discards_of(position: Position, seat: Wind) -> tuple[DiscardedTile, ...]:
    """Return the discards of a seat; one that is in another seat's marked set counts as claimed."""
    row = [DiscardedTile(tile) for tile in position.discards.get(seat, ())]
    for owner, hand in position.hands.items():
        for meld in hand.melds:
            if meld.claimed_from is None or meld.claimed_from != CLAIMED_FROM.get(
                (seat - owner) % 4
            ):
                continue
            matching = (
                index
                for index, discard in enumerate(row)
                if discard.claimed_by is None and discard.tile in meld.tiles
            )
            index = next(matching, None)
            if index is not None:
                row[index] = row[index]._replace(claimed_by=owner)
    return tuple(row)


def _player(
    position: Position, seat: Wind, row: tuple[DiscardedTile, ...], others: list[Tile]
) -> PlayerState:
    """Return the state of a seat; a hand that is not given is any hand that does not wait."""
    hand = position.hands.get(seat)
    concealed = hand.concealed if hand is not None else _hand_that_does_not_wait(others)
    sets = hand.melds if hand is not None else ()
    player = PlayerState(
        (),
        discards=row,
        discarded_kinds=reduce(or_, (1 << discard.tile.kind for discard in row), 0),
        riichi=StandingRiichi(ippatsu=False) if seat in position.riichi else None,
        dead=seat in position.dead_hands,
    )
    return player.with_hand(concealed, suits_of_tiles(concealed), sets)


def _hand_that_does_not_wait(others: list[Tile]) -> tuple[Tile, ...]:
    """Take thirteen tiles from the others that do not make a tenpai hand."""
    for start in range(len(others) - 12):
        hand = tuple(others[start : start + 13])
        if not wait_mask(suits_of_tiles(hand), no_melds=True):
            del others[start : start + 13]
            return hand
    raise WallError("too few tiles are left for the hands that were not given")


def _wall_around(
    position: Position,
    players: Mapping[Wind, PlayerState],
    others: list[Tile],
    drawn: int,
    quads: int,
) -> Wall:
    """Return a wall with all known tiles in their places, and the others in any order."""
    tiles: list[Tile | None] = [None] * SIZE
    tiles_out = [tile for player in players.values() for tile in player.hand]
    tiles_out += [
        tile for player in players.values() for meld in player.sets for tile in meld.tiles
    ]
    discards = (discard for player in players.values() for discard in player.discards)
    tiles_out += [discard.tile for discard in discards if discard.claimed_by is None]
    if len(tiles_out) > drawn + quads:
        most = drawn + quads
        raise WallError(
            Message("{n} tiles are in use, but only {most} can be", n=len(tiles_out), most=most)
        )
    dead_wall_start = SIZE - DEAD
    spots = [*range(drawn), *(_replacement_spot(number) for number in range(quads))]
    for spot, tile in zip(spots, tiles_out, strict=False):
        tiles[spot] = tile
    for number, tile in enumerate(position.draws):
        tiles[drawn + number] = tile
    for number, tile in enumerate(position.replacements):
        tiles[_replacement_spot(quads + number)] = tile
    for under, indicators in enumerate((position.indicators, position.ura)):
        for number, tile in enumerate(indicators):
            tiles[SIZE - 6 - 2 * number + under] = tile
    if any(tile is None for tile in tiles[dead_wall_start:]) and not others:
        raise WallError("no tile is left for the dead wall")
    filler = iter(others)
    return Wall(tuple(next(filler) if tile is None else tile for tile in tiles))


def _replacement_spot(number: int) -> int:
    return SIZE - 2 * (number // 2 + 1) + number % 2


def broken_at(wall: Wall) -> Mapping[str, Any] | None:
    """Return where a wall was broken, and the stacks of the dead wall in each player's wall."""
    if wall.dice is None:
        return None
    owner, stacks = break_point(wall.dice)
    stacks_of_owner = min(7, stacks)
    dead = {str(owner): stacks_of_owner, str(Wind((owner + 1) % 4)): 7 - stacks_of_owner}
    return {
        "broken": str(owner),
        "stacks": stacks,
        "dead": {seat: count for seat, count in dead.items() if count},
    }


ACTS = (*ACTION_WORDS, "draw")
MOST_ACTS = 300


def _action_text(text: str) -> str:
    """Return the text of an act; a first word is sufficient if it fits one legal act."""
    first = text.split(" ", maxsplit=1)[0]
    if first not in ACTS:
        message = Message("there is no action {text}", text=quote(text))
        raise value_error("unknown_word", message, closest_word(first, ACTS), ", ".join(ACTS))
    if text not in ACTS:
        parse_action(text)
    return text


_Text = Annotated[str, StringConstraints(pattern=f"^({'|'.join(ACTS)})( |$)")]
ActText = Annotated[str, as_text("an action, e.g. discard 5p", _action_text, written=_Text)]


class Act(Record):
    """An act of a seat, optionally with its speed; `draw` means that nobody called."""

    act: ActText
    seconds: Omittable[Count] = None
    hasty: bool = False
    later: bool = False


class ReportedFoul(Record):
    """A reported foul of a seat, with points if a referee decides them."""

    foul: FoulName
    points: Omittable[Annotated[Whole, Field(ge=0, le=MOST_POINTS)]] = None
    tiles: TilesText = ()


def _in_full(value: object) -> object:
    """Return the full form of an act that is written only as text."""
    return {"act": value} if isinstance(value, str) else value


def _act_or_foul(value: object) -> str:
    return "@ReportedFoul" if isinstance(value, Mapping) and "foul" in value else "@Act"


ActOrFoul = Annotated[
    Annotated[Act, Tag("@Act")] | Annotated[ReportedFoul, Tag("@ReportedFoul")],
    Discriminator(_act_or_foul),
    BeforeValidator(_in_full, json_schema_input_type=_Text | Act | ReportedFoul),
]
Acts = Annotated[dict[SeatField, ActOrFoul], Field(min_length=1)]
Moment = Annotated[
    Annotated[Literal["closed"], Tag("@closed")] | Annotated[Acts, Tag("@seats")],
    Discriminator(lambda value: "@closed" if isinstance(value, str) else "@seats"),
]
"""Acts of some seats at the same time.

`closed` means that nobody calls any more, and the calls are carried out.
"""


class Play(Position):
    """A deal and the actions in it: moments, each with the simultaneous actions of some seats."""

    acts: Annotated[
        tuple[Moment, ...],
        Strict(False),
        Field(max_length=MOST_ACTS),
        Accepts("a list, e.g. [{east: discard 5p}, {north: pon}]"),
    ] = ()
    setting: PlaySetting = "tournament"


# ---- playing -------------------------------------------------------------------------------------


@dataclass(slots=True)
class _ActRunner:
    """A deal in play; calls for an offered tile wait until the next act."""

    deal: DealState
    rules: Rules
    events: list[ev.Event] = field(default_factory=list)
    calls: list[Response] = field(default_factory=list)
    refused: list[dict[str, Any]] = field(default_factory=list)
    number: int = 0

    def do(self, moments: Iterable[Moment]) -> None:
        """Carry out all actions; a refused action changes nothing."""
        for self.number, moment in enumerate(moments, 1):
            if isinstance(moment, str):
                self.close()
            elif not self._all_late(moment):
                self._all(moment)
        if self.calls:
            self.close()

    def _all(self, moment: Acts) -> None:
        """Carry out all actions of a moment, one after the other."""
        for seat, move in sorted(
            moment.items(), key=lambda item: isinstance(item[1], ReportedFoul)
        ):
            before = self.deal, list(self.calls), len(self.events)
            try:
                self._one(seat, move)
            except IllegalActionError as error:
                self.deal, self.calls, events_before = before
                del self.events[events_before:]
                refusal_json = {"act": self.number, "seat": str(seat), "why": error.message}
                self.refused.append(refusal_json)

    def _all_late(self, moment: Acts) -> bool:
        """Carry out late calls of one moment together; return whether these are such calls."""
        if len(moment) < 2 or isinstance(self.deal.phase, Offered):
            return False
        calls = [self._call(seat, act) for seat, act in moment.items() if isinstance(act, Act)]
        late_calls = [call for call in calls if call is not None]
        if len(late_calls) < len(moment):
            return False
        try:
            self._step(*late_calls)
        except IllegalActionError:
            return False
        return True

    def close(self) -> None:
        """Carry out the calls for the offered tile; if there are none, the next player draws."""
        calls, self.calls = self.calls, []
        if isinstance(self.deal.phase, Offered):
            self._step(*calls)

    def _one(self, seat: Wind, move: ActOrFoul) -> None:
        if isinstance(move, ReportedFoul):
            if self.calls:
                self.close()
            event = report_foul(self.deal, seat, move.foul, self.rules, move.points, move.tiles)
            self._take(*advance(self.deal, [event], self.rules))
            return
        call = self._call(seat, move)
        if move.hasty and call is not None and self._too_fast_for(call):
            self._step(*self.calls, call)
            self.calls = []
            return
        if isinstance(self.deal.phase, Offered):
            legal = legal_actions(self.deal, self.rules).get(seat, ())
            if call is not None and call.action in legal:
                events_for(self.deal, (*self.calls, call), self.rules)  # in time, and the only one
                self.calls.append(call)
                return
            if move.act != "draw" and self._calls_only(seat, move.act):
                self._refuse(seat, move.act)
            self.close()
        if move.act == "draw":
            phase = self.deal.phase
            if not (isinstance(phase, Acting) and phase.seat == seat and phase.tile):
                self._refuse(seat, move.act)
            return
        call = self._call(seat, move)
        if call is None:
            self._refuse(seat, move.act)
        else:
            self._step(call)

    def _too_fast_for(self, call: Response) -> bool:
        """Return True if a late call undoes earlier hasty actions, and the calls since then."""
        return call.action in late_calls(self.deal, self.rules, hasty=True).get(call.seat, ())

    def _calls_only(self, seat: Wind, text: str) -> bool:
        """Return True if an act can only refer to the offered tile, so that calls stay open."""
        offer, first = self.deal.phase, text.split(" ", maxsplit=1)[0]
        assert isinstance(offer, Offered)
        if seat == offer.seat:
            return offer.quad is None  # its player continues after a quad
        is_next = seat == (offer.seat + 1) % 4 and not self.calls
        called = any(call.seat == seat for call in self.calls)
        return first in ("chii", "pon", "pass") or (
            first in ("win", "kan") and not is_next and not called
        )

    def _refuse(self, seat: Wind, text: str) -> None:
        why = Message("{seat} may not {act}", seat=seat, act=action_message(text))
        raise IllegalActionError(why, self.deal, legal_actions(self.deal, self.rules))

    def _call(self, seat: Wind, act: Act) -> Response | None:
        options = list(legal_actions(self.deal, self.rules).get(seat, ()))
        options += late_calls(self.deal, self.rules, hasty=act.hasty).get(seat, ())
        action = _action_of_text(act.act, options)
        if action is None:
            return None
        return Response(seat, action, self.number, act.seconds, act.hasty, act.later)

    def _step(self, *calls: Response) -> None:
        self._take(*decide_and_advance(self.deal, calls, self.rules))

    def _take(self, events: Iterable[ev.Event], deal: DealState) -> None:
        self.events += events
        self.deal = deal


def _action_of_text(text: str, options: Iterable[Action]) -> Action | None:
    """Return the act for a text; a first word is sufficient if it fits one legal act."""
    if text in ACTION_WORDS:
        matching = list(
            dict.fromkeys(action for action in options if str(action).split(" ")[0] == text)
        )
        if not matching:
            with suppress(ActionError):
                return parse_action(text)
        return matching[0] if len(matching) == 1 else None
    if text == "draw":
        return None
    action = parse_action(text)
    drawn = f"{text} drawn"
    if action in options:
        return action
    return next((option for option in options if str(option) == drawn), action)


# ---- the result ----------------------------------------------------------------------------------


def play_result(given: Play, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the outcome of a play: the position, the legal actions, and the settlement.

    Raises:
        DealError: if the ruleset's tiles do not include these.
    """
    rules = ruleset.rules
    deal = deal_of(given, rules)
    events, deal = advance(deal, (), rules)
    runner = _ActRunner(deal, rules, list(events))
    runner.do(given.acts)
    return {
        **position_json(runner.deal, rules),
        "wall": broken_at(runner.deal.wall),
        "position": str(runner.deal),
        "events": [_event_text(event) for event in runner.events],
        "refused": runner.refused,
        **_end_json(runner.deal, ruleset, given.setting),
    }


def _event_text(event: ev.Event) -> str:
    """Return an event in brief: its name, its seat and its tile."""
    name = EVENT_NAMES[type(event)].replace("_", " ")
    about = (getattr(event, "seat", None), getattr(event, "tile", None))
    return " ".join([name, *(str(part) for part in about if part is not None)])


def _end_json(deal: DealState, ruleset: Ruleset, setting: PlaySetting) -> dict[str, Any]:
    """Return the end of the deal after judging its fouls, not only how play stopped."""
    end = deal.ending
    if end is None:
        return {"end": None, "cause": None, "settled": None}
    facts = finished_deal(deal, ruleset.rules, setting)
    if facts is None:
        return {"end": end.kind, "cause": None, "settled": None}
    settlement = settle(facts, ruleset)
    settled = settlement_json(settlement)
    kind: str = end.kind
    cause: str | None = end.cause if isinstance(end, AbortiveDraw) else None
    if settlement.spoilt:
        kind, cause = "chombo", None
    elif any(refused_win["reason"] == "three_calls" for refused_win in settled["refused"]):
        kind, cause = "abortive_draw", "three_calls"
    return {"end": kind, "cause": cause, "settled": settled}


PLAY = Kind(
    name="play",
    title="In a hand",
    given=Play,
    result=play_result,
    wanted=Message(
        "a deal and the actions in it, e.g. {example}",
        example="{hands: {east: …}, acts: [{east: discard 5p}]}",
    ),
    possible=Message("a possible hand"),
    example="{may: {south: [pon]}}",
)
