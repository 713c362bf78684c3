"""The times of a day of sessions, from the length that a ruleset gives them.

Sources: EMA 2025, 7.4; WRC 2025, rules 10.1; EMA 2016, 5.9; WRCR 2015, 8.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from riichi_core.errors import RiichiError
from riichi_core.messages import Message
from riichi_core.rules.given import GivenRules, rules_of


@dataclass(frozen=True, slots=True)
class SessionTimes:
    """The times of a session: when it begins, when the signal sounds, if it does, when it ends."""

    number: int
    begin: time
    signal: time | None
    end: time


def timetable(
    rules: GivenRules, sessions: int, begin: time, pause: int
) -> tuple[SessionTimes, ...]:
    """Return the times of the sessions of a day.

    Args:
        rules: the ruleset, its id or its path; `tournament.minutes` is the length of a session and
            `tournament.signal_before_end` how long before its end the signal sounds.
        sessions: how many there are.
        begin: when the first begins.
        pause: minutes between two sessions.

    Raises:
        RiichiError: the ruleset gives sessions no length, or the day is too short for them.
    """
    tournament = rules_of(rules).tournament
    if not isinstance(tournament.minutes, int):
        raise RiichiError(Message("the ruleset gives a session no length"))
    if sessions * (tournament.minutes + pause) > 24 * 60:
        raise RiichiError(
            Message("{n} sessions of {minutes} minutes are more than a day",
                    n=sessions, minutes=tournament.minutes)
        )  # fmt: skip
    return tuple(_times(tournament.minutes, tournament.signal_before_end, sessions, begin, pause))


def _times(
    minutes: int, signal: int | str, sessions: int, begin: time, pause: int
) -> Iterator[SessionTimes]:
    now = datetime.combine(datetime.min, begin)
    for number in range(1, sessions + 1):
        end = now + timedelta(minutes=minutes)
        sounds = (end - timedelta(minutes=signal)).time() if isinstance(signal, int) else None
        yield SessionTimes(number, now.time(), sounds, end.time())
        now = end + timedelta(minutes=pause)
