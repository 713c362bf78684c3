"""A ruleset file taken apart: the plain value of each option, and where it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from riichi_core.language import Text
from riichi_core.messages import Message, quote
from riichi_core.rules import glossary
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import (
    BOOK_KINDS,
    Provenance,
    ProvenanceKind,
    Source,
    grade_of,
    uncited,
)
from riichi_core.source.diagnostics import Diagnostic, Pointer, nearest
from riichi_core.source.document import SourceDocument

HOUSE_KEYS = ("value", "house", "note")
BOOK_KEYS = ("value", *BOOK_KINDS, "note")

UNREGULATED: Text = "the book does not mention it"


@dataclass(slots=True)
class Entries:
    """The options that a file sets.

    Attributes:
        document: the file.
        ruleset: the id of the ruleset.
        sources: the documents that may be cited; None for house rules, which cite none.
        is_complete: False for what is laid over a book, where options may be missing.
        below: the yaku of what it is laid over, as a file writes them.
        file: the name of the file where its values are told of.
        values: plain values, chapter by chapter.
        places: where the value of each option stands in the document.
        provenance: where each value comes from.
        broken: options without a usable value, of which a problem already says why.
        problems: what is wrong with the form of the entries.
    """

    document: SourceDocument
    ruleset: str
    sources: Mapping[str, Source] | None
    is_complete: bool
    below: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, Pointer] = field(default_factory=dict)
    provenance: dict[str, Provenance] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)
    problems: list[Diagnostic] = field(default_factory=list)

    def split(self, chapter: str) -> None:
        """Take one chapter of the document apart."""
        data = self.document.data
        assert isinstance(data, dict)
        options = data[chapter]
        self.values[chapter] = {}
        if options is None and not self.is_complete:
            return  # over a book a chapter with nothing but comments changes nothing
        if not isinstance(options, dict):
            message = Message("a chapter holds options")
            self.say((chapter,), "wrong-type", message, chapter, "option: value")
            self.broken.add(chapter)
            return
        for name, entry in options.items():
            self._entry(chapter, name, entry)

    def fill_unregulated(self) -> None:
        """Give the options of which a book says that it has no word the value meant for that."""
        for index, path in self._named():
            self._unregulated(path, ("unregulated", index))

    def has_no_word_of(self, chapter: str) -> bool:
        """Return whether the book says that it has no word of any option of a chapter."""
        named = {path for _, path in self._named()}
        return named >= {path for path in options() if path.partition(".")[0] == chapter}

    def _named(self) -> Iterator[tuple[int, str]]:
        """Yield the options of which the book says that it has no word, with their place."""
        data = self.document.data
        named = data.get("unregulated") if isinstance(data, dict) else None
        for index, path in enumerate(named if isinstance(named, list) else ()):
            if isinstance(path, str):
                yield index, path

    def document_yaku(self) -> list[str]:
        """Return the names that the file's own yaku chapter uses."""
        data = self.document.data
        yaku = data.get("yaku") if isinstance(data, dict) else None
        return list(yaku) if isinstance(yaku, dict) else []

    def _unregulated(self, path: str, pointer: Pointer) -> None:
        option, chapter = options().get(path), path.partition(".")[0]
        if option is None:
            message = Message("there is no option {path}", path=quote(path))
            near = nearest(path, options())
            self.say(pointer, "no-option", message, path, "paths of options, as dora.ura", near)
        elif option.unregulated is None:
            message = Message("{path} has no value for books that have no word of it", path=path)
            expected = Message("its value in the chapter '{chapter}'", chapter=chapter)
            self.say(pointer, "no-value", message, path, expected)
        elif path in self.places:
            message = Message("{path} has a value in its chapter already", path=path)
            self.say(pointer, "duplicate-key", message, path)
        elif chapter in self.values:
            self.values[chapter][path.partition(".")[2]] = option.unregulated
            self.places[path] = pointer
            self.provenance[path] = Provenance("silent", UNREGULATED, self.ruleset)

    def _entry(self, chapter: str, name: str, entry: Any) -> None:
        path, pointer = f"{chapter}.{name}", (chapter, name)
        if isinstance(entry, dict) and "value" in entry:
            self.values[chapter][name] = entry["value"]
            self.places[path] = (*pointer, "value")
            self._keys(path, pointer, entry)
        elif self.sources is not None and _is_option(chapter, name):
            self.broken.add(path)
            self._no_value(path, pointer, entry)
        else:
            self.values[chapter][name] = entry
            self.places[path] = pointer
            self._remember(path, "house", "", {})

    def _no_value(self, path: str, pointer: Pointer, entry: Any) -> None:
        shape = '{value: …, cite: "section"}'
        if isinstance(entry, dict) and set(entry) & set(BOOK_KEYS):
            self.say(pointer, "no-value", Message("'value' is missing"), path, shape)
            return
        message = Message("a book's value says where it comes from")
        self.say(pointer, "no-provenance", message, path, shape)

    def _keys(self, path: str, pointer: Pointer, entry: dict[str, Any]) -> None:
        known = HOUSE_KEYS if self.sources is None else BOOK_KEYS
        for key, text in entry.items():
            if key not in known:
                message = Message("there is no {key} beside a value", key=quote(key))
                near, place = nearest(key, known), (*pointer, key)
                self.say(place, "unknown-key", message, path, ", ".join(known), near, key=True)
            elif key != "value" and not _is_text(text):
                self._no_text((*pointer, key), key, path, is_empty=isinstance(text, str))
        if self.sources is None:
            self._remember(path, "house", entry.get("house", ""), entry)
        else:
            self._citation(path, pointer, entry, self.sources)

    def _no_text(self, pointer: Pointer, key: str, path: str, *, is_empty: bool) -> None:
        expected = f'{key}: "…"'
        if is_empty:
            message = Message("'{key}' is empty", key=key)
            self.say(pointer, "wrong-length", message, path, expected)
        else:
            message = Message("'{key}' holds a text, in quotes", key=key)
            self.say(pointer, "wrong-type", message, path, expected)

    def _citation(
        self,
        path: str,
        pointer: Pointer,
        entry: dict[str, Any],
        sources: Mapping[str, Source],
    ) -> None:
        """Read where a book's value comes from: exactly one of cite, silent and assumed."""
        given: list[ProvenanceKind] = [kind for kind in BOOK_KINDS if kind in entry]
        if len(given) != 1:
            if given:
                code, message = "two-provenances", _contradiction(given)
            else:
                code = "no-provenance"
                message = Message("nothing says where this value comes from")
            expected = Message(
                'exactly one of cite: "section", silent: "why", assumed: "from what"'
            )
            self.say(pointer, code, message, path, expected)
            return
        kind = given[0]
        if kind == "cite" and _is_text(entry["cite"]) and (bad := uncited(entry["cite"], sources)):
            message, wrong = bad
            known = [section for source in sources.values() for section in source.sections]
            near = nearest(wrong, [*known, *sources])
            expected = Message('sections of the file\'s sources, as "3.3.1, 3.4.9"')
            self.say((*pointer, "cite"), "no-section", message, path, expected, near)
        self._remember(path, kind, entry[kind], entry)

    def _remember(self, path: str, kind: ProvenanceKind, text: Any, entry: dict[str, Any]) -> None:
        note = entry.get("note", "")
        grade = grade_of(str(text), self.sources or {}) if kind == "cite" else None
        place = f"{self.file}:{self._line(path)}" if kind == "house" and self.file else ""
        self.provenance[path] = Provenance(kind, str(text), self.ruleset, str(note), grade, place)

    def _line(self, path: str) -> int:
        return self.document.span(self.places[path]).line

    def say(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        path: str,
        expected: str = "",
        near: str = "",
        *,
        key: bool = False,
    ) -> None:
        """Note a problem of an option, at its value or at its key."""
        problem = self.document.problem(
            pointer, code, message, key=key, path=path, expected=expected, nearest=near
        )
        self.problems.append(problem)


def _contradiction(kinds: list[ProvenanceKind]) -> Message:
    if len(kinds) == 2:
        return Message("'{one}' and '{other}' contradict each other", one=kinds[0], other=kinds[1])
    return Message("'cite' and 'silent' and 'assumed' contradict each other")


def _is_option(chapter: str, name: str) -> bool:
    """Return True if there is such an option; what there is not is left to the model."""
    if name in chapters()[chapter].model_fields:
        return True
    return chapter == "yaku" and glossary.alias(name) is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
