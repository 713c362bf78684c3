"""The closed YAML reader: what it reads, what it refuses, and where it says things stand."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from riichi_core.rules import document
from riichi_core.rules.diagnostics import Diagnostic, Pointer, Span
from riichi_core.rules.document import (
    MAX_BYTES,
    MAX_DEPTH,
    MAX_NODES,
    MAX_PROBLEMS,
    Document,
    Value,
    parse,
    read,
    trap,
)

Found = tuple[str, int, int, int, int]
"""The code of a diagnostic and its span."""


@pytest.fixture(params=["CSafeLoader", "SafeLoader"])
def loader(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every test that asks for this is run with libyaml and without it."""
    if not hasattr(yaml, request.param):
        pytest.skip("there is no libyaml")
    monkeypatch.setattr(document, "LOADER", getattr(yaml, request.param))
    return str(request.param)


def found(problem: Diagnostic) -> Found:
    span = problem.span
    return problem.code, span.line, span.column, span.end_line, span.end_column


def good(text: str | bytes) -> Document:
    read_document, problems = parse(text, "a.yaml")
    assert problems == []
    assert read_document is not None
    return read_document


def only_problem(text: str | bytes) -> Diagnostic:
    _, problems = parse(text, "a.yaml")
    assert len(problems) == 1, problems
    return problems[0]


def cut(lines: tuple[str, ...], span: Span) -> str:
    """The stretch of the source that a span stands for."""
    assert 1 <= span.line <= span.end_line <= len(lines)
    assert 1 <= span.column <= len(lines[span.line - 1]) + 1
    assert 1 <= span.end_column <= len(lines[span.end_line - 1]) + 1
    if span.line == span.end_line:
        return lines[span.line - 1][span.column - 1 : span.end_column - 1]
    first, *middle, last = lines[span.line - 1 : span.end_line]
    return "\n".join([first[span.column - 1 :], *middle, last[: span.end_column - 1]])


# What is read


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("true", True),
        ("false", False),
        ("null", None),
        ("", None),
        ("0", 0),
        ("-7", -7),
        ("-0", 0),
        ("999999999999999", 999_999_999_999_999),
        ("3.10", 3.1),
        ("-0.5", -0.5),
        ("0.000000000000001", 1e-15),
        ("'5'", "5"),
        ('"true"', "true"),
        ("''", ""),
        ("a b", "a b"),
        ("a#b", "a#b"),
        ("it's", "it's"),
        ('"a\\tb\\u65e5"', "a\tb日"),
        ("|\n  a\n  b\n", "a\nb\n"),
        (">-\n  a\n  b\n", "a b"),
        ("|\n  5\n", "5\n"),
        ("[]", []),
        ("{}", {}),
        ("[1, [2]]", [1, [2]]),
        ("{a}", {"a": None}),
        ("[a: 1]", [{"a": 1}]),
        ("\n- x\n- y: 1", ["x", {"y": 1}]),
    ],
)
def test_values_are_read_as_they_are_meant(written: str, value: Value) -> None:
    data = good(f"v: {written}").data
    assert data == {"v": value}
    assert repr(data) == repr({"v": value})


TEXT = re.findall(
    r"\S+",
    "no No NO on off yes y True TRUE False ~ Null NULL 0100 00 0x1F 0b11 0o17 1:30 1:30.5 1_000 "
    "+5 +5.0 1e3 1.5e+3 .inf -.INF .nan 2016-04-01 1. .5 05.5 1234567890123456 "
    "0.1234567890123456 -- = << 1,000 6.3.1",
)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("written", TEXT)
def test_all_other_plain_text_stays_as_it_is_written(written: str) -> None:
    assert good(f"v: {written}").data == {"v": written}


@pytest.mark.usefixtures("loader")
def test_keys_are_text_as_they_are_written() -> None:
    text = "1: a\n1.50: b\ntrue: c\nnull: d\nno: e\n~: f\n0100: g\n'q': h\n\"<<\": i\n"
    assert good(text).data == {
        "1": "a",
        "1.50": "b",
        "true": "c",
        "null": "d",
        "no": "e",
        "~": "f",
        "0100": "g",
        "q": "h",
        "<<": "i",
    }


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    "text",
    [
        "a: b\r\nc: d\r\n",
        "a: b\rc: d",
        "a: b\nc: d",
        "\ufeffa: b\nc: d\n",
        "---\na: b\nc: d\n...\n",
        "# one\n\na: b  # two\n\nc: d\n# three\n",
        "a: b\x85c: d\u2028",
    ],
)
def test_line_ends_marks_and_comments_do_not_change_the_data(text: str) -> None:
    assert good(text).data == {"a": "b", "c": "d"}
    assert good(text.encode()).data == {"a": "b", "c": "d"}


def test_a_tab_may_stand_inside_text() -> None:
    assert good("a: 'x\ty'\nb: x\ty # z\n").data == {"a": "x\ty", "b": "x\ty"}


# What is easily misread


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("no", "YAML 1.1 would read this as false; write true or false"),
        ("On", "YAML 1.1 would read this as true; write true or false"),
        ("True", "YAML 1.1 would read this as true; write true"),
        ("FALSE", "YAML 1.1 would read this as false; write false"),
        ("~", "write null"),
        ("Null", "write null"),
        ("0100", "a leading zero would make this octal (64); write 100"),
        ("-010", "a leading zero would make this octal (-8); write -10"),
        ("0x1F", "write 31"),
        ("0b11", "write 3"),
        ("1_000", "write 1000"),
        ("+5", "write 5"),
        ("1:30", "YAML 1.1 would read this as 90 (sixty-based); quote it for text"),
        ("-1:30", "YAML 1.1 would read this as -90 (sixty-based); quote it for text"),
        ("1:30.5", "YAML 1.1 would read this as 90.5 (sixty-based); quote it for text"),
        (".5", "write 0.5"),
        ("1.", "write 1.0"),
        ("007.5", "write 7.5"),
        ("1_000.5", "write 1000.5"),
        ("1.5e+3", "write 1500.0"),
        (".inf", "YAML 1.1 would read this as a number; quote it for text"),
        ("1.0e+999", "YAML 1.1 would read this as a number; quote it for text"),
        ("0x_", "YAML 1.1 would read this as a number; quote it for text"),
        ("1234567890123456", "YAML 1.1 would read this as a number; quote it for text"),
        ("0" + "7" * 5000, "YAML 1.1 would read this as a number; quote it for text"),
        ("9" * 5000, "YAML 1.1 would read this as a number; quote it for text"),
        ("2016-04-01", "YAML 1.1 would read this as a date; quote it for text"),
        ("2016-04-01 10:00:00", "YAML 1.1 would read this as a date; quote it for text"),
        ("=", "quote it for text"),
        ("<<", "quote it for text"),
        ("3.10", "this is the number 3.1; quote it for text"),
    ],
)
def test_a_trap_is_explained_and_its_raw_text_kept(raw: str, words: str) -> None:
    assert trap(raw) == words
    assert good(f"a: [{raw}]").raw == {("a", 0): raw}


@pytest.mark.parametrize("raw", ["", "5", "-1", "true", "null", "ron", "1e3", "089", "6.3.1", "y"])
def test_what_is_no_trap_has_no_explanation(raw: str) -> None:
    assert trap(raw) == ""
    assert good(f"a: {raw}").raw == {}


def test_quoted_text_block_text_and_keys_are_no_traps() -> None:
    assert good("a: 'no'\nb: \"3.10\"\nc: |-\n  no\nno: d\n").raw == {}


@given(st.from_regex(r"[-+]?[0-9_.:xboeEfnai+-]{1,12}", fullmatch=True))
def test_the_trap_of_anything_like_a_number_is_one_short_sentence(raw: str) -> None:
    words = trap(raw)
    assert "\n" not in words
    assert len(words) < 100


# Where things stand

EXAMPLE = """\
# rules
name: 日本 rules  # é
"é è": {ä: 'ö', b: [1, -2.5, "x\\ty"], c: no}

seats:
- east
-   - a b
    - 'c d'

last:
  deep: {k: v}
empty:
"""


@pytest.mark.usefixtures("loader")
def test_a_span_cuts_the_text_of_its_scalar_out_of_the_source() -> None:
    got = good(EXAMPLE)
    texts = {pointer: cut(got.lines, span) for pointer, span in got.values.items()}
    assert {p: t for p, t in texts.items() if "\n" not in t} == {
        ("name",): "日本 rules",
        ("é è",): "{ä: 'ö', b: [1, -2.5, \"x\\ty\"], c: no}",
        ("é è", "ä"): "'ö'",
        ("é è", "b"): '[1, -2.5, "x\\ty"]',
        ("é è", "b", 0): "1",
        ("é è", "b", 1): "-2.5",
        ("é è", "b", 2): '"x\\ty"',
        ("é è", "c"): "no",
        ("seats", 0): "east",
        ("seats", 1, 0): "a b",
        ("seats", 1, 1): "'c d'",
        ("last",): "deep: {k: v}",
        ("last", "deep"): "{k: v}",
        ("last", "deep", "k"): "v",
        ("empty",): "",
    }
    assert texts["seats",] == "- east\n-   - a b\n    - 'c d'"
    assert texts["seats", 1] == "- a b\n    - 'c d'"
    assert texts[()] == EXAMPLE[len("# rules\n") : -1]


@pytest.mark.usefixtures("loader")
def test_a_key_span_cuts_the_key_out_of_the_source() -> None:
    got = good(EXAMPLE)
    assert {pointer: cut(got.lines, span) for pointer, span in got.keys.items()} == {
        ("name",): "name",
        ("é è",): '"é è"',
        ("é è", "ä"): "ä",
        ("é è", "b"): "b",
        ("é è", "c"): "c",
        ("seats",): "seats",
        ("last",): "last",
        ("last", "deep"): "deep",
        ("last", "deep", "k"): "k",
        ("empty",): "empty",
    }


def test_every_value_has_a_span_and_every_entry_a_key_span() -> None:
    got = good(EXAMPLE)
    pointers = dict(walk(got.data))
    assert set(got.values) == set(pointers)
    assert set(got.keys) == {p for p in pointers if p and isinstance(p[-1], str)}


@pytest.mark.usefixtures("loader")
def test_a_byte_order_mark_takes_no_column() -> None:
    for text in ("\ufeffa: é\n", "\ufeffa: é\n".encode()):
        got = good(text)
        assert got.lines == ("a: é", "")
        assert got.keys["a",] == Span(1, 1, 1, 2)
        assert got.values["a",] == Span(1, 4, 1, 5)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_lines_are_counted_as_yaml_counts_them(end: str) -> None:
    got = good(end.join(["# é", "a: x", "", "b: 'y", "  z'", "c: w"]))
    assert cut(got.lines, got.values["c",]) == "w"
    assert got.values["c",].line == 6
    assert cut(got.lines, got.values["b",]) == "'y\n  z'"


@pytest.mark.usefixtures("loader")
def test_other_separators_do_not_end_a_line() -> None:
    got = good("a: x\xa0y\u3000z\nb: w\n")
    assert got.lines == ("a: x\xa0y\u3000z", "b: w", "")
    assert got.values["b",] == Span(2, 4, 2, 5)


def test_a_span_falls_back_to_what_is_around() -> None:
    got = good("a:\n  b: [x]\n")
    assert got.span(("a", "b", 0)) == Span(2, 7, 2, 8)
    assert got.span(("a", "b", 5, "c")) == got.values["a", "b"]
    assert got.span(("a", "z")) == got.values["a",]
    assert got.span(("z",)) == got.values[()]
    assert got.span(()) == Span(1, 1, 2, 9)
    assert got.span(("a", "b"), key=True) == Span(2, 3, 2, 4)
    assert got.span(("a", "z"), key=True) == Span(1, 1, 1, 2)
    assert got.span(("a", "b", 0), key=True) == Span(2, 7, 2, 8)
    assert got.span(("z",), key=True) == got.values[()]


def test_a_problem_brings_file_span_and_line() -> None:
    got = good("a:\n  b: no\n")
    at_value = got.problem(
        ("a", "b"),
        "bad",
        "not so",
        path="a.b",
        expected="true",
        nearest="no",
        severity="warning",
    )
    assert at_value == Diagnostic(
        "a.yaml", Span(2, 6, 2, 8), "bad", "not so", "a.b", "true", "no", "warning"
    )
    assert at_value.source == "  b: no"
    assert got.problem(("a", "b"), "bad", "so", key=True).span == Span(2, 3, 2, 4)


# What is refused

REFUSED: list[tuple[str, list[Found]]] = [
    ("a: é\nb: [é, *x]\n", [("alias", 2, 8, 2, 10)]),
    ("*x : b\n", [("alias", 1, 1, 1, 3)]),
    ("*x\n", [("alias", 1, 1, 1, 3)]),
    ("a: &x 1\n", [("anchor", 1, 4, 1, 6)]),
    ("é: {b: &x, c: d}\n", [("anchor", 1, 8, 1, 10)]),
    ("&k a: 1\n", [("anchor", 1, 1, 1, 3)]),
    ("a: &x\n  - b\n", [("anchor", 1, 4, 1, 6)]),
    ("a: !foo\n", [("tag", 1, 4, 1, 8)]),
    ("a: !!str 5\n", [("tag", 1, 4, 1, 9)]),
    ("a: ! 5\n", [("tag", 1, 4, 1, 5)]),
    ("a: !<tag:yaml.org,2002:str> 5\n", [("tag", 1, 4, 1, 28)]),
    ("a: !!python/object:os.system {}\n", [("tag", 1, 4, 1, 29)]),
    ("!!set {a, b}\n", [("tag", 1, 1, 1, 6)]),
    ("é: !t &x v\n", [("anchor", 1, 7, 1, 9), ("tag", 1, 4, 1, 6)]),
    ("a: &x\n  !t v\n", [("anchor", 1, 4, 1, 6), ("tag", 2, 3, 2, 5)]),
    ("<<: {a: 1}\nb: 2\n", [("merge-key", 1, 1, 1, 3)]),
    ("a: {é: 1, <<: {b: 1}}\n", [("merge-key", 1, 11, 1, 13)]),
    ("a: 1\nb: 2\na: 3\n", [("duplicate-key", 3, 1, 3, 2)]),
    ("a: 1\n'a': 2\n", [("duplicate-key", 2, 1, 2, 4)]),
    ("é: {a: 1, a: 2}\n", [("duplicate-key", 1, 11, 1, 12)]),
    ("a: 1\n--- \nb: 2\n", [("second-document", 2, 1, 2, 4)]),
    ("a: 1\n...\n---\nb: 2\n", [("second-document", 3, 1, 3, 4)]),
    ("--- a\n--- a\n", [("second-document", 2, 1, 2, 4)]),
    ("%YAML 1.1\n---\na: 1\n", [("directive", 1, 1, 1, 10)]),
    ("# é\n%TAG ! tag:x,2000:\n---\na: 1\n", [("directive", 2, 1, 2, 19)]),
    ("[a]: 1\n", [("bad-key", 1, 1, 1, 2)]),
    ("{{a: b}: 1}\n", [("bad-key", 1, 2, 1, 3)]),
    ("? [a]\n: 1\n", [("bad-key", 1, 3, 1, 4)]),
    ("? a\n: 1\n", [("bad-key", 1, 3, 1, 4)]),
    ("?\n  a\n: 1\n", [("bad-key", 2, 3, 2, 4)]),
    ("é: {? a : 1}\n", [("bad-key", 1, 7, 1, 8)]),
    ("- ? a b\n", [("bad-key", 1, 5, 1, 8)]),
    ("'': 1\n", [("bad-key", 1, 1, 1, 3)]),
]


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(("text", "expected"), REFUSED)
def test_what_is_not_plain_data_is_refused_where_it_stands(
    text: str, expected: list[Found]
) -> None:
    got, problems = parse(text, "a.yaml")
    assert [found(p) for p in problems] == expected
    assert got is not None
    for problem in problems:
        assert problem.file == "a.yaml"
        assert problem.severity == "error"
        assert problem.source == got.lines[problem.span.line - 1]


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "data"),
    [
        ("a: 1\nb: 2\na: 3\n", {"a": 1, "b": 2}),
        ("a: 1\na: {c: [x]}\nb: 2\n", {"a": 1, "b": 2}),
        ("<<: {c: 1}\nb: 2\n", {"b": 2}),
        ("[x, {y: z}]: {c: 1}\nb: 2\n", {"b": 2}),
        ("{k: l}: [1]\nb: 2\n", {"b": 2}),
        ("'': [1]\nb: 2\n", {"b": 2}),
        ("*x : [1]\nb: 2\n", {"b": 2}),
        ("a: *x\nb: 2\n", {"a": None, "b": 2}),
        ("a: &x [1]\nb: !t 2\n", {"a": [1], "b": 2}),
        ("? a\n: 1\n? b\n", {"a": 1, "b": None}),
        ("a: 1\n---\nb: 2\n", {"a": 1}),
        ("%YAML 1.1\n---\nb: 2\n", {"b": 2}),
    ],
)
def test_reading_goes_on_after_a_refusal(text: str, data: Value) -> None:
    got, problems = parse(text, "a.yaml")
    assert problems
    assert got is not None
    assert got.data == data
    assert set(got.values) == set(dict(walk(data)))


@pytest.mark.usefixtures("loader")
def test_all_refusals_are_reported_at_once() -> None:
    text = "%YAML 1.1\n---\na: &x 1\nb: *x\na: !t 2\n<<: {c: 1, c: 2}\n[k]: {d: *y}\n---\ne: 1\n"
    _, problems = parse(text, "a.yaml")
    assert [(p.code, p.span.line) for p in problems] == [
        ("directive", 1),
        ("anchor", 3),
        ("alias", 4),
        ("duplicate-key", 5),
        ("tag", 5),
        ("merge-key", 6),
        ("duplicate-key", 6),
        ("bad-key", 7),
        ("alias", 7),
        ("second-document", 8),
    ]


@pytest.mark.usefixtures("loader")
def test_refusals_before_a_syntax_error_are_kept() -> None:
    got, problems = parse("a: &x 1\nb: [\nc: d\n", "a.yaml")
    assert got is None
    assert [p.code for p in problems] == ["anchor", "yaml-syntax"]


@pytest.mark.usefixtures("loader")
def test_a_duplicate_names_the_key_and_the_first_line() -> None:
    text = "x: 0\nlimit: 1\n\nlimit: 2\nlimit: 3\n"
    _, problems = parse(text, "a.yaml")
    assert [p.message for p in problems] == ["'limit' is given twice; first on line 2"] * 2
    assert [p.span.line for p in problems] == [4, 5]


def test_hostile_names_are_shortened_and_escaped_in_messages() -> None:
    key = "'\\" + "k" * 500 + "'"
    message = only_problem(f"{{{key}: 1, {key}: 2}}").message
    assert message.startswith("'" + 2 * "\\" + "kkk")
    assert len(message) < 100


@pytest.mark.parametrize("escape", ["\\e[31m", "\\0", "\\u202E", "\\x7F", "\\r", "\\U0000009B"])
def test_an_escape_cannot_hide_a_character_that_a_terminal_would_obey(escape: str) -> None:
    problem = only_problem(f'title: "a{escape}b"')
    assert problem.code == "hidden-character"
    assert problem.span == Span(1, 8, 1, 8 + len(escape) + 4)


@pytest.mark.parametrize("text", ["%FOO bar\n---\na: 1\n", "%YAML 1.1 1.2\n", "a: 1\n%YAML\n"])
def test_a_directive_that_is_no_directive_is_one_all_the_same(text: str) -> None:
    assert "directive" in {p.code for p in parse(text, "a.yaml")[1]}


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("action", ["apply:os.system", "apply:subprocess.getoutput"])
def test_a_tag_never_runs_anything(action: str, tmp_path: Path) -> None:
    mark = tmp_path / "mark"
    text = f'!!python/object/{action} ["touch {mark}"]'
    got, problems = parse(text, "a.yaml")
    assert [p.code for p in problems] == ["tag"]
    assert f"'!!python/object/{action}'" in problems[0].message
    assert got is not None
    assert got.data == [f"touch {mark}"]
    assert not mark.exists()


# What is not YAML


@pytest.mark.parametrize(
    ("text", "line", "column", "words"),
    [
        ("a: é @\nb: @x\n", 2, 4, "found character '@' that cannot start any token"),
        ("é: b: c\n", 1, 5, "mapping values are not allowed here"),
        ("a: [1, 2\nb: c\n", 2, 2, "expected ',' or ']', but got ':', while parsing a flow"),
        ("x: 1\na: 'x\n", 3, 1, "found unexpected end of stream, while scanning a quoted scalar"),
        ("a: {b: 1,, c: 2}\n", 1, 10, ""),
        ("a: [x\n", 2, 1, ""),
        ("a: 1\n- b\n", 2, 1, ""),
        ("- a\nb: c\n", 2, 1, ""),
        ("a:\n  - b\n c: d\n", 3, 2, ""),
        (": a\n", 1, 1, ""),
    ],
)
def test_a_syntax_error_says_what_and_where(
    loader: str, text: str, line: int, column: int, words: str
) -> None:
    got, problems = parse(text, "a.yaml")
    assert got is None
    assert [found(p) for p in problems] == [("yaml-syntax", line, column, line, column + 1)]
    assert problems[0].message.startswith(words)
    assert problems[0].message
    assert "<" not in problems[0].message or loader == "SafeLoader"
    assert problems[0].source == text.split("\n")[line - 1]


def test_a_syntax_error_at_the_very_end_stands_after_the_last_line() -> None:
    problem = only_problem("a: [x")
    assert found(problem) == ("yaml-syntax", 2, 1, 2, 2)
    assert (
        problem.message
        == "did not find expected ',' or ']', while parsing a flow sequence begun on line 1"
    )


def test_the_words_of_libyaml_stand_where_the_python_parser_stops_elsewhere() -> None:
    problem = only_problem('a: "\\z"')
    assert found(problem) == ("yaml-syntax", 1, 5, 1, 6)
    assert problem.message == "found unknown escape character, while parsing a quoted scalar"


def test_a_syntax_error_says_where_the_open_part_began() -> None:
    assert only_problem("a: 1\nb: [1,\n 2\nc: d\n").message.endswith("begun on line 2")


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("text", ['a: "\\UFFFFFFFF"', 'a: "\\U00110000"', "%YAML " + "9" * 5000])
def test_what_breaks_the_python_parser_is_a_problem_too(text: str) -> None:
    got, problems = parse(text, "a.yaml")
    assert got is None
    assert [p.code for p in problems][-1] in {"yaml-syntax", "directive"}


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a:\n\tb: 1\n", 2, 1),
        ("a:\n \tb: 1\n", 2, 2),
        ("\ta: 1\n", 1, 1),
        ("a:\n  b: 1\n\tc: 2\n", 3, 1),
    ],
)
def test_a_tab_cannot_indent(text: str, line: int, column: int) -> None:
    problem = only_problem(text)
    assert found(problem) == ("yaml-syntax", line, column, line, column + 1)
    assert problem.message == "a tab cannot indent; use spaces"


def test_a_tab_elsewhere_does_not_hide_the_real_error() -> None:
    assert found(only_problem("a:\tb\nc: @\n")) == ("yaml-syntax", 2, 4, 2, 5)


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(
    "character", ["\0", "\x01", "\x1b", "\x7f", "\x9f", "\ufeff", "\ufffe", "\uffff", "\ud800"]
)
def test_a_character_that_yaml_does_not_know_is_named(character: str) -> None:
    problem = only_problem(f"a: 1\nbé: x{character}y\n")
    assert found(problem) == ("yaml-character", 2, 6, 2, 7)
    assert f"U+{ord(character):04X}" in problem.message
    assert problem.source == f"bé: x{character}y"


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize("text", ["", "\n\n", "# only\n# words\n", "\ufeff", "---\n", "---\n...\n"])
def test_a_file_without_data_is_empty(text: str) -> None:
    problem = only_problem(text)
    assert found(problem) == ("empty", 1, 1, 1, 1)
    assert (problem.message, problem.expected) == ("the file is empty", "a ruleset")


@pytest.mark.parametrize(("text", "data"), [("null", None), ("''", ""), ("x", "x"), ("[]", [])])
def test_a_bare_value_is_not_an_empty_file(text: str, data: Value) -> None:
    assert good(text).data == data


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_a_byte_that_is_not_utf8_is_named_with_its_place(start: bytes) -> None:
    problem = only_problem(start + "a: 1\r\né: x".encode() + b"\xe9y\n")
    assert found(problem) == ("not-utf8", 2, 5, 2, 6)
    assert "0xE9" in problem.message
    assert problem.source == "é: x\ufffdy"


def test_utf16_is_not_utf8() -> None:
    assert found(only_problem("a: 1\n".encode("utf-16"))) == ("not-utf8", 1, 1, 1, 2)


# Limits


def test_a_file_may_be_as_large_as_the_limit_and_no_larger() -> None:
    text = "a: '" + "é" * ((MAX_BYTES - 6) // 2) + "'\n"
    assert len(text.encode()) == MAX_BYTES
    assert good(text).data == good(text.encode()).data
    for longer in (text + "#", (text + "#").encode()):
        problem = only_problem(longer)
        assert found(problem) == ("too-large", 1, 1, 1, 1)
        assert str(MAX_BYTES) in problem.message


@pytest.mark.usefixtures("loader")
@pytest.mark.parametrize(("opening", "closing", "width"), [("[", "]", 1), ("{a: ", "}", 4)])
def test_data_may_be_as_deep_as_the_limit_and_no_deeper(
    opening: str, closing: str, width: int
) -> None:
    assert good(opening * MAX_DEPTH + closing * MAX_DEPTH).data
    problem = only_problem(opening * (MAX_DEPTH + 1) + closing * (MAX_DEPTH + 1))
    column = MAX_DEPTH * width + 1
    assert found(problem) == ("too-deep", 1, column, 1, column + 1)
    assert str(MAX_DEPTH) in problem.message


def test_data_may_have_as_many_nodes_as_the_limit_and_no_more() -> None:
    most = "a: [" + "\n1," * (MAX_NODES - 3)
    assert good(most + "]").data == {"a": [1] * (MAX_NODES - 3)}
    problem = only_problem(most + "\n2]")
    line = MAX_NODES - 1
    assert found(problem) == ("too-many", line, 1, line, 2)
    assert str(MAX_NODES) in problem.message


def test_after_many_problems_reading_ends_and_says_so() -> None:
    got, problems = parse("a: 1\n" * (MAX_PROBLEMS * 2), "a.yaml")
    assert got is None
    assert [p.code for p in problems[:-1]] == ["duplicate-key"] * MAX_PROBLEMS
    assert found(problems[-1]) == ("too-many-problems", MAX_PROBLEMS + 1, 4, MAX_PROBLEMS + 1, 5)
    assert str(MAX_PROBLEMS) in problems[-1].message


LAUGHS = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 10)
)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[" * 100_000, "too-deep"),
        ("{a: " * 50_000, "too-deep"),
        ("- " * 100_000, "too-deep"),
        ("? " * 100_000, "too-deep"),
        ("\n".join(" " * n + "a:" for n in range(700)), "too-deep"),
        ("[" * 1000 + "@", "yaml-syntax"),
        ("a: \\@\n" + "x: @" + "[" * 100_000, "yaml-syntax"),
        ("[" + "a, " * 9_000 + "@", "yaml-syntax"),
        ("a: '" + "x\n" * 100_000, "yaml-syntax"),
        ("a: &x [*x, *x]", "alias"),
        (LAUGHS, "alias"),
        ("a: &x [" + "*x, " * 19_000 + "]", "too-many-problems"),
        ("{" + "a: 1, " * 9_000 + "}", "too-many-problems"),
        ("[" + "a, " * 80_000 + "]", "too-many"),
        ("a: " + "9" * 5_000, ""),
        ("a: 0" + "7" * 200_000, ""),
        ("a: 1" + ":30" * 80_000, ""),
        ("a: " + "x" * 260_000, ""),
        ("{'?': 1, " + ", ".join(f"k{n}: {n}" for n in range(9_900)) + "}", ""),
        ("#\n" * 130_000 + "a: 1", ""),
    ],
    ids=lambda value: value[:12] if isinstance(value, str) else value,
)
def test_hostile_text_is_dealt_with_quickly(text: str, code: str) -> None:
    before = time.perf_counter()
    got, problems = parse(text, "a.yaml")
    assert time.perf_counter() - before < 2
    assert (problems[-1].code if problems else "") == code
    assert got is not None or problems


def test_a_number_with_thousands_of_digits_stays_text() -> None:
    digits = "9" * 5_000
    got = good(f"a: {digits}")
    assert got.data == {"a": digits}
    assert got.raw == {("a",): digits}


def test_a_ruleset_of_ordinary_size_is_read_in_no_time() -> None:
    lines = (f'  double_wind_pair_{n}: {{value: 4, cite: "6.3"}}\n' for n in range(250))
    text = "rules:\n" + "".join(lines)
    times = []
    for _ in range(10):
        before = time.perf_counter()
        good(text)
        times.append(time.perf_counter() - before)
    assert min(times) < 0.1


# Files


def test_a_file_is_read_under_its_path_or_another_name(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_bytes("\ufeffé: 1\r\n".encode())
    got, problems = read(path)
    assert problems == []
    assert got is not None
    assert (got.file, got.data) == (str(path), {"é": 1})
    named, _ = read(path, "rules")
    assert named is not None
    assert named.file == "rules"


def test_a_problem_in_a_file_bears_its_name(tmp_path: Path) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("a: *x\n")
    assert [p.file for p in read(path)[1]] == [str(path)]
    assert [p.file for p in read(path, "rules")[1]] == ["rules"]


@pytest.mark.parametrize(
    ("name", "code", "words"),
    [
        ("missing", "unreadable", "No such file"),
        ("nul\0name", "unreadable", "cannot be read"),
        ("x" * 5000, "unreadable", "cannot be read"),
        (".", "not-a-file", "directory"),
        ("/dev/zero", "not-a-file", "not a regular file"),
    ],
)
def test_what_cannot_be_read_is_a_problem(name: str, code: str, words: str, tmp_path: Path) -> None:
    got, problems = read(tmp_path / name)
    assert got is None
    assert [p.code for p in problems] == [code]
    assert words in problems[0].message


def test_a_pipe_is_refused_without_waiting_for_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    got, problems = read(path)
    assert got is None
    assert [p.code for p in problems] == ["not-a-file"]


def test_a_file_that_may_not_be_read_is_a_problem(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "r.yaml"
    path.write_text("a: 1\n")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    got, problems = read(path)
    assert got is None
    assert [p.message for p in problems] == ["cannot be read: Permission denied"]


def test_no_more_of_a_file_is_read_than_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "huge.yaml"
    with path.open("wb") as stream:
        stream.truncate(10_000_000_000)
    assert [p.code for p in read(path)[1]] == ["too-large"]


# Anything at all


def walk(data: Value, pointer: Pointer = ()) -> Iterator[tuple[Pointer, Value]]:
    """Every value with the way to it."""
    yield pointer, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from walk(value, (*pointer, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from walk(value, (*pointer, index))


def check_anything(text: str | bytes) -> None:
    """What holds for every input: spans inside the text, a document or a reason."""
    got, problems = parse(text, "a.yaml")
    assert got is not None or problems
    for problem in problems:
        assert problem.span.line >= 1
        assert problem.span.column <= len(problem.source) + 1
    if got is not None:
        for span in [*got.values.values(), *got.keys.values(), *(p.span for p in problems)]:
            cut(got.lines, span)
        assert set(got.values) == set(dict(walk(got.data)))
    if got is not None and not problems:
        # Without tags and merges all values are the texts that the most basic loader gives.
        python = document.LOADER is yaml.SafeLoader
        basic = yaml.load(text, Loader=yaml.BaseLoader if python else yaml.CBaseLoader)
        assert shape(got.data) == shape(basic)


def shape(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: shape(value) for key, value in data.items()}
    return [shape(value) for value in data] if isinstance(data, list) else None


YAMLISH = st.text(alphabet="aé1.:-?[]{},&*!|>'\"%@#~<\n\n\r\t   \x85\u2028\ufeff\\", max_size=60)
PIECES = st.lists(
    st.one_of(
        st.sampled_from(
            ["a: ", "b:", "- ", "\n", "\n  ", "\n    ", "[", "]", "{", "}", ", ", "? "]
        ),
        st.sampled_from(["x", "no", "1", "'y'", '"é"', "日", "# c", "|\n", "&x ", "*x", "!t "]),
        st.sampled_from(["<<: ", ": ", "---\n", "...\n", "%YAML 1.1\n", "\t", "\r\n", "\u2028"]),
    ),
    max_size=25,
).map("".join)


@settings(max_examples=300, deadline=None)
@given(st.one_of(st.text(), YAMLISH, PIECES))
def test_arbitrary_text_is_read_or_refused(text: str) -> None:
    check_anything(text)


@settings(max_examples=200, deadline=None)
@given(st.one_of(st.binary(), st.builds(lambda t, b: t.encode() + b, PIECES, st.binary())))
def test_arbitrary_bytes_are_read_or_refused(content: bytes) -> None:
    check_anything(content)


@settings(
    max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(text=st.one_of(YAMLISH, PIECES))
def test_arbitrary_text_is_dealt_with_without_libyaml_too(
    monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    monkeypatch.setattr(document, "LOADER", yaml.SafeLoader)
    check_anything(text)


class PlainDumper(yaml.SafeDumper):
    """Writes no aliases for what happens to be the same object."""

    def ignore_aliases(self, _: Any) -> bool:
        return True


def shows(text: str) -> bool:
    return not document.HIDDEN.search(text)


KEYS = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20
).filter(shows)
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**15) + 1, 10**15 - 1),
    st.text().filter(shows),
    st.sampled_from(TEXT),
)
DATA = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(KEYS, st.sampled_from(TEXT)), inner, max_size=4),
    ),
    max_leaves=20,
)


@settings(max_examples=300, deadline=None)
@given(DATA, st.booleans(), st.booleans())
def test_data_written_by_yaml_comes_back(data: Value, flow: bool, unicode: bool) -> None:
    assume(max(len(pointer) for pointer, _ in walk(data)) < MAX_DEPTH)
    text = yaml.dump(
        data,
        Dumper=PlainDumper,
        default_flow_style=flow,
        allow_unicode=unicode,
        sort_keys=False,
    )
    assume(yaml.load(text, Loader=document.LOADER) == data)  # PyYAML loses a lone U+0085
    got = good(text)
    assert got.data == data
    assert repr(got.data) == repr(data)  # `True` is not 1
    for pointer, value in walk(data):
        written = cut(got.lines, got.values[pointer])
        if isinstance(value, str | int):
            assert good(written).data == value
