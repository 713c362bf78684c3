"""Arranged walls, and players who build hands, declare them and sometimes pass a win."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from slow_hands import ORPHANS, counts, waits
from slow_table import Chair, Table

from riichi_core.play import actions as acts
from riichi_core.play.actions import Action
from riichi_core.play.wall import Wall, whole_set
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Tile, Wind

STYLES = (
    "mixed",
    "near",
    "near",
    "near",
    "flush",
    "triplets",
    "triplets",
    "orphans",
    "pairs",
    "rob",
)


def arranged_wall(rules: Rules, chance: SeededRandom) -> Wall:
    """Return a wall that deals hands of some style, most of them close to complete."""
    pool = chance.shuffled(whole_set(rules.tiles))
    style = STYLES[chance.below(len(STYLES))]
    theme = chance.below(195)
    hands = [_hand(pool, style, chance, seat, theme) for seat in range(4)]
    enough = 3 if style == "triplets" else 2
    wanted = {kind for hand in hands for kind, n in enumerate(counts(hand)) if n >= enough}
    if style in ("triplets", "rob"):  # the fourth tiles come early
        early = [tile for tile in pool if tile.kind in wanted]
        late = [tile for tile in pool if tile.kind not in wanted]
        pool = [*chance.shuffled([*early, *late[:30]]), *late[30:]]
    order: dict[int, Tile] = {}
    for seat, hand in enumerate(hands):
        places = [16 * block + 4 * seat + n for block in range(3) for n in range(4)]
        order |= zip([*places, 48 + seat], hand, strict=True)
    rest = iter(pool)
    return Wall(tuple(order[place] if place in order else next(rest) for place in range(136)))


def _hand(pool: list[Tile], style: str, chance: SeededRandom, seat: int, theme: int) -> list[Tile]:
    """Take thirteen tiles from a pool."""
    hand: list[Tile] = []
    for wanted in _wishes(style, chance, seat, theme):
        taken: list[Tile] = []
        for kind in wanted:
            found = next((tile for tile in pool if tile.kind == kind), None)
            if found and len(hand) + len(taken) < 13:
                pool.remove(found)
                taken.append(found)
        if len(taken) == len(wanted):
            hand += taken
        else:
            pool += taken
    while len(hand) < 13:
        hand.append(pool.pop(chance.below(len(pool))))
    if style != "mixed" and chance.below(2):
        place = chance.below(13)
        hand[place], pool[0] = pool[0], hand[place]
    return hand


def _wishes(style: str, chance: SeededRandom, seat: int, theme: int) -> Iterator[tuple[int, ...]]:
    """Yield the groups of kinds in a hand, as far as the tiles allow."""
    some = [chance.below(34) for _ in range(40)]
    missing, lone = theme % 13, 9 * (theme % 3) + 1 + theme % 5
    starts = [kind for kind in some if kind < 27 and kind % 9 < 7]
    match style:
        case "near":
            for kind in starts[:3]:
                yield (kind, kind + 1, kind + 2) if chance.below(3) else (kind,) * 3
            yield (some[30],) * 2
            yield (starts[3], starts[3] + 1) if len(starts) > 3 else (some[31],) * 2
        case "flush":
            suit = 9 * (seat % 3)
            yield from ((suit + chance.below(9),) for _ in range(25))
        case "triplets":
            yield from ((kind,) * (2 + chance.below(3)) for kind in some[:12])
        case "orphans" if seat == 0:  # waits for a tile of which another player has four
            yield from ((kind,) for kind in (*ORPHANS[:missing], *ORPHANS[missing + 1 :]))
            yield (ORPHANS[missing - 1],)
        case "orphans" if seat == 1:
            yield (ORPHANS[missing],) * 4
        case "orphans" if seat == 2:
            yield from ((kind,) for kind in chance.shuffled(ORPHANS)[: 11 + chance.below(3)])
            yield (ORPHANS[chance.below(13)],)
        case "orphans":
            yield from ((kind,) * 3 for kind in chance.shuffled(ORPHANS))
        case "rob" if seat % 2 == 0:
            yield from ((kind, kind + 1, kind + 2) for kind in starts[:3])
            yield (some[30],) * 2
            yield (lone, lone + 1)
        case "rob":
            yield (lone - 1 if seat == 1 else lone + 2,) * 2
            yield from ((kind, kind) for kind in some[:9])
        case "pairs":
            yield from ((kind, kind) for kind in some[:9])


@dataclass(frozen=True)
class Mood:
    """How often, in percent, a player does something that is allowed."""

    win: int
    claim: int
    quad: int
    riichi: int
    careless: int

    @classmethod
    def by(cls, chance: SeededRandom) -> Mood:
        return cls(
            win=(0, 15, 50)[chance.below(3)],
            claim=(0, 10, 30, 80)[chance.below(4)],
            quad=(20, 90)[chance.below(2)],
            riichi=(0, 40, 90)[chance.below(3)],
            careless=(0, 10, 30)[chance.below(3)],
        )


def pick(
    table: Table, seat: Wind, options: set[Action], mood: Mood, chance: SeededRandom
) -> Action:
    """Return the act of a player."""

    def at_times(percent: int) -> bool:
        return chance.below(100) < percent

    ordered = sorted(options, key=str)
    throws = [act for act in ordered if isinstance(act, acts.Discard)]
    riichi = [act for act in throws if act.riichi]
    quads = [
        act
        for act in ordered
        if isinstance(act, acts.ConcealedKan | acts.ExtendedKan | acts.ClaimedKan)
    ]
    melds = [act for act in ordered if isinstance(act, acts.Chii | acts.Pon)]
    for percent, found in (
        (mood.win, [act for act in ordered if act in (acts.WIN, acts.NINE_KINDS)]),
        (mood.quad, quads),
        (mood.riichi, riichi),
        (mood.claim, melds),
    ):
        if found and at_times(percent):
            return found[chance.below(len(found))]
    if acts.PASS in options:
        return acts.PASS
    plain = [act for act in throws if not act.riichi]
    if not plain or at_times(mood.careless):
        rest = plain or ordered
        return rest[chance.below(len(rest))]
    best = min(_loss(table.chairs[seat], act) for act in plain)
    good = [act for act in plain if _loss(table.chairs[seat], act) == best]
    return good[chance.below(len(good))]


def _loss(chair: Chair, throw: acts.Discard) -> int:
    """Return how much a discard damages a hand: 0 if the hand stays tenpai."""
    hand = list(chair.hand)
    if not throw.tsumogiri:
        hand.remove(throw.tile)
        hand += [chair.drawn] if chair.drawn else []
    if waits(counts(hand), len(chair.sets)):
        return -1
    kind, loss = throw.tile.kind, 0
    for other in hand:
        apart = abs(other.kind - kind)
        if apart == 0:
            loss += 4
        elif max(kind, other.kind) < 27 and kind // 9 == other.kind // 9 and apart <= 2:
            loss += 3 - apart
    return loss
