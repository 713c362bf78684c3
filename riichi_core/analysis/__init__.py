"""Which yaku a hand has, by the definitions of rulesets/yaku.yaml or a club's own."""

from riichi_core.analysis.alternatives import Alternative, expand
from riichi_core.analysis.matcher import YakuMatcher, catalogue

__all__ = ["Alternative", "YakuMatcher", "catalogue", "expand"]
