"""`riichi replay`: the log of a game, and any position of it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from riichi_app.cli.completion import rulesets
from riichi_app.cli.language import language_options, translator
from riichi_app.cli.output import console, format_option, load_all, print_json, refuse, show
from riichi_app.cli.ruleset_options import with_option
from riichi_app.documents.tile_characters import can_draw
from riichi_app.pages.deal import deal_text
from riichi_app.pages.replay import NO_DEAL, course_text, events_text
from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.play.position import position_json
from riichi_core.play.text import describe_event
from riichi_core.records.foreign import MOST_BYTES
from riichi_core.records.game import final_json
from riichi_core.records.history import GameHistory, header_of, read_history
from riichi_core.rules import library
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_core.settlement.ledger import as_json
from riichi_core.source.diagnostics import Diagnostic
from riichi_core.source.files import bytes_of

FOREIGN = "tenhou"
"""The ruleset of records of other programs, which do not say what they were played by."""

BEFORE = 3
"""The number of events shown that lead to a position."""


@click.command("replay")
@click.argument("log", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(1), metavar="N", help="Show the position after event N.")
@click.option("--events", is_flag=True, help="List all events, with their numbers.")
@with_option
@click.option("--rules", metavar="R", shell_complete=rulesets,
              help="Replay under another ruleset, and show where the game diverges.")  # fmt: skip
@click.option("--ascii", "plain", is_flag=True, help="No tile characters.")
@language_options
@format_option
def command(
    log: Path, at: int | None, events: bool, rules: str | None, plain: bool, form: str
) -> None:
    """Replay a game: its deals and result, or the position after any event.

    LOG is a log of riichi (riichi simulate --logs, or any program's that plays with riichi-core),
    mjai lines, or a tenhou.net/6 JSON file. A log of riichi is replayed under the ruleset that it
    names, records of other programs under the rules of Tenhou, or under --rules.
    """
    data = bytes_of(log, str(log), MOST_BYTES)
    if isinstance(data, Diagnostic):
        refuse(Message("{file}: {problem}", file=log, problem=data.message))
    try:
        played_by, asked, notes = _rulesets(data, rules)
        found = read_history(data, played_by, asked)
    except RecordError as error:
        _print([Message("{file}: {problem}", file=log, problem=error.message)])
        sys.exit(1)
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
    named = (asked or played_by).id
    if form == "json":
        print_json(_json(found, named, at, played_by))
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


def _print(remarks: list[Message]) -> None:
    """Print remarks and problems on standard error."""
    screen, tr = console(error=True), translator()
    for remark in remarks:
        screen.print(tr(remark), soft_wrap=True)


def _rulesets(data: bytes, rules: str | None) -> tuple[Ruleset, Ruleset | None, list[Message]]:
    """Load the rulesets of play and, if it is another, of the replay; return remarks as well."""
    given = load_all([rules])[0] if rules is not None else None
    header = header_of(data)
    if header is None:
        return given or load_all([FOREIGN])[0], None, []
    if given is not None and fingerprint(given.rules) == header.ruleset_hash:
        return given, None, []
    if header.ruleset in library.shipped():
        made_by = load_all([header.ruleset], as_it_is=True)[0]
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
