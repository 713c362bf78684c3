"""The letters of pages and of PDFs: Arimo, which comes along, so that both are as long anywhere.

The files in `arimo/` are the regular, bold and italic instances of Arimo 1.341 (SIL Open Font
License) with the letters of Latin scripts, without hints: as TrueType for Typst, and compressed for
pages.
"""

from __future__ import annotations

from base64 import b64encode
from functools import cache
from pathlib import Path

FONTS = Path(__file__).with_name("arimo")
"""The folder of the fonts."""

FACES = {"regular": "", "bold": "font-weight: 700; ", "italic": "font-style: italic; "}
"""The faces of the family, and what a style sheet says of each."""


@cache
def font_faces() -> str:
    """Return the rules of a style sheet that hold the fonts themselves; nothing is fetched."""
    return "".join(
        f"@font-face {{ font-family: Arimo; {style}"
        f"src: url(data:font/woff2;base64,{_coded(face)}) }}\n"
        for face, style in FACES.items()
    )


def _coded(face: str) -> str:
    return b64encode((FONTS / f"{face}.woff2").read_bytes()).decode("ascii")
