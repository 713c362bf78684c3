"""Analyse a win without a ruleset: a `Win` becomes an `Analysis`.

An analysis has each interpretation of the hand with its yaku, its form and the facts for its fu,
and the dora of the win. `riichi_core.scoring` scores it under any ruleset. The steps are:

- expand the definition of a yaku into all ways to have it: `alternatives.expand`
- give each way a bit, and group the bits by what the ways require: `conditions.conditions_of`,
  prepared by the build for the known yaku
- add up the bits of a ruleset's yaku in tables of the facts that refute them: `matcher.YakuMatcher`
- pack a win into ints: `packed.pack`, and its dora: `packed.dora_key`
- look up the contribution of each suit, worked out once: `suits.SuitTable.find`
- combine the suits into interpretations: `analyzer.Analyzer.analyze`

Other packages use only keys, and decode them with the functions here. tests/reference scores the
same definitions without bits, slowly and simply, to check every score.
"""

from riichi_core.analysis.analyzer import (
    Analysis,
    Analyzer,
    Circumstances,
    CircumstancesKey,
    FuKey,
    Interpretation,
    PaymentKey,
    YakuKey,
    fu_facts,
    shared_analyzer,
    unpack_circumstances,
    who_pays,
)
from riichi_core.analysis.packed import (
    PAYMENT_BITS,
    DoraCounts,
    DoraKey,
    FuFacts,
    FuId,
    FuItem,
    dora_counts,
    prepare,
    set_fu,
)

__all__ = [
    "PAYMENT_BITS",
    "Analysis",
    "Analyzer",
    "Circumstances",
    "CircumstancesKey",
    "DoraCounts",
    "DoraKey",
    "FuFacts",
    "FuId",
    "FuItem",
    "FuKey",
    "Interpretation",
    "PaymentKey",
    "YakuKey",
    "dora_counts",
    "fu_facts",
    "prepare",
    "set_fu",
    "shared_analyzer",
    "unpack_circumstances",
    "who_pays",
]
