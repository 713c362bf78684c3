"""A deal that somebody set up: the tiles that matter are given, the others are any left."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from riichi_core.hands.hand import Hand, HandError
from riichi_core.hands.waits import suits_of, wait_mask
from riichi_core.play import events as ev
from riichi_core.play.evolve import evolve
from riichi_core.play.state import (
    SEATS,
    Acting,
    DealState,
    DiscardedTile,
    PlayerState,
    StandingRiichi,
)
from riichi_core.play.wall import DEAD, SIZE, Wall, WallError, break_point, rest, whole_set
from riichi_core.rules.rules import Rules
from riichi_core.scenarios.fields import (
    WINDS,
    flag,
    known_fields,
    list_field,
    number,
    word,
    wrong_type,
)
from riichi_core.settlement.ending import DealError
from riichi_core.tiles import NotationError, Tile, Wind, parse_tiles

FIELDS = (
    *("hands", "draws", "replacements", "indicators", "ura", "wall", "dice", "turn", "tiles_left"),
    *("discards", "riichi", "dead_hands", "first_turn", "prevailing_wind", "counters"),
    *("bets_on_table", "scores"),
)
"""The fields that set up a deal; those of plays.py come beside them."""

DEALT = 52
"""How many tiles the four hands have before East draws."""

_PARTS = ("replacements", "indicators", "ura")


@dataclass(frozen=True, slots=True)
class Position:
    """What was said of a deal. Texts of tiles are read; the rest of the wall is filled under rules.

    `hands` and `rows` have what was given, by seat; `dealt` is whether the deal begins with the
    dealing of the wall, so that nothing of it was given but the wall itself.
    """

    hands: Mapping[Wind, Hand]
    rows: Mapping[Wind, tuple[Tile, ...]]
    draws: tuple[Tile, ...]
    dead_wall: Mapping[str, tuple[Tile, ...]]
    riichi: frozenset[Wind]
    dead: frozenset[Wind]
    scores: Mapping[Wind, int]
    turn: Wind
    tiles_left: int | None
    first_turn: bool | None
    prevailing: Wind
    counters: int
    bets: int
    wall: str | None
    dice: tuple[int, int] | None

    @property
    def dealt(self) -> bool:
        """True if the wall is dealt, rather than hands given."""
        return self.wall is not None or self.dice is not None


def read_position(data: Mapping[str, Any]) -> Position:
    """What a record says of a deal.

    Raises:
        RecordError: a field that is not as it should be; whether the tiles can be is found with
            rules.
    """
    left = number(data, "tiles_left") if "tiles_left" in data else None
    if left is not None and not 0 <= left <= SIZE - DEAD - DEALT:
        _wrong("tiles_left", f"expected 0 to {SIZE - DEAD - DEALT}")
    position = Position(
        hands={seat: _hand(seat, text) for seat, text in _by_seat(data, "hands").items()},
        rows={seat: _tiles(f"discards.{seat}", text)
              for seat, text in _by_seat(data, "discards").items()},
        draws=_tiles("draws", data.get("draws", "")),
        dead_wall={name: _tiles(name, data.get(name, "")) for name in _PARTS},
        riichi=_seats(data, "riichi"),
        dead=_seats(data, "dead_hands"),
        scores={seat: number(data["scores"], str(seat)) for seat in _by_seat(data, "scores")},
        turn=Wind.of(word(data, "turn", WINDS)),
        tiles_left=left,
        first_turn=flag(data, "first_turn") if "first_turn" in data else None,
        prevailing=Wind.of(word(data, "prevailing_wind", WINDS)),
        counters=number(data, "counters"),
        bets=number(data, "bets_on_table"),
        wall=data.get("wall"),
        dice=_dice(data),
    )  # fmt: skip
    _check_dealt(position, data)
    return position


def _wrong(name: str, message: str, code: str = "out_of_range") -> NoReturn:
    raise DealError(code, name, f"{name}: {message}")


def _check_dealt(position: Position, data: Mapping[str, Any]) -> None:
    if position.wall is not None and not isinstance(position.wall, str):
        wrong_type("wall", position.wall, "136 tiles as one text")
    given = [name for name in ("hands", "draws", *_PARTS, "discards", "turn", "tiles_left",
                               "riichi", "dead_hands") if name in data]  # fmt: skip
    if position.dealt and given:
        message = "this follows from the wall where that is dealt"
        _wrong(given[0], message, "contradiction")


def _by_seat(data: Mapping[str, Any], name: str) -> Mapping[Wind, Any]:
    value = data.get(name, {})
    if not isinstance(value, Mapping):
        wrong_type(name, value, "for each seat its own, as {east: …}")
    known_fields(value, WINDS)
    return {Wind.of(seat): one for seat, one in value.items()}


def _seats(data: Mapping[str, Any], name: str) -> frozenset[Wind]:
    return frozenset(Wind.of(word({name: seat}, name, WINDS)) for seat in list_field(data, name))


def _hand(seat: Wind, text: Any) -> Hand:
    if not isinstance(text, str):
        wrong_type(f"hands.{seat}", text, "a hand, as 2345567m345p(777z^)")
    try:
        return Hand.parse(text)
    except HandError as error:
        raise DealError(error.code, f"hands.{seat}", f"the hand of {seat}: {error}") from None


def _tiles(name: str, text: Any) -> tuple[Tile, ...]:
    if not isinstance(text, str):
        wrong_type(name, text, "tiles, as 5p9m1z")
    try:
        return tuple(t for part in text.split() for t in parse_tiles(part))
    except NotationError as error:
        raise DealError("notation", name, f"{name}: {error}") from None


def _dice(data: Mapping[str, Any]) -> tuple[int, int] | None:
    if "dice" not in data:
        return None
    thrown = [number({"dice": one}, "dice") for one in list_field(data, "dice")]
    if len(thrown) != 2 or not all(1 <= one <= 6 for one in thrown):
        _wrong("dice", "expected a throw of two, as [3, 4]")
    return thrown[0], thrown[1]


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
    return evolve(None, ev.Started(wall, position.prevailing, position.counters, position.bets,
                                   _scores(position, rules)))  # fmt: skip


def _scores(position: Position, rules: Rules) -> ev.FourPoints:
    start = rules.setup.starting_points
    east, south, west, north = (position.scores.get(seat, start) for seat in SEATS)
    return east, south, west, north


def _arranged(position: Position, rules: Rules) -> DealState:
    kongs = [seat for seat, hand in position.hands.items() for one in hand.melds if one.kong]
    thrown = sum(map(len, position.rows.values()))
    most = SIZE - DEAD - DEALT
    left = position.tiles_left if position.tiles_left is not None else most - thrown - len(kongs)
    if len(position.draws) > left:
        _wrong("draws", f"{len(position.draws)} tiles, and {left} are left to draw")
    drawn = SIZE - DEAD - len(kongs) - left
    given = [tile for hand in position.hands.values() for tile in hand.tiles]
    given += [tile for row in position.rows.values() for tile in row]
    given += [tile for part in (position.draws, *position.dead_wall.values()) for tile in part]
    others = _scattered(rest(given, rules.tiles))
    places = {seat: _place(position, seat, others) for seat in SEATS}
    wall = _wall(position, places, others, drawn, len(kongs))
    stakes = dict.fromkeys(position.riichi, -rules.riichi.bet)
    scores = _scores(position, rules)
    east, south, west, north = (scores[seat] + stakes.get(seat, 0) for seat in SEATS)
    calm = not (thrown or position.tiles_left is not None or position.riichi
                or any(hand.melds for hand in position.hands.values()))  # fmt: skip
    return DealState(
        wall=wall,
        prevailing=position.prevailing,
        counters=position.counters,
        bets=position.bets + len(position.riichi),
        earlier_bets=position.bets,
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


def _place(position: Position, seat: Wind, others: list[Tile]) -> PlayerState:
    """Return what a seat has; a hand that was not given is any that does not wait."""
    hand = position.hands.get(seat)
    concealed = hand.concealed if hand is not None else _idle(others)
    row = tuple(DiscardedTile(tile) for tile in position.rows.get(seat, ()))
    return PlayerState(
        hand=concealed,
        suits=suits_of(tile.kind for tile in concealed),
        sets=hand.melds if hand is not None else (),
        discards=row,
        discarded_kinds=_bits(one.tile for one in row),
        riichi=StandingRiichi(ippatsu=False) if seat in position.riichi else None,
        dead=seat in position.dead,
    )


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
    out += [one.tile for place in places.values() for one in place.discards]
    if len(out) > drawn + kongs:
        raise WallError(f"{len(out)} tiles are out, and only {drawn + kongs} can be")
    after = SIZE - DEAD
    spots = [*range(drawn), *(_replacement(number) for number in range(kongs))]
    for spot, tile in zip(spots, out, strict=False):
        tiles[spot] = tile
    for number_, tile in enumerate(position.draws):
        tiles[drawn + number_] = tile
    for number_, tile in enumerate(position.dead_wall["replacements"]):
        tiles[_replacement(kongs + number_)] = tile
    for name, under in (("indicators", 0), ("ura", 1)):
        for number_, tile in enumerate(position.dead_wall[name]):
            tiles[SIZE - 6 - 2 * number_ + under] = tile
    if any(tile is None for tile in tiles[after:]) and not others:
        raise WallError("no tile is left for the dead wall")
    filler = iter(others)
    return Wall(tuple(next(filler) if tile is None else tile for tile in tiles))


def _replacement(number_: int) -> int:
    return SIZE - 2 * (number_ // 2 + 1) + number_ % 2


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
