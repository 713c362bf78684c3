"""A club's own yaku on the page: its sentence, hands that have it, and a tried hand."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from pydantic import Field

from riichi.content.plain_fives import playable
from riichi.content.yaku_hands import (
    found_record,
    has_yaku,
    own_yaku,
    record_with_facts,
)
from riichi.locale import Locale
from riichi.web.answer_types import TriedJson, YakuFormJson, YakuJson
from riichi.web.api import HouseRulesQuestion, error_json
from riichi.web.changing import FieldsJson, OptionPath
from riichi.web.fragments import hands_html
from riichi.web.house_rules import FIRST_BASE, HouseRulesFile, option_of_problem
from riichi.web.scored_hand import worth_text
from riichi.web.yaku_conditions import conditions_html
from riichi.web.yaku_form import builder_html, example_tiles, read_definition
from riichi.web.yaku_problems import name_is_taken, problems_of_form
from riichi_core.errors import RecordError
from riichi_core.language import Translatable
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import LocalYaku, YakumanWorth, worth_sentence
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_yaku_options, written_value
from riichi_core.rules.yaku_grammar import YAKU_ID
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS
from riichi_core.rules.yaku_words import definition_words
from riichi_core.scoring.result import NoWin
from riichi_core.scoring.score import ImpossibleWinError, score

BESIDE_YAKUMAN: Translatable = "Next to a yakuman no other yaku counts."

MOST_WRONG = 8
"""The maximum number of options with errors to ignore; with more, only the base counts."""

LACKS: Translatable = "It lacks this: {conditions}"


class TryYaku(HouseRulesQuestion):
    """An unfinished yaku, optionally with a hand that may have it.

    It is tried under the club's rules, without their wrong options.
    """

    ask: Literal["yaku"]
    fields: FieldsJson | None = None
    id: Annotated[str, Field(pattern=f"^{YAKU_ID}$", max_length=60)] | None = None
    value: dict[str, Any] | None = None
    record: dict[str, Any] | None = None
    edit: OptionPath | None = None
    form: bool = False

    def answer(self) -> YakuJson | YakuFormJson:
        """Return the yaku in words, with a hand that has it, or its problems.

        With `edit` (the path of a yaku in the file) or `form` (for a new one), return a form.
        """
        if self.edit is not None or self.form:
            return self._form()
        tr = self._words
        name, value = self.id or "", self.value or {}
        if self.fields is not None:
            name, value = read_definition(self.fields)
        path = f"yaku.{name}"
        rules = self._club_rules.with_value(path, value)
        answer: YakuJson = {"id": name, "value": value, "problems": []}
        if self._is_taken(path):
            answer["problems"] = [name_is_taken(value, path, tr)]
            return answer
        problems = [
            problem
            for problem in rules.problems
            if problem.path.startswith(path) and problem.code != "same-as-base"
        ]
        answer["problems"] = problems_of_form(problems, value, tr)
        tiles = {} if self.fields is None else example_tiles(self.fields)
        if tiles:
            answer["conditions"] = conditions_html(tiles, value, tr)
        yaku = own_yaku(rules.ruleset, name)
        if rules.ruleset is None or yaku is None or yaku.definition is None:
            return answer
        words = definition_words(yaku.definition, tr)
        answer["sentence"] = f"{words} {worth_sentence(yaku.worth, tr)}"
        tried = self._tried(tiles, yaku, rules.ruleset)
        if tiles and tried.get("has") is False and tried["why"] != tr(BESIDE_YAKUMAN):
            lacking = self._lacking(tiles, name, value)
            tried["why"] = tr(LACKS, conditions=lacking) if lacking else tried["why"]
        return {**answer, **self._example(tried, yaku, rules.ruleset), **tried}

    def _is_taken(self, path: str) -> bool:
        """Return True if a new yaku of the form has the name of one that the rules have."""
        if self.fields is None or "".join(self.fields.get("id", ())):
            return False
        ruleset = self._club_rules.ruleset
        return path in options() or (ruleset is not None and path in local_yaku_options(ruleset))

    def _form(self) -> YakuFormJson:
        """Return the form of a yaku that the file or its base defines, or of a new one."""
        house_rules, definition = self.house_rules, None
        if self.edit is not None:
            definition = house_rules.value(self.edit)
            if definition is None and house_rules.base is not None:
                definition = written_value(house_rules.base, self.edit)
        value = definition if isinstance(definition, dict) else {}
        name = "" if self.edit is None else self.edit.removeprefix("yaku.")
        example = value.get("example")
        tiles = example if isinstance(example, dict) else {}
        return {
            "form": builder_html(self._words, self._club_rules.ruleset, name, value),
            "hand": str(tiles.get("hand", "")),
            "winning_tile": str(tiles.get("winning_tile", "")),
        }

    @cached_property
    def _club_rules(self) -> HouseRulesFile:
        """The club's rules without the wrong options."""
        rules = self.house_rules
        if rules.base is None:
            return HouseRulesFile.new()
        errors = [one for one in rules.problems if one.severity == "error" and one.path]
        wrong = dict.fromkeys(option_of_problem(one) for one in errors)
        if len(wrong) <= MOST_WRONG:
            for path in wrong:
                rules = rules.without(path) if "." in path else rules
        return rules if rules.ruleset is not None else HouseRulesFile.new(self._base_id)

    @property
    def _words(self) -> Locale:
        """The language in the words of the club's book."""
        ruleset = self._club_rules.ruleset
        return self.tr if ruleset is None else self.tr.of(ruleset)

    @property
    def _base_id(self) -> str:
        base = self.house_rules.base
        return FIRST_BASE if base is None else base.id

    def _example(self, tried: TriedJson, yaku: LocalYaku, ruleset: Ruleset) -> TriedJson:
        """Return a drawn hand with the yaku, and its record; the tried hand if it has the yaku."""
        assert yaku.definition is not None
        record = tried.get("example") or found_record(yaku.definition, yaku.id, ruleset)
        if record is None:
            return {"hands": hands_html([], self._words)}
        return {"hands": hands_html([read_win(record)], self._words), "example": dict(record)}

    def _lacking(self, tiles: Mapping[str, str], name: str, value: Mapping[str, Any]) -> str:
        """Return the sentences of a definition that do not hold for a hand by themselves."""
        beside = {word: value[word] for word in ("name", "worth") if word in value}
        lacking = []
        for word in [word for word in CONDITION_WORDS if word in value]:
            rules = self._club_rules.with_value(f"yaku.{name}", beside | {word: value[word]})
            yaku = own_yaku(rules.ruleset, name)
            if rules.ruleset is None or yaku is None or yaku.definition is None:
                continue
            if record_with_facts(tiles, yaku.definition, name, rules.ruleset) is None:
                lacking.append(definition_words(yaku.definition, self._words))
        return " ".join(lacking)

    def _tried(self, tiles: Mapping[str, str], yaku: LocalYaku, ruleset: Ruleset) -> TriedJson:
        """Return whether the hand has the yaku, and its value if so."""
        record = self.record
        if record is None:
            if not tiles:
                return {}
            assert yaku.definition is not None
            having = record_with_facts(tiles, yaku.definition, yaku.id, ruleset)
            record = having or {**tiles, "won_by": "self_draw", "seat_wind": "south"}
        try:
            played = playable(read_win(record), ruleset)
            result = score(played.win, ruleset)
        except RecordError as error:
            if isinstance(error, ImpossibleWinError):
                return {"has": False, "why": self._words(error.message)}
            return {"error": error_json(error, self)}
        if isinstance(result, NoWin):
            return {"has": False, "why": self._words(result.message)}
        worth = self._words(
            "The whole hand: {worth}, {points} points.",
            worth=worth_text(result, self._words),
            points=result.payments.total,
        )
        if not has_yaku(played.win, yaku.id, ruleset):
            hidden = result.yakuman and not isinstance(yaku.worth, YakumanWorth)
            return {"has": False, "why": self._words(BESIDE_YAKUMAN) if hidden else ""}
        own = worth_sentence(yaku.worth, self._words)
        tried: TriedJson = {"has": True, "why": "", "worth": f"{own} {worth}"}
        return tried if self.record is not None else {**tried, "example": dict(record)}
