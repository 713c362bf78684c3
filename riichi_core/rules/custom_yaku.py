"""Check the yaku of a file that have no field: known local yaku, and yaku that a club defines."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from riichi_core.files.notes import Notes
from riichi_core.files.problem import MAX_PROBLEMS, Pointer
from riichi_core.messages import Message, quote
from riichi_core.rules import glossary
from riichi_core.rules.chapters.yaku import BOOK_YAKU
from riichi_core.rules.ruleset_file import FileOptions
from riichi_core.rules.yaku_grammar import YAKU_ID
from riichi_core.spelling import closest_word

CONCEALED_FORMS = {"seven_pairs", "thirteen_orphans"}


def warn_of_never_open(options: FileOptions, notes: Notes) -> None:
    """Warn of yaku with a value for open hands that only concealed hands can have."""
    message = Message("an open hand can never have it, so its value for open hands has no effect")
    for name, value in options.values.get("yaku", {}).items():
        if _has_open_worth(value) and _is_always_concealed(name, value):
            path, expected = f"yaku.{name}", Message("no open in its value")
            notes.note(options.places[path], "no-effect", message, expected,
                       path=path, severity="warning")  # fmt: skip


def _has_open_worth(value: Any) -> bool:
    worth = value.get("worth", value) if isinstance(value, dict) else None
    return isinstance(worth, dict) and isinstance(worth.get("open"), int)


def _is_always_concealed(name: str, value: dict[str, Any]) -> bool:
    if "worth" in value:
        concealed, form = value.get("concealed") is True, value.get("form")
        forms = form if isinstance(form, list) else [form]
    else:
        known = glossary.known_yaku()[name]
        concealed, forms = bool(known.concealed), [None] if known.form is None else [*known.form]
    return concealed or all(form in CONCEALED_FORMS for form in forms)


def resolve_yaku(options: FileOptions) -> None:
    """Put the yaku of a file under their ids; drop unknown names, with a problem for each."""
    yaku = options.values.get("yaku", {})
    for name in [name for name in yaku if name not in BOOK_YAKU]:
        value = yaku.pop(name)
        yaku_id = glossary.yaku_named(name)
        is_own = isinstance(value, dict) and "worth" in value
        if yaku_id is None and is_own:
            _take_own_yaku(options, name, value)
        elif yaku_id is None and name in options.base_yaku:
            yaku[name] = options.base_yaku[name] | {"worth": value}
        elif yaku_id is None:
            _drop_unknown(options, name, value)
        elif is_own:
            message = Message("{yaku} is a known yaku; only its value can be given", yaku=yaku_id)
            expected = Message("its value, e.g. {example}", example="{yakuman: 1}")
            _drop(options, name, "known-yaku", message, expected)
        elif yaku_id in yaku:
            message = Message(
                "{yaku} is given twice: {name} is the same yaku", yaku=yaku_id, name=quote(name)
            )
            _drop(options, name, "duplicate-key", message)
        else:
            _move(options, name, yaku_id)
            yaku[yaku_id] = value
    _refuse_circles(options)


def _take_own_yaku(options: FileOptions, name: str, value: dict[str, Any]) -> None:
    if not re.fullmatch(YAKU_ID, name):
        message = Message("{name} is not an id for a yaku", name=quote(name))
        expected = Message("lower-case letters, digits and underscores, e.g. stairway")
        _drop(options, name, "bad-text", message, expected)
        return
    if value.get("name") is None:
        english, japanese = "name: {en: …}", "{ja: …}"
        expected = Message(
            "{english}, its English name, or {japanese}", english=english, japanese=japanese
        )
        message = Message("'name' is missing")
        options.note(("yaku", name), "missing-key", message, expected, key=True)
        value = value | {"name": {"en": name}}
    options.values["yaku"][name] = value
    _check_replaced(options, name, value.get("replaces"))


def _check_replaced(options: FileOptions, name: str, replaces: Any) -> None:
    """Add a problem for each replaced yaku that does not exist or is the yaku itself."""
    known = [*BOOK_YAKU, *glossary.known_yaku(), *options.own_yaku_names(), *options.base_yaku]
    for index, other in enumerate(replaces if isinstance(replaces, list) else [replaces]):
        place: Pointer = ("replaces", index) if isinstance(replaces, list) else ("replaces",)
        if other == name:
            message = Message("a yaku cannot replace itself")
            _note_replaced(options, name, place, message, "")
        elif isinstance(other, str) and other not in known:
            message = Message("there is no yaku {name}", name=quote(other))
            yaku_id = glossary.yaku_named(other)
            near = _closest(options, other, known) if yaku_id is None else yaku_id
            _note_replaced(options, name, place, message, near)


def _refuse_circles(options: FileOptions) -> None:
    """Add a problem for yaku that replace each other in a circle."""
    replaced_by = {
        name: _replaced_ids(value.get("replaces"))
        for name, value in options.values.get("yaku", {}).items()
        if isinstance(value, dict) and "worth" in value
    }
    reported: set[str] = set()
    for name, first in replaced_by.items():
        reached: set[str] = set()
        ahead = [other for other in first if other != name]
        while ahead:
            other = ahead.pop()
            if other not in reached:
                reached.add(other)
                ahead += replaced_by.get(other, [])
        if name in reached and not reported & reached:
            reported.add(name)
            message = Message("{name} cannot replace a yaku that replaces it", name=quote(name))
            _note_replaced(options, name, ("replaces",), message, "")


def _replaced_ids(replaces: Any) -> list[str]:
    """Return the ids that `replaces` gives, one or several; the model checks their type."""
    ids = replaces if isinstance(replaces, list) else [replaces]
    return [yaku_id for yaku_id in ids if isinstance(yaku_id, str)]


def _note_replaced(
    options: FileOptions, name: str, place: Pointer, message: str, near: str
) -> None:
    pointer = (*options.places[f"yaku.{name}"], *place)
    expected = Message("ids of other yaku (riichi find NAME)")
    options.note(pointer, "unknown-yaku", message, expected, near, path=f"yaku.{name}.replaces")


def _drop_unknown(options: FileOptions, name: str, value: Any) -> None:
    option = glossary.option_named(name) or ""
    near = option.removeprefix("yaku.")
    near = near or _closest(options, name, [*BOOK_YAKU, *glossary.known_yaku(), *options.base_yaku])
    expected = Message("a yaku from `riichi find`, or one defined here with name, worth and has")
    message = Message("there is no yaku {name}", name=quote(name))
    if isinstance(value, dict) and not near and "has" in value:
        message = Message("{name} has no worth, so it is not a yaku of your own", name=quote(name))
    _drop(options, name, "unknown-key", message, expected, near)


def _closest(options: FileOptions, name: str, known: Sequence[str]) -> str:
    """Return the nearest name; empty in a file with very many problems, to save time."""
    return closest_word(name, known) if len(options.problems) < MAX_PROBLEMS else ""


def _drop(
    options: FileOptions, name: str, code: str, message: str, expected: str = "", near: str = ""
) -> None:
    """Add a problem at the name of a yaku without a usable value, and drop the yaku."""
    options.note(("yaku", name), code, message, expected, near, key=True)
    options.places.pop(f"yaku.{name}", None)
    options.provenance.pop(f"yaku.{name}", None)


def _move(options: FileOptions, name: str, yaku_id: str) -> None:
    """Move a yaku from another of its names to its id."""
    options.places[f"yaku.{yaku_id}"] = options.places.pop(f"yaku.{name}")
    if (provenance := options.provenance.pop(f"yaku.{name}", None)) is not None:
        options.provenance[f"yaku.{yaku_id}"] = provenance
