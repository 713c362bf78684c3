"""The card of a ruleset: what members and guests ask, on one page."""

from __future__ import annotations

from collections.abc import Iterator

from riichi_app.documents.model import (
    Cell,
    Column,
    Document,
    Group,
    Paragraph,
    Row,
    Styled,
    TableBlock,
)
from riichi_app.locale import Locale
from riichi_core.language import Text
from riichi_core.rules.glossary import yaku_examples
from riichi_core.rules.options import describe_value
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_setting, local_yaku_options

ASKED: dict[Text, tuple[str, ...]] = {
    "The game": (
        "setup.starting_points", "result.return_points", "end.rounds", "end.extension", "end.bust",
        "end.leader_stops", "dealer.stays_on", "result.uma", "result.oka",
    ),
    "The hand": (
        "tiles.red_fives", "dora.ura", "yaku.all_simples", "yaku.ippatsu",
        "limits.raised_to_mangan", "limits.counted_yakuman",
    ),
    "At the table": (
        "claims.winners", "claims.forbidden_swaps", "draws.abortive", "draws.noten_total",
        "draws.nagashi", "chombo.casual", "chombo.tournament",
    ),
}  # fmt: skip
"""The options that are told, in the order in which they are asked about."""

YAKU: Text = "Yaku of this ruleset"


def card(ruleset: Ruleset, tr: Locale) -> Document:
    """Return the card of a ruleset in a language: each value in its own sentence."""
    groups = [
        Group(tuple(_row(ruleset, path, tr) for path in paths), tr(title))
        for title, paths in ASKED.items()
    ]
    if local := tuple(_local(ruleset, tr)):
        groups.append(Group(local, tr(YAKU)))
    columns = (Column(tr("Rule"), share=0.6), Column(tr("Here"), share=1.4))
    made = [Paragraph((Styled(tr(REMARK, id=ruleset.id), "small"),))]
    if ruleset.changes and not ruleset.on_shelf:
        changed = Styled(tr(CHANGED, base=str(ruleset.extends)), "small")
        made.append(Paragraph((changed,)))
    return Document(
        title=ruleset.title_in(tr),
        kind=tr.in_context("page", "House card"),
        language=tr.language,
        layout="guide",
        blocks=(TableBlock(columns, tuple(groups)), *made),
        pages=1,
    )


REMARK: Text = "All rules of {id}: riichi rulebook {id}"

CHANGED: Text = "Shaded: not as in {base}."


def _row(ruleset: Ruleset, path: str, tr: Locale) -> Row:
    option = options()[path]
    says = describe_value(option, ruleset.rules.value(path), tr)
    return _told(ruleset, path, tr(option.title), says)


def _local(ruleset: Ruleset, tr: Locale) -> Iterator[Row]:
    """Yield the yaku that no book has: how each is recognised, and what it is worth."""
    priced = {yaku.id: yaku for yaku in ruleset.rules.yaku.local if yaku.worth != "none"}
    for path, option in local_yaku_options(ruleset, tr=tr).items():
        name = path.split(".")[1]
        if name in priced:
            worth = local_setting(ruleset, path, tr).sentences
            known = yaku_examples().get(name)  # an own one has its definition beside its worth
            says = worth if known is None else f"{tr(known.says)} {worth}"
            yield _told(ruleset, path, option.title, says)


def _told(ruleset: Ruleset, path: str, title: str, says: str) -> Row:
    is_changed = path in ruleset.changes and not ruleset.on_shelf
    return Row((Cell(((title,),)), Cell(((says,),), shaded=is_changed)), path)
