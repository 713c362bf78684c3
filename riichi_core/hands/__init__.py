"""Hands, waits and wins, without any rule.

Text or tiles go in (`hand.Hand`, `win.Win`), and questions about them are answered:

- the tiles and declared sets of a hand, and its text: `hand.Hand`, `melds.Meld`
- the tiles that complete a hand: `hand.Hand.waits`; for hands as ints: `waits.wait_mask`
- the discards that leave tenpai: `waits.tenpai_discards`
- the distance from tenpai, the useful tiles: `shanten.shanten`, `hand.best_discards`
- every way to see a complete hand: `readings.readings`, from `waits.suit_readings` of each suit
- the facts of a win, and which of them contradict each other: `win.Win`

Yaku, fu and dora are found in `riichi_core.analysis`, points in `riichi_core.scoring`.
"""
