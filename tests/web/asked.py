"""Questions to the engine as the page asks them."""

from __future__ import annotations

import json
from typing import Any

from riichi.web.api import answer_question


def asked(ask: str, **parts: Any) -> dict[str, Any]:
    """Return the answer to a question."""
    answer: dict[str, Any] = json.loads(answer_question(json.dumps({"ask": ask, **parts})))
    return answer
