"""The closed YAML reader: the input it refuses, and its messages."""

from __future__ import annotations

from pathlib import Path

import pytest
from each import each
from reading import Found, found, good, only_problem, walk

from riichi_core.files.problem import Span
from riichi_core.files.source_document import Value
from riichi_core.files.yaml_document import parse

# Refused input

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
@each("text, expected", REFUSED)
def test_anything_but_plain_data_is_refused_at_its_position(
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
@each(
    "text, data",
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
def test_reading_continues_after_a_refusal(text: str, data: Value) -> None:
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


@each("escape", ["\\e[31m", "\\0", "\\u202E", "\\x7F", "\\r", "\\U0000009B"])
def test_an_escape_cannot_hide_a_control_character(escape: str) -> None:
    problem = only_problem(f'title: "a{escape}b"')
    assert problem.code == "hidden-character"
    assert problem.span == Span(1, 8, 1, 8 + len(escape) + 4)


@pytest.mark.parametrize("text", ["%FOO bar\n---\na: 1\n", "%YAML 1.1 1.2\n", "a: 1\n%YAML\n"])
def test_a_malformed_directive_is_refused_as_a_directive(text: str) -> None:
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


# Invalid YAML


@each(
    "text, line, column, words",
    [
        ("a: é @\nb: @x\n", 2, 4, "found character '@' that cannot start any token"),
        ("é: b: c\n", 1, 5, "mapping values are not allowed here"),
        ("a: [1, 2\nb: c\n", 2, 2, "the [ on line 1 is never closed, or a comma"),
        ("x: 1\na: 'x\n", 3, 1, "found unexpected end of stream, while scanning a quoted scalar"),
        ("a: {b: 1,, c: 2}\n", 1, 10, ""),
        ("a: [x\n", 2, 1, ""),
        ("a: 1\n- b\n", 2, 1, ""),
        ("- a\nb: c\n", 2, 1, ""),
        ("a:\n  - b\n c: d\n", 3, 2, ""),
        (": a\n", 1, 1, ""),
    ],
)
def test_a_syntax_error_has_a_message_and_a_position(
    loader: str, text: str, line: int, column: int, words: str
) -> None:
    got, problems = parse(text, "a.yaml")
    assert got is None
    assert [found(p) for p in problems] == [("yaml-syntax", line, column, line, column + 1)]
    assert problems[0].message.startswith(words)
    assert problems[0].message
    assert "<" not in problems[0].message or loader == "SafeLoader"
    assert problems[0].source == text.split("\n")[line - 1]


def test_a_syntax_error_at_the_very_end_is_placed_after_the_last_line() -> None:
    problem = only_problem("a: [x")
    assert found(problem) == ("yaml-syntax", 2, 1, 2, 2)
    assert problem.message == "the [ on line 1 is never closed, or a comma is missing"


def test_libyamls_message_is_used_if_the_python_parser_stops_elsewhere() -> None:
    problem = only_problem('a: "\\z"')
    assert found(problem) == ("yaml-syntax", 1, 5, 1, 6)
    assert problem.message == "found unknown escape character, while parsing a quoted scalar"


def test_a_syntax_error_shows_where_the_open_part_began() -> None:
    assert only_problem("a: 1\nb: [1,\n 2\nc: d\n").message.startswith("the [ on line 2 is never")


@pytest.mark.usefixtures("loader")
@each("text", ['a: "\\UFFFFFFFF"', 'a: "\\U00110000"', "%YAML " + "9" * 5000])
def test_a_crash_of_the_python_parser_is_a_problem_too(text: str) -> None:
    got, problems = parse(text, "a.yaml")
    assert got is None
    assert [p.code for p in problems][-1] in {"yaml-syntax", "directive"}


@pytest.mark.usefixtures("loader")
@each(
    "text, line, column",
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
@each("character", ["\0", "\x01", "\x1b", "\x7f", "\x9f", "\ufeff", "\ufffe", "\uffff", "\ud800"])
def test_a_character_outside_yaml_is_named(character: str) -> None:
    problem = only_problem(f"a: 1\nbé: x{character}y\n")
    assert found(problem) == ("yaml-character", 2, 6, 2, 7)
    assert f"U+{ord(character):04X}" in problem.message
    assert problem.source == f"bé: x{character}y"


@pytest.mark.usefixtures("loader")
@each("text", ["", "\n\n", "# only\n# words\n", "\ufeff", "---\n", "---\n...\n"])
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


@each(
    "content, said",
    [
        (b"PK\x03\x04\x14\x00\xa8\xff", "this is a zip file (e.g. .xlsx or .ods), not a text file"),
        (b"PK\x03\x04plain", "this is a zip file (e.g. .xlsx or .ods), not a text file"),
        (b"\x89PNG\r\n\x00\x00", "the byte 0x89 is not UTF-8"),
    ],
)
def test_no_byte_of_a_binary_file_is_printed(content: bytes, said: str) -> None:
    problem = only_problem(content)
    assert (problem.code, problem.source) == ("not-utf8", "")
    assert said in problem.message


def test_utf16_is_not_utf8() -> None:
    assert found(only_problem("a: 1\n".encode("utf-16"))) == ("not-utf8", 1, 1, 1, 2)
