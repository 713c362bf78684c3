"""The rulesets of a call and the stream of lines, for commands that answer records."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from riichi_app.cli.output import console, refuse
from riichi_core.messages import Message, quote
from riichi_core.rules.library import newest
from riichi_core.source.files import lines_of

if TYPE_CHECKING:  # one win or foul is no record
    from riichi_core.records.batch import Batch
    from riichi_core.rules.ruleset import Ruleset

FEDERATIONS = ("ema", "wrc")
"""The books whose newest editions a call takes that names no rulesets, without the year."""


def names(rules: tuple[str, ...]) -> list[str]:
    """Return the rulesets that `--rules` names, once or several times, separated by commas.

    Without any these are the newest editions of EMA and WRC.
    """
    if not rules:
        return [newest()[book] for book in FEDERATIONS]
    given = [name.strip() for text in rules for name in text.split(",")]
    found = list(dict.fromkeys(filter(None, given)))
    if not found:
        refuse("--rules names no ruleset: expected ids or paths, as --rules ema-2016,my-club.yaml")
    return found


def refuse_twins(rulesets: list[Ruleset]) -> None:
    """End a call in which two rulesets have one id."""
    ids = [ruleset.id for ruleset in rulesets]
    for ruleset in rulesets:
        if ids.count(ruleset.id) > 1:
            message = Message(
                "Two of the rulesets have the id {id}: results are told apart by it.",
                id=quote(ruleset.id),
            )
            refuse(message)


def stream(batch: Batch) -> None:
    """Answer record by record; empty lines are passed over."""
    from riichi_core.records.batch import LONGEST_LINE, written  # noqa: PLC0415 - as above

    if sys.stdin is None:
        refuse("standard input is closed")
    out = sys.stdout.buffer
    for number, line in enumerate(_counted(lines_of(sys.stdin.buffer, LONGEST_LINE)), 1):
        is_cut = len(line) > LONGEST_LINE and not line.endswith(b"\n")
        if given := line if is_cut else line.strip():
            out.write(written(batch.line(given, number)))
            out.flush()


def _counted(lines: Iterator[bytes]) -> Iterator[bytes]:
    """Yield the lines, with their number on the terminal of somebody who waits for them."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield from lines
        return
    from rich.progress import MofNCompleteColumn, Progress, SpinnerColumn  # noqa: PLC0415

    screen = console(error=True)
    with Progress(SpinnerColumn(), "records", MofNCompleteColumn(), console=screen) as progress:
        task = progress.add_task("records", total=None)
        for number, line in enumerate(lines, 1):
            yield line
            if number % 1000 == 0:
                progress.update(task, completed=number)
