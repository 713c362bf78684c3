"""Draw the QR code of an address."""

from __future__ import annotations

from io import BytesIO

import segno

LONGEST = 2_953
"""The maximum number of bytes of a text: those of the largest code, of level L."""


def qr_code(text: str) -> str:
    """Return the QR code of a text of at most `LONGEST` bytes, as SVG."""
    code = segno.make_qr(text, error="L", encoding="utf-8")  # a higher level if it has the room
    drawing = BytesIO()
    code.save(drawing, "svg", xmldecl=False, nl=False, svgclass=None, lineclass=None,
              omitsize=True, light="#fff")  # fmt: skip
    return drawing.getvalue().decode()
