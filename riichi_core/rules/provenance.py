"""Where a value comes from: the section that says it, or why it was chosen."""

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


def uncited(cite: str, sources: Mapping[str, tuple[str, ...]]) -> tuple[str, str] | None:
    """What is wrong with a citation in words, and the part that is wrong; None if it is right.

    A citation is a list of sections: `3.3.1, 3.4.9`; sections of another source of the file follow
    a semicolon and its name: `3.4.6; dutch 3.4.6`. Without a name the source `book` is meant.
    """
    for group in cite.split(";"):
        source, _, rest = group.strip().partition(" ")
        if source not in sources:
            source, rest = "book", group
        for section in map(str.strip, rest.split(",")):
            if section not in sources.get(source, ()):
                return _astray(section, sources)
    return None


def _astray(section: str, sources: Mapping[str, tuple[str, ...]]) -> tuple[str, str]:
    first, _, rest = section.partition(" ")
    if rest:
        return f"there is no source '{first}', only {', '.join(sources)}", first
    return f"'{section}' is no section of the book", section
