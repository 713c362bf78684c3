"""Answers to records: `riichi score --jsonl`, compared with plain JSON reading and writing.

A line is read, scored under one ruleset and answered. Scoring is measured with new wins, as for a
line, because some results of a win are kept. The memory is that of a program with the rules,
however many lines there are.
"""

from __future__ import annotations

import gc
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.harness import Json, Promise, least, records
from riichi_core.records.jsonl import RecordBatch, parse_line, written
from riichi_core.records.win import WinLine
from riichi_core.rules.load import load
from riichi_core.scoring.score import score

RULES = load("ema-2016")
WINS, LINES, ROUNDS = 1_500, 50_000, 9
MOST_TIMES, GOAL = 10, 5

pytestmark = pytest.mark.benchmark(group=f"{WINS:,} records")


@pytest.fixture(scope="module", autouse=True)
def collected_as_by_the_command() -> Iterator[None]:
    known = gc.get_threshold()
    gc.set_threshold(50_000)
    yield
    gc.set_threshold(*known)


@pytest.fixture(scope="module")
def batch() -> RecordBatch:
    return RecordBatch(WinLine, [RULES])


@pytest.fixture(scope="module")
def lines() -> list[bytes]:
    return [json.dumps({"id": n, **record}).encode() for n, record in enumerate(records(WINS, 7))]


@pytest.fixture(scope="module")
def data(lines: list[bytes]) -> list[Any]:
    return [parse_line(line) for line in lines]


def bench_a_bare_json(benchmark: Any, lines: list[bytes], batch: RecordBatch, took: Json) -> None:
    answers = [batch.line(line, 2) for line in lines]

    def bare() -> None:
        for line, answer in zip(lines, answers, strict=True):
            json.loads(line)
            json.dumps(answer)

    benchmark.pedantic(bare, rounds=ROUNDS, warmup_rounds=1)
    took["bare JSON"] = least(benchmark)


def bench_b_parse_a_line(benchmark: Any, lines: list[bytes]) -> None:
    benchmark.pedantic(lambda: [parse_line(line) for line in lines], rounds=ROUNDS)


def bench_c_read_a_record(benchmark: Any, data: list[Any]) -> None:
    benchmark.pedantic(lambda: [WinLine.read(one) for one in data], rounds=ROUNDS)


def bench_d_read_a_win(benchmark: Any, data: list[Any]) -> None:
    benchmark.pedantic(lambda: [WinLine.read(one).win() for one in data], rounds=ROUNDS)


def bench_e_score_a_new_win(benchmark: Any, data: list[Any], took: Json) -> None:
    wins = [WinLine.read(one).win() for one in data]

    def unseen() -> tuple[tuple[Any], Json]:
        return ([replace(win) for win in wins],), {}

    benchmark.pedantic(_score_all, setup=unseen, rounds=ROUNDS)
    took["scoring"] = least(benchmark)


def bench_f_score_it_again(benchmark: Any, data: list[Any]) -> None:
    wins = [WinLine.read(one).win() for one in data]
    benchmark.pedantic(_score_all, (wins,), rounds=ROUNDS, warmup_rounds=1)


def _score_all(wins: list[Any]) -> None:
    for win in wins:
        score(win, RULES)


def bench_g_answer_a_line(
    benchmark: Any, lines: list[bytes], batch: RecordBatch, took: Json, promise: Promise
) -> None:
    answer: Callable[[], object] = lambda: [written(batch.line(line, 2)) for line in lines]  # noqa: E731
    benchmark.pedantic(answer, rounds=ROUNDS)
    bare, scorings = (least(benchmark) / took[name] for name in ("bare JSON", "scoring"))
    promise(bare <= MOST_TIMES, f"a line in {MOST_TIMES} times its bare JSON: {bare:.1f} times")
    promise(scorings <= GOAL, f"a line in {GOAL} scorings of a new win: {scorings:.1f}")


WATCHED = """
import atexit, resource, sys
from riichi.cli.main import main
atexit.register(lambda: print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr))
main()
"""


def bench_memory(lines: list[bytes], promise: Promise) -> None:
    many = (lines[0] + b"\n") * LINES
    call = [sys.executable, "-c", WATCHED, "score", "--jsonl"]
    done = subprocess.run(call, input=many, check=True, capture_output=True)
    promise(None, f"{int(done.stderr) / 1000:.0f} MB for {LINES:,} lines of riichi score --jsonl")
