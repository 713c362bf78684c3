"""The five most important differences, in guide and comparison, and the poster of them."""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from paper import read, sizes

from riichi.cli.main import main
from riichi.content.comparison import titled
from riichi.content.guide import poster
from riichi.content.what_matters import FIVE, by_what_matters, five_that_matter
from riichi.locale import ENGLISH, Locale, languages
from riichi.writers.model import DrawnHand, Paragraph, TableBlock
from riichi.writers.paper import POSTERS, PosterPaper
from riichi.writers.typst import pdf
from riichi_core.comparison.comparison import compare
from riichi_core.rules.load import load

PAIRS = [("ema-2016", "ema-2025"), ("ema-2025", "wrc-2025"), ("ema-2016", "wrcr-2015")]

SMALLEST = 14
"""The letters, in points, that are read from a metre: their height is a three-hundredth of it."""


def run(*call: str) -> str:
    ran = CliRunner().invoke(main, call, catch_exceptions=False)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


@pytest.mark.parametrize("pair", PAIRS, ids=" ".join)
def test_rules_that_players_ask_about_come_before_the_others(pair: Sequence[str]) -> None:
    found = compare(*pair)
    five = five_that_matter(found)
    assert len(five) == FIVE
    assert {matter.row.path for matter in five} <= {row.path for row in found.differing}
    asked = [matter.is_asked for matter in five]
    assert asked == sorted(asked, reverse=True)
    for part in (True, False):
        parts = [
            ("play", "table", "tournament").index(matter.row.part)
            for matter in five
            if matter.is_asked == part and (matter.effect is None or matter.is_counted)
        ]
        results = [m.effect.result for m in five if m.is_asked == part and m.effect is not None]
        assert parts == sorted(parts)
        assert results == sorted(results, reverse=True)
    assert all(matter.is_asked or matter.effect is None or matter.is_counted for matter in five)


def test_a_poster_has_chombo_and_yakuman_but_no_smart_glasses() -> None:
    found = compare("ema-2025", "wrc-2025")
    _, table = poster(found, ENGLISH).blocks
    assert isinstance(table, TableBlock)
    differing = {row.path for row in found.differing}
    assert {"fouls.worn_device", "fouls.obstruction", "chombo.casual"} <= differing
    assert [row.id for row in table.rows] == [
        "claims.winners",
        "chombo.tournament",
        "limits.counted_yakuman",
        "limits.several_yakuman",
        "end.bets_left",
    ]


def test_a_poster_of_a_club_has_its_chombo_penalty(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    head = "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2025\n"
    file.write_text(head + "chombo: {casual: {after_uma: 5000}}\n", encoding="utf-8")
    assert "5,000 points off" in run("poster", "ema-2025", str(file), "--format", "markdown")


def test_every_differing_option_is_ranked_once() -> None:
    found = compare("ema-2025", "wrc-2025", "tenhou")
    matters = by_what_matters(found)
    assert sorted(matter.row.path for matter in matters) == sorted(
        row.path for row in found.differing
    )
    uma = next(matter for matter in matters if matter.row.path == "result.uma")
    assert uma.share(ENGLISH) == "every game"
    unseen = [m for m in matters if m.effect is not None and not m.effect.is_seen]
    assert matters[-len(unseen) :] == tuple(unseen)
    assert [matter.share(ENGLISH) for matter in unseen] == [""] * len(unseen)


def test_a_tournament_player_first_reads_who_wins() -> None:
    five = five_that_matter(compare("ema-2025", "wrc-2025"))
    assert five[0].row.path == "claims.winners"


def test_a_value_outside_shipped_rulesets_has_a_rank_but_no_number(tmp_path: Path) -> None:
    """An uma of 20,000 and 5,000 ranks with other uma values, above a rare rule."""
    file = tmp_path / "ours.yaml"
    file.write_text(
        "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2025\nclaims: {winners: head_bump}\n"
        "result: {uma: [20000, 5000, -5000, -20000]}\nyaku: {pinfu: none}\n",
        encoding="utf-8",
    )
    matters = by_what_matters(compare("ema-2025", str(file)))
    assert [matter.row.path for matter in matters] == ["result.uma", "claims.winners", "yaku.pinfu"]
    assert [bool(matter.share(ENGLISH)) for matter in matters] == [False, True, False]


def test_a_comparison_says_why_fouls_have_no_share() -> None:
    said = " ".join(run("compare", "ema-2025", "wrc-2025", "--no-examples").split())
    assert "nobody has counted them" in said


def test_all_differences_are_shown_if_there_are_few(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    head = "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2025\n"
    file.write_text(head + "claims: {winners: head_bump}\n", encoding="utf-8")
    assert five_that_matter(compare("ema-2025", str(file))) == ()
    text = run("poster", "ema-2025", str(file), "--format", "markdown")
    assert "Multiple winners" in text


def test_guide_and_comparison_begin_with_the_five() -> None:
    five = five_that_matter(compare(*PAIRS[1]))
    titles = [matter.row.title for matter in five]
    said = " ".join(run("compare", *PAIRS[1]).split())
    assert f"What matters most: {'; '.join(titled(matter, ENGLISH) for matter in five)}." in said
    assert "What stays the same: Tiles, Furiten, Yaku" in said
    page = run("compare", *PAIRS[1], "--format", "html")
    head = page[: page.index("<table")]
    links = re.findall(r'<a href="#([^"]+)">([^<]+)</a>', head)
    assert [title for _, title in links] == titles
    assert all(f'<tr id="{path}"' in page for path, _ in links)


def test_a_poster_has_every_part_of_a_set() -> None:
    _, table = poster(compare("ema-2016", "ema-2025", tr=Locale("en")), Locale("en")).blocks
    assert "A hand is raised to mangan at 4 han 30 fu or 3 han 60 fu." in str(table)


@pytest.mark.parametrize("language", languages())
def test_a_poster_has_a_distinguishing_sentence_for_each_side(language: str) -> None:
    for pair in PAIRS:
        _, table = poster(compare(*pair, tr=Locale(language)), Locale(language)).blocks
        assert isinstance(table, TableBlock)
        for row in table.rows:
            one, other = (cell.lines[0][0] for cell in row.cells)
            assert one != other


@pytest.mark.skipif(not importlib.util.find_spec("typst"), reason="there is no Typst")
@pytest.mark.parametrize("paper", POSTERS)
@pytest.mark.parametrize("language", languages())
def test_a_poster_is_one_page_readable_from_a_metre(language: str, paper: PosterPaper) -> None:
    tr = Locale(language)
    made = pdf(poster(compare(*PAIRS[1], tr=tr), tr), paper).data
    assert read(made).pages == 1
    assert min(sizes(made)) >= SMALLEST


def test_a_poster_has_a_clubs_own_yaku_and_its_oka_once() -> None:
    def rules_of(club: str) -> list[str]:
        _, table = poster(compare(base_of[club], club), ENGLISH).blocks
        assert isinstance(table, TableBlock)
        return [row.id for row in table.rows]

    base_of = {"tuesday-club": "wrcr-2015", "red-fives-club": "ema-2016"}
    assert "yaku.stairway" in rules_of("tuesday-club")
    assert "result.oka" in rules_of("red-fives-club")
    assert "result.return_points" not in rules_of("red-fives-club")


@pytest.mark.skipif(not importlib.util.find_spec("typst"), reason="there is no Typst")
def test_the_name_of_a_club_is_the_largest_text_of_its_poster() -> None:
    found = read(pdf(poster(compare("wrcr-2015", "tuesday-club"), ENGLISH)).data)
    letters = sizes(found.data)
    assert letters[0] == max(letters) > 1.2 * sorted(letters)[len(letters) // 2]


def test_a_clubs_poster_has_its_tiles_and_its_own_rules_above_those_of_its_book() -> None:
    made = poster(compare("ema-2016", "red-fives-club"), ENGLISH)
    band, table = made.blocks
    assert isinstance(band, Paragraph)
    assert isinstance(table, TableBlock)
    (tiles,) = band.content
    assert isinstance(tiles, DrawnHand)
    assert tiles.notation.startswith("0m0p0s")
    assert [group.title for group in table.groups][:2] == ["Red fives", "Oka"]
    for row in table.rows:
        ((ours, book),) = (cell.lines for cell in row.cells)
        assert not str(ours[0]).startswith("EMA 2016")
        assert str(getattr(book[0], "text", "")).startswith("EMA 2016: ")
    text = run("poster", "red-fives-club")
    assert "<thead" not in text
    assert "% of" not in text


def test_a_club_beside_two_books_has_a_column_of_its_own() -> None:
    _, table = poster(compare("ema-2016", "wrc-2025", "red-fives-club"), ENGLISH).blocks
    assert isinstance(table, TableBlock)
    assert [column.title for column in table.columns] == ["EMA 2016", "WRC 2025", "Red Fives Club"]
    assert {len(row.cells) for row in table.rows} == {3}


def test_a_poster_of_a_club_that_changes_only_a_foul_has_no_rules() -> None:
    club = load("ema-2025").replace({"fouls.minor": "no_penalty"}, id="club")
    _, table = poster(compare(load("ema-2025"), club), ENGLISH).blocks
    assert isinstance(table, TableBlock)
    assert list(table.rows) == []
