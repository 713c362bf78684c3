"""Printed rulebooks are complete, mark a club's changes and fetch nothing."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from each import each
from effort import HELD, first
from reading_pages import page
from running import club, printed as run

from riichi.cli.main import main
from riichi.content.citations import left_to_software
from riichi.content.rulebook import rulebook
from riichi.content.rulebook_text import WinPart, rulebook_text
from riichi.content.yaku_examples import yaku_examples
from riichi.locale import Locale
from riichi.writers.drawings import tile_name
from riichi.writers.html import html
from riichi_core.comparison.comparison import compare
from riichi_core.records.win import read_win
from riichi_core.rules.changes import with_changes
from riichi_core.rules.clauses import clauses, indexed_books, settled_by
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import settings
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import score
from riichi_core.tiles import TILES

printed = cache(run)
"""Runs each call once for all tests."""

QUICK = ("ema-2025", "parlour", "tenhou")
"""A book, a club and a platform; the rulebooks of a long run are all."""

CLUB = "claims: {winners: {value: head_bump, house: the nearest wins}}\n"


def not_mentioned(ruleset: Ruleset) -> set[str]:
    """Return the options that neither a ruleset nor its book mentions."""
    book = load(ruleset.extends) if ruleset.extends else ruleset
    return {*book.without_mention()} - set(ruleset.changes)


@pytest.mark.parametrize(
    "name", first(sorted(HELD, key=QUICK.__contains__, reverse=True), len(QUICK))
)
def test_a_rulebook_prints_each_of_its_options_in_the_right_chapter(name: str) -> None:
    ruleset = load(name)
    read = page(printed("rulebook", name))
    headings = [one for one in read.ids if one in chapters()]
    at_tables = ("chombo", "dead_hand", "fouls", "tournament")
    online = ruleset.rules.setup.seats == "by_software"
    unspoken = not_mentioned(ruleset) | left_to_software(ruleset)
    absent_chapters = {*(at_tables if online else ())}
    if unspoken >= {"chips.awarded", "chips.yakitori"}:
        absent_chapters.add("chips")
    assert headings == [one for one in chapters() if one not in absent_chapters]
    for path, _, (side,) in settings(ruleset, tr=Locale()):
        chapter = path.split(".")[0]
        absent = "none" if chapter == "yaku" else "not_regulated"
        dropped = chapter == "yaku" and path in ruleset.changes  # and is listed as not counted
        said = path not in unspoken and (side.value != absent or dropped)
        counted = said and chapter in headings
        assert (path in read.ids) == counted, path
        if counted:
            assert side.sentences.rstrip(".") in read.text, path


def test_the_yaku_chapter_draws_a_hand_for_each_yaku() -> None:
    text = printed("rulebook", "ema-2016")
    rows = re.findall(r'<tr id="yaku\.(\w+)">(.*?)</tr>', text)
    assert len(rows) > 30
    for yaku, row in rows:
        hands = re.findall(r"<p>(.*?)</p>", row.partition("<td")[2])
        drawn = [len(re.findall(r'role="img"', hand)) for hand in hands]
        has, misses = drawn
        assert has in range(14, 19), yaku
        assert "Not so: " in hands[1], yaku
        assert misses in (0, *range(14, 19)), "drawn only if its tiles differ"


def test_examples_have_their_outcome_under_this_ruleset() -> None:
    """The books pay one number of this example differently."""
    ema, wrc = (page(printed("rulebook", name)).text for name in ("ema-2016", "wrcr-2015"))
    assert "4 han 30 fu, 11,700 points" in ema
    assert "4 han 30 fu, mangan, 12,000 points" in wrc


def test_a_clubs_changes_are_marked_and_come_first() -> None:
    ruleset = load("tuesday-club")
    text = printed("rulebook", "tuesday-club")
    read = page(text)
    marked = set(re.findall(r'<section id="([\w.]+)" class="changed">', text))
    marked |= set(re.findall(r'<tr id="([\w.]+)"><th scope="row">[^<]*<span class="mark">', text))
    differing = [row.path for row in compare(load("wrcr-2015"), ruleset).differing]
    assert marked == set(differing)
    front = text[text.index("Differences from") : text.index("<nav>")]
    assert re.findall(r'<a href="#([\w.]+)">', front) == differing
    assert "house rule" not in page(printed("rulebook", "wrcr-2015")).text
    assert read.text.index("Differences from World Riichi") < read.text.index("Red fives")


def test_a_clubs_texts_are_not_interpreted_as_markup(tmp_path: Path) -> None:
    evil = "<script>alert(1)</script> | *b* [x](y)"
    path = club(tmp_path / "evil.yaml", CLUB.replace("the nearest wins", f'"{evil}"'), "evil")
    assert evil in page(printed("rulebook", path)).text
    written = printed("rulebook", path, "--format", "markdown")
    assert "<script" not in written
    assert "[x](y)" not in written


def test_markdown_has_every_chapter_and_example() -> None:
    text = printed("rulebook", "tuesday-club", "--format", "markdown")
    words = Locale().of(load("tuesday-club"))
    for key, chapter in chapters().items():
        assert (f"\n## {words(chapter.TITLE)}\n" in text) == (key != "chips"), "it has none"
    assert text.count("(house rule)") == len(
        compare(load("wrcr-2015"), load("tuesday-club")).differing
    )
    assert not re.search(r"\(house rule\)[^|\n]*house rule", text)
    assert "\n> " in text
    tables = re.findall(r"(?m)(?:^\|.*\n)+", text)
    widths = [{len(re.split(r"(?<!\\)\|", row)) for row in table.splitlines()} for table in tables]
    assert all(len(width) == 1 for width in widths), "a table has rows of one width"
    assert {5} in widths, "the tables of differences and of yaku"


def test_a_rulebook_can_be_written_to_a_file(tmp_path: Path) -> None:
    path = tmp_path / "rules.html"
    run = CliRunner().invoke(main, ["rulebook", "ema-2016", "--output", str(path)])
    assert (run.exit_code, run.output) == (0, f"{path}: {load('ema-2016').title}\n")
    assert path.read_text("utf-8") == printed("rulebook", "ema-2016")


def test_bad_calls_are_refused_with_the_reason(tmp_path: Path) -> None:
    for call, said in (
        (["rulebook"], "Missing argument"),
        (["rulebook", "ema-2061"], "ema-2016"),
        (["rulebook", "ema-2016", "--format", "docx"], "docx"),
        (["rulebook", "ema-2016", "--format", "pdf"], "PDF needs a file"),
        (
            ["rulebook", "ema-2016", "--output", str(tmp_path / "no" / "x.html")],
            "cannot be written",
        ),
    ):
        run = CliRunner().invoke(main, call)
        assert run.exit_code != 0
        assert said in run.output
        assert "Traceback" not in run.output


def test_every_tile_is_drawn_once_and_has_a_name() -> None:
    read = page(printed("rulebook", "ema-2016"))
    shapes = [one for one in read.ids if one.startswith("t-")]
    assert len(shapes) == len(TILES) + 1  # and a tile face down
    assert len({tile_name(tile) for tile in TILES.values()}) == len(TILES)
    assert set(read.labels) <= {*map(tile_name, TILES.values()), "face down"}
    assert {"face down", "East", "one of bamboo"} <= set(read.labels)


# ---- clubs ---------------------------------------------------------------------------------------


def test_a_yaku_dropped_by_a_club_is_listed_as_not_counted(tmp_path: Path) -> None:
    path = club(tmp_path / "drop.yaml", "yaku: {ippatsu: none}\n", "drop")
    text = printed("rulebook", path)
    row = re.search(r'<tr id="yaku\.ippatsu">(.*?)</tr>', text)
    assert row is not None
    assert "Not counted" in row[1]
    assert "house rule" in row[1]
    assert "yaku.ippatsu" in page(text).links


@pytest.mark.long
def test_a_clubs_own_yaku_has_its_name_in_the_language(tmp_path: Path) -> None:
    names = "{en: Feast of the Quad Club, nl: Feest, ja: Matsuri}"
    own = f"{{name: {names}, concealed: true, worth: {{concealed: 2}}}}"
    path = club(tmp_path / "own.yaml", f"yaku:\n  feast: {own}\n", "own")
    calls: tuple[tuple[str, ...], ...] = ((), ("--language", "nl"), ("--terms", "japanese"))
    found = []
    for call in calls:
        text = printed("rulebook", path, *call)
        found += re.findall(r'<tr id="yaku\.feast"><th scope="row">([^<]*?) *<', text)
    assert found == ["Feast of the Quad Club", "Feest", "Matsuri"]


def test_a_club_that_changes_nothing_says_so(tmp_path: Path) -> None:
    path = club(tmp_path / "none.yaml", "", "none")
    assert "Nothing is different." in page(printed("rulebook", path)).text
    assert "| Rule |" not in printed("rulebook", path, "--format", "markdown")


def test_the_han_of_an_example_are_the_sum_of_its_yaku_and_dora() -> None:
    text = printed("rulebook", "ema-2016", "--format", "markdown")
    told = re.findall(r"→ (\d+) han \d+ fu,[^;\n]*points; ([^\n]*)", text)
    assert len(told) > 10
    for han, parts in told:
        assert sum(int(number) for number in re.findall(r" (\d+)(?:,|$)", parts)) == int(han), parts


def test_the_ending_of_a_file_decides_its_format(tmp_path: Path) -> None:
    for ending, begins in (("html", "<!DOCTYPE html>"), ("md", "# ")):
        path = tmp_path / f"rules.{ending}"
        run = CliRunner().invoke(main, ["rulebook", "ema-2016", "--output", str(path)])
        assert run.exit_code == 0
        assert path.read_text("utf-8").startswith(begins)


@each("ruleset", sorted(HELD))
def test_the_hands_of_a_yaku_have_and_miss_it_under_the_ruleset(ruleset: str) -> None:
    """No hand contradicts the line that it illustrates."""
    rules = load(ruleset)
    counted = [path.split(".")[1] for path, _, (side,) in settings(rules)
               if path.startswith("yaku.") and side.value != "none"]  # fmt: skip
    for yaku in set(counted) & set(yaku_examples()):
        shown = yaku_examples()[yaku]
        has, misses = (score(read_win(one), rules) for one in (shown.has, shown.misses))
        known = set(counted) & set(known_yaku())
        replaced = {name for name in known if yaku in (known_yaku()[name].replaces or ())}
        assert isinstance(has, Score), yaku
        assert {one.id for one in has.yaku} & {yaku, *replaced}, yaku
        assert not isinstance(misses, Score) or yaku not in {one.id for one in misses.yaku}


# ---- the text ------------------------------------------------------------------------------------

NOT_IN_THE_TEXT = {
    "penalty-chombo-level": "a remark on the wording of a book",
    "score-example-penalty-wrcr": "an example with figures that options decide",
}
"""Clauses that no paragraph and no option of a rulebook has, and why."""


@pytest.mark.parametrize("book", indexed_books())
def test_a_paragraph_or_an_option_cites_each_clause_of_a_book(book: str) -> None:
    parts = [part for chapter in rulebook_text().values() for part in chapter.parts]
    cited = {name for part in parts for name in getattr(part, "clauses", ())}
    spoken_of = {name for name, clause in clauses().items() if clause.sections(book)}
    assert spoken_of - cited - set(settled_by()) <= set(NOT_IN_THE_TEXT)


def test_a_paragraph_has_the_sections_of_its_book() -> None:
    cited_by = {"ema-2016": " *§ 3.4.5*", "tuesday-club": " *§ 5.7.5*", "tenhou": ""}
    for ruleset, cited in cited_by.items():
        text = printed("rulebook", ruleset, "--format", "markdown")
        (line,) = re.findall(r"A player who has discarded one of the tiles[^\n]*", text)
        assert line.endswith(f"claimed count too.{cited}")


ONLY_IN = {
    "Mix the tiles by their sides": ("wrcr-2015", "wrc-2025"),
    "It joins the other tiles only after the discard": ("wrc-2025",),
    "After some seconds it may go into the hand": ("ema-2025",),
    "The player in front of this wall breaks it": ("ema-2016", "wrcr-2015"),
    "East breaks the wall by taking the first four tiles. Alternatively": ("ema-2025",),
    "Any player may warn another who is about to make a small mistake": ("ema-2016", "wrcr-2015"),
    "They must point out a foul that makes a hand dead": ("ema-2025",),
    "East chooses a seat": ("ema-2025",),
    "turns this indicator": ("ema-2025", "wrc-2025"),
    "takes the discard back": ("ema-2025",),
    "has shown a large part of their own hand": ("ema-2025",),
    "A player who puts out the bet and changes their mind": ("ema-2025", "wrc-2025"),
    "The tiles are turned face down only after the payment": ("ema-2025",),
    "may play in later sessions": ("ema-2025",),
    "is handed in with the score sheet": ("ema-2025",),
    "A set that is called too fast does not prevent a win": ("wrc-2025",),
    "This applies only if it is disputed whether the tile has been discarded": ("wrc-2025",),
    "A tile counts as discarded once it lies face up": ("wrc-2025",),
    "Do not take a break during a game": ("wrc-2025",),
    "A rack needs the approval": ("wrc-2025",),
}
"""Texts that only these books back."""


@pytest.mark.parametrize("book", indexed_books())
def test_a_rulebook_contains_only_the_rules_of_its_book(book: str) -> None:
    text = printed("rulebook", book, "--format", "markdown", "--terms", "ema-2025")
    assert {words for words in ONLY_IN if words in text} == {
        words for words, books in ONLY_IN.items() if book in books
    }


def test_every_yaku_has_a_near_miss_in_the_rulebook() -> None:
    text = printed("rulebook", "ema-2025", "--format", "markdown")
    table = text[text.index("| Yaku |") : text.index("### Combining yaku")]
    rows = table.strip().splitlines()[2:]
    assert len(rows) == 41
    assert not [row for row in rows if "Not so: " not in row]
    (four_triplets,) = [row for row in rows if "**Four Concealed Triplets**" in row]
    assert "Not so: the last triplet is completed by a discard." in four_triplets


def test_the_rulebook_works_out_a_result() -> None:
    text = printed("rulebook", "ema-2025", "--format", "markdown")
    for row in (
        "| place | score | return points | uma | penalty | result |",
        "| **1** | 41,800 | -30,000 | +15,000 | 0 | +26,800 |",
        "| **4** | 18,000 | -30,000 | -15,000 | -20,000 | -47,000 |",
    ):
        assert row in text
    online = printed("rulebook", "tenhou", "--format", "markdown")
    assert "| **1** | 36,800 | -30,000 | +20,000 | +20,000 | +46,800 |" in online


def test_a_platforms_rulebook_omits_rules_that_it_does_not_have() -> None:
    at_table = printed("rulebook", "ema-2016", "--format", "markdown")
    online = printed("rulebook", "tenhou", "--format", "markdown")
    faults = ("## Chombo", "## Dead hand", "## Fouls", "## Tournament")
    for words in ("Each player builds a wall", "throws two dice", "## At the table", *faults):
        assert words in at_table
        assert words not in online


def test_a_rulebook_omits_options_that_the_rules_do_not_cover() -> None:
    titles = {
        "ema-2016": ("Clock in a session", "Not signing the score sheet", "Deliberate absence"),
        "tenhou": ("When a claimed tile must be taken", "Length of a session"),
    }
    for ruleset, left_out in titles.items():
        text = printed("rulebook", ruleset, "--format", "markdown")
        assert "The rules do not speak of it" not in text
        assert not [title for title in left_out if f"**{title}.**" in text]
    nothing = printed("compare", "ema-2016", "tenhou", "--all")
    assert "600 minutes" not in nothing
    assert "There is no time limit." in nothing


def test_a_rulebook_omits_rules_of_other_books() -> None:
    """Only the rules of 2015 ask players to draw and discard with the same hand."""
    words = "Always draw and discard with the same hand."
    assert words in printed("rulebook", "wrcr-2015", "--format", "markdown")
    assert words not in printed("rulebook", "ema-2016", "--format", "markdown")


@each("ruleset", sorted(HELD))
def test_the_worked_wins_are_wins_under_every_ruleset(ruleset: str) -> None:
    parts = [part for chapter in rulebook_text().values() for part in chapter.parts]
    wins = [part for part in parts if isinstance(part, WinPart)]
    assert len(wins) > 5
    for part in wins:
        if part.holds(load(ruleset).rules):
            assert isinstance(score(read_win(part.win), load(ruleset)), Score), part.says


@pytest.mark.long
def test_a_clubs_change_is_printed_even_if_its_book_omits_the_chapter(tmp_path: Path) -> None:
    """A platform has no fouls; a club that plays by its rules at a table has some."""
    path = tmp_path / "club.yaml"
    head = "format: 1\nruleset: club\ntitle: Club\nextends: tenhou\n"
    path.write_text(head + "fouls: {drawn_from_wrong_place: chombo}\n", encoding="utf-8")
    read = page(printed("rulebook", path))
    assert {"fouls", "fouls.drawn_from_wrong_place"} <= set(read.ids)


# ---- what is left out ----------------------------------------------------------------------------


def test_links_to_an_omitted_chapter_are_omitted_too() -> None:
    whole = printed("rulebook", "ema-2025")
    text = printed("rulebook", "ema-2025", "--without", "tournament,fouls", "--without", "chombo")
    left = {"tournament", "fouls", "chombo"}
    assert left <= {*page(whole).ids}
    assert not {one for one in page(text).ids if one.split(".")[0] in left}
    assert not re.findall(r'href="#(?:tournament|fouls|chombo)\b', text)
    assert "claims.winners" in page(text).ids
    said = CliRunner().invoke(main, ["rulebook", "ema-2025", "--without", "fuols"])
    assert said.exit_code == 2
    assert "There is no chapter 'fuols' in the rulebook. Did you mean 'fouls'?" in said.output


@pytest.mark.long
def test_citations_are_printed_next_to_rules_or_as_notes_or_not_at_all(tmp_path: Path) -> None:
    ours = str(club(tmp_path / "club.yaml", CLUB))
    inline = printed("rulebook", ours)
    assert printed("rulebook", ours, "--citations", "inline") == inline
    assert inline.count("§") > 100
    without = printed("rulebook", ours, "--citations", "none")
    assert "§" not in without
    assert "the nearest wins" not in page(without).text
    notes = printed("rulebook", ours, "--citations", "notes")
    before, _, after = notes.partition('id="notes"')
    assert "§" not in before
    numbers = {int(one) for one in re.findall(r"\[(\d+)\]", before)}
    assert numbers == set(range(1, max(numbers) + 1))
    assert f"{max(numbers)}. " in after
    assert "the nearest wins" in after


def test_no_link_leads_to_an_omitted_chapter() -> None:
    """A club changes a rule on chombo over a platform, which has no fouls."""
    rules, problems = with_changes(load("tenhou"), ("chombo.next_deal=dealer_rotates",))
    assert rules is not None, problems
    text = html(rulebook(rules))
    assert page(text).text
    assert 'id="chombo"' in text
    assert 'id="fouls"' not in text


def test_the_example_of_a_false_win_says_why_the_hand_does_not_win() -> None:
    text = printed("rulebook", "ema-2025", "--format", "markdown")
    example = text[text.index("**False win with the hand shown.**") :]
    outcome = example[example.index("→") :].splitlines()[0]
    assert outcome.startswith("→ West's hand has no yaku; East 0")


def test_tiles_are_mixed_twice_if_the_book_says_so() -> None:
    again = "all tiles are mixed again more gently, so that they stay face down. *§ 2.4*"
    assert again in printed("rulebook", "ema-2025", "--format", "markdown")
    for ruleset in ("ema-2016", "wrc-2025", "tenhou"):
        assert "mixed again more gently" not in printed("rulebook", ruleset, "--format", "markdown")


def test_a_part_of_the_book_without_a_number_is_not_printed_as_a_section() -> None:
    text = printed("rulebook", "ema-2025", "--format", "markdown")
    assert "*notes, § 3.3.1*" in text
    assert "§ notes" not in text
