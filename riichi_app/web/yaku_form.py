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
from riichi_app.web.value_shape import Fields, shape_of, value_of_fields
from riichi_core.language import Translatable
from riichi_core.rules.chapters.yaku import worth_sentence
from riichi_core.rules.options import Option
from riichi_core.rules.yaku_grammar import PAIR_CLASSES, SET_CLASSES, TILE_CLASSES
from riichi_core.rules.yaku_words import CLASSES, FORM_WORDS, OCCASION_WORDS, WAIT_WORDS

MOST_SETS = 4

SET_KINDS: Mapping[str, Translatable] = {"chow": "chow", "pung": "pung", "kong": "kong"}

SET_NUMBERS = (
    *map(str, range(1, 10)),
    *("n", *(f"n+{more}" for more in range(1, 9))),
    *("m", *(f"m+{more}" for more in range(1, 9))),
)
"""The numbers of a set: themselves, or any number n and those above it."""

SET_SUITS: Mapping[str, Translatable] = {
    "X": "any suit X",
    "Y": "another suit Y",
    "Z": "the third suit Z",
    "m": "characters",
    "p": "circles",
    "s": "bamboo",
    "z": "honours",
}

CHOSEN_WORDS: Mapping[str, tuple[Translatable, Mapping[Any, Translatable]]] = {
    "when": ("Only", OCCASION_WORDS),
    "unless": ("Not", OCCASION_WORDS),
    "wait": ("The wait", WAIT_WORDS),
    "form": ("How the hand is built", FORM_WORDS),
}
"""The words that take several of a closed list."""

TILE_WORDS: Mapping[str, tuple[Translatable, Sequence[str]]] = {
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

COUNT_WORDS: Mapping[str, Translatable] = {
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

LIST_WORDS = frozenset({"has", "lacks", "replaces"})
"""The words of which the form takes several, with commas between."""

WORDS_WITH_CONTROLS = frozenset({"name", "worth", "concealed", "counted", "sets", "replaces"}) | {
    *CHOSEN_WORDS,
    *TILE_WORDS,
    *COUNT_WORDS,
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
    definition = value or {}
    other_words = {
        word: part for word, part in definition.items() if word not in WORDS_WITH_CONTROLS
    }
    name_value = definition.get("name")
    names: Mapping[str, Any] = name_value if isinstance(name_value, Mapping) else {}
    return el(
        "div",
        el("input", type="hidden", name="id", value=name),
        el(
            "input",
            type="hidden",
            name="rest",
            value=json.dumps(other_words) if other_words else "",
        ),
        el(
            "div",
            _text_field("name/en", tr("Name"), names.get("en", "")),
            _text_field("name/ja", tr("Japanese name (may be left out)"), names.get("ja", "")),
            class_="row",
        ),
        _worth_control(definition.get("worth", {"closed": 1}), tr),
        _section(
            tr("Sets"),
            [
                *_set_controls(definition, tr),
                _tick_box("concealed", tr("No set is claimed"), definition),
                _tick_box("counted", tr("Counted for each way they are found"), definition),
            ],
            opened=True,
        ),
        _section(tr("Tiles"), [_tiles_field(word, definition, tr) for word in TILE_WORDS]),
        _section(tr("How it is won"), [_tick_boxes(word, definition, tr) for word in CHOSEN_WORDS]),
        _section(
            tr("How many"),
            [el("div", [_count_field(word, definition, tr) for word in COUNT_WORDS], class_="row")],
        ),
        _text_field(
            "replaces",
            tr("Takes the place of (ids of yaku, with commas)"),
            _comma_text(definition.get("replaces")),
        ),
        class_="builder",
    )


def _section(title: str, content: Sequence[Html], *, opened: bool = False) -> Html:
    return el("details", el("summary", title), content, open=opened)


def _text_field(name: str, label: str, value: object, suggestions: Sequence[str] = ()) -> Html:
    list_id = f"k-{name}" if suggestions else None
    control = el(
        "input",
        name=name,
        value=str(value or ""),
        maxlength=200,
        autocomplete="off",
        spellcheck="false",
        list=list_id,
    )
    datalist = None
    if list_id is not None:
        datalist = el("datalist", [el("option", value=word) for word in suggestions], id=list_id)
    return el("label", el("span", label), control, datalist, class_="field")


def _worth_control(value: object, tr: Locale) -> Html:
    option = Option(tr("Worth"), worth_sentence)
    control = Controls("yaku.own", tr, compact=True).draw(
        shape_of("yaku.own"), option, "worth", value
    )
    return el("div", el("span", tr("Worth")), control, class_="worth row")


def _set_controls(definition: Mapping[str, Any], tr: Locale) -> Iterator[Html]:
    yield el("p", tr("n and m are any numbers; X, Y and Z are suits that differ."), class_="none")
    texts = _texts_of(definition.get("sets"))
    for index in range(MOST_SETS):
        kind, number, suit = _set_parts(texts[index]) if index < len(texts) else ("", "n", "X")
        name = tr("Set {n}", n=index + 1)
        kinds = {"": "-"} | {key: tr.term(text) for key, text in SET_KINDS.items()}
        numbers = {number: number for number in SET_NUMBERS}
        classes = {word: tr(CLASSES[word]) for word in SET_CLASSES}
        suits = {"": "-"} | {key: tr(text) for key, text in SET_SUITS.items()}
        yield el(
            "div",
            _select(f"sets/{index}/kind", f"{name}: {tr('kind')}", kinds, kind),
            _select(
                f"sets/{index}/number",
                f"{name}: {tr('number or class')}",
                numbers | classes,
                number,
            ),
            _select(f"sets/{index}/suit", f"{name}: {tr('suit')}", suits, suit),
            class_="row set-row",
            role="group",
            aria_label=name,
        )


def _select(name: str, label: str, items: Mapping[str, str], chosen: str) -> Html:
    options = [
        el("option", text, value=value, selected=value == chosen) for value, text in items.items()
    ]
    return el("select", options, name=name, aria_label=label)


def _tick_box(name: str, label: str, definition: Mapping[str, Any]) -> Html:
    on = definition.get(name) is True
    control = el("input", type="checkbox", name=name, value="true", checked=on)
    return el("label", control, el("span", label), class_="pick")


def _tiles_field(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    label, classes = TILE_WORDS[word]
    return _text_field(word, tr(label), _comma_text(definition.get(word)), classes)


def _tick_boxes(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    title, texts = CHOSEN_WORDS[word]
    chosen = _texts_of(definition.get(word))
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


def _count_field(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    value = definition.get(word)
    control = el(
        "input",
        name=word,
        value="" if value is None else str(value),
        size=4,
        maxlength=4,
        autocomplete="off",
    )
    return el("label", el("span", tr(COUNT_WORDS[word])), control, class_="number")


def _texts_of(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def _comma_text(value: object) -> str:
    return ", ".join(_texts_of(value))


def _set_parts(text: str) -> tuple[str, str, str]:
    """Return a set as kind, number or class, and suit: `pung 1z` is `pung`, `1`, `z`."""
    kind, *words = text.split()
    if len(words) == 2:
        return kind, words[0], words[1]
    tiles = words[0] if words else ""
    return (kind, tiles[0], tiles[1]) if re.fullmatch("[1-9][mpsz]", tiles) else (kind, tiles, "")


# ---- and back ------------------------------------------------------------------------------------


def read_definition(fields: Fields) -> tuple[str, dict[str, Any]]:
    """Return the id of a yaku, and its definition with name and worth, as a file writes it.

    Nothing is checked here: that is done as for any file.
    """
    names = {
        code: text for code in ("en", "ja") if (text := _text_of_field(fields, f"name/{code}"))
    }
    value: dict[str, Any] = {"name": names}
    value |= {
        word: True for word in ("concealed", "counted") if _text_of_field(fields, word) == "true"
    }
    for word in CHOSEN_WORDS:
        if chosen := [*fields.get(word, ())]:
            value[word] = chosen
    for word in TILE_WORDS:
        if text := _text_of_field(fields, word):
            value[word] = _comma_parts(text) if word in LIST_WORDS else text
    for word in COUNT_WORDS:
        if text := _text_of_field(fields, word):
            value[word] = int(text) if text.isdecimal() and text.isascii() else text
    if sets := [*_read_sets(fields)]:
        value["sets"] = sets
    if replaces := _comma_parts(_text_of_field(fields, "replaces")):
        value["replaces"] = replaces
    value |= _other_words(_text_of_field(fields, "rest", 4000))
    value["worth"] = value_of_fields(shape_of("yaku.own"), fields, "worth")
    name = names.get("en", names.get("ja", ""))
    return _text_of_field(fields, "id") or yaku_id(name), value


def _read_sets(fields: Fields) -> Iterator[str]:
    for index in range(MOST_SETS):
        kind = _text_of_field(fields, f"sets/{index}/kind")
        number = _text_of_field(fields, f"sets/{index}/number")
        suit = _text_of_field(fields, f"sets/{index}/suit")
        if not kind:
            continue
        if number in SET_CLASSES:
            yield f"{kind} {number}"
        else:
            yield f"{kind} {number}z" if suit == "z" else f"{kind} {number} {suit}".rstrip()


def _other_words(text: str) -> dict[str, Any]:
    try:
        words = json.loads(text) if text else {}
    except ValueError:
        return {}
    return (
        {word: part for word, part in words.items() if word not in WORDS_WITH_CONTROLS}
        if isinstance(words, dict)
        else {}
    )


def _text_of_field(fields: Fields, name: str, most: int = 200) -> str:
    return next(iter(fields.get(name, ())), "").strip()[:most]


def _comma_parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def yaku_id(name: str) -> str:
    """Return the id of a yaku of this name: small letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made_id = re.sub("[^a-z0-9]+", "_", plain).strip("_")[:50]
    return made_id if made_id[:1].isalpha() else f"yaku_{made_id}".rstrip("_")
