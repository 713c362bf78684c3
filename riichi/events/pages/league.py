"""The standings of a league on paper."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from pathlib import PurePath

from riichi.events.finals import REASONS, Cut
from riichi.events.league import LeagueRanking, LeagueRow
from riichi.events.pages.tournament import (
    amount,
    deduction_table,
    diverges_at,
    team_table,
    titled_table,
)
from riichi.locale import ENGLISH, Locale
from riichi.writers.model import Block, Paragraph
from riichi_core.messages import Message
from riichi_core.records.standings_json import result_number
from riichi_core.rules.ruleset import ResultUnit
from riichi_core.scoring.points import Points
from riichi_core.standings.players import Player
from riichi_core.standings.standings import teams_of

CSV_HEAD = ("ruleset", "place", "player", "status", "unit", "games", "counted", "cut", "total",
            "average", "firsts", "seconds", "thirds", "fourths", "notes")  # fmt: skip


def league_rows(
    rows: Iterable[LeagueRow], ruleset: str, unit: ResultUnit
) -> Iterator[list[str | int | float | None]]:
    """Yield the standings under a ruleset as the rows of CSV."""
    for row in rows:
        yield [ruleset, row.place, row.player, row.status, unit, len(row.games), len(row.counted),
               result_number(row.cut, unit) if row.finalist else None,
               result_number(row.total, unit), result_number(row.average, unit), *row.places,
               "; ".join(row.notes)]  # fmt: skip


def league_sections(
    rows: Sequence[LeagueRow],
    ranking: LeagueRanking,
    files: int,
    unit: ResultUnit,
    tr: Locale = ENGLISH,
    *,
    cut: Cut | None = None,
    players: Iterable[Player] = (),
) -> list[Block]:
    """Return the standings of a league of several files, its teams, and the deductions."""
    columns = {
        "place": [str(row.place or "-") for row in rows],
        "player": [row.player for row in rows],
        "games": [str(len(row.games)) for row in rows],
    }
    if ranking.best is not None:
        columns["counted"] = [str(len(row.counted)) for row in rows]
    if any(row.cut for row in rows):
        columns["cut"] = [amount(row.cut, unit, tr) if row.finalist else "" for row in rows]
    columns["total"] = [amount(row.total, unit, tr) for row in rows]
    columns["average"] = [amount(_rounded(row.average, unit), unit, tr) for row in rows]
    columns["places"] = ["-".join(map(str, row.places)) for row in rows]
    if any(row.notes for row in rows):
        columns["remarks"] = ["; ".join(map(tr, row.notes)) for row in rows]
    cells = [*zip(*columns.values(), strict=True)]
    groups = diverges_at(cells, rows, REASONS[cut.carry] if cut is not None else "", tr)
    sections = [*titled_table(tr("Standings"), columns, groups, tr=tr)]
    sections.append(Paragraph((_how(rows, ranking, files, tr),)))
    sections += team_table(teams_of(rows, players), unit, tr)
    deductions = [
        ((row.player, PurePath(game.file).name, game.session.row.session), off)
        for row in rows
        for game, off in row.deductions
    ]
    sections += deduction_table(("player", "file", "session"), deductions, unit, tr)
    return sections


def _rounded(points: Points, unit: ResultUnit) -> Points:
    """Return an average with the digits of a result."""
    step = 100 if unit == "thousands" else 1
    return round(Fraction(points) / step) * step


def _how(rows: Sequence[LeagueRow], ranking: LeagueRanking, files: int, tr: Locale) -> str:
    """Return how the players are ranked, in sentences."""
    games = sum(len(row.games) for row in rows)
    from_files = Message.counted("{n} file", "{n} files", files)
    sentences = [
        tr(Message("{games:,} results from {files}.", games=games, files=from_files)),
        tr("Ranked by total.") if ranking.rank_by == "total" else tr("Ranked by average."),
    ]
    if ranking.best is not None:
        counting = Message.counted(
            "Only each player's best result counts.",
            "Only the best {n} results of each player count.",
            ranking.best,
        )
        sentences.append(tr(counting))
    if ranking.min_games > 1:
        sentences.append(tr("A player needs {n} games to be ranked.", n=ranking.min_games))
    return " ".join(sentences)
