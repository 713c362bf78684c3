"""Define `Ruleset`: the head of its file, its rules, and the provenance of each value."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from riichi_core.files.accepted_values import Accepts
from riichi_core.files.problem import FileError
from riichi_core.language import Translatable, Translator
from riichi_core.messages import Message, YakuNames, not_empty, quote
from riichi_core.rules.options import NUMBER_WORD, FrozenModel
from riichi_core.rules.rules import Rules

HOUSE_TITLE = "house rules"
"""The translation context for the titles of shipped house rules; other clubs' titles stay."""

SECTION_WORDS = re.compile("[a-z]{4,}")
"""Parts of sections that are words, not numbers: `preface`, or a document next to the book."""

_BEFORE_NUMBERS = re.compile(r"^((?:[^\d,;]+[,;] )*)(?=\d)")
"""What precedes the first section with a number, unless that follows the name of a document."""

LONGEST_HEAD_TEXT = 300
"""The longest text in the head of a file, in characters."""

LONGEST_OWN_WORDS = 1000
"""The longest rule in a club's own words, in characters."""

LONGEST_SHORT_TITLE = 24
"""The longest name of a ruleset for columns, in characters."""

ID = "[a-z0-9]+(-[a-z0-9]+)*"
LONGEST_ID = 60


def signed_sections(sections: str) -> str:
    """Return sections with a § before the first number: `preface, § 3.3.2`.

    Sections after the name of a document have no sign: `rules 3.3`.
    """
    return _BEFORE_NUMBERS.sub(r"\1§ ", sections, count=1)


def id_of(name: str) -> str:
    """Return an id made from a name; empty if an id can contain none of its letters."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:LONGEST_ID].strip("-")


Id = Annotated[str, Field(pattern=f"^{ID}$", max_length=LONGEST_ID)]
ShortText = Annotated[str, Field(min_length=1, max_length=LONGEST_HEAD_TEXT)]
OwnWords = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=1, max_length=LONGEST_OWN_WORDS)
]
ShortTitle = Annotated[str, Field(min_length=1, max_length=LONGEST_SHORT_TITLE)]
Date = Annotated[str, Field(pattern=r"^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$")]

ResultUnit = Literal["points", "thousands"]


Grade = Literal["official", "quoting", "secondary"]

GRADES: tuple[Grade, ...] = ("official", "quoting", "secondary")
"""The grades of a source, the best first: an organisation's own text, a text that quotes it by
article, and all others.
"""


class Source(FrozenModel):
    """A document that a book's file cites."""

    grade: Grade = Field(
        default="official",
        description="The organisation's own text (official), a text that quotes it by article "
        "(quoting), or another (secondary).",
    )

    title: ShortText = Field(description="Title of the document.")
    author: ShortText = Field(description="Who wrote it.")
    licence: ShortText = Field(description="Licence of the document; facts are taken, never text.")
    url: ShortText | None = Field(default=None, description="Where it is published.")
    sections: tuple[ShortText, ...] = Field(
        description="All sections that can be cited; a citation of any other is an error.",
        min_length=1,
    )


class Head(FrozenModel):
    """The top of every ruleset file."""

    format: Annotated[Literal[1], NUMBER_WORD] = Field(description="Version of the file format: 1.")
    ruleset: Id = Field(
        description="Id of this ruleset: lower-case letters, digits and hyphens, e.g. tuesday-club."
    )
    title: ShortText = Field(description="Name of the ruleset for people.")
    short_title: ShortTitle | None = Field(
        default=None,
        description="Name for columns and other narrow places; the title if there is none.",
    )
    organisation: ShortText | None = Field(default=None, description="Who plays by these rules.")
    published: Date | None = Field(
        default=None, description='Date of publication in quotes: "2016-04-01", "2015-12".'
    )
    words: Id | None = Field(
        default=None,
        description="The book in whose words these rules are printed, by its id, or japanese; "
        "without it, the words of the book itself or of the rules that these extend.",
    )


class BookHead(Head):
    """The top of a published book's file, which is complete and cites a section for each value."""

    replaces: Id | None = Field(default=None, description="The edition that this one replaces.")
    in_force: Date | None = Field(default=None, description="Date from which the book applies.")
    verified: Date = Field(
        description="Date on which somebody last held every line against the book."
    )
    result_unit: ResultUnit = Field(
        description="How results are written: points (+25,000) or thousands (+25.0)."
    )
    sources: dict[Id, Source] = Field(
        description="The documents that the citations name; `book` is meant where none is named.",
        min_length=1,
    )
    unregulated: tuple[ShortText, ...] = Field(
        default=(),
        description="Paths of options that the book has no word of; each has the value that is "
        "meant where a rule is unknown.",
    )


class GradedSource(Source):
    """A document that a file on the shelf cites; its grade is required."""

    grade: Grade = Field(
        description="The organisation's own text (official), a text that quotes it by article "
        "(quoting), or another (secondary)."
    )


class ShelfHead(Head):
    """The top of a file from second-hand sources: their rules, which change a book."""

    extends: ShortText = Field(
        description="The book from which all else is taken over, as assumed: its id or the path "
        "of its file."
    )
    verified: Date = Field(
        description="Date on which somebody last held every line against the sources."
    )
    sources: dict[Id, GradedSource] = Field(
        description="The documents that the citations name; `book` is meant where none is named.",
        min_length=1,
    )


class Amendment(FrozenModel):
    """A change that a club made to its rules: when, what and why."""

    date: Date = Field(description='The day, month or year, in quotes, e.g. "2026-03-12".')
    change: OwnWords = Field(description="The change in words.")
    why: OwnWords | None = Field(default=None, description="The reason for the change.")


class HouseHead(Head):
    """The top of a house-rule file, which contains only the changes to a book or other rules."""

    extends: ShortText = Field(
        description="The book or the house rules that these rules change: the id or the path of "
        "a file."
    )
    other_rules: Annotated[
        dict[ShortText, OwnWords], Accepts(Message("headings with texts, e.g. Table fee: 3 euros"))
    ] = Field(
        default_factory=dict,
        description="Rules in your own words, by heading: for what no option covers, such as "
        "fees and closing times.",
    )
    history: tuple[Amendment, ...] = Field(
        default=(), description="The changes to these rules, with their dates and reasons."
    )


OTHER_RULES: Translatable = "Other house rules"
HISTORY: Translatable = "History"
"""The headings of a club's other rules and of its changes in print."""

OWN_WORDS = ("other_rules", "history")
"""The keys of a head below which a club writes in its own words."""

UNREGULATED: Translatable = "the book does not mention it"
NOT_LOOKED_UP: Translatable = "not yet looked for in the book"
"""The reason for a value that a book does not state: the book does not mention the option, or
nobody has looked for the option in the book since it was added.
"""

ProvenanceKind = Literal["cite", "silent", "assumed", "observed", "house"]

BOOK_KINDS: tuple[ProvenanceKind, ...] = ("cite", "silent", "assumed", "observed")
"""The kinds of source in a book; each of its values has exactly one."""

HOUSE_KINDS: tuple[ProvenanceKind, ...] = ("house", "observed")
"""The kinds of source in house rules; a value has at most one."""

BOOK_REMARKS = ("proviso", "reading")
"""Remarks on a value of a book: an addition to the rule, and the reading of its text."""

HOUSE_REMARKS = ("proviso", "note")
"""Remarks on a value of house rules: an addition to the rule, and a club's comment."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """The source of one value.

    >>> from riichi_core import load
    >>> load("ema-2016").provenance["winning.minimum_han"].kind
    'cite'

    Attributes:
        kind: `cite` (the sections that state it), `silent` (the book does not state it: the reason
            for this value), `assumed` (the primary text is not available: what the value is based
            on), `observed` (games show it: which games and how many) or `house` (a club's own
            decision, optionally with the person and date).
        text: the sections, or the reason.
        ruleset: the id of the ruleset whose file states it.
        proviso: an exception or warning that the text adds to the value, as a part of the rule.
        reading: the reading of a text that is ambiguous or silent.
        note: a club's remark on its own rule.
        grade: the grade of the best cited source; None if there is none.
        place: the file and line in which house rules set it, e.g. `our-club.yaml:7`.
    """

    kind: ProvenanceKind
    text: str
    ruleset: str
    proviso: str = ""
    reading: str = ""
    note: str = ""
    grade: Grade | None = None
    place: str = field(default="", compare=False)

    def label(self) -> str:
        """Return a short text: the sections of a citation, or else the kind and the text."""
        if self.kind == "cite":
            return self.text
        return f"{self.kind}: {self.text}" if self.text else self.kind


def assumed_from(base: Ruleset, ruleset: str) -> Provenance:
    """Return the source of the options that a ruleset on the shelf takes over from a book."""
    return Provenance("assumed", Message("as {book}", book=base.id), ruleset)


class Provenances(Mapping[str, Provenance]):
    """The source of each value of a ruleset, by the path of its option; it cannot change."""

    __slots__ = ("_sources",)

    def __init__(self, sources: Mapping[str, Provenance]) -> None:
        self._sources = dict(sources)

    def __getitem__(self, path: str) -> Provenance:
        return self._sources[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    def __repr__(self) -> str:
        return f"Provenances({self._sources})"


@dataclass(frozen=True, slots=True)
class Ruleset:
    """A complete, checked ruleset; house rules include the values of their book.

    It cannot change. Two rulesets are equal if their heads, rules, sources and bases are.

    >>> from riichi_core import load
    >>> ema = load("ema-2016")
    >>> ema.rules.winning.minimum_han
    1
    >>> mine = ema.replace({"winning.minimum_han": 2}, id="mine")
    >>> mine.id, mine.changes, mine.rules.winning.minimum_han
    ('mine', ('winning.minimum_han',), 2)
    >>> Ruleset.from_dict(mine.to_dict()) == mine
    True

    Attributes:
        rules: the typed values for an engine.
        provenance: the source of each value, by the path of its option.
        result_unit: the unit in which results are written.
        base: the book or house rules that it extends; None for a book.
        changes: the paths of the options that differ from its base.
        head: the top of the file.
        file: its path; empty if it was made from data.
    """

    id: str
    title: str
    rules: Rules
    provenance: Mapping[str, Provenance]
    result_unit: ResultUnit
    base: Ruleset | None
    changes: tuple[str, ...] = field(compare=False)
    head: BookHead | ShelfHead | HouseHead
    file: str = field(compare=False)

    def __post_init__(self) -> None:
        """Make the sources read-only."""
        if not isinstance(self.provenance, Provenances):
            object.__setattr__(self, "provenance", Provenances(self.provenance))

    def __hash__(self) -> int:
        """Return the same number for equal rulesets."""
        return hash((self.id, self.title))

    def __repr__(self) -> str:
        """Return `<Ruleset ema-2025: EMA Riichi rules, 2025 edition>`; `rules` has the values."""
        return f"<Ruleset {self.id}: {self.title}>"

    def _repr_html_(self) -> str:
        """Return the title and a folded table of the values, for notebooks."""
        from riichi_core.notebook import paragraph_html, table_html  # noqa: PLC0415

        rows = [
            (path, self.rules.written_value(path), source.text)
            for path, source in self.provenance.items()
        ]
        table = table_html(rows, ("option", "value", "source"))
        return f"{paragraph_html(f'{self.title} ({self.id})')}<details>{table}</details>"

    @classmethod
    def of(
        cls,
        head: BookHead | ShelfHead | HouseHead,
        rules: Rules,
        provenance: Mapping[str, Provenance],
        unit: ResultUnit,
        file: str,
    ) -> Ruleset:
        """Return a ruleset without a base, with the id and title of its head."""
        return cls(head.ruleset, head.title, rules, provenance, unit, None, (), head, file)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ruleset:
        """Return the ruleset of plain data with the keys of a ruleset file.

        Args:
            data: what YAML or JSON makes of a file; `extends` is an id, or a path that starts in
                the working folder.

        Raises:
            RulesetError: wrong data; `problems` holds every problem, each with its option.

        >>> club = {"format": 1, "ruleset": "club", "title": "Club", "extends": "ema-2025",
        ...         "winning": {"minimum_han": 2}}
        >>> Ruleset.from_dict(club).rules.winning.minimum_han
        2
        """
        from riichi_core.rules.ruleset_data import ruleset_of_data  # noqa: PLC0415 - it imports this module

        return ruleset_of_data(data)

    def to_dict(self) -> dict[str, Any]:
        """Return the ruleset as plain data, which `from_dict` takes and JSON can hold.

        House rules state what they change, and name the book or file that they extend.
        """
        from riichi_core.rules.ruleset_data import ruleset_dict  # noqa: PLC0415 - it imports this module

        return ruleset_dict(self)

    def to_yaml(self) -> str:
        """Return the ruleset as the text of a file, which `load` reads."""
        from riichi_core.rules.ruleset_data import ruleset_text  # noqa: PLC0415 - it imports this module

        return ruleset_text(self)

    def replace(
        self, values: Mapping[str, Any], *, id: str | None = None, title: str | None = None
    ) -> Ruleset:
        """Return house rules over this ruleset, with other values for some options.

        Args:
            values: the values by the path of their option (`limits.raised_to_mangan`) or a part of
                it (`yaku.all_simples.open`), as a file writes them; or a chapter with its options.
                `yaku.NAME` with a name and a definition adds a yaku of one's own. None drops an
                optional part.
            id: the id of the new ruleset; by default this one with `-with` at the end.
            title: its title; by default this one with the changes in brackets.

        Raises:
            RulesetError: values that a ruleset cannot have; `problems` holds every problem.

        >>> from riichi_core import load
        >>> two_han = load("ema-2025").replace({"winning.minimum_han": 2}, id="two-han")
        >>> two_han.title
        'EMA Riichi rules, 2025 edition (winning.minimum_han: 2)'
        """
        from riichi_core.rules.ruleset_data import replaced  # noqa: PLC0415 - it imports this module

        return replaced(self, values, id, title)

    @property
    def extends(self) -> str | None:
        """The id of its base; None for a book."""
        return None if self.base is None else self.base.id

    @property
    def not_looked_up(self) -> tuple[str, ...]:
        """The options that nobody has looked for in the book since it was last verified."""
        return self.without_mention(NOT_LOOKED_UP)

    def without_mention(self, *reasons: str) -> tuple[str, ...]:
        """Return the options that the book does not state, for any or one of these reasons."""
        wanted = reasons or (UNREGULATED, NOT_LOOKED_UP)
        return tuple(path for path, source in self.provenance.items() if source.text in wanted)

    @property
    def short_title(self) -> str:
        """The name for columns and other narrow places; the title if the file gives none."""
        return self.title if self.head.short_title is None else self.head.short_title

    def title_in(self, tr: Translator) -> str:
        """Return its title in a language; titles of clubs are not translated."""
        return self._in_language(self.title, tr)

    def short_title_in(self, tr: Translator) -> str:
        """Return its short title in a language."""
        return self._in_language(self.short_title, tr)

    def _in_language(self, title: str, tr: Translator) -> str:
        house = isinstance(self.head, HouseHead)
        return tr.in_context(HOUSE_TITLE, title) if house else tr.text(title)

    @property
    def book(self) -> Ruleset:
        """The book at the end of its chain of bases; for a book, the book itself."""
        return self if self.base is None else self.base.book

    @property
    def words(self) -> tuple[str, ...]:
        """The names of vocabularies; it prints in the first of them that there is."""
        if self.head.words is not None:
            return (self.head.words,)
        return (self.id, *(() if self.base is None else self.base.words))

    @property
    def other_rules(self) -> Mapping[str, str]:
        """The rules in a club's own words, by heading; those of the rules it extends come first."""
        inherited = {} if self.base is None else self.base.other_rules
        return {**inherited, **(self.head.other_rules if isinstance(self.head, HouseHead) else {})}

    @property
    def history(self) -> tuple[Amendment, ...]:
        """The changes over the years; those of the rules it extends come first."""
        inherited = () if self.base is None else self.base.history
        return (*inherited, *(self.head.history if isinstance(self.head, HouseHead) else ()))

    def own_words(self) -> Iterator[tuple[str, Translatable, Sequence[tuple[str, str]]]]:
        """Yield what a club adds in its own words: key in the file, heading and rows."""
        history = [
            (entry.date, " ".join(not_empty([entry.change, entry.why]))) for entry in self.history
        ]
        if self.other_rules:
            yield "other_rules", OTHER_RULES, [*self.other_rules.items()]
        if history:
            yield "history", HISTORY, history

    @property
    def own_yaku(self) -> tuple[tuple[str, YakuNames], ...]:
        """The names of the yaku that it defines itself, by id."""
        return tuple((yaku.id, yaku.name) for yaku in self.rules.yaku.local if yaku.name)

    @property
    def on_shelf(self) -> bool:
        """True for a ruleset from second-hand sources."""
        return isinstance(self.head, ShelfHead)


class RulesetError(FileError):
    """A missing or wrong ruleset; `problems` lists the reasons."""


def citation_problem(cite: str, sources: Mapping[str, Source]) -> tuple[Message, str] | None:
    """Return the message for a wrong citation, and its wrong part; None if it is correct.

    A citation is a list of sections: `3.3.1, 3.4.9`. Sections of another source of the file follow
    a semicolon and its name: `3.4.6; dutch 3.4.6`. Without a name, the source is `book`.
    """
    for source, sections in _cited_sections(cite, sources):
        known = sources[source].sections if source in sources else ()
        for section in sections:
            if section not in known:
                return _unknown_section(section, sources)
    return None


def grade_of(cite: str, sources: Mapping[str, Source]) -> Grade | None:
    """Return the grade of the best source that a citation names; None if it names none."""
    cited = [source for source, _ in _cited_sections(cite, sources) if source in sources]
    return min((sources[source].grade for source in cited), key=GRADES.index, default=None)


def _cited_sections(cite: str, sources: Mapping[str, Source]) -> Iterator[tuple[str, list[str]]]:
    """Yield the sources that a citation names, each with its cited sections."""
    for group in cite.split(";"):
        source, _, rest = group.strip().partition(" ")
        if source not in sources:
            source, rest = "book", group
        yield source, [section.strip() for section in rest.split(",")]


def _unknown_section(section: str, sources: Mapping[str, Source]) -> tuple[Message, str]:
    first, _, rest = section.partition(" ")
    if rest:
        known = ", ".join(sources)
        message = Message("there is no source {name}, only {known}", name=quote(first), known=known)
        return message, first
    return Message("{section} is not a section of the book", section=quote(section)), section


FINGERPRINT_LENGTH = 16


def fingerprint(rules: Rules) -> str:
    """Return sixteen hexadecimal digits that are equal only for rules with the same values.

    Provenance, names and the layout of files make no difference, nor do the names and example hands
    of a club's own yaku.
    """
    values = rules.model_dump(mode="json")
    local = sorted(values["yaku"]["local"], key=lambda yaku: str(yaku["id"]))
    values["yaku"]["local"] = [
        {part: value for part, value in yaku.items() if part != "example"} | {"name": None}
        for yaku in local
    ]
    text = json.dumps(values, sort_keys=True, ensure_ascii=True)
    return hashlib.sha256(text.encode("ascii")).hexdigest()[:FINGERPRINT_LENGTH]
