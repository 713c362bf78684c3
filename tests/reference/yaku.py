"""Whether a reading meets a yaku's definition, word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations, product
from typing import Any

from riichi_core.rules.yaku_grammar import (
    SetTemplate,
    TilePlace,
    count_range,
    parse_place,
    parse_set,
    tile_kinds,
)
from riichi_core.rules.yaku_vocabulary import Conditions, Definition

from .reading import Reading, Tile, TileSet, bracket_sets, concealed_tiles, kind, written_tiles

Words = Mapping[str, Any]
"""The words of a definition that are given, those of one alternative among them."""

Binding = Mapping[str, str]
"""What X, Y, Z, n and m stand for."""

WINDS = {"east": "1z", "south": "2z", "west": "3z", "north": "4z"}


@dataclass(frozen=True)
class Win:
    """The facts that are the same in every reading of a win."""

    before: list[Tile]
    """The kinds of all tiles before the winning tile, those of sets in brackets as well."""
    won: Tile
    reds: int
    bonus: int
    claimed: int
    occasions: set[str]
    seat_wind: Tile
    round_wind: Tile
    wait_counts: bool
    """False where the winning tile was mixed into the hand and the ruleset punishes that."""

    @property
    def tiles(self) -> list[Tile]:
        """Return the kinds of all tiles."""
        return [*self.before, self.won]

    @property
    def concealed(self) -> bool:
        """Return True if no set was claimed."""
        return self.claimed == 0


def win_of(record: Mapping[str, Any], wait_counts: bool) -> Win:
    """Return the win that a record describes."""
    sets = bracket_sets(record["hand"])
    written = written_tiles(record["hand"]) + written_tiles(record["winning_tile"])
    return Win(
        before=concealed_tiles(record["hand"]) + [tile for part in sets for tile in part.tiles()],
        won=kind(record["winning_tile"]),
        reds=sum(tile.startswith("0") for tile in written),
        bonus=sum("*" in tile for tile in written),
        claimed=sum(part.claimed for part in sets),
        occasions=_occasions(record),
        seat_wind=WINDS[record.get("seat_wind", "east")],
        round_wind=WINDS[record.get("round_wind", "east")],
        wait_counts=wait_counts,
    )


def _occasions(record: Mapping[str, Any]) -> set[str]:
    flags = ("ippatsu", "after_quad", "robbing_quad", "last_tile", "first_turn")
    found = {record["won_by"], *record.get("circumstances", [])}
    found |= {flag for flag in flags if record.get(flag, False)}
    if record.get("riichi", "none") != "none":
        found.add("riichi")
    if record.get("riichi", "none") == "double":
        found.add("double_riichi")
    if record.get("seat_wind", "east") == "east":
        found.add("dealer")
    return found


# ---- classes of tiles ----------------------------------------------------------------------------


def in_class(tile: Tile, name: str, win: Win) -> bool:
    """Return True if a tile is in a class, or among tiles."""
    number, suit = int(tile[0]), tile[1]
    honour = suit == "z"
    terminal = not honour and number in (1, 9)
    classes = {
        "simple": not honour and not terminal,
        "terminal": terminal,
        "honour": honour,
        "terminal_or_honour": honour or terminal,
        "wind": honour and number <= 4,
        "dragon": honour and number >= 5,
        "m": suit == "m",
        "p": suit == "p",
        "s": suit == "s",
        "seat_wind": tile == win.seat_wind,
        "round_wind": tile == win.round_wind,
        "guest_wind": honour and number <= 4 and tile not in (win.seat_wind, win.round_wind),
        "valueless": not (honour and number >= 5) and tile not in (win.seat_wind, win.round_wind),
    }
    return classes[name] if name in classes else tile in tile_kinds(name)


def _in_range(number: int, count: int | str) -> bool:
    least, most = count_range(count)
    return number >= least and (most is None or number <= most)


# ---- the words -----------------------------------------------------------------------------------


def _each_part(name: str, win: Win, reading: Reading) -> bool:
    parts = [*(part.tiles() for part in reading.sets), *([pair] for pair in reading.pairs)]
    return bool(parts) and all(any(in_class(t, name, win) for t in part) for part in parts)


def _holds(text: str, win: Win) -> bool:
    return any(
        all(win.tiles.count(tile) >= wanted.count(tile) for tile in wanted)
        for wanted in _with_any_suit(text)
    )


def _waiting_hand(text: str, win: Win) -> bool:
    return win.wait_counts and any(
        sorted(win.before) == sorted(wanted) for wanted in _with_any_suit(text)
    )


def _with_any_suit(text: str) -> list[list[Tile]]:
    tiles = tile_kinds(text, "mpszX")
    return [[tile.replace("X", suit) for tile in tiles] for suit in "mps"]


def _apart(win: Win) -> int:
    numbers = [(int(tile[0]), tile[1]) for tile in set(win.tiles) if tile[1] != "z"]
    return min(
        (abs(n - m) for (n, suit), (m, other) in combinations(numbers, 2) if suit == other),
        default=9,
    )


def _triplets(reading: Reading) -> list[TileSet]:
    return [part for part in reading.sets if part.kind != "sequence"]


WORDS: Mapping[str, Callable[[Any, Win, Reading], bool]] = {
    "form": lambda value, _, reading: reading.form in value,
    "kinds": lambda value, win, _: _in_range(len(set(win.tiles)), value),
    "apart": lambda value, win, _: _in_range(_apart(win), value),
    "concealed": lambda _, win, __: win.concealed,
    "when": lambda value, win, _: all(word in win.occasions for word in value),
    "unless": lambda value, win, _: not any(word in win.occasions for word in value),
    "tiles": lambda value, win, _: all(in_class(tile, value, win) for tile in win.tiles),
    "has": lambda value, win, _: all(
        any(in_class(tile, name, win) for tile in win.tiles) for name in value
    ),
    "lacks": lambda value, win, _: (
        not any(in_class(tile, name, win) for tile in win.tiles for name in value)
    ),
    "holds": lambda value, win, _: _holds(value, win),
    "waiting_hand": lambda value, win, _: _waiting_hand(value, win),
    "suits": lambda value, win, _: _in_range(
        len({tile[1] for tile in win.tiles if tile[1] != "z"}), value
    ),
    "sequences": lambda value, _, reading: _in_range(
        len([part for part in reading.sets if part.kind == "sequence"]), value
    ),
    "triplets": lambda value, _, reading: _in_range(len(_triplets(reading)), value),
    "quads": lambda value, _, reading: _in_range(
        len([part for part in reading.sets if part.kind == "quad"]), value
    ),
    "concealed_triplets": lambda value, _, reading: _in_range(
        len([part for part in _triplets(reading) if not part.melded]), value
    ),
    "claimed": lambda value, win, _: _in_range(win.claimed, value),
    "each_part": _each_part,
    "wait": lambda value, win, reading: win.wait_counts and reading.wait in value,
    "winning_tile": lambda value, win, _: in_class(win.won, value, win),
    "number_total": lambda value, win, _: _in_range(
        sum(int(tile[0]) for tile in win.tiles if tile[1] != "z"), value
    ),
    "red_fives": lambda value, win, _: _in_range(win.reds, value),
    "bonus_tiles": lambda value, win, _: _in_range(win.bonus, value),
}
"""Every word but `sets` and `pair`, whose letters stand for the same in both."""


def satisfied(definition: Definition, win: Win, reading: Reading) -> list[Words]:
    """Return the alternatives of a definition that hold, each with the common words."""
    return [
        words
        for words in _alternatives(definition)
        if (reading.form != "any_tiles" or "form" in words)
        and all(WORDS[word](words[word], win, reading) for word in words if word in WORDS)
        and found_sets(words, win, reading)
    ]


def _alternatives(definition: Definition) -> list[Words]:
    shared = _given(definition)
    return [shared | _given(way) for way in definition.any or ()] or [shared]


def _given(conditions: Conditions) -> dict[str, Any]:
    values = {word: getattr(conditions, word) for word in Conditions.model_fields}
    return {word: value for word, value in values.items() if value is not None}


# ---- templates -----------------------------------------------------------------------------------

Found = tuple[tuple[str, Tile], ...]
"""Kind and tile of the sets that serve the templates, in order."""


def found_sets(words: Words, win: Win, reading: Reading) -> list[Found]:
    """Return the ways to find `sets` and `pair`; one empty way if neither is given."""
    templates = [parse_set(text) for text in words.get("sets", ())]
    pair: str | None = words.get("pair")
    if not templates and pair is None:
        return [()]
    if reading.form != "standard":
        return []
    found: list[Found] = []
    for binding in _bindings(templates, pair):
        if "X" in binding and not _tiles_of(words, binding["X"], win):
            continue
        if pair is not None and not _pair_holds(pair, reading.pairs[0], win, binding):
            continue
        for chosen in _choices(templates, list(reading.sets), win, binding):
            way = tuple(sorted((part.kind, part.tile) for part in chosen))
            if way not in found:
                found.append(way)
    return found


def _tiles_of(words: Words, suit: str, win: Win) -> bool:
    """Return True if `holds` and `waiting_hand` are met with the suit X of the sets."""
    named = {word: words[word].replace("X", suit) for word in ("holds", "waiting_hand")
             if word in words}  # fmt: skip
    return all(WORDS[word](text, win, None) for word, text in named.items())  # type: ignore[arg-type]


def _bindings(templates: list[SetTemplate], pair: str | None) -> Iterator[Binding]:
    """Yield every meaning of the letters: X, Y, Z are different suits, n and m any numbers."""
    places = [template.of for template in templates if isinstance(template.of, TilePlace)]
    if pair is not None and (place := parse_place(pair)) is not None:
        places.append(place)
    suits = sorted({place.suit for place in places} & {"X", "Y", "Z"})
    letters = sorted({place.number.letter for place in places} - {""})
    for chosen in permutations("mps", len(suits)):
        for numbers in product("123456789", repeat=len(letters)):
            # A letter m is a number here; a suit m is not a letter, so the two never meet.
            yield dict(zip(suits, chosen, strict=True)) | dict(zip(letters, numbers, strict=True))


def _tile_at(place: TilePlace, binding: Binding) -> Tile:
    number = place.number.plus
    if place.number.letter:
        number += int(binding[place.number.letter])
    return f"{number}{place.suit if place.suit in 'mps' else binding[place.suit]}"


def _pair_holds(text: str, pair: Tile, win: Win, binding: Binding) -> bool:
    place = parse_place(text)
    return in_class(pair, text, win) if place is None else pair == _tile_at(place, binding)


def _choices(
    templates: list[SetTemplate], sets: list[TileSet], win: Win, binding: Binding
) -> Iterator[list[TileSet]]:
    """Yield every choice of different sets, one for each template."""
    if not templates:
        yield []
        return
    for index, part in enumerate(sets):
        if _serves(part, templates[0], win, binding):
            others = sets[:index] + sets[index + 1 :]
            for rest in _choices(templates[1:], others, win, binding):
                yield [part, *rest]


def _serves(part: TileSet, template: SetTemplate, win: Win, binding: Binding) -> bool:
    kinds = {"sequence": ["sequence"], "triplet": ["triplet", "quad"], "quad": ["quad"]}[
        template.kind
    ]
    if part.kind not in kinds:
        return False
    if isinstance(template.of, TilePlace):
        return part.tile == _tile_at(template.of, binding)
    return in_class(part.tile, template.of, win)
