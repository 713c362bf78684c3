"""The text of a schema of any kind."""

from __future__ import annotations

from typing import cast

from riichi.schema import record_schema, ruleset_schema
from riichi.schema.kinds import RECORD_SCHEMAS, RulesetKind


def schema_text(kind: str) -> str:
    """Return the text of a schema, made from the models.

    Args:
        kind: a key of `RULESET_SCHEMAS` or `RECORD_SCHEMAS`.
    """
    if kind in RECORD_SCHEMAS:
        return record_schema.generate(kind)
    return ruleset_schema.generate(cast(RulesetKind, kind))
