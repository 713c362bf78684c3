"""`riichi game`: a written record of a game, from its deals to its result."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import format_option, load_all, print_json, show, status, tell
from riichi_app.cli.records import DEFAULT_RULES, names, refuse_twins
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.pages.game import games_text
from riichi_core.game.game import Game, play, play_again
from riichi_core.records.game import GameRecord, game_json, read_game
from riichi_core.rules.ruleset import Ruleset


@click.command("game")
@click.argument("file", type=click.Path(path_type=Path))
@rules_option(f"The first is how it was played; {DEFAULT_RULES} by default.")
@language_options
@format_option
def command(file: Path, rules: tuple[str, ...], form: str) -> None:
    """Work out the result of a written game under one or several rulesets, deal by deal.

    FILE is YAML or JSON: four players, East first, and the deals (docs/contracts.md). The game was
    played by the first of the rulesets; under the others seats and deals stay as they were, and the
    first place is named where the game would have gone on otherwise.
    """
    rulesets = load_all(names(rules))
    refuse_twins(rulesets)
    found, problems = read_game(file)
    if found is None:
        tell(problems)
        sys.exit(status(problems))
    record = found.record
    games = _games(record, rulesets)
    if form == "json":
        print_json(_json(record, games))
    else:
        show(games_text(record, games, translator()))
    wrong = found.diagnostics(games.values())
    tell(wrong)
    sys.exit(1 if wrong else 0)


def _games(record: GameRecord, rulesets: list[Ruleset]) -> dict[str, Game]:
    first, *others = rulesets
    deals = record.read_deals(record.players)
    games = {first.id: play(deals, first.rules, record.stops, record.signal)}
    for other in others:
        games[other.id] = play_again(
            deals, other.rules, games[first.id], record.stops, record.signal
        )
    return games


def _json(record: GameRecord, games: dict[str, Game]) -> dict[str, Any]:
    results = {name: game_json(record.players, game) for name, game in games.items()}
    return {"players": list(record.players), "results": results}
