"""Readings of complete hands: their properties, and all of them against the slow reference."""

from __future__ import annotations

from collections import Counter
from typing import Any

from each import each
from effort import examples
from hypothesis import given, settings, strategies as st
from reference.generate import wins
from reference.reading import Reading as SlowReading, TileSet, readings as slow_readings

from riichi_core.hands.hand import Hand
from riichi_core.hands.readings import Reading, readings
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.tiles import TILES

Json = dict[str, Any]
seeds = st.integers(0, 2**32)
quick = settings(max_examples=examples(150), deadline=None)


def record(seed: int) -> Json:
    (found,) = wins(seed, 1)
    return found


def seen(win: Win) -> tuple[Reading, ...]:
    return readings(win.hand, win.tile, drawn=win.drawn)


@quick
@given(seeds)
def test_a_reading_uses_exactly_the_tiles_of_the_hand(seed: int) -> None:
    win = read_win(record(seed))
    held = Counter(tile.kind for tile in win.tiles)
    assert seen(win)
    for reading in seen(win):
        used = Counter(tile.kind for one in reading.sets for tile in one.tiles)
        for pair in reading.pairs:
            used[pair.kind] += 2
        if reading.form == "thirteen_orphans":
            used += Counter(held.keys() - used.keys())
        assert used == held


@quick
@given(seeds)
def test_the_winning_tile_is_in_the_part_that_it_completes(seed: int) -> None:
    win = read_win(record(seed))
    won = win.tile.plain
    for reading in seen(win):
        completed = [one for one in reading.sets if one.completed]
        if reading.wait in ("pair", None):
            assert completed == []
            assert reading.form == "thirteen_orphans" or won in reading.pairs
            continue
        (one,) = completed
        assert won in one.tiles
        assert not one.declared
        if one.kind == "triplet":
            assert (reading.wait, one.concealed) == ("triplet", win.drawn)
        else:
            place = one.tiles.index(won)
            low, high = one.first.number == 1, one.first.number == 7
            names = ("edge" if high else "two_sided", "closed", "edge" if low else "two_sided")
            assert reading.wait == names[place]


@quick
@given(seeds)
def test_declared_sets_are_in_every_reading(seed: int) -> None:
    win = read_win(record(seed))
    names = {"sequence": "sequence", "triplet": "triplet"}
    declared = Counter(
        (names.get(one.kind, "quad"), one.first, one.claimed) for one in win.hand.melds
    )
    for reading in seen(win):
        shown = [one for one in reading.sets if one.declared]
        assert Counter((one.kind, one.first, not one.concealed) for one in shown) == declared


# ---- the reference -------------------------------------------------------------------------------

Plain = tuple[str, tuple[tuple[str, str, bool, bool], ...], tuple[str, ...], str | None, str | None]
"""Form, sets (kind, tile, concealed, completed), pairs, wait, and the completed tile or pair."""


def plain(reading: Reading) -> Plain:
    sets = [(one.kind, str(one.first), one.concealed, one.completed) for one in reading.sets]
    standard = reading.form == "standard"
    pairs = () if reading.form == "thirteen_orphans" else tuple(map(str, reading.pairs))
    pair = pairs[0] if standard and reading.wait == "pair" else None
    return reading.form, tuple(sorted(sets)), tuple(sorted(pairs)), reading.wait, pair


def plain_slow(reading: SlowReading) -> Plain:
    sets = [(one.kind, one.tile, not one.melded, False) for one in reading.sets]
    if isinstance(reading.completed, TileSet):
        one = reading.completed
        sets.remove((one.kind, one.tile, not one.melded, False))
        sets.append((one.kind, one.tile, not one.melded, True))
    standard = reading.form == "standard"
    pair = reading.completed if isinstance(reading.completed, str) and standard else None
    return reading.form, tuple(sorted(sets)), tuple(sorted(reading.pairs)), reading.wait, pair


@quick
@given(seeds)
def test_the_readings_equal_those_of_the_reference(seed: int) -> None:
    one = record(seed)
    win = read_win(one)
    slow = slow_readings(one["hand"], one["winning_tile"], win.drawn)
    found = [plain(reading) for reading in seen(win)]
    assert set(found) == {plain_slow(reading) for reading in slow}
    assert len(found) == len(set(found))


# ---- known numbers -------------------------------------------------------------------------------


@each(
    "hand, tile, number",
    [
        ("234m56799p24678s", "3s", 1),
        ("19m19p19s1234567z", "1z", 1),
        ("1133557799m113p", "3p", 1),
        # four triplets; three 123 and 444; 111 and three 234, which are equal
        ("11122233344p55s", "4p", 3),
        # the same, and the pair of twos with 111, 234 and twice 345
        ("1112223334445m", "5m", 4),
        # seven pairs, and sequences with the pair of ones, of fours or of sevens
        ("1122334455667m", "7m", 4),
        # in the triplet of ones or in 123
        ("1112345678999m", "1m", 2),
        ("123456789m1234p", "4p", 1),
        ("123456789m1235p", "4p", 0),
    ],
)
def test_some_hands_have_a_known_number_of_readings(hand: str, tile: str, number: int) -> None:
    slow = slow_readings(hand, tile, True)
    found = readings(Hand.parse(hand), TILES[tile], drawn=True)
    assert len(found) == len(slow) == number


def test_a_triplet_completed_by_a_discard_is_open_unless_a_sequence_uses_the_tile() -> None:
    hand = Hand.parse("11123m999m88s111z")
    concealed = {
        reading.wait: [one.concealed for one in reading.sets if str(one.tiles[2]) == "1m"]
        for reading in readings(hand, TILES["1m"], drawn=False)
    }
    assert concealed == {"two_sided": [True], "triplet": [False]}
