"""Text of a file in Markdown: it stays text, whatever it looks like."""

from __future__ import annotations

import html
import re


def plain(text: str) -> str:
    """Text on one line that cannot break out of a table's cell or become markup."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_~\[\]|#])", r"\\\1", escaped)
