"""Find the options that make two rulesets score a win differently, by trying each of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from riichi_core.comparison.comparison import compare
from riichi_core.hands.win import Win
from riichi_core.messages import Message
from riichi_core.rules.checks import contradictions
from riichi_core.rules.load import ruleset_of
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scoring.explain import Explanation, explain
from riichi_core.scoring.result import NoWin, Score
from riichi_core.scoring.score import ImpossibleWinError, Scorer

Result = Score | NoWin | ImpossibleWinError


@dataclass(frozen=True, slots=True)
class DecidingOption:
    """One option that changes what a win is worth, tried on its own.

    Attributes:
        path: the option, e.g. `limits.raised_to_mangan`.
        title: its title.
        values: its value under the first and under the second ruleset, as sentences.
        alone: what the win is worth under the first ruleset with only this value of the second,
            in points; None if it is no win then.
        without: what it is worth under the second ruleset with only this value of the first.
    """

    path: str
    title: str
    values: tuple[str, str]
    alone: int | None
    without: int | None


@dataclass(frozen=True, slots=True)
class Difference:
    """The scores of a win under two rulesets, and the options that make them differ.

    >>> win = Win("34445m35p123345s", "4p", by="tsumo", seat="south", dora="4p")
    >>> difference = why_differ(win, "ema-2016", "ema-2025")
    >>> difference.points, [option.path for option in difference.options]
    ((7900, 8000), ['limits.raised_to_mangan'])

    Attributes:
        first: the explanation under the first ruleset.
        second: the explanation under the second one.
        options: the options that change the points when they are tried alone, in reading order;
            empty if the points are equal, or if only several options together change them.
    """

    first: Explanation
    second: Explanation
    options: tuple[DecidingOption, ...]

    @property
    def points(self) -> tuple[int | None, int | None]:
        """The points under both rulesets; None if it is no win."""
        return _points(self.first.result), _points(self.second.result)

    @property
    def differs(self) -> bool:
        """True if the points differ."""
        return self.points[0] != self.points[1]

    @property
    def decisive(self) -> DecidingOption | None:
        """The only option that makes the difference; None if it is not a single one.

        With its other value, each ruleset comes to the points of the other.
        """
        first, second = self.points
        match self.options:
            case (option,) if (option.alone, option.without) == (second, first):
                return option
        return None

    def as_json(self) -> dict[str, Any]:
        """Return a JSON object: the ids, the points, and each option with its points."""
        return {
            "rulesets": [self.first.ruleset.id, self.second.ruleset.id],
            "points": list(self.points),
            "decisive": None if self.decisive is None else self.decisive.path,
            "options": [
                {"path": option.path, "alone": option.alone, "without": option.without}
                for option in self.options
            ],
        }

    def _repr_html_(self) -> str:
        """Return the points and a table of the options, for notebooks."""
        from riichi_core.notebook import paragraph_html, table_html  # noqa: PLC0415

        head, *_ = map(str, difference_lines(self))
        rows = [
            (option.path, option.title, *option.values,
             "no win" if option.alone is None else f"{option.alone:,}")
            for option in self.options
        ]  # fmt: skip
        first, second = self.first.ruleset.id, self.second.ruleset.id
        heads = ("option", "title", first, second, f"{first} with only this value of {second}")
        return paragraph_html(head) + (table_html(rows, heads) if rows else "")

    def __str__(self) -> str:
        """Return the points and a line for each option."""
        return "\n".join(map(str, difference_lines(self)))

    def __repr__(self) -> str:
        """Return `<Difference between ema-2016 and wrcr-2015: limits.raised_to_mangan>`."""
        paths = ", ".join(option.path for option in self.options) or "no single option"
        ids = f"{self.first.ruleset.id} and {self.second.ruleset.id}"
        return f"<Difference between {ids}: {paths if self.differs else 'none'}>"


def why_differ(win: Win, first: Ruleset | str | Path, second: Ruleset | str | Path) -> Difference:
    """Return why a win is worth different points under two rulesets.

    It tries each option that differs: under the first ruleset with only this value of the second,
    and the other way round. So it also tells when no single option makes the difference.

    Args:
        win: the facts of the win.
        first: a ruleset, its id or its path.
        second: another one.

    Raises:
        RulesetError: an unknown ruleset, or one with errors.
        RiichiError: it is not a win.

    >>> win = Win("34445m35p123345s", "4p", by="tsumo", seat="south", dora="4p")
    >>> print(why_differ(win, "ema-2016", "ema-2025"))
    7,900 points under ema-2016, 8,000 points under ema-2025
    limits.raised_to_mangan alone makes the difference: 4 han 30 fu and 3 han 60 fu (base value \
1,920)
    """
    return difference_of(explain(win, ruleset_of(first)), explain(win, ruleset_of(second)))


def difference_of(first: Explanation, second: Explanation) -> Difference:
    """Return why two explanations of the same win come to different points."""
    difference = Difference(first, second, ())
    if not difference.differs:
        return difference
    return replace(difference, options=tuple(_deciding_options(difference)))


def _deciding_options(difference: Difference) -> Iterator[DecidingOption]:
    win, points = difference.first.win, difference.points
    first, second = difference.first.ruleset, difference.second.ruleset
    for row in compare(first, second).differing:
        if row.effect == "table" or row.chapter == "tournament":
            continue
        alone = _points_with(win, first.rules.with_value_of(row.path, second.rules), points[0])
        without = _points_with(win, second.rules.with_value_of(row.path, first.rules), points[1])
        if (alone, without) != points:
            meanings = row.sides[0].sentences, row.sides[1].sentences
            yield DecidingOption(row.path, row.title, meanings, alone, without)


def _points_with(win: Win, rules: Rules, unchanged: int | None) -> int | None:
    """Return the points under changed rules; `unchanged` if the options contradict each other."""
    if contradictions(rules):
        return unchanged
    try:
        return _points(Scorer(rules).score(win))
    except ImpossibleWinError:
        return None


def _points(result: Result) -> int | None:
    return result.points if isinstance(result, Score) else None


# ---- in words ------------------------------------------------------------------------------------


def _amount(points: int | None) -> Message:
    if points is None:
        return Message("no win")
    return Message.counted("{n:,} point", "{n:,} points", points)


def difference_lines(
    difference: Difference, names: tuple[str, str] | None = None
) -> Iterator[Message]:
    """Yield the points under both rulesets, by name or id, then a sentence for each option."""
    if names is None:
        names = difference.first.ruleset.id, difference.second.ruleset.id
    first, second = map(_amount, difference.points)
    if not difference.differs:
        yield Message("{points} under both", points=first)
        return
    yield Message(
        "{first} under {one}, {second} under {other}",
        first=first, one=names[0], second=second, other=names[1],
    )  # fmt: skip
    decisive = difference.decisive
    for option in difference.options:
        if option is decisive:
            yield Message(
                "{path} alone makes the difference: {title}",
                path=option.path, title=Message(option.title),
            )  # fmt: skip
            continue
        changed = (
            (option.alone, names[0], names[1], difference.points[0]),
            (option.without, names[1], names[0], difference.points[1]),
        )
        for points, ruleset, other, unchanged in changed:
            if points != unchanged:
                yield Message(
                    "{path}: {points} under {ruleset} with only this rule of {other} ({title})",
                    path=option.path, points=_amount(points), ruleset=ruleset, other=other,
                    title=Message(option.title),
                )  # fmt: skip
    if not difference.options:
        yield Message("no single option makes the difference: several do together")
    elif decisive is None and not _explains(difference):
        yield Message("no single option explains all of it")


def _explains(difference: Difference) -> bool:
    """Return whether one of the options alone leads from one result to the other."""
    first, second = difference.points
    return any(option.alone == second or option.without == first for option in difference.options)
