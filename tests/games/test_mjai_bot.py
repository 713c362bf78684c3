"""Bots that speak mjai: their input, their answers and their errors."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from each import each
from effort import first, marks
from programs import ROOT, command, mjai_bot
from running import hear_all

from riichi.cli import main
from riichi.games.formats.mjai import MjaiSeat, action_of, write_mjai
from riichi.games.mjai_bot import Dialect, MjaiCommand
from riichi.games.replay.deal_history import deals_of
from riichi.processes.process import FailedError, Process
from riichi_core.bots.by_name import player_named
from riichi_core.bots.player import PlayerError
from riichi_core.bots.runner import FailedGame, play_game
from riichi_core.bots.simulation import SimulationPlan, simulate
from riichi_core.play.actions import parse_action
from riichi_core.play.table import Table
from riichi_core.seeded import SeededRandom


def played(*bots: str, seed: int = 3, patience: float = 10.0) -> Table:
    table = Table("ema-2016", seed=seed)
    chance = SeededRandom(seed)
    makers = [MjaiCommand.of(text, patience) for text in bots]
    others = [player_named("sensible", chance) for _ in range(4 - len(makers))]
    play_game(table, [*(one.make() for one in makers), *others])
    return table


@pytest.mark.long
def test_a_tsumogiri_bot_plays_like_the_tsumogiri_player() -> None:
    table = Table("ema-2016", seed=3)
    play_game(table, [player_named(n, SeededRandom(0)) for n in ("tsumogiri", *["sensible"] * 3)])
    assert played(mjai_bot()).events == table.events


def told() -> list[dict[str, Any]]:
    """Return the lines that a seat receives in a game of others."""
    table = Table("ema-2016", seed=3)
    seat = MjaiSeat(table, 1)
    play_game(table, [player_named("sensible", SeededRandom(0))] * 4)
    return [json.loads(line) for line in seat.news()]


def test_bots_receive_only_tiles_that_they_can_see() -> None:
    lines = told()
    starts = [line for line in lines if line["type"] == "start_kyoku"]
    assert all(set(start["tehais"][place]) == {"?"} for start in starts for place in (0, 2, 3))
    assert all("?" not in start["tehais"][1] for start in starts)
    drawn = {(line["actor"] == 1, line["pai"] == "?") for line in lines if line["type"] == "tsumo"}
    assert drawn == {(True, False), (False, True)}
    assert [line["type"] for line in lines].count("end_kyoku") == len(starts)
    assert {"dahai", "reach", "reach_accepted", "hora"} <= {line["type"] for line in lines}


AGAIN = """
import json, sys
acts = {"dahai", "reach", "chi", "pon", "daiminkan", "ankan", "kakan", "hora"}
lines = [json.loads(line) for line in open(sys.argv[1])]
for number, text in enumerate(sys.stdin):
    got, after = json.loads(text), lines[number + 1:]
    assert got["type"] == lines[number]["type"], (got, lines[number])
    if got["type"] == "start_game":
        me = got["id"]
    while after and after[0]["type"] == "hora" and after[0]["actor"] != me != got.get("actor"):
        after = after[1:]
    mine = after and after[0].get("actor") == me and after[0]["type"] in acts
    print(json.dumps(after[0] if mine and got["type"] != "hora" else {"type": "none"}), flush=True)
"""
"""A bot that does what was done on its seat in a game whose lines it has."""


IN_LISTS = """
import json, sys
acts = {"dahai", "reach", "chi", "pon", "daiminkan", "ankan", "kakan", "hora"}
lines, done = [json.loads(line) for line in open(sys.argv[1])], 0
for text in sys.stdin:
    got = json.loads(text)
    for one in got:
        if one["type"] == "start_game":
            me = one["id"]
        assert one["type"] == lines[done]["type"], (one, lines[done])
        done += 1
    after = lines[done] if done < len(lines) else {}
    mine = after.get("actor") == me and after["type"] in acts and got[-1]["type"] != "hora"
    print(json.dumps(after if mine else {"type": "none"}), flush=True)
"""
"""A bot that does the same and speaks as those of mjai.app do: a list of lines, then one answer."""


@pytest.mark.parametrize(
    ("code", "dialect"), [(AGAIN, "mjai"), pytest.param(IN_LISTS, "mjai.app", marks=marks(1))]
)
def test_a_game_replayed_by_a_bot_is_identical(tmp_path: Path, code: str, dialect: Dialect) -> None:
    table = Table("ema-2016", seed=3)
    chance = SeededRandom(0)
    play_game(table, [player_named("sensible", chance) for _ in range(4)])
    lines = tmp_path / "lines"
    text = write_mjai(("a", "b", "c", "d"), deals_of(table))
    lines.write_text(text, encoding="utf-8")
    for_bot = command("-c", code, str(lines))
    again = Table("ema-2016", seed=3)
    others = [player_named("sensible", chance) for _ in range(3)]
    play_game(again, [MjaiCommand.of(for_bot, 10.0, dialect).make(), *others])
    assert write_mjai(("a", "b", "c", "d"), deals_of(again)) == text
    mine = [line for line in map(json.loads, text.splitlines()) if line.get("actor") == 0]
    assert {"reach", "dahai", "hora", "pon"} <= {line["type"] for line in mine}


def test_a_bot_of_another_dialect_is_reported() -> None:
    with pytest.raises(PlayerError, match=r"TypeError: .*; a bot of mjai\.app needs --dialect"):
        played(command("-c", "import json; [one['type'] for one in json.loads(input())]"))


ACTS = tuple(map(parse_action, (
    "discard 5p", "discard 5p drawn", "discard 0p", "riichi 5p", "chii 34p", "chii 40p", "pon 55p",
    "pon 50p", "kan 555p", "kan 5550p", "kan 7z", "win", "nine_kinds",
)))  # fmt: skip


@each(
    "answer, act",
    [
        ({"type": "dahai", "pai": "5p", "tsumogiri": False}, "discard 5p"),
        ({"type": "dahai", "pai": "5p", "tsumogiri": True}, "discard 5p drawn"),
        ({"type": "dahai", "pai": "5pr"}, "discard 0p"),
        ({"type": "chi", "pai": "2p", "consumed": ["4p", "3p"]}, "chii 34p"),
        ({"type": "chi", "pai": "3p", "consumed": ["5pr", "4p"]}, "chii 40p"),
        ({"type": "pon", "pai": "5p", "consumed": ["5p", "5pr"]}, "pon 50p"),
        ({"type": "daiminkan", "pai": "5pr", "consumed": ["5p"] * 3}, "kan 555p"),
        ({"type": "ankan", "consumed": ["5pr", "5p", "5p", "5p"]}, "kan 5550p"),
        ({"type": "kakan", "pai": "C", "consumed": ["C"] * 3}, "kan 7z"),
        ({"type": "hora"}, "win"),
        ({"type": "ryukyoku"}, "nine_kinds"),
    ],
)
def test_each_answer_becomes_its_action(answer: dict[str, Any], act: str) -> None:
    found = action_of(answer, ACTS)
    assert found == parse_action(act)
    assert action_of(answer, [one for one in ACTS if one != found and "5p" not in str(one)]) is None


def test_a_discard_after_reach_declares_riichi() -> None:
    assert str(action_of({"type": "dahai", "pai": "5p"}, ACTS, riichi=True)) == "riichi 5p"


@each(
    "more, problem",
    [
        ("if number == 9: print('nonsense')", "it answered 'nonsense', which is not legal"),
        ("if number == 9: print('[1]')", "it answered '[1]', which is not legal"),
        ("if number == 9: sys.exit(3)", "the program ended (exit status 3)"),
        ("if number == 9: raise ValueError('lost')", "exit status 1): ValueError: lost"),
        ("if mine: answer = {'type': 'none'}", "it answered 'none', which is not legal"),
        ("if mine: answer = {'type': 'hora', 'actor': me, 'target': me}", "which is not legal"),
        ("if mine: answer['actor'] = 2", "which is not legal"),
        ("if mine: answer = {'type': 'dahai', 'actor': me, 'pai': 7}", "which is not legal"),
        ("if mine: answer = {'type': 'ankan', 'actor': me, 'consumed': 'E'}", "is not legal"),
    ],
)
def test_an_error_of_a_bot_ends_its_game_and_is_reported(more: str, problem: str) -> None:
    with pytest.raises(PlayerError, match="on seat") as error:
        played(mjai_bot(more))
    assert problem in str(error.value)


def test_a_slow_bot_is_ended() -> None:
    before = time.monotonic()
    with pytest.raises(PlayerError, match=r"no answer within 0\.3 s"):
        played(mjai_bot("if mine: import time; time.sleep(600)"), patience=0.3)
    assert time.monotonic() - before < 300


def test_a_bots_first_answer_also_has_a_time_limit() -> None:
    with pytest.raises(PlayerError, match=r"no answer within 0\.3 s"):
        played(mjai_bot("import time; time.sleep(60)"), patience=0.3)


def test_a_bot_that_reads_nothing_does_not_block() -> None:
    deaf = """
import time
print(*['{"type": "none"}'] * 20, sep="\\n", flush=True)
time.sleep(99)
"""
    with pytest.raises(PlayerError, match=r"no answer within 0\.3 s|is not legal"):
        played(command("-c", deaf), patience=0.3)
    process = Process.start(shlex.split(command("-c", deaf)))
    for _ in range(20):
        process.ask("x" * 100_000, 10)
    with pytest.raises(FailedError, match=r"no answer within 0\.1 s"):
        process.ask("x", 0.1)
    process.end(kill=True)
    assert not any(thread.is_alive() for thread in process.threads)


def test_a_missing_bot_is_reported() -> None:
    with pytest.raises(PlayerError, match="no-such-bot cannot be started"):
        played("no-such-bot")


def test_simulate_seats_bots_and_keeps_the_log_of_a_game_that_one_ends(tmp_path: Path) -> None:
    call = ["simulate", "--games", "1", "--seed", "3", "--player", mjai_bot(), "--format", "json"]
    done = CliRunner().invoke(main.main, call)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout)["games"] == 1
    logs = tmp_path / "logs"
    failing = [
        *call[:5],
        "--player",
        mjai_bot("if number == 60: sys.exit(3)"),
        "--write-logs",
        str(logs),
    ]
    failed = CliRunner().invoke(main.main, failing)
    assert failed.exit_code == 1
    assert "the program ended (exit status 3)" in failed.stderr
    assert len((logs / "game-000001.jsonl").read_text(encoding="utf-8").splitlines()) > 5


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--player", ""], "--player: the command is empty"),
        (["--player", "'"], "--player: No closing quotation"),
        (["--player", "a"] * 5, "--player: 5 bots, but a game has four players"),
    ],
)
def test_a_wrong_call_is_refused(more: list[str], says: str) -> None:
    done = CliRunner().invoke(main.main, ["simulate", *more])
    assert done.exit_code == 2
    assert says in done.stderr


CHILD = """
    if number == 0:
        import os, subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(99)"])
        open({!r}, "w").write(f"{{os.getpid()}} {{child.pid}}\\n")
    {}
"""
"""A bot that starts a child of its own, and does something more later on."""

needs_proc = pytest.mark.skipif(not Path("/proc").exists(), reason="no /proc here")


def parent(pids: Path, more: str) -> str:
    return mjai_bot(CHILD.format(str(pids), more))


def all_end(pids: Path) -> bool:
    """Return True when neither the bot nor its child exists any more."""
    began = pids.read_text(encoding="utf-8").split()
    assert len(began) == 2
    until = time.monotonic() + 60
    while any(_runs(Path("/proc", pid)) for pid in began) and time.monotonic() < until:
        time.sleep(0.05)
    return not any(_runs(Path("/proc", pid)) for pid in began)


@pytest.mark.long
@needs_proc
@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ("pass", None),
        ("if number == 9: sys.exit(3)", "exit status 3"),
        ("if number == 9: print('nonsense')", "not legal"),
        ("if number == 9: import time; time.sleep(99)", "no answer"),
    ],
)
def test_no_child_of_a_bot_outlives_its_game(tmp_path: Path, more: str, fault: str | None) -> None:
    pids = tmp_path / "pids"
    with nullcontext() if fault is None else pytest.raises(PlayerError, match=fault):
        played(parent(pids, more), patience=6.0 if fault == "no answer" else 30.0)
    assert all_end(pids)


@needs_proc
@pytest.mark.parametrize("number", first([signal.SIGKILL, signal.SIGTERM, signal.SIGINT]))
def test_no_bot_outlives_a_process_that_a_signal_ends(
    tmp_path: Path, number: signal.Signals
) -> None:
    pids = tmp_path / "pids"
    bot = parent(pids, "if number == 3: import time; time.sleep(99)")
    call = [sys.executable, "-m", "riichi", "simulate", "--player", bot, "--timeout", "90"]
    process = subprocess.Popen(call, cwd=ROOT, stdout=subprocess.DEVNULL, preexec_fn=hear_all)  # noqa: PLW1509
    until = time.monotonic() + 60
    while not (pids.exists() and pids.read_text(encoding="utf-8").endswith("\n")):
        assert time.monotonic() < until
        time.sleep(0.1)
    os.kill(process.pid, number)
    assert process.wait(30) == (-number if number is signal.SIGKILL else 128 + number)
    assert all_end(pids)


def _runs(process: Path) -> bool:
    """Return True if a process exists and is not a zombie."""
    status = process / "stat"
    return (
        status.exists() and status.read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    )


@pytest.mark.skipif(find_spec("mjai") is None, reason="mjai is not installed (pip install mjai)")
@pytest.mark.parametrize("book", ["ema-2025", "wrc-2025", "tenhou"])
def test_mjai_app_bots_play_under_any_rules(book: str) -> None:
    code = "import sys; from mjai.bot.{} import {} as Bot; Bot(int(sys.argv[1])).start()"
    kinds = [("rulebase", "RulebaseBot"), ("riichibot", "RiichiBot")] * 2
    commands = [command("-c", code.format(*one), str(at)) for at, one in enumerate(kinds)]
    bots = tuple(MjaiCommand.of(text, 60.0, "mjai.app") for text in commands)
    failed: list[FailedGame] = []
    games = list(simulate(SimulationPlan(book, 6, seed=1, players=bots), failed=failed))
    assert len(games) > len(failed)
    assert all("which is not legal" in one.problem for one in failed)  # riichi while noten
