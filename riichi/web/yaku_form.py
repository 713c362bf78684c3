"""The club's own yaku: a form with the words of a definition, and the definition from a form."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from riichi.locale import Locale
from riichi.locale.locale import capital
from riichi.web.controls import Controls, tick_box
from riichi.web.markup import Html, el
from riichi.web.value_shape import Fields, shape_of, value_of_fields
from riichi.writers.drawings import tile_name
from riichi_core.errors import RiichiError
from riichi_core.language import Translatable
from riichi_core.rules.chapters.yaku import worth_sentence
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Option
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import local_yaku_options
from riichi_core.rules.yaku_grammar import (
    PAIR_CLASSES,
    SET_CLASSES,
    TEMPLATE_SUITS,
    TILE_CLASSES,
    tile_kinds,
)
from riichi_core.rules.yaku_words import (
    CLASSES,
    EVEN_AND_ODD,
    FORM_WORDS,
    OCCASION_WORDS,
    WAIT_WORDS,
)
from riichi_core.tiles import Tile, write_tiles

MOST_SETS = 4

SET_KINDS: Mapping[str, Translatable] = {
    "sequence": "sequence",
    "triplet": "triplet",
    "quad": "quad",
}

FREE_NUMBERS: Mapping[str, Translatable] = {
    "n": "any number",
    "n+1": "1 higher",
    "n+2": "2 higher",
    "n+3": "3 higher",
    "n+4": "4 higher",
    "n+5": "5 higher",
    "n+6": "6 higher",
    "n+7": "7 higher",
    "n+8": "8 higher",
    "m": "another number",
    "m+1": "1 above the other number",
    "m+2": "2 above the other number",
}
"""The numbers of a set that are not fixed; others are shown as written."""

SET_SUITS: Mapping[str, Translatable] = {
    "X": "in any suit",
    "Y": "in a second suit",
    "Z": "in the third suit",
    "m": "in characters",
    "p": "in circles",
    "s": "in bamboo",
}

CHOSEN_WORDS: Mapping[str, tuple[Translatable, Mapping[Any, Translatable]]] = {
    "form": ("How the hand is built", FORM_WORDS),
    "wait": ("The wait", WAIT_WORDS),
    "when": ("Only if won", OCCASION_WORDS),
    "unless": ("Not if won", OCCASION_WORDS),
}
"""The words with several values from a closed list."""

TILE_WORDS: Mapping[str, tuple[Translatable, Sequence[str]]] = {
    "tiles": ("All tiles are", TILE_CLASSES),
    "each_part": ("Every set and the pair have one of", TILE_CLASSES),
    "pair": ("The pair is", PAIR_CLASSES),
    "winning_tile": ("The winning tile is", TILE_CLASSES),
}
"""The words with one class of tiles, or with tiles."""

TILE_LIST_WORDS: Mapping[str, Translatable] = {
    "has": "At least one of each of these",
    "lacks": "None of these",
}
"""The words with several classes and tiles."""

HAND_WORDS: Mapping[str, Translatable] = {
    "holds": "At least these tiles",
    "waiting_hand": "Exactly these thirteen tiles before the winning tile",
}
"""The words with tiles, which may be repeated."""

COUNTED: Translatable = "Count once for each time these sets occur"

COUNT_WORDS: Mapping[str, tuple[Translatable, int]] = {
    "triplets": ("Triplets and quads", 4),
    "sequences": ("Sequences", 4),
    "quads": ("Quads", 4),
    "concealed_triplets": ("Concealed triplets and quads", 4),
    "claimed": ("Called sets", 4),
    "suits": ("Suits", 3),
    "red_fives": ("Red fives", 4),
}
"""The words that count something, each with the highest number to choose."""

TOTAL = "number_total"

PRESETS: Mapping[str, str] = dict(
    zip(("even", "odd", "even_or_honour", "odd_or_honour"), EVEN_AND_ODD, strict=True)
)
"""The tiles of `EVEN_AND_ODD`, by their words in the form."""

THESE = "=these"
"""The branch of a control with a tile picker."""

PLACE = "=place"
"""The branch of the pair with a number and a suit, e.g. `n Z`."""

WRITTEN = "=written:"
"""The prefix of a value that the form can only keep as written."""

WORDS_WITH_CONTROLS = frozenset(
    {"name", "worth", "concealed", "counted", "sets", "replaces", "example", TOTAL}
) | {*CHOSEN_WORDS, *TILE_WORDS, *TILE_LIST_WORDS, *HAND_WORDS, *COUNT_WORDS}
"""The words that the form has controls for; others stay as they are."""


# ---- the form ------------------------------------------------------------------------------------


def builder_html(
    tr: Locale, ruleset: Ruleset | None, name: str, definition: Mapping[str, Any]
) -> Html:
    """Return the form of a club's own yaku.

    Args:
        tr: the language.
        ruleset: the club's rules, whose yaku it can replace.
        name: the id of an existing yaku; empty for a new one.
        definition: its definition with name and worth, as in a ruleset file; empty for a new one.
    """
    other_words = {
        word: part for word, part in definition.items() if word not in WORDS_WITH_CONTROLS
    }
    name_value = definition.get("name")
    names: Mapping[str, Any] = name_value if isinstance(name_value, Mapping) else {}
    other_names = {code: text for code, text in names.items() if code not in ("en", "ja")}
    return el(
        "div",
        _hidden("id", name),
        _hidden("rest", json.dumps(other_words) if other_words else ""),
        _hidden("names", json.dumps(other_names) if other_names else ""),
        el(
            "div",
            _text_field("name/en", tr("Name"), names.get("en", "")),
            _text_field("name/ja", tr("Japanese name (optional)"), names.get("ja", "")),
            class_="row",
        ),
        _worth_control(definition.get("worth", {"closed": 1}), tr),
        el("div", id="yaku-hand"),
        el("h3", tr("More conditions")),
        _section(
            tr("Sets"),
            [
                el("div", [*_set_controls(definition, tr)], class_="set-rows"),
                _flag("concealed", tr("No calls: the hand is concealed"), definition),
                _flag("counted", tr(COUNTED), definition),
            ],
            is_open="sets" in definition,
        ),
        _section(
            tr("Tiles"),
            [
                *(_tiles_control(word, definition, tr) for word in TILE_WORDS),
                *(_tile_list_control(word, definition, tr) for word in TILE_LIST_WORDS),
                *(_hand_control(word, definition, tr) for word in HAND_WORDS),
            ],
        ),
        _section(
            tr("How many"),
            [
                el(
                    "div",
                    [_count_control(word, definition, tr) for word in COUNT_WORDS],
                    _total_control(definition, tr),
                    class_="row",
                )
            ],
        ),
        _section(tr("How it is won"), [_tick_boxes(word, definition, tr) for word in CHOSEN_WORDS]),
        _section(tr("Replaces other yaku"), [_replaced_control(ruleset, definition, tr)]),
        class_="builder",
    )


def _hidden(name: str, value: str) -> Html:
    return el("input", type="hidden", name=name, value=value)


def _section(title: str, content: Sequence[Html], *, is_open: bool = False) -> Html:
    return el("details", el("summary", title), content, open=is_open)


def _text_field(name: str, label: str, value: object) -> Html:
    control = el(
        "input",
        name=name,
        value=str(value or ""),
        maxlength=60,
        autocomplete="off",
        spellcheck="false",
    )
    return el("label", el("span", label), control, class_="field")


def _worth_control(value: object, tr: Locale) -> Html:
    option = Option(tr("Worth"), worth_sentence)
    control = Controls("yaku.own", tr, compact=True).draw(
        shape_of("yaku.own"), option, "worth", value
    )
    return el("div", el("span", tr("Worth")), control, class_="worth row")


def _flag(name: str, label: str, definition: Mapping[str, Any]) -> Html:
    return tick_box("checkbox", name, "true", label, checked=definition.get(name) is True)


def _tick_boxes(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    title, texts = CHOSEN_WORDS[word]
    return _ticks(word, tr(title), texts, texts_of(definition.get(word)), tr)


def _ticks(
    word: str,
    title: str,
    texts: Mapping[Any, Translatable],
    chosen: Sequence[str],
    tr: Locale,
    *more: Html,
) -> Html:
    ticks = [
        tick_box("checkbox", word, key, capital(tr(text)), checked=key in chosen)
        for key, text in texts.items()
    ]
    return el("fieldset", el("legend", title), ticks, *more, class_="ticks")


def _select(name: str, label: str, groups: Sequence[tuple[str, Mapping[str, str]]], chosen: str,
            *, is_shown: bool = True) -> Html:  # fmt: skip
    """Return a list to choose from, in groups; an unknown value is kept as written."""
    known = {value for _, items in groups for value in items}
    if chosen not in known:
        shown = chosen.removeprefix(WRITTEN)
        groups = [*groups, ("", {chosen: shown})]
    parts = [
        el("optgroup", _choices(items, chosen), label=title) if title else _choices(items, chosen)
        for title, items in groups
    ]
    control = el("select", parts, name=name, aria_label=None if is_shown else label)
    return el("label", el("span", label), control, class_="field") if is_shown else control


def _choices(items: Mapping[str, str], chosen: str) -> list[Html]:
    return [
        el("option", text, value=value, selected=value == chosen) for value, text in items.items()
    ]


# ---- sets ----------------------------------------------------------------------------------------


def _set_controls(definition: Mapping[str, Any], tr: Locale) -> Iterator[Html]:
    texts = texts_of(definition.get("sets"))
    kinds = {"": tr("no other set")} | {key: tr(text) for key, text in SET_KINDS.items()}
    honours = {f"{number}z": tile_name(Tile(f"{number}z"), tr) for number in range(1, 8)}
    numbers = [
        (tr("Number"), {str(number): str(number) for number in range(1, 10)}),
        (tr("Any number"), {key: tr(text) for key, text in FREE_NUMBERS.items()}),
        (tr("Kind of tile"), {word: tr(CLASSES[word]) for word in SET_CLASSES}),
        (tr("Honour"), honours),
    ]
    suits = {key: tr(text) for key, text in SET_SUITS.items()}
    for index in range(MOST_SETS):
        kind, number, suit = set_parts(texts[index]) if index < len(texts) else ("", "n", "X")
        name = tr("Set {n}", n=index + 1)
        yield el(
            "div",
            _select(
                f"sets/{index}/kind", f"{name}: {tr('kind')}", [("", kinds)], kind, is_shown=False
            ),
            _select(
                f"sets/{index}/number", f"{name}: {tr('of what')}", numbers, number, is_shown=False
            ),
            _select(
                f"sets/{index}/suit",
                f"{name}: {tr('suit')}",
                [("", suits)],
                suit or "X",
                is_shown=False,
            ),
            class_="set-row",
            role="group",
            aria_label=name,
        )


def set_parts(text: str) -> tuple[str, str, str]:
    """Return a set as kind, number or class or honour, and suit: `triplet 5 X`, `triplet 1z`."""
    kind, *words = text.split()
    if len(words) == 2:
        return kind, words[0], words[1]
    tiles = words[0] if words else ""
    return (kind, tiles[0], tiles[1]) if re.fullmatch("[1-9][mps]", tiles) else (kind, tiles, "")


# ---- tiles ---------------------------------------------------------------------------------------


def _tiles_control(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    """Return the control of a class of tiles, or of picked tiles."""
    label, classes = TILE_WORDS[word]
    chosen, parts = _branch_of(word, definition.get(word))
    branches = {THESE: tr("these tiles:")}
    if word == "pair":
        branches[PLACE] = tr("a number and a suit:")
    names = {name: tr(CLASSES[name]) for name in classes}
    presets = {name: tr(EVEN_AND_ODD[tiles]) for name, tiles in PRESETS.items()}
    items = {"": tr("any")} | names | presets | branches
    picker = _tile_picker(f"{word}/{THESE}", parts.get(f"{word}/{THESE}", []), tr)
    inner = [_inner(word, THESE, chosen, picker)]
    if word == "pair":
        inner.append(_inner(word, PLACE, chosen, _place_controls(word, parts, tr)))
    return el("div", _select(word, tr(label), [("", items)], chosen), inner, class_="tiles-control")


def _inner(word: str, tag: str, chosen: str, *content: Html) -> Html:
    """Return the content of one choice of a list; other choices are hidden and not sent."""
    off = tag != chosen
    shown = "".join(content)
    if off:
        shown = re.sub(r"<(input|select) ", r"<\1 disabled ", shown)
    return el("div", Html(shown), class_="inner", data_of=word, data_tag=tag, hidden=off)


def _place_controls(word: str, parts: Mapping[str, Sequence[str]], tr: Locale) -> Html:
    numbers = {str(number): str(number) for number in range(1, 10)} | {
        key: tr(text) for key, text in FREE_NUMBERS.items()
    }
    suits = {key: tr(text) for key, text in SET_SUITS.items()}
    number = next(iter(parts.get(f"{word}/{PLACE}/number", ())), "n")
    suit = next(iter(parts.get(f"{word}/{PLACE}/suit", ())), "X")
    return el(
        "div",
        _select(f"{word}/{PLACE}/number", tr("Number"), [("", numbers)], number),
        _select(f"{word}/{PLACE}/suit", tr("Suit"), [("", suits)], suit),
        class_="row",
    )


def _tile_picker(name: str, picked: Sequence[str], tr: Locale) -> Html:
    """Return all tiles, each with a tick box."""
    return el(
        "div", [_tile_box(name, Tile(kind), picked, tr) for kind in range(34)], class_="pick-tiles"
    )


def _tile_box(name: str, tile: Tile, picked: Sequence[str], tr: Locale) -> Html:
    return el(
        "label",
        el("input", type="checkbox", name=name, value=str(tile), checked=str(tile) in picked,
           aria_label=tile_name(tile, tr)),
        tile_html(tile),
        title=tile_name(tile, tr),
    )  # fmt: skip


def tile_html(tile: Tile) -> Html:
    """Return a tile as the page draws it."""
    use = el("use", href=f"#t-{tile}")
    return el("svg", use, class_="tile", viewBox="0 0 30 40", aria_hidden="true")


def _tile_list_control(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    """Return the control of several classes and tiles."""
    picked = _tile_items(definition.get(word))
    classes = {name: CLASSES[name] for name in TILE_CLASSES}
    other = [item for item in picked if item not in classes and not _is_tile(item)]
    kept = [_hidden(word, item) for item in other]
    picker = el("details", el("summary", tr("Single tiles")), _tile_picker(word, picked, tr),
                open=any(map(_is_tile, picked)))  # fmt: skip
    return _ticks(word, tr(TILE_LIST_WORDS[word]), classes, picked, tr, picker, *kept)


def _is_tile(text: str) -> bool:
    return re.fullmatch("[1-9][mps]|[1-7]z", text) is not None


def _tile_items(value: object) -> list[str]:
    """Return classes and single tiles of a list, in which an item can be several tiles."""
    items: list[str] = []
    for text in texts_of(value):
        kinds = _kinds_of(text)
        items += [text] if text in TILE_CLASSES or kinds is None else kinds
    return items


def _kinds_of(text: str) -> list[str] | None:
    try:
        return [*tile_kinds(text)]
    except (RiichiError, ValueError):
        return None


def _branch_of(word: str, value: object) -> tuple[str, dict[str, list[str]]]:
    """Return the chosen item of a word's list, and the fields below it."""
    text = value if isinstance(value, str) else ""
    if not text or text in TILE_WORDS[word][1]:
        return text, {}
    kinds = _kinds_of(text)
    for name, tiles in PRESETS.items():
        if kinds is not None and {*kinds} == {*tile_kinds(tiles)}:
            return name, {}
    if kinds is not None:
        return THESE, {f"{word}/{THESE}": kinds}
    number, _, suit = text.partition(" ")
    if word == "pair" and suit in TEMPLATE_SUITS:
        return PLACE, {f"{word}/{PLACE}/number": [number], f"{word}/{PLACE}/suit": [suit]}
    return f"{WRITTEN}{text}", {}


def _hand_control(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    """Return the control of tiles that may be repeated."""
    chosen, parts = _hand_branch(word, definition.get(word))
    items = {"": tr("nothing"), THESE: tr("these tiles:")}
    text = next(iter(parts.get(f"{word}/{THESE}", ())), "")
    name = f"{word}/{THESE}/any_suit"
    in_any = tr("In any one suit")
    pad = el(
        "div",
        _hidden(f"{word}/{THESE}", text),
        el("div", class_="laid"),
        el("button", tr("Use the example hand"), type="button", data_take=word),
        el("div", class_="tap-keys"),
        tick_box("checkbox", name, "true", in_any, checked=bool(parts.get(name))),
        class_="tap",
    )
    label = tr(HAND_WORDS[word])
    inner = _inner(word, THESE, chosen, pad)
    return el("div", _select(word, label, [("", items)], chosen), inner, class_="tiles-control")


def _hand_branch(word: str, value: object) -> tuple[str, dict[str, list[str]]]:
    text = "".join(value.split()) if isinstance(value, str) else ""
    if not text:
        return "", {}
    name = f"{word}/{THESE}"
    if "X" not in text and _kinds_of(text) is not None:
        return THESE, {name: [text]}
    fixed = text.replace("X", "m")
    if not re.search("[mps]", text) and _kinds_of(fixed) is not None:
        return THESE, {name: [fixed], f"{name}/any_suit": ["true"]}
    return f"{WRITTEN}{text}", {}


# ---- numbers, and other yaku ---------------------------------------------------------------------


def _count_control(word: str, definition: Mapping[str, Any], tr: Locale) -> Html:
    label, most = COUNT_WORDS[word]
    value = definition.get(word)
    exact = {str(n): tr("none") if n == 0 else str(n) for n in range(most + 1)}
    more = {f"{n}+": tr("{n} or more", n=n) for n in range(1, most)}
    groups = [
        ("", {"": tr.in_context("count", "any number")}),
        (tr("Exactly"), exact),
        (tr("At least"), more),
    ]
    return _select(word, tr(label), groups, "" if value is None else str(value))


def _total_control(definition: Mapping[str, Any], tr: Locale) -> Html:
    value = str(definition.get(TOTAL, ""))
    number = el(
        "input",
        type="number",
        name=TOTAL,
        value=value.rstrip("+"),
        min=0,
        max=156,
        inputmode="numeric",
        autocomplete="off",
    )
    return el(
        "div",
        el("label", el("span", tr("Sum of all numbers")), number, class_="number"),
        tick_box("checkbox", f"{TOTAL}/more", "true", tr("or more"), checked="+" in value),
        class_="field",
    )


def _replaced_control(ruleset: Ruleset | None, definition: Mapping[str, Any], tr: Locale) -> Html:
    """Return the yaku of the rules by name, each with a tick box."""
    chosen = texts_of(definition.get("replaces"))
    names = {
        path.removeprefix("yaku."): tr(option.title)
        for path, option in options().items()
        if path.startswith("yaku.")
    }
    if ruleset is not None:
        local = local_yaku_options(ruleset, tr=tr)
        names |= {path.removeprefix("yaku."): option.title for path, option in local.items()}
    for name in chosen:
        known = known_yaku().get(name)
        names.setdefault(name, name if known is None else tr.yaku_name(known.name))
    texts: dict[Any, Translatable] = dict(sorted(names.items(), key=lambda item: item[1]))
    title = tr("If a hand has both, only this yaku counts")
    return _ticks("replaces", title, texts, chosen, tr)


# ---- fields of some words ------------------------------------------------------------------------


def fields_of_words(words: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return the fields of some words of a definition, except its sets."""
    fields: dict[str, list[str]] = {}
    for word, value in words.items():
        if value is True:
            fields[word] = ["true"]
        elif word in TILE_WORDS:
            chosen, parts = _branch_of(word, value)
            fields |= {word: [chosen], **parts}
        elif word in HAND_WORDS:
            chosen, parts = _hand_branch(word, value)
            fields |= {word: [chosen], **parts}
        else:
            fields[word] = texts_of(value) or [str(value)]
    return fields


def texts_of(value: object) -> list[str]:
    """Return the texts of a value that is one text or a list; none of any other value."""
    if isinstance(value, str):
        return [value]
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


# ---- and back ------------------------------------------------------------------------------------


def read_definition(fields: Fields) -> tuple[str, dict[str, Any]]:
    """Return the id of a yaku, and its definition with name and worth, as in a ruleset file.

    It checks nothing, because the file is checked like any other.
    """
    names = {
        code: text for code in ("en", "ja") if (text := _text_of_field(fields, f"name/{code}"))
    }
    value: dict[str, Any] = {"name": names | _json_of_field(fields, "names")}
    value |= {
        word: True for word in ("concealed", "counted") if _text_of_field(fields, word) == "true"
    }
    for word in (*CHOSEN_WORDS, *TILE_LIST_WORDS):
        if chosen := [*fields.get(word, ())]:
            value[word] = chosen
    for word in TILE_WORDS:
        if text := _read_tiles(fields, word):
            value[word] = text
    for word in HAND_WORDS:
        if text := _read_hand(fields, word):
            value[word] = text
    for word in COUNT_WORDS:
        if text := _text_of_field(fields, word):
            value[word] = _number_of(text)
    if total := _text_of_field(fields, TOTAL):
        more = _text_of_field(fields, f"{TOTAL}/more")
        value[TOTAL] = f"{total}+" if more else _number_of(total)
    if sets := [*_read_sets(fields)]:
        value["sets"] = sets
    if replaces := [*fields.get("replaces", ())]:
        value["replaces"] = replaces
    rest = _json_of_field(fields, "rest")
    value |= {word: part for word, part in rest.items() if word not in WORDS_WITH_CONTROLS}
    if example := _json_of_field(fields, "example"):
        value["example"] = example
    value["worth"] = value_of_fields(shape_of("yaku.own"), fields, "worth")
    name = names.get("en", names.get("ja", ""))
    return _text_of_field(fields, "id") or yaku_id(name), value


def example_tiles(fields: Fields) -> dict[str, str]:
    """Return the example hand of the form with its winning tile; empty if either is missing."""
    tiles = {
        "hand": _text_of_field(fields, "example/hand"),
        "winning_tile": _text_of_field(fields, "example/winning_tile"),
    }
    return tiles if all(tiles.values()) else {}


def _number_of(text: str) -> int | str:
    return int(text) if text.isdecimal() and text.isascii() else text


def _read_tiles(fields: Fields, word: str) -> str:
    chosen = _text_of_field(fields, word)
    if chosen == THESE:
        return _tiles_text(fields.get(f"{word}/{THESE}", ()))
    if chosen == PLACE:
        number = _text_of_field(fields, f"{word}/{PLACE}/number")
        return f"{number} {_text_of_field(fields, f'{word}/{PLACE}/suit')}"
    if chosen in PRESETS:
        return PRESETS[chosen]
    return chosen.removeprefix(WRITTEN)


def _tiles_text(tiles: Sequence[str]) -> str:
    """Return picked tiles as text, `19m5z`; anything else stays for the check to find."""
    if all(map(_is_tile, tiles)):
        return write_tiles(Tile(tile) for tile in tiles)
    return "".join(tiles)


def _read_hand(fields: Fields, word: str) -> str:
    chosen = _text_of_field(fields, word)
    if chosen != THESE:
        return chosen.removeprefix(WRITTEN)
    text = _text_of_field(fields, f"{word}/{THESE}")
    suits = {*re.findall("[mps]", text)}
    if _text_of_field(fields, f"{word}/{THESE}/any_suit") == "true" and len(suits) == 1:
        return text.replace(suits.pop(), "X")
    return text


def _read_sets(fields: Fields) -> Iterator[str]:
    for index in range(MOST_SETS):
        kind = _text_of_field(fields, f"sets/{index}/kind")
        number = _text_of_field(fields, f"sets/{index}/number")
        suit = _text_of_field(fields, f"sets/{index}/suit")
        if not kind:
            continue
        if number in SET_CLASSES or number.endswith("z"):
            yield f"{kind} {number}"
        else:
            yield f"{kind} {number} {suit}".rstrip()


def _json_of_field(fields: Fields, name: str) -> dict[str, Any]:
    try:
        data = json.loads(_text_of_field(fields, name, 4000) or "{}")
    except ValueError:
        return {}
    return data if isinstance(data, dict) else {}


def _text_of_field(fields: Fields, name: str, most: int = 200) -> str:
    return next(iter(fields.get(name, ())), "").strip()[:most]


def yaku_id(name: str) -> str:
    """Return an id for a yaku with this name: lowercase letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    made_id = re.sub("[^a-z0-9]+", "_", plain).strip("_")[:50]
    return made_id if made_id[:1].isalpha() else f"yaku_{made_id}".rstrip("_")
