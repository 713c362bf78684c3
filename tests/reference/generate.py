"""Wins of unusual shapes, as records, for comparing two scorers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import rows_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_grammar import (
    SetTemplate,
    TilePlace,
    parse_place,
    parse_set,
    tile_kinds,
)
from riichi_core.rules.yaku_vocabulary import Definition

from .reading import ORPHANS, Tile, TileSet, in_order, kind
from .yaku import WINDS, in_class, win_of

TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)]
TILES += [f"{number}z" for number in range(1, 8)]
HONOURS = TILES[27:]
NO_REDS: Mapping[str, int] = {"m": 0, "p": 0, "s": 0}

_NOWHERE = win_of({"hand": "", "winning_tile": "1m", "won_by": "discard"}, wait_counts=True)
"""A win whose seat and round wind are East, for classes of tiles that a hand is made from."""


@dataclass
class Shape:
    """A complete hand: sets, and the other tiles, a pair or a whole hand."""

    sets: list[TileSet]
    tiles: list[Tile]

    def whole(self) -> list[Tile]:
        """Return every tile."""
        return [*self.tiles, *(tile for part in self.sets for tile in part.tiles())]

    def possible(self) -> bool:
        """Return True if it has the size of a hand, and no tile five times."""
        tiles = self.whole()
        return len(self.tiles) + 3 * len(self.sets) == 14 and max(map(tiles.count, tiles)) <= 4


@dataclass
class Table:
    """The facts of a win, decided one by one."""

    rng: Random
    concealed: list[Tile]
    """The tiles outside of brackets, without the winning tile."""
    won: Tile
    brackets: list[TileSet]
    indicators: list[Tile] = field(default_factory=list)
    ura: list[Tile] = field(default_factory=list)

    def often(self, chance: float) -> bool:
        """Return True with this probability."""
        return self.rng.random() < chance

    def seen(self) -> list[Tile]:
        """Return every tile that is visible after the win."""
        sets = [tile for part in self.brackets for tile in part.tiles()]
        return [*self.concealed, self.won, *sets, *self.indicators, *self.ura]


def marks_of(rules: Rules) -> dict[str, int]:
    """Return the number of red fives of each suit, and of bonus tiles of each kind."""
    bonus = {one.tile: one.copies for one in rows_of(rules.tiles.bonus)}
    return rules.tiles.red_fives.model_dump() | bonus


def wins(seed: int, n: int, reds: Mapping[str, int] = NO_REDS) -> Iterator[dict[str, Any]]:
    """Yield `n` records of complete hands, the same for the same seed.

    `reds` is the number of red fives of each suit, and of bonus tiles (`marks_of`). Some hands have
    a yaku and some have none.
    """
    rng = Random(seed)
    made = 0
    while made < n:
        shape = _shape(rng)
        if shape.possible():
            yield {"id": f"w{seed}-{made}"} | _record(rng, shape, reds)
            made += 1


# ---- shapes --------------------------------------------------------------------------------------


def _shape(rng: Random) -> Shape:
    makers = [_of_pool, _of_pool, _of_definition, _of_definition, _seven_pairs, _orphans]
    return rng.choices([*makers, _gates], [6, 6, 6, 6, 2, 1, 1])[0](rng)


def _pool(rng: Random) -> list[Tile]:
    """Return the tiles from which a hand is made."""
    suit, other = rng.sample("mps", 2)
    low = rng.randint(1, 5)
    narrow = [tile for tile in TILES if tile[1] == suit and low <= int(tile[0]) <= low + 4]
    outer = [tile for tile in TILES if in_class(tile, "terminal_or_honour", _NOWHERE)]
    pools = [
        TILES,
        [tile for tile in TILES if tile[1] == suit],
        [tile for tile in TILES if tile[1] in (suit, "z")],
        [tile for tile in TILES if tile[1] in (suit, other)],
        [tile for tile in TILES if tile[0] in "123789" or tile[1] == "z"],
        [tile for tile in TILES if tile[0] in "123789" and tile[1] != "z"],
        [tile for tile in TILES if in_class(tile, "simple", _NOWHERE)],
        [tile for tile in TILES if tile[1] != "z" and low <= int(tile[0]) <= low + 2],
        narrow,
        [*narrow, *HONOURS[4:]],
        outer,
        outer[:6],
        HONOURS,
    ]
    return rng.choice(pools)


def _of_pool(rng: Random) -> Shape:
    return _filled(rng, _pool(rng), [], None)


def _filled(
    rng: Random,
    pool: Sequence[Tile],
    sets: list[TileSet],
    pair: Tile | None,
    kinds: tuple[int, int, int] | None = None,
) -> Shape:
    """Return four sets and a pair from the pool; `kinds` weighs sequence, triplet and quad."""
    chances = kinds or rng.choice([(8, 1, 1), (3, 3, 1), (1, 6, 1), (1, 3, 6), (1, 0, 0)])
    full = list(sets)
    while len(full) < 4:
        wanted = rng.choices(["sequence", "triplet", "quad", "twin"], [*chances, chances[0] / 3])[0]
        sequences = [TileSet("sequence", tile) for tile in pool if tile[1] != "z" and tile[0] < "8"]
        sequences = [
            sequence for sequence in sequences if all(tile in pool for tile in sequence.tiles())
        ]
        if wanted in ("sequence", "twin") and sequences:
            full += [rng.choice(sequences)] * (2 if wanted == "twin" and len(full) < 3 else 1)
        else:
            full.append(TileSet("quad" if wanted == "quad" else "triplet", rng.choice(pool)))
    eyes = pair or rng.choice(pool)
    return Shape(full, [eyes, eyes])


def _seven_pairs(rng: Random) -> Shape:
    pool = _pool(rng)
    if len(pool) < 7:
        pool = HONOURS
    return Shape([], sorted(rng.sample(pool, 7) * 2))


def _orphans(rng: Random) -> Shape:
    return Shape([], [*ORPHANS, rng.choice(ORPHANS)])


def _gates(rng: Random) -> Shape:
    numbers = "1112345678999" + rng.choice("123456789")
    suit = rng.choice("mps")
    return Shape([], [number + suit for number in numbers])


# ---- shapes of a definition ----------------------------------------------------------------------


def _of_definition(rng: Random) -> Shape:
    """Return a hand that meets or nearly meets the definition of some yaku."""
    definition: Definition = rng.choice(list(known_yaku().values()))
    way = rng.choice([definition, *(definition.any or ())])
    tiles = way.tiles or definition.tiles
    pool = [tile for tile in TILES if in_class(tile, tiles, _NOWHERE)] if tiles else _pool(rng)
    if way.holds is not None:
        return _holding(rng, way.holds, pool)
    if way.form is not None and way.form == ("seven_pairs",) and len(pool) >= 7:
        return Shape([], sorted(rng.sample(pool, 7) * 2))
    if way.form == ("thirteen_orphans",):
        return _orphans(rng)
    if way.form == ("any_tiles",) and not way.quads:
        return _apart(rng)
    letters = dict(zip("XYZ", rng.sample("mps", 3), strict=True))
    letters |= {letter: str(rng.randint(1, 9)) for letter in "nm"}
    texts = way.sets or definition.sets or ()
    sets = [_instance(rng, parse_set(text), letters) for text in texts]
    if any(part is None for part in sets):
        return _of_pool(rng)
    whole = [part for part in sets if part is not None]
    pair = _pair(rng, way.pair or definition.pair, letters)
    wanted = list(way.has or definition.has or ())
    for name in rng.sample(wanted, len(wanted)):
        members = [tile for tile in pool if in_class(tile, name, _NOWHERE)] or list(pool)
        if len(whole) < 4:
            whole.append(TileSet("triplet", rng.choice(members)))
        elif pair is None:
            pair = rng.choice(members)
    triplets = way.triplets or way.concealed_triplets or definition.triplets
    return _filled(rng, pool, whole, pair, (0, 3, 1) if triplets else None)


def _apart(rng: Random) -> Shape:
    """Return tiles of which few are near each other, often with a pair."""
    tiles = [f"{first + step}{suit}" for suit in "mps" if (first := rng.randint(1, 3))
             for step in (0, 3, rng.choice((5, 6, 6)))]  # fmt: skip
    return Shape([], sorted([*tiles, *rng.sample([f"{n}z" for n in (1, 2, 3, 4, 5, 5, 6, 7)], 5)]))


def _holding(rng: Random, text: str, pool: Sequence[Tile]) -> Shape:
    """Return the tiles, completed with pairs, until they make a hand."""
    suit = rng.choice("mps")
    tiles = [tile.replace("X", suit) for tile in tile_kinds(text, "mpszX")]
    if len(tiles) == 13:
        return _gates(rng)
    others = [tile for tile in pool if tile not in tiles] or HONOURS
    spare = (14 - len(tiles)) // 2
    return Shape([], [*tiles, *rng.sample(others, min(spare, len(others))) * 2])


def _place(place: TilePlace, letters: Mapping[str, str]) -> Tile:
    number = place.number.plus + int(letters.get(place.number.letter, 0))
    return f"{number}{place.suit if place.suit in 'mps' else letters[place.suit]}"


def _instance(rng: Random, template: SetTemplate, letters: Mapping[str, str]) -> TileSet | None:
    """Return a set that fits the template, if there is room."""
    if isinstance(template.of, TilePlace):
        tile = _place(template.of, letters)
    else:
        name = template.of
        tile = rng.choice([tile for tile in TILES if in_class(tile, name, _NOWHERE)] or HONOURS)
    if template.kind == "sequence":
        return TileSet("sequence", tile) if len(tile) == 2 and tile[0] <= "7" else None
    quad = template.kind == "quad" or rng.random() < 0.2
    return TileSet("quad" if quad else "triplet", tile) if tile in TILES else None


def _pair(rng: Random, text: str | None, letters: Mapping[str, str]) -> Tile | None:
    if text is None:
        return None
    place = parse_place(text)
    if place is not None:
        tile = _place(place, letters)
        return tile if tile in TILES else None
    return rng.choice([tile for tile in TILES if in_class(tile, text, _NOWHERE)])


# ---- records -------------------------------------------------------------------------------------


def _record(rng: Random, shape: Shape, reds: Mapping[str, int]) -> dict[str, Any]:
    """Return a win with this shape and random facts."""
    table = _dealt(rng, shape)
    occasions = _occasions(table)
    fives = {f"5{suit}": _fives(rng, reds[suit]) for suit in "mps"}
    for tile in reds.keys() - {*"mps"}:
        fives[tile] = _with_marks(rng, tile[0], fives.get(tile, [tile[0]] * 4), reds[tile])
    won = _written(table.won, fives)
    hand = _text(in_order([_written(tile, fives) for tile in table.concealed]))
    hand += "".join(_bracket(rng, part, fives) for part in table.brackets)
    indicators = _indicators(table, fives)
    marked = [f"{tile[0]}*{tile[1]}" for tile, left in fives.items() if f"{tile[0]}*" in left]
    if marked and "riichi" in occasions and occasions["won_by"] == "self_draw" and table.often(0.5):
        won = rng.choice(marked)
    return {
        "hand": hand,
        "winning_tile": won,
        **occasions,
        **indicators,
        "counters": rng.choice([0, 0, 0, 1, 2, 3, 4, 5]),
    }


def _dealt(rng: Random, shape: Shape) -> Table:
    """Return the shape with some bracketed sets, a winning tile, and matching indicators."""
    openness = rng.choice([0.0, 0.0, 0.3, 0.6, 1.0])
    concealed, brackets = list(shape.tiles), []
    for part in shape.sets:
        claimed = rng.random() < openness
        if claimed or part.kind == "quad":
            brackets.append(TileSet(part.kind, part.tile, claimed))
        else:
            concealed += part.tiles()
    concealed = in_order(concealed)
    rng.shuffle(brackets)
    won = rng.choice(concealed)
    if rng.random() < 0.2:
        won = max(concealed, key=concealed.count)
    concealed.remove(won)
    table = Table(rng, concealed, won, brackets)
    number = rng.choice([1, 1, 1, 2, 2, 3, 4, 5])
    for _ in range(number):
        table.indicators.append(_turned(table))
    return table


def _turned(table: Table) -> Tile:
    """Return an indicator with a copy left; often one near the tiles of the hand."""
    near = [tile for tile in TILES if _near(tile, table.concealed)] or TILES
    while True:
        tile = table.rng.choice(near if table.often(0.4) else TILES)
        if table.seen().count(tile) < 4:
            return tile


def _near(tile: Tile, tiles: Sequence[Tile]) -> bool:
    return f"{int(tile[0]) + 1}{tile[1]}" in tiles


def _occasions(table: Table) -> dict[str, Any]:
    """Return consistent facts about who won how, without the usual values."""
    rng = table.rng
    drawn = table.often(0.5)
    claimed = any(part.claimed for part in table.brackets)
    found: dict[str, Any] = {
        "won_by": "self_draw" if drawn else "discard",
        "seat_wind": _wind(table),
        "round_wind": _wind(table),
    }
    if not claimed and table.often(0.5):
        found["riichi"] = "riichi" if table.often(0.7) else "double"
        if table.often(0.8):
            for _ in table.indicators:
                table.ura.append(_turned(table))
    found |= dict.fromkeys(_flags(table, found), True)
    if drawn and table.often(0.15):
        found["winning_tile_apart"] = False
    if table.often(0.2):
        possible = _circumstances(table, found)
        number = min(len(possible), rng.choice([1, 1, 2, 3]))
        found["circumstances"] = sorted(rng.sample(possible, number))
    return found


def _wind(table: Table) -> str:
    """Return any wind, often one in the hand."""
    held = [wind for wind, tile in WINDS.items() if tile in table.seen()]
    return table.rng.choice(held if held and table.often(0.4) else list(WINDS))


def _flags(table: Table, found: Mapping[str, Any]) -> list[str]:
    drawn = found["won_by"] == "self_draw"
    riichi = found.get("riichi", "none")
    quad = any(part.kind == "quad" for part in table.brackets)
    alone = table.seen().count(table.won) == 1
    flags: list[str] = []
    dealer_discard = found["seat_wind"] == "east" and not drawn
    one_indicator = len(table.indicators) == 1
    early = not table.brackets and riichi == "none" and one_indicator
    if early and not dealer_discard and table.often(0.25):
        return ["first_turn"]
    if drawn and quad and table.often(0.6):
        flags.append("after_quad")
    quads = sum(part.kind == "quad" for part in table.brackets)
    fifth = quads == 4 or len(table.indicators) == 5
    if not drawn and alone and not fifth and table.often(0.4):
        flags.append("robbing_quad")
    elif table.often(0.2):
        flags.append("last_tile")
    # A last discard comes after the declarer's own next draw, a quad before it ends the chance.
    late = "last_tile" in flags and not drawn
    # In the first turns nobody has a quad, no triplet can be extended, and much of the wall is
    # left.
    orphans = {*ORPHANS} <= {*table.concealed, table.won}
    undisturbed = not quad and one_indicator and "last_tile" not in flags
    too_soon = riichi == "double" and not (undisturbed and ("robbing_quad" not in flags or orphans))
    blocked = late or too_soon or "after_quad" in flags
    if riichi != "none" and not blocked and table.often(0.4):
        flags.append("ippatsu")
    return flags


def _circumstances(table: Table, found: Mapping[str, Any]) -> list[str]:
    """Return circumstances that are consistent with the known facts."""
    quads = sum(part.kind == "quad" for part in table.brackets)
    riichi = found.get("riichi", "none") != "none"
    last, turn = "last_tile" in found, "first_turn" in found
    discard = found["won_by"] == "discard" and "robbing_quad" not in found and not last
    replaced = "after_quad" in found
    claimed = any(part.claimed for part in table.brackets)
    possible = {
        "riichi_discard": discard,
        "quad_discard": discard and not turn and "ippatsu" not in found and quads < 4,
        "open_riichi": riichi,
        "after_two_quads": replaced and quads >= 2,
        "first_turn_quad": replaced
        and not claimed
        and not riichi
        and not last
        and len(table.indicators) <= quads + 1,
        "eighth_dealer_win": found["seat_wind"] == "east",
        "breaks_eighth_win": found["seat_wind"] != "east",
    }
    return [word for word, can_be in possible.items() if can_be]


def _indicators(table: Table, fives: dict[str, list[Tile]]) -> dict[str, list[Tile]]:
    shown = [_written(tile, fives) for tile in table.indicators]
    under = [_written(tile, fives) for tile in table.ura]
    first = 1 if table.often(0.5) else len(shown)
    lists = {
        "dora_indicators": shown[:first],
        "kan_dora_indicators": shown[first:],
        "ura_dora_indicators": under[:first],
        "kan_ura_dora_indicators": under[first:],
    }
    return {name: tiles for name, tiles in lists.items() if tiles}


# ---- text ----------------------------------------------------------------------------------------


def _fives(rng: Random, reds: int) -> list[Tile]:
    """Return the numbers of the four fives of a suit, shuffled."""
    numbers = ["0"] * reds + ["5"] * (4 - reds)
    rng.shuffle(numbers)
    return numbers


def _with_marks(rng: Random, number: str, numbers: list[str], copies: int) -> list[str]:
    """Return the numbers of the four tiles of a kind, some of the plain ones marked, shuffled."""
    others = [other for other in numbers if other != number]
    plain = 4 - copies - len(others)
    numbers = [*others, *[f"{number}*"] * copies, *[number] * plain]
    rng.shuffle(numbers)
    return numbers


def _written(tile: Tile, fives: dict[str, list[Tile]]) -> Tile:
    """Return the tile; one of a kind with marked tiles as one of those that remain."""
    return fives[tile].pop() + tile[1] if tile in fives else tile


def _text(tiles: Sequence[Tile]) -> str:
    groups = ((suit, [tile[:-1] for tile in tiles if tile[-1] == suit]) for suit in "mpsz")
    return "".join("".join(numbers) + suit for suit, numbers in groups if numbers)


def _bracket(rng: Random, part: TileSet, fives: dict[str, list[Tile]]) -> str:
    written = [_written(tile, fives) for tile in part.tiles()]
    numbers = [tile[:-1] for tile in sorted(written, key=kind)]
    suit = part.tile[1]
    if not part.claimed:
        return f"[{''.join(numbers)}{suit}]"
    mark = rng.choice(["", "<"] if part.kind == "sequence" else ["", "<", "^", ">"])
    if part.kind == "quad" and rng.random() < 0.5:
        numbers.insert(3, "+")
    return f"({''.join(numbers)}{suit}{mark})"
