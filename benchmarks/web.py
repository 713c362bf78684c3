"""What the page weighs and how soon it answers, in Chromium, beside the first prototype's figures.

`python benchmarks/web.py [FOLDER]`, or `make bench-web`, takes a site that `riichi site` built, or
builds one; it needs Node.js, and for the times Playwright with Chromium.
"""

from __future__ import annotations

import gzip
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib import import_module
from pathlib import Path
from threading import Thread
from typing import Any

from riichi_app.cli.site import kept_downloads
from riichi_app.web.files import ONLY_SITE
from riichi_app.web.site.build import build

PROTOTYPE: Mapping[str, str] = {
    "first paint, bytes": "28,000",
    "all, bytes": "8,200,000",
    "first paint": "200 to 400 ms",
    "engine ready": "3,700 ms",
    "first difference": "4,000 ms",
    "second visit, first difference": "2,500 ms",
    "a change": "40 to 70 ms",
    "examples of a change": "160 to 200 ms",
    "a hand": "20 to 50 ms",
    "score sheet": "150 ms",
    "rulebook": "850 ms",
}
"""Of its report, measured on this kind of machine with less to do, and with the engine of then."""

PACKED = (".bin", ".zip")
"""Files that a host sends as they are."""

PAINTED = (".css", ".js", ".svg")
"""Beside the page, what a browser waits for before it is of use."""

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
    await ask(wish, { file: house.file, ...more });
    taken.push(performance.now() - begun);
  }
  return taken;
}"""


def main() -> None:
    """Print all figures."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(made)
        if len(sys.argv) == 1:
            build(folder, kept_downloads())
        for name, number in weights(folder):
            tell(name, f"{number:,}")
        try:
            playwright = import_module("playwright.sync_api")
        except ModuleNotFoundError:
            print("no times: Playwright is missing (pip install .[browser])")
            return
        with served(folder) as address, playwright.sync_playwright() as started:
            for name, time in times(started.chromium, address):
                tell(name, f"{time:,.0f} ms")


def tell(name: str, figure: str) -> None:
    """Print a figure, and that of the prototype if there is one."""
    print(f"{name:<34}{figure:>12}   prototype: {PROTOTYPE.get(name, '-')}", flush=True)


def weights(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield the bytes over the wire, texts and the runtime packed as a host packs them."""
    pack, how = packing()
    print(f"packed by {how}")
    sizes = {
        path.relative_to(folder).as_posix(): len(
            path.read_bytes() if path.suffix in PACKED else pack(path.read_bytes())
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    engine = {name: size for name, size in sizes.items() if name.startswith("engine-")}
    painted = [name for name in sizes if name not in engine and Path(name).suffix in PAINTED]
    page = sizes["index.html"] + sum(sizes[name] for name in painted if name not in ONLY_SITE)
    yield "first paint, bytes", page
    yield "all, bytes", page + sizes["worker.js"] + sum(engine.values())
    for name, size in engine.items():
        yield f"  {name.partition('/')[2]}", size


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


def times(chromium: Any, address: str) -> Iterator[tuple[str, float]]:
    """Yield milliseconds in a browser: two visits, then changes, a hand, documents."""
    with tempfile.TemporaryDirectory() as profile:
        for visit in ("", "second visit, "):
            context = chromium.launch_persistent_context(
                profile, executable_path=CHROMIUM, args=SWITCHES
            )
            page = context.pages[0]
            page.goto(address)
            page.wait_for_function(
                "() => performance.getEntriesByName('shown').length", timeout=120_000
            )
            yield f"{visit}first paint", at(page, "first-contentful-paint")
            yield f"{visit}engine ready", at(page, "engine-ready")
            yield f"{visit}first difference", at(page, "shown")
            if visit:
                yield from later_times(page)
            else:
                page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
            context.close()


def at(page: Any, mark: str) -> float:
    """Return when something first happened on a page."""
    found: float = page.evaluate("name => performance.getEntriesByName(name)[0].startTime", mark)
    return found


def later_times(page: Any) -> Iterator[tuple[str, float]]:
    """Yield the time of each kind of answer, the median of several."""
    own = "claims.winners"
    change = {"fields": {own: {own: ["nearest"]}}}
    for name, wish, more, number in (
        ("a change", "set", change, 9),
        ("examples of a change", "examples", {}, 5),
        ("a hand", "score", SCORE, 9),
        ("score sheet", "document", {"kind": "sheet"}, 3),
        ("rulebook", "document", {"kind": "rulebook"}, 3),
    ):
        yield name, statistics.median(page.evaluate(ASKED, [wish, more, number]))


if __name__ == "__main__":
    main()
