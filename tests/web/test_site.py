"""The site as `riichi site` builds it: the engine in the browser, and without a network later."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from click.testing import CliRunner
from visitor import Visitor

from riichi_app.cli.site import command, kept_downloads
from riichi_app.web.api import answer_question
from riichi_app.web.server import HEADERS, ONLY_SITE
from riichi_app.web.site.build import SEARCH, SiteError, node, pyodide, wheel, wheels
from riichi_app.web.site.sample import sample_questions

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("site")]

Json = dict[str, Any]

STARTED = 120_000
"""The time in milliseconds within which Python starts in a browser of a busy machine."""

ANSWERS = """async (questions) => {
  const { ask } = await import("./engine.js");
  const answers = [];
  for (const { ask: wish, ...more } of questions) answers.push(await ask(wish, more));
  return answers;
}"""


KEPT_SEARCH = """async () => {
  const files = async (name) => (await caches.open(name)).keys();
  const kept = await Promise.all((await caches.keys()).map(files));
  return kept.flat().filter(({ url }) => url.endsWith("/search.bin")).length;
}"""


class Folder(SimpleHTTPRequestHandler):
    """A web host with the headers of the site, which keeps no log."""

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: Any) -> None:
        pass


def sample() -> Iterator[Json]:
    """Questions to which the engine in the browser has to answer as the one here does.

    Two YAML parsers say in other words why text is no YAML; those questions are left out.
    """
    for text in sample_questions():
        question = json.loads(text) if text.startswith('{"ask": "') else {}
        if question.get("ask") not in (None, "open") and "language" not in question:
            yield question


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built site; skipped where Node.js is missing, or what is to be fetched cannot be."""
    downloads = kept_downloads()
    downloads.mkdir(parents=True, exist_ok=True)
    try:
        node()
        pyodide(downloads)
        for one in wheels():
            wheel(one, downloads)
    except SiteError as error:
        if "hash" in str(error):
            raise
        pytest.skip(f"no site can be built: {error}")
    folder = tmp_path_factory.mktemp("site")
    made = CliRunner().invoke(command, ["--output", str(folder)])
    assert made.exit_code == 0, made.output
    return folder


@pytest.fixture
def host(site: Path) -> Iterator[ThreadingHTTPServer]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Folder, directory=str(site)))
    Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()
    yield server
    server.server_close()


def test_a_visitor_loads_little(site: Path) -> None:
    sizes = {
        path.relative_to(site).as_posix(): len(gzip.compress(path.read_bytes(), mtime=0))
        for path in site.rglob("*")
        if path.is_file()
    }
    scripts = [name for name in sizes if name.endswith((".js", ".css")) and name not in ONLY_SITE]
    page = sizes["index.html"] + sum(sizes[name] for name in scripts)
    assert page < 100_000
    engine = [name for name in sizes if name.startswith("engine-")]
    (search,) = (name for name in engine if name.endswith(SEARCH))
    engine.remove(search)  # which is loaded by who searches
    assert sizes[search] < 600_000
    assert page + sizes["worker.js"] + sum(sizes[name] for name in engine) < 8 * 2**20
    known = json.loads(
        (site / "sw.js").read_text(encoding="utf-8").split("FILES = ")[1].split(";")[0]
    )
    assert {*known} == {name for name in sizes if not name.startswith("r/")} - {"sw.js", "_headers"}


def test_the_second_visit_needs_no_network(chromium: Any, host: ThreadingHTTPServer) -> None:
    with Visitor(chromium, f"http://127.0.0.1:{host.server_port}/") as visitor:
        visitor.context.set_default_timeout(STARTED)
        page = visitor.visit().page
        visitor.choose("claims.winners", "nearest")
        page.wait_for_selector('[data-example="claims.winners"] .tile[role=img]')
        asked = [*sample()]
        for question, answer in zip(asked, page.evaluate(ANSWERS, asked), strict=True):
            assert answer == json.loads(answer_question(json.dumps(question))), question
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.close()
        visitor.open_window()
        page = visitor.visit().page
        page.fill("#find", "two ron")
        assert visitor.text("#found") == "1 rule"
        assert page.evaluate(KEPT_SEARCH) == 1
        page.close()

        host.shutdown()  # no network any more
        host.server_close()
        visitor.context.set_offline(True)
        visitor.open_window()
        page = visitor.visit().page
        assert visitor.text("#differences .sum").startswith("1 rule differs")
        visitor.choose("yaku.all_simples", "none")
        visitor.settle()
        assert visitor.text("#differences .sum").startswith("2 rules differ")
        page.fill("#find", "twee spelers ron")
        assert visitor.text("#found") == "1 rule"
        assert page.is_visible("#o-claims-winners")
        visitor.visit("rules.nl.html")
        assert "tenhou" in visitor.text("#o-claims-winners")
