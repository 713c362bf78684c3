"""The predefined yaku: the complete list, their names, and the search for them."""

from __future__ import annotations

import re
from pathlib import Path

import jsonschema
import pytest
import yaml
from each import each

from riichi.cli.find import search_yaku
from riichi_core.rules.chapters.yaku import HanWorth, KnownYaku, Yaku, worth_sentence
from riichi_core.rules.glossary import known_yaku, yaku_named
from riichi_core.rules.library import rulesets_dir

BOOKS = [name for name, _ in Yaku.options()]
LOCAL = [name for name in known_yaku() if name not in BOOKS]


def file_text() -> str:
    return (rulesets_dir() / "yaku.yaml").read_text(encoding="utf-8")


def test_the_file_has_the_yaku_of_the_books_in_their_order_and_then_the_local_ones() -> None:
    assert list(known_yaku()) == [*BOOKS, *LOCAL]


def test_no_yaku_is_in_the_file_twice() -> None:
    ids = re.findall(r"^(\w+):", file_text(), re.MULTILINE)
    assert sorted(ids) == sorted(known_yaku())


def test_the_file_is_plain_yaml_of_at_most_a_hundred_columns() -> None:
    assert file_text().startswith("# ")
    assert max(map(len, file_text().splitlines())) <= 100
    for event in yaml.parse(file_text(), Loader=yaml.SafeLoader):
        assert not isinstance(event, yaml.AliasEvent)
        assert getattr(event, "anchor", None) is None
        assert getattr(event, "tag", None) is None


def test_the_schema_agrees_with_the_models_on_every_shipped_definition() -> None:
    validator = jsonschema.Draft202012Validator(KnownYaku.model_json_schema())
    data = yaml.safe_load(file_text())
    assert [error.message for yaku in data.values() for error in validator.iter_errors(yaku)] == []


@each("yaku_id", LOCAL)
def test_a_local_yaku_states_its_usual_worth_if_it_has_one(yaku_id: str) -> None:
    usual = known_yaku()[yaku_id].usual
    assert (usual is None) == (f"\n{yaku_id}:  # no common value\n" in file_text())


@each(
    "yaku_id, says",
    [
        ("open_riichi", "2 han, concealed only."),
        ("daisharin", "Yakuman."),
        ("isshoku_sanjun", "3 han concealed, 2 open."),
        ("kinkei_dokuritsu", "Mangan."),
        ("heavenly_orphans", "Double yakuman."),
    ],
)
def test_the_usual_worth_has_the_form_used_in_rulesets(yaku_id: str, says: str) -> None:
    usual = known_yaku()[yaku_id].usual
    assert usual is not None
    assert worth_sentence(usual) == says


@each("yaku_id", LOCAL)
def test_a_concealed_local_yaku_is_worth_nothing_open(yaku_id: str) -> None:
    usual = known_yaku()[yaku_id].usual
    if isinstance(usual, HanWorth) and known_yaku()[yaku_id].concealed:
        assert usual.open is None


@each("yaku_id", [*known_yaku()])
def test_a_yaku_replaces_only_existing_yaku(yaku_id: str) -> None:
    replaced = known_yaku()[yaku_id].replaces or ()
    assert set(replaced) <= set(known_yaku()) - {yaku_id}


@each("yaku_id", BOOKS)
def test_a_yaku_of_the_books_has_all_its_names(yaku_id: str) -> None:
    name = known_yaku()[yaku_id].name
    assert name.en
    assert name.ja
    assert name.kanji


@each("yaku_id", [*known_yaku()])
def test_every_yaku_has_a_japanese_name_in_plain_letters(yaku_id: str) -> None:
    name = known_yaku()[yaku_id].name
    assert name.ja
    assert re.fullmatch(r"[A-Z][a-z]+( [a-z]+)*", name.ja)


@each("yaku_id", [*known_yaku()])
def test_each_name_leads_to_its_own_yaku_and_to_no_other(yaku_id: str) -> None:
    for name in (yaku_id, *known_yaku()[yaku_id].name.spellings()):
        assert yaku_named(name) == yaku_id
        assert yaku_id in search_yaku(name)


@each(
    "name, yaku_id",
    [
        ("All Simples", "all_simples"),
        ("TANYAO CHŪ", "all_simples"),
        ("tanyao", "all_simples"),
        ("ipeikou", "pure_double_sequence"),
        ("II PEIKŌ", "pure_double_sequence"),
        ("itsu", "pure_straight"),
        ("IKKITSUKAN", "pure_straight"),
        ("san-shoku dokou", "triple_triplet"),
        ("Rinshan Kaihō", "after_a_quad"),
        ("rinshan", "after_a_quad"),
        ("Robbing the kong", "robbing_a_quad"),
        ("haitei", "under_the_sea"),
        ("hotei", "under_the_river"),
        ("chi toitsu", "seven_pairs"),
        ("TOITOI HŌ", "all_triplets"),
        ("Terminals in All Groups", "full_outside_hand"),
        ("Twice Pure Double Chows", "twice_pure_double_sequence"),
        ("ryan peikou", "twice_pure_double_sequence"),
        ("RENHŌ", "blessing_of_man"),
        ("tenho", "blessing_of_heaven"),
        ("Chiho", "blessing_of_earth"),
        ("CHUUREN POOTO", "nine_gates"),
        ("Sū ankō", "four_concealed_triplets"),
        ("suuankou_tanki", "four_concealed_triplets_pair_wait"),
        ("Ryū iisō", "all_green"),
        ("All Honors", "all_honours"),
        ("Shōsūshi", "little_four_winds"),
        ("dai suushii", "big_four_winds"),
        ("yakuhai-dragon", "dragon_triplet"),
        ("Prevailing Wind", "round_wind_triplet"),
        ("Daburu Riichi", "double_riichi"),
        ("menzen-tsumo", "fully_concealed_hand"),
        ("国士無双", "thirteen_orphans"),
        ("大車輪", "daisharin"),
        ("Big Wheels", "daisharin"),
        ("three_quads", "three_quads"),
        ("yakuhai", None),  # three yaku have this name
        ("no such yaku", None),
        ("", None),
    ],
)
def test_a_yaku_is_found_by_any_of_its_names(name: str, yaku_id: str | None) -> None:
    assert yaku_named(name) == yaku_id


@each(
    "word, found",
    [
        ("yakuhai", ["dragon_triplet", "seat_wind_triplet", "round_wind_triplet"]),
        ("FANPAI", ["dragon_triplet", "seat_wind_triplet", "round_wind_triplet"]),
        ("under the sea", ["under_the_sea", "under_the_river"]),
        ("kokushi", ["thirteen_orphans", "thirteen_orphans_thirteen_waits", "heavenly_orphans"]),
        ("dai-san-gen", ["big_three_dragons"]),
        ("four winds", ["little_four_winds", "big_four_winds", "chousuushi", "suushi_chiitoitsu"]),
        ("dai-san", []),  # a part of a word is not a word
        ("harin", []),
        ("t", []),
        ("緑一色", ["all_green", "junsei_ryuuiisou", "ryuuiisourin"]),
        ("quite unknown", []),
        (" ", []),
    ],
)
def test_a_search_finds_every_yaku_with_the_word_in_a_name(word: str, found: list[str]) -> None:
    assert search_yaku(word) == found


def test_the_index_is_read_once_and_cannot_be_changed() -> None:
    assert known_yaku() is known_yaku()
    with pytest.raises(TypeError):
        known_yaku()["riichi"] = known_yaku()["pinfu"]  # type: ignore[index]


def test_a_checkout_uses_its_own_rulesets() -> None:
    assert rulesets_dir() == Path(__file__).resolve().parents[2] / "rulesets"
