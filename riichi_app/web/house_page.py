"""The page on which house rules are made: choose, see what differs, try, share and print."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from riichi_app.locale import Locale
from riichi_app.web.controls import COMMON, form_html
from riichi_app.web.frame import Engine, frame, say, section
from riichi_app.web.hand_form import hand_section, text_field
from riichi_app.web.lookup import ruleset_options, search_names
from riichi_app.web.markup import Html, el, together
from riichi_app.web.own_rules import FIRST
from riichi_app.web.rulesets import shipped
from riichi_app.web.yaku_form import builder_html
from riichi_core.comparison.comparison import compare
from riichi_core.language import Text
from riichi_core.rules import library
from riichi_core.rules.rules import options
from riichi_programs import ADAPTERS

VIEWS: Mapping[str, Text] = {
    "rules": "Rules",
    "differs": "What is different",
    "hand": "Try a hand",
    "file": "File and link",
    "print": "Print",
}
"""The parts of the page of house rules."""

SHOWN: Mapping[str, Text] = {
    "common": "What clubs change most",
    "differ": "Where the books differ",
    "own": "What I changed",
    "all": "All {n} rules",
}
"""The rules that are shown."""


def index_page(tr: Locale, engine: Engine = "worker") -> str:
    """Return the page on which house rules are made."""
    title = tr("Your club's rules")
    lead = tr(
        "Begin with a book, change what you play otherwise, see what that comes to, print it and "
        "share it."
    )
    body = [
        el("div", el("h1", title), el("p", lead, class_="lead"), class_="intro"),
        _beginning(tr),
        _views(tr),
        el(
            "div",
            _rules(tr),
            el("div", _differs(tr), hand_section(tr), _file(tr), _print(tr), class_="side"),
            class_="columns",
        ),
        _own_yaku(tr),
    ]
    return frame("index", title, body, tr, engine=engine, data=_data(tr))


def _data(tr: Locale) -> dict[str, object]:
    return {
        "say": say(tr),
        "common": list(COMMON),
        "differ": list(differing()),
        "names": search_names(),
    }


@cache
def differing() -> tuple[str, ...]:
    """Return the options in which any two of the published books differ."""
    found = compare(*map(shipped, library.books()))
    return tuple(row.path for row in found.differing)


def _beginning(tr: Locale) -> Html:
    base = el("select", ruleset_options(FIRST, tr), id="base", autocomplete="off")
    title = el("input", id="title", value=tr("My club"), maxlength=300, autocomplete="off")
    return el(
        "div",
        el("label", el("span", tr("Begin with")), base, class_="field"),
        el("label", el("span", tr("Name of your rules")), title, class_="field"),
        class_="card beginning",
    )


def _views(tr: Locale) -> Html:
    ways = [
        el(
            "a",
            tr(text),
            el("span", id="count", class_="badge") if name == "differs" else None,
            href=f"#{name}",
            data_view=name,
        )
        for name, text in VIEWS.items()
    ]
    return el("nav", ways, class_="views", aria_label=tr("Parts of this page"))


def _rules(tr: Locale) -> Html:
    shown = [
        el(
            "label",
            el("input", type="radio", name="shown", value=name, checked=name == "common"),
            el("span", tr(text, n=len(options()))),
            class_="pick",
        )
        for name, text in SHOWN.items()
    ]
    find = el("input", id="find", type="search", autocomplete="off", enterkeyhint="search")
    terms = el(
        "select",
        el("option", tr("English names"), value="english"),
        el("option", tr("Japanese names"), value="japanese"),
        id="terms",
    )
    tools = el(
        "div",
        el("label", el("span", tr("Find a rule, by any name")), find, class_="field"),
        el("label", el("span", tr("Names of yaku and claims")), terms, class_="field"),
        el("fieldset", el("legend", tr("Show")), shown, class_="shown"),
        class_="tools",
    )
    controls = form_html(shipped(FIRST), tr)
    form = el("form", controls, id="form", autocomplete="off", novalidate=True, data_base=FIRST)
    return section(
        "rules",
        tr("Rules"),
        tools,
        el("p", id="found", role="status", class_="none"),
        el("p", id="loose", role="alert", class_="error"),
        form,
    )


def _differs(tr: Locale) -> Html:
    said = el("p", class_="sr", id="said", role="status")
    return section("differs", tr("What is different"), said, el("div", id="differences"))


# ---- the file, and paper -------------------------------------------------------------------------


def _button(text: str, **more: str) -> Html:
    return el("button", text, type="button", **more)


def _file(tr: Locale) -> Html:
    yaml = el("textarea", id="yaml", rows=14, spellcheck="false", aria_label=tr("Your file"))
    opened = el(
        "label",
        el("span", tr("Open a file")),
        el("input", type="file", id="open", accept=".yaml,.yml"),
        class_="field",
    )
    return section(
        "file",
        tr("File and link"),
        el(
            "p",
            tr("All that you chose is in one small file: keep it, send it, open it again."),
            class_="none",
        ),
        yaml,
        el("p", class_="error", id="file-error", role="alert"),
        el("p", id="file-said", role="status"),
        el(
            "div",
            _button(tr("Download"), id="download", class_="go"),
            _button(tr("Take over what is written above"), id="take"),
            _button(tr("Begin anew"), id="anew"),
            class_="acts",
        ),
        opened,
        el("h3", tr("A link to these rules")),
        el("p", tr("The rules are in the link itself and are sent to nobody."), class_="none"),
        el("div", _button(tr("Make a link"), id="share"), class_="acts"),
        el("p", id="share-said", role="status"),
        el(
            "input", id="shared", hidden=True, readonly=True, aria_label=tr("A link to these rules")
        ),
        _programs(tr),
    )


def _programs(tr: Locale) -> Html:
    names = [el("option", one.name, value=one.id) for one in ADAPTERS.values() if one.rows]
    choose = el(
        "label", el("span", tr("Program")), el("select", names, id="program"), class_="field"
    )
    return together(
        el("h3", tr("Take this to another program")),
        el(
            "div",
            choose,
            _button(tr("Show what gets lost"), id="export"),
            _button(tr("Download its file"), id="exported", hidden="hidden"),
            class_="acts",
        ),
        el("div", id="losses", aria_live="polite"),
        el(
            "label",
            el("span", tr("Open a file of this program (JSON), as rules over the nearest book")),
            el("input", type="file", id="import", accept=".json"),
            class_="field",
        ),
        el("p", class_="error", id="import-error", role="alert"),
        el("p", id="import-said", role="status"),
    )


def _print(tr: Locale) -> Html:
    kinds = {
        "sheet": tr.in_context("page", "Score sheet"),
        "rulebook": tr("Rulebook"),
        "guide": tr("Guide for guests"),
        "card": tr.in_context("page", "House card"),
    }
    paper = el(
        "select", el("option", "A4", value="a4"), el("option", "Letter", value="letter"), id="paper"
    )
    frame_ = el(
        "iframe",
        id="printed",
        hidden=True,
        title=tr("The document"),
        sandbox="allow-same-origin allow-modals",
    )
    return section(
        "print",
        tr("Print"),
        el("div", [_button(text, data_print=kind) for kind, text in kinds.items()], class_="acts"),
        el("label", el("span", tr("Paper")), paper, class_="field"),
        el("p", class_="error", id="print-error", role="alert"),
        el(
            "div",
            _button(tr("Print it"), id="print-now", class_="go"),
            _button(tr("Save as a web page"), id="print-save"),
            class_="acts",
            id="printing",
            hidden=True,
        ),
        frame_,
    )


# ---- a yaku of the club's own --------------------------------------------------------------------


def _own_yaku(tr: Locale) -> Html:
    """Return the window in which a yaku is put together."""
    record = el(
        "div",
        text_field("record/hand", tr("Hand, as text"), size=22, maxlength=60),
        text_field("record/winning_tile", tr("Winning tile"), size=3, maxlength=3),
        _button(tr("Does this hand have it?"), id="yaku-has"),
        class_="row",
    )
    form = el(
        "form",
        el("h2", tr("A yaku of your own"), id="h-yaku"),
        el("div", builder_html(tr), id="yaku-parts"),
        el("p", class_="error", id="yaku-error", role="alert"),
        el("p", id="yaku-says", role="status"),
        el("div", id="yaku-hands"),
        el(
            "details",
            el("summary", tr("Try it on a hand")),
            record,
            el("p", id="yaku-had", role="status"),
            id="yaku-try",
        ),
        el(
            "div",
            el("button", tr("Take it into the rules"), class_="go"),
            _button(tr("Close"), id="yaku-close"),
            class_="acts",
        ),
        id="yaku-form",
        autocomplete="off",
        novalidate=True,
    )
    return el("dialog", form, id="yaku", aria_labelledby="h-yaku")
