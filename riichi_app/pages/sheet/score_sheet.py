"""The score sheet of a ruleset: its yaku, minipoints, payments and limits on one page."""

from __future__ import annotations

from riichi_app.locale import Locale
from riichi_app.pages.sheet.minipoints import minipoint_tables
from riichi_app.pages.sheet.notes import sheet_notes
from riichi_app.pages.sheet.page import Page
from riichi_app.pages.sheet.payments import limit_table, payment_tables
from riichi_app.pages.sheet.yaku import yaku_table
from riichi_core.rules.ruleset import Ruleset


def score_sheet(ruleset: Ruleset, tr: Locale) -> Page:
    """Return the page of a ruleset in a language."""
    rules = ruleset.rules
    made = (
        tr(
            "Made from the values of the house rules {id}, which change {book}",
            id=ruleset.id,
            book=ruleset.extends,
        )
        if ruleset.extends
        else tr("Made from the values of the ruleset {id}", id=ruleset.id)
    )
    return Page(
        title=ruleset.title,
        kind=tr.in_context("page", "Score sheet"),
        language=tr.language,
        wide=(yaku_table(rules, tr),),
        narrow=(
            *minipoint_tables(rules, tr),
            *payment_tables(rules, tr),
            limit_table(rules, tr),
        ),
        facts_title=tr("Other rules"),
        facts=sheet_notes(rules, tr),
        made=made,
    )
