"""Compare a written game with a ruleset: its scores and results, and the values that they need."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from riichi.fitting.numbers import MEND_TEXTS, result_fits
from riichi.fitting.space import OptionSpace, is_sound, shipped_rulesets
from riichi.games.files.game_file import GameFile
from riichi.games.infer.sheets import SheetDeal, SheetOracle, sheet_deals, sheet_game
from riichi_core.files.model_problems import pointer_to
from riichi_core.files.problem import MOST_MENDS, Mend, Problem
from riichi_core.messages import Message
from riichi_core.rules.rules import Rules
from riichi_core.rules.ruleset import Ruleset


def sheet_problems(file: GameFile, ruleset: Ruleset) -> list[Problem]:
    """Return a warning for each hand of a written game with other scores, and for its results.

    The fixes are single options, or else combinations, that explain all scores or the results.
    """
    game = sheet_game("", file.record)
    oracle = SheetOracle()
    problems: list[Problem] = []
    fixes: dict[str, tuple[Mend, ...]] = {}
    for deal in sheet_deals(game):
        for objection in oracle.objections(deal, ruleset.rules):
            if (kind := objection.kind) not in MEND_TEXTS:
                continue
            if kind not in fixes:
                needed = _needed(deal, kind, ruleset.rules, oracle)[:MOST_MENDS]
                fixes[kind] = tuple(Mend(MEND_TEXTS[kind], values) for values in needed)
            place: str = kind
            message = objection.message
            if kind == "scores":
                message = Message("hand {n}: {message}", n=deal.index + 1, message=message)
                own = pointer_to(file.document.data, f"deals.{deal.index}.scores")
                place = f"deals.{deal.index}.scores" if own[-1] == "scores" else kind
            pointer = pointer_to(file.document.data, place)
            problem = file.document.problem(pointer, f"other-{kind}", message, severity="warning")
            problems.append(replace(problem, fixes=fixes[kind]))
    return problems


def _needed(deal: SheetDeal, kind: str, rules: Rules, oracle: SheetOracle) -> list[dict[str, Any]]:
    """Return the values of options under which no deal of a game has an objection of a kind.

    Single options come first, the most usual value before others. Several options explain only
    results.
    """
    space, wrong = OptionSpace(), {kind, "scores", "settlement", "engine"}
    needed = []
    for change in sorted(
        space.changes(rules), key=lambda one: -space.shipped_with(one.path, one.value)
    ):
        after = space.changed(rules, [change])
        found = (oracle.objections(other, after) for other in sheet_deals(deal.game))
        explained = all(one.kind not in wrong for of_deal in found for one in of_deal)
        if explained and is_sound(after, rules):
            needed.append({change.path: json.loads(change.value)})
    if needed or kind == "scores":
        return needed
    fits = result_fits([oracle.result(deal.game, rules)], rules, shipped_rulesets())
    different = [
        {path: value for path, value in fit.values.items() if rules.written_value(path) != value}
        for fit in fits
    ]
    fewest = min(map(len, different), default=0)
    return [values for values in different if len(values) == fewest]
