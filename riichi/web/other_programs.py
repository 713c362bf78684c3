"""Questions about other programs."""

from __future__ import annotations

from typing import Any, Literal

from riichi.programs.export import export
from riichi.programs.house_rules import configuration_of, house_rules, nearest_book
from riichi.programs.known_programs import PROGRAMS
from riichi.programs.program_config import ProgramConfig
from riichi.web.answer_types import ExportedJson, ImportedJson
from riichi.web.api import HouseRulesQuestion, Question, RefusedError
from riichi.web.changing import state_with_form_json
from riichi.web.fragments import export_html
from riichi.web.house_rules import HouseRulesFile, house_id
from riichi_core.messages import Message, quote


class ExportRules(HouseRulesQuestion):
    """House rules as the configuration of another program."""

    ask: Literal["export"]
    program: str

    def answer(self) -> ExportedJson:
        """Return the configuration, and the losses."""
        ruleset, adapter = self.ruleset(), _adapter(self.program)
        exported = export(ruleset, adapter)
        return {
            "config": exported.config,
            "html": export_html(exported, self.tr),
            "name": f"{ruleset.id}-{adapter.id}.json",
        }


class ImportRules(Question):
    """The configuration of another program as house rules."""

    ask: Literal["import"]
    program: str
    config: dict[str, Any]

    def answer(self) -> ImportedJson:
        """Return the house rules with their form, over the nearest book."""
        adapter = _adapter(self.program)
        configuration, problems = configuration_of(self.config, adapter)
        if configuration is None:
            raise RefusedError(next(one.message for one in problems if one.severity == "error"))
        base, title = nearest_book(configuration), adapter.name
        text, _ = house_rules(configuration, base, house_id(title), title)
        return {
            **state_with_form_json(HouseRulesFile(text), self.tr),
            "no_option": list(configuration.no_option),
        }


def _adapter(name: str) -> ProgramConfig[Any]:
    if name not in PROGRAMS:
        message = Message(
            "there is no program {name}, only {known}.{did_you_mean}",
            name=quote(name), known=", ".join(PROGRAMS), did_you_mean="",
        )  # fmt: skip
        raise RefusedError(message)
    return PROGRAMS[name]
