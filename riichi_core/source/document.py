"""A closed YAML: plain text, numbers, lists and mappings, each with its place in the file.

What YAML offers beyond data (aliases, tags, merge keys, several documents) is refused, and
nothing is ever made from a tag: the data is put together here from the events of the parser.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NoReturn

import yaml

from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import (
    MAX_PROBLEMS,
    MORE,
    START,
    Diagnostic,
    Pointer,
    Severity,
    Span,
)
from riichi_core.source.files import bytes_of
from riichi_core.source.scalars import Scalar, plain_value, trap

Value = Scalar | list["Value"] | dict[str, "Value"]

RULESET = Message("a ruleset")

MAX_BYTES = 262_144
MAX_DEPTH = 12
MAX_NODES = 20_000

_CURES = {
    "mapping values are not allowed here": Message(
        "either the line is indented further than the one above, or a text with a colon needs "
        "quotes"
    ),
    "found unexpected end of stream": Message("a quotation mark or a bracket is never closed"),
    "could not find expected ':'": Message("a key is followed by a colon and a space"),
    "did not find expected key": Message("is the line indented like its neighbours?"),
}
"""Advice for what the parser of YAML says, which stays in its own English."""

LOADER = yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader

LINE_BREAK = re.compile("\r\n|[\r\n\x85\u2028\u2029]")
_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]"
)
HIDDEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")
_ANCHOR = re.compile(r"&[^\s,\[\]{}]*")
_TAG = re.compile(r"!<[^>\s]*>?|![^\s,\[\]{}]*")
_COLON = re.compile(r"[ \t]*:")
_DIRECTIVE = Message("a directive (%) is not allowed; leave the line out")
_REWORDED = 32_768


@dataclass(frozen=True, slots=True)
class SourceDocument:
    """The values of a file, each with its place.

    `raw` holds the plain text of values that are easily misread: text that YAML 1.1 would have
    taken for something else, and decimals as they were written (`3.10`). See `trap`.
    """

    file: str
    lines: tuple[str, ...]
    data: Value
    values: Mapping[Pointer, Span]
    keys: Mapping[Pointer, Span]
    raw: Mapping[Pointer, str]

    @classmethod
    def of(cls, data: Value, file: str = "") -> SourceDocument:
        """Return data that was not read from text as a document without places."""
        return cls(file, ("",), data, {(): START}, {}, {})

    def span(self, pointer: Pointer, *, key: bool = False) -> Span:
        """Return the place of a value (or its key), or else of the nearest thing around it."""
        for depth in range(len(pointer), 0, -1):
            at = pointer[:depth]
            if key and at in self.keys:
                return self.keys[at]
            if at in self.values:
                return self.values[at]
        return self.values[()]

    def problem(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        *,
        key: bool = False,
        path: str = "",
        expected: str = "",
        nearest: str = "",
        severity: Severity = "error",
    ) -> Diagnostic:
        """Return a diagnostic at a value (or its key), with its line of the file."""
        span = self.span(pointer, key=key)
        source = self.lines[span.line - 1]
        return Diagnostic(self.file, span, code, message, path, expected, nearest, severity, source)


def read(
    path: Path, file: str | None = None, wanted: str = RULESET
) -> tuple[SourceDocument | None, list[Diagnostic]]:
    """Read and parse a file; one that cannot be read is a diagnostic too.

    Args:
        path: the file.
        file: its name in diagnostics, if that is not its path.
        wanted: what is expected in it.

    Returns:
        As `parse`.
    """
    name = str(path) if file is None else file
    content = bytes_of(path, name, MAX_BYTES)
    if isinstance(content, Diagnostic):
        return None, [content]
    return parse(content, name, wanted)


def parse(
    text: str | bytes, file: str, wanted: str = RULESET
) -> tuple[SourceDocument | None, list[Diagnostic]]:
    """Return the document in `text`, or None if none can be built, and all that is wrong with it.

    Strict JSON is YAML of this kind too.
    """
    content = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(content) > MAX_BYTES:
        message = Message("the file is larger than {bytes} bytes", bytes=str(MAX_BYTES))
        return None, [Diagnostic(file, START, "too-large", message)]
    try:
        words = text if isinstance(text, str) else text.decode("utf-8")
    except UnicodeDecodeError as error:
        return None, [_not_utf8(content, error.start, file)]
    reader = _Reader(words.removeprefix("\ufeff"), file, wanted)
    return reader.document(), reader.problems


def _not_utf8(content: bytes, start: int, file: str) -> Diagnostic:
    reader = _Reader(content.decode("utf-8", "replace").removeprefix("\ufeff"), file, "")
    place = reader.place(len(content[:start].decode("utf-8").removeprefix("\ufeff")))
    message = Message(
        "the byte {byte} is not UTF-8; save the file as UTF-8", byte=f"0x{content[start]:02X}"
    )
    reader.refuse("not-utf8", message, place)
    return reader.problems[0]


class _Stop(Exception):  # noqa: N818 - a way out, not an error
    """The rest of the file is not read."""


@dataclass(slots=True)
class _Open:
    """A list or mapping whose end is still to come; without a pointer it is not kept."""

    data: list[Value] | dict[str, Value]
    pointer: Pointer | None
    start: Span
    flow: bool
    keyed: bool = False  # in a mapping: a value comes next, not a key
    key: str | None = None  # the key of that value; without one the value is not kept
    lines: dict[str, int] = field(default_factory=dict)  # where each key was first given

    def at(self, step: str | int | None) -> Pointer | None:
        """Return the way to something inside."""
        return None if self.pointer is None or step is None else (*self.pointer, step)


class _Reader:
    """Builds the data and the places of one document, event by event."""

    def __init__(self, text: str, file: str, wanted: str) -> None:
        self.text = text
        self.wanted = wanted  # for an empty file
        self.file = file
        lines = LINE_BREAK.split(text)
        self.lines = (*lines, "") if lines[-1] else tuple(lines)  # the parser may end there
        self.problems: list[Diagnostic] = []
        self.root: Value = None
        self.values: dict[Pointer, Span] = {}
        self.keys: dict[Pointer, Span] = {}
        self.raw: dict[Pointer, str] = {}
        self.stack: list[_Open] = []
        self.nodes = 0
        self.last = START

    def document(self) -> SourceDocument | None:
        """Read the text; nothing if no tree comes of it."""
        bad = _UNPRINTABLE.search(self.text)
        if bad:
            message = Message(
                "the character {character} cannot stand here", character=_code(bad[0])
            )
            self.refuse("yaml-character", message, self.place(bad.start()))
            return None
        try:
            for event in yaml.parse(self.text, Loader=LOADER):
                self._take(event)
        except _Stop:
            pass
        except (yaml.YAMLError, ValueError, OverflowError) as error:
            self._syntax(error)
            return None
        return None if self.stack or self._is_empty() else self._built()

    def _built(self) -> SourceDocument:
        return SourceDocument(self.file, self.lines, self.root, self.values, self.keys, self.raw)

    def _is_empty(self) -> bool:
        root = self.values.get((), START)
        if (root.line, root.column) != (root.end_line, root.end_column):
            return False
        self.refuse("empty", Message("the file is empty"), START, self.wanted)
        return True

    def place(self, index: int, width: int = 1) -> Span:
        """Return the place of a character of the text, counted from 0."""
        before = LINE_BREAK.split(self.text[:index])
        line, column = len(before), len(before[-1]) + 1
        return Span(line, column, line, column + width)

    def refuse(self, code: str, message: str, span: Span, expected: str = "") -> None:
        """Note a problem and go on."""
        source = self.lines[span.line - 1]
        problem = Diagnostic(self.file, span, code, message, expected=expected, source=source)
        self.problems.append(problem)

    def _stop(self, code: str, message: str, span: Span) -> NoReturn:
        self.refuse(code, message, span)
        raise _Stop

    def _take(self, event: yaml.Event) -> None:
        span = _span(event)
        if isinstance(event, yaml.NodeEvent):
            self._count(span)
        if isinstance(event, yaml.ScalarEvent):
            self._properties(event)
            self._scalar(event, span)
        elif isinstance(event, yaml.CollectionStartEvent):
            self._properties(event)
            self._open(event, span)
        elif isinstance(event, yaml.CollectionEndEvent):
            self._close(span)
        elif isinstance(event, yaml.AliasEvent):
            self._alias(span)
        elif isinstance(event, yaml.DocumentStartEvent):
            self._begin(span)

    def _count(self, span: Span) -> None:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            message = Message("more than {number} keys and values", number=str(MAX_NODES))
            self._stop("too-many", message, span)
        if len(self.problems) >= MAX_PROBLEMS:
            message = Message(
                "{number} problems; the rest of the file is not read", number=str(MAX_PROBLEMS)
            )
            self._stop(MORE, message, span)

    def _begin(self, span: Span) -> None:
        """Begin a document; refuse directives before its `---`, and a second document."""
        if span.line < span.end_line:
            end = len(self.lines[span.line - 1]) + 1
            self.refuse("directive", _DIRECTIVE, Span(span.line, 1, span.line, end))
        if self.values:
            line, end = span.end_line, span.end_column
            dashes = Span(line, max(1, end - 3), line, end)
            message = Message("a second document begins here; keep to one")
            self._stop("second-document", message, dashes)

    def _properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        """Refuse an anchor and a tag in front of a value."""
        start = event.start_mark
        if start is None:
            return
        if event.anchor is not None and (found := _ANCHOR.search(self.text, start.index)):
            message = Message(
                "the anchor {anchor} is not allowed; write the value out wherever it is needed",
                anchor=quote(found[0]),
            )
            self.refuse("anchor", message, self.place(found.start(), len(found[0])))
        if event.tag is not None and (found := _TAG.search(self.text, start.index)):
            message = Message(
                "the tag {tag} is not allowed; write the value alone", tag=quote(found[0])
            )
            self.refuse("tag", message, self.place(found.start(), len(found[0])))

    def _alias(self, span: Span) -> None:
        self.last = span
        self.refuse("alias", Message("an alias is not allowed; write the value out here"), span)
        mapping = self._before_key()
        if mapping:
            mapping.keyed = True
        else:
            self._put(None, span)

    def _scalar(self, event: yaml.ScalarEvent, span: Span) -> None:
        if bad := HIDDEN.search(event.value):  # an escape in a quoted text can stand for any
            message = Message(
                "the text holds the character {character}, which cannot be printed",
                character=_code(bad[0]),
            )
            self.refuse("hidden-character", message, span)
            event.value = HIDDEN.sub("?", event.value)
        self.last = span
        plain = not event.style
        mapping = self._before_key()
        if mapping:
            self._key(mapping, event.value, plain, span)
            return
        value = plain_value(event.value) if plain else event.value
        pointer = self._put(value, span)
        if plain and pointer is not None and trap(event.value):
            self.raw[pointer] = event.value

    def _open(self, event: yaml.CollectionStartEvent, span: Span) -> None:
        if len(self.stack) == MAX_DEPTH:
            message = Message(
                "lists and mappings nested more than {depth} deep", depth=str(MAX_DEPTH)
            )
            self._stop("too-deep", message, span)
        data: list[Value] | dict[str, Value]
        data = [] if isinstance(event, yaml.SequenceStartEvent) else {}
        mapping = self._before_key()
        if mapping:
            mapping.keyed = True
            self.refuse("bad-key", Message("a list or mapping cannot be a key"), span, "text")
        pointer = None if mapping else self._put(data, span)
        self.stack.append(_Open(data, pointer, span, bool(event.flow_style)))

    def _close(self, span: Span) -> None:
        """End a list or mapping: at its bracket, or else with the last thing in it."""
        if span.column < span.end_column:
            self.last = span
        top, end = self.stack.pop(), self.last
        if top.pointer is not None:
            place = Span(top.start.line, top.start.column, end.end_line, end.end_column)
            self.values[top.pointer] = place

    def _before_key(self) -> _Open | None:
        """Return the mapping that needs a key next, if there is one."""
        top = self.stack[-1] if self.stack else None
        return top if top and isinstance(top.data, dict) and not top.keyed else None

    def _key(self, mapping: _Open, key: str, plain: bool, span: Span) -> None:
        mapping.keyed = True
        first = mapping.lines.get(key)
        if self._is_complex(span, mapping.flow):
            self.refuse("bad-key", Message("a key is written without '?'"), span, "key: value")
        if not key:
            self.refuse("bad-key", Message("a key cannot be empty"), span, "text")
        elif plain and key == "<<":
            message = Message("'<<' does not merge; write the entries out")
            self.refuse("merge-key", message, span)
        elif first is not None:
            message = Message(
                "{key} is given twice; first on line {line}", key=quote(key), line=str(first)
            )
            self.refuse("duplicate-key", message, span)
        else:
            mapping.key = key
            mapping.lines[key] = span.line
            pointer = mapping.at(key)
            if pointer is not None:
                self.keys[pointer] = span

    def _is_complex(self, span: Span, flow: bool) -> bool:
        """Return True if a key is written with `?` in front."""
        line, end = self.lines[span.line - 1], span.column - 1
        mark = line.rfind("?", 0, end)
        if mark >= 0 and line[mark + 1 : end].isspace():
            return True
        return not flow and not _COLON.match(self.lines[span.end_line - 1], span.end_column - 1)

    def _put(self, value: Value, span: Span) -> Pointer | None:
        """Put a value where it belongs; the way to it, if it is kept."""
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
            top.key, top.keyed = None, False
        if pointer is not None:
            self.values[pointer] = span
        return pointer

    def _syntax(self, error: Exception) -> None:
        """Report what is not YAML at all."""
        line, column, words = self.last.end_line - 1, self.last.end_column - 1, str(error)
        if isinstance(error, yaml.MarkedYAMLError) and error.problem_mark:
            mark = error.problem_mark
            line, column, words = mark.line, mark.column, _wording(self.text, error, mark)
        code, before = "yaml-syntax", self.lines[line][: column + 1]
        if before.startswith("%"):
            code, words = "directive", _DIRECTIVE
        elif before.endswith("\t") and before.isspace():
            words = Message("a tab cannot indent; use spaces")
        else:
            words = _with_advice(words)
        self.refuse(code, words, Span(line + 1, column + 1, line + 1, column + 2))


def _code(character: str) -> str:
    return f"U+{ord(character):04X}"


def _span(event: yaml.Event) -> Span:
    start, end = event.start_mark, event.end_mark
    assert start is not None
    assert end is not None
    return Span(start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _wording(text: str, error: yaml.MarkedYAMLError, mark: yaml.Mark) -> str:
    """Return what the parser says, and where the construct that it was reading began."""
    if mark.index <= _REWORDED:
        error = _in_python(text[: mark.index + 200], error, mark)
    words, begun = error.problem or "this is not YAML", error.context_mark
    if not error.context or not begun or begun.index == mark.index:
        return words
    words = f"{words}, {error.context}"
    return words if begun.line == mark.line else f"{words} begun on line {begun.line + 1}"


def _with_advice(words: str) -> str:
    advice = _CURES.get(words.partition(",")[0])
    return Message("{problem}; {advice}", problem=words, advice=advice) if advice else words


def _in_python(text: str, error: yaml.MarkedYAMLError, mark: yaml.Mark) -> yaml.MarkedYAMLError:
    """Return the error of the Python parser instead, where that one can name what it met."""
    try:
        deque(yaml.parse(text, Loader=yaml.SafeLoader), maxlen=0)
    except yaml.MarkedYAMLError as same:
        there = same.problem_mark
        if there and there.index == mark.index and "<" not in (same.problem or "<"):
            return same
    except (yaml.YAMLError, ValueError, OverflowError):
        pass
    return error
