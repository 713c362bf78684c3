"""The numbers of actions, which trained networks depend on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product

from riichi_core.play.actions import (
    TILELESS,
    Action,
    Chii,
    ClaimedKan,
    ConcealedKan,
    Discard,
    ExtendedKan,
    Pon,
    RiichiDeclared,
)
from riichi_core.tiles import TILES


def action_texts() -> tuple[str, ...]:
    """Return the text of every action of any ruleset, in the order of their numbers.

    The numbers are the same in every version. `riichi_core.parse_action` reads a text back.

    >>> action_texts()[:3], len(action_texts())
    (('win', 'pass', 'nine_kinds'), 451)
    """
    return tuple(action_numbers())


@cache
def action_numbers() -> dict[str, int]:
    """Return the number of each action by its text."""
    texts = dict.fromkeys(map(str, _actions()))
    return {text: number for number, text in enumerate(texts)}


def _actions() -> Iterator[Action]:
    yield from TILELESS.values()
    tiles = sorted(set(TILES.values()))
    ways: tuple[RiichiDeclared, ...] = (False, True, "open")
    for riichi in ways:
        for tile in tiles:
            for drawn in (False, True):
                yield Discard(tile, drawn, riichi)
    for first, second in product(tiles, repeat=2):
        if first.suit == second.suit != "z" and second.number - first.number in (1, 2):
            yield Chii((first, second))
    for kind in range(34):
        same = [tile for tile in tiles if tile.kind == kind]
        yield from (Pon(pair) for pair in combinations_with_replacement(same, 2))
        yield from (ClaimedKan(three) for three in combinations_with_replacement(same, 3))
        yield from (ConcealedKan(four) for four in combinations_with_replacement(same, 4))
        yield from map(ExtendedKan, same)
