"""Rules survive an export to another program and back, and every loss is reported."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from each import each
from effort import LONG, first
from hypothesis import given, settings
from strategies import ANY, rulesets

from riichi.programs.export import as_played, export
from riichi.programs.house_rules import Configuration, house_rules, played_over, read_configuration
from riichi.programs.known_programs import PROGRAMS
from riichi.programs.program_config import Json, ProgramConfig, camel
from riichi_core.files.problem import Problem
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset

BOOKS = tuple(library.books())
EACH_PROGRAM = pytest.mark.parametrize("adapter", PROGRAMS.values(), ids=[*PROGRAMS])


def read(
    adapter: ProgramConfig[Any], config: object, folder: Path
) -> tuple[Configuration | None, list[Problem]]:
    file = folder / "config.json"
    text = config if isinstance(config, str) else json.dumps(config, ensure_ascii=False, indent=2)
    file.write_text(text, encoding="utf-8")
    return read_configuration(file, adapter)


# ---- the tables ----------------------------------------------------------------------------------


@EACH_PROGRAM
def test_an_option_is_set_by_fields_or_always_the_same_or_unknown(
    adapter: ProgramConfig[Any],
) -> None:
    decided = [row.path for row in adapter.mappings]
    assert len(set(decided)) == len(decided)
    assert not set(decided) & set(adapter.always)
    assert {*decided, *adapter.always} <= set(options())
    assert adapter.asked <= set(adapter.always)


@EACH_PROGRAM
def test_constant_values_of_a_program_are_written_as_in_files(adapter: ProgramConfig[Any]) -> None:
    rules = load("ema-2016").rules.changed(adapter.always)
    written = {path: rules.written_value(path) for path in adapter.always}
    assert written == dict(adapter.always)


@EACH_PROGRAM
def test_rows_name_fields_of_the_configuration(adapter: ProgramConfig[Any]) -> None:
    fields = {one for row in adapter.mappings for one in row.fields}
    assert fields <= set(adapter.config.model_fields)
    assert all(row.fields for row in adapter.mappings)


# ---- there and back ------------------------------------------------------------------------------


def holds(ruleset: Ruleset, adapter: ProgramConfig[Any]) -> None:
    """Check that each value survives the round trip or is listed as lost, and no other is."""
    found = export(ruleset, adapter)
    lists = (
        found.exported,
        found.partial,
        found.lossy,
        found.built_in,
        found.otherwise,
        found.unknown,
    )
    every = [path for paths in lists for path in paths]
    assert len(set(every)) == len(every)
    assert set(options()) <= set(every)
    ours, theirs = ruleset.rules, found.played.rules
    differs = {
        path
        for path in options()
        if theirs.with_value_of(path, ours).comparable(path) != theirs.comparable(path)
    }
    assert differs == {*found.lossy, *found.otherwise} == set(found.lost)
    again = export(found.played, adapter)
    assert again.config == found.config
    assert again.lost == ()


@EACH_PROGRAM
@pytest.mark.parametrize("book", [*BOOKS, *first(library.shelf())])
def test_a_shipped_ruleset_survives_a_round_trip(adapter: ProgramConfig[Any], book: str) -> None:
    holds(load(book), adapter)


@given(ruleset=rulesets())
@settings(ANY)
def test_any_ruleset_survives_a_round_trip(ruleset: Ruleset) -> None:
    for adapter in PROGRAMS.values():
        holds(ruleset, adapter)


@EACH_PROGRAM
@pytest.mark.parametrize("book", first(BOOKS))
def test_a_configuration_becomes_valid_house_rules(
    adapter: ProgramConfig[Any], book: str, tmp_path: Path
) -> None:
    """Import each book's own export over two books that differ a lot."""
    config, problems = read(adapter, export(load(book), adapter).config, tmp_path)
    assert problems == []
    assert config is not None
    for over in ("ema-2016", "tenhou"):
        text, told = house_rules(config, load(over), "club", "A club")
        assert [one.text() for one in told if one.severity == "error"] == []
        file = tmp_path / "club.yaml"
        file.write_text(text, encoding="utf-8")
        assert load(str(file)).rules == played_over(config, load(over)).rules


@EACH_PROGRAM
def test_a_configuration_of_only_defaults_is_read(
    adapter: ProgramConfig[Any], tmp_path: Path
) -> None:
    defaults = adapter.as_json(adapter.config())
    config, problems = read(adapter, defaults, tmp_path)
    assert problems == []
    assert config is not None
    assert adapter.as_json(config.config) == defaults


# ---- their files with faults ---------------------------------------------------------------------


@EACH_PROGRAM
@pytest.mark.parametrize("text", ["", "{", "[]", "1", '"x"', "{a", "{}", '{"x": {"y": 1}}'])
def test_other_data_than_a_configuration_is_refused(
    adapter: ProgramConfig[Any], text: str, tmp_path: Path
) -> None:
    config, problems = read(adapter, text, tmp_path)
    assert config is None
    assert [one.severity for one in problems][:1] == ["error"]


PANTHEON = PROGRAMS["pantheon"]


@pytest.mark.parametrize(
    ("config", "code", "place", "message", "suggestion"),
    [
        ({"oka": "much"}, "wrong-type", (2, 10), "expected: a whole number", ""),
        ({"uma": {"place1": 1, "plce2": 2}}, "unknown-key", (4, 5), "plce2", "place2"),
        ({"umaType": "UMA_TYPE_UMA_SIMPEL"}, "bad-value", (2, 14), "UMA_TYPE_UMA_COMPLEX",
         "UMA_TYPE_UMA_SIMPLE"),
        ({"withKuitan": 1}, "wrong-type", (2, 17), "true or false", ""),
    ],
)  # fmt: skip
def test_a_wrong_value_is_reported_with_its_place_and_the_expected_type(
    config: Json, code: str, place: tuple[int, int], message: str, suggestion: str, tmp_path: Path
) -> None:
    found, problems = read(PANTHEON, config, tmp_path)
    assert found is None
    (one,) = problems
    assert (one.code, (one.span.line, one.span.column)) == (code, place)
    assert message in one.text()
    assert one.suggestion == suggestion


def test_an_unknown_key_is_a_warning(tmp_path: Path) -> None:
    found, (one,) = read(PANTHEON, {"withKuitann": True, "oka": 0}, tmp_path)
    assert found is not None
    assert (one.severity, one.code, one.suggestion) == ("warning", "unknown-key", "withKuitan")
    assert one.span.line == 2


@EACH_PROGRAM
def test_a_file_without_any_known_field_is_reported(
    adapter: ProgramConfig[Any], tmp_path: Path
) -> None:
    found, problems = read(adapter, {"colour": "red", "speed": {"turn": 5}}, tmp_path)
    assert found is None
    (one,) = [one for one in problems if one.severity == "error"]
    assert f"has no field of {adapter.name}" in one.message
    assert adapter.name_of(next(iter(adapter.config.model_fields))) in one.expected


@EACH_PROGRAM
@pytest.mark.parametrize("book", first(BOOKS))
def test_a_missing_field_leaves_the_base_unchanged(
    adapter: ProgramConfig[Any], book: str, tmp_path: Path
) -> None:
    """Each field of a book's export, imported alone, changes only the options that it decides."""
    base, other = load(book), load("tenhou" if book == "ema-2016" else "ema-2016")
    config = export(base, adapter).config
    for key in [*config][:: 1 if LONG else 3]:
        if key in ("mods", "ruleset"):
            continue  # a list of mods is whole
        found, _ = read(adapter, {key: config[key]}, tmp_path)
        assert found is not None
        (field,) = found.given
        may_change = {one.path for one in adapter.mappings if field in one.fields}
        assert {*played_over(found, other).changes} <= may_change | {*adapter.always}
        assert not {*found.left_out} & {key}


@EACH_PROGRAM
def test_fields_are_found_inside_a_wrapper(adapter: ProgramConfig[Any], tmp_path: Path) -> None:
    config = export(load("ema-2025"), adapter).config
    plain, _ = read(adapter, config, tmp_path)
    for wrapped in ({"version": 2, "rules": config}, {"room": {"mode": 1, "rules": config}}):
        found, _ = read(adapter, wrapped, tmp_path)
        assert found == plain


ROOM = {
    "dora_count": 3, "shiduan": 1, "init_point": 25000, "fandian": 30000, "can_jifei": True,
    "have_li_dora": True, "have_yifa": True, "have_toutiao": True, "have_helelianzhuang": True,
    "have_tingpailianzhuang": True,
}  # fmt: skip
"""A room of Mahjong Soul as it lists what was chosen."""


def test_a_room_changes_only_the_options_that_it_lists(tmp_path: Path) -> None:
    bare = imported("mahjong-soul", ROOM, tmp_path)
    wrapped = {"mode": {"mode": 2, "detail_rule": ROOM}}
    assert imported("mahjong-soul", wrapped, tmp_path) == bare
    assert bare["setup.starting_points"] == 25_000
    assert not {"riichi.bet", "result.uma", "result.oka", "dealer.counter_value"} & set(bare)
    assert imported("mahjong-soul", wrapped, tmp_path, over="tenhou") == {
        "claims.winners": "head_bump"
    }


def test_camel_case_fields_equal_snake_case_fields(tmp_path: Path) -> None:
    written = {camel(key): value for key, value in (ROOM | {"noting_fafu_1": 500}).items()}
    assert {"initPoint", "notingFafu1"} <= set(written)
    found, problems = read(PROGRAMS["mahjong-soul"], written, tmp_path)
    assert problems == []
    assert found is not None
    assert set(found.given) == {*ROOM, "noting_fafu_1"}


@pytest.mark.parametrize(
    ("program", "room"), [("mahjong-soul", ROOM), ("riichi-advanced", {"mods": []})]
)
def test_a_file_with_two_rooms_is_refused(program: str, room: Json, tmp_path: Path) -> None:
    found, (one,) = read(PROGRAMS[program], {"east": room, "south": room}, tmp_path)
    assert found is None
    assert "'east', 'south'" in one.message


def test_uma_for_one_place_has_no_effect_and_is_a_warning(tmp_path: Path) -> None:
    found, (one,) = read(PROGRAMS["mahjong-soul"], {"shunweima_2": 5}, tmp_path)
    assert found is not None
    assert (one.severity, one.path) == ("warning", "result.uma")
    assert one.message == "shunweima_2 has no effect without shunweima_3, shunweima_4"
    assert "result.uma" not in played_over(found, load("ema-2025")).changes


def test_an_incomplete_set_of_red_fives_is_refused(tmp_path: Path) -> None:
    found, problems = read(PROGRAMS["majiang"], {"赤牌": {"m": 0}}, tmp_path)
    assert found is None
    assert problems


def test_pantheons_complex_uma_without_points_keeps_the_base(tmp_path: Path) -> None:
    changes = imported("pantheon", {"umaType": "UMA_TYPE_UMA_COMPLEX"}, tmp_path)
    assert "result.uma" not in changes


def test_fields_without_an_option_are_named(tmp_path: Path) -> None:
    found, _ = read(PANTHEON, {"withKuitan": True, "startRating": 1500}, tmp_path)
    assert found is not None
    assert found.no_option == ("startRating",)


def test_a_value_outside_every_ruleset_is_reported_at_its_field(tmp_path: Path) -> None:
    found, (one,) = read(PROGRAMS["majiang"], {"順位点": ["5", "10", "15", "-30"]}, tmp_path)
    assert found is None
    assert (one.code, one.path, one.span.line) == ("bad-value", "result.uma", 2)
    assert "no ruleset can have" in one.message


# ---- one program each ----------------------------------------------------------------------------


def imported(program: str, config: Json, folder: Path, over: str = "ema-2025") -> Json:
    """Return the options that a configuration changes in a book."""
    found, _ = read(PROGRAMS[program], config, folder)
    assert found is not None
    played = played_over(found, load(over))
    return {path: played.rules.written_value(path) for path in played.changes}


def test_one_key_of_majiang_sets_two_options(tmp_path: Path) -> None:
    on = imported("majiang", {"トビ終了あり": True}, tmp_path)
    off = imported("majiang", {"トビ終了あり": False}, tmp_path, over="tenhou")
    assert (on["end.bust"], on["riichi.needs_points"]) == ("below_zero", True)
    assert (off["end.bust"], off["riichi.needs_points"]) == ("never", False)


def test_majiangs_oka_follows_from_the_starting_points(tmp_path: Path) -> None:
    assert imported("majiang", {"配給原点": 25_000}, tmp_path)["result.oka"] == "first"
    assert "result.oka" not in imported("majiang", {"配給原点": 30_000}, tmp_path)


@each("program", ["mahjong-soul", "majiang", "riichi-advanced"])
def test_a_value_by_round_becomes_that_of_most_rounds(program: str) -> None:
    def config(stays: object) -> object:
        rules = load("ema-2025").rules.changed({"dealer.stays_on": stays})
        return export(replace(load("ema-2025"), rules=rules), PROGRAMS[program]).config

    assert config({"east": ["win"], "other": ["win", "tenpai"]}) == config(["win", "tenpai"])


def test_an_intermediate_value_is_lost_and_its_neighbour_reported() -> None:
    found = export(load("ema-2025"), PROGRAMS["mahjong-soul"])
    assert found.config["enable_nontsumo_liqi"] == 0
    assert found.played.rules.riichi.tiles_left == 4
    assert "riichi.tiles_left" in found.lossy


def test_tenhous_game_type_sets_the_rules() -> None:
    assert export(load("tenhou"), PROGRAMS["tenhou"]).config == {"type": 9}
    assert export(load("ema-2016"), PROGRAMS["tenhou"]).config == {"type": 11}


def test_mods_are_read_by_their_current_and_former_names(tmp_path: Path) -> None:
    mods = ["kuikae_nashi", "lib/head_bump", {"name": "yaku/renhou", "config": {"is": "Mangan"}},
            {"name": "lib/yaku/riichi", "config": {"drawless": True}}, "washizu"]  # fmt: skip
    config = {"ruleset": "riichi", "mods": mods}
    changes = imported("riichi-advanced", config, tmp_path, over="tenhou")
    assert changes["claims.winners"] == "head_bump"
    assert changes["riichi.tiles_left"] == 0
    assert changes["yaku.blessing_of_man"] == {"limit": "mangan", "cumulative": False}
    assert "claims.forbidden_swaps" not in changes
    found, _ = read(PROGRAMS["riichi-advanced"], config, tmp_path)
    assert found is not None
    assert found.no_option == ("washizu",)


def test_an_error_in_a_mod_is_reported_at_its_place(tmp_path: Path) -> None:
    config = {"mods": ["kan", {"name": "uma", "config": {"_1st": [1]}}]}
    found, problems = read(PROGRAMS["riichi-advanced"], config, tmp_path)
    assert found is None
    assert {one.span.line for one in problems} == {7}


def test_no_program_knows_a_clubs_own_yaku() -> None:
    club = load("red-fives-club")
    own = {f"yaku.{one.id}" for one in club.rules.yaku.local}
    assert own
    for adapter in PROGRAMS.values():
        assert own <= set(export(club, adapter).unknown)


# ---- two ways to write one worth -----------------------------------------------------------------


@EACH_PROGRAM
def test_double_riichi_in_place_of_riichi_is_not_lost(adapter: ProgramConfig[Any]) -> None:
    path, book = "yaku.double_riichi", load("ema-2025")
    assert path not in export(book, adapter).lost
    three = book.replace({path: {"concealed": 3, "replaces": "riichi"}})
    assert path in export(three, adapter).lost


@EACH_PROGRAM
def test_double_riichi_changes_with_the_riichi_of_a_program(adapter: ProgramConfig[Any]) -> None:
    """A file that only gave riichi its worth would leave double riichi at three han in all."""
    worths = {
        "yaku.riichi": {"concealed": 2},
        "yaku.double_riichi": {"concealed": 3, "replaces": "riichi"},
    }
    book = load("ema-2025").replace(worths)
    played = as_played(
        book, adapter, {"yaku.riichi": {"concealed": 1}, "yaku.double_riichi": {"concealed": 1}}
    )
    assert played.changes == ("yaku.riichi", "yaku.double_riichi")
