"""Write documents as Markdown, for a wiki."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from riichi.writers import model as doc
from riichi_core.messages import not_empty

FRAMES: dict[doc.Style, tuple[str, str]] = {
    **doc.TEXT_FRAMES,
    "mark": ("(", ")"),
    "strong": ("**", "**"),
    "emphasis": ("*", "*"),
    "small": ("*", "*"),
}
"""What is written before and after text in a style."""

ALIGNMENTS: dict[doc.Align, str] = {"left": "---", "right": "--:", "center": ":-:"}


def markdown(document: doc.Document) -> str:
    """Return a document as Markdown; hands are in notation, `234m567p`."""
    title = f"# {escape_markdown(document.title)}"
    lines = [f"{title}: {escape_markdown(document.kind)}" if document.kind else title]
    for block in document.blocks:
        lines += _block(block)
    return "\n".join(lines) + "\n"


def escape_markdown(text: str) -> str:
    """Return text on one line that cannot become markup or break out of a table's cell."""
    escaped = html.escape(re.sub(r"\s+", " ", text), quote=False)
    return re.sub(r"([\\`*_~\[\]|#$])", r"\\\1", escaped)


def _block(block: doc.Block) -> Iterator[str]:
    """Yield the lines of a block, each after a blank one."""
    match block:
        case doc.Heading():
            yield from ("", f"{'#' * block.level} {_line(block.content)}")
        case doc.Paragraph():
            yield from ("", _line(block.content))
        case doc.Bullets():
            yield from ("", *(f"- {_line(item)}" for item in block.items))
        case doc.Picture():
            pass  # a wiki has its own pictures
        case doc.Note():
            yield from ("", f"> {' '.join(map(_line, block.lines))}")
        case doc.Definitions():
            yield from ("", f"## {escape_markdown(block.title)}", "")
            yield from (
                f"- **{escape_markdown(name)}**: {escape_markdown(text)}"
                if name
                else f"- {escape_markdown(text)}"
                for name, text in block.rows
            )
        case doc.TableBlock():
            yield from _table(block)
        case doc.Section():
            for inner in block.blocks:
                yield from _block(inner)
        case doc.TwoColumns():
            for inner in (*block.wide, *block.narrow):
                yield from _block(inner)
        case doc.Contents() | doc.Figure() | doc.Page() | doc.Folded():
            return  # a wiki makes its own contents, and has no drawings or pages


def _table(table: doc.TableBlock) -> Iterator[str]:
    if table.title:
        yield from ("", f"## {escape_markdown(table.title)}")
    if not table.sections:
        yield from _head_lines(table)
    for group in table.groups:
        if table.sections:
            yield from ("", f"## {escape_markdown(group.title)}", *_head_lines(table))
        elif group.title:
            yield _row_line(
                [f"**{escape_markdown(group.title)}**", *[""] * (len(table.columns) - 1)]
            )
        for row in group.rows:
            head, *cells = row.cells
            yield _row_line([_first_cell(head, bold=table.bold), *map(_cell, cells)])
    if table.legend:
        yield from ("", "; ".join(map(escape_markdown, table.legend)))


def _head_lines(table: doc.TableBlock) -> tuple[str, str, str]:
    rules = "".join(f"{ALIGNMENTS[column.align]}|" for column in table.columns)
    return "", _row_line([escape_markdown(column.title) for column in table.columns]), f"|{rules}"


def _row_line(cells: list[str]) -> str:
    return "|" + "".join(f" {cell} |" if cell else " |" for cell in cells)


def _first_cell(cell: doc.Cell, *, bold: bool) -> str:
    """Return the first cell of a row, whose first part is the emphasised subject."""
    if not bold:
        return _cell(cell)
    (subject, *first), *lines = cell.lines
    rest = _cell(doc.Cell((tuple(first), *lines)))
    return f"**{_inline(subject)}** {rest}".rstrip()


def _cell(cell: doc.Cell) -> str:
    return " ".join(not_empty(map(_line, cell.lines)))


def _line(line: doc.TextLine) -> str:
    return " ".join("".join(map(_inline, line)).split())


def _inline(inline: doc.Inline) -> str:
    if isinstance(inline, doc.DrawnHand):
        return f"`{inline.notation}`"
    if isinstance(inline, doc.Styled):
        before, after = FRAMES.get(inline.style, ("", "")) if inline.text else ("", "")
        return f"{before}{escape_markdown(inline.text)}{after}"
    return escape_markdown(inline if isinstance(inline, str) else inline.text)
