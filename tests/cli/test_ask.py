"""`riichi ask`: questions as people ask them at a table, and the rule that must come first."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from each import each
from effort import LONG
from running import neat
from terminal import on_terminal

from riichi.ask.index import rules_to_ask_about
from riichi.ask.names import suggestions
from riichi.ask.questions import answers
from riichi.cli.main import main
from riichi_core.language import PLAIN_ENGLISH
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import other_names
from riichi_core.rules.library import newest_editions
from riichi_core.rules.load import load

QUESTIONS: dict[str, str] = yaml.safe_load(
    (Path(__file__).parent / "questions.yaml").read_text(encoding="utf-8")
)


def ask(*call: str, status: int = 0) -> Result:
    ran = CliRunner().invoke(main, ["ask", *call], catch_exceptions=False)
    assert ran.exit_code == status, ran.output
    return ran


def as_json(*call: str) -> Any:
    return json.loads(ask(*call, "--format", "json").stdout)


def test_there_are_questions_about_most_chapters() -> None:
    assert len(QUESTIONS) >= 120
    assert len({answer.split(".")[0] for answer in QUESTIONS.values()}) > 15
    assert {*QUESTIONS.values()} <= {*rules_to_ask_about()}


@each("question", QUESTIONS)
def test_the_answering_rule_comes_first(question: str) -> None:
    assert answers(str(question)).rules[0] == QUESTIONS[question]


FAULTS = [question for question, answer in QUESTIONS.items() if answer.startswith("fouls.")]


@each("question", FAULTS[:: 1 if LONG else 4])
def test_foul_understands_the_same_questions(question: str) -> None:
    call = ["foul", *str(question).split(), "--format", "json"]
    ran = CliRunner().invoke(main, call, catch_exceptions=False)
    assert json.loads(ran.stdout)["fouls"][0]["path"] == QUESTIONS[question]


@each("question", [*QUESTIONS][:: 1 if LONG else 15])
def test_find_understands_the_same_questions(question: str) -> None:
    call = ["find", *str(question).split(), "--format", "json"]
    found = json.loads(CliRunner().invoke(main, call, catch_exceptions=False).stdout)
    paths = [one["path"] for one in found["options"]] + [one["id"] for one in found["clauses"]]
    assert QUESTIONS[question] in paths
    assert len(found["options"]) <= 8, "a list that nobody reads is no finding"


@each("part", ["ransl", "hombo", "urite", "iich", "", "?!", "\0", '"', "a OR b *"])
def test_a_part_of_a_word_and_an_empty_query_find_nothing(part: str) -> None:
    assert not answers(part).sure


def test_clause_names_belong_to_existing_clauses() -> None:
    assert {*other_names().clauses} <= {*clauses()}


def test_an_answer_has_the_rule_its_section_and_an_example() -> None:
    said = ask("two", "ron").stdout
    first, second = (load(newest_editions()[name]).short_title for name in ("ema", "wrc"))
    assert f"  {first}  Every player who calls ron wins" in said
    assert f"  {second}  Only the caller next" in said
    assert "§ 3.3.1" in said
    assert f"  {first}  → South and West win" in said
    assert "See also:\n" in said
    neat(said)


def test_a_question_can_be_asked_of_one_ruleset() -> None:
    said = ask("agari yame", "--rules", "ema-2016").stdout
    assert "(the same)" not in said
    assert "  EMA 2016  East cannot end the game early" in said
    assert "e.g." not in said, "nothing happens that could be told"
    foul = ask("13 tiles", "--rules", "EMA-2025").stdout
    assert "  EMA 2025  → dead hand" in foul


@pytest.mark.parametrize(
    ("call", "asked"),
    [
        (["on Tenhou, how many rounds"], ["tenhou"]),
        (["two ron in WRC 2015 or the EMA"], ["wrcr-2015", "ema-2025"]),
        (["on Tenhou, how many rounds", "--rules", "ema-2016"], ["ema-2016"]),
        (["how many rounds"], ["ema-2025", "wrc-2025"]),
    ],
)
def test_the_rulesets_named_in_a_question_answer_it(call: list[str], asked: list[str]) -> None:
    found = as_json(*call)
    assert found["rulesets"] == asked
    assert found["sure"]


def test_a_rule_common_to_all_books_is_shown_with_its_sections() -> None:
    said = ask("sequence from the left only").stdout
    assert "Only the player next in turn" in said
    assert "§ 3.3.3" in said
    assert "The same in every ruleset." in said


def test_a_question_can_be_asked_of_a_clubs_rules(tmp_path: Path) -> None:
    club = tmp_path / "club.yaml"
    club.write_text(
        "format: 1\nruleset: club\ntitle: Club\nextends: ema-2025\nclaims: {winners: head_bump}\n",
        encoding="utf-8",
    )
    said = ask("two ron", "--rules", f"{club},ema-2025").stdout
    assert "  Club      Only the caller next" in said
    assert "house rule" in said


def test_an_answer_as_json() -> None:
    found = as_json("two", "ron", "--rules", "ema-2016,wrcr-2015")
    keys = [
        "question",
        "read_as",
        "rulesets",
        "no_rule_on",
        "other_rules",
        "sure",
        "probability",
        "answer",
        "candidates",
        "see_also",
    ]
    assert list(found) == keys
    assert (found["question"], found["rulesets"]) == ("two ron", ["ema-2016", "wrcr-2015"])
    assert found["sure"]
    assert found["probability"] >= 0.9
    answer = found["answer"]
    assert (answer["path"], answer["differs"]) == ("claims.winners", True)
    assert set(answer["values"]) == set(answer["example"]["outcomes"]) == {"ema-2016", "wrcr-2015"}
    first = found["candidates"][0]
    assert (first["rule"], first["title"]) == ("claims.winners", "Multiple winners")
    assert first["ruling"]["values"] == answer["values"]
    assert set(found["see_also"]) <= {*rules_to_ask_about()}
    clause = as_json("sequence from the left only")
    rulings = [clause["answer"] or {}, *(one["ruling"] for one in clause["candidates"])]
    assert "chii-from-left-only" in [ruling.get("clause") for ruling in rulings]


def test_an_uncertain_answer_says_so_and_shows_the_closest_rules() -> None:
    question = "how late can you show up before they put in a substitute"
    said = ask(question).stdout
    assert said.startswith("The closest rules:\n")
    assert said.count("§") >= 3
    assert "e.g." not in said
    found = as_json(question)
    assert (found["sure"], found["answer"]) == (False, None)
    assert len(found["candidates"]) == 3
    assert [one["probability"] for one in found["candidates"]] == sorted(
        (one["probability"] for one in found["candidates"]), reverse=True
    )


def test_twin_rules_are_shown_together() -> None:
    said = ask("swap calling").stdout
    assert "claims.forbidden_swaps" in said
    assert "fouls.swap_call" in said.partition("See also")[0]


def test_a_yaku_outside_the_books_is_also_explained() -> None:
    said = ask("sanrenkou").stdout
    assert "Three Consecutive Triplets" in said
    assert "not one of its yaku" in said
    assert "three numbers in a row" in said


def test_a_typo_is_corrected_and_reported() -> None:
    said = ask("dubble", "ron").stdout
    assert said.startswith("Showing results for 'double ron'.\n\nMultiple winners")
    neat(said)
    found = as_json("dubble ron")
    assert (found["question"], found["read_as"]) == ("dubble ron", "double ron")
    assert as_json("double ron")["read_as"] is None
    dutch = ask("twe keer ron en meer winaars", "--language", "nl").stdout
    assert dutch.startswith("Resultaten voor '")


def test_suggested_names_are_written_as_words() -> None:
    said = ask("setcorected", status=1).stderr
    assert said == "No rule mentions 'setcorected'. Try 'set corrected'.\n"
    for name in suggestions(PLAIN_ENGLISH):
        assert "_" not in name
        assert "." not in name


def test_a_how_much_question_finds_the_number() -> None:
    for thing, rule in {
        "a chombo": "chombo.tournament",
        "a riichi stick": "riichi.bet",
        "the riichi deposit": "riichi.bet",
        "a honba": "dealer.counter_value",
        "a honba stick": "dealer.counter_value",
        "a mangan": "limits.mangan",
        "the noten penalty": "draws.noten_total",
        "a perfect flush": "yaku.full_flush",
    }.items():
        assert answers(f"how much is {thing}").first == rule
        assert answers(f"How much does {thing} cost?").first == rule


def test_an_unanswerable_question_ends_with_status_1() -> None:
    ran = ask("xyzzy", "plugh", status=1)
    assert (ran.stdout, ran.stderr) == ("", "No rule mentions 'xyzzy plugh'.\n")
    nothing = CliRunner().invoke(main, ["ask", "xyzzy", "--format", "json"])
    assert (nothing.exit_code, json.loads(nothing.stdout)["answer"]) == (1, None)
    assert CliRunner().invoke(main, ["ask"]).exit_code == 2
    assert CliRunner().invoke(main, ["ask", "uma", "--rules", "emma"]).exit_code == 2


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such terminals")
def test_the_command_prompts_for_the_question_and_the_choice_on_a_terminal(tmp_path: Path) -> None:
    typed = "how late can you show up before they put in a substitute\n2\n"
    status, shown = on_terminal("ask", folder=tmp_path, typed=typed, rows=200, NO_COLOR="1")
    assert status == 0
    assert "Your question:" in shown
    assert "The closest rules:" in shown
    second = re.search(r"^2  .*\n   (\S+)$", shown, re.MULTILINE)
    assert second is not None
    assert re.search(
        rf"^\S.* {re.escape(second[1])}$", shown.partition("Choose one")[2], re.MULTILINE
    )
    status, shown = on_terminal("ask", folder=tmp_path, typed="uma\n", rows=200, NO_COLOR="1")
    assert (status, "result.uma" in shown) == (0, True)


@each("call", [(), ("",), (" ", "")])
def test_a_call_without_a_question_asks_for_it(call: tuple[str, ...]) -> None:
    ran = CliRunner().invoke(main, ["ask", *call])
    assert ran.exit_code == 2
    assert "What is the question?" in ran.output


def test_a_question_and_its_answer_in_dutch() -> None:
    said = ask("twee", "keer", "ron", "--language", "nl").stdout
    assert "Zie ook:" in said
    assert "claims.winners" in said


# ---- subjects without a rule ---------------------------------------------------------------------


@each("question", ["three players", "sanma", "what is the table fee", "bedenktijd", "aotenjou"])
def test_a_subject_without_a_rule_is_named(question: str) -> None:
    said = ask(question, status=1).stderr
    assert said.startswith("riichi has no rule on ")
    if question in ("sanma", "aotenjou"):  # `find` lists what mentions the words of the others
        ran = CliRunner().invoke(main, ["find", question], catch_exceptions=False)
        assert (ran.exit_code, ran.stderr) == (1, said)


def test_a_rule_is_told_beside_the_words_of_a_subject_without_one() -> None:
    for question, rule in (
        ("three players call ron", "claims.winners"),
        ("can we play with three players", "setup-four-players"),
    ):
        found = answers(question)
        assert (found.rules[0], found.no_rule_on) == (rule, "")


def test_every_subject_without_a_rule_is_found_by_its_words() -> None:
    for subject, phrases in other_names().no_rule.items():
        told = {answers(phrase).no_rule_on for phrase in phrases}
        assert subject in told
        assert told <= {subject, ""}  # a clause answers some of the words
