"""Bots that speak mjai, e.g. Mortal: they have no configurable rules and were trained on Tenhou."""

from __future__ import annotations

from riichi.programs.program_config import ProgramConfig
from riichi.programs.tenhou import KNOWN
from riichi_core.records.fields import Record


class NoConfiguration(Record):
    """The empty configuration: the event that starts a game has only names."""


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
