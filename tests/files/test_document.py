"""The closed YAML reader: the values it reads, and their positions."""

from __future__ import annotations

import pytest
import yaml
from each import each
from effort import LONG
from hypothesis import given, strategies as st
from reading import TEXT, cut, good, walk

from riichi_core.files.problem import Problem, Span
from riichi_core.files.source_document import Value, trap
from riichi_core.files.yaml_document import data_of
from riichi_core.rules.library import NOT_RULESETS, rulesets_dir

# Values that are read


@pytest.mark.usefixtures("loader")
@each(
    "written, value",
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
def test_values_are_read_with_the_intended_type(written: str, value: Value) -> None:
    data = good(f"v: {written}").data
    assert data == {"v": value}
    assert repr(data) == repr({"v": value})


@pytest.mark.usefixtures("loader")
@each("written", TEXT)
def test_all_other_plain_text_is_read_unchanged(written: str) -> None:
    assert good(f"v: {written}").data == {"v": written}


@pytest.mark.usefixtures("loader")
def test_keys_are_read_as_text_unchanged() -> None:
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
@each(
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


def test_text_may_contain_a_tab() -> None:
    assert good("a: 'x\ty'\nb: x\ty # z\n").data == {"a": "x\ty", "b": "x\ty"}


# Values that are easily misread


@each(
    "raw, words",
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


@each("raw", ["", "5", "-1", "true", "null", "ron", "1e3", "089", "6.3.1", "y"])
def test_ordinary_values_have_no_explanation(raw: str) -> None:
    assert trap(raw) == ""
    assert good(f"a: {raw}").raw == {}


def test_quoted_text_block_text_and_keys_are_not_traps() -> None:
    assert good("a: 'no'\nb: \"3.10\"\nc: |-\n  no\nno: d\n").raw == {}


@given(st.from_regex(r"[-+]?[0-9_.:xboeEfnai+-]{1,12}", fullmatch=True))
def test_a_trap_for_number_like_text_is_one_short_sentence(raw: str) -> None:
    words = trap(raw)
    assert "\n" not in words
    assert len(words) < 100


# Positions

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
def test_a_span_covers_the_source_text_of_its_scalar() -> None:
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
def test_a_key_span_covers_the_source_text_of_the_key() -> None:
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
def test_a_byte_order_mark_does_not_count_as_a_column() -> None:
    for text in ("\ufeffa: é\n", "\ufeffa: é\n".encode()):
        got = good(text)
        assert got.lines == ("a: é", "")
        assert got.keys["a",] == Span(1, 1, 1, 2)
        assert got.values["a",] == Span(1, 4, 1, 5)


@pytest.mark.usefixtures("loader")
@each("end", ["\n", "\r\n", "\r", "\x85", "\u2028", "\u2029"])
def test_lines_are_counted_as_in_yaml(end: str) -> None:
    got = good(end.join(["# é", "a: x", "", "b: 'y", "  z'", "c: w"]))
    assert cut(got.lines, got.values["c",]) == "w"
    assert got.values["c",].line == 6
    assert cut(got.lines, got.values["b",]) == "'y\n  z'"


@pytest.mark.usefixtures("loader")
def test_other_separators_do_not_end_a_line() -> None:
    got = good("a: x\xa0y\u3000z\nb: w\n")
    assert got.lines == ("a: x\xa0y\u3000z", "b: w", "")
    assert got.values["b",] == Span(2, 4, 2, 5)


def test_a_span_falls_back_to_the_enclosing_value() -> None:
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


def test_a_problem_has_file_span_and_line() -> None:
    got = good("a:\n  b: no\n")
    at_value = got.problem(
        ("a", "b"),
        "bad",
        "not so",
        path="a.b",
        expected="true",
        suggestion="no",
        severity="warning",
    )
    assert at_value == Problem(
        "a.yaml", Span(2, 6, 2, 8), "bad", "not so", "a.b", "true", "no", "warning"
    )
    assert at_value.source == "  b: no"
    assert got.problem(("a", "b"), "bad", "so", key=True).span == Span(2, 3, 2, 4)


# ---- data files of the project -------------------------------------------------------------------


@each("name", NOT_RULESETS)
def test_the_values_equal_those_of_pyyaml(name: str, loader: str) -> None:
    text = (rulesets_dir() / name).read_text(encoding="utf-8")
    if loader == "SafeLoader" and len(text) > 50_000 and not LONG:
        return  # it takes a second without libyaml
    assert data_of(text) == yaml.load(text, Loader=getattr(yaml, loader))


def test_plain_text_and_quoted_text_differ() -> None:
    text = 'a: [1, "1", true, 2.5, null, no]\nb: {c: []}\n'
    assert data_of(text) == {"a": [1, "1", True, 2.5, None, "no"], "b": {"c": []}}
