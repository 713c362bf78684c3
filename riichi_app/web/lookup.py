"""The page to look something up: each rule, and which of the shipped rulesets plays it how."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path

from riichi_app.locale import Locale
from riichi_app.web.frame import Engine, file_name, frame
from riichi_app.web.markup import Html, el
from riichi_app.web.rulesets import shipped
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku, other_names
from riichi_core.rules.ruleset import Ruleset


def rules_page(tr: Locale, engine: Engine = "worker") -> str:
    """Return the page of all rules and who plays them how, in a language."""
    found = compare(*map(shipped, library.shipped()), tr=tr)
    title = tr("Who plays what")
    lead = tr(
        "Every rule, and which of the {n} rulesets that come along plays it how. Each rule has an "
        "address of its own, to send to somebody.",
        n=len(found.rulesets),
    )
    data = {"names": search_names(), "none": tr("No rule has these words.")}
    body = [
        el("div", el("h1", title), el("p", lead, class_="lead"), class_="intro"),
        el("div", _choices(tr), el("p", id="found", role="status"), class_="card find"),
        _rulesets(found, tr),
        el("div", list(_chapters(found, tr)), id="rules"),
    ]
    return frame("rules", title, body, tr, engine=engine, data=data)


def _choices(tr: Locale) -> Html:
    find = el("input", id="find", type="search", autocomplete="off", enterkeyhint="search")
    only = el("input", id="differing", type="checkbox")
    return el(
        "p",
        el("label", tr("Find a rule, by any name"), find, class_="field"),
        el(
            "label",
            only,
            el("span", tr("Only rules in which the ticked rulesets differ")),
            class_="pick",
        ),
    )


def groups(tr: Locale) -> dict[str, Mapping[str, Path]]:
    """Return the shipped rulesets by their kind in words."""
    return {
        tr("Books"): library.books(),
        tr("From second-hand sources"): library.shelf(),
        tr("Rooms of platforms"): library.rooms(),
        tr("Examples of clubs"): library.clubs(),
    }


def ruleset_options(chosen: str, tr: Locale) -> list[Html]:
    """Return the shipped rulesets to choose from, in groups."""
    return [
        el(
            "optgroup",
            [
                el("option", shipped(name).title, value=name, selected=name == chosen)
                for name in group
            ],
            label=title,
        )
        for title, group in groups(tr).items()
    ]


def _rulesets(found: Comparison, tr: Locale) -> Html:
    by_id = {ruleset.id: ruleset for ruleset in found.rulesets}
    kinds = [
        el("fieldset", el("legend", title), [_ruleset(by_id[name], tr) for name in names])
        for title, names in groups(tr).items()
    ]
    summary = el("summary", el("h2", tr("The rulesets")))
    return el("details", summary, el("div", kinds, class_="rulesets"), class_="card", id="who")


def _ruleset(ruleset: Ruleset, tr: Locale) -> Html:
    tick = el("input", type="checkbox", checked=True, value=ruleset.id, aria_label=ruleset.id)
    against = "ema-2025" if ruleset.id != "ema-2025" else "wrc-2025"
    way = f"{file_name('compare', tr.language)}#{against}+{ruleset.id}"
    name = el("span", el("b", ruleset.id), " ", ruleset.title)
    return el(
        "p",
        el("label", tick, name, class_="pick"),
        el("a", tr("Compare"), href=way, aria_label=tr("Compare {ruleset}", ruleset=ruleset.id)),
    )


def _chapters(found: Comparison, tr: Locale) -> Iterator[Html]:
    for (chapter, title), rows in groupby(found.rows, lambda row: (row.chapter, row.chapter_title)):
        rules = [_rule(row, found, tr) for row in rows]
        yield el("section", el("h2", title), rules, class_="card chapter", id=f"c-{chapter}")


def option_id(path: str) -> str:
    """Return the id that an option has on every page: `o-claims-winners`."""
    return "o-" + path.replace(".", "-")


def _rule(row: ComparisonRow, found: Comparison, tr: Locale) -> Html:
    """Return a rule: each way to play it with who does, the most first."""
    name = option_id(row.path)
    who: dict[object, list[str]] = {}
    says: dict[object, str] = {}
    for label, side in zip(found.labels, row.sides, strict=True):
        who.setdefault(side.key, []).append(label)
        says.setdefault(side.key, side.sentences)
    ways = sorted(who, key=lambda key: -len(who[key]))
    rows = [
        el("tr", el("td", says[key]), el("td", [_player(one) for one in who[key]])) for key in ways
    ]
    head = el("tr", el("th", tr("Rule"), scope="col"), el("th", tr("Who plays it"), scope="col"))
    link = el("a", row.title, href=f"#{name}")
    return el(
        "article",
        el("h3", link),
        el("table", el("thead", head, class_="sr"), el("tbody", rows), class_="who"),
        id=name,
        class_="rule",
        data_path=row.path,
    )


def _player(name: str) -> Html:
    return el("span", name, class_="player", data_ruleset=name)


@cache
def search_names() -> dict[str, str]:
    """Return by option the other names by which people look for it, also those of yaku."""
    names = {path: [path, *said] for path, said in other_names().options.items()}
    for yaku, known in known_yaku().items():
        names.setdefault(f"yaku.{yaku}", [yaku]).extend(known.name.spellings())
    return {path: " | ".join(said).lower() for path, said in names.items()}
