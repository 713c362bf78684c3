"""Messages contain only printable characters, and have a bounded length."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from click.testing import CliRunner
from each import each
from effort import examples
from hypothesis import given, settings, strategies as st
from running import PLAIN

from riichi.cli.main import main
from riichi.events.files.sheet_file import read_sheet
from riichi_core.errors import RiichiError
from riichi_core.hands.hand import Hand
from riichi_core.messages import LONGEST_PART, Message
from riichi_core.play.actions import parse_action
from riichi_core.play.wall import Wall
from riichi_core.records.deal import DealLine
from riichi_core.records.jsonl import RecordBatch
from riichi_core.records.win import WinLine
from riichi_core.rules.load import load
from riichi_core.tiles import Wind, parse_tiles

OBEYED = [
    "\x1b[2J",
    "\x07",
    "\x85",
    "\x9b",
    "\u202e",
    "\u2066",
    "\u200f",
    "\u0378",
    "\ud800",
    "\x00",
]
"""Control, direction, unassigned and half characters."""

PIECES = st.lists(st.sampled_from([*OBEYED, *"123mz()[]+<^ 'x\n", "discard ", "quad "]), max_size=8)
TEXTS = st.one_of(PIECES.map("".join), st.text(max_size=20))


@each("read", [parse_tiles, Hand, parse_action, Wall.parse, Wind.of])
def test_notation_errors_can_be_printed(read: object) -> None:
    @settings(max_examples=examples(200), deadline=None)
    @given(TEXTS)
    def refused(text: str) -> None:
        try:
            read(text)  # type: ignore[operator]
        except (RiichiError, ValueError) as error:
            assert str(error).isprintable()

    refused()


@settings(max_examples=examples(100), deadline=None)
@given(TEXTS, TEXTS, st.sampled_from([WinLine, DealLine]))
def test_record_errors_can_be_printed(one: str, other: str, model: type[WinLine]) -> None:
    batch = RecordBatch(model, [load("ema-2016")])
    for record in ({one: other}, {"hand": one, "winning_tile": other, "won_by": "discard"},
                   {"end": one, "won_by": other}, {"end": "win", "liable": {one: {other: one}}},
                   {"rulesets": [one]}):  # fmt: skip
        assert batch.record(record)["error"]["message"].isprintable()


@given(TEXTS, TEXTS)
def test_tournament_errors_can_be_printed(one: str, other: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.csv")
        path.write_bytes(f"player,{one}\n{other},{one}\n".encode("utf-8", "surrogatepass"))
        _, problems = read_sheet(path)
    for problem in problems:
        assert all(line.isprintable() for line in problem.text().split("\n"))


def test_foreign_text_in_a_message_is_escaped_and_shortened() -> None:
    for text in OBEYED:
        message = Message("{a} and {b}", a=text, b=Path(text))
        assert message.isprintable()
        assert str(message.parameters["a"]).isprintable()
    assert len(Message("{a}", a="x" * 100_000)) == LONGEST_PART


@pytest.mark.parametrize("text", [one for one in OBEYED if one.isascii() or one.isprintable()])
@pytest.mark.parametrize(
    "call",
    [["{}"], ["show", "{}"], ["show", "ema-2016", "{}"], ["find", "{}"], ["foul", "{}"],
     ["test", "{}"], ["test", "--clause", "{}"], ["check", "{}"], ["new", "{}", "--extends", "x"],
     ["score", "{}", "1m"], ["score", "--{}"], ["score", "1m", "1m", "--counters", "{}"],
     ["compare", "{}", "ema-2016"], ["simulate", "--players", "{}"], ["replay", "{}"]],
)  # fmt: skip
def test_command_output_can_be_printed(text: str, call: list[str]) -> None:
    for given_text in (text, text * 700):
        arguments = [part.format(given_text) for part in call]
        ran = CliRunner(env=PLAIN).invoke(main, arguments, prog_name="riichi")
        assert isinstance(ran.exception, SystemExit)
        assert ran.exit_code in (1, 2)
        assert all(line.isprintable() for line in ran.output.split("\n"))
        assert len(ran.output) < 6_000
