"""Markup around text: what a file says stays text, whatever it looks like."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable


def plain(text: str) -> str:
    """Text on one line that cannot break out of a table's cell of Markdown or become markup."""
    escaped = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_~\[\]|#$])", r"\\\1", escaped)


def page(title: str, style: str, body: Iterable[str], *, language: str = "en") -> str:
    """A page of HTML on its own, its lines between head and end; only the title is escaped here."""
    return "\n".join(
        [
            f'<!DOCTYPE html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html.escape(title)}</title>",
            f"<style>\n{style}\n</style>\n</head>\n<body>",
            *body,
            "</body>\n</html>\n",
        ]
    )
