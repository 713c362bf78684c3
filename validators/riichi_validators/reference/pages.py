"""The reference pages of the documentation site, which `make site` generates.

They are not in git; `riichi show`, `riichi schema` and `riichi COMMAND --help` print the same.
"""

from __future__ import annotations

import inspect
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import indent
from typing import Any

import click

import riichi_core
from riichi.cli.main import EXAMPLES, GROUPS, main
from riichi.writers.markdown import escape_markdown
from riichi_core.files.accepted_values import accepted_values
from riichi_core.files.yaml_text import plain
from riichi_core.rules import library
from riichi_core.rules.clauses import clauses
from riichi_core.rules.load import load
from riichi_core.rules.options import Option, sentences_by_word
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import Setting, setting
from riichi_validators import adapters, coverage, record_tables, rulesets

OPTIONS = "reference/options"

TOPICS = {
    "Errors": (),  # all exceptions
    "Wins and scores": ("hands.win", "analysis", "scoring", "records.win"),
    "Tiles and hands": ("tiles", "hands"),
    "Rulesets": ("rules", "files", "comparison"),
    "Arrays of wins": ("batch",),
    "Deals": ("settlement", "records.deal", "game.fouls"),
    "Studies": ("games.study", "content"),
    "Records and logs": ("records", "games"),
    "Games and bots": ("game", "play", "bots"),
    "Tournaments": ("standings", "events"),
    "Scenarios": ("scenarios",),
}
"""The modules of each topic of the library; a module belongs to the first topic that names it."""

_FIELDS = re.compile(r"<!-- fields: ([a-z, -]+) -->")
_LIBRARY = "<!-- library -->"
"""The comments in hand-written pages that the site replaces with generated parts."""


def pages() -> Iterator[tuple[str, str]]:
    """Yield the path of each page with its text."""
    yield f"{OPTIONS}/index.md", "\n".join(_index_lines())
    shipped = [load(name) for name in library.shipped()]
    for name in chapters():
        yield f"{OPTIONS}/{name}.md", "\n".join(_chapter_page(name, shipped))
    yield "reference/commands.md", "\n".join(_command_lines())
    yield "reference/clauses.md", coverage.page()
    for topic, path, names in library_topics():
        yield path, "\n\n".join((f"# {topic}", *(f"::: {name}" for name in names)))
    for _, path, text in (*rulesets.ruleset_pages(), *adapters.program_pages()):
        yield path, text


def subpages() -> dict[str, list[tuple[str, str]]]:
    """Return the title and path of the generated pages below each entry of the navigation."""
    return {
        "The library": [(topic, path) for topic, path, _ in library_topics()],
        "Rulesets": [(title, path) for title, path, _ in rulesets.ruleset_pages()],
        "Options": [
            (chapter.TITLE, f"{OPTIONS}/{name}.md") for name, chapter in chapters().items()
        ],
        "Tables of other programs": [(title, path) for title, path, _ in adapters.program_pages()],
    }


def filled(text: str) -> str:
    """Return a hand-written page with its generated parts."""
    text = text.replace(_LIBRARY, "\n".join(_library_lines()))
    return _FIELDS.sub(lambda found: "\n".join(_field_lines(found[1].split(", "))), text)


# ---- options -------------------------------------------------------------------------------------


def _index_lines() -> Iterator[str]:
    yield "# Options\n"
    yield "Every rule in which rulesets differ, by chapter: its values in words, the rulesets that"
    yield "have them, and the clauses of the books behind it.\n"
    for name, chapter in chapters().items():
        yield f"## [{chapter.TITLE}]({name}.md)\n"
        for option, texts in chapter.options():
            yield f"- [`{name}.{option}`]({name}.md#{option}) {texts.title}"
        yield ""


def _chapter_page(name: str, rulesets: Sequence[Ruleset]) -> Iterator[str]:
    chapter = chapters()[name]
    yield f"# {chapter.TITLE}\n"
    for option, texts in chapter.options():
        path = f"{name}.{option}"
        yield f"## {texts.title} {{: #{option} }}\n"
        accepted = accepted_values(chapter.model_fields[option])
        unit = f" {texts.unit}" if texts.unit and "number" in accepted else ""
        yield f"`{path}`: {escape_markdown(accepted)}{unit}\n"
        yield from _value_rows(path, texts, rulesets)
        if texts.clauses:
            yield '??? note "Clauses of the books"\n'
            for clause in (clauses()[clause_name] for clause_name in texts.clauses):
                statement, places = map(escape_markdown, (clause.statement, clause.places()))
                yield f"    - `{clause.id}` {statement} *{places}*"
            yield ""


def _value_rows(path: str, option: Option, rulesets: Sequence[Ruleset]) -> Iterator[str]:
    """Yield a table of the used values with meanings and rulesets, then the unused words."""
    settings = [(ruleset.id, setting(ruleset, path, option)) for ruleset in rulesets]
    settings.sort(key=lambda pair: _written_value(pair[1]))
    yield "| value | meaning | played by |"
    yield "|---|---|---|"
    seen = set()
    for written, group in groupby(settings, key=lambda pair: _written_value(pair[1])):
        holders = list(group)
        seen.add(written)
        names = ", ".join(f"`{ruleset}`" for ruleset, _ in holders)
        yield f"| `{written}` | {escape_markdown(holders[0][1].meaning)} | {names} |"
    records = {
        next(iter(ruleset.value)) for _, ruleset in settings if isinstance(ruleset.value, dict)
    }
    for word, text in sentences_by_word(option.sentences).items():
        if word not in {*seen, *records} and not word.startswith(("{", "[")):
            yield f"| `{word}` | {escape_markdown(text)} | |"
    yield ""


def _written_value(held: Setting) -> str:
    return plain(held.value).replace("|", "\\|")


# ---- commands ------------------------------------------------------------------------------------


def _command_lines() -> Iterator[str]:
    yield "# Commands\n"
    yield "```console"
    yield from (f"$ {call}" for call in EXAMPLES)
    yield "```\n"
    context = click.Context(main, info_name="riichi")
    for group, commands in GROUPS.items():
        yield f"## {group}\n"
        for name in commands:
            command = main.get_command(context, name)
            assert command is not None
            sub = click.Context(command, context, info_name=name, max_content_width=88)
            yield f"### riichi {name}\n"
            yield f"```text\n{command.get_help(sub)}\n```\n"


# ---- the library ---------------------------------------------------------------------------------


def library_topics() -> Iterator[tuple[str, str, list[str]]]:
    """Yield the title and path of each topic of the library, with its names, functions first."""
    names = defaultdict(list)
    for name in sorted(riichi_core.__all__, key=str.swapcase):
        exported: Any = getattr(riichi_core, name)
        if inspect.isclass(exported) or inspect.isfunction(exported):
            names[_topic(exported)].append(f"{exported.__module__}.{name}")
    for topic in sorted(names):
        yield topic, f"reference/library/{topic.lower().replace(' ', '-')}.md", names[topic]


def _topic(exported: Any) -> str:
    if inspect.isclass(exported) and issubclass(exported, Exception):
        return "Errors"
    module = exported.__module__.partition(".")[2]
    return next(topic for topic, homes in TOPICS.items() if module.startswith(homes))


# ---- parts of hand-written pages -----------------------------------------------------------------


def _library_lines() -> Iterator[str]:
    for topic, path, names in library_topics():
        page = path.removeprefix("reference/")
        links = (f"[`{name.rpartition('.')[2]}`]({page}#{name})" for name in names)
        yield f"- [{topic}]({page}): {', '.join(links)}"


def _field_lines(kinds: Sequence[str]) -> Iterator[str]:
    """Yield a box for each kind of record, with a table of its fields."""
    for kind in kinds:
        yield f'??? note "Every field (riichi schema {kind})"\n'
        yield indent("\n".join(record_tables.field_tables(kind)), "    ") + "\n"
