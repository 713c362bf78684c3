"""The programs whose configuration is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi.programs.mahjong_soul import MAHJONG_SOUL
from riichi.programs.majiang import MAJIANG
from riichi.programs.pantheon import PANTHEON
from riichi.programs.program_config import ProgramConfig
from riichi.programs.riichi_advanced import RIICHI_ADVANCED
from riichi.programs.tenhou import TENHOU

PROGRAMS: Mapping[str, ProgramConfig[Any]] = {
    program.id: program for program in (PANTHEON, RIICHI_ADVANCED, MAHJONG_SOUL, MAJIANG, TENHOU)
}
"""The programs whose configuration is known, by their names in commands."""
