"""A ruleset file taken apart: the plain value of each option, and where it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from riichi_core.rules import glossary
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset import BOOK_KINDS, Kind, Provenance, uncited
from riichi_core.source.diagnostics import Diagnostic, Pointer, nearest
from riichi_core.source.document import Document

HOUSE_KEYS = ("value", "house", "note")
BOOK_KEYS = ("value", *BOOK_KINDS, "note")


@dataclass(slots=True)
class Entries:
    """The options that a file sets.

    `values` holds plain values, chapter by chapter; `places` where each option's value stands in
    the document. An option in `broken` has no usable value, and a problem already says why.
    """

    document: Document
    ruleset: str
    sources: Mapping[str, tuple[str, ...]] | None
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
        if options is None and self.sources is None:
            return  # in a house-rule file a chapter with nothing but comments changes nothing
        if not isinstance(options, dict):
            self._say((chapter,), "wrong-type", "a chapter holds options", chapter, "option: value")
            self.broken.add(chapter)
            return
        for name, entry in options.items():
            self._entry(chapter, name, entry)

    def document_yaku(self) -> list[str]:
        """The names that the file's own yaku chapter uses."""
        data = self.document.data
        yaku = data.get("yaku") if isinstance(data, dict) else None
        return list(yaku) if isinstance(yaku, dict) else []

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
            self.provenance[path] = Provenance("house", "", self.ruleset)

    def _no_value(self, path: str, pointer: Pointer, entry: Any) -> None:
        shape = '{value: …, cite: "section"}'
        if isinstance(entry, dict) and set(entry) & set(BOOK_KEYS):
            self._say(pointer, "no-value", "'value' is missing", path, shape)
            return
        message = "a book's value says where it comes from"
        self._say(pointer, "no-provenance", message, path, shape)

    def _keys(self, path: str, pointer: Pointer, entry: dict[str, Any]) -> None:
        known = HOUSE_KEYS if self.sources is None else BOOK_KEYS
        for key in entry:
            if key not in known:
                self._unknown(path, (*pointer, key), key, known)
        for key in (*BOOK_KINDS, "house", "note"):
            if key in known and key in entry and not _is_text(entry[key]):
                empty = isinstance(entry[key], str)
                code = "wrong-length" if empty else "wrong-type"
                message = f"'{key}' is empty" if empty else f"'{key}' holds a text, in quotes"
                self._say((*pointer, key), code, message, path, f'{key}: "…"')
        if self.sources is None:
            self._remember(path, "house", entry.get("house", ""), entry)
        else:
            self._law(path, pointer, entry, self.sources)

    def _unknown(self, path: str, pointer: Pointer, key: str, known: tuple[str, ...]) -> None:
        message, near = f"there is no '{key}' beside a value", nearest(key, known)
        self._say(pointer, "unknown-key", message, path, ", ".join(known), near, key=True)

    def _law(
        self,
        path: str,
        pointer: Pointer,
        entry: dict[str, Any],
        sources: Mapping[str, tuple[str, ...]],
    ) -> None:
        """A book's value has exactly one of cite, silent and assumed."""
        given: list[Kind] = [kind for kind in BOOK_KINDS if kind in entry]
        if len(given) != 1:
            if given:
                names = " and ".join(f"'{kind}'" for kind in given)
                code, message = "two-provenances", f"{names} contradict each other"
            else:
                code, message = "no-provenance", "nothing says where this value comes from"
            expected = 'exactly one of cite: "section", silent: "why", assumed: "from what"'
            self._say(pointer, code, message, path, expected)
            return
        kind = given[0]
        if kind == "cite" and _is_text(entry["cite"]) and (bad := uncited(entry["cite"], sources)):
            self._no_section((*pointer, "cite"), path, bad, sources)
        self._remember(path, kind, entry[kind], entry)

    def _no_section(
        self,
        pointer: Pointer,
        path: str,
        bad: tuple[str, str],
        sources: Mapping[str, tuple[str, ...]],
    ) -> None:
        message, wrong = bad
        known = [section for sections in sources.values() for section in sections]
        expected = 'sections of the file\'s sources, as "3.3.1, 3.4.9"'
        near = nearest(wrong, [*known, *sources])
        self._say(pointer, "no-section", message, path, expected, near)

    def _remember(self, path: str, kind: Kind, text: Any, entry: dict[str, Any]) -> None:
        note = entry.get("note", "")
        self.provenance[path] = Provenance(kind, str(text), self.ruleset, str(note))

    def _say(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        path: str,
        expected: str,
        near: str = "",
        *,
        key: bool = False,
    ) -> None:
        self.problems.append(
            self.document.problem(
                pointer, code, message, key=key, path=path, expected=expected, nearest=near
            )
        )


def _is_option(chapter: str, name: str) -> bool:
    """Whether there is such an option; for one that there is not the model has the words."""
    if name in chapters()[chapter].model_fields:
        return True
    return chapter == "yaku" and glossary.alias(name) is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
