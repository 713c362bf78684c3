"""Returning visitors get a new build of the site, whatever the host's caching headers."""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from built_site import SHORT, hosted
from visitor import NEWER

from riichi.web.server import site_files
from riichi.web.site.build import SEARCH, with_engine, write

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser-forms")]

FOR_EVER = {"Cache-Control": "public, max-age=31536000, immutable"}
NO_CACHE = {"Cache-Control": "no-cache"}
NAMES = "async () => (await caches.keys()).sort()"
FILES = """async () => {
  const files = async (name) => (await caches.open(name)).keys();
  const kept = await Promise.all((await caches.keys()).map(files));
  return kept.flat().map(({ url }) => url.split("/").at(-1)).sort();
}"""
READY = "() => navigator.serviceWorker.ready.then(() => 1)"
TEXT = "async (name) => (await fetch(name)).text()"
INSTALLED = """async () => {
  const found = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  await found.update().catch(() => {});
  const next = found.installing;
  if (!next) return found.waiting ? "waiting" : "none";
  return new Promise((told) => (next.onstatechange = () => told(next.state)));
}"""
"""The state of the new service worker once it has looked at the files."""


def built(folder: Path, mark: str, engine: str = "one") -> None:
    """Build a site whose first page and first script have a mark, without an engine."""
    pages = dict(site_files("worker"))
    pages["index.html"] = pages["index.html"].replace(b"<h1>", f"<h1 id={mark}>".encode(), 1)
    pages["dom.js"] += f"\nglobalThis.mark = '{mark}';\n".encode()
    parts = {"core.bin": engine.encode(), SEARCH: b"found"}
    write(folder, with_engine(pages, parts))


def upload(path: Path, folder: Path, host: Path) -> None:
    """Copy a file of a folder to its place on the host."""
    target = host / path.relative_to(folder)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(path.read_bytes())


def both(page: Any) -> list[str]:
    """Return the marks of the page and of its script, which must be equal."""
    return [page.get_attribute("h1", "id"), page.evaluate("() => globalThis.mark")]


def marks_of_new_windows(context: Any, address: str) -> list[str]:
    """Open one window after another until one shows the new build, at most 50.

    A browser needs a moment to see that the last window is closed and that its fetches ended;
    until then, it keeps the old build.
    """
    marks: list[str] = []
    for _ in range(50):
        page = context.new_page()
        page.goto(address)
        marks = both(page)
        page.close()
        if "second" in marks:
            break
        time.sleep(0.1)
    return marks


@pytest.fixture
def context(chromium: Any) -> Iterator[Any]:
    """Return a first-time visitor."""
    context = chromium.new_context()
    yield context
    context.close()


@pytest.mark.parametrize("headers", [FOR_EVER, NO_CACHE])
def test_returning_visitors_get_a_new_build(
    context: Any, tmp_path: Path, headers: Mapping[str, str]
) -> None:
    built(tmp_path, "first")
    with hosted(tmp_path, headers) as address:
        page = context.new_page()
        page.goto(address)
        page.evaluate(READY)
        assert both(page) == ["first", "first"]
        built(tmp_path, "second", engine="two")
        page.reload()
        page.wait_for_selector(NEWER)
        assert both(page) == ["first", "first"]  # complete, until a visitor loads the other
        with page.expect_navigation():
            page.click(NEWER)
        assert both(page) == ["second", "second"]
        (name,) = page.evaluate(NAMES)
        assert address in name


def test_a_new_build_appears_after_all_windows_were_closed(context: Any, tmp_path: Path) -> None:
    built(tmp_path, "first")
    with hosted(tmp_path, FOR_EVER) as address:
        page = context.new_page()
        page.goto(address)
        page.evaluate(READY)
        built(tmp_path, "second")
        page.reload()
        page.wait_for_selector(NEWER)
        page.close()
        assert marks_of_new_windows(context, address) == ["second", "second"]


def test_search_data_is_stored_after_the_first_search(context: Any, tmp_path: Path) -> None:
    built(tmp_path, "first")
    (index,) = (path.relative_to(tmp_path) for path in tmp_path.glob(f"*/{SEARCH}"))
    with hosted(tmp_path, NO_CACHE) as address:
        page = context.new_page()
        page.goto(address)
        page.evaluate(READY)
        page.reload()
        kept = page.evaluate(FILES)
        assert "core.bin" in kept
        assert SEARCH not in kept
        fetched = f"async () => (await fetch('{index.as_posix()}')).text()"
        assert page.evaluate(fetched) == "found"
        assert page.evaluate(FILES) == sorted([*kept, SEARCH])
        built(tmp_path, "second")  # with the same engine
        page.reload()
        page.wait_for_selector(NEWER)
        with page.expect_navigation():
            page.click(NEWER)
        assert both(page) == ["second", "second"]
        assert page.evaluate(FILES) == sorted([*kept, SEARCH])
    assert page.evaluate(fetched) == "found"  # without a network


@pytest.mark.parametrize("late", ["workers.js", "dom.js", "index.html", "engine"])
def test_a_visit_during_an_upload_never_mixes_two_builds(
    context: Any, tmp_path: Path, late: str
) -> None:
    host, newer = tmp_path / "host", tmp_path / "newer"
    built(host, "first")
    built(newer, "second", engine="two")
    script = host / "workers.js"
    with hosted(host, NO_CACHE) as address:
        page = context.new_page()
        page.goto(address)
        page.evaluate(READY)
        before = page.evaluate(NAMES)
        for path in newer.rglob("*"):
            if path.is_file() and late not in path.relative_to(newer).as_posix():
                upload(path, newer, host)
        page.reload()
        assert both(page) == ["first", "first"]
        assert page.evaluate(INSTALLED) in ("redundant", "none")
        assert page.evaluate(NAMES) == before
        built(host, "second", engine="two")  # the upload is complete
        page.reload()
        page.wait_for_selector(NEWER)
        with page.expect_navigation():
            page.click(NEWER)
        assert both(page) == ["second", "second"]
        assert page.evaluate(TEXT, "workers.js") == script.read_text(encoding="utf-8")


def test_a_search_works_without_an_engine(context: Any, tmp_path: Path) -> None:
    built(tmp_path, "first")
    with hosted(tmp_path, NO_CACHE) as address:
        page = context.new_page()
        page.goto(address)
        page.evaluate("document.getElementById('all').open = true")
        page.fill("#find", "head bump")
        shown = page.locator("#form .option:visible")
        page.wait_for_selector("#o-tiles-red_fives", state="hidden")
        page.wait_for_selector("#o-claims-winners")  # found once the names of rules are fetched
        assert shown.count() <= 2
        page.fill("#find", "two players xyzzy")
        assert shown.count() == 0
        assert page.inner_text("#found") == "No rule matches these words."


def test_two_sites_of_one_origin_do_not_interfere(context: Any, tmp_path: Path) -> None:
    for name in ("one", "one/two", "three"):
        built(tmp_path / name, "first")
    with hosted(tmp_path, FOR_EVER) as address:
        origin = address.removesuffix("/")
        page = context.new_page()
        for name in ("one", "one/two", "three"):
            page.goto(f"{origin}/{name}/")
            page.evaluate(READY)
        kept = page.evaluate(NAMES)
        assert len(kept) == 3
        built(tmp_path / "one", "second")
        page.goto(f"{origin}/one/")
        page.wait_for_selector(NEWER)
        with page.expect_navigation():
            page.click(NEWER)
        now = page.evaluate(NAMES)
        assert len(now) == 3
        assert len({*kept} & {*now}) == 2


@pytest.mark.parametrize("headers", [FOR_EVER, NO_CACHE, SHORT])
def test_each_address_works_offline(
    context: Any, tmp_path: Path, headers: Mapping[str, str]
) -> None:
    built(tmp_path, "first")
    with hosted(tmp_path, headers) as address:
        page = context.new_page()
        page.goto(address)
        page.evaluate(READY)
        page.close()
    for name in ("", "index.html", "?from=mail", "compare.html"):
        page = context.new_page()
        page.goto(address + name)
        assert page.locator("h1").count() == 1, name
        page.close()
