"""A quiz about the differences between rulesets: situations, and their outcome under each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from riichi.content.citations import format_citation
from riichi.content.comparison import titled
from riichi.content.contrasting_scenarios import ContrastingScenario
from riichi.content.drawn_hands import drawn_win
from riichi.content.examples import Example, contrasting_cases, examples_in_words
from riichi.content.what_matters import Matter, by_what_matters
from riichi.locale import ENGLISH, Locale
from riichi.writers.drawings import drawn_groups
from riichi.writers.model import (
    Block,
    Bullets,
    Document,
    DrawnHand,
    Folded,
    Heading,
    Paragraph,
    Section,
    Styled,
    TextLine,
)
from riichi_core.comparison.comparison import Comparison, Part
from riichi_core.language import Translatable, Translator
from riichi_core.messages import not_empty
from riichi_core.seeded import SeededRandom

ASKED: Translatable = "What is the outcome under {rulesets}?"

PARTS: tuple[Part, ...] = ("play", "table", "tournament")

LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand of a situation, drawn and written, and its seat (empty if there is only one hand)."""

    seat: str
    hand: DrawnHand


@dataclass(frozen=True, slots=True)
class Answer:
    """One ruleset's answer: the outcome, with the sentence of the option and its citation.

    `ruleset` is its label in the comparison, `title` its readable title.
    """

    ruleset: str
    title: str
    outcome: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class Question:
    """A situation whose outcome differs.

    Attributes:
        path: the option that decides it.
        title: the option's title, which would give the answer away, and how often it decides.
        says: the description of the situation.
        choices: the different outcomes, in a random order.
        answers: the outcome under each ruleset.
    """

    path: str
    title: str
    scenario: str
    says: str
    hands: tuple[ShownHand, ...]
    choices: tuple[str, ...]
    answers: tuple[Answer, ...]

    def right(self, ruleset: str) -> int:
        """Return the index of a ruleset's outcome in the choices."""
        return self.choices.index(self.answer_of(ruleset).outcome)

    def answer_of(self, ruleset: str) -> Answer:
        """Return the answer of a ruleset, by its label."""
        (answer,) = (answer for answer in self.answers if answer.ruleset == ruleset)
        return answer


def questions(
    comparison: Comparison, number: int, seed: int, tr: Locale = ENGLISH
) -> list[Question]:
    """Return a number of questions about the differences, or as many as there are.

    Questions about play come first, then those about conduct at the table, then those about
    tournaments. Within each part the options that matter more come first, and equal ones are in a
    random order.
    """
    paths = [row.path for row in comparison.differing]
    cases = contrasting_cases(paths, comparison.rulesets)
    examples = examples_in_words(cases, comparison.rulesets, tr)
    chance = SeededRandom(seed)
    asked: list[Question] = []
    for matter in sorted(chance.shuffled(by_what_matters(comparison)), key=_asked_first):
        path = matter.row.path
        if path not in examples:
            continue
        case, example = cases[path], examples[path]
        if case.stands_in is not None or any(
            example.scenario == question.scenario for question in asked
        ):
            continue
        sides = zip(
            comparison.labels,
            comparison.names(tr),
            example.outcomes,
            matter.row.sides,
            comparison.rulesets,
            strict=True,
        )
        answers = tuple(
            Answer(
                label, title, outcome, side.sentences, format_citation(side.provenance, ruleset, tr)
            )
            for label, title, outcome, side, ruleset in sides
        )
        asked.append(
            Question(
                path=path,
                title=titled(matter, tr),
                scenario=example.scenario,
                says=" ".join(not_empty([example.says, example.points])),
                hands=tuple(_shown_hands(case, example, tr)),
                choices=tuple(chance.shuffled(dict.fromkeys(example.outcomes))),
                answers=answers,
            )
        )
        if len(asked) == number:
            break
    return asked


def _asked_first(matter: Matter) -> tuple[Any, ...]:
    return PARTS.index(matter.row.part), not matter.is_asked, matter.order


def _shown_hands(
    case: ContrastingScenario, example: Example, tr: Translator
) -> Iterator[ShownHand]:
    """Yield the winning hands; for a deal in play, the hands at its start."""
    for hand in example.hands:
        yield ShownHand(hand.seat, drawn_win(hand.win, tr))
    if case.given.kind == "play":
        hands: Mapping[str, str] = case.given.facts.get("hands") or {}
        for seat, written in hands.items():
            groups = drawn_groups(_with_sets_apart(written), tr)
            yield ShownHand(tr(seat.capitalize()), DrawnHand(groups, written))


def _with_sets_apart(hand: str) -> str:
    """Return a hand with its sets apart, without the marks for their discarders."""
    return hand.translate({ord("("): " ", ord(")"): " ", ord("["): " [", ord("]"): "] ",
                           ord("<"): None, ord(">"): None, ord("^"): None})  # fmt: skip


# ---- as a document -------------------------------------------------------------------------------


def quiz(comparison: Comparison, asked: Sequence[Question], tr: Locale) -> Document:
    """Return the questions as a page, with answers folded away, and at the end on paper."""
    tr = tr.of(*comparison.rulesets)
    blocks: list[Block] = [
        Paragraph((Styled(tr("Name"), "blank"),)),
        Paragraph((tr(ASKED, rulesets=tr.and_list(comparison.names(tr))),)),
        Heading((tr("Questions"),)),
    ]
    answers: list[Block] = [Heading((tr("Answers"),))]
    for number, question in enumerate(asked, 1):
        answer = _answer_blocks(question, tr)
        blocks.append(Section((*_question_blocks(number, question), Folded(tr("Answer"), answer))))
        answers.append(Section((_numbered_heading(number, question.title), *answer)))
    blocks.append(Section(tuple(answers), kind="on_paper"))
    return Document(
        title=comparison.title(tr),
        kind=tr("Quiz"),
        language=tr.language,
        layout="report",
        blocks=tuple(blocks),
    )


def _question_blocks(number: int, question: Question) -> Iterator[Block]:
    yield _numbered_heading(number, question.says)
    for shown in question.hands:
        before: TextLine = (f"{shown.seat}: ",) if shown.seat else ()
        yield Paragraph((*before, shown.hand))
    boxes = tuple(Styled(answer.title, "box") for answer in question.answers)
    yield Bullets(
        tuple(
            (*boxes, f"\N{EM SPACE}{letter}. {choice}")
            for letter, choice in zip(LETTERS, question.choices, strict=False)
        )
    )


def _numbered_heading(number: int, text: str) -> Heading:
    return Heading((f"{number}. {text}",), level=3)


def _answer_blocks(question: Question, tr: Translator) -> tuple[Block, ...]:
    lines = (
        (
            Styled(answer.title, "strong"),
            f" → {LETTERS[question.choices.index(answer.outcome)]}. ",
            f"{answer.outcome}. {answer.says} ",
            Styled(tr(answer.source), "small"),
        )
        for answer in question.answers
    )
    return (Bullets(tuple(lines)),)


# ---- for programs --------------------------------------------------------------------------------


def quiz_json(comparison: Comparison, asked: Sequence[Question], seed: int) -> dict[str, Any]:
    """Return the questions as JSON data (docs/reference/json-records.md)."""
    return {
        "rulesets": list(comparison.labels),
        "seed": seed,
        "questions": [
            {
                "scenario": question.scenario,
                "option": question.path,
                "says": question.says,
                "hands": [
                    {"seat": shown.seat, "hand": shown.hand.notation} for shown in question.hands
                ],
                "choices": list(question.choices),
                "answers": {
                    answer.ruleset: {
                        "outcome": answer.outcome, "says": answer.says, "source": answer.source,
                    }
                    for answer in question.answers
                },
            }
            for question in asked
        ],
    }  # fmt: skip
