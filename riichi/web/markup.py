"""HTML in which all text is escaped, so that plain text cannot become markup."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

VOID = frozenset({"input", "link", "meta"})
"""The elements that have no content."""


class Html(str):
    """Text that is markup already; any other text is escaped when it is added to markup.

    Templates ask for `__html__`. The engine in the browser has neither Jinja nor markupsafe.
    """

    __slots__ = ()

    def __html__(self) -> str:
        """Return the markup itself."""
        return self


Content = str | None | Iterable["Content"]
"""The content of an element: texts and elements, possibly nested; None is nothing."""


def el(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Html:
    """Return an element.

    Args:
        name: the name of the element, e.g. `p`.
        content: its content.
        attributes: attributes with `_` for `-`, and a final `_` after Python's keywords, e.g.
            `class_`; True is an attribute without a value, False and None are left out.

    >>> el("p", "a < b", el("br") if False else None, class_="note", hidden=True)
    '<p class="note" hidden>a &lt; b</p>'
    """
    start = "".join(_attribute(key, value) for key, value in attributes.items())
    if name in VOID:
        return Html(f"<{name}{start}>")
    return Html(f"<{name}{start}>{together(*content)}</{name}>")


def together(*content: Content) -> Html:
    """Return all content as markup, joined."""
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
