"""A club's own yaku, built from an example hand and sentences, under the club's rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from html.parser import HTMLParser
from itertools import permutations
from typing import Any

import pytest
from asked import asked
from each import each
from effort import LONG

from riichi.content.guide import poster
from riichi.content.yaku_hands import example_win, has_yaku
from riichi.locale import Locale
from riichi.web.house_rules import HouseRulesFile
from riichi.web.yaku_conditions import conditions
from riichi.web.yaku_form import builder_html, fields_of_words, read_definition, set_parts
from riichi.writers.html import html
from riichi_core.analysis.alternatives import expand
from riichi_core.comparison.comparison import compare
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.ruleset import fingerprint
from riichi_core.rules.yaku_vocabulary import Definition

Json = dict[str, Any]
Fields = dict[str, list[str]]

ENGLISH = Locale("en")

RED_FIVES = {"tiles.red_fives": {f"tiles.red_fives/{suit}": ["1"] for suit in "mps"}}

WORTH = {"name/en": ["Ours"], "worth": ["=closed"], "worth/=closed/closed": ["2"],
         "worth/=closed/open": ["2"]}  # fmt: skip


def club(**fields: Any) -> str:
    """Return the file of a club over EMA 2025."""
    return str(asked("set", file=_new_club(), fields=fields)["file"]) if fields else _new_club()


@cache
def _new_club() -> str:
    new = asked("start", base="ema-2025", title="Our club")["file"]
    return str(asked("set", file=new, fields={})["file"])


def with_hand(hand: str, winning_tile: str) -> Fields:
    return {"example/hand": [hand], "example/winning_tile": [winning_tile]}


class FormReader(HTMLParser):
    """The fields that a browser would submit: those checked and not disabled."""

    def __init__(self, form: str) -> None:
        super().__init__()
        self.fields: Fields = {}
        self._select = ""
        self.feed(form)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        name, value = given.get("name") or "", given.get("value") or ""
        if tag == "select":
            self._select = "" if "disabled" in given else name
        elif tag == "option" and self._select and "selected" in given:
            self.fields[self._select] = [value]
        is_box = given.get("type") in ("checkbox", "radio")
        is_on = "disabled" not in given and ("checked" in given or not is_box)
        if tag == "input" and name and is_on:
            self.fields.setdefault(name, []).append(value)


# ---- every word of a definition can be built -----------------------------------------------------


def plain_definition(name: str) -> Json:
    """Return the words of a known yaku, as in a file."""
    words = known_yaku()[name].model_dump(mode="json", exclude_none=True)
    return {word: part for word, part in words.items() if word in Definition.model_fields}


@each("name", [*known_yaku()][:: 1 if LONG else 12])
def test_the_form_shows_each_known_yaku_as_defined(name: str) -> None:
    words = plain_definition(name)
    value = {"name": {"en": "Ours"}, **words, "worth": {"closed": 1}}
    fields = FormReader(builder_html(ENGLISH, None, "ours", value)).fields
    name, read = read_definition(fields)
    assert name == "ours"
    assert {*read} == {*value}
    beside = ("name", "worth")
    read_words = {word: part for word, part in read.items() if word not in beside}
    assert expand(Definition.of_plain(read_words)) == expand(Definition.of_plain(words))


@each(
    "words",
    [{"pair": "n Z", "sets": ["sequence n X", "sequence n Y"]}, {"holds": "11X99X"},
     {"holds": "123X44m"}, {"waiting_hand": "1112345678999X"}, {"number_total": "100+"},
     {"number_total": 40},
     {"red_fives": "2+"}, {"red_fives": 12}, {"suits": 0}, {"lacks": ["19m", "dragon"]},
     {"sets": ["triplet 1z", "quad guest_wind", "sequence m+3 Y"]}, {"sets": "triplet 5m"},
     {"any": [{"suits": 1}, {"quads": 2}]}, {"tiles": "2468m2468p2468s"}, {"counted": True,
     "sets": ["sequence n X"]}, {"replaces": ["all_simples", "pinfu"], "suits": 1}],
)  # fmt: skip
def test_each_word_can_be_read_back_from_the_form(words: Json) -> None:
    value = {"name": {"en": "Ours", "nl": "Onze"}, **words, "worth": {"closed": 1}}
    _, read = read_definition(FormReader(builder_html(ENGLISH, None, "ours", value)).fields)
    assert read["name"] == value["name"]
    read_words = {word: part for word, part in read.items() if word not in ("name", "worth")}
    wanted, found = Definition.of_plain(words), Definition.of_plain(read_words)
    assert expand(found) == expand(wanted)
    assert (found.counted, found.replaces) == (wanted.counted, wanted.replaces)


# ---- from a hand and sentences -------------------------------------------------------------------

HANDS = {
    "fives": ("234550m550p550s1z", "1z"),
    "evens": ("224466m228p4466s", "8p"),
    "even_triplets": ("222444m666p8s(222s)", "8s"),
    "one_suit_pairs": ("113355778899m4m", "4m"),
    "straight": ("123456789m11z55p", "5p"),
    "dragons": ("(555z)[6666z]77z123m44s", "4s"),
    "identical": ("223344m223344p7z", "7z"),
    "steps": ("99p55s(111m)(222m)(333m)", "5s"),
}


@each("name", [*HANDS] if LONG else ["fives", "one_suit_pairs"])
def test_each_offered_sentence_alone_is_a_yaku_of_the_hand(name: str) -> None:
    """Each sentence holds for the hand, and its fields correspond to its words."""
    hand, tile = HANDS[name]
    file = club(**RED_FIVES)
    offered = [*conditions(Win(hand, tile, "self_draw", "south"), ENGLISH)]
    assert len(offered) > 4
    for condition in offered:
        fields = {**WORTH, **with_hand(hand, tile)}
        fields |= fields_of_words({k: v for k, v in condition.words.items() if k != "sets"})
        for place, text in enumerate(condition.words.get("sets", ())):
            parts = zip(("kind", "number", "suit"), set_parts(text), strict=True)
            fields |= {f"sets/{place}/{part}": [word] for part, word in parts}
        said = asked("yaku", file=file, fields=fields)
        assert not [one for one in said["problems"] if one["severity"] == "error"], condition
        wanted = Definition.of_plain(dict(condition.words))
        beside = ("name", "worth")
        read = {word: part for word, part in said["value"].items() if word not in beside}
        assert expand(Definition.of_plain(read)) == expand(wanted), condition
        assert said["has"], condition
        assert "checked" in said["conditions"]


WISHES: Mapping[str, tuple[str, str]] = {
    "three triplets of fives": ("fives", "A triplet of 5s in each suit."),
    "all even numbers": ("evens", "All numbers are even."),
    "seven pairs": ("one_suit_pairs", "Seven pairs."),
    "of one suit": ("one_suit_pairs", "One suit and no honours."),
    "with 3 red fives": ("fives", "3 red fives."),
    "a run of triplets": ("steps", "3 triplets in a row in one suit."),
}


@each("wish", [*WISHES])
def test_the_sentences_include_common_yaku_of_clubs(wish: str) -> None:
    name, says = WISHES[wish]
    offered = conditions(Win(*HANDS[name], "self_draw", "south"), ENGLISH)
    assert says in [condition.says for condition in offered]


def templates(hand: str, tile: str) -> dict[str, list[str]]:
    """Return the templates of each sentence about sets that holds for a hand."""
    offered = conditions(Win(hand, tile, "self_draw", "south"), ENGLISH)
    return {one.says: one.words["sets"] for one in offered if "sets" in one.words}


def form_sets(sets: Sequence[str]) -> Fields:
    """Return the form fields for some sets."""
    return {
        f"sets/{place}/{part}": [word]
        for place, text in enumerate(sets)
        for part, word in zip(("kind", "number", "suit"), set_parts(text), strict=True)
    }


class Ticks(HTMLParser):
    """The ticks of a page, each on, off or part of another, and the sets after a change."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.state: dict[str, str] = {}
        self.sets: dict[str, list[str]] = {}
        self._box: dict[str, str | None] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "input":
            self._box = dict(attrs)

    def handle_data(self, data: str) -> None:
        if "data-sets" in self._box:
            is_on, is_part = "checked" in self._box, "disabled" in self._box
            self.state[data] = "part" if is_part else "on" if is_on else "off"
            rows = json.loads(self._box["data-sets"] or "[]")
            self.sets[data] = [" ".join(filter(None, row)) for row in rows]
        self._box = {}


class Ticking:
    """A user who ticks sentences of an example hand, each with an answer of the page."""

    def __init__(self, hand: str, tile: str, rows: Sequence[str] = ()) -> None:
        self.hand, self.tile, self.rows = hand, tile, [*rows]

    def said(self) -> Json:
        fields = {**WORTH, **with_hand(self.hand, self.tile), **form_sets(self.rows)}
        return asked("yaku", file=club(), fields=fields)

    def ticks(self) -> Ticks:
        return Ticks(self.said()["conditions"])

    def tick(self, *sentences: str) -> Ticking:
        for says in sentences:
            self.rows = self.ticks().sets[says]
        return self


DRAGONS = ("77755z123m456m99p", "5z")
WHITE, RED, TWO = "A triplet of White dragon.", "A triplet of Red dragon.", "2 triplets of dragons."


def test_conditions_about_one_set_require_it_once() -> None:
    for order in permutations([RED, TWO]):
        ticking = Ticking(*DRAGONS).tick(*order)
        assert sorted(ticking.rows) == ["triplet 7z", "triplet dragon"]
        assert ticking.said()["problems"] == []
        assert ticking.ticks().state == {WHITE: "off", RED: "on", TWO: "on"}
    assert sorted(Ticking(*DRAGONS).tick(RED, WHITE).rows) == ["triplet 5z", "triplet 7z"]
    assert Ticking(*DRAGONS).tick(RED, WHITE).ticks().state[TWO] == "on"


def test_unticking_a_condition_keeps_the_others() -> None:
    both = Ticking(*DRAGONS).tick(RED, TWO).rows
    assert Ticking(*DRAGONS, both).tick(TWO).rows == ["triplet 7z"]
    assert Ticking(*DRAGONS, both).tick(RED).rows == ["triplet dragon"] * 2
    by_hand = Ticking(*DRAGONS, [*both, "sequence 1 X"]).tick(RED).rows
    assert sorted(by_hand) == ["sequence 1 X", "triplet dragon", "triplet dragon"]


def test_a_condition_within_another_is_ticked_with_it() -> None:
    narrow, wide = "A triplet of 5s in each suit.", "A triplet of the same number in each suit."
    ticking = Ticking(*HANDS["fives"]).tick(narrow)
    assert ticking.ticks().state == {narrow: "on", wide: "part"}
    assert ticking.tick(narrow).rows == []
    assert Ticking(*HANDS["fives"]).tick(wide, narrow).rows == [
        f"triplet 5 {suit}" for suit in "XYZ"
    ]


@each("name", ["even_triplets", "steps", *(["straight", "dragons", "fives"] if LONG else [])])
def test_any_two_conditions_about_sets_make_a_yaku_of_the_hand(name: str) -> None:
    file = club()
    for pair in permutations(templates(*HANDS[name]), 2):
        sets = Ticking(*HANDS[name]).tick(*pair).rows
        assert len(sets) <= 4, pair
        said = asked(
            "yaku", file=file, fields={**WORTH, **with_hand(*HANDS[name]), **form_sets(sets)}
        )
        assert said["has"], (pair, sets)
        ticks = Ticks(said["conditions"]).state
        assert [ticks[says] for says in pair if ticks[says] == "off"] == [], (pair, sets)


# ---- over the club's own rules -------------------------------------------------------------------


def test_own_yaku_use_the_red_fives_of_the_club() -> None:
    fields = {**WORTH, "red_fives": ["3"], **with_hand(*HANDS["fives"])}
    without = asked("yaku", file=club(), fields=fields)
    assert "3 red fives" in without["problems"][0]["text"]
    said = asked("yaku", file=club(**RED_FIVES), fields=fields)
    assert said["problems"] == []
    assert said["has"]
    assert said["worth"].startswith("2 han, open or concealed. The whole hand: 10 han")
    alone = asked("yaku", file=club(**RED_FIVES), fields={**WORTH, "red_fives": ["3"]})
    assert [alone["example"]["hand"].count("0"), "has" in alone] == [3, False]


def test_an_error_elsewhere_does_not_block_a_yaku() -> None:
    file = club(**RED_FIVES) + "setup:\n  starting_points: 25000\n"
    assert HouseRulesFile(file).ruleset is None
    said = asked("yaku", file=file, fields={**WORTH, "red_fives": ["3"]})
    assert said["problems"] == []
    assert said["hands"]


def test_a_red_five_is_a_plain_one_if_the_club_has_none() -> None:
    fields = {**WORTH, "suits": ["3"], **with_hand(*HANDS["fives"])}
    assert asked("yaku", file=club(), fields=fields)["has"]


# ---- kept, and drawn on paper --------------------------------------------------------------------


@pytest.fixture(scope="module")
def red_house() -> str:
    """Return the rules of the Red dragons' club, with the yaku as the page adds it."""
    hand = with_hand(*HANDS["fives"])
    fields = {**WORTH, "name/en": ["Red house"], "red_fives": ["3"], **hand}
    file = club(**RED_FIVES)
    said = asked("yaku", file=file, fields=fields)
    given = {**fields, "example": [json.dumps(said["example"])], "yaku.red_house/name": ["x"]}
    return str(asked("set", file=file, fields={"yaku.red_house": given})["file"])


def test_the_example_is_kept_in_the_file(red_house: str) -> None:
    rules = HouseRulesFile(red_house)
    assert rules.problems == ()
    assert rules.ruleset is not None
    example = rules.value("yaku.red_house")["example"]
    assert (example["hand"], example["winning_tile"]) == HANDS["fives"]
    assert example_win("red_house", rules.ruleset) == read_win(example)
    form = asked("yaku", file=red_house, edit="yaku.red_house")
    assert (form["hand"], form["winning_tile"]) == HANDS["fives"]
    without = {word: part for word, part in rules.value("yaku.red_house").items()
               if word != "example"}  # fmt: skip
    other = rules.with_value("yaku.red_house", without)
    assert other.ruleset is not None
    assert fingerprint(other.ruleset.rules) == fingerprint(rules.ruleset.rules)
    found = example_win("red_house", other.ruleset)
    assert found is not None
    assert has_yaku(found, "red_house", other.ruleset)


@each("example", [{"hand": "123x", "winning_tile": "5s"}, {"hand": "123m"},
                  {"hand": "123m", "winning_tile": "5s", "won": "discard"}])  # fmt: skip
def test_an_example_that_is_not_a_hand_is_a_problem_of_the_file(
    red_house: str, example: Json
) -> None:
    rules = HouseRulesFile(red_house)
    value = dict(rules.value("yaku.red_house")) | {"example": example}
    (problem, *_) = rules.with_value("yaku.red_house", value).problems
    assert problem.path.startswith("yaku.red_house.example")


@each("kind", ["rulebook", "sheet", "card", "guide"])
def test_each_document_draws_the_example(red_house: str, kind: str) -> None:
    page = asked("document", kind=kind, file=red_house)["html"]
    row = page[page.index("Red house") :]
    row = next(part for part in row.split("Red house") if 'href="#t-' in part.split("</tr>")[0])
    drawn = row.split("</tr>")[0]
    assert drawn.count('href="#t-0m"') >= 1
    assert drawn.count('href="#t-1z"') >= 2


def test_the_panel_draws_the_example(red_house: str) -> None:
    example = asked("examples", file=red_house)["examples"]["yaku.red_house"]
    assert 'href="#t-0s"' in example
    assert "10 han" in example


def test_the_poster_draws_the_example(red_house: str) -> None:
    ruleset = HouseRulesFile(red_house).ruleset
    assert ruleset is not None
    assert ruleset.base is not None
    page = html(poster(compare(ruleset.base, ruleset), ENGLISH), "a4")
    assert "Red house" in page
    assert page.count('href="#t-0p"') == 1
    assert "2 han, open or concealed. Red fives: 3." in page
    assert "<h1>Our club</h1>" in page
    assert "What is different from EMA 2025" in page


# ---- what is wrong with it -----------------------------------------------------------------------

WRONG: Mapping[str, Fields] = {
    "no condition": {},
    "no name": {"name/en": [""], "suits": ["1"]},
    "a long name": {"name/en": ["x" * 61], "suits": ["1"]},
    "a name of the book": {"name/en": ["Pinfu"], "suits": ["1"]},
    "five sets": {**form_sets(["triplet 5 X"]), "sequences": ["4"]},
    "won and not won so": {"when": ["self_draw"], "unless": ["self_draw"]},
    "drawn and discarded": {"when": ["self_draw", "discard"]},
    "concealed with calls": {"concealed": ["true"], "claimed": ["2"]},
    "sets of seven pairs": {"form": ["seven_pairs"], **form_sets(["triplet 5 X"])},
    "nothing to count": {"counted": ["true"], "suits": ["1"]},
    "a sum of 200": {"number_total": ["200"]},
    "a sequence of honours": form_sets(["sequence dragon"]),
    "a sequence from 8": form_sets(["sequence 8 X"]),
    "19 tiles": {"holds": ["=these"], "holds/=these": ["1111222233334444555m"]},
    "3 of 13 tiles": {"waiting_hand": ["=these"], "waiting_hand/=these": ["123m"]},
    "5 of a tile": {"holds": ["=these"], "holds/=these": ["11111m"]},
    "no worth": {"suits": ["1"], "worth/=closed/closed": [""]},
    "2000 han": {"suits": ["1"], "worth/=closed/closed": ["2000"]},
    "more when open": {"suits": ["1"], "worth/=closed/open": ["9"]},
    "never open": {"form": ["thirteen_orphans"]},
}

WORDS_OF_FILES = re.compile(
    r"[a-z]_[a-z]|expected|verwacht|\b(en|ja|nXYZ|sets or tiles|sets of tiles)\b$|[{\[]"
)


@each("wrong", [*WRONG])
@pytest.mark.parametrize("language", ["en", "nl"])
def test_errors_use_the_words_of_the_form(wrong: str, language: str) -> None:
    said = asked("yaku", file=club(), fields={**WORTH, **WRONG[wrong]}, language=language)
    (problem, *_) = said["problems"]
    assert not problem["text"][0].islower(), problem
    assert problem["text"].endswith((".", "?")), problem
    assert not WORDS_OF_FILES.search(problem["text"] + problem["expected"]), problem


def test_a_new_yaku_does_not_replace_one_with_the_same_name(red_house: str) -> None:
    fields = {**WORTH, "name/en": ["Red house"], "suits": ["1"]}
    (problem,) = asked("yaku", file=red_house, fields=fields)["problems"]
    assert problem["text"].startswith("Your rules already have a yaku called Red house.")
    assert asked("yaku", file=red_house, fields={**fields, "id": ["red_house"]})["problems"] == []


def test_the_page_explains_why_a_hand_lacks_the_yaku() -> None:
    fields = {**WORTH, "tiles": ["even"], "triplets": ["4"], "concealed": ["true"]}
    said = asked("yaku", file=club(), fields={**fields, **with_hand(*HANDS["evens"])})
    assert said["has"] is False
    assert said["why"] == "It lacks this: Triplets and quads: 4."
    orphans = with_hand("19m19p19s1234567z", "1m")
    hidden = asked("yaku", file=club(), fields={**WORTH, "concealed": ["true"], **orphans})
    assert hidden["why"] == "Next to a yakuman no other yaku counts."
