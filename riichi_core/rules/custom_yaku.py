"""Yaku that the model has no field for: known local ones, and those that a club defines itself."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from riichi_core.messages import Message, quote
from riichi_core.rules import glossary
from riichi_core.rules.chapters.yaku import Yaku
from riichi_core.rules.entries import Entries
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.source.diagnostics import MAX_PROBLEMS, Diagnostic, Pointer, nearest

PRICED = tuple(name for name, _ in Yaku.options())
"""The yaku of the books: each has its own field."""

OWN = ("name", "worth")
"""The keys that a definition has beside the words of the vocabulary."""

CLOSED_FORMS = {"seven_pairs", "thirteen_orphans"}


def never_open(entries: Entries) -> list[Diagnostic]:
    """Return warnings of house rules with a worth for open hands that can only be concealed."""
    message = Message("an open hand can never have it, so its worth for open hands has no effect")
    return [
        entries.document.problem(
            entries.places[f"yaku.{name}"],
            "no-effect",
            message,
            path=f"yaku.{name}",
            expected=Message("no open in its worth"),
            severity="warning",
        )
        for name, value in entries.values.get("yaku", {}).items()
        if _open_worth(value) and _is_closed(name, value)
    ]


def _open_worth(value: Any) -> bool:
    worth = value.get("worth", value) if isinstance(value, dict) else None
    return isinstance(worth, dict) and isinstance(worth.get("open"), int)


def _is_closed(name: str, value: dict[str, Any]) -> bool:
    if "worth" in value:
        concealed, form = value.get("concealed") is True, value.get("form")
        forms = form if isinstance(form, list) else [form]
    else:
        known = glossary.known_yaku()[name]
        concealed, forms = bool(known.concealed), list(known.form or [None])
    return concealed or all(form in CLOSED_FORMS for form in forms)


def gather(entries: Entries) -> None:
    """Bring the yaku of a file to their ids; what is no yaku is a problem and is dropped."""
    yaku = entries.values.get("yaku", {})
    for name in [name for name in yaku if name not in PRICED]:
        value = yaku.pop(name)
        known = glossary.alias(name)
        own = isinstance(value, dict) and "worth" in value
        if known is None and own:
            _own(entries, name, value)
        elif known is None and name in entries.below:
            yaku[name] = entries.below[name] | {"worth": value}
        elif known is None:
            _unknown(entries, name)
        elif own:
            message = Message("{yaku} is a known yaku; only its worth can be given", yaku=known)
            expected = Message("its worth, as {example}", example="{yakuman: 1}")
            _drop(entries, name, "known-yaku", message, expected)
        elif known in yaku:
            message = Message("this is {yaku}, given already", yaku=known)
            _drop(entries, name, "duplicate-key", message)
        else:
            _move(entries, name, known)
            yaku[known] = value
    _circles(entries)


def _own(entries: Entries, name: str, value: dict[str, Any]) -> None:
    if not re.fullmatch(YAKU_ID, name):
        message = Message("{name} is no id for a yaku", name=quote(name))
        expected = Message("small letters, digits and underscores, as stairway")
        _drop(entries, name, "bad-text", message, expected)
        return
    if value.get("name") is None:
        english, japanese = "name: {en: …}", "{ja: …}"
        expected = Message(
            "{english}, its English name, or {japanese}", english=english, japanese=japanese
        )
        _say(entries, name, "missing-key", Message("'name' is missing"), expected)
        value = value | {"name": {"en": name}}
    entries.values["yaku"][name] = value
    _replaced(entries, name, value.get("replaces"))


def _replaced(entries: Entries, name: str, replaces: Any) -> None:
    """Refuse to replace anything but another yaku that there is."""
    known = [*PRICED, *glossary.known_yaku(), *entries.document_yaku(), *entries.below]
    for index, other in enumerate(replaces if isinstance(replaces, list) else [replaces]):
        place: Pointer = ("replaces", index) if isinstance(replaces, list) else ("replaces",)
        if other == name:
            message = Message("a yaku cannot replace itself")
            _bad_replaced(entries, name, place, message, "")
        elif isinstance(other, str) and other not in known:
            message = Message("there is no yaku {name}", name=quote(other))
            near = glossary.alias(other) or _near(entries, other, known)
            _bad_replaced(entries, name, place, message, near)


def _circles(entries: Entries) -> None:
    """Refuse yaku that take each other's place in a circle of several."""
    takes = {
        name: _names(value.get("replaces"))
        for name, value in entries.values.get("yaku", {}).items()
        if isinstance(value, dict) and "worth" in value
    }
    reported: set[str] = set()
    for name, first in takes.items():
        reached: set[str] = set()
        ahead = [other for other in first if other != name]
        while ahead:
            other = ahead.pop()
            if other not in reached:
                reached.add(other)
                ahead += takes.get(other, [])
        if name in reached and not reported & reached:
            reported.add(name)
            message = Message("{name} is replaced in turn by what it replaces", name=quote(name))
            _bad_replaced(entries, name, ("replaces",), message, "")


def _names(replaces: Any) -> list[str]:
    """Return the ids that `replaces` gives, one or several; what is no text the model refuses."""
    several = replaces if isinstance(replaces, list) else [replaces]
    return [one for one in several if isinstance(one, str)]


def _bad_replaced(entries: Entries, name: str, place: Pointer, message: str, near: str) -> None:
    pointer = (*entries.places[f"yaku.{name}"], *place)
    expected = Message("ids of other yaku (riichi find NAME)")
    entries.say(pointer, "unknown-yaku", message, f"yaku.{name}.replaces", expected, near)


def _unknown(entries: Entries, name: str) -> None:
    called = glossary.nicknamed(name) or ""
    near = called.removeprefix("yaku.")
    near = near or _near(entries, name, [*PRICED, *glossary.known_yaku(), *entries.below])
    expected = Message(
        "a yaku of `riichi find`, or one defined here with name, worth and its conditions"
    )
    message = Message("there is no yaku {name}", name=quote(name))
    _drop(entries, name, "unknown-key", message, expected, near)


def _near(entries: Entries, name: str, known: Sequence[str]) -> str:
    """Return the nearest of some names; nothing is guessed in a file with very many problems."""
    return nearest(name, known) if len(entries.problems) < MAX_PROBLEMS else ""


def _say(
    entries: Entries, name: str, code: str, message: str, expected: str = "", near: str = ""
) -> None:
    """Note a problem at the name of a yaku."""
    entries.say(("yaku", name), code, message, f"yaku.{name}", expected, near, key=True)


def _drop(
    entries: Entries, name: str, code: str, message: str, expected: str = "", near: str = ""
) -> None:
    """Note a problem at the name of a yaku that has no usable value, and forget the yaku."""
    _say(entries, name, code, message, expected, near)
    entries.places.pop(f"yaku.{name}", None)
    entries.provenance.pop(f"yaku.{name}", None)


def _move(entries: Entries, name: str, known: str) -> None:
    """Keep a yaku that goes by another of its names under its id."""
    entries.places[f"yaku.{known}"] = entries.places.pop(f"yaku.{name}")
    if (provenance := entries.provenance.pop(f"yaku.{name}", None)) is not None:
        entries.provenance[f"yaku.{known}"] = provenance


def ids(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the yaku of a chapter's values that have no field of their own, in order."""
    return tuple(name for name in values if name not in PRICED)


def model_values(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the chapter's values as its model takes them: yaku without a field as a list."""
    fields = {name: value for name, value in values.items() if name in PRICED}
    return fields | {"local": [_item(name, values[name]) for name in ids(values)]}


def _item(name: str, value: Any) -> dict[str, Any]:
    if not (isinstance(value, dict) and "worth" in value):
        return {"id": name, "worth": value}
    definition = {word: part for word, part in value.items() if word not in OWN}
    return {"id": name, "worth": value["worth"], "name": value["name"], "definition": definition}
