"""docs/reference/adapters.md: rules as other programs' configurations, and their presets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from riichi.programs.export import Export, export
from riichi.programs.house_rules import configuration_of, played_over
from riichi.programs.known_programs import PROGRAMS
from riichi.programs.program_config import Json, ProgramConfig
from riichi_core.files.problem import Problem
from riichi_core.files.yaml_text import plain
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import chapters, options
from riichi_validators.markdown import DOCS, table

FILE = DOCS / "reference" / "adapters.md"
PRESETS = Path(__file__).parent / "presets.json"

HEAD = """\
# Tables of other programs

How much of a ruleset each program's configuration can express. See
[rules of other programs](../guides/other-programs.md) for `riichi export` and `import`. For each
program, an option is in one of three places:

- *Decided by fields*: a value goes there and back, or comes back differently and is lost. It is
  told *in part* if a field says that a rule is played, but not how.
- *Always played* in one way. This is *asked* if the program itself gave the outcomes that scenarios
  expect of the value ([conformance](conformance.md)), and *read* if it is from the program's source
  or documentation.
- *Unknown*: the program does not have it, or nobody knows. Our value stays.

In riichi_advanced, a mod that is not in the list is off. Tests pass each export
to the program itself if it is installed (`make bench`), and compare the others with the published
fields. The documentation site has a page for each program, with every option and field. `make docs`
generates this page.
"""

DETAILS = "reference/adapters"
"""The folder of the pages about single programs, which only the site has."""


def page() -> str:
    """Return the page about all programs."""
    return "\n".join([HEAD, "## The programs", "", *_overview_table(), *_loss_table()])


def program_pages() -> Iterator[tuple[str, str, str]]:
    """Yield the title, path and text of the page about each program."""
    for program in PROGRAMS.values():
        lines = [f"# {program.name}", "", *_program_lines(program), *_preset_lines(program)]
        yield program.name, f"{DETAILS}/{program.id}.md", "\n".join(lines)


def _overview_table() -> Iterator[str]:
    decided = ("fields:", "options they decide:", "always plays:", "unknown:")
    yield from table(("program", "`--for`", "version", *decided), map(_summary, PROGRAMS.values()))


def _summary(program: ProgramConfig[Any]) -> tuple[object, ...]:
    unknown = len(options()) - len(program.mappings) - len(program.always)
    parts = (program.config.model_fields, program.mappings, program.always)
    return (program.name, f"`{program.id}`", program.version, *map(len, parts), unknown)


def _loss_table() -> Iterator[str]:
    yield "## What gets lost of each book\n"
    yield "The number of options that a program plays differently, and of those told in part.\n"
    exports = {
        program.name: [export(load(book), program) for book in library.books()]
        for program in PROGRAMS.values()
    }
    rows = (
        (name, *(f"{len(loss.lost)} and {len(loss.partial)}" for loss in exported))
        for name, exported in exports.items()
    )
    yield from table(("program", *library.books()), rows)


# ---- a program -----------------------------------------------------------------------------------


def _program_lines(program: ProgramConfig[Any]) -> Iterator[str]:
    yield f"Version {program.version}. Source: {program.source}.\n"
    yield from table(("option", "field", "not expressed"), _mapping_rows(program))
    yield "Always played:\n"
    yield from _always_lines(program)
    yield ""
    yield from _fields_without_option(program)
    yield from _unknown_options(program)
    yield from _lost_of_books(program)


def _mapping_rows(program: ProgramConfig[Any]) -> Iterator[tuple[str, str, str]]:
    """Yield a row for each option; options that the same fields decide share one."""
    for (fields, missing), rows in groupby(
        sorted(program.mappings, key=lambda row: [*options()].index(row.path)),
        key=lambda row: (row.fields, row.missing),
    ):
        paths = [f"`{row.path}`" for row in rows]
        names = ", ".join(f"`{program.name_of(field)}`" for field in fields)
        yield ", ".join(paths), names, missing or ""


def _always_lines(program: ProgramConfig[Any]) -> Iterator[str]:
    for asked in (True, False):
        values = [
            f"`{path}: {plain(program.always[path])}`"
            for path in options()
            if path in program.always and (path in program.asked) == asked
        ]
        if values:
            yield f"- *{'asked' if asked else 'read'}*: {'; '.join(values)}"


def _fields_without_option(program: ProgramConfig[Any]) -> Iterator[str]:
    decided = {field for row in program.mappings for field in row.fields}
    rest = [field for field in program.config.model_fields if field not in decided]
    if rest:
        names = ", ".join(f"`{program.name_of(field)}`" for field in rest)
        yield f"Fields without an option: {names}.\n"


def _unknown_options(program: ProgramConfig[Any]) -> Iterator[str]:
    known = {*program.always, *(row.path for row in program.mappings)}
    parts = []
    for chapter, model in chapters().items():
        paths = [f"{chapter}.{name}" for name, _ in model.options()]
        rest = [path for path in paths if path not in known]
        if len(rest) == len(paths):
            parts.append(f"all of {chapter}")
        elif rest:
            parts.append(", ".join(f"`{path}`" for path in rest))
    yield f"Unknown: {'; '.join(parts)}.\n"


def _lost_of_books(program: ProgramConfig[Any]) -> Iterator[str]:
    yield "## Lost or told in part\n"
    for book in library.books():
        exported = export(load(book), program)
        yield f"- `{book}`: {'; '.join(_loss_words(exported)) or 'nothing'}"
    yield ""


def _loss_words(exported: Export) -> Iterator[str]:
    for path in exported.lost:
        yield f"`{path}: {plain(exported.played.rules.written_value(path))}`"
    if exported.partial:
        yield f"in part {', '.join(f'`{path}`' for path in exported.partial)}"


# ---- presets -------------------------------------------------------------------------------------


class Preset(NamedTuple):
    """A configuration that a program ships under the name of a book."""

    program: str
    name: str
    source: str
    books: list[str]
    config: Json


def presets() -> list[Preset]:
    """Return the presets for the shipped books."""
    return [Preset(**preset) for preset in json.loads(PRESETS.read_text(encoding="utf-8"))]


def differences(preset: Preset, book: str) -> tuple[dict[str, tuple[Any, Any]], list[Problem]]:
    """Return the options that a preset has differently than a book, with our and their value.

    Only options that fields decide are compared.
    """
    program = PROGRAMS[preset.program]
    configuration, problems = configuration_of(preset.config, program)
    assert configuration is not None, problems
    base = load(book)
    played = played_over(configuration, base)
    decided = {row.path for row in program.mappings} & set(played.changes)
    return {
        path: (base.rules.written_value(path), played.rules.written_value(path))
        for path in options()
        if path in decided
    }, problems


def _preset_lines(program: ProgramConfig[Any]) -> Iterator[str]:
    """Yield the presets that a program ships under the name of a book, compared with the book."""
    for preset in presets():
        if preset.program != program.id:
            continue
        yield f"## Preset `{preset.name}`\n"
        yield f"Source: {preset.source}.\n"
        for book in preset.books:
            yield f"Compared with `{book}`:\n"
            differing, _ = differences(preset, book)
            for path, (ours, theirs) in differing.items():
                yield f"- `{path}`: `{plain(ours)}`, there `{plain(theirs)}`"
            yield "" if differing else "- no difference\n"
