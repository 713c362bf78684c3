"""What software does for the players of an online base, which a club takes from a book."""

from __future__ import annotations

import json

from riichi.content.citations import left_to_software, shelf_remark
from riichi.locale import Locale
from riichi.web.house_rules import HouseRulesFile
from riichi.web.markup import Html, el, together
from riichi.web.rulesets import door_rulesets, shipped
from riichi.web.value_shape import fields_of_option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset


def base_note_html(file: HouseRulesFile, tr: Locale) -> Html:
    """Return how much is known of the base, and a button for each book that a table can follow."""
    if file.base is None:
        return Html("")
    note = shelf_remark(file.base, tr)
    if not left_to_software(file.base) or "setup.seats" in file.changes:
        return together(note)
    table = tr("Software seats the players, asks for calls and prevents fouls. "
               "At a table, take these rules from:")  # fmt: skip
    books = [shipped(name) for name in door_rulesets()]
    at_tables = [book for book in books if not left_to_software(book)]
    buttons = [(" ", _button(file, file.base, book, tr)) for book in at_tables]
    return together(note, " ", table, buttons)


def _button(file: HouseRulesFile, base: Ruleset, book: Ruleset, tr: Locale) -> Html:
    """Return a button that sets what the base is silent about, as a fix does (form.js)."""
    provenance = base.book.provenance
    silent = [path for path in options() if provenance[path].kind == "silent"]
    values = {path: book.rules.written_value(path) for path in silent if path not in file.changes}
    fields = {
        path: fields_of_option(path, value)
        for path, value in values.items()
        if value != base.rules.written_value(path)
    }
    label = book.short_title_in(tr)
    return el("button", label, type="button", class_="mend", data_mend=json.dumps(fields))
