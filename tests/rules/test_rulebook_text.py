"""The text of the rulebook: errors in its files have a place, and nothing appears twice."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each

from riichi.content.rulebook_text import (
    YAKU_CHAPTER,
    Prose,
    TextChapter,
    named_options,
    read_chapters,
    rulebook_text,
    unnamed_options,
)
from riichi_core.files.problem import FileError
from riichi_core.rules.clauses import clauses, indexed_books
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options

WRONG = {
    "parts:\n- options: [riichi.bett]\n": ("unknown-option", 2, "riichi.bet"),
    "parts:\n- text: a\n  clauses: [tiles-suit]\n": ("unknown-clause", 3, "tiles-suits"),
    "parts:\n- text: a\n  when: {claims.winners: [head_bmp]}\n": ("bad-value", 3, "head_bump"),
    "parts:\n- text: a\n  unless: {claim.winners: [all]}\n": (
        "unknown-option",
        3,
        "claims.winners",
    ),
    "parts:\n- text: a\n  option: riichi.bet\n": ("unknown-key", 3, "options"),
    "parts:\n- options: [riichi.bet]\n- options: [riichi.bet]\n": ("duplicate-item", 1, ""),
    "parts:\n- figure: wall\n  says: a\n": ("bad-value", 2, "walls"),
    "parts:\n- txt: a\n": ("bad-value", 2, "text"),
    "part: []\n": ("unknown-key", 1, "parts"),
    "parts: [\n": ("yaml-syntax", 2, ""),
}
"""A chapter that is wrong, the kind of the mistake, its line and what was probably meant."""


@pytest.mark.parametrize("text", WRONG)
def test_an_error_in_a_chapter_is_reported_with_its_place(text: str, tmp_path: Path) -> None:
    path = tmp_path / "01-game.yaml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FileError) as error:
        read_chapters(tmp_path)
    code, line, near = WRONG[text]
    found = [(one.code, one.span.line, one.suggestion) for one in error.value.problems]
    assert (code, line, near) in found, str(error.value)
    assert all(one.file == str(path) for one in error.value.problems)


def test_every_chapter_of_options_has_a_file_in_the_same_order() -> None:
    assert [name for name in rulebook_text() if name in chapters()] == list(chapters())
    titled = {name for name, chapter in rulebook_text().items() if chapter.title}
    assert titled == set(rulebook_text()) - set(chapters())


def test_every_option_appears_once() -> None:
    parts = [part for chapter in rulebook_text().values() for part in chapter.parts]
    named = [path for part in parts for path in named_options(part)]
    rest = [path for paths in unnamed_options().values() for path in paths]
    in_the_table = [path for path in options() if path.startswith(f"{YAKU_CHAPTER}.")]
    assert sorted([*named, *rest, *in_the_table]) == sorted(options())


@pytest.mark.parametrize("book", indexed_books())
def test_a_book_contains_a_paragraph_completely_or_not_at_all(book: str) -> None:
    """A rule of one book is a separate paragraph, omitted from the others."""
    for chapter in rulebook_text().values():
        for part in chapter.parts:
            if isinstance(part, Prose):
                said = [bool(clauses()[name].sections(book)) for name in part.clauses]
                assert len(set(said)) < 2, part


@each(
    "condition, there",
    [
        ({"when": {"claims.winners": ["all"]}}, True),  # the key of its record
        ({"when": {"claims.winners": ["head_bump"]}}, False),
        ({"when": {"claims.winners": ["head_bump", "all"]}}, True),
        ({"unless": {"dora.kan_dora": ["none"]}}, True),
        ({"when": {"claims.forbidden_swaps": ["other_end"]}}, True),  # a word of its list
        ({"when": {"riichi.needs_points": [False]}}, True),
        ({"when": {"fu.double_wind_pair": [2]}}, False),
        ({"when": {"riichi.bet": [1000]}, "unless": {"end.rounds": [2]}}, False),
    ],
)
def test_a_condition_depends_on_the_value_of_an_option(
    condition: dict[str, object], there: bool
) -> None:
    part = {"text": "a", **condition}
    (read,) = TextChapter.model_validate({"parts": (part,)}, strict=False).parts
    assert not hasattr(read, "holds") or read.holds(load("ema-2016").rules) == there
