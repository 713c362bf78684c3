"""Answers written with the site, for what is asked before any engine has started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from riichi_app.locale import Locale, languages
from riichi_app.web.changing import NewRules, state_json
from riichi_app.web.differences import _difference_html
from riichi_app.web.house_rules import FIRST_BASE, HouseRulesFile
from riichi_app.web.quick import HIDDEN, combinations
from riichi_app.web.rulesets import shipped
from riichi_app.web.value_shape import fields_of, shape_of
from riichi_app.web.views import FindExamples
from riichi_core.comparison.comparison import compare
from riichi_core.rules import library
from riichi_core.rules.settings import written_value


def first_answer(tr: Locale) -> Mapping[str, Any]:
    """Return the answer to the first question of the page."""
    return state_json(HouseRulesFile.new(FIRST_BASE, tr("My club")), tr)


def answer_files() -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the answers about each ruleset in each language, by the name of a file."""
    for code in languages():
        for name in library.shipped():
            form, differs = base_answers(name, Locale(code))
            yield f"bases/{name}.{code}.form.json", form
            yield f"bases/{name}.{code}.differs.json", differs


def base_answers(name: str, tr: Locale) -> tuple[Mapping[str, Any], dict[str, Any]]:
    """Return the form of a ruleset, and what each decision of the short form changes in it."""
    answer = NewRules.model_validate(
        {"ask": "start", "base": name, "language": tr.language}
    ).answer()
    differs: dict[str, dict[str, Any]] = {}
    base, new = shipped(name), HouseRulesFile.new(name)
    for values in combinations():
        file = new
        for path, value in values.items():
            file = file.with_value(path, value)
        if file.ruleset is None:
            continue
        rows = [row for row in compare(base, file.ruleset, tr=tr).differing if row.path in values]
        examples = _examples(file, [row.path for row in rows], tr)
        for row in rows:
            key = fields_key(row.path, values[row.path])
            entry = {
                "chapter": row.chapter_title,
                "html": _difference_html(row, base, tr),
                "example": examples.get(row.path, ""),
            }
            differs.setdefault(row.path, {}).setdefault(key, entry)
    paths = dict.fromkeys(path for values in combinations() for path in values)
    keys = {path: fields_key(path, written_value(base, path)) for path in paths}
    return answer, {"keys": keys, "differs": differs}


def _examples(file: HouseRulesFile, paths: Sequence[str], tr: Locale) -> Mapping[str, str]:
    if not paths:
        return {}
    question = {"ask": "examples", "file": file.text, "paths": paths, "language": tr.language}
    found: Mapping[str, str] = FindExamples.model_validate(question).answer()["examples"]
    return found


def fields_key(path: str, value: Any) -> str:
    """Return the fields of a value in a line, as `preview.js` makes it of the controls."""
    fields = fields_of(shape_of(path), value, path)
    parts = [
        f"{name}={','.join(texts)}"
        for name, texts in sorted(fields.items())
        if texts != [""] and not name.endswith(HIDDEN)
    ]
    return "&".join(parts)
