"""Pages and PDFs are as long on a machine without fonts, because they include their fonts."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from struct import iter_unpack, unpack_from
from zlib import decompress

import pytest
from effort import first
from paper import browser, printed, typeset, typst
from running import printed as made_by

from riichi.content.guide import card
from riichi.content.rulebook import rulebook
from riichi.content.score_sheet import score_sheet
from riichi.locale import Locale
from riichi.writers.html import FACES, FONTS
from riichi.writers.model import Document
from riichi.writers.woff import woff
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset

CALLS = (
    ("sheet", "wrc-2025"),  # two pages; those on one page nearly fill it
    ("card", "tenhou"),
    ("rulebook", "tuesday-club", "--language", "nl"),
    ("compare", "ema-2025", "wrc-2025", "--format", "html"),
    ("poster", "ema-2025", "wrc-2025"),
)

WITHOUT_FONTS = """<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{folder}/none</dir><cachedir>{folder}/cache</cachedir></fontconfig>
"""


@browser
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call[0])
def test_a_browser_without_fonts_prints_as_many_pages(
    call: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = made_by(*call)
    here = printed(text, tmp_path)
    file = tmp_path / "fonts.conf"
    file.write_text(WITHOUT_FONTS.format(folder=tmp_path), encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(file))
    there = printed(text, tmp_path)
    assert there.pages == here.pages
    assert sorted(filter(str.isalnum, there.text)) == sorted(filter(str.isalnum, here.text))


def short_rulebook(rules: Ruleset, tr: Locale) -> Document:
    return rulebook(rules, tr, without=("yaku", "fouls", "tournament", "etiquette"))


@typst
@pytest.mark.parametrize("made", first([card, score_sheet, short_rulebook]))
def test_typst_without_fonts_sets_as_many_pages(
    made: Callable[[Ruleset, Locale], Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    import typst as setter  # noqa: PLC0415 - where it is installed

    document = made(load("tuesday-club"), Locale("nl"))
    here = typeset(document).pages
    assert 1 <= here <= (document.pages or here)
    monkeypatch.setattr(setter, "compile", partial(setter.compile, ignore_system_fonts=True))
    assert typeset(document).pages == here


def test_the_fonts_come_with_their_licence() -> None:
    assert {one.name for one in FONTS.iterdir()} == {*(f"{face}.ttf" for face in FACES), "OFL.txt"}
    assert sum(one.stat().st_size for one in FONTS.iterdir()) < 100_000


@pytest.mark.parametrize("face", FACES)
def test_a_page_has_each_table_of_a_font(face: str) -> None:
    font = (FONTS / f"{face}.ttf").read_bytes()
    packed = woff(font)
    _, kind, size, number, _, unpacked, *_ = unpack_from(">4s4sLHHL", packed)
    assert (packed[:4], kind, size) == (b"wOFF", font[:4], len(packed))
    entries = [*iter_unpack(">4sLLL", font[12 : 12 + 16 * number])]
    found = [*iter_unpack(">4sLLLL", packed[44 : 44 + 20 * number])]
    for (tag, checksum, start, length), entry in zip(entries, found, strict=True):
        _, place, short, _, _ = entry
        assert entry == (tag, place, short, length, checksum)
        assert place % 4 == 0
        table = packed[place : place + short]
        table = table if short == length else decompress(table)
        assert table == font[start : start + length]
    assert unpacked == 12 + sum(16 + -(-length // 4) * 4 for *_, length in entries)
    assert len(packed) < 0.7 * len(font)


@typst
def test_unpaired_surrogates_are_printed_as_question_marks() -> None:
    """A terminal in Latin-1 gives half of a surrogate pair for `é`."""
    assert "Caf?" in typeset(Document("Caf\udce9", "en", "report", ())).text
