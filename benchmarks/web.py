"""What the page weighs and how soon it answers, in Chromium, next to an earlier build.

`python benchmarks/web.py [FOLDER] [--before FOLDER] [--rounds N]`, or `make bench-web`, takes
sites that `riichi site` built, or builds them: of this checkout, and of the commit `BEFORE` in a
worktree of its own. It needs Node.js, and for the times Playwright with Chromium.
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

from benchmarks.web_visits import (
    CHROMIUM,
    SWITCHES,
    build_commit,
    compare_visits,
    seen,
    served,
)
from riichi_app.cli.site import kept_downloads
from riichi_app.web.server import SERVICE_WORKER
from riichi_app.web.site.build import ANSWERS, SEARCH, build

BEFORE = "67ae4cde"
"""The commit before the page answered at once."""

PACKED = (".bin", ".zip", ".whl")
"""Files that a host sends as they are."""

PAINTED = (".css", ".js", ".svg")
"""Beside the page, what a browser waits for before it is of use."""

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
"""Bytes, or milliseconds, by what they are of."""


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
    """Return the folder of the earlier build; None where it cannot be built."""
    try:
        build_commit(BEFORE, folder)
    except subprocess.CalledProcessError as error:
        print(f"nothing to compare with: {error}")
        return None
    return folder


def tell(what: str, figures: Figures) -> None:
    """Print figures, each with what it is of."""
    print(f"{what:<36}")
    for name, figure in figures.items():
        print(f"{name:<36}{figure:12,.0f}", flush=True)


def weights(folder: Path, pack: Packing) -> Figures:
    """Return the bytes over the wire, texts and the runtime packed as a host packs them."""
    sizes = packed_sizes(folder, pack)
    engine = {name.partition("/")[2]: size for name, size in sizes.items() if "/" in name}
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
    """Return the size of each file of a site as it is sent, in bytes."""
    return {
        path.relative_to(folder).as_posix(): len(
            path.read_bytes() if path.suffix in PACKED else pack(path.read_bytes())
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def packing() -> tuple[Any, str]:
    """Return how a host packs what it sends: by Brotli where it is installed, by gzip else."""
    try:
        brotli = import_module("brotli")
    except ModuleNotFoundError:
        return partial(gzip.compress, compresslevel=9), "gzip (Brotli takes a fifth less)"
    return partial(brotli.compress, quality=11), "Brotli"


def answers(chromium: Any, folder: Path) -> Figures:
    """Return the median milliseconds of each kind of answer."""
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
    """Yield the milliseconds of each kind of answer, several times each."""
    own = "claims.winners"
    change = {"fields": {own: {own: ["nearest"]}}}
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
