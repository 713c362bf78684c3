"""The record files that a call names: files, and all files in a folder or archive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from pathlib import Path

from riichi_app.cli.archives import Content, contents, is_archive
from riichi_app.cli.output import progress
from riichi_core.files.problem import Problem
from riichi_core.messages import Message
from riichi_core.records.file_text import MOST_BYTES, error_at
from riichi_core.records.game_history import GameHistory
from riichi_core.records.log import Header
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset, fingerprint
from riichi_programs.records.record_files import RecordFile


def record_files(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the files of a call, including all non-hidden files in its folders, by name."""
    for path in paths:
        if path.is_dir():
            inside = (file for file in path.rglob("*") if file.is_file())
            yield from sorted(file for file in inside if not file.name.startswith("."))
        else:
            yield path


def read_files(paths: list[Path]) -> Iterator[Content]:
    """Yield the name and content of each file, also in archives, with a progress bar."""
    files = chain.from_iterable(contents(path, MOST_BYTES) for path in paths)
    total = None if any(map(is_archive, paths)) else len(paths)
    return progress(files, total, "files")


def read_records(
    data: bytes | Problem, foreign: Ruleset, rulesets: Sequence[Ruleset]
) -> tuple[GameHistory, ...]:
    """Return the games of a file.

    Args:
        data: its content, which is a log of riichi or another program's record, or the problem if
            it cannot be read.
        foreign: the ruleset for records of other programs that do not name their room.
        rulesets: rulesets that may have made a log if no shipped one did.

    Raises:
        RecordError: if the file cannot be read, or the ruleset of the log is unknown.
    """
    if isinstance(data, Problem):
        raise error_at("", data.message)
    file = RecordFile.of(data)
    header = file.header
    if header is None:
        return file.histories(foreign, of_room=load)
    played_by = ruleset_of_log(header, rulesets)
    if played_by is not None:
        return file.histories(played_by)
    message = Message("the log was made under {ruleset} ({hash}), which is not among the rulesets",
                      ruleset=header.ruleset, hash=header.ruleset_hash)  # fmt: skip
    raise error_at("", message)


def ruleset_of_log(header: Header, rulesets: Iterable[Ruleset]) -> Ruleset | None:
    """Return the ruleset that made a log, if it is one of these or a shipped one."""
    shipped = [load(header.ruleset)] if header.ruleset in library.shipped() else []
    made_it = (r for r in (*rulesets, *shipped) if fingerprint(r.rules) == header.ruleset_hash)
    return next(made_it, None)
