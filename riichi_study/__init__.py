"""Studies: what a change of rules does to many games, played with the same walls and seats.

`study(["ema-2016", "ema-2025"], games=100)` plays them; docs/studies.md tells how.
"""

from riichi_study.study import Study, study

__all__ = ["Study", "study"]
