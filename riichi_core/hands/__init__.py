"""Hands: sets, readings, waits, and the facts of one win. No rule is read here."""

from riichi_core.hands.facts import Discard, Riichi, SelfDraw, WinError
from riichi_core.hands.hand import Hand, HandError, parse_set
from riichi_core.hands.readings import Reading, SeenSet, readings
from riichi_core.hands.sets import DeclaredSet, SetError
from riichi_core.hands.waits import tenpai, waits, winnable
from riichi_core.hands.win import Win

__all__ = [
    "DeclaredSet",
    "Discard",
    "Hand",
    "HandError",
    "Reading",
    "Riichi",
    "SeenSet",
    "SelfDraw",
    "SetError",
    "Win",
    "WinError",
    "parse_set",
    "readings",
    "tenpai",
    "waits",
    "winnable",
]
