"""The players of a tournament, as the organiser lists them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a list.

    Attributes:
        number: the place in the list, from 1.
        name: the name in plans and results.
        first_name: the first name; empty if the list has only whole names.
        last_name: the last name; empty if the list has only whole names.
        ema: the EMA number, eight digits as text; empty if the player has none.
        country: the country, as written in the list.
        club: the club.
        team: the team; its members play for one total.
        substitute: True for a substitute of the host.
        first_session: the number of the first session that the player plays; None for the first.
        last_session: the number of the last session that the player plays; None for the last.
        apart: words and names; see `are_apart`.
        other: the headings and values of other columns, in the order of the file.
    """

    number: int
    name: str
    first_name: str = ""
    last_name: str = ""
    ema: str = ""
    country: str = ""
    club: str = ""
    team: str = ""
    substitute: bool = False
    first_session: int | None = None
    last_session: int | None = None
    apart: tuple[str, ...] = ()
    other: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        """Return the name with the country."""
        return f"{self.name} ({self.country})" if self.country else self.name

    @property
    def label(self) -> str:
        """The number and name, but only the number if they are the same."""
        number = str(self.number)
        return number if self.name == number else f"{number} {self}"

    def plays_in(self, session: int) -> bool:
        """Return True if the player takes part in a session, counted from 1."""
        begun = self.first_session is None or self.first_session <= session
        return begun and (self.last_session is None or session <= self.last_session)


def numbered(players: int) -> tuple[Player, ...]:
    """Return players that are named by their numbers."""
    return tuple(Player(number, str(number)) for number in range(1, players + 1))


def are_apart(player: Player, other: Player) -> bool:
    """Return True if the list asks to seat two players apart.

    They are apart if their columns `apart` share a word, or if one names the other.
    """
    words, other_words = _words(player), _words(other)
    named = folded(other.name) in words or folded(player.name) in other_words
    return named or not words.isdisjoint(other_words)


def _words(player: Player) -> set[str]:
    return {folded(word) for word in player.apart}


def folded(name: str) -> str:
    r"""Return a name in lower case, with i for the Turkish letters without and with a dot.

    >>> folded("Y\u0131lmaz"), folded("YILMAZ")
    ('yilmaz', 'yilmaz')
    """
    return name.replace("\u0130", "i").casefold().replace("\u0131", "i")


def by_name(players: Iterable[Player]) -> dict[str, Player]:
    """Return players by the ways to write their names, all `folded`.

    These are the name, `first last`, `last first`, `last, first`, and the number in the list if it
    is nobody's name.
    """
    players = tuple(players)
    found = {folded(player.name): player for player in players}
    for player in players:
        first, last = folded(player.first_name), folded(player.last_name)
        if first and last:
            for spelling in (f"{first} {last}", f"{last} {first}", f"{last}, {first}"):
                found.setdefault(spelling, player)
    for player in players:
        found.setdefault(str(player.number), player)
    return found


def player_called(name: str, known: Mapping[str, Player]) -> Player:
    """Return the player of a name among those `by_name`; one with only the name if unknown."""
    return known.get(folded(name), Player(0, name))
