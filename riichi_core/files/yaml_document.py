"""Read strict YAML: `parse` turns text into a `SourceDocument`, or into a list of problems.

A document contains plain values (`{"claims": {"winners": "head_bump"}}`), each with its place in
the file. Unquoted text is `true`, `false`, `null`, a number or text; nothing else is constructed.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NoReturn

import yaml

from riichi_core.files.files import bytes_of
from riichi_core.files.problem import MAX_PROBLEMS, MORE_PROBLEMS, START, Pointer, Problem, Span
from riichi_core.files.source_document import (
    HIDDEN,
    ZIP,
    SourceDocument,
    Value,
    code_point,
    plain_value,
    trap,
)
from riichi_core.messages import Message, quote

RULESET = Message("a ruleset")

MAX_BYTES = 262_144
MAX_DEPTH = 12
MAX_NODES = 20_000

_ADVICE = {
    "mapping values are not allowed here": Message(
        "either the line is indented further than the one above, or a text with a colon needs "
        "quotes"
    ),
    "found unexpected end of stream": Message("a quotation mark or a bracket is never closed"),
    "could not find expected ':'": Message("a key is followed by a colon and a space"),
    "did not find expected key": Message("is the line indented like its neighbours?"),
}
"""Advice for messages of the YAML parser, which are not translated."""

LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"
)
_ANCHOR = re.compile(r"&[^\s,\[\]{}]*")
_TAG = re.compile(r"!<[^>\s]*>?|![^\s,\[\]{}]*")
_COLON = re.compile(r"[ \t]*:")
_DIRECTIVE = Message("a directive (%) is not allowed; leave the line out")
_MOST_REPARSED = 32_768


def read(
    path: Path, file: str | None = None, wanted: str = RULESET
) -> tuple[SourceDocument | None, list[Problem]]:
    """Read and parse a file, as `parse` does; a failure to read it is also a problem.

    Problems name `file` instead of the path. The problem of an empty file names what is `wanted`.
    """
    name = str(path) if file is None else file
    content = bytes_of(path, name, MAX_BYTES)
    if isinstance(content, Problem):
        return None, [content]
    return parse(content, name, wanted)


def parse(
    text: str | bytes, file: str, wanted: str = RULESET
) -> tuple[SourceDocument | None, list[Problem]]:
    """Return the document of a text, or None if there is none; and all of its problems.

    It also reads strict JSON.
    """
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(content) > MAX_BYTES:
        message = Message("the file is larger than {bytes} bytes", bytes=str(MAX_BYTES))
        return None, [Problem(file, START, "too-large", message)]
    if content.startswith(ZIP):
        message = Message("this is a zip file (e.g. .xlsx or .ods), not a text file")
        return None, [Problem(file, START, "not-utf8", message)]
    try:
        decoded = text if isinstance(text, str) else text.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [_not_utf8(content, error.start, file)]
    reader = _Reader(decoded.removeprefix("\ufeff"), file, wanted)
    return reader.document(), reader.problems


def _not_utf8(content: bytes, start: int, file: str) -> Problem:
    reader = _Reader(content.decode("utf-8", "replace").removeprefix("\ufeff"), file, "")
    place = reader.place(len(content[:start].decode("utf-8").removeprefix("\ufeff")))
    message = Message(
        "the byte {byte} is not UTF-8; save the file as UTF-8", byte=f"0x{content[start]:02X}"
    )
    reader.note("not-utf8", message, place)
    problem = reader.problems[0]
    if b"\0" in content:  # not text, so its lines are meaningless
        return replace(problem, span=Span(1, 1, 1, 2), source="")
    return problem


class _Stop(Exception):  # noqa: N818 - control flow, not an error
    """Raised to skip the rest of a file."""


@dataclass(slots=True)
class _OpenCollection:
    """An open list or mapping; without a pointer its values are dropped."""

    data: list[Value] | dict[str, Value]
    pointer: Pointer | None
    start: Span
    flow: bool
    awaits_value: bool = False  # in a mapping, the next node is a value, not a key
    key: str | None = None  # the key of that value; a value without a key is dropped
    lines: dict[str, int] = field(default_factory=dict)  # the line of each key's first occurrence

    def at(self, step: str | int | None) -> Pointer | None:
        """Return the pointer to a value inside."""
        return None if self.pointer is None or step is None else (*self.pointer, step)


class _Reader:
    """Builds the data and places of one document from the events of the parser."""

    def __init__(self, text: str, file: str, wanted: str) -> None:
        self.text = text
        self.wanted = wanted  # for an empty file
        self.file = file
        lines = LINE_BREAK.split(text)
        self.lines = (*lines, "") if lines[-1] else tuple(lines)  # the parser may end there
        self.problems: list[Problem] = []
        self.root: Value = None
        self.values: dict[Pointer, Span] = {}
        self.keys: dict[Pointer, Span] = {}
        self.raw: dict[Pointer, str] = {}
        self.stack: list[_OpenCollection] = []
        self.nodes = 0
        self.last = START

    def document(self) -> SourceDocument | None:
        """Return the document, or None if the text has no value."""
        unprintable = _UNPRINTABLE.search(self.text)
        if unprintable:
            message = Message(
                "the character {character} is not allowed here",
                character=code_point(unprintable[0]),
            )
            self.note("yaml-character", message, self.place(unprintable.start()))
            return None
        try:
            for event in yaml.parse(self.text, Loader=LOADER):
                self._handle(event)
        except _Stop:
            pass
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            self._note_syntax_error(error)
            return None
        if self.stack or self._is_empty():
            return None
        return SourceDocument(self.file, self.lines, self.root, self.values, self.keys, self.raw)

    def _is_empty(self) -> bool:
        root = self.values.get((), START)
        if (root.line, root.column) != (root.end_line, root.end_column):
            return False
        self.note("empty", Message("the file is empty"), START, self.wanted)
        return True

    def place(self, index: int, width: int = 1) -> Span:
        """Return the place of a character of the text, counted from 0."""
        before = LINE_BREAK.split(self.text[:index])
        line, column = len(before), len(before[-1]) + 1
        return Span(line, column, line, column + width)

    def note(self, code: str, message: str, span: Span, expected: str = "") -> None:
        """Add a problem, and continue."""
        source = self.lines[span.line - 1]
        problem = Problem(self.file, span, code, message, expected=expected, source=source)
        self.problems.append(problem)

    def _stop(self, code: str, message: str, span: Span) -> NoReturn:
        self.note(code, message, span)
        raise _Stop

    def _handle(self, event: yaml.Event) -> None:
        span = _span(event)
        if isinstance(event, yaml.NodeEvent):
            self._count_node(span)
        if isinstance(event, yaml.ScalarEvent):
            self._refuse_properties(event)
            self._take_scalar(event, span)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._refuse_properties(event)
            self._open_collection(event, span)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close_collection(span)
        elif isinstance(event, yaml.AliasEvent):
            self._refuse_alias(span)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._begin_document(span)

    def _count_node(self, span: Span) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            message = Message("more than {number} keys and values", number=str(MAX_NODES))
            self._stop("too-many", message, span)
        if len(self.problems) >= MAX_PROBLEMS:
            message = Message(
                "{number} problems; the rest of the file is not read", number=str(MAX_PROBLEMS)
            )
            self._stop(MORE_PROBLEMS, message, span)

    def _begin_document(self, span: Span) -> None:
        """Start a document; reject directives before `---`, and a second document."""
        if span.line < span.end_line:
            end = len(self.lines[span.line - 1]) + 1
            self.note("directive", _DIRECTIVE, Span(span.line, 1, span.line, end))
        if self.values:
            line, end = span.end_line, span.end_column
            dashes = Span(line, max(1, end - 3), line, end)
            message = Message("a second document begins here; only one is allowed")
            self._stop("second-document", message, dashes)

    def _refuse_properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Reject an anchor or a tag before a value."""
        start = event.start_mark
        if start is None:
            return
        if event.anchor is not None and (match := _ANCHOR.search(self.text, start.index)):
            message = Message(
                "the anchor {anchor} is not allowed; write the value out wherever it is needed",
                anchor=quote(match[0]),
            )
            self.note("anchor", message, self.place(match.start(), len(match[0])))
        if event.tag is not None and (match := _TAG.search(self.text, start.index)):
            message = Message(
                "the tag {tag} is not allowed; write only the value", tag=quote(match[0])
            )
            self.note("tag", message, self.place(match.start(), len(match[0])))

    def _refuse_alias(self, span: Span) -> None:
        self.last = span
        self.note("alias", Message("an alias is not allowed; write the value out here"), span)
        mapping = self._before_key()
        if mapping:
            mapping.awaits_value = True
        else:
            self._put(None, span)

    def _take_scalar(self, event: yaml.ScalarEvent, span: Span) -> None:
        if hidden := HIDDEN.search(event.value):  # an escape in quoted text can be any
            message = Message(
                "the text holds the character {character}, which cannot be printed",
                character=code_point(hidden[0]),
            )
            self.note("hidden-character", message, span)
            event.value = HIDDEN.sub("?", event.value)
        self.last = span
        is_plain = event.style is None or not event.style
        mapping = self._before_key()
        if mapping:
            self._take_key(mapping, event.value, is_plain, span)
            return
        value = plain_value(event.value) if is_plain else event.value
        pointer = self._put(value, span)
        if is_plain and pointer is not None and trap(event.value):
            self.raw[pointer] = event.value

    def _open_collection(self, event: yaml.CollectionStartEvent, span: Span) -> None:
        if len(self.stack) == MAX_DEPTH:
            self._stop("too-deep", too_deep(), span)
        data: list[Value] | dict[str, Value]
        data = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        mapping = self._before_key()
        if mapping:
            mapping.awaits_value = True
            self.note("bad-key", Message("a list or mapping cannot be a key"), span, "text")
        pointer = None if mapping else self._put(data, span)
        self.stack.append(_OpenCollection(data, pointer, span, event.flow_style is True))

    def _close_collection(self, span: Span) -> None:
        """Close a list or mapping at its bracket, or after its last value."""
        if span.column < span.end_column:
            self.last = span
        top, end = self.stack.pop(), self.last
        if top.pointer is not None:
            place = Span(top.start.line, top.start.column, end.end_line, end.end_column)
            self.values[top.pointer] = place

    def _before_key(self) -> _OpenCollection | None:
        """Return the mapping that needs a key next, if there is one."""
        top = self.stack[-1] if self.stack else None
        return top if top and isinstance(top.data, dict) and not top.awaits_value else None

    def _take_key(self, mapping: _OpenCollection, key: str, plain: bool, span: Span) -> None:
        mapping.awaits_value = True
        first = mapping.lines.get(key)
        if self._has_question_mark(span, mapping.flow):
            self.note("bad-key", Message("write the key without '?'"), span, "key: value")
        if not key:
            self.note("bad-key", Message("a key cannot be empty"), span, "text")
        elif plain and key == "<<":
            message = Message("'<<' is not supported; write the entries out")
            self.note("merge-key", message, span)
        elif first is not None:
            message = Message(
                "{key} is given twice; first on line {line}", key=quote(key), line=str(first)
            )
            self.note("duplicate-key", message, span)
        else:
            mapping.key = key
            mapping.lines[key] = span.line
            pointer = mapping.at(key)
            if pointer is not None:
                self.keys[pointer] = span

    def _has_question_mark(self, span: Span, flow: bool) -> bool:
        """Return True if a key is written with a `?` before it."""
        line, end = self.lines[span.line - 1], span.column - 1
        mark = line.rfind("?", 0, end)
        if mark >= 0 and line[mark + 1 : end].isspace():
            return True
        return not flow and not _COLON.match(self.lines[span.end_line - 1], span.end_column - 1)

    def _put(self, value: Value, span: Span) -> Pointer | None:
        """Store a value, and return its pointer, or None if it is dropped."""
        pointer: Pointer | None = ()
        top = self.stack[-1] if self.stack else None
        if top is None:
            self.root = value
        elif isinstance(top.data, list):
            pointer = top.at(len(top.data))
            top.data.append(value)
        else:
            pointer = top.at(top.key)
            if top.key is not None:
                top.data[top.key] = value
            top.key, top.awaits_value = None, False
        if pointer is not None:
            self.values[pointer] = span
        return pointer

    def _note_syntax_error(self, error: Exception) -> None:
        """Add the problem of a syntax error."""
        line, column, words = self.last.end_line - 1, self.last.end_column - 1, str(error)
        if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
            mark = error.problem_mark
            line, column, words = mark.line, mark.column, _parser_words(self.text, error, mark)
        code, line_so_far = "yaml-syntax", self.lines[line][: column + 1]
        if line_so_far.startswith("%"):
            code, words = "directive", _DIRECTIVE
        elif words.startswith(_LIBYAML_TOO_DEEP):
            code, words = "too-deep", too_deep()
        elif line_so_far.endswith("\t") and line_so_far.isspace():
            words = Message("a tab cannot indent; use spaces")
        else:
            words = _with_advice(words)
        self.note(code, words, Span(line + 1, column + 1, line + 1, column + 2))


def too_deep() -> Message:
    """Return the message about data that is nested too deep."""
    return Message("lists and mappings nested more than {depth} deep", depth=str(MAX_DEPTH))


_LIBYAML_TOO_DEEP = "exceeded maximum nesting depth"
"""The message of libyaml, from 0.2.6, about brackets before its first event."""


def _span(event: yaml.Event) -> Span:
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _parser_words(text: str, error: yaml.MarkedYAMLError, mark: yaml.Mark) -> str:
    """Return the parser's message, and the line on which the construct starts."""
    if mark.index <= _MOST_REPARSED:
        error = _python_error(text[: mark.index + 200], error, mark)
    words = "this is not YAML" if error.problem is None else error.problem
    began = error.context_mark
    if error.context is None or not began or began.index == mark.index:
        return words
    if began.line != mark.line and (bracket := text[began.index]) in "[{":
        return Message(
            "the {bracket} on line {line} is never closed, or a comma is missing",
            bracket=bracket,
            line=began.line + 1,
        )
    words = f"{words}, {error.context}"
    return words if began.line == mark.line else f"{words} begun on line {began.line + 1}"


def _with_advice(words: str) -> str:
    advice = _ADVICE.get(words.partition(",")[0])
    if advice is None:
        return words
    return Message("{problem}; {advice}", problem=words, advice=advice)


def _python_error(text: str, error: yaml.MarkedYAMLError, mark: yaml.Mark) -> yaml.MarkedYAMLError:
    """Return the error of the Python parser if it is more precise, or else the same error."""
    try:
        deque(yaml.parse(text, Loader=yaml.SafeLoader), maxlen=0)
    except yaml.MarkedYAMLError as python_error:
        python_mark = python_error.problem_mark
        if python_mark and python_mark.index == mark.index and python_error.problem is not None:
            return error if "<" in python_error.problem else python_error
    except (yaml.YAMLError, ValueError, OverflowError):
        pass
    return error


# ---- files of the project, without places --------------------------------------------------------


def data_of_file(path: Path) -> Any:
    """Return the value of a data file of the project."""
    return data_of(path.read_text(encoding="utf-8"))


def data_of(text: str) -> Any:
    """Return the value of YAML text, twice as fast as PyYAML.

    Plain scalars are resolved as in a ruleset.
    """
    opened: list[list[Any]] = [[]]
    for event in yaml.parse(text, Loader=LOADER):
        match event:
            case yaml.ScalarEvent(value=value, style=style):
                opened[-1].append(plain_value(value) if style is None or not style else value)
            case yaml.CollectionStartEvent():
                opened.append([])
            case yaml.SequenceEndEvent():
                items = opened.pop()
                opened[-1].append(items)
            case yaml.MappingEndEvent():
                items = opened.pop()
                opened[-1].append(dict(zip(items[::2], items[1::2], strict=True)))
    return opened[0][0]
