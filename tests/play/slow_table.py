"""A deal followed naively from its events: the tiles, discards, claims and passes of each player.

This uses nothing of the engine's own fold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from slow_hands import Counts, complete, counts, thirteen_orphans, waits, with_one

from riichi_core.hands.hand import Hand
from riichi_core.hands.melds import Meld
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win
from riichi_core.play import events as ev
from riichi_core.rules.rules import Rules
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import score
from riichi_core.tiles import Tile, Wind


@dataclass
class Chair:
    """One player's state; `drawn` is kept apart from the hand."""

    hand: list[Tile]
    drawn: Tile | None = None
    sets: list[Meld] = field(default_factory=list)
    thrown: list[Tile] = field(default_factory=list)
    riichi: Riichi | None = None
    declaring: Riichi | None = None
    passed: bool = False
    dead: bool = False

    @property
    def held(self) -> Counts:
        """Return the hand without the drawn tile."""
        return counts(self.hand)

    @property
    def waits(self) -> frozenset[int]:
        return waits(self.held, len(self.sets))

    @property
    def concealed(self) -> bool:
        return all(one.kind == "concealed_quad" for one in self.sets)

    @property
    def everything(self) -> Counts:
        return counts([*self.hand, *(tile for one in self.sets for tile in one.tiles)])


@dataclass
class Offer:
    """A tile that others may call; `quad` is the quad that showed it."""

    seat: Wind
    tile: Tile
    quad: Meld | None = None


def has_yaku(worth: Score | NoWin) -> bool:
    """Return True if a win would have a yaku, with or without the minimum han."""
    return isinstance(worth, Score) or worth.reason == "minimum_yaku"


_TURN_GOES_ON = (ev.HandDied, ev.Reported, ev.Announced, ev.FuritenEnded, ev.Turned)
"""After these the same seat acts; an indicator may be turned after the replacement tile."""


class Table:
    """The deal so far."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.chairs: list[Chair] = []
        self.scores: list[float] = []
        self.round_wind = Wind.EAST
        self.counters = 0
        self.left = 0
        self.quads: list[Wind] = []
        self.calm = True
        self.acting: Wind | None = None
        self.replacement = False
        self.claimed: tuple[Meld, Tile] | None = None
        self.offer: Offer | None = None
        self.offered_quad = False
        self.latest = Tile(0)
        self.said: dict[Wind, bool] | None = None
        self.indicators: list[Tile] = []
        self.taken: list[Tile] = []
        """The claimed tiles, which are among the thrown ones as well."""

    def happen(self, event: ev.Event) -> None:  # noqa: PLR0912 - a case for each event
        """Fold one event."""
        if not isinstance(event, _TURN_GOES_ON):
            self.acting = None
        match event:
            case ev.Started():
                self._start(event)
            case ev.Drew(seat=seat, tile=tile, replacement=replacement):
                self.chairs[seat].drawn = tile
                self.left -= 1
                self.acting, self.replacement, self.claimed = seat, replacement, None
                self._end("own_draw", [seat])
            case ev.Discarded():
                self._discard(event)
            case ev.QuadDeclared(seat=seat, made=made):
                self._lay_out(seat, made)
            case ev.Closed(winners=winners):
                self._close(winners)
            case ev.RiichiAccepted(seat=seat, bet=bet):
                self.chairs[seat].riichi = self.chairs[seat].declaring
                self.scores[seat] -= bet
            case ev.Claimed(seat=seat, made=made):
                self._claim(seat, made)
            case ev.Turned(tile=indicator):
                self.indicators.append(indicator)
            case ev.QuadMade(seat=seat):
                self.quads.append(seat)
                self._broken()
            case ev.WallEmpty():
                self.said = {}
            case ev.Announced(seat=seat, tenpai=tenpai):
                assert self.said is not None
                self.said[seat] = tenpai
            case ev.HandDied(seat=seat):
                self.chairs[seat].dead = True
            case ev.Won() | ev.Exhausted() | ev.Aborted():
                self.acting = self.offer = self.said = None

    def _start(self, event: ev.Started) -> None:
        tiles = event.wall.tiles
        self.chairs = [
            Chair(
                [tiles[16 * block + 4 * seat + n] for block in range(3) for n in range(4)]
                + [tiles[48 + seat]]
            )
            for seat in range(4)
        ]
        self.chairs[0].drawn = tiles[52]
        self.indicators = [event.wall.indicator(0)]
        self.scores = [float(points) for points in event.scores]
        self.round_wind, self.counters = event.round_wind, event.counters
        self.left = 136 - 14 - 53
        self.acting = Wind.EAST

    def _discard(self, event: ev.Discarded) -> None:
        chair = self.chairs[event.seat]
        if event.tsumogiri:
            assert chair.drawn == event.tile
        else:
            chair.hand.remove(event.tile)
            chair.hand += [chair.drawn] if chair.drawn else []
        chair.drawn = None
        if event.riichi:
            chair.declaring = Riichi(double=self.calm and not chair.thrown, ippatsu=True)
        if chair.riichi:
            chair.riichi = replace(chair.riichi, ippatsu=False)
        chair.thrown.append(event.tile)
        self._end("own_discard", [event.seat])
        self.offer, self.latest = Offer(event.seat, event.tile), event.tile

    def _lay_out(self, seat: Wind, made: Meld) -> None:
        chair = self.chairs[seat]
        chair.hand += [chair.drawn] if chair.drawn else []
        chair.drawn = None
        if made.kind == "extended_quad":
            kind = made.tiles[0].kind
            triplet = next(s for s in chair.sets if s.kind == "triplet" and s.tiles[0].kind == kind)
            chair.sets[chair.sets.index(triplet)] = made
            chair.hand.remove(made.tiles[3])
        else:
            chair.sets.append(made)
            for tile in made.tiles:
                chair.hand.remove(tile)
        self.offer = Offer(seat, made.tiles[3], made)

    def _claim(self, seat: Wind, made: Meld) -> None:
        chair = self.chairs[seat]
        used = list(made.tiles)
        used.remove(self.latest)
        self.taken.append(self.latest)
        for tile in used:
            chair.hand.remove(tile)
        chair.sets.append(made)
        self._end("own_claim", [seat])
        self._broken()
        if made.kind == "quad":
            self.quads.append(seat)
            self.offered_quad = True
        else:
            self.acting, self.replacement, self.claimed = seat, False, (made, self.latest)

    def _broken(self) -> None:
        """Note a claim or quad, which interrupts the set of turns for every player."""
        self.calm = False
        self._end("any_claim", list(Wind))
        for chair in self.chairs:
            if chair.riichi:
                chair.riichi = replace(chair.riichi, ippatsu=False)

    def _end(self, way: str, seats: list[Wind]) -> None:
        """End the effect of a passed win, unless in riichi."""
        if way in self.rules.furiten.temporary_ends:
            for seat in seats:
                if not self.chairs[seat].riichi:
                    self.chairs[seat].passed = False

    def _close(self, winners: Iterable[Wind]) -> None:
        offer, self.offer = self.offer, None
        assert offer is not None
        self.offered_quad = offer.quad is not None
        for seat in Wind:
            if seat != offer.seat and seat not in winners and self._missed(seat, offer):
                self.chairs[seat].passed = True

    def _missed(self, seat: Wind, offer: Offer) -> bool:
        if not self.completes(seat, offer):
            return False
        if self.rules.furiten.caused_by == "any_winning_tile":
            return True
        return has_yaku(self.worth(seat, offer.tile, self.by_offer(seat, offer)))

    def seen(self, seat: Wind, hand: Iterable[Tile]) -> Counts:
        """Return the tiles that a player with this hand sees."""
        seen = [*hand, *self.indicators]
        for chair in self.chairs:
            seen += [*chair.thrown, *(tile for one in chair.sets for tile in one.tiles)]
        for tile in self.taken:
            seen.remove(tile)
        return counts([*seen, *filter(None, [self.chairs[seat].drawn])])

    # ---- what a tile would be --------------------------------------------------------------------

    def completes(self, seat: Wind, offer: Offer) -> bool:
        """Return True if an offered tile completes a hand and may be claimed for a win."""
        chair = self.chairs[seat]
        held = with_one(chair.held, offer.tile.kind)
        if offer.quad and offer.quad.kind == "concealed_quad":
            allowed = self.rules.quads.concealed_robbed_by == "thirteen_orphans"
            return allowed and thirteen_orphans(held, len(chair.sets))
        return complete(held, len(chair.sets))

    def by_offer(self, seat: Wind, offer: Offer) -> Ron:
        return Ron(
            robbing_quad=offer.quad is not None,
            last_tile=self.left == 0,
            first_turn=self.calm and not self.chairs[seat].thrown,
        )

    def worth(
        self,
        seat: Wind,
        tile: Tile,
        by: Tsumo | Ron,
        *,
        hand: Iterable[Tile] | None = None,
        sets: Iterable[Meld] | None = None,
        riichi: Riichi | None = None,
    ) -> Score | NoWin:
        """Return the value of a win, with the current hand or another."""
        chair = self.chairs[seat]
        held = Hand(
            tuple(chair.hand if hand is None else hand), tuple(chair.sets if sets is None else sets)
        )
        win = Win(
            held, tile, by, seat, self.round_wind, riichi or chair.riichi, counters=self.counters
        )
        return score(win, self.rules)

    def furiten(self, seat: Wind) -> bool:
        """Return True if a player may not win on a discard."""
        chair = self.chairs[seat]
        return chair.passed or self.threw_a_wait(seat, chair.hand, chair.thrown, chair.riichi)

    def threw_a_wait(
        self, seat: Wind, hand: list[Tile], thrown: list[Tile], riichi: Riichi | None
    ) -> bool:
        found = {tile.kind for tile in thrown} & waits(counts(hand), len(self.chairs[seat].sets))
        if self.rules.furiten.caused_by == "any_winning_tile":
            return bool(found)
        return any(
            has_yaku(self.worth(seat, Tile(kind), Ron(), hand=hand, riichi=riichi))
            for kind in found
        )
