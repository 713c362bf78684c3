"""Messages are English texts that a translator can take apart."""

from __future__ import annotations

import pickle

from riichi_core.messages import Message


def test_a_message_is_its_english_text() -> None:
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


def test_a_message_survives_the_way_to_another_process() -> None:
    message = Message.counted("{n} tile", "{n} tiles", 2)
    again = pickle.loads(pickle.dumps(message))
    assert (again, again.template, again.plural, again.parameters) == (
        "2 tiles", "{n} tile", "{n} tiles", {"n": 2})  # fmt: skip
