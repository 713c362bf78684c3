"""Values as a ruleset file has them, on one line."""

from __future__ import annotations

import json
import re
from typing import Any

_PLAIN = re.compile(r"[^\W\d][\w.+-]*( [\w.+-]+)*")


def flow(value: Any) -> str:
    """A value in the flow style of YAML: `{closed: 2, open: 1}`, `[win, tenpai]`, `nearest`."""
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_text(key)}: {flow(part)}' for key, part in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(flow, value))}]"
    if isinstance(value, str):
        return _text(value)
    return "null" if value is None else str(value).lower()


def _text(value: str) -> str:
    """Text as it is where nothing in it could be taken for something else, or in quotes."""
    if _PLAIN.fullmatch(value) and value not in ("true", "false", "null"):
        return value
    return json.dumps(value, ensure_ascii=False)
