"""Questions that change nothing: rules, a hand, rulesets side by side, documents, examples."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field, Strict

from riichi.content.examples import contrasting_examples
from riichi.content.guide import card, guide, poster
from riichi.content.quiz import questions, quiz
from riichi.content.rulebook import rulebook
from riichi.content.score_sheet import score_sheet
from riichi.web.answer_types import (
    DocumentJson,
    ExamplesJson,
    FoundJson,
    PictureJson,
    ShownJson,
    WrongHandJson,
)
from riichi.web.api import (
    LONGEST_SEARCH,
    HouseRulesQuestion,
    Question,
    RefusedError,
    RulesetName,
    error_json,
    house_rules_of,
    ruleset_of_file,
)
from riichi.web.changing import OptionPaths
from riichi.web.fragments import compare_html, examples_html
from riichi.web.house_rules import HouseRulesFile
from riichi.web.in_short import in_short
from riichi.web.rulesets import shipped, short_title
from riichi.web.scored_hand import scored_html, scored_side
from riichi.writers.html import html
from riichi.writers.model import Document
from riichi.writers.paper import PAPERS, PosterPaper
from riichi_core.comparison.comparison import compare
from riichi_core.errors import RecordError
from riichi_core.messages import Message
from riichi_core.records.win import read_win
from riichi_core.rules.labels import short_names
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset

MOST_SIDES = 4
"""The maximum number of rulesets side by side."""

QUESTIONS_OF_A_QUIZ = 10

LONGEST_ADDRESS = 1000
"""The maximum length of a page's address, in letters."""

Sides = Annotated[tuple[RulesetName, ...], Strict(False), Field(max_length=MOST_SIDES)]


class FindRules(Question):
    """A user's words for a rule."""

    ask: Literal["find"]
    words: Annotated[str, Field(max_length=LONGEST_SEARCH)]

    def answer(self) -> FoundJson:
        """Return the rules that may be meant: options and yaku, not clauses without an option."""
        from riichi.ask.questions import CLOSEST, answers, no_rule_message  # noqa: PLC0415 - only a search

        found = answers(self.words)
        rules = found.told if found.sure else found.rules
        paths = [rule for rule in rules if rule in options() or rule.startswith("yaku.")]
        said: FoundJson = {"paths": paths[:CLOSEST], "sure": False}
        if found.sure:
            said = {"paths": paths, "sure": found.rules[0] in paths}
        if found.no_rule_on:
            said["no_rule"] = self.tr(no_rule_message(found.no_rule_on))
        if paths and found.read_as:
            said["read_as"] = found.read_as
        return said


class ScoreHand(HouseRulesQuestion):
    """A hand under several rulesets, house rules last."""

    ask: Literal["score"]
    rulesets: Sides = ()
    record: dict[str, Any]

    def answer(self) -> ShownJson | WrongHandJson:
        """Return every line of every score, or the error in the hand."""
        rulesets = [(shipped(name), short_title(name, self.tr)) for name in self.rulesets]
        if self.file:
            rulesets.append((ruleset_of_file(self.file), self.tr("Your rules")))
        if not rulesets:
            raise RefusedError(Message("Name a ruleset."))
        try:
            win = read_win(self.record)
        except RecordError as error:
            return {"error": error_json(error, self)}
        sides = [scored_side(win, ruleset, label) for ruleset, label in rulesets]
        return {"html": scored_html(sides, self.tr)}


class CompareRules(HouseRulesQuestion):
    """Rulesets side by side, house rules first."""

    ask: Literal["compare"]
    rulesets: Sides
    everything: bool = False

    def answer(self) -> ShownJson:
        """Return the options in which they differ, or all, with space for examples."""
        comparison = compare(*_side_by_side(self.rulesets, self.file), tr=self.tr)
        return {"html": compare_html(comparison, self.tr, everything=self.everything)}


class MakeDocument(HouseRulesQuestion):
    """A document to print, of house rules. With a `page`, a card has a code to open them there.

    Guide, poster and quiz compare the ruleset with its base, or with the ruleset `against`. With an
    address the document is a page to publish there, with the description that a link to it shows.
    """

    ask: Literal["document"]
    kind: Literal["sheet", "rulebook", "guide", "card", "poster", "quiz"]
    paper: PosterPaper = "a4"
    against: RulesetName | None = None
    address: Annotated[str, Field(max_length=LONGEST_ADDRESS)] | None = None
    page: Annotated[str, Field(max_length=LONGEST_ADDRESS)] = ""

    def answer(self) -> DocumentJson:
        """Return the document as a separate page, and a name for it."""
        ruleset = self.ruleset()
        if self.paper not in PAPERS and self.kind != "poster":
            raise RefusedError(Message("Only a poster is printed on {paper}.", paper="A3"))
        name = f"{ruleset.id}-{self.kind}.html"
        tags = {} if self.address is None else self._tags(ruleset, self.address.strip(), name)
        return {"html": html(self._document(ruleset), self.paper, tags), "name": name}

    def _document(self, ruleset: Ruleset) -> Document:
        match self.kind:
            case "sheet":
                return score_sheet(ruleset, self.tr)
            case "card":
                return card(ruleset, self.tr, self.page)
            case "rulebook":
                return rulebook(ruleset, self.tr)
        other = ruleset.base if self.against is None else shipped(self.against)
        assert other is not None
        comparison = compare(other, ruleset, tr=self.tr)
        paths = [row.path for row in comparison.differing]
        if self.kind == "guide":
            examples = contrasting_examples(paths, comparison.rulesets, self.tr)
            return guide(comparison, examples, self.tr, everything=False)
        if not paths:
            raise RefusedError(
                Message("Nothing differs from {base} yet.", base=other.title_in(self.tr))
            )
        if self.kind == "poster":
            return poster(comparison, self.tr)
        asked = questions(comparison, QUESTIONS_OF_A_QUIZ, 1, self.tr)
        if not asked:
            raise RefusedError(Message("Every situation has the same outcome."))
        return quiz(comparison, asked, self.tr)

    def _tags(self, ruleset: Ruleset, address: str, name: str) -> dict[str, str]:
        """Return the page's description, with its address and its picture, if it has one."""
        short = in_short(ruleset, self.tr)
        if not address:
            return short.tags()
        if not re.match(r"https?://[^\s/]", address):
            raise RefusedError(Message("An address begins with https:// or http://."))
        if not address.endswith((".html", ".htm")):
            address = f"{address.rstrip('/')}/{name}"
        return short.tags(address, f"{address.rpartition('/')[0]}/{ruleset.id}.png")


class DrawPicture(HouseRulesQuestion):
    """A picture of the differences to post, and the same in words."""

    ask: Literal["picture"]

    def answer(self) -> PictureJson:
        """Return the picture as SVG, a name for its file, and its text."""
        ruleset = self.ruleset()
        short = in_short(ruleset, self.tr)
        return {
            "svg": short.picture,
            "name": ruleset.id,
            "title": short.title,
            "summary": short.summary,
            "facts": [[fact.title, fact.says] for fact in short.facts],
            "more": short.more,
        }


class FindExamples(HouseRulesQuestion):
    """Cases whose outcome differs between house rules and their base, or between rulesets.

    A page asks for the example of one rule at a time, so that no question takes long.
    """

    ask: Literal["examples"]
    paths: OptionPaths | None = None
    rulesets: Sides = ()

    def answer(self) -> ExamplesJson:
        """Return a drawn case for each option that has one."""
        sides = _sides(self.rulesets, self.file)
        if sides is None:
            return {"examples": {}}
        paths = [path for path in sides.differing if self.paths is None or path in self.paths]
        examples = contrasting_examples(paths, sides.rulesets, self.tr)
        labels = (
            short_names(sides.rulesets, self.tr)
            if sides.is_comparison
            else (sides.rulesets[0].short_title_in(self.tr), self.tr("your rules"))
        )
        return {"examples": examples_html(examples, labels, self.tr)}


@dataclass(frozen=True, slots=True)
class _Sides:
    """Rulesets side by side, for which the page asks for one example after the other.

    Attributes:
        rulesets: the rulesets; for house rules, their base first.
        differing: the options in which they differ.
        is_comparison: whether they are compared by name, not as a base and its house rules.
    """

    rulesets: tuple[Ruleset, ...]
    differing: tuple[str, ...]
    is_comparison: bool


def _side_by_side(names: tuple[str, ...], file: str) -> tuple[Ruleset, ...]:
    """Return the rules of a file, if any, and rulesets by id.

    Raises:
        RefusedError: if there is only one ruleset, or the file has errors.
    """
    rulesets = (*([ruleset_of_file(file)] if file else []), *map(shipped, names))
    if len(rulesets) < 2:
        raise RefusedError(Message("Two or more rulesets are needed."))
    return rulesets


@lru_cache(maxsize=2)
def _sides(names: tuple[str, ...], file: str) -> _Sides | None:
    """Return rulesets by id, after those of a file if any; or, without ids, its base and the file.

    The result is None if there are no ids and the file is not valid.

    Raises:
        RefusedError: if there is only one ruleset.
    """
    if names:
        rulesets = _side_by_side(names, file)
        comparison = compare(*rulesets)
        differing = tuple(row.path for row in comparison.differing)
        return _Sides(rulesets, differing, is_comparison=True)
    house_rules = house_rules_of(file) if file else HouseRulesFile.new()
    if house_rules.base is None or house_rules.ruleset is None:
        return None
    rulesets = (house_rules.base, house_rules.ruleset)
    return _Sides(rulesets, tuple(house_rules.ruleset.changes), is_comparison=False)
