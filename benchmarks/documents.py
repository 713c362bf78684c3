"""Seconds for each document that can be printed, from the call of the command to the file.

Beside each PDF stands what Chromium takes to print the page of HTML, where it is installed. Every
call is a process of its own; a figure is the median of several.
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from rich.progress import track

MOST = 2.0
"""What is promised: no document takes longer, in seconds."""

DOCUMENTS: Sequence[Sequence[str]] = (
    ("sheet", "ema-2016"),
    ("rulebook", "tuesday-club"),
    ("compare", "ema-2016", "wrcr-2015"),
)
FORMS = ("html", "markdown", "pdf")
ROUNDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="calls of which the median is")
    rounds: int = parser.parse_args().rounds
    chromium = shutil.which("chromium")
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for call in track(DOCUMENTS, description="documents", transient=True):
            took = {form: made(call, form, Path(folder), rounds) for form in FORMS}
            peer = printed(chromium, Path(folder), rounds) if chromium else None
            lines.append(told(" ".join(call), took, peer))
    print(f"{'seconds':34}{'html':>8}{'markdown':>10}{'pdf':>8}   pdf by chromium")
    print("\n".join(lines))
    print(f"promised: no more than {MOST} each")


def made(call: Sequence[str], form: str, folder: Path, rounds: int) -> float:
    command = [sys.executable, "-m", "riichi_app", *call, "--format", form]
    return median([*command, "--output", str(folder / f"page.{form}")], rounds)


def printed(chromium: str, folder: Path, rounds: int) -> float:
    page, profile = folder / "page.html", folder / "profile"
    command = [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
               "--disable-background-networking", f"--user-data-dir={profile}",
               f"--print-to-pdf={folder / 'printed.pdf'}", page.as_uri()]  # fmt: skip
    return median(command, rounds)


def median(command: Sequence[str], rounds: int) -> float:
    found = []
    for _ in range(rounds):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        found.append(time.perf_counter() - start)
    return statistics.median(found)


def told(name: str, took: dict[str, float], peer: float | None) -> str:
    mark = " too slow" if max(took.values()) > MOST else ""
    figures = f"{took['html']:8.2f}{took['markdown']:10.2f}{took['pdf']:8.2f}"
    ratio = "" if peer is None else f"   {peer:.2f}, {peer / took['pdf']:.1f} times as long"
    return f"{name:34}{figures}{ratio}{mark}"


if __name__ == "__main__":
    main()
