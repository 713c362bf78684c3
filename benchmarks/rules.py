"""Loading and checking a book, compared with PyYAML, which only parses it; and whole commands.

The commands are compared with plain Python that imports the project's libraries.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from benchmarks.harness import Promise, least, process
from riichi_core.rules import library
from riichi_core.rules.checks import MOST_WAYS_TOGETHER
from riichi_core.rules.load import examine

BOOKS = library.books()
CSAFE: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

LIBRARIES = "import click, filelock, pydantic, yaml"
SCORE = ("-m", "riichi", "score", "2345567m345p678s", "8m", "--rules")

MANY_YAKU = 41
"""As many of `club`'s own yaku as a file may have."""


@pytest.mark.parametrize("name", BOOKS)
def bench_load_and_check(benchmark: Any, name: str, promise: Promise) -> None:
    benchmark.group = name
    benchmark.pedantic(examine, (BOOKS[name],), rounds=40, warmup_rounds=1)
    took = 1000 * least(benchmark)
    promise(took < 30, f"{name} is loaded and checked in under 30 ms: {took:.1f} ms")


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("loader", [CSAFE, yaml.SafeLoader], ids=lambda loader: loader.__name__)
def bench_pyyaml(benchmark: Any, name: str, loader: type[yaml.SafeLoader]) -> None:
    benchmark.group = name
    text = BOOKS[name].read_text(encoding="utf-8")
    benchmark.pedantic(yaml.load, (text, loader), rounds=10, warmup_rounds=1)


@pytest.mark.benchmark(group="riichi compare")
def bench_compare(benchmark: Any, promise: Promise) -> None:
    call = ("-m", "riichi", "compare", "ema-2016", "wrcr-2015")
    benchmark.pedantic(process(*call), rounds=15)
    took = 1000 * least(benchmark)
    promise(took < 400, f"riichi compare of two books in under 400 ms: {took:.0f} ms")


@pytest.mark.benchmark(group="riichi compare")
def bench_libraries_alone(benchmark: Any) -> None:
    benchmark.pedantic(process("-c", LIBRARIES), rounds=15)


@pytest.mark.benchmark(group="riichi score")
def bench_score_under_many_own_yaku(benchmark: Any, tmp_path: Path, promise: Promise) -> None:
    path = tmp_path / "club.yaml"
    path.write_text(club(MANY_YAKU), encoding="utf-8")
    benchmark.pedantic(process(*SCORE, str(path)), rounds=3)
    took = least(benchmark)
    says = (
        f"{MANY_YAKU} own yaku, bounded by {MOST_WAYS_TOGETHER:,} ways, in under 3 s: {took:.2f} s"
    )
    promise(took < 3, f"riichi score under a club with {says}")


@pytest.mark.benchmark(group="riichi score")
def bench_score_without_them(benchmark: Any) -> None:
    benchmark.pedantic(process(*SCORE, "ema-2016"), rounds=3)


def club(number: int) -> str:
    """Return house rules with a number of own yaku, each of which 486 ways can meet."""
    words = "worth: {concealed: 1, open: 1}, pair: n X, sets: [triplet m Y]"
    own = [f"  own_{n}: {{name: {{en: own {n}}}, {words}}}" for n in range(number)]
    return "\n".join(["format: 1", "ruleset: club", "title: Club", "extends: ema-2016", "yaku:",
                      *own, ""])  # fmt: skip
