"""Hands, waits and wins; nothing here depends on a ruleset.

In: text or tiles. Out:

- the tiles and declared sets of a hand, and its text: `hand.Hand`, `melds.Meld`
- the tiles that complete a hand: `hand.Hand.waits`; for hands as ints, `waits.wait_mask`
- the discards that leave the hand tenpai: `waits.tenpai_discards`
- the distance from tenpai, and the useful tiles: `shanten.shanten`, `hand.best_discards`
- every reading of a complete hand: `readings.readings`, from `waits.suit_readings` of each suit
- the facts of a win, checked against each other: `win.Win`
- the facts that exclude each other, in one table: `contradictions.EXCLUSIONS`

`riichi_core.analysis` finds yaku, fu and dora; `riichi_core.scoring` computes points.
"""
