"""The programs whose configuration is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from riichi_programs.mahjong import MAHJONG
from riichi_programs.mahjong_soul import MAHJONG_SOUL
from riichi_programs.majiang import MAJIANG
from riichi_programs.mjai import MJAI
from riichi_programs.pantheon import PANTHEON
from riichi_programs.program_config import ProgramConfig
from riichi_programs.riichi_advanced import RIICHI_ADVANCED
from riichi_programs.riichienv import RIICHIENV
from riichi_programs.ronin import RONIN
from riichi_programs.tenhou import TENHOU

PROGRAMS: Mapping[str, ProgramConfig[Any]] = {
    program.id: program
    for program in (
        PANTHEON,
        RIICHI_ADVANCED,
        MAHJONG_SOUL,
        MAJIANG,
        RONIN,
        MAHJONG,
        RIICHIENV,
        TENHOU,
        MJAI,
    )
}
"""The programs whose configuration is known, by their names in commands."""
