"""Read lists of players: a table of its own, or the columns of a table of results."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from riichi.spreadsheets.reading import read_table
from riichi.spreadsheets.shapes import Columns
from riichi_core.files.problem import Pointer, Problem, in_file_order
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message, quote
from riichi_core.records.fields import name_in_a_line
from riichi_core.records.tournament_rows import LONGEST_NAME
from riichi_core.spelling import closest_word
from riichi_core.standings.players import Player, are_apart, by_name, folded

EMA_DIGITS = 8
MOST_SESSIONS = 100

PERSON = ("first_name", "name_prefix", "last_name", "ema", "country", "club", "team")
"""The columns about a person, in a list of players and in a table of results."""

PERSON_ALSO = {
    **dict.fromkeys(("firstname", "given_name", "forename", "voornaam", "roepnaam"), "first_name"),
    **dict.fromkeys(("tussenvoegsel", "tussenvoegsels", "voorvoegsel"), "name_prefix"),
    **dict.fromkeys(("lastname", "surname", "family_name", "achternaam"), "last_name"),
    **dict.fromkeys(("ema_number", "ema_no", "ema_nr", "ema_id", "ema_nummer", "emanummer"), "ema"),
    **dict.fromkeys(("land", "nation", "nat", "nationality", "nationaliteit", "pays"), "country"),
    **dict.fromkeys(("vorname", "prénom", "prenom"), "first_name"),
    "nachname": "last_name",
    "vereniging": "club",
    "ploeg": "team",
}

NAMES = ("player", "name", "player_name", "full_name", "naam", "speler", "spelersnaam", "spieler",
         "nom", "joueur", "deelnemer", "teilnehmer")  # fmt: skip
"""The headings of a column of names."""

PLAYER_COLUMNS = Columns(
    ("name", *PERSON, "substitute", "from", "until", "apart"),
    ("name", *PERSON, "apart"),
    (),
    {
        **dict.fromkeys(NAMES, "name"),
        **PERSON_ALSO,
        **dict.fromkeys(("reserve", "invaller", "vervanger"), "substitute"),
        **dict.fromkeys(("from_session", "vanaf", "vanaf_sessie"), "from"),
        **dict.fromkeys(("until_session", "tot_en_met", "tot_en_met_sessie"), "until"),
        **dict.fromkeys(("keep_apart", "uit_elkaar", "gescheiden"), "apart"),
    },
    repeated=PERSON,
    bare="name",
)

MOST_SUGGESTIONS = 10
"""The maximum number of unknown names for which a suggestion is looked up."""

_YES = (True, 1, "x", "X")
_NO = (False, 0, "-")
_NO_NUMBER = ("", "-", "n/a", "none", "geen")
_BETWEEN_WORDS = re.compile(r"\s*[,;/|]\s*")


def read_players(path: Path) -> tuple[tuple[Player, ...], list[Problem]]:
    """Return the players of a table, and its problems.

    Wrong and repeated EMA numbers are warnings with the code `ema-number`.

    Args:
        path: the file, with a column `name` or `player`, or `first_name` and `last_name`. The other
            columns are those of `PLAYER_COLUMNS`; a player keeps unknown ones as `other`.
    """
    document, problems = read_table(path, str(path), PLAYER_COLUMNS)
    if document is None:
        return (), problems
    data: Any = document.data
    players: list[Player] = []
    _whole_names(document)
    for place, row in enumerate(data["rows"]):
        problems += _row_problems(row, ("rows", place), document)
        players.append(_player(row, place + 1))
    problems += _unique(players, document)
    problems += _lonely_words(players, document)
    return tuple(players), in_file_order(problems)


def _player(row: Mapping[str, Any], number: int) -> Player:
    """Return the player of a row; wrong values are left out."""
    first, last = _first_and_last(row)
    return Player(
        number,
        name_in_a_line(row.get("name", "")) or f"{first} {last}".strip(),
        first,
        last,
        ema_number(row.get("ema", "")),
        **{name: name_in_a_line(row.get(name, "")) for name in ("country", "club", "team")},
        substitute=row.get("substitute") in _YES,
        first_session=row.get("from") if _is_session(row.get("from")) else None,
        last_session=row.get("until") if _is_session(row.get("until")) else None,
        apart=tuple(filter(None, _BETWEEN_WORDS.split(name_in_a_line(row.get("apart", ""))))),
        other=tuple((name, text) for name, text in row.items() if name not in PLAYER_COLUMNS.names),
    )


def _first_and_last(row: Mapping[str, Any]) -> tuple[str, str]:
    last = f"{row.get('name_prefix', '')} {row.get('last_name', '')}"
    return name_in_a_line(row.get("first_name", "")), name_in_a_line(last)


def _whole_names(document: SourceDocument) -> None:
    """Take the names for last names if first names are beside them, as in `Nom, Prénom`."""
    data: Any = document.data
    rows = [row for row in data["rows"] if row.get("name") and row.get("first_name")]
    if rows and not any("last_name" in row or row["first_name"] in row["name"] for row in rows):
        for row in rows:
            row["last_name"] = row.pop("name")


def ema_number(written: str) -> str:
    """Return an EMA number without separators, with the zero that a spreadsheet removed.

    >>> ema_number("8 010 123"), ema_number("11-990143"), ema_number("n/a")
    ('08010123', '11990143', '')
    """
    number = re.sub(r"[\s.-]", "", written)
    if number.casefold() in _NO_NUMBER:
        return ""
    return number.zfill(EMA_DIGITS) if number.isdecimal() and len(number) == 7 else number


def _is_session(value: object) -> bool:
    return type(value) is int and 1 <= value <= MOST_SESSIONS


def _row_problems(
    row: Mapping[str, Any], pointer: Pointer, document: SourceDocument
) -> Iterator[Problem]:
    name = _player(row, 0).name
    if not name:
        yield document.problem(pointer, "missing-key", Message("a player without a name"))
    if len(name) > LONGEST_NAME:
        message = Message("the text is too long: {length} characters", length=len(name))
        most = Message("at most {n:,} characters", n=LONGEST_NAME)
        yield document.problem((*pointer, "name"), "too-long", message, expected=most)
    if row.get("substitute", False) not in (*_YES, *_NO):
        message = Message("{value} does not fit here", value=quote(row["substitute"]))
        yield document.problem((*pointer, "substitute"), "wrong-type", message,
                               expected=Message("yes or no"))  # fmt: skip
    sessions = [name for name in ("from", "until") if name in row]
    wrong = [name for name in sessions if not _is_session(row[name])]
    for name in wrong:
        message = Message("{value} does not fit here", value=quote(str(row[name])))
        yield document.problem((*pointer, name), "wrong-type", message,
                               expected=Message("the number of a session, e.g. 3"))  # fmt: skip
    if len(sessions) == 2 and not wrong and row["from"] > row["until"]:
        message = Message("the last session is before the first one")
        yield document.problem((*pointer, "until"), "contradiction", message)
    if problem := _ema_problem(row, pointer, document):
        yield problem


def _ema_problem(
    row: Mapping[str, Any], pointer: Pointer, document: SourceDocument
) -> Problem | None:
    number = ema_number(row.get("ema", ""))
    if not number or (len(number) == EMA_DIGITS and number.isascii() and number.isdecimal()):
        return None
    message = Message("{number} is not an EMA number", number=quote(row["ema"]))
    expected = Message("8 digits, e.g. 08010123; an empty cell for a player without a number")
    return document.problem((*pointer, "ema"), "ema-number", message,
                            expected=expected, severity="warning")  # fmt: skip


def _unique(players: Iterable[Player], document: SourceDocument) -> Iterator[Problem]:
    """Yield a problem for each name and each EMA number that the list has already."""
    line_of: dict[tuple[str, str], int] = {}
    for player in players:
        pointer: Pointer = ("rows", player.number - 1)
        line = document.span(pointer).line
        name, number = ("name", player.name), ("ema", player.ema)
        if player.name and name in line_of:
            message = Message("{name} is in the list already, on line {line}",
                              name=player.name, line=line_of[name])  # fmt: skip
            yield document.problem((*pointer, "name"), "player-twice", message)
        if player.ema and number in line_of:
            message = Message("the EMA number {number} is in the list already, on line {line}",
                              number=player.ema, line=line_of[number])  # fmt: skip
            yield document.problem((*pointer, "ema"), "ema-number", message, severity="warning")
        line_of.setdefault(name, line)
        line_of.setdefault(number, line)


def _lonely_words(players: Iterable[Player], document: SourceDocument) -> Iterator[Problem]:
    """Yield a warning for each word in `apart` that concerns nobody else."""
    players = tuple(players)
    for player in players:
        for word in player.apart:
            alone = replace(player, apart=(word,))
            if any(are_apart(alone, other) for other in players if other is not player):
                continue
            message = Message("no other player has the name {word}, or this word in `apart`",
                              word=quote(word))  # fmt: skip
            near = closest_word(word, [other.name for other in players if other is not player])
            yield document.problem(("rows", player.number - 1, "apart"), "apart-alone", message,
                                   suggestion=near, severity="warning")  # fmt: skip


# ---- written out again ---------------------------------------------------------------------------

WRITTEN = ("first_name", "last_name", "ema", "country", "club", "team")
"""The columns about a person that plans and standings repeat."""


def other_columns(players: Iterable[Player]) -> tuple[str, ...]:
    """Return the columns besides the name that have a value for some player, known ones first."""
    players = tuple(players)
    known = [name for name in WRITTEN if any(getattr(player, name) for player in players)]
    other = dict.fromkeys(name for player in players for name, _ in player.other)
    return (*known, *other)


def other_cells(player: Player, columns: Iterable[str]) -> list[str]:
    """Return a player's values in these columns."""
    other = dict(player.other)
    return [getattr(player, name) if name in WRITTEN else other.get(name, "") for name in columns]


# ---- columns of a table of results ---------------------------------------------------------------


def players_of_results(
    document: SourceDocument, columns: Columns
) -> tuple[SourceDocument, tuple[Player, ...], list[Problem]]:
    """Separate the columns about persons from a table of results.

    Args:
        document: the table.
        columns: its columns. Unknown ones become `other` of the player.

    Returns:
        The document with only the columns of results, in which each row has a `player` if its names
        say who; the players that have other columns; and the problems.
    """
    data: Any = document.data
    kept_names = {*columns.names} - {*PERSON}
    problems: list[Problem] = []
    first_row: dict[str, tuple[int, dict[str, Any]]] = {}
    persons: dict[str, list[tuple[int, dict[str, Any]]]] = {}
    rows: list[Any] = []
    for place, row in enumerate(data["rows"]):
        result = {name: value for name, value in row.items() if name in kept_names}
        person = {name: value for name, value in row.items() if name not in kept_names}
        written = " ".join(_first_and_last(row))
        if name := name_in_a_line(str(row.get("player", written))):
            result["player"] = name
            if name not in first_row:
                problems += filter(None, [_ema_problem(row, ("rows", place), document)])
            first_row.setdefault(name, (place, {}))
            persons.setdefault(name, []).append((place, person))
        rows.append(result)
    for name, rows_of in persons.items():
        known = first_row[name][1]
        known |= _usual(person for _, person in rows_of)
        for place, person in rows_of:
            problems += _added(person, known, ("rows", place), document, name)
    players = [
        _player({**person, "name": name}, number)
        for number, (name, (_, person)) in enumerate(first_row.items(), 1)
        if any(person.values())
    ]
    others = [player for player in players if player.ema]
    problems += _twice(others, document, {name: place for name, (place, _) in first_row.items()})
    separated = replace(document, data={**data, "rows": rows})
    return separated, tuple(players), problems


def _twice(
    players: Iterable[Player], document: SourceDocument, row_of: Mapping[str, int]
) -> Iterator[Problem]:
    """Yield a warning for each EMA number that two names have."""
    owners: dict[str, str] = {}
    for player in players:
        owner = owners.setdefault(player.ema, player.name)
        if owner != player.name:
            message = Message("{one} and {other} have the same EMA number, {number}",
                              one=owner, other=player.name, number=player.ema)  # fmt: skip
            yield document.problem(("rows", row_of[player.name], "ema"), "ema-number", message,
                                   severity="warning")  # fmt: skip


def _usual(persons: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the value that most rows of a player have, in each column about persons."""
    found: dict[str, Counter[Any]] = {}
    for person in persons:
        for column, value in person.items():
            if value and column in PERSON:
                found.setdefault(column, Counter())[value] += 1
    return {column: values.most_common(1)[0][0] for column, values in found.items()}


def _added(
    row: Mapping[str, Any], person: dict[str, Any], pointer: Pointer,
    document: SourceDocument, name: str,
) -> Iterator[Problem]:  # fmt: skip
    """Add the values of a row to what is known of its player; yield contradictions as warnings.

    An unknown column can differ from row to row: all its values are kept.
    """
    for column, value in row.items():
        known = person.get(column, "")
        if not known or not value:
            person[column] = known or value
        elif column not in PERSON and value not in known.split("; "):
            person[column] = f"{known}; {value}"
        elif column in PERSON and value.casefold() != known.casefold():
            message = Message("{player} has {value} here and {known} elsewhere",
                              player=name, value=quote(value), known=quote(known))  # fmt: skip
            yield document.problem((*pointer, column), "contradiction", message,
                                   severity="warning")  # fmt: skip


def with_listed_names(
    document: SourceDocument, players: Sequence[Player]
) -> tuple[SourceDocument, list[Problem]]:
    """Replace the names of players and substitutes in results by those of a list.

    A name that is not in the list stays. It results in a warning unless a row names it
    as a substitute. So does a listed player without results who is not a substitute.
    """
    data: Any = document.data
    rows = data.get("rows") if isinstance(data, dict) else None
    if not players or not isinstance(rows, list):
        return document, []
    known = by_name(players)
    names = [player.name for player in players]
    rows = [_with_names_of(known, row) for row in rows]
    substitutes = {row.get("substitute_name") for row in rows if isinstance(row, dict)}
    problems: list[Problem] = []
    found: set[object] = set()
    for place, row in enumerate(rows):
        name = row.get("player") if isinstance(row, dict) else None
        if not isinstance(name, str) or name in found:
            continue
        found.add(name)
        if folded(name) not in known and name not in substitutes:
            message = Message("{name} is not in the list of players", name=quote(name))
            near = closest_word(name, names) if len(problems) < MOST_SUGGESTIONS else ""
            problems.append(document.problem(("rows", place, "player"), "not-listed", message,
                                             suggestion=near, severity="warning"))  # fmt: skip
    absent = [player.name for player in players if not player.substitute]
    absent = [name for name in absent if name not in found]
    if absent:
        listed = ", ".join(absent[:3]) + (", …" if len(absent) > 3 else "")
        message = Message("players of the list without results: {names}", names=listed)
        problems.append(document.problem((), "no-row", message, severity="warning"))
    return replace(document, data={**data, "rows": rows}), problems


def _with_names_of(known: Mapping[str, Player], row: Any) -> Any:
    """Return a row with the names of listed players as in the list."""
    named = dict(row) if isinstance(row, dict) else {}
    for column in ("player", "substitute_name"):
        if type(written := named.get(column)) in (str, int):
            name = name_in_a_line(str(written))
            named[column] = known[folded(name)].name if folded(name) in known else name
    return named or row


def merged(players: Iterable[Player], more: Iterable[Player]) -> tuple[Player, ...]:
    """Return a list of players with what a table of results adds to it.

    That is values that the list lacks, and other columns. A player who is only in the results comes
    last.
    """
    listed = list(players)
    known = by_name(listed)
    for added in more:
        player = known.get(folded(added.name))
        if player is None:
            listed.append(replace(added, number=len(listed) + 1))
            continue
        values: dict[str, Any] = {
            name: getattr(player, name) or getattr(added, name) for name in WRITTEN
        }
        other = tuple({**dict(added.other), **dict(player.other)}.items())
        listed[listed.index(player)] = replace(player, **values, other=other)
    return tuple(listed)
