"""The examination of a ruleset file: a checked ruleset, or everything that is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from riichi_core.messages import Message, quote
from riichi_core.rules import custom_yaku, library, prepared
from riichi_core.rules.chapters.yaku import LocalYaku, Yaku
from riichi_core.rules.checks import clashes
from riichi_core.rules.clash import ERRORS
from riichi_core.rules.entries import Entries
from riichi_core.rules.extending import (
    ENDLESS,
    ExtendsError,
    base_file,
)
from riichi_core.rules.options import Chapter
from riichi_core.rules.refusals import ChapterRefusals, HeadRefusals
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import (
    LONGEST,
    BookHead,
    HouseHead,
    Provenance,
    Ruleset,
    ShelfHead,
    Source,
)
from riichi_core.source import document as documents
from riichi_core.source.diagnostics import (
    MAX_PROBLEMS,
    Diagnostic,
    Pointer,
    Severity,
    in_file_order,
)
from riichi_core.source.document import SourceDocument


def examine_file(
    path: Path, above: tuple[Path, ...] = ()
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Check a file.

    Args:
        path: the file.
        above: the files that stand on it, the last the nearest.

    Returns:
        As `load.examine`.
    """
    parsed, problems = documents.read(path, str(path))
    if parsed is None:
        return None, in_file_order(problems)
    examination = Examination(parsed, path, above, tuple(problems), list(problems))
    ruleset = examination.run()
    if ruleset is not None and not examination.problems:
        prepared.keep_book(path, ruleset)
    return ruleset, in_file_order(examination.problems)


def examine_document(
    document: SourceDocument, path: Path
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """Check house rules that are part of another file, such as those of a scenario.

    Args:
        document: the house rules, with their places in that file.
        path: that file; the path of a book is taken from there.

    Returns:
        As `load.examine`.
    """
    examination = Examination(document, path)
    ruleset = examination.run()
    return ruleset, in_file_order(examination.problems)


OF_A_BOOK = ("sources", "verified", "result_unit")
"""Keys of a book's head alone: in a file with none of these, `extends` is missing."""


@dataclass(slots=True)
class Examination:
    """One file on its way from a document to a ruleset."""

    document: SourceDocument
    path: Path
    above: tuple[Path, ...] = ()
    refused: tuple[Diagnostic, ...] = ()
    problems: list[Diagnostic] = field(default_factory=list)
    over: Ruleset | None = None

    def run(self) -> Ruleset | None:
        """Make every check, each as far as the earlier ones allow; return what passes them all."""
        data = self.document.data
        if not isinstance(data, dict):
            message = Message("a ruleset is a mapping")
            self._say((), "not-a-ruleset", message, expected="format: 1 …")
            return None
        model = _head_model(data)
        head = self._head(data, model)
        base = self.over
        if base is None and model is not BookHead:
            base = self._base(data.get("extends"), model)
        self._own_id(data.get("ruleset"), model)
        entries = self._entries(data, head, model, base)
        valid = self._chapters(entries, base)
        self._clashes(valid, entries)
        if model is HouseHead and "yaku" in valid:
            self._add(custom_yaku.never_open(entries))
        same = {} if base is None else _same_as_base(valid, base, entries)
        if model is HouseHead and base is not None:
            self._warn_of_same(same, base, entries)
        if head is None or any(p.severity == "error" for p in self.problems):
            return None
        rules = Rules(**valid)  # type: ignore[arg-type]
        if isinstance(head, BookHead):
            return Ruleset.of(head, rules, entries.provenance, head.result_unit, str(self.path))
        assert base is not None
        below = base.provenance if isinstance(head, HouseHead) else _taken_over(base, head.ruleset)
        return replace(
            Ruleset.of(
                head, rules, {**below, **entries.provenance}, base.result_unit, str(self.path)
            ),
            base=base,
            changes=tuple(path for path in entries.places if path not in same),
        )

    # ---- the head --------------------------------------------------------------------------------

    def _head(self, data: dict[str, Any], model: type[AnyHead]) -> AnyHead | None:
        """Return the head of the file; whatever is neither head nor chapter is unknown."""
        values = {key: value for key, value in data.items() if key not in chapters()}
        try:
            return model.model_validate_json(json.dumps(values))
        except ValidationError as error:
            self._add(HeadRefusals(self.document, model).diagnostics(error.errors()))
        return None

    def _own_id(self, name: Any, model: type[AnyHead]) -> None:
        """Refuse the id of a shipped book for other rules, which could be taken for it."""
        ours = library.bases().get(name) if isinstance(name, str) else None
        if ours is None or (model is not HouseHead and self._is_copy(ours)):
            return
        self._say(
            ("ruleset",),
            "taken-id",
            Message("{id} is the id of a book; give these rules one of their own", id=quote(name)),
            path="ruleset",
            expected=Message("another id; to change a book: riichi new NAME --from {id}", id=name),
            severity="error" if model is HouseHead else "warning",
        )

    def _is_copy(self, ours: Path) -> bool:
        """Return True if this is the book's own file, or the same text elsewhere."""
        if self.path == ours:
            return True
        return ours.read_text(encoding="utf-8").splitlines() == list(self.document.lines)[:-1]

    # ---- the base --------------------------------------------------------------------------------

    def _base(self, name: Any, model: type[AnyHead]) -> Ruleset | None:
        """Return the book that is extended, or for house rules also other rules."""
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST:
            return None  # the head says so
        try:
            base = find_base(name, self.path, self.above)
            if model is ShelfHead and base.base is not None:
                message = Message(
                    "{name} is no book; only a book can be extended", name=quote(name)
                )
                raise ExtendsError(message)
            return base
        except ExtendsError as error:
            expected = Message(
                "the id of a ruleset ({books} …; riichi rulesets) or the path of its file",
                books=", ".join(library.books()),
            )
            self._say(
                ("extends",), error.code, error.message,
                path="extends", expected=expected, near=error.nearest,
            )  # fmt: skip
        return None

    # ---- the options -----------------------------------------------------------------------------

    def _entries(
        self, data: dict[str, Any], head: AnyHead | None, model: type[AnyHead], base: Ruleset | None
    ) -> Entries:
        sources = None if model is HouseHead else _sources(head)
        ruleset, is_complete = data.get("ruleset"), model is BookHead
        entries = Entries(
            self.document,
            ruleset if isinstance(ruleset, str) else "",
            sources,
            is_complete,
            {} if base is None else own_yaku(base.rules),
            library.name_of(self.document.file),
        )
        misspelt = {p.nearest for p in self.problems if p.code == "unknown-key"}
        for chapter in chapters():
            if chapter in data:
                entries.split(chapter)
            elif is_complete and entries.has_no_word_of(chapter):
                entries.values[chapter] = {}
            elif is_complete:
                entries.broken.add(chapter)
                if chapter not in misspelt:
                    message = Message("the chapter '{chapter}' is missing", chapter=chapter)
                    self._say((), "missing-key", message, expected=f"{chapter}:")
        if is_complete:
            entries.fill_unregulated()
        if head is None and sources is not None:  # the sections are not known then
            entries.problems = [p for p in entries.problems if p.code != "no-section"]
        custom_yaku.gather(entries)
        self._add(entries.problems)
        return entries

    def _chapters(self, entries: Entries, base: Ruleset | None) -> dict[str, Chapter]:
        """Return the chapters that are valid by themselves, the file's values over the base's."""
        valid: dict[str, Chapter] = {}
        for name, model in chapters().items():
            if name in entries.broken:
                continue
            if not entries.is_complete and not entries.values.get(name):
                if base is not None:
                    valid[name] = getattr(base.rules, name)
                continue
            below = base.rules.written(name) if base is not None else {}
            values = {**below, **entries.values.get(name, {})}
            if (chapter := self._chapter(name, model, values, entries)) is not None:
                valid[name] = chapter
        return valid

    def _chapter(
        self, name: str, model: type[Chapter], values: Mapping[str, Any], entries: Entries
    ) -> Chapter | None:
        is_yaku = name == "yaku"
        ids = custom_yaku.ids(values) if is_yaku else ()
        try:
            # Strict models take a list for a tuple only from JSON.
            return model.model_validate_json(
                json.dumps(custom_yaku.model_values(values) if is_yaku else values)
            )
        except ValidationError as error:
            most = max(0, MAX_PROBLEMS - len(self.problems))
            reader = ChapterRefusals(self.document, model, (name,), entries.places, ids, most=most)
            self._add(reader.diagnostics(_own_faults(error, reader, entries)))
        return None

    # ---- across options --------------------------------------------------------------------------

    def _clashes(self, valid: Mapping[str, Chapter], entries: Entries) -> None:
        for clash in clashes(valid):
            mine = [path for path in clash.paths if path in entries.places]
            if not mine or (clash.left_out and entries.sources is not None):
                continue  # the book's own business
            path = mine[0]
            problem = self.document.problem(
                entries.places[path],
                clash.code,
                clash.message,
                path=path,
                expected=clash.expected,
                severity="error" if clash.code in ERRORS else "warning",
            )
            others = tuple(one for one in clash.paths if one != path)
            self.problems.append(replace(problem, also=others))

    def _warn_of_same(self, same: Iterable[str], base: Ruleset, entries: Entries) -> None:
        """Warn of options of house rules that are as in the book anyway."""
        for path in same:
            message = Message("this is what {book} has anyway", book=base.id)
            self._say(entries.places[path], "same-as-base", message, path=path, severity="warning")

    # ---- problems --------------------------------------------------------------------------------

    def _add(self, found: Iterable[Diagnostic]) -> None:
        """Take up problems, but not what only follows from something refused in the same place."""
        refused = [p.span for p in self.refused]
        self.problems.extend(p for p in found if not any(map(p.span.touches, refused)))

    def _say(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        *,
        path: str = "",
        expected: str = "",
        near: str = "",
        severity: Severity = "error",
    ) -> None:
        problem = self.document.problem(
            pointer, code, message, path=path, expected=expected, nearest=near, severity=severity
        )
        self.problems.append(problem)


AnyHead = BookHead | ShelfHead | HouseHead


def _head_model(data: Mapping[str, Any]) -> type[AnyHead]:
    """Return the kind of head that a file has: a book's, one of the shelf, or that of a club."""
    if "extends" in data:
        return ShelfHead if "sources" in data else HouseHead
    return BookHead if any(key in data for key in OF_A_BOOK) else HouseHead


def _own_faults(
    error: ValidationError, chapter: ChapterRefusals, entries: Entries
) -> list[ErrorDetails]:
    """Return the faults of a chapter that are the file's own and not reported yet.

    House rules state no option that they do not change: where one is missing, the book is.
    """
    return [
        fault
        for fault in error.errors()
        if chapter.option(fault["loc"]) not in entries.broken
        and not (not entries.is_complete and fault["type"] == "missing" and len(fault["loc"]) == 1)
    ]


def own_yaku(rules: Rules) -> dict[str, Any]:
    """Return the yaku that clubs define themselves, as a file writes them."""
    written = rules.written("yaku")
    return {yaku.id: written[yaku.id] for yaku in rules.yaku.local if yaku.definition is not None}


def _same_as_base(valid: Mapping[str, Chapter], base: Ruleset, entries: Entries) -> dict[str, None]:
    """Return the paths of the options of a file that are as in its book, in its order."""
    same: dict[str, None] = {}
    for path in entries.places:
        chapter, name = path.split(".", 1)
        if chapter in valid and _agrees(valid[chapter], getattr(base.rules, chapter), name):
            same[path] = None
    return same


def _taken_over(base: Ruleset, ruleset: str) -> dict[str, Provenance]:
    """Return for each option of a book that no source of another ruleset speaks of it."""
    why = Message("as {book}", book=base.id)
    return dict.fromkeys(base.provenance, Provenance("assumed", why, ruleset))


def _agrees(mine: Chapter, of_base: Chapter, name: str) -> bool:
    """Return True if an option of a file is as in its book, where most yaku have no worth."""
    if name in type(mine).model_fields:
        return bool(getattr(mine, name) == getattr(of_base, name))
    assert isinstance(mine, Yaku)
    assert isinstance(of_base, Yaku)
    there = next(
        (yaku for yaku in of_base.local if yaku.id == name), LocalYaku(id=name, worth="none")
    )
    here = next((yaku for yaku in mine.local if yaku.id == name), None)
    return here is not None and (here.worth, here.definition) == (there.worth, there.definition)


def _sources(head: AnyHead | None) -> Mapping[str, Source]:
    return {} if head is None or isinstance(head, HouseHead) else head.sources


# ---- what a file extends -------------------------------------------------------------------------


def find_base(name: str, extending: Path, above: tuple[Path, ...] = ()) -> Ruleset:
    """Return the ruleset that a file extends: one of ours by its id, or a file beside it.

    Args:
        name: what the file says.
        extending: the file.
        above: the files that extend it in turn, the last the nearest.

    Raises:
        ExtendsError: there is no such ruleset, it cannot be extended, or it has errors of its own.
    """
    path = base_file(name, extending, above)
    if known := prepared.known(path):
        return known
    found, problems = examine_file(path, (*above, extending.resolve()))
    if found is None:
        for problem in problems:
            if problem.code in ENDLESS:
                raise ExtendsError(problem.message, code=problem.code)
        errors = sum(problem.severity == "error" for problem in problems)
        raise ExtendsError(
            Message.counted(
                "{name} has {n} error of its own; check it first",
                "{name} has {n} errors of its own; check it first",
                errors,
                name=quote(name),
            )
        )
    return found
