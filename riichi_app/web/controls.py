"""The form of a ruleset."""

from __future__ import annotations

from html import escape
from typing import Any

from riichi_app.locale import Locale
from riichi_core.rules.ruleset import Ruleset


def form_html(ruleset: Ruleset, tr: Locale) -> str:
    """Return all options of a ruleset as controls."""
    return f'<form lang="{tr.language}" data-base="{ruleset.id}"></form>'


def option_html(ruleset: Ruleset, path: str, tr: Locale, value: Any = None, why: str = "") -> str:
    """Return the controls of one option."""
    shown = escape(f"{ruleset.id} {value} {why}")
    return f'<fieldset lang="{tr.language}" data-path="{path}">{shown}</fieldset>'
