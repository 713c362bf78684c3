"""MPSZ in and out."""

from __future__ import annotations

import pytest
from each import each
from hypothesis import given
from hypothesis import strategies as st

from riichi_core.tiles import TILES, NotationError, Tile, parse_tiles, write_tiles

any_tile = st.sampled_from(sorted(TILES.values()))


@given(st.lists(any_tile, max_size=60))
def test_tiles_come_back_from_their_text(tiles: list[Tile]) -> None:
    assert list(parse_tiles(write_tiles(tiles))) == sorted(tiles)


@each(
    "text, canonical",
    [
        ("", ""),
        ("  ", ""),
        ("9m 1m", "19m"),
        ("1z1m", "1m1z"),
        ("05m", "50m"),
        ("12 3 p 1 m", "1m123p"),
    ],
)
def test_text_has_one_canonical_form(text: str, canonical: str) -> None:
    assert write_tiles(parse_tiles(text)) == canonical


@each(
    "text, position, message",
    [
        ("123", 3, "123 has no suit: expected m, p, s, or z for honours"),
        ("12x", 2, "'x' is no suit: expected m, p, s, or z for honours"),
        ("m12", 0, "'m' follows no number: write the numbers before their suit, as 123m"),
        ("1m?", 2, "'?' is no part of a tile: numbers and then their suit m, p, s or z"),
        ("118z", 2, "8z is no tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
         "7z Red"),
        (" 1 m  8 z", 6, "8z is no tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
         "7z Red"),
        ("12M", 2, "'M' is no suit: did you mean m?"),
        ("1 2 ", 4, "12 has no suit: expected m, p, s, or z for honours"),
        ("0z", 0, "0z is no tile: 0 is a red five, and honours have none"),
        ("1m" * 101, 200, "the text is 202 characters long, no hand needs more than 200"),
        ("1\u0661m", 1, "1 has no suit: expected m, p, s, or z for honours"),
    ],
)  # fmt: skip
def test_an_error_says_what_and_where(text: str, position: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (str(caught.value), caught.value.position) == (message, position)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        assert 0 <= error.position <= len(text)
    else:
        assert parse_tiles(write_tiles(tiles)) == tuple(sorted(tiles))


def test_there_are_thirty_four_kinds_and_three_red_fives() -> None:
    assert [str(tile) for tile in TILES.values() if tile.red] == ["0m", "0p", "0s"]
    assert sorted({tile.kind for tile in TILES.values()}) == list(range(34))
    assert sorted(tile for tile in TILES if tile[1] == "z") == [f"{n}z" for n in range(1, 8)]


@pytest.mark.parametrize(("kind", "red"), [(-1, False), (34, False), (0, True), (27, True)])
def test_no_other_tile_can_be_made(kind: int, red: bool) -> None:
    with pytest.raises(ValueError, match="there is no tile"):
        Tile(kind, red)


@each(
    "indicator, dora",
    [("6s", "7s"), ("9p", "1p"), ("0m", "6m"), ("4z", "1z"), ("1z", "2z"),
     ("7z", "5z"), ("5z", "6z"), ("6z", "7z")],
)  # fmt: skip
def test_an_indicator_points_to_the_next(indicator: str, dora: str) -> None:
    assert TILES[indicator].indicated == TILES[dora].kind
