"""The size of the page and the speed of its answers, in Chromium, next to an earlier build.

`python benchmarks/web.py [FOLDER] [--before FOLDER] [--rounds N]`, or `make bench-web`, uses sites
that `riichi site` has built, or builds them: from this checkout, and from the commit `BEFORE` in a
separate worktree. It needs Node.js, and for the times Playwright with Chromium.
"""

from __future__ import annotations

import argparse
import gzip
import statistics
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any

from benchmarks.web_visits import CHROMIUM, SWITCHES, build_commit, compare_visits, seen, served
from riichi.cli.site import kept_downloads
from riichi.web.server import SERVICE_WORKER
from riichi.web.site.build import ANSWERS, SEARCH, build

BEFORE = "67ae4cde"
"""The commit before the page answered at once."""

PACKED = (".bin", ".zip", ".whl")
"""The extensions of files that a host does not compress."""

PAINTED = (".css", ".js", ".svg")
"""The files, besides the page, that a browser needs before the page is usable."""

Packing = Callable[[bytes], bytes]

SCORE = {
    "rulesets": ["ema-2016"],
    "record": {"hand": "223344m667788p7z", "winning_tile": "7z", "won_by": "self_draw"},
}

ASKED = """async ([wish, more, times]) => {
  const { ask } = await import("./engine.js");
  const { house } = await import("./house.js");
  const taken = [];
  for (let n = 0; n < times; n++) {
    const begun = performance.now();
    await ask(wish, wish === "find" ? more : { file: house.file, ...more });
    taken.push(performance.now() - begun);
  }
  return taken;
}"""


Figures = dict[str, float]
"""Bytes or milliseconds, by name."""


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="a built site of today")
    parser.add_argument("--before", type=Path, help="a built site to compare with")
    parser.add_argument("--rounds", type=int, default=3, help="visits to each site")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = asked.folder
        if folder is None:
            folder = Path(made) / "site"
            build(folder, kept_downloads())
        pack, how = packing()
        print(f"packed by {how}")
        tell("bytes over the wire", weights(folder, pack))
        try:
            playwright = import_module("playwright.sync_api")
        except ModuleNotFoundError:
            print("no times: Playwright is missing (pip install .[browser])")
            return
        before = asked.before or built_before(Path(made) / "before")
        with playwright.sync_playwright() as started:
            tell("milliseconds of an answer", answers(started.chromium, folder))
            sites = {"before": before, "today": folder} if before else {"today": folder}
            compare_visits(started.chromium, sites, asked.rounds)


def built_before(folder: Path) -> Path | None:
    """Return the folder of the earlier build; None if it cannot be built."""
    try:
        build_commit(BEFORE, folder)
    except subprocess.CalledProcessError as error:
        print(f"nothing to compare with: {error}")
        return None
    return folder


def tell(what: str, figures: Figures) -> None:
    """Print figures with their names."""
    print(f"{what:<36}")
    for name, figure in figures.items():
        print(f"{name:<36}{figure:12,.0f}", flush=True)


def weights(folder: Path, pack: Packing) -> Figures:
    """Return the bytes over the wire, with texts and the runtime compressed as by a host."""
    sizes = packed_sizes(folder, pack)
    engine = {
        name.partition("/")[2]: size for name, size in sizes.items() if name.startswith("engine-")
    }
    painted = [name for name in sizes if "/" not in name and Path(name).suffix in PAINTED]
    page = sizes["index.html"] + sum(sizes[name] for name in painted if name != SERVICE_WORKER)
    search = engine.pop(SEARCH)
    answers = {name: engine.pop(name) for name in [*engine] if name.startswith(ANSWERS)}
    parts = {f"  {name}": size for name, size in engine.items()}
    whole = page + sizes[SERVICE_WORKER] + sum(engine.values())
    kinds = {
        f"{kind} of a ruleset": statistics.median(
            size for name, size in answers.items() if name.endswith(f".{kind}.json")
        )
        for kind in ("form", "differs")
    }
    sums = {"first paint": page, "first visit": whole, **parts, "first search": search}
    return {**sums, **kinds, "all of these": sum(answers.values())}


def packed_sizes(folder: Path, pack: Packing) -> dict[str, int]:
    """Return the transfer size of each file of a site, in bytes."""
    return {
        path.relative_to(folder).as_posix(): len(
            path.read_bytes() if path.suffix in PACKED else pack(path.read_bytes())
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def packing() -> tuple[Any, str]:
    """Return a host's compression: Brotli if it is installed, otherwise gzip."""
    try:
        brotli = import_module("brotli")
    except ModuleNotFoundError:
        return partial(gzip.compress, compresslevel=9), "gzip (Brotli takes a fifth less)"
    return partial(brotli.compress, quality=11), "Brotli"


def answers(chromium: Any, folder: Path) -> Figures:
    """Return the median time of each kind of answer, in milliseconds."""
    taken: dict[str, list[float]] = {}
    with served(folder) as address:
        browser = chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
        page = browser.new_page()
        page.goto(address)
        seen(page, "engine-ready")
        for name, time in answer_times(page):
            taken.setdefault(name, []).append(time)
        browser.close()
    return {name: statistics.median(found) for name, found in taken.items()}


def answer_times(page: Any) -> Iterator[tuple[str, float]]:
    """Yield the time of each kind of answer in milliseconds, several times each."""
    own = "claims.winners"
    change = {"fields": {own: {own: ["head_bump"]}}}
    for name, wish, more, number in (
        ("a change", "set", change, 9),
        ("examples of a change", "examples", {}, 5),
        ("a hand", "score", SCORE, 9),
        ("a search", "find", {"words": "two players ron the same tile"}, 9),
        ("score sheet", "document", {"kind": "sheet"}, 3),
        ("rulebook", "document", {"kind": "rulebook"}, 3),
    ):
        for time in page.evaluate(ASKED, [wish, more, number]):
            yield name, time


if __name__ == "__main__":
    main()
