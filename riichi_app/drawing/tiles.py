"""Tiles drawn as SVG: our own artwork, from circles, bars and letters, clear in black and white.

A page has each shape once (`symbols`) and refers to it wherever a tile stands (`tile_html`), with
its name for those who do not see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

from riichi_core.hands import DeclaredSet, Hand
from riichi_core.rules.tongue import ENGLISH, Tongue
from riichi_core.tiles import TILES, Tile

WIDTH, HEIGHT = 30, 40
BACK = "back"

SUITS = {
    "m": "{number} of characters",
    "p": "{number} of circles",
    "s": "{number} of bamboo",
}
NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
HONOURS = ("East", "South", "West", "North", "White dragon", "Green dragon", "Red dragon")

STYLE = """
.tile { width: 1.35em; height: 1.8em; vertical-align: -.45em; margin-right: .06em }
.tile.turned { transform: rotate(90deg); margin: 0 .25em 0 .22em }
.tiles { white-space: nowrap; margin-right: .6em }
""".strip()
"""What a page's style needs for tiles."""

_INK, _RED, _GREEN, _BLUE = "#111", "#b01818", "#14691f", "#1b3d8f"

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
"""Where the dots of circles and the sticks of bamboo lie, by number."""


def name(tile: Tile, tongue: Tongue = ENGLISH) -> str:
    """What a tile is called: `five of circles, red`."""
    if tile.suit == "z":
        return tongue(HONOURS[tile.number - 1])
    named = tongue(SUITS[tile.suit], number=tongue(NUMBERS[tile.number - 1]))
    return tongue("{tile}, red", tile=named) if tile.red else named


def symbols() -> str:
    """The shapes of all tiles and of a back, hidden, once for a page."""
    shapes = [_symbol(str(tile), _face(tile)) for tile in TILES.values()]
    back = f'<rect x="5" y="5" width="20" height="30" rx="2" fill="{_BLUE}"/>'
    return (
        '<svg width="0" height="0" aria-hidden="true" '
        f'style="position:absolute">{"".join(shapes)}{_symbol(BACK, back)}</svg>'
    )


def _symbol(ident: str, inner: str) -> str:
    frame = (
        f'<rect x="1" y="1" width="{WIDTH - 2}" height="{HEIGHT - 2}" rx="3" fill="#fff" '
        f'stroke="{_INK}" stroke-width="1.2"/>'
    )
    return f'<symbol id="t-{ident}" viewBox="0 0 {WIDTH} {HEIGHT}">{frame}{inner}</symbol>'


def _face(tile: Tile) -> str:
    if tile.suit == "p":
        return _circles(tile)
    if tile.suit == "s":
        return _bamboo(tile)
    if tile.suit == "m":
        return _characters(tile)
    return _honour(tile.number)


def _circles(tile: Tile) -> str:
    colour = _RED if tile.red else _BLUE
    size = 9.0 if tile.number == 1 else 4.4 if tile.number < 6 else 3.6
    dots = "".join(
        f'<circle cx="{x}" cy="{y}" r="{size}" fill="none" stroke="{colour}" stroke-width="2"/>'
        f'<circle cx="{x}" cy="{y}" r="{size / 3:.2f}" fill="{colour}"/>'
        for x, y in _DOTS[tile.number]
    )
    return dots + _red_mark(tile)


def _bamboo(tile: Tile) -> str:
    colour = _RED if tile.red else _GREEN
    length = 22.0 if tile.number == 1 else 9.0 if tile.number < 6 else 7.0
    sticks = "".join(_stick(x, y, length, colour) for x, y in _DOTS[tile.number])
    return sticks + _red_mark(tile)


def _stick(x: float, y: float, length: float, colour: str) -> str:
    """A stick with a knot in its middle."""
    half = length / 2
    return (
        f'<line x1="{x}" y1="{y - half}" x2="{x}" y2="{y + half}" stroke="{colour}" '
        f'stroke-width="3" stroke-linecap="round"/>'
        f'<line x1="{x - 2.6}" y1="{y}" x2="{x + 2.6}" y2="{y}" stroke="#fff" stroke-width="1.3"/>'
    )


def _characters(tile: Tile) -> str:
    """The number, and below it a sign that stands for ten thousand."""
    colour = _RED if tile.red else _INK
    sign = [(8, 26), (22, 26), (15, 26), (15, 36), (9, 36), (15, 31), (22, 31)]
    lines = "".join(
        f'<line x1="{a}" y1="{b}" x2="{c}" y2="{d}" stroke="{_RED}" stroke-width="1.8" '
        'stroke-linecap="round"/>'
        for (a, b), (c, d) in pairwise(sign)
    )
    return _letter(str(tile.number), 20, 20, colour) + lines + _red_mark(tile)


def _red_mark(tile: Tile) -> str:
    """A corner that tells a red five from a plain one where nothing is coloured."""
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


# ---- on a page -----------------------------------------------------------------------------------


def tile_html(tile: Tile | None, tongue: Tongue = ENGLISH, *, turned: bool = False) -> str:
    """One tile; None lies face down."""
    ident = BACK if tile is None else str(tile)
    label = tongue("face down") if tile is None else name(tile, tongue)
    kind = "tile turned" if turned else "tile"
    return (
        f'<svg class="{kind}" role="img" aria-label="{escape(label)}">'
        f'<title>{escape(label)}</title><use href="#t-{ident}"/></svg>'
    )


def tiles_html(tiles: Iterable[Tile | None], tongue: Tongue = ENGLISH) -> str:
    """Tiles side by side."""
    return f'<span class="tiles">{"".join(tile_html(tile, tongue) for tile in tiles)}</span>'


def set_html(one: DeclaredSet, tongue: Tongue = ENGLISH) -> str:
    """A declared set: the tile that was claimed is turned, a concealed kong shows its outer two."""
    if one.kind == "concealed_kong":
        return tiles_html([None, *one.tiles[1:3], None], tongue)
    place = {"left": 0, "across": 1, "right": 2}.get(one.claimed_from or "left", 0)
    drawn = [tile_html(tile, tongue, turned=at == place) for at, tile in enumerate(one.tiles)]
    return f'<span class="tiles">{"".join(drawn)}</span>'


def win_html(hand: Hand, winning: Tile, tongue: Tongue = ENGLISH) -> str:
    """A winning hand: the concealed tiles, the tile that completes them, the declared sets."""
    parts = [tiles_html(hand.concealed, tongue), tiles_html([winning], tongue)]
    return "".join([*parts, *(set_html(one, tongue) for one in hand.declared)])
