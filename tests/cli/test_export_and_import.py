"""`riichi export` and `riichi import`, and a comparison with another program's file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from each import each
from running import neat, riichi, words

from riichi.programs.known_programs import PROGRAMS
from riichi_core.rules import library
from riichi_core.rules.load import load


@each("program", PROGRAMS)
def test_export_prints_the_configuration_and_reports_losses_on_standard_error(program: str) -> None:
    ran = riichi("export", "tenhou", "--for", program)
    assert isinstance(json.loads(ran.stdout), dict)
    assert PROGRAMS[program].name in ran.stderr


def test_a_loss_is_reported_with_its_replacement_and_an_example() -> None:
    ran = riichi("export", "tenhou", "--for", "pantheon")
    assert "claims.winners" in ran.stderr
    assert "e.g." in ran.stderr
    assert "house rule: Pantheon withAtamahane" in ran.stderr
    assert "draws.abortive" in ran.stderr


def test_json_has_both_configuration_and_losses() -> None:
    told = json.loads(riichi("export", "tenhou", "--for", "pantheon", "--format", "json").stdout)
    assert told["config"]["startPoints"] == 25_000
    (lost,) = [one for one in told["lost"] if one["path"] == "claims.winners"]
    assert lost["fields"][0] == "withAtamahane"
    assert list(lost["played"]) == ["all"]
    assert set(lost["example"]["outcomes"]) == {"tenhou", "pantheon"}


def test_strict_ends_with_1_if_anything_is_lost() -> None:
    riichi("export", "tenhou", "--for", "pantheon", "--strict", status=1)


def test_an_unknown_program_is_refused_with_the_nearest_name() -> None:
    ran = riichi("export", "tenhou", "--for", "panteon", status=2)
    assert "Did you mean 'pantheon'?" in ran.stderr


def test_an_export_can_be_imported_as_valid_house_rules(tmp_path: Path) -> None:
    config, club = tmp_path / "club.json", tmp_path / "club.yaml"
    riichi("export", "wrc-2025", "--for", "pantheon", "--output", config)
    ran = riichi("import", config, "--from", "pantheon", "--extends", "ema-2025", "--output", club)
    assert "chomboEndsGame" in ran.stderr
    riichi("check", club)
    rules, book = load(str(club)).rules, load("wrc-2025").rules
    assert rules.claims.winners == book.claims.winners
    assert rules.limits == book.limits


def test_import_uses_the_nearest_book_by_default(tmp_path: Path) -> None:
    config = tmp_path / "ours.json"
    riichi("export", "wrc-2025", "--for", "pantheon", "--output", config)
    ran = riichi("import", config, "--from", "pantheon")
    assert "the nearest ruleset is wrc-2025" in ran.stderr
    assert "extends: wrc-2025" in ran.stdout


def test_a_book_is_compared_with_another_programs_file(tmp_path: Path) -> None:
    config = tmp_path / "theirs.json"
    config.write_text('{"withKuitan": false, "allowedYaku": [33]}', encoding="utf-8")
    call = ("compare", "ema-2025", config, "--from", "pantheon")
    assert "house rule: Pantheon withKuitan" in riichi(*call).stdout
    told = json.loads(riichi(*call, "--format", "json").stdout)
    assert told["rulesets"] == ["ema-2025", "pantheon"]


@pytest.mark.parametrize(
    ("ruleset", "config"), [("tenhou", '{"type": 11}'), ("mahjong-soul", '{"have_yifa": false}')]
)
def test_a_ruleset_and_the_file_of_its_own_program_have_different_names(
    ruleset: str, config: str, tmp_path: Path
) -> None:
    file = tmp_path / "lobby.json"
    file.write_text(config, encoding="utf-8")
    call = ("compare", ruleset, file, "--from", ruleset)
    told = json.loads(riichi(*call, "--format", "json").stdout)
    assert told["rulesets"] == [ruleset, str(file)]
    assert all(list(row["values"]) == told["rulesets"] for row in told["options"])
    text = riichi(*call).stdout
    assert ": lobby" in text.splitlines()[0]
    assert str(library.rulesets_dir()) not in text
    table = riichi(*call, "--format", "markdown").stdout
    assert ": lobby" in table
    assert str(library.rulesets_dir()) not in table


@pytest.mark.parametrize(("text", "status"), [('{"oka": }}', 1), ('{"oka": "x"}', 1)])
def test_errors_in_a_file_are_reported_with_their_place(
    tmp_path: Path, text: str, status: int
) -> None:
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8")
    ran = riichi("import", file, "--from", "pantheon", status=status)
    assert "bad.json:1:" in ran.stderr


def test_a_missing_file_ends_with_2(tmp_path: Path) -> None:
    riichi("import", tmp_path / "none.json", "--from", "pantheon", status=2)


@each("engine", ["mahjong", "mjai", "riichienv", "ronin"])
def test_engines_whose_options_are_not_a_file_are_not_offered(engine: str) -> None:
    assert engine not in PROGRAMS
    riichi("export", "ema-2025", "--for", engine, status=2)
    riichi("import", "any.json", "--from", engine, status=2)


def test_tenhous_ruleset_loses_nothing_in_tenhous_configuration() -> None:
    riichi("export", "tenhou", "--for", "tenhou", "--strict")


def test_losses_are_reported_in_dutch() -> None:
    ran = riichi("export", "tenhou", "--for", "pantheon", "--language", "nl")
    assert "Gedeeltelijk" in ran.stderr


def test_import_names_the_fields_that_the_file_leaves_out(tmp_path: Path) -> None:
    file = tmp_path / "room.json"
    file.write_text('{"mode": {"detail_rule": {"changbangValue": 600}}}', encoding="utf-8")
    ran = riichi("import", file, "--from", "mahjong-soul", "--extends", "ema-2025")
    assert "counter_value: {value: 600, house: Mahjong Soul changbang_value}" in ran.stdout
    assert "starting_points" not in ran.stdout
    neat(ran.stderr)
    _, left_out = words(ran.stderr).split("the file leaves out these fields, so ema-2025 decides: ")
    assert "liqibang_value, " in left_out
    assert "changbang_value" not in left_out


def test_an_impossible_id_is_refused(tmp_path: Path) -> None:
    config = tmp_path / "c.json"
    config.write_text('{"type": 9}', encoding="utf-8")
    riichi("import", config, "--from", "tenhou", "--name", "No Id", status=2)
    ran = riichi("import", config, "--from", "tenhou", "--name", "tenhou")
    assert "ruleset: tenhou-tenhou" in ran.stdout


def test_program_names_are_completed_and_set_changes_a_value_for_one_call() -> None:
    told = riichi("export", "tenhou", "--for", "tenhou", "--with", "end.rounds=1").stdout
    assert json.loads(told) == {"type": 1}
