"""The folder of a study: it receives each game when it is played, and can be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Set
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import IO

from filelock import FileLock, Timeout

from riichi.games.study.plan import StudyError, StudyPlan
from riichi.games.study.rows import StudiedRow
from riichi.whole_files import write_whole
from riichi_core.messages import Message

PLAN, GAMES, LOCK = "study.json", "games.jsonl", ".lock"

PATIENCE = 1.0
"""How long to wait until the worker processes of a killed one end, in seconds."""


class StudyFolder:
    """A folder that receives the games of one study; a context manager."""

    def __init__(self, path: Path, plan: StudyPlan, *, resume: bool) -> None:
        """Open or create the folder of a new study; with `resume`, perhaps of this one.

        Raises:
            StudyError: if the folder has another study, or this one without `resume`; if it has
                games but no plan; or if another process has it open.
            OSError: if it cannot be read or written.
        """
        self._stream: IO[bytes] | None = None
        self._plan = plan
        self._games = path / GAMES
        path.mkdir(parents=True, exist_ok=True)
        with ExitStack() as stack:
            try:
                stack.enter_context(FileLock(path / LOCK, timeout=PATIENCE))
            except Timeout:
                message = Message(
                    "{folder} is open: another process is running the study", folder=path
                )
                raise StudyError(message) from None
            self._begin(path, plan, resume=resume)
            self._open = stack.pop_all()

    def _begin(self, path: Path, plan: StudyPlan, *, resume: bool) -> None:
        """Write the plan of a new study, or check the existing plan."""
        plan_file = path / PLAN
        if plan_file.exists():
            self._check(plan_file, plan, resume=resume)
        elif self._games.exists():
            raise StudyError(
                Message("{folder} has games but no {plan}, so their study is unknown",
                        folder=path, plan=PLAN)
            )  # fmt: skip
        else:
            text = json.dumps(plan.as_json(), indent=2)
            write_whole(plan_file, f"{text}\n".encode(), new=True)

    def _check(self, plan_file: Path, plan: StudyPlan, *, resume: bool) -> None:
        if not resume:
            raise StudyError(
                Message("{folder} already has a study: continue it with --resume, or name another"
                        " folder", folder=plan_file.parent)
            )  # fmt: skip
        try:
            saved = json.loads(plan_file.read_text(encoding="utf-8"))
        except ValueError:
            saved = None
        if not isinstance(saved, dict):
            raise StudyError(Message("{file}: not the plan of a study", file=plan_file))
        if saved | {"games": plan.games} != plan.as_json():
            raise StudyError(
                Message("{folder} has another study: its rulesets, players, seed or --no-options "
                        "differ", folder=plan_file.parent)
            )  # fmt: skip

    def rows(self) -> Iterator[StudiedRow]:
        """Yield the games in the folder, each once, and drop an incomplete last line.

        Raises:
            StudyError: if a line is not a game of this study.
        """
        if not self._games.exists():
            return
        known: set[int] = set()
        paths = {change.path for change in self._plan.single_changes() if change.rules is not None}
        whole_lines = 0
        with self._games.open("rb") as stream:
            for number, line in enumerate(stream, 1):
                if not line.endswith(b"\n"):
                    break
                whole_lines += len(line)
                row = self._row(line, number, paths)
                if row.game not in known:
                    known.add(row.game)
                    yield row
            else:
                return
        with self._games.open("r+b") as stream:
            stream.truncate(whole_lines)

    def _row(self, line: bytes, number: int, paths: Set[str]) -> StudiedRow:
        try:
            row = StudiedRow.from_json(json.loads(line))
        except (ValueError, KeyError, TypeError, AttributeError):
            row = None
        if row is None or not self._fits(row, paths):
            message = Message("{file}, line {line}: not a game of this study",
                              file=self._games, line=number)  # fmt: skip
            raise StudyError(message)
        return row

    def _fits(self, row: StudiedRow, paths: Set[str]) -> bool:
        """Return whether a row has all the games and effects of the plan."""
        rulesets = len(self._plan.rulesets)
        return (
            type(row.game) is int
            and (len(row.games), len(row.against)) == (rulesets, rulesets - 1)
            and row.effects.keys() == paths
        )

    def __enter__(self) -> StudyFolder:
        self._stream = self._open.enter_context(self._games.open("ab"))
        return self

    def __exit__(self, *_: type[BaseException] | BaseException | TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Close the folder, so that another process may open it."""
        self._open.close()

    def write(self, row: StudiedRow) -> None:
        """Add a game at once, so that an interruption cannot lose it."""
        assert self._stream is not None
        line = json.dumps(row.as_json(), separators=(",", ":"))
        self._stream.write(line.encode("ascii") + b"\n")
        self._stream.flush()
