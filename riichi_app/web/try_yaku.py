"""A yaku of a club's own on the page: its sentence, a hand that has it, and whether a hand has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from riichi_app.web.answer_types import TriedJson, YakuFormJson, YakuJson
from riichi_app.web.api import HouseRulesQuestion, error_json
from riichi_app.web.changing import FieldsJson, OptionPath
from riichi_app.web.fragments import hands_html
from riichi_app.web.house_rules import HouseRulesFile, problem_json
from riichi_app.web.yaku_form import builder_html, read_definition
from riichi_app.web.yaku_hands import hand_with
from riichi_core.errors import RecordError
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import LocalYaku, worth_sentence
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import written_value
from riichi_core.rules.yaku_grammar import YAKU_ID
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.score import ImpossibleWinError, NoWin, Score, score


class TryYaku(HouseRulesQuestion):
    """A yaku as it is being made, and perhaps a hand that may have it.

    It is looked at over the base of the house rules, whatever else is in the file.
    """

    ask: Literal["yaku"]
    fields: FieldsJson | None = None
    id: Annotated[str, Field(pattern=f"^{YAKU_ID}$", max_length=60)] | None = None
    value: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    edit: OptionPath | None = None

    def answer(self) -> YakuJson | YakuFormJson:
        """Return the yaku in words, with a hand that has it; or what is wrong with it.

        To `edit` one that the file defines, by its path, return its form.
        """
        if self.edit is not None:
            definition = self.house_rules.value(self.edit)
            if definition is None and self.house_rules.base is not None:
                definition = written_value(self.house_rules.base, self.edit)
            name = self.edit.removeprefix("yaku.")
            return {
                "form": builder_html(
                    self.tr, name, definition if isinstance(definition, dict) else None
                )
            }
        name, value = self.id or "", self.value or {}
        if self.fields is not None:
            name, value = read_definition(self.fields)
        path, base = f"yaku.{name}", self.house_rules.base
        house_rules = (
            HouseRulesFile.new() if base is None else HouseRulesFile.new(base.id)
        ).with_value(path, value)
        answer: YakuJson = {
            "id": name,
            "value": value,
            "problems": [
                problem_json(problem, self.tr)
                for problem in house_rules.problems
                if problem.path.startswith(path)
            ],
        }
        yaku = _local_yaku(house_rules.ruleset, name)
        if house_rules.ruleset is None or yaku is None or yaku.definition is None:
            return answer
        words = definition_words(yaku.definition, self.tr)
        answer["sentence"] = f"{words} {worth_sentence(yaku.worth, self.tr)}"
        example = hand_with(yaku.definition, _HasYaku(house_rules.ruleset, name))
        answer["hands"] = hands_html([] if example is None else [example], self.tr)
        return (
            answer if self.record is None else {**answer, **self._tried(house_rules.ruleset, name)}
        )

    def _tried(self, ruleset: Ruleset, name: str) -> TriedJson:
        """Return whether the hand has the yaku."""
        try:
            win = read_win(self.record)
            result = score(win, ruleset)
        except RecordError as error:
            return {"error": error_json(error, self)}
        except ImpossibleWinError as error:
            return {"has": False, "why": self.tr(error.message)}
        why = self.tr(result.message) if isinstance(result, NoWin) else ""
        return {"has": _HasYaku(ruleset, name)(win), "why": why}


class _HasYaku:
    """Tells whether a yaku is among those that a win is paid for under a ruleset."""

    def __init__(self, ruleset: Ruleset, name: str) -> None:
        self.ruleset, self.name = ruleset, name

    def __call__(self, win: Win) -> bool:
        try:
            result = score(win, self.ruleset)
        except ImpossibleWinError:
            return False
        return isinstance(result, Score) and any(yaku.id == self.name for yaku in result.yaku)


def _local_yaku(ruleset: Ruleset | None, name: str) -> LocalYaku | None:
    local = () if ruleset is None else ruleset.rules.yaku.local
    return next((yaku for yaku in local if yaku.id == name), None)
