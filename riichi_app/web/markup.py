"""HTML put together so that nothing is forgotten to be escaped: plain text cannot become markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset({"input", "link", "meta"})
"""The elements that have no content."""


class Html(str):
    """Text that is markup already; every other text is escaped where it becomes part of some."""

    __slots__ = ()


Content = str | None | Iterable["Content"]
"""The inside of an element: texts and elements, in groups or not; None is nothing."""


def el(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Html:
    """Return an element.

    Args:
        name: of the element, as `p`.
        content: what stands in it.
        attributes: with `_` for `-`, and one at the end of those that are words of Python, as
            `class_`; true is one without a value, false and None are left out.

    >>> el("p", "a < b", el("br") if False else None, class_="note", hidden=True)
    '<p class="note" hidden>a &lt; b</p>'
    """
    start = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{start}>")
    return Html(f"<{name}{start}>{together(*content)}</{name}>")


def together(*content: Content) -> Html:
    """Return some content as markup, one after the other."""
    return Html("".join(map(_escaped, content)))


def _escaped(content: Content) -> str:
    if content is None:
        return ""
    if isinstance(content, Html):
        return content
    return escape(content) if isinstance(content, str) else together(*content)


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
