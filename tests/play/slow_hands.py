"""Complete hands, waits and readings by brute force, written from the rules only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import product

from riichi_core.tiles import Tile

Block = tuple[str, int]
"""A pair, triplet or sequence, and its lowest kind."""

Counts = tuple[int, ...]
"""How many of each of the 34 kinds there are."""

ORPHANS = (0, 8, 9, 17, 18, 26, *range(27, 34))


def counts(tiles: Iterable[Tile]) -> Counts:
    found = Counter(tile.kind for tile in tiles)
    return tuple(found[kind] for kind in range(34))


def with_one(held: Counts, kind: int, change: int = 1) -> Counts:
    return (*held[:kind], held[kind] + change, *held[kind + 1 :])


@cache
def splits(held: Counts, first: int) -> frozenset[tuple[Block, ...]]:
    """Return every way to split the tiles of one suit into sets and at most one pair.

    `first` is the kind of the first number; from 27 on there are no sequences.
    """
    lowest = next((place for place, n in enumerate(held) if n), None)
    if lowest is None:
        return frozenset({()})
    found: set[tuple[Block, ...]] = set()
    for name, places in (
        ("pair", (lowest, lowest)),
        ("triplet", (lowest, lowest, lowest)),
        ("sequence", (lowest, lowest + 1, lowest + 2)),
    ):
        if name == "sequence" and (first >= 27 or lowest > 6):
            continue
        rest = list(held)
        for place in places:
            rest[place] -= 1
        if min(rest) < 0:
            continue
        for others in splits(tuple(rest), first):
            if name == "pair" and any(one[0] == "pair" for one in others):
                continue
            found.add(tuple(sorted(((name, first + lowest), *others))))
    return frozenset(found)


def readings(held: Counts, melds: int) -> Iterator[tuple[Block, ...]]:
    """Yield every way to read tiles as the missing sets and a pair, besides declared sets."""
    suits = [splits(held[at : min(at + 9, 34)], at) for at in (0, 9, 18, 27)]
    if not all(suits):
        return
    for parts in product(*suits):
        blocks = tuple(block for part in parts for block in part)
        if len(blocks) == 5 - melds and sum(name == "pair" for name, _ in blocks) == 1:
            yield blocks


def seven_pairs(held: Counts, melds: int) -> bool:
    return not melds and sum(n == 2 for n in held) == 7 and sum(held) == 14


def thirteen_orphans(held: Counts, melds: int) -> bool:
    return (
        not melds
        and sum(held) == 14
        and all(held[kind] for kind in ORPHANS)
        and not any(n for kind, n in enumerate(held) if kind not in ORPHANS)
    )


@lru_cache(maxsize=200_000)
def complete(held: Counts, melds: int) -> bool:
    """Return True if tiles plus so many declared sets make a complete hand."""
    return (
        seven_pairs(held, melds)
        or thirteen_orphans(held, melds)
        or next(readings(held, melds), None) is not None
    )


@lru_cache(maxsize=50_000)
def waits(held: Counts, melds: int) -> frozenset[int]:
    """Return the kinds that complete a hand, including a fifth tile of a kind."""
    return frozenset(kind for kind in range(34) if complete(with_one(held, kind), melds))


def only_a_triplet(held: Counts, melds: int, kind: int, without: Collection[int] = ()) -> bool:
    """Return True if three tiles are a triplet in every reading, whichever tile wins."""
    return all(
        ("triplet", kind) in blocks
        for wait in waits(held, melds)
        if wait not in without
        for blocks in readings(with_one(held, wait), melds)
    )
