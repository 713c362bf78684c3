"""A yaku of the club's own: a form of the closed words in which a yaku is defined, and back."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from riichi_app.locale import Locale
from riichi_app.web.controls import Controls
from riichi_app.web.markup import Html, el
from riichi_app.web.shape import Fields, read, shape_of
from riichi_core.language import Text
from riichi_core.rules.chapters.yaku import worth_sentence
from riichi_core.rules.grammar import PAIR_CLASSES, SET_CLASSES, TILE_CLASSES
from riichi_core.rules.options import Option
from riichi_core.rules.yaku_words import CLASSES, FORMS, OCCASIONS, WAITS

MOST_SETS = 4

KINDS: Mapping[str, Text] = {"chow": "chow", "pung": "pung", "kong": "kong"}

NUMBERS = (
    *map(str, range(1, 10)),
    *("n", *(f"n+{more}" for more in range(1, 9))),
    *("m", *(f"m+{more}" for more in range(1, 9))),
)
"""The numbers of a set: themselves, or any number n and those above it."""

SUITS: Mapping[str, Text] = {
    "X": "any suit X",
    "Y": "another suit Y",
    "Z": "the third suit Z",
    "m": "characters",
    "p": "circles",
    "s": "bamboo",
    "z": "honours",
}

BOXES: Mapping[str, tuple[Text, Mapping[Any, Text]]] = {
    "when": ("Only", OCCASIONS),
    "unless": ("Not", OCCASIONS),
    "wait": ("The wait", WAITS),
    "form": ("How the hand is built", FORMS),
}
"""The words that take several of a closed list."""

TILES: Mapping[str, tuple[Text, Sequence[str]]] = {
    "tiles": ("All tiles are", TILE_CLASSES),
    "has": ("It has at least one of each", TILE_CLASSES),
    "lacks": ("It has none of", TILE_CLASSES),
    "holds": ("It holds at least these tiles", ()),
    "waiting_hand": ("The thirteen tiles before the winning tile", ()),
    "pair": ("The pair is", PAIR_CLASSES),
    "each_part": ("Every set and the pair have one of", TILE_CLASSES),
    "winning_tile": ("The winning tile is", TILE_CLASSES),
}
"""The words that take tiles, or classes of them."""

COUNTS: Mapping[str, Text] = {
    "suits": "Suits",
    "chows": "Chows",
    "pungs": "Pungs and kongs",
    "kongs": "Kongs",
    "concealed_pungs": "Concealed pungs",
    "claimed": "Claimed sets",
    "red_fives": "Red fives",
    "number_total": "All numbers together",
}
"""The words that count something: a number, or one and more as `2+`."""

SEVERAL = frozenset({"has", "lacks", "replaces"})
"""The words of which the form takes several, with commas between."""

DRAWN = frozenset({"name", "worth", "concealed", "counted", "sets", "replaces"}) | {
    *BOXES,
    *TILES,
    *COUNTS,
}
"""The words that the form has controls for; others stay as they are."""


# ---- the form ------------------------------------------------------------------------------------


def builder_html(tr: Locale, name: str = "", value: Mapping[str, Any] | None = None) -> Html:
    """Return the form of a yaku of the club's own.

    Args:
        tr: the language.
        name: its id, where it is changed; empty for a new one.
        value: its definition with name and worth, as a file writes it.
    """
    given = value or {}
    rest = {word: part for word, part in given.items() if word not in DRAWN}
    said = given.get("name")
    names: Mapping[str, Any] = said if isinstance(said, Mapping) else {}
    return el(
        "div",
        el("input", type="hidden", name="id", value=name),
        el("input", type="hidden", name="rest", value=json.dumps(rest) if rest else ""),
        el(
            "div",
            _text("name/en", tr("Name"), names.get("en", "")),
            _text("name/ja", tr("Japanese name (may be left out)"), names.get("ja", "")),
            class_="row",
        ),
        _worth(given.get("worth", {"closed": 1}), tr),
        _part(
            tr("Sets"),
            [
                *_sets(given, tr),
                _tick("concealed", tr("No set is claimed"), given),
                _tick("counted", tr("Counted for each way they are found"), given),
            ],
            opened=True,
        ),
        _part(tr("Tiles"), [_tiles(word, given, tr) for word in TILES]),
        _part(tr("How it is won"), [_boxes(word, given, tr) for word in BOXES]),
        _part(
            tr("How many"), [el("div", [_count(word, given, tr) for word in COUNTS], class_="row")]
        ),
        _text(
            "replaces",
            tr("Takes the place of (ids of yaku, with commas)"),
            _listed(given.get("replaces")),
        ),
        class_="builder",
    )


def _part(title: str, content: Sequence[Html], *, opened: bool = False) -> Html:
    return el("details", el("summary", title), content, open=opened)


def _text(name: str, label: str, value: object, suggestions: Sequence[str] = ()) -> Html:
    known = f"k-{name}" if suggestions else None
    control = el(
        "input",
        name=name,
        value=str(value or ""),
        maxlength=200,
        autocomplete="off",
        spellcheck="false",
        list=known,
    )
    listed = el("datalist", [el("option", value=one) for one in suggestions], id=known)
    return el("label", el("span", label), control, listed if known else None, class_="field")


def _worth(value: object, tr: Locale) -> Html:
    option = Option(tr("Worth"), worth_sentence)
    control = Controls("yaku.own", tr, compact=True).draw(
        shape_of("yaku.own"), option, "worth", value
    )
    return el("div", el("span", tr("Worth")), control, class_="worth row")


def _sets(given: Mapping[str, Any], tr: Locale) -> Iterator[Html]:
    yield el("p", tr("n and m are any numbers; X, Y and Z are suits that differ."), class_="none")
    texts = _several(given.get("sets"))
    for place in range(MOST_SETS):
        kind, which, suit = _split(texts[place]) if place < len(texts) else ("", "n", "X")
        name = tr("Set {n}", n=place + 1)
        kinds = {"": "-"} | {key: tr.term(text) for key, text in KINDS.items()}
        numbers = {number: number for number in NUMBERS}
        classes = {one: tr(CLASSES[one]) for one in SET_CLASSES}
        suits = {"": "-"} | {key: tr(text) for key, text in SUITS.items()}
        yield el(
            "div",
            _select(f"sets/{place}/kind", f"{name}: {tr('kind')}", kinds, kind),
            _select(
                f"sets/{place}/number", f"{name}: {tr('number or class')}", numbers | classes, which
            ),
            _select(f"sets/{place}/suit", f"{name}: {tr('suit')}", suits, suit),
            class_="row set-row",
            role="group",
            aria_label=name,
        )


def _select(name: str, label: str, items: Mapping[str, str], chosen: str) -> Html:
    options = [
        el("option", text, value=value, selected=value == chosen) for value, text in items.items()
    ]
    return el("select", options, name=name, aria_label=label)


def _tick(name: str, says: str, given: Mapping[str, Any]) -> Html:
    on = given.get(name) is True
    control = el("input", type="checkbox", name=name, value="true", checked=on)
    return el("label", control, el("span", says), class_="pick")


def _tiles(word: str, given: Mapping[str, Any], tr: Locale) -> Html:
    label, classes = TILES[word]
    return _text(word, tr(label), _listed(given.get(word)), classes)


def _boxes(word: str, given: Mapping[str, Any], tr: Locale) -> Html:
    title, texts = BOXES[word]
    chosen = _several(given.get(word))
    ticks = [
        el(
            "label",
            el("input", type="checkbox", name=word, value=key, checked=key in chosen),
            el("span", tr(text)),
            class_="pick",
        )
        for key, text in texts.items()
    ]
    return el("fieldset", el("legend", tr(title)), ticks, class_="ticks")


def _count(word: str, given: Mapping[str, Any], tr: Locale) -> Html:
    value = given.get(word)
    control = el(
        "input",
        name=word,
        value="" if value is None else str(value),
        size=4,
        maxlength=4,
        autocomplete="off",
    )
    return el("label", el("span", tr(COUNTS[word])), control, class_="number")


def _several(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(one) for one in value] if isinstance(value, (list, tuple)) else []


def _listed(value: object) -> str:
    return ", ".join(_several(value))


def _split(text: str) -> tuple[str, str, str]:
    """Return a set as kind, number or class, and suit: `pung 1z` is `pung`, `1`, `z`."""
    kind, *more = text.split()
    if len(more) == 2:
        return kind, more[0], more[1]
    one = more[0] if more else ""
    return (kind, one[0], one[1]) if re.fullmatch("[1-9][mpsz]", one) else (kind, one, "")


# ---- and back ------------------------------------------------------------------------------------


def read_definition(fields: Fields) -> tuple[str, dict[str, Any]]:
    """Return the id of a yaku, and its definition with name and worth, as a file writes it.

    Nothing is checked here: that is done as for any file.
    """
    names = {code: text for code in ("en", "ja") if (text := _one(fields, f"name/{code}"))}
    value: dict[str, Any] = {"name": names}
    value |= {word: True for word in ("concealed", "counted") if _one(fields, word) == "true"}
    for word in BOXES:
        if chosen := [*fields.get(word, ())]:
            value[word] = chosen
    for word in TILES:
        if text := _one(fields, word):
            value[word] = _commas(text) if word in SEVERAL else text
    for word in COUNTS:
        if text := _one(fields, word):
            value[word] = int(text) if text.isdecimal() and text.isascii() else text
    if sets := [*_read_sets(fields)]:
        value["sets"] = sets
    if replaces := _commas(_one(fields, "replaces")):
        value["replaces"] = replaces
    value |= _rest(_one(fields, "rest", 4000))
    value["worth"] = read(shape_of("yaku.own"), fields, "worth")
    return _one(fields, "id") or yaku_id(names.get("en") or names.get("ja", "")), value


def _read_sets(fields: Fields) -> Iterator[str]:
    for place in range(MOST_SETS):
        kind = _one(fields, f"sets/{place}/kind")
        number = _one(fields, f"sets/{place}/number")
        suit = _one(fields, f"sets/{place}/suit")
        if not kind:
            continue
        if number in SET_CLASSES:
            yield f"{kind} {number}"
        else:
            yield f"{kind} {number}z" if suit == "z" else f"{kind} {number} {suit}".rstrip()


def _rest(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        return {}
    return (
        {word: part for word, part in found.items() if word not in DRAWN}
        if isinstance(found, dict)
        else {}
    )


def _one(fields: Fields, name: str, most: int = 200) -> str:
    return next(iter(fields.get(name, ())), "").strip()[:most]


def _commas(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def yaku_id(name: str) -> str:
    """Return the id of a yaku of this name: small letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    found = re.sub("[^a-z0-9]+", "_", plain).strip("_")[:50]
    return found if found[:1].isalpha() else f"yaku_{found}".rstrip("_")
