"""Foreign text in errors and values as YAML: nothing in them can do harm."""

from __future__ import annotations

import doctest

from each import each
from hypothesis import given
from hypothesis import strategies as st

from riichi_core import messages
from riichi_core.files import yaml_text
from riichi_core.files.yaml_document import parse
from riichi_core.files.yaml_text import flow
from riichi_core.messages import LONGEST_QUOTED, escape_unprintable, quote

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def test_the_examples_are_true() -> None:
    assert doctest.testmod(messages).failed == 0
    assert doctest.testmod(yaml_text).failed == 0


@given(st.text())
def test_a_quoted_text_can_be_printed_and_is_short(text: str) -> None:
    assert quote(text).isprintable()
    assert quote("x" * 1_000 + text) == repr("x" * (LONGEST_QUOTED - 3) + "...")


@each("text", ["\x1b[2J", "a\u202eb", "\ud800", "\x00", "\u0378"])
def test_what_cannot_be_printed_is_escaped(text: str) -> None:
    assert escape_unprintable(text).isprintable()
    assert quote(text).isprintable()


@each("value", [[1], {"a": "b"}, (2,), 10**30, 1e300, object()])
def test_nothing_inside_of_a_value_is_quoted(value: object) -> None:
    assert quote(value) in ("a list", "an object", "a number so large", "a value of type object")


@given(VALUES)
def test_a_value_in_flow_style_is_one_line_of_yaml(value: object) -> None:
    assert "\n" not in flow(value)


@given(st.lists(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]))))
def test_flow_style_reads_back(value: list[str]) -> None:
    document, problems = parse(flow(value), "a file")
    assert problems == []
    assert document is not None
    assert document.data == value
