"""`riichi find`: options, clauses and yaku that speak of something."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import format_option, print_json, print_lines
from riichi_app.documents.columns import ColumnCell, StyledText, pairs, paragraph
from riichi_core.language import Translator
from riichi_core.messages import quote
from riichi_core.rules.clauses import Clause, clauses, indexed_books, settled_by
from riichi_core.rules.glossary import SYNONYMS, known_yaku, nicknamed, search
from riichi_core.rules.options import Option, meaning, sentences_by_word
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.vocabulary import KnownYaku
from riichi_core.source.diagnostics import nearest
from riichi_core.source.expected import parts


@click.command("find")
@click.argument("word", nargs=-1, required=True)
@language_options
@format_option
@click.pass_context
def command(ctx: click.Context, word: tuple[str, ...], form: str) -> None:
    """Find what speaks of a WORD: options, clauses of the books, and yaku in any of their names."""
    wanted, tr = " ".join(word).strip(), translator()
    found_clauses = _clauses(wanted)
    found = _options(wanted, found_clauses, tr), found_clauses, _yaku(wanted)
    if form == "json":
        print_json(_json(*found))
    elif any(found):
        print_lines(_parts(*found, tr))
    else:
        near = nearest(wanted, [*SYNONYMS, *known_yaku(), *(o.split(".")[1] for o in options())])
        text = tr("Nothing speaks of {word}.", word=quote(wanted))
        click.echo(text + (" " + tr("Try '{word}'.", word=near) if near else ""), err=True)
    if not any(found):
        ctx.exit(1)


END = r"s?(?!\w)"
"""After a short word nothing may follow but a plural: `han` is no `hand`."""


def _plain(text: str) -> str:
    """Return a text in the form in which words are looked for in it."""
    return re.sub(r"[_.\-/]", " ", text.casefold()).replace(",", "")


def _has(text: str, word: str) -> bool:
    end = END if len(word) < 4 else ""
    return re.search(rf"(?<!\w){re.escape(word)}{end}", text) is not None


def _matches(wanted: str, *texts: str) -> bool:
    """Return True if the words, or their synonyms, each begin a word of the text."""
    text, plain = _plain(" ".join(texts)), _plain(wanted).strip()
    names = [plain.split()] if plain else []
    if other := SYNONYMS.get(plain):
        names.append([other])
    return any(all(_has(text, word) for word in words) for words in names)


def _options(wanted: str, found_clauses: Iterable[str], tr: Translator) -> dict[str, Option]:
    """Return options of that name or yaku; else those that speak of it or settle it."""
    yaku, settling = search(wanted), {p for c in found_clauses for p in settled_by().get(c, ())}
    tests: list[Callable[[str, Option], bool]] = [
        lambda path, option: (
            _matches(wanted, path, option.title, tr(option.title))
            or path.removeprefix("yaku.") in yaku
            or path == nicknamed(wanted)
        ),
        lambda path, option: _matches(wanted, path, option.title, *_says(path, option, tr)),
        lambda path, _: path in settling,
    ]
    for test in tests:
        if found := {p: o for p, o in options().items() if test(p, o)}:
            return found
    return {}


def _says(path: str, option: Option, tr: Translator) -> Iterator[str]:
    """Yield all words of an option: of its values, and of the parts that a value can have."""
    sentences = option.sentences
    texts = [sentences] if isinstance(sentences, str) else sentences_by_word(sentences).values()
    for text in texts:
        yield from (text, tr(text))
    chapter, name = path.split(".")
    for part_name, field in parts(chapters()[chapter].model_fields[name]):
        if (part := meaning(field)) is not None:
            yield from (part_name, part.title, *sentences_by_word(part.sentences).values())


def _clauses(wanted: str) -> dict[str, Clause]:
    return {
        name: clause
        for name, clause in clauses().items()
        if _matches(wanted, name, clause.statement, clause.topic)
    }


def _yaku(wanted: str) -> dict[str, KnownYaku]:
    return {name: known_yaku()[name] for name in search(wanted)}


def _json(
    found_options: Mapping[str, Option],
    found_clauses: Mapping[str, Clause],
    found_yaku: Mapping[str, KnownYaku],
) -> dict[str, Any]:
    return {
        "options": [
            {"path": path, "title": option.title, "clauses": list(option.clauses)}
            for path, option in found_options.items()
        ],
        "clauses": [
            {
                "id": name,
                "statement": clause.statement,
                **{book: clause.books[book].model_dump() for book in indexed_books()},
                "options": list(settled_by().get(name, ())),
            }
            for name, clause in found_clauses.items()
        ],
        "yaku": [
            {"id": name, "name": yaku.name.model_dump(exclude_none=True)}
            for name, yaku in found_yaku.items()
        ],
    }


def _parts(
    found_options: Mapping[str, Option],
    found_clauses: Mapping[str, Clause],
    found_yaku: Mapping[str, KnownYaku],
    tr: Translator,
) -> Iterator[str]:
    if found_options:
        yield from _section(
            tr("Options"), [(p, (StyledText(tr(o.title)),)) for p, o in found_options.items()]
        )
    if found_yaku:
        yield from _section(
            tr("Yaku"), [(n, (StyledText(_names(y)),)) for n, y in found_yaku.items()]
        )
    if found_clauses:
        yield from _section(
            tr("Clauses"), [(n, _clause(n, c, tr)) for n, c in found_clauses.items()]
        )


def _section(title: str, rows: list[tuple[str, ColumnCell]]) -> Iterator[str]:
    yield from paragraph(f"{title.upper()} ({len(rows)})", "chapter")
    yield from pairs(rows)
    yield ""


def _names(yaku: KnownYaku) -> str:
    names = yaku.name
    return ", ".join(dict.fromkeys(filter(None, (names.en, names.ja, names.kanji, names.nl))))


def _clause(name: str, clause: Clause, tr: Translator) -> ColumnCell:
    where = [clause.places()]
    if name in settled_by():
        where.append(tr("settled by {options}", options=", ".join(settled_by()[name])))
    elif clause.common:
        where.append(tr("common to all rulesets"))
    return StyledText(clause.statement), StyledText("; ".join(where), "dim")
