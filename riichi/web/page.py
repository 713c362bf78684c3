"""The pages of the site in all languages: templates, and the facts in them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any, Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from riichi.locale import BOOK, Locale, offered_languages
from riichi.programs.known_programs import PROGRAMS
from riichi.web.api import LONGEST_SEARCH
from riichi.web.beforehand import first_answer
from riichi.web.controls import COMMON_OPTIONS, PLACES, form_html, own_worth_html
from riichi.web.house_rules import FIRST_BASE
from riichi.web.in_short import in_short, page_tags
from riichi.web.local_yaku import local_yaku
from riichi.web.markup import Html
from riichi.web.own_words import all_own_words_html
from riichi.web.quick import decisions, doors, played_by, quick_data
from riichi.web.rulesets import option_id, search_words, shipped, short_title
from riichi.writers.drawings import symbols, tile_name
from riichi.writers.paper import PAPERS
from riichi.writers.picture import picture_svg
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.language import Translatable
from riichi_core.rules import library
from riichi_core.rules.rules import options
from riichi_core.rules.words import vocabularies
from riichi_core.tiles import TILES

STATIC = Path(__file__).parent / "static"
"""Styles and scripts, which are served unchanged."""

EnginePlace = Literal["worker", "server"]
"""The place of the engine: in the visitor's browser, or on the user's own machine as a server."""

PAGES = ("index", "compare", "rules")

RULESETS = "r/"
"""The folder of the pages of rulesets."""

LEAD: Translatable = (
    "Start from a rulebook, change what your club does differently, then print and share it."
)

PLAIN_POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content policy of a page without scripts."""

POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src data:; connect-src 'self'; worker-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
)
"""The content policy of a page: only files of its own site, and no inline script."""


def pages(engine: EnginePlace = "worker", links_to: str = "") -> dict[str, str]:
    """Return every page by file name, in all languages, with the place of its engine.

    `links_to` is the address of a public site for links; empty for the page's own address.
    """
    found = {
        file_name(page, code): _page_html(page, Locale(code), engine, links_to)
        for code in offered_languages()
        for page in PAGES
    }
    found |= {f"{MORE}.{code}.json": _more_json(Locale(code)) for code in offered_languages()}
    return found


def _more_json(tr: Locale) -> str:
    """Return the data that the first page fetches later: names of rules, rarer local yaku."""
    rarer = [card for card in local_yaku(tr) if not card.is_common]
    cards = _templates().get_template("more.html").render(tr=tr, cards=rarer)
    return json.dumps({"names": search_words(), "cards": cards}, ensure_ascii=False)


def file_name(page: str, language: str) -> str:
    """Return the file of a page in a language; English has no mark: `compare.nl.html`."""
    return f"{page}.html" if language == "en" else f"{page}.{language}.html"


def address_in(site: str, name: str) -> str:
    """Return the address of a file on a site, or next to a page of it; empty if that is unknown."""
    if not site:
        return ""
    folder = site.rpartition("/")[0] if site.endswith(".html") else site.rstrip("/")
    return f"{folder}/{name}"


def picture_name(name: str, language: str) -> str:
    """Return the file of a ruleset's picture, or of the picture of the site's pages (`index`)."""
    return f"{RULESETS}{name}.{language}.png"


MORE = "more"
"""The name of the file with the data that the first page fetches later."""


@cache
def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader("riichi.web"), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["data"] = _script_json
    return environment


def _script_json(value: object) -> Html:
    """Return JSON for a script; `<` is escaped so that no text can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return Html(text.replace("<", "\\u003c"))


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
            link_page=_link_page(links_to, tr.language),
            tags=lambda title, lead: _tags(title, lead, page, tr, links_to, engine),
            symbols=Html(symbols()),
            option_id=option_id,
            file_name=lambda name, language=tr.language: file_name(name, language),
            groups={title: list(map(shipped, names)) for title, names in _groups(tr).items()},
        )
    )
    return _compact(text)


def _compact(text: str) -> str:
    return re.sub(r">\s+<", "><", text)


def _link_page(links_to: str, language: str) -> str:
    """Return the page that links lead to, in a language; empty for the page's own address."""
    if links_to.endswith(".html"):
        return links_to
    return address_in(links_to, "" if language == "en" else file_name("index", language))


def _tags(
    title: str, lead: str, page: str, tr: Locale, site: str, engine: EnginePlace
) -> dict[str, str]:
    """Return the page's description for networks; empty on the user's own machine."""
    if engine == "server":
        return {}
    address = address_in(site, file_name(page, tr.language))
    picture = address_in(site, picture_name("index", tr.language))
    return page_tags(title, lead, tr.language, address, picture)


# ---- pages that others show ----------------------------------------------------------------------


def ruleset_page(name: str, tr: Locale, site: str = "") -> tuple[str, str]:
    """Return the page of a shipped ruleset, and its picture as SVG.

    The address of the site is empty if it is unknown.
    """
    short = in_short(shipped(name), tr)
    address = address_in(site, RULESETS + file_name(name, tr.language))
    text = (
        _templates()
        .get_template("ruleset.html")
        .render(
            tr=tr,
            policy=PLAIN_POLICY,
            ruleset=shipped(name),
            short=short,
            tags=short.tags(address, address_in(site, picture_name(name, tr.language))),
            languages=languages_by_code(),
            file_name=lambda page, language=tr.language: file_name(page, language),
        )
    )
    return _compact(text), short.picture


def site_picture(tr: Locale) -> str:
    """Return the picture of the site's pages, as SVG."""
    main = in_short(shipped(FIRST_BASE), tr)
    facts = [(fact.title, fact.says) for fact in main.facts]
    return picture_svg(tr("Your club's rules"), tr(LEAD), facts, "", ("0m", "0p", "0s"))


@cache
def languages_by_code() -> dict[str, str]:
    """Return the name of each language in that language, by code."""
    return {code: Locale(code).in_context("language", "English") for code in offered_languages()}


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
        "lead": LEAD,
        "first": FIRST_BASE,
        "n": len(options()),
        "longest": LONGEST_SEARCH,
        "common": list(COMMON_OPTIONS),
        "differ": list(options_that_differ()),
        "form": Html(_first_form(tr)),
        "own_words": all_own_words_html({}, tr).values(),
        "quick": quick_data(tr),
        "doors": doors(tr),
        "decisions": decisions(),
        "played_by": lambda way: played_by(way, tr),
        "words": _words(tr),
        "places": [tr(place) for place in PLACES],
        "short_title": lambda name: short_title(name, tr),
        "own_worth": own_worth_html(tr),
        "common_yaku": [card for card in local_yaku(tr) if card.is_common],
        "local_yaku_count": len(local_yaku(tr)),
        "first_answer": first_answer(tr),
        "version": _version_of_form(),
        "papers": PAPERS,
        "tiles": [(str(tile), tile_name(tile, tr)) for tile in tiles],
        "programs": [*PROGRAMS.values()],
    }


def _words(tr: Locale) -> dict[str, str]:
    """Return the words to choose from with their titles; a translation has no other book's."""
    books = {
        name: tr(words.title)
        for name, words in vocabularies().items()
        if words.romaji or tr.language == "en"
    }
    return {BOOK: tr("As in the book")} | books


@cache
def _first_form(tr: Locale) -> str:
    return form_html(shipped(FIRST_BASE), tr)


@cache
def _version_of_form() -> str:
    """Return a short digest of the form in all languages."""
    forms = "".join(_first_form(Locale(code)) for code in offered_languages())
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
        "chapters": _chapters(comparison, tr),
    }


def _chapters(comparison: Comparison, tr: Locale) -> Iterator[Any]:
    """Yield chapters with their rules, each with its ways to play, the most common first."""
    players = [*zip(comparison.labels, comparison.names(tr), strict=True)]
    for _, rows in groupby(comparison.rows, lambda row: row.chapter):
        rules = [(row, _values_with_players(players, row)) for row in rows]
        yield rules[0][0], rules


def _values_with_players(
    players: Sequence[tuple[str, str]], row: ComparisonRow
) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return each way to play a rule, with the ids and names of its rulesets."""
    by_value: dict[object, tuple[str, list[tuple[str, str]]]] = {}
    for player, side in zip(players, row.sides, strict=True):
        by_value.setdefault(side.key, (side.meaning, []))[1].append(player)
    return sorted(by_value.values(), key=lambda value: -len(value[1]))
