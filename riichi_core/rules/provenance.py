"""Where a value comes from: the section that says it, or why it was chosen."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["cite", "silent", "assumed", "house"]

BOOK_KINDS: tuple[Kind, ...] = ("cite", "silent", "assumed")


@dataclass(frozen=True, slots=True)
class Provenance:
    """One value's law.

    `kind` is `cite` (the sections that say it), `silent` (the book does not: why this value),
    `assumed` (no primary text at hand: from what) or `house` (a club's own decision, perhaps with
    who and when). `ruleset` is the id of the ruleset whose file says it.
    """

    kind: Kind
    text: str
    ruleset: str
    note: str = ""

    def label(self) -> str:
        """For a narrow column: sections as they are, the other kinds with their name."""
        if self.kind == "cite":
            return self.text
        return f"{self.kind}: {self.text}" if self.text else self.kind


def uncited(cite: str, sources: Mapping[str, tuple[str, ...]]) -> str | None:
    """The first part of a citation that is no section of the book, or None.

    A citation is a list of sections: `3.3.1, 3.4.9`; sections of another source of the file follow
    a semicolon and its name: `3.4.6; dutch 3.4.6`. Without a name the source `book` is meant.
    """
    for group in cite.split(";"):
        source, _, rest = group.strip().partition(" ")
        if source not in sources:
            source, rest = "book", group
        for section in re.split(r",", rest):
            if section.strip() not in sources.get(source, ()):
                return section.strip() or cite
    return None
