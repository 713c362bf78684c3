"""Results of games and tournaments, seating and plans match their schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from each import each
from jsonschema import Draft202012Validator

import riichi_core as rc
from riichi.cli.main import main
from riichi.schema.kinds import RECORD_SCHEMAS, RULESET_SCHEMAS
from riichi_validators import record_tables
from riichi_validators.built_schemas import published

ROOT = Path(__file__).resolve().parents[2]

TOURNAMENT = """\
session,table,player,points
1,1,Anna,45000
1,1,Ben,25000
1,1,Cleo,25000
1,1,Dan,25000
"""


def answered(kind: str, *call: str, exit_code: int = 0) -> Any:
    """Return the output of a command, after checking it against its schema."""
    done = CliRunner().invoke(main, [*call, "--format", "json"])
    assert done.exit_code == exit_code, done.output
    found = json.loads(done.stdout)
    Draft202012Validator(json.loads(published(kind))).validate(found)
    return found


def described(schema: Any) -> bool:
    if isinstance(schema, dict):
        return "description" in schema or described([*schema.values()])
    return isinstance(schema, list) and any(map(described, schema))


@each("kind", [*RULESET_SCHEMAS, *RECORD_SCHEMAS])
def test_a_schema_has_a_name_and_descriptions(kind: str) -> None:
    schema = json.loads(published(kind))
    assert schema["$id"] == (RULESET_SCHEMAS | RECORD_SCHEMAS)[kind]
    assert schema["title"]
    assert described(schema)


def test_the_result_of_a_game_matches_its_schema() -> None:
    game = str(ROOT / "tests" / "game" / "hanchan.yaml")
    found = answered("game-result", "game", game, "--rules", "ema-2016,tenhou")
    assert list(found["results"]) == ["ema-2016", "tenhou"]


def test_a_game_with_a_bad_deal_matches_its_schema(tmp_path: Path) -> None:
    game = tmp_path / "game.yaml"
    game.write_text("players: [A, B, C, D]\ndeals: [{end: win}]\n", encoding="utf-8")
    found = answered("game-result", "game", str(game), "--rules", "ema-2025", exit_code=1)
    assert found["results"]["ema-2025"]["finals"] is None


def test_standings_seating_and_plans_match_their_schemas(tmp_path: Path) -> None:
    sheet = tmp_path / "cup.csv"
    sheet.write_text(TOURNAMENT, encoding="utf-8")
    answered("tournament-result", "tournament", str(sheet), "--rules", "ema-2025,wrc-2025")
    answered("league-result", "tournament", str(sheet), "--league", "--best", "2")
    answered("seating", "tournament", str(sheet), "--rules", "ema-2025", "--check-seating")
    answered("plan", "plan", "16", "--sessions", "3")


WIN = rc.Win("2345567m(345p)678s", "8m", by="ron", seat="south")


@pytest.mark.parametrize(
    ("kind", "result"),
    [
        ("win-result", rc.score(WIN, "ema-2025")),
        ("win-result", rc.score(rc.Win("234567m(345p)678s1z", "1z", by="ron"), "ema-2025")),
        ("deal-result", rc.settle(rc.Wins(WIN, discarder="west"), "ema-2025")),
    ],
    ids=["score", "no win", "settlement"],
)
def test_a_result_in_python_matches_its_schema(kind: str, result: Any) -> None:
    """Only the answer has the fingerprint of the rules, not the result."""
    of_rules = {"ruleset_hash": "0" * 16, **rc.to_dict(result)}
    schema = Draft202012Validator(json.loads(published(kind)))
    schema.validate({"id": 1, "results": {"ema-2025": of_rules}})


def test_a_judgement_in_python_equals_that_of_the_command() -> None:
    done = CliRunner().invoke(
        main, ["foul", "swap_call", "--rules", "ema-2025", "--format", "json"]
    )
    assert rc.to_dict(rc.judge("swap_call", "ema-2025"))["kind"] in done.stdout


def test_the_page_about_all_fields_has_nested_fields() -> None:
    for kind, field in (
        ("win", "winning_tile"),
        ("game-result", "results.NAME.finals.NAME.place"),
        ("plan", "rows[].player"),
    ):
        assert f"| `{field}` |" in "\n".join(record_tables.field_tables(kind))
