"""For any file, `examine` returns a ruleset or errors, and runs nothing."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest
import yaml
from each import each
from effort import HELD, examples
from hypothesis import given, settings, strategies as st

from riichi_core.files import yaml_document
from riichi_core.files.accepted_values import words_of
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.load import examine, load
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import BOOK_KINDS, HOUSE_KINDS, BookHead, HouseHead, Ruleset
from riichi_core.rules.settings import settings as shown
from riichi_core.rules.yaku_vocabulary import Definition

# ---- what must never happen while a file is read -------------------------------------------------

RUNS = ("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile",
        "subprocess.Popen", "pty.spawn", "exec", "compile", "ctypes.dlopen", "code.__new__",
        "socket.connect", "socket.getaddrinfo", "urllib.Request", "webbrowser.open",
        "os.remove", "os.rename", "os.mkdir", "os.chmod", "pickle.find_class")  # fmt: skip
"""Audit events of Python that stand for running, fetching or changing something."""

seen: list[str] = []
watching = False


def _watch(event: str, _: tuple[object, ...]) -> None:
    if watching and event in RUNS:
        seen.append(event)


sys.addaudithook(_watch)  # cannot be removed: it listens only while `watching`


@contextmanager
def watched() -> Iterator[None]:
    """Fail if anything is executed inside."""
    global watching  # noqa: PLW0603 - an audit hook has no other way to know
    seen.clear()
    watching = True
    try:
        yield
    finally:
        watching = False
    assert seen == []


def never(*_: object, **__: object) -> None:
    raise AssertionError("a ruleset file made something run")


@pytest.fixture(autouse=True)
def nothing_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the functions that a tag could call raise, in addition to the audit hook."""
    monkeypatch.setattr(os, "system", never)
    monkeypatch.setattr(os, "popen", never)
    monkeypatch.setattr(subprocess, "Popen", never)
    monkeypatch.setattr(subprocess, "run", never)


# ---- the folder of the files that are read -------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with files to extend; the models are built before the watching starts."""
    here = tmp_path_factory.mktemp("rulesets")
    book = library.books()["ema-2016"].read_text(encoding="utf-8")
    (here / "book.yaml").write_text(book, encoding="utf-8")
    (here / "broken.yaml").write_text(book.replace("value: 1000", "value: x"), encoding="utf-8")
    (here / "noise.yaml").write_bytes(b"\xff\x00{")
    (here / "club.yaml").write_text(CLUB, encoding="utf-8")
    (here / "folder.yaml").mkdir()
    for path in [*HELD.values(), here / "broken.yaml", here / "noise.yaml"]:
        examine(path)
    return here


CLUB = "format: 1\nruleset: club\ntitle: Club\nextends: ema-2016\n"

LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")


def check(folder: Path, content: str | bytes) -> Ruleset | None:
    """Check the properties of every file."""
    path = folder / "rules.yaml"
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    path.write_bytes(data)
    with watched():
        ruleset, problems = examine(path)
    assert (ruleset is None) == any(problem.severity == "error" for problem in problems)
    assert [p.span for p in problems] == sorted(p.span for p in problems)
    lines = LINE_BREAK.split(data.decode("utf-8", "replace").removeprefix("\ufeff"))
    for problem in problems:
        assert problem.file == str(path)
        span = problem.span
        assert 1 <= span.line <= span.end_line <= len(lines) + 1
        assert span.column >= 1
        assert span.line < span.end_line or span.column <= span.end_column
        assert span.column <= len([*lines, ""][span.line - 1]) + 1
        readable(problem.text())
        below = problem.text().split("\n")[1 + 2 * bool(problem.source) :]
        advice = [line for line in below if not line.startswith(" " * 8)]  # without wrapped lines
        expected = bool(problem.expected) + bool(problem.suggestion) + len(problem.fixes)
        assert len(advice) == expected, "a file could forge another problem"
        assert all(line.startswith("    ") for line in below), "a file could forge another problem"
        assert json.loads(json.dumps(problem.as_json())) == problem.as_json()
    for option, _, (side,) in [] if ruleset is None else shown(ruleset):
        assert side.sentences.strip(), f"{option} cannot be shown"
        json.dumps(side.as_json())
    return ruleset


def readable(text: str) -> None:
    """Return True if a terminal shows the text unchanged."""
    text.encode("utf-8")
    assert [c for c in text if unicodedata.category(c) == "Cc" and c != "\n"] == []


# ---- text and bytes ------------------------------------------------------------------------------

QUICK = settings(max_examples=examples(150), deadline=None)

WRITTEN = ["format: 1\n", "ruleset: t\n", "title: T\n", "extends: ema-2016\n", "claims:\n", "é",
           "  winners: ", "nearest\n", "yaku:\n", "  ", "\n", "- ", "{", "}", "[", "]", ", ", "'",
           ": ", "? ", "|\n", '"', "&a ", "*a", "!t ", "<<: ", "---\n", "%YAML 1.1\n", "\u2028",
           "\t", "\r", "\x85", "\ufeff", "\ud800", "日本", "#", "value", "none"]  # fmt: skip
PIECES = st.lists(st.sampled_from(WRITTEN), max_size=30).map("".join)


@settings(QUICK)
@given(text=st.one_of(st.text(), PIECES))
def test_arbitrary_text_is_a_ruleset_or_an_error(folder: Path, text: str) -> None:
    check(folder, text)


@settings(QUICK)
@given(head=st.sampled_from([b"", CLUB.encode()]), rest=st.binary(max_size=80))
def test_arbitrary_bytes_are_a_ruleset_or_an_error(folder: Path, head: bytes, rest: bytes) -> None:
    check(folder, head + rest)


# ---- data ----------------------------------------------------------------------------------------


class PlainDumper(getattr(yaml, "CSafeDumper", yaml.SafeDumper)):  # type: ignore[misc]
    """A dumper that writes no aliases for equal objects."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


def dumped(data: Any, flow: bool | None = None) -> str:
    text = yaml.dump(data, Dumper=PlainDumper, default_flow_style=flow, sort_keys=False)
    assert isinstance(text, str)
    return text


OPTIONS = [(chapter, name) for chapter, model in chapters().items() for name in model.model_fields]
FIELDS = {path: chapters()[path[0]].model_fields[path[1]] for path in OPTIONS}
WORDS = sorted({word for field in FIELDS.values() for word in words_of(field)})
TRICKY = ["local", "value", "a.b", "a..b", ".", "model_config", "model_fields", "options", "house",
          "__class__", "{value}", "{0.__class__}", "%s", "\t", "a\nb", "\x1b[31m", "0", "true",
          "~", "<<", "=", "日本", "é" * 70, "ÿ", "ǆ", "none", "[red]"]  # fmt: skip
BASES = ["ema-2016", "wrcr-2015", "ema-2012", "tuesday-club", "ema-2061", "book.yaml",
         "broken.yaml", "noise.yaml", "club.yaml", "folder.yaml", "rules.yaml", "./book.yaml",
         "missing.yaml", "a" * 290 + ".yaml", "book.yaml/x.yaml", "../", "/", ""]  # fmt: skip
KEYS = st.one_of(
    st.sampled_from(TRICKY),
    st.sampled_from(sorted({name for _, name in OPTIONS})),
    st.sampled_from(["name", "worth", "concealed", "open", "yakuman", "limit", "cumulative"]),
    st.sampled_from(list(Definition.model_fields)),
    st.text(max_size=8),
)
SCALARS = st.one_of(
    *(st.none(), st.booleans(), st.integers(-(10**17), 10**17), st.integers(-3, 40), st.floats()),
    *(st.text(max_size=12), st.sampled_from(WORDS), st.sampled_from(TRICKY)),
    st.sampled_from(["3.10", "2016-04-01", "yes", "0777", "1:30", ".inf", "1_000"]),
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(KEYS, inner, max_size=3)),
    max_leaves=8,
)


@settings(QUICK)
@given(data=ANYTHING, flow=st.booleans())
def test_arbitrary_data_is_a_ruleset_or_an_error(folder: Path, data: Any, flow: bool) -> None:
    check(folder, dumped(data, flow))


# ---- what is almost a ruleset --------------------------------------------------------------------


TEXTS = {name: path.read_text(encoding="utf-8") for name, path in HELD.items()}
SAMPLES: dict[tuple[str, str], list[Any]] = {}
"""Values that shipped rulesets have for an option."""
for _name in TEXTS:
    for _chapter in chapters():
        for _option, _value in load(_name).rules.written(_chapter).items():
            SAMPLES.setdefault((_chapter, _option), []).append(_value)
NAMED = {"id", "name"}
DEFINED = [
    y.model_dump(mode="json", exclude_unset=True, exclude=NAMED) for y in known_yaku().values()
]


@st.composite
def altered(draw: st.DrawFn, value: Any) -> Any:
    """Draw a value with some part replaced, dropped or added."""
    if not isinstance(value, dict | list) or not value or draw(st.integers(0, 3)) == 0:
        return draw(ANYTHING)
    if isinstance(value, list):
        return [*value, draw(st.one_of(SCALARS, st.sampled_from(value)))]
    key = draw(st.sampled_from(list(value)))
    match draw(st.sampled_from(["deeper", "drop", "add"])):
        case "deeper":
            return value | {key: draw(altered(value[key]))}
        case "drop":
            return {name: part for name, part in value.items() if name != key}
    return value | {draw(KEYS): draw(SCALARS)}


@st.composite
def option_values(draw: st.DrawFn, chapter: str, name: str) -> Any:
    """Draw a value for an option: right, nearly right, or anything."""
    field = FIELDS.get((chapter, name))
    near: list[st.SearchStrategy[Any]] = [ANYTHING]
    if words := words_of(field) if field is not None else WORDS:
        word = st.sampled_from(words)
        near += [word, st.lists(word, max_size=4), st.dictionaries(word, SCALARS, max_size=3)]
    if samples := SAMPLES.get((chapter, name)):
        near += [st.sampled_from(samples), st.sampled_from(samples).flatmap(altered)]
    return draw(st.one_of(near))


@st.composite
def own_yaku(draw: st.DrawFn) -> Any:
    """Draw a definition as a club might write it, correct or not."""
    definition = draw(st.sampled_from(DEFINED))
    if draw(st.booleans()):
        definition = draw(altered(definition))
    worth = draw(option_values("yaku", "riichi"))
    name = draw(st.one_of(st.just({"en": "Stairway"}), st.builds(lambda t: {"en": t}, st.text()),
                          ANYTHING))  # fmt: skip
    return {"name": name, "worth": worth} | (definition if isinstance(definition, dict) else {})


@st.composite
def leaves(draw: st.DrawFn, chapter: str, name: str) -> Any:
    """Draw a value with or without its provenance."""
    value = draw(option_values(chapter, name))
    shape = draw(st.sampled_from(["plain", *BOOK_KINDS, *HOUSE_KINDS, "free"]))
    if shape == "plain":
        return value
    beside = draw(st.one_of(st.sampled_from(["3.3.1", "preface", "9.9", "later 1.3", ";", ""]),
                            SCALARS))  # fmt: skip
    leaf = {"value": value, draw(KEYS) if shape == "free" else shape: beside}
    return draw(altered(leaf)) if draw(st.integers(0, 5)) == 0 else leaf


def edit(draw: st.DrawFn, data: dict[str, Any]) -> None:
    """Make one change to the data of a ruleset file."""
    chapter, name = draw(st.sampled_from(OPTIONS))
    options = data.get(chapter)
    options = options if isinstance(options, dict) else {}
    kinds = ["option", "option", "option", "yaku", "yaku", "misspelt", "head", "drop", "top"]
    match draw(st.sampled_from(kinds)):
        case "option":
            data[chapter] = options | {name: draw(leaves(chapter, name))}
        case "yaku":
            yaku = data.get("yaku")
            known = st.sampled_from([*known_yaku(), "Daisharin", "tanyao", "stairway"])
            value = draw(st.one_of(own_yaku(), leaves("yaku", "riichi")))
            name = draw(st.one_of(known, KEYS))
            data["yaku"] = (yaku if isinstance(yaku, dict) else {}) | {name: value}
        case "misspelt":
            data[chapter] = options | {draw(KEYS): draw(ANYTHING)}
        case "head":
            key = draw(st.sampled_from([*BookHead.model_fields, *HouseHead.model_fields]))
            data[key] = draw(altered(data.get(key)))
        case "drop":
            data.pop(draw(st.sampled_from(list(data) or [""])), None)
        case _:
            data[draw(st.one_of(st.just(chapter), KEYS))] = draw(ANYTHING)


@st.composite
def clubs(draw: st.DrawFn) -> str:
    """Draw house rules, usually with a valid head, and random chapters."""
    base = draw(st.one_of(st.sampled_from(list(library.books())), st.sampled_from(BASES)))
    data: dict[str, Any] = {"format": 1, "ruleset": "t", "title": "T", "extends": base}
    for _ in range(draw(st.integers(1, 6))):
        edit(draw, data)
    return dumped(data, draw(st.sampled_from([None, True, False])))


@st.composite
def likely(draw: st.DrawFn) -> str:
    """Draw house rules that are often valid: a correct head and plausible values."""
    base = draw(st.sampled_from(list(library.books())))
    data: dict[str, Any] = {"format": 1, "ruleset": "t", "title": "T", "extends": base}
    for chapter, name in draw(st.lists(st.sampled_from(sorted(SAMPLES)), max_size=5)):
        field = FIELDS.get((chapter, name))
        samples = st.sampled_from(SAMPLES[chapter, name])
        word = st.sampled_from(words_of(field) or WORDS) if field is not None else samples
        near = st.one_of(samples, word, st.lists(word, max_size=4), st.integers(0, 40))
        data.setdefault(chapter, {})[name] = draw(st.one_of(samples, near))
    for name in draw(st.lists(st.sampled_from(["aa", "local", "model_config"]), max_size=2)):
        own = {"name": {"en": name}, "worth": draw(st.sampled_from(SAMPLES["yaku", "riichi"]))}
        data.setdefault("yaku", {})[name] = own | draw(st.sampled_from(DEFINED))
    return dumped(data)


@st.composite
def books(draw: st.DrawFn) -> str:
    """Draw a shipped ruleset with a few changed parts."""
    parsed, _ = yaml_document.parse(TEXTS[draw(st.sampled_from(list(TEXTS)))], "shipped")
    assert parsed is not None
    assert isinstance(parsed.data, dict)
    data = dict(parsed.data)
    for _ in range(draw(st.integers(1, 3))):
        edit(draw, data)
    return dumped(data)


@settings(max_examples=examples(300), deadline=None)
@given(text=st.one_of(clubs(), likely()))
def test_house_rules_of_any_values_are_a_ruleset_or_an_error(folder: Path, text: str) -> None:
    check(folder, text)


@settings(max_examples=examples(150), deadline=None)
@given(text=books())
def test_a_changed_book_is_a_ruleset_or_an_error(folder: Path, text: str) -> None:
    check(folder, text)


SCRAPS = st.one_of(
    st.text(max_size=6),
    st.sampled_from(WORDS),
    st.sampled_from([*"{}[]:,#'\"\n\t&*!|>-?%", "\n  ", ": ", "value", "\n---\n", "\x85", "ä"]),
)


@st.composite
def mutations(draw: st.DrawFn) -> str:
    """Draw the text of a shipped file with slices deleted, inserted, repeated or replaced."""
    text = TEXTS[draw(st.sampled_from(list(TEXTS)))]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 0, 1, 2, 5, 30, 400])))
        other = draw(st.integers(0, len(text)))
        scrap = draw(st.one_of(SCRAPS, st.just(text[other : other + 40])))
        text = text[:start] + scrap + text[end:]
    return text


@settings(max_examples=examples(300), deadline=None)
@given(text=mutations())
def test_a_mutated_shipped_file_is_a_ruleset_or_an_error(folder: Path, text: str) -> None:
    check(folder, text)


@pytest.mark.long
@pytest.mark.parametrize("texts", [likely(), mutations()], ids=["likely", "mutations"])
def test_the_strategies_reach_good_and_bad_files(
    folder: Path, texts: st.SearchStrategy[str]
) -> None:
    """Otherwise the tests above would prove nothing."""
    outcomes: list[bool] = []

    @settings(max_examples=60, deadline=None, database=None, derandomize=True)
    @given(text=texts)
    def collect(text: str) -> None:
        outcomes.append(check(folder, text) is not None)

    collect()
    assert outcomes.count(True) >= 3
    assert outcomes.count(False) >= 3


# ---- faults that are easily made -----------------------------------------------------------------


@each("key", [*TRICKY, "winners.all", "claims.winners"])
def test_an_unknown_name_is_never_treated_as_an_option(folder: Path, key: str) -> None:
    assert check(folder, CLUB + dumped({"claims": {key: 1}})) is None


@each("chapter", [chapter for chapter in chapters() if chapter != "yaku"])
def test_an_option_with_a_dot_in_its_name_is_unknown(folder: Path, chapter: str) -> None:
    assert check(folder, CLUB + dumped({chapter: {"a.b": 1}})) is None


@each("name", ["local", "options", "model_config", "model_fields", "copy"])
def test_a_yaku_with_any_name_is_not_confused_with_another(folder: Path, name: str) -> None:
    text = f"{CLUB}yaku:\n  {name}: {{name: {{en: X}}, concealed: true, worth: {{concealed: 1}}}}\n"
    ruleset = check(folder, text)
    assert ruleset is not None
    assert [yaku.id for yaku in ruleset.rules.yaku.local] == [name]
    assert examine(folder / "rules.yaml")[1] == [], "nothing to warn of: no book has this yaku"


@each(
    "base", ["a" * 290 + ".yaml", "book.yaml/x.yaml", "folder.yaml", "rules.yaml", "?.yaml", "/",
             "noise.yaml", "broken.yaml", "missing.yaml", "./", "\\\\.yaml"],
)  # fmt: skip
def test_a_base_that_cannot_be_extended_is_an_error_at_extends(folder: Path, base: str) -> None:
    path = folder / "rules.yaml"
    assert check(folder, CLUB.replace("ema-2016", f'"{base}"')) is None
    (problem,) = examine(path)[1]
    assert (problem.code, problem.path, problem.span.line) == ("bad-extends", "extends", 4)


@each("where, text", product(
    ['claims: {{winners: "{0}"}}', 'claims: {{"{0}": 1}}', 'claims: {{winners: {{"{0}": 1}}}}',
     '"{0}": 1', 'yaku: {{"{0}": none}}', 'yaku: {{riichi: {{limit: "{0}"}}}}',
     'claims: {{winners: {{value: head_bump, "{0}": 1}}}}',
     'yaku: {{odd: {{name: {{en: "{0}"}}, concealed: true, worth: {{concealed: 1}}}}}}',
     'yaku: {{odd: {{name: {{en: X}}, sets: ["{0}"], worth: {{concealed: 1}}}}}}',
     'yaku: {{odd: {{name: {{en: X}}, concealed: true, replaces: "{0}", worth: {{yakuman: 1}}}}}}'],
    [r"a\tb", r"a\nb", r"a\rb", r"a\u001b[31mb", r"a\u202eb"],
))  # fmt: skip
def test_a_problem_quotes_no_control_character_of_the_file(
    folder: Path, where: str, text: str
) -> None:
    assert check(folder, CLUB + where.format(text) + "\n") is None


def test_a_problem_quotes_no_control_character_of_the_file_name(folder: Path) -> None:
    path = folder / "\x1b[31m\tred.yaml"
    path.write_text("", encoding="utf-8")
    (problem,) = examine(path)[1]
    readable(problem.text())


# ---- tags ----------------------------------------------------------------------------------------

TAGS = [
    "!!python/object/apply:os.system ['touch {0}']",
    "!!python/object/apply:subprocess.Popen [[touch, {0}]]",
    "!!python/object/new:os.system ['touch {0}']",
    "!!python/object/apply:eval [\"open(r'{0}', 'w')\"]",
    "!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ['{0}']]",
    "!<tag:yaml.org,2002:python/object/apply:os.system> ['touch {0}']",
    "!!python/name:os.system ''",
    "!!python/module:os ''",
]
PLACES = [
    "{1}\n",
    f"{CLUB}claims: {{{{winners: {{1}}}}}}\n",
    f"{CLUB}claims: {{{{winners: {{{{value: {{1}}, house: x}}}}}}}}\n",
    f"{CLUB}organisation: {{1}}\n",
    f"{CLUB}? {{1}}\n: 1\n",
    f"{CLUB}liability:\n  yaku: [{{1}}]\n",
    "format: 1\nruleset: club\ntitle: Club\nextends: {1}\n",
    f"%TAG !! tag:yaml.org,2002:python/\n---\n{CLUB}claims: {{1}}\n",
]


@each("tag, place", product(TAGS, PLACES))
def test_a_tag_creates_no_object(folder: Path, tmp_path: Path, tag: str, place: str) -> None:
    made = tmp_path / "made"
    text = place.replace("{1}", tag.replace("{0}", str(made))).replace("{{", "{").replace("}}", "}")
    assert check(folder, text) is None
    assert "tag" in {problem.code for problem in examine(folder / "rules.yaml")[1]}
    assert not made.exists()


@each(
    "text",
    ["{value.__class__.__mro__}", "{0.__init__.__globals__}", "%(x)s", "${HOME}", "$(touch x)",
     "`touch x`", "__import__('os').system('touch x')", "{{7*7}}", "[link=file:///etc]x[/link]"],
)  # fmt: skip
def test_templates_and_shell_code_in_a_text_stay_text(folder: Path, text: str) -> None:
    data = {"title": text, "claims": {"winners": {"value": "head_bump", "house": text}}}
    ruleset = check(folder, dumped({"format": 1, "ruleset": "t", "extends": "ema-2016"} | data))
    assert ruleset is not None
    assert ruleset.title == text
    assert ruleset.provenance["claims.winners"].text == text
