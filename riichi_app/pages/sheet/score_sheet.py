"""The score sheet of a ruleset: its yaku, minipoints, payments and limits on one page."""

from __future__ import annotations

from riichi_app.documents.model import Columns, Definitions, Document, Paragraph, Styled
from riichi_app.locale import Locale
from riichi_app.pages.citations import shelf_remark
from riichi_app.pages.sheet.minipoints import minipoint_tables
from riichi_app.pages.sheet.notes import game_notes, sheet_notes
from riichi_app.pages.sheet.payments import limit_table, payment_tables
from riichi_app.pages.sheet.yaku import yaku_table
from riichi_core.rules.ruleset import Ruleset

MOST_YAKU = 60
"""The most yaku below which the notes on the game stand; with more there is room beside them."""


def score_sheet(ruleset: Ruleset, tr: Locale) -> Document:
    """Return the score sheet of a ruleset in a language."""
    rules = ruleset.rules
    yaku = yaku_table(rules, tr)
    game = Definitions(tr("The game"), game_notes(rules, tr))
    is_long = sum(len(group.rows) for group in yaku.groups) > MOST_YAKU
    wide = (
        yaku,
        Definitions(tr("Other rules"), sheet_notes(rules, tr)),
        *(() if is_long else (game,)),
        Paragraph((Styled(_made(ruleset, tr), "small"),)),
    )
    narrow = (
        *minipoint_tables(rules, tr),
        *payment_tables(rules, tr),
        limit_table(rules, tr),
        *((game,) if is_long else ()),
    )
    return Document(
        title=ruleset.title_in(tr),
        kind=tr.in_context("page", "Score sheet"),
        language=tr.language,
        layout="sheet",
        blocks=(Columns(wide, narrow),),
        pages=1,
    )


def _made(ruleset: Ruleset, tr: Locale) -> str:
    """Return what a sheet was made from, and how far that is known."""
    if ruleset.on_shelf:
        return shelf_remark(ruleset, tr)
    if ruleset.extends:
        return tr(
            "Made from the values of the house rules {id}, which change {book}",
            id=ruleset.id,
            book=ruleset.extends,
        )
    return tr("Made from the values of the ruleset {id}", id=ruleset.id)
