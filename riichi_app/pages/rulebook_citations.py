"""The citations of a rulebook: beside each rule, in notes at the end, or nowhere."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Literal

from riichi_app.documents.model import Block, Bullets, Heading, Link, Styled, TextLine
from riichi_core.language import Text, Translator

Citations = Literal["inline", "notes", "none"]

NOTES: Text = "Notes"


def placed(
    blocks: Sequence[Block], how: Citations, tr: Translator, without: Collection[str] = ()
) -> tuple[Block, ...]:
    """Return blocks with their citations where they are wanted, and no links that lead nowhere.

    Args:
        blocks: the rulebook, whose citations have the style `citation`.
        how: `inline` beside what they are of; `notes` as numbers, with a list at the end; `none`.
        tr: the language of the heading of that list.
        without: ids of chapters that are not among the blocks.
    """
    notes: list[str] = []
    blocks = _unlinked(tuple(blocks), without)
    changed = [_placed(block, how, notes) for block in blocks]
    if notes:
        items: tuple[TextLine, ...] = tuple((f"{n}. {text}",) for n, text in enumerate(notes, 1))
        changed += [Heading((tr(NOTES),), id="notes"), Bullets(items)]
    return tuple(changed)


def _unlinked(node: Any, without: Collection[str]) -> Any:
    """Return a part of a document with plain text for links to chapters that are left out."""
    if isinstance(node, Link):
        return node.text if node.to.split(".")[0] in without else node
    if isinstance(node, tuple):
        return tuple(_unlinked(one, without) for one in node) if without else node
    if not is_dataclass(node) or isinstance(node, type):
        return node
    now = {field.name: getattr(node, field.name) for field in fields(node)}
    return replace(node, **{name: _unlinked(value, without) for name, value in now.items()})


def _placed(node: Any, how: Citations, notes: list[str]) -> Any:
    """Return a part of a document with its citations placed; numbered ones are added to notes."""
    if isinstance(node, tuple):
        return tuple(_each(node, how, notes))
    if isinstance(node, Styled) or not is_dataclass(node) or isinstance(node, type):
        return node
    now = {field.name: getattr(node, field.name) for field in fields(node)}
    new = {name: _placed(value, how, notes) for name, value in now.items()}
    return replace(node, **new) if new != now else node


def _each(parts: tuple[Any, ...], how: Citations, notes: list[str]) -> Iterator[Any]:
    for part, after in zip(parts, (*parts[1:], None), strict=False):
        if _is_citation(part):
            yield from _citation(part, how, notes)
        elif not (how == "none" and part == " " and _is_citation(after)):
            yield _placed(part, how, notes)


def _is_citation(part: Any) -> bool:
    return isinstance(part, Styled) and part.style == "citation"


def _citation(part: Styled, how: Citations, notes: list[str]) -> Iterator[Styled]:
    if how == "inline":
        yield replace(part, style="small")
    elif how == "notes" and part.text:
        if part.text not in notes:
            notes.append(part.text)
        yield Styled(f"[{notes.index(part.text) + 1}]", "small")
