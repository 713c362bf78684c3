"""The faces of the tiles as SVG: the project's own drawings, for 12 pixels up to a poster.

Chinese characters are pen strokes as well, so they need no font.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from riichi_core.tiles import Tile

TILE_WIDTH, TILE_HEIGHT = 30, 40

_INK, _RED, _GREEN, _BLUE = "#15181c", "#c0161d", "#0b6b2e", "#1c3f94"

Point = tuple[float, float]

# ---- characters ----------------------------------------------------------------------------------

NUMERALS = (
    "M5.5 10.8H24.5",
    "M8 6.4H22M5.2 15H24.8",
    "M7.5 4.8H22.5M9 10.2H21M5.2 15.8H24.8",
    "M6 5.2H24V16.4H6zM12 5.2V8.4Q12 11 9.2 12.2M17.6 5.2V10.4Q17.6 11.8 19 11.8H21.4",
    "M7 4.8H23M14.6 4.8L11.8 16.2M8.2 10H20.2L19.6 16.2M5 16.2H25",
    "M15 3.6V7M5.2 8.6H24.8M11.6 11.4Q10.6 14 6.6 16.8M18.2 11.4Q20.6 13.6 22.6 16.8",
    "M5.5 11.2L24.5 8.4M13.4 4V13.8Q13.4 16.2 15.8 16.2H20.6Q23.4 16.2 23.8 13.2",
    "M11.8 6Q11 12.4 5.4 16.6M16.4 4.6Q18.2 13 24.8 16.6",
    "M6.4 8.4H18.8V13.6Q18.8 16.2 21 16.2H22Q24.4 16.2 24.6 13M12.6 3.8V8.4Q12.6 13.6 5.8 16.8",
)
"""One to nine, in the upper half."""

TEN_THOUSAND = (
    "M5 21.6H25M10.8 19.2V23.4M19.2 19.2V23.4M8.6 24.6H21.4V30H8.6zM8.6 27.3H21.4"
    "M6 37.2V32.4H24V35.6Q24 37.2 21.6 36.8M15 24.6V35.4M10.2 35.8L18.6 34.6M17.8 33.2L19.8 36"
)
"""The character below the numerals."""

WINDS = (
    "M5 10.4H25M15 5V35.4M8 15H22V24.6H8zM8 19.8H22M14.4 24.6Q11.6 29.4 4.8 32.6"
    "M15.6 24.6Q18.4 29.4 25.2 32.6",
    "M5.4 9.6H24.6M15 5V15.6M6.4 35.2V15.6H23.6V33Q23.6 35.4 20.6 34.6M11.2 18.4L12.8 21.4"
    "M18.8 18.4L17.2 21.4M10.4 22.8H19.6M9.8 27.6H20.2M15 22.8V34",
    "M5 8.6H25M6.4 15.4H23.6V33.4H6.4zM12.2 8.6V18Q12.2 23.4 8.8 26M17.8 8.6V22.6"
    "Q17.8 24.6 19.6 24.6H21.4",
    "M12 6.4V34M5.4 15H12M4.8 31L12 27.2M18.2 6.4V30.4Q18.2 33 20.8 33H22.6Q25 33 25.2 28.4"
    "M24.8 12.6L18.2 17.8",
)
"""East, South, West, North."""

FRAME = "M6 7H24V33H6z"
"""The white dragon, as in sets with a frame."""

PROSPERITY = (
    "M6 6.4H12.6Q11.4 12.4 4.8 16.2M7.4 9.8L9.8 12M16.6 5.2Q18.2 12.4 25.4 16M22.4 6.2L18.8 9.2"
    "M24.8 9.2L20.8 12.2M6 19.4H13V23.6H7L6.4 28H13.4Q13.4 33.6 12.4 34.8Q11.4 35.8 9 34.6"
    "M17.8 18.6H22.6V22.6Q22.6 23.8 23.8 23.8H25.4M17.8 18.6V21.4Q17.8 24 15.8 25.4"
    "M16.4 27.8H23.4Q21.6 33 15.2 36M17.4 29Q19.6 33.6 25.4 36"
)
"""The green dragon."""

MIDDLE = "M6 12.4H24V24.2H6zM15 4.6V35.8"
"""The red dragon."""


def _strokes(path: str, colour: str, width: float) -> str:
    return f'<path d="{path}" stroke="{colour}" stroke-width="{width:g}"/>'


def _filled(path: str, colour: str) -> str:
    return f'<path d="{path}" fill="{colour}"/>'


def _characters(tile: Tile) -> str:
    colour = _RED if tile.red else _INK
    return _strokes(NUMERALS[tile.number - 1], colour, 2.3) + _strokes(TEN_THOUSAND, _RED, 1.5)


def _honour(number: int) -> str:
    if number <= 4:
        return _strokes(WINDS[number - 1], _INK, 2.4)
    if number == 5:
        return _strokes(FRAME, _BLUE, 2.2)
    return _strokes(PROSPERITY, _GREEN, 2) if number == 6 else _strokes(MIDDLE, _RED, 3)


# ---- circles -------------------------------------------------------------------------------------

_SIZES = {1: 12.0, 2: 6.6, 3: 5.2, 4: 5.2, 5: 4.8, 6: 4.6, 7: 3.9, 8: 4.2, 9: 4.0}

_CIRCLES: dict[int, dict[str, Sequence[Point]]] = {
    2: {_GREEN: [(15, 11)], _BLUE: [(15, 29)]},
    3: {_BLUE: [(8, 8.5)], _RED: [(15, 20)], _GREEN: [(22, 31.5)]},
    4: {_BLUE: [(8.5, 10), (21.5, 30)], _GREEN: [(21.5, 10), (8.5, 30)]},
    5: {_BLUE: [(8, 9), (22, 31)], _GREEN: [(22, 9), (8, 31)], _RED: [(15, 20)]},
    6: {_GREEN: [(9.2, 8), (20.8, 8)], _RED: [(9.2, 21.6), (20.8, 21.6), (9.2, 32), (20.8, 32)]},
    7: {
        _GREEN: [(7, 6.6), (15, 10), (23, 13.4)],
        _RED: [(9.6, 23.6), (20.4, 23.6), (9.6, 33), (20.4, 33)],
    },
    8: {_BLUE: [(x, y) for x in (9.6, 20.4) for y in (6.2, 15.4, 24.6, 33.8)]},
    9: {
        colour: [(x, y) for x in (6.6, 15, 23.4)]
        for colour, y in ((_BLUE, 7.5), (_RED, 20), (_GREEN, 32.5))
    },
}
"""The centres of a tile's circles, by colour."""


def _circles(tile: Tile) -> str:
    size = _SIZES[tile.number]
    if tile.number == 1:
        return _discs(
            [(15, 20)], [(_BLUE, 23), ("#fff", 19.4), (_GREEN, 17), ("#fff", 10), (_RED, 7)]
        )
    circles = _one_colour(_CIRCLES[5]) if tile.red else _CIRCLES[tile.number]
    return "".join(
        _discs(places, [(colour, 2 * size), ("#fff", 1.35 * size), (colour, 0.75 * size)])
        for colour, places in circles.items()
    )


def _one_colour(places: dict[str, Sequence[Point]]) -> dict[str, Sequence[Point]]:
    return {_RED: [place for some in places.values() for place in some]}


def _discs(places: Iterable[Point], rings: Iterable[tuple[str, float]]) -> str:
    """Return discs on top of each other: dots of a round pen, one per ring."""
    dots = "".join(f"M{x:g} {y:g}h.01" for x, y in places)
    return "".join(_strokes(dots, colour, width) for colour, width in rings)


# ---- bamboo --------------------------------------------------------------------------------------

Stick = tuple[Point, Point]


def _upright(middles: Iterable[Point], half: float) -> list[Stick]:
    return [((x, y - half), (x, y + half)) for x, y in middles]


_COLUMNS = (7, 15, 23)

_STICKS: dict[int, dict[str, list[Stick]]] = {
    2: {_GREEN: _upright([(15, 11), (15, 29)], 6.5)},
    3: {_GREEN: _upright([(15, 11), (8.5, 29), (21.5, 29)], 6.5)},
    4: {_GREEN: _upright([(x, y) for y in (11, 29) for x in (8.5, 21.5)], 6.5)},
    5: {
        _GREEN: _upright([(x, y) for y in (10.5, 29.5) for x in (7.5, 22.5)], 6),
        _RED: _upright([(15, 20)], 6),
    },
    6: {_GREEN: _upright([(x, y) for y in (11, 29) for x in _COLUMNS], 6.5)},
    7: {
        _RED: _upright([(15, 7.6)], 3.6),
        _GREEN: _upright([(x, y) for y in (20, 32) for x in _COLUMNS], 4),
    },
    8: {
        _GREEN: [
            *_upright([(x, y) for y in (11, 29) for x in (5.2, 24.8)], 6.5),
            ((9.9, 4.9), (13.9, 16.8)),
            ((20.1, 4.9), (16.1, 16.8)),
            ((13.9, 23.2), (9.9, 35.1)),
            ((16.1, 23.2), (20.1, 35.1)),
        ]
    },
    9: {
        _GREEN: _upright([(x, y) for y in (8, 20, 32) for x in (7, 23)], 4),
        _RED: _upright([(15, y) for y in (8, 20, 32)], 4),
    },
}
"""The ends of a tile's sticks, by colour."""


def _bamboo(tile: Tile) -> str:
    if tile.number == 1:
        return _bird()
    sticks = _STICKS[tile.number]
    if tile.red:
        sticks = {_RED: sticks[_GREEN] + sticks[_RED]}
    return "".join(_bones(some, colour) for colour, some in sticks.items())


def _bones(sticks: Iterable[Stick], colour: str) -> str:
    """Return sticks with a knot at each end and in the middle."""
    shafts, knots = [], []
    for (x, y), (to_x, to_y) in sticks:
        shafts.append(f"M{x:g} {y:g}L{to_x:g} {to_y:g}")
        length = hypot(to_x - x, to_y - y)
        right, down = (to_x - x) / length, (to_y - y) / length
        for along in (0.8, length / 2, length - 0.8):
            start_x, start_y = x + along * right - 1.3 * down, y + along * down + 1.3 * right
            knots.append(f"M{start_x:.3g} {start_y:.3g}l{2.6 * down:.2g} {-2.6 * right:.2g}")
    return _strokes("".join(shafts), colour, 2.8) + _strokes("".join(knots), colour, 1.6)


BIRD = (
    "M7.6 9.4Q8.4 5.6 11.8 5.8Q15 6.2 14.8 10.6Q21.4 12.4 22.4 19.2Q21.4 26 14.8 26.2"
    "Q8 24.6 8.2 16.8Q9.6 14 9.4 11.2L4.6 10.8z"
)
WING = "M12 17.4Q17.6 14 20.4 19.4Q16.6 23.8 12 17.4z"
TAIL = "M18.6 22.6L25.2 35M17 24.4L20.6 35.6M20 20L26.4 29"
LEG, CREST = "M12.2 25.4V34.6M9 35H13.6", "M12.4 5.6L13 2.8M13.8 6.4L16.6 4.2"
EYE = (10.9, 9.2)
"""The bird that is one of bamboo."""


def _bird() -> str:
    return (
        _strokes(TAIL, _GREEN, 2)
        + _strokes(LEG + CREST, _RED, 1.6)
        + _filled(BIRD, _GREEN)
        + _strokes(WING, "#fff", 1)
        + _filled(WING, _RED)
        + _discs([EYE], [("#fff", 2)])
    )


# ---- tiles ---------------------------------------------------------------------------------------

GROUND = (
    f'<rect x=".9" y=".9" width="{TILE_WIDTH - 1.8:g}" height="{TILE_HEIGHT - 1.8:g}" rx="3.2" '
    f'fill="#fff" stroke="{_INK}" stroke-width="1.2"/>'
)
"""The blank tile."""

PEN = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
"""The pen that draws faces."""

BACK_FACE = (
    _strokes("M7 7H23V33H7z", _BLUE, 6)
    + _filled("M7 7H23V33H7z", _BLUE)
    + _strokes("M7.5 7.5H22.5V32.5H7.5z", "#fff", 1)
)
"""A tile that is face down."""

RED_MARK = "M18.8 1.2H26.4Q28.8 1.2 28.8 3.6V11.2z"
"""The corner that distinguishes a red five from a plain one without colours."""

HONOUR_CORNERS = "ESWNPFC"
"""The letters on winds and dragons in sets with Latin corners."""


def face(tile: Tile) -> str:
    """Return the face of a tile, for the `PEN`."""
    if tile.suit == "z":
        return _honour(tile.number)
    return {"m": _characters, "p": _circles, "s": _bamboo}[tile.suit](tile)


def marks(tile: Tile) -> str:
    """Return the mark of a red five, which does not move if the face makes room."""
    if not tile.red:
        return ""
    return _strokes("M20.2 3.6L26.4 9.8", "#fff", 2.6) + _filled(RED_MARK, _RED)


def corner(tile: Tile) -> str:
    """Return the number or letter of this tile in a set with Latin corners."""
    return HONOUR_CORNERS[tile.number - 1] if tile.suit == "z" else str(tile.number)
