"""Winning: the requirements for a win, and interpretations that a ruleset decides."""

from typing import Annotated, ClassVar, Literal

from pydantic import Field

from riichi_core.language import Translator
from riichi_core.rules.options import ByShape, Chapter, CompoundValue, Han, option, rows_of


class MoreWithCounters(CompoundValue):
    """A higher minimum from a certain number of counters on."""

    counters: int = option(
        "From this many counters", "From {value} counters on", unit="counters", ge=1, le=100
    )
    han: Han = option("Han from yaku", "a win needs {value} han from yaku.", unit="han")


MinimumRows = Annotated[tuple[MoreWithCounters, ...], Field(min_length=2)]
"""Minima that rise further with more counters."""

MinimumWithCounters = Annotated[Literal["same"] | MoreWithCounters | MinimumRows, ByShape]


def _minimum_sentence(value: MoreWithCounters | MinimumRows | str, tr: Translator) -> str:
    sentences = (
        tr(
            "With {counters} or more counters on the table a win needs {han} han from yaku; dora "
            "do not count.",
            counters=row.counters,
            han=row.han,
        )
        for row in rows_of(value)
    )
    return " ".join(sentences) or tr("The minimum stays the same for any number of counters.")


TileNotApart = Literal["no_consequence", "no_wait_points", "certain_only", "lowest_scoring_tile"]


class Winning(Chapter):
    """The conditions of a win."""

    TITLE: ClassVar[str] = "Winning"

    minimum_han: Han = option(
        "Minimum to win",
        "A win needs at least {value} han from yaku; dora do not count.",
        clauses="win-min-one-yaku dora-not-a-yaku",
        unit="han",
    )
    minimum_with_counters: MinimumWithCounters = option(
        "Minimum with many counters",
        _minimum_sentence,
        labels={"=counters": "More with enough counters", "=list": "Several steps"},
        clauses="win-no-two-yaku-rule",
    )
    atozuke: Literal["allowed", "every_wait_has_yaku"] = option(
        "Waits without yaku",
        {
            "allowed": "A hand wins with each tile that gives it a yaku, even if another of its "
            "waits would not.",
            "every_wait_has_yaku": "A hand wins only if each of its waits would give it a yaku "
            "(no atozuke). A yaku from the way it was won counts.",
        },
        clauses="win-atozuke",
        unregulated="allowed",
        looked_for="2026-11-22",
    )
    dealt_hand: Literal["last_drawn", "any_tile"] = option(
        "Winning tile of a dealt hand",
        {
            "last_drawn": "If East wins with the dealt tiles, the winning tile is the one dealt "
            "last.",
            "any_tile": "If East wins with the dealt tiles, the winning tile is the one with "
            "which the hand scores most.",
        },
        unregulated="last_drawn",
        looked_for="2026-11-22",
    )
    tile_not_kept_apart: TileNotApart = option(
        "Winning tile not kept apart on self-draw",
        {
            "no_consequence": "Mixing the winning tile into the hand has no consequence.",
            "no_wait_points": "The win counts, but the wait earns no minipoints and no yaku that "
            "depends on it, e.g. pinfu.",
            "certain_only": "The win counts, but only with the minipoints and yaku that it has "
            "for every possible drawn tile. Pinfu does not count; if a drawn tile would give "
            "pinfu, the self-draw has no minipoints.",
            "lowest_scoring_tile": "The win counts as if the drawn tile were the one that scores "
            "least.",
        },
        clauses="win-tile-not-apart",
    )
    last_tile_after_quad: Literal["after_a_quad", "both"] = option(
        "Win on a replacement tile that is the last tile",
        {
            "after_a_quad": "Only After a Quad counts, not Under the Sea.",
            "both": "After a Quad and Under the Sea both count.",
        },
        clauses="yaku-haitei-not-rinshan",
    )
    four_identical_sequences: Literal["two_double_sequences", "one_double_sequence"] = option(
        "Four identical sequences",
        {
            "two_double_sequences": "Four identical sequences count as Twice Pure Double Sequence.",
            "one_double_sequence": "Four identical sequences count as only one Pure Double "
            "Sequence.",
        },
        clauses="yaku-ryanpeikou-four-identical",
    )
    score_correction: Literal["no_deadline", "while_hand_intact"] = option(
        "Deadline for correcting a score",
        {
            "no_deadline": "The rules have no deadline for correcting a score.",
            "while_hand_intact": "A score can be corrected while the hand is intact, and later "
            "only if all players agree.",
        },
        clauses="score-correction-window",
        effect="table",
    )
    points_asked: Literal["any_time", "own_turn", "between_deals", "not_regulated"] = option(
        "Asking for the other players' points",
        {
            "any_time": "A player may be asked for their points at any time, and must count and "
            "state them.",
            "own_turn": "On their own turn, a player may ask the others for their points. The "
            "others must answer truthfully. Asking too often can be obstruction.",
            "between_deals": "A player may ask the others for their points between hands, but "
            "only as often as needed. They must answer.",
            "not_regulated": "The rules do not say when players may ask for points.",
        },
        clauses="score-count-on-request",
        effect="table",
    )

    @property
    def minimum_rows(self) -> tuple[MoreWithCounters, ...]:
        """The higher minima, from the fewest counters on; empty if there are none."""
        return rows_of(self.minimum_with_counters)

    def minimum(self, counters: int) -> int:
        """Return the minimum han from yaku for a win."""
        rows = (row.han for row in self.minimum_rows if counters >= row.counters)
        return max((self.minimum_han, *rows))
