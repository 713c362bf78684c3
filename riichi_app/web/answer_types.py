"""The answers to the page, as their JSON Schema has them; what is `html` is a fragment to show."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict

RulesetKind = Literal["book", "shelf", "room", "club"]


class RefusedJson(TypedDict):
    """A question without an answer: the reason, and the field that is wrong, if any."""

    refused: str
    field: NotRequired[str]


class ErrorJson(TypedDict):
    """An error in a hand: its code, the field and the reason."""

    code: str
    field: str
    message: str


class WrongHandJson(TypedDict):
    """A hand that cannot be scored."""

    error: ErrorJson


class MendJson(TypedDict):
    """A way to mend a problem: its words, and the fields of the options that it sets, by path."""

    says: str
    fields: dict[str, dict[str, list[str]]]


class ProblemJson(TypedDict):
    """One problem of a file; `also` are the other options of a conflict.

    `mends` are ways to mend it, the best first.
    """

    path: str
    code: str
    severity: Literal["error", "warning"]
    text: str
    expected: str
    nearest: str
    line: int
    also: list[str]
    mends: list[MendJson]


# ---- what there is -------------------------------------------------------------------------------


class RulesetJson(TypedDict):
    """A ruleset that comes with the project, and the id of that which it extends."""

    id: str
    kind: RulesetKind
    title: str
    base: str | None


class ProgramJson(TypedDict):
    """Another program, and whether it has a configuration as a file."""

    id: str
    name: str
    has_file: bool


class NamesJson(TypedDict):
    """The words of the other questions."""

    rulesets: list[RulesetJson]
    first: str
    languages: list[str]
    programs: list[ProgramJson]


# ---- house rules ---------------------------------------------------------------------------------


class HouseJson(TypedDict):
    """House rules as they are now.

    `differences`, and the `paths` of the options that differ, are there where the file is in order;
    the form of every option, and by path the controls of changed ones, where they were asked for
    and the file is one for the page.
    """

    file: str
    id: Any
    title: Any
    base: str | None
    hash: str | None
    problems: list[ProblemJson]
    changes: list[str]
    differences: NotRequired[str]
    paths: NotRequired[list[str]]
    form: NotRequired[str]
    redrawn: NotRequired[dict[str, str]]


class ImportedJson(HouseJson):
    """House rules made of a configuration, and its fields that no option has."""

    no_option: list[str]


class FoundJson(TypedDict):
    """Options that may be meant, the likeliest first, and whether the first of them surely is.

    `read_as` has the words that they answer, if these differ from the words as typed.
    """

    paths: list[str]
    sure: bool
    read_as: NotRequired[str]


class ExamplesJson(TypedDict):
    """By path, a case that comes out otherwise."""

    examples: dict[str, str]


# ---- a hand, and rulesets side by side -----------------------------------------------------------


class LineJson(TypedDict):
    """A line of a score."""

    part: str
    id: str
    label: str
    value: str


class SideJson(TypedDict):
    """The score of a hand under one ruleset, line by line, or why there is none."""

    ruleset: str
    why_not: str
    seen: str
    lines: list[LineJson]


class ScoredJson(TypedDict):
    """A hand under several rulesets."""

    html: str
    results: list[SideJson]


class ComparedJson(TypedDict):
    """Rulesets side by side, and the paths in which they differ."""

    html: str
    paths: list[str]


class DocumentJson(TypedDict):
    """A document as a page of its own, and a name for its file."""

    html: str
    name: str


class PictureJson(TypedDict):
    """A picture of rules as SVG, a name for its file, and the same in words.

    Each of the `facts` is a title with a few words.
    """

    svg: str
    name: str
    title: str
    summary: str
    facts: list[list[str]]
    more: str


# ---- a yaku of a club's own ----------------------------------------------------------------------


class YakuFormJson(TypedDict):
    """The form of a yaku, and the hand that is its example, if it has one."""

    form: str
    hand: str
    winning_tile: str


class TriedJson(TypedDict, total=False):
    """A hand that was tried: whether it `has` the yaku, what it is `worth`, or `why` it is nothing.

    Of one that cannot be, the `error`. `hands` is a hand that has the yaku, drawn, and `example`
    its record.
    """

    has: bool
    why: str
    worth: str
    error: ErrorJson
    hands: str
    example: dict[str, Any]


class YakuJson(TriedJson):
    """A yaku in words with hands that have it, or what is wrong with it.

    `conditions` are sentences that hold for the tiles of its example, each to be chosen.
    """

    id: str
    value: dict[str, Any]
    problems: list[ProblemJson]
    sentence: NotRequired[str]
    conditions: NotRequired[str]
