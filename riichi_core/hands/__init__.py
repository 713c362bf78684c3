"""Hands: sets, readings, waits, and the facts of one win. No rule is read here."""
