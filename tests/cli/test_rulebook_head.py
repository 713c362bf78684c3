"""The head of a rulebook: the club, the date, and a logo that cannot run code."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from effort import LONG
from running import printed, refused

from riichi.cli.main import main
from riichi.writers.logo import LARGEST_LOGO

CLUB = """\
format: 1
ruleset: ours
title: House rules
organisation: The Quads
published: "2026-03-01"
extends: ema-2025
dora: {ura: none}
"""

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'


def png(width: int, height: int) -> bytes:
    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + zlib.crc32(kind + body).to_bytes(4)

    rows = (b"\0" + bytes(width)) * height
    packed = zlib.compress(rows)
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


@pytest.fixture
def club(tmp_path: Path) -> str:
    file = tmp_path / "ours.yaml"
    file.write_text(CLUB, encoding="utf-8")
    return str(file)


def test_a_rulebook_begins_with_club_and_date(club: str) -> None:
    for form in ("html", "markdown"):
        text = printed("rulebook", club, "--format", form)
        assert text.index("House rules") < text.index("The Quads, 2026-03-01")
        assert text.index("The Quads, 2026-03-01") < text.index("Differences from")


@each("name, data", [("l.png", png(40, 20)), ("l.svg", SVG.encode())][: 2 if LONG else 1])
def test_a_logo_is_embedded_in_the_head_as_an_image(
    club: str, name: str, data: bytes, tmp_path: Path
) -> None:
    file = tmp_path / name
    file.write_bytes(data.replace(b"{}", b'<circle r="4" fill="red"/>'))
    text = printed("rulebook", club, "--logo", str(file))
    head = text.partition("</header>")[2]
    media = "image/png" if name == "l.png" else "image/svg+xml"
    assert head.lstrip().startswith(f'<p class="logo"><img src="data:{media};base64,')
    assert 'alt="The Quads"' in head
    pytest.importorskip("typst")
    made = tmp_path / "made.pdf"
    short = ("--without", "yaku,fouls,tournament,etiquette,fu,limits", "--output", str(made))
    printed("rulebook", club, "--logo", str(file), *short)
    assert made.read_bytes().startswith(b"%PDF")
    if name == "l.png":
        file.write_bytes(data[:-30])
        said = refused("rulebook", club, "--logo", str(file), *short)
        assert "Typst cannot make the PDF: failed to decode image" in said


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (SVG.format("<script>alert(1)</script>"), "<script>"),
        (SVG.format("<foreignObject/>"), "<foreignObject>"),
        (SVG.format('<image href="https://example.org/x.png"/>'), "<image>"),
        (SVG.format('<use href="#a"/>'), "<use>"),
        (SVG.format('<g onload="alert(1)"/>'), "onload"),
        (SVG.format('<g fill="url(https://example.org/)"/>'), "fill"),
        (SVG.format("<style>@import 'x.css'</style>"), "url()"),
        (SVG.format('<p xmlns="http://www.w3.org/1999/xhtml"/>'), "xhtml"),
        ('<!DOCTYPE svg [<!ENTITY a "b">]>' + SVG.format("&a;"), "DOCTYPE"),
        ("<html/>", "neither a PNG nor an SVG"),
        ("not a picture", "neither a PNG nor an SVG"),
        (png(4, 4)[:8], "the PNG is broken"),
        (png(3000, 1), "at most 2,000 pixels a side"),
        (" " * (LARGEST_LOGO + 1), "at most 200,000 bytes"),
    ],
)
def test_a_file_that_is_not_a_logo_is_refused(
    club: str, data: str | bytes, why: str, tmp_path: Path
) -> None:
    file = tmp_path / "logo"
    file.write_bytes(data.encode() if isinstance(data, str) else data)
    ran = CliRunner().invoke(main, ["rulebook", club, "--logo", str(file)])
    assert ran.exit_code == 2
    assert why in ran.output
    assert "cannot be the logo" in ran.output


def test_a_missing_logo_is_reported(club: str, tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, ["rulebook", club, "--logo", str(tmp_path / "none.png")])
    assert ran.exit_code == 2
    assert "cannot be the logo: there is no such file" in ran.output
