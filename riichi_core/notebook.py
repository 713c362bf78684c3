"""HTML of values for notebooks: tiles as pictures, and tables. It loads nothing from elsewhere."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from riichi_core.tiles import Tile
from riichi_core.tiles.tile_faces import (
    BACK_FACE,
    GROUND,
    PEN,
    TILE_HEIGHT,
    TILE_WIDTH,
    face,
    marks,
)

_GAP = 12
"""The space between groups of tiles."""

_CELL = 'style="text-align:left;vertical-align:top"'


def tiles_svg(groups: Iterable[Sequence[Tile | None]], label: str) -> str:
    """Return groups of tiles as one SVG.

    Args:
        groups: the tiles, left to right; None lies face down.
        label: the tiles as text, for people who do not see them.
    """
    parts: list[str] = []
    x = 0
    for group in filter(None, groups):
        for tile in group:
            drawn = BACK_FACE if tile is None else f"{face(tile)}{marks(tile)}"
            parts.append(f'<g transform="translate({x} 0)">{GROUND}<g {PEN}>{drawn}</g></g>')
            x += TILE_WIDTH
        x += _GAP
    width = max(x - _GAP, 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{escape(label)}" '
        f'width="{width}" height="{TILE_HEIGHT}" viewBox="0 0 {width} {TILE_HEIGHT}">'
        f"<title>{escape(label)}</title>{''.join(parts)}</svg>"
    )


def table_html(rows: Iterable[Sequence[object]], heads: Sequence[str] = ()) -> str:
    """Return rows of texts as an HTML table, below their heads."""
    head = "".join(f"<th {_CELL}>{escape(name)}</th>" for name in heads)
    body = "".join(
        f"<tr>{''.join(f'<td {_CELL}>{escape(str(cell))}</td>' for cell in row)}</tr>"
        for row in rows
    )
    head = f"<thead><tr>{head}</tr></thead>" if head else ""
    return f"<table>{head}<tbody>{body}</tbody></table>"


def paragraph_html(text: str) -> str:
    """Return a text as a paragraph."""
    return f"<p>{escape(text)}</p>"
