"""`riichi show`: every option of a ruleset, one chapter, or all about one option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click
from pydantic.fields import FieldInfo

from riichi_app.cli.completion import settings as complete
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    did_you_mean,
    format_option,
    load_all,
    print_json,
    print_lines,
    refuse,
)
from riichi_app.cli.ruleset_options import ruleset_argument
from riichi_app.documents.columns import (
    ColumnCell,
    StyledText,
    chapter_heading,
    heading,
    pairs,
    paragraph,
    two_columns,
)
from riichi_app.pages.citations import clause_in_books, format_citation, shelf_remark
from riichi_core.language import Translator
from riichi_core.messages import Message, quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import alias
from riichi_core.rules.options import Option, meaning, sentences_by_word
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, settings
from riichi_core.source.diagnostics import nearest
from riichi_core.source.expected import accepted_values, parts
from riichi_core.source.scalars import flow

ShownOption = tuple[str, Option, Setting]


@click.command("show")
@ruleset_argument
@click.argument("what", required=False, metavar="[CHAPTER|OPTION]",
                shell_complete=complete)  # fmt: skip
@language_options
@format_option
def command(ruleset: str, what: str | None, form: str) -> None:
    """Show a ruleset: each option's value in words, and the section that says it.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Name a chapter (claims) to
    see it alone, or an option (claims.winners) for all its values and the clauses it settles.
    """
    (found,) = load_all([ruleset])
    tr = translator(for_programs=form == "json")
    entries = [(path, option, sides[0]) for path, option, sides in settings(found, tr=tr)]
    chosen = _choose(entries, what)
    if form == "json":
        print_json(_json(found, chosen))
    elif what and len(chosen) == 1 and what.strip().lower() not in chapters():
        print_lines(_one(found, *chosen[0], tr))
    else:
        print_lines(_many(found, chosen, tr))


def _choose(entries: list[ShownOption], what: str | None) -> list[ShownOption]:
    if what is None:
        return entries
    name = what.strip().lower()
    chosen = [e for e in entries if name in (e[0], e[0].split(".")[0])] or _yaku(entries, name)
    if not chosen:
        known = [*chapters(), *(path for path, _, _ in entries)]
        short = {path.split(".")[1]: path for path, _, _ in entries}
        near = short.get(name) or short.get(nearest(name, short)) or nearest(name, known)
        refuse(
            Message(
                "There is no chapter or option {name}.{guess}\nChapters: {chapters}",
                name=quote(what),
                guess=did_you_mean(near),
                chapters=", ".join(chapters()),
            )
        )
    return chosen


def _yaku(entries: list[ShownOption], name: str) -> list[ShownOption]:
    """Return the entry of a yaku that goes by this name."""
    known = alias(name.removeprefix("yaku."))
    return [entry for entry in entries if entry[0] == f"yaku.{known}"]


def _json(ruleset: Ruleset, entries: list[ShownOption]) -> dict[str, Any]:
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "extends": ruleset.extends,
        "options": [
            {
                "path": path,
                "chapter": path.split(".")[0],
                "title": option.title,
                "unit": option.unit or None,
                "effect": option.effect,
                "clauses": list(option.clauses),
                **value.as_json(),
            }
            for path, option, value in entries
        ],
    }


def _many(ruleset: Ruleset, entries: list[ShownOption], tr: Translator) -> Iterator[str]:
    yield from paragraph(ruleset.title_in(tr), "title")
    yield from paragraph(_origin(ruleset, tr))
    for chapter, group in groupby(entries, key=lambda entry: entry[0].split(".")[0]):
        yield from chapter_heading(tr(chapters()[chapter].TITLE))
        yield from two_columns((_entry(ruleset, entry, tr) for entry in group), TITLES)


TITLES = 32
"""The width of the column of titles."""


def _entry(ruleset: Ruleset, entry: ShownOption, tr: Translator) -> tuple[ColumnCell, ColumnCell]:
    path, option, value = entry
    changed = path in ruleset.changes
    title = StyledText(f"{option.title}*", "changed") if changed else StyledText(option.title)
    citation = format_citation(value.provenance, ruleset, tr)
    return (
        (title, StyledText(path.split(".")[1], "dim")),
        (StyledText(value.sentences), StyledText(citation, "dim")),
    )


def _origin(ruleset: Ruleset, tr: Translator) -> str:
    kinds = Counter(one.kind for one in ruleset.provenance.values())
    if ruleset.on_shelf:
        remark = shelf_remark(ruleset, tr)
        return tr("{remark} What differs from it is marked *.", remark=remark)
    if ruleset.extends:
        return tr(
            "House rules: {changed} of {every} options changed from {book}, marked *.",
            changed=len(ruleset.changes),
            every=kinds.total(),
            book=ruleset.extends,
        )
    parts = [
        tr("{number} cited", number=kinds["cite"]),
        tr("{number} where the book is silent", number=kinds["silent"]),
    ]
    if kinds["assumed"]:
        parts.append(tr("{number} assumed", number=kinds["assumed"]))
    return tr("{number} options: {parts}.", number=kinds.total(), parts=", ".join(parts))


def _one(
    ruleset: Ruleset, path: str, option: Option, value: Setting, tr: Translator
) -> Iterator[str]:
    chapter, name = path.split(".")
    yield from heading(option.title, path)
    yield from paragraph(value.sentences)
    yield from paragraph(format_citation(value.provenance, ruleset, tr), "dim")
    if value.provenance is not None and value.provenance.place:
        yield from paragraph(tr("Set in {place}.", place=value.provenance.place), "dim")
    yield from paragraph("\n" + tr("In a file: {line}", line=f"{name}: {flow(value.value)}"))
    field = chapters()[chapter].model_fields.get(name)
    if field is not None:
        yield from paragraph(tr("Accepted: {values}", values=tr(accepted_values(field))))
    if option.unit:
        yield from paragraph(tr("Unit: {unit}", unit=tr(option.unit)))
    if option.effect == "table":
        yield from paragraph(tr("Concerns people at a table only; no engine reads it."))
    if meanings := sentences_by_word(option.sentences):
        yield from paragraph("\n" + tr("What it can be:"))
        yield from pairs((word, (StyledText(tr(text)),)) for word, text in meanings.items())
    if field is not None and (inner := list(parts(field))):
        yield from paragraph("\n" + tr("Its parts:"))
        yield from pairs((part, _part(of, tr)) for part, of in inner)
    if option.clauses:
        yield from paragraph("\n" + tr("Clauses of the books that it settles:"))
        yield from pairs((name, clause_in_books(clauses()[name], tr)) for name in option.clauses)


def _part(field: FieldInfo, tr: Translator) -> ColumnCell:
    part = meaning(field)
    title = f"{tr(part.title)}: " if part else ""
    lines = [f"{title}{tr(accepted_values(field))}"]
    if part:
        lines += [
            f"  {word}: {tr(text)}" for word, text in sentences_by_word(part.sentences).items()
        ]
    return [*map(StyledText, lines)]
