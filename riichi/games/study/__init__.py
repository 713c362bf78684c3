"""Studies: the effect of rule changes on many games, played with the same walls and seats.

`run.study(["ema-2016", "ema-2025"], games=100)` plays them (docs/guides/studies.md).
"""
