"""Options that contradict each other or have no effect, checked across chapters."""

from __future__ import annotations

import re
from pathlib import Path

from riichi_core.rules import library
from riichi_core.rules.chapters.yaku import BOOK_YAKU
from riichi_core.rules.load import examine, load
from riichi_core.rules.settings import oka_sentence

HEAD = "format: 1\nruleset: my-club\ntitle: My club\nextends: ema-2016\n"


def codes(tmp_path: Path, body: str) -> list[tuple[str, str]]:
    file = tmp_path / "club.yaml"
    file.write_text(HEAD + body, encoding="utf-8")
    return [(p.path, p.code) for p in examine(file)[1]]


def test_rules_without_any_yaku_are_an_error(tmp_path: Path) -> None:
    none = "".join(f"  {name}: none\n" for name in BOOK_YAKU)
    found = codes(tmp_path, f"yaku:\n{none}liability: {{yaku: []}}\n")
    assert ("yaku.riichi", "contradiction") in found


def test_rules_with_one_local_yaku_are_valid(tmp_path: Path) -> None:
    none = "".join(f"  {name}: none\n" for name in BOOK_YAKU)
    found = codes(tmp_path, f"yaku:\n{none}  daisharin: {{yakuman: 1}}\nliability: {{yaku: []}}\n")
    assert ("yaku.riichi", "contradiction") not in found


def test_without_return_points_the_sentence_says_that_there_is_no_oka() -> None:
    rules = load("m-league").rules.changed({"result.return_points": "none"})
    assert oka_sentence(rules) == "There is no oka."


def test_starting_points_below_the_return_are_valid_with_oka(tmp_path: Path) -> None:
    assert codes(tmp_path, "setup: {starting_points: 25000}\nresult: {oka: first}\n") == []


def test_a_conflict_of_the_base_is_not_reported_in_the_file(tmp_path: Path) -> None:
    text = library.books()["ema-2016"].read_text(encoding="utf-8")
    text = text.replace("ruleset: ema-2016", "ruleset: my-book")
    book = re.sub(r"value: none,( +cite: \"3.6.1\")", r"value: first,\1", text)
    (tmp_path / "book.yaml").write_text(book, encoding="utf-8")
    _, problems = examine(tmp_path / "book.yaml")
    assert [(p.path, p.code) for p in problems] == [("result.oka", "no-effect")]

    club = HEAD.replace("ema-2016", "book.yaml") + "claims: {winners: head_bump}\n"
    (tmp_path / "club.yaml").write_text(club, encoding="utf-8")
    ruleset, problems = examine(tmp_path / "club.yaml")
    assert ruleset is not None
    assert problems == []


def test_a_book_without_liability_states_the_other_options_of_the_chapter(tmp_path: Path) -> None:
    text = library.books()["ema-2016"].read_text(encoding="utf-8")
    text = text.replace("ruleset: ema-2016", "ruleset: my-book")
    book, found = re.subn(r"value: \[big_three_dragons, big_four_winds\],", "value: [],", text)
    assert found == 1
    (tmp_path / "book.yaml").write_text(book, encoding="utf-8")
    _, problems = examine(tmp_path / "book.yaml")
    assert problems == []


def test_mondeikou_needs_four_red_fives(tmp_path: Path) -> None:
    body = "yaku: {mondeikou: {yakuman: 1}}\ntiles: {red_fives: {m: 1, p: 2, s: 1}}\n"
    assert codes(tmp_path, body) == []


def test_every_limit_is_compared_with_the_next_lower_one(tmp_path: Path) -> None:
    body = "limits: {counted_yakuman: {han: 11, base: 8000}}\n"
    assert codes(tmp_path, body) == [("limits.counted_yakuman", "contradiction")]
