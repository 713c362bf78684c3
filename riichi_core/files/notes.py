"""Define `Notes`, which collects the problems of one document."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from riichi_core.files.problem import Pointer, Problem, Severity
from riichi_core.files.source_document import SourceDocument


@dataclass(slots=True)
class Notes:
    """The problems of one document, as a reader finds them.

    Attributes:
        document: the file.
        unread: the problems of its parser. No others are noted at the same places.
        subject: the path of all its places, if they have none of their own.
        problems: the problems found so far.
    """

    document: SourceDocument
    unread: Sequence[Problem] = field(default=(), kw_only=True)
    subject: str = field(default="", kw_only=True)
    problems: list[Problem] = field(default_factory=list, kw_only=True)

    def path_of(self, pointer: Pointer) -> str:  # noqa: ARG002 - for subclasses
        """Return the name of a place."""
        return self.subject

    def note(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        expected: str = "",
        near: str = "",
        *,
        path: str = "",
        key: bool = False,
        severity: Severity = "error",
    ) -> Problem:
        """Note a problem at a value, or at its key, and return it."""
        problem = self.document.problem(
            pointer, code, message, key=key, path=path or self.path_of(pointer), expected=expected,
            suggestion=near, severity=severity,
        )  # fmt: skip
        self.add([problem])
        return problem

    def add(self, problems: Iterable[Problem]) -> None:
        """Add problems, except at places that the parser could not read."""
        taken = [problem.span for problem in self.unread]
        self.problems += [p for p in problems if not any(map(p.span.touches, taken))]
