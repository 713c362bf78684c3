"""Check ruleset files: return a `Ruleset`, or all problems of the file or document.

`RulesetCheck.run` checks in this order: the head, the base that the file extends, each option,
each chapter, and conflicts between options.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from riichi_core.files import yaml_document as documents
from riichi_core.files.accepted_values import Location
from riichi_core.files.model_problems import KeyAdvice, ModelProblems
from riichi_core.files.notes import Notes
from riichi_core.files.problem import MAX_PROBLEMS, Pointer, Problem, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message, quote
from riichi_core.rules import custom_yaku, library, prepared
from riichi_core.rules.chapters.yaku import BOOK_YAKU, LocalYaku, Yaku
from riichi_core.rules.checks import ERRORS, conflicts
from riichi_core.rules.fixes import mends_of
from riichi_core.rules.glossary import option_named
from riichi_core.rules.library import file_beside, is_file, looks_like_path
from riichi_core.rules.options import Chapter
from riichi_core.rules.rules import Rules, chapters
from riichi_core.rules.ruleset import (
    LONGEST_HEAD_TEXT,
    BookHead,
    HouseHead,
    Ruleset,
    ShelfHead,
    assumed_from,
)
from riichi_core.rules.ruleset_file import FileOptions
from riichi_core.rules.words import vocabularies
from riichi_core.spelling import closest_word


def examine_file(path: Path, above: tuple[Path, ...] = ()) -> tuple[Ruleset | None, list[Problem]]:
    """Check a ruleset file.

    Args:
        path: the file.
        above: the files that extend it in turn, the nearest last.

    Returns:
        As `load.examine`.
    """
    parsed, problems = documents.read(path, str(path))
    if parsed is None:
        return None, in_file_order(problems)
    check = RulesetCheck(parsed, path, above, unread=problems)
    ruleset = check.run()
    if ruleset is not None and not check.problems:
        prepared.cache_book(path, ruleset)
    return ruleset, in_file_order(check.problems)


def examine_document(
    document: SourceDocument, path: Path, parse_problems: Sequence[Problem] = ()
) -> tuple[Ruleset | None, list[Problem]]:
    """Check a ruleset that is part of another file, as in a scenario, or in no file.

    Args:
        document: the ruleset, with its places in that file.
        path: that file; paths in `extends` start in its folder.
        parse_problems: the problems that the YAML parser found.

    Returns:
        As `load.examine`.
    """
    check = RulesetCheck(document, path, unread=parse_problems)
    ruleset = check.run()
    return ruleset, in_file_order(check.problems)


BOOK_ONLY_KEYS = ("sources", "verified", "result_unit")
"""Keys that only the head of a book has; a file without any of these needs `extends`."""


@dataclass(slots=True)
class RulesetCheck(Notes):
    """The check of one document, which makes a ruleset from it.

    Attributes:
        path: the path of the file; paths in `extends` start in its folder.
        above: the files that extend it in turn, the nearest last.
        laid_over: the ruleset that it changes, if it has no `extends`.
    """

    path: Path
    above: tuple[Path, ...] = ()
    laid_over: Ruleset | None = None

    def __post_init__(self) -> None:
        self.problems = [*self.unread]

    def run(self) -> Ruleset | None:
        """Return the ruleset, or None if there is an error; `problems` then lists all of them."""
        data = self.document.data
        if not isinstance(data, dict):
            message = Message("a ruleset is a mapping")
            self.note((), "not-a-ruleset", message, expected="format: 1 …")
            return None
        model = _head_model(data)
        head = self._head(data, model)
        base = self.laid_over
        if base is None and model is not BookHead:
            base = self._base(data.get("extends"), model)
        self._own_id(data.get("ruleset"), model)
        if head is not None and head.words is not None:
            self._words(head.words)
        options = self._options(data, head, model, base)
        valid_chapters = self._chapters(options, base)
        self._note_conflicts(valid_chapters, options)
        if model is HouseHead and "yaku" in valid_chapters:
            custom_yaku.warn_of_never_open(options, self)
        unchanged = {} if base is None else _same_as_base(valid_chapters, base, options)
        if model is HouseHead and base is not None:
            self._warn_of_same(unchanged, base, options)
        if head is None or any(p.severity == "error" for p in self.problems):
            return None
        rules = Rules.model_construct(**valid_chapters)  # type: ignore[arg-type]
        if isinstance(head, BookHead):
            return Ruleset.of(head, rules, options.provenance, head.result_unit, str(self.path))
        assert base is not None
        inherited = (
            base.provenance
            if isinstance(head, HouseHead)
            else dict.fromkeys(base.provenance, assumed_from(base, head.ruleset))
        )
        provenance = {**inherited, **options.provenance}
        changes = tuple(path for path in options.places if path not in unchanged)
        ruleset = Ruleset.of(head, rules, provenance, base.result_unit, str(self.path))
        return replace(ruleset, base=base, changes=changes)

    # ---- the head --------------------------------------------------------------------------------

    def _head(self, data: dict[str, Any], model: type[AnyHead]) -> AnyHead | None:
        """Return the head of the file; other keys must be chapters."""
        values = {key: value for key, value in data.items() if key not in chapters()}
        try:
            return model.of_plain(values)
        except ValidationError as error:
            self.add(HeadProblems(self.document, model).take(error.errors()))
        return None

    def _own_id(self, name: Any, model: type[AnyHead]) -> None:
        """Reject the id of a shipped book for other rules, because readers could confuse the two.

        Only house rules get an error; other files get a warning.
        """
        book_file = library.bases().get(name) if isinstance(name, str) else None
        if book_file is None or (model is not HouseHead and self._is_copy(book_file)):
            return
        self.note(
            ("ruleset",),
            "taken-id",
            Message("{id} is the id of a book; give these rules one of their own", id=quote(name)),
            path="ruleset",
            expected=Message(
                "another id; to change a book: riichi new NAME --extends {id}", id=name
            ),
            severity="error" if model is HouseHead else "warning",
        )

    def _words(self, name: str) -> None:
        """Report a vocabulary that is not known."""
        if name not in vocabularies():
            self.note(
                ("words",),
                "unknown-words",
                Message("there is no vocabulary {name}", name=quote(name)),
                path="words",
                expected=", ".join(vocabularies()),
                near=closest_word(name, vocabularies()),
            )

    def _is_copy(self, book_file: Path) -> bool:
        """Return True if this is the book's own file, or a copy with the same text."""
        if self.path == book_file:
            return True
        return book_file.read_text(encoding="utf-8").splitlines() == list(self.document.lines)[:-1]

    # ---- the base --------------------------------------------------------------------------------

    def _base(self, name: Any, model: type[AnyHead]) -> Ruleset | None:
        """Return the ruleset that the file extends; None if it is missing or wrong."""
        if not isinstance(name, str) or not 0 < len(name) <= LONGEST_HEAD_TEXT:
            return None  # _head reports it
        try:
            base = _find_base(name, self.path, self.above)
            if model is ShelfHead and base.base is not None:
                message = Message(
                    "{name} is not a book; only a book can be extended", name=quote(name)
                )
                raise ExtendsError(message)
            return base
        except ExtendsError as error:
            expected = Message(
                "the id of a ruleset ({books} …; riichi rulesets) or the path of its file",
                books=", ".join(library.books()),
            )
            self.note(
                ("extends",), error.code, error.message,
                path="extends", expected=expected, near=error.suggestion,
            )  # fmt: skip
        return None

    # ---- the options -----------------------------------------------------------------------------

    def _options(
        self, data: dict[str, Any], head: AnyHead | None, model: type[AnyHead], base: Ruleset | None
    ) -> FileOptions:
        """Return the options of the file, each as a plain value with its provenance."""
        sources = None if model is HouseHead else getattr(head, "sources", {})
        ruleset_id, is_complete = data.get("ruleset"), model is BookHead
        options = FileOptions(
            self.document,
            ruleset_id if isinstance(ruleset_id, str) else "",
            sources,
            is_complete,
            {} if base is None else _own_yaku(base.rules),
            library.display_name(self.document.file),
        )
        misspelt = {p.suggestion for p in self.problems if p.code == "unknown-key"}
        for chapter in chapters():
            if chapter in data:
                options.split(chapter)
            elif is_complete and options.can_be_left_out(chapter):
                options.values[chapter] = {}
            elif is_complete:
                options.broken.add(chapter)
                if chapter not in misspelt:
                    message = Message("the chapter '{chapter}' is missing", chapter=chapter)
                    self.note((), "missing-key", message, expected=f"{chapter}:")
        if is_complete:
            options.fill_unregulated()
        if head is None and sources is not None:  # the sections are unknown in this case
            options.problems = [p for p in options.problems if p.code != "no-section"]
        custom_yaku.resolve_yaku(options)
        self.add(options.problems)
        return options

    def _chapters(self, options: FileOptions, base: Ruleset | None) -> dict[str, Chapter]:
        """Return the valid chapters, each with the values of the file over those of the base."""
        valid_chapters: dict[str, Chapter] = {}
        for name, model in chapters().items():
            if name in options.broken:
                continue
            if not options.is_complete and not options.values.get(name, {}):
                if base is not None:
                    valid_chapters[name] = getattr(base.rules, name)
                continue
            base_values = base.rules.written(name) if base is not None else {}
            values = {**base_values, **options.values.get(name, {})}
            if (chapter := self._chapter(name, model, values, options)) is not None:
                valid_chapters[name] = chapter
        return valid_chapters

    def _chapter(
        self, name: str, model: type[Chapter], values: Mapping[str, Any], options: FileOptions
    ) -> Chapter | None:
        ids = tuple(key for key in values if name == "yaku" and key not in BOOK_YAKU)
        try:
            return model.of_plain(values)
        except ValidationError as error:
            most = max(0, MAX_PROBLEMS - len(self.problems))
            reader = ChapterProblems(self.document, model, (name,), options.places, ids, most=most)
            self.add(reader.take(_own_errors(error, reader, options)))
        return None

    # ---- across options --------------------------------------------------------------------------

    def _note_conflicts(self, valid: Mapping[str, Chapter], options: FileOptions) -> None:
        for conflict in conflicts(valid):
            own_paths = [path for path in conflict.paths if path in options.places]
            if not own_paths or (conflict.left_out and options.sources is not None):
                continue  # the book decides this
            path = own_paths[0]
            problem = self.document.problem(
                options.places[path],
                conflict.code,
                conflict.message,
                path=path,
                expected=conflict.expected,
                severity="error" if conflict.code in ERRORS else "warning",
            )
            others = tuple(other for other in conflict.paths if other != path)
            has_mends = len(self.problems) < MAX_PROBLEMS
            fixes = mends_of(conflict, valid, options.places.keys()) if has_mends else ()
            self.problems.append(replace(problem, also=others, fixes=fixes))

    def _warn_of_same(self, unchanged: Iterable[str], base: Ruleset, options: FileOptions) -> None:
        """Warn of options of house rules that repeat a value of the base."""
        for path in unchanged:
            message = Message("{book} has this value anyway", book=base.id)
            self.note(options.places[path], "same-as-base", message, path=path, severity="warning")


AnyHead = BookHead | ShelfHead | HouseHead


def _head_model(data: Mapping[str, Any]) -> type[AnyHead]:
    """Return the model of the head of a book, a file of the shelf, or house rules."""
    if "extends" in data:
        return ShelfHead if "sources" in data else HouseHead
    return BookHead if any(key in data for key in BOOK_ONLY_KEYS) else HouseHead


def _own_errors(
    error: ValidationError, chapter: ChapterProblems, options: FileOptions
) -> list[ErrorDetails]:
    """Return the errors of a chapter that are in the file and have not been reported yet.

    House rules may leave options out, so a missing option is an error only in a book.
    """
    return [
        detail
        for detail in error.errors()
        if chapter.option(detail["loc"]) not in options.broken
        and (options.is_complete or detail["type"] != "missing" or len(detail["loc"]) != 1)
    ]


def _own_yaku(rules: Rules) -> dict[str, Any]:
    """Return the yaku that the rules themselves define, in the form of a ruleset file."""
    written = rules.written("yaku")
    return {yaku.id: written[yaku.id] for yaku in rules.yaku.local if yaku.definition is not None}


def _same_as_base(
    valid: Mapping[str, Chapter], base: Ruleset, options: FileOptions
) -> dict[str, None]:
    """Return the paths of the options that are as in the base, in file order.

    A club's own proviso is a change, and so is a value on which the base is silent.
    """
    unchanged: dict[str, None] = {}
    for path in options.places:
        chapter, name = path.split(".", 1)
        own, known = options.provenance.get(path), base.provenance.get(path)
        if own and own.proviso and own.proviso != (known and known.proviso):
            continue
        if known and known.kind == "silent" and own and own.kind == "house":
            continue
        if chapter in valid and _is_as_in(valid[chapter], getattr(base.rules, chapter), name):
            unchanged[path] = None
    return unchanged


def _is_as_in(chapter: Chapter, base: Chapter, name: str) -> bool:
    """Return True if an option has the same value as in the base, or a local yaku is in neither."""
    if name in type(chapter).model_fields:
        return bool(getattr(chapter, name) == getattr(base, name))
    assert isinstance(chapter, Yaku)
    assert isinstance(base, Yaku)
    unpriced = LocalYaku(id=name, worth="none")
    in_base = next((yaku for yaku in base.local if yaku.id == name), unpriced)
    own = next((yaku for yaku in chapter.local if yaku.id == name), None)
    return own is not None and own.plays_as(in_base) and own.example in (None, in_base.example)


# ---- the errors of head and chapters in words ----------------------------------------------------


@dataclass(slots=True)
class HeadProblems(ModelProblems):
    """The problems of the head of a file, in words."""

    def key_advice(self, name: str) -> KeyAdvice | None:
        """Return advice on an unknown key at the top level, which may be a misspelt chapter."""
        if advice := _key_advice(name, ""):
            return advice
        keys = ModelProblems.keys(self)
        return (
            Message("unknown name {name}", name=quote(name)),
            Message("a chapter, or one of {keys}", keys=", ".join(keys)),
            closest_word(name, [*keys, *chapters()]),
        )


@dataclass(slots=True)
class ChapterProblems(ModelProblems):
    """The problems of one chapter, in words.

    Attributes:
        places: the place of each option's value in the document, by its path.
        ids: the yaku without a field of their own, in the order of the list `local`.
    """

    places: Mapping[str, Pointer] = field(default_factory=dict)
    ids: tuple[str, ...] = ()
    _options: Mapping[Pointer, str] = field(init=False, repr=False, compare=False)
    """The path of each option by the place of its value."""

    def __post_init__(self) -> None:
        self._options = {at: path for path, at in self.places.items()}

    @property
    def chapter(self) -> str:
        """Return the name of the chapter."""
        return str(self.at[0])

    def option(self, location: Location) -> str:
        """Return the path of the option that contains an error; empty for the whole chapter."""
        if not location:
            return ""
        name, rest = location[0], location[1:]
        if name == "local" and rest:
            name = self.ids[int(rest[0])]
        return f"{self.chapter}.{name}"

    def locate(self, location: Location) -> tuple[Pointer, Location]:
        """Return the place of the option's value, and the rest of the location inside it."""
        skipped = 2 if location[:1] == ("local",) else 1
        return self.places.get(self.option(location), self.at), location[skipped:]

    def path_of(self, pointer: Pointer) -> str:
        """Return a place as a path of the rules, without the `value` key of a book's file."""
        path, rest = "", pointer
        for end in range(len(pointer), 0, -1):
            if (option := self._options.get(pointer[:end])) is not None:
                path, rest = option, pointer[end:]
                break
        inner = ModelProblems.path_of(self, rest)
        return f"{path}{'' if inner[:1] in ('', '[') else '.'}{inner}" if path else inner

    def keys(self) -> list[str]:
        """Return the names of the options."""
        return [name for name in ModelProblems.keys(self) if name != "local"]

    def key_advice(self, name: str) -> KeyAdvice | None:
        """Return advice on an option that is in another chapter or has another name here."""
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
            Message("this line under '{chapter}:', indented by two spaces", chapter=home),
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


# ---- the base of a file --------------------------------------------------------------------------


LONGEST_CHAIN = 8
"""The longest chain of files that extend one another."""

_ENDLESS = ("extends-circle", "extends-chain")
"""Problem codes of chains that never end in a book; each file in the chain reports them."""


class ExtendsError(Exception):
    """The file cannot extend the ruleset in its `extends`; the message says why."""

    def __init__(self, message: str, near: str = "", code: str = "bad-extends") -> None:
        super().__init__(message)
        self.message = message
        self.suggestion = near
        self.code = code


def _find_base(name: str, extending: Path, above: tuple[Path, ...] = ()) -> Ruleset:
    """Return the ruleset that a file extends: a shipped one by its id, or one by its path.

    Args:
        name: the id or path in `extends`.
        extending: the file.
        above: the files that extend it in turn, the nearest last.

    Raises:
        ExtendsError: if the ruleset is unknown, cannot be extended, or has errors of its own.
    """
    path = _base_file(name, extending, above)
    if ruleset := prepared.known_ruleset(path):
        return ruleset
    ruleset, problems = examine_file(path, (*above, extending.resolve()))
    if ruleset is None:
        for problem in problems:
            if problem.code in _ENDLESS:
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


def _base_file(name: str, extending: Path, above: tuple[Path, ...] = ()) -> Path:
    """Return the file of the ruleset that a file extends.

    Args:
        name: the id or path in `extends`; a path starts in the folder of the file.
        extending: the file.
        above: the files that extend it in turn, the nearest last.

    Raises:
        ExtendsError: if the file is missing or already in the chain.
    """
    known, name = library.shipped(), library.newest_editions().get(name, name)
    quoted = quote(name)
    if name not in known and not looks_like_path(name):
        near = file_beside(name, extending.parent) or closest_word(name, known)
        raise ExtendsError(Message("there is no ruleset {name}", name=quoted), near)
    path = known[name] if name in known else extending.parent / name
    if not is_file(path):
        raise ExtendsError(Message("there is no file {name} next to this one", name=quoted))
    chain = [*above, extending.resolve()]
    if path.resolve() == chain[-1]:
        raise ExtendsError(Message("a ruleset cannot extend itself"))
    if path.resolve() in chain:
        files = ", ".join(file.name for file in chain[chain.index(path.resolve()) :])
        message = Message("these files extend each other in a circle: {files}", files=files)
        raise ExtendsError(message, code=_ENDLESS[0])
    if len(chain) > LONGEST_CHAIN:
        message = Message("more than {most} files extend one another", most=LONGEST_CHAIN)
        raise ExtendsError(message, code=_ENDLESS[1])
    return path
