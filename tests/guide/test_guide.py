"""The guide tells a player who switches rules what to know, at the moment when it matters."""

from __future__ import annotations

import json
import re
import sys
from itertools import chain
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner
from reading_pages import page
from running import as_json, club, printed

from riichi.cli.main import main
from riichi.content.guide import MOST_SIDES, SECTIONS, guide, sections
from riichi.locale import ENGLISH as ENGLISH_PAGES, languages
from riichi.writers.model import Document, Row, TableBlock
from riichi.writers.typst import pdf
from riichi_core.comparison.comparison import compare
from riichi_core.language import PLAIN_ENGLISH
from riichi_core.rules import library
from riichi_core.rules.rules import chapters, options

BOOKS = ("ema-2016", "wrcr-2015")


def test_every_chapter_belongs_to_a_moment_of_the_game() -> None:
    assert sorted(chain.from_iterable(SECTIONS.values())) == sorted(chapters())


def test_a_moment_has_the_options_of_its_chapters() -> None:
    found = compare(*BOOKS)
    told = [*sections(found, found.differing, PLAIN_ENGLISH, everything=True)]
    assert [row.path for _, rows in told for row in rows] != []
    assert {row.path for _, rows in told for row in rows} == {row.path for row in found.differing}
    for title, rows in told:
        assert {row.chapter for row in rows} <= set(SECTIONS[title])


def test_a_rule_that_only_one_book_mentions_is_in_a_last_part_with_one_sentence() -> None:
    call = ("compare", "ema-2016", "ema-2025", "--format")
    page = printed(*call, "markdown").partition("Only in EMA 2025")[2]
    (row,) = [line for line in page.splitlines() if "Riichi declared after the discard" in line]
    assert "| - |" in row
    assert "→" not in row
    text = printed(*call, "text")
    assert len(text.splitlines()) <= 400
    assert "the book does not mention it" not in text
    assert "Not covered by the rules." in printed(*call, "text", "--all")


def test_all_options_are_shown_on_request() -> None:
    text = printed("compare", *BOOKS, "--format", "html", "--all")
    rows = re.findall(r'<tr id="([\w.]+)">', text)
    assert sorted(rows) == sorted(o["path"] for o in as_json("compare", *BOOKS, "--all")["options"])


def test_hands_of_examples_are_drawn() -> None:
    read = page(printed("compare", *BOOKS, "--format", "html"))
    assert len(read.labels) >= 14
    without = page(printed("compare", *BOOKS, "--format", "html", "--no-examples"))
    assert without.labels == []


def test_paper_omits_the_least_useful_examples_if_much_differs() -> None:
    pair = ("ema-2025", "wrc-2025")
    found = compare(*pair)
    text = printed("compare", *pair, "--format", "html")
    brief = set(re.findall(r'<tr id="([\w.]+)" class="brief">', text))
    kept = {one.path for one in found.differing} - brief
    assert f"In print {len(brief)} examples are left out." in text
    assert {"claims.winners", "fu.open_pinfu"} <= kept
    assert {"fouls.loopholes", "fouls.early_tenpai"} <= brief
    assert 'class="brief"' not in printed("compare", *BOOKS, "--format", "html")


def test_a_guide_to_equal_rulesets_says_that_they_agree(tmp_path: Path) -> None:
    same = club(tmp_path / "same.yaml", "", "same")
    read = page(printed("compare", "ema-2016", same, "--format", "html"))
    assert f"None of {len(options())} options differs." in read.text


def test_bad_calls_are_refused() -> None:
    for call, said in (
        (["--format", "pdf"], "PDF needs a file"),
        (["--output", "x.docx"], "no extension that sets a format"),
        (["--language", "xx"], ", ".join(map(repr, languages()))),
    ):
        run = CliRunner().invoke(main, ["compare", *BOOKS, *call])
        assert run.exit_code == 2
        assert said in run.output


@pytest.mark.long
def test_a_guide_to_many_rulesets_is_in_landscape_format() -> None:
    three = printed("compare", "ema-2012", *BOOKS, "--format", "html")
    four = printed("compare", "ema-2012", *BOOKS, "tenhou", "--format", "html")
    assert "size: A4;" in three
    assert "size: A4 landscape;" in four


def guide_of(*names: str) -> Document:
    return guide(compare(*names), {}, ENGLISH_PAGES, everything=True)


def rows_of(document: Document) -> list[tuple[Row, ...]]:
    return [block.rows for block in document.blocks if isinstance(block, TableBlock)]


def test_tables_of_many_rulesets_are_readable() -> None:
    names = ([*library.shipped()] * 2)[: 2 * MOST_SIDES + 1]
    (whole,) = rows_of(guide_of(*names[:MOST_SIDES]))
    parts = rows_of(guide_of(*names))
    assert [len(rows[0].cells) for rows in parts] == [1 + 3, 1 + 4, 1 + 4]
    for rows in zip(*parts, strict=True):
        assert len({row.cells[0] for row in rows}) == 1, "each part names its rows"
        assert [bool(row.id) for row in rows] == [True, False, False], "an id is there once"
    sides = [cell for part in parts for cell in part[0].cells[1:]]
    assert sides[:MOST_SIDES] == [*whole[0].cells[1:]]


def test_sizes_are_not_tried_if_a_guide_cannot_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each size tried takes as long as the whole printing, and much memory."""
    told: list[int] = []

    def compiled(files: dict[str, bytes], **_: Any) -> bytes:
        told.append(json.loads(files["document.json"])["pages"])
        return b""

    monkeypatch.setitem(sys.modules, "typst", SimpleNamespace(compile=compiled, TypstError=OSError))
    for names in (("tenhou", "wrcr-2015"), [*library.shipped()][:8]):
        pdf(guide_of(*names))
    pdf(guide(compare("ema-2012", "ema-2016"), {}, ENGLISH_PAGES, everything=False))
    assert told == [0, 0, 4]


# ---- for whom ------------------------------------------------------------------------------------


def test_a_guide_begins_with_play_and_ends_with_the_organizer() -> None:
    found = compare("ema-2025", "wrc-2025")
    told = [*sections(found, found.differing, PLAIN_ENGLISH, everything=True)]
    assert [title for title, _ in told[:3]] == [
        "When a tile can be claimed", "Riichi and furiten", "When a hand is won",
    ]  # fmt: skip
    assert [title for title, _ in told[-2:]] == ["When something goes wrong", "Around a tournament"]


def test_a_guide_has_one_sentence_about_common_rules() -> None:
    text = printed("compare", "ema-2016", "ema-2025", "--format", "markdown")
    (same,) = re.findall(r"What stays the same: (.*?)\.[ \n]", text)
    differing = {row.chapter_title for row in compare("ema-2016", "ema-2025").differing}
    assert {"Furiten", "Yaku", "Draws"} <= set(same.split(", "))
    assert not differing & set(same.split(", "))
    assert "Chips" not in same


def test_a_guide_can_compare_only_one_part() -> None:
    parts = {
        part: as_json("compare", "ema-2025", "wrc-2025", "--only", part)["options"]
        for part in ("play", "table", "tournament")
    }
    together = [one["path"] for part in parts.values() for one in part]
    every = as_json("compare", "ema-2025", "wrc-2025")["options"]
    assert sorted(together) == sorted(one["path"] for one in every)
    assert {one["chapter"] for one in parts["tournament"]} == {"tournament"}
    assert not {"fouls", "chombo", "tournament"} & {one["chapter"] for one in parts["play"]}
    assert all(one["effect"] == "play" for one in parts["play"])
    for form in ("text", "markdown", "html"):
        text = printed("compare", "ema-2025", "wrc-2025", "--only", "tournament", "--format", form)
        assert "Late for a session" in text
        assert "Multiple winners" not in text
