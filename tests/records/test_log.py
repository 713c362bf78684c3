"""The log of a game: complete, truncated anywhere, damaged anywhere."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from each import each
from effort import LONG, examples
from hypothesis import given, settings, strategies as st
from playing import RULESETS, moves, played

from riichi_core.play.actions import Response
from riichi_core.play.evolve import EventError
from riichi_core.play.game_state import Undone
from riichi_core.play.table import Table
from riichi_core.records.log import (
    LogError,
    LogHeader,
    log_appender,
    read_log,
    write_entry,
    write_header,
)
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import Wind

RULES = RULESETS["ema-2016"]
HEADER = LogHeader.of(RULES, ("Ana", "Ben", "Cleo", "Dan"), 4)
GAME = played(RULES, 4, silence=5)
LINES = [write_header(HEADER), *map(write_entry, GAME.events)]
TEXT = "".join(LINES)


def test_a_log_names_its_ruleset() -> None:
    head = json.loads(LINES[0])
    assert head == {"log": 1, "ruleset": "ema-2016", "ruleset_hash": HEADER.ruleset_hash,
                    "players": ["Ana", "Ben", "Cleo", "Dan"], "seed": 4,
                    "setting": "tournament"}  # fmt: skip
    assert len(HEADER.ruleset_hash) == 16
    assert (
        LogHeader.of(RULESETS["wrcr-2015"], HEADER.players, 4).ruleset_hash != HEADER.ruleset_hash
    )


def test_a_log_starts_with_the_expected_events() -> None:
    first = json.loads(LINES[1])
    assert list(first) == ["event", "wall", "round_wind", "counters", "bets", "scores",
                           "dealer_wins"]  # fmt: skip
    assert first["scores"] == [30000] * 4
    assert len(first["wall"]["tiles"]) == 272
    assert json.loads(LINES[2])["event"] == "discarded"


@settings(deadline=None)
@given(st.integers(len(LINES[0]), len(TEXT)))
def test_a_truncated_log_loses_at_most_its_last_line(length: int) -> None:
    log = read_log(io.StringIO(TEXT[:length]))
    whole = TEXT[:length].count("\n") - 1
    assert log.damage is None
    assert log.entries == GAME.events[:whole]
    assert log.cut == (not TEXT[:length].endswith("\n"))


@each("number", range(2, len(LINES), 97 if LONG else 400))
def test_a_game_continues_from_a_truncated_log(number: int) -> None:
    log = read_log(io.StringIO("".join(LINES[:number]) + LINES[number][:-5]))
    assert log.cut
    table = Table(RULES, seed=log.header.seed)
    table.resume(log.entries)
    chance = SeededRandom(number)
    while not table.over and len(table.game.played) < 20:
        if table.deal_over:
            table.next_deal()
        else:
            legal = table.legal_actions()
            turn: Wind | None = getattr(table.deal.phase, "seat", None)
            seats = [turn] if turn is not None and turn in legal else sorted(legal)
            table.push(*(Response(s, legal[s][chance.below(len(legal[s]))]) for s in seats))
    assert table.over


@settings(deadline=None, max_examples=examples(300))
@given(st.integers(0, len(TEXT) - 1), st.characters(codec="utf-8"))
def test_a_damaged_log_reports_the_line_and_keeps_the_lines_before_it(
    place: int, letter: str
) -> None:
    damaged = TEXT[:place] + letter + TEXT[place + 1 :]
    try:
        log = read_log(io.StringIO(damaged))
    except LogError as error:
        assert str(error).startswith("line 1: ")
        assert place < len(LINES[0])
        return
    table = Table(RULES, seed=4)
    at = TEXT[:place].count("\n") + 1
    if log.damage is not None:
        assert log.damage.line in (at, at + 1)
        assert log.entries == GAME.events[: log.damage.line - 2]
        table.resume(log.entries)
    else:
        try:
            table.resume(log.entries)
        except EventError as error:
            assert table.events == log.entries[: error.number]


def test_every_line_is_written_as_soon_as_it_happens(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    with path.open("w", encoding="utf-8") as stream:
        stream.write(write_header(HEADER))
        table = Table(RULES, seed=4, listener=log_appender(stream))
        for number, _ in enumerate(moves(table, SeededRandom(4), silence=5)):
            if number == 40:
                written = path.read_text(encoding="utf-8")
                assert written.count("\n") == 1 + len(table.events)
                table.pop()
                table.pop()
                break
    with path.open(encoding="utf-8") as stream:
        log = read_log(stream)
    assert isinstance(log.entries[-1], Undone)
    again = Table(RULES, seed=4)
    again.resume(log.entries)
    assert again.game == table.game


WRONG = {
    '{"event":"drew","seat":"east","tile":"5p"}': (
        "drew: 'replacement' is missing: expected true or false"
    ),
    '{"event":"drew","seat":"up","tile":"5p","replacement":false}': (
        "drew: seat: there is no 'up': expected east, south, west or north"
    ),
    '{"event":"drew","seat":"east","tile":"8z","replacement":false}': (
        "drew: tile: 8z is not a tile"
    ),
    '{"event":"drew","seat":"east","tile":["5p"],"replacement":false}': (
        "drew: tile: a list does not fit here: expected a tile as text"
    ),
    '{"event":"drew","seat":"east","tile":"5p","replacement":0}': (
        "drew: replacement: 0 is a number: expected true or false"
    ),
    '{"event":"drew","seat":"east","tile":"5p","replacement":false,"x":1}': (
        "drew: there is no 'x' here: expected "
    ),
    '{"event":"discarded","seat":"east","tile":"7z","drawn":false,"@iichi":false}': (
        "discarded: there is no '@iichi' here: did you mean riichi?"
    ),
    '{"event":"flew","seat":"east"}': "there is no event 'flew'",
    '{"event":"aborted","cause":"boredom"}': (
        "aborted: cause: there is no 'boredom': expected nine_kinds, four_winds"
    ),
    '{"event":"claimed","seat":"east","made":"(346p)","later":false}': "346p is not a set",
    "[]": "it is not a JSON object",
    "[" * 3000: "it is not JSON",
    '"' + "x" * 5000 + '"': "the line is 5,00",
}


@each("line", WRONG)
def test_errors_in_a_line_are_reported(line: str) -> None:
    log = read_log(io.StringIO("".join([*LINES[:5], line, "\n", *LINES[5:]])))
    assert log.entries == GAME.events[:4]
    assert log.damage is not None
    assert log.damage.line == 6
    assert WRONG[line] in log.damage.message


@each("text", ["", "\n", "{}\n", "no\n", '{"log": 2}\n', '{"log": 1}\n',
                                  LINES[0].replace('"Dan"', '"Dan","Eve"')])  # fmt: skip
def test_text_without_a_head_is_not_a_log(text: str) -> None:
    with pytest.raises(LogError, match=r"^line 1: "):
        read_log(io.StringIO(text))


def test_an_impossible_event_is_reported_with_its_number() -> None:
    table = Table(RULES, seed=4)
    with pytest.raises(EventError) as caught:
        table.resume([*GAME.events[:7], GAME.events[3]])
    assert caught.value.number == 7
    assert str(caught.value).count(type(GAME.events[3]).__name__) == 1
    assert table.events == GAME.events[:7]


def test_scores_that_contradict_the_rules_are_reported() -> None:
    settled = next(n for n, line in enumerate(LINES) if '"event":"settled"' in line)
    data = json.loads(LINES[settled])
    data["scores"][0] += 100
    log = read_log(io.StringIO("".join([*LINES[:settled], json.dumps(data) + "\n"])))
    table = Table(RULES, seed=4)
    with pytest.raises(EventError, match=r"the log has .*; the rules give "):
        table.resume(log.entries)
