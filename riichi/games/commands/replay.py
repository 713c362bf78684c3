"""`riichi replay`: the log of a game, and any position in it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, NoReturn

import click

from riichi.cli.completion import complete_rulesets
from riichi.cli.language import translator
from riichi.cli.options import with_option
from riichi.cli.output import Output, fail, file_option, load_all, prints, refuse, subcommand
from riichi.games.commands.record_files import read_files
from riichi.games.formats.archives import is_archive, record_files
from riichi.games.formats.file_text import MOST_BYTES
from riichi.games.formats.games import FOREIGN, PROGRAMS, Program, write_game
from riichi.games.formats.mjai import unwritten
from riichi.games.formats.record_files import RecordFile
from riichi.games.replay.game_history import GameHistory, ruleset_of_log
from riichi.games.replay.page import (
    NO_DEAL,
    ReplayedFile,
    deal_text,
    events_text,
    files_json,
    files_text,
    game_text,
)
from riichi.writers.drawings import can_draw
from riichi_core.errors import RecordError
from riichi_core.files.files import bytes_of
from riichi_core.files.problem import Problem
from riichi_core.messages import Message, escape_unprintable
from riichi_core.play.text import describe_event, position_json
from riichi_core.records.log import LogHeader
from riichi_core.records.written_game import player_result_json
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.scoring.points import points_json

EVENTS_BEFORE = 3
"""The number of events to show before a position."""


@subcommand("replay")
@click.argument("files", nargs=-1, required=True, metavar="FILE …", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(1), metavar="N", help="Show the position after event N.")
@click.option("--events", is_flag=True, help="List all events, with their numbers.")
@with_option
@click.option("--rules", metavar="R", shell_complete=complete_rulesets,
              help="Replay under another ruleset, and show where the game diverges.")  # fmt: skip
@click.option("--to", "record", type=click.Choice(PROGRAMS),
              help="Write the game for that program, or links to tenhou.net/6.")  # fmt: skip
@file_option("With --to: write to a file.")
@click.option("--ascii", "plain", is_flag=True, help="Do not print tile characters.")
@prints
def command(
    files: tuple[Path, ...],
    *,
    at: int | None,
    events: bool,
    rules: str | None,
    record: Program | None,
    output: Path | None,
    plain: bool,
    out: Output,
) -> None:
    """Replay recorded games and report where they break the rules.

    FILE is one of our own logs (riichi simulate --write-logs) or a record from another program:
    mjai lines, tenhou.net/6 JSON or a link that contains the game, Tenhou XML, or majiang JSON;
    gzip is fine. Without --rules, logs are replayed under the ruleset that they name, Mahjong Soul
    games under its rules, and other records under Tenhou's. --to converts the game instead: to
    mjai, majiang or tenhou.net/6 JSON, or to one tenhou.net/6 link per hand.

    For several files, a folder, a zip archive or a file with several games you get a table
    of games, hands and violations. The exit status is 1 if there are any violations.
    """
    if len(files) == 1 and not files[0].is_dir() and not is_archive(files[0]):
        data = bytes_of(files[0], str(files[0]), MOST_BYTES)
        if isinstance(data, Problem):
            fail("{file}: {problem}", file=files[0], problem=data.message)
        try:
            games, notes = _replayed(data, rules)
        except RecordError as error:
            _print_messages([Message("{file}: {problem}", file=files[0], problem=error.message)])
            sys.exit(1)
        if len(games) == 1 and record is not None:
            _write_record(files[0], games[0], record, output)
            return
        if len(games) == 1:
            _show_one_game(files[0], games[0], notes,
                       at=at, events=events, plain=plain, out=out)  # fmt: skip
            return
    if at is not None or events:
        refuse("--at and --events show one game: name one file with one game.")
    if record is not None:
        refuse("--to writes one game: name one file with one game.")
    paths = list(record_files(files))
    if not paths:
        refuse("{folder} has no files.", folder=files[0])
    _show_files(paths, rules, out)


def _show_one_game(
    log: Path,
    game: GameHistory,
    notes: list[Message],
    *,
    at: int | None,
    events: bool,
    plain: bool,
    out: Output,
) -> None:
    """Show one game, and exit with its status."""
    if at is not None and not 1 <= at <= game.events:
        refuse(
            Message.counted(
                "--at {at}: {file} has {n:,} event.",
                "--at {at}: {file} has {n:,} events.",
                game.events,
                at=at,
                file=log,
            )
        )
    if out.form == "json":
        out.data(_game_json(game, at))
    elif at is not None:
        _show_position(game, at, out, plain=plain)
    elif events:
        out.lines(events_text(game, 1, game.events, out.tr))
    else:
        out.lines(game_text(game, escape_unprintable(log.name), _replayed_under(game).id, out.tr))
    _end_call(log, game, [*notes, *game.notes])


def _write_record(log: Path, game: GameHistory, record: Program, output: Path | None) -> None:
    """Write the completed deals as a record of another program."""
    played = [deal for deal in game.deals if deal.after is not None]
    if not played:
        fail("{file}: no hand was completed", file=log)
    text = write_game(game, record)
    Output("text", file=output).data(text, title=translator()("A game"))
    notes = unwritten(played, record)
    if len(played) < len(game.deals):
        unfinished = len(game.deals) - len(played)
        notes.append(
            Message.counted(
                "{n} unfinished hand is left out", "{n} unfinished hands are left out", unfinished
            )
        )
    _end_call(log, game, notes)


def _end_call(log: Path, game: GameHistory, notes: Sequence[Message]) -> NoReturn:
    """Print notes and the violations in a game to standard error, and exit with its status."""
    wrong = [Message("{file}: {problem}", file=log, problem=problem) for problem in game.problems]
    _print_messages([*(Message("note: {note}", note=note) for note in notes), *wrong])
    sys.exit(1 if wrong else 0)


# ---- several games -------------------------------------------------------------------------------


def _show_files(paths: list[Path], rules: str | None, out: Output) -> None:
    """Replay the games of several files, show the violations, and exit with a status."""
    _load_once(FOREIGN if rules is None else rules)  # so that its problems are printed only once
    replayed: list[ReplayedFile] = []
    try:
        replayed.extend(_replay_file(file, data, rules) for file, data in read_files(paths))
    finally:  # even after Ctrl-C
        if out.form == "json":
            out.data(files_json(replayed))
        elif replayed:
            out.lines(files_text(replayed, out.tr))
    wrong = [remark for file in replayed for remark in file.remarks]
    if out.form != "json":
        _print_messages(wrong)
    sys.exit(1 if wrong else 0)


def _replay_file(file: str, data: bytes | Problem, rules: str | None) -> ReplayedFile:
    try:
        games, _ = _replayed(data, rules)
    except (RecordError, click.UsageError) as error:  # or the ruleset of a log is unknown
        return ReplayedFile(file, error=error.message)
    return ReplayedFile(
        file,
        games[0].source,
        tuple(len(game.deals) for game in games),
        tuple(game.problems for game in games),
        tuple(_game_json(game, None) for game in games),
    )


def _replayed(
    data: bytes | Problem, rules: str | None
) -> tuple[tuple[GameHistory, ...], list[Message]]:
    """Return the replayed games of a file, and remarks about their rulesets."""
    file = RecordFile.of(data)
    played_by, asked, notes = _rulesets(file.header, rules)
    return file.histories(played_by, asked, of_room=_load_once), notes


def _replayed_under(game: GameHistory) -> Ruleset:
    """Return the requested ruleset, or else the one that the game was played under."""
    return game.played_by if game.asked is None else game.asked


def _print_messages(remarks: list[Message]) -> None:
    """Print remarks and problems to standard error."""
    for remark in remarks:
        click.echo(translator()(remark), err=True)


LOADED_KEY = "riichi.loaded"


def _load_once(name: str) -> Ruleset:
    """Load a ruleset, only once per call."""
    loaded: dict[str, Ruleset] = click.get_current_context().meta.setdefault(LOADED_KEY, {})
    if name not in loaded:
        (loaded[name],) = load_all([name])
    return loaded[name]


def _rulesets(
    header: LogHeader | None, rules: str | None
) -> tuple[Ruleset, Ruleset | None, list[Message]]:
    """Load the rulesets of play and of the replay, if they differ; return remarks as well."""
    asked = _load_once(rules) if rules is not None else None
    if header is None:
        return _load_once(FOREIGN), asked, []
    played_by = ruleset_of_log(header, () if asked is None else (asked,))
    if played_by is not None:
        return played_by, None if played_by is asked else asked, []
    if asked is None:
        refuse(
            "The log was made under {ruleset} ({hash}), and no shipped ruleset has these values: "
            "name its file with --rules.",
            ruleset=header.ruleset,
            hash=header.ruleset_hash,
        )
    note = Message(
        "the log was made under {ruleset} ({hash}) and is replayed under {other} ({other_hash})",
        ruleset=header.ruleset,
        hash=header.ruleset_hash,
        other=asked.id,
        other_hash=fingerprint(asked.rules),
    )
    return asked, None, [note]


def _show_position(game: GameHistory, at: int, out: Output, *, plain: bool) -> None:
    deal, tr = game.at(at), out.tr
    out.lines(events_text(game, max(deal.first if deal else 1, at - EVENTS_BEFORE), at, tr))
    if deal is None:
        click.echo(f"\n{tr(NO_DEAL)}")
        return
    lines = deal_text(
        deal.deal(at), game.players, deal.before.dealer, tr, ascii_only=plain or not can_draw()
    )
    click.echo()
    out.lines(lines)


def _game_json(game: GameHistory, at: int | None) -> dict[str, Any]:
    header = game.header
    data: dict[str, Any] = {
        "source": game.source,
        "players": list(game.players),
        "played_under": None if header is None else
        {"ruleset": header.ruleset, "ruleset_hash": header.ruleset_hash},
        "rules": _replayed_under(game).id,
        "events": game.events,
        "deals": [
            {
                "round": str(deal.before.round_wind),
                "dealer": game.players[deal.before.dealer],
                "counters": deal.before.counters,
                "bets": points_json(deal.before.bets),
                "first": deal.first,
                "last": deal.last,
                "scores": None if deal.after is None else list(map(points_json, deal.after.scores)),
            }
            for deal in game.deals
        ],
        "ended_by": game.ended_by,
        "finals": [
            {"player": name, **player_result_json(final)}
            for name, final in zip(game.players, game.finals, strict=False)
        ],
        "divergences": list(map(asdict, game.divergences)),
        "problems": list(game.problems),
        "notes": list(game.notes),
    }  # fmt: skip
    if at is not None:
        deal = game.at(at)
        # The deals of a log are those under its own ruleset.
        ruleset = _replayed_under(game) if header is None else game.played_by
        data["position"] = {
            "event": at,
            "says": describe_event(game.event(at)),
            **({} if deal is None else position_json(deal.deal(at), ruleset.rules)),
        }
    return data
