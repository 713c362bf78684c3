"""Values as a ruleset file has them, on one line."""

from __future__ import annotations

from typing import Any


def flow(value: Any) -> str:
    """A value in the flow style of YAML: `{closed: 2, open: 1}`, `[win, tenpai]`, `nearest`."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if value is None:
        return "null"
    return str(value).lower() if isinstance(value, bool) else str(value)
