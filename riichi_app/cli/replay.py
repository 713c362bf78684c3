"""`riichi replay`: the log of a game, and any position of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from riichi_app.cli.completion import rulesets
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import (
    console,
    deliver,
    format_option,
    load_all,
    print_json,
    refuse,
    show,
)
from riichi_app.cli.record_files import read_files, record_files
from riichi_app.cli.ruleset_options import with_option
from riichi_app.documents.tile_characters import can_draw
from riichi_app.pages.deal import deal_text
from riichi_app.pages.replay import NO_DEAL, course_text, events_text
from riichi_app.pages.replayed_files import ReplayedFile, files_json, files_text
from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.play.position import position_json
from riichi_core.play.text import describe_event
from riichi_core.records.foreign import MOST_BYTES
from riichi_core.records.game import final_json
from riichi_core.records.history import GameHistory, finished_deals, header_of, read_histories
from riichi_core.records.majiang_writing import write_majiang
from riichi_core.records.mjai import write_mjai
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.settlement.ledger import as_json
from riichi_core.source.archives import is_archive
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.source.files import bytes_of

FOREIGN = "tenhou"
"""The ruleset of records of other programs, which do not say what they were played by."""

BEFORE = 3
"""The number of events shown that lead to a position."""


@click.command("replay")
@click.argument("files", nargs=-1, required=True, metavar="FILE …", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(1), metavar="N", help="Show the position after event N.")
@click.option("--events", is_flag=True, help="List all events, with their numbers.")
@with_option
@click.option("--rules", metavar="R", shell_complete=rulesets,
              help="Replay under another ruleset, and show where the game diverges.")  # fmt: skip
@click.option("--to", "record", type=click.Choice(["mjai", "majiang"]),
              help="Write the game as a record of that program.")  # fmt: skip
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE",
              help="With --to: write to a file.")  # fmt: skip
@click.option("--ascii", "plain", is_flag=True, help="No tile characters.")
@language_options
@format_option
def command(
    files: tuple[Path, ...],
    *,
    at: int | None,
    events: bool,
    rules: str | None,
    record: str | None,
    output: Path | None,
    plain: bool,
    form: str,
) -> None:
    """Replay games: the deals and result of one, the position after any event, or what disagrees.

    FILE is a log of riichi (riichi simulate --logs, or any program's that plays with riichi-core),
    or a record of another program: mjai lines, tenhou.net/6 JSON or links with the game in them,
    Tenhou's XML, or majiang's JSON, perhaps packed by gzip. A log of riichi is replayed under the
    ruleset that it names, records of other programs under the rules of Tenhou, or under --rules.
    With --to its deals are written as mjai lines or majiang's JSON instead.

    Of several files, a folder, an archive (zip, tar), or a file with several games a table says how
    many games and deals each has, and where they disagree with the rules; the exit status is 1
    where any does.
    """
    if len(files) == 1 and not files[0].is_dir() and not is_archive(files[0]):
        data = bytes_of(files[0], str(files[0]), MOST_BYTES)
        if isinstance(data, Diagnostic):
            refuse(Message("{file}: {problem}", file=files[0], problem=data.message))
        try:
            played_by, asked, notes = _rulesets(data, rules)
            found = read_histories(data, played_by, asked)
        except RecordError as error:
            _print([Message("{file}: {problem}", file=files[0], problem=error.message)])
            sys.exit(1)
        if len(found) == 1 and record is not None:
            _write(files[0], found[0], played_by, record, output)
            return
        if len(found) == 1:
            _show_game(files[0], found[0], (asked or played_by, played_by), notes,
                       at=at, events=events, plain=plain, form=form)  # fmt: skip
            return
    if at is not None or events:
        refuse(Message("--at and --events show one game: name one file that has one."))
    if record is not None:
        refuse(Message("--to writes one game: name one file that has one."))
    paths = list(record_files(files))
    if not paths:
        refuse(Message("There is no file in {folder}.", folder=files[0]))
    _show_files(paths, rules, form)


def _show_game(
    log: Path,
    found: GameHistory,
    rulesets: tuple[Ruleset, Ruleset],
    notes: list[Message],
    *,
    at: int | None,
    events: bool,
    plain: bool,
    form: str,
) -> None:
    """Show one game, replayed under the first ruleset and played by the second, and exit by it."""
    if at is not None and not 1 <= at <= found.events:
        refuse(
            Message.counted(
                "--at {at}: {file} has {n:,} event.",
                "--at {at}: {file} has {n:,} events.",
                found.events,
                at=at,
                file=log,
            )
        )
    named = rulesets[0].id
    if form == "json":
        print_json(_json(found, named, at, rulesets[1]))
    elif at is not None:
        _show_position(found, at, plain=plain)
    elif events:
        show(events_text(found, 1, found.events, translator()))
    else:
        show(course_text(found, log.name, named, translator()))
    remarks = [Message("note: {note}", note=note) for note in (*notes, *found.notes)]
    wrong = [Message("{file}: {problem}", file=log, problem=each) for each in found.problems]
    _print([*remarks, *wrong])
    sys.exit(1 if found.problems else 0)


def _write(
    log: Path, found: GameHistory, played_by: Ruleset, record: str, output: Path | None
) -> None:
    """Write the deals that were played to their end as a record of another program."""
    played = list(finished_deals(found, played_by))
    if not played:
        refuse(Message("{file}: no deal was played to its end", file=log))
    if record == "mjai":
        text = write_mjai(found.players, played, played[-1].after.scores)
    else:
        results = [one.result for one in found.finals] or None
        text = write_majiang(found.players, played, results=results)
    tr = translator()
    deliver(text, "text", output, log.stem, tr("A game"))
    wrong = [Message("{file}: {problem}", file=log, problem=each) for each in found.problems]
    _print(wrong)
    sys.exit(1 if wrong else 0)


# ---- several games -------------------------------------------------------------------------------


def _show_files(paths: list[Path], rules: str | None, form: str) -> None:
    """Replay the games of several files, show what disagrees, and exit by that."""
    _loaded(FOREIGN if rules is None else rules)  # what is wrong with it is said once
    found: list[ReplayedFile] = []
    try:
        found.extend(_replayed(file, data, rules) for file, data in read_files(paths))
    finally:  # also what was replayed before a Ctrl-C
        if form == "json":
            print_json(files_json(found))
        elif found:
            show(files_text(found, translator()))
    wrong = [one for each in found for one in each.remarks]
    if form != "json":
        _print(wrong)
    sys.exit(1 if wrong else 0)


def _replayed(file: str, data: bytes | Diagnostic, rules: str | None) -> ReplayedFile:
    """Return what came of the games of a file."""
    if isinstance(data, Diagnostic):
        return ReplayedFile(file, error=data.message)
    try:
        played_by, asked, _ = _rulesets(data, rules)
        games = read_histories(data, played_by, asked)
    except RecordError as error:
        return ReplayedFile(file, error=error.message)
    except click.UsageError as error:  # the ruleset of a log is not at hand
        return ReplayedFile(file, error=error.message)
    named = (asked or played_by).id
    return ReplayedFile(
        file,
        games[0].source,
        tuple(len(one.deals) for one in games),
        tuple(one.problems for one in games),
        tuple(_json(one, named, None, played_by) for one in games),
    )


def _print(remarks: list[Message]) -> None:
    """Print remarks and problems on standard error."""
    screen, tr = console(error=True), translator()
    for remark in remarks:
        screen.print(tr(remark), soft_wrap=True)


LOADED = "riichi.loaded"


def _loaded(name: str, *, as_it_is: bool = False) -> Ruleset:
    """Return a ruleset, which is read once in a call."""
    kept: dict[tuple[str, bool], Ruleset] = click.get_current_context().meta.setdefault(LOADED, {})
    if (name, as_it_is) not in kept:
        (kept[name, as_it_is],) = load_all([name], as_it_is=as_it_is)
    return kept[name, as_it_is]


def _rulesets(data: bytes, rules: str | None) -> tuple[Ruleset, Ruleset | None, list[Message]]:
    """Load the rulesets of play and, if it is another, of the replay; return remarks as well."""
    given = _loaded(rules) if rules is not None else None
    header = header_of(data)
    if header is None:
        return given or _loaded(FOREIGN), None, []
    if given is not None and fingerprint(given.rules) == header.ruleset_hash:
        return given, None, []
    if header.ruleset in library.shipped():
        made_by = _loaded(header.ruleset, as_it_is=True)
        if fingerprint(made_by.rules) == header.ruleset_hash:
            return made_by, given, []
    if given is None:
        message = Message(
            "The log was made under {ruleset} ({hash}), and no ruleset that is shipped has these "
            "values: name its file with --rules.",
            ruleset=header.ruleset,
            hash=header.ruleset_hash,
        )
        refuse(message)
    note = Message(
        "the log was made under {ruleset} ({hash}) and is replayed under {other} ({other_hash})",
        ruleset=header.ruleset,
        hash=header.ruleset_hash,
        other=given.id,
        other_hash=fingerprint(given.rules),
    )
    return given, None, [note]


def _show_position(found: GameHistory, at: int, *, plain: bool) -> None:
    one, tr = found.at(at), translator()
    show(events_text(found, max(one.first if one else 1, at - BEFORE), at, tr))
    if one is None:
        click.echo(f"\n{tr(NO_DEAL)}")
        return
    drawn = deal_text(
        one.deal(at), found.players, one.before.dealer, tr, ascii_only=plain or not can_draw()
    )
    click.echo()
    show(drawn)


def _json(found: GameHistory, rules: str, at: int | None, played_by: Ruleset) -> dict[str, Any]:
    header = found.header
    data: dict[str, Any] = {
        "source": found.source,
        "players": list(found.players),
        "made_under": None if header is None else
        {"ruleset": header.ruleset, "ruleset_hash": header.ruleset_hash},
        "rules": rules,
        "events": found.events,
        "deals": [
            {
                "round": str(one.before.prevailing),
                "dealer": found.players[one.before.dealer],
                "counters": one.before.counters,
                "bets": as_json(one.before.bets),
                "first": one.first,
                "last": one.last,
                "scores": None if one.after is None else list(map(as_json, one.after.scores)),
            }
            for one in found.deals
        ],
        "over": found.over,
        "finals": [
            {"player": name, **final_json(one)}
            for name, one in zip(found.players, found.finals, strict=False)
        ],
        "partings": [
            {"deal": one.deal, "event": one.event, "was": one.was, "would": one.would}
            for one in found.divergences
        ],
        "problems": list(found.problems),
        "notes": list(found.notes),
    }  # fmt: skip
    if at is not None:
        one = found.at(at)
        data["position"] = {
            "event": at,
            "says": describe_event(found.event(at)),
            **({} if one is None else position_json(one.deal(at), played_by.rules)),
        }
    return data
