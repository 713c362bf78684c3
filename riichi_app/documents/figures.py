"""Drawings of a table: who sits where, and the walls with their break."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from riichi_core.language import ENGLISH, Text, Translator

SVG = "http://www.w3.org/2000/svg"

SIZE = 300
"""The side of a drawing, in its own units."""

STACKS = 17
"""Stacks of two tiles in each wall."""

DEAD = 7
"""Stacks of the dead wall."""

DICE = 9
"""The throw that the drawing of the walls shows: East's own wall, after its ninth stack."""

WIDE, DEEP = 9, 14
"""A stack seen from above."""

SEATS: tuple[Text, ...] = ("East", "South", "West", "North")

_LIVE, _DEAD, _TURNED = "#fff", "#b9c2d6", "#b01818"


def seats(tr: Translator = ENGLISH) -> str:
    """Return the four seats as SVG, East below, with the order of turns."""
    arrow = (
        '<path d="M214 193 A78 78 0 0 0 214 107" fill="none" stroke="#111" stroke-width="2"/>'
        '<path d="M210 99 l-3 13 l12 -5 z" fill="#111"/>'
    )
    turns = "".join(_turned(arrow, place) for place in range(4))
    table = '<rect x="50" y="50" width="200" height="200" fill="none" stroke="#777"/>'
    return _svg([table, turns, *_names(tr)])


def walls(tr: Translator = ENGLISH) -> str:
    """Return the four walls from above as SVG: the break after a throw, the dead wall shaded."""
    drawn = []
    for place in range(4):
        stacks = (_stack(place, number) for number in range(STACKS))
        drawn.append(_turned("".join(stacks), place))
    return _svg([*drawn, _draws(), *_names(tr)])


def _stack(place: int, number: int) -> str:
    """Return a stack of a wall, counted from the right hand of who built it."""
    dead = place == 0 and DICE - DEAD <= number < DICE
    gap = 6 if place == 0 and number >= DICE else 0
    x = (SIZE + STACKS * WIDE) / 2 - (number + 1) * WIDE - gap
    indicator = place == 0 and number == DICE - 3
    fill = _TURNED if indicator else _DEAD if dead else _LIVE
    return (
        f'<rect x="{x:g}" y="228" width="{WIDE - 1}" height="{DEEP}" fill="{fill}" '
        'stroke="#111" stroke-width=".7"/>'
    )


def _draws() -> str:
    """Return an arrow from the break along the wall, clockwise: where tiles are drawn."""
    x = (SIZE + STACKS * WIDE) / 2 - DICE * WIDE - 6
    return (
        f'<path d="M{x:g} 220 H{x - 44:g}" stroke="#111" stroke-width="1.6"/>'
        f'<path d="M{x - 52:g} 220 l10 -4.5 v9 z" fill="#111"/>'
    )


def _names(tr: Translator) -> Iterator[str]:
    """Yield the names of the seats around the table: East below, South to its right."""
    places: Sequence[tuple[int, int]] = ((150, 288), (272, 154), (150, 22), (28, 154))
    for name, (x, y) in zip(SEATS, places, strict=True):
        yield (
            f'<text x="{x}" y="{y}" font-size="15" font-family="Arimo, sans-serif" '
            f'text-anchor="middle">{tr(name)}</text>'
        )


def _turned(drawing: str, place: int) -> str:
    """Return what lies before East as it lies before another seat."""
    half = SIZE // 2
    return f'<g transform="rotate({-90 * place} {half} {half})">{drawing}</g>'


def _svg(parts: Sequence[str]) -> str:
    return f'<svg xmlns="{SVG}" viewBox="0 0 {SIZE} {SIZE}">{"".join(parts)}</svg>'
