"""`riichi show`: every option of a ruleset, one chapter, or all about one option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click
from pydantic.fields import FieldInfo
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import did_you_mean, format_option, load_all, print_json, refuse, show
from riichi_app.documents.terminal import chapter_heading, heading, pairs
from riichi_app.pages.citations import format_citation
from riichi_core.language import Translator
from riichi_core.messages import Message
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import alias
from riichi_core.rules.options import Option, meaning, sentences_by_word
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, settings
from riichi_core.source.diagnostics import nearest
from riichi_core.source.expected import accepted_values, parts
from riichi_core.source.scalars import flow

Entry = tuple[str, Option, Setting]


@click.command("show")
@click.argument("ruleset")
@click.argument("what", required=False, metavar="[CHAPTER|OPTION]")
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
        show(_one(found, *chosen[0], tr))
    else:
        show(_many(found, chosen, tr))


def _choose(entries: list[Entry], what: str | None) -> list[Entry]:
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
                "There is no chapter or option '{name}'.{guess}\nChapters: {chapters}",
                name=what,
                guess=did_you_mean(near),
                chapters=", ".join(chapters()),
            )
        )
    return chosen


def _yaku(entries: list[Entry], name: str) -> list[Entry]:
    """The entry of a yaku that goes by this name."""
    known = alias(name.removeprefix("yaku."))
    return [entry for entry in entries if entry[0] == f"yaku.{known}"]


def _json(ruleset: Ruleset, entries: list[Entry]) -> dict[str, Any]:
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


def _many(ruleset: Ruleset, entries: list[Entry], tr: Translator) -> Iterator[RenderableType]:
    yield Text(ruleset.title, style="bold")
    yield Text(_origin(ruleset, tr))
    for chapter, group in groupby(entries, key=lambda entry: entry[0].split(".")[0]):
        yield chapter_heading(tr(chapters()[chapter].TITLE))
        table = Table.grid(padding=(0, 2, 0, 0), expand=True)
        table.add_column(width=32)
        table.add_column(ratio=1)
        for path, option, value in group:
            mark = "*" if path in ruleset.changes else ""
            citation = Text(format_citation(value.provenance, ruleset, tr, note=True), style="dim")
            title = Text(f"{option.title}{mark}", style="bold yellow" if mark else "")
            table.add_row(
                Text("\n").join([title, Text(path.split(".")[1], style="dim")]),
                Text("\n").join([Text(value.sentences), citation]),
            )
        yield table


def _origin(ruleset: Ruleset, tr: Translator) -> str:
    kinds = Counter(one.kind for one in ruleset.provenance.values())
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
) -> Iterator[RenderableType]:
    chapter, name = path.split(".")
    yield heading(option.title, path)
    yield Text(value.sentences)
    yield Text(format_citation(value.provenance, ruleset, tr, note=True), style="dim")
    yield Text("\n" + tr("In a file: {line}", line=f"{name}: {flow(value.value)}"))
    field = chapters()[chapter].model_fields.get(name)
    if field is not None:
        yield Text(tr("Accepted: {values}", values=tr(accepted_values(field))))
    if option.unit:
        yield Text(tr("Unit: {unit}", unit=tr(option.unit)))
    if option.effect == "table":
        yield Text(tr("Concerns people at a table only; no engine reads it."))
    if meanings := sentences_by_word(option.sentences):
        yield Text("\n" + tr("What it can be:"))
        yield pairs((word, Text(tr(text))) for word, text in meanings.items())
    if field is not None and (inner := list(parts(field))):
        yield Text("\n" + tr("Its parts:"))
        yield pairs((part, _part(of, tr)) for part, of in inner)
    if option.clauses:
        yield Text("\n" + tr("Clauses of the books that it settles:"))
        yield pairs(_clauses(option))


def _part(field: FieldInfo, tr: Translator) -> Text:
    part = meaning(field)
    title = f"{tr(part.title)}: " if part else ""
    lines = [f"{title}{tr(accepted_values(field))}"]
    if part:
        lines += [
            f"  {word}: {tr(text)}" for word, text in sentences_by_word(part.sentences).items()
        ]
    return Text("\n".join(lines))


def _clauses(option: Option) -> Iterator[tuple[str, Text]]:
    for name in option.clauses:
        clause = clauses()[name]
        where = Text(clause.places(), style="dim")
        yield name, Text("\n").join([Text(clause.statement), where])
