"""Records of other programs, mjai and tenhou.net/6: read, replayed by our rules, and written."""

from riichi_core.errors import RecordError
from riichi_core.records.mjai import read_mjai, write_mjai
from riichi_core.records.recorded import deals_of
from riichi_core.records.replay import replay_game
from riichi_core.records.tenhou6 import read_tenhou6

__all__ = ["RecordError", "deals_of", "read_mjai", "read_tenhou6", "replay_game", "write_mjai"]
