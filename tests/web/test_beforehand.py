"""What the page shows before an engine has started equals the engine's later answers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from built_site import hosted, small_site
from effort import first
from visitor import LONGEST_WAIT, Visitor

from riichi.locale import Locale, offered_languages
from riichi.web.api import answer_question
from riichi.web.beforehand import (
    DecisionsJson,
    changed_files,
    decisions_json,
    fields_key,
    first_answer,
)
from riichi.web.page import pages
from riichi.web.quick import combinations, fields
from riichi.web.rulesets import door_rulesets
from riichi.web.site.build import ANSWERS, write
from riichi_core.rules import library

Json = dict[str, Any]

DOORS = door_rulesets()


def asked(ask: str, **more: Any) -> Json:
    answer: Json = json.loads(answer_question(json.dumps({"ask": ask, **more})))
    assert "refused" not in answer
    return answer


@cache
def written(base: str, language: str = "en") -> DecisionsJson:
    """Return the prepared data on the decisions over a ruleset."""
    return decisions_json(base, changed_files(base), Locale(language))


def possible(base: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield the values of each decision over a ruleset, with their file."""
    new = asked("start", base=base)["file"]
    for values in combinations():
        answer = asked("set", file=new, fields=fields(values))
        if "differences" in answer:
            yield values, answer["file"]


def test_only_starting_points_of_the_page_have_prepared_examples() -> None:
    assert {*re.findall(r'name="door" value="([^"]+)"', pages()["index.html"])} == {*DOORS}
    other = next(name for name in library.shipped() if name not in DOORS)
    for base, has_examples in ((DOORS[0], True), (other, False)):
        entries = [
            one for by_value in written(base)["differs"].values() for one in by_value.values()
        ]
        assert any(one["examples"] for one in entries) is has_examples


@pytest.mark.parametrize("language", first(offered_languages()))
@pytest.mark.parametrize(
    "base", [DOORS[0], *(pytest.param(base, marks=pytest.mark.long) for base in DOORS[1:])]
)
def test_each_prepared_decision_equals_the_engines_answer(base: str, language: str) -> None:
    known = written(base, language)
    told = {(path, key) for path, by_value in known["differs"].items() for key in by_value}
    for values, file in possible(base):
        said = asked("set", file=file, language=language)
        examples = asked("examples", file=file, language=language)["examples"]
        keys = {path: fields_key(path, value) for path, value in values.items()}
        for path, key in keys.items():
            if path not in said["paths"]:
                assert key == known["keys"][path]
                continue
            entry = known["differs"][path][key]
            assert entry["html"] in said["differences"]
            others = {other: keys[other] for other in keys if other != path}
            written_examples = [one["html"] for one in entry["examples"] if one["when"] == others]
            assert written_examples == [examples[path] for path in [path] if path in examples]
            told.discard((path, key))
    assert not told


def test_the_prepared_first_answer_equals_the_engines_answer() -> None:
    assert first_answer(Locale("nl")) == asked("set", title=Locale("nl")("My club"), language="nl")


# ---- in a browser --------------------------------------------------------------------------------


KEYS = """async ([form, decisions]) => {
  const { keyOf } = await import("./preview.js");
  const { fieldsIn, putFields } = await import("./dom.js");
  const drawn = () => {
    const box = document.createElement("div");
    box.innerHTML = form;
    return (path) => box.querySelector(`.option[data-path="${path}"]`);
  };
  const plain = drawn();
  return decisions.map((decision) => {
    const find = drawn();
    return Object.entries(decision).map(([path, fields]) => {
      putFields(find(path), fields);
      return [path, keyOf(fieldsIn(plain(path))), keyOf(fieldsIn(find(path)))];
    });
  });
}"""
"""The keys that a page makes of the controls: untouched, and with each decision made."""


@pytest.mark.long
@pytest.mark.xdist_group("browser-forms")
@pytest.mark.parametrize("base", DOORS)
def test_the_page_finds_the_prepared_data_on_each_decision(visitor: Visitor, base: str) -> None:
    page = visitor.visit().page
    made = [*combinations()]
    known = written(base)
    form = asked("start", base=base)["form"]
    found = page.evaluate(KEYS, [form, [fields(values) for values in made]])
    for values, keys in zip(made, found, strict=True):
        assert [path for path, _, _ in keys] == [*values]
        for path, plain, chosen in keys:
            assert plain == known["keys"][path]
            assert chosen == fields_key(path, values[path])


VIEW = """async ([answer, fields]) => {
  const { keep, keepView } = await import("./kept.js");
  const { data } = await import("./dom.js");
  keep(answer.file);
  keepView({ version: data.version, language: "en", answer: { ...answer, fields }, wishes: {} });
}"""
"""Have rules kept as a visit in English leaves them."""


@pytest.fixture(scope="module")
def without_engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return a site whose engine never starts, with the prepared data on a ruleset."""
    answers = {}
    for code in offered_languages():
        differs = json.dumps(written("ema-2025", code))
        form = json.dumps(asked("start", base="ema-2025", language=code))
        answers[f"{ANSWERS}ema-2025.{code}.differs.json"] = differs.encode()
        answers[f"{ANSWERS}ema-2025.{code}.form.json"] = form.encode()
    folder = tmp_path_factory.mktemp("no-engine")
    write(folder, small_site(answers=answers))
    with hosted(folder) as address:
        yield address


@pytest.fixture
def page(chromium: Any, without_engine: str) -> Iterator[Any]:
    """Return a window of a first-time visitor."""
    context = chromium.new_context()
    context.set_default_timeout(LONGEST_WAIT)
    page = context.new_page()
    page.goto(without_engine)
    yield page
    context.close()


@pytest.mark.long
@pytest.mark.xdist_group("browser-forms")
def test_a_choice_is_answered_before_any_engine_has_started(page: Any) -> None:
    page.locator("[data-ask=reds] label", has=page.locator("[value='3']")).click()
    page.locator("#differences .difference").wait_for(state="attached")
    file = asked("start", base="ema-2025")["file"]
    values = {"tiles.red_fives": {"m": 1, "p": 1, "s": 1}}
    answer = asked("set", file=file, fields=fields(values))
    said = page.evaluate("() => document.getElementById('differences').textContent")
    for text in re.split(r"<[^>]+>", answer["differences"]):
        assert text in said
    assert page.locator("#differences .example .hand").count() > 0


@pytest.mark.long
@pytest.mark.xdist_group("browser-forms")
def test_kept_rules_are_shown_in_another_language_before_the_engine_has_started(
    page: Any, without_engine: str
) -> None:
    file = asked("start", base="ema-2025")["file"]
    values = {
        "tiles.red_fives": {"m": 1, "p": 1, "s": 1},
        "claims.touching_the_wall": "not_regulated",
    }
    answer = asked("set", file=file, fields=fields(values))
    assert len(answer["paths"]) == 2
    page.evaluate(VIEW, [answer, fields(values)])
    page.goto(f"{without_engine}index.nl.html")
    page.locator("#differences .difference").nth(1).wait_for(state="attached")
    said = page.evaluate("() => document.getElementById('differences').textContent")
    known = written("ema-2025", "nl")["differs"]["tiles.red_fives"]
    (entry,) = (one for key, one in known.items() if "m=1" in key and "p=1" in key)
    assert re.sub(r"<[^>]+>", "", entry["html"]) in said
    assert said.startswith("2 ")
    assert page.locator("[data-ask=reds] [value='3']").is_checked()
    assert page.evaluate("() => document.getElementById('rules').inert") is False
