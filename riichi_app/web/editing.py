"""House rules changed in their text, one value at a time, so that comments and layout stay.

Whatever is changed is read again: where it does not come out as it should, the file is written
anew from its values.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

from riichi_core.rules.glossary import alias
from riichi_core.rules.rules import chapters, options
from riichi_core.rules.ruleset import HouseHead
from riichi_core.source.document import SourceDocument, parse
from riichi_core.source.scalars import flow

NAME = "house.yaml"
"""The name of a file on the page in diagnostics."""

HEAD = tuple(HouseHead.model_fields)


def with_head(document: SourceDocument, key: str, text: str) -> str:
    """Return a file with another text in its head.

    Args:
        document: the file.
        key: the key at its top, as `title`.
        text: its new value.
    """
    text = printable(text)
    wanted = _data(document) | {key: text}
    lines = _Lines(document)
    if key in _data(document) and not lines.is_flow(()):
        return _checked(lines.replaced((key,), flow(text)), wanted)
    return written(wanted)


def with_value(document: SourceDocument, path: str, value: Any, why: str | None = None) -> str:
    """Return a file with another value of an option, or of a yaku.

    Args:
        document: the file.
        path: the option.
        value: as a file writes it.
        why: the reason beside it; empty for none, None for the one that is there.
    """
    data, (chapter, name) = _data(document), path.split(".", 1)
    key = key_of(data, path) or name
    before = _chapter(data, chapter).get(key)
    entry = printable(_entry(before, value, why))
    if entry == before:
        return text_of(document)
    wanted = deepcopy(data)
    wanted[chapter] = _chapter(data, chapter) | {key: entry}
    lines = _Lines(document)
    if lines.is_flow(()):
        return written(wanted)
    if lines.is_flow((chapter,)) or not isinstance(data.get(chapter), dict):
        return _checked(lines.with_chapter(chapter, wanted[chapter]), wanted)
    if before is None and key not in data[chapter]:
        return _checked(lines.with_entry(chapter, key, entry), wanted)
    if _says_the_same(before, entry):
        return _checked(lines.replaced((chapter, key, "value"), flow(value)), wanted)
    if _is_block(entry) or lines.spans_lines((chapter, key)):
        return _checked(lines.with_other_entry(chapter, key, entry), wanted)
    return _checked(lines.replaced((chapter, key), flow(entry)), wanted)


def without(document: SourceDocument, path: str) -> str:
    """Return a file without an option, so that it is as in the base."""
    data, chapter = _data(document), path.split(".", 1)[0]
    key = key_of(data, path)
    if key is None:
        return text_of(document)
    wanted = deepcopy(data)
    del wanted[chapter][key]
    lines = _Lines(document)
    if not wanted[chapter]:
        wanted[chapter] = None
    if lines.is_flow(()):
        return written(wanted)
    if lines.is_flow((chapter,)):
        return _checked(lines.with_chapter(chapter, wanted[chapter] or {}), wanted)
    return _checked(lines.without_entry(chapter, key, last=wanted[chapter] is None), wanted)


def printable(value: Any) -> Any:
    """Return a value with a blank in its texts for each character that a file cannot have."""
    if isinstance(value, dict):
        return {printable(key): printable(part) for key, part in value.items()}
    if isinstance(value, list):
        return [printable(part) for part in value]
    if isinstance(value, str):
        return "".join(one if one.isprintable() else " " for one in value)
    return value


def key_of(data: Mapping[str, Any], path: str) -> str | None:
    """Return the key by which a file names an option, which for a yaku may be another name."""
    chapter, name = path.split(".", 1)
    given = _chapter(data, chapter)
    if name in given:
        return name
    return next((key for key in given if path_of(chapter, key) == path), None)


def path_of(chapter: str, key: str) -> str:
    """Return the path of what a key of a chapter sets; a yaku goes by any of its names."""
    return f"{chapter}.{(alias(key) or key) if chapter == 'yaku' else key}"


def written(data: Mapping[str, Any]) -> str:
    """Return a file with these values and nothing else, chapters in reading order."""
    order = [*HEAD, *(key for key in data if key not in HEAD and key not in chapters())]
    lines = [f"{flow(key)}: {flow(data[key])}\n" for key in order if key in data]
    for chapter in chapters():
        if given := _chapter(data, chapter):
            lines += ["\n", *_chapter_lines(chapter, given, "\n")]
    return "".join(lines)


def text_of(document: SourceDocument) -> str:
    """Return the text of a file as it is read: its lines, each with a line feed."""
    return "\n".join(document.lines)


def _data(document: SourceDocument) -> dict[str, Any]:
    return document.data if isinstance(document.data, dict) else {}


def _chapter(data: Mapping[str, Any], chapter: str) -> dict[str, Any]:
    given = data.get(chapter)
    return given if isinstance(given, dict) else {}


def _entry(before: Any, value: Any, why: str | None) -> Any:
    """Return what stands behind a key: the value alone, or with what is said of it."""
    told = isinstance(before, dict) and "value" in before
    beside = {key: text for key, text in before.items() if key != "value"} if told else {}
    if why is not None:
        beside.pop("house", None)
        beside = {**({"house": why} if why else {}), **beside}
    return {"value": value, **beside} if beside else value


def _says_the_same(before: Any, entry: Any) -> bool:
    """Return True if two entries say the same of their values, and say something."""
    if not all(isinstance(one, dict) and "value" in one for one in (before, entry)):
        return False
    return bool({**before, "value": None} == {**entry, "value": None})


def _checked(text: str, wanted: Mapping[str, Any]) -> str:
    """Return a text that says what it should, or the values written anew."""
    document, _ = parse(text, NAME)
    plain = {key: value for key, value in wanted.items() if value is not None}
    if document is None or {k: v for k, v in _data(document).items() if v is not None} != plain:
        return written(plain)
    return text


def _is_block(entry: Any) -> bool:
    """Return True for a yaku of a club's own, which is written over several lines."""
    return isinstance(entry, dict) and "worth" in entry and "name" in entry


def _entry_lines(key: str, entry: Any, indent: str, newline: str) -> list[str]:
    if not _is_block(entry):
        return [f"{indent}{flow(key)}: {flow(entry)}{newline}"]
    parts = [f"{indent}  {flow(word)}: {flow(part)}{newline}" for word, part in entry.items()]
    return [f"{indent}{flow(key)}:{newline}", *parts]


def _chapter_lines(chapter: str, given: Mapping[str, Any], newline: str) -> Iterator[str]:
    yield f"{chapter}:{newline}"
    for key in sorted(given, key=lambda key: _place(chapter, key)):
        yield from _entry_lines(key, given[key], "  ", newline)


def _place(chapter: str, key: str) -> int:
    """Return the place of an option in its chapter; yaku without a field come last."""
    paths, path = [*options()], path_of(chapter, key)
    return paths.index(path) if path in paths else len(paths)


class _Lines:
    """The lines of a file in block style, to be cut and put together again."""

    def __init__(self, document: SourceDocument) -> None:
        self.document = document
        self.lines = [f"{line}\n" for line in document.lines]
        if self.lines and self.lines[-1] == "\n":
            self.lines.pop()

    def is_flow(self, pointer: Sequence[str]) -> bool:
        """Return True for a mapping in braces."""
        span = self.document.values.get(tuple(pointer))
        return span is not None and self.lines[span.line - 1][span.column - 1] == "{"

    def spans_lines(self, pointer: tuple[str, ...]) -> bool:
        """Return True for a value that begins below its key or goes on below it."""
        key, value = self.document.keys[pointer], self.document.values[pointer]
        return not key.line == value.line == value.end_line

    def replaced(self, pointer: tuple[str, ...], text: str) -> str:
        """Return the text with another one in the place of a value."""
        span = self.document.values[pointer]
        first, last = self.lines[span.line - 1], self.lines[span.end_line - 1]
        gap = "" if first[: span.column - 1].endswith((" ", "[", "{")) else " "
        line = f"{first[: span.column - 1]}{gap}{text}{last[span.end_column - 1 :]}"
        return self._joined(span.line - 1, span.end_line, [line])

    def with_chapter(self, chapter: str, given: Mapping[str, Any]) -> str:
        """Return the text with a chapter written anew, in its place or where it belongs."""
        lines = [*_chapter_lines(chapter, given, "\n")] if given else []
        if (key := self.document.keys.get((chapter,))) is not None:
            end = max(key.line, self.document.values[chapter,].end_line)
            return self._joined(key.line - 1, end, lines)
        order = [*HEAD, *chapters()]
        before = [
            self._end((name,))
            for name in _data(self.document)
            if name in order and order.index(name) < order.index(chapter)
        ]
        at = max(before, default=0)
        return self._joined(at, at, ["\n", *lines])

    def with_entry(self, chapter: str, key: str, entry: Any) -> str:
        """Return the text with one more option in a chapter, where it belongs in reading order."""
        given = _chapter(_data(self.document), chapter)
        place = _place(chapter, key)
        before = [self._end((chapter, one)) for one in given if _place(chapter, one) <= place]
        at = max(before, default=self.document.keys[chapter,].line)
        return self._joined(at, at, _entry_lines(key, entry, self._indent(chapter), "\n"))

    def with_other_entry(self, chapter: str, key: str, entry: Any) -> str:
        """Return the text with an option written anew, what was said within it left out."""
        start, end = self.document.keys[chapter, key].line - 1, self._end((chapter, key))
        return self._joined(start, end, _entry_lines(key, entry, self._indent(chapter), "\n"))

    def without_entry(self, chapter: str, key: str, *, last: bool) -> str:
        """Return the text without an option, and without its chapter if nothing is left of it."""
        start, end = self.document.keys[chapter, key].line - 1, self._end((chapter, key))
        above = self.document.keys[chapter,].line - 1
        if last and start == above + 1:
            start = above
            if start and not self.lines[start - 1].strip():
                start -= 1
        return self._joined(start, end, [])

    def _indent(self, chapter: str) -> str:
        keys = [self.document.keys[chapter, one] for one in _chapter(_data(self.document), chapter)]
        return " " * (keys[0].column - 1)

    def _end(self, pointer: tuple[str, ...]) -> int:
        key, value = self.document.keys[pointer], self.document.values[pointer]
        return max(key.line, value.end_line)

    def _joined(self, start: int, end: int, lines: list[str]) -> str:
        return "".join([*self.lines[:start], *lines, *self.lines[end:]])
