"""HTML in which all text is escaped, so that plain text cannot become markup."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from markupsafe import Markup, escape

VOID = frozenset({"input", "link", "meta"})
"""The elements that have no content."""


Content = str | None | Iterable["Content"]
"""The content of an element: texts and elements, possibly nested; None is nothing."""


def el(name: str, /, *content: Content, **attributes: str | int | bool | None) -> Markup:
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
        return Markup(f"<{name}{start}>")
    return Markup(f"<{name}{start}>{together(*content)}</{name}>")


def together(*content: Content) -> Markup:
    """Return all content as markup, joined."""
    return Markup("").join(_texts(content))


def _texts(content: Content) -> Iterator[str]:
    if isinstance(content, str):
        yield content
    elif content is not None:
        for part in content:
            yield from _texts(part)


def _attribute(key: str, value: str | int | bool | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(value)}"'
