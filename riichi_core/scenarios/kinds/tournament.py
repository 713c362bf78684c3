"""Scenarios of tournaments: given rows, expected standings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import Field, model_validator

from riichi_core.files.problem import START, Pointer, Span, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message
from riichi_core.records.fields import Record
from riichi_core.records.standings_json import standings_json
from riichi_core.records.tournament_rows import MAX_ROWS, RowLabel, RowRecord, SheetReading
from riichi_core.rules.ruleset import Ruleset
from riichi_core.scenarios.kinds.kind import Kind
from riichi_core.settlement.ending import DealError
from riichi_core.standings.score_entry import with_points
from riichi_core.standings.sessions import Sheet, seating
from riichi_core.standings.standings import keeping_forbidden, standings_of


class ScenarioRow(RowRecord):
    """A row; by default it is in session 1 at table A."""

    session: RowLabel = "1"

    @model_validator(mode="before")
    @classmethod
    def _at_once(cls, data: Any) -> Any:
        """Put a player without a table who is not absent at table A."""
        away = isinstance(data, Mapping) and "absent" in data and "substitute" not in data
        return {"table": "A", **data} if isinstance(data, Mapping) and not away else data


class TournamentFacts(Record):
    """The rows of a tournament."""

    rows: Annotated[list[ScenarioRow], Field(min_length=1, max_length=MAX_ROWS)]

    def sheet(self) -> Sheet:
        """Return the tables.

        Raises:
            RecordError: if the rows have a problem together; it names the first one.
        """
        spans: dict[Pointer, Span] = {(): START}
        spans |= {("rows", n): Span(n + 1, 1, n + 1, 1) for n in range(len(self.rows))}
        reading = SheetReading(
            SourceDocument("", ("",) * (len(self.rows) + 1), None, spans, {}, {})
        )
        for number, row in enumerate(self.rows):
            reading.sit(number, {"session": row.session, "table": row.table or None})
        sheet = reading.seated("", enumerate(self.rows))
        for problem in in_file_order(reading.problems):
            if problem.severity == "error":
                field = f"rows.{problem.span.line - 1}"
                raise DealError("wrong_row", field, problem.message)
        return sheet


def tournament_result(facts: TournamentFacts, ruleset: Ruleset) -> Mapping[str, Any]:
    """Return the standings under a ruleset in points, and the facts of the seating.

    Raises:
        DealError: if the points of a table do not add up.
    """
    rules = ruleset.rules
    sheet, _, problems = with_points(facts.sheet(), rules)
    for problem in problems:
        if problem.severity != "error":
            continue
        raise DealError("table_sum", f"rows.{problem.span.line - 1}.points", problem.message)
    standings = standings_of(sheet, rules)
    listed = standings_json(standings, "points")
    ranked = zip(standings.rows, listed["standings"], strict=True)
    return {
        "standings": {row.player: {**written, "notes": [*row.notes]} for row, written in ranked},
        "substitutes": listed["substitutes"],
        "kept_at_a_table": [entry.row.player for entry in seating(sheet).kept],
        "keeping_forbidden": keeping_forbidden(rules),
    }


TOURNAMENT = Kind(
    name="tournament",
    title="Tournaments",
    given=TournamentFacts,
    check=TournamentFacts.sheet,
    result=tournament_result,
    wanted=Message(
        "the rows of a tournament, e.g. {example}",
        example="{rows: [{player: Ana, points: 30000}, …]}",
    ),
    possible=Message("a possible tournament"),
    example="{standings: {Ana: {place: 1}}}",
)
