"""Split the chapters of a ruleset file into a plain value and a provenance for each option.

A book writes `winners: {value: head_bump, cite: "9.1"}`, house rules write `winners: head_bump`.
Both become `values["claims"]["winners"]` and `provenance["claims.winners"]`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from riichi_core.files.notes import Notes
from riichi_core.files.problem import Pointer
from riichi_core.messages import Message, quote
from riichi_core.rules import glossary, library
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import (
    BOOK_KINDS,
    BOOK_REMARKS,
    HOUSE_KINDS,
    HOUSE_REMARKS,
    NOT_LOOKED_UP,
    UNREGULATED,
    Provenance,
    ProvenanceKind,
    Source,
    citation_problem,
    grade_of,
)
from riichi_core.spelling import closest_word

HOUSE_KEYS = ("value", *HOUSE_KINDS, *HOUSE_REMARKS)
BOOK_KEYS = ("value", *BOOK_KINDS, *BOOK_REMARKS)


@dataclass(slots=True)
class FileOptions(Notes):
    """The options that a file sets, each with its value and provenance.

    Attributes:
        ruleset: the id of the ruleset.
        sources: the documents that it may cite; None for house rules, which have no citations.
        is_complete: False for a file that extends another and may leave options out.
        base_yaku: the yaku that the base itself defines, as written in a file.
        file: the name of the file in the provenance of its values.
        values: the plain values, chapter by chapter.
        places: the place of each option's value in the document.
        provenance: the source of each value.
        broken: options without a usable value, each already reported.
    """

    ruleset: str
    sources: Mapping[str, Source] | None
    is_complete: bool
    base_yaku: Mapping[str, Any] = field(default_factory=dict)
    file: str = ""
    values: dict[str, dict[str, Any]] = field(default_factory=dict)
    places: dict[str, Pointer] = field(default_factory=dict)
    provenance: dict[str, Provenance] = field(default_factory=dict)
    broken: set[str] = field(default_factory=set)

    def path_of(self, pointer: Pointer) -> str:
        """Return the option or the chapter of a place."""
        return ".".join(map(str, pointer[:2]))

    def split(self, chapter: str) -> None:
        """Split one chapter of the document into values and provenance."""
        data = self.document.data
        assert isinstance(data, dict)
        options = data[chapter]
        self.values[chapter] = {}
        if options is None and not self.is_complete:
            return  # a chapter with only comments changes nothing
        if not isinstance(options, dict):
            message = Message("a chapter contains options")
            self.note((chapter,), "wrong-type", message, "option: value")
            self.broken.add(chapter)
            return
        for name, entry in options.items():
            self._take_entry(chapter, name, entry)

    def fill_unregulated(self) -> None:
        """Fill in options that a book leaves out, if they have an `unregulated` value.

        Somebody has looked in the book for the options that the file lists, and in every shipped
        book for those that name the day (`looked_for`), but not for the others.
        """
        for index, path in self._named_unregulated():
            self._take_unregulated(path, ("unregulated", index))
        for path, option in options().items():
            stated = path in self.places or path in self.broken
            if option.unregulated is not None and not stated:
                found_nothing = self._shipped_and_verified() <= option.looked_for
                self._fill_in(path, UNREGULATED if found_nothing else NOT_LOOKED_UP)

    def can_be_left_out(self, chapter: str) -> bool:
        """Return True if a book need not state any option of a chapter."""
        return all(
            option.unregulated is not None
            for path, option in options().items()
            if path.partition(".")[0] == chapter
        )

    def _shipped_and_verified(self) -> str:
        """Return the day on which a shipped book was verified; for others, the last of all."""
        data = self.document.data
        verified = data.get("verified") if isinstance(data, dict) else None
        is_shipped = self.ruleset in library.books() and isinstance(verified, str)
        return str(verified) if is_shipped else "9999-12-31"

    def _named_unregulated(self) -> Iterator[tuple[int, str]]:
        """Yield the index and path of each option that the file lists as unregulated."""
        data = self.document.data
        named = data.get("unregulated") if isinstance(data, dict) else None
        for index, path in enumerate(named if isinstance(named, list) else ()):
            if isinstance(path, str):
                yield index, path

    def own_yaku_names(self) -> list[str]:
        """Return the names that the file's own yaku chapter uses."""
        data = self.document.data
        yaku = data.get("yaku") if isinstance(data, dict) else None
        return list(yaku) if isinstance(yaku, dict) else []

    def _take_unregulated(self, path: str, pointer: Pointer) -> None:
        option, chapter = options().get(path), path.partition(".")[0]
        if option is None:
            message = Message("there is no option {path}", path=quote(path))
            near = glossary.closest_option(path)
            self.note(
                pointer, "no-option", message, "paths of options, e.g. dora.ura", near, path=path
            )
        elif option.unregulated is None:
            message = Message("{path} has no value for books that do not mention it", path=path)
            expected = Message("its value in the chapter '{chapter}'", chapter=chapter)
            self.note(pointer, "no-value", message, expected, path=path)
        elif path in self.places:
            message = Message("{path} has a value in its chapter already", path=path)
            self.note(pointer, "duplicate-key", message, path=path)
        elif chapter in self.values:
            self.places[path] = pointer
            self._fill_in(path, UNREGULATED)

    def _fill_in(self, path: str, why: str) -> None:
        chapter, _, name = path.partition(".")
        if chapter in self.values:
            self.values[chapter][name] = options()[path].unregulated
            self.provenance[path] = Provenance("silent", why, self.ruleset)

    def _take_entry(self, chapter: str, name: str, entry: Any) -> None:
        path, pointer = f"{chapter}.{name}", (chapter, name)
        if isinstance(entry, dict) and "value" in entry:
            self.values[chapter][name] = entry["value"]
            self.places[path] = (*pointer, "value")
            self._take_keys(path, pointer, entry)
        elif self.sources is not None and _is_option(chapter, name):
            self.broken.add(path)
            self._no_value(pointer, entry)
        else:
            self.values[chapter][name] = entry
            self.places[path] = pointer
            self._set_source(path, "house", "", {})

    def _no_value(self, pointer: Pointer, entry: Any) -> None:
        shape = '{value: …, cite: "section"}'
        if isinstance(entry, dict) and set(entry) & set(BOOK_KEYS):
            self.note(pointer, "no-value", Message("'value' is missing"), shape)
            return
        message = Message("a book's value says where it comes from")
        self.note(pointer, "no-provenance", message, shape)

    def _take_keys(self, path: str, pointer: Pointer, entry: dict[str, Any]) -> None:
        known = HOUSE_KEYS if self.sources is None else BOOK_KEYS
        for key, text in entry.items():
            if key == "note" and key not in known:
                self._no_kind_of_note((*pointer, key))
            elif key not in known:
                message = Message("{key} is not allowed next to a value", key=quote(key))
                near, place = closest_word(key, known), (*pointer, key)
                self.note(place, "unknown-key", message, ", ".join(known), near, key=True)
            elif key != "value" and not _is_text(text):
                self._no_text((*pointer, key), key, is_empty=isinstance(text, str))
        if self.sources is None:
            kinds: list[ProvenanceKind] = [kind for kind in HOUSE_KINDS if kind in entry]
            if len(kinds) > 1:
                expected = Message('house: "who decided it" or observed: "in which games"')
                self.note(pointer, "two-provenances", _contradiction(kinds), expected)
            kind = kinds[0] if kinds else "house"
            self._set_source(path, kind, entry.get(kind, ""), entry)
        else:
            self._citation(path, pointer, entry, self.sources)

    def _no_kind_of_note(self, pointer: Pointer) -> None:
        message = Message("a book's value takes 'proviso' or 'reading' instead of 'note'")
        expected = Message(
            'proviso: "…" for what the book adds to the rule, reading: "…" for what is read into it'
        )
        self.note(pointer, "unknown-key", message, expected, key=True)

    def _no_text(self, pointer: Pointer, key: str, *, is_empty: bool) -> None:
        expected = f'{key}: "…"'
        if is_empty:
            message = Message("'{key}' is empty", key=key)
            self.note(pointer, "wrong-length", message, expected)
        else:
            message = Message("'{key}' takes a text in quotes", key=key)
            self.note(pointer, "wrong-type", message, expected)

    def _citation(
        self, path: str, pointer: Pointer, entry: dict[str, Any], sources: Mapping[str, Source]
    ) -> None:
        """Read the provenance of a book's value, exactly one of BOOK_KINDS."""
        kinds: list[ProvenanceKind] = [kind for kind in BOOK_KINDS if kind in entry]
        if len(kinds) != 1:
            if kinds:
                code, message = "two-provenances", _contradiction(kinds)
            else:
                code = "no-provenance"
                message = Message("this value has no source")
            expected = Message(
                'exactly one of cite: "section", silent: "why", assumed: "from what", '
                'observed: "in which games"'
            )
            self.note(pointer, code, message, expected)
            return
        kind = kinds[0]
        if (
            kind == "cite"
            and _is_text(entry["cite"])
            and (wrong := citation_problem(entry["cite"], sources))
        ):
            message, wrong_part = wrong
            known = [section for source in sources.values() for section in source.sections]
            near = closest_word(wrong_part, [*known, *sources])
            expected = Message('sections of the file\'s sources, as "3.3.1, 3.4.9"')
            self.note((*pointer, "cite"), "no-section", message, expected, near)
        self._set_source(path, kind, entry[kind], entry)

    def _set_source(
        self, path: str, kind: ProvenanceKind, text: Any, entry: dict[str, Any]
    ) -> None:
        grade = grade_of(str(text), self.sources or {}) if kind == "cite" else None
        line = self.document.span(self.places[path]).line
        place = f"{self.file}:{line}" if self.sources is None and self.file else ""
        self.provenance[path] = Provenance(
            kind,
            str(text),
            self.ruleset,
            proviso=str(entry.get("proviso", "")),
            reading=str(entry.get("reading", "")),
            note=str(entry.get("note", "")),
            grade=grade,
            place=place,
        )


def _contradiction(kinds: list[ProvenanceKind]) -> Message:
    if len(kinds) == 2:
        return Message("'{one}' and '{other}' contradict each other", one=kinds[0], other=kinds[1])
    return Message("{kinds} contradict each other", kinds=", ".join(map(quote, kinds)))


def _is_option(chapter: str, name: str) -> bool:
    """Return True if the option exists; the model reports one that does not."""
    if name in chapters()[chapter].model_fields:
        return True
    return chapter == "yaku" and glossary.yaku_named(name) is not None


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())
