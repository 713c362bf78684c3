"""The problems of a file of scenarios, noted while it is read."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from riichi_core.language import Text
from riichi_core.messages import Message, quote
from riichi_core.source.diagnostics import Diagnostic, Pointer, Severity, nearest
from riichi_core.source.document import SourceDocument
from riichi_core.source.refusals import misfit_message

FEW = 13
"""A list of names up to this long is shown whole."""


_UNKNOWN: dict[str, Text] = {
    "clause": "there is no clause {name}",
    "kind": "there is no kind of scenario {name}",
    "option": "there is no option {name}",
    "ruleset": "there is no ruleset {name}",
}
"""The message for a name that nothing has, by the kind of thing it should name."""


@dataclass(slots=True)
class FileProblems:
    """The problems of one document; `subject` is the scenario that is being read."""

    document: SourceDocument
    refused: tuple[Diagnostic, ...] = ()
    subject: str = ""
    problems: list[Diagnostic] = field(default_factory=list)

    def say(
        self,
        pointer: Pointer,
        code: str,
        message: str,
        *,
        expected: str = "",
        near: str = "",
        key: bool = False,
        severity: Severity = "error",
    ) -> None:
        """Note a problem at a value, or at its key."""
        problem = self.document.problem(
            pointer, code, message, key=key, path=self.subject, expected=expected, nearest=near,
            severity=severity,
        )  # fmt: skip
        self.add([problem])

    def add(self, found: Iterable[Diagnostic]) -> None:
        """Take up problems, but not what only follows from something refused in the same place."""
        taken = [problem.span for problem in self.refused]
        self.problems += [p for p in found if not any(map(p.span.touches, taken))]

    def misfit(self, pointer: Pointer, value: Any, expected: str) -> None:
        """Note a value of the wrong kind, and why it is not what it looks like."""
        message = misfit_message(self.document, pointer, value, expected)
        self.say(pointer, "wrong-type", message, expected=expected)

    def unknown(
        self,
        pointer: Pointer,
        what: str,
        name: str,
        known: Collection[str],
        *,
        expected: str = "",
        near: str = "",
        key: bool = False,
    ) -> None:
        """Note a name that nothing has; `what` is the kind of thing that it should name."""
        self.say(
            pointer,
            f"unknown-{what}",
            Message(_UNKNOWN[what], name=quote(name)),
            expected=expected or (", ".join(known) if len(known) <= FEW else ""),
            near=near or nearest(name, known),
            key=key,
        )

    def keys(self, pointer: Pointer, data: Iterable[str], known: Collection[str]) -> set[str]:
        """Note the unknown keys of a mapping; which keys were probably meant by them."""
        meant = set()
        for name in data:
            if name not in known:
                near = nearest(name, known)
                meant.add(near)
                message = Message("there is no {name} here", name=quote(name))
                expected = ", ".join(known)
                self.say((*pointer, name), "unknown-key", message,
                         expected=expected, near=near, key=True)  # fmt: skip
        return meant

    def text(self, pointer: Pointer, value: Any, expected: str) -> str:
        """A text that is not empty; else nothing, and the problem is noted."""
        if isinstance(value, str) and value.strip():
            return value
        self.misfit(pointer, value, expected)
        return ""

    def names(self, pointer: Pointer, value: Any, expected: str) -> list[tuple[Pointer, str]]:
        """The texts of a list, each with its place and each once."""
        if not isinstance(value, list):
            self.misfit(pointer, value, expected)
            return []
        found: dict[str, Pointer] = {}
        for index, name in enumerate(value):
            at = (*pointer, index)
            if not isinstance(name, str):
                self.misfit(at, name, expected)
            elif name in found:
                self.say(at, "duplicate-item", Message("{name} is listed twice", name=quote(name)))
            else:
                found[name] = at
        return [(at, name) for name, at in found.items()]
