"""Tiles drawn as SVG: our own artwork, from circles, bars and letters, clear in black and white.

A page has each shape once (`symbols`) and refers to it wherever a tile stands (`hand_svg`), with
its name for those who do not see it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from riichi_core.hands.hand import Hand, parse_meld
from riichi_core.hands.melds import Meld
from riichi_core.language import ENGLISH, Text, Translator
from riichi_core.tiles import TILES, Tile, parse_tiles

WIDTH, HEIGHT = 30, 40
BOX = f"0 0 {WIDTH} {HEIGHT}"
BACK = "back"

SUITS: dict[str, Text] = {
    "m": "{number} of characters",
    "p": "{number} of circles",
    "s": "{number} of bamboo",
}
NUMBERS: tuple[Text, ...] = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
HONOURS: tuple[Text, ...] = (
    "East",
    "South",
    "West",
    "North",
    "White dragon",
    "Green dragon",
    "Red dragon",
)

_INK, _RED, _GREEN, _BLUE = "#111", "#b01818", "#14691f", "#1b3d8f"

_FRAME = (
    f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="3" fill="#fff" '
    f'stroke="{_INK}" stroke-width="1.2"/>'
)

_DOTS: dict[int, Sequence[tuple[float, float]]] = {
    1: [(15, 20)],
    2: [(15, 11), (15, 29)],
    3: [(8, 9), (15, 20), (22, 31)],
    4: [(9, 11), (21, 11), (9, 29), (21, 29)],
    5: [(8, 10), (22, 10), (15, 20), (8, 30), (22, 30)],
    6: [(9, 9), (21, 9), (9, 22), (21, 22), (9, 32), (21, 32)],
    7: [(7, 7), (15, 10), (23, 13), (9, 23), (21, 23), (9, 33), (21, 33)],
    8: [(9, 7), (21, 7), (9, 16), (21, 16), (9, 25), (21, 25), (9, 34), (21, 34)],
    9: [(7, 8), (15, 8), (23, 8), (7, 20), (15, 20), (23, 20), (7, 32), (15, 32), (23, 32)],
}
"""The places of the dots of circles and the sticks of bamboo, by number."""


def name(tile: Tile, tr: Translator = ENGLISH) -> str:
    """Return the name of a tile: `five of circles, red`."""
    if tile.suit == "z":
        return tr(HONOURS[tile.number - 1])
    named = tr(SUITS[tile.suit], number=tr(NUMBERS[tile.number - 1]))
    return tr("{tile}, red", tile=named) if tile.red else named


def symbols() -> str:
    """Return the shapes of all tiles and of a back, hidden, once for a page."""
    shapes = "".join(
        f'<symbol id="t-{ident}" viewBox="{BOX}">{shape}</symbol>'
        for ident, shape in _shapes().items()
    )
    return f'<svg width="0" height="0" aria-hidden="true" style="position:absolute">{shapes}</svg>'


def pictures() -> Mapping[str, str]:
    """Return each shape as a picture of its own, by its name."""
    size = f'width="{WIDTH}" height="{HEIGHT}" viewBox="{BOX}"'
    return {
        ident: f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{shape}</svg>'
        for ident, shape in _shapes().items()
    }


@cache
def _shapes() -> Mapping[str, str]:
    """Return every shape by its name: the tiles as they are written, and a back."""
    back = f'<rect x="5" y="5" width="20" height="30" rx="2" fill="{_BLUE}"/>'
    faces = {str(tile): _face(tile) for tile in TILES.values()}
    return {ident: _FRAME + inner for ident, inner in (faces | {BACK: back}).items()}


def _face(tile: Tile) -> str:
    if tile.suit == "p":
        return _circles(tile)
    if tile.suit == "s":
        return _bamboo(tile)
    if tile.suit == "m":
        return _characters(tile)
    return _honour(tile.number)


def _circles(tile: Tile) -> str:
    """Return rings with a dot in them."""
    colour = _RED if tile.red else _BLUE
    size = 9.0 if tile.number == 1 else 4.4 if tile.number < 6 else 3.6
    rings = "".join(_round(x, y, size) for x, y in _DOTS[tile.number])
    dots = "".join(_round(x, y, size / 3) for x, y in _DOTS[tile.number])
    return (
        f'<path d="{rings}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<path d="{dots}" fill="{colour}"/>{_red_mark(tile)}'
    )


def _round(x: float, y: float, size: float) -> str:
    """Return a circle as a part of a path, so that a tile is a few shapes and not many."""
    arc = f"a{size:.2f} {size:.2f} 0 1 0"
    return f"M{x - size:.2f} {y}{arc} {2 * size:.2f} 0{arc} {-2 * size:.2f} 0"


def _bamboo(tile: Tile) -> str:
    """Return sticks with a knot in their middle."""
    colour = _RED if tile.red else _GREEN
    half = 11.0 if tile.number == 1 else 4.5 if tile.number < 6 else 3.5
    sticks = "".join(f"M{x} {y - half}V{y + half}" for x, y in _DOTS[tile.number])
    knots = "".join(f"M{x - 2.6} {y}H{x + 2.6}" for x, y in _DOTS[tile.number])
    return (
        f'<path d="{sticks}" stroke="{colour}" stroke-width="3" stroke-linecap="round"/>'
        f'<path d="{knots}" stroke="#fff" stroke-width="1.3"/>{_red_mark(tile)}'
    )


def _characters(tile: Tile) -> str:
    """Return the number, and below it a sign that stands for ten thousand."""
    colour = _RED if tile.red else _INK
    sign = (
        f'<path d="M8 26H22H15V36H9L15 31H22" fill="none" stroke="{_RED}" stroke-width="1.8" '
        'stroke-linecap="round"/>'
    )
    return _letter(str(tile.number), 20, 20, colour) + sign + _red_mark(tile)


def _red_mark(tile: Tile) -> str:
    """Return a corner that tells a red five from a plain one where nothing is coloured."""
    return f'<path d="M29 1 h-9 l9 9 z" fill="{_RED}"/>' if tile.red else ""


def _honour(number: int) -> str:
    if number <= 4:
        return _letter("ESWN"[number - 1], 26, 29, _INK)
    if number == 5:
        return (
            f'<rect x="6" y="7" width="18" height="26" fill="none" stroke="{_BLUE}" '
            'stroke-width="2"/>'
        )
    if number == 6:
        leaves = "".join(
            f'<path d="M15 34 Q{x} {y} 15 8 Q{30 - x} {y} 15 34" fill="none" stroke="{_GREEN}" '
            'stroke-width="1.8"/>'
            for x, y in ((3, 20), (10, 20))
        )
        return leaves + _letter("G", 10, 24, _GREEN)
    return (
        f'<rect x="7" y="12" width="16" height="12" fill="none" stroke="{_RED}" '
        'stroke-width="2.6"/>'
        f'<line x1="15" y1="6" x2="15" y2="35" stroke="{_RED}" stroke-width="2.6"/>'
    )


def _letter(text: str, size: int, baseline: int, colour: str) -> str:
    return (
        f'<text x="15" y="{baseline}" font-size="{size}" font-family="Georgia, serif" '
        f'font-weight="bold" text-anchor="middle" fill="{colour}">{text}</text>'
    )


# ---- hands ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile as it lies on the table: its shape, its name for who does not see it, and how."""

    shape: str
    name: str
    turned: bool = False


TileGroups = tuple[tuple[DrawnTile, ...], ...]


def win_groups(
    hand: Hand, winning: Tile, tr: Translator = ENGLISH, *, outer_down: bool = True
) -> TileGroups:
    """Return a winning hand: the concealed tiles, the winning tile, the melds.

    `outer_down` says which tiles of a concealed kong lie face down: the outer two, or the inner.
    """
    concealed = tuple(_drawn(tile, tr) for tile in hand.concealed)
    sets = (_set(one, tr, outer_down=outer_down) for one in hand.melds)
    return (concealed, (_drawn(winning, tr),), *sets)


def drawn_groups(text: str, tr: Translator = ENGLISH, *, outer_down: bool = True) -> TileGroups:
    """Return tiles as they lie on the table, groups of them with spaces between.

    Args:
        text: tiles as they are written, `4'35p`, one that lies on its side with `'` behind it;
            `xx` for tiles face down, and `[5555m]` for a concealed kong.
        tr: the language of their names.
        outer_down: which tiles of a concealed kong lie face down.

    Raises:
        HandError: a concealed kong is not written as one.
        NotationError: other tiles are not.
    """
    groups = []
    for group in text.split():
        if group.startswith("["):
            groups.append(_set(parse_meld(group), tr, outer_down=outer_down))
        else:
            groups.append(tuple(_loose(group, tr)))
    return tuple(groups)


def _loose(group: str, tr: Translator) -> Iterator[DrawnTile]:
    for piece in re.findall("x+|[^x]+", group):
        if piece.startswith("x"):
            yield from (_drawn(None, tr) for _ in piece)
        else:
            turned = [mark == "'" for mark in re.findall(r"\d('?)", piece)]
            for tile, how in zip(parse_tiles(piece.replace("'", "")), turned, strict=True):
                yield _drawn(tile, tr, turned=how)


def _drawn(tile: Tile | None, tr: Translator, *, turned: bool = False) -> DrawnTile:
    """Return one tile; None lies face down."""
    if tile is None:
        return DrawnTile(BACK, tr("face down"))
    return DrawnTile(str(tile), name(tile, tr), turned)


def _set(one: Meld, tr: Translator, *, outer_down: bool) -> tuple[DrawnTile, ...]:
    """Return a meld: the claimed tile is turned, a concealed kong has two tiles face down."""
    if one.kind == "concealed_kong":
        first, *inner, last = one.tiles
        shown = (None, *inner, None) if outer_down else (first, None, None, last)
        return tuple(_drawn(tile, tr) for tile in shown)
    place = {"left": 0, "across": 1, "right": 2}.get(one.claimed_from or "left", 0)
    return tuple(_drawn(t, tr, turned=at == place) for at, t in enumerate(one.tiles))


def hand_svg(groups: TileGroups) -> str:
    """Return a hand as HTML for a page that has the `symbols`."""
    return "".join(
        f'<span class="tiles">{"".join(map(_tile_svg, group))}</span>' for group in groups
    )


def _tile_svg(one: DrawnTile) -> str:
    kind = "tile turned" if one.turned else "tile"
    label = escape(one.name)
    return (
        f'<svg class="{kind}" viewBox="{BOX}" role="img" aria-label="{label}">'
        f'<title>{label}</title><use href="#t-{one.shape}"/></svg>'
    )
