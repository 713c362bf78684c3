"""A table without tiles: the moments at which a player could win, and the facts true at each.

Players draw, discard, claim, declare quads and riichi at random, and only the order of events
counts. This is a second way to find out which facts of a win can be true together, independent of
the table of exclusions in riichi_core.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

SEATS = range(4)
WALLS = (12, 16, 24)
"""Tiles of the wall: more than the eight that a first turn or the ippatsu of a double riichi can
take, and few, so that the last tile comes often."""


@dataclass
class Seat:
    """The past acts of one player."""

    discards: int = 0
    sets: list[str] = field(default_factory=list)
    riichi: bool = False
    double: bool = False
    open_riichi: bool = False
    ippatsu: bool = False

    @property
    def open(self) -> bool:
        return any(kind != "concealed_quad" for kind in self.sets)


@dataclass(frozen=True)
class Moment:
    """A moment at which a seat could win: its sets, the visible indicators, and the true facts.

    Attributes:
        seat: 0 for East.
        sets: the kind of each of the winner's sets.
        orphans: whether the hand is assumed to be thirteen orphans.
        indicators: how many are face up.
        facts: the true facts, in the words of the table of exclusions.
    """

    seat: int
    sets: tuple[str, ...]
    orphans: bool
    indicators: int
    facts: frozenset[str]


@dataclass(frozen=True)
class Abort:
    """A possible abortive draw: the cause, the players in riichi, the time."""

    cause: str
    riichi: frozenset[int]
    turn: int


class AbstractTable:
    """A deal in which players act at random."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.seats = [Seat() for _ in SEATS]
        self.wall = random.choice(WALLS)
        self.uninterrupted = True
        self.claimed = False
        self.quads: list[int] = []
        self.turned = 1
        self.pending = 0
        self.in_turn = 0
        self.aborts: set[Abort] = set()
        self.eighth = random.random() < 0.3
        self.eager = [random.choice((0.02, 0.3, 0.95)) for _ in SEATS]
        self.claiming = random.choice((0.0, 0.1, 0.5))

    def moments(self) -> Iterator[Moment]:
        """Yield each moment at which a seat could win, to the end of the wall."""
        seat, drawn = 0, "tile"
        while True:
            self.in_turn = 0
            if drawn == "quad":
                self.in_turn = 1
                yield from self._replaced(seat)
            elif drawn:
                self.wall -= 1
                yield self._moment(seat, {"self_draw"})
                if self.uninterrupted and not self.seats[seat].discards:
                    self._could_abort("nine_kinds", 1)
            while drawn and self._wants_quad(seat):
                yield from self._quad(seat)
            yield from self._discard(seat)
            if self.wall == 0:
                return
            taker = self.random.choice([other for other in SEATS if other != seat])
            player = self.seats[taker]
            if self.random.random() < self.claiming and not player.riichi and len(player.sets) < 4:
                kind = self.random.choice(("sequence", "triplet", "quad"))
                kind = "triplet" if kind == "quad" and len(self.quads) == 4 else kind
                player.sets.append(kind)
                self.claimed = True
                self._interrupt()
                seat, drawn = taker, "quad" if kind == "quad" else ""
                if drawn:
                    self.quads.append(taker)
                    self._indicator()
            else:
                seat, drawn = (seat + 1) % 4, "tile"

    def _could_abort(self, cause: str, turn: int) -> None:
        riichi = frozenset(seat for seat in SEATS if self.seats[seat].riichi)
        self.aborts.add(Abort(cause, riichi, turn))

    def _after_discard(self, seat: int, *, riichi: bool) -> None:
        """Note the causes that apply after a discard on which nobody won."""
        turn = self.seats[seat].discards
        if self.uninterrupted and all(player.discards == 1 for player in self.seats):
            self._could_abort("four_winds", turn)
        if riichi and all(player.riichi for player in self.seats):
            self._could_abort("four_riichi", turn)
        if len(self.quads) == 4 and len(set(self.quads)) > 1:
            self._could_abort("four_quads", turn)

    def _interrupt(self) -> None:
        self.uninterrupted = False
        for player in self.seats:
            player.ippatsu = False

    def _indicator(self) -> None:
        """Turn the indicator of a quad, at once or later."""
        self._turn()
        self.pending = 1
        if self.random.random() < 0.5:
            self._turn()

    def _turn(self) -> None:
        self.turned, self.pending = self.turned + self.pending, 0

    def _wants_quad(self, seat: int) -> bool:
        if self.wall == 0 or len(self.quads) == 4 or self.random.random() > self.eager[seat]:
            return False
        player = self.seats[seat]
        return len(player.sets) < 4 or ("triplet" in player.sets and not player.riichi)

    def _quad(self, seat: int) -> Iterator[Moment]:
        player = self.seats[seat]
        extended = "triplet" in player.sets and (
            len(player.sets) == 4 or self.random.random() < 0.5
        )
        for other in SEATS:
            if other == seat:
                continue
            concealed = not self.seats[other].sets
            if extended:
                yield self._moment(other, {"discard", "robbing_quad"})
            if concealed:
                yield self._moment(other, {"discard", "robbing_quad"}, orphans=True)
        if extended:
            player.sets[player.sets.index("triplet")] = "extended_quad"
        else:
            player.sets.append("concealed_quad")
        self.quads.append(seat)
        self._interrupt()
        self._indicator()
        self.in_turn += 1
        yield from self._replaced(seat)

    def _replaced(self, seat: int) -> Iterator[Moment]:
        """Yield the win on a replacement tile; the last tile of the wall fills the dead wall."""
        self.wall -= 1
        facts = {"self_draw", "after_quad"}
        if self.in_turn >= 2:
            facts.add("after_two_quads")
        if not self.seats[seat].discards and not self.claimed and set(self.quads) == {seat}:
            facts.add("first_turn_quad")
        yield self._moment(seat, facts)

    def _discard(self, seat: int) -> Iterator[Moment]:
        player = self.seats[seat]
        declares = not player.open and not player.riichi and self.random.random() < 0.4
        facts = {"discard"}
        if declares:
            facts.add("riichi_discard")
        if self.in_turn:
            facts.add("quad_discard")
        for other in SEATS:
            if other != seat:
                yield self._moment(other, facts)
        self._turn()
        player.ippatsu = declares
        if declares:
            player.riichi = True
            player.double = self.uninterrupted and not player.discards
            player.open_riichi = self.random.random() < 0.3
        player.discards += 1
        self._after_discard(seat, riichi=declares)

    def _moment(self, seat: int, how: set[str], *, orphans: bool = False) -> Moment:
        player = self.seats[seat]
        quads = sum(kind.endswith("quad") for kind in player.sets)
        true = {
            "dealer": seat == 0,
            "not_dealer": seat != 0,
            "not_after_quad": "after_quad" not in how,
            "last_tile": self.wall == 0,
            "first_turn": self.uninterrupted and not player.discards,
            "riichi": player.riichi,
            "no_riichi": not player.riichi,
            "double_riichi": player.double,
            "ippatsu": player.ippatsu,
            "open_riichi": player.open_riichi,
            "ura": player.riichi,
            "kan_ura": player.riichi and self.turned > 1,
            "open": player.open,
            "own_set": bool(player.sets),
            "own_quad": quads > 0,
            "no_own_quad": quads == 0,
            "one_own_quad": quads == 1,
            "four_own_quads": quads == 4,
            "quad_indicator": self.turned > 1,
            "five_indicators": self.turned == 5,
            "quad_of_others": self.turned - 1 > quads,
            "eighth_dealer_win": self.eighth and seat == 0,
            "breaks_eighth_win": self.eighth and seat != 0,
            "not_orphans": "robbing_quad" in how and not orphans,
        }
        facts = frozenset({*how, *(fact for fact, holds in true.items() if holds)})
        return Moment(seat, tuple(player.sets), orphans, self.turned, facts)


def moments_of(deals: int, seed: int) -> frozenset[Moment]:
    """Return the different moments of so many random deals."""
    random = Random(seed)
    return frozenset(moment for _ in range(deals) for moment in AbstractTable(random).moments())


def aborts_of(deals: int, seed: int) -> frozenset[Abort]:
    """Return the different ways in which so many random deals could have been called off."""
    random = Random(seed)
    found: set[Abort] = set()
    for _ in range(deals):
        table = AbstractTable(random)
        for _moment in table.moments():
            pass
        found |= table.aborts
    return frozenset(found)
