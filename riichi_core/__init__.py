"""Riichi mahjong rules as data, and the engine that they drive."""
