"""MPSZ notation: reading and writing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from each import each
from hypothesis import given, strategies as st

from riichi.writers.drawings import draw
from riichi_core.tiles import TILES, NotationError, Tile, parse_tiles, write_tiles
from riichi_core.tiles.tile import ALL_TILES

any_tile = st.sampled_from(sorted(ALL_TILES))


@given(st.lists(any_tile, max_size=60))
def test_tiles_can_be_read_back_from_their_text(tiles: list[Tile]) -> None:
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
        ("5*0 3*31m 2*z", "133*05*m2*z"),
        ("m3*1", "13*m"),
    ],
)
def test_text_has_one_canonical_form(text: str, canonical: str) -> None:
    assert write_tiles(parse_tiles(text)) == canonical


@each(
    "text, position, message",
    [
        ("123", 3, "123 has no suit: expected m, p, s, or z for honours"),
        ("12x", 2, "'x' is not a suit: expected m, p, s, or z for honours"),
        ("12m p", 4, "no number comes before 'p': write numbers before their suit, e.g. 123m, "
                     "honours as 1z-7z, a red five as 0p"),
        ("1m?", 2, "'?' is not part of a tile: numbers and then their suit m, p, s or z"),
        ("118z", 2, "8z is not a tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
         "7z Red"),
        (" 1 m  8 z", 6, "8z is not a tile: the honours are 1z East to 4z North, 5z White, "
         "6z Green, 7z Red"),
        ("12M", 2, "'M' is not a suit: did you mean m?"),
        ("1 2 ", 4, "12 has no suit: expected m, p, s, or z for honours"),
        ("3m*", 2, "'*' goes directly after the number of the marked tile, e.g. 3*m or 12*3m"),
        ("0*p", 0, "0*p is not a tile: a bonus tile is not red, e.g. 5*p"),
        ("8*z", 0, "8*z is not a tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
         "7z Red"),
        ("0z", 0, "0z is not a tile: 0 is a red five, and there are no red honours"),
        ("1m" * 101, 200, "the text is 202 characters long, no hand needs more than 200"),
        ("1\u0661m", 1, "1 has no suit: expected m, p, s, or z for honours"),
    ],
)  # fmt: skip
def test_an_error_has_a_reason_and_a_position(text: str, position: int, message: str) -> None:
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


# ---- other ways to write tiles -------------------------------------------------------------------


@each(
    "text, canonical",
    [
        # tile characters, as `riichi score` prints them: ' marks a red five
        ("\U0001f007\U0001f008\U0001f009 \U0001f010\U0001f018 \U0001f019\U0001f021", "123m19p19s"),
        ("\U0001f000\U0001f001\U0001f002\U0001f003\U0001f006\U0001f005\U0001f004", "1234567z"),
        ("\U0001f004\ufe0f\U0001f00b\ufe0e'\U0001f01d\u2019", "0m0p7z"),
        # honours
        ("E S W N P F C", "1234567z"),
        ("WhGR", "567z"),
        ("東南西北白發中", "1234567z"),
        ("东 発 发", "166z"),
        ("123mEESSS", "123m11222z"),
        # a suit before its numbers
        ("m123", "123m"),
        ("m123p456s789z11", "123m456p789s11z"),
        ("m 1 2 3, p4", "123m4p"),
        ("EE p12 SS", "12p1122z"),
        # red fives
        ("5pr", "0p"),
        ("r5p", "0p"),
        ("p5r", "0p"),
        ("pr5", "0p"),
        ("4p5pr6p", "406p"),
        ("4pr5p6p", "406p"),
        ("45r6s", "406s"),
        ("55mr", "50m"),
        ("r55m", "50m"),
        ("m340p5r6", "340m06p"),
        ("5m 5mr 5sr", "50m0s"),
        # full width, and separators
        ("\uff11\uff12\uff13\uff4d\u3000\uff25", "123m1z"),
        ("123m-456p-789s|11z", "123m456p789s11z"),
        ("1,2,3m; ".replace(";", "."), "123m"),
        ("1m、2m・3m。", "123m"),
    ],
)
def test_tiles_may_be_written_in_other_ways(text: str, canonical: str) -> None:
    assert write_tiles(parse_tiles(text)) == canonical


@each(
    "text, position, message",
    [
        ("5pr5p", 2, "r between two fives could mark either as red: write 0p for the red one"),
        ("m5r5", 2, "r between two fives could mark either as red: write 0p for the red one"),
        ("4pr", 2, "r is not next to a five: write a red five as 0p, 5pr or r5p, and the Red "
                   "Dragon as 7z"),
        ("m5pr6", 3, "r is not next to a five: write a red five as 0p, 5pr or r5p, and the Red "
                     "Dragon as 7z"),
        ("5pR", 2, "R next to a five could mean a red five or the Red Dragon: write 0p or 7z"),
        ("RR5p", 1, "R next to a five could mean a red five or the Red Dragon: write 0p or 7z"),
        ("s", 0, "no number comes after 's': the text begins with a suit, so each suit must come "
                 "before its numbers, e.g. m123; write honours as 1z-7z, a red five as 0p"),
        ("m123p", 4, "no number comes after 'p': the text begins with a suit, so each suit must "
                     "come before its numbers, e.g. m123; write honours as 1z-7z, a red five as "
                     "0p"),
        ("m1E2p3", 3, "2 has no suit: the text begins with a suit, so each suit must come before "
                      "its numbers, e.g. m123"),
        ("z8", 1, "8z is not a tile: the honours are 1z East to 4z North, 5z White, 6z Green, "
         "7z Red"),
        ("12E", 2, "'E' is not a suit: expected m, p, s, or z for honours"),
        ("12S", 2, "'S' is not a suit: did you mean s?"),
        ("12東", 2, "12 has no suit: expected m, p, s, or z for honours"),
        ("P123", 4, "123 has no suit: expected m, p, s, or z for honours"),
        ("1m e", 3, "'e' is not a tile: write honours as 1z-7z or E S W N P F C, a red five as 0p, "
         "and all others as 123m"),
        ("1-3m", 1, "'-' between two numbers could mean a range: write every number, e.g. 123m"),
        ("\U0001f007'", 0, "1m cannot have a mark: only a five of a suit can be red, e.g. 0p"),
        ("\U0001f006'", 0, "5z cannot have a mark: only a five of a suit can be red, e.g. 0p"),
        ("\U0001f02b", 0, "a tile cannot be face down: write a concealed quad as [1111m]"),
        ("\U0001f022", 0, "'\U0001f022' is not part of a tile: numbers and then their suit m, p, s "
         "or z"),
    ],
)  # fmt: skip
def test_ambiguous_and_unreadable_text_is_refused(text: str, position: int, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert (str(caught.value), caught.value.position) == (message, position)


LETTERS = dict(zip("1234567", "ESWNPFC", strict=True))
CHINESE = dict(zip("1234567", "東南西北白發中", strict=True))


def mjai(tile: Tile) -> str:
    """Return a tile in the notation of mjai."""
    if tile.suit == "z":
        return LETTERS[str(tile)[0]] + "*" * tile.bonus
    return f"5{tile.suit}r" if tile.red else str(tile)


WRITERS: dict[str, Callable[[list[Tile]], str]] = {
    "mjai": lambda tiles: " ".join(map(mjai, tiles)),
    "suit first": lambda tiles: "".join(f"{tile.suit}{str(tile)[:-1]}" for tile in tiles),
    "red first": lambda tiles: ",".join(str(tile).replace("0", "r5") for tile in tiles),
    "Chinese": lambda tiles: "".join(
        CHINESE[str(tile)[0]] + "*" * tile.bonus if tile.suit == "z" else str(tile)
        for tile in tiles),
    "characters": draw,
    "full width": lambda tiles: "".join(
        chr(ord(character) + 0xFEE0) for tile in tiles for character in str(tile)),
}  # fmt: skip


@pytest.mark.parametrize("writer", WRITERS)
@given(tiles=st.lists(any_tile, max_size=20))
def test_every_way_of_writing_gives_the_same_tiles(writer: str, tiles: list[Tile]) -> None:
    assert list(parse_tiles(WRITERS[writer](tiles))) == tiles


@given(st.text(alphabet="0159*mpszrRESWhNPFCG-, '東中\U0001f007\U0001f00b\uff11", max_size=12))
def test_any_mixture_is_read_or_refused_with_a_position(text: str) -> None:
    try:
        tiles = parse_tiles(text)
    except NotationError as error:
        assert 0 <= error.position <= len(text)
        assert str(error).isprintable()
    else:
        assert parse_tiles(write_tiles(tiles)) == tuple(sorted(tiles))


def test_there_are_thirty_four_kinds_and_three_red_fives() -> None:
    assert [str(tile) for tile in TILES.values() if tile.red] == ["0m", "0p", "0s"]
    assert sorted({tile.kind for tile in TILES.values()}) == list(range(34))
    assert sorted(tile for tile in TILES if tile[1] == "z") == [f"{n}z" for n in range(1, 8)]


@pytest.mark.parametrize(("kind", "red"), [(-1, False), (34, False), (0, True), (27, True)])
def test_other_tiles_cannot_be_made(kind: int, red: bool) -> None:
    with pytest.raises(ValueError, match="there is no tile"):
        Tile(kind, red)


@each(
    "indicator, dora",
    [("6s", "7s"), ("9p", "1p"), ("0m", "6m"), ("4z", "1z"), ("1z", "2z"),
     ("7z", "5z"), ("5z", "6z"), ("6z", "7z")],
)  # fmt: skip
def test_an_indicator_points_to_the_next_tile(indicator: str, dora: str) -> None:
    assert TILES[indicator].indicated == TILES[dora].kind
