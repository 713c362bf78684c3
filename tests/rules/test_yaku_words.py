"""Definitions of yaku in words."""

from __future__ import annotations

from typing import get_args

from each import each

from riichi.locale import Locale, languages
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.yaku_grammar import PAIR_CLASSES, SET_CLASSES, TILE_CLASSES
from riichi_core.rules.yaku_vocabulary import Conditions, Definition, Form, Occasion, Wait
from riichi_core.rules.yaku_words import (
    CLASSES,
    COUNTS,
    FORM_WORDS,
    LISTS,
    OCCASION_WORDS,
    WAIT_WORDS,
    definition_words,
)


def words(**given: object) -> str:
    return definition_words(Definition.model_validate(given))


def test_every_word_of_the_vocabulary_has_a_description() -> None:
    assert {*OCCASION_WORDS} == {*get_args(Occasion)}
    assert {*FORM_WORDS} == {*get_args(Form)}
    assert {*WAIT_WORDS} == {*get_args(Wait)}
    assert {*CLASSES} == {*TILE_CLASSES, *SET_CLASSES, *PAIR_CLASSES}
    apart = {"form", "concealed", "when", "unless", "sets", "wait"}
    assert {*COUNTS, *LISTS, *apart} == {*Conditions.model_fields}


@each("name", known_yaku())
def test_every_known_yaku_is_described_in_sentences(name: str) -> None:
    for language in languages():
        text = definition_words(known_yaku()[name], Locale(language))
        assert text.endswith(".")
        assert not any(sign in text for sign in ("{", "None", "_", " n ", " X"))


@each(
    "given, said",
    [
        ({"sets": ["sequence n X", "sequence n+1 X", "sequence n+2 X"]},
         "It has sets such as 123m, 234m, 345m, from any number, in any one suit."),
        ({"sets": ["triplet n X", "triplet n Y"], "pair": "n Z"},
         "It has sets such as 111m, 111p, the pair 11s, from any number, "
         "in suits that differ like these."),
        ({"sets": ["sequence n X", "sequence n p"]},
         "It has sets such as 123m, 123p, from any number, in any one suit."),
        ({"sets": ["triplet dragon", "triplet dragon", "quad 1z"]},
         "It has 2 triplets of dragons, a quad of east winds."),
        ({"concealed": True, "when": ["self_draw", "last_tile"], "unless": ["dealer", "riichi"]},
         "No set is claimed before the win. Only by self-draw and on the last tile. "
         "Not as East or after riichi."),
        ({"sequences": 0, "quads": "1+"}, "Sequences: 0. Quads: 1 or more."),
        ({"any": ({"form": "seven_pairs"}, {"triplets": 4}), "tiles": "23m5z"},
         "All tiles are 23m5z. One of these: (1) The hand is seven pairs. "
         "(2) Triplets and quads: 4."),
        ({"sets": "triplet wind", "counted": True, "replaces": ["all_triplets"]},
         "It has a triplet of winds. It counts once for each way in which these sets are found. "
         "It takes the place of all triplets."),
    ],
)  # fmt: skip
def test_a_description_lists_every_condition(given: dict[str, object], said: str) -> None:
    assert words(**given) == said
