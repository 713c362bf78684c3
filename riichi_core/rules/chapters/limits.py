"""Limits: flat payments from certain numbers of han on, and which hands reach them."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.language import Translator
from riichi_core.rules.options import ByShape, Chapter, CompoundValue, Han, SetOf, option, rows_of

LimitName = Literal["mangan", "haneman", "baiman", "sanbaiman"]

Base = Annotated[int, Field(ge=100, le=100_000, multiple_of=100)]
"""Base points: a discard pays four times this to a non-dealer, six times to East."""


class Limit(CompoundValue):
    """One row of the limits table."""

    han: Han = option("From this many han", "From {value} han.", unit="han")
    base: Base = option("Base value", "Base value {value}.", unit="points")


def _limit_sentence(limit: Limit, tr: Translator) -> str:
    return tr(
        "From {han} han: base {base}, i.e. {other} on a discard, {east} to East.",
        han=limit.han,
        base=limit.base,
        other=4 * limit.base,
        east=6 * limit.base,
    )


CountedRows = Annotated[tuple[Limit, ...], Field(min_length=2)]
"""A counted yakuman with higher payments from higher numbers of han on."""


def _counted_sentence(value: Limit | CountedRows | str, tr: Translator) -> str:
    if not (rows := rows_of(value)):
        return tr("Without a yakuman no hand is paid more than sanbaiman.")
    first, *more = rows
    sentences = [
        tr(
            "From {han} han a hand without a yakuman is paid as a counted yakuman, base {base}.",
            han=first.han,
            base=first.base,
        )
    ]
    sentences += [
        tr("From {han} han the base is {base}.", han=row.han, base=row.base) for row in more
    ]
    return " ".join(sentences)


class AddUpToMost(CompoundValue):
    """Several yakuman add up, but only to a maximum payment."""

    most: int = option(
        "At most",
        "Several yakuman in one hand are paid together, at most {value}.",
        unit="yakuman",
        ge=2,
        le=100,
    )


def _yakuman_sentence(base: int, tr: Translator) -> str:
    return tr(
        "One yakuman: base {base}, i.e. {other} on a discard, {east} to East.",
        base=base,
        other=4 * base,
        east=6 * base,
    )


class Limits(Chapter):
    """The limits table, row by row."""

    TITLE: ClassVar[str] = "Limits"

    mangan: Limit = option(
        "Mangan", _limit_sentence, clauses="points-mangan points-limit-table score-five-han-no-fu"
    )
    haneman: Limit = option("Haneman", _limit_sentence, clauses="points-haneman points-limit-table")
    baiman: Limit = option("Baiman", _limit_sentence, clauses="points-baiman points-limit-table")
    sanbaiman: Limit = option(
        "Sanbaiman", _limit_sentence, clauses="points-sanbaiman points-limit-table"
    )
    counted_yakuman: Annotated[Literal["none"] | Limit | CountedRows, ByShape] = option(
        "Counted yakuman",
        _counted_sentence,
        labels={
            "none": "No counted yakuman",
            "=han": "A counted yakuman, from a number of han",
            "=list": "Counted yakuman that pay more with more han",
        },
        clauses="points-no-counted-yakuman points-thirteen-fan-sentence points-limit-table",
        asked="hand",
    )
    yakuman: Base = option("Yakuman", _yakuman_sentence, clauses="points-yakuman", unit="points")
    several_yakuman: Annotated[Literal["best_one", "add_up"] | AddUpToMost, ByShape] = option(
        "Several yakuman in one hand",
        {
            "best_one": "Only the best of several yakuman is paid.",
            "add_up": "Several yakuman in one hand are paid together.",
        },
        labels={"=most": "Paid together, up to a maximum"},
        clauses="points-yakuman-single",
        asked="hand",
    )
    raised_to_mangan: SetOf[Literal["four_han_thirty_fu", "three_han_sixty_fu"]] = option(
        "4 han 30 fu and 3 han 60 fu (base value 1,920)",
        {
            "four_han_thirty_fu": "A hand is raised to mangan at 4 han 30 fu.",
            "three_han_sixty_fu": "A hand is raised to mangan at 3 han 60 fu.",
            "": "A base value of 1,920 is not raised: 4 han 30 fu and 3 han 60 fu pay 7,700, or "
            "11,600 to East (self-drawn 2,000/3,900, or 3,900 each).",
        },
        clauses="points-1920-four-thirty points-1920-three-sixty points-table-east-tsumo "
        "points-table-east-ron points-table-other-tsumo points-table-other-ron score-example-02 "
        "score-example-08",
        asked="hand",
    )

    @property
    def counted_rows(self) -> tuple[Limit, ...]:
        """The rows of the counted yakuman, in ascending order; empty if there is none."""
        return rows_of(self.counted_yakuman)
