"""The score sheet of a ruleset: its yaku, minipoints, payments and limits on one page."""

from __future__ import annotations

from riichi_app.locale.locale import Locale
from riichi_app.pages.sheet.minipoints import minipoint_tables
from riichi_app.pages.sheet.notes import sheet_notes
from riichi_app.pages.sheet.page import Page
from riichi_app.pages.sheet.payments import limit_table, payment_tables
from riichi_app.pages.sheet.yaku import yaku_table
from riichi_core.rules.ruleset import Ruleset


def score_sheet(ruleset: Ruleset, words: Locale) -> Page:
    """The page of a ruleset in these words."""
    rules = ruleset.rules
    made = (
        words("page.house", id=ruleset.id, book=ruleset.extends)
        if ruleset.extends
        else words("page.made", id=ruleset.id)
    )
    return Page(
        title=ruleset.title,
        kind=words("page.kind"),
        language=words.language,
        wide=(yaku_table(rules, words),),
        narrow=(
            *minipoint_tables(rules, words),
            *payment_tables(rules, words),
            limit_table(rules, words),
        ),
        facts_title=words("facts.title"),
        facts=sheet_notes(rules, words),
        made=made,
    )
