"""How strong each player is: the results of each against three of another, with intervals.

Prints the table of docs/players.md. Each game is played four times, the player on every seat in
turn; what the four come to together is one sample.
"""

from __future__ import annotations

import argparse
import math
import statistics
from collections.abc import Iterator

from riichi_bots.choice import NAMES
from riichi_bots.simulation import SimulationPlan, simulate

SEATS = 4


def samples(one: str, others: str, given: argparse.Namespace) -> tuple[list[float], list[float]]:
    """Return the mean result and place of a player on the four seats, game by game."""
    seated = []
    for seat in range(SEATS):
        players = tuple(one if place == seat else others for place in range(SEATS))
        plan = SimulationPlan(given.rules, given.games, given.seed, players)
        games = simulate(plan, given.processes)
        seated.append([(float(game.results[seat]), game.places[seat]) for game in games])
    results = [statistics.fmean(result for result, _ in four) for four in zip(*seated, strict=True)]
    places = [statistics.fmean(place for _, place in four) for four in zip(*seated, strict=True)]
    return results, places


def interval(values: list[float], digits: int) -> str:
    """Return a mean with its 95 per cent interval."""
    half = 1.96 * statistics.stdev(values) / math.sqrt(len(values))
    return f"{statistics.fmean(values):,.{digits}f} ± {half:,.{digits}f}"


def rows(given: argparse.Namespace) -> Iterator[str]:
    """Yield the lines of the table."""
    yield "| player | against three | points a game | place |"
    yield "|---|---|---|---|"
    for one in given.players:
        for others in given.players:
            if one != others:
                results, places = samples(one, others, given)
                cells = interval(results, 0), interval(places, 2)
                yield f"| `{one}` | `{others}` | {cells[0]} | {cells[1]} |"


def main() -> None:
    """Print the table, line by line as it comes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", default="ema-2025")
    parser.add_argument("--games", type=int, default=100, help="how many, each on four seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--players", nargs="+", default=list(NAMES))
    for line in rows(parser.parse_args()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
