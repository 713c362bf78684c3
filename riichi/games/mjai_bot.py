"""A bot that speaks mjai: it gets a line for each event that its seat sees, and answers each.

The bot receives `start_game` with its `id` first; tiles of other players are `?`. It answers every
line, with `{"type":"none"}` if it does nothing. After it answers `reach` it receives that line, and
answers with the discard. If a bot fails, riichi ends it and its game. In a study each deal begins
with `start_game`.

In the dialect of mjai.app a bot receives all lines since its last answer as one list, and answers
once.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal

from riichi.games.formats.mjai import MjaiSeat, action_of
from riichi.processes.process import FailedError, NoProgramError, Process
from riichi_core.bots.player import AbsentPlayerError, PlayerError
from riichi_core.messages import Message, quote
from riichi_core.play.actions import NOTEN, PASS, TAKE, TENPAI, Action
from riichi_core.play.observation import Observation
from riichi_core.play.table import Table

Dialect = Literal["mjai", "mjai.app"]

PATIENCE = 10.0
"""The default time limit for an answer, in seconds."""

START = 60.0
"""The default time limit for the first answer, in seconds; some bots load a lot first."""


@dataclass(frozen=True, slots=True)
class MjaiCommand:
    """A command that makes a player for each game.

    Attributes:
        command: the words of the command.
        patience: seconds for each answer; None for PATIENCE, and START for the first.
        dialect: whether to send lines one by one, or in lists as mjai.app does.
    """

    command: tuple[str, ...]
    patience: float | None
    dialect: Dialect = "mjai"

    @classmethod
    def of(cls, text: str, patience: float | None, dialect: Dialect = "mjai") -> MjaiCommand:
        """Return the command of a text as typed; no shell reads it.

        Raises:
            PlayerError: if there is no command, or a quote is not closed.
        """
        try:
            words = tuple(shlex.split(text))
        except ValueError as error:
            raise PlayerError(str(error)) from None
        if not words:
            raise PlayerError(Message("the command is empty"))
        return cls(words, patience, dialect)

    def __str__(self) -> str:
        """Return the command as typed."""
        return shlex.join(self.command)

    def make(self) -> MjaiPlayer:
        """Return a new player, whose program starts when it sits down."""
        return MjaiPlayer(self)


@dataclass(slots=True)
class MjaiPlayer:
    """A player whose program plays one game, or one deal after the other."""

    maker: MjaiCommand
    _seat: MjaiSeat | None = None
    _place: int = 0
    _process: Process | None = None
    _in_advance: set[str] = field(default_factory=set)

    def sit(self, table: Table, place: int) -> None:
        """Start the program, unless it is running, and announce the game to it.

        Raises:
            AbsentPlayerError: if it cannot be started.
            PlayerError: if it does not answer.
        """
        self._seat, self._place = MjaiSeat(table, place), place
        self._in_advance.clear()
        if self._process is not None:
            self._send([self._seat.start()])
            return
        try:
            self._process = Process.start(self.maker.command)
        except NoProgramError as error:
            raise AbsentPlayerError(error.args[0]) from None
        try:
            self._send(
                [self._seat.start()], START if self.maker.patience is None else self.maker.patience
            )
        except PlayerError as error:
            if self.maker.dialect == "mjai.app":
                raise
            message = Message("{problem}; a bot of mjai.app needs --dialect mjai.app",
                              problem=error.message)  # fmt: skip
            raise PlayerError(message) from None

    def leave(self) -> None:
        """End the program: send it the remaining lines, and kill it if it does not end."""
        process, self._process = self._process, None
        if process is not None:
            process.end(kill=process.popen.poll() is not None)

    def choose(self, view: Observation, acts: tuple[Action, ...]) -> Action:  # noqa: ARG002 - reads the table
        """Return the program's answer to all events since the last choice.

        Raises:
            PlayerError: if it fails, or its answer is not legal.
        """
        if TENPAI in acts or NOTEN in acts:  # mjai does not ask for these
            return TENPAI if TENPAI in acts else NOTEN
        assert self._seat is not None
        unsent = [line for line in self._seat.news() if line not in self._in_advance]
        self._in_advance.clear()
        answers = self._send(unsent)
        if not answers:
            for action in (PASS, TAKE):
                if action in acts:
                    return action
            raise self._illegal("none")
        answer = answers[-1]
        riichi = answer["type"] == "reach"
        if riichi:
            line = json.dumps({"type": "reach", "actor": self._place})
            self._in_advance.add(line)
            (answer,) = self._send([line]) or [{"type": "none"}]
        chosen = action_of(answer, acts, riichi=riichi)
        if chosen is None or len(answers) > 1 or answer.get("actor", self._place) != self._place:
            raise self._illegal(json.dumps(answer))
        return chosen

    def _send(self, lines: Sequence[str], patience: float | None = None) -> list[Mapping[str, Any]]:
        """Send lines, and return all answers but `none`."""
        if self.maker.dialect == "mjai.app" and lines:
            lines = [f"[{','.join(lines)}]"]
        limits = (patience, self.maker.patience, PATIENCE)
        limit = next(seconds for seconds in limits if seconds is not None)
        answers = [self._ask(line, limit) for line in lines]
        return [answer for answer in answers if answer["type"] != "none"]

    def _ask(self, line: str, patience: float) -> Mapping[str, Any]:
        assert self._process is not None
        try:
            text = self._process.ask(line, patience)
        except FailedError as error:
            self._process.kill()
            raise PlayerError(str(error)) from None
        with suppress(ValueError, RecursionError):
            answer = json.loads(text)
            if isinstance(answer, dict) and isinstance(answer.get("type"), str):
                return answer
        raise self._illegal(text.decode("utf-8", "replace").strip())

    def _illegal(self, text: str) -> PlayerError:
        assert self._process is not None
        self._process.kill()
        return PlayerError(Message("it answered {text}, which is not legal", text=quote(text)))
