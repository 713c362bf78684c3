"""The times of the sessions of a tournament."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.chapters.tournament import Tournament
from riichi_core.rules.load import GivenRules, rules_of

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """The times of a session: its day, its start, its signal if there is one, and its end."""

    start: time
    signal: time | None
    end: time
    day: int = 1


@dataclass(frozen=True, slots=True)
class Day:
    """A day of a tournament: the start of its first session, and the number of sessions."""

    start: time
    sessions: int


def timetable(
    rules: GivenRules, days: Sequence[Day], gap: int, breaks: Mapping[int, int] | None = None
) -> tuple[SessionTimes, ...]:
    """Return the times of the sessions of a tournament.

    `tournament.minutes` is the length of a session, and `tournament.signal_before_end` is the time
    from the signal to its end. Between sessions is a gap in minutes; `breaks` has other minutes for
    the gaps after some sessions, by their numbers.

    Raises:
        RiichiError: if the ruleset gives no length for sessions, they do not fit into a day, or a
            break does not lie between two sessions of a day.
    """
    tournament = rules_of(rules).tournament
    minutes, breaks = _minutes(tournament), breaks or {}
    _check_breaks(days, breaks)
    times: list[SessionTimes] = []
    for number, day in enumerate(days, 1):
        gaps = [breaks.get(len(times) + session, gap) for session in range(1, day.sessions + 1)]
        length = day.sessions * minutes + sum(gaps[:-1])
        if timedelta(minutes=length) > A_DAY:
            raise RiichiError(
                Message("{n} sessions of {minutes} minutes with breaks take more than a day",
                        n=day.sessions, minutes=minutes)
            )  # fmt: skip
        now = datetime.combine(datetime.min, day.start)
        for pause in gaps:
            times.append(_session_times(now.time(), number, minutes, tournament))
            now += timedelta(minutes=minutes + pause)
    return tuple(times)


def times_of_begins(rules: GivenRules, begins: Sequence[time]) -> tuple[SessionTimes, ...]:
    """Return the times of sessions by their starts; one before the last end is on the next day.

    Raises:
        RiichiError: if the ruleset gives no length for sessions.
    """
    tournament = rules_of(rules).tournament
    times: list[SessionTimes] = []
    for begin in begins:
        day = times[-1].day + (begin < times[-1].end) if times else 1
        times.append(_session_times(begin, day, _minutes(tournament), tournament))
    return tuple(times)


def _minutes(tournament: Tournament) -> int:
    if isinstance(tournament.minutes, int):
        return tournament.minutes
    raise RiichiError(Message("the ruleset gives no length for a session (tournament.minutes)"))


def _check_breaks(days: Sequence[Day], breaks: Mapping[int, int]) -> None:
    ends = {sum(day.sessions for day in days[:number]) for number in range(1, len(days) + 1)}
    last = max(ends, default=0)
    for session in breaks:
        if session in ends or not 0 < session < last:
            message = Message(
                "session {session} is the last of its day: leave out the break after it",
                session=session,
            )
            raise RiichiError(message)


def _session_times(start: time, day: int, minutes: int, tournament: Tournament) -> SessionTimes:
    end = datetime.combine(datetime.min, start) + timedelta(minutes=minutes)
    before = tournament.signal_before_end
    sounds = (end - timedelta(minutes=before)).time() if isinstance(before, int) else None
    return SessionTimes(start, sounds, end.time(), day)
