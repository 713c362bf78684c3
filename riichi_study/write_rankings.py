"""Write the rankings of pairs of shipped rulesets: `python -m riichi_study.write_rankings`."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from typing import Any

from riichi_core.files.files import write_whole
from riichi_study.plan import StudyPlan
from riichi_study.ranking import option_values, ranking_file
from riichi_study.report import StudyReport
from riichi_study.run import study

PAIRS = (
    ("ema-2016", "ema-2025"),
    ("ema-2025", "wrc-2025"),
    ("ema-2016", "wrcr-2015"),
    ("ema-2016", "wrc-2025"),
    ("wrcr-2015", "wrc-2025"),
    ("ema-2012", "ema-2016"),
    ("ema-2025", "tenhou"),
)
"""The pairs that people read about in guides."""

SEED = 1


def main(arguments: Sequence[str]) -> None:
    """Write the ranking of each pair: `[GAMES [PROCESSES]]`."""
    games, processes = (*map(int, arguments), *(200, 1)[len(arguments) :])
    for pair in PAIRS:
        result = study(pair, games=games, seed=SEED, processes=processes)
        deals = sum(len(row.games[0].deals) for row in result.games)
        data = ranking_json(result.plan, result.report, deals)
        path = ranking_file(*pair)
        path.parent.mkdir(exist_ok=True)
        write_whole(path, (json.dumps(data, indent=1, ensure_ascii=False) + "\n").encode())


def ranking_json(plan: StudyPlan, report: StudyReport, deals: int) -> dict[str, Any]:
    """Return the ranking of a study as a file has it.

    Args:
        plan: the study.
        report: what it came to.
        deals: how many deals were played under the first ruleset.
    """
    compared = plan.rulesets[:2]
    seen = [
        {
            "path": path,
            "values": option_values(path, *compared),
            "deals": effect.deals,
            "share": round(effect.otherwise.value, 6),
            "points": round(effect.points.value, 3),
            "places": round(effect.places.value, 6),
            "result": round(effect.result.value, 3),
        }
        for path, effect in report.ranking
    ]
    unseen = [{"path": path, "values": option_values(path, *compared), "unseen": why}
              for path, why in report.unseen]  # fmt: skip
    return {
        "rulesets": [ruleset.id for ruleset in compared],
        "games": report.games,
        "deals": deals,
        "seed": report.seed,
        "players": list(report.players),
        "options": seen + unseen,
    }


if __name__ == "__main__":
    main(sys.argv[1:])
