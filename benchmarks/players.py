"""The strength of each player: its results against three players of another kind, with intervals.

It prints the table of docs/guides/bots.md. Each game is played four times, with the player in each
seat in turn; the four results together are one sample. `--mjai-app NAME COMMAND` adds a bot of
mjai.app to the built-in players; its place is appended to the command.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from riichi.games.mjai_bot import MjaiCommand
from riichi_core.bots.by_name import NAMES
from riichi_core.bots.player import PlayerMaker
from riichi_core.bots.runner import FailedGame
from riichi_core.bots.simulation import SimulationPlan, simulate

SEATS = 4
PATIENCE = 60.0


def player(name: str, place: int, commands: Mapping[str, str]) -> str | PlayerMaker:
    """Return a player for one place, from 0; `commands` has those of mjai.app bots."""
    if name not in commands:
        return name
    return MjaiCommand.of(f"{commands[name]} {place}", PATIENCE, "mjai.app")


def samples(one: str, others: str, given: argparse.Namespace) -> tuple[list[float], list[float]]:
    """Return a player's mean results and places over the four seats, game by game.

    If a player's error ends a game in one of the seats, the game is left out.
    """
    seated: list[dict[int, tuple[float, int]]] = []
    failed: list[FailedGame] = []
    commands = dict(given.mjai_app)
    for seat in range(SEATS):
        names = [one if place == seat else others for place in range(SEATS)]
        players = tuple(player(name, place, commands) for place, name in enumerate(names))
        plan = SimulationPlan(given.rules, given.games, given.seed, players)
        games = simulate(plan, given.processes, failed)
        seated.append({one.number: (float(one.results[seat]), one.places[seat]) for one in games})
    for one_failed in failed:
        print(one_failed.problem, file=sys.stderr)
    whole = [number for number in seated[0] if all(number in games for games in seated)]
    results = [statistics.fmean(games[number][0] for games in seated) for number in whole]
    places = [statistics.fmean(games[number][1] for games in seated) for number in whole]
    return results, places


def interval(values: list[float], digits: int) -> str:
    """Return a mean with its 95 per cent interval."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):,.{digits}f} ± {half:,.{digits}f}"


def rows(given: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| player | against three | points per game | place |"
    yield "|---|---|---|---|"
    names = [*given.players, *(name for name, _ in given.mjai_app)]
    for one in names:
        for others in names:
            if one != others and given.only in (None, one, others):
                results, places = samples(one, others, given)
                cells = interval(results, 0), interval(places, 2)
                yield f"| `{one}` | `{others}` | {cells[0]} | {cells[1]} |"


def main() -> None:
    """Print the table, line by line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="ema-2025")
    parser.add_argument("--games", type=int, default=100, help="how many, each on four seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--players", nargs="+", default=list(NAMES))
    parser.add_argument("--mjai-app", nargs=2, action="append", default=[],
                        metavar=("NAME", "COMMAND"))  # fmt: skip
    parser.add_argument("--only", help="the pairs of this player alone")
    for line in rows(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
