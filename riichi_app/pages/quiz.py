"""A quiz about what changes between rulesets: situations, and what comes of them under each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from riichi_app.documents.model import (
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
from riichi_app.documents.tile_art import drawn_groups
from riichi_app.locale import ENGLISH, Locale
from riichi_app.pages.citations import format_citation
from riichi_app.pages.examples import Example, drawn, told_examples
from riichi_core.comparison.comparison import Comparison, Part
from riichi_core.comparison.examples import ContrastingCase, contrasting_cases
from riichi_core.language import Text, Translator
from riichi_core.seeded import SeededRandom

ASKED: Text = "What comes of it under {rulesets}?"

PARTS: tuple[Part, ...] = ("play", "table", "tournament")

LETTERS = "ABCDEFGH"


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand of a situation: whose it is (empty where there is one alone), drawn and written."""

    seat: str
    hand: DrawnHand


@dataclass(frozen=True, slots=True)
class Answer:
    """One ruleset's answer: its outcome, the sentence of its option, and where that stands."""

    ruleset: str
    outcome: str
    says: str
    source: str


@dataclass(frozen=True, slots=True)
class Question:
    """A situation that comes out otherwise.

    Attributes:
        path: the option that decides it.
        title: its title, which would give the answer away.
        scenario: the situation's id.
        says: what happened.
        hands: the hands that are shown.
        choices: the different outcomes, in a random order.
        answers: what comes of it under each ruleset.
    """

    path: str
    title: str
    scenario: str
    says: str
    hands: tuple[ShownHand, ...]
    choices: tuple[str, ...]
    answers: tuple[Answer, ...]

    def right(self, ruleset: str) -> int:
        """Return the place of a ruleset's outcome among the choices."""
        (found,) = (one.outcome for one in self.answers if one.ruleset == ruleset)
        return self.choices.index(found)


def questions(found: Comparison, number: int, seed: int, tr: Locale = ENGLISH) -> list[Question]:
    """Return so many questions about what differs, or as many as there are, in a random order.

    How one plays is asked before what is done at a table, and that before tournaments.

    Args:
        found: the rulesets side by side.
        number: the most that are asked.
        seed: of the order of questions and outcomes.
        tr: the language.
    """
    rows = {row.path: row for row in found.differing}
    cases = contrasting_cases(rows, found.rulesets)
    told = told_examples(cases, found.rulesets, tr)
    chance = SeededRandom(seed)
    asked: list[Question] = []
    parts = [[path for path in told if rows[path].part == part] for part in PARTS]
    for path in chain.from_iterable(map(chance.shuffled, parts)):
        case, one = cases[path], told[path]
        if case.stands_in is not None or any(one.scenario == each.scenario for each in asked):
            continue
        sides = zip(found.labels, one.outcomes, rows[path].sides, found.rulesets, strict=True)
        answers = tuple(
            Answer(label, outcome, side.sentences, format_citation(side.provenance, ruleset, tr))
            for label, outcome, side, ruleset in sides
        )
        asked.append(
            Question(
                path=path,
                title=rows[path].title,
                scenario=one.scenario,
                says=" ".join(filter(None, [one.says, one.points])),
                hands=tuple(_hands(case, one, tr)),
                choices=tuple(chance.shuffled(dict.fromkeys(one.outcomes))),
                answers=answers,
            )
        )
        if len(asked) == number:
            break
    return asked


def _hands(case: ContrastingCase, one: Example, tr: Translator) -> Iterator[ShownHand]:
    """Yield the hands that won; of a deal in play those with which it was set up."""
    for won in one.hands:
        yield ShownHand(won.seat, drawn(won.win, tr))
    if case.given.kind == "play":
        hands: Mapping[str, str] = case.given.facts.get("hands") or {}
        for seat, written in hands.items():
            shown = drawn_groups(_apart(written), tr)
            yield ShownHand(tr(seat.capitalize()), DrawnHand(shown, written))


def _apart(hand: str) -> str:
    """Return a hand with its sets apart, without the marks of whom their tiles came from."""
    return hand.translate({ord("("): " ", ord(")"): " ", ord("["): " [", ord("]"): "] ",
                           ord("<"): None, ord(">"): None, ord("^"): None})  # fmt: skip


# ---- as a document -------------------------------------------------------------------------------


def quiz(found: Comparison, asked: Sequence[Question], tr: Locale) -> Document:
    """Return the questions as a page: answers folded away, and on paper at the end.

    Args:
        found: the rulesets side by side.
        asked: the questions, in their order.
        tr: the language.
    """
    blocks: list[Block] = [
        Paragraph((tr(ASKED, rulesets=tr.both(found.labels)),)),
        Heading((tr("Questions"),)),
    ]
    answers: list[Block] = [Heading((tr("Answers"),))]
    for number, one in enumerate(asked, 1):
        told = _answer(one, tr)
        blocks.append(Section((*_question(number, one), Folded(tr("Answer"), told))))
        answers.append(Section((_numbered(number, one.title), *told)))
    blocks.append(Section(tuple(answers), kind="on_paper"))
    return Document(
        title=found.title(tr),
        kind=tr("Quiz"),
        language=tr.language,
        layout="report",
        blocks=tuple(blocks),
    )


def _question(number: int, one: Question) -> Iterator[Block]:
    yield _numbered(number, one.says)
    for each in one.hands:
        before: TextLine = (f"{each.seat}: ",) if each.seat else ()
        yield Paragraph((*before, each.hand))
    yield Bullets(tuple((f"{letter}. {choice}",) for letter, choice in _lettered(one)))


def _numbered(number: int, text: str) -> Heading:
    return Heading((f"{number}. {text}",), level=3)


def _lettered(one: Question) -> Iterator[tuple[str, str]]:
    return zip(LETTERS, one.choices, strict=False)


def _answer(one: Question, tr: Translator) -> tuple[Block, ...]:
    lines = (
        (Styled(each.ruleset, "strong"), f" → {LETTERS[one.choices.index(each.outcome)]}. ",
         f"{each.outcome}. {each.says} ", Styled(tr(each.source), "small"))
        for each in one.answers
    )  # fmt: skip
    return (Bullets(tuple(lines)),)


# ---- for programs --------------------------------------------------------------------------------


def quiz_json(found: Comparison, asked: Sequence[Question], seed: int) -> dict[str, Any]:
    """Return the questions for programs, as docs/contracts.md has them."""
    return {
        "rulesets": list(found.labels),
        "seed": seed,
        "questions": [
            {
                "scenario": one.scenario,
                "option": one.path,
                "says": one.says,
                "hands": [{"seat": each.seat, "hand": each.hand.notation} for each in one.hands],
                "choices": list(one.choices),
                "answers": {
                    each.ruleset: {
                        "outcome": each.outcome, "says": each.says, "source": each.source,
                    }
                    for each in one.answers
                },
            }
            for one in asked
        ],
    }  # fmt: skip
