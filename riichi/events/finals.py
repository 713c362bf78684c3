"""Finals: the best players after a session play on, and rank above everybody else.

The points of finalists are kept (as in Seattle in 2018), halved or cleared (as the North American
federation allows). In the world championship of 2017, the best 32 after nine sessions played on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import PurePath
from typing import Literal

from riichi.events.league import LeagueRanking, LeagueRow, league, ranked_in_league
from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.load import GivenRules, rules_of
from riichi_core.scoring.points import Points, whole
from riichi_core.standings.sessions import Sheet
from riichi_core.standings.standings import (
    RankedPlayer,
    Standings,
    StandingsRow,
    ranked,
    standings_of,
)

Carry = Literal["all", "half", "none"]
"""The part of their points that finalists keep."""

PARTS: dict[Carry, Fraction] = {"all": Fraction(1), "half": Fraction(1, 2), "none": Fraction(0)}

REASONS: dict[Carry, Message] = {
    "all": Message("all points kept"),
    "half": Message("half of the points kept"),
    "none": Message("no points kept"),
}


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut to the best players.

    Attributes:
        players: the number of finalists.
        after: the session before the final, or the file in a league. If empty, only so many players
            play the final: the sessions at the end, or the last file.
        carry: the points that finalists keep.
    """

    players: int
    after: str = ""
    carry: Carry = "all"


def with_final(sheet: Sheet, rules: GivenRules, cut: Cut) -> Standings:
    """Return the standings in which the finalists rank above everybody else.

    If as many players as the cut allows have played after it, these are the finalists, because
    somebody may have replaced a player who left. Otherwise, they are the best of the standings
    before it.

    Raises:
        RiichiError: if there is no such session, there are too few players, or a tie decides.
    """
    rules = rules_of(rules)
    after = cut.after or last_before_final(sheet, cut.players)
    if after not in sheet.sessions:
        names = ", ".join(sheet.sessions)
        raise RiichiError(
            Message("there is no session {name}, only {names}", name=after, names=names)
        )
    begin = sheet.sessions.index(after) + 1
    preliminary = standings_of(_with_sessions(sheet, sheet.sessions[:begin]), rules)
    later = {session: _players_in(sheet, session) for session in sheet.sessions[begin:]}
    playing = {player for players in later.values() for player in players}
    best = playing if len(playing) == cut.players else finalists(preliminary.rows, cut.players)
    earlier = {row.player: row for row in preliminary.rows}
    final, others = [], []
    whole_standings = standings_of(_missed_by_finalists(sheet, later, best), rules)
    for row in whole_standings.rows:
        if row.player in best and row.status == "ranked":
            final.append(_finalist(row, earlier.get(row.player), after, cut.carry))
        elif row.player in playing or row.player not in earlier:
            others.append(row)
        else:
            others.append(replace(row, attendance=earlier[row.player].attendance))
    rows = (*ranked(final, rules), *ranked(others, rules, len(final) + 1))
    return replace(whole_standings, rows=rows, carry=REASONS[cut.carry])


def last_before_final(sheet: Sheet, players: int) -> str:
    """Return the last session before the final, which only some players play."""
    names = [*sheet.sessions]
    while len(names) > 1 and len(_players_in(sheet, names[-1])) <= players:
        names.pop()
    return names[-1] if names else ""


def finalists(standings: Iterable[RankedPlayer], players: int) -> set[str]:
    """Return the best players of the standings before a final.

    Raises:
        RiichiError: if fewer players are ranked, or the last place of the final is shared.
    """
    rows = [row for row in standings if row.status == "ranked" and row.place is not None]
    if len(rows) < players:
        message = Message("{n} players are ranked, expected at least {most}",
                          n=len(rows), most=players)  # fmt: skip
        raise RiichiError(message)
    if len(rows) > players and rows[players].place == rows[players - 1].place:
        tied = [row.player for row in rows if row.place == rows[players].place]
        message = Message(
            "{names} share place {place}, and the ruleset does not decide who plays the final "
            "(tournament.equal_totals)",
            names=Message.and_list(tied), place=rows[players].place,
        )  # fmt: skip
        raise RiichiError(message)
    return {row.player for row in rows[:players]}


def _with_sessions(sheet: Sheet, names: tuple[str, ...]) -> Sheet:
    """Return the part of a sheet that has only some sessions."""
    return replace(
        sheet,
        sessions=names,
        tables=tuple(table for table in sheet.tables if table.session in names),
        away=tuple(row for row in sheet.away if row.session in names),
        remaining=(),
    )


def _players_in(sheet: Sheet, session: str) -> set[str]:
    return {row.player for table in sheet.tables if table.session == session for row in table.rows}


def _missed_by_finalists(sheet: Sheet, later: Mapping[str, set[str]], best: set[str]) -> Sheet:
    """Return a sheet in which other players do not miss the sessions of the final."""
    final = {session for session, players in later.items() if players <= best}
    kept = (row for row in sheet.away
            if row.session not in final or row.player in best or row.disqualified)  # fmt: skip
    return replace(sheet, away=tuple(kept))


def _finalist(
    row: StandingsRow, earlier: StandingsRow | None, after: str, carry: Carry
) -> StandingsRow:
    """Return a finalist with a note, and with the points off that are not kept."""
    if earlier is None:
        return replace(row, finalist=True)
    note = Message("final, place {place} after session {session}", place=earlier.place or "-",
                   session=after)  # fmt: skip
    lost = points_lost(earlier.total, carry)
    return replace(row, finalist=True, cut=lost, notes=(*row.notes, note))


def points_lost(total: Points, carry: Carry) -> Points:
    """Return the part of a total that a finalist does not keep, with the opposite sign."""
    return whole((PARTS[carry] - 1) * Fraction(total))


# ---- leagues -------------------------------------------------------------------------------------


def league_with_final(
    sheets: Sequence[Sheet], rules: GivenRules, ranking: LeagueRanking, cut: Cut
) -> tuple[LeagueRow, ...]:
    """Return the players of a league in which the last files are a final, the best first.

    The finalists are ranked by their total: all games of the final count, and of the points before
    it what they keep. Otherwise it does as `with_final`.

    Raises:
        RiichiError: if there is no such file, there are too few players, or a tie decides.
    """
    rules = rules_of(rules)
    number = _files_before_final(sheets, cut)
    before = {row.player: row for row in league(sheets[:number], rules, ranking)}
    all_count = LeagueRanking()
    playing = {row.player: row for row in league(sheets[number:], rules, all_count)}
    best = set(playing) if len(playing) == cut.players else finalists(before.values(), cut.players)
    whole_league = league(sheets, rules, ranking)
    best -= {row.player for row in whole_league if row.status != "ranked"}
    final = [_league_finalist(before.get(name), playing.get(name), cut.carry) for name in best]
    others = [row for row in whole_league if row.player not in best]
    return (
        *ranked_in_league(final, rules, all_count),
        *ranked_in_league(others, rules, ranking, len(final) + 1),
    )


def _files_before_final(sheets: Sequence[Sheet], cut: Cut) -> int:
    """Return the number of files before the final."""
    names = [PurePath(sheet.document.file).stem for sheet in sheets]
    if cut.after:
        if cut.after not in names:
            raise RiichiError(
                Message("there is no file {name}, only {names}",
                        name=cut.after, names=", ".join(names))
            )  # fmt: skip
        return names.index(cut.after) + 1
    last = {row.player for table in sheets[-1].tables for row in table.rows}
    return len(sheets) - (len(sheets) > 1 and len(last) <= cut.players)


def _league_finalist(before: LeagueRow | None, final: LeagueRow | None, carry: Carry) -> LeagueRow:
    """Return a finalist by the league before the final and by the final, if it was played."""
    if before is None:
        assert final is not None, "finalists come from one of the two"
        return replace(final, finalist=True)
    note = Message("place {place} before the final", place=before.place or "-")
    lost = points_lost(before.total, carry)
    row = replace(before, finalist=True, cut=lost, notes=(note,))
    if final is None:
        return row
    return replace(
        row,
        games=row.games + final.games,
        counted=row.counted + final.counted,
        penalties=row.penalties + final.penalties,
    )
