"""Analyse a win before any ruleset is asked: a `Win` goes in, an `Analysis` comes out.

An analysis has each interpretation of the hand with its yaku, the facts for its fu and its form,
and the dora of the win; `riichi_core.scoring` scores it under any ruleset. In the order of work:

- a definition of a yaku becomes all ways to have it: `alternatives.expand`
- each way becomes a bit, and tables of what refutes it: `matcher.YakuMatcher`
- a win becomes ints: `packed.pack`; its dora: `packed.dora_key`
- the contribution of one suit, worked out once: `suits.SuitTable.find`
- the suits together, and their interpretations: `analyzer.Analyzer.analyze`

Other packages see keys only and decode them with the functions here. tests/reference scores the
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
