"""Rules shared from the page: documents, pictures, links with previews, frames on other sites."""

from __future__ import annotations

import json
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import built_site
import pytest
from test_shared import CLUB, png_size, tags
from visitor import LONGEST_WAIT, Visitor

from riichi.locale import Locale, languages
from riichi.web.in_short import in_short
from riichi.web.rulesets import shipped
from riichi.web.server import PageServer, site_files
from riichi.web.site.build import write
from riichi.writers.picture import HEIGHT, WIDTH
from riichi_core.rules import library

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser-forms")]

KINDS = ("sheet", "card", "poster", "guide", "quiz", "rulebook")

BAD = "<img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Return a visitor with the page of house rules open."""
    return visitor.visit()


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Return a hosted site without its engine, and its address."""
    folder = tmp_path_factory.mktemp("hosted")
    write(folder, site_files("worker"))
    with built_site.hosted(folder, headers={}) as address:
        yield folder, address


@pytest.fixture(scope="module")
def linking(chromium: Any, hosted: tuple[Path, str]) -> Iterator[Visitor]:
    """Return a visitor of a local page whose links lead to the hosted site."""
    with PageServer(links_to=hosted[1]) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with Visitor(chromium, server.address, accept_downloads=True) as found:
            yield found
        server.shutdown()


def opened(visitor: Visitor, folder: Path, page: str = "index.html") -> Visitor:
    """Open the rules of the club on the page, whatever was open before."""
    with visitor.forgetting():
        visitor.visit(page)
        (folder / "club.yaml").write_text(CLUB, encoding="utf-8")
        visitor.page.set_input_files("#open", folder / "club.yaml")
        visitor.page.wait_for_function(
            "() => document.querySelector('#title').value.startsWith('Tues')"
        )
        visitor.view("file")
        visitor.page.evaluate("document.getElementById('own-site').open = true")
    return visitor


def without_engine(page: Any) -> None:
    """Open a page of the site whose engine never starts."""
    empty = {"body": "", "content_type": "text/javascript"}
    page.context.route("**/worker.js*", lambda route: route.fulfill(**empty))


def letters(text: str) -> str:
    """Return a text encoded for an address."""
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(text.encode()) + packer.flush()
    return urlsafe_b64encode(packed).decode().rstrip("=")


def words(*texts: Any) -> str:
    return letters(json.dumps([*texts]))


# ---- papers --------------------------------------------------------------------------------------


def test_every_document_can_be_made_from_one_list(visitor: Visitor) -> None:
    page = visitor.page
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    visitor.view("print")
    frame = page.frame_locator("#printed")
    found = [one.get_attribute("data-print") for one in page.locator("[data-print]").all()]
    assert tuple(found) == KINDS
    made = set()
    for kind in KINDS:
        page.check(f"[data-print={kind}]")
        visitor.settle()
        assert page.is_visible("#print-now"), visitor.text("#print-error")
        assert "My club" in frame.locator("h1").inner_text()
        made.add(page.get_attribute("#printed", "srcdoc"))
    assert len(made) == len(KINDS)
    page.select_option("#paper-language", "nl")
    page.select_option("#vocabulary", "japanese")
    visitor.settle()
    page.click("#print-again")
    visitor.settle()
    assert frame.locator("html").get_attribute("lang") == "nl"
    assert "Tanyao" in frame.locator("body").inner_text()


def test_a_document_compares_with_the_chosen_ruleset(visitor: Visitor) -> None:
    page = visitor.page
    visitor.view("print")
    page.check("[data-print=card]")
    assert page.is_hidden("#paper-against")
    page.check("[data-print=poster]")
    page.select_option("#paper-against", "tenhou")
    visitor.settle()
    assert "Tenhou" in page.frame_locator("#printed").locator("h1").inner_text()
    page.check("[data-print=sheet]")  # it compares nothing
    assert visitor.text("#print-error") == ""


def test_only_a_poster_is_offered_on_a3(visitor: Visitor) -> None:
    page = visitor.page
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    visitor.view("print")
    page.check("[data-print=poster]")
    page.select_option("#paper", "a3")
    visitor.settle()
    assert "size: A3" in page.get_attribute("#printed", "srcdoc")
    page.check("[data-print=card]")
    visitor.settle()
    assert page.input_value("#paper") == "a4"
    assert page.locator("#paper [value=a3]").evaluate("(option) => option.disabled")
    assert "size: A4" in page.get_attribute("#printed", "srcdoc")


def test_a_document_of_earlier_rules_says_so(visitor: Visitor) -> None:
    page = visitor.page
    visitor.view("print")
    page.check("[data-print=card]")
    visitor.settle()
    assert page.is_hidden("#print-again")
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    visitor.view("print")
    page.click("#print-again")
    visitor.settle()
    assert page.is_hidden("#print-again")
    assert page.frame_locator("#printed").locator(".shaded").count() == 1


def test_a_poster_without_differences_says_so(visitor: Visitor) -> None:
    visitor.view("print")
    visitor.page.check("[data-print=poster]")
    assert "Nothing differs" in visitor.text("#print-error")
    assert visitor.page.is_hidden("#printed")


# ---- pictures ------------------------------------------------------------------------------------

PIXELS = """async (base64) => {
  const image = new Image();
  image.src = `data:image/png;base64,${base64}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(image, 0, 0);
  const has = (x, y, w, h, is) => {
    const { data } = pen.getImageData(x, y, w, h);
    let n = 0;
    for (let i = 0; i < data.length; i += 4) n += is(...data.slice(i, i + 3));
    return n / (w * h);
  };
  const isWhite = (r, g, b) => r > 230 && g > 230 && b > 230;
  return {
    title: has(56, 40, 500, 70, isWhite),
    felt: has(0, 0, 1200, 20, (r, g, b) => r < 60 && g > 80 && b < 90),
    words: has(56, 180, 500, 400, (r, g, b) => r < 120 && g < 130 && b < 120),
    red: has(780, 50, 170, 80, (r, g, b) => r > 150 && g < 60 && b < 60),
  };
}"""
"""The parts of the pixels that are of the title, its ground, the words and red fives."""

PLACES = """(drawings) => drawings.flatMap((drawing) => {
  const box = document.createElement("div");
  box.innerHTML = drawing;
  document.body.append(box);
  const svg = box.firstElementChild;
  const texts = [...svg.querySelectorAll(":scope > text")];
  const found = texts.map((one) => [one.textContent, one.getBBox()]).filter((
    [, { x, y, width, height }]) =>
    x < 50 || x + width > 1150 || y < 0 || y + height > 630);
  box.remove();
  return found.map(([text, { x, width }]) => [text, x + width]);
})"""
"""The texts that run out of their drawings."""


def test_a_picture_to_post_matches_the_page(linking: Visitor, tmp_path: Path) -> None:
    page = opened(linking, tmp_path).page
    with page.expect_download() as found:
        page.click("#picture")
    assert found.value.suggested_filename == "leiden.png"
    found.value.save_as(tmp_path / "leiden.png")
    data = (tmp_path / "leiden.png").read_bytes()
    assert png_size(data) == (WIDTH, HEIGHT)
    parts = page.evaluate(PIXELS, b64encode(data).decode())
    assert parts["felt"] == 1
    assert 0.05 < parts["title"] < 0.6
    assert 0.01 < parts["words"] < 0.3
    assert parts["red"] > 0.01
    assert page.is_visible("#picture-shown img")
    assert page.get_attribute("#picture-shown img", "alt").startswith("Tuesday <Leiden>. 7 rules")
    with page.expect_download() as found:
        page.click("#picture-svg")
    found.value.save_as(tmp_path / "leiden.svg")
    assert "Tuesday &lt;Leiden&gt;" in (tmp_path / "leiden.svg").read_text(encoding="utf-8")


def test_no_text_of_a_picture_of_any_ruleset_is_cut_off(linking: Visitor) -> None:
    linking.visit()
    drawings = [
        in_short(shipped(name), Locale(code)).picture
        for code in languages()
        for name in library.shipped()
    ]
    assert linking.page.evaluate(PLACES, drawings) == []


# ---- links ---------------------------------------------------------------------------------------


def test_a_link_opens_the_rules_for_another_visitor(
    linking: Visitor, chromium: Any, address: str, tmp_path: Path
) -> None:
    page = opened(linking, tmp_path).page
    page.click("#share")
    page.wait_for_selector("#shared", state="visible")
    _, _, rules = page.input_value("#shared").partition("#")
    with Visitor(chromium, address) as other:
        other.page.goto(f"{address}index.html#{rules}")
        other.page.wait_for_selector("#differences .difference")
        assert other.file == linking.file


def test_a_link_shows_its_differences_before_an_engine_has_started(
    linking: Visitor, chromium: Any, hosted: tuple[Path, str], tmp_path: Path
) -> None:
    page = opened(linking, tmp_path).page
    page.click("#share")
    page.wait_for_selector("#shared", state="visible")
    link = page.input_value("#shared")
    assert link.startswith(f"{hosted[1]}#r=")
    with Visitor(chromium, hosted[1]) as other:
        without_engine(other.page)
        other.page.goto(link)
        other.page.wait_for_function("() => document.title === 'Tuesday <Leiden> \u2013 rules'")
        shown = other.page.inner_text("#differences")
        assert "7 rules differ from" in shown
        assert "25,000, return 30,000, uma 20/10" in shown
        assert other.page.is_visible("#opening")


def test_a_change_removes_everything_made_of_earlier_rules(
    linking: Visitor, tmp_path: Path
) -> None:
    page = opened(linking, tmp_path).page
    page.click("#share")
    page.wait_for_selector("#shared", state="visible")
    linking.choose("yaku.all_simples", "none")
    linking.settle()
    for name in ("shared", "picture-shown"):
        assert page.is_hidden(f"#{name}")


def test_a_link_to_rules_with_errors_says_so(linking: Visitor, tmp_path: Path) -> None:
    page = opened(linking, tmp_path).page
    linking.all_rules()
    linking.write("setup.starting_points", "-5")
    linking.settle()
    linking.view("file")
    page.click("#share")
    page.wait_for_selector("#shared", state="visible")
    linking.settle()
    assert "errors" in linking.text("#share-said")
    assert "." not in page.input_value("#shared").partition("#r=")[2]


def test_the_window_title_names_the_club(visitor: Visitor) -> None:
    usual = visitor.page.title()
    visitor.page.fill("#title", "Thursday")
    visitor.page.wait_for_function("() => document.title === 'Thursday \u2013 rules'")
    visitor.page.fill("#title", "My club")
    visitor.page.wait_for_function(f"() => document.title === {json.dumps(usual)}")


def test_a_link_to_a_ruleset_starts_with_that_ruleset(visitor: Visitor) -> None:
    visitor.leave()
    visitor.page.goto(f"{visitor.address}index.html#b=mahjong-soul")
    visitor.page.wait_for_function("() => document.querySelector('#base').value === 'mahjong-soul'")
    visitor.settle()
    assert "extends: mahjong-soul" in visitor.file
    assert "#b=" not in visitor.page.url
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.page.evaluate("location.hash = 'b=tenhou'")
    visitor.page.click("#question-no")
    visitor.settle()
    assert "extends: mahjong-soul" in visitor.file  # the visitor's own rules stay
    visitor.page.evaluate("location.hash = 'b=<b>'")
    assert "extends: mahjong-soul" in visitor.file


def test_the_share_menu_of_the_device_gets_link_and_picture(
    chromium: Any, hosted: tuple[Path, str], tmp_path: Path
) -> None:
    with PageServer(links_to=hosted[1]) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        with Visitor(chromium, server.address) as visitor:
            visitor.context.add_init_script(
                "navigator.canShare = () => true;"
                "navigator.share = async ({ files, ...rest }) => (window.handedOver = { ...rest,"
                " files: files.map(({ name, type, size }) => ({ name, type, size })) });"
            )
            page = opened(visitor, tmp_path).page
            page.click("#share-now")
            page.wait_for_function("() => window.handedOver")
            shared = json.loads(page.evaluate("JSON.stringify(window.handedOver)"))
        server.shutdown()
    assert shared["title"] == "Tuesday <Leiden>"
    assert shared["url"].startswith(f"{hosted[1]}#r=")
    (file,) = shared["files"]
    assert (file["name"], file["type"]) == ("leiden.png", "image/png")
    assert file["size"] > 10_000


def test_a_page_to_host_includes_its_picture(linking: Visitor, tmp_path: Path) -> None:
    page = opened(linking, tmp_path).page
    page.fill("#host-address", "https://club.example/rules/")
    saved: dict[str, Path] = {}

    def keep(download: Any) -> None:
        path = tmp_path / download.suggested_filename
        download.save_as(path)
        saved[download.suggested_filename] = path

    page.on("download", keep)
    page.click("#host-page")
    for _ in range(LONGEST_WAIT // 100):
        if len(saved) == 2:
            break
        page.wait_for_timeout(100)
    page.remove_listener("download", keep)
    found = tags(saved["leiden-rulebook.html"].read_text(encoding="utf-8"))
    assert found["og:image"] == "https://club.example/rules/leiden.png"
    assert png_size(saved["leiden.png"].read_bytes()) == (WIDTH, HEIGHT)
    page.fill("#host-address", "club.example")
    page.click("#host-page")
    assert "https://" in linking.text("#share-said")


# ---- hostile words in a link ---------------------------------------------------------------------


HOSTILE = {
    "empty": "",
    "no words": "abc",
    "no letters": "abc.%%%",
    "damaged": "abc." + words("Club", "", [], "")[:-3],
    "no list": "abc." + letters('{"title": "Club"}'),
    "no JSON": "abc." + letters(BAD),
    "too few": "abc." + words("Club"),
    "no texts": "abc." + words(1, 2, [[3, 4]], None),
    "deep": "abc." + words("Club", "", [[["x"], "y"]], ""),
    "too many": "abc." + words("Club", "", [["a", "b"]] * 9, ""),
    "long words": "abc." + words("x" * 301, "", [], ""),
    "a bomb": "abc." + letters(json.dumps(["Club", "", [], "x" * 2_000_000])),
    "many letters": "abc." + "A" * 6001,
}


def test_hostile_words_in_a_link_show_nothing(chromium: Any, hosted: tuple[Path, str]) -> None:
    with Visitor(chromium, hosted[1]) as visitor:
        without_engine(visitor.page)
        for name, address in HOSTILE.items():
            visitor.leave()
            visitor.page.goto(f"{hosted[1]}index.html#r={address}")
            visitor.page.wait_for_timeout(60)
            assert visitor.page.locator("#differences .short").count() == 0, name


def test_markup_in_the_words_of_a_link_stays_text(chromium: Any, hosted: tuple[Path, str]) -> None:
    with Visitor(chromium, hosted[1]) as visitor:
        page = visitor.page
        without_engine(page)
        page.goto(f"{hosted[1]}index.html#r=abc.{words(BAD, BAD, [[BAD, BAD]], BAD)}")
        page.wait_for_selector("#differences .short, #differences .sum", state="attached")
        assert page.locator("main img, [onerror]").count() == 0
