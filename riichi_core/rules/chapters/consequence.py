"""Consequences of faults: the words that most have in common, and the records of a few."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field, Tag

from riichi_core.language import Text, Translator
from riichi_core.rules.options import (
    RECORD,
    WORD,
    ByKey,
    ByShape,
    Option,
    PointsValue,
    RecordValue,
    SetOf,
)


class PointsOff(RecordValue):
    """Points off the offender's result after uma; the deal goes on."""

    points: Annotated[
        PointsValue,
        Option(
            "Points",
            "{value} points off the player's result after uma; the deal goes on.",
            unit="points",
        ),
    ]


class PointsOffSheet(PointsOff):
    """Points off the offender's result after uma, for a sheet that is filled in."""

    points: Annotated[
        PointsValue,
        Option("Points", "{value} points off the player's result after uma.", unit="points"),
    ]


Fault = Annotated[
    Annotated[Literal["free", "void", "dead_hand", "chombo", "not_regulated"], WORD]
    | Annotated[PointsOff, Tag("=points")],
    ByKey,
]
"""The consequences that a fault in play can have."""

NOT_REGULATED = "The rules do not speak of it."

FAULT = {
    "free": "No penalty.",
    "void": "It is void, without a penalty.",
    "dead_hand": "Dead hand.",
    "chombo": "Chombo.",
    "not_regulated": NOT_REGULATED,
}

SheetFault = Annotated[
    Annotated[Literal["free", "void", "dead_hand", "chombo", "not_regulated"], WORD]
    | Annotated[PointsOffSheet, Tag("=points")],
    ByKey,
]
"""The consequences that a wrong or unsigned sheet can have."""

Withdrawal = Annotated[
    Annotated[Literal["free", "void", "dead_hand", "chombo", "not_regulated", "stands"], WORD]
    | Annotated[PointsOff, Tag("=points")],
    ByKey,
]
"""The consequences of withdrawing a call of which tiles were shown."""


class ManyTiles(RecordValue):
    """The numbers of exposed tiles that make a hand dead, and that spoil the deal."""

    dead_hand_from: Annotated[
        int, Field(ge=1, le=136), Option("Dead hand from", "{value} tiles", unit="tiles")
    ]
    chombo_from: Annotated[
        int, Field(ge=1, le=136), Option("Chombo from", "{value} tiles", unit="tiles")
    ]


TilesExposed = Annotated[
    Annotated[Literal["not_regulated"], WORD] | Annotated[ManyTiles, RECORD], ByShape
]
"""The number of exposed tiles that makes a hand dead, where a book gives one."""


def tiles_exposed_sentence(value: ManyTiles | str, tr: Translator) -> str:
    """Return in words from how many exposed tiles on a hand is dead."""
    if not isinstance(value, ManyTiles):
        return tr("No number of tiles is laid down; whether play can go on is judged.")
    return tr(
        "From {dead} tiles on a dead hand; from {chombo} on play cannot go on.",
        dead=value.dead_hand_from,
        chombo=value.chombo_from,
    )


ConductWord = Literal[
    "free", "referee", "obstruction", "dead_hand", "chombo", "disqualification", "not_regulated"
]

Conduct = Annotated[
    Annotated[ConductWord, WORD] | Annotated[PointsOff, Tag("=points")],
    ByKey,
]
"""The consequences that a person's conduct can have."""

PassingInformation = Annotated[
    Annotated[Literal[ConductWord, "dead_hand_or_points"], WORD]
    | Annotated[PointsOff, Tag("=points")],
    ByKey,
]
"""The consequences that passing information can have."""

CONDUCT = {
    "free": "No penalty.",
    "referee": "The referee decides.",
    "obstruction": "It is treated as obstruction.",
    "dead_hand": "Dead hand.",
    "chombo": "Chombo.",
    "disqualification": "Disqualification.",
    "not_regulated": NOT_REGULATED,
}


def fault(title: str, *clauses: str, says: Mapping[str, str] | None = None) -> Option:
    """Return the option of a fault in play; `says` has what consequences mean for it alone."""
    return Option(title, FAULT | dict(says or {}), clauses, unregulated="not_regulated")


def conduct(title: str, *clauses: str, says: Mapping[str, str] | None = None) -> Option:
    """Return the option of a kind of conduct; `says` as for `fault`."""
    return Option(title, CONDUCT | dict(says or {}), clauses, unregulated="not_regulated")


PENALTY = {"chombo": "Chombo.", "dead_hand": "Dead hand."}

FoundAt = Literal["exhaustive_draw", "own_win", "four_riichi"]

FOUND_AT = {
    "exhaustive_draw": "at an exhaustive draw",
    "four_riichi": "when four riichi end the deal",
    "own_win": "when the player declares a win",
}


def _judged(penalty: str, found_at: tuple[FoundAt, ...], tr: Translator) -> str:
    return tr(
        "{penalty}, judged {when}.",
        penalty=tr(PENALTY[penalty]).rstrip("."),
        when=tr.either(tr(text) for word, text in FOUND_AT.items() if word in found_at),
    )


class NotenRiichi(RecordValue):
    """Riichi on a hand that is not tenpai: when it is judged, and what excuses it."""

    penalty: Annotated[Literal["chombo", "dead_hand"], Option("Penalty", PENALTY)]
    found_at: Annotated[SetOf[FoundAt], Field(min_length=1), Option("When it is judged", FOUND_AT)]
    dead_hand_excuse: Annotated[
        Literal["no_proof", "hand_shown"],
        Option(
            "Noten only because of a later dead hand",
            {
                "no_proof": "A hand that is noten only because it was declared dead later is "
                "excused; no proof is asked.",
                "hand_shown": "A hand that is noten only because it was declared dead later is "
                "excused if it is shown.",
            },
        ),
    ]


NotenRiichiFault = Annotated[
    Annotated[Literal["valid"], WORD] | Annotated[NotenRiichi, RECORD], ByShape
]
"""Riichi without tenpai: a fault, or a riichi as any other."""


EXCUSE: dict[str, Text] = {
    "no_proof": "A hand that is noten only because it was declared dead later pays noten instead; "
    "no proof is asked.",
    "hand_shown": "A hand that is noten only because it was declared dead later pays noten "
    "instead, if it is shown.",
}


def noten_riichi_sentence(value: NotenRiichi | str, tr: Translator) -> str:
    """Return riichi without tenpai in words."""
    if not isinstance(value, NotenRiichi):
        return tr("No fault: riichi needs no tenpai hand, and who is noten at a draw pays noten.")
    judged = _judged(value.penalty, value.found_at, tr)
    return f"{judged} {tr(EXCUSE[value.dead_hand_excuse])}"


class RiichiKong(RecordValue):
    """An unlawful concealed kong after riichi."""

    penalty: Annotated[Literal["chombo", "dead_hand"], Option("Penalty", PENALTY)]
    found_at: Annotated[SetOf[FoundAt], Field(min_length=1), Option("When it is judged", FOUND_AT)]


def riichi_kong_sentence(value: RiichiKong, tr: Translator) -> str:
    """Return an unlawful kong after riichi in words."""
    return _judged(value.penalty, value.found_at, tr)


class Fines(RecordValue):
    """Obstruction by degrees: fixed fines, a range for grave cases, then the end."""

    fines: Annotated[
        tuple[PointsValue, ...],
        Field(min_length=1, max_length=4),
        Option("Fines", "Fines", unit="points"),
    ]
    serious_from: Annotated[PointsValue, Option("Serious cases from", "{value}", unit="points")]
    serious_to: Annotated[PointsValue, Option("Serious cases up to", "{value}", unit="points")]
    repeated: Annotated[
        Literal["disqualification", "referee"],
        Option(
            "Repeated after that",
            {
                "disqualification": "Disqualification.",
                "referee": "The referee decides.",
            },
        ),
    ]


class ByDegree(RecordValue):
    """Obstruction costs points by degree."""

    by_degree: Annotated[Fines, Option("By degree", "")]


Obstruction = Annotated[
    Annotated[Literal["referee", "not_regulated"], WORD] | Annotated[ByDegree, Tag("=by_degree")],
    ByKey,
]


DEGREES: dict[str, Text] = {
    "disqualification": "{fines} points, in serious or repeated cases {least} to {most}, off the "
    "result after uma; after that disqualification.",
    "referee": "{fines} points, in serious or repeated cases {least} to {most}, off the result "
    "after uma; after that the referee.",
}


def obstruction_sentence(value: ByDegree | str, tr: Translator) -> str:
    """Return obstruction in words."""
    if isinstance(value, ByDegree):
        degrees = value.by_degree
        return tr(
            DEGREES[degrees.repeated],
            fines=tr.either(map(tr.number, degrees.fines)),
            least=degrees.serious_from,
            most=degrees.serious_to,
        )
    if value == "referee":
        return tr("The referee decides; repeated, disqualification is possible.")
    return tr(CONDUCT["not_regulated"])
