"""Files with one error each, and the exact message for it.

These tests check the words: the diff of a change shows every changed message that people read. The
`.txt` next to a file is the text of its only problem.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from riichi.locale import Locale
from riichi_core.rules import library
from riichi_core.rules.load import examine

BAD = Path(__file__).parent / "bad"
FILES = sorted(BAD.glob("*.yaml"))


def test_there_are_at_least_sixty_bad_files() -> None:
    assert len(FILES) >= 60
    assert {*BAD.glob("*.txt")} == {f.with_suffix(".txt") for f in FILES}, "run make fix"


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_file_with_one_error_has_one_diagnostic_with_the_golden_text(
    file: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(BAD)
    ruleset, problems = examine(Path(file.name))
    text = "\n\n".join(problem.text() for problem in problems) + "\n"
    assert len(problems) == 1, f"a bad file has one error, this one has these:\n{text}"
    if request.config.getoption("--update-golden"):
        file.with_suffix(".txt").write_text(text, encoding="utf-8")
    assert text == file.with_suffix(".txt").read_text(encoding="utf-8"), "make fix rewrites it"
    assert (ruleset is not None) == (problems[0].severity == "warning")
    warned = file.stem.startswith("warn-")
    assert (ruleset is not None) == warned, (
        f"{file.name} has an error, and its name starts with warn-"
        if warned
        else f"{file.name} has only a warning: call it warn-{file.name}"
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("head-no-title", "title: Naam van de regels voor mensen."),
        ("number-step", "een geheel getal van 0 tot 30.000 in stappen van 100"),
        ("record-part-missing", "s: een geheel getal van 0 tot 4"),
    ],
)
def test_an_expected_value_is_in_the_reader_s_language(name: str, expected: str) -> None:
    (problem,) = examine(BAD / f"{name}.yaml")[1]
    assert f"    verwacht: {expected}" in problem.text(Locale("nl")).split("\n")


# A regular expression to find in the book, its replacement, the code and the words
# of the error.
BOOK_FAULTS = {
    "plain-value": (
        r"\{value: 8000, [^}]*\}",
        "8000",
        "no-provenance",
        'expected: {value: …, cite: "section"}',
    ),
    "no-law": (
        r"\{value: 8000, [^}]*\}",
        "{value: 8000}",
        "no-provenance",
        'expected: exactly one of cite: "section", silent: "why", assumed: "from what"',
    ),
    "two-laws": (
        r"\{value: 30000, +cite: \"1.4\"\}",
        '{value: 30000, cite: "1.4", silent: "not said"}',
        "two-provenances",
        "'cite' and 'silent' contradict each other",
    ),
    "no-such-section": (
        r'cite: "3.3.9, 4.2.5"\}',
        'cite: "3.3.9, 4.2.55"}',
        "no-section",
        "did you mean: 4.2.5",
    ),
    "no-such-source": (
        'cite: "dutch 3.4.6"',
        'cite: "fr 3.4.6"',
        "no-section",
        "there is no source 'fr', only book, dutch",
    ),
    "cite-is-a-number": (
        r"\{value: 30000, +cite: \"1.4\"\}",
        "{value: 30000, cite: 1.4}",
        "wrong-type",
        "'cite' takes a text in quotes",
    ),
    "house-in-a-book": (
        r"\{value: 30000, +cite: \"1.4\"\}",
        '{value: 30000, cite: "1.4", house: "voted"}',
        "unknown-key",
        "'house' is not allowed next to a value",
    ),
    "no-value": (
        r"\{value: 30000, +cite: \"1.4\"\}",
        '{cite: "1.4"}',
        "no-value",
        "'value' is missing",
    ),
    "misspelt-and-plain": (
        r"\n  win_window: +\{value",
        "\n  win_windov: until_draw\n  win_window: {value",
        "unknown-key",
        "did you mean: win_window",
    ),
    "sections-no-list": (
        r'sections: \["3.4.5", "3.4.6"\]',
        'sections: "3.4.5"',
        "wrong-type",
        "expected: a list in brackets of one or more",
    ),
    "source-misspelt": (
        '    title: "Riichi: Rules for Japanese Mahjong, 2016 edition, in Dutch"',
        '    titel: "Riichi: Rules for Japanese Mahjong, 2016 edition, in Dutch"',
        "unknown-key",
        "did you mean: title",
    ),
    "option-missing": (
        r"  starting_points: .*\n",
        "",
        "missing-key",
        "expected: starting_points: a whole number from 0 to 1,000,000",
    ),
    "chapter-misspelt": ("\ntiles:\n", "\ntilings:\n", "unknown-key", "did you mean: tiles"),
    "chapter-missing": (
        r"\nsetup:\n(  .*\n)+",
        "\n",
        "missing-key",
        "the chapter 'setup' is missing",
    ),
    "not-verified": ('verified: "2026-11-21"\n', "", "missing-key", "'verified' is missing"),
    "result-unit": (
        "result_unit: points",
        "result_unit: point",
        "bad-value",
        "did you mean: points",
    ),
}


@pytest.mark.parametrize("fault", BOOK_FAULTS)
def test_an_error_in_a_book_is_reported_at_its_place(fault: str, tmp_path: Path) -> None:
    old, new, code, words = BOOK_FAULTS[fault]
    text = library.books()["ema-2016"].read_text(encoding="utf-8")
    found = re.search(old, text)
    assert found
    at = found.start()
    file = tmp_path / "book.yaml"
    wrong = text[:at] + new + text[found.end() :]
    file.write_text(wrong.replace("\nruleset: ema-2016", "\nruleset: my-book"), encoding="utf-8")

    ruleset, problems = examine(file)

    assert ruleset is None
    told = [p for p in problems if p.code == code]
    assert len(told) == 1
    assert words in told[0].text()
    assert abs(told[0].span.line - 1 - text[:at].count("\n")) <= 1 or code == "missing-key"
    assert problems == told


def test_all_problems_of_a_file_are_reported_at_once_in_file_order(tmp_path: Path) -> None:
    file = tmp_path / "club.yaml"
    file.write_text(
        "format: 1\nruleset: Club\ntitle: Club\nextends: ema-2016\n"
        "result:\n  uma: [1, 0, 0, 0]\nclaims:\n  winners: neares\n  win_word: [ron]\n"
        "setup:\n  starting_points: 0100\n",
        encoding="utf-8",
    )
    ruleset, problems = examine(file)
    assert ruleset is None
    places = [(p.span.line, p.code) for p in problems]
    assert places == [
        (2, "bad-text"),
        (6, "uma-sum"),
        (8, "bad-value"),
        (9, "unknown-key"),
        (11, "wrong-type"),
    ]
