"""Refusals of ruleset files, which name options by their paths, chapters and other names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from riichi_core.messages import Message, quote
from riichi_core.rules.glossary import nicknamed
from riichi_core.rules.rules import chapters
from riichi_core.source.diagnostics import Pointer, nearest
from riichi_core.source.refusals import Elsewhere, Location, Refusals


@dataclass(frozen=True, slots=True)
class HeadRefusals(Refusals):
    """The faults of the head of a file, in words."""

    def elsewhere(self, name: str) -> Elsewhere | None:
        """Return what a key at the top may have been meant for: also a chapter."""
        if found := _elsewhere(name, ""):
            return found
        keys = Refusals.keys(self)
        return (
            Message("{name} is neither a chapter nor a part of the head", name=quote(name)),
            Message("a chapter, or one of {keys}", keys=", ".join(keys)),
            nearest(name, [*keys, *chapters()]),
        )


@dataclass(frozen=True, slots=True)
class ChapterRefusals(Refusals):
    """The faults of one chapter, in words.

    Attributes:
        places: leads from the path of an option to its value in the document.
        ids: the yaku that have no field of their own, in the order of the list `local`.
    """

    places: Mapping[str, Pointer] = field(default_factory=dict)
    ids: tuple[str, ...] = ()
    _options: Mapping[Pointer, str] = field(init=False, repr=False, compare=False)
    """The path of each option by the place of its value."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "_options", {at: path for path, at in self.places.items()})

    @property
    def chapter(self) -> str:
        """Return the name of the chapter."""
        return str(self.at[0])

    def option(self, location: Location) -> str:
        """Return the path of the option that an error is in; empty for an error of the whole."""
        if not location:
            return ""
        name, rest = location[0], location[1:]
        if name == "local" and rest:
            name = self.ids[int(rest[0])]
        return f"{self.chapter}.{name}"

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return the place of the option's value, and the way on inside of it."""
        skipped = 2 if location[:1] == ("local",) else 1
        return self.places.get(self.option(location), self.at), location[skipped:]

    def path(self, pointer: Pointer) -> str:
        """Return the place in terms of the rules: without the `value` that a book writes."""
        path, rest = "", pointer
        for end in range(len(pointer), 0, -1):
            if option := self._options.get(pointer[:end]):
                path, rest = option, pointer[end:]
                break
        inner = Refusals.path(self, rest)
        return f"{path}{'' if inner[:1] in ('', '[') else '.'}{inner}" if path else inner

    def keys(self) -> list[str]:
        """Return the names of the options."""
        return [name for name in Refusals.keys(self) if name != "local"]

    def elsewhere(self, name: str) -> Elsewhere | None:
        """Return the chapter of an option, or the option that goes by another name."""
        return _elsewhere(name, self.chapter)

    def not_a_value(self, name: str) -> Message:
        """Return the sentence for a word that is not among the values of an option."""
        return Message("{name} is not a value of this option", name=name)


def _elsewhere(name: str, here: str) -> Elsewhere | None:
    homes = (chapter for chapter, model in chapters().items() if name in model.model_fields)
    if home := next((home for home in homes if home != here), ""):
        return (
            Message(
                "{name} is an option of the chapter '{chapter}'", name=quote(name), chapter=home
            ),
            Message("it under '{chapter}:', indented by two spaces", chapter=home),
            "",
        )
    if path := nicknamed(name):
        chapter, option = path.split(".")
        return (
            Message("{name} is called {path} here", name=quote(name), path=path),
            Message(
                "'{option}' under '{chapter}:' (riichi find {name})",
                option=option,
                chapter=chapter,
                name=name,
            ),
            "",
        )
    return None
