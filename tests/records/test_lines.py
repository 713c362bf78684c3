"""Lines of JSON records, and their answers: quickly read and written, and alike in any way."""

from __future__ import annotations

import json

from each import each

from riichi_core.records import jsonl


@each(
    "line",
    [b'{"id": 1e999}', b'{"id": [1e999]}', b'{"id": 1, "id": 2}', b'{"id": NaN}', b"[1]", b'"a"',
     b'{"a": "\\ud800"}', b'{"a:": 1}', b'{"a": {"b": 1, "b": 2}}', b'{"a": "\xff"}', b"01", b"{}",
     b'{"a": [1.5], "b": -0}', b'{"a": [["x"], []]}', b'{"a": null, "b": true, "c": ["x"]}'],
)  # fmt: skip
def test_a_line_is_read_quickly_only_where_it_is_read_alike(line: bytes) -> None:
    plain = jsonl._plain_object(line)
    assert plain is None or plain == jsonl._parse(line)


def test_an_answer_is_written_in_ascii_whatever_its_id_is() -> None:
    for name in ("é", "\ud800", "a", [1, {"b": None}], 10**30):
        line = jsonl.written({"id": name})
        assert line.isascii()
        assert line.endswith(b"\n")
        assert json.loads(line) == {"id": name}
