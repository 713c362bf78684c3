"""One function reports errors in the data of any typed model, at their place in the file."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import pytest
from each import each
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.files.model_problems import model_problems
from riichi_core.files.problem import Problem
from riichi_core.files.source_document import SourceDocument
from riichi_core.files.yaml_document import parse


class Closed(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


def _small(text: str) -> str:
    if text != text.lower():
        raise value_error("no_small_letters", f"{text} has capitals", text.lower())
    return text


def _odd(number: int) -> int:
    if number % 2 == 0:
        raise ValueError("an even number")
    return number


class Win(Closed):
    kind: Literal["win"]
    seat: Literal["east", "south"]
    by: str | None = Field(default=None, alias="from")


class Draw(Closed):
    kind: Literal["draw"]
    tenpai: list[Literal["east", "south"]] = []


class Deal(Closed):
    name: Annotated[str, AfterValidator(_small)] = "a"
    points: Annotated[int, Field(ge=0, le=1_000)] = 0
    hand: Annotated[str, Accepts("tiles as 123m")] = ""
    odd: Annotated[int, AfterValidator(_odd)] = 1
    ends: list[Annotated[Win | Draw, Field(discriminator="kind")]] = []


def found(document: SourceDocument, model: Any, at: tuple[str | int, ...] = ()) -> list[Problem]:
    data: Any = document.data
    for part in at:
        data = data[part]
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(model).validate_python(data)
    return model_problems(caught.value, document, model, at)


def one(text: str) -> Problem:
    document, _ = parse(text, "deal.yaml")
    assert document is not None
    (problem,) = found(document, Deal)
    return problem


@each(
    "text, words",
    [
        ("pionts: 1", ["unknown-key", "there is no 'pionts' here", "points", ""]),
        ("points: 2000", ["out-of-range", "2000 is out of range", "", "a whole number from 0 to"]),
        ("points: 1,000", ["wrong-type", "'1,000' is text, not a number; write 1000", "", ""]),
        ("hand: 5", ["wrong-type", "5 is a number", "", "tiles as 123m"]),
        ("name: Anna", ["no-small-letters", "Anna has capitals", "anna", ""]),
        ("odd: 2", ["bad-value", "an even number", "", ""]),
        ("ends: [{kind: wim, seat: east}]",
         ["bad-value", "'wim' is not a value of this key", "win", "win or draw"]),
        ("ends: [{seat: east}]", ["missing-key", "'kind' is missing", "", "kind: win or draw"]),
        ("ends: [{kind: win, seat: eats}]",
         ["bad-value", "'eats' is not a value of this key", "east", "east or south"]),
        ("ends: [{kind: win, seat: east, frm: b}]",
         ["unknown-key", "there is no 'frm' here", "from", ""]),
        ("ends: [{kind: win}]", ["missing-key", "'seat' is missing", "", "seat: east or south"]),
        ("ends: [{kind: draw, tenpai: [west]}]",
         ["bad-value", "'west' is not a value of this key", "", ""]),
    ],
)  # fmt: skip
def test_an_error_in_any_model_is_a_diagnostic(text: str, words: list[str]) -> None:
    problem = one(text)
    code, message, near, expected = words
    assert [problem.code, problem.suggestion] == [code, near]
    assert problem.message.startswith(message)
    assert problem.expected.startswith(expected)


def test_a_diagnostic_has_the_position_and_its_path() -> None:
    problem = one("name: a\nends:\n  - {kind: draw}\n  - {kind: draw, tenpai: [east, west]}\n")
    assert problem.path == "ends[2].tenpai[2]"
    assert (problem.span.line, problem.span.column) == (4, 33)


def test_data_can_be_a_part_of_a_document() -> None:
    document, _ = parse("deals:\n  - points: no\n", "deals.yaml")
    assert document is not None
    (problem,) = found(document, Deal, ("deals", 0))
    assert (problem.path, problem.span.line) == ("deals[1].points", 2)


def test_data_does_not_need_a_file() -> None:
    (problem,) = found(SourceDocument.of({"points": "x"}), Deal)
    assert (problem.path, problem.code, problem.file) == ("points", "wrong-type", "")
