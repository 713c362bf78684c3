"""Hands: sets, readings, waits, and the facts of one win. No rule is read here."""

from riichi_core.hands.hand import DiscardChoice, Hand, HandError, best_discards, parse_meld
from riichi_core.hands.melds import Meld, MeldError
from riichi_core.hands.readings import HandSet, Reading, readings
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win, WinError

__all__ = [
    "DiscardChoice",
    "Hand",
    "HandError",
    "HandSet",
    "Meld",
    "MeldError",
    "Reading",
    "Riichi",
    "Ron",
    "Tsumo",
    "Win",
    "WinError",
    "best_discards",
    "parse_meld",
    "readings",
]
