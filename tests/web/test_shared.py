"""Link previews: rules in a few words, pictures, tags, and permission to frame a page."""

from __future__ import annotations

import json
import re
import struct
from collections.abc import Mapping
from html import unescape
from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree

import pytest
from asked import asked
from click.testing import CliRunner
from each import each

from riichi.cli.main import main
from riichi.locale import ENGLISH, Locale, offered_languages
from riichi.web.in_short import LONGEST_WORDS, MOST_FACTS, in_short
from riichi.web.page import PAGES, file_name
from riichi.web.rulesets import shipped
from riichi.web.server import site_files
from riichi.web.site.build import shown_files, with_engine
from riichi.writers.picture import HEIGHT, WIDTH, picture_svg
from riichi_core.rules import library
from riichi_core.rules.load import load

SITE = "https://rules.example/riichi/"
CLUB = """format: 1
ruleset: leiden
title: "Tuesday <Leiden>"
extends: ema-2025
setup: {starting_points: 25000}
result: {oka: first, uma: [20000, 10000, -10000, -20000]}
tiles: {red_fives: {m: 1, p: 1, s: 1}}
end: {bust: below_zero}
claims: {winners: head_bump}
yaku: {sanrenkou: {concealed: 2}}
"""


def tags(page: str) -> dict[str, str]:
    """Return the metadata of a page for social networks."""
    found = re.findall(r'<meta property="([^"]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


def png_size(data: bytes) -> tuple[int, int]:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    return width, height


# ---- in a few words ------------------------------------------------------------------------------


def test_the_summary_of_a_club_has_its_differences() -> None:
    said = asked("picture", file=CLUB)
    assert said["title"] == "Tuesday <Leiden>"
    assert said["summary"].startswith("7 rules differ from EMA 2025.")
    facts = dict(said["facts"])
    assert len(facts) == len(said["facts"]) == 5  # points are one decision of three rules
    assert "25,000, return 30,000, uma 20/10" in facts.values()
    assert facts["Red fives"] == "3"
    assert facts["Local yaku"] == "Three Consecutive Triplets"
    assert said["more"] == ""


def test_the_summary_of_a_book_has_its_main_rules() -> None:
    short = in_short(shipped("ema-2025"), ENGLISH)
    assert short.summary == "The main rules:"
    assert short.facts[0].says == "30,000, uma 15/5"
    same = in_short(shipped("ema-2025"), ENGLISH, shipped("ema-2025"))
    assert same.summary == "The same as EMA 2025."
    assert same.facts == short.facts


def test_a_base_that_is_not_shipped_keeps_its_own_title(tmp_path: Path) -> None:
    (tmp_path / "leiden.yaml").write_text(CLUB, encoding="utf-8")
    more = "format: 1\nruleset: more\ntitle: More\nextends: leiden.yaml\nend: {bust: never}\n"
    (tmp_path / "more.yaml").write_text(more, encoding="utf-8")
    short = in_short(load(tmp_path / "more.yaml"), ENGLISH)
    assert short.summary == "1 rule differs from Tuesday <Leiden>."


def test_a_tick_missing_on_both_sides_is_omitted() -> None:
    """Tenhou and Mahjong Soul both have an extra round, each in a different way."""
    short = in_short(shipped("mahjong-soul"), ENGLISH)
    (extension,) = [fact for fact in short.facts if fact.title == "Extension of a game"]
    assert "East" in extension.says


@each("name", [*library.shipped()])
def test_the_summary_of_every_ruleset_is_short(name: str) -> None:
    for code in offered_languages():
        short = in_short(shipped(name), Locale(code))
        assert 0 < len(short.facts) <= MOST_FACTS
        assert all(fact.title and 0 < len(fact.says) <= LONGEST_WORDS for fact in short.facts)
        assert len({fact.title for fact in short.facts}) == len(short.facts)
        assert bool(short.more) <= (len(short.facts) == MOST_FACTS)


def test_the_summary_has_the_red_fives_of_the_club() -> None:
    assert in_short(shipped("tenhou"), ENGLISH).tiles == ("0m", "0p", "0s")
    assert in_short(shipped("tenhou-no-reds"), ENGLISH).tiles == ("5m", "5p", "5s")


# ---- pictures ------------------------------------------------------------------------------------


def test_a_picture_shows_the_rules_and_tiles_of_the_club() -> None:
    drawing = ElementTree.fromstring(asked("picture", file=CLUB)["svg"])
    assert (drawing.get("width"), drawing.get("height")) == (str(WIDTH), str(HEIGHT))
    texts = [one.text for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert "Tuesday <Leiden>" in texts
    assert "25,000, return 30,000, uma 20/10" in texts
    assert len([*drawing.iter("{http://www.w3.org/2000/svg}svg")]) == 1 + 6  # with its tiles


def test_text_fits_into_a_picture() -> None:
    long = "Verein der Freunde des Mahjongspiels an der Wümme, Weser und Hunte " * 3
    drawing = ElementTree.fromstring(
        picture_svg(long, long, [(long, long)] * MOST_FACTS, long, ("5m", "5p", "5s"))
    )
    texts = [one.text or "" for one in drawing.iter("{http://www.w3.org/2000/svg}text")]
    assert max(map(len, texts)) < 110
    assert sum(text.endswith("…") for text in texts) >= 1 + 2 * MOST_FACTS


def test_the_command_writes_pictures(tmp_path: Path) -> None:
    pytest.importorskip("typst")
    club = tmp_path / "leiden.yaml"
    club.write_text(CLUB, encoding="utf-8")
    svg, png = tmp_path / "leiden.svg", tmp_path / "leiden.png"
    for call in ([club, svg], [club, png], ["ema-2025", png], ["ema-2025", "wrc-2025", png]):
        *rulesets, output = map(str, call)
        made = CliRunner().invoke(main, ["poster", *rulesets, "--output", output])
        assert made.exit_code == 0, made.output
    assert svg.read_text(encoding="utf-8") == asked("picture", file=CLUB)["svg"]
    assert png_size(png.read_bytes()) == (WIDTH, HEIGHT)


def test_a_poster_of_one_ruleset_compares_it_with_its_book(tmp_path: Path) -> None:
    alone, both = (
        CliRunner().invoke(main, ["poster", *names, "--format", "markdown"])
        for names in (["tuesday-club"], ["wrcr-2015", "tuesday-club"])
    )
    assert alone.exit_code == 0
    assert alone.stdout == both.stdout
    book = CliRunner().invoke(main, ["poster", "ema-2025"])
    assert book.exit_code == 2
    assert "name two rulesets" in book.stderr
    four = CliRunner().invoke(main, ["poster", *["ema-2025"] * 4])
    assert four.exit_code == 2
    three = CliRunner().invoke(
        main, ["poster", *["ema-2025"] * 3, "--output", str(tmp_path / "x.png")]
    )
    assert three.exit_code == 2
    assert "not 3" in three.stderr


# ---- pages that networks read --------------------------------------------------------------------


def test_a_page_to_host_has_the_tags_for_link_previews() -> None:
    for address in ("https://club.example/rules", "https://club.example/rules/",
                    "https://club.example/rules/leiden-card.html"):  # fmt: skip
        said = asked("document", kind="card", file=CLUB, address=address)
        found = tags(said["html"])
        assert found["og:title"] == "Tuesday <Leiden>"
        assert "Red fives: 3" in found["og:description"]
        assert found["og:url"] == "https://club.example/rules/leiden-card.html"
        assert found["og:image"] == "https://club.example/rules/leiden.png"
    sent = tags(asked("document", kind="card", file=CLUB, address="")["html"])
    assert sent["og:title"] == "Tuesday <Leiden>"
    assert "og:image" not in sent
    assert tags(asked("document", kind="card", file=CLUB)["html"]) == {}


@each("address", ["javascript:alert(1)", "club.example", "https://", "ftp://x/", "https:// x"])
def test_a_text_that_is_not_an_address_is_refused(address: str) -> None:
    assert "https://" in asked("document", kind="card", file=CLUB, address=address)["refused"]


def test_only_a_poster_can_be_printed_on_a3() -> None:
    assert "A3" in asked("document", kind="sheet", file=CLUB, paper="a3")["refused"]
    assert "size: A3" in asked("document", kind="poster", file=CLUB, paper="a3")["html"]


def test_a_document_can_compare_with_any_ruleset() -> None:
    for kind in ("poster", "guide", "quiz"):
        said = asked("document", kind=kind, file=CLUB, against="tenhou")
        assert "Tenhou, ranked East-South game compared with Tuesday" in said["html"]


def test_a_document_without_a_comparison_says_so() -> None:
    for kind in ("poster", "quiz"):
        assert "Nothing differs" in asked("document", kind=kind, file="")["refused"]


@pytest.fixture(scope="module")
def files() -> Mapping[str, bytes]:
    """Return the files of a site with a text in place of the engine."""
    return with_engine({**site_files("worker"), **shown_files("")}, {"core.bin": b"engine"})


@pytest.mark.long
def test_every_page_refers_to_an_existing_picture() -> None:
    pytest.importorskip("typst")
    files = {**site_files("worker", SITE), **shown_files(SITE)}
    shown = [file_name(page, code) for page in PAGES for code in offered_languages()]
    shown += [
        f"r/{file_name(name, code)}" for name in library.shipped() for code in offered_languages()
    ]
    for name in shown:
        found = tags(files[name].decode())
        assert found["og:title"] and found["og:description"]
        assert found["og:url"] == SITE + name
        assert found["og:image"].startswith(SITE)
        assert png_size(files[found["og:image"].removeprefix(SITE)]) == (WIDTH, HEIGHT)


def test_a_site_without_an_address_refers_to_no_picture(files: Mapping[str, bytes]) -> None:
    assert not [name for name in files if name.endswith(".png")]
    for name, content in files.items():
        if name.endswith(".html"):
            found = tags(content.decode())
            assert found["og:title"]
            assert not {"og:url", "og:image"} & {*found}


def test_links_on_a_ruleset_page_lead_to_existing_pages(files: Mapping[str, bytes]) -> None:
    for code in offered_languages():
        for name in library.shipped():
            page = files[f"r/{file_name(name, code)}"].decode()
            here = f"{SITE}r/{file_name(name, code)}"
            for link in re.findall(r' href="([^"#]+)', page):
                assert urljoin(here, link).removeprefix(SITE) in files, link
            assert f"#b={name}" in page


def test_a_browser_does_not_store_the_pages_of_all_rulesets(files: Mapping[str, bytes]) -> None:
    found = re.search(r"FILES = (\{[^}]*\})", files["sw.js"].decode())
    assert found is not None
    assert {*json.loads(found[1])} == {
        name for name in files if not name.startswith(("r/", "_")) and name != "sw.js"
    }


# ---- frames --------------------------------------------------------------------------------------


def headers(files: Mapping[str, bytes], path: str) -> dict[str, list[str]]:
    """Return the headers of an address, as hosts combine them from all matching rules."""
    found: dict[str, list[str]] = {}
    for rule in files["_headers"].decode().split("\n\n"):
        pattern, *lines = rule.strip().splitlines()
        if re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), path):
            for line in lines:
                name, _, text = line.strip().partition(": ")
                found.setdefault(name, []).append(text)
    return found


def test_no_other_site_can_frame_a_page(files: Mapping[str, bytes]) -> None:
    for name in files:
        if not name.endswith((".html", "worker.js")):
            continue
        for path in (f"/{name}", f"/{name.removesuffix('.html')}"):
            found = headers(files, path)
            assert all(len(texts) == 1 for texts in found.values()), path
            (policy,) = found["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'")
            assert "frame-ancestors 'self'" in policy, path
            assert found["X-Content-Type-Options"] == ["nosniff"]
    assert "frame-ancestors 'self'" in headers(files, "/")["Content-Security-Policy"][0]


def test_a_card_has_the_code_of_its_rules_on_a_page() -> None:
    page = asked("document", kind="card", file=CLUB, page="https://club.example/")["html"]
    assert page.count("<figure>") == 1
    assert "<figure>" not in asked("document", kind="card", file=CLUB)["html"]
    long = asked("document", kind="card", file=CLUB, page=f"https://club.example/{'x' * 970}")
    assert "<figure>" not in long["html"]


def test_an_address_is_opened_like_its_file() -> None:
    opened = asked("open", file=CLUB)
    assert asked("open", file=f"#r={opened['code']}") == opened
    assert "missing or changed" in asked("open", file="#r=AAAA")["refused"]
