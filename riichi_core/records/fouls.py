"""A record of a foul in a deal, and the JSON of what it came to: docs/contracts.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypedDict

from riichi_core.game.deal_foul_text import foul_line, settled_effect
from riichi_core.game.deal_fouls import MOST_POINTS, CommittedFoul, JudgedFoul
from riichi_core.game.fouls import fouls
from riichi_core.game.judgement import SettledEffect
from riichi_core.records.model import Omittable, PlayerSeat, Record, Whole, as_word
from riichi_core.settlement.settle import Settlement
from riichi_core.tiles import Wind

FOULS = fouls()

Moment = Literal["in_play", "at_end"]


class DealFoul(Record):
    """A foul of a deal: who committed it, when it was found, and what a referee took off for it."""

    noun = "a foul"

    seat: PlayerSeat
    foul: Annotated[str, as_word(FOULS, str), Field(json_schema_extra={"enum": list(FOULS)})]
    points: Annotated[
        Omittable[Annotated[Whole, Field(ge=0, le=MOST_POINTS)]],
        Field(description="What a referee took off the result, where a referee decides."),
    ] = None
    moment: Annotated[
        Moment,
        Field(
            description="Whether it was found in play, so that a chombo ended the deal before the "
            "end that is written down, or at the same time as that end."
        ),
    ] = "at_end"
    turn: Annotated[
        Omittable[Annotated[Whole, Field(ge=1, le=30)]],
        Field(description="The set of turns, from 1, in which it was found in play."),
    ] = None

    def committed(self) -> CommittedFoul:
        """Return the foul as the judgement of a deal takes it; with a turn it was found in play."""
        in_play = self.moment == "in_play" or self.turn is not None
        return CommittedFoul(self.seat, self.foul, self.points, in_play, self.turn)


class FoulJson(TypedDict):
    """The outcome of a foul in a deal, as a word and in words."""

    seat: str
    foul: str
    comes_to: SettledEffect
    says: str


def fouls_json(
    judged: Iterable[JudgedFoul], settlement: Settlement, names: Mapping[Wind, str]
) -> list[FoulJson]:
    """Return what the fouls of a deal came to as JSON.

    Args:
        judged: the fouls.
        settlement: what the deal came to.
        names: what each seat is called.
    """
    return [
        {
            "seat": names[one.seat],
            "foul": one.judgement.foul,
            "comes_to": settled_effect(one, settlement),
            "says": foul_line(one, settlement, names[one.seat]),
        }
        for one in judged
    ]
