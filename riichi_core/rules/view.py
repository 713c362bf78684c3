"""One option of one ruleset as people and programs are shown it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from riichi_core.rules.chapters.yaku import LocalYaku, worth_says
from riichi_core.rules.flow import flow
from riichi_core.rules.options import Option
from riichi_core.rules.provenance import Provenance
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.speech import say
from riichi_core.rules.tongue import ENGLISH, Tongue
from riichi_core.rules.yaku_index import known_yaku


@dataclass(frozen=True, slots=True)
class Setting:
    """What a ruleset has for one option.

    `value` is the value as a file writes it, `says` what it means, `key` a plain value that is
    equal exactly when two rulesets agree. `law` is None where a yaku is simply not played.
    """

    value: Any
    says: str
    law: Provenance | None
    key: Any

    def as_json(self) -> dict[str, Any]:
        """For programs: value, sentence, the one kind of provenance, and whose file says it."""
        entry: dict[str, Any] = {"value": self.value, "says": self.says}
        if self.law is not None:
            entry[self.law.kind] = self.law.text
            entry["ruleset"] = self.law.ruleset
            if self.law.note:
                entry["note"] = self.law.note
        return entry


def setting(ruleset: Ruleset, path: str, option: Option, tongue: Tongue = ENGLISH) -> Setting:
    """What a ruleset has for an option."""
    chapter, name = path.split(".")
    value = ruleset.rules.value(path)
    says = say(option, value, tongue)
    return Setting(ruleset.raw[chapter][name], says, ruleset.provenance[path], value)


def local_yaku(*rulesets: Ruleset, tongue: Tongue = ENGLISH) -> dict[str, Option]:
    """The yaku without a field that any of the rulesets prices, by path, each as an option."""
    return {
        f"yaku.{yaku.id}": Option(title(yaku, tongue), worth_says, unit="han")
        for ruleset in rulesets
        for yaku in ruleset.rules.yaku.local
    }


def title(yaku: LocalYaku, tongue: Tongue = ENGLISH) -> str:
    """The name of a local yaku: a club's own, or the one it is known by."""
    return tongue.name(yaku.id, yaku.name or known_yaku()[yaku.id].name)


def local_setting(ruleset: Ruleset, path: str, tongue: Tongue = ENGLISH) -> Setting:
    """What a ruleset has for a yaku without a field; where it prices none it is not counted."""
    name = path.split(".")[1]
    yaku = next((y for y in ruleset.rules.yaku.local if y.id == name), None)
    if yaku is None:
        return Setting("none", worth_says("none", tongue), None, ("none", None))
    value = ruleset.raw["yaku"][name]
    says = worth_says(yaku.worth, tongue)
    if yaku.definition is not None:
        words = {k: v for k, v in value.items() if k not in ("name", "worth")}
        says = f"{says} {tongue('Defined by: {words}.', words=_defined(words, tongue))}"
    return Setting(value, says, ruleset.provenance[path], (yaku.worth, yaku.definition))


def _defined(words: Mapping[str, Any], tongue: Tongue) -> str:
    """The words of a definition as a list for people."""
    parts = []
    for key, value in words.items():
        name = tongue(key.replace("_", " "))
        parts.append(name if value is True else f"{name} {_value(value, tongue)}")
    return "; ".join(parts)


def _value(value: Any, tongue: Tongue) -> str:
    if isinstance(value, list):
        return ", ".join(_value(one, tongue) for one in value)
    if isinstance(value, dict):
        return flow(value)
    return tongue(str(value).lower() if isinstance(value, bool) else str(value))


def settings(
    *rulesets: Ruleset, tongue: Tongue = ENGLISH
) -> Iterator[tuple[str, Option, list[Setting]]]:
    """Every option with what each ruleset has for it, in reading order; titles in the language."""
    extra = local_yaku(*rulesets, tongue=tongue)
    for path, option in options().items():
        told = replace(option, title=tongue(option.title))
        yield path, told, [setting(ruleset, path, option, tongue) for ruleset in rulesets]
        if path == LAST_YAKU:
            for local, known in extra.items():
                yield local, known, [local_setting(one, local, tongue) for one in rulesets]


LAST_YAKU = [path for path in options() if path.startswith("yaku.")][-1]
