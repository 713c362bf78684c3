"""Mutation testing: change the code of the rules, and check whether a test notices.

It works on a copy in build/mutation, in two rounds: every mutant against the scenarios, then the
survivors against the unit tests (docs/contributing/testing.md).
"""

from __future__ import annotations

import argparse
import fnmatch
import gc
import json
import os
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import trial

if TYPE_CHECKING:
    from proofs import Cases

ROOT = Path(__file__).parents[2]
WORK = ROOT / "build" / "mutation"
RESULTS = WORK / "results.jsonl"
"""Each tried mutant: its name, the round, its exit code, and the case that failed."""

LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "build", "dist", "__pycache__", ".*_cache")
PROOFS = ("rulesets", "tests")
SEED = 20_160
SECONDS = {"scenarios": 10, "tests": 60}
"""Limits in processor time; without a mutant a round takes less than half of it."""

WRITE = """
from mutmut.__main__ import copy_also_copy_files, copy_src_dir, create_mutants
copy_src_dir()
copy_also_copy_files()
create_mutants(2)
"""

Codes = dict[str, int]


def main() -> int:
    """Run both rounds, and print the survivors."""
    arguments = _parse_arguments()
    start = time.monotonic()
    if arguments.resume or arguments.survivors:
        _take_proofs_anew()
    else:
        _write_mutants()
    trial.use_no_switch()
    trial.add_to_path(WORK / "mutants")
    import proofs  # noqa: PLC0415 - it needs the changed code

    mutants = _choose(sorted(_mutant_names()), arguments)
    tried = _Tried(arguments)
    print(f"{len(mutants)} mutants", flush=True)
    if "scenarios" in arguments.rounds:
        cases = proofs.Cases("scenarios", proofs.scenarios(), WORK / "scenarios.jsonl")
        tried.round("scenarios", mutants, cases)
    if "tests" in arguments.rounds and tried.alive(mutants):
        proofs.with_tests(
            arguments.tests or proofs.TESTS,
            lambda cases: tried.round(
                "tests", tried.alive(mutants), proofs.Cases("tests", cases, WORK / "tests.jsonl")
            ),
        )
    report = tried.report(mutants)
    report["minutes"] = round((time.monotonic() - start) / 60, 1)
    _show_mutmut(tried.codes)
    (WORK / "report.json").write_text(json.dumps(report, indent=1), encoding="utf-8")
    for line in _report_lines(report, tried.alive(mutants)):
        print(line)
    return 0 if float(str(report["percent"])) >= arguments.least else 1


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("only", nargs="*", help="names of mutants, with * for any part")
    parser.add_argument("--sample", type=int, default=0, help="so many of all (0: all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 2, help="at the same time")
    parser.add_argument("--least", type=float, default=95, help="percent that must be killed")
    parser.add_argument("--rounds", nargs="+", choices=SECONDS, default=list(SECONDS))
    parser.add_argument("--tests", nargs="+", help="files of unit tests, in place of all of them")
    parser.add_argument("--resume", action="store_true", help="go on where a run was stopped")
    parser.add_argument(
        "--survivors", action="store_true", help="try what survived again, with the tests of now"
    )
    return parser.parse_args()


# ---- the mutants ---------------------------------------------------------------------------------


def _write_mutants() -> None:
    """Have mutmut write the mutants in a copy of the tree; its settings are in pyproject.toml."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT, WORK, ignore=LEFT_BEHIND)
    (WORK / "mutants").mkdir()
    command = [sys.executable, "-c", WRITE]
    subprocess.run(command, cwd=WORK, check=True, stdout=subprocess.DEVNULL)


def _take_proofs_anew() -> None:
    """Copy scenarios and tests to the existing mutants again."""
    for name in PROOFS:
        shutil.rmtree(WORK / "mutants" / name)
        shutil.copytree(ROOT / name, WORK / "mutants" / name, ignore=LEFT_BEHIND)


def _metas() -> Iterator[Path]:
    yield from sorted((WORK / "mutants" / "riichi_core").rglob("*.py.meta"))


def _mutant_names() -> Iterator[str]:
    for path in _metas():
        yield from json.loads(path.read_text(encoding="utf-8"))["exit_code_by_key"]


def _choose(names: list[str], arguments: argparse.Namespace) -> list[str]:
    """Return the requested mutants, always in the same random order, for samples of all modules."""
    if arguments.only:
        names = [
            name for name in names if any(fnmatch.fnmatch(name, part) for part in arguments.only)
        ]
    random.Random(SEED).shuffle(names)
    return names[: arguments.sample or None]


def _show_mutmut(codes: Codes) -> None:
    """Write the results to mutmut's files, for `mutmut browse` and `mutmut show`."""
    for path in _metas():
        meta = json.loads(path.read_text(encoding="utf-8"))
        codes_by_name = meta["exit_code_by_key"]
        codes_by_name |= {name: codes[name] for name in codes_by_name if name in codes}
        path.write_text(json.dumps(meta, indent=1), encoding="utf-8")


# ---- the rounds ----------------------------------------------------------------------------------


class _Tried:
    """The result of each mutant, written to a file at once."""

    def __init__(self, asked: argparse.Namespace) -> None:
        self.codes: Codes = {}
        self._asked = asked
        self._killed: dict[str, tuple[str, str]] = {}
        self._over: set[tuple[str, str]] = set()
        self._not_reached: list[str] = []
        for line in RESULTS.read_text(encoding="utf-8").splitlines() if RESULTS.exists() else ():
            self._add(*json.loads(line))

    def alive(self, mutants: list[str]) -> list[str]:
        """Return the mutants that nothing has killed yet."""
        return [one for one in mutants if one not in self._killed]

    def round(self, name: str, mutants: list[str], cases: Cases) -> None:
        """Try all living mutants that this round has not tried before."""
        again = self._asked.survivors
        left = [one for one in self.alive(mutants) if again or (one, name) not in self._over]
        for mutant, (round_name, case) in self._killed.items():
            if round_name == name:
                cases.learn(mutant, case)
        left.sort(key=cases.seconds)
        gc.freeze()  # processes then do not copy what is loaded
        trials = trial.each(
            left, cases.running, cases.killer, jobs=self._asked.jobs, seconds=SECONDS[name]
        )
        survived = 0
        with RESULTS.open("a", encoding="utf-8") as file:
            for number, (mutant, code, case) in enumerate(trials, 1):
                self._add(mutant, name, code, case)
                cases.learn(mutant, case)
                survived += code == trial.SURVIVED
                print(json.dumps([mutant, name, code, case]), file=file, flush=True)
                if number % 50 == 0 or number == len(left):
                    print(f"{name}: {number} of {len(left)}, {survived} survived", flush=True)

    def _add(self, mutant: str, name: str, code: int, case: str) -> None:
        self.codes[mutant] = code
        self._over.add((mutant, name))
        if code != trial.SURVIVED:
            self._killed[mutant] = name, case

    def report(self, mutants: list[str]) -> dict[str, object]:
        """Return the numbers, and the names of the survivors."""
        left = self.alive(mutants)
        by = Counter(self._killed[one][0] for one in mutants if one in self._killed)
        slow = sum(self.codes.get(one) == trial.SLOW for one in mutants)
        modules: dict[str, list[int]] = {}
        for one in mutants:
            row = modules.setdefault(_module(one), [0, 0, 0])
            row[0] += 1
            row[1] += self._killed.get(one, ("",))[0] == "scenarios"
            row[2] += self._killed.get(one, ("",))[0] == "tests"
        return {
            "mutants": len(mutants),
            "killed_by_scenarios": by["scenarios"],
            "killed_by_tests": by["tests"],
            "slow": slow,
            "percent": round(100 * (1 - len(left) / max(len(mutants), 1)), 1),
            "modules": dict(sorted(modules.items())),
            "survived": sorted(left),
        }


def _report_lines(report: dict[str, object], left: list[str]) -> Iterator[str]:
    for name in ("mutants", "killed_by_scenarios", "killed_by_tests", "slow", "percent", "minutes"):
        yield f"{name.replace('_', ' ')}: {report[name]}"
    yield f"survived: {len(left)}"
    for module, number in sorted(Counter(_module(name) for name in left).items()):
        yield f"  {module}: {number}"
    yield "In build/mutation `mutmut show NAME` shows one of them:"
    yield from (f"  {name}" for name in sorted(left))


def _module(name: str) -> str:
    return re.sub(r"\.x[_ǁ].*", "", name)


if __name__ == "__main__":
    sys.exit(main())
