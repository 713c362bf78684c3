"""`riichi show`: every option of a ruleset, one chapter, or all about one option."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import Any

import click
from pydantic.fields import FieldInfo

from riichi.ask.names import Rank, best_matches, findable_option
from riichi.cli.completion import complete_options
from riichi.cli.options import ruleset_argument
from riichi.cli.output import Output, did_you_mean, load_all, prints, refuse, subcommand
from riichi.content.citations import clause_in_books, format_citation, not_looked_up, shelf_remark
from riichi.writers.columns import (
    ColumnCell,
    StyledText,
    chapter_heading,
    heading,
    pairs,
    paragraph,
    two_columns,
)
from riichi_core.files.accepted_values import accepted_values, leaf_parts
from riichi_core.files.yaml_text import flow
from riichi_core.language import Translator
from riichi_core.messages import not_empty, quote
from riichi_core.rules.clauses import clauses
from riichi_core.rules.glossary import option_named, yaku_named
from riichi_core.rules.options import Option, option_of, sentences_by_word
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import OWN_WORDS, Ruleset
from riichi_core.rules.settings import Setting, settings
from riichi_core.spelling import closest_word

ShownOption = tuple[str, Option, Setting]


@subcommand("show")
@ruleset_argument
@click.argument("what", required=False, metavar="[CHAPTER|OPTION]",
                shell_complete=complete_options)  # fmt: skip
@prints
def command(ruleset: str, what: str | None, out: Output) -> None:
    """Show a ruleset: each option's value in words, with its source.

    RULESET is the id of a shipped ruleset or the path of a YAML file. Give a chapter (claims) to
    see only that chapter, or an option (claims.winners) to see all its values and the clauses
    behind them.
    """
    (loaded,) = load_all([ruleset])
    tr = out.tr.of(loaded)
    entries = [(path, option, sides[0]) for path, option, sides in settings(loaded, tr=tr)]
    chosen = _choose_options(entries, what)
    if out.form == "json":
        out.data(_options_json(loaded, chosen))
    elif what is not None and len(chosen) == 1 and what.strip().lower() not in chapters():
        out.lines(_option_lines(loaded, *chosen[0], tr))
    else:
        out.lines(_ruleset_lines(loaded, chosen, what, tr))


def _choose_options(entries: list[ShownOption], what: str | None) -> list[ShownOption]:
    if what is None:
        return entries
    name = what.strip().lower()
    if name in OWN_WORDS:
        return []
    named = (f"yaku.{yaku_named(name.removeprefix('yaku.'))}", option_named(name))
    chosen = [entry for entry in entries if name in (entry[0], entry[0].split(".")[0])] or [
        entry for entry in entries if entry[0] in named
    ][:1]
    if not chosen:
        known = [*chapters(), *OWN_WORDS, *(path for path, _, _ in entries)]
        short = {path.split(".")[1]: path for path, _, _ in entries}
        findable = {path: findable_option(path) for path in options()}
        same_words = best_matches(name, findable, (Rank.IN_A_NAME,))[:1]
        near = next(iter(same_words), "") or closest_word(name, [*short, *known])
        refuse(
            "There is no chapter or option {name}.{guess}\nChapters: {chapters}",
            name=quote(what),
            guess=did_you_mean(short.get(near, near)),
            chapters=", ".join([*chapters(), *OWN_WORDS]),
        )
    return chosen


def _options_json(ruleset: Ruleset, entries: list[ShownOption]) -> dict[str, Any]:
    return {
        "ruleset": ruleset.id,
        "title": ruleset.title,
        "extends": ruleset.extends,
        "other_rules": {**ruleset.other_rules},
        "history": [entry.model_dump() for entry in ruleset.history],
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


def _ruleset_lines(
    ruleset: Ruleset, entries: list[ShownOption], what: str | None, tr: Translator
) -> Iterator[str]:
    yield from paragraph(ruleset.title_in(tr), "title")
    yield from paragraph(_origin_sentence(ruleset, tr))
    for chapter, group in groupby(entries, key=lambda entry: entry[0].split(".")[0]):
        yield from chapter_heading(tr(chapters()[chapter].TITLE))
        yield from two_columns((_option_cells(ruleset, entry, tr) for entry in group), TITLE_WIDTH)
    for key, title, rows in ruleset.own_words():
        if what is None or what.strip().lower() == key:
            yield from chapter_heading(tr(title))
            cells = (((StyledText(head),), (StyledText(text),)) for head, text in rows)
            yield from two_columns(cells, TITLE_WIDTH)


TITLE_WIDTH = 33
"""The width of the title column."""


def _option_cells(
    ruleset: Ruleset, entry: ShownOption, tr: Translator
) -> tuple[ColumnCell, ColumnCell]:
    path, option, value = entry
    changed = path in ruleset.changes
    title = StyledText(f"{option.title}*", "changed") if changed else StyledText(option.title)
    citation = format_citation(value.provenance, ruleset, tr)
    return (
        (title, StyledText(path.split(".")[1], "dim")),
        (StyledText(value.sentences), StyledText(citation, "dim")),
    )


def _origin_sentence(ruleset: Ruleset, tr: Translator) -> str:
    kinds = Counter(source.kind for source in ruleset.provenance.values())
    if ruleset.on_shelf:
        remark = shelf_remark(ruleset, tr)
        return tr("{remark} Differences from it are marked *.", remark=remark)
    if ruleset.extends is not None:
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
    if kinds["observed"]:
        parts.append(tr("{number} observed in games", number=kinds["observed"]))
    counts = tr("{number} options: {parts}.", number=kinds.total(), parts=", ".join(parts))
    return " ".join(not_empty([counts, not_looked_up(ruleset, tr)]))


def _option_lines(
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
        yield from paragraph(tr("For people at a table only; the engine does not use it."))
    if meanings := sentences_by_word(option.sentences):
        yield from paragraph("\n" + tr("Possible values:"))
        yield from pairs((word, (StyledText(tr(text)),)) for word, text in meanings.items())
    if field is not None and (inner := list(leaf_parts(field))):
        yield from paragraph("\n" + tr("Its parts:"))
        yield from pairs((part, _part_cell(part_field, tr)) for part, part_field in inner)
    if option.clauses:
        yield from paragraph("\n" + tr("Clauses behind it:"))
        yield from pairs((name, clause_in_books(clauses()[name], tr)) for name in option.clauses)


def _part_cell(field: FieldInfo, tr: Translator) -> ColumnCell:
    option = option_of(field)
    title = f"{tr(option.title)}: " if option else ""
    lines = [f"{title}{tr(accepted_values(field))}"]
    if option:
        lines += [
            f"  {word}: {tr(text)}" for word, text in sentences_by_word(option.sentences).items()
        ]
    return [*map(StyledText, lines)]
