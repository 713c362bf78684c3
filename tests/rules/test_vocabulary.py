"""The grammar of yaku definitions: what it accepts, and its message for every kind of error."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from each import each
from hypothesis import given, strategies as st
from pydantic import BaseModel, ValidationError
from pydantic_core import PydanticCustomError

from riichi.prepared_data import prepared_text
from riichi_core.rules.chapters.yaku import KnownYaku
from riichi_core.rules.prepared import _restored
from riichi_core.rules.yaku_grammar import (
    SetTemplate,
    TemplateNumber,
    TilePlace,
    class_or_tiles,
    count_range,
    pair_text,
    parse_place,
    parse_set,
    set_text,
    tile_kinds,
)
from riichi_core.rules.yaku_vocabulary import AlternativeConditions, Definition, Names


def read(written: str) -> Definition:
    return Definition.model_validate_json(written)


CLASSES = "simple, terminal, honour, terminal_or_honour, wind, dragon, m, p, s"
PAIRS = f"{CLASSES}, seat_wind, round_wind, guest_wind, valueless"
SETS = "dragon, wind, seat_wind, round_wind, guest_wind, honour, terminal, terminal_or_honour"
NOT_A_SET = (
    "is not a set: expected sequence, triplet or quad, then number and suit (sequence n X), a "
    "class (triplet dragon) or a tile (triplet 1z)"
)
NOT_TILES = (
    "does not list tiles: write numbers and then their suit m, p, s or z (1z East to 4z North, "
    "5z White, 6z Green, 7z Red), e.g. 23468s6z"
)
NO_SUIT = (
    "is not a suit: expected m, p, s, or X, Y, Z for different suits; an honour is a tile, "
    "e.g. triplet 1z"
)
NO_NUMBER = "is not a number: expected 1 to 9, n or m, or n+1 for one above n"
NO_CONDITION = "the yaku has no condition: expected a word such as sets or tiles"
NO_SEQUENCE = (
    "honours make no sequences, and a sequence has no class; expected number and suit, e.g. "
    "sequence n X"
)
NO_COUNT = "is not a count: expected a number, e.g. 2, or 1+ for one or more"
RED_FIVE = (
    "is not a tile here: numbers are 1 to 9, and a red five is written as 5 (red_fives counts the "
    "red ones)"
)

BAD: list[tuple[str, str, str, str]] = [
    # the definition, where the error is, its code, its message
    ("{}", "", "no_condition", NO_CONDITION),
    ('{"counted": true}', "", "no_condition", NO_CONDITION),
    ('{"replaces": ["pinfu"]}', "", "no_condition", NO_CONDITION),
    ('{"any": [{"tiles": "m"}, {}]}', "any.1", "no_condition", NO_CONDITION),
    ('{"tile": "m"}', "tile", "extra_forbidden", "Extra inputs are not permitted"),
    ('{"tiles": "m", "worth": 1}', "worth", "extra_forbidden", "Extra inputs are not permitted"),
    (
        '{"any": [{"tiles": "m", "replaces": ["pinfu"]}, {"tiles": "p"}]}',
        "any.0.replaces",
        "extra_forbidden",
        "Extra inputs are not permitted",
    ),
    # words of closed lists
    (
        '{"form": "flush"}',
        "form",
        "literal_error",
        "Input should be 'standard', 'seven_pairs', 'thirteen_orphans' or 'any_tiles'",
    ),
    (
        '{"wait": ["pair", "shanpon"]}',
        "wait.1",
        "literal_error",
        "Input should be 'two_sided', 'edge', 'closed', 'pair' or 'triplet'",
    ),
    ('{"form": 3}', "form", "no_list", "3 is neither a word nor a list of words"),
    (
        '{"when": {"riichi": true}}',
        "when",
        "no_list",
        "a mapping is neither a word nor a list of words",
    ),
    ('{"wait": ["pair", "pair"]}', "wait", "duplicate_item", "'pair' is listed twice"),
    ('{"form": []}', "form", "no_value", "no value: write a word or a list, or leave the word out"),
    ('{"quads": null}', "quads", "no_value", "no value: write one, or leave the word out"),
    (
        '{"concealed": false}',
        "concealed",
        "only_true",
        "false is not allowed here: write true, or leave the word out",
    ),
    (
        '{"sets": "triplet dragon", "counted": "yes"}',
        "counted",
        "only_true",
        "'yes' is not allowed here: write true, or leave the word out",
    ),
    # classes and tiles
    (
        '{"tiles": "simples"}',
        "tiles",
        "no_class",
        f"'simples' is not a class of tiles: expected {CLASSES}, or tiles, e.g. 19m5z",
    ),
    (
        '{"pair": "useless"}',
        "pair",
        "no_class",
        f"'useless' is not a class of tiles: expected {PAIRS}, or tiles, e.g. 19m5z",
    ),
    ('{"tiles": "123"}', "tiles", "no_tiles", f"'123' {NOT_TILES}"),
    ('{"tiles": 19}', "tiles", "no_text", "found 19, but a class of tiles, or tiles, is expected"),
    (
        '{"tiles": "19k"}',
        "tiles",
        "no_suit",
        "1k is not a tile: the suits are m, p, s, and z for honours",
    ),
    ('{"tiles": "0m5p"}', "tiles", "red_five", f"0m {RED_FIVE}"),
    ('{"winning_tile": "10p"}', "winning_tile", "red_five", f"0p {RED_FIVE}"),
    (
        '{"each_part": "89z"}',
        "each_part",
        "no_honour",
        "8z is not a tile: the honours are 1z East to 7z Red",
    ),
    (
        '{"tiles": "19X"}',
        "tiles",
        "any_suit",
        "1X: X (any suit) is allowed only in holds and waiting_hand",
    ),
    (
        '{"lacks": "223s"}',
        "lacks",
        "tile_twice",
        "2s is named twice in '223s': name each tile once",
    ),
    (
        '{"has": ["m", "12z"]}',
        "has.1",
        "one_tile",
        "'12z' is 2 tiles: expected one per item, e.g. [1z, 2z]",
    ),
    (
        '{"holds": "11111m"}',
        "holds",
        "five_of_a_tile",
        "1m occurs more than four times in '11111m'",
    ),
    (
        '{"waiting_hand": "1112345678999X1z"}',
        "waiting_hand",
        "hand_size",
        "'1112345678999X1z' is 14 tiles: expected 13",
    ),
    (
        '{"holds": "1122334455667788999m"}',
        "holds",
        "hand_size",
        "'1122334455667788999m' is 19 tiles: expected 1 to 18",
    ),
    # counts
    ('{"triplets": 5}', "triplets", "count_range", "5 is not possible: a hand has 0 to 4 of them"),
    (
        '{"triplets": -1}',
        "triplets",
        "count_range",
        "-1 is not possible: a hand has 0 to 4 of them",
    ),
    ('{"suits": "4+"}', "suits", "count_range", "4+ is not possible: a hand has 0 to 3 suits"),
    (
        '{"number_total": "200+"}',
        "number_total",
        "count_range",
        "200+ is not possible: no hand adds up to more than 156",
    ),
    ('{"quads": "2"}', "quads", "no_count", f"'2' {NO_COUNT}"),
    ('{"quads": "0+"}', "quads", "no_count", f"'0+' {NO_COUNT}"),
    ('{"quads": true}', "quads", "no_count", f"true {NO_COUNT}"),
    ('{"red_fives": 2.5}', "red_fives", "no_count", f"2.5 {NO_COUNT}"),
    # sets and pairs
    ('{"sets": ["pong dragon"]}', "sets.0", "no_set", f"'pong dragon' {NOT_A_SET}"),
    ('{"sets": "triplet"}', "sets", "no_set", f"'triplet' {NOT_A_SET}"),
    ('{"sets": ["triplet n X Y"]}', "sets.0", "no_set", f"'triplet n X Y' {NOT_A_SET}"),
    (
        '{"sets": ["sequence dragon"]}',
        "sets.0",
        "sequence_class",
        f"'sequence dragon': {NO_SEQUENCE}",
    ),
    ('{"sets": ["sequence 1z"]}', "sets.0", "sequence_class", f"'sequence 1z': {NO_SEQUENCE}"),
    (
        '{"sets": ["sequence 3p"]}',
        "sets.0",
        "sequence_place",
        "'sequence 3p': a sequence is named by its lowest number and its suit, e.g. sequence 4 X",
    ),
    (
        '{"sets": ["sequence 8 X"]}',
        "sets.0",
        "no_room",
        "'sequence 8 X' does not fit: a sequence starts at 7 at most, so 7 or n+6 is the last",
    ),
    (
        '{"sets": ["sequence n X", "sequence n+7 X"]}',
        "sets.1",
        "no_room",
        "'sequence n+7 X' does not fit: a sequence starts at 7 at most, so 7 or n+6 is the last",
    ),
    ('{"sets": ["triplet n+9 X"]}', "sets.0", "no_number", f"'triplet n+9 X': 'n+9' {NO_NUMBER}"),
    ('{"pair": "n-1 Z"}', "pair", "no_number", f"'n-1 Z': 'n-1' {NO_NUMBER}"),
    ('{"sets": ["triplet n W"]}', "sets.0", "no_suit", f"'triplet n W': 'W' {NO_SUIT}"),
    ('{"sets": ["triplet 1 z"]}', "sets.0", "no_suit", f"'triplet 1 z': 'z' {NO_SUIT}"),
    (
        '{"sets": "quad dragons"}',
        "sets",
        "no_set_class",
        f"'quad dragons': 'dragons' is not a class of sets: expected {SETS}",
    ),
    (
        '{"sets": ["triplet 19m"]}',
        "sets.0",
        "one_tile",
        "'triplet 19m' names 2 tiles: a set is named by one",
    ),
    (
        '{"sets": [{"triplet": "dragon"}]}',
        "sets.0",
        "no_text",
        "found a mapping, but a set, e.g. sequence n X, is expected",
    ),
    (json.dumps({"sets": ["triplet wind"] * 5}), "sets", "too_many", "5 items: expected at most 4"),
    # words that cannot hold together
    (
        '{"when": ["self_draw", "discard"]}',
        "",
        "never",
        "self_draw and discard never go together: a tile is drawn or claimed",
    ),
    (
        '{"when": "riichi", "unless": ["dealer", "riichi"]}',
        "",
        "never",
        "riichi is in both when and unless, so the yaku never counts",
    ),
    (
        '{"concealed": true, "claimed": "1+"}',
        "",
        "never",
        "concealed and claimed exclude each other: a call opens the hand",
    ),
    (
        '{"sets": ["sequence n X", "sequence n Y"], "triplets": 3}',
        "",
        "too_many_sets",
        "2 sequences and 3 triplets or quads are asked for: a hand has four sets",
    ),
    (
        '{"form": "seven_pairs", "sets": ["triplet dragon"]}',
        "",
        "form_without_sets",
        "a hand of the form seven_pairs has no sets and no separate pair: delete the words that "
        "ask for them, or add standard to form",
    ),
    *(
        (
            words,
            "",
            "any_tiles",
            "nobody can wait for a hand of any_tiles: give it as the only form, with "
            "when: [first_turn, self_draw] or after_quad",
        )
        for words in (
            '{"form": "any_tiles", "kinds": 13}',
            '{"form": "any_tiles", "when": "first_turn"}',
            '{"form": ["any_tiles", "standard"], "when": "after_quad"}',
            '{"when": "self_draw", "any": [{"form": "any_tiles"}, {"suits": 1}]}',
        )
    ),
    (
        '{"form": "any_tiles", "when": "after_quad", "pair": "dragon"}',
        "",
        "form_without_sets",
        "a hand of the form any_tiles has no sets and no separate pair: delete the words that "
        "ask for them, or add standard to form",
    ),
    (
        '{"tiles": "m", "counted": true}',
        "",
        "nothing_counted",
        "counted needs sets, because it counts how often they occur",
    ),
    ('{"any": [{"tiles": "m"}]}', "", "any_size", "any needs 2 to 20 alternatives, not 1"),
    (
        '{"tiles": "s", "any": [{"tiles": "m"}, {"tiles": "p"}]}',
        "",
        "word_twice",
        "tiles is given for all and again within any: write it in one place",
    ),
    (
        '{"tiles": "m", "replaces": "All Simples"}',
        "replaces",
        "no_id",
        "'All Simples' is not an id: expected lower-case letters, digits and _, e.g. all_simples",
    ),
]


@each("written, where, code, message", BAD)
def test_a_bad_definition_says_what_is_wrong_and_where(
    written: str, where: str, code: str, message: str
) -> None:
    with pytest.raises(ValidationError) as refused:
        read(written)
    (error,) = refused.value.errors()
    found = (".".join(map(str, error["loc"])), error["type"], error["msg"])
    assert found == (where, code, message)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('{"tiles": "simples"}', "simple"),
        ('{"sets": ["triplet dragn"]}', "dragon"),
        ('{"sets": ["tripled dragon"]}', "triplet"),
        ('{"pair": "valueles"}', "valueless"),
    ],
)
def test_a_misspelt_word_suggests_the_nearest(written: str, meant: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read(written)
    assert refused.value.errors()[0]["ctx"]["suggestion"] == meant


@each(
    "written",
    [
        '{"form": "standard"}',
        '{"tiles": "234s 68s 6z"}',
        '{"winning_tile": "5mps"}',
        '{"lacks": ["honour", "19m19p"]}',
        '{"has": ["wind", "6z"]}',
        '{"quads": 0, "concealed": true, "holds": "1112345678999X"}',
        '{"suits": "2+", "red_fives": 3, "number_total": 100}',
        '{"sets": ["triplet 1 p", "triplet 5s", "quad n+8 Z", "triplet m m"]}',
        '{"sets": ["sequence n+6 X", "sequence 7 s"], "pair": "n+1 Y"}',
        '{"pair": "123456789p"}',
        '{"pair": "1 m"}',
        '{"claimed": 0, "concealed": true}',
        '{"each_part": "5mps"}',
        '{"sets": "triplet dragon", "counted": true}',
        '{"form": ["standard", "seven_pairs"], "pair": "dragon"}',
        '{"any": [{"sets": ["triplet dragon"]}, {"form": "seven_pairs", "has": "dragon"}]}',
    ],
)
def test_valid_definitions_are_accepted(written: str) -> None:
    assert read(written) == read(written)


def test_a_single_word_is_a_list_of_one() -> None:
    alone = read('{"form": "seven_pairs", "when": "riichi", "replaces": "seven_pairs"}')
    listed = read('{"form": ["seven_pairs"], "when": ["riichi"], "replaces": ["seven_pairs"]}')
    assert alone == listed
    assert alone.form == ("seven_pairs",)


def test_absent_words_are_none_and_are_not_written() -> None:
    definition = read('{"tiles": "simple"}')
    assert definition.model_dump(exclude_none=True) == {"tiles": "simple"}


def test_spaces_in_a_template_do_not_matter() -> None:
    assert read('{"sets": [" sequence  n  X "]}').sets == ("sequence n X",)


def test_a_definition_cannot_be_changed() -> None:
    with pytest.raises(ValidationError, match="frozen"):
        read('{"tiles": "simple"}').tiles = "terminal_or_honour"


def test_every_set_template_can_be_read() -> None:
    assert parse_set("sequence 4 X") == SetTemplate(
        "sequence", TilePlace(TemplateNumber("", 4), "X")
    )
    assert parse_set("triplet n+3 X") == SetTemplate(
        "triplet", TilePlace(TemplateNumber("n", 3), "X")
    )
    assert parse_set("sequence m m") == SetTemplate(
        "sequence", TilePlace(TemplateNumber("m", 0), "m")
    )
    assert parse_set("quad seat_wind") == SetTemplate("quad", "seat_wind")
    assert parse_set("triplet 1z") == SetTemplate("triplet", "1z")


def test_a_pair_is_a_template_or_a_class_or_tiles() -> None:
    assert parse_place("n Z") == TilePlace(TemplateNumber("n", 0), "Z")
    assert parse_place("dragon") is None
    assert parse_place("19m 19p") is None


def test_counts_and_tiles_can_be_read() -> None:
    assert count_range(4) == (4, 4)
    assert count_range("1+") == (1, None)
    assert tile_kinds("19m 5ps6z") == ("1m", "9m", "5p", "5s", "6z")


NAMES: list[tuple[str, str, str]] = [
    ('{"kanji": "断幺九"}', "unnamed", "no name to read: expected en, ja or both"),
    (
        '{"en": " Stairway"}',
        "no_name",
        "' Stairway' is not a name: expected up to 60 letters on one line, no spaces around",
    ),
    ('{"en": ""}', "no_text", "found '', but a name is expected"),
    ('{"en": null, "ja": "Kaidan"}', "no_value", "no value: write one, or leave the word out"),
    ('{"ja": "Kaidan", "also": ["a", "a"]}', "duplicate_item", "'a' is listed twice"),
    ('{"ja": "Kaidan", "french": "Escalier"}', "unknown_key", "there is no 'french' here"),
    ('{"ja": "Kaidan", "fr": 3}', "no_text", "found 3, but a name is expected"),
]


@each("written, code, message", NAMES)
def test_a_bad_name_says_what_is_wrong(written: str, code: str, message: str) -> None:
    with pytest.raises(ValidationError) as refused:
        Names.model_validate_json(written)
    (error,) = refused.value.errors()
    assert (error["type"], error["msg"]) == (code, message)


def test_the_title_is_the_english_name_if_there_is_one() -> None:
    assert Names.of_plain({"en": "Stairway", "ja": "Kaidan"}).title == "Stairway"
    assert Names.of_plain({"ja": "Kaidan"}).title == "Kaidan"


def test_a_yaku_has_a_name_in_any_language() -> None:
    names = Names.of_plain({"en": "Stairway", "fr": "Escalier", "also": ["Kaidan"]})
    assert names.by_language() == ("Stairway", "Escalier")
    assert names.spellings() == ("Stairway", "Escalier", "Kaidan")
    text = prepared_text(Path(__file__), {"yaku": names})
    assert _restored(json.loads(text)["value"]) == {"yaku": names}


def test_a_known_yaku_has_a_name() -> None:
    with pytest.raises(ValidationError, match="name"):
        KnownYaku.model_validate_json('{"tiles": "simple"}')


@pytest.mark.parametrize("model", [Definition, AlternativeConditions, Names, KnownYaku])
def test_every_word_is_described_in_one_sentence(model: type[BaseModel]) -> None:
    for word, field in model.model_fields.items():
        assert field.description, word
        assert field.description.endswith("."), word
        assert field.description.count(". ") == 0, word


def test_the_json_schema_offers_words_but_not_null() -> None:
    for model in (Definition, Names):
        schema = json.dumps(model.model_json_schema())
        assert '"null"' not in schema
        assert '"default"' not in schema
    assert '"seven_pairs"' in json.dumps(Definition.model_json_schema())


@given(st.text(alphabet="0123456789mpszXYZn+ sequencetripletdragon", max_size=30) | st.text())
def test_every_refused_text_has_a_reason(text: str) -> None:
    for check in (set_text, pair_text, class_or_tiles, tile_kinds, parse_set):
        try:
            check(text)
        except PydanticCustomError as reason:
            assert reason.message()
            assert "\n" not in reason.message()
