"""Engines that score the same wins, through the adapters in validators/riichi_validators/engines.

Each engine's input is built in advance. It is called for one win at a time, and the benchmark reads
the yaku, han, fu, fu items and payments of each result (`riichienv` has no fu items).
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any, NamedTuple

from benchmarks.harness import Json
from riichi.conformance.questions import rules_json
from riichi_core.records.win import read_win
from riichi_core.rules.load import load
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import score
from riichi_validators.engines.adapting import AskedWin

RULES = load("ema-2016")
MODULES = {"riichi-core": "riichi_core.scoring.score", "mahjong": "mahjong.hand_calculating.hand",
           "riichienv": "riichienv"}  # fmt: skip


class Engine(NamedTuple):
    """An engine: how it reads a win, scores many wins one by one, and the winner's total."""

    take: Callable[[Json], Any]
    run: Callable[[Sequence[Any]], None]
    total: Callable[[Any], int]


def engine(name: str) -> Engine:
    """Return an installed engine."""
    return {"riichi-core": ours, "mahjong": mahjong, "riichienv": riichienv}[name]()


def installed() -> list[str]:
    """Return the names of the installed engines."""
    packages = {name: module.partition(".")[0] for name, module in MODULES.items()}
    return [name for name, package in packages.items() if importlib.util.find_spec(package)]


def ours() -> Engine:
    """Return this engine under EMA 2016; its first pass over wins includes packing them."""

    def run(wins: Sequence[Any]) -> None:
        for win in wins:
            r = score(win, RULES)
            if isinstance(r, Score):
                _ = r.yaku, r.han, r.fu, r.fu_items, r.payments

    def total(win: Any) -> int:
        r = score(win, RULES)
        return r.points if isinstance(r, Score) else 0

    return Engine(lambda record: replace(read_win(record)), run, total)


def mahjong() -> Engine:
    """Return `mahjong`, in pure Python, with the nearest options.

    It adds up several yakuman, although EMA pays only the best one, and has no option for that.
    """
    adapter = import_module("riichi_validators.engines.mahjong_adapter")
    estimate = adapter.HandCalculator.estimate_hand_value
    configurations: dict[tuple[object, ...], Any] = {}

    def take(record: Json) -> Any:
        """Return the arguments of a call; equal circumstances share a large configuration."""
        win = AskedWin(record)
        call = adapter.call_of(win, rules_json(RULES))
        key = win.drawn, win.riichi, win.facts, win.seat, win.round_wind, win.counters
        return call._replace(config=configurations.setdefault(key, call.config))

    def run(wins: Sequence[Any]) -> None:
        for *given, under in wins:
            r = estimate(*given, ura_dora_indicators=under)
            _ = r.yaku, r.han, r.fu, r.fu_details, r.cost

    def total(call: Any) -> int:
        cost = adapter.scored_by(call).cost
        return cost["total"] if cost else 0

    return Engine(take, run, total)


def riichienv() -> Engine:
    """Return `riichienv`, Rust behind Python, which counts, doubles and adds up yakuman."""
    adapter = import_module("riichi_validators.engines.riichienv_adapter")

    def take(record: Json) -> Any:
        return adapter.call_of(AskedWin(record), rules_json(RULES))

    def run(wins: Sequence[Any]) -> None:
        for hand, *told in wins:
            r = hand.calc(*told)
            _ = r.yaku, r.han, r.fu, r.ron_agari, r.tsumo_agari_oya, r.tsumo_agari_ko

    def total(call: Any) -> int:
        hand, *told, conditions = call
        r = hand.calc(*told, conditions)
        if not r.is_win or not conditions.tsumo:
            return r.ron_agari if r.is_win else 0
        dealer = conditions.player_wind == adapter.SEATS[0]
        return int(r.tsumo_agari_ko * (3 if dealer else 2) + r.tsumo_agari_oya * (not dealer))

    return Engine(take, run, total)
