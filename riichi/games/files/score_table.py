"""Read score sheets from tables: a row for each hand or win, and a column for each player.

`read_score_table` returns the document of a written game. Its values keep the places of their
cells, so `written_game.read_written_game` reports errors by line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, get_args

from riichi.spreadsheets.reading import read_table
from riichi.spreadsheets.shapes import Columns
from riichi_core.files.notes import Notes
from riichi_core.files.problem import Pointer, Problem, Span
from riichi_core.files.source_document import SourceDocument
from riichi_core.messages import Message, quote
from riichi_core.records.fields import name_in_a_line
from riichi_core.rules.chapters.draws import Cause
from riichi_core.rules.chapters.limits import LimitName
from riichi_core.spelling import closest_word

VALUE_COLUMNS = ("han", "fu", "limit", "yakuman")
"""The columns of a win's value, as in a written game."""

NAME_FIELDS = {"riichi": "riichi", "tenpai": "tenpai", "nagashi": "nagashi", "chombo": "offenders"}
"""The columns with names of players, each with its field of a written game."""

DISTINCTIVE = ("winner", "han", "tenpai")
"""The columns that only score sheets have: one of them identifies a table as a score sheet."""

IGNORED = ("dealer", "counters", "date", "note")
"""Columns that sheets often have, but games do not need. Other counters mark another hand."""

TABLE = Columns(
    ("round", "hand", "winner", "from", *VALUE_COLUMNS, *NAME_FIELDS, "end", *IGNORED),
    ("round", "hand", "winner", "from", "limit", *NAME_FIELDS, "end", *IGNORED),
    (),
    {
        **dict.fromkeys(("ronde", "wind"), "round"),
        **dict.fromkeys(("deal", "spel", "hand_no", "nr"), "hand"),
        **dict.fromkeys(("winnaar", "won_by"), "winner"),
        **dict.fromkeys(("payer", "discarder", "loser", "van", "betaler"), "from"),
        **dict.fromkeys(("einde", "ended", "ends"), "end"),
        **dict.fromkeys(("offender", "offenders"), "chombo"),
        **dict.fromkeys(("honba", "counter"), "counters"),
        **dict.fromkeys(("remark", "remarks", "notes", "opmerking", "opmerkingen"), "note"),
        **{"deler": "dealer", "datum": "date"},
    },
    players=True,
)

DRAWN = ("tsumo", "self_draw", "zelf")
"""Words in the column `from` for a win with a drawn tile."""

NOBODY, EVERYBODY = ("none", "nobody", "-", "0", "niemand"), ("all", "everybody", "iedereen")
ENDS = {
    **dict.fromkeys(("draw", "drawn", "exhaustive_draw", "remise"), "exhaustive_draw"),
    **dict.fromkeys(get_args(Cause), "abortive_draw"),
    **{"win": "win", "chombo": "chombo", "redeal": "redeal"},
}
"""Words in the column `end`, and the end of a written game that each means."""

START = ("start", "begin")
RESULTS = ("result", "results", "uitslag", "resultaat")
TIME = ("time", "signal", "tijd")
"""Words in the column `end` or `hand` of rows that are not hands: the points before the first hand,
the results, and the signal of a time limit."""

END_WORDS = ("draw", *get_args(Cause), "chombo", "redeal", START[0], TIME[0], RESULTS[0])
"""The words for the column `end` that errors list."""

OTHER_NAMES = Message("a different name for each hand, e.g. E1 +1")

_BETWEEN_NAMES = re.compile(r"\s*[,;/+&]\s*")


def read_score_table(path: Path, file: str) -> tuple[SourceDocument | None, list[Problem]]:
    """Return a table as the document of a written game, and its problems."""
    table, problems = read_table(path, file, TABLE)
    if table is None:
        return None, problems
    reading = _Reading(table)
    document = reading.game()
    return document, [*problems, *dict.fromkeys(reading.problems)]


def is_score_table(path: Path) -> bool:
    """Return True if a table has a column that only score sheets have."""
    table, _ = read_table(path, str(path), TABLE)
    return table is not None and any(("columns", name) in table.values for name in DISTINCTIVE)


class _Reading(Notes):
    """The reading of a table as a written game, with the problems found."""

    def __init__(self, table: SourceDocument) -> None:
        super().__init__(table)
        self.values: dict[Pointer, Span] = {(): table.values[()]}
        data: Any = table.data
        self.rows: list[dict[str, Any]] = data["rows"]
        columns = [str(place[-1]) for place in table.values if place[:1] == ("columns",)]
        self.headings = [name for name in columns if name and name not in TABLE.names]
        self.players = [name_in_a_line(heading) for heading in self.headings]
        self.seat_of = {player.casefold(): player for player in self.players}

    def game(self) -> SourceDocument | None:
        """Return the document; None unless four columns have names of players."""
        if len(self.players) != 4:
            self._wrong_players()
            return None
        game: dict[str, Any] = {"players": self.players, "deals": []}
        self.values["players",] = self.document.span(("columns", self.headings[0]))
        for kind, numbers in self._hands():
            match kind:
                case "start":
                    continue
                case "results":
                    if "results" in game:
                        message = Message("there are two rows of results")
                        self.note(("rows", numbers[0], ""), "contradiction", message)
                    elif (results := self._points(numbers[0])) is not None:
                        game["results"] = results
                        self._place(("results",), numbers[0])
                case "time":
                    game["signal"] = {"after_deal": len(game["deals"])}
                    self._place(("signal",), numbers[0], "end")
                case _:
                    game["deals"].append(self._deal(len(game["deals"]), numbers))
        return SourceDocument(self.document.file, self.document.lines, game, self.values, {}, {})

    def _wrong_players(self) -> None:
        """Report that not exactly four columns have names of players."""
        near: dict[str, str] = {}
        if len(self.headings) > 4:
            near = {name: closest_word(name, TABLE.names) for name in self.headings}
            message = Message("expected four columns with players' names, found {n}: {names}",
                              n=len(self.headings),
                              names=", ".join(map(quote, self.headings)))  # fmt: skip
        else:
            message = Message(
                "expected four columns of scores with players' names as headings, found {n}",
                n=len(self.headings),
            )  # fmt: skip
        misspelt = next((name for name in self.headings if near.get(name)), "")
        column = misspelt or self.headings[-1] if self.headings else ""
        self.note(("columns", column), "players", message, expected=", ".join(TABLE.names),
                  near=near.get(misspelt, ""))  # fmt: skip

    def _hands(self) -> Iterator[tuple[str, list[int]]]:
        """Yield the rows of each hand, or of the start, the results or the signal."""
        hands: list[list[int]] = []
        for number in range(len(self.rows)):
            if hands and self._is_another_win(number, hands[-1][0]):
                hands[-1].append(number)
            else:
                hands.append([number])
        for numbers in hands:
            words = {self._word(numbers[0], name) for name in ("round", "hand", "end")}
            for kind, known in (("start", START), ("results", RESULTS), ("time", TIME)):
                if words & {*known}:
                    yield kind, numbers
                    break
            else:
                yield "hand", numbers

    def _is_another_win(self, number: int, first: int) -> bool:
        """Return True if a row is another win of the hand that begins in the first row."""
        both = (first, number)
        labels = {(self._word(one, "round"), self._word(one, "hand")) for one in both}
        counters = {self._word(one, "counters") for one in both} - {""}
        one_name = len(labels) == 1 and any(labels.pop())
        return one_name and len(counters) < 2 and all(map(self._has_winner, both))

    def _has_winner(self, number: int) -> bool:
        word = name_in_a_line(self.rows[number].get("winner", "")).casefold()
        return bool(word) and (word in self.seat_of or word not in NOBODY)

    def _deal(self, index: int, numbers: Sequence[int]) -> dict[str, Any]:
        """Return a hand of a written game; leave out and report wrong cells."""
        first = numbers[0]
        deal: dict[str, Any] = {"end": self._end(first)}
        self._place(("deals", index), first)
        self._place(("deals", index, "end"), first, "end")
        for column, name in NAME_FIELDS.items():
            named = [seat for number in numbers for seat in self._names(number, column)]
            if any(column in self.rows[number] for number in numbers):
                deal[name] = [*dict.fromkeys(named)]
                self._place(("deals", index, name), first, column)
        if deal["end"] == "win":
            deal |= self._wins(index, numbers)
        elif deal["end"] == "abortive_draw":
            deal["cause"] = self._word(first, "end")
            self._place(("deals", index, "cause"), first, "end")
        scored = next((number for number in reversed(numbers) if self._has_points(number)), None)
        if scored is not None and (points := self._points(scored)) is not None:
            deal["scores"] = points
            place = next(name for name in self.headings if name in self.rows[scored])
            self._place(("deals", index, "scores"), scored, place)
        return deal

    def _end(self, number: int) -> str:
        row, word = self.rows[number], self._word(number, "end")
        if word in ENDS:
            if ENDS[word] != "win" and self._has_winner(number):
                message = Message("the row names a winner, but the hand ended without a win")
                self.note(("rows", number, "end"), "contradiction", message)
            return ENDS[word]
        if word:
            self.note(("rows", number, "end"), "unknown-word",
                         Message("unknown end {word}", word=quote(row["end"])),
                         expected=", ".join(END_WORDS),
                         near=closest_word(word, [*ENDS, *START, *RESULTS, *TIME]),
                         )  # fmt: skip
        if self._has_winner(number):
            return "win"
        for column, end in (("chombo", "chombo"), ("tenpai", "exhaustive_draw")):
            if column in row:
                return end
        if not word:
            message = Message("the row does not say how the hand ended")
            self.note(("rows", number, "hand"), "missing-key", message,
                         expected=Message("winner, tenpai, chombo, or end: {words}",
                                          words=", ".join(END_WORDS)))  # fmt: skip
        return "redeal"

    def _wins(self, index: int, numbers: Sequence[int]) -> dict[str, Any]:
        """Return the winners of a hand, and the discarder."""
        payers = {self._payer(number) for number in numbers}
        if len(numbers) > 1 and (len(payers) > 1 or "" in payers):
            message = Message("rows with the same hand must be wins on the same discard")
            self.note(("rows", numbers[1], "hand"), "contradiction", message, expected=OTHER_NAMES)
        scores = [self._points(number) for number in numbers if self._has_points(number)]
        if any(points != scores[0] for points in scores):
            message = Message("two rows of one hand have different scores")
            self.note(("rows", numbers[1], "hand"), "contradiction", message, expected=OTHER_NAMES)
        wins = []
        for place, number in enumerate(numbers):
            pointer: Pointer = ("deals", index, "wins", place)
            self._place(pointer, number, "winner")
            win: dict[str, Any] = {}
            winners = self._names(number, "winner")
            if len(winners) == 1:
                win["seat"] = winners[0]
            elif not self._has_winner(number) or len(winners) > 1:
                message = Message("a row needs exactly one winner; write each win in a row of its "
                                  "own, with the same hand")  # fmt: skip
                self.note(("rows", number, "winner"), "players", message)
            for name in VALUE_COLUMNS:
                if name in self.rows[number]:
                    word = self._word(number, name)
                    key = "limit" if name == "han" and word in get_args(LimitName) else name
                    win[key] = word if key != name else self.rows[number][name]
                    self._place((*pointer, key), number, name)
            wins.append(win)
        self._place(("deals", index, "wins"), numbers[0], "winner")
        self._place(("deals", index, "discarder"), numbers[0], "from")
        payer = self._payer(numbers[0])
        if not payer:
            return {"won_by": "self_draw", "wins": wins}
        return {"won_by": "discard", "discarder": payer, "wins": wins}

    def _payer(self, number: int) -> str:
        """Return the discarder of a win; "" if the winner drew the tile."""
        if self._word(number, "from") in DRAWN:
            return ""
        if "from" in self.rows[number]:
            return next(iter(self._names(number, "from", DRAWN[:1])), "")
        message = Message("the row names neither a discarder nor tsumo")
        self.note(("rows", number, "from"), "missing-key", message,
                     expected=", ".join((*self.players, DRAWN[0])))  # fmt: skip
        return ""

    def _names(self, number: int, column: str, also: Sequence[str] = ()) -> list[str]:
        """Return the players that a cell names, in any case; report unknown names."""
        text = name_in_a_line(self.rows[number].get(column, ""))
        word, known = text.casefold(), self.seat_of
        if text in self.players or word in known:
            return [text if text in self.players else known[word]]
        if not text or word in NOBODY:
            return []
        if word in EVERYBODY:
            return [*self.players]
        found = []
        for name in filter(None, _BETWEEN_NAMES.split(text)):
            if name.casefold() in known:
                found.append(known[name.casefold()])
                continue
            message = Message("unknown player {name}", name=quote(name))
            words = [*self.players, *also]
            self.note(("rows", number, column), "unknown-word", message, expected=", ".join(words),
                         near=closest_word(name, words))  # fmt: skip
        return found

    def _has_points(self, number: int) -> bool:
        return any(name in self.rows[number] for name in self.headings)

    def _points(self, number: int) -> list[Any] | None:
        """Return the points of the four players; report a row without some of them."""
        row = self.rows[number]
        missing = [name for name in self.headings if name not in row]
        if not missing:
            return [row[name] for name in self.headings]
        message = Message("the points of {players} are missing", players=", ".join(missing))
        self.note(("rows", number, ""), "missing-key", message,
                     expected=Message("the points of all four players, or of none"))  # fmt: skip
        return None

    def _word(self, number: int, column: str) -> str:
        """Return the word in a cell, in lower case and with underscores."""
        text = str(self.rows[number].get(column, ""))
        return re.sub(r"[\s-]+", "_", text.strip().casefold())

    def _place(self, pointer: Pointer, number: int, column: str = "") -> None:
        """Record the place of a value: the cell, or its row if the cell is empty."""
        self.values[pointer] = self.document.span(("rows", number, column))
