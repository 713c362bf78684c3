"""Bots that speak mjai, as Mortal: they have no rules to choose and were trained on Tenhou's."""

from __future__ import annotations

from riichi_core.records.fields import Record
from riichi_programs.program_config import ProgramConfig
from riichi_programs.tenhou import KNOWN


class NoConfiguration(Record):
    """The event that starts a game says names alone."""


MJAI = ProgramConfig(
    id="mjai",
    name="mjai",
    version="of 2025",
    source="libriichi/src/mjai/event.rs of Equim-chan/Mortal; the games of Tenhou from which it "
    "learnt, as `riichi show tenhou`",
    config=NoConfiguration,
    mappings=(),
    always=KNOWN,
)
