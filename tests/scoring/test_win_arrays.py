"""Wins as arrays have the scores of the same wins as values, and the same errors."""

from __future__ import annotations

import pickle
from array import array
from collections.abc import Sequence
from math import prod
from random import Random
from typing import Any

import pytest
from effort import LONG, SOAK, seed_of
from reference.generate import wins as random_wins
from variants import variant

from riichi_core.batch import win_arrays
from riichi_core.batch.score_many import score_many
from riichi_core.batch.win_arrays import FACTS, NONE, WinArrays
from riichi_core.fast import native
from riichi_core.hands.hand import Hand
from riichi_core.hands.win import Tsumo, Win, WinError
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.tiles import Tile
from riichi_core.tiles.tile import FIVES

REDS = {"m": 1, "p": 1, "s": 1}

built = pytest.mark.skipif(native() is None, reason="the native kernel is not built")
both = pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=built)])

Columns = dict[str, list[Any]]


def some(seed: int, number: int) -> list[Win]:
    """Return random wins whose drawn tile is kept apart, which arrays cannot deny."""
    wins = map(read_win, random_wins(seed, 2 * number, reds=REDS))
    return [win for win in wins if not (isinstance(win.by, Tsumo) and not win.by.apart)][:number]


def numbers_of(win: Win) -> Columns:
    """Return a row of each array for a win, as lists of numbers."""
    hand, riichi = win.hand, win.riichi
    concealed = [tile.kind for tile in (*hand.concealed, win.tile)]
    sets = [[WinArrays.SETS.index(meld.kind), meld.first.kind] for meld in hand.melds]
    ura, kan_ura = (riichi.ura, riichi.kan_ura) if riichi else ((), ())
    return {
        "tiles": [concealed.count(kind) for kind in range(34)],
        "winning": [win.tile.kind],
        "melds": [*(number for of in sets for number in of), *[NONE] * (8 - 2 * len(sets))],
        "reds": [win.reds[kind] for kind in FIVES],
        "seat": [win.seat],
        "round_wind": [win.round_wind],
        "dora": shown(win.dora),
        "kan_dora": shown(win.kan_dora),
        "ura": shown(ura),
        "kan_ura": shown(kan_ura),
        "counters": [win.counters],
        **{fact: [fact in win.occasions] for fact in FACTS},
    }


def shaped(view: memoryview, shape: tuple[int, ...]) -> memoryview:
    """Return the bytes of a view with the same format and another shape."""
    code: Any = view.format
    return view.cast("B").cast(code, shape)


def shown(tiles: Sequence[Tile]) -> list[int]:
    numbers = [34 + FIVES.index(tile.kind) if tile.red else tile.kind for tile in tiles]
    return numbers + [NONE] * (5 - len(numbers))


def arrays_of(rows: Sequence[Columns]) -> WinArrays:
    """Return arrays of these rows, without numpy."""

    def column(name: str) -> memoryview:
        code = "i" if name == "counters" else "B" if name in ("tiles", "reds") else "b"
        numbers = array(code, (number for row in rows for number in row[name]))
        shape = {"melds": (len(rows), 4, 2)}.get(name, (len(rows), len(rows[0][name])))
        view = memoryview(numbers)
        return view if shape[-1] == 1 else shaped(view, shape)

    names = [name for name in rows[0] if name not in FACTS]
    facts = {fact: column(fact) for fact in FACTS}
    return WinArrays(**{name: column(name) for name in names}, facts=facts)


def spoilt(chance: Random, row: Columns) -> Columns:
    """Return a row with one or two numbers changed, or a fact."""
    row = {name: list(numbers) for name, numbers in row.items()}
    for _ in range(chance.randint(1, 2)):
        name = chance.choice([name for name in row if chance.random() < 0.9 or name in FACTS])
        place = chance.randrange(len(row[name]))
        if name in FACTS:
            row[name] = [not row[name][0]]
        elif name == "counters":
            row[name] = [chance.choice([-1, 3, 1000, 1001])]
        elif name in ("tiles", "reds"):
            row[name][place] = chance.choice([0, 1, 2, 4, 5, 255])
        else:
            row[name][place] = chance.choice([-2, NONE, 0, 1, 4, 5, 7, 26, 33, 34, 36, 37, 127])
    return row


def expected_error(arrays: WinArrays, row: int) -> str | None:
    try:
        arrays[row]
    except WinError as error:
        return f"{error.code} {error.field} {error}"
    return None


@both
@pytest.mark.random
@pytest.mark.parametrize("seed", [*map(seed_of, range(SOAK or (5 if LONG else 2)))])
def test_random_wins_as_arrays_have_the_scores_of_the_wins(seed: int, compiled: bool) -> None:
    wins = some(seed, 150)
    arrays = arrays_of([numbers_of(win) for win in wins])
    rulesets = [load("tenhou").rules, *(variant(Random(5 * seed + n)) for n in range(3))]
    assert [repr(win.to_dict()) for win in arrays if not win.reds] == [
        repr(read_win(win.to_dict()).to_dict()) for win in map(unmarked, wins) if not win.reds
    ]
    assert arrays.impossible == {}
    assert score_many(arrays, rulesets, compiled=compiled) == score_many(
        wins, rulesets, compiled=False
    )


def unmarked(win: Win) -> Win:
    """Return a win without the discarders of its sets, which arrays do not know."""
    melds = [type(meld)(meld.kind, meld.tiles) for meld in win.hand.melds]
    fields = {name: getattr(win, name) for name in Win.__slots__ if name != "hand"}
    return Win(Hand(win.hand.concealed, melds), **fields)


@both
@pytest.mark.random
@pytest.mark.parametrize("seed", [*map(seed_of, range(SOAK or (5 if LONG else 2)))])
def test_impossible_rows_have_the_error_of_a_single_win(seed: int, compiled: bool) -> None:
    chance = Random(seed)
    rows = [numbers_of(win) for win in some(seed + 1_000_000, 150) for _ in range(3)]
    rows = [spoilt(chance, row) if chance.random() < 0.7 else row for row in rows]
    arrays = arrays_of(rows)
    errors = {row: expected_error(arrays, row) for row in range(len(arrays))}
    found = {row: f"{e.code} {e.field} {e}" for row, e in arrays.impossible.items()}
    assert found == {row: error for row, error in errors.items() if error is not None}
    assert len(set(found.values())) > 20
    scores = score_many(arrays, ["ema-2016", "tenhou"], compiled=compiled)
    possible = [row for row in range(len(arrays)) if row not in found]
    wins = score_many([arrays[row] for row in possible], ["ema-2016", "tenhou"], compiled=False)
    for row in found:
        assert scores.row(row, 0).outcome == scores.row(row, 1).outcome == "impossible"
    for number, row in enumerate(possible):
        for ruleset in range(2):
            assert scores.row(row, ruleset) == wins.row(number, ruleset), arrays[row]


@built
def test_the_kernel_finds_the_impossible_rows_that_python_finds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chance = Random(3)
    rows = [spoilt(chance, numbers_of(win)) for win in some(4, 300)]
    in_kernel = arrays_of(rows).impossible
    monkeypatch.setattr(win_arrays, "native", lambda: None)
    in_python = arrays_of(rows).impossible
    assert [*map(str, in_kernel.items())] == [*map(str, in_python.items())]
    assert 50 < len(in_kernel) < 300


WON = Win("2345567m(345p)678s", "8m", by="ron", seat="south", dora="4m")


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"winning": [34]}, "34 is not a tile: expected 0 to 33"),
        ({"winning": [33]}, "the winning tile 7z is not among the tiles"),
        ({"seat": [4]}, "seat: expected east, south, west, north, not 4"),
        ({"reds": [0, 2, 0]}, "1 more red 5p than there are fives"),
        ({"reds": [0, 3, 0]}, "2 more red 5p than there are fives"),
        ({"melds": [9, 0]}, "9 is not a kind of set: expected 0 to 4, or -1 for no set"),
        ({"melds": [0, 8]}, "9m12p is not a set: expected a sequence, a triplet or a quad"),
        ({"melds": [1, 34]}, "there is no tile of kind 34"),
        ({"dora": [37]}, "37 is not a tile: expected 0 to 36"),
        ({"tiles": [0] * 34}, "the winning tile 8m is not among the tiles"),
        ({"counters": [1001]}, "1001 is out of range: expected 0 to 1,000 counters"),
        ({"ippatsu": [True]}, "ippatsu without riichi"),
        ({"after_quad": [True]}, "after_quad on a discard"),
    ],
)
def test_an_impossible_row_is_reported_by_its_number(changed: Columns, message: str) -> None:
    rows = [numbers_of(WON) for _ in range(3)]
    for name, numbers in changed.items():
        rows[1][name] = numbers + rows[1][name][len(numbers) :]
    arrays = arrays_of(rows)
    (row,) = arrays.impossible
    assert row == 1
    assert str(arrays.impossible[row]).startswith(message)


def column(*shape: int) -> memoryview:
    return shaped(memoryview(bytes(prod(shape))), shape)


@pytest.mark.parametrize(
    "changed, message",
    [
        ({"tiles": None}, "tiles: expected an array of uint8 (wins, 34), not None"),
        ({"tiles": column(2, 33)}, "tiles: expected an array of uint8 (wins, 34), not B (2, 33)"),
        ({"tiles": column(68)}, "tiles: expected an array of uint8 (wins, 34), not B (68)"),
        ({"winning": column(3)}, "winning: expected an array of uint8 (2), not B (3)"),
        ({"winning": array("q", [1, 2])}, "winning: expected an array of uint8 (2), not q (2)"),
        ({"dora": column(2, 6)}, "dora: expected an array of int8 (2, 1-5), not B (2, 6)"),
        ({"melds": column(2, 4)}, "melds: expected an array of int8 (2, 1-4, 2), not B (2, 4)"),
        ({"counters": column(2)}, "counters: expected an array of int32 (2), not B (2)"),
        ({"facts": {"ipatsu": column(2)}}, "facts: there is no 'ipatsu': did you mean ippatsu?"),
        ({"facts": ["riichi"]}, "facts: expected arrays by their words, not a list"),
        ({"facts": {"riichi": [1, 0]}}, "riichi: expected an array of uint8 (2), not a list"),
    ],
)
def test_an_array_of_another_form_is_refused(changed: dict[str, Any], message: str) -> None:
    given = {"tiles": column(2, 34), "winning": column(2)}
    with pytest.raises(WinError) as refused:
        WinArrays(**{**given, **changed})
    assert str(refused.value) == message


@both
def test_wins_without_optional_arrays_are_by_east_on_a_discard(compiled: bool) -> None:
    row = numbers_of(Win("2345567m345p678s", "8m", by="ron"))
    arrays = WinArrays(
        memoryview(bytes(row["tiles"])).cast("B", (1, 34)), winning=bytes(row["winning"])
    )
    assert str(arrays[0]) == str(arrays[-1]) == "2345567m345p678s + 8m, ron by east"
    assert [*map(str, arrays)] == [str(arrays[0])]
    assert score_many(arrays, ["ema-2016"], compiled=compiled).points[0, 0] == 2900
    for index in (1, -2):
        with pytest.raises(
            IndexError, match=f"win {index} is out of range: the arrays have the length 1"
        ):
            arrays[index]


@both
def test_scores_of_zero_wins_have_empty_columns(compiled: bool) -> None:
    numpy = pytest.importorskip("numpy")
    empty = WinArrays(numpy.zeros((0, 34), numpy.uint8), numpy.zeros(0, numpy.uint8))
    assert score_many(empty, ["ema-2016"], compiled=compiled).shape == (0, 1)


def test_arrays_can_be_pickled() -> None:
    arrays = arrays_of([numbers_of(win) for win in some(2, 20)])
    again = pickle.loads(pickle.dumps(arrays))
    assert [*map(str, again)] == [*map(str, arrays)]


def test_win_arrays_read_numpy_arrays() -> None:
    numpy = pytest.importorskip("numpy")
    rows = [numbers_of(win) for win in some(8, 40)]
    arrays = arrays_of(rows)

    def of(name: str) -> Any:
        kind = {"tiles": "uint8", "reds": "uint8", "counters": "int32"}.get(name, "int8")
        found = numpy.array([row[name] for row in rows], bool if name in FACTS else kind)
        return found.reshape(-1, 4, 2) if name == "melds" else found.squeeze()

    facts = {fact: of(fact) for fact in FACTS}
    names = [name for name in rows[0] if name not in FACTS]
    read = WinArrays(**{name: of(name) for name in names}, facts=facts)
    assert [*map(str, read)] == [*map(str, arrays)]
    ordered = numpy.asfortranarray(of("tiles"))
    assert [*map(str, WinArrays(ordered, of("winning"), melds=of("melds")))]
    points = numpy.asarray(score_many(read, ["ema-2016", "tenhou"]).points)
    assert points.shape == (40, 2) and points.dtype == numpy.int32
    with pytest.raises(WinError, match=r"not int64 \(40\)"):
        WinArrays(of("tiles"), of("winning").astype("int64"))
