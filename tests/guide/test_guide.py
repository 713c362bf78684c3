"""The guide: what a player who switches has to know, at the moment at which it matters."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

from click.testing import CliRunner
from reading_pages import page
from running import as_json, club, printed

from riichi_app.cli.main import main
from riichi_app.pages.guide import SECTIONS, sections
from riichi_core.comparison.comparison import compare
from riichi_core.language import ENGLISH
from riichi_core.rules.rules import chapters, options

BOOKS = ("ema-2016", "wrcr-2015")


def test_every_chapter_has_its_moment() -> None:
    assert sorted(chain.from_iterable(SECTIONS.values())) == sorted(chapters())


def test_a_moment_has_the_options_of_its_chapters() -> None:
    found = compare(*BOOKS)
    told = list(sections(found, found.differing, {}, ENGLISH))
    assert [row.id for one in told for row in one.rows] != []
    assert {row.id for one in told for row in one.rows} == {row.path for row in found.differing}
    for one in told:
        assert {row.id.split(".")[0] for row in one.rows} <= set(SECTIONS[one.title])


def test_all_options_are_shown_where_that_is_asked_for() -> None:
    text = printed("compare", *BOOKS, "--format", "html", "--all")
    rows = re.findall(r'<tr id="([\w.]+)">', text)
    assert sorted(rows) == sorted(o["path"] for o in as_json("compare", *BOOKS, "--all")["options"])


def test_hands_of_examples_are_drawn() -> None:
    read = page(printed("compare", *BOOKS, "--format", "html"))
    assert len(read.labels) >= 14
    without = page(printed("compare", *BOOKS, "--format", "html", "--no-examples"))
    assert without.labels == []


def test_rulesets_that_agree_make_a_guide_that_says_so(tmp_path: Path) -> None:
    same = club(tmp_path / "same.yaml", "", "same")
    read = page(printed("compare", "ema-2016", same, "--format", "html"))
    assert f"None of {len(options())} options differs." in read.text


def test_bad_calls_are_refused() -> None:
    for call, said in (
        (["--format", "pdf"], "PDF goes to a file"),
        (["--format", "text", "--output", "x.txt"], "Text is printed"),
        (["--impact", "--output", "x.txt", "--format", "text"], "Text is printed"),
        (["--impact", "--output", "x.json", "--language", "nl"], "laat --output weg"),
        (["--language", "xx"], "'en', 'nl'"),
    ):
        run = CliRunner().invoke(main, ["compare", *BOOKS, *call])
        assert run.exit_code == 2
        assert said in run.output


def test_a_guide_of_many_rulesets_lies_on_its_side() -> None:
    three = printed("compare", "ema-2012", *BOOKS, "--format", "html")
    four = printed("compare", "ema-2012", *BOOKS, "tenhou", "--format", "html")
    assert "size: A4;" in three
    assert "size: A4 landscape;" in four
