"""Draw the QR code of an address."""

from __future__ import annotations

import re

import segno

LONGEST = 2_953
"""The maximum number of bytes of a text: those of the largest code, of level L."""


def qr_code(text: str) -> str:
    """Return the QR code of a text of at most `LONGEST` bytes, as SVG.

    It is drawn here, because segno's own drawings need modules that the browser's engine lacks.
    """
    code = segno.make_qr(text, error="L", encoding="utf-8")  # a higher level if it has the room
    width, height = code.symbol_size()
    lines = [
        f"M{dark.start()} {y}.5h{len(dark[0])}"
        for y, row in enumerate(code.matrix_iter())
        for dark in re.finditer("1+", "".join(map(str, row)))
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<path fill="#fff" d="M0 0h{width}v{height}h-{width}z"/>'
        f'<path stroke="#000" d="{"".join(lines)}"/></svg>'
    )
