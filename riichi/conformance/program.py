"""Another engine as a program that answers questions, started again after it fails."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from riichi.conformance.questions import NoAnswerError, Question, cannot, failed, judge_answer
from riichi.processes.process import FailedError, Process
from riichi_core.scenarios.outcome import Outcome

PATIENCE = 10.0
"""The time limit for a line, in seconds."""

RESTARTS = 20
"""How often a program is started again after it failed to answer."""


@dataclass(slots=True)
class Program:
    """A command that answers questions, started when needed and again after it fails."""

    command: Sequence[str]
    patience: float = PATIENCE
    restarts: int = RESTARTS
    _process: Process | None = None
    _starts: int = 0
    _gone: str = ""

    @classmethod
    def of(cls, text: str, patience: float = PATIENCE) -> Program:
        """Return a program from a command as typed; no shell reads it.

        Raises:
            ValueError: if there is no command, or a quote is not closed.
        """
        command = shlex.split(text)
        if not command:
            raise ValueError("the command is empty")
        return cls(command, patience)

    def ask(self, question: Question) -> Outcome:
        """Return the verdict on its answer to a question.

        Raises:
            NoProgramError: if the command cannot be started.
        """
        if self._gone:
            return cannot(question, self._gone)
        if self._process is None:
            self._process = Process.start(self.command)
            self._starts += 1
        try:
            return judge_answer(question, self._process.ask(question.line(), self.patience))
        except (FailedError, NoAnswerError) as error:
            self.close(kill=True)
            if self._starts > self.restarts:
                self._gone = f"the program failed to answer {self._starts} times"
            return failed(question, str(error))

    def close(self, *, kill: bool = False) -> None:
        """End the program if it is running."""
        if self._process is not None:
            self._process.end(kill=kill)
            self._process = None


def ask_all(program: Program, questions: Iterable[Question]) -> Iterator[Outcome]:
    """Yield every verdict in order, then end the program."""
    try:
        for question in questions:
            yield program.ask(question)
    finally:
        program.close()
