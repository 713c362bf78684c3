"""The penalties of a ruleset on paper, for the referee's table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from riichi.content.citations import unbroken
from riichi.content.fouls import FoulRow, consequences
from riichi.locale.locale import Locale
from riichi.writers.model import Column, Document, Row, plain_row, plain_table
from riichi.writers.pages import Paper, Part, wall_pages
from riichi.writers.paper import PosterPaper
from riichi_core.game.fouls import fouls, judgement_words
from riichi_core.rules.chapters.chombo import PlaySetting
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import SECTION_WORDS, Ruleset, signed_sections
from riichi_core.rules.settings import Setting, setting

TOURNAMENT = ("tournament.lateness", "tournament.missed_session", "tournament.excused_absence",
              "tournament.deliberate_absence")  # fmt: skip
"""The rules of a tournament that cost points."""


DISPUTES: Mapping[str, str] = {
    "claims": "winners meld_precedence meld_window win_window forbidden_swaps late_call_undoes "
    "unseen_discard touching_the_wall set_words win_words",
    "quads": "concealed_robbed_by robbery_pause",
    "dora": "kan_dora ura",
    "riichi": "tiles_left needs_points when_furiten concealed_quad",
    "furiten": "caused_by temporary_ends",
    "winning": "atozuke tile_not_kept_apart score_correction points_asked",
    "liability": "yaku",
    "draws": "tenpai waiting_on_own_four announcing tenpai_hands abortive",
}
"""The rules about which players most often call a referee, by chapter."""


def penalties_paper(
    ruleset: Ruleset, rows: Sequence[FoulRow], play: PlaySetting, size: PosterPaper, tr: Locale
) -> Document:
    """Return the penalties under one ruleset with their sections, for the referee's table."""
    tr = tr.of(ruleset)
    lines = [
        plain_row(
            row.option.title, tr(judgement_words(row.judgements[0])), _sections(row.settings[0], tr)
        )
        for row in rows
    ]
    parts = [_paper_part("", tr("foul"), lines, tr)]
    for title, paths in consequences(rows, play, tr):
        parts.append(_paper_part(title, tr("rule"), _rule_rows(ruleset, paths, tr), tr))
    if len(rows) == len(fouls()):
        lines = _rule_rows(ruleset, TOURNAMENT, tr)
        parts.append(_paper_part(tr("Lateness and absence"), tr("rule"), lines, tr))
    sheet = Paper(ruleset.title_in(tr), tr("Penalties"), tr.language, size)
    return wall_pages(parts, sheet, good=11)


def disputes_paper(rulesets: Sequence[Ruleset], size: PosterPaper, tr: Locale) -> Document:
    """Return the rules in `DISPUTES` as the rulesets have them, for the referee's table."""
    columns = [Column(tr("rule")), *(Column(ruleset.title_in(tr)) for ruleset in rulesets)]
    lines = []
    for path in (f"{name}.{one}" for name, names in DISPUTES.items() for one in names.split()):
        option = options()[path]
        sides = (setting(ruleset, path, option, tr.of(ruleset)) for ruleset in rulesets)
        texts = (f"{side.sentences} ({_sections(side, tr)})" for side in sides)
        lines.append(
            plain_row(tr(option.title), *(text.removesuffix(" (\N{EN DASH})") for text in texts))
        )
    sheet = Paper(tr("Common disputes"), "", tr.language, size)
    return wall_pages([Part("", plain_table(columns, lines, bold=False))], sheet, good=11)


def _paper_part(title: str, head: str, rows: Sequence[Row], tr: Locale) -> Part:
    columns = (Column(head, share=0.4), Column(tr("penalty")), Column(tr("section"), share=0.18))
    return Part(title, plain_table(columns, rows, bold=False))


def _rule_rows(ruleset: Ruleset, paths: Iterable[str], tr: Locale) -> list[Row]:
    sides = [(options()[path], setting(ruleset, path, options()[path], tr)) for path in paths]
    return [
        plain_row(tr(option.title), side.sentences, _sections(side, tr)) for option, side in sides
    ]


def _sections(side: Setting, tr: Locale) -> str:
    """Return the sections of a rule in its book; a dash for a rule without a section."""
    source = side.provenance
    if source is None or source.kind != "cite":
        return "\N{EN DASH}"
    return unbroken(SECTION_WORDS.sub(lambda found: tr(found[0]), signed_sections(source.text)))
