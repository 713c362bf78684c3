"""The examination of a ruleset file: a checked ruleset, or all that is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from riichi_core.files import yaml_document as documents
from riichi_core.files.accepted_values import Location
from riichi_core.files.model_problems import KeyAdvice, ModelProblems
from riichi_core.files.problem import (
    MAX_PROBLEMS,
    Pointer,
    Problem,
    Severity,
    in_file_order,
)
from riichi_core.files.yaml_document import SourceDocument
from riichi_core.messages import Message, quote
from riichi_core.rules import custom_yaku, library, prepared
from riichi_core.rules.chapters.yaku import LocalYaku, Yaku
from riichi_core.rules.checks import ERRORS, conflicts
from riichi_core.rules.glossary import option_named
from riichi_core.rules.library import (
    ENDLESS,
    ExtendsError,
    base_file,
)
from riichi_core.rules.options import Chapter
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import (
    LONGEST_HEAD_TEXT,
    BookHead,
    HouseHead,
    Provenance,
    Ruleset,
    ShelfHead,
    Source,
)
from riichi_core.rules.ruleset_file import Entries
from riichi_core.spelling import closest_word


@dataclass(frozen=True, slots=True)
class HeadProblems(ModelProblems):
    """The problems of the head of a file, in words."""

    def key_advice(self, name: str) -> KeyAdvice | None:
        """Return advice on an unknown key of the top, which may stand for a chapter too."""
        if advice := _key_advice(name, ""):
            return advice
        keys = ModelProblems.keys(self)
        return (
            Message("{name} is neither a chapter nor a part of the head", name=quote(name)),
            Message("a chapter, or one of {keys}", keys=", ".join(keys)),
            closest_word(name, [*keys, *chapters()]),
        )


@dataclass(frozen=True, slots=True)
class ChapterProblems(ModelProblems):
    """The problems of one chapter, in words.

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
        """Return the path of the option in which an error is; empty for an error of the whole."""
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
            if (option := self._options.get(pointer[:end])) is not None:
                path, rest = option, pointer[end:]
                break
        inner = ModelProblems.path(self, rest)
        return f"{path}{'' if inner[:1] in ('', '[') else '.'}{inner}" if path else inner

    def keys(self) -> list[str]:
        """Return the names of the options."""
        return [name for name in ModelProblems.keys(self) if name != "local"]

    def key_advice(self, name: str) -> KeyAdvice | None:
        """Return advice on an option that is in another chapter, or is called otherwise here."""
        return _key_advice(name, self.chapter)

    def not_a_value(self, name: str) -> Message:
        """Return the sentence for a word that is not among the values of an option."""
        return Message("{name} is not a value of this option", name=name)


def _key_advice(name: str, here: str) -> KeyAdvice | None:
    having = [chapter for chapter, model in chapters().items() if name in model.model_fields]
    if home := next((chapter for chapter in having if chapter != here), ""):
        return (
            Message(
                "{name} is an option of the chapter '{chapter}'", name=quote(name), chapter=home
            ),
            Message("it under '{chapter}:', indented by two spaces", chapter=home),
            "",
        )
    if (path := option_named(name)) is not None:
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


def examine_file(path: Path, above: tuple[Path, ...] = ()) -> tuple[Ruleset | None, list[Problem]]:
    """Check a file.

    Args:
        path: the file.
        above: the files that extend it in turn, the last the nearest.

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


def examine_document(document: SourceDocument, path: Path) -> tuple[Ruleset | None, list[Problem]]:
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


BOOK_ONLY_KEYS = ("sources", "verified", "result_unit")
"""Keys that only the head of a book has: a file with none of these lacks `extends`."""


@dataclass(slots=True)
class Examination:
    """The checks that make a ruleset of a document.

    Attributes:
        document: the file.
        path: where it is, from where paths of books start.
        above: the files that extend it in turn, the last the nearest.
        parse_problems: what reading the YAML found already.
        problems: all that is wrong with it, as far as it was checked.
        laid_over: the ruleset that it changes, if no `extends` says so.
    """

    document: SourceDocument
    path: Path
    above: tuple[Path, ...] = ()
    parse_problems: tuple[Problem, ...] = ()
    problems: list[Problem] = field(default_factory=list)
    laid_over: Ruleset | None = None

    def run(self) -> Ruleset | None:
        """Make every check, as far as earlier ones allow; return the ruleset that passes all."""
        data = self.document.data
        if not isinstance(data, dict):
            message = Message("a ruleset is a mapping")
            self._note((), "not-a-ruleset", message, expected="format: 1 …")
            return None
        model = _head_model(data)
        head = self._head(data, model)
        base = self.laid_over
        if base is None and model is not BookHead:
            base = self._base(data.get("extends"), model)
        self._own_id(data.get("ruleset"), model)
        entries = self._entries(data, head, model, base)
        valid_chapters = self._chapters(entries, base)
        self._note_conflicts(valid_chapters, entries)
        if model is HouseHead and "yaku" in valid_chapters:
            self._add_problems(custom_yaku.never_open_warnings(entries))
        unchanged = {} if base is None else _same_as_base(valid_chapters, base, entries)
        if model is HouseHead and base is not None:
            self._warn_of_same(unchanged, base, entries)
        if head is None or any(p.severity == "error" for p in self.problems):
            return None
        rules = Rules(**valid_chapters)  # type: ignore[arg-type]
        if isinstance(head, BookHead):
            return Ruleset.of(head, rules, entries.provenance, head.result_unit, str(self.path))
        assert base is not None
        inherited = (
            base.provenance if isinstance(head, HouseHead) else _assumed_from(base, head.ruleset)
        )
        provenance = {**inherited, **entries.provenance}
        changes = tuple(path for path in entries.places if path not in unchanged)
        ruleset = Ruleset.of(head, rules, provenance, base.result_unit, str(self.path))
        return replace(ruleset, base=base, changes=changes)

    # ---- the head --------------------------------------------------------------------------------

    def _head(self, data: dict[str, Any], model: type[AnyHead]) -> AnyHead | None:
        """Return the head of the file; whatever is neither head nor chapter is unknown."""
        values = {key: value for key, value in data.items() if key not in chapters()}
        try:
            return model.of_plain(values)
        except ValidationError as error:
            self._add_problems(HeadProblems(self.document, model).problems(error.errors()))
        return None

    def _own_id(self, name: Any, model: type[AnyHead]) -> None:
        """Refuse the id of a shipped book for other rules, which could be taken for it."""
        book_file = library.bases().get(name) if isinstance(name, str) else None
        if book_file is None or (model is not HouseHead and self._is_copy(book_file)):
            return
        self._note(
            ("ruleset",),
            "taken-id",
            Message("{id} is the id of a book; give these rules one of their own", id=quote(name)),
            path="ruleset",
            expected=Message("another id; to change a book: riichi new NAME --from {id}", id=name),
            severity="error" if model is HouseHead else "warning",
        )

    def _is_copy(self, book_file: Path) -> bool:
        """Return True if this is the book's own file, or the same text elsewhere."""
        if self.path == book_file:
            return True
        return book_file.read_text(encoding="utf-8").splitlines() == list(self.document.lines)[:-1]

    # ---- the base --------------------------------------------------------------------------------

    def _base(self, name: Any, model: type[AnyHead]) -> Ruleset | None:
        """Return the book that is extended, or for house rules also other rules."""
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_HEAD_TEXT:
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
            self._note(
                ("extends",), error.code, error.message,
                path="extends", expected=expected, near=error.nearest,
            )  # fmt: skip
        return None

    # ---- the options -----------------------------------------------------------------------------

    def _entries(
        self, data: dict[str, Any], head: AnyHead | None, model: type[AnyHead], base: Ruleset | None
    ) -> Entries:
        sources = None if model is HouseHead else _sources(head)
        ruleset_id, is_complete = data.get("ruleset"), model is BookHead
        entries = Entries(
            self.document,
            ruleset_id if isinstance(ruleset_id, str) else "",
            sources,
            is_complete,
            {} if base is None else own_yaku(base.rules),
            library.display_name(self.document.file),
        )
        misspelt = {p.nearest for p in self.problems if p.code == "unknown-key"}
        for chapter in chapters():
            if chapter in data:
                entries.split(chapter)
            elif is_complete and entries.can_be_left_out(chapter):
                entries.values[chapter] = {}
            elif is_complete:
                entries.broken.add(chapter)
                if chapter not in misspelt:
                    message = Message("the chapter '{chapter}' is missing", chapter=chapter)
                    self._note((), "missing-key", message, expected=f"{chapter}:")
        if is_complete:
            entries.fill_unregulated()
        if head is None and sources is not None:  # the sections are not known then
            entries.problems = [p for p in entries.problems if p.code != "no-section"]
        custom_yaku.resolve_yaku(entries)
        self._add_problems(entries.problems)
        return entries

    def _chapters(self, entries: Entries, base: Ruleset | None) -> dict[str, Chapter]:
        """Return the chapters that are valid by themselves, the file's values over the base's."""
        valid_chapters: dict[str, Chapter] = {}
        for name, model in chapters().items():
            if name in entries.broken:
                continue
            if not entries.is_complete and not entries.values.get(name, {}):
                if base is not None:
                    valid_chapters[name] = getattr(base.rules, name)
                continue
            base_values = base.rules.written(name) if base is not None else {}
            values = {**base_values, **entries.values.get(name, {})}
            if (chapter := self._chapter(name, model, values, entries)) is not None:
                valid_chapters[name] = chapter
        return valid_chapters

    def _chapter(
        self, name: str, model: type[Chapter], values: Mapping[str, Any], entries: Entries
    ) -> Chapter | None:
        is_yaku = name == "yaku"
        ids = custom_yaku.local_yaku_ids(values) if is_yaku else ()
        try:
            return model.of_plain(custom_yaku.model_values(values) if is_yaku else values)
        except ValidationError as error:
            most = max(0, MAX_PROBLEMS - len(self.problems))
            reader = ChapterProblems(self.document, model, (name,), entries.places, ids, most=most)
            self._add_problems(reader.problems(_own_errors(error, reader, entries)))
        return None

    # ---- across options --------------------------------------------------------------------------

    def _note_conflicts(self, valid: Mapping[str, Chapter], entries: Entries) -> None:
        for conflict in conflicts(valid):
            own_paths = [path for path in conflict.paths if path in entries.places]
            if not own_paths or (conflict.left_out and entries.sources is not None):
                continue  # that is up to the book
            path = own_paths[0]
            problem = self.document.problem(
                entries.places[path],
                conflict.code,
                conflict.message,
                path=path,
                expected=conflict.expected,
                severity="error" if conflict.code in ERRORS else "warning",
            )
            others = tuple(other for other in conflict.paths if other != path)
            self.problems.append(replace(problem, also=others))

    def _warn_of_same(self, unchanged: Iterable[str], base: Ruleset, entries: Entries) -> None:
        """Warn of options of house rules that are as in the book anyway."""
        for path in unchanged:
            message = Message("this is what {book} has anyway", book=base.id)
            self._note(entries.places[path], "same-as-base", message, path=path, severity="warning")

    # ---- problems --------------------------------------------------------------------------------

    def _add_problems(self, problems: Iterable[Problem]) -> None:
        """Note problems, but none that follows from one of the YAML in the same place."""
        unread = [problem.span for problem in self.parse_problems]
        self.problems.extend(p for p in problems if not any(map(p.span.touches, unread)))

    def _note(
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
    return BookHead if any(key in data for key in BOOK_ONLY_KEYS) else HouseHead


def _own_errors(
    error: ValidationError, chapter: ChapterProblems, entries: Entries
) -> list[ErrorDetails]:
    """Return the errors of a chapter that are the file's own and not reported yet.

    House rules state no option that they do not change: where one is missing, the book is.
    """
    return [
        detail
        for detail in error.errors()
        if chapter.option(detail["loc"]) not in entries.broken
        and (entries.is_complete or detail["type"] != "missing" or len(detail["loc"]) != 1)
    ]


def own_yaku(rules: Rules) -> dict[str, Any]:
    """Return the yaku that clubs define themselves, as a file writes them."""
    written = rules.written("yaku")
    return {yaku.id: written[yaku.id] for yaku in rules.yaku.local if yaku.definition is not None}


def _same_as_base(valid: Mapping[str, Chapter], base: Ruleset, entries: Entries) -> dict[str, None]:
    """Return the paths of the options of a file that are as in its book, in its order."""
    unchanged: dict[str, None] = {}
    for path in entries.places:
        chapter, name = path.split(".", 1)
        if chapter in valid and _is_as_in(valid[chapter], getattr(base.rules, chapter), name):
            unchanged[path] = None
    return unchanged


def _assumed_from(base: Ruleset, ruleset: str) -> dict[str, Provenance]:
    """Return, for each option of a book, that another ruleset assumes its value."""
    why = Message("as {book}", book=base.id)
    return dict.fromkeys(base.provenance, Provenance("assumed", why, ruleset))


def _is_as_in(chapter: Chapter, base: Chapter, name: str) -> bool:
    """Return True if an option of a file is as in its book, where most yaku have no worth."""
    if name in type(chapter).model_fields:
        return bool(getattr(chapter, name) == getattr(base, name))
    assert isinstance(chapter, Yaku)
    assert isinstance(base, Yaku)
    unpriced = LocalYaku(id=name, worth="none")
    in_base = next((yaku for yaku in base.local if yaku.id == name), unpriced)
    own = next((yaku for yaku in chapter.local if yaku.id == name), None)
    return own is not None and (own.worth, own.definition) == (in_base.worth, in_base.definition)


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
    if ruleset := prepared.known_ruleset(path):
        return ruleset
    ruleset, problems = examine_file(path, (*above, extending.resolve()))
    if ruleset is None:
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
    return ruleset
