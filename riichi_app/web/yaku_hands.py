"""A hand that has a yaku, found from its definition: to be drawn beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from riichi_core.analysis.alternatives import (
    ASK_KINDS,
    SET_COUNTS,
    Alternative,
    Places,
    expand,
    intersection,
)
from riichi_core.analysis.packed import OCCASIONS
from riichi_core.errors import RiichiError
from riichi_core.hands.win import CIRCUMSTANCES, Win
from riichi_core.records.win import read_win
from riichi_core.rules.glossary import yaku_examples
from riichi_core.rules.yaku_vocabulary import Definition
from riichi_core.seeded import SeededRandom

TRIES = 300
"""The number of hands that are put together before it is given up."""

SUITS = "mpsz"
WINDS = ("east", "south", "west", "north")

Tile = tuple[int, int]
"""A suit and a place in it."""

Set = tuple[str, list[Tile]]
"""A chow, pung or kong with its tiles."""

T = TypeVar("T")


def hand_with(definition: Definition, has: Callable[[Win], bool]) -> Win | None:
    """Return a win that has a yaku.

    Args:
        definition: the definition of the yaku.
        has: tells whether a win has it.

    Returns:
        The same win each time for the same definition; None if none is found.
    """
    chance, alternatives = SeededRandom(1), expand(definition)
    for _ in range(TRIES if alternatives else 0):
        record = _HandDraft(_picked(chance, alternatives), chance).record()
        if record is not None and (win := _win_of(record)) is not None and has(win):
            return win
    known_wins = (_win_of(dict(example.has)) for example in yaku_examples().values())
    return next((win for win in known_wins if win is not None and has(win)), None)


def _win_of(record: dict[str, Any]) -> Win | None:
    try:
        return read_win(record)
    except RiichiError:
        return None


def _picked(chance: SeededRandom, items: Sequence[T]) -> T:
    return items[chance.below(len(items))]


def _tiles_in(places: Places) -> list[Tile]:
    return [(suit, n) for suit in range(4) for n in range(9) if places[suit] >> n & 1]


def _bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


class _HandDraft:
    """A hand put together by chance as one way to have a yaku asks for it."""

    def __init__(self, alternative: Alternative, chance: SeededRandom) -> None:
        self.way, self.chance = alternative, chance
        self.tiles = _tiles_in(alternative.allowed)
        self.counts = dict(zip(SET_COUNTS, map(_bits, alternative.counts), strict=True))

    def record(self) -> dict[str, Any] | None:
        """Return the record of a win, which may have the yaku or not; None if none came of it."""
        facts = self._occasions()
        if facts is None:
            return None
        if "standard" in self.way.forms:
            return self._standard(facts)
        if "seven_pairs" in self.way.forms:
            return self._pairs(facts)
        return {**facts, "hand": "19m19p19s1234567z", "winning_tile": "1m"}

    def _occasions(self) -> dict[str, Any] | None:
        """Return the facts beside the hand, winds and occasions."""
        occasions = {OCCASIONS[bit] for bit in _bits(self.way.when)}
        seats = _bits(self.way.winds.seat)
        if "dealer" in occasions:
            seats = [seat for seat in seats if seat == 0]
        elif "dealer" in {OCCASIONS[bit] for bit in _bits(self.way.unless)}:
            seats = [seat for seat in seats if seat]
        if not seats:
            return None
        plain = ("ippatsu", "after_kong", "robbing_kong", "last_tile", "first_turn")
        riichi = "double" if "double_riichi" in occasions else "riichi"
        drawn = occasions & {"self_draw", "after_kong", "after_two_kongs", "first_turn_kong"}
        return {
            "won_by": "self_draw" if drawn else "discard",
            "riichi": riichi if occasions & {"riichi", "double_riichi", "ippatsu"} else "none",
            "seat_wind": WINDS[_picked(self.chance, seats)],
            "prevailing_wind": WINDS[_picked(self.chance, _bits(self.way.winds.prevailing))],
            "circumstances": sorted(occasions & {*CIRCUMSTANCES}),
            **{name: True for name in plain if name in occasions},
        }

    def _standard(self, facts: dict[str, Any]) -> dict[str, Any] | None:
        sets = [
            self._set(ASK_KINDS[code // 9], (suit, code % 9))
            for suit, codes in enumerate(self.way.sets)
            for code in codes
        ]
        for kind in self._kinds([kind for kind, _ in sets]):
            if not self.tiles:
                return None
            sets.append(self._set(kind, _picked(self.chance, self.tiles)))
        pairs = _tiles_in(self.way.allowed if self.way.pair is None
                        else intersection(self.way.pair, self.way.allowed))  # fmt: skip
        if len(sets) != 4 or not pairs or not all(self._lies(tiles) for _, tiles in sets):
            return None
        pair = [_picked(self.chance, pairs)] * 2
        claimed = _picked(self.chance, self.counts["claimed"]) if not self._concealed() else 0
        declared = [part for part in sets if part[0] == "kong"]
        declared += [part for part in sets if part[0] != "kong"][: max(0, claimed - len(declared))]
        concealed = [tiles for kind, tiles in sets if (kind, tiles) not in declared]
        loose = [*pair, *(tile for tiles in concealed for tile in tiles)]
        return self._of(facts, loose, [self._declared(part, claimed) for part in declared])

    def _kinds(self, present: list[str]) -> list[str]:
        """Return the kinds of the sets that are missing."""
        kongs = max(min(self.counts["kongs"]), present.count("kong"))
        pungs = [n for n in self.counts["pungs"] if 4 - n in self.counts["chows"]] or [0]
        pungs_wanted = max(_picked(self.chance, pungs), min(self.counts["concealed_pungs"]), kongs)
        missing = max(0, pungs_wanted - len([kind for kind in present if kind != "chow"]))
        kinds = ["kong"] * min(missing, kongs - present.count("kong"))
        kinds += ["pung"] * (missing - len(kinds))
        return kinds + ["chow"] * (4 - len(present) - len(kinds))

    def _set(self, kind: str, start: Tile) -> Set:
        suit, number = start
        if kind == "chow":
            return kind, [(suit, number + step) for step in range(3)]
        return kind, [start] * (4 if kind == "kong" else 3)

    def _lies(self, tiles: list[Tile]) -> bool:
        chow = tiles[0] != tiles[1]
        return not chow or (tiles[0][0] < 3 and tiles[2][1] < 9)

    def _concealed(self) -> bool:
        return self.way.closed or 0 in self.counts["claimed"]

    def _declared(self, meld: Set, claimed: int) -> str:
        kind, tiles = meld
        text = "".join(str(number + 1) for _, number in tiles) + SUITS[tiles[0][0]]
        return f"[{text}]" if kind == "kong" and not claimed else f"({text})"

    def _pairs(self, facts: dict[str, Any]) -> dict[str, Any] | None:
        kinds: dict[Tile, None] = {}
        for _ in range(40):
            if self.tiles and len(kinds) < 7:
                kinds[_picked(self.chance, self.tiles)] = None
        return self._of(facts, [tile for tile in kinds for _ in range(2)], [])

    def _of(
        self, facts: dict[str, Any], loose: list[Tile], declared: list[str]
    ) -> dict[str, Any] | None:
        winning_tiles = [tile for tile in loose if self.way.winning[tile[0]] >> tile[1] & 1]
        if not winning_tiles or max(Counter(loose).values()) > 4:
            return None
        tile = _picked(self.chance, winning_tiles)
        rest = sorted(loose)
        rest.remove(tile)
        hand = "".join(f"{number + 1}{SUITS[suit]}" for suit, number in rest)
        return {
            **facts,
            "hand": hand + "".join(declared),
            "winning_tile": f"{tile[1] + 1}{SUITS[tile[0]]}",
        }
