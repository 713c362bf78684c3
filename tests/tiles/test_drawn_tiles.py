"""Tile drawings: one per tile, recognisable without colour, with a name in every language."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET

from each import each

from riichi import web
from riichi.locale import Locale, languages
from riichi.writers.drawings import BACK, pictures, symbols, tile_name
from riichi_core.tiles import TILES, Tile

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {*map(str, TILES.values()), BACK}
NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")


def test_every_tile_and_a_back_have_a_drawing() -> None:
    found = ET.fromstring(symbols())
    assert {one.attrib["id"] for one in found.iter("symbol")} == {f"t-{name}" for name in SHAPES}
    assert set(pictures()) == SHAPES


@each("name", sorted(SHAPES))
def test_a_drawing_has_lines_inside_its_box_and_needs_no_font(name: str) -> None:
    picture = ET.fromstring(pictures()[name])
    assert {one.tag for one in picture.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "g", "rect", "path")
    }
    for path in picture.iter(f"{SVG}path"):
        assert re.fullmatch(r"(?:[MLHVQlhz]|-?[\d.]+| )+", path.attrib["d"])
        for step, numbers in re.findall(r"([MLHVQ])([^A-Za-z]*)", path.attrib["d"]):
            found = [float(one) for one in NUMBER.findall(numbers)]
            across, down = {"H": (found, []), "V": ([], found)}.get(step, (found[::2], found[1::2]))
            assert all(1 <= x <= 29 for x in across), (name, step, numbers)
            assert all(1 <= y <= 39 for y in down), (name, step, numbers)


def test_no_two_drawings_are_the_same_without_colour() -> None:
    colourless = {re.sub(r"#[0-9a-f]+", "", picture) for picture in pictures().values()}
    assert len(colourless) == len(SHAPES)


@each("tile", [tile for tile in TILES.values() if tile.red])
def test_a_red_five_is_red_all_over(tile: Tile) -> None:
    """Only its edge and white areas have other colours."""
    _, _, face = pictures()[str(tile)].partition("/>")
    assert set(re.findall(r"#[0-9a-f]+", face)) <= {"#c0161d", "#fff"}
    assert "#c0161d" in face


@each("language", languages())
def test_every_tile_has_its_own_name(language: str) -> None:
    tr = Locale(language)
    named = {tile_name(tile, tr) for tile in TILES.values()}
    assert len(named) == len(set(TILES.values()))
    english = {tile_name(tile) for tile in TILES.values() if tile.suit != "z"}
    assert len(named & english) == (len(english) if language == "en" else 0)


def test_tile_names_are_those_used_by_players() -> None:
    dutch = Locale("nl")
    assert tile_name(TILES["0m"]) == "five of characters, red"
    assert tile_name(TILES["0m"], dutch) == "karakters vijf, rood"
    assert tile_name(TILES["6z"], dutch) == "Groene draak"


def test_the_icon_is_the_red_dragon() -> None:
    icon = (Path(web.__file__).parent / "static" / "icon.svg").read_text(encoding="utf-8")
    dragon = re.findall(r' d="[^"]*"', pictures()["7z"])
    assert dragon
    assert all(path in icon for path in dragon)
