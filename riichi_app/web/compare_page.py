"""The page on which any two rulesets stand side by side, at an address of their own."""

from __future__ import annotations

from riichi_app.locale import Locale
from riichi_app.web.frame import Engine, frame, say
from riichi_app.web.lookup import ruleset_options
from riichi_app.web.markup import el


def compare_page(tr: Locale, engine: Engine = "worker") -> str:
    """Return the page on which any two rulesets stand side by side."""
    title = tr("Compare")
    lead = tr(
        "Any two rulesets side by side, with a hand or a deal that comes out otherwise. The "
        "address of the page leads to the same comparison."
    )
    first, second = "ema-2025", "wrc-2025"
    choose = el(
        "form",
        el(
            "label",
            el("span", tr("First")),
            el("select", ruleset_options(first, tr), id="first"),
            class_="field",
        ),
        el(
            "label",
            el("span", tr("Second")),
            el("select", ruleset_options(second, tr), id="second"),
            class_="field",
        ),
        el(
            "label",
            el("input", type="checkbox", id="everything"),
            el("span", tr("Also what is the same")),
            class_="pick",
        ),
        id="sides",
        class_="card beginning",
    )
    body = [
        el("div", el("h1", title), el("p", lead, class_="lead"), class_="intro"),
        choose,
        el("p", id="compare-error", class_="error", role="alert"),
        el("div", id="comparison", class_="card", aria_live="polite"),
    ]
    return frame("compare", title, body, tr, engine=engine, data={"say": say(tr)})
