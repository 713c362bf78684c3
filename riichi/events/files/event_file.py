"""Read the file of an event: what its handouts and reports say about it besides its results."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

from pydantic import Field, PlainValidator, ValidationError

from riichi.locale import ENGLISH, Locale
from riichi_core.files import yaml_document as documents
from riichi_core.files.accepted_values import Accepts, value_error
from riichi_core.files.model_problems import model_problems
from riichi_core.files.problem import Problem
from riichi_core.language import Translatable
from riichi_core.messages import Message, quote
from riichi_core.records.fields import Listed, Record

MOST_DAYS = 14

MONTHS: tuple[Translatable, ...] = (
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
)  # fmt: skip


def _written(
    pattern: str, read: Callable[[str], object], kind: Message, expected: Message
) -> PlainValidator:
    """Return the validator of a text that has a pattern, and is read by a function."""

    def value_of(value: object) -> object:
        try:
            if re.fullmatch(pattern, value) is None:  # type: ignore[call-overload]
                raise ValueError(value)
            return read(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            message = Message("{value} is not {kind}", value=quote(value), kind=kind)
            raise value_error("bad_value", message, expected=expected) from None

    accepted = Annotated[str, Accepts(expected), Field(pattern=f"^{pattern}$")]
    return PlainValidator(value_of, json_schema_input_type=accepted)


_Text = Annotated[str, Field(max_length=200)]
_Date = Annotated[
    datetime.date,
    _written("[0-9]{4}-[0-9]{2}-[0-9]{2}", datetime.date.fromisoformat,
             Message("a date"), Message("YYYY-MM-DD, e.g. 2026-09-12")),
]  # fmt: skip
_Time = Annotated[
    datetime.time,
    _written("[0-9]{1,2}:[0-9]{2}", lambda text: datetime.time(*map(int, text.split(":"))),
             Message("a time"), Message("HH:MM, e.g. 09:30")),
]  # fmt: skip


class Event(Record):
    """An event; what its file does not say is empty or None.

    Attributes:
        country: three letters.
        date: the first day.
        begins: the time at which each session begins; an earlier time is on the next day.
        qualification: whether only players who qualified take part.
    """

    title: _Text = ""
    town: _Text = ""
    country: _Text = ""
    date: _Date | None = None
    days: Annotated[int, Field(ge=1, le=MOST_DAYS)] | None = None
    begins: Listed[_Time] = ()
    qualification: bool = False

    def dates(self, tr: Locale = ENGLISH) -> str:
        """Return the days, e.g. `12-13 Sep 2026` or `31 Oct - 1 Nov 2026`; empty without a date."""
        if self.date is None:
            return ""
        first, last = self.date, self.date + datetime.timedelta(days=(self.days or 1) - 1)
        end = f"{last.day} {tr(MONTHS[last.month - 1])} {last.year}"
        if first == last:
            return end
        if (first.year, first.month) == (last.year, last.month):
            return f"{first.day}-{end}"
        year = "" if first.year == last.year else f" {first.year}"
        return f"{first.day} {tr(MONTHS[first.month - 1])}{year} - {end}"


def read_event(path: Path) -> tuple[Event, list[Problem]]:
    """Return an event from its YAML file, and all problems of the file."""
    document, problems = documents.read(path, str(path))
    if document is None or problems:
        return Event(), problems
    if not isinstance(document.data, dict):
        message = Message("an event is a mapping, e.g. {example}", example="title: Spring Open")
        return Event(), [document.problem((), "wrong-type", message)]
    try:
        return Event.model_validate(document.data), []
    except ValidationError as error:
        return Event(), model_problems(error, document, Event)
