"""The frame of every page of the site: its head, the way to the others, and the tiles to draw."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Literal

from riichi_app.documents.tile_art import symbols
from riichi_app.locale import Locale
from riichi_app.web.markup import Content, Html, el, together
from riichi_core.language import Text

Engine = Literal["worker", "server"]
"""The place of the engine: in the visitor's own browser, or on the own machine as a server."""

PAGES: Mapping[str, Text] = {
    "index": "Your rules",
    "compare": "Compare",
    "rules": "Who plays what",
}
"""The pages by the name of their file, with what leads to them."""

NAMES = {"en": "English", "nl": "Nederlands"}
"""The name of each language in itself."""

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src data:",
        "connect-src 'self'",
        "worker-src 'self'",
        "frame-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
"""The files that a page may load: those of its site alone, and no script that stands in it."""


SAY: Mapping[str, Text] = {
    "runtime": "Loading Python…",
    "unpack": "Unpacking…",
    "import": "Starting the rules engine…",
    "ready": "Ready",
    "failed": "Something went wrong:",
    "expected": "expected: {text}",
    "nearest": "did you mean {text}?",
    "line": "line {n}",
    "changed": "{n} changed",
    "copied": "The link is on the clipboard.",
    "made": "The link is below, to copy.",
    "bad_link": "This link cannot be read:",
    "too_large": "That is larger than 64 KiB.",
    "opened": "The file is open.",
    "no_json": "That is no file of JSON.",
    "no_option": "No rule has these fields: {fields}",
    "none": "No rule has these words.",
    "has": "This hand has it.",
    "misses": "This hand does not have it.",
    "found": "{n} rules",
}
"""The texts of scripts."""


def say(tr: Locale) -> dict[str, str]:
    """Return the texts of scripts, in a language."""
    return {name: tr(text) for name, text in SAY.items()}


def file_name(page: str, language: str) -> str:
    """Return the file of a page in a language, English without a mark: `compare.nl.html`."""
    return f"{page}.html" if language == "en" else f"{page}.{language}.html"


def frame(
    page: str,
    title: str,
    body: Content,
    tr: Locale,
    *,
    engine: Engine,
    data: Mapping[str, object] | None = None,
) -> str:
    """Return a whole page.

    Args:
        page: the name of its file, one of `PAGES`.
        title: what it is called.
        body: what stands between header and footer.
        tr: the language it is in.
        engine: where its questions are answered.
        data: what its script has to know, as JSON.
    """
    head = [
        el("meta", charset="utf-8"),
        el("meta", name="viewport", content="width=device-width, initial-scale=1"),
        el("meta", http_equiv="Content-Security-Policy", content=POLICY),
        el("meta", name="referrer", content="no-referrer"),
        el("meta", name="color-scheme", content="light dark"),
        el("title", f"{title} · riichi-core"),
        el("link", rel="icon", href="icon.svg"),
        el("link", rel="stylesheet", href="app.css"),
        el("script", type="module", src=f"{page}.js"),
    ]
    main = [
        el("a", tr("To the content"), class_="skip", href="#main"),
        Html(symbols()),
        _data(data),
        _header(page, tr, engine),
        el("main", body, id="main"),
        _footer(tr, engine),
    ]
    whole = el(
        "html",
        el("head", head),
        el("body", main, data_engine=engine, data_page=page),
        lang=tr.language,
    )
    return f"<!DOCTYPE html>\n{whole}\n"


def _data(data: Mapping[str, object] | None) -> Html | None:
    """Return what a script has to know; `<` is written so that no text ends the element."""
    if data is None:
        return None
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return el("script", Html(text), type="application/json", id="data")


def tile(shape: str, label: str = "") -> Html:
    """Return one drawn tile: named for who does not see it, or silent beside text that does."""
    use = Html(f'<use href="#t-{shape}"/>')
    if not label:
        return el("svg", use, class_="tile", viewBox="0 0 30 40", aria_hidden="true")
    return el(
        "svg",
        el("title", label),
        use,
        class_="tile",
        viewBox="0 0 30 40",
        role="img",
        aria_label=label,
    )


def _header(page: str, tr: Locale, engine: Engine) -> Html:
    ways = [
        el(
            "a",
            tr(name),
            href=file_name(other, tr.language),
            aria_current="page" if other == page else None,
        )
        for other, name in PAGES.items()
    ]
    languages = [
        el("a", name, href=file_name(page, code), lang=code, hreflang=code, class_="language")
        for code, name in NAMES.items()
        if code != tr.language
    ]
    brand = el(
        "a",
        tile("7z"),
        el("span", "riichi-core"),
        class_="brand",
        href=file_name("index", tr.language),
    )
    status = None if page == "rules" else _status(tr, engine)
    return el(
        "header",
        brand,
        el("nav", ways, languages, aria_label=tr("Pages")),
        status,
        class_="bar",
    )


def _status(tr: Locale, engine: Engine) -> Html:
    waiting = tr("The engine is starting…") if engine == "worker" else ""
    return el(
        "div",
        el("span", waiting, id="status", role="status"),
        el("progress", id="progress", max=1, value=0, aria_label=tr("The engine is starting…")),
        class_="status",
    )


def _footer(tr: Locale, engine: Engine) -> Html:
    private = (
        tr("Nothing leaves this device: the rules engine runs in your browser.")
        if engine == "worker"
        else tr("Nothing leaves this device: the rules engine runs on it.")
    )
    source = tr("The rulesets are data, each value with the section of the book that says it.")
    return el("footer", el("p", private), el("p", source))


def section(name: str, title: str, *content: Content, class_: str = "card") -> Html:
    """Return a part of a page with a heading that names it."""
    heading = el("h2", title, id=f"h-{name}")
    return el(
        "section", heading, together(*content), id=name, class_=class_, aria_labelledby=f"h-{name}"
    )
