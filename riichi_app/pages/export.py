"""The losses of a ruleset on its way to another program: for people, and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from typing_extensions import TypedDict

from riichi_app.documents.columns import StyledText, paragraph, two_columns
from riichi_app.locale import ENGLISH, Locale
from riichi_app.pages.comparison import comparison_text
from riichi_app.pages.examples import contrasting_examples
from riichi_core.comparison.comparison import Comparison, compare
from riichi_programs.export import Export


class InPartJson(TypedDict):
    """An option that a program is told in part, and what it is not told."""

    path: str
    unsaid: str


class LossJson(TypedDict):
    """An option that a program plays otherwise; `example` is a case as `riichi compare` has it."""

    path: str
    title: str
    fields: list[str]
    value: Any
    says: Any
    played: Any
    played_says: Any
    example: dict[str, Any] | None


class ExportJson(TypedDict):
    """A ruleset as the configuration of a program, and what gets lost (docs/contracts.md)."""

    program: str
    version: str
    ruleset: str
    config: dict[str, Any] | None
    told: list[str]
    in_part: list[InPartJson]
    lost: list[LossJson]
    anyway: list[str]
    unknown: list[str]


def export_text(found: Export, tr: Locale = ENGLISH) -> Iterator[str]:
    """Yield what gets lost: in numbers, what is told in part, and each loss with an example."""
    yield from paragraph(
        f"{found.ruleset.title} → {found.adapter.name} {found.adapter.version}", "title"
    )
    yield from paragraph(_summary(found, tr))
    if found.in_part:
        yield ""
        yield from paragraph(tr("In part; what it does not say:"))
        rows = ((path, found.unsaid(path)) for path in found.in_part)
        yield from two_columns(
            (((StyledText(path),), (StyledText(tr(unsaid)),)) for path, unsaid in rows),
            max(map(len, found.in_part)), 2,
        )  # fmt: skip
    if found.lost:
        compared = compare(found.ruleset, found.played, tr=tr)
        shown = contrasting_examples(found.lost, compared.rulesets, tr)
        text = comparison_text(compared, shown, tr, everything=False)
        yield from list(text.lines())[2:]


def _summary(found: Export, tr: Locale) -> str:
    every = sum(map(len, (found.told, found.in_part, found.lost, found.anyway, found.unknown)))
    return tr(
        "Of {every} options it is told {told} and plays {anyway} so anyway; {part} it is told in "
        "part, {lost} it plays otherwise, and {unknown} it has not got or nobody knows.",
        every=every,
        told=len(found.told),
        anyway=len(found.anyway),
        part=len(found.in_part),
        lost=len(found.lost),
        unknown=len(found.unknown),
    )


def export_json(found: Export, tr: Locale = ENGLISH) -> ExportJson:
    """Return the configuration with all that gets lost, as docs/contracts.md has it."""
    compared = compare(found.ruleset, found.played, tr=tr)
    shown = contrasting_examples(found.lost, compared.rulesets, tr) if found.lost else {}
    return {
        "program": found.adapter.id,
        "version": found.adapter.version,
        "ruleset": found.ruleset.id,
        "config": found.config if found.adapter.rows else None,
        "told": list(found.told),
        "in_part": [{"path": path, "unsaid": tr(found.unsaid(path))} for path in found.in_part],
        "lost": list(_losses(found, compared, shown)),
        "anyway": list(found.anyway),
        "unknown": list(found.unknown),
    }


def _losses(found: Export, compared: Comparison, shown: Any) -> Iterator[LossJson]:
    fields = {row.path: row.fields for row in found.adapter.rows}
    for row in compared.differing:
        ours, theirs = row.sides
        case = shown.get(row.path)
        yield {
            "path": row.path,
            "title": row.title,
            "fields": [found.adapter.name_of(one) for one in fields.get(row.path, ())],
            "value": ours.value,
            "says": ours.sentences,
            "played": theirs.value,
            "played_says": theirs.sentences,
            "example": None if case is None else case.as_json(compared.labels),
        }
