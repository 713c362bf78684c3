"""Comparisons as Markdown, HTML and CSV are well-formed, whatever text a file contains."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from reading_pages import page
from running import BOOKS, as_json, club, neat, printed, words

from riichi_core.rules.load import load
from riichi_core.rules.rules import options


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- markdown, html, csv -------------------------------------------------------------------------

EVIL = r"""<script>alert(1)</script> [red]x[/red] :smile: | *b* `c` & "q" \| <img src=x> ~~s~~"""


@pytest.fixture
def evil(here: Path) -> Path:
    """Return a club whose texts look like markup; JSON text is YAML text."""
    text, own = json.dumps(EVIL), json.dumps(EVIL[:60].strip())
    rules = f"claims: {{winners: {{value: head_bump, house: {text}, note: {text}}}}}\n"
    rules += f"yaku:\n  odd: {{name: {{en: {own}}}, concealed: true, worth: {{concealed: 2}}}}\n"
    path = club(here / "a|b" / "e*v [red].yaml", rules, "evil")
    path.write_text(path.read_text("utf-8").replace("A club", text), encoding="utf-8")
    return path


def cells(row: str) -> list[str]:
    """Return the cells of a row of a Markdown table; a pipe after a backslash is text."""
    assert row.startswith("|")
    assert row.endswith("|")
    return re.split(r"(?<!\\)\|", row)[1:-1]


def test_html_is_well_formed_and_fetches_nothing() -> None:
    text = printed("compare", "ema-2016", "wrcr-2015", "--format", "html")
    read = page(text)
    differing = as_json("compare", "ema-2016", "wrcr-2015")["options"]
    assert sorted(re.findall(r'<tr id="([^"]*)">', text)) == sorted(
        one["path"] for one in differing
    )
    assert read.tags.count("td") == 1 + 2 * len(differing)  # and the corner
    assert all(differing[0]["values"][name]["says"] in read.text for name in ("ema-2016",))


@pytest.mark.long
def test_markdown_rows_have_equal_numbers_of_cells() -> None:
    text = printed("compare", *BOOKS, "--format", "markdown", "--all")
    tables = re.findall(r"(?m)(?:^\|.*\n)+", text)
    heads: dict[tuple[str, ...], int] = {}
    for table in tables:
        head, line, *rows = table.splitlines()
        assert {len(cells(row)) for row in (line, *rows)} == {len(cells(head))}
        sides = tuple(one.strip() for one in cells(head)[1:])
        assert all(row.startswith("| **") for row in rows)
        heads[sides] = heads.get(sides, 0) + len(rows)
    names = [name for sides in heads for name in sides]
    assert names == [load(name).short_title for name in BOOKS], "in one table or the next"
    assert set(heads.values()) == {len(options())}, "each with all options"


def test_csv_can_be_read_back() -> None:
    call = ("compare", "ema-2016", "wrcr-2015", "--all")
    rows = list(csv.DictReader(io.StringIO(printed(*call, "--format", "csv")), strict=True))
    sides = [
        (o, name, side) for o in as_json(*call)["options"] for name, side in o["values"].items()
    ]
    assert len(rows) == len(sides) == 2 * len(options())
    for row, (option, name, side) in zip(rows, sides, strict=True):
        assert (row["path"], row["ruleset"], row["says"]) == (option["path"], name, side["says"])
        value = side["value"]
        assert row["value"] == (value if isinstance(value, str) else json.dumps(value))
        assert row["text"] == side[row["source_kind"]]


def test_text_of_a_file_is_escaped_in_html(evil: Path) -> None:
    read = page(
        printed(
            "compare",
            evil,
            "ema-2016",
            club(evil.parent / "a<b>.yaml", name="evil"),
            "--format",
            "html",
        )
    )
    assert read.text.count(EVIL) >= 3  # the title of the page, its heading and the law


def test_text_of_a_file_is_escaped_in_markdown(evil: Path) -> None:
    other = club(evil.parent / "other.yaml", name="evil")
    text = printed("compare", evil, other, "ema-2016", "--format", "markdown")
    rows = [line for line in text.splitlines() if line.startswith("|")]
    assert {len(cells(row)) for row in rows} == {4}, "the names of the files have pipes"
    text = re.sub(r"`[0-9mpsz()\[\]+ <>^]+`", "", text)  # hands are written as code
    assert "<" not in text
    bare = re.sub(r"\\.", "", text)  # the text without its escaped parts
    assert "[" not in bare
    assert "`" not in bare
    assert "e*v" not in text


def test_text_of_a_file_is_not_interpreted_as_markup_in_text_output(evil: Path) -> None:
    for call, times in (["compare", evil, "ema-2016"], 3), (["show", evil, "claims"], 3):
        text = printed(*call)
        neat(text)
        assert words(text).count(EVIL) == times  # the title, the law and its note
    assert EVIL in words(printed("show", evil, "claims.winners"))
    assert EVIL[:60].strip() in printed("show", evil, "yaku.odd")
    assert "[red].yaml" in words(printed("check", evil))


def test_text_of_a_file_is_unchanged_in_csv_and_json(evil: Path) -> None:
    rows = csv.DictReader(io.StringIO(printed("compare", evil, "ema-2016", "--format", "csv")))
    assert EVIL in [row["text"] for row in rows]
    found = as_json("compare", evil, "ema-2016")["options"]
    assert EVIL in [side.get("house") for o in found for side in o["values"].values()]
