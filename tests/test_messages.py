"""Messages are English texts that a translator can rearrange."""

from __future__ import annotations

import doctest
import pickle

from each import each
from hypothesis import given, strategies as st

from riichi_core import messages
from riichi_core.files import yaml_text
from riichi_core.files.yaml_document import parse
from riichi_core.files.yaml_text import flow
from riichi_core.messages import LONGEST_QUOTED, Message, escape_unprintable, quote


def test_a_message_prints_as_its_english_text() -> None:
    message = Message("a win needs {han} han", han=2)
    assert message == "a win needs 2 han"
    assert (message.template, message.parameters) == ("a win needs {han} han", {"han": 2})


def test_braces_of_a_text_without_parameters_stay() -> None:
    assert Message("expected {south: north}") == "expected {south: north}"


def test_the_number_chooses_the_template_and_is_a_parameter() -> None:
    texts = [Message.counted("{n} tile in {where}", "{n} tiles in {where}", n, where="the wall")
             for n in (0, 1, 2)]  # fmt: skip
    assert texts == ["0 tiles in the wall", "1 tile in the wall", "2 tiles in the wall"]
    assert [text.number for text in texts] == [0, 1, 2]


def test_a_message_can_be_sent_to_another_process() -> None:
    message = Message.counted("{n} tile", "{n} tiles", 2)
    again = pickle.loads(pickle.dumps(message))
    assert (again, again.template, again.plural, again.parameters) == (
        "2 tiles", "{n} tile", "{n} tiles", {"n": 2})  # fmt: skip


# ---- foreign text in messages and in YAML --------------------------------------------------------


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)


def test_the_examples_in_docstrings_are_correct() -> None:
    assert doctest.testmod(messages).failed == 0
    assert doctest.testmod(yaml_text).failed == 0


@given(st.text())
def test_a_quoted_text_can_be_printed_and_is_short(text: str) -> None:
    assert quote(text).isprintable()
    assert quote("x" * 1_000 + text) == repr("x" * (LONGEST_QUOTED - 3) + "...")


@each("text", ["\x1b[2J", "a\u202eb", "\ud800", "\x00", "\u0378"])
def test_unprintable_characters_are_escaped(text: str) -> None:
    assert escape_unprintable(text).isprintable()
    assert quote(text).isprintable()


@each("value", [[1], {"a": "b"}, (2,), 10**30, 1e300, object()])
def test_text_inside_a_value_is_not_quoted(value: object) -> None:
    assert quote(value) in ("a list", "an object", "a number so large", "a value of type object")


@given(VALUES)
def test_a_value_in_flow_style_is_one_line_of_yaml(value: object) -> None:
    assert "\n" not in flow(value)


@given(st.lists(st.text(st.characters(codec="ascii", exclude_categories=["Cc"]))))
def test_flow_style_can_be_read_back(value: list[str]) -> None:
    document, problems = parse(flow(value), "a file")
    assert problems == []
    assert document is not None
    assert document.data == value
