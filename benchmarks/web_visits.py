"""The speed of a built site: visits to it and to an earlier build, in turn.

A browser's times depend on the machine's other work, so each round visits every site, and only
ratios count. Half a processor for the whole browser imitates a slow phone; this needs the right to
make a cgroup.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
CHROMIUM = "/usr/bin/chromium"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

PATIENCE = 120_000
"""How long a site may take to answer on a slow machine, in milliseconds."""

STARTS = 2_000
"""How long a browser takes to start, which is not part of a visit, in milliseconds."""

LEFT_ALONE = {"full": 5_000, "half": 12_000}
"""How long a first visit continues, so that a site can store data, in milliseconds."""

WATCH = """new MutationObserver(() => {
  const mark = (name, found) => {
    if (found && !performance.getEntriesByName(name).length) performance.mark(name);
  };
  const place = document.getElementById("differences");
  mark("answer", place?.textContent.trim());
  mark("own", place?.querySelector('article[data-path="claims.winners"]'));
  mark("compared", document.querySelector("#comparison article"));
}).observe(document, { subtree: true, childList: true, characterData: true });"""
"""Mark when a page first shows each of these."""

CHOOSE = """() => document.querySelector('[name="claims.winners"][value=nearest]').click()"""

ASK = """async () => {
  const { ask } = await import("./engine.js");
  const fields = { "end.rounds": { "end.rounds": ["1"] } };
  await ask("set", { file: "", base: "ema-2025", fields });
  return performance.now();
}"""

Times = dict[str, float]
"""Milliseconds since a page was opened, by event."""


# ---- hosts and browsers --------------------------------------------------------------------------


class Quiet(SimpleHTTPRequestHandler):
    """A web host without a log that sends the caching headers of `_headers`."""

    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Let browsers keep the engine for ever, because its folder is named after its content."""
        lasting = "public, max-age=31536000, immutable"
        self.send_header("Cache-Control", lasting if "/engine-" in self.path else "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        """Keep no log."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and yield its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


@contextmanager
def half_a_processor() -> Iterator[str | None]:
    """Yield a program that starts Chromium with half a processor; None if that is not allowed."""
    name = f"riichi-{os.getpid()}"
    first, second = Path("/sys/fs/cgroup/cpu") / name, Path("/sys/fs/cgroup") / name
    group = first if first.parent.is_dir() else second
    try:
        group.mkdir()
        if group == first:
            (group / "cpu.cfs_period_us").write_text("20000")
            (group / "cpu.cfs_quota_us").write_text("10000")
        else:
            (group / "cpu.max").write_text("10000 20000")
    except OSError:
        with suppress(OSError):
            group.rmdir()
        yield None
        return
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "chromium"
        program.write_text(f'#!/bin/sh\necho $$ >{group}/cgroup.procs\nexec {CHROMIUM} "$@"\n')
        program.chmod(0o755)
        yield str(program)
    with suppress(OSError):
        group.rmdir()


@contextmanager
def page_of(chromium: Any, program: str, profile: str) -> Iterator[Any]:
    """Start a browser with a profile, and yield its page."""
    context = chromium.launch_persistent_context(profile, executable_path=program, args=SWITCHES)
    page = context.pages[0]
    page.add_init_script(WATCH)
    page.wait_for_timeout(STARTS)
    yield page
    context.close()


# ---- visits --------------------------------------------------------------------------------------


def visits(chromium: Any, program: str, address: str, left_alone: float) -> Times:
    """Return the times of a first visit, and of a second one in a new browser process."""
    times: Times = {}
    with tempfile.TemporaryDirectory() as profile:
        with page_of(chromium, program, profile) as page:
            page.goto(address)
            page.evaluate(CHOOSE)
            times["first visit: it says what differs"] = seen(page, "answer")
            times["a first choice is answered"] = seen(page, "own")
            times["engine ready"] = seen(page, "engine-ready")
            times["a question to the engine answered"] = page.evaluate(ASK)
            page.wait_for_selector("body:not([data-busy])", state="attached", timeout=PATIENCE)
            page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
            page.wait_for_timeout(left_alone)
        with page_of(chromium, program, profile) as page:
            page.goto(address)
            times["second visit: own rules shown"] = seen(page, "own")
            times["second visit: engine ready"] = seen(page, "engine-ready")
            times["second visit: a question answered"] = page.evaluate(ASK)
            page.goto(f"{address}compare.html#ema-2016+wrcr-2015")
            times["then Compare: a pair shown"] = seen(page, "compared")
            page.goto(f"{address}index.nl.html")
            times["then Nederlands: own rules shown"] = seen(page, "own")
    return times


def seen(page: Any, mark: str) -> float:
    """Wait until a page has a mark, and return its time."""
    page.wait_for_function(
        "name => performance.getEntriesByName(name).length", arg=mark, timeout=PATIENCE
    )
    found: float = page.evaluate("name => performance.getEntriesByName(name)[0].startTime", mark)
    return found


def compare_visits(chromium: Any, sites: Mapping[str, Path], rounds: int) -> None:
    """Print the medians of visits to each site, and the ratio of the last to the first."""
    with half_a_processor() as slowed:
        for speed, program in (("full", CHROMIUM), ("half", slowed)):
            if program is None:
                print("half a processor: not measured, for no cgroup can be made here")
                continue
            taken = _rounds(chromium, program, sites, rounds, LEFT_ALONE[speed])
            load = ", ".join(f"{one:.0f}" for one in os.getloadavg())
            print(f"\nmilliseconds, {speed} processor, {rounds} rounds (load {load})")
            print(f"{'':<40}" + "".join(f"{name:>12}" for name in sites) + f"{'ratio':>8}")
            for what in taken[next(iter(sites))][0]:
                medians = [
                    statistics.median(times[what] for times in taken[name]) for name in sites
                ]
                figures = "".join(f"{median:12,.0f}" for median in medians)
                print(f"{what:<40}{figures}{medians[-1] / medians[0]:8.2f}", flush=True)


def _rounds(
    chromium: Any, program: str, sites: Mapping[str, Path], rounds: int, left_alone: float
) -> dict[str, list[Times]]:
    taken: dict[str, list[Times]] = {name: [] for name in sites}
    for _ in range(rounds):
        for name, folder in sites.items():
            with served(folder) as address:
                taken[name].append(visits(chromium, program, address, left_alone))
    return taken


# ---- an earlier build ----------------------------------------------------------------------------


def build_commit(commit: str, folder: Path) -> None:
    """Build the site of a commit in a temporary worktree.

    Raises:
        subprocess.CalledProcessError: if the commit is unknown, or cannot be built.
    """
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made) / commit
        run = partial(subprocess.run, check=True, stdout=subprocess.DEVNULL)
        run(["git", "worktree", "add", "--quiet", "--detach", str(copy), commit], cwd=ROOT)
        try:
            paths = os.pathsep.join([str(copy), str(copy / "validators")])
            there = {"cwd": copy, "env": {**os.environ, "PYTHONPATH": paths}}
            # Commits before 1.0 have the commands and the page in another package.
            package = "riichi" if (copy / "riichi").is_dir() else "riichi_app"
            run([sys.executable, "-m", f"{package}.generated"], **there)
            run([sys.executable, "-m", package, "site", "--output", str(folder)], **there)
        finally:
            run(["git", "worktree", "remove", "--force", str(copy)], cwd=ROOT)
