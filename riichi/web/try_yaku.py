"""A club's own yaku on the page: made from an example hand and the conditions that it requires."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, Literal

from pydantic import Field

from riichi.content.endings import worth_in_words
from riichi.content.playable import playable
from riichi.content.yaku_hands import (
    found_record,
    has_yaku,
    own_yaku,
    record_has_yaku,
    record_with_facts,
)
from riichi.locale import Locale
from riichi.web.answer_types import EditedYakuJson, ProblemJson, TriedJson, YakuJson
from riichi.web.api import HouseRulesQuestion, error_json
from riichi.web.changing import FieldsJson, OptionPath
from riichi.web.fragments import hands_html
from riichi.web.house_rules import HouseRulesFile, key_of, option_of_problem, problem_json
from riichi.web.markup import el
from riichi.web.value_shape import fields_of, shape_of, text_of_field, value_of_fields
from riichi.web.yaku_conditions import Condition, chosen_by, conditions, conditions_html, words_of
from riichi_core.errors import RecordError, RiichiError
from riichi_core.files.problem import Problem
from riichi_core.hands.win import Win
from riichi_core.language import Translatable
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import LocalYaku, YakumanWorth, worth_sentence
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_yaku_options
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import ImpossibleWinError, score

BESIDE_YAKUMAN: Translatable = "Next to a yakuman no other yaku counts."

MOST_WRONG = 8
"""The maximum number of options with errors to ignore; with more, only the base counts."""

TAKEN: Translatable = "Your rules already have a yaku called {name}. Choose another name."

PROBLEMS: Mapping[str, Translatable] = {
    "no-condition": "Choose at least one condition: what must a hand have?",
    "unnamed": "Give the yaku a name.",
    "no-name": "A name has at most 60 letters.",
    "too-many-sets": "These conditions need more than four sets, and a hand has four.",
    "missing-key": "Enter the worth: a whole number from 1 to 100.",
    "out-of-range": "The worth is a whole number from 1 to 100.",
    "open-above-concealed": "An open hand must not be worth more than a concealed one.",
    "no-effect": "An open hand can never have it: leave its worth for open hands empty.",
    "form-without-sets": "Seven pairs and thirteen orphans have no sets: choose no conditions "
    "about sets next to them.",
}
"""The problems of a yaku by code, for a visitor who has not seen the words of files."""

WORTH = "yaku.own"
"""The path of any yaku without a field: its worth has the same shape for all."""

PLAIN_WIN = {"won_by": "self_draw", "seat_wind": "south"}
"""The facts of an example hand that says nothing else."""

SPELLINGS = ("en", "ja")
"""The names with a field; a file can have others."""


class TryYaku(HouseRulesQuestion):
    """A yaku in progress, with its example hand and the conditions that it requires.

    It is tried under the club's rules, without their wrong options.
    """

    ask: Literal["yaku"]
    fields: FieldsJson = Field(default_factory=dict)
    edit: OptionPath | None = None

    def answer(self) -> YakuJson | EditedYakuJson:
        """Return the yaku and its sentences, whether its hand has it, and its problems.

        With `edit`, the path of a yaku in the file or its base, return the fields to begin with.
        """
        if self.edit is not None:
            return self._edited(self.edit)
        tr, tiles, given = self._words, self._tiles, self._field("id")
        names = {code: name for code in SPELLINGS if (name := self._field(f"name/{code}"))}
        name = given or yaku_id(next(iter(names.values()), ""))
        path = f"yaku.{name}"
        before = self._definition(path) if given else {}
        others = before.get("name")
        if isinstance(others, dict):
            names |= {code: name for code, name in others.items() if code not in SPELLINGS}
        offered, wrong = _conditions(tiles, tr)
        by_key = {one.key: one for one in offered}
        chosen = [by_key[key] for key in self.fields.get("ticked", ()) if key in by_key]
        worth = value_of_fields(shape_of(WORTH), self.fields, "worth")
        value = {"name": names, **words_of(chosen), "worth": worth}
        answer: YakuJson = {"id": name, "value": value, "problems": []}
        answer["conditions"] = wrong or conditions_html(offered, chosen)
        if not given and self._is_taken(path):
            answer["problems"] = [_taken(path, next(iter(names.values()), ""), tr)]
            return answer
        rules = self._club_rules.with_value(path, value)
        answer["problems"] = [
            _problem_json(problem, tr)
            for problem in rules.problems
            if problem.path.startswith(path) and problem.code != "same-as-base"
        ]
        yaku = own_yaku(rules.ruleset, name)
        if rules.ruleset is None or yaku is None or yaku.definition is None:
            return answer
        words = definition_words(yaku.definition, tr)
        answer["sentence"] = f"{words} {worth_sentence(yaku.worth, tr)}"
        having = self._having(before, yaku, rules.ruleset)
        value["example"] = having or tiles
        return {**answer, **self._tried(having or tiles, yaku, rules.ruleset)}

    def _edited(self, path: str) -> EditedYakuJson:
        """Return the fields of a yaku; if no conditions express it, its line in the file."""
        value = self._definition(path)
        tiles = self._example_of(path, value)
        if tiles and {*value} <= {*CONDITION_WORDS, "name", "worth", "example"}:
            words = {word: part for word, part in value.items() if word in CONDITION_WORDS}
            chosen = chosen_by(words, _conditions(tiles, self._words)[0])
            worth = fields_of(shape_of(WORTH), value["worth"], "worth")
            if chosen and value_of_fields(shape_of(WORTH), worth, "worth") == value["worth"]:
                fields = {
                    "id": [path.removeprefix("yaku.")],
                    **{f"name/{code}": [value["name"].get(code, "")] for code in SPELLINGS},
                    **worth,
                    **{f"example/{part}": [tiles[part]] for part in ("hand", "winning_tile")},
                    "ticked": [one.key for one in chosen],
                }
                return {"fields": fields}
        house_rules, key = self.house_rules, key_of(self.house_rules.data, path)
        if house_rules.document is None or key is None:
            return {"line": 0}  # only its base has it
        return {"line": house_rules.document.keys["yaku", key].line}

    def _example_of(self, path: str, value: Mapping[str, Any]) -> Mapping[str, Any] | None:
        """Return the example hand of a yaku, or a constructed one; None if it has an error."""
        errors = [one for one in self.house_rules.problems if one.severity == "error"]
        ruleset, name = self._club_rules.ruleset, path.removeprefix("yaku.")
        yaku = own_yaku(ruleset, name)
        if ruleset is None or yaku is None or yaku.definition is None:
            return None
        if path in map(option_of_problem, errors):
            return None
        if value.get("example"):
            return dict(value["example"])
        record = found_record(yaku.definition, name, ruleset)
        return None if record is None else {**record, "hand": str(read_win(record).hand)}

    def _definition(self, path: str) -> Mapping[str, Any]:
        """Return the definition of a yaku in the file or in its base; empty for none."""
        value = self.house_rules.value(path)
        if value is None and self.house_rules.base is not None:
            value = self.house_rules.base.rules.written_value(path)
        return value if isinstance(value, dict) else {}

    def _field(self, name: str) -> str:
        return text_of_field(self.fields, name)

    @property
    def _tiles(self) -> Mapping[str, str]:
        """The example hand with its winning tile; empty if either is missing."""
        tiles = {part: self._field(f"example/{part}") for part in ("hand", "winning_tile")}
        return tiles if all(tiles.values()) else {}

    def _is_taken(self, path: str) -> bool:
        """Return True if the rules have a yaku with this path."""
        ruleset = self._club_rules.ruleset
        return path in options() or (ruleset is not None and path in local_yaku_options(ruleset))

    @cached_property
    def _club_rules(self) -> HouseRulesFile:
        """The club's rules without the wrong options."""
        rules = self.house_rules
        if (base := rules.base) is None:
            return HouseRulesFile.new()
        errors = [one for one in rules.problems if one.severity == "error" and one.path]
        wrong = dict.fromkeys(option_of_problem(one) for one in errors)
        if len(wrong) <= MOST_WRONG:
            for path in wrong:
                rules = rules.without(path) if "." in path else rules
        return rules if rules.ruleset is not None else HouseRulesFile.new(base.id)

    @property
    def _words(self) -> Locale:
        """The language in the words of the club's book."""
        ruleset = self._club_rules.ruleset
        return self.tr if ruleset is None else self.tr.of(ruleset)

    def _having(
        self, before: Mapping[str, Any], yaku: LocalYaku, ruleset: Ruleset
    ) -> Mapping[str, Any]:
        """Return the record of the example hand with facts that give it the yaku; empty if none do.

        The facts of the club's own example stay.
        """
        assert yaku.definition is not None
        tiles, example = self._tiles, before.get("example") or {}
        is_same = {**example, **tiles} == example
        if is_same and record_has_yaku({**PLAIN_WIN, **example}, yaku.id, ruleset):
            return dict(example)
        return record_with_facts(tiles, yaku.definition, yaku.id, ruleset) or {}

    def _tried(self, tiles: Mapping[str, Any], yaku: LocalYaku, ruleset: Ruleset) -> TriedJson:
        """Return whether a hand has the yaku: its worth if so, otherwise why, and one that has."""
        record = {**PLAIN_WIN, **tiles}
        try:
            played = playable(read_win(record), ruleset)
            result = score(played.win, ruleset)
        except ImpossibleWinError as error:
            return {"has": False, "why": self._words(error.message)}
        except RecordError as error:
            return {"error": error_json(error, self)}
        if isinstance(result, NoWin):
            return {"has": False, "why": self._words(result.message)}
        if has_yaku(played.win, yaku.id, ruleset):
            worth = self._words(
                "The whole hand: {worth}, {points} points.",
                worth=self._words(worth_in_words(result)),
                points=result.payments.total,
            )
            return {"has": True, "worth": f"{worth_sentence(yaku.worth, self._words)} {worth}"}
        assert yaku.definition is not None
        hidden = result.yakuman and not isinstance(yaku.worth, YakumanWorth)
        other = found_record(yaku.definition, yaku.id, ruleset)
        hands = [] if other is None else [read_win(other)]
        why = self._words(BESIDE_YAKUMAN) if hidden else ""
        return {"has": False, "why": why, "hands": hands_html(hands, self._words)}


def _conditions(tiles: Mapping[str, Any], tr: Locale) -> tuple[Sequence[Condition], str]:
    """Return the conditions that hold for a hand, and what is wrong with it."""
    if not tiles:
        return (), ""
    try:
        win = Win(tiles["hand"], tiles["winning_tile"], "self_draw", "south")
    except RiichiError as error:
        return (), el("p", tr(str(error)), class_="error")
    return conditions(win, tr), ""


def _problem_json(problem: Problem, tr: Locale) -> ProblemJson:
    """Return a problem in the words of the page, if it has any."""
    said = problem_json(problem, tr)
    is_other = problem.code == "no-effect" and not problem.expected  # not about an open hand
    if problem.code not in PROBLEMS or is_other:
        return said
    return {**said, "text": tr(PROBLEMS[problem.code]), "expected": "", "suggestion": ""}


def _taken(path: str, name: str, tr: Locale) -> ProblemJson:
    return {"path": path, "code": "name-taken", "severity": "error", "text": tr(TAKEN, name=name),
            "expected": "", "suggestion": "", "line": 0, "also": [], "fixes": []}  # fmt: skip


def yaku_id(name: str) -> str:
    """Return an id for a yaku with this name: lowercase letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made_id = re.sub("[^a-z0-9]+", "_", plain).strip("_")[:50]
    return made_id if made_id[:1].isalpha() else f"yaku_{made_id}".rstrip("_")
