"""The pages of the site in all languages: templates, and the facts that stand in them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from typing import Any, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from riichi_app.locale import Locale, languages
from riichi_app.web.api import LONGEST_SEARCH
from riichi_app.web.beforehand import first_answer
from riichi_app.web.controls import COMMON_OPTIONS, PLACES, form_html
from riichi_app.web.house_rules import FIRST_BASE
from riichi_app.web.local_yaku import local_yaku
from riichi_app.web.quick import decisions, doors, played_by, quick_data
from riichi_app.web.rulesets import option_id, search_words, shipped, short_title
from riichi_app.web.yaku_form import builder_html
from riichi_app.writers.drawings import symbols, tile_name
from riichi_app.writers.paper import PAPERS
from riichi_core.comparison.comparison import Comparison, compare
from riichi_core.rules import library
from riichi_core.rules.rules import options
from riichi_core.tiles import TILES
from riichi_programs.known_programs import PROGRAMS

EnginePlace = Literal["worker", "server"]
"""The place of the engine: in the visitor's own browser, or on the own machine as a server."""

PAGES = ("index", "compare", "rules")

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src data:; connect-src 'self'; worker-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The files that a page may load: those of its site alone, and no script that stands in it."""


def pages(engine: EnginePlace = "worker", links_to: str = "") -> dict[str, str]:
    """Return every page by the name of its file, in all languages.

    Args:
        engine: where its engine runs.
        links_to: the address of a site that others can open, for links; empty for the page's own.
    """
    return {
        file_name(page, code): _page_html(page, Locale(code), engine, links_to)
        for code in languages()
        for page in PAGES
    }


def file_name(page: str, language: str) -> str:
    """Return the file of a page in a language, English without a mark: `compare.nl.html`."""
    return f"{page}.html" if language == "en" else f"{page}.{language}.html"


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("riichi_app.web"), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["data"] = _script_json
    return environment


def _script_json(value: object) -> Markup:
    """Return JSON for a script; `<` is written so that no text ends its element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Markup(text.replace("<", "\\u003c"))


def _page_html(page: str, tr: Locale, engine: EnginePlace, links_to: str) -> str:
    facts = {"index": _index_facts, "rules": _rules_facts}.get(page, lambda _: {})(tr)
    text = (
        _templates()
        .get_template(f"{page}.html")
        .render(
            facts,
            languages=languages_by_code(),
            tr=tr,
            page=page,
            engine=engine,
            links_to=links_to,
            policy=POLICY,
            symbols=Markup(symbols()),
            option_id=option_id,
            file_name=lambda name, language=tr.language: file_name(name, language),
            groups={title: list(map(shipped, names)) for title, names in _groups(tr).items()},
        )
    )
    return re.sub(r">\s+<", "><", text)


@cache
def languages_by_code() -> dict[str, str]:
    """Return the name of each language in that language, by its code."""
    return {code: Locale(code).in_context("language", "English") for code in languages()}


def _groups(tr: Locale) -> dict[str, Any]:
    return {
        tr("Books"): library.books(),
        tr("From second-hand sources"): library.shelf(),
        tr("Rooms of platforms"): library.rooms(),
        tr("Examples of clubs"): library.clubs(),
    }


def _index_facts(tr: Locale) -> dict[str, Any]:
    tiles = sorted(
        dict.fromkeys(TILES.values()), key=lambda tile: (tile.suit, tile.red, tile.number)
    )
    return {
        "first": FIRST_BASE,
        "n": len(options()),
        "longest": LONGEST_SEARCH,
        "common": list(COMMON_OPTIONS),
        "differ": list(options_that_differ()),
        "names": search_words(),
        "form": Markup(form_html(shipped(FIRST_BASE), tr)),
        "quick": quick_data(tr),
        "doors": doors(tr),
        "decisions": decisions(),
        "played_by": lambda way: played_by(way, tr),
        "places": [tr(place) for place in PLACES],
        "short_title": lambda name: short_title(name, tr),
        "local_yaku": local_yaku(tr),
        "first_answer": first_answer(tr),
        "version": _version_of_form(),
        "builder": Markup(builder_html(tr)),
        "papers": PAPERS,
        "tiles": [(str(tile), tile_name(tile, tr)) for tile in tiles],
        "programs": [program for program in PROGRAMS.values() if program.mappings],
    }


@cache
def _version_of_form() -> str:
    """Return a word for the form in all languages, which changes with it."""
    forms = "".join(form_html(shipped(FIRST_BASE), Locale(code)) for code in languages())
    return hashlib.sha256(forms.encode()).hexdigest()[:12]


@cache
def options_that_differ() -> tuple[str, ...]:
    """Return the options in which any two of the published books differ."""
    return tuple(row.path for row in compare(*map(shipped, library.books())).differing)


def _rules_facts(tr: Locale) -> dict[str, Any]:
    comparison = compare(*map(shipped, library.shipped()), tr=tr)
    return {
        "n": len(comparison.rulesets),
        "names": search_words(),
        "chapters": _chapters(comparison),
    }


def _chapters(comparison: Comparison) -> Iterator[Any]:
    """Yield chapters with their rules, each with the ways to play it: most players first."""
    for _, rows in groupby(comparison.rows, lambda row: row.chapter):
        rules = [(row, _values_with_rulesets(comparison, row)) for row in rows]
        yield rules[0][0], rules


def _values_with_rulesets(comparison: Comparison, row: Any) -> list[tuple[str, list[str]]]:
    by_value: dict[object, tuple[str, list[str]]] = {}
    for label, side in zip(comparison.labels, row.sides, strict=True):
        by_value.setdefault(side.key, (side.meaning, []))[1].append(label)
    return sorted(by_value.values(), key=lambda value: -len(value[1]))
