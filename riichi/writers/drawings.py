"""Drawings in documents: tiles as pictures or as characters, and figures of hands."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape

from riichi_core.hands.hand import Hand, parse_meld
from riichi_core.hands.melds import Meld
from riichi_core.language import PLAIN_ENGLISH, Translatable, Translator
from riichi_core.tiles import TILES, Tile, parse_tiles
from riichi_core.tiles.tile_faces import (
    BACK_FACE,
    GROUND,
    PEN,
    TILE_HEIGHT,
    TILE_WIDTH,
    corner,
    face,
    marks,
)

_FIRST_CODES = {"m": 0x1F007, "s": 0x1F010, "p": 0x1F019}
_HONOUR_CODES = (0x1F000, 0x1F001, 0x1F002, 0x1F003, 0x1F006, 0x1F005, 0x1F004)
_AS_TEXT = "\ufe0e"
"""The suffix of Red Dragon, which some terminals would show as a wide picture."""

BACK_CHARACTER = chr(0x1F02B)

TILE_BOX = f"0 0 {TILE_WIDTH} {TILE_HEIGHT}"

BACK = "back"

SUIT_NAMES: dict[str, Translatable] = {
    "m": "{number} of characters",
    "p": "{number} of circles",
    "s": "{number} of bamboo",
}

NUMBER_NAMES: tuple[Translatable, ...] = (
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
)

HONOUR_NAMES: tuple[Translatable, ...] = (
    "East",
    "South",
    "West",
    "North",
    "White dragon",
    "Green dragon",
    "Red dragon",
)

_ROOM = ' style="transform:var(--face)"'

_COLOURED_GROUND = GROUND.replace('fill="#fff"', 'style="fill:var(--tile,#fff)"')

_CORNER = 'font-size="10.5" font-weight="700" fill="#15181c" style="display:var(--corners,none)"'

SVG = "http://www.w3.org/2000/svg"

DRAWING_SIZE = 300
"""The side of a drawing, in its own units."""

STACKS_IN_WALL = 17
"""The number of stacks of two tiles in each wall."""

DEAD_STACKS = 7
"""The number of stacks in the dead wall."""

DICE_THROW = 9
"""The dice throw in the drawing of the walls: East's own wall, after its ninth stack."""

STACK_WIDTH, STACK_DEPTH = 9, 14
"""The size of a stack seen from above."""

SEATS: tuple[Translatable, ...] = ("East", "South", "West", "North")

_LIVE_FILL, _DEAD_FILL, _INDICATOR_FILL = "#fff", "#b9c2d6", "#b01818"


# ---- characters ----------------------------------------------------------------------------------


def can_draw() -> bool:
    """Return True if standard output can show the characters; a dumb terminal cannot."""
    if os.environ.get("TERM") == "dumb":
        return False
    try:
        chr(_HONOUR_CODES[0]).encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def draw(tiles: Iterable[Tile]) -> str:
    """Return tiles side by side as characters; a red five is followed by a mark."""
    return "".join(map(_character, tiles))


def _character(tile: Tile) -> str:
    mark = "'" if tile.red else "*" if tile.bonus else ""
    if tile.suit == "z":
        return chr(_HONOUR_CODES[tile.number - 1]) + (_AS_TEXT if tile.number == 7 else "") + mark
    return chr(_FIRST_CODES[tile.suit] + tile.number - 1) + mark


def draw_groups(groups: Iterable[Iterable[DrawnTile]]) -> str:
    """Return groups of tiles as on the table, with blanks between them."""
    return "  ".join(
        "".join(_character_of(tile.shape) + "*" * tile.marked for tile in group) for group in groups
    )


def _character_of(shape: str) -> str:
    return BACK_CHARACTER if shape == BACK else draw(parse_tiles(shape))


def draw_hand(hand: Hand) -> str:
    """Return a hand with its sets apart; the outer tiles of a concealed quad are face down."""
    parts = [draw(hand.concealed)]
    for meld in hand.melds:
        if meld.kind == "concealed_quad":
            parts.append(
                f"{BACK_CHARACTER}{draw(meld.tiles[2:])}{BACK_CHARACTER}"
            )  # a red five is the last, and shown
        else:
            parts.append(draw(meld.tiles))
    return "  ".join(filter(None, parts))


# ---- pictures of tiles ---------------------------------------------------------------------------


def tile_name(tile: Tile, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the name of a tile: `five of circles, red`."""
    if tile.bonus:
        return tr("{tile}, marked", tile=tile_name(tile.plain, tr))
    if tile.suit == "z":
        return tr(HONOUR_NAMES[tile.number - 1])
    named = tr(SUIT_NAMES[tile.suit], number=tr(NUMBER_NAMES[tile.number - 1]))
    return tr("{tile}, red", tile=named) if tile.red else named


def symbols() -> str:
    """Return the hidden shapes of all tiles and of a back, once for a page.

    A style sheet can set the colour of tiles (`--tile`), and show their Latin corners (`--corners`)
    with room for them (`--face`).
    """
    shapes = "".join(
        f'<symbol id="t-{ident}" viewBox="{TILE_BOX}">{_COLOURED_GROUND}{_shape(ident, _ROOM)}'
        f"{_corner(ident)}</symbol>"
        for ident in _idents()
    )
    return f'<svg width="0" height="0" aria-hidden="true" style="position:absolute">{shapes}</svg>'


def pictures() -> Mapping[str, str]:
    """Return each shape as a separate picture, by its name."""
    size = f'width="{TILE_WIDTH}" height="{TILE_HEIGHT}" viewBox="{TILE_BOX}"'
    return {
        ident: f'<svg xmlns="{SVG}" {size}>{GROUND}{_shape(ident)}</svg>' for ident in _idents()
    }


@cache
def _idents() -> tuple[str, ...]:
    """Return the names of all shapes: the tiles in their notation, and a back."""
    return (*dict.fromkeys(map(str, TILES.values())), BACK)


def _shape(ident: str, room: str = "") -> str:
    """Return the face of a tile, or a back."""
    if ident == BACK:
        return f"<g {PEN}>{BACK_FACE}</g>"
    tile = TILES[ident]
    return f"<g {PEN}><g{room}>{face(tile)}</g>{marks(tile)}</g>"


def _corner(ident: str) -> str:
    if ident == BACK:
        return ""
    return f'<text x="2.6" y="10.6" {_CORNER}>{corner(TILES[ident])}</text>'


# ---- hands ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile as on the table: its shape, its name for screen readers, and how it lies or looks."""

    shape: str
    name: str
    turned: bool = False
    marked: bool = False


TileGroups = tuple[tuple[DrawnTile, ...], ...]


def win_groups(
    hand: Hand, winning: Tile, tr: Translator = PLAIN_ENGLISH, *, outer_down: bool = True
) -> TileGroups:
    """Return a winning hand: the concealed tiles, the winning tile, the melds.

    `outer_down` sets which tiles of a concealed quad are face down: the outer or the inner two.
    """
    concealed = tuple(_drawn_tile(tile, tr) for tile in hand.concealed)
    sets = (_drawn_meld(meld, tr, outer_down=outer_down) for meld in hand.melds)
    return (concealed, (_drawn_tile(winning, tr),), *sets)


def drawn_groups(
    text: str, tr: Translator = PLAIN_ENGLISH, *, outer_down: bool = True
) -> TileGroups:
    """Return tiles as on the table, in groups separated by spaces.

    Args:
        text: tiles in their notation, e.g. `4'35p`, where `'` follows a turned tile; `xx` for tiles
            face down, and `[5555m]` for a concealed quad.
        tr: the language of their names.
        outer_down: whether the outer tiles of a concealed quad are face down.

    Raises:
        HandError: if a concealed quad is not written correctly.
        NotationError: if other tiles are not written correctly.
    """
    groups = []
    for group in text.split():
        if group.startswith("["):
            groups.append(_drawn_meld(parse_meld(group), tr, outer_down=outer_down))
        else:
            groups.append(tuple(_loose_tiles(group, tr)))
    return tuple(groups)


def _loose_tiles(group: str, tr: Translator) -> Iterator[DrawnTile]:
    for piece in re.findall("x+|[^x]+", group):
        if piece.startswith("x"):
            yield from (_drawn_tile(None, tr) for _ in piece)
        else:
            turned = [mark == "'" for mark in re.findall(r"\d\*?('?)", piece)]
            for tile, is_turned in zip(parse_tiles(piece.replace("'", "")), turned, strict=True):
                yield _drawn_tile(tile, tr, turned=is_turned)


def _drawn_tile(tile: Tile | None, tr: Translator, *, turned: bool = False) -> DrawnTile:
    """Return one tile; None is face down."""
    if tile is None:
        return DrawnTile(BACK, tr("face down"))
    shape = str(tile.plain if tile.bonus else tile)
    return DrawnTile(shape, tile_name(tile, tr), turned, tile.bonus)


def _drawn_meld(meld: Meld, tr: Translator, *, outer_down: bool) -> tuple[DrawnTile, ...]:
    """Return a meld: the claimed tile is turned, a concealed quad has two tiles face down."""
    if meld.kind == "concealed_quad":
        first, *inner, last = meld.tiles
        tiles = (None, *inner, None) if outer_down else (first, None, None, last)
        return tuple(_drawn_tile(tile, tr) for tile in tiles)
    place = {"left": 0, "across": 1, "right": 2}.get(meld.claimed_from or "left", 0)
    return tuple(
        _drawn_tile(tile, tr, turned=number == place) for number, tile in enumerate(meld.tiles)
    )


def hand_svg(groups: TileGroups) -> str:
    """Return a hand as HTML for a page that has the `symbols`."""
    return "".join(
        f'<span class="tiles">{"".join(map(_tile_svg, group))}</span>' for group in groups
    )


def _tile_svg(tile: DrawnTile) -> str:
    kind = f"tile{' turned' * tile.turned}{' marked' * tile.marked}"
    label = escape(tile.name)
    return (
        f'<svg class="{kind}" viewBox="{TILE_BOX}" role="img" aria-label="{label}">'
        f'<title>{label}</title><use href="#t-{tile.shape}"/></svg>'
    )


# ---- seats and walls -----------------------------------------------------------------------------


def seats(tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the four seats as SVG, East at the bottom, with the order of turns."""
    arrow = (
        '<path d="M214 193 A78 78 0 0 0 214 107" fill="none" stroke="#111" stroke-width="2"/>'
        '<path d="M210 99 l-3 13 l12 -5 z" fill="#111"/>'
    )
    turns = "".join(_rotated(arrow, place) for place in range(4))
    table = '<rect x="50" y="50" width="200" height="200" fill="none" stroke="#777"/>'
    return _drawing([table, turns, *_seat_names(tr)])


def walls(tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the four walls from above as SVG: the break after a throw, the dead wall shaded."""
    walls_drawn = []
    for place in range(4):
        stacks = (_stack(place, number) for number in range(STACKS_IN_WALL))
        walls_drawn.append(_rotated("".join(stacks), place))
    return _drawing([*walls_drawn, _draw_arrow(), *_seat_names(tr)])


def _stack(place: int, number: int) -> str:
    """Return a stack of a wall, counted from its player's right hand."""
    dead = place == 0 and DICE_THROW - DEAD_STACKS <= number < DICE_THROW
    gap = 6 if place == 0 and number >= DICE_THROW else 0
    x = (DRAWING_SIZE + STACKS_IN_WALL * STACK_WIDTH) / 2 - (number + 1) * STACK_WIDTH - gap
    indicator = place == 0 and number == DICE_THROW - 3
    fill = _INDICATOR_FILL if indicator else _DEAD_FILL if dead else _LIVE_FILL
    return (
        f'<rect x="{x:g}" y="228" width="{STACK_WIDTH - 1}" height="{STACK_DEPTH}" fill="{fill}" '
        'stroke="#111" stroke-width=".7"/>'
    )


def _draw_arrow() -> str:
    """Return an arrow from the break along the wall, clockwise, in the direction of the draws."""
    x = (DRAWING_SIZE + STACKS_IN_WALL * STACK_WIDTH) / 2 - DICE_THROW * STACK_WIDTH - 6
    return (
        f'<path d="M{x:g} 220 H{x - 44:g}" stroke="#111" stroke-width="1.6"/>'
        f'<path d="M{x - 52:g} 220 l10 -4.5 v9 z" fill="#111"/>'
    )


def _seat_names(tr: Translator) -> Iterator[str]:
    """Yield the names of the seats around the table: East at the bottom, South to its right."""
    places: Sequence[tuple[int, int]] = ((150, 288), (272, 154), (150, 22), (28, 154))
    for seat, (x, y) in zip(SEATS, places, strict=True):
        yield (
            f'<text x="{x}" y="{y}" font-size="15" font-family="Arimo, sans-serif" '
            f'text-anchor="middle">{tr(seat)}</text>'
        )


def _rotated(drawing: str, place: int) -> str:
    """Return a drawing in front of East, rotated to another seat."""
    half = DRAWING_SIZE // 2
    return f'<g transform="rotate({-90 * place} {half} {half})">{drawing}</g>'


def _drawing(parts: Sequence[str]) -> str:
    return f'<svg xmlns="{SVG}" viewBox="0 0 {DRAWING_SIZE} {DRAWING_SIZE}">{"".join(parts)}</svg>'
