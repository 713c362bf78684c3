"""The form of a yaku of a club's own."""

from __future__ import annotations

from typing import Any

from riichi_app.web.shape import Fields


def read_definition(fields: Fields) -> tuple[str, dict[str, Any]]:
    """Return the id and the definition that the fields of a yaku amount to."""
    return "own", {"name": {"en": "".join(fields.get("name", ()))}, "worth": {"closed": 1}}
