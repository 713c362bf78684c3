"""The answers to the page, as in their JSON Schema; `html` is a fragment to show."""

from __future__ import annotations

from typing import Any, Literal, NotRequired

from typing_extensions import TypedDict


class RefusedJson(TypedDict):
    """A question without an answer: the reason, and the field with the error, if any."""

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
    """A way to fix a problem: its description, and the fields that it sets, by option."""

    says: str
    fields: dict[str, dict[str, list[str]]]


class ProblemJson(TypedDict):
    """One problem of a file.

    `also` are the other options of a conflict. `fixes` are ways to fix it, the best first.
    """

    path: str
    code: str
    severity: Literal["error", "warning"]
    text: str
    expected: str
    suggestion: str
    line: int
    also: list[str]
    fixes: list[MendJson]


# ---- house rules ---------------------------------------------------------------------------------


class HouseJson(TypedDict):
    """The current house rules.

    A valid file has `differences` and the `paths` of the options that differ. If the question asks
    for them and the page can edit the file, the answer has the `form` with every option, and the
    controls of changed options by path. `code` is the file as a part of an address. `note` says
    what the base lacks, if anything.
    """

    file: str
    code: str
    id: Any
    title: Any
    vocabulary: str
    base: str | None
    hash: str | None
    problems: list[ProblemJson]
    changes: list[str]
    note: str
    differences: NotRequired[str]
    paths: NotRequired[list[str]]
    form: NotRequired[str]
    redrawn: NotRequired[dict[str, str]]


class ImportedJson(HouseJson):
    """House rules made from a configuration, and its fields that no option corresponds to."""

    no_option: list[str]


class FoundJson(TypedDict):
    """Options that may be meant, the likeliest first, and whether the first is certain.

    `read_as` has the words that they answer, if these differ from the original words. `no_rule`
    says that no rule covers the subject.
    """

    paths: list[str]
    sure: bool
    no_rule: NotRequired[str]
    read_as: NotRequired[str]


class ExamplesJson(TypedDict):
    """By path, a case whose outcome differs."""

    examples: dict[str, str]


# ---- a hand, and rulesets side by side -----------------------------------------------------------


class ShownJson(TypedDict):
    """A hand under several rulesets, or rulesets side by side."""

    html: str


class ExportedJson(TypedDict):
    """A ruleset for a program, its losses as a fragment to show, and a name for its file."""

    config: dict[str, Any]
    html: str
    name: str


class DocumentJson(TypedDict):
    """A document as a separate page, and a name for its file."""

    html: str
    name: str


class PictureJson(TypedDict):
    """A picture of rules as SVG, a name for its file, and the same content in words.

    Each of the `facts` is a title with a few words.
    """

    svg: str
    name: str
    title: str
    summary: str
    facts: list[list[str]]
    more: str


# ---- a yaku of a club's own ----------------------------------------------------------------------


class EditedYakuJson(TypedDict, total=False):
    """The `fields` of a yaku, or its `line` in the file if the page has no sentences for it."""

    fields: dict[str, list[str]]
    line: int


class TriedJson(TypedDict, total=False):
    """A hand that was tried: whether it `has` the yaku, its `worth`, or `why` it does not count.

    An impossible hand has an `error`. `hands` is another hand, drawn, that has the yaku.
    """

    has: bool
    why: str
    worth: str
    error: ErrorJson
    hands: str


class YakuJson(TriedJson):
    """A yaku as in a file, in a sentence, or its problems.

    `conditions` are sentences that hold for its example hand, each with a tick box.
    """

    id: str
    value: dict[str, Any]
    problems: list[ProblemJson]
    sentence: NotRequired[str]
    conditions: NotRequired[str]
