"""The JSON Schemas of records and answers, written to their files."""

from __future__ import annotations

import json
from pathlib import Path

from riichi_validators import record_schema, scenario_schema
from riichi_validators.field_words import described
from riichi_validators.published import FOLDER, RECORDS
from riichi_validators.record_schema import Json

SCHEMAS = {
    "win": record_schema.record_schema,
    "win-result": record_schema.answer_schema,
    "deal": record_schema.deal_schema,
    "deal-result": record_schema.settlement_schema,
    "game": record_schema.game_schema,
    "game-result": record_schema.game_result_schema,
    "tournament-result": record_schema.tournament_schema,
    "seating": record_schema.seating_schema,
    "plan": record_schema.plan_schema,
    "scenarios": scenario_schema.scenario_schema,
}


def schema_of_kind(kind: str) -> Json:
    """Return a schema with a description of each field."""
    schema: Json = described(SCHEMAS[kind](), kind)
    return schema


def generate(kind: str) -> str:
    """Return the text of a schema."""
    dialect, *rest = schema_of_kind(kind).items()
    schema = dict([dialect, ("$id", RECORDS[kind]), *rest])
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def write() -> list[Path]:
    """Write the schemas of records and return their files."""
    written = []
    for kind, name in RECORDS.items():
        (FOLDER / name).write_text(generate(kind), encoding="utf-8")
        written.append(FOLDER / name)
    return written
