"""A deal that somebody set up: the tiles that matter are given, the others are any left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Self, TypeVar

from pydantic import Field, Strict, model_validator

from riichi_core.hands.waits import suits_of, wait_mask
from riichi_core.messages import Message
from riichi_core.play import events as ev
from riichi_core.play.claims import FROM
from riichi_core.play.evolve import evolve
from riichi_core.play.state import (
    SEATS,
    Acting,
    DealState,
    DiscardedTile,
    PlayerState,
    StandingRiichi,
)
from riichi_core.play.wall import DEAD, DEALT, SIZE, Wall, WallError, break_point, rest, whole_set
from riichi_core.records.model import (
    MOST_POINTS,
    Count,
    HandText,
    Omittable,
    Record,
    SeatField,
    Seats,
    TilesText,
    Whole,
)
from riichi_core.rules.rules import Rules
from riichi_core.settlement.ending import DealError
from riichi_core.source.expected import Accepts
from riichi_core.tiles import Tile, Wind

T = TypeVar("T")
SeatMap = Annotated[dict[SeatField, T], Field(default_factory=dict)]
"""Something for some of the seats."""

MOST_LEFT = SIZE - DEAD - DEALT + 1
"""The number of tiles in the wall before East draws the first one."""

Die = Annotated[Whole, Field(ge=1, le=6)]

ARRANGED = (
    *("hands", "draws", "replacements", "indicators", "ura", "discards", "turn", "tiles_left"),
    *("riichi", "dead_hands"),
)
"""Keys that follow from the wall where that is dealt."""


class Position(Record):
    """The setup of a deal; the rest of the wall is filled under rules."""

    noun = "a deal"

    hands: SeatMap[HandText]
    draws: TilesText = ()
    replacements: TilesText = ()
    indicators: TilesText = ()
    ura: TilesText = ()
    wall: Omittable[str] = None
    dice: Annotated[
        Omittable[Annotated[tuple[Die, Die], Strict(False)]],
        Accepts("a throw of two dice, as [3, 4]"),
    ] = None
    turn: SeatField = Wind.EAST
    tiles_left: Omittable[Annotated[Whole, Field(ge=0, le=MOST_LEFT)]] = None
    discards: SeatMap[TilesText]
    riichi: Seats = frozenset()
    dead_hands: Seats = frozenset()
    first_turn: Omittable[bool] = None
    prevailing_wind: SeatField = Wind.EAST
    counters: Count = 0
    bets_on_table: Count = 0
    scores: SeatMap[Annotated[Whole, Field(ge=-MOST_POINTS, le=MOST_POINTS)]]

    @property
    def dealt(self) -> bool:
        """True if the wall is dealt, rather than hands given."""
        return self.wall is not None or self.dice is not None

    @model_validator(mode="after")
    def _dealt_or_arranged(self) -> Self:
        """Refuse what follows from the wall where that is dealt."""
        given = [name for name in ARRANGED if name in self.model_fields_set]
        if self.dealt and given:
            message = Message("this follows from the wall where that is dealt")
            raise DealError("contradiction", given[0], message)
        return self


# ---- under rules ---------------------------------------------------------------------------------


def deal_of(position: Position, rules: Rules) -> DealState:
    """The deal at the moment when its next tile was drawn.

    Raises:
        DealError: the set of tiles has not so many of one, or there is no room for all.
    """
    try:
        if position.dealt:
            return _dealt(position, rules)
        return _arranged(position, rules)
    except WallError as error:
        raise DealError("tile_count", "", str(error)) from None


def _dealt(position: Position, rules: Rules) -> DealState:
    if position.wall is not None:
        wall = Wall.parse(position.wall, position.dice)
    else:
        assert position.dice is not None
        each = SIZE // 4
        tiles = whole_set(rules.tiles)
        built = [tiles[each * seat : each * (seat + 1)] for seat in SEATS]
        wall = Wall.broken(built, position.dice)
    started = ev.Started(wall, position.prevailing_wind, position.counters,
                         position.bets_on_table, _scores(position, rules))  # fmt: skip
    return evolve(None, started)


def _scores(position: Position, rules: Rules) -> ev.FourPoints:
    start = rules.setup.starting_points
    east, south, west, north = (position.scores.get(seat, start) for seat in SEATS)
    return east, south, west, north


def _arranged(position: Position, rules: Rules) -> DealState:
    kongs = [seat for seat, hand in position.hands.items() for one in hand.melds if one.kong]
    thrown = sum(map(len, position.discards.values()))
    left = (
        position.tiles_left if position.tiles_left is not None else MOST_LEFT - thrown - len(kongs)
    )
    if len(position.draws) > left:
        message = Message(
            "{n} tiles, and {left} are left to draw", n=len(position.draws), left=left
        )
        raise DealError("out_of_range", "draws", message)
    drawn = SIZE - DEAD - len(kongs) - left
    given = [tile for hand in position.hands.values() for tile in hand.tiles]
    rows = {seat: _row(position, seat) for seat in SEATS}
    given += [one.tile for row in rows.values() for one in row if one.claimed_by is None]
    given += [*position.draws, *position.replacements, *position.indicators, *position.ura]
    others = _scattered(rest(given, rules.tiles))
    places = {seat: _place(position, seat, rows[seat], others) for seat in SEATS}
    wall = _wall(position, places, others, drawn, len(kongs))
    stakes = dict.fromkeys(position.riichi, -rules.riichi.bet)
    scores = _scores(position, rules)
    east, south, west, north = (scores[seat] + stakes.get(seat, 0) for seat in SEATS)
    calm = not (thrown or position.tiles_left is not None or position.riichi
                or any(hand.melds for hand in position.hands.values()))  # fmt: skip
    return DealState(
        wall=wall,
        prevailing=position.prevailing_wind,
        counters=position.counters,
        bets=position.bets_on_table + len(position.riichi),
        earlier_bets=position.bets_on_table,
        scores=(east, south, west, north),
        players=tuple(places[seat] for seat in SEATS),
        phase=Acting(position.turn, wall.live(drawn)),
        drawn=drawn + 1,
        replaced=len(kongs),
        turned=1 + len(kongs),
        kongs=tuple(kongs),
        uninterrupted=calm if position.first_turn is None else position.first_turn,
    )


def _scattered(tiles: Sequence[Tile]) -> list[Tile]:
    """Tiles in an order in which those that stand together fit together as little as can be."""
    return [tile for step in range(17) for tile in tiles[step::17]]


def _row(position: Position, seat: Wind) -> tuple[DiscardedTile, ...]:
    """Return the discards of a seat; one that stands in a marked set of another is claimed."""
    row = [DiscardedTile(tile) for tile in position.discards.get(seat, ())]
    for owner, hand in position.hands.items():
        for one in hand.melds:
            if one.claimed_from is None or one.claimed_from != FROM.get((seat - owner) % 4):
                continue
            found = (
                place
                for place, thrown in enumerate(row)
                if thrown.claimed_by is None and thrown.tile in one.tiles
            )
            place = next(found, None)
            if place is not None:
                row[place] = row[place]._replace(claimed_by=owner)
    return tuple(row)


def _place(
    position: Position, seat: Wind, row: tuple[DiscardedTile, ...], others: list[Tile]
) -> PlayerState:
    """Return what a seat has; a hand that was not given is any that does not wait."""
    hand = position.hands.get(seat)
    concealed = hand.concealed if hand is not None else _idle(others)
    sets = hand.melds if hand is not None else ()
    place = PlayerState(
        (),
        discards=row,
        discarded_kinds=_bits(one.tile for one in row),
        riichi=StandingRiichi(ippatsu=False) if seat in position.riichi else None,
        dead=seat in position.dead_hands,
    )
    return place.with_hand(concealed, suits_of(tile.kind for tile in concealed), sets)


def _idle(others: list[Tile]) -> tuple[Tile, ...]:
    """Thirteen of the other tiles, which are taken out, that are not tenpai."""
    for start in range(len(others) - 12):
        found = tuple(others[start : start + 13])
        if not wait_mask(suits_of(tile.kind for tile in found), whole=True):
            del others[start : start + 13]
            return found
    raise WallError("too few tiles are left for the hands that were not given")


def _bits(tiles: Iterable[Tile]) -> int:
    found = 0
    for tile in tiles:
        found |= 1 << tile.kind
    return found


def _wall(
    position: Position,
    places: Mapping[Wind, PlayerState],
    others: list[Tile],
    drawn: int,
    kongs: int,
) -> Wall:
    """A wall in which everything lies where it was or will be drawn, the other tiles anywhere."""
    tiles: list[Tile | None] = [None] * SIZE
    out = [tile for place in places.values() for tile in place.hand]
    out += [t for place in places.values() for one in place.sets for t in one.tiles]
    thrown = (one for place in places.values() for one in place.discards)
    out += [one.tile for one in thrown if one.claimed_by is None]
    if len(out) > drawn + kongs:
        raise WallError(
            Message("{n} tiles are out, and only {most} can be", n=len(out), most=drawn + kongs)
        )
    after = SIZE - DEAD
    spots = [*range(drawn), *(_replacement(number) for number in range(kongs))]
    for spot, tile in zip(spots, out, strict=False):
        tiles[spot] = tile
    for number, tile in enumerate(position.draws):
        tiles[drawn + number] = tile
    for number, tile in enumerate(position.replacements):
        tiles[_replacement(kongs + number)] = tile
    for under, shown in enumerate((position.indicators, position.ura)):
        for number, tile in enumerate(shown):
            tiles[SIZE - 6 - 2 * number + under] = tile
    if any(tile is None for tile in tiles[after:]) and not others:
        raise WallError("no tile is left for the dead wall")
    filler = iter(others)
    return Wall(tuple(next(filler) if tile is None else tile for tile in tiles))


def _replacement(number: int) -> int:
    return SIZE - 2 * (number // 2 + 1) + number % 2


def broken_at(wall: Wall) -> Mapping[str, Any] | None:
    """Return where a wall was broken, and in whose walls the dead wall stands, by stacks."""
    if wall.dice is None:
        return None
    owner, stacks = break_point(wall.dice)
    here = min(7, stacks)
    dead = {str(owner): here, str(Wind((owner + 1) % 4)): 7 - here}
    return {
        "broken": str(owner),
        "stacks": stacks,
        "dead": {seat: count for seat, count in dead.items() if count},
    }
