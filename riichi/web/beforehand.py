"""Answers that are part of the site, for questions before an engine has started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypedDict

from riichi.content.examples import contrasting_examples
from riichi.locale import Locale, offered_languages
from riichi.web.answer_types import HouseJson
from riichi.web.changing import state_json, state_with_form_json
from riichi.web.differences import changed_option_html
from riichi.web.fragments import examples_html
from riichi.web.house_rules import FIRST_BASE, HouseRulesFile
from riichi.web.quick import HIDDEN, combinations
from riichi.web.rulesets import door_rulesets, shipped
from riichi.web.value_shape import fields_of, shape_of
from riichi_core.comparison.comparison import ComparisonRow, compare
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset


class ExampleJson(TypedDict):
    """An example of a difference, and the values of other options that it requires."""

    when: dict[str, str]
    html: str


class DifferenceJson(TypedDict):
    """The difference that a value makes: the title of its chapter, its text, and examples."""

    chapter: str
    html: str
    examples: list[ExampleJson]


class DecisionsJson(TypedDict):
    """The differences that each decision of the short form makes.

    `title` names the base; `keys` has its value of each option, and `differs` the other values,
    each written as by `fields_key`.
    """

    title: str
    keys: dict[str, str]
    differs: dict[str, dict[str, DifferenceJson]]


def first_answer(tr: Locale) -> HouseJson:
    """Return the answer to the page's first question."""
    return state_json(HouseRulesFile.new(FIRST_BASE, tr("My club")), tr)


def answers_beforehand() -> Iterator[tuple[str, HouseJson | DecisionsJson]]:
    """Yield the answers about each ruleset in each language, by file name."""
    for name in library.shipped():
        files = changed_files(name)
        for code in offered_languages():
            tr = Locale(code)
            form = state_with_form_json(HouseRulesFile.new(name), tr)
            yield f"{name}.{code}.form.json", {**form, "redrawn": {}}  # what a club wrote stays
            yield f"{name}.{code}.differs.json", decisions_json(name, files, tr)


def changed_files(name: str) -> list[tuple[Mapping[str, Any], Ruleset]]:
    """Return, for each possible decision over a ruleset, its values and the resulting rules."""
    found = []
    for values in combinations():
        file = HouseRulesFile.new(name)
        for path, value in values.items():
            file = file.with_value(path, value)
        if file.ruleset is not None:
            found.append((values, file.ruleset))
    return found


def decisions_json(
    name: str, files: Sequence[tuple[Mapping[str, Any], Ruleset]], tr: Locale
) -> DecisionsJson:
    """Return the differences that each decision makes, from the `changed_files` of a ruleset.

    There are examples if the page starts with this ruleset.
    """
    base = shipped(name)
    paths = dict.fromkeys(path for values, _ in files for path in values)
    found: DecisionsJson = {
        "title": base.short_title_in(tr),
        "keys": {path: fields_key(path, base.rules.written_value(path)) for path in paths},
        "differs": {path: {} for path in paths},
    }
    for values, changed in files:
        rows = compare(base, changed, tr=tr, paths=values).differing
        examples = _examples(rows, base, changed, tr) if name in door_rulesets() else {}
        chosen = {path: fields_key(path, value) for path, value in values.items()}
        for row in rows:
            difference = found["differs"][row.path].setdefault(
                chosen[row.path],
                {
                    "chapter": row.chapter_title,
                    "html": changed_option_html(row, base, tr),
                    "examples": [],
                },
            )
            if example := examples.get(row.path):
                when = {path: key for path, key in chosen.items() if path != row.path}
                difference["examples"].append({"when": when, "html": example})
    return found


def _examples(
    rows: Sequence[ComparisonRow], base: Ruleset, changed: Ruleset, tr: Locale
) -> Mapping[str, str]:
    """Return the examples of differences as the engine draws them."""
    found = contrasting_examples([row.path for row in rows], (base, changed), tr)
    return examples_html(found, (base.short_title_in(tr), tr("your rules")), tr)


def fields_key(path: str, value: Any) -> str:
    """Return the fields of a value in a line, as `keyOf` in preview.js makes it from controls."""
    fields = fields_of(shape_of(path), value, path)
    parts = [
        f"{name}={','.join(texts)}"
        for name, texts in sorted(fields.items())
        if texts != [""] and not name.endswith(HIDDEN)
    ]
    return "&".join(parts)
