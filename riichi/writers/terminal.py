"""Write documents for a terminal, as lines in columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from riichi.writers import model as doc
from riichi.writers.columns import (
    INDENT,
    StyledText,
    chapter_heading,
    pairs,
    paragraph,
    styled,
    table,
)

STYLES: Mapping[doc.Style, str] = {
    "strong": "bold",
    "emphasis": "italic",
    "small": "dim",
    "mark": "refused",
}


def terminal(document: doc.Document) -> Iterator[str]:
    """Yield the lines of a document, with hands in notation."""
    yield from paragraph(document.title, "title")
    for block in document.blocks:
        yield from _block(block)


def _block(block: doc.Block) -> Iterator[str]:
    match block:
        case doc.Heading(level=2):
            yield from chapter_heading(_line(block.content))
        case doc.Heading():
            yield ""
            yield from paragraph(_line(block.content, "bold"))
        case doc.Paragraph():
            yield from paragraph(_line(block.content, "dim"), indent=INDENT)
        case doc.Bullets(items=lines) | doc.Note(lines=lines):
            for line in lines:
                yield from paragraph(_line(line), indent=INDENT)
        case doc.Definitions():
            yield from pairs((name, (StyledText(text),)) for name, text in block.rows)
        case doc.TableBlock():
            yield from _table(block)
        case doc.Section(blocks=blocks):
            for inner in blocks:
                yield from _block(inner)


def _table(block: doc.TableBlock) -> Iterator[str]:
    heads = [StyledText(column.title, "dim") for column in block.columns]
    rows: list[list[str | StyledText]] = []
    for group in block.groups:
        rows += [[StyledText(group.title, "dim")]] if group.title else []
        rows += [["\n".join(map(_line, cell.lines)) for cell in row.cells] for row in group.rows]
    aligns = "".join("r" if column.align == "right" else "l" for column in block.columns)
    return table([heads, *rows], aligns, indent=INDENT)


def _line(line: doc.TextLine, style: str = "") -> str:
    """Return a line with the codes of its style and those of its parts."""
    return "".join(styled(_inline(part), style) for part in line)


def _inline(inline: doc.Inline) -> str:
    if isinstance(inline, doc.Styled):
        before, after = doc.TEXT_FRAMES.get(inline.style, ("", ""))
        return f"{before}{styled(inline.text, STYLES.get(inline.style, ''))}{after}"
    if isinstance(inline, doc.DrawnHand):
        return inline.notation
    return inline if isinstance(inline, str) else inline.text
