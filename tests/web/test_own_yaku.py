"""A club's own yaku, built from an example hand and sentences, under the club's rules."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from html.parser import HTMLParser
from itertools import combinations, permutations
from typing import Any

import pytest
from asked import asked
from each import each
from effort import LONG

from riichi.content.guide import poster
from riichi.content.yaku_hands import example_win, has_yaku
from riichi.locale import Locale
from riichi.web.house_rules import HouseRulesFile
from riichi.web.rulesets import shipped
from riichi.web.yaku_conditions import conditions
from riichi.writers.html import html
from riichi_core.comparison.comparison import compare
from riichi_core.hands.win import Win
from riichi_core.records.win import read_win
from riichi_core.rules import library
from riichi_core.rules.ruleset import fingerprint
from riichi_core.rules.yaku_vocabulary import CONDITION_WORDS

Json = dict[str, Any]
Fields = dict[str, list[str]]

ENGLISH = Locale("en")

RED_FIVES = {"tiles.red_fives": {f"tiles.red_fives/{suit}": ["1"] for suit in "mps"}}

WORTH = {"name/en": ["Ours"], "worth": ["=concealed"], "worth/=concealed/concealed": ["2"],
         "worth/=concealed/open": ["2"]}  # fmt: skip


def club(**fields: Any) -> str:
    """Return the file of a club over EMA 2025."""
    return str(asked("set", file=_new_club(), fields=fields)["file"]) if fields else _new_club()


@cache
def _new_club() -> str:
    new = asked("start", base="ema-2025", title="Our club")["file"]
    return str(asked("set", file=new, fields={})["file"])


def with_hand(hand: str, winning_tile: str) -> Fields:
    return {"example/hand": [hand], "example/winning_tile": [winning_tile]}


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


def ticking(hand: str, tile: str, *words: Mapping[str, Any]) -> Fields:
    """Return the fields of a yaku of a hand with these conditions ticked."""
    return {**WORTH, **with_hand(hand, tile), "ticked": [json.dumps(one) for one in words]}


def conditions_of(value: Json) -> Json:
    """Return the words of a definition that state its conditions."""
    return {word: part for word, part in value.items() if word in CONDITION_WORDS}


@each("name", [*HANDS] if LONG else ["fives"])
def test_each_offered_sentence_alone_is_a_yaku_of_the_hand(name: str) -> None:
    file = club(**RED_FIVES)
    offered = conditions(Win(*HANDS[name], "self_draw", "south"), ENGLISH)
    assert len(offered) > 4
    for condition in offered:
        said = asked("yaku", file=file, fields=ticking(*HANDS[name], condition.words))
        assert not [one for one in said["problems"] if one["severity"] == "error"], condition
        assert conditions_of(said["value"]) == condition.words
        assert said["has"], condition
        assert Ticks(said["conditions"]).state[condition.says] == "on"


@pytest.mark.long
@each("name", [*HANDS] if LONG else ["fives", "one_suit_pairs", "dragons"])
def test_a_yaku_of_sentences_can_be_opened_and_kept_as_it_is(name: str) -> None:
    file = club(**RED_FIVES)
    offered = conditions(Win(*HANDS[name], "self_draw", "south"), ENGLISH)
    for pair in combinations(offered, 2):
        fields = ticking(*HANDS[name], *(one.words for one in pair))
        said = asked("yaku", file=file, fields=fields)
        if not said.get("has"):  # e.g. sets next to seven pairs
            continue
        added = asked("set", file=file, yaku={"yaku.ours": said["value"]})["file"]
        opened = asked("yaku", file=added, edit="yaku.ours")["fields"]
        again = asked("yaku", file=added, fields=opened)
        assert "on" in Ticks(again["conditions"]).state.values(), pair
        assert asked("set", file=added, yaku={"yaku.ours": again["value"]})["file"] == added


def test_where_two_conditions_exclude_each_other_the_later_one_counts() -> None:
    even, simple = {"tiles": "2468m2468p2468s"}, {"tiles": "simple"}
    hand = HANDS["evens"]
    for first, second in permutations((even, simple)):
        value = asked("yaku", file=club(), fields=ticking(*hand, first, second))["value"]
        assert value["tiles"] == second["tiles"]


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


class Ticks(HTMLParser):
    """The ticks of a page: each on, off, or following from others, and its value."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.state: dict[str, str] = {}
        self.value: dict[str, str] = {}
        self._box: dict[str, str | None] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "input":
            self._box = dict(attrs)

    def handle_data(self, data: str) -> None:
        if self._box:
            is_on, follows = "checked" in self._box, "disabled" in self._box
            self.state[data.strip()] = "follows" if follows else "on" if is_on else "off"
            self.value[data.strip()] = self._box["value"] or ""
        self._box = {}


class Ticking:
    """A user who ticks sentences of an example hand."""

    def __init__(self, hand: str, tile: str, *ticked: str) -> None:
        self.hand, self.tile = hand, tile
        values = Ticks(self.said()["conditions"]).value
        self.fields["ticked"] = [values[says] for says in ticked]

    @cached_property
    def fields(self) -> Fields:
        return ticking(self.hand, self.tile)

    def said(self) -> Json:
        return asked("yaku", file=club(), fields=self.fields)

    @property
    def sets(self) -> list[str]:
        return sorted(self.said()["value"].get("sets", []))

    def state(self, *sentences: str) -> list[str]:
        state = Ticks(self.said()["conditions"]).state
        return [state[says] for says in sentences]


DRAGONS = ("77755z123m456m99p", "5z")
WHITE, RED, TWO = "A triplet: White dragon.", "A triplet: Red dragon.", "2 triplets of dragons."


def test_conditions_about_one_set_require_it_once() -> None:
    for order in permutations([RED, TWO]):
        user = Ticking(*DRAGONS, *order)
        assert user.sets == ["triplet 7z", "triplet dragon"]
        assert user.said()["problems"] == []
        assert user.state(WHITE, RED, TWO) == ["off", "on", "on"]
    user = Ticking(*DRAGONS, RED, WHITE)
    assert user.sets == ["triplet 5z", "triplet 7z"]
    assert user.state(TWO) == ["follows"]


def test_a_condition_that_follows_from_another_is_ticked_with_it() -> None:
    narrow, wide = "A triplet of 5s in each suit.", "A triplet of the same number in each suit."
    for ticked in ([narrow], [wide, narrow]):
        user = Ticking(*HANDS["fives"], *ticked)
        assert user.state(narrow, wide) == ["on", "follows"]
        assert user.sets == [f"triplet 5 {suit}" for suit in "XYZ"]


ROW, SAME = "3 triplets in a row in one suit.", "A triplet of the same number in two suits."


@each(
    "hand, sentences, sets",
    [
        (("555666777m(555p)2s", "2s"), [ROW, "A triplet of 5s in two suits."],
         ["triplet 5 X", "triplet 5 Y", "triplet 6 X", "triplet 7 X"]),
        (("555666777m(555p)2s", "2s"), [ROW, SAME],
         ["triplet n X", "triplet n Y", "triplet n+1 X", "triplet n+2 X"]),
        (("111999m111p2345s", "2s"), ["3 triplets of terminals.", SAME],
         ["triplet 1 X", "triplet 1 Y", "triplet terminal"]),
        (("223344m667788p9s", "9s"), ["2 identical sequences in one suit."],
         ["sequence n X", "sequence n X"]),
    ],
)  # fmt: skip
def test_numbers_that_depend_on_each_other_stay_together(
    hand: tuple[str, str], sentences: list[str], sets: list[str]
) -> None:
    user = Ticking(*hand, *sentences)
    assert user.sets == sets
    assert user.said()["has"]


@each("name", ["steps", *(["even_triplets", "straight", "dragons", "fives"] if LONG else [])])
def test_any_two_conditions_about_sets_make_a_yaku_of_the_hand(name: str) -> None:
    offered = conditions(Win(*HANDS[name], "self_draw", "south"), ENGLISH)
    for pair in permutations([one.says for one in offered if one.parts], 2):
        user = Ticking(*HANDS[name], *pair)
        assert len(user.sets) <= 4, pair
        assert user.said()["has"], pair
        assert "off" not in user.state(*pair)


# ---- over the club's own rules -------------------------------------------------------------------


REDS = {"red_fives": 3}


def test_own_yaku_use_the_red_fives_of_the_club() -> None:
    fields = ticking(*HANDS["fives"], REDS)
    without = asked("yaku", file=club(), fields=fields)
    assert "3 red fives" in without["problems"][0]["text"]
    said = asked("yaku", file=club(**RED_FIVES), fields=fields)
    assert said["problems"] == []
    assert said["has"]
    assert said["worth"].startswith("2 han, open or concealed. The whole hand: 10 han")


def test_an_error_elsewhere_does_not_block_a_yaku() -> None:
    file = club(**RED_FIVES) + "setup:\n  starting_points: 25000\n"
    assert HouseRulesFile(file).ruleset is None
    said = asked("yaku", file=file, fields=ticking(*HANDS["fives"], REDS))
    assert said["problems"] == []
    assert said["has"]


def test_a_red_five_is_a_plain_one_if_the_club_has_none() -> None:
    assert asked("yaku", file=club(), fields=ticking(*HANDS["fives"], {"suits": 3}))["has"]


def test_the_page_explains_why_a_hand_lacks_the_yaku() -> None:
    fields = ticking("19m19p19s1234567z", "1m", {"concealed": True})
    said = asked("yaku", file=club(), fields=fields)
    assert said["why"] == "Next to a yakuman no other yaku counts."
    assert said["hands"]
    triplets, sequences = {"triplets": 4}, {"sets": ["sequence n X"] * 3}
    said = asked("yaku", file=club(), fields=ticking("111222333m555p9s", "9s", triplets, sequences))
    assert said.get("has") is not True


# ---- what the sentences cannot express -----------------------------------------------------------

WRITTEN = """\
format: 1
ruleset: ours
title: Ours
extends: ema-2025

claims:
  winners: head_bump

yaku:
  # voted in May
  odd_one:   # only in riichi
    name: {en: Odd one,  fr: 'Bizarre'}
    any: [{suits: 1}, {quads: 2+}]
    when: [ riichi ]
    replaces: pinfu
    worth: {concealed: 2}   # was 1
"""


@each(
    "words",
    ["any: [{suits: 1}, {quads: 2+}]", "when: riichi", "sets: sequence n X\n    counted: true",
     "suits: 1\n    replaces: pinfu", "number_total: 100+", "pair: n X", "lacks: [19m, dragon]",
     "suits: 1\n    worth: {concealed: 2, open: 1, cumulative: false}", "suits: 7", "suit: 1"],
)  # fmt: skip
def test_a_definition_beyond_the_sentences_is_edited_in_the_file(words: str) -> None:
    worth = "" if "worth" in words else "    worth: {concealed: 2}\n"
    file = f"{club()}\nyaku:\n  ours:\n    name: {{en: Ours}}\n    {words}\n{worth}"
    said = asked("yaku", file=file, edit="yaku.ours")
    if "cumulative" not in words:
        assert said == {"line": file.splitlines().index("  ours:") + 1}
    assert asked("open", file=file)["file"] == file


def test_a_definition_beyond_the_sentences_survives_all_other_edits() -> None:
    kept = WRITTEN[WRITTEN.index("  # voted") :]
    file = asked("open", file=WRITTEN)["file"]
    assert file == WRITTEN
    said = asked("yaku", file=file, fields=ticking(*HANDS["straight"], {"suits": 2}))
    for change in (
        {"fields": RED_FIVES}, {"title": "Theirs"}, {"yaku": {"yaku.ours": said["value"]}},
        {"base": "wrc-2025"}, {"back": ["claims.winners"]}, {"back": ["yaku.ours"]},
    ):  # fmt: skip
        file = asked("set", file=file, **change)["file"]
        assert kept in file, change
    assert asked("open", file=file)["file"] == file


def test_a_reason_for_a_yaku_leaves_its_definition_as_it_is() -> None:
    why = {"yaku.odd_one": {"why:yaku.odd_one": ["voted"]}}
    file = HouseRulesFile(asked("set", file=WRITTEN, fields=why)["file"])
    assert file.value("yaku.odd_one") == HouseRulesFile(WRITTEN).value("yaku.odd_one")
    assert file.reason("yaku.odd_one") == "voted"
    edited = dict(file.value("yaku.odd_one")) | {"worth": {"concealed": 3}}
    again = HouseRulesFile(asked("set", file=file.text, yaku={"yaku.odd_one": edited})["file"])
    assert (again.value("yaku.odd_one"), again.reason("yaku.odd_one")) == (edited, "voted")


SHIPPED = [(base, f"yaku.{yaku.id}") for base in library.clubs()
           for yaku in shipped(base).rules.yaku.local if yaku.definition]  # fmt: skip


@each("base, path", SHIPPED)
def test_the_sentences_express_each_yaku_of_the_shipped_clubs(base: str, path: str) -> None:
    file = asked("start", base=base)["file"]
    fields = asked("yaku", file=file, edit=path)["fields"]
    said = asked("yaku", file=file, fields=fields)
    assert said["has"]
    value = shipped(base).rules.written_value(path)
    assert {word: said["value"].get(word) for word in value} == value


def test_what_the_page_has_no_field_for_stays() -> None:
    """Other names and the facts of the example are kept when a yaku is edited."""
    names = {"en": "Ours", "fr": "Les nôtres", "also": ["Own"]}
    example = {"hand": "123456789m11z55p", "winning_tile": "5p", "riichi": "riichi"}
    value = {"name": names, "suits": 2, "example": example, "worth": {"concealed": 1}}
    file = asked("set", file=club(), yaku={"yaku.ours": value})["file"]
    fields = asked("yaku", file=file, edit="yaku.ours")["fields"]
    assert asked("yaku", file=file, fields=fields)["value"] == value
    new = asked("yaku", file=file, fields={**fields, "name/en": ["Mine"]})["value"]
    assert new == value | {"name": names | {"en": "Mine"}}


# ---- kept, and drawn on paper --------------------------------------------------------------------


@pytest.fixture(scope="module")
def red_house() -> str:
    """Return the rules of the Red dragons' club, with the yaku as the page adds it."""
    fields = {**ticking(*HANDS["fives"], REDS), "name/en": ["Red house"]}
    file = club(**RED_FIVES)
    said = asked("yaku", file=file, fields=fields)
    return str(asked("set", file=file, yaku={"yaku.red_house": said["value"]})["file"])


def test_the_example_is_kept_in_the_file(red_house: str) -> None:
    rules = HouseRulesFile(red_house)
    assert rules.problems == ()
    assert rules.ruleset is not None
    example = rules.value("yaku.red_house")["example"]
    assert (example["hand"], example["winning_tile"]) == HANDS["fives"]
    assert example_win("red_house", rules.ruleset) == read_win(example)
    fields = asked("yaku", file=red_house, edit="yaku.red_house")["fields"]
    assert {**fields, **with_hand(*HANDS["fives"])} == fields
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
    assert page.count('href="#t-0p"') == 2  # below the title, and in the example
    assert "2 han, open or concealed. Red fives: 3." in page
    assert "<h1>Our club</h1>" in page
    assert "What is different from EMA 2025" in page


# ---- what is wrong with it -----------------------------------------------------------------------

SUITS = {"suits": 2}

WRONG: Mapping[str, tuple[Sequence[Json], Fields]] = {
    "no condition": ([], {}),
    "no name": ([SUITS], {"name/en": [""]}),
    "a long name": ([SUITS], {"name/en": ["x" * 61]}),
    "a name of the book": ([SUITS], {"name/en": ["Pinfu"]}),
    "five sets": (
        [{"sets": ["sequence n X"] * 2}, {"triplets": 4}],
        with_hand("222333444m55577p", "7p"),
    ),
    "sets of seven pairs": (
        [{"sets": ["sequence n X"] * 2}, {"form": ["seven_pairs"]}],
        with_hand("223344m667788p7z", "7z"),
    ),
    "no worth": ([SUITS], {"worth/=concealed/concealed": [""]}),
    "2000 han": ([SUITS], {"worth/=concealed/concealed": ["2000"]}),
    "more when open": ([SUITS], {"worth/=concealed/open": ["9"]}),
    "never open": ([{"concealed": True}], {}),
}

WORDS_OF_FILES = re.compile(
    r"[a-z]_[a-z]|expected|verwacht|\b(en|ja|nXYZ|sets or tiles|sets of tiles)\b$|[{\[]"
)


@each("wrong", [*WRONG])
@pytest.mark.parametrize("language", ["en", "nl"])
def test_errors_use_the_words_of_the_page(wrong: str, language: str) -> None:
    words, others = WRONG[wrong]
    fields = {**ticking(*HANDS["straight"], *words), **others}
    said = asked("yaku", file=club(), fields=fields, language=language)
    (problem, *_) = said["problems"]
    assert not problem["text"][0].islower(), problem
    assert problem["text"].endswith((".", "?")), problem
    assert not WORDS_OF_FILES.search(problem["text"] + problem["expected"]), problem


def test_a_new_yaku_does_not_replace_one_with_the_same_name(red_house: str) -> None:
    fields = {**ticking(*HANDS["fives"], {"suits": 3}), "name/en": ["Red house"]}
    (problem,) = asked("yaku", file=red_house, fields=fields)["problems"]
    assert problem["text"].startswith("Your rules already have a yaku called Red house.")
    assert asked("yaku", file=red_house, fields={**fields, "id": ["red_house"]})["problems"] == []
