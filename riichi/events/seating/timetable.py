"""The times of the sessions of a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.load import GivenRules, rules_of

A_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """The times of a session: its day, its start, its signal if there is one, and its end."""

    number: int
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

    Args:
        rules: the ruleset, its id or its path. `tournament.minutes` is the length of a session, and
            `tournament.signal_before_end` is the time from the signal to its end.
        days: the days.
        gap: the minutes between two sessions.
        breaks: by the number of a session, the minutes after it instead of the gap.

    Raises:
        RiichiError: if the ruleset gives no length for sessions, they do not fit into a day, or a
            break does not lie between two sessions of a day.
    """
    tournament = rules_of(rules).tournament
    if not isinstance(tournament.minutes, int):
        raise RiichiError(Message("the ruleset gives no length for a session (tournament.minutes)"))
    breaks = breaks or {}
    _check_breaks(days, breaks)
    times: list[SessionTimes] = []
    for number, day in enumerate(days, 1):
        gaps = [breaks.get(len(times) + session, gap) for session in range(1, day.sessions + 1)]
        minutes = day.sessions * tournament.minutes + sum(gaps[:-1])
        if timedelta(minutes=minutes) > A_DAY:
            raise RiichiError(
                Message("{n} sessions of {minutes} minutes with breaks take more than a day",
                        n=day.sessions, minutes=tournament.minutes)
            )  # fmt: skip
        times += _day_times(tournament.minutes, tournament.signal_before_end, day.start, gaps,
                            len(times) + 1, number)  # fmt: skip
    return tuple(times)


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


def _day_times(
    minutes: int, signal: int | str, start: time, gaps: Sequence[int], first: int, day: int
) -> Iterator[SessionTimes]:
    now = datetime.combine(datetime.min, start)
    for number, gap in enumerate(gaps, first):
        end = now + timedelta(minutes=minutes)
        sounds = (end - timedelta(minutes=signal)).time() if isinstance(signal, int) else None
        yield SessionTimes(number, now.time(), sounds, end.time(), day)
        now = end + timedelta(minutes=gap)
