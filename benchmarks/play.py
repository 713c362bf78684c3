"""Deals a second with random players who claim when they can, beside another engine.

The other is `riichienv`, Rust behind Python; where it is not installed it is left out
(`pip install '.[bench]'`). Both play whole games in one process, the players choose by the same
habit: win where they can, make some set where they may, else discard anything.

Where `make compiled` has made a compiled copy it plays the same games in a process of its own, and
the sensible player plays some under the first ruleset. Times are those of the processor.

A second run of ours, under a profiler, says where the time goes: by the modules in which it is
spent, so that a readings' function that scoring calls counts as readings.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import importlib
import importlib.util
import os
import pstats
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path, PurePath
from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from riichi_bots import Player, RandomPlayer, SensiblePlayer
from riichi_bots.runner import play_game
from riichi_core.fast import is_compiled
from riichi_core.play.table import Table
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset
from riichi_core.seeded import SeededRandom

COPY = Path(__file__).resolve().parents[1] / "build" / "compiled"
"""The copy that `make compiled` makes."""

PROMISED = 100
"""Deals a second on one core."""

RULESETS = ("ema-2016", "wrcr-2015", "ema-2012", "tenhou")
GAMES, WARM_UP, ROUNDS = 40, 5, 3

SHARES: Mapping[str, tuple[str, ...]] = {
    "legality": ("play/legal", "play/turns", "play/claims", "play/furiten", "play/winning"),
    "readings": ("hands/",),
    "scoring": ("scoring/", "yaku/", "settlement/", "game/"),
    "events": ("play/",),
    "players": ("riichi_bots/",),
}
"""Where time is spent: the first that fits the path of a module."""


def ours(ruleset: Ruleset, first: int, games: int, *, sensible: bool = False) -> int:
    """Play games, and how many deals they had."""
    deals = 0
    for seed in range(first, first + games):
        table = Table(ruleset, seed=seed)
        players: list[Player] = [
            SensiblePlayer()
            if sensible
            else RandomPlayer(SeededRandom(seed).fork(seat), claims=True)
            for seat in range(4)
        ]
        play_game(table, players)
        deals += len(table.game.played)
    return deals


def theirs(first: int, games: int) -> int:
    """The same with the other engine."""
    module = importlib.import_module("riichienv")
    claims = {module.ActionType.Pon, module.ActionType.Chi, module.ActionType.Daiminkan,
              module.ActionType.Ankan, module.ActionType.Kakan}  # fmt: skip
    wins = {module.ActionType.Ron, module.ActionType.Tsumo}
    deals = 0
    for seed in range(first, first + games):
        chance = SeededRandom(seed)
        env = module.RiichiEnv(game_mode="4p-red-half", seed=seed, skip_mjai_logging=False)
        seen = env.reset()
        while not env.done():
            acts = {who: _pick(view.legal_actions(), wins, claims, chance)
                    for who, view in seen.items()}  # fmt: skip
            seen = env.step(acts)
        deals += sum(event["type"] == "start_kyoku" for event in env.mjai_log)
    return deals


def _pick(acts: list[Any], wins: set[Any], claims: set[Any], chance: SeededRandom) -> Any:
    for wanted in (wins, claims):
        some = [act for act in acts if act.action_type in wanted]
        if some:
            return some[chance.below(len(some))]
    return acts[chance.below(len(acts))]


def speed(play: Callable[[int, int], int], games: int, rounds: int) -> tuple[float, int]:
    """Deals a second, the median of some rounds after a warm-up, and deals in a round."""
    play(0, WARM_UP)
    found, deals = [], 0
    for number in range(rounds):
        start = time.process_time()
        deals = play(1000 * (number + 1), games)
        found.append(deals / (time.process_time() - start))
    return statistics.median(found), deals


def our_speed(name: str, games: int, rounds: int, *, sensible: bool) -> tuple[float, int]:
    """Deals a second in this process under a ruleset, and deals in a round."""
    ruleset = load(name)
    gc.freeze()  # as `riichi simulate` does: what is loaded stays, no collection walks it again
    return speed(lambda first, count: ours(ruleset, first, count, sensible=sensible), games, rounds)


def compiled_speed(name: str, games: int, rounds: int, *, sensible: bool) -> float | None:
    """Deals a second of the compiled copy; None where there is none."""
    if not COPY.is_dir() or is_compiled():
        return None
    command = [sys.executable, "benchmarks/play.py", "--only", name, "--games", str(games),
               "--rounds", str(rounds), *["--sensible"] * sensible]  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(COPY)}
    done = subprocess.run(command, cwd=COPY, env=environment, check=True, capture_output=True)
    return float(done.stdout)


def shares(ruleset: Ruleset, games: int) -> dict[str, float]:
    """The share of time that each part takes."""
    profile = cProfile.Profile()
    profile.enable()
    ours(ruleset, 9000, games)
    profile.disable()
    found = dict.fromkeys((*SHARES, "other"), 0.0)
    stats: Mapping[tuple[str, int, str], tuple[Any, ...]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    for (file, _, _), (_, _, own, *_) in stats.items():
        path = PurePath(file).as_posix()
        inside = path.split("riichi_core/")[-1] if "riichi_core/" in path else ""
        fits = (name for name, starts in SHARES.items() if inside.startswith(starts))
        found[next(fits, "other") if inside else "other"] += own
    total = sum(found.values())
    return {name: own / total for name, own in found.items()}


def ratio(one: float | None, other: float | None) -> str:
    """The ratio of two speeds; nothing where one was not measured."""
    return "" if one is None or other is None else f"{one / other:.3f}"


def main() -> None:
    """Measure, and print a line for each ruleset."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--only", help=argparse.SUPPRESS)
    parser.add_argument("--sensible", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.only:
        print(our_speed(asked.only, asked.games, asked.rounds, sensible=asked.sensible)[0])
        return
    console = Console(width=130, highlight=False)
    there = importlib.util.find_spec("riichienv") is not None
    other = None
    title = f"{asked.games} games a round, {asked.rounds} rounds, one core"
    table = RichTable(title=title, box=None, padding=(0, 1), title_justify="left")
    table.add_column("ruleset", no_wrap=True)
    for column in ("deals", "deals/s", "to riichienv", "compiled", "to pure", *SHARES, "other"):
        table.add_column(column, justify="right")
    kept = True
    for name in RULESETS:
        if there:
            other, _ = speed(theirs, asked.games, asked.rounds)
        rate, deals = our_speed(name, asked.games, asked.rounds, sensible=False)
        fast = compiled_speed(name, asked.games, asked.rounds, sensible=False)
        kept = kept and rate >= PROMISED
        part = shares(load(name), max(2, asked.games // 8))
        cells = [f"{rate:.0f}", ratio(rate, other), ratio(fast, other), ratio(fast, rate)]
        cells += [f"{100 * share:.0f}%" for share in part.values()]
        table.add_row(name, str(deals), *cells)
    console.print(table)
    if other is None:
        console.print("riichienv is not installed: nothing to compare with.")
    else:
        console.print(f"riichienv (Rust): {other:,.0f} deals a second.")
    rate, deals = our_speed(RULESETS[0], asked.games, 1, sensible=True)
    fast = compiled_speed(RULESETS[0], asked.games, 1, sensible=True)
    for way, found in (("pure", rate), ("compiled", fast)):
        if found is not None:
            minutes = 1000 * deals / asked.games / found / 60 / 2
            console.print(f"The sensible player, {way}: {found:.0f} deals a second; "
                          f"1,000 games on two cores in {minutes:.1f} minutes.")  # fmt: skip
    verdict = "kept" if kept else "NOT kept"
    console.print(f"Promised: {PROMISED} deals a second on one core: {verdict}.")
    console.print("`other` is Python's own: making tuples and dicts, copying, sorting.")


if __name__ == "__main__":
    main()
