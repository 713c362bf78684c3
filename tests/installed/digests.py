"""Print digests of played games and scored wins; equal digests mean equal results.

`python digests.py GAMES WINS` plays games under four rulesets and scores wins under six.
"""

from __future__ import annotations

import sys
from hashlib import sha256

from reference.generate import wins

import riichi_core as rc
from riichi_core.bots.runner import play_game
from riichi_core.bots.sensible import SensiblePlayer
from riichi_core.bots.simple import RandomPlayer
from riichi_core.records.win import read_win
from riichi_core.scoring.score import score_all
from riichi_core.seeded import SeededRandom

PLAYED = ("ema-2016", "wrc-2025", "tenhou", "ema-2012")
SCORED = (*PLAYED, "ema-2025", "wrcr-2015")


def games(number: int) -> str:
    """Return the digest of the events and results of games, and their number of events."""
    digest, events = sha256(), 0
    for name in PLAYED:
        for seed in range(number):
            table = rc.Table(name, seed=seed)
            players = [
                SensiblePlayer() if seed % 3 == 2 else RandomPlayer(SeededRandom(seed).fork(seat))
                for seat in range(4)
            ]
            play_game(table, players)
            events += len(table.events)
            digest.update(repr((table.events, table.finals, table.game)).encode())
    return f"{events} events {digest.hexdigest()}"


def scores(number: int) -> str:
    """Return the digest of the scores of wins."""
    digest = sha256()
    rulesets = [rc.load(name) for name in SCORED]
    for record in wins(7, number, {"m": 1, "p": 1, "s": 1}):
        win = read_win(record)
        try:
            answer = repr((score_all(win, rulesets), rc.score(win, rulesets[0])))
        except rc.RiichiError as error:
            answer = repr(error)
        digest.update(answer.encode())
    return f"{number} wins {digest.hexdigest()}"


if __name__ == "__main__":
    print(games(int(sys.argv[1])), scores(int(sys.argv[2])), sep="\n")
