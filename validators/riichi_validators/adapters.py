"""docs/adapters.md: rules in other programs' configuration, what gets lost, and their presets."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.source.scalars import plain
from riichi_programs import ADAPTERS
from riichi_programs.adapter import Adapter, Json
from riichi_programs.export import Export, export
from riichi_programs.house_rules import configuration_of, played_over

FILE = Path(__file__).resolve().parents[2] / "docs" / "adapters.md"
PRESETS = Path(__file__).parent / "presets.json"

HEAD = """\
# Other programs

Rules in the configuration of other programs, and back: `riichi export RULESET --for PROGRAM` writes
it and says what gets lost, `riichi import FILE --from PROGRAM` writes house rules from one, and
`riichi compare RULESET FILE --from PROGRAM` shows in what a configuration differs.

Each option is for each program in one of three places. Either fields of the program decide it: then
a value goes there and back, or comes back otherwise and is lost. Or the program always plays it one
way, whatever is configured. Or it is unknown: the program has not got it, or nobody has found out;
our value stands then, and nothing is claimed. *In part* is where a field says that there is
something and not how.

What a program always plays is marked *asked* where the program itself came to what scenarios expect
of that value (docs/conformance.md), and *read* where it was taken from its source or documentation.
Tests hand each export to the program itself where that can be installed (`make bench`), and hold
the others against the fields that are published: their names, their types, what they can be.

This page is generated (`make docs`); a test fails when it is not current.
"""


def page() -> str:
    """Return the whole page."""
    parts = [HEAD, "## The programs", "", *_overview(), *_losses()]
    for adapter in ADAPTERS.values():
        parts += _section(adapter)
    return "\n".join([*parts, *_presets()])


def _overview() -> Iterator[str]:
    yield "| program | `--for` | version | fields | options they decide | always plays | unknown |"
    yield "|---|---|---|--:|--:|--:|--:|"
    for one in ADAPTERS.values():
        unknown = len(options()) - len(one.rows) - len(one.always)
        fields = len(one.config.model_fields)
        numbers = (fields, len(one.rows), len(one.always), unknown)
        yield f"| {one.name} | `{one.id}` | {one.version} | {' | '.join(map(str, numbers))} |"
    yield ""


def _losses() -> Iterator[str]:
    yield "## What gets lost of each book"
    yield ""
    yield "Options that a program plays otherwise, and those that it is told in part."
    yield ""
    yield f"| program | {' | '.join(library.books())} |"
    yield f"|---|{'---|' * len(library.books())}"
    for one in ADAPTERS.values():
        found = [export(load(book), one) for book in library.books()]
        cells = (f"{len(each.lost)} and {len(each.in_part)}" for each in found)
        yield f"| {one.name} | {' | '.join(cells)} |"
    yield ""


# ---- a program -----------------------------------------------------------------------------------


def _section(adapter: Adapter[Any]) -> Iterator[str]:
    yield f"## {adapter.name}"
    yield ""
    yield f"Version {adapter.version}. Read in: {adapter.source}."
    yield ""
    if adapter.rows:
        yield "| option | field | not said |"
        yield "|---|---|---|"
        yield from _rows(adapter)
        yield ""
    yield "Always:"
    yield ""
    yield from _always(adapter)
    yield ""
    yield from _no_option(adapter)
    yield from _unknown(adapter)
    yield from _lost_of_books(adapter)


def _rows(adapter: Adapter[Any]) -> Iterator[str]:
    """Yield a line for each option, and one for all yaku that the same fields decide."""
    for (fields, unsaid), rows in groupby(
        sorted(adapter.rows, key=lambda row: [*options()].index(row.path)),
        key=lambda row: (row.fields, row.unsaid),
    ):
        paths = [f"`{row.path}`" for row in rows]
        names = ", ".join(f"`{adapter.name_of(one)}`" for one in fields)
        yield f"| {', '.join(paths)} | {names} | {unsaid or ''} |"


def _always(adapter: Adapter[Any]) -> Iterator[str]:
    for asked in (True, False):
        told = [
            f"`{path}: {plain(adapter.always[path])}`"
            for path in options()
            if path in adapter.always and (path in adapter.asked) == asked
        ]
        if told:
            yield f"- *{'asked' if asked else 'read'}*: {'; '.join(told)}"


def _no_option(adapter: Adapter[Any]) -> Iterator[str]:
    decided = {one for row in adapter.rows for one in row.fields}
    rest = [one for one in adapter.config.model_fields if one not in decided]
    if rest:
        names = ", ".join(f"`{adapter.name_of(one)}`" for one in rest)
        yield f"No option of ours has: {names}."
        yield ""


def _unknown(adapter: Adapter[Any]) -> Iterator[str]:
    known = {*adapter.always, *(row.path for row in adapter.rows)}
    parts = []
    for chapter, model in chapters().items():
        paths = [f"{chapter}.{name}" for name, _ in model.options()]
        rest = [path for path in paths if path not in known]
        if len(rest) == len(paths):
            parts.append(f"all of {chapter}")
        elif rest:
            parts.append(", ".join(f"`{path}`" for path in rest))
    yield f"Unknown: {'; '.join(parts)}."
    yield ""


def _lost_of_books(adapter: Adapter[Any]) -> Iterator[str]:
    yield "Lost or told in part:"
    yield ""
    for book in library.books():
        found = export(load(book), adapter)
        yield f"- `{book}`: {'; '.join(_told(found)) or 'nothing'}"
    yield ""


def _told(found: Export) -> Iterator[str]:
    for path in found.lost:
        yield f"`{path}: {plain(found.played.rules.written_value(path))}`"
    if found.in_part:
        yield f"in part {', '.join(f'`{path}`' for path in found.in_part)}"


# ---- presets -------------------------------------------------------------------------------------


class Preset(NamedTuple):
    """A configuration that a program ships under the name of a book."""

    program: str
    name: str
    source: str
    books: list[str]
    config: Json


def presets() -> list[Preset]:
    """Return the presets for the books that come with the project."""
    return [Preset(**one) for one in json.loads(PRESETS.read_text(encoding="utf-8"))]


def differences(preset: Preset, book: str) -> tuple[dict[str, tuple[Any, Any]], list[Diagnostic]]:
    """Return what a preset has otherwise than a book, by option ours and theirs.

    Only what fields decide is held against the book: what the program always plays is told of the
    program.
    """
    adapter = ADAPTERS[preset.program]
    found, problems = configuration_of(preset.config, adapter)
    assert found is not None, problems
    base = load(book)
    played = played_over(found, base)
    decided = {row.path for row in adapter.rows} & set(played.changes)
    return {
        path: (base.rules.written_value(path), played.rules.written_value(path))
        for path in options()
        if path in decided
    }, problems


def _presets() -> Iterator[str]:
    yield "## Presets of theirs and the books"
    yield ""
    yield "Configurations that programs ship under the name of EMA or WRC, held against the books:"
    yield "each option that a field decides otherwise, the book first."
    yield ""
    for one in presets():
        yield f"### {ADAPTERS[one.program].name}: {one.name}"
        yield ""
        yield f"Read in: {one.source}."
        yield ""
        for book in one.books:
            yield f"Against `{book}`:"
            yield ""
            found, _ = differences(one, book)
            for path, (ours, theirs) in found.items():
                yield f"- `{path}`: `{plain(ours)}`, there `{plain(theirs)}`"
            yield "" if found else "- no difference\n"


def write() -> Iterable[Path]:
    """Write the page."""
    FILE.write_text(page(), encoding="utf-8")
    return [FILE]
