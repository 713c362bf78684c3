"""`riichi find`: options, clauses and yaku by name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import click

from riichi.ask.names import Findable, Rank, best_matches, findable_option
from riichi.ask.questions import CLOSEST, answers, question_index
from riichi.cli.ask import nothing_text, read_as_lines
from riichi.cli.completion import complete_options
from riichi.cli.language import translator
from riichi.cli.output import Output, prints, subcommand
from riichi.content.citations import clause_in_books
from riichi.writers.columns import ColumnCell, StyledText, pairs, paragraph
from riichi_core.language import Translatable, Translator
from riichi_core.rules.chapters.yaku import KnownYaku
from riichi_core.rules.clauses import Clause, clauses, indexed_books, settled_by
from riichi_core.rules.glossary import fold_spelling, folded_names, known_yaku
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.words import names_in_books

NOTHING: Translatable = "Nothing mentions {word}."


@subcommand("find")
@click.argument("word", nargs=-1, required=True, metavar="WORD …", shell_complete=complete_options)
@prints
@click.pass_context
def command(ctx: click.Context, word: tuple[str, ...], out: Output) -> None:
    """Find options, clauses and yaku by any of their names."""
    wanted, tr = " ".join(word).strip(), translator()
    found, read_as = _find(wanted, tr), ""
    if not any(found):
        corrected = question_index().spelling.corrected(wanted)
        if corrected != wanted and any(again := _find(corrected, tr)):
            found, read_as = again, corrected
    if out.form == "json":
        out.data({**_found_json(found), "read_as": read_as or None})
    elif any(found):
        heading = [*read_as_lines(read_as, tr), ""] if read_as else []
        out.lines([*heading, *_found_lines(found, tr)])
    else:
        click.echo(nothing_text(wanted, answers(wanted), tr, NOTHING), err=True)
    if not any(found):
        ctx.exit(1)


class _Found(NamedTuple):
    """The options, clauses and yaku that match a query."""

    options: Mapping[str, Option]
    clauses: Mapping[str, Clause]
    yaku: Mapping[str, KnownYaku]


def _find(wanted: str, tr: Translator) -> _Found:
    """Return the options whose names match, and the clauses that mention the query.

    A query of several words that matches no name is answered as a question. An option with that
    exact name also finds its clauses.
    """
    names = {path: findable_option(path, tr) for path in options()}
    named = best_matches(wanted, names, (Rank.NAME,))
    paths = [*named, *best_matches(wanted, names, (Rank.IN_A_NAME,))]
    texts_by_clause = {
        name: Findable((name, clause.topic), tuple(clause.texts(tr)))
        for name, clause in clauses().items()
    }
    clause_names = best_matches(wanted, texts_by_clause)
    if not paths and len(wanted.split()) > 1:
        rule_names = answers(wanted).rules[:CLOSEST]
        paths = [name for name in rule_names if name in options()]
        clause_names = [*(name for name in rule_names if name in clauses()), *clause_names]
    settled = [clause for path in named for clause in options()[path].clauses]
    return _Found(
        {path: options()[path] for path in paths},
        {name: clauses()[name] for name in (*settled, *clause_names)},
        {name: known_yaku()[name] for name in search_yaku(wanted)},
    )


def search_yaku(word: str) -> list[str]:
    """Return the ids of the yaku that have a word in one of their names, in file order.

    These are the yaku with that word, or those words in a row, in their id or one of their names.
    Japanese writing has no spaces, so there the word may appear anywhere.
    """
    part = fold_spelling(word)
    if not part:
        return []
    if part.isascii():
        by_id = _name_endings().items()
        return [name for name, endings in by_id if any(_begins_with(e, part) for e in endings)]
    return [name for name, names in folded_names().items() if any(part in n for n in names)]


def _begins_with(ending: tuple[str, ...], part: str) -> bool:
    """Return True if a name's ending starts with whole words of this spelling."""
    if not fold_spelling(" ".join(ending)).startswith(part):
        return False
    return any(fold_spelling(" ".join(ending[:n])) == part for n in range(1, len(ending) + 1))


@cache
def _name_endings() -> Mapping[str, tuple[tuple[str, ...], ...]]:
    """Return each id and name from each word on: `Big Four Winds`, `Four Winds`, `Winds`."""
    endings = {}
    for yaku_id, yaku in known_yaku().items():
        names = [
            re.split(r"[\s-]+", name)
            for name in (
                yaku_id.replace("_", " "),
                *yaku.name.spellings(),
                *names_in_books(yaku_id),
            )
        ]
        parts = (tuple(words[n:]) for words in names for n in range(len(words)))
        endings[yaku_id] = tuple(dict.fromkeys(parts))
    return endings


def _found_json(found: _Found) -> dict[str, Any]:
    return {
        "options": [
            {"path": path, "title": option.title, "clauses": list(option.clauses)}
            for path, option in found.options.items()
        ],
        "clauses": [
            {
                "id": name,
                "statement": clause.statement,
                **{book: clause.books[book].model_dump() for book in indexed_books()},
                "options": list(settled_by().get(name, ())),
            }
            for name, clause in found.clauses.items()
        ],
        "yaku": [
            {"id": name, "name": yaku.name.model_dump(exclude_none=True)}
            for name, yaku in found.yaku.items()
        ],
    }


def _found_lines(found: _Found, tr: Translator) -> Iterator[str]:
    if found.options:
        titles = [(path, (StyledText(tr(option.title)),)) for path, option in found.options.items()]
        yield from _section_lines(tr("Options"), titles)
    if found.yaku:
        names = [
            (name, (StyledText(", ".join(dict.fromkeys(yaku.name.by_language()))),))
            for name, yaku in found.yaku.items()
        ]
        yield from _section_lines(tr("Yaku"), names)
    if found.clauses:
        statements = [
            (name, _clause_cell(name, clause, tr)) for name, clause in found.clauses.items()
        ]
        yield from _section_lines(tr("Clauses"), statements)


def _section_lines(title: str, rows: Sequence[tuple[str, ColumnCell]]) -> Iterator[str]:
    yield from paragraph(f"{title.upper()} ({len(rows)})", "chapter")
    yield from pairs(rows)
    yield ""


def _clause_cell(name: str, clause: Clause, tr: Translator) -> ColumnCell:
    if name in settled_by():
        settled = ", ".join(settled_by()[name])
        return clause_in_books(clause, tr, tr("decided by {options}", options=settled))
    return clause_in_books(clause, tr, *([tr("common to all rulesets")] if clause.common else []))
