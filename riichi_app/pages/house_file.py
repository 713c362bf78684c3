"""A house-rule file to start from: every rule of a book as a comment, to be changed or left."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from pydantic.fields import FieldInfo

from riichi_core.rules.chapters.consequence import CONDUCT, FAULT
from riichi_core.rules.chapters.fouls import Fouls
from riichi_core.rules.custom_yaku import PRICED
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Option, meaning, sentences_by_word
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting
from riichi_core.source.expected import accepted_values, example_records, parts
from riichi_core.source.scalars import flow

WIDTH = 98

MENUS = (
    ("fault", Fouls.model_fields["false_set"].annotation, FAULT),
    ("conduct", Fouls.model_fields["phone"].annotation, CONDUCT),
)
"""The consequences that many fouls share: told once, at the head of the chapter."""

HEAD = """\
# yaml-language-server: $schema=./ruleset.schema.json
# House rules over {title}.
#
# A line that begins with "#" and a name shows what {base} has. To change a rule, take away its "#"
# and write your value; all other rules stay as in the book. Lines that begin with "# " explain.
# Then: riichi check {file}    riichi compare {base} {file}
format: 1
ruleset: {id}
title: {name}
extends: {base}
"""

OWN = """\
  # A yaku of your own, in the words of docs/yaku.md:
  #stairway:
  #  name: {en: Stairway, ja: Kaidan}
  #  concealed: true
  #  sets: [chow n X, chow n+1 X, chow n+2 X]
  #  worth: {closed: 2}
"""


def house_file(name: str, base: Ruleset) -> str:
    """Return the text of a new house-rule file `name` that changes nothing yet.

    Args:
        name: the id of the new ruleset, also the name of its file.
        base: the book that it extends.
    """
    title = name.replace("-", " ").capitalize()
    head = HEAD.format(title=base.title, base=base.id, file=f"{name}.yaml", id=name, name=title)
    return "\n".join([head, *_chapters(base)])


def _chapters(base: Ruleset) -> Iterator[str]:
    for chapter, model in chapters().items():
        yield f"{chapter}:"
        if chapter == "fouls":
            yield from _consequences()
        for name, option in model.options():
            path = f"{chapter}.{name}"
            if chapter == "yaku":
                yield f"  #{name}: {flow(setting(base, path, option).value)}"
            else:
                yield from _option(base, path, option, model.model_fields[name])
        if chapter == "yaku":
            yield from _local()
        yield ""


def _option(base: Ruleset, path: str, option: Option, field: FieldInfo) -> Iterator[str]:
    menu = next((m for m in MENUS if field.annotation == m[1]), None)
    unit = f" ({option.unit})" if option.unit and "number" in accepted_values(field) else ""
    accepted = f"as above for {menu[0]}" if menu else accepted_values(field)
    yield from comment(f"{option.title}{unit}: {accepted}")
    for word, text in sentences_by_word(option.sentences).items():
        if not menu or text != menu[2].get(word):
            yield from comment(f"  {word}: {text}")
    told: list[Option | None] = []
    for part_name, part in () if menu else parts(field):
        if (of_part := meaning(part)) not in told:  # two records can share parts
            yield from comment(f"  {part_name}: {accepted_values(part)}")
            yield from _meanings(part)
        told.append(of_part)
    name, now = path.split(".")[1], setting(base, path, option).value
    for example in () if menu else example_records(field):
        if example != now:
            yield from comment(f"  for example: {name}: {flow(example)}")
    yield f"  #{name}: {flow(now)}"


def _meanings(part: FieldInfo) -> Iterator[str]:
    option = meaning(part)
    for word, text in sentences_by_word(option.sentences).items() if option else ():
        yield from comment(f"    {word}: {text}")


def _consequences() -> Iterator[str]:
    for title, _, menu in MENUS:
        yield from comment(f"What can follow a {title}, where it says so below:")
        for word, text in menu.items():
            yield from comment(f"  {word}: {text}")
        yield from comment("  {points: …}: Points off the result after uma.")


def _local() -> Iterator[str]:
    local = ", ".join(name for name in known_yaku() if name not in PRICED)
    yield from comment(
        "A yaku is worth none, {closed: 2, open: 1} in han (without open: concealed only), "
        "{limit: mangan} or {yakuman: 1}. These local ones are known and only need a worth "
        f"(riichi find NAME): {local}"
    )
    yield OWN.rstrip("\n")


def comment(text: str) -> list[str]:
    """Return a text as lines of comment of an option."""
    indent = "  # " + " " * (len(text) - len(text.lstrip()))
    return wrap(
        text.lstrip(), WIDTH, initial_indent=indent, subsequent_indent=f"{indent}  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
