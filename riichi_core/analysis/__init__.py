"""Analysis of a win before any ruleset is asked, by looking up bits.

`Analyzer.analyze(win)` returns an `Analysis`: the interpretations of the hand, each with its yaku,
with what its fu depend on, and with its form. Inside of this package a win is packed into ints and
every definition of a yaku into bits, so that what one suit contributes is worked out once; outside
of it nobody knows the packed form: keys are looked up by, and decoded by the functions here.

What the definitions mean, word by word and without any bit, is written in tests/reference, which
scores as slowly as it is simple and which every score is held against.
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
