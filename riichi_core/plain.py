"""The base of values that go to JSON and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self


class Plain:
    """A value with a form for JSON: plain dicts, lists, numbers and words."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the value as JSON has it, as `riichi_core.to_dict` does."""
        from riichi_core.records.to_dict import to_dict  # noqa: PLC0415 - it writes this class

        return to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Self:
        """Return the value of what `to_dict` returned, as `riichi_core.from_dict` does.

        Raises:
            RecordError: wrong data; the error has a code and the field.
        """
        from riichi_core.records.from_dict import from_dict  # noqa: PLC0415 - it makes this class

        return from_dict(cls, data)
