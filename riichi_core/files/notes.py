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
        subject: the path of a problem whose note has none.
        problems: the problems found so far.
    """

    document: SourceDocument
    unread: Sequence[Problem] = field(default=(), kw_only=True)
    subject: str = field(default="", kw_only=True)
    problems: list[Problem] = field(default_factory=list, kw_only=True)

    def note(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        path: str = "",
        expected: str = "",
        near: str = "",
        *,
        key: bool = False,
        severity: Severity = "error",
    ) -> None:
        """Note a problem at a value, or at its key."""
        problem = self.document.problem(
            pointer, code, message, key=key, path=path or self.subject, expected=expected,
            suggestion=near, severity=severity,
        )  # fmt: skip
        self.add([problem])

    def add(self, problems: Iterable[Problem]) -> None:
        """Add problems, except at places that the parser could not read."""
        taken = [problem.span for problem in self.unread]
        self.problems += [p for p in problems if not any(map(p.span.touches, taken))]
