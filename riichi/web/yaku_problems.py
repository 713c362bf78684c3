"""What is wrong with a yaku of the club's own, in the words of its form.

A file has the same errors in the words of the file. A visitor of the form has not seen those.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from riichi.locale import Locale
from riichi.web.answer_types import ProblemJson
from riichi.web.house_rules import problem_json
from riichi.web.yaku_form import CHOSEN_WORDS, COUNTED, HAND_WORDS
from riichi_core.files.problem import Problem
from riichi_core.language import Translatable

TAKEN: Translatable = "Your rules already have a yaku called {name}. Choose another name."

TEXTS: Mapping[str, Translatable] = {
    "no-condition": "Choose at least one condition: what must a hand have?",
    "unnamed": "Give the yaku a name.",
    "no-name": "A name has at most 60 letters.",
    "too-many-sets": "These conditions need more than four sets, and a hand has four.",
    "count-range": "The sum of all numbers is 0 to 156.",
    "five-of-a-tile": "There are only four of each tile.",
    "sequence-class": "Honours make no sequences: choose a number for each sequence.",
    "no-room": "A sequence starts at 7 or lower, and numbers end at 9: choose a lower number.",
    "missing-key": "Enter the value: a whole number from 1 to 100.",
    "out-of-range": "The value is a whole number from 1 to 100.",
    "open-above-closed": "An open hand must not be worth more than a concealed one.",
    "no-effect:open": "An open hand can never have it: leave its value for open hands empty.",
    "never:when": "A win cannot be both: untick one under “{when}”.",
    "never:unless": "The same box is ticked under “{when}” and “{unless}”: untick one of them.",
    "never:concealed": "A concealed hand has no called sets: choose only one of the two.",
    "form-without-sets": "Seven pairs and thirteen orphans have no sets: untick them under "
    "“{form}”, or remove the conditions about sets and the pair.",
    "nothing-counted": "“{counted}” needs at least one set.",
    "hand-size:holds": "“{holds}”: choose 1 to 18 tiles.",
    "hand-size:waiting_hand": "“{waiting_hand}”: choose 13 tiles.",
}
"""The text for each code, for some with the word that it is about."""


def problems_of_form(
    problems: Sequence[Problem], value: Mapping[str, Any], tr: Locale
) -> list[ProblemJson]:
    """Return what is wrong with a yaku, in the words of the form.

    Args:
        problems: the problems of the definition, as those of a file.
        value: the definition with name and worth.
        tr: the language.
    """
    return [_in_words_of_form(problem, value, tr) for problem in problems]


def name_is_taken(value: Mapping[str, Any], path: str, tr: Locale) -> ProblemJson:
    """Return the problem of a new yaku with the name of one that the rules have."""
    names = value["name"]
    text = tr(TAKEN, name=names.get("en", names.get("ja", "")))
    return {"path": path, "code": "name-taken", "severity": "error", "text": text, "expected": "",
            "suggestion": "", "line": 0, "also": [], "fixes": []}  # fmt: skip


def _in_words_of_form(problem: Problem, value: Mapping[str, Any], tr: Locale) -> ProblemJson:
    said = problem_json(problem, tr)
    text = TEXTS.get(problem.code) or TEXTS.get(f"{problem.code}:{_word(problem, value)}")
    if text is None:
        return said
    titles = {word: tr(title) for word, (title, _) in CHOSEN_WORDS.items()}
    titles |= {word: tr(title) for word, title in HAND_WORDS.items()}
    return {
        **said,
        "text": tr(text, **titles, counted=tr(COUNTED)),
        "expected": "",
        "suggestion": "",
    }


def _word(problem: Problem, value: Mapping[str, Any]) -> str:
    """Return the word of the form that a problem is about."""
    if problem.code == "never":
        if {*value.get("when", ())} & {*value.get("unless", ())}:
            return "unless"
        return "concealed" if "claimed" in value and "concealed" in value else "when"
    if problem.code == "no-effect":
        return "open" if problem.expected else ""
    return problem.path.rpartition(".")[2]
