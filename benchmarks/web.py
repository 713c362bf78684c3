"""What the page weighs and how soon it answers, in Chromium.

`python benchmarks/web.py [FOLDER]`, or `make bench-web`, takes a site that `riichi site` built, or
builds one; it needs Node.js, and for the times Playwright with Chromium.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

from riichi_app.cli.site import kept_downloads
from riichi_app.web.server import ONLY_SITE
from riichi_app.web.site.build import SEARCH, build

PACKED = (".bin", ".zip", ".whl")
"""Files that a host sends as they are."""

PAINTED = (".css", ".js", ".svg")
"""Beside the page, what a browser waits for before it is of use."""

Packing = Callable[[bytes], bytes]

CHROMIUM = "/usr/bin/chromium"
SWITCHES = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]

SCORE = {
    "rulesets": ["ema-2016"],
    "record": {"hand": "223344m667788p7z", "winning_tile": "7z", "won_by": "self_draw"},
}

SHOWN = "() => performance.getEntriesByName('shown').length"

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
    with tempfile.TemporaryDirectory() as made:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(made) / "site"
        if len(sys.argv) == 1:
            build(folder, kept_downloads())
        pack, how = packing()
        print(f"packed by {how}")
        tell("bytes over the wire", weights(folder, pack))
        try:
            playwright = import_module("playwright.sync_api")
        except ModuleNotFoundError:
            print("no times: Playwright is missing (pip install .[browser])")
            return
        with playwright.sync_playwright() as started:
            tell("milliseconds", times(started.chromium, folder))


def tell(what: str, figures: Figures) -> None:
    """Print figures, each with what it is of."""
    print(f"{what:<36}")
    for name, figure in figures.items():
        print(f"{name:<36}{figure:12,.0f}", flush=True)


def weights(folder: Path, pack: Packing) -> Figures:
    """Return the bytes over the wire, texts and the runtime packed as a host packs them."""
    sizes = packed_sizes(folder, pack)
    engine = {name: size for name, size in sizes.items() if name.startswith("engine-")}
    painted = [name for name in sizes if name not in engine and Path(name).suffix in PAINTED]
    page = sizes["index.html"] + sum(sizes[name] for name in painted if name not in ONLY_SITE)
    parts = {name.partition("/")[2]: size for name, size in engine.items()}
    search = parts.pop(SEARCH)
    whole = page + sizes["worker.js"] + sum(parts.values())
    each = {f"  {name}": size for name, size in parts.items()}
    return {"first paint": page, "first visit": whole, **each, "first search": search}


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


class Quiet(SimpleHTTPRequestHandler):
    """A server of files that says nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Keep no log."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Serve a folder, and give its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()


def times(chromium: Any, folder: Path) -> Figures:
    """Return the milliseconds in a browser: of two visits, then the median of each answer."""
    taken: dict[str, list[float]] = {}
    with served(folder) as address, tempfile.TemporaryDirectory() as profile:
        for number in ("", "second visit, "):
            context = chromium.launch_persistent_context(
                profile, executable_path=CHROMIUM, args=SWITCHES
            )
            page = context.pages[0]
            for name, time in first_visit(page, address):
                taken[f"{number}{name}"] = [time]
            if number:
                for name, time in answers(page):
                    taken.setdefault(name, []).append(time)
            else:
                page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
            context.close()
    return {name: statistics.median(found) for name, found in taken.items()}


def first_visit(page: Any, address: str) -> Iterator[tuple[str, float]]:
    """Yield the milliseconds of a visit until there is something to see, and to ask."""
    page.goto(address)
    page.wait_for_function(SHOWN, timeout=120_000)
    yield "first paint", at(page, "first-contentful-paint")
    yield "engine ready", at(page, "engine-ready")
    yield "first difference", at(page, "shown")


def at(page: Any, mark: str) -> float:
    """Return when something first happened on a page."""
    found: float = page.evaluate("name => performance.getEntriesByName(name)[0].startTime", mark)
    return found


def answers(page: Any) -> Iterator[tuple[str, float]]:
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
