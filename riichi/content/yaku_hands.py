"""Hands that have a club's own yaku: the example in its file, or a constructed one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from riichi.content.yaku_examples import yaku_examples
from riichi_core.analysis.alternatives import (
    ASK_KINDS,
    SET_COUNTS,
    Alternative,
    Places,
    expand,
    intersection,
)
from riichi_core.errors import RiichiError
from riichi_core.hands.marked_tiles import marked_tiles
from riichi_core.hands.win import CIRCUMSTANCES, OCCASIONS, Win
from riichi_core.records.win import WinRecord
from riichi_core.rules.chapters.tiles import Tiles
from riichi_core.rules.chapters.yaku import LocalYaku
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.yaku_vocabulary import Definition
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import ImpossibleWinError, score
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Tile as MarkedTile

TRIES = 300
"""The maximum number of hands to construct."""

SUITS = "mpsz"
SOUTH = 1
RIICHI_OCCASIONS = frozenset({"riichi", "double_riichi", "ippatsu"})
WINDS = ("east", "south", "west", "north")

Tile = tuple[int, int]
"""A suit and an index in it."""

Set = tuple[str, list[Tile]]
"""A sequence, triplet or quad with its tiles."""

T = TypeVar("T")


MOST_FACTS = 200
"""The maximum number of alternatives whose occasions are tried for a user's hand."""


def example_win(name: str, ruleset: Ruleset) -> Win | None:
    """Return a win with a club's own yaku: its example if that is right, or a constructed one."""
    yaku = own_yaku(ruleset, name)
    if yaku is None or yaku.definition is None:
        return None
    if yaku.example is not None:
        win = _win_of(yaku.example.record())
        if win is not None and has_yaku(win, name, ruleset):
            return win
    record = found_record(yaku.definition, name, ruleset)
    return None if record is None else _win_of(record)


def own_yaku(ruleset: Ruleset | None, name: str) -> LocalYaku | None:
    """Return a local yaku that counts under a ruleset; None if there is none."""
    local = () if ruleset is None else ruleset.rules.yaku.local
    return next((yaku for yaku in local if yaku.id == name), None)


def has_yaku(win: Win, name: str, ruleset: Ruleset) -> bool:
    """Return True if a yaku counts for a win under a ruleset."""
    try:
        result = score(win, ruleset)
    except ImpossibleWinError:
        return False
    return isinstance(result, Score) and any(yaku.id == name for yaku in result.yaku)


def found_record(definition: Definition, name: str, ruleset: Ruleset) -> dict[str, Any] | None:
    """Return the record of a win that has a yaku, constructed from its definition.

    Returns:
        The same record each time for the same rules; None if none is found.
    """
    chance, alternatives = SeededRandom(1), expand(definition)
    tiles = ruleset.rules.tiles
    for _ in range(TRIES if alternatives else 0):
        record = _HandDraft(_picked(chance, alternatives), chance, tiles).record()
        if record is not None and record_has_yaku(record, name, ruleset):
            return record
    known_records = (dict(example.has) for example in yaku_examples().values())
    return next(
        (record for record in known_records if record_has_yaku(record, name, ruleset)), None
    )


def record_with_facts(
    tiles: Mapping[str, str], definition: Definition, name: str, ruleset: Ruleset
) -> dict[str, Any] | None:
    """Return the record of a win with these tiles and a yaku; None if they cannot have it."""
    records = ({**tiles, **facts} for facts in _facts_of(definition, ruleset))
    return next((record for record in records if record_has_yaku(record, name, ruleset)), None)


def _facts_of(definition: Definition, ruleset: Ruleset) -> Iterator[dict[str, Any]]:
    """Yield the occasions that a definition requires, each once, the plainest first."""
    tried: list[dict[str, Any]] = []
    for way in expand(definition)[:MOST_FACTS]:
        facts = _HandDraft(way, SeededRandom(1), ruleset.rules.tiles).occasions()
        for drawn in ("self_draw", "discard"):
            known = {**(facts or {}), "won_by": drawn}
            if facts is not None and known not in tried:
                tried.append(known)
                yield known


def record_has_yaku(record: Mapping[str, Any], name: str, ruleset: Ruleset) -> bool:
    """Return True if a yaku counts for the win of a record; False if it is not a record."""
    win = _win_of(record)
    return win is not None and has_yaku(win, name, ruleset)


def _win_of(record: Mapping[str, Any]) -> Win | None:
    try:
        return WinRecord.read(record).win()
    except RiichiError:
        return None


def _picked(chance: SeededRandom, items: Sequence[T]) -> T:
    return items[chance.below(len(items))]


def _tiles_in(places: Places) -> list[Tile]:
    return [(suit, n) for suit in range(4) for n in range(9) if places[suit] >> n & 1]


def _bits(mask: int) -> list[int]:
    return [n for n in range(mask.bit_length()) if mask >> n & 1]


class _HandDraft:
    """A random hand that fits one way to have a yaku."""

    def __init__(self, alternative: Alternative, chance: SeededRandom, tiles: Tiles) -> None:
        self.way, self.chance = alternative, chance
        marked = [tile for tile, copies in marked_tiles(tiles).items() for _ in range(copies)]
        reds = [tile for tile in marked if tile.red][: (alternative.red_fives or (0,))[0]]
        bonus = [tile for tile in marked if tile.bonus][: (alternative.bonus_tiles or (0,))[0]]
        self.marked = [*reds, *bonus]
        self.needed = [(tile.kind // 9, tile.kind % 9) for tile in self.marked]
        self.tiles = _tiles_in(alternative.allowed)
        self.counts = dict(zip(SET_COUNTS, map(_bits, alternative.counts), strict=True))

    def record(self) -> dict[str, Any] | None:
        """Return the record of a win, which may have the yaku; None if there is no such hand."""
        facts = self.occasions()
        if facts is None:
            return None
        if "standard" in self.way.forms:
            return self._standard(facts)
        if "seven_pairs" in self.way.forms:
            return self._pairs(facts)
        return {**facts, "hand": "19m19p19s1234567z", "winning_tile": "1m"}

    def occasions(self) -> dict[str, Any] | None:
        """Return the facts besides the tiles: winds and occasions."""
        occasions = {OCCASIONS[bit] for bit in _bits(self.way.when)}
        seats = _bits(self.way.winds.seat)
        if "dealer" in occasions:
            seats = [seat for seat in seats if seat == 0]
        elif "dealer" in {OCCASIONS[bit] for bit in _bits(self.way.unless)}:
            seats = [seat for seat in seats if seat]
        if not seats:
            return None
        plain = ("ippatsu", "after_quad", "robbing_quad", "last_tile", "first_turn")
        riichi = "double" if "double_riichi" in occasions else "riichi"
        drawn = occasions & {"self_draw", "after_quad", "after_two_quads", "first_turn_quad"}
        seat = SOUTH if SOUTH in seats else seats[0]
        circumstances = sorted(occasions & {*CIRCUMSTANCES})
        return {
            "won_by": "self_draw" if drawn else "discard",
            "seat_wind": WINDS[seat],
            "round_wind": WINDS[_bits(self.way.winds.round_wind)[0]],
            **({"riichi": riichi} if occasions & RIICHI_OCCASIONS else {}),
            **({"circumstances": circumstances} if circumstances else {}),
            **{name: True for name in plain if name in occasions},
        }

    def _standard(self, facts: dict[str, Any]) -> dict[str, Any] | None:
        sets = [
            self._set(ASK_KINDS[code // 9], (suit, code % 9))
            for suit, codes in enumerate(self.way.sets)
            for code in codes
        ]
        present = Counter(tile for _, tiles in sets for tile in tiles)
        needed = sorted((Counter(self.needed) - present).elements())  # the marked tiles to add
        for kind in self._kinds([kind for kind, _ in sets]):
            if not self.tiles:
                return None
            start = self._start(kind, needed.pop()) if needed else _picked(self.chance, self.tiles)
            sets.append(self._set(kind, start))
        pairs = _tiles_in(self.way.allowed if self.way.pair is None
                        else intersection(self.way.pair, self.way.allowed))  # fmt: skip
        if len(sets) != 4 or not pairs or not all(self._is_possible(tiles) for _, tiles in sets):
            return None
        pair = [_picked(self.chance, pairs)] * 2
        claimed = _picked(self.chance, self.counts["claimed"]) if not self._concealed() else 0
        declared = [part for part in sets if part[0] == "quad"]
        declared += [part for part in sets if part[0] != "quad"][: max(0, claimed - len(declared))]
        concealed = [tiles for kind, tiles in sets if (kind, tiles) not in declared]
        loose = [*pair, *(tile for tiles in concealed for tile in tiles)]
        return self._of(facts, loose, [self._declared(part, claimed) for part in declared])

    def _start(self, kind: str, tile: Tile) -> Tile:
        """Return the first tile of a set with a tile in it."""
        suit, number = tile
        return (suit, number - self.chance.below(3)) if kind == "sequence" else tile

    def _kinds(self, present: list[str]) -> list[str]:
        """Return the kinds of the missing sets."""
        quads = max(min(self.counts["quads"]), present.count("quad"))
        triplets = [n for n in self.counts["triplets"] if 4 - n in self.counts["sequences"]] or [0]
        triplets_wanted = max(
            _picked(self.chance, triplets), min(self.counts["concealed_triplets"]), quads
        )
        missing = max(0, triplets_wanted - len([kind for kind in present if kind != "sequence"]))
        kinds = ["quad"] * min(missing, quads - present.count("quad"))
        kinds += ["triplet"] * (missing - len(kinds))
        return kinds + ["sequence"] * (4 - len(present) - len(kinds))

    def _set(self, kind: str, start: Tile) -> Set:
        suit, number = start
        if kind == "sequence":
            return kind, [(suit, number + step) for step in range(3)]
        return kind, [start] * (4 if kind == "quad" else 3)

    def _is_possible(self, tiles: list[Tile]) -> bool:
        sequence = tiles[0] != tiles[1]
        return not sequence or (tiles[0][0] < 3 and tiles[2][1] < 9)

    def _concealed(self) -> bool:
        return self.way.concealed or 0 in self.counts["claimed"]

    def _declared(self, meld: Set, claimed: int) -> str:
        kind, tiles = meld
        text = "".join(str(number + 1) for _, number in tiles) + SUITS[tiles[0][0]]
        return f"[{text}]" if kind == "quad" and not claimed else f"({text})"

    def _pairs(self, facts: dict[str, Any]) -> dict[str, Any] | None:
        kinds: dict[Tile, None] = dict.fromkeys(self.needed)
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
            "hand": _with_marks(hand + "".join(declared), self.marked),
            "winning_tile": f"{tile[1] + 1}{SUITS[tile[0]]}",
            **facts,
        }


def _with_marks(hand: str, marked: Sequence[MarkedTile]) -> str:
    """Return the text of a hand with some of its tiles red or marked."""
    for tile in marked:
        plain = rf"{tile.number}(?!\*)(?=[\d*]*{tile.suit})"
        hand = re.sub(plain, str(tile)[:-1], hand, count=1)
    return hand
