"""Which yaku a hand has, by the definitions of rulesets/yaku.yaml or a club's own."""

from riichi_core.yaku.catalogue import Catalogue, catalogue
from riichi_core.yaku.ground import Ground, grounds

__all__ = ["Catalogue", "Ground", "catalogue", "grounds"]
