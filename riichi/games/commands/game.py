"""`riichi game`: the result of a game that is written down deal by deal."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from riichi.cli.language import translator
from riichi.cli.options import load_rules, rules_option
from riichi.cli.output import Output, exit_status_of, print_problems, subcommand, writes
from riichi.content.game import game_document
from riichi.games.files.game_file import GameFile, read_written_game
from riichi_core.files.problem import Problem
from riichi_core.game.game import Game, play_deals
from riichi_core.records.written_game import GameRecord, GameResultJson, game_json
from riichi_core.rules.ruleset import Ruleset


@subcommand("game")
@click.argument("file", type=click.Path(path_type=Path))
@rules_option("Rulesets; the game was played under the first.  [default: ema,wrc]")
@writes("text", "markdown", "html", "json", papers=())
def command(file: Path, rules: tuple[str, ...], out: Output) -> None:
    """Work out the result of a written game, hand by hand.

    FILE is YAML, JSON or a spreadsheet with four players, East first, and the hands
    (docs/guides/written-games.md). The other rulesets are applied to the same hands and seats. The
    output shows the first hand after which they would continue the game differently. If FILE has
    scores or results, riichi compares them with those under the first ruleset.
    """
    rulesets = load_rules(rules)
    written, problems = read_written_game(file)
    print_problems(problems)
    if written is None:
        sys.exit(exit_status_of(problems))
    record = written.record
    games = _games_by_ruleset(record, rulesets)
    document = game_document(record, [*zip(rulesets, games.values(), strict=True)], translator())
    if out.form == "json":
        results = {name: game_json(record.players, game) for name, game in games.items()}
        data: GameResultJson = {"players": list(record.players), "results": results}
        out.data(data, "game", document.title)
    elif document.blocks:
        out.document(document, "game")
    problems_of_games = written.problems(games.values())
    print_problems(problems_of_games or _other_scores(written, rulesets[0]))
    sys.exit(1 if problems_of_games else 0)


def _other_scores(written: GameFile, ruleset: Ruleset) -> list[Problem]:
    """Return a warning for each hand whose scores differ from the file, and for results."""
    if not written.record.has_scores:
        return []
    from riichi.games.infer.sheet_warnings import sheet_problems

    return sheet_problems(written, ruleset)


def _games_by_ruleset(record: GameRecord, rulesets: list[Ruleset]) -> dict[str, Game]:
    first, *others = rulesets
    deals = record.read_deals(record.players)
    games = {first.id: play_deals(deals, first.rules, record.stops, record.signal)}
    for other in others:
        games[other.id] = play_deals(
            deals, other.rules, record.stops, record.signal, as_played=games[first.id]
        )
    return games
