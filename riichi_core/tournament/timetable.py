"""The times of the sessions of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.load import GivenRules, rules_of


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """The times of a session: its start, its signal if there is one, and its end."""

    number: int
    begin: time
    signal: time | None
    end: time


def timetable(
    rules: GivenRules, sessions: int, begin: time, pause: int
) -> tuple[SessionTimes, ...]:
    """Return the times of the sessions of a day.

    Args:
        rules: the ruleset, its id or its path. `tournament.minutes` is the length of a session, and
            `tournament.signal_before_end` is the time from the signal to its end.
        sessions: the number of sessions.
        begin: the start of the first session.
        pause: the minutes between two sessions.

    Raises:
        RiichiError: if the ruleset gives no length for sessions, or they do not fit into a day.
    """
    tournament = rules_of(rules).tournament
    if not isinstance(tournament.minutes, int):
        raise RiichiError(Message("the ruleset gives a session no length"))
    if sessions * (tournament.minutes + pause) > 24 * 60:
        raise RiichiError(
            Message("{n} sessions of {minutes} minutes are more than a day",
                    n=sessions, minutes=tournament.minutes)
        )  # fmt: skip
    return tuple(
        _session_times(tournament.minutes, tournament.signal_before_end, sessions, begin, pause)
    )


def _session_times(
    minutes: int, signal: int | str, sessions: int, begin: time, pause: int
) -> Iterator[SessionTimes]:
    now = datetime.combine(datetime.min, begin)
    for number in range(1, sessions + 1):
        end = now + timedelta(minutes=minutes)
        sounds = (end - timedelta(minutes=signal)).time() if isinstance(signal, int) else None
        yield SessionTimes(number, now.time(), sounds, end.time())
        now = end + timedelta(minutes=pause)
