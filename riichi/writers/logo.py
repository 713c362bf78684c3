"""A picture from a user's file, checked before a document includes it.

The size of a PNG is checked. An SVG must not contain anything that could run, fetch or grow, and
pages show it as an image, in which nothing runs.
"""

from __future__ import annotations

import re
import struct
from pathlib import Path
from xml.etree import ElementTree as ET

from riichi.writers.model import Picture
from riichi_core.files.files import bytes_of
from riichi_core.files.problem import Problem
from riichi_core.messages import Message

LARGEST_LOGO = 200_000
MOST_PIXELS = 2_000
"""The maximum size of a file in bytes, and of a PNG's side in pixels."""

PNG = b"\x89PNG\r\n\x1a\n"

SVG = "{http://www.w3.org/2000/svg}"
DRAWS = frozenset((
    "svg", "g", "defs", "title", "desc", "metadata", "path", "rect", "circle", "ellipse", "line",
    "polyline", "polygon", "text", "tspan", "linearGradient", "radialGradient", "stop", "clipPath",
    "mask", "style",
))  # fmt: skip
"""The elements that an SVG may have, which only draw."""

EDITORS = ("{http://www.inkscape.org/", "{http://sodipodi.", "{http://www.w3.org/1999/02/22-rdf",
           "{http://creativecommons.org/", "{http://purl.org/dc/")  # fmt: skip
"""The namespaces of editors' own data in a drawing, which is not drawn."""

FETCHES = re.compile(r"url\(\s*['\"]?(?!#)|@import|javascript:|expression\(", re.IGNORECASE)


class LogoError(ValueError):
    """The file is not a picture that a document can include; the argument is a message."""


def read_logo(path: Path, aloud: str) -> Picture:
    """Return the picture in a PNG or SVG file.

    Args:
        path: the file, of at most `LARGEST_LOGO` bytes.
        aloud: the text alternative for screen readers.

    Raises:
        LogoError: if it cannot be read, is too large, or is not an allowed picture.
    """
    data = bytes_of(path, str(path), LARGEST_LOGO)
    if isinstance(data, Problem):
        raise LogoError(data.message)
    if len(data) > LARGEST_LOGO:
        raise LogoError(Message("a logo has at most {most:,} bytes", most=LARGEST_LOGO))
    if data.startswith(PNG):
        _check_png(data)
        return Picture(data, "png", aloud)
    _check_svg(data)
    return Picture(data, "svg", aloud)


def _check_png(data: bytes) -> None:
    """Refuse a PNG whose head has no size, or one that is larger than the limit."""
    if len(data) < 24 or data[12:16] != b"IHDR":
        raise LogoError(Message("the PNG is broken"))
    width, height = struct.unpack(">II", data[16:24])
    if not (0 < width <= MOST_PIXELS and 0 < height <= MOST_PIXELS):
        raise LogoError(Message("a logo has at most {most:,} pixels a side", most=MOST_PIXELS))


def _check_svg(data: bytes) -> None:
    """Refuse a file that is not an SVG, and an SVG that could run, fetch or grow."""
    if b"<!DOCTYPE" in data.upper() or b"<!ENTITY" in data.upper() or b"\x00" in data:
        raise LogoError(Message("an SVG with a DOCTYPE is not accepted"))
    try:
        root = ET.fromstring(data.decode("utf-8"))
    except (ET.ParseError, UnicodeDecodeError, ValueError):
        raise LogoError(Message("this is neither a PNG nor an SVG")) from None
    if root.tag != f"{SVG}svg":
        raise LogoError(Message("this is neither a PNG nor an SVG"))
    for element in root.iter():
        name = str(element.tag).removeprefix(SVG)
        if name not in DRAWS and not name.startswith(EDITORS):
            raise LogoError(Message("an SVG with {element} is not accepted", element=f"<{name}>"))
        _check_attributes(element)


def _check_attributes(element: ET.Element) -> None:
    """Refuse an element that runs something or links to outside its file."""
    for name, value in element.attrib.items():
        plain = name.rpartition("}")[2].lower()
        leads_out = plain in ("href", "src") and not value.strip().startswith("#")
        if plain.startswith("on") or leads_out or FETCHES.search(value):
            raise LogoError(Message("an SVG with {element} is not accepted", element=plain))
    if FETCHES.search(element.text or ""):
        raise LogoError(Message("an SVG with {element} is not accepted", element="url()"))
