"""The site built by `riichi site`: the engine in the browser, later without a network."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from time import monotonic
from typing import Any

import pytest
from browsing import ARGUMENTS, CHROMIUM
from built_site import hosted
from visitor import NEWER, STARTED, Visitor

from riichi.web.api import answer_question
from riichi.web.server import ENGINE_FOLDER, SERVICE_WORKER, site_files
from riichi.web.site.build import ANSWERS, SEARCH, with_engine, write
from riichi.web.site.sample import sample_questions

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("site")]

Json = dict[str, Any]

ANSWERS_OF = """async (questions) => {
  const { ask } = await import("./engine.js");
  const answers = [];
  for (const { ask: wish, ...more } of questions) answers.push(await ask(wish, more));
  return answers;
}"""


MEMORIES = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("riichi-memory-")) continue;
    for (const { url } of await (await caches.open(name)).keys()) found.push(url);
  }
  return found;
}"""
"""The addresses of the memories that are kept."""

START = "() => performance.getEntriesByName('engine-ready')[0].detail"
"""What the engine said of its start."""

KEPT_SEARCH = """async () => {
  const files = async (name) => (await caches.open(name)).keys();
  const kept = await Promise.all((await caches.keys()).map(files));
  return kept.flat().filter(({ url }) => url.endsWith("/search.bin")).length;
}"""


def sample() -> Iterator[Json]:
    """Yield questions that both engines, in the browser and here, must answer alike.

    Two YAML parsers describe invalid YAML in different words; such questions are left out.
    """
    for text in sample_questions():
        question = json.loads(text) if text.startswith('{"ask": "') else {}
        if question.get("ask") not in (None, "open") and "language" not in question:
            yield question


IMPORT = re.compile(r'^(?:import|export|})[^"]*"\./([\w-]+\.js)";$', re.MULTILINE)
"""A module that a script of the page imports."""


def scripts_of(site: Path, name: str) -> set[str]:
    """Return a script of a site with all its imports."""
    found, waiting = set[str](), [name]
    while waiting:
        found.add(script := waiting.pop())
        text = (site / script).read_text(encoding="utf-8")
        imported = IMPORT.findall(text)
        waiting += [one for one in imported if one not in found]
    return found


def test_a_visit_loads_little_data(site: Path) -> None:
    sizes = {
        path.relative_to(site).as_posix(): len(gzip.compress(path.read_bytes(), mtime=0))
        for path in site.rglob("*")
        if path.is_file()
    }
    engine = {
        name.partition("/")[2]: size for name, size in sizes.items() if name.startswith("engine-")
    }
    page = sum(sizes[name] for name in ("index.html", "app.css", *scripts_of(site, "index.js")))
    assert page < 100_000
    assert sizes[SERVICE_WORKER] < 10_000
    assert engine.pop(SEARCH) < 600_000  # loaded only for a search
    answers = {name: engine.pop(name) for name in [*engine] if name.startswith(ANSWERS)}
    assert max(answers.values()) < 50_000
    assert page + sum(engine.values()) < 8 * 2**20


# ---- visits --------------------------------------------------------------------------------------


class Profile:
    """A visitor's browser storage, opened by one process after another."""

    def __init__(self, browser: Any, folder: Path, *arguments: str) -> None:
        self.type = browser.browser_type
        self.folder = folder
        self.arguments = [*ARGUMENTS, *arguments]

    def new_context(self, **settings: Any) -> Any:
        """Start a browser with the profile."""
        return self.type.launch_persistent_context(
            self.folder, executable_path=CHROMIUM, args=self.arguments, **settings
        )


@pytest.fixture(scope="module")
def files(site: Path) -> dict[str, bytes]:
    """Return the files of the site."""
    paths = (path for path in site.rglob("*") if path.is_file())
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a web host."""
    return tmp_path_factory.mktemp("host")


@pytest.fixture(scope="module")
def host_address(host: Path) -> Iterator[str]:
    with hosted(host) as address:
        yield address


@pytest.fixture
def address(host: Path, host_address: str, files: dict[str, bytes]) -> str:
    """Return the address of the site as built."""
    write(host, files)
    return host_address


@pytest.fixture(scope="module")
def kept_profile(
    chromium: Any, tmp_path_factory: pytest.TempPathFactory, host: Path, host_address: str,
    files: dict[str, bytes],
) -> Path:  # fmt: skip
    """Return the profile of a visitor after one visit, for tests to copy."""
    folder = tmp_path_factory.mktemp("profile")
    write(host, files)
    with Visitor(Profile(chromium, folder), host_address) as visitor:
        page = visitor.started()
        visitor.choose("claims.winners", "head_bump")
        visitor.settle()
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        assert page.evaluate(START)["isRestored"] is False
        wait_for_memory(page)
    return folder


@pytest.fixture
def second_visit(chromium: Any, kept_profile: Path, tmp_path: Path) -> Profile:
    """Return the profile of a second-time visitor."""
    return Profile(chromium, copytree(kept_profile, tmp_path / "profile", symlinks=True))


def engine_of(files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of the engine, by name in its folder."""
    names = (name for name in files if name.startswith("engine-"))
    return {name.partition("/")[2]: files[name] for name in names}


def wait_for_memory(page: Any) -> None:
    """Wait until the memory of the engine is stored."""
    end = monotonic() + STARTED / 1000
    while not page.evaluate(MEMORIES):
        assert monotonic() < end, "no memory is kept"
        page.wait_for_timeout(100)


def answers_right(page: Any, questions: list[Json]) -> None:
    """Compare the answers in the browser with those of the engine here."""
    for question, answer in zip(questions, page.evaluate(ANSWERS_OF, questions), strict=True):
        assert answer == json.loads(answer_question(json.dumps(question))), question


NEAREST: list[Json] = [
    {
        "ask": "set",
        "base": "tenhou",
        "fields": {"claims.winners": {"claims.winners": ["head_bump"]}},
    }
]


def test_the_second_visit_needs_no_network(
    chromium: Any, files: dict[str, bytes], tmp_path: Path
) -> None:
    write(tmp_path / "own", files)
    profile = Profile(chromium, tmp_path / "profile")
    with hosted(tmp_path / "own") as address, Visitor(profile, address) as visitor:
        page = visitor.started()
        visitor.choose("claims.winners", "head_bump")
        page.wait_for_selector('[data-example="claims.winners"] .tile[role=img]')
        answers_right(page, [*sample()])
        page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
        page.close()
        visitor.open_window()
        page = visitor.started()
        page.evaluate("document.getElementById('all').open = true")
        page.fill("#find", "two ron")
        assert visitor.text("#found") == "1 rule"
        assert page.evaluate(KEPT_SEARCH) == 1
    with Visitor(profile, address) as visitor:  # without a host
        visitor.context.set_offline(True)
        page = visitor.started()
        assert visitor.text("#differences .sum").startswith("1 rule differs")
        visitor.choose("yaku.all_simples", "none")
        visitor.settle()
        assert visitor.text("#differences .sum").startswith("2 rules differ")
        page.fill("#find", "twee spelers ron")
        assert visitor.text("#found") == "1 rule"
        assert page.is_visible("#o-claims-winners")
        visitor.visit("rules.nl.html")
        assert "Tenhou" in visitor.text("#o-claims-winners")


# ---- the memory that is kept ---------------------------------------------------------------------


def test_an_engine_with_a_stored_memory_answers_like_a_new_one(
    second_visit: Profile, address: str
) -> None:
    with Visitor(second_visit, address) as visitor:
        page = visitor.started()
        assert page.evaluate(START)["isRestored"] is True
        answers_right(page, [*sample()])


CHANGES = {
    "a byte": "bytes[bytes.length >> 1] ^= 1;",
    "the end": "bytes = bytes.slice(0, bytes.length >> 1);",
    "the headers": "headers = {};",
}
CHANGED = """async () => {{
  const [name] = (await caches.keys()).filter((one) => one.startsWith("riichi-memory-"));
  const cache = await caches.open(name);
  const [{{ url }}] = await cache.keys();
  const found = await cache.match(url);
  let headers = found.headers;
  let bytes = new Uint8Array(await found.arrayBuffer());
  {change}
  await cache.put(url, new Response(bytes, {{ headers }}));
}}"""
"""Change the memory that is kept."""


@pytest.mark.parametrize("what", CHANGES)
def test_a_damaged_memory_is_dropped(second_visit: Profile, address: str, what: str) -> None:
    with Visitor(second_visit, address) as visitor:
        page = visitor.visit("rules.html").page  # which has no engine
        page.evaluate(CHANGED.format(change=CHANGES[what]))
        page = visitor.started()
        assert page.evaluate(START)["isRestored"] is False
        answers_right(page, NEAREST)
        wait_for_memory(page)


def test_no_memory_is_stored_if_there_is_little_room(
    chromium: Any, tmp_path: Path, address: str
) -> None:
    profile = Profile(chromium, tmp_path / "profile")
    for _ in range(2):
        with Visitor(profile, address) as visitor:
            quota = {"origin": address.removesuffix("/"), "quotaSize": 45_000_000}
            devtools = visitor.context.new_cdp_session(visitor.page)
            devtools.send("Storage.overrideQuotaForOrigin", quota)
            page = visitor.started()
            assert page.evaluate(START)["isRestored"] is False
            page.evaluate("navigator.serviceWorker.ready.then(() => 1)")
            page.wait_for_timeout(4000)  # by then it would have been stored
            assert page.evaluate(MEMORIES) == []
            answers_right(page, NEAREST)


def test_an_engine_starts_on_a_host_without_https(
    chromium: Any, tmp_path: Path, address: str
) -> None:
    profile = Profile(chromium, tmp_path, "--host-resolver-rules=MAP club.example 127.0.0.1")
    with Visitor(profile, address.replace("127.0.0.1", "club.example")) as visitor:
        page = visitor.started()
        assert page.evaluate("() => isSecureContext") is False
        assert page.evaluate(START)["isRestored"] is False
        answers_right(page, NEAREST)
        (ignored,) = visitor.troubles
        assert "Cross-Origin-Opener-Policy header has been ignored" in ignored
        visitor.troubles.clear()


def test_the_memory_of_an_earlier_build_is_dropped(
    second_visit: Profile, address: str, host: Path, files: dict[str, bytes]
) -> None:
    engine = engine_of(files)
    write(host, with_engine(site_files("worker"), {**engine, "note.txt": b"another build"}))
    with Visitor(second_visit, address) as visitor:
        page = visitor.started()
        assert page.evaluate(START)["isRestored"] is True  # of the first build, like the page
        (before,) = page.evaluate(MEMORIES)
        page.wait_for_selector(NEWER)
        with page.expect_navigation():
            page.click(NEWER)
        page.wait_for_selector("body[data-ready]", state="attached")
        assert page.evaluate(START)["isRestored"] is False
        answers_right(page, NEAREST)
        wait_for_memory(page)
        (now,) = page.evaluate(MEMORIES)
        assert now != before


def test_an_engine_starts_if_pyodide_cannot_store_a_memory(
    chromium: Any, tmp_path: Path, files: dict[str, bytes]
) -> None:
    """For example another version of Pyodide, with other names for what memory.js calls."""
    engine = engine_of(files)
    pages = site_files("worker")
    script = pages[f"{ENGINE_FOLDER}memory.js"]
    engine["memory.js"] = script.replace(b"module.newDSO", b"module.renamed")
    assert engine["memory.js"] != script
    write(tmp_path / "site", with_engine(pages, engine))
    with (
        hosted(tmp_path / "site") as address,
        Visitor(Profile(chromium, tmp_path / "profile"), address) as visitor,
    ):
        page = visitor.started()
        assert page.evaluate(START)["isRestored"] is False
        answers_right(page, [*sample()])
        assert page.evaluate(MEMORIES) == []


# ---- one worker for all pages --------------------------------------------------------------------


def test_pages_share_an_engine(second_visit: Profile, address: str) -> None:
    with Visitor(second_visit, address) as visitor:
        visitor.started()
        visitor.open_window()
        page = visitor.started("compare.html")
        answers_right(page, NEAREST)
        devtools = visitor.context.new_cdp_session(page)
        found = devtools.send("Target.getTargets")["targetInfos"]
        assert [one["type"] for one in found if "engine-" in one["url"]] == ["shared_worker"]


NO_SHARED_WORKER = "delete globalThis.SharedWorker;"
FAILING_SHARED_WORKER = """globalThis.SharedWorker = class {
  constructor() {
    this.port = new MessageChannel().port1;
    setTimeout(() => this.onerror(new ErrorEvent("error")), 50);
  }
};"""


@pytest.mark.parametrize("script", [NO_SHARED_WORKER, FAILING_SHARED_WORKER])
def test_a_page_has_its_own_worker_if_none_can_be_shared(
    second_visit: Profile, address: str, script: str
) -> None:
    with Visitor(second_visit, address) as visitor:
        visitor.context.add_init_script(script)
        page = visitor.started()
        assert page.evaluate(START)["isRestored"] is True
        answers_right(page, NEAREST)
        visitor.choose("claims.winners", "=all")
        assert visitor.text("#differences .sum").startswith("Nothing differs")


def test_the_next_page_tries_again_after_a_failed_start(
    chromium: Any, address: str, host: Path, tmp_path: Path
) -> None:
    (core,) = host.glob("engine-*/core.bin")
    core.rename(tmp_path / "core.bin")
    with Visitor(Profile(chromium, tmp_path / "new"), address) as visitor:
        visitor.context.set_default_timeout(STARTED)
        page = visitor.visit("index.html").page
        page.wait_for_function(
            "() => document.getElementById('status').textContent.includes('404')"
        )
        (tmp_path / "core.bin").rename(core)
        visitor.open_window()  # the worker of the first is still there
        answers_right(visitor.started(), NEAREST)
        visitor.troubles.clear()  # the file that was missing


ORDER = """async () => {
  const { folder } = await import("./workers.js");
  const settings = { type: "module", extendedLifetime: true };
  const heard = [];
  const open = (name) => {
    const { port } = new SharedWorker(new URL("worker.js", folder), settings);
    return new Promise((joined) => {
      port.onmessage = ({ data }) => {
        if (data.number) heard.push([name, data.number, data]);
        else joined(port); // the state of the engine: the worker knows this page
      };
    });
  };
  const send = (port, number, ask, more = {}) =>
    port.postMessage({ number, question: JSON.stringify({ ask, base: "tenhou", ...more }) });
  const until = async (name, number) => {
    const isHeard = () => heard.some(([one, n]) => one === name && n === number);
    while (!isHeard()) await new Promise((go) => setTimeout(go, 20));
  };
  const [first, closed, second] = await Promise.all(["first", "closed", "second"].map(open));
  for (const n of [1, 2, 3]) send(closed, n, "document", { kind: "rulebook" });
  for (const n of [1, 2, 3, 4]) send(first, n, "document", { kind: "rulebook" });
  first.postMessage({ drop: 3 });
  closed.postMessage({ isClosed: true });
  send(second, 1, "set");
  send(second, 2, "set");
  await until("first", 4);
  second.postMessage({ number: 4, question: 5 }); // no text: Python breaks
  await until("second", 4);
  send(second, 5, "set");
  await until("second", 5);
  return heard.map(([name, number, { answer, error }]) =>
    [name, number, error ? "error" : JSON.parse(answer).dropped ? "dropped" : "answer"]);
}"""


def test_the_newest_question_is_answered_first_and_closed_pages_are_skipped(
    second_visit: Profile, address: str
) -> None:
    with Visitor(second_visit, address) as visitor:
        heard = visitor.started().evaluate(ORDER)
        order = [(name, number) for name, number, how in heard if how == "answer"]
        assert ["first", 3, "dropped"] in heard
        assert order.index(("second", 2)) < order.index(("first", 2))
        for name in ("first", "second"):  # those of one kind from one page keep their order
            numbers = [number for one, number in order if one == name]
            assert numbers == sorted(numbers)
        assert [number for one, number in order if one == "first"] == [1, 2, 4]
        assert len([one for one, _ in order if one == "closed"]) <= 1  # which was being answered
        assert ["second", 4, "error"] in heard
        assert ("second", 5) in order  # of a new engine
