"""Write plain values as YAML text."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

_PLAIN = re.compile(r"[^\W\d][\w.+-]*( [\w.+-]+)*")


def flow(value: Any) -> str:
    """Return a value in the flow style of YAML.

    >>> flow({"concealed": 2, "open": 1}), flow(["win", "tenpai"]), flow(None), flow("3.10")
    ('{concealed: 2, open: 1}', '[win, tenpai]', 'null', '"3.10"')
    """
    if isinstance(value, dict):
        return (
            f"{{{', '.join(f'{_quoted_text(key)}: {flow(part)}' for key, part in value.items())}}}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str):
        return _quoted_text(value)
    return "null" if value is None else str(value).lower()


def block(data: Mapping[str, Any]) -> str:
    """Return a mapping as YAML, with a line for each value of the mappings and lists in it.

    >>> print(block({"format": 1, "limits": {"raised_to_mangan": [], "sum": {"value": 2}}}), end="")
    format: 1
    limits:
      raised_to_mangan: []
      sum: {value: 2}
    """
    lines: list[str] = []
    for key, value in data.items():
        if isinstance(value, dict) and value:
            parts = (f"  {_quoted_text(name)}: {flow(part)}" for name, part in value.items())
            lines += [f"{_quoted_text(key)}:", *parts]
        elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
            lines += [f"{_quoted_text(key)}:", *(f"  - {flow(part)}" for part in value)]
        else:
            lines.append(f"{_quoted_text(key)}: {flow(value)}")
    return "".join(f"{line}\n" for line in lines)


def plain(value: Any) -> str:
    """Return a value in the flow style of YAML, but text without quotes.

    >>> plain("3.10"), plain(["win", "tenpai"])
    ('3.10', '[win, tenpai]')
    """
    return value if isinstance(value, str) else flow(value)


def _quoted_text(value: str) -> str:
    """Return text unchanged if it cannot be misread, or else in quotes."""
    if _PLAIN.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)
