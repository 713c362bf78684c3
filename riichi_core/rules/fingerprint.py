"""A short hash of what a ruleset says, by which a record can tell which rules it was made under."""

from __future__ import annotations

import hashlib
import json

from riichi_core.rules.rules import Rules

LENGTH = 16


def fingerprint(rules: Rules) -> str:
    """Sixteen hexadecimal digits that are the same exactly for rules with the same values.

    Where a value comes from, what a file is called, how it is laid out, and what a club calls a
    yaku of its own make no difference.
    """
    values = rules.model_dump(mode="json")
    local = sorted(values["yaku"]["local"], key=lambda yaku: str(yaku["id"]))
    values["yaku"]["local"] = [yaku | {"name": None} for yaku in local]
    text = json.dumps(values, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:LENGTH]
