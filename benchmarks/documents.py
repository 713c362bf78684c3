"""The time for each printed document, from the call of the command to the file.

If Chromium is installed, its time to print the HTML page is listed next to each PDF.
"""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from benchmarks.harness import Promise, least, process

DOCUMENTS = ("sheet ema-2016", "rulebook tuesday-club", "compare ema-2016 wrcr-2015")
MOST = 2.0
"""The promised maximum for any document, in seconds."""

ROUNDS = 5

pytestmark = pytest.mark.benchmark(timer=time.perf_counter)


@pytest.mark.parametrize("form", ["html", "markdown", "pdf"])
@pytest.mark.parametrize("call", DOCUMENTS)
def bench_document(benchmark: Any, call: str, form: str, tmp_path: Path, promise: Promise) -> None:
    benchmark.group = call
    made = ("--format", form, "--output", str(tmp_path / f"page.{form}"))
    benchmark.pedantic(process("-m", "riichi", *call.split(), *made), rounds=ROUNDS)
    took = least(benchmark)
    promise(took <= MOST, f"{call} as {form} in {MOST} s: {took:.2f} s")


@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
@pytest.mark.parametrize("call", DOCUMENTS)
def bench_pdf_by_chromium(benchmark: Any, call: str, tmp_path: Path) -> None:
    benchmark.group = call
    page = tmp_path / "page.html"
    process("-m", "riichi", *call.split(), "--format", "html", "--output", str(page))()
    switches = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", f"--user-data-dir={tmp_path / 'profile'}",
                f"--print-to-pdf={tmp_path / 'printed.pdf'}")  # fmt: skip
    benchmark.pedantic(process(*switches, page.as_uri(), program="chromium"), rounds=ROUNDS)
