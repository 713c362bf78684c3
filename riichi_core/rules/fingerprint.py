"""A short hash of what a ruleset says, by which a record can tell which rules it was made under."""

from __future__ import annotations

import hashlib
import json

from riichi_core.rules.rules import Rules

LENGTH = 16


def fingerprint(rules: Rules) -> str:
    """Sixteen hexadecimal digits that are the same exactly for rules with the same values.

    Where a value comes from, what a file is called and how it is laid out make no difference.
    """
    values = json.dumps(rules.model_dump(mode="json"), sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(values.encode("ascii")).hexdigest()[:LENGTH]
