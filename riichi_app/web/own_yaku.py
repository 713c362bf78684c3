"""A yaku of a club's own on the page: its sentence, a hand that has it, and whether a hand has."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from riichi_app.web.answers import TriedJson, YakuFormJson, YakuJson
from riichi_app.web.changing import FieldsJson, OptionPath
from riichi_app.web.fragments import hands_html
from riichi_app.web.own_rules import OwnRules, problem_json
from riichi_app.web.question import OwnQuestion, error_json
from riichi_app.web.yaku_form import builder_html, read_definition
from riichi_app.web.yaku_hands import hand_with
from riichi_core.errors import RecordError
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import LocalYaku, worth_sentence
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import written_value
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.score import ImpossibleWinError, NoWin, Score, score


class OwnYaku(OwnQuestion):
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
            given = self.own.value(self.edit)
            if given is None and self.own.base is not None:
                given = written_value(self.own.base, self.edit)
            name = self.edit.removeprefix("yaku.")
            return {"form": builder_html(self.tr, name, given if isinstance(given, dict) else None)}
        name, value = self.id or "", self.value or {}
        if self.fields is not None:
            name, value = read_definition(self.fields)
        path, base = f"yaku.{name}", self.own.base
        own = (OwnRules.new() if base is None else OwnRules.new(base.id)).having(path, value)
        said: YakuJson = {
            "id": name,
            "value": value,
            "problems": [
                problem_json(one, self.tr) for one in own.problems if one.path.startswith(path)
            ],
        }
        yaku = _defined(own.ruleset, name)
        if own.ruleset is None or yaku is None or yaku.definition is None:
            return said
        words = definition_words(yaku.definition, self.tr)
        said["sentence"] = f"{words} {worth_sentence(yaku.worth, self.tr)}"
        found = hand_with(yaku.definition, _Has(own.ruleset, name))
        said["hands"] = hands_html([] if found is None else [found], self.tr)
        return said if self.record is None else {**said, **self._tried(own.ruleset, name)}

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
        return {"has": _Has(ruleset, name)(win), "why": why}


class _Has:
    """Tells whether a yaku is among those that a win is paid for under a ruleset."""

    def __init__(self, ruleset: Ruleset, name: str) -> None:
        self.ruleset, self.name = ruleset, name

    def __call__(self, win: Win) -> bool:
        try:
            found = score(win, self.ruleset)
        except ImpossibleWinError:
            return False
        return isinstance(found, Score) and any(one.id == self.name for one in found.yaku)


def _defined(ruleset: Ruleset | None, name: str) -> LocalYaku | None:
    local = () if ruleset is None else ruleset.rules.yaku.local
    return next((one for one in local if one.id == name), None)
