"""The part of a page in which a hand is put together by tapping tiles, and scored."""

from __future__ import annotations

from collections.abc import Mapping

from riichi_app.documents.tile_art import name as tile_name
from riichi_app.locale import Locale
from riichi_app.web.frame import section, tile
from riichi_app.web.lookup import ruleset_options
from riichi_app.web.markup import Html, el
from riichi_core.language import Text
from riichi_core.tiles import TILES

WINDS: Mapping[str, Text] = {"east": "East", "south": "South", "west": "West", "north": "North"}

CIRCUMSTANCES: Mapping[str, Text] = {
    "ippatsu": "Ippatsu",
    "last_tile": "On the last tile",
    "after_kong": "After a kong",
    "robbing_kong": "Robbing a kong",
    "first_turn": "In the first turn",
}

PARTS: Mapping[str, Text] = {
    "hand": "Hand",
    "winning_tile": "Winning tile",
    "chow": "Claimed chow (its lowest tile)",
    "pung": "Claimed pung",
    "kong": "Claimed kong",
    "concealed_kong": "Concealed kong",
    "dora": "Dora indicator",
    "ura": "Ura dora indicator",
}
"""The places that a tapped tile goes to."""


def tile_keys(tr: Locale) -> Html:
    """Return a button for each tile."""
    shapes = sorted(dict.fromkeys(TILES.values()), key=lambda one: (one.suit, one.red, one.number))
    keys = [
        el(
            "button",
            tile(str(one)),
            type="button",
            data_tile=str(one),
            aria_label=tile_name(one, tr),
        )
        for one in shapes
    ]
    return el("div", keys, class_="keys", role="group", aria_label=tr("Tiles"))


def _select(name: str, label: str, items: Mapping[str, str]) -> Html:
    given = [el("option", text, value=value) for value, text in items.items()]
    return el("label", el("span", label), el("select", given, name=name), class_="field")


def text_field(name: str, label: str, **more: str | int) -> Html:
    """Return a field for a short text that is no prose."""
    control = el(
        "input", name=name, autocomplete="off", autocapitalize="off", spellcheck="false", **more
    )
    return el("label", el("span", label), control, class_="field")


def _tick(name: str, says: str) -> Html:
    control = el("input", type="checkbox", name=name)
    return el("label", control, el("span", says), class_="pick")


def hand_section(tr: Locale) -> Html:
    """Return the tiles to tap, the circumstances, and room for the score."""
    places = [
        el(
            "label",
            el("input", type="radio", name="into", value=name, checked=name == "hand"),
            el("span", tr(text)),
            class_="pick",
        )
        for name, text in PARTS.items()
    ]
    won_by = {"self_draw": tr.term("self-draw"), "discard": tr.term("discard")}
    riichi = {"none": tr("no riichi"), "riichi": tr("riichi"), "double": tr("double riichi")}
    winds = {value: tr(text) for value, text in WINDS.items()}
    form = el(
        "form",
        el("p", tr("Tap the tiles of the hand, then the winning tile."), class_="none"),
        el("div", id="laid", class_="laid", aria_live="polite"),
        tile_keys(tr),
        el(
            "details",
            el("summary", tr("Where a tapped tile goes")),
            el(
                "fieldset",
                el("legend", tr("Where a tapped tile goes"), class_="sr"),
                places,
                class_="places",
            ),
        ),
        el(
            "div",
            text_field("hand", tr("Hand, as text"), size=22, maxlength=60),
            text_field("winning_tile", tr("Winning tile"), size=3, maxlength=3),
            class_="row",
        ),
        el(
            "div",
            _select("won_by", tr("Won by"), won_by),
            _select("seat_wind", tr("Seat"), winds),
            _select("prevailing_wind", tr("Round"), winds),
            _select("riichi", tr("Riichi"), riichi),
            class_="row",
        ),
        el("div", [_tick(name, tr(text)) for name, text in CIRCUMSTANCES.items()], class_="row"),
        el(
            "div",
            text_field("dora", tr("Dora indicators"), size=6, maxlength=20),
            text_field("ura", tr("Ura dora indicators"), size=6, maxlength=20),
            class_="row",
        ),
        _beside(tr),
        el(
            "div",
            el("button", tr("Score"), class_="go"),
            el("button", tr("Clear"), type="button", id="clear"),
            class_="acts",
        ),
        el("p", class_="error", id="hand-error", role="alert"),
        id="hand-form",
        autocomplete="off",
        novalidate=True,
    )
    return section("hand", tr("Try a hand"), form, el("div", id="score", aria_live="polite"))


def _beside(tr: Locale) -> Html:
    """Return the rulesets beside which the own rules stand."""
    choose = el(
        "select", el("option", tr("nothing more"), value=""), ruleset_options("", tr), id="beside"
    )
    return el("label", el("span", tr("Beside the base and your rules")), choose, class_="field")
