"""`riichi quiz`: situations with different outcomes, and the outcome under each ruleset."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner
from effort import first
from paper import lines, smallest, typeset, typst

from riichi.cli.main import main
from riichi.cli.quiz import ask_questions
from riichi.content.examples import contrasting_cases, examples_in_words
from riichi.content.quiz import Question, questions, quiz
from riichi.locale import ENGLISH, Locale, languages
from riichi_core.comparison.comparison import Comparison, compare

BOOKS = ("ema-2016", "wrcr-2015")


@pytest.fixture(scope="module")
def found() -> Comparison:
    return compare(*BOOKS)


@pytest.fixture(scope="module")
def asked(found: Comparison) -> list[Question]:
    return questions(found, 200, 1)


def run(*call: str, code: int = 0) -> str:
    ran = CliRunner().invoke(main, ["quiz", *call], catch_exceptions=False)
    assert ran.exit_code == code, ran.output
    return ran.stdout


def test_each_question_has_one_answer_for_each_ruleset(asked: Sequence[Question]) -> None:
    for one in asked:
        assert [each.ruleset for each in one.answers] == list(BOOKS)
        assert len({*one.choices}) == len(one.choices) == 2
        for each in one.answers:
            assert one.choices[one.right(each.ruleset)] == each.outcome
            assert each.source


def test_the_answers_are_those_of_the_examples(
    found: Comparison, asked: Sequence[Question]
) -> None:
    paths = [one.path for one in asked]
    told = examples_in_words(contrasting_cases(paths, found.rulesets), found.rulesets)
    for one in asked:
        assert tuple(each.outcome for each in one.answers) == told[one.path].outcomes


def test_a_quiz_as_text_has_a_box_to_tick_for_each_ruleset() -> None:
    text = run(*BOOKS, "--number", "1", "--format", "text")
    assert "Name: …" in text
    assert "☐ EMA 2016 ☐ WRC 2015 A. " in " ".join(text.split())


def test_no_situation_is_asked_twice_and_questions_about_play_come_first(
    found: Comparison, asked: Sequence[Question]
) -> None:
    scenarios = [one.scenario for one in asked]
    assert len({*scenarios}) == len(scenarios) > 10
    parts = {row.path: row.part for row in found.rows}
    order = [("play", "table", "tournament").index(parts[one.path]) for one in asked]
    assert order == sorted(order)


def test_the_seed_decides_the_order(found: Comparison) -> None:
    one, same, other = (questions(found, 5, seed) for seed in (1, 1, 2))
    assert one == same != other


def test_hands_are_drawn(asked: Sequence[Question]) -> None:
    (triplet,) = (one for one in asked if one.path == "claims.meld_precedence")
    assert [each.seat for each in triplet.hands] == ["South", "North"]
    assert all(each.hand.groups for each in triplet.hands)


def test_a_page_hides_answers_and_paper_has_them_at_the_end() -> None:
    page = run(*BOOKS, "--format", "html", "--number", "3")
    assert page.count("<details>") == 3
    assert page.index("<h2>Questions</h2>") < page.index('class="on_paper"')
    text = run(*BOOKS, "--format", "markdown", "--number", "3")
    questions_, answers = text.split("## Answers")
    assert "§" not in questions_
    assert answers.count("**EMA 2016**") == 3
    assert answers.count("**WRC 2015**") == 3
    assert "ema-2016" not in text


def test_a_page_has_boxes_to_tick_and_a_line_for_the_name() -> None:
    text = run(*BOOKS, "--format", "markdown", "--number", "3")
    assert text.index("Name: …") < text.index("## Questions")
    choices = re.findall(r"(?m)^- ☐ EMA 2016 ☐ WRC 2015 [AB]\. \w", text)
    assert len(choices) == 3 * 2
    page = run(*BOOKS, "--format", "html", "--number", "3")
    assert page.count('<span class="box">EMA 2016</span>') == len(choices)
    assert '<span class="blank">Name</span>' in page


@typst
@pytest.mark.parametrize("language", first(languages()))
def test_a_pdf_breaks_no_question(language: str) -> None:
    tr = Locale(language)
    found = compare("ema-2025", "wrc-2025", tr=tr)
    asked = questions(found, 30, 1, tr)
    made = typeset(quiz(found, asked, tr), "letter")
    texts = ["".join(line.text for line in page) for page in lines(made.data)]
    for one in asked:
        parts = ["".join(text.split()) for text in (one.says, *one.choices)]
        assert any(all(part in text for part in parts) for text in texts), one.scenario
    assert smallest(made.data) >= 8


def test_json_has_the_choices_and_the_answers() -> None:
    data = json.loads(run(*BOOKS, "--format", "json", "--number", "2", "--seed", "7"))
    assert (data["rulesets"], data["seed"], len(data["questions"])) == ([*BOOKS], 7, 2)
    for one in data["questions"]:
        for name in BOOKS:
            assert one["answers"][name]["outcome"] in one["choices"]
            assert {"says", "source"} <= {*one["answers"][name]}


def test_each_answer_is_shown_at_once_on_a_terminal(
    asked: Sequence[Question], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = asked[:2]
    picked = iter([first.right("ema-2016") + 1, 2 - second.right("wrcr-2015")])
    monkeypatch.setattr("click.prompt", lambda *_, **__: next(picked))
    ask_questions([first, second], BOOKS, ENGLISH)
    said = capsys.readouterr().out
    assert f"Right. {first.title}" in said
    assert f"Wrong. {second.title}" in said
    assert "1 of 2 right." in said
    assert all(each.source.split()[0] in said for each in first.answers)


@pytest.mark.parametrize("call", [("ema-2016",), ("ema-2016", "ema-2016")])
def test_a_quiz_needs_two_rulesets_that_differ(call: Sequence[str]) -> None:
    run(*call, code=2)


def test_a_quiz_can_include_a_club(tmp_path: Path) -> None:
    file = tmp_path / "ours.yaml"
    file.write_text(
        "format: 1\nruleset: ours\ntitle: Ours\nextends: ema-2025\nclaims: {winners: head_bump}\n",
        encoding="utf-8",
    )
    data = json.loads(run("ema-2025", str(file), "--format", "json"))
    assert [one["option"] for one in data["questions"]] == ["claims.winners"]
