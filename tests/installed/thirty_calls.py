"""Make thirty documented calls of the library, as a program with only riichi-core installed.

It needs no file of the project: `python thirty_calls.py` in an empty folder prints one line, or
fails at the first wrong call. Each release runs it with the wheel and the sdist.
"""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

import riichi_core as rc

HAND = "2345567m(345p)678s"


class First:
    """A player that takes the first legal action."""

    def choose(self, view: rc.Observation, acts: tuple[rc.Action, ...]) -> rc.Action:  # noqa: ARG002
        """Return the first legal action."""
        return acts[0]


def rulesets() -> None:
    """Load, change, write and compare rulesets: calls 1 to 9."""
    ema = rc.load("ema-2025")
    assert ema.rules.winning.minimum_han == 1
    mine = ema.replace({"limits.raised_to_mangan": []}, id="mine")
    assert mine.rules.limits.raised_to_mangan == ()
    club = rc.Ruleset.from_dict(
        {"format": 1, "ruleset": "club", "title": "Club", "extends": "ema-2025",
         "claims": {"winners": {"value": "head_bump", "house": "voted"}}}
    )  # fmt: skip
    assert rc.load(club.to_yaml()) == rc.load(club.to_dict()) == club
    assert {club: 1}[club] == 1
    compared = rc.compare("ema-2025", "wrc-2025")
    assert "claims.winners" in [row.path for row in compared.differing]
    assert compared.to_dict()["options"]
    try:
        ema.replace({"winning.minimum_han": "two"})
    except rc.RulesetError as error:
        assert [problem.severity for problem in error.problems] == ["error"]
    else:
        raise AssertionError


def hands() -> None:
    """Read tiles and hands: calls 10 to 14."""
    hand = rc.Hand("2345567m345p678s")
    assert [str(tile) for tile in hand.waits] == ["2m", "5m", "8m"]
    assert rc.shanten("22334455m667788p").shanten == -1
    assert str(rc.best_discards("234567m345p79s115z")[0].discard) == "5z"
    assert (
        str(rc.Hand("2345567m345p", [rc.Meld("triplet", "777z", "across")]))
        == "2345567m345p(777z^)"
    )
    assert rc.Hand(["1m", "1m"] + ["2m"] * 3 + ["3m"] * 3 + ["4m"] * 3 + ["5m"] * 2).shanten == 0


def wins() -> None:
    """Score, explain and compare wins: calls 15 to 21."""
    win = rc.Win(HAND, "8m", by="ron", seat="south", dora="4m")
    score = rc.score(win, "ema-2025")
    assert score, score
    points: int = score.points  # a type checker knows that it is a score
    assert points == 3_900
    none = rc.score(rc.Win("123m456p789s1199m", "1m", by="ron"), "ema-2025")
    assert not none
    assert "All Simples" in str(rc.explain(win, "ema-2025"))
    not_rounded = rc.load("ema-2025").replace({"limits.raised_to_mangan": []}, id="not-rounded")
    four_thirty = rc.Win("234m34567p678s44s", "2p", by="ron", seat="south", dora="6s", riichi=True)
    difference = rc.why_differ(four_thirty, "ema-2025", not_rounded)
    assert difference.points == (8_000, 7_700)
    assert difference.decisive
    assert difference.decisive.path == "limits.raised_to_mangan"
    many = rc.score_many([win, win], ["ema-2025", "wrc-2025"])
    assert [many.row(n, 0).points for n in range(2)] == [3_900, 3_900]
    assert rc.Win.from_dict(win.to_dict()) == win


def deals_and_games() -> None:
    """Settle a hand, play a table and read its log: calls 22 to 27."""
    win = rc.Win(HAND, "8m", by="ron", seat="south", dora="4m")
    settlement = rc.settle(rc.Wins(win, discarder="west"), "ema-2025")
    assert sum(settlement.deltas.values()) == 0
    assert rc.Settlement.from_dict(settlement.to_dict()) == settlement
    assert rc.judge("swap_call", "ema-2025").kind
    table = rc.Table("ema-2025", seed=1)
    rc.play_game(table, [First()] * 4)
    assert min(player.place for player in table.finals) == 1
    started = rc.Table("tenhou", seed=2)
    started.start()
    again = copy.copy(started)
    again.push(again.legal_actions()[rc.Wind.EAST][0])
    assert len(started.events) < len(again.events)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        path.write_text(rc.write_game(table, "mjai"), encoding="utf-8")
        (game,) = rc.read_games(path)
    assert sum(len(deal.wins) for deal in game.deals) >= 0


def errors() -> None:
    """Pickle errors, and raise them across processes: calls 28 to 30."""
    try:
        rc.Win("123m", "4m", by="ron")
    except rc.RiichiError as error:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        try:
            pool.submit(rc.Hand, "123m").result()
        except rc.HandError as error:
            assert error.code == "tile_count"
        assert pool.submit(rc.score, rc.Win(HAND, "8m", by="ron"), "wrc-2025").result()


if __name__ == "__main__":
    for part in (rulesets, hands, wins, deals_and_games, errors):
        part()
    print(f"riichi-core {rc.__version__}: thirty documented calls hold")
