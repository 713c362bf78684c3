"""Many replayed files: how many games and deals each has, and what disagrees, in a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType

from riichi_app.documents.terminal import listing
from riichi_core.language import ENGLISH, Translator
from riichi_core.messages import Message
from riichi_core.records.formats import RecordFormat


@dataclass(frozen=True, slots=True)
class ReplayedFile:
    """A file of records, replayed.

    Attributes:
        file: its name.
        source: its format; None where it could not be read.
        deals: how many deals each of its games has.
        problems: where each of its games disagrees.
        games: each game as JSON.
        error: why the file could not be read; empty where it could.
    """

    file: str
    source: RecordFormat | None = None
    deals: tuple[int, ...] = ()
    problems: tuple[tuple[Message, ...], ...] = ()
    games: tuple[dict[str, Any], ...] = ()
    error: str = ""

    @property
    def disagreements(self) -> int:
        """The number of places where its games disagree."""
        return sum(map(len, self.problems))

    @property
    def remarks(self) -> list[Message]:
        """All that is wrong with it, with the file and the game."""
        if self.error:
            return [Message("{file}: {problem}", file=self.file, problem=self.error)]
        found = []
        for number, problems in enumerate(self.problems, start=1):
            name = Message("{file}", file=self.file)
            if len(self.games) > 1:
                name = Message("{file}, game {n}", file=self.file, n=number)
            found += [Message("{file}: {problem}", file=name, problem=one) for one in problems]
        return found


def files_text(files: Sequence[ReplayedFile], tr: Translator = ENGLISH) -> Iterator[RenderableType]:
    """Yield a row for each file and one for all of them."""
    read = [one for one in files if not one.error]
    rows = [_row(one, tr) for one in files]
    unread = len(files) - len(read)
    rows.append(
        (
            tr.counted("{n} file", "{n} files", len(files)),
            tr("{n} not read", n=unread) if unread else "",
            _number(sum(len(one.deals) for one in read), tr),
            _number(sum(sum(one.deals) for one in read), tr),
            _number(sum(one.disagreements for one in read), tr),
        )
    )
    heads = [tr("file"), tr("format"), tr("games"), tr("deals"), tr("disagreements")]
    yield listing([head.upper() for head in heads], rows, left=2)


def _row(one: ReplayedFile, tr: Translator) -> tuple[str, ...]:
    if one.error:
        return one.file, tr("not read"), "-", "-", "-"
    numbers = (len(one.deals), sum(one.deals), one.disagreements)
    return one.file, one.source or "", *(_number(number, tr) for number in numbers)


def _number(number: int, tr: Translator) -> str:
    return tr(Message("{n:,}", n=number))


def files_json(files: Sequence[ReplayedFile]) -> dict[str, Any]:
    """Return the files, each with its games or why it could not be read, and their totals."""
    read = [one for one in files if not one.error]
    return {
        "files": [
            {"file": one.file, "games": list(one.games), "error": one.error or None}
            for one in files
        ],
        "totals": {
            "files": len(files),
            "read": len(read),
            "games": sum(len(one.deals) for one in read),
            "deals": sum(sum(one.deals) for one in read),
            "disagreements": sum(one.disagreements for one in read),
        },
    }
