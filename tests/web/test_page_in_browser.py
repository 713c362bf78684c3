"""House rules in a browser: chosen, changed, corrected, tried, shared, opened and printed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from visitor import Visitor

pytestmark = [pytest.mark.long, pytest.mark.xdist_group("browser")]


@pytest.fixture
def visitor(visitor: Visitor) -> Visitor:
    """Return a visitor with the page of house rules open."""
    return visitor.visit()


def test_ten_rules_of_different_kinds_are_changed(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    page.select_option("#base", "ema-2016")
    page.fill("#title", "Thursday Club")
    visitor.all_rules()
    visitor.choose("claims.winners", "head_bump")  # a word
    visitor.choose("end.extension", "=target")  # a record from some ruleset
    visitor.write("draws.noten_total/=number", "1500")  # a number
    page.uncheck('[name="claims.forbidden_swaps"][value="other_end"]')  # a set
    visitor.write("tiles.red_fives/p", "1")  # a part of a record
    visitor.write("result.uma/=list/0", "20000")  # a list
    visitor.write("result.uma/=list/3", "-20000")
    visitor.choose("yaku.blessing_of_man", "=yakuman")  # the worth of a yaku
    visitor.choose("fouls.false_set", "no_penalty")  # a list to choose from
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


def test_a_foul_costs_points_into_the_pot(visitor: Visitor, tmp_path: Path) -> None:
    """Fouls share the controls of these penalties."""
    visitor.all_rules()
    for foul, part in (("empty_meld_call", "pot"), ("few_tiles_exposed", "to_each")):
        visitor.choose(f"fouls.{foul}", "=points")
        visitor.write(f"fouls.{foul}/=points/{part}", "1000")
    visitor.choose("fouls.few_tiles_exposed/=points/no_ron_on", "tile")
    visitor.choose("fouls.few_tiles_exposed/=points/until", "own_draw")
    fouls = visitor.ruleset(tmp_path).rules.written("fouls")
    assert fouls["empty_meld_call"] == {"pot": 1000}
    banned = {"to_each": 1000, "no_ron_on": "tile", "until": "own_draw"}
    assert fouls["few_tiles_exposed"] == banned
    visitor.visit()  # the stored rules are filled in again
    value = visitor.page.input_value('[name="fouls.empty_meld_call/=points/pot"]')
    assert value == "1000"


def test_a_typed_name_is_kept_while_answers_arrive(visitor: Visitor) -> None:
    page = visitor.page
    page.fill("#title", "Thursday Club")
    page.evaluate("document.activeElement.blur()")
    visitor.all_rules()
    visitor.choose("claims.winners", "head_bump")  # its answer has the old name
    page.wait_for_selector("#differences .difference")
    assert page.input_value("#title") == "Thursday Club"
    assert "title: Thursday Club" in visitor.file


def test_a_rule_can_be_reset_to_the_value_of_the_book(visitor: Visitor) -> None:
    visitor.all_rules()
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    visitor.page.click("#o-claims-winners [data-back]")
    visitor.settle()
    assert "claims" not in visitor.file
    assert "Nothing differs" in visitor.text("#differences")


# ---- what is wrong -------------------------------------------------------------------------------


def test_an_error_appears_at_its_field(visitor: Visitor) -> None:
    page = visitor.page
    visitor.all_rules()
    visitor.choose("claims.winners", "head_bump")
    visitor.settle()
    for name, text in {
        "setup.starting_points": "-5",
        "result.uma/=list/0": "2000000",
        "draws.noten_total/=number": "1000",
    }.items():
        visitor.write(name, text)
        visitor.settle()
        error = page.inner_text(f"#o-{name.split('/')[0].replace('.', '-')} > .error")
        assert "expected" in error, name
        assert page.get_attribute(f'[name="{name}"]', "aria-invalid") == "true"
    assert "1 rule differs" in page.inner_text("#differences .sum")  # the last valid state
    visitor.view("print")
    page.click("[data-print=sheet]")
    visitor.settle()
    assert visitor.text("#print-error") == ""
    assert "Until you fix them, this page uses your last valid rules." in visitor.text(
        "#print .mistake"
    )


def test_a_conflict_appears_at_each_of_its_options(visitor: Visitor) -> None:
    page = visitor.page
    visitor.all_rules()
    visitor.write("setup.starting_points", "25000")
    visitor.settle()
    for name in ("setup-starting_points", "result-return_points", "result-oka"):
        assert "nobody gets the missing 20,000" in page.inner_text(f"#o-{name} > .error")
    visitor.choose("result.oka", "first")
    visitor.settle()
    assert page.locator("#form .error:not(:empty)").count() == 0


# ---- yaku ----------------------------------------------------------------------------------------

STAIRS = "3 sequences in one suit, each a number higher."
CONCEALED = "No calls: the hand is concealed."


def ticked(visitor: Visitor) -> list[str]:
    """Return the ticked conditions of a yaku."""
    visitor.settle()
    boxes = visitor.page.locator("#yaku-conditions label:has(:checked)")
    return [str(text).strip() for text in boxes.all_inner_texts()]


def test_a_yaku_can_be_built_and_tried(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    page.click("#new-yaku")
    page.wait_for_selector("#yaku[open]")
    visitor.write("name/en", "Stairway <b>")
    page.fill('#yaku [name="worth/=concealed/concealed"]', "2")
    visitor.tap("#yaku", "123234345m99p55s 5s")
    for says in (STAIRS, CONCEALED):
        visitor.choose_sentence(says)
    assert "2 han" in visitor.text("#yaku-says")
    assert visitor.text("#yaku-had").startswith("This hand has it: 2 han, concealed only.")
    page.click("#yaku .laid button:nth-child(9)")  # a 5m
    visitor.tap("#yaku", "5p")
    assert ticked(visitor) == [CONCEALED]
    page.click("#yaku .laid button:nth-child(9)")  # the 5p
    visitor.tap("#yaku", "5m")
    assert ticked(visitor) == [STAIRS, CONCEALED], "the hand has all of them again"
    page.click("#yaku button.go")
    page.wait_for_selector("#yaku", state="hidden")
    visitor.settle()
    assert "Stairway <b>" in visitor.text("#o-yaku-stairway_b")
    page.click('#form [data-own="yaku.stairway_b"]')
    page.wait_for_selector("#yaku[open]")
    visitor.settle()
    assert ticked(visitor) == [STAIRS, CONCEALED]
    assert page.locator("#yaku .laid .tile").count() == 14, "the hand that was drawn is kept"
    page.fill('#yaku [name="worth/=concealed/concealed"]', "3")
    visitor.choose_sentence(CONCEALED)
    visitor.add_yaku()
    value = visitor.ruleset(tmp_path).rules.written_value("yaku.stairway_b")
    assert value["sets"] == ["sequence n X", "sequence n+1 X", "sequence n+2 X"]
    assert "concealed" not in value
    assert value["worth"] == {"concealed": 3}
    visitor.view("rules" if page.is_visible(".views [data-view=rules]") else "differs")
    page.evaluate("document.getElementById('local-yaku').open = true")
    page.click("#own-yaku [data-remove]")
    assert "yaku" not in visitor.file


def test_a_yaku_beyond_the_sentences_is_changed_in_the_text(visitor: Visitor) -> None:
    page, form = visitor.page, "any: [{suits: 1}, {quads: 2+}]"
    visitor.view("file")
    name = "name: {en: Odd one}"
    yaku = f"  odd_one:   # ours\n    {name}\n    {form}\n    worth: {{concealed: 2}}\n"
    written = f"{visitor.file}\nyaku:\n{yaku}"
    page.fill("#yaml", written)
    page.click("#take")
    assert visitor.file == written
    page.locator("[data-ask=winners] [value=head_bump]").dispatch_event("click")
    assert visitor.file.endswith(yaku)
    page.evaluate("document.getElementById('programs').open = false")
    visitor.all_rules()
    page.click('#form [data-own="yaku.odd_one"]')
    visitor.settle()
    assert not page.is_visible("#yaku")
    assert page.is_visible("#yaml")
    assert "cannot express this yaku" in visitor.text("#file-said")
    selected = "([box]) => box.value.slice(box.selectionStart, box.selectionEnd)"
    assert page.locator("#yaml").evaluate_all(selected) == "  odd_one:   # ours"
    page.fill("#yaml", visitor.file.replace("suits: 1", "suits: 7"))
    page.click("#take")
    line = visitor.file.splitlines().index(f"    {form.replace('1', '7', 1)}") + 1
    assert visitor.text("#file-errors").startswith(f"line {line}: ")
    assert "7 is not possible" in visitor.text("#file-errors")
    page.fill("#yaml", visitor.file.replace("suits: 7", "suits: 2"))
    page.click("#take")
    assert visitor.text("#file-errors") == ""
    assert visitor.file.endswith(yaku.replace("suits: 1", "suits: 2"))


def test_a_yaku_without_conditions_is_refused_with_the_reason(visitor: Visitor) -> None:
    visitor.page.click("#new-yaku")
    visitor.page.wait_for_selector("#yaku[open]")
    visitor.write("name/en", "Nothing")
    visitor.page.click("#yaku button.go")
    visitor.settle()
    assert visitor.text("#yaku-error").endswith(
        "Choose at least one condition: what must a hand have?"
    )


# ---- a hand --------------------------------------------------------------------------------------


def test_a_tapped_hand_is_scored_side_by_side(visitor: Visitor) -> None:
    page = visitor.page
    visitor.choose("yaku.all_simples", "none")
    page.click('[data-ask="reds"] .seg:has(input[value="3"])')
    visitor.view("hand")
    page.select_option("#beside", "tenhou")
    assert "Tap the tiles" in visitor.text("#hand-says")
    visitor.tap("#hand", "234m406p234667s")
    assert visitor.text("#hand-says") == "12 of 14 tiles: add 2."
    visitor.tap("#hand", "8s")
    assert visitor.text("#hand-says") == "13 of 14 tiles: add the winning tile."
    assert not page.query_selector("#score table")
    visitor.tap("#hand", "6s")
    page.select_option("[name=won_by]", "discard")
    page.select_option("[name=riichi]", "riichi")
    page.fill("[name=dora]", "1s")
    visitor.settle()
    table = visitor.text("#score .now")
    assert "Tenhou" in table
    assert "Your rules" in table
    assert "These rules have no red fives. This one counts as a plain 5." in table
    assert "Riichi" in visitor.text("#score .lines")
    assert page.locator("#score td", has_text="No win").count() == 0, "each column has its points"
    assert not visitor.text("#hand-error")
    assert not page.locator("#score .how[open]").count()
    page.click("#score .how summary")
    assert "A winning hand" in visitor.text("#score .how")
    page.click("#hand .laid button:first-child")
    assert page.input_value("[name=hand]").startswith("34m")
    assert not page.query_selector("#score table")


def test_red_fives_are_offered_if_the_rules_have_them(visitor: Visitor) -> None:
    def offered() -> list[str]:
        keys = visitor.page.locator("#hand .keys [data-tile^='0']:visible")
        return [str(one) for one in keys.evaluate_all("all => all.map((one) => one.dataset.tile)")]

    visitor.view("hand")
    assert offered() == []
    visitor.page.click('[data-ask="reds"] .seg:has(input[value="3"])')
    visitor.settle()
    assert offered() == ["0m", "0p", "0s"]
    visitor.all_rules()
    visitor.write("tiles.red_fives/p", "0")
    visitor.settle()
    assert offered() == ["0m", "0s"]


def test_bonus_tiles_are_offered_if_the_rules_have_them(visitor: Visitor) -> None:
    visitor.all_rules()
    visitor.choose("tiles.bonus", "=list")
    visitor.choose("tiles.bonus/=list/0/tile", "3m")
    visitor.settle()
    visitor.view("hand")
    marked = visitor.page.locator("#hand .keys [data-tile*='*']")
    assert marked.evaluate_all("all => all.map((one) => one.dataset.tile)") == ["3*m"]
    marked.click()
    assert visitor.page.input_value("[name=hand]") == "3*m"
    assert visitor.page.locator("#hand .laid .marked").count() == 1


@pytest.mark.parametrize("page", ["index.html", "index.nl.html"])
def test_the_lists_of_a_hand_show_every_choice(visitor: Visitor, page: str) -> None:
    visitor.visit(page)
    visitor.view("hand")
    for width in (390, 1024, 1280):
        visitor.page.set_viewport_size({"width": width, "height": 900})
        lists = visitor.page.locator("#hand .row select:visible")
        assert lists.count() > 0
        cut = lists.evaluate_all(
            """all => all.filter((one) => {
              const free = document.createElement("select");
              free.append(...[...one.options].map((option) => option.cloneNode(true)));
              free.style.maxWidth = "none";
              document.body.append(free);
              const wanted = free.offsetWidth;
              free.remove();
              return one.offsetWidth < wanted;
            }).map((one) => one.name)"""
        )
        assert cut == [], width


def test_another_tab_does_not_move_the_rules(visitor: Visitor) -> None:
    page, top = visitor.page, "document.getElementById('rules').getBoundingClientRect().top"
    page.evaluate("window.scrollTo({ top: 150, behavior: 'instant' })")
    before = page.evaluate(top)
    for tab in ("hand", "file", "print", "differs"):
        visitor.view(tab)
        assert page.is_visible(f"#{tab}")
        assert (page.evaluate(top), page.evaluate("location.hash")) == (before, f"#{tab}")
    page.go_back()
    page.wait_for_selector("#print", state="visible")
    page.set_viewport_size({"width": 390, "height": 844})
    visitor.visit()
    visitor.view("rules")
    page.evaluate("window.scrollTo({ top: 500, behavior: 'instant' })")
    visitor.view("hand")
    page.wait_for_function("() => location.hash === '#hand' && window.scrollY < 500")
    visitor.view("rules")
    page.wait_for_function("() => window.scrollY === 500")


@pytest.mark.parametrize("width", [390, 1280])
def test_the_opening_message_does_not_cover_the_tabs(visitor: Visitor, width: int) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": 900})
    page.evaluate("document.getElementById('opening').hidden = false")
    opening, tabs = (page.locator(name).bounding_box() for name in ("#opening", ".views"))
    assert opening["y"] + opening["height"] <= tabs["y"]


def test_a_typed_hand_is_scored_too(visitor: Visitor) -> None:
    visitor.view("hand")
    visitor.page.fill("[name=hand]", "223344m667788p77z")
    visitor.page.press("[name=hand]", "Tab")
    visitor.settle()
    assert visitor.page.input_value("[name=hand]") == "223344m667788p7z"
    assert visitor.page.input_value("[name=winning_tile]") == "7z"
    assert "Fully Concealed Hand" in visitor.text("#score")


def test_melds_can_be_tapped_too(visitor: Visitor) -> None:
    page = visitor.page
    visitor.view("hand")
    for into, tile in (("triplet", "7z"), ("concealed_quad", "1s"), ("sequence", "3p")):
        page.check(f"#hand [name=into][value={into}]")
        page.click(f'#hand .keys [data-tile="{tile}"]')
        assert page.is_checked("#hand [name=into][value=hand]")
    page.focus('#hand .keys [data-tile="2m"]')
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")  # to the next tile
    page.keyboard.press("Space")
    visitor.tap("#hand", "99p4m")
    assert page.input_value("[name=hand]") == "23m99p(777z)[1111s](345p)"
    assert "Red dragon" in visitor.text("#score") or "Dragon" in visitor.text("#score")


@pytest.mark.parametrize("width, height", [(390, 844), (1280, 900)])
def test_the_result_is_next_to_the_tiles(visitor: Visitor, width: int, height: int) -> None:
    page = visitor.page
    page.set_viewport_size({"width": width, "height": height})
    visitor.view("hand")
    visitor.tap("#hand", "234m456p234667s86s")
    page.locator("#hand .laid").scroll_into_view_if_needed()
    result, laid = (page.locator(one).bounding_box() for one in ("#score .now", "#hand .laid"))
    keys = page.locator("#hand .keys").bounding_box()
    assert result["y"] + result["height"] < height, "it is seen without scrolling"
    assert result["y"] - (laid["y"] + laid["height"]) < 40
    assert (result["x"] > keys["x"] + keys["width"]) == (width == 1280), "beside the keys"


# ---- two clubs with a yaku of their own ----------------------------------------------------------


on_a_phone = pytest.mark.parametrize("secretary", [390], indirect=True)


@pytest.fixture(params=[390, 1280])
def secretary(request: pytest.FixtureRequest, visitor: Visitor) -> Visitor:
    """Return a secretary with a new yaku open, on a phone and on a wide screen."""
    visitor.page.set_viewport_size({"width": request.param, "height": 844})
    if request.param == 390:
        visitor.view("rules")
    return visitor


def begin_yaku(visitor: Visitor, name: str) -> None:
    visitor.page.click("#new-yaku")
    visitor.page.wait_for_selector("#yaku[open]")
    visitor.write("name/en", name)


def drawn_on_paper(visitor: Visitor, kind: str) -> str:
    """Return the drawn tiles of the last hand of a document, by name."""
    visitor.view("print")
    visitor.page.click(f"[data-print={kind}]")
    visitor.settle()
    paper = visitor.page.frame_locator("#printed")
    return str(paper.locator("tr:has-text('Red house')").last.inner_html())


def test_a_club_can_make_a_yaku_of_its_red_fives(secretary: Visitor, tmp_path: Path) -> None:
    page = secretary.page
    page.click('[data-ask="reds"] .seg:has(input[value="3"])')
    begin_yaku(secretary, "Red house")
    page.fill('#yaku [name="worth/=concealed/concealed"]', "2")
    secretary.tap("#yaku", "234m055m055p055s1z")
    assert secretary.text("#yaku-lacks") == "13 of 14 tiles: add the winning tile."
    secretary.tap("#yaku", "1z")
    secretary.choose_sentence("3 red fives.")
    assert secretary.text("#yaku-had").startswith("This hand has it: 2 han")
    assert secretary.text("#yaku-error") == ""
    secretary.add_yaku()
    for kind in ("sheet", "card"):
        assert drawn_on_paper(secretary, kind).count("#t-0") == 3
    secretary.view("differs")
    own = page.locator("#differences .difference:has-text('Red house') .example")
    own.locator('[href="#t-0s"]').wait_for(state="attached")
    assert "yaku.red_house" in secretary.ruleset(tmp_path).changes
    secretary.view("hand")
    secretary.tap("#hand", "234m055m055p055s1z1z")
    assert "Red house" in secretary.text("#score .lines")


@on_a_phone
def test_a_club_can_make_a_yaku_of_even_numbers(secretary: Visitor, tmp_path: Path) -> None:
    page = secretary.page
    begin_yaku(secretary, "Evens")
    page.fill('#yaku [name="worth/=concealed/open"]', "1")
    page.check("#yaku [name='example/into'][value=triplet]")
    secretary.tap("#yaku", "2m")
    secretary.tap("#yaku", "444m666p88s22s8s")
    secretary.choose_sentence("All numbers are even.")
    secretary.choose_sentence("4 triplets or quads.")
    secretary.choose_sentence("4 triplets or quads.")  # not that, after all
    assert ticked(secretary) == ["All numbers are even."]
    assert secretary.text("#yaku-had").startswith("This hand has it: 1 han, open or concealed.")
    secretary.add_yaku()
    assert "All tiles are" in secretary.page.text_content("#differences")
    ruleset = secretary.ruleset(tmp_path)
    (yaku,) = [one for one in ruleset.rules.yaku.local if one.id == "evens"]
    assert yaku.example is not None
    assert yaku.example.hand == "444m666p2288s(222m)"


def test_a_secretary_can_make_a_yaku_in_the_row_of_local_yaku(
    secretary: Visitor, tmp_path: Path
) -> None:
    """Two conditions about one set are combined; the row has the yaku, and can undo it."""
    page = secretary.page
    page.click("#local-yaku > summary")
    page.click("#local-row [data-make=yaku]")
    page.wait_for_selector("#yaku[open]")
    secretary.write("name/en", "Dragon nest")
    page.fill('#yaku [name="worth/=concealed/open"]', "1")
    secretary.tap("#yaku", "77755z123m456m99p5z")
    page.click("#yaku-conditions span:text-is('A triplet: Red dragon.')")
    page.click("#yaku-conditions span:text-is('2 triplets of dragons.')")  # at once
    secretary.settle()
    assert ticked(secretary) == ["A triplet: Red dragon.", "2 triplets of dragons."]
    assert secretary.text("#yaku-had").startswith("This hand has it: 1 han")
    secretary.add_yaku()
    assert page.evaluate("document.activeElement.dataset.own") == "yaku.dragon_nest"
    assert secretary.text("#local-names") == "Dragon nest"
    assert page.is_visible("#local-row.changed > .undo")
    sets = secretary.ruleset(tmp_path).rules.written_value("yaku.dragon_nest")["sets"]
    assert sorted(sets) == ["triplet 7z", "triplet dragon"]
    secretary.view("rules" if page.viewport_size["width"] < 1000 else "differs")
    page.check("#y-daisharin input")
    page.click("#own-yaku [data-remove='yaku.dragon_nest']")
    assert secretary.text("#local-names") == "Big Wheels"
    page.click("#local-row > .undo")
    assert secretary.text("#local-names") == "None"
    assert "yaku" not in secretary.file
    assert not page.is_visible("#local-row > .undo")
    page.click("#undo")
    assert secretary.text("#local-names") == "Big Wheels"


@on_a_phone
def test_a_yaku_missing_from_its_example_is_added_only_after_a_question(secretary: Visitor) -> None:
    page = secretary.page
    begin_yaku(secretary, "Red house")
    secretary.tap("#yaku", "19m19p19s1234567z1m")
    secretary.choose_sentence(CONCEALED)
    assert secretary.text("#yaku-had").startswith("This hand does not have it")
    page.click("#yaku button.go")
    page.wait_for_selector("#question[open]")
    page.click("#question-no")
    assert page.is_visible("#yaku")
    page.click("#yaku button.go")
    page.click("#question-yes")
    page.wait_for_selector("#yaku", state="hidden")
    secretary.settle()
    assert "Red house" in str(page.text_content("#differences"))


# ---- files, links and paper ----------------------------------------------------------------------


def test_a_file_of_the_command_is_opened_with_its_comments(
    visitor: Visitor, tmp_path: Path
) -> None:
    file = tmp_path / "thursday.yaml"
    made = [sys.executable, "-m", "riichi", "new", "thursday", "--extends", "wrc-2025"]
    subprocess.run([*made, "--folder", str(tmp_path)], check=True, capture_output=True)
    visitor.view("file")
    visitor.page.set_input_files("#open", file)
    visitor.settle()
    visitor.choose("yaku.all_simples", "none")
    text = visitor.file
    assert text.count("#") == file.read_text(encoding="utf-8").count("#")
    assert visitor.ruleset(tmp_path).changes == ("yaku.all_simples",)


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


COLUMNS = """() => {
  const frame = document.getElementById("printed"), panel = document.getElementById("papers");
  const sides = (one) => frame.contentDocument.querySelector(one).getBoundingClientRect();
  const excess = frame.getBoundingClientRect().width - panel.getBoundingClientRect().width;
  return [sides(".wide").right <= sides(".narrow").left, excess];
}"""
"""Whether the columns of a sheet are next to each other, and how far it is wider than its panel."""


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_a_document_is_shown_as_on_paper(visitor: Visitor, width: int) -> None:
    visitor.page.set_viewport_size({"width": width, "height": 900})
    visitor.visit().view("print")
    visitor.page.click("label:has([data-print=sheet])")
    visitor.page.wait_for_selector("#printed", state="visible")
    visitor.settle()
    is_as_printed, excess = visitor.page.evaluate(COLUMNS)
    assert is_as_printed
    assert abs(excess) < 1


def test_the_rules_can_be_exported_to_another_program(visitor: Visitor, tmp_path: Path) -> None:
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


def test_compression_bombs_are_refused(visitor: Visitor) -> None:
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
    visitor.troubles.clear()  # the console reports violations of the policy


def test_a_link_with_too_much_data_is_refused(visitor: Visitor) -> None:
    pack = """async (n) => { const { packed } = await import('./packing.js');
        return packed('#'.repeat(n)) }"""
    bomb = visitor.page.evaluate(pack, 3_000_000)
    visitor.page.goto(f"{visitor.address}index.html#r={bomb}")
    assert "larger than 98304 bytes" in visitor.text("#notices p")
