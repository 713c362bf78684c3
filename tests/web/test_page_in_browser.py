"""House rules made in a browser: chosen, changed, wrong, tried, shared, opened and printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from visitor import Visitor

from riichi_app.web.value_shape import fields_of, shape_of
from riichi_core.comparison.comparison import compare
from riichi_core.rules import library
from riichi_core.rules.load import load
from riichi_core.rules.ruleset import fingerprint

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """A visitor with the page of house rules open."""
    return visitor.visit()


def test_ten_rules_of_different_kinds_are_changed(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    page.select_option("#base", "ema-2016")
    page.fill("#title", "Thursday Club")
    visitor.all_rules()
    visitor.choose("claims.winners", "nearest")  # a word
    visitor.choose("end.extension", "=target")  # a record, as some ruleset has it
    visitor.write("draws.noten_total/=number", "1500")  # a number
    page.uncheck('[name="claims.forbidden_swaps"][value="other_end"]')  # a set
    visitor.write("tiles.red_fives/p", "1")  # a part of a record
    visitor.write("result.uma/=list/0", "20000")  # a list
    visitor.write("result.uma/=list/3", "-20000")
    visitor.choose("yaku.blessing_of_man", "=yakuman")  # the worth of a yaku
    visitor.choose("fouls.false_set", "free")  # a list to choose from
    visitor.choose("draws.abortive", "=counter")  # parts within an alternative
    visitor.choose("draws.abortive/=counter/nine_kinds", "may_abort")
    visitor.choose("fu.double_wind_pair", "4" if page.is_checked(
        '[name="fu.double_wind_pair"][value="2"]') else "2")  # fmt: skip
    visitor.write("why:claims.winners", "voted in March")
    visitor.settle()
    assert page.inner_text("#differences .sum").startswith("10 rules differ")
    assert page.inner_text("#count") == "10"
    assert "voted in March" in visitor.text('[data-path="claims.winners"] .reason')
    page.wait_for_selector('[data-example="claims.winners"] .tile[role=img]')
    ruleset = visitor.ruleset(tmp_path)
    assert (ruleset.id, ruleset.title) == ("thursday-club", "Thursday Club")
    assert set(ruleset.changes) == {
        "claims.winners", "end.extension", "draws.noten_total", "claims.forbidden_swaps",
        "tiles.red_fives", "result.uma", "yaku.blessing_of_man", "fouls.false_set",
        "draws.abortive", "fu.double_wind_pair",
    }  # fmt: skip


def test_a_name_that_is_typed_is_kept_while_answers_come(visitor: Visitor) -> None:
    page = visitor.page
    page.fill("#title", "Thursday Club")
    page.evaluate("document.activeElement.blur()")
    visitor.all_rules()
    visitor.choose("claims.winners", "nearest")  # its answer knows the old name
    page.wait_for_selector("#differences .difference")
    assert page.input_value("#title") == "Thursday Club"
    assert "title: Thursday Club" in visitor.file


def test_a_rule_goes_back_to_what_the_book_has(visitor: Visitor) -> None:
    visitor.all_rules()
    visitor.choose("claims.winners", "nearest")
    visitor.settle()
    visitor.page.click('[data-back="claims.winners"]')
    visitor.settle()
    assert "claims" not in visitor.file
    assert "Nothing differs" in visitor.text("#differences")


# ---- what is wrong -------------------------------------------------------------------------------


def test_what_is_wrong_stands_at_its_field(visitor: Visitor) -> None:
    page = visitor.page
    visitor.all_rules()
    visitor.choose("claims.winners", "nearest")
    visitor.settle()
    for name, text in {
        "setup.starting_points": "-5",
        "result.uma/=list/0": "2000000",
        "draws.noten_total/=number": "1000",
    }.items():
        visitor.write(name, text)
        visitor.settle()
        error = page.inner_text(f"#e-o-{name.split('/')[0].replace('.', '-')}")
        assert "expected" in error, name
        assert page.get_attribute(f'[name="{name}"]', "aria-invalid") == "true"
    assert "1 rule differs" in page.inner_text("#differences .sum")  # what last was in order
    visitor.view("print")
    page.click("[data-print=sheet]")
    visitor.settle()
    assert "put them right" in visitor.text("#print-error")


def test_a_conflict_stands_at_each_of_its_options(visitor: Visitor) -> None:
    page = visitor.page
    visitor.all_rules()
    visitor.write("setup.starting_points", "25000")
    visitor.settle()
    for name in ("setup-starting_points", "result-return_points", "result-oka"):
        assert "do not sum to zero" in page.inner_text(f"#e-o-{name}")
    visitor.choose("result.oka", "first")
    visitor.settle()
    assert page.locator("#form .error:not(:empty)").count() == 0


# ---- yaku ----------------------------------------------------------------------------------------


def test_a_yaku_is_put_together_and_tried(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    page.click("#new-yaku")
    visitor.write("name/en", "Stairway <b>")
    for place, number in enumerate(("n", "n+1", "n+2")):
        page.select_option(f'[name="sets/{place}/kind"]', "chow")
        page.select_option(f'[name="sets/{place}/number"]', number)
        page.select_option(f'[name="sets/{place}/suit"]', "X")
    page.check("#yaku [name=concealed]")
    page.fill('#yaku [name="worth/=closed/closed"]', "2")
    visitor.settle()  # each change is answered, so hands stand there before the last one is
    assert page.locator("#yaku-hands .tile").count() > 0
    assert "2 han" in visitor.text("#yaku-says")
    page.click("#yaku-try > summary")
    visitor.write("record/hand", "123234345m99p55s")
    visitor.write("record/winning_tile", "5s")
    page.click("#yaku-has")
    visitor.settle()
    assert visitor.text("#yaku-had") == "This hand has it."
    visitor.write("record/hand", "123234m345p99p55s")
    page.click("#yaku-has")
    visitor.settle()
    assert "does not have it" in visitor.text("#yaku-had")
    page.click("#yaku button.go")
    page.wait_for_selector("#yaku", state="hidden")
    visitor.settle()
    assert "Stairway <b>" in visitor.text("#o-yaku-stairway_b")
    page.click('[data-own="yaku.stairway_b"]')
    page.wait_for_selector("#yaku-hands .tile")
    assert page.input_value('[name="sets/1/number"]') == "n+1"
    page.click("#yaku-close")
    assert "yaku.stairway_b" in visitor.ruleset(tmp_path).changes


def test_a_yaku_that_says_nothing_is_refused_with_the_reason(visitor: Visitor) -> None:
    visitor.page.click("#new-yaku")
    visitor.write("name/en", "Nothing")
    visitor.page.click("#yaku button.go")
    visitor.settle()
    assert "nothing says what the hand must have" in visitor.text("#yaku-error")


# ---- a hand --------------------------------------------------------------------------------------


def test_a_hand_is_tapped_and_scored_side_by_side(visitor: Visitor) -> None:
    page = visitor.page
    visitor.choose("yaku.all_simples", "none")
    visitor.view("hand")
    page.select_option("#beside", "tenhou")
    for suit, numbers in {"m": "234", "p": "406", "s": "23466789"}.items():
        for number in numbers:
            page.click(f'.keys [data-tile="{number}{suit}"]')
    visitor.settle()
    assert "red five" in visitor.text("#hand-error") or page.query_selector("#score table")
    page.select_option("[name=won_by]", "discard")
    page.select_option("[name=riichi]", "riichi")
    page.fill("[name=dora]", "1s")
    visitor.settle()
    table = visitor.text("#score table")
    assert "tenhou" in table
    assert "my-club" in table
    assert "Riichi" in table
    page.click("#laid button:first-child")
    assert page.input_value("[name=hand]").startswith("34m")


def test_melds_are_tapped_too(visitor: Visitor) -> None:
    page = visitor.page
    visitor.view("hand")
    page.click("#hand-form details summary")
    page.check("[name=into][value=pung]")
    page.click('.keys [data-tile="7z"]')
    page.check("[name=into][value=concealed_kong]")
    page.click('.keys [data-tile="1s"]')
    page.check("[name=into][value=chow]")
    page.click('.keys [data-tile="3p"]')
    page.check("[name=into][value=hand]")
    for tile in ["2m", "3m", "9p", "9p", "4m"]:
        page.click(f'.keys [data-tile="{tile}"]')
    visitor.settle()
    assert page.input_value("[name=hand]") == "23m99p(777z)[1111s](345p)"
    assert "Red dragon" in visitor.text("#score") or "Dragon" in visitor.text("#score")


# ---- files, links and paper ----------------------------------------------------------------------


def test_the_file_of_the_command_is_opened_with_its_comments(
    visitor: Visitor, tmp_path: Path
) -> None:
    file = tmp_path / "thursday.yaml"
    made = [sys.executable, "-m", "riichi_app", "new", "thursday", "--from", "wrc-2025"]
    subprocess.run([*made, "--folder", str(tmp_path)], check=True, capture_output=True)
    visitor.view("file")
    visitor.page.set_input_files("#open", file)
    visitor.settle()
    visitor.choose("yaku.all_simples", "none")
    text = visitor.file
    assert text.count("#") == file.read_text(encoding="utf-8").count("#")
    assert visitor.ruleset(tmp_path).changes == ("yaku.all_simples",)


def test_a_link_brings_the_rules_to_somebody_else(
    visitor: Visitor, chromium: Any, address: str
) -> None:
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.view("file")
    visitor.page.click("#share")
    visitor.page.wait_for_selector("#shared", state="visible")
    link = visitor.page.input_value("#shared")
    with Visitor(chromium, address) as other:
        other.page.goto(link)
        other.page.wait_for_selector("#differences .difference")
        assert other.file == visitor.file


def test_documents_are_made_and_printed(visitor: Visitor) -> None:
    page = visitor.page
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.view("print")
    page.select_option("#paper", "letter")
    for kind in ("sheet", "rulebook", "guide", "card"):
        page.click(f"[data-print={kind}]")
        visitor.settle()
        assert page.frame_locator("#printed").locator("h1").count()
    assert "letter" in page.get_attribute("#printed", "srcdoc")
    assert page.pdf().startswith(b"%PDF")


def test_the_rules_go_to_another_program(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    visitor.choose("yaku.all_simples", "none")
    visitor.settle()
    visitor.view("file")
    page.select_option("#program", "pantheon")
    page.click("#export")
    page.wait_for_selector("#losses .sum")
    with page.expect_download() as found:
        page.click("#exported")
    found.value.save_as(tmp_path / "config.json")
    assert (tmp_path / "config.json").read_text(encoding="utf-8").startswith("{")
    page.set_input_files("#import", tmp_path / "config.json")
    page.click("#question-yes")
    page.wait_for_selector("#import-said:not(:empty)")
    assert visitor.text("#import-said").startswith("The file is open.")
    assert page.input_value("#title") == "Pantheon"
    assert "yaku.all_simples" in visitor.ruleset(tmp_path).changes
    (tmp_path / "config.json").write_text('{"startPoints": []}', encoding="utf-8")
    page.set_input_files("#import", tmp_path / "config.json")
    page.wait_for_selector("#import-error:not(:empty)")


# ---- harm ----------------------------------------------------------------------------------------

MARKUP = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def test_markup_stays_text(visitor: Visitor) -> None:
    page = visitor.page
    page.fill("#title", MARKUP)
    visitor.choose("yaku.all_simples", "none")
    visitor.write("why:yaku.all_simples", MARKUP)
    visitor.settle()
    assert MARKUP in visitor.text("#differences .reason")
    visitor.view("print")
    for kind in ("sheet", "rulebook", "guide"):
        page.click(f"[data-print={kind}]")
        visitor.settle()
        frame = page.frame_locator("#printed")
        assert frame.locator("h1").count()
        assert frame.locator("script, img, [onerror]").count() == 0
    assert page.locator("main script, main img, [onerror]").count() == 0


def test_bombs_are_refused(visitor: Visitor) -> None:
    page = visitor.page
    bomb = "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]\n"
    for text in (bomb, "title: " + "[" * 5000, "title: !!python/object:os.system x\n"):
        visitor.view("file")
        page.fill("#yaml", text)
        page.click("#take")
        visitor.settle()
        assert visitor.text("#file-error")
    script = (
        "(() => { window.hit = 0; const s = document.createElement('script');"
        "s.textContent = 'window.hit = 1'; document.body.append(s); return window.hit })()"
    )
    assert page.evaluate(script) == 0
    visitor.troubles.clear()  # the policy says aloud what it refused


def test_a_link_that_unpacks_to_more_is_refused(visitor: Visitor) -> None:
    pack = """async (n) => { const { packed } = await import('./link.js');
        return packed('#'.repeat(n)) }"""
    bomb = visitor.page.evaluate(pack, 3_000_000)
    visitor.page.goto(f"{visitor.address}index.html#r={bomb}")
    assert "64 KiB" in visitor.text("#notices p")


# ---- the whole -----------------------------------------------------------------------------------


def test_the_tuesday_club_is_made_from_an_empty_page(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    page.select_option("#base", "wrcr-2015")
    page.fill("#title", "Tuesday Club house rules")
    visitor.settle()
    visitor.choose("claims.winners", "=two_then_abort")
    inner = "claims.winners/=two_then_abort/two_then_abort"
    for part, word in {
        "own_bets": "returned", "other_bets": "nearest", "counters": "nearest",
        "dealer": "stays_as_any_winner", "three/counter": "added", "three/dealer": "stays",
        "three/bets": "stay",
    }.items():  # fmt: skip
        visitor.choose(f"{inner}/{part}", word)
    page.fill("#find", "pon beats chi")
    visitor.choose("claims.meld_precedence", "by_rank")
    visitor.write("why:claims.meld_precedence", "quicker players are not luckier players")
    page.fill("#find", "")
    visitor.choose("draws.abortive", "=counter")
    inner = "draws.abortive/=counter"
    for part, word in {
        "nine_kinds": "may_abort", "four_winds": "abort", "four_riichi": "play_on",
        "four_kongs": "play_on", "counter": "added", "dealer": "stays", "bets": "stay",
    }.items():  # fmt: skip
        visitor.choose(f"{inner}/{part}", word)
    visitor.choose("yaku.blessing_of_man", "=yakuman")
    page.select_option("#local", "sanrenkou")
    page.wait_for_selector("#o-yaku-sanrenkou")
    visitor.write("yaku.sanrenkou/=closed/closed", "2")
    visitor.write("yaku.sanrenkou/=closed/open", "2")
    visitor.settle()
    page.click("#new-yaku")
    visitor.write("name/en", "Stairway")
    visitor.write("name/ja", "Kaidan")
    for place, number in enumerate(("n", "n+1", "n+2")):
        page.select_option(f'[name="sets/{place}/kind"]', "chow")
        page.select_option(f'[name="sets/{place}/number"]', number)
    page.check("#yaku [name=concealed]")
    page.fill('#yaku [name="worth/=closed/closed"]', "2")
    page.click("#yaku button.go")
    page.wait_for_selector("#o-yaku-stairway")
    page.fill("#find", "chombo outside tournaments")
    visitor.choose("chombo.casual", "reverse_mangan")
    page.fill("#find", "phone")
    visitor.choose("fouls.phone", "=points")
    visitor.write("fouls.phone/=points/points", "1000")
    page.fill("#find", "bets left")
    visitor.choose("end.bets_left", "winner")
    visitor.settle()
    made, ours = visitor.ruleset(tmp_path), load("tuesday-club")
    assert [row.path for row in compare(made, ours).differing] == []
    assert fingerprint(made.rules) == fingerprint(ours.rules)


@pytest.mark.parametrize("name", [name for name in library.clubs() if name != "tuesday-club"])
def test_the_other_clubs_are_made_from_an_empty_page(
    visitor: Visitor, tmp_path: Path, name: str
) -> None:
    ours, page = load(name), visitor.page
    page.select_option("#base", ours.extends)
    page.fill("#title", ours.title)
    visitor.settle()
    visitor.all_rules()
    for path in ours.changes:
        if not page.locator(f'.option[data-path="{path}"]').count():
            page.select_option("#local", path.removeprefix("yaku."))
            page.wait_for_selector(f'.option[data-path="{path}"]')
        visitor.all_rules()
        visitor.fill(path, fields_of(shape_of(path), ours.rules.written_value(path), path))
        law = ours.provenance[path]
        if law.kind == "house" and law.text:
            visitor.write(f"why:{path}", str(law.text))
    visitor.settle()
    made = visitor.ruleset(tmp_path)
    assert [row.path for row in compare(made, ours).differing] == []
    assert fingerprint(made.rules) == fingerprint(ours.rules)
    for path in ours.changes:
        assert made.provenance[path].text == ours.provenance[path].text
