"""The record files that a call names: files, and all files in a folder or archive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path

from riichi.cli.output import progress
from riichi.games.formats.archives import Content, contents, is_archive
from riichi.games.formats.record_files import RecordFile
from riichi.games.replay.game_history import GameHistory, log_ruleset
from riichi_core.files.problem import Problem
from riichi_core.records.file_text import MOST_BYTES, error_at
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import Ruleset


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
    if file.header is None:
        return file.histories(foreign, of_room=load)
    return file.histories(log_ruleset(file.header, rulesets))
