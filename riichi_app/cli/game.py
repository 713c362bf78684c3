"""`riichi game`: a written record of a game, from its deals to its result."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from riichi_app.cli.document_options import deliver_document
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    OUTPUT_OPTIONS,
    chosen,
    deliver,
    json_text,
    load_all,
    status,
    tell,
)
from riichi_app.cli.records import names, refuse_twins
from riichi_app.cli.ruleset_options import rules_option
from riichi_app.pages.game import game_document
from riichi_core.game.game import Game, play, play_again
from riichi_core.records.game import GameRecord, GameResultJson, game_json, read_game
from riichi_core.rules.ruleset import Ruleset

FORMATS = ["text", "markdown", "html", "json"]


@click.command("game")
@click.argument("file", type=click.Path(path_type=Path))
@rules_option("The first is how it was played; the newest of EMA and WRC by default.")
@click.option("--format", "form", type=click.Choice(FORMATS),
              help="How it is written; text by default.")  # fmt: skip
@OUTPUT_OPTIONS[0]
@OUTPUT_OPTIONS[1]
@language_options
def command(file: Path, rules: tuple[str, ...], form: str | None, output: Path | None) -> None:
    """Work out the result of a written game under one or several rulesets, deal by deal.

    FILE is YAML or JSON: four players, East first, and the deals (docs/contracts.md). The game was
    played by the first of the rulesets; under the others seats and deals stay as they were, and the
    first place is named where the game would have gone on otherwise.
    """
    form = chosen(form, output, FORMATS)
    rulesets = load_all(names(rules))
    refuse_twins(rulesets)
    found, problems = read_game(file)
    if found is None:
        tell(problems)
        sys.exit(status(problems))
    record = found.record
    games = _games(record, rulesets)
    document = game_document(record, games, translator())
    if form == "json":
        deliver(json_text(_json(record, games)), form, output, "game", document.title)
    else:
        deliver_document(document, form, "a4", output, "game")
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


def _json(record: GameRecord, games: dict[str, Game]) -> GameResultJson:
    results = {name: game_json(record.players, game) for name, game in games.items()}
    return {"players": list(record.players), "results": results}
