"""`riichi new --ask`: ten questions, and a short file with the answers."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result
from running import printed

from riichi.cli import output
from riichi.cli.main import main
from riichi.content.starting_file import ASKED, questions, short_file, with_answers
from riichi_core.files import yaml_document as documents
from riichi_core.language import PLAIN_ENGLISH
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset_check import examine_document


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ask(typed: str, *call: str) -> Result:
    return CliRunner().invoke(
        main, ["new", "ours", "--ask", *call], input=typed, catch_exceptions=False
    )


def test_ask_has_ten_questions_with_several_answers_each() -> None:
    assert len(ASKED) == 10
    assert {path for paths in ASKED for path in paths} <= {*options()}
    asked = list(questions(load("ema-2025"), PLAIN_ENGLISH))
    assert all(2 <= len(question.answers) <= 5 for question in asked)
    assert all(len({a.says for a in q.answers}) == len(q.answers) for q in asked)


def test_only_the_answers_are_written(here: Path) -> None:
    ran = ask("\n\n2\n\n2\n\n\n\n\n\n", "--extends", "ema-2025")
    assert ran.exit_code == 0
    assert "10. Abortive draws" in ran.stdout
    assert ran.stdout.endswith("try: riichi compare ema-2025 ours.yaml\n")
    ours = load("ours.yaml")
    assert {*ours.changes} == {"end.bust", "tiles.red_fives"}
    text = (here / "ours.yaml").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 20
    assert "\n  red_fives: {m: 1, p: 1, s: 1}\n" in text
    assert "# Each suit has one red five" in text
    assert printed("check", "ours.yaml") == "ours.yaml: valid, 2 rules of ema-2025 changed\n"


def test_ask_prompts_for_the_book_and_enter_keeps_its_value(here: Path) -> None:
    ran = ask("wrc-2025\n" + "\n" * 10)
    books, prompt, *_ = ran.stdout.splitlines()
    assert books.startswith("Books: ")
    assert {*library.books()} <= {*books.removeprefix("Books: ").split(", ")}
    assert prompt.startswith("Book to start from [ema-2025]: ")
    assert (load("ours.yaml").extends, load("ours.yaml").changes) == ("wrc-2025", ())
    assert (here / "ours.yaml").is_file()


def test_starting_points_and_oka_change_together(here: Path) -> None:
    ran = ask("2" + "\n" * 10, "--extends", "ema-2025")
    assert "wrote ours.yaml" in ran.stdout, ran.output
    assert "setup.starting_points" in load(str(here / "ours.yaml")).changes


@pytest.mark.parametrize("name", ["ema-2025", "tenhou"])
def test_no_answer_leads_to_a_warning(name: str) -> None:
    base = load(name)
    for question in questions(base, PLAIN_ENGLISH):
        for answer in question.answers:
            text = short_file("ours", base, with_answers(base, [answer]), PLAIN_ENGLISH)
            document, problems = documents.parse(text, "ours.yaml")
            assert document is not None
            ours, more = examine_document(document, Path("ours.yaml"))
            assert ours is not None
            assert [str(problem) for problem in [*problems, *more]] == []
            assert {path: ours.rules.written_value(path) for path in answer.values} == answer.values


def test_a_dialogue_is_never_paged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_is_paged", lambda _: True)
    monkeypatch.delattr(click, "echo_via_pager")
    output.print_lines(["a question", "1 an answer"], in_dialogue=True)


def test_questions_in_dutch(here: Path) -> None:
    ran = ask("\n" * 10, "--extends", "ema-2025", "--language", "nl")
    assert "1. Punten en oka" in ran.stdout
    assert "1 tot 3, Enter voor 1" in ran.stdout
    assert "probeer: riichi compare" in ran.stdout
    assert (here / "ours.yaml").is_file()


def test_new_without_questions_names_a_book(here: Path) -> None:
    ran = CliRunner().invoke(main, ["new", "ours"])
    assert (ran.exit_code, "--extends" in ran.stderr) == (2, True)
    assert not list(here.iterdir())
