"""The speed and accuracy of answers, for the tests' questions and other people's."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import pytest
import yaml

from benchmarks.harness import ROOT, Promise, least
from riichi.ask.index import bank_texts, question_bank
from riichi.ask.questions import answers, question_index
from riichi.ask.words import NONE

WITHIN_SECONDS = 0.010
OF_THE_BANK = 20
"""Every n-th question of the bank is asked as if it were not in it."""

LEAST_FIRST, LEAST_AMONG_THREE, LEAST_SURE = 0.75, 0.90, 0.98

Asked = Mapping[str, Collection[str]]


def tests_questions() -> Asked:
    """Return the questions of the tests, each with the rule that answers it."""
    text = (ROOT / "tests/cli/questions.yaml").read_text(encoding="utf-8")
    return {str(question): [rule] for question, rule in yaml.safe_load(text).items()}


def strangers_questions() -> Asked:
    """Return questions that people have asked in public, each with the rules that may answer it."""
    return _of_parts("asked", "made")


def players_questions() -> Asked:
    """Return the questions of a player who had not seen the bank."""
    return _of_parts("players")


def table_questions() -> Asked:
    """Return questions with typos, with stories before them, or with names of the 2025 books."""
    return _of_parts("table", "referees")


def fresh_questions() -> Asked:
    """Return questions that led to additions to the bank; see the head of their file."""
    return _of_parts("fresh")


def stories() -> Asked:
    """Return long stories, most of which end in a question that only points back."""
    return _of_parts("stories")


def stories_kept_aside() -> Asked:
    """Return stories that were first asked after the others were handled."""
    return _of_parts("kept")


def stories_that_were_read() -> Asked:
    """Return stories that were read before stories were added to the bank."""
    return _of_parts("told", "drawn", "seen")


def stories_by_lot() -> Asked:
    """Return stories about rules drawn by lot, first asked before stories were added."""
    return _of_parts("lots")


def stories_asked_last() -> Asked:
    """Return stories about rules drawn by lot, written after stories were added."""
    return _of_parts("last")


def _of_parts(*parts: str) -> Asked:
    text = (ROOT / "tests/cli/questions_of_strangers.yaml").read_text(encoding="utf-8")
    asked = yaml.safe_load(text)
    return {question: rules for part in parts for question, rules in asked[part].items()}


@pytest.mark.benchmark(group="ask")
def bench_a_question(benchmark: Any, promise: Promise) -> None:
    question_index()
    questions = [*tests_questions(), *strangers_questions(), *players_questions()]
    benchmark.pedantic(lambda: [*map(answers, questions)], rounds=3)
    each = least(benchmark) / len(questions)
    promise(each <= WITHIN_SECONDS, f"a question is answered in {1000 * each:.1f} ms (10)")


@pytest.mark.benchmark(group="ask")
def bench_the_bank_left_out(benchmark: Any, promise: Promise) -> None:
    index, bank = question_index(), question_bank()
    left_out = [*enumerate(bank_texts(bank))][::OF_THE_BANK]
    found = [
        ([c.rule for c in index.ranked(question, number)], {rule, *bank.twins_of(rule)})
        for number, (rule, question) in left_out
    ]
    first = sum(rules[0] in right for rules, right in found) / len(found)
    three = sum(not right.isdisjoint(rules[:3]) for rules, right in found) / len(found)
    promise(
        first >= LEAST_FIRST and three >= LEAST_AMONG_THREE,
        f"of {len(found)} questions of the bank, each left out, {first:.1%} are answered first (75)"
        f" and {three:.1%} among three (90)",
    )
    benchmark.pedantic(lambda: index.ranked("two ron"), rounds=1)


@pytest.mark.benchmark(group="ask")
@pytest.mark.parametrize(
    "questions",
    [
        tests_questions,
        strangers_questions,
        players_questions,
        table_questions,
        fresh_questions,
        stories,
        stories_kept_aside,
        stories_that_were_read,
        stories_by_lot,
        stories_asked_last,
    ],
)
def bench_others_questions(
    benchmark: Any, promise: Promise, questions: Callable[[], Asked]
) -> None:
    asked = questions()
    found = {question: answers(question) for question in asked}
    first = sum((found[q].rules or (NONE,))[0] in right for q, right in asked.items())
    three = sum(bool({*(found[q].rules[:3] or (NONE,))} & {*right}) for q, right in asked.items())
    sure = {q for q in asked if found[q].sure}
    wrong = [q for q in sure if {*found[q].told}.isdisjoint(asked[q])]
    promise(
        len(wrong) <= max(1, (1 - LEAST_SURE) * len(sure)),
        f"{questions.__name__}: of {len(asked)}, {first} first, {three} among three; sure of "
        f"{len(sure)}, wrongly of {len(wrong)} {wrong}",
    )
    benchmark.pedantic(lambda: answers("two ron"), rounds=1)
