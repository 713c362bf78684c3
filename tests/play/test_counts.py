"""The number of ways to play on to a depth, from fixed walls: golden numbers.

A way consists of an act of the acting player and, for an offered tile, an answer of each player who
may call, all at once. Any change of the legal acts changes a number; if two rulesets differ, so do
their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

import pytest
import yaml
from playing import RULESETS, WRITTEN_DOWN

from riichi_core.play import events as ev
from riichi_core.play.actions import Response
from riichi_core.play.decide import advance, decide_and_advance
from riichi_core.play.legal import legal_actions
from riichi_core.play.state import Acting, DealState
from riichi_core.play.wall import Wall, tiles_beside, whole_set
from riichi_core.rules.rules import Rules
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Wind, parse_tiles

PLAIN = RULESETS["ema-2016"].rules.tiles

HANDS = {
    "mixed": ("", "", "", ""),
    "calls": ("123456789m1234z", "1122334455667m", "1133557799p22z4z", "1234567m45678p6z"),
    "swaps": ("23456m23456789p", "2233445566778p", "2345678s1122z55z", "23456m2345p2345s"),
    "quads": ("1112223334445m", "555666777888p9p", "1113335557779s", "6667778889m111z"),
    "riichi": ("123456789m1p1p23s", "234567p234567s4z", "2345678m345678p", "345m345p345s6677s"),
    "orphans": ("19m19p19s1234567z", "19m19p19s1234567z", "22233344456p7m5s", "99m19p19s123456z8s"),
}
"""Thirteen tiles for each seat; what is not given is any tile that is left."""

DEPTHS = dict.fromkeys(HANDS, 3)


def wall(name: str, rules: Rules) -> Wall:
    """Return a wall that deals these hands; the first fives of a suit are red."""
    given = [[t for part in text.split() for t in parse_tiles(part)] for text in HANDS[name]]
    others = SeededRandom(7).shuffled(tiles_beside([t for hand in given for t in hand], PLAIN))
    hands = [hand or [others.pop() for _ in range(13)] for hand in given]
    order = [t for block in range(3) for hand in hands for t in hand[4 * block : 4 * block + 4]]
    order += [hand[12] for hand in hands]
    order += others
    for red in (tile for tile in whole_set(rules.tiles) if tile.red):
        order[order.index(red.plain)] = red
    return Wall(tuple(order))


def ways(deal: DealState, rules: Rules, depth: int) -> int:
    """Return the number of ways to play so many moves; a deal that ends has one."""
    if not depth or deal.over:
        return 1
    return sum(ways(after, rules, depth - 1) for after in _moves(deal, rules))


def _moves(deal: DealState, rules: Rules) -> Iterator[DealState]:
    options = legal_actions(deal, rules)
    if isinstance(deal.phase, Acting):
        options = {deal.phase.seat: options[deal.phase.seat]}
    for acts in product(*options.values()):
        calls = [Response(seat, act) for seat, act in zip(options, acts, strict=True)]
        yield decide_and_advance(deal, calls, rules)[1]


def counts(name: str, walled: str) -> list[int]:
    rules = RULESETS[name].rules
    points = rules.setup.starting_points
    begun = ev.Started(wall(walled, rules), Wind.EAST, 0, 0, (points,) * 4)
    _, deal = advance(None, [begun], rules)
    return [ways(deal, rules, depth) for depth in range(1, DEPTHS[walled] + 1)]


@pytest.mark.long
def test_the_ways_to_play_on_are_counted(golden: Callable[[str, str], None]) -> None:
    found = {walled: {name: counts(name, walled) for name in WRITTEN_DOWN} for walled in DEPTHS}
    golden("ways-to-play-on.yaml", yaml.safe_dump(found, sort_keys=False, default_flow_style=None))
