"""Read an HTML page back, and check that it is well-formed and fetches and runs nothing."""

from __future__ import annotations

import re
from html.parser import HTMLParser

SHAPES = {"svg", "symbol", "rect", "circle", "path", "text", "g", "line", "ellipse", "polygon"}
"""Of which tiles are drawn; with `use`, which shows one of the page."""

TEXT = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "h3", "p", "table", "thead",
        "tbody", "tr", "th", "td", "br", "small", "span", "div", "section", "nav", "ol", "ul",
        "li", "figure", "figcaption",
        "a", "em", "strong", "header", "dl", "dt", "dd", "caption"}  # fmt: skip
NEVER = {"src", "srcset", "action", "onload", "onclick", "onerror", "xlink:href", "data"}
VOID = {"meta", "br"}


class Page(HTMLParser):
    """The content of a page: its tags in order, its text, its tile labels and its ids."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.labels: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._take(tag, dict(attrs))

    def _take(self, tag: str, values: dict[str, str | None]) -> None:
        assert tag in TEXT | SHAPES | {"use"}, f"{tag} has no place on a page"
        assert not NEVER & set(values), f"{tag} fetches or runs something: {values}"
        self.tags.append(tag)
        if name := values.get("id"):
            self.ids.append(name)
        if to := values.get("href"):
            assert to.startswith("#"), f"{to} is not on the page"
            self.links.append(to[1:])
        if values.get("role") == "img":
            label = values.get("aria-label")
            assert label, "a drawing without a text alternative"
            self.labels.append(label)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


def page(text: str) -> Page:
    """Read a page back.

    Raises:
        AssertionError: if it is not well-formed, fetches something, or has a broken link.
    """
    read = Page()
    read.feed(text)
    read.close()
    assert read.open == []
    assert len(read.ids) == len(set(read.ids)), "two elements have one id"
    assert set(read.links) <= set(read.ids), "a link leads nowhere"
    alone = re.sub(r"url\(data:font/woff;base64,[\w+/=]+\)", "", text)
    assert not re.search(r"https?:(?!//\S+\))|url\(|@import|<script", alone)
    return read
