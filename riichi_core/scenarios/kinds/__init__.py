"""The kinds of scenarios. To add one, define its `Kind` and add it to this list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi_core.scenarios.kinds.deal import DEAL
from riichi_core.scenarios.kinds.foul import FOUL
from riichi_core.scenarios.kinds.game import GAME
from riichi_core.scenarios.kinds.kind import Kind
from riichi_core.scenarios.kinds.play import PLAY
from riichi_core.scenarios.kinds.rule import RULE
from riichi_core.scenarios.kinds.tournament import TOURNAMENT
from riichi_core.scenarios.kinds.win import WIN

KINDS: Mapping[str, Kind[Any]] = {
    kind.name: kind for kind in (WIN, DEAL, FOUL, PLAY, GAME, TOURNAMENT, RULE)
}
"""Every kind by name, the simplest first."""

__all__ = ["KINDS", "Kind"]
