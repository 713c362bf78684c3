"""House rules as the page has them: one file of YAML over a ruleset that comes with the project."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from riichi_app.web.answers import ProblemJson
from riichi_app.web.editing import (
    NAME,
    key_of,
    path_of,
    printable,
    with_head,
    with_value,
    without,
    written,
)
from riichi_app.web.rulesets import shipped
from riichi_core.language import Translator
from riichi_core.messages import Message, quote
from riichi_core.rules import library
from riichi_core.rules.examination import Examination
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import LONGEST, LONGEST_ID, Ruleset, id_of
from riichi_core.rules.settings import written_value
from riichi_core.source.diagnostics import Diagnostic, in_file_order, nearest
from riichi_core.source.document import SourceDocument, parse

MOST_BYTES = 64 * 1024
"""The longest file of house rules that the page takes."""

FIRST = "ema-2025"
"""The ruleset that an empty page begins with."""

NOT_HERE = ("sources", "verified", "result_unit")
"""Keys of the head of a book or of a ruleset on the shelf, whose values need sources."""


class OwnRules:
    """A file of house rules, and what comes of it; never changed in place.

    Args:
        text: the file.

    Attributes:
        text: likewise; empty where it is too long.
        document: its values with their places; None if it cannot be read at all.
        base: the ruleset that it extends; None if there is none such here.
    """

    def __init__(self, text: str) -> None:
        too_large = len(text.encode("utf-8", "replace")) > MOST_BYTES
        self.text = "" if too_large else text
        self.document: SourceDocument | None = None
        self.base: Ruleset | None = None
        self._parsed: tuple[Diagnostic, ...] = (_too_large(),)
        if not too_large:
            self.document, problems = parse(text, NAME)
            self._parsed = tuple(problems)
            self.base = None if any(key in self.data for key in NOT_HERE) else self._over()

    def _over(self) -> Ruleset | None:
        """Return the ruleset that the file extends, by its id or the name of its newest edition."""
        name = self.data.get("extends")
        known = library.newest().get(name, name) if isinstance(name, str) else None
        return shipped(known) if known in library.shipped() else None

    @cached_property
    def _examined(self) -> tuple[Ruleset | None, tuple[Diagnostic, ...]]:
        """The file checked as `riichi check` would, but that it extends no other file."""
        problems = [*self._parsed]
        ruleset = None
        if self.document is not None and self.base is None:
            problems.append(_no_house_rules(self.document))
        elif self.document is not None:
            path = Path(NAME)
            examination = Examination(self.document, path, (), self._parsed, problems, self.base)
            ruleset = examination.run()
            problems = examination.problems
        return ruleset, tuple(in_file_order(problems))

    @property
    def ruleset(self) -> Ruleset | None:
        """The checked ruleset; None if the file has errors."""
        return self._examined[0]

    @property
    def problems(self) -> tuple[Diagnostic, ...]:
        """All that is wrong with the file, in its order."""
        return self._examined[1]

    @classmethod
    def new(cls, base: str = FIRST, title: str = "") -> OwnRules:
        """Return a file that changes nothing yet."""
        title = printable(title[:LONGEST]).strip() or "My club"
        head = {"format": 1, "ruleset": house_id(title), "title": title, "extends": base}
        return cls(written(head))

    @property
    def data(self) -> Mapping[str, Any]:
        """The values of the file."""
        found = self.document.data if self.document is not None else None
        return found if isinstance(found, dict) else {}

    @property
    def changes(self) -> tuple[str, ...]:
        """The paths of what the file sets, in reading order."""
        given = {path_of(chapter, key) for chapter in chapters() for key in self._chapter(chapter)}
        return (*(path for path in options() if path in given), *sorted(given - {*options()}))

    def value(self, path: str) -> Any:
        """Return what the file gives an option, without what it says of it; None for nothing."""
        entry = self._entry(path)
        return entry["value"] if isinstance(entry, dict) and "value" in entry else entry

    def why(self, path: str) -> str:
        """Return the reason that the file gives for a value."""
        entry = self._entry(path)
        found = entry.get("house") if isinstance(entry, dict) and "value" in entry else None
        return found if isinstance(found, str) else ""

    def _entry(self, path: str) -> Any:
        key = key_of(self.data, path)
        return None if key is None else self._chapter(path.split(".", maxsplit=1)[0])[key]

    def _chapter(self, chapter: str) -> Mapping[str, Any]:
        part = self.data.get(chapter)
        return part if isinstance(part, dict) else {}

    # ---- changes ---------------------------------------------------------------------------------

    def titled(self, title: str) -> OwnRules:
        """Return it under another name; its id follows, if it was made from the name before."""
        if self.document is None or not printable(title).strip():
            return self
        before, title = self.data.get("title"), printable(title).strip()[:LONGEST]
        changed = OwnRules(with_head(self.document, "title", title))
        follows = isinstance(before, str) and self.data.get("ruleset") == house_id(before)
        if not follows or changed.document is None:
            return changed
        return OwnRules(with_head(changed.document, "ruleset", house_id(title)))

    def over(self, base: str) -> OwnRules:
        """Return it over another ruleset, without what is so there anyway."""
        if self.document is None:
            return self
        return OwnRules(with_head(self.document, "extends", base)).without_same()

    def without_same(self) -> OwnRules:
        """Return it without the values that are as in the base."""
        same = [problem.path for problem in self.problems if problem.code == "same-as-base"]
        found = self
        for path in same:
            found = found.without(path)
        return found

    def having(self, path: str, value: Any, why: str | None = None) -> OwnRules:
        """Return it with another value of an option, or without it where it is as in the base."""
        if self.document is None or self.base is None:
            return self
        wanted = self.canonical(path, value)
        if wanted == written_value(self.base, path):
            return self.without(path)
        return OwnRules(with_value(self.document, path, wanted, why))

    def without(self, path: str) -> OwnRules:
        """Return it without an option, which then is as in the base."""
        if self.document is None:
            return self
        return OwnRules(without(self.document, path))

    def canonical(self, path: str, value: Any) -> Any:
        """Return a value as the rules write it; one that they refuse stays as it is."""
        if self.base is None or path not in options():
            return value
        try:
            return self.base.rules.changed({path: value}).written_value(path)
        except ValidationError:
            return value


def house_id(title: str) -> str:
    """Return the id of house rules of this name, which is that of no shipped ruleset."""
    found = id_of(title)
    if found and found not in library.shipped():
        return found
    return f"{found or 'my'}-club"[-LONGEST_ID:].strip("-")


def _too_large() -> Diagnostic:
    document = SourceDocument.of({}, NAME)
    message = Message("the file is larger than {bytes} bytes", bytes=str(MOST_BYTES))
    return document.problem((), "too-large", message)


def _no_house_rules(document: SourceDocument) -> Diagnostic:
    name = document.data.get("extends") if isinstance(document.data, dict) else None
    message = Message("house rules on this page extend a ruleset that comes with riichi")
    if isinstance(name, str) and name:
        message = Message("there is no ruleset {name} on this page", name=quote(name))
    near = nearest(name, library.shipped()) if isinstance(name, str) else ""
    expected = Message("one of {known}", known=", ".join(library.shipped()))
    return document.problem(
        ("extends",), "bad-extends", message, path="extends", expected=expected, nearest=near
    )


def problem_json(one: Diagnostic, tr: Translator) -> ProblemJson:
    """Return a problem in a language."""
    return {
        "path": one.path,
        "code": one.code,
        "severity": one.severity,
        "text": tr(one.message),
        "expected": tr(one.expected) if one.expected else "",
        "nearest": one.nearest,
        "line": one.span.line,
        "also": list(one.also),
    }
