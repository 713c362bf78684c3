"""Limits: the rows above which han are paid flat, and what reaches them."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.language import Translator
from riichi_core.rules.options import (
    LIST,
    RECORD,
    WORD,
    ByShape,
    Chapter,
    Han,
    Option,
    RecordValue,
    SetOf,
)

LimitName = Literal["mangan", "haneman", "baiman", "sanbaiman"]

Base = Annotated[int, Field(ge=100, le=100_000, multiple_of=100)]
"""Base points: a discard pays four times this to a non-dealer, six times to East."""


class Limit(RecordValue):
    """One row of the limits table."""

    han: Annotated[Han, Option("From how many han", "From {value} han.", unit="han")]
    base: Annotated[Base, Option("Base value", "Base value {value}.", unit="points")]


def _row(limit: Limit, tr: Translator) -> str:
    return tr(
        "From {han} han: base {base}, that is {other} on a discard, {east} to East.",
        han=limit.han,
        base=limit.base,
        other=4 * limit.base,
        east=6 * limit.base,
    )


CountedRows = Annotated[tuple[Limit, ...], Field(min_length=2)]
"""A counted yakuman that pays more from more han on."""


def _counted(value: Limit | CountedRows | str, tr: Translator) -> str:
    if isinstance(value, str):
        return tr("However many han: without a yakuman a hand is never paid more than sanbaiman.")
    first, *more = (value,) if isinstance(value, Limit) else value
    told = [
        tr(
            "From {han} han a hand without a yakuman is paid as a counted yakuman, base {base}.",
            han=first.han,
            base=first.base,
        )
    ]
    told += [tr("From {han} han its base is {base}.", han=row.han, base=row.base) for row in more]
    return " ".join(told)


class AddUpToMost(RecordValue):
    """Several yakuman add up, but no hand is paid for more than a most."""

    most: Annotated[
        int,
        Field(ge=2, le=100),
        Option(
            "At most",
            "Several yakuman in one hand are paid together, at most {value}.",
            unit="yakuman",
        ),
    ]


def _yakuman(base: int, tr: Translator) -> str:
    return tr(
        "One yakuman: base {base}, that is {other} on a discard, {east} to East.",
        base=base,
        other=4 * base,
        east=6 * base,
    )


class Limits(Chapter):
    """The limits table, row by row."""

    TITLE: ClassVar[str] = "Limits"

    mangan: Annotated[
        Limit,
        Option("Mangan", _row, ("points-mangan", "points-limit-table", "score-five-han-no-fu")),
    ]
    haneman: Annotated[Limit, Option("Haneman", _row, ("points-haneman", "points-limit-table"))]
    baiman: Annotated[Limit, Option("Baiman", _row, ("points-baiman", "points-limit-table"))]
    sanbaiman: Annotated[
        Limit, Option("Sanbaiman", _row, ("points-sanbaiman", "points-limit-table"))
    ]
    counted_yakuman: Annotated[
        Annotated[
            Annotated[Literal["none"], WORD]
            | Annotated[Limit, RECORD]
            | Annotated[CountedRows, LIST],
            ByShape,
        ],
        Option(
            "Counted yakuman",
            _counted,
            ("points-no-counted-yakuman", "points-thirteen-fan-sentence", "points-limit-table"),
        ),
    ]
    yakuman: Annotated[
        Base,
        Option(
            "Yakuman",
            _yakuman,
            ("points-yakuman",),
            unit="points",
        ),
    ]
    several_yakuman: Annotated[
        Annotated[
            Annotated[Literal["best_one", "add_up"], WORD] | Annotated[AddUpToMost, RECORD],
            ByShape,
        ],
        Option(
            "Several yakuman in one hand",
            {
                "best_one": "Several yakuman do not add up; the best one is paid.",
                "add_up": "Several yakuman in one hand are paid together.",
            },
            ("points-yakuman-single",),
        ),
    ]
    raised_to_mangan: Annotated[
        SetOf[Literal["four_han_thirty_fu", "three_han_sixty_fu"]],
        Option(
            "4 han 30 fu and 3 han 60 fu (base value 1,920)",
            {
                "four_han_thirty_fu": "4 han 30 fu is raised to mangan.",
                "three_han_sixty_fu": "3 han 60 fu is raised to mangan.",
                "": "Base 1,920 is paid as it is: 4 han 30 fu and 3 han 60 fu are 7,700, or 11,600 "
                "to East (self-drawn 2,000/3,900, or 3,900 each).",
            },
            (
                "points-1920-four-thirty",
                "points-1920-three-sixty",
                "points-table-east-tsumo",
                "points-table-east-ron",
                "points-table-other-tsumo",
                "points-table-other-ron",
                "score-example-02",
                "score-example-08",
            ),
        ),
    ]

    @property
    def counted_rows(self) -> tuple[Limit, ...]:
        """The rows of the counted yakuman, in ascending order; none where there is none."""
        counted = self.counted_yakuman
        if isinstance(counted, Limit):
            return (counted,)
        return () if isinstance(counted, str) else counted
