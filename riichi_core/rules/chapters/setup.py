"""Setup: the points that players start with, seats and wareme."""

from typing import ClassVar, Literal

from riichi_core.rules.options import Chapter, PointsValue, option


class Setup(Chapter):
    """Before the first hand."""

    TITLE: ClassVar[str] = "Setup"

    starting_points: PointsValue = option(
        "Starting points",
        "Each player starts with {value} points.",
        clauses="setup-starting-points",
        unit="points",
        asked="game",
    )
    wareme: Literal["none", "double"] = option(
        "Wareme: the player whose wall was broken",
        {
            "none": "It does not matter whose wall is broken.",
            "double": "The player whose wall is broken pays double and is paid double for a "
            "hand. Counters, riichi bets and the noten penalty do not change.",
        },
        unregulated="none",
        looked_for="2026-11-22",
    )
    seats: Literal[
        "lots_unless_scheduled",
        "lots",
        "lots_or_traditional_draw",
        "chosen_by_players",
        "by_software",
    ] = option(
        "First seats",
        {
            "lots_unless_scheduled": "Four wind tiles are drawn for the first seats, unless a "
            "schedule gives them.",
            "lots": "Four wind tiles are drawn for the first seats.",
            "lots_or_traditional_draw": "The first seats are always drawn at the table, with four "
            "wind tiles or by the traditional draw with dice. The "
            "organiser chooses one method for all tables.",
            "chosen_by_players": "The players choose their seats, and dice or lots choose the "
            "first East.",
            "by_software": "The software seats the players.",
        },
        clauses="seating-lots seating-schedule seating-lot-meaning seating-traditional-draw",
        effect="table",
    )
    uneven_tables: Literal["not_regulated", "five", "three_or_five"] = option(
        "Three or five players at a table",
        {
            "not_regulated": "The rules are for four players at a table.",
            "five": "Five may play at a table, four at a time. When the deal passes, the player "
            "who was East rests, and the one who rested is the new North. Each of the five "
            "is East once a round.",
            "three_or_five": "Five may play at a table, four at a time. When the deal passes, the "
            "player who was East rests, and the one who rested is the new North. Each of the five "
            "is East once a round. Three may also play. They draw for the empty fourth seat, and "
            "discard that tile at once.",
        },
        effect="table",
        looked_for="2026-11-29",
    )
