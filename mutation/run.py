"""Mutation testing: changes the code that carries the rules, and asks whether a test notices.

Works on a copy in build/mutation, in two rounds: every mutant against the scenarios, then those
that survived against the unit tests. docs/mutation.md tells more.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import trial

ROOT = Path(__file__).parent.parent
WORK = ROOT / "build" / "mutation"

LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache")
SEED = 20_160
SECONDS = {"scenarios": 40, "tests": 240}
"""Of processor time; without a mutant each takes a tenth of it at most."""

WRITE = """
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants
copy_src_dir()
copy_also_copy_files()
create_mutants(2)
"""

MUCH = {"CI": "true", "RIICHI_TESTS": "long", "RIICHI_SOAK": "1"}

Codes = dict[str, int]


def main() -> int:
    """Run both rounds, and print what is left."""
    asked = _asked()
    start = time.monotonic()
    _write_mutants()
    mutants = _chosen(sorted(_names()), asked)
    print(f"{len(mutants)} mutants", flush=True)
    trial.use_no_switch()
    trial.add_to_path(WORK / "mutants")
    os.environ |= MUCH  # the same examples at each run
    import proofs  # noqa: PLC0415 - it needs the changed code

    kit = proofs.Kit()
    codes = dict.fromkeys(mutants, trial.SURVIVED)
    if "scenarios" in asked.rounds:
        codes |= _round(
            "scenarios", mutants, lambda one: kit.passes(trial.function_of(one)), asked.jobs
        )
    unseen = [one for one in mutants if not kit.reaches(trial.function_of(one))]
    alive = [one for one in mutants if codes[one] == trial.SURVIVED]
    by_scenarios = len(mutants) - len(alive)
    if alive and "tests" in asked.rounds:
        proofs.load_tests()
        codes |= _round("tests", alive, proofs.tests_pass, asked.jobs)
    left = sorted(one for one in alive if codes[one] == trial.SURVIVED)
    _keep(codes)
    percent = round(100 * (1 - len(left) / max(len(mutants), 1)), 1)
    report = {
        "mutants": len(mutants),
        "killed_by_scenarios": by_scenarios,
        "killed_by_tests": len(alive) - len(left),
        "slow": sum(code == trial.SLOW for code in codes.values()),
        "percent": percent,
        "minutes": round((time.monotonic() - start) / 60, 1),
        "not_reached_by_scenarios": sorted(unseen),
        "survived": left,
    }
    (WORK / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    for line in _told(report, left):
        print(line)
    return 0 if percent >= asked.least else 1


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of mutants, with * for any part")
    parser.add_argument("--sample", type=int, default=0, help="so many of all (0: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="at the same time")
    parser.add_argument("--least", type=float, default=90, help="percent that must be killed")
    parser.add_argument("--rounds", nargs="+", choices=SECONDS, default=list(SECONDS))
    return parser.parse_args()


# ---- the mutants ---------------------------------------------------------------------------------


def _write_mutants() -> None:
    """Let mutmut write them, in a copy of the tree; its settings stand in pyproject.toml."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT, WORK, ignore=LEFT_BEHIND)
    (WORK / "mutants").mkdir()
    command = [sys.executable, "-c", WRITE]
    subprocess.run(command, cwd=WORK, check=True, stdout=subprocess.DEVNULL)


def _metas() -> Iterator[Path]:
    yield from sorted((WORK / "mutants" / "riichi_core").rglob("*.py.meta"))


def _names() -> Iterator[str]:
    for path in _metas():
        yield from json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]


def _chosen(names: list[str], asked: argparse.Namespace) -> list[str]:
    """Those that are asked for, shuffled: a sample is from all over, the same each time."""
    if asked.only:
        names = [one for one in names if any(fnmatch.fnmatch(one, part) for part in asked.only)]
    random.Random(SEED).shuffle(names)
    return names[: asked.sample or None]


def _keep(codes: Codes) -> None:
    """Write the results where mutmut looks for them, for `mutmut browse` and `mutmut show`."""
    for path in _metas():
        meta = json.loads(path.read_text(encoding="utf-8"))
        found = meta["exit_code_by_key"]
        found |= {name: codes[name] for name in found if name in codes}
        path.write_text(json.dumps(meta, indent=1), encoding="utf-8")


# ---- a round -------------------------------------------------------------------------------------


def _round(name: str, mutants: Sequence[str], run: Callable[[str], bool], jobs: int) -> Codes:
    found: Codes = {}
    for mutant, code in trial.each(mutants, run, jobs=jobs, seconds=SECONDS[name]):
        found[mutant] = code
        if len(found) % 50 == 0 or len(found) == len(mutants):
            alive = sum(code == trial.SURVIVED for code in found.values())
            print(f"{name}: {len(found)} of {len(mutants)}, {alive} survived", flush=True)
            (WORK / f"{name}.json").write_text(json.dumps(found, indent=0), encoding="utf-8")
    return found


def _told(report: dict[str, object], left: Sequence[str]) -> Iterator[str]:
    for name in ("mutants", "killed_by_scenarios", "killed_by_tests", "slow", "percent", "minutes"):
        yield f"{name.replace('_', ' ')}: {report[name]}"
    yield f"survived: {len(left)}"
    for module, number in sorted(Counter(_module(name) for name in left).items()):
        yield f"  {module}: {number}"
    yield "In build/mutation `mutmut show NAME` shows one of them:"
    yield from (f"  {name}" for name in left)


def _module(name: str) -> str:
    return re.sub(r"\.x[_ǁ].*", "", name)


if __name__ == "__main__":
    sys.exit(main())
