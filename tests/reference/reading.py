"""Every reading of a winning hand: as four sets and a pair, seven pairs, or thirteen orphans.

A tile is its text, `3p` or `7z`. Red fives and bonus tiles are ordinary tiles here, except in
`written_tiles`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

Tile = str

ORPHANS = ["1m", "9m", "1p", "9p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z"]


def written_tiles(text: str) -> list[Tile]:
    """Return the tiles of an MPSZ text as written: `34*0p` is 3p 4*p 0p."""
    compact = re.sub(r"[^0-9*mpsz]", "", text)
    groups = re.findall(r"([0-9*]+)([mpsz])", compact)
    return [digit + suit for digits, suit in groups for digit in re.findall(r".\*?", digits)]


def kind(tile: Tile) -> Tile:
    """Return the tile without a mark."""
    return tile.replace("0", "5").replace("*", "")


def in_order(tiles: list[Tile]) -> list[Tile]:
    """Return tiles sorted by suit and number."""
    return sorted(tiles, key=lambda tile: (tile[-1], tile[0]))


@dataclass(frozen=True, order=True)
class TileSet:
    """A sequence, triplet or quad, named by its lowest tile.

    `claimed` means that it was claimed before the win, `melded` that it is not a concealed set for
    fu. A triplet completed by the winning discard is melded and not claimed.
    """

    kind: str
    tile: Tile
    claimed: bool = False
    melded: bool = False

    def tiles(self) -> list[Tile]:
        """Return every tile of the set."""
        if self.kind != "sequence":
            return [self.tile] * (4 if self.kind == "quad" else 3)
        return [f"{int(self.tile[0]) + n}{self.tile[1]}" for n in range(3)]


@dataclass(frozen=True)
class Reading:
    """One way to read the hand.

    A standard hand has one pair, seven pairs have seven, thirteen orphans have none. `completed`
    is the part that the winning tile completes, and `wait` the kind of wait.
    """

    form: str
    sets: tuple[TileSet, ...]
    pairs: tuple[Tile, ...]
    completed: TileSet | Tile | None
    wait: str | None


def bracket_sets(hand: str) -> list[TileSet]:
    """Return the bracketed sets in the text of a hand."""
    return [_bracket_set(text) for text in re.findall(r"\(.*?\)|\[.*?\]", hand)]


def _bracket_set(text: str) -> TileSet:
    tiles = in_order([kind(tile) for tile in written_tiles(text)])
    claimed = text.startswith("(")
    if len(set(tiles)) > 1:
        return TileSet("sequence", tiles[0], claimed, claimed)
    return TileSet("quad" if len(tiles) == 4 else "triplet", tiles[0], claimed, claimed)


def concealed_tiles(hand: str) -> list[Tile]:
    """Return the kinds of the tiles outside brackets."""
    return [kind(tile) for tile in written_tiles(re.sub(r"\(.*?\)|\[.*?\]", " ", hand))]


def readings(hand: str, winning_tile: Tile, drawn: bool) -> list[Reading]:
    """Return every reading of a hand, each once."""
    won = kind(winning_tile)
    tiles = in_order([*concealed_tiles(hand), won])
    fixed = bracket_sets(hand)
    found: list[Reading] = []
    for reading in (
        *_standard(tiles, fixed, won, drawn),
        *_seven_pairs(tiles, fixed, won),
        *_thirteen_orphans(tiles, fixed),
    ):
        if reading not in found:
            found.append(reading)
    return found


def any_tiles(hand: str) -> Reading:
    """Return the reading of a hand in which only the declared sets are sets."""
    return Reading("any_tiles", tuple(sorted(bracket_sets(hand))), (), None, None)


# ---- four sets and a pair ------------------------------------------------------------------------


def _standard(tiles: list[Tile], fixed: list[TileSet], won: Tile, drawn: bool) -> Iterator[Reading]:
    for pair in tiles:
        if tiles.count(pair) < 2:
            continue
        for sets in _partitions(_without(tiles, [pair, pair])):
            if len(sets) + len(fixed) == 4:
                yield from _completions(sets, pair, fixed, won, drawn)


def _partitions(tiles: list[Tile]) -> Iterator[list[TileSet]]:
    """Yield every way to split sorted tiles into sequences and triplets; some ways repeat."""
    if not tiles:
        yield []
        return
    for first in (TileSet("triplet", tiles[0]), TileSet("sequence", tiles[0])):
        if first.kind == "sequence" and (tiles[0][1] == "z" or tiles[0][0] in "89"):
            continue
        if all(tiles.count(t) >= first.tiles().count(t) for t in first.tiles()):
            for rest in _partitions(_without(tiles, first.tiles())):
                yield [first, *rest]


def _without(tiles: list[Tile], taken: list[Tile]) -> list[Tile]:
    left = list(tiles)
    for tile in taken:
        left.remove(tile)
    return left


def _completions(
    sets: list[TileSet], pair: Tile, fixed: list[TileSet], won: Tile, drawn: bool
) -> Iterator[Reading]:
    """Yield a reading for the pair and for each set that the winning tile may complete."""
    if pair == won:
        yield Reading("standard", tuple(sorted(sets + fixed)), (pair,), pair, "pair")
    for index, part in enumerate(sets):
        if won not in part.tiles():
            continue
        melded = part.kind == "triplet" and not drawn
        done = TileSet(part.kind, part.tile, claimed=False, melded=melded)
        whole = sorted([*sets[:index], done, *sets[index + 1 :], *fixed])
        yield Reading("standard", tuple(whole), (pair,), done, _wait(part, won))


def _wait(part: TileSet, won: Tile) -> str:
    if part.kind == "triplet":
        return "triplet"
    low, middle, high = part.tiles()
    if won == middle:
        return "closed"
    if (won == high and low[0] == "1") or (won == low and high[0] == "9"):
        return "edge"
    return "two_sided"


# ---- the special forms ---------------------------------------------------------------------------


def _seven_pairs(tiles: list[Tile], fixed: list[TileSet], won: Tile) -> Iterator[Reading]:
    kinds = in_order(list(set(tiles)))
    if not fixed and len(kinds) == 7 and all(tiles.count(tile) == 2 for tile in kinds):
        yield Reading("seven_pairs", (), tuple(kinds), won, "pair")


def _thirteen_orphans(tiles: list[Tile], fixed: list[TileSet]) -> Iterator[Reading]:
    if not fixed and len(tiles) == 14 and set(tiles) == set(ORPHANS):
        yield Reading("thirteen_orphans", (), (), None, None)
