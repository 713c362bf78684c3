"""`ask` answers or refuses any question, and never raises an exception."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest
from each import each
from effort import LONG, examples, first
from hypothesis import given, settings, strategies as st
from jsonschema import Draft202012Validator
from page_schema import answer_schema, question_schema

from riichi.ask.questions import CLOSEST, answers
from riichi.locale import languages
from riichi.programs.known_programs import PROGRAMS
from riichi.web.api import (
    LONGEST_QUESTION,
    LONGEST_SEARCH,
    QUESTIONS,
    answer_question,
    question_type,
)
from riichi.web.rulesets import shipped
from riichi.web.views import LONGEST_ADDRESS
from riichi_core.comparison.comparison import compare
from riichi_core.rules import library
from riichi_core.rules.clauses import clauses
from riichi_core.rules.load import load
from riichi_core.rules.rules import options

Json = dict[str, Any]

HAND = {"hand": "223344m667788p7z", "winning_tile": "7z", "won_by": "self_draw"}
KINDS = ("sheet", "card", "guide", "rulebook", "poster", "quiz")
"""The documents."""

NO_OPTION = "how do I build the wall"
STAIRWAY = {
    "name": {"en": "Stairway"},
    "concealed": True,
    "sets": ["sequence n X", "sequence n+1 X", "sequence n+2 X"],
    "worth": {"concealed": 2},
}


SHAPES = {wish: Draft202012Validator(answer_schema(wish)) for wish in QUESTIONS}
"""The schema of the answer to each wish."""

QUESTION = Draft202012Validator(question_schema())


def asked(wish: str, **more: Any) -> Json:
    """Return the answer to a question, after checking both against the schemas."""
    question = {"ask": wish, **more}
    answer: Json = json.loads(answer_question(json.dumps(question)))
    SHAPES[wish].validate(answer)
    if "field" in answer:  # a refusal for its shape requires that the schema refuses it too
        assert not QUESTION.is_valid(question), question
    return answer


@pytest.fixture(scope="module")
def ours() -> str:
    file = asked("start", base="ema-2016", title="Our club")["file"]
    fields = {
        "claims.winners": {"claims.winners": ["head_bump"], "why:claims.winners": ["voted"]},
        "yaku.sanrenkou": {
            "yaku.sanrenkou": ["=concealed"],
            "yaku.sanrenkou/=concealed/concealed": ["2"],
        },
    }
    found: str = asked("set", file=file, fields=fields)["file"]
    return found


def test_house_rules_are_made(ours: str) -> None:
    said = asked("form", file=ours)
    assert said["changes"] == ["claims.winners", "yaku.sanrenkou"] == said["paths"]
    assert said["problems"] == []
    assert {*said["redrawn"]} == {*said["changes"], "other_rules", "history"}
    assert "winners: {value: head_bump, house: voted}" in said["file"]


@each("base", library.shipped() if LONG else library.clubs())
def test_any_ruleset_can_be_the_base(base: str) -> None:
    said = asked("start", base=base, title="Ours")
    assert said["problems"] == []
    for yaku in shipped(base).rules.yaku.local:
        assert f'data-path="yaku.{yaku.id}"' in said["form"]
        back = asked(
            "set", file=said["file"], fields={f"yaku.{yaku.id}": {f"yaku.{yaku.id}": ["none"]}}
        )
        assert back["paths"] == [f"yaku.{yaku.id}"]


def test_a_yaku_defined_by_the_base_can_be_changed() -> None:
    file = asked("start", base="tuesday-club")["file"]
    fields = asked("yaku", file=file, edit="yaku.stairway")["fields"]
    assert (fields["id"], fields["name/en"]) == (["stairway"], ["Stairway"])


def test_a_changed_option_can_be_reset(ours: str) -> None:
    said = asked("set", file=ours, back=["claims.winners"], title="Theirs", base="wrc-2025")
    assert said["changes"] == ["yaku.sanrenkou"]
    assert (said["title"], said["id"], said["base"]) == ("Theirs", "theirs", "wrc-2025")


def test_a_broken_file_is_reported_and_not_changed() -> None:
    said = asked("open", file="format: 1\ntitle: [\n")
    assert said["problems"][0]["line"] >= 2
    assert "form" not in said
    assert asked("set", file="format: 1\ntitle: [\n", title="x")["file"] == "format: 1\ntitle: [\n"
    assert "refused" in asked("document", kind="sheet", file="title: [")


def test_examples_cover_the_changed_options(ours: str) -> None:
    assert {*asked("examples", file=ours)["examples"]} <= {"claims.winners", "yaku.sanrenkou"}
    assert {*asked("examples", file=ours, paths=["claims.winners"])["examples"]} == {
        "claims.winners"
    }


def test_single_examples_of_two_rulesets_equal_those_of_all_their_differences() -> None:
    rulesets = ["ema-2016", "wrcr-2015"]
    compared = asked("compare", rulesets=rulesets)["html"]
    paths = re.findall('data-example="(.*?)"></div>', compared)
    whole = asked("examples", rulesets=rulesets)["examples"]
    assert whole.keys() <= {*paths}
    for path in paths:
        single = asked("examples", rulesets=rulesets, paths=[path])["examples"]
        assert single == {path: whole[path]} if path in whole else single == {}
    assert "refused" in asked("examples", rulesets=["ema-2016"])


def test_a_hand_is_scored_under_several_rulesets(ours: str) -> None:
    said = asked("score", rulesets=["ema-2016", "tenhou"], file=ours, record=HAND)
    heads = ("EMA 2016", "Tenhou", "Your rules")
    assert [name for name in heads if name not in said["html"]] == []
    assert said["html"].count("11,700") >= len(heads)
    assert asked("score", rulesets=["ema-2016"], record=HAND | {"hand": "1m"})["error"]["field"]


@each(
    "words, path",
    [("uma", "result.uma"), ("two ron", "claims.winners"), ("atamahane", "claims.winners"),
     ("twee spelers roepen ron op dezelfde steen", "claims.winners"),
     ("what happens when someone's phone rings", "fouls.phone"), ("Sanrenkou", "yaku.sanrenkou")],
)  # fmt: skip
def test_a_rule_is_found_by_a_question(words: str, path: str) -> None:
    said = asked("find", words=words)
    assert said["sure"]
    assert said["paths"][0] == path
    assert not any("yakuman" in one for one in said["paths"])


def test_twin_rules_are_found_together() -> None:
    assert asked("find", words="kuikae")["paths"] == ["claims.forbidden_swaps", "fouls.swap_call"]


def test_the_closest_rules_are_listed_if_none_is_certain() -> None:
    said = asked("find", words="tenpai")
    assert not said["sure"]
    assert 1 < len(said["paths"]) <= CLOSEST
    assert "draws.tenpai" in said["paths"]


def test_a_corrected_word_is_reported() -> None:
    assert asked("find", words="dubble ron")["read_as"] == "double ron"
    assert "read_as" not in asked("find", words="double ron")


def test_a_search_for_a_subject_without_a_rule_says_so() -> None:
    said = asked("find", words="sanma")
    assert said["paths"] == []
    assert said["no_rule"].startswith("riichi has no rule on games for three players.")


def test_a_clause_without_an_option_finds_no_option() -> None:
    found = answers(NO_OPTION)
    assert found.sure
    assert found.rules[0] in clauses()
    assert asked("find", words=NO_OPTION) == {"paths": [], "sure": False}


@each("words", ["", " ", "?", "xyzzy", "'\"<b>", "\u0000", "頭", "x" * LONGEST_SEARCH])
def test_unknown_words_find_no_rule(words: str) -> None:
    assert asked("find", words=words) == {"paths": [], "sure": False}


@pytest.mark.parametrize("kind", KINDS)
def test_documents_are_made(ours: str, kind: str) -> None:
    said = asked("document", kind=kind, file=ours, paper="letter", language="nl")
    assert said["html"].startswith("<!DOCTYPE html>")
    assert said["name"] == f"our-club-{kind}.html"


def test_two_rulesets_are_compared() -> None:
    books = ["ema-2025", "wrc-2025"]
    shown, every = (
        re.findall('data-path="(.*?)"', asked("compare", rulesets=books, everything=all)["html"])
        for all in (False, True)
    )
    assert shown == [row.path for row in compare(*map(load, books)).differing]
    assert len(every) > len(shown) and {*every} > {*shown}
    assert "refused" in asked("compare", rulesets=["ema-2016"])


def test_house_rules_are_compared_with_any_ruleset(ours: str) -> None:
    html = asked("compare", rulesets=["wrc-2025"], file=ours)["html"]
    assert "Our club" in html and "WRC 2025" in html
    examples = asked("examples", rulesets=["wrc-2025"], file=ours)["examples"]
    assert any("Our club" in example for example in examples.values())
    assert "fix them" in asked("compare", rulesets=["wrc-2025"], file="a: [")["refused"]


@pytest.mark.parametrize("program", first(PROGRAMS, 2))
def test_rules_are_exported_to_another_program_and_imported(ours: str, program: str) -> None:
    said = asked("export", program=program, file=ours)
    assert said["name"] == f"our-club-{program}.json"
    back = asked("import", program=program, config=said["config"])
    assert back["problems"] == []


def test_a_club_can_define_its_own_yaku(ours: str) -> None:
    said = asked("set", file=ours, yaku={"yaku.stairway": STAIRWAY})
    assert said["problems"] == []
    assert "123m, 234m, 345m" in said["differences"]
    wrong = STAIRWAY | {"sets": ["sequence 8 X"]}
    said = asked("set", file=ours, yaku={"yaku.stairway": wrong})
    assert said["problems"][0]["path"] == "yaku.stairway.sets[1]"


# ---- questions as the schema has them ------------------------------------------------------------

PARTS: Mapping[str, tuple[Any, ...]] = {
    "file": ("", "format: 1", "\u2028"),
    "base": ("tenhou", "tuesday-club"),
    "title": ("", "x" * 400),
    "fields": ({}, {"claims.winners": {"claims.winners": ["head_bump"]}}, {"x": {"y": []}}),
    "back": ([], ["claims.winners", "yaku.x"]),
    "paths": (None, [], ["x"]),
    "rulesets": ([], ["tenhou"], ["tenhou", "ema-2016", "wrc-2025", "parlour"]),
    "words": ("", "uma", "x" * LONGEST_SEARCH, "\u2028"),
    "record": ({}, HAND, {"hand": 1}),
    "everything": (True, False),
    "kind": KINDS,
    "paper": ("a4", "letter", "a3"),
    "against": (None, "tenhou"),
    "page": ("", "https://club.example/rules/", "x" * LONGEST_ADDRESS),
    "address": (None, "", "https://club.example/rules/", "x" * LONGEST_ADDRESS),
    "program": ("pantheon", "x"),
    "config": ({}, {"startPoints": 1}, {"uma": []}),
    "yaku": ({}, {"yaku.stairway": STAIRWAY}, {"yaku.x": {"sets": 3}}),
    "edit": (None, "yaku.x"),
    "language": languages(),
    "vocabulary": (None, "book", "wrc-2025", "japanese"),
}
"""Good values of every part of a question."""

BAD = (None, 1, "xx", "x" * 401, [1], ["xx"] * 5, {"x": 1}, {"x": {"y": "z"}}, ["x" * 401] * 401)


@st.composite
def nearly_right(draw: st.DrawFn) -> Json:
    """Draw a question with all its parts, one of them possibly wrong."""
    wish = draw(st.sampled_from(sorted(QUESTIONS)))
    known = [name for name in question_type(wish).model_fields if name != "ask"]
    question = {name: draw(st.sampled_from(PARTS[name])) for name in known}
    for name in draw(st.sets(st.sampled_from(known), max_size=3)):
        del question[name]
    if draw(st.booleans()):
        question[draw(st.sampled_from([*known, "more"]))] = draw(st.sampled_from(BAD))
    return {"wish": wish, **question}


def test_every_part_of_a_question_is_tested() -> None:
    assert {*PARTS} == {name for one in QUESTIONS for name in question_type(one).model_fields} - {
        "ask"
    }


@settings(max_examples=examples(300), deadline=None)
@given(nearly_right())
def test_a_question_that_matches_the_schema_is_not_refused_for_its_shape(question: Json) -> None:
    wish, rest = question["wish"], {k: v for k, v in question.items() if k != "wish"}
    answer = asked(wish, **rest)
    if not QUESTION.is_valid({"ask": wish, **rest}):
        assert "field" in answer


# ---- whatever is asked ---------------------------------------------------------------------------


@each(
    "question",
    ["", "null", "[]", "{}", "nonsense", '{"ask": 1}', '{"ask": "nothing"}', "[" * 50_000,
     '{"ask": "find", "words": "uma", "x": NaN}', "\ud800", '{"ask": "open"}',
     '{"ask": "find", "words": "uma", "x": 1' + "0" * 5_000 + "}",
     '{"ask": "find", "words": "uma", "language": "xx"}',
     '{"ask": "find", "words": "uma", "more": 1}',
     '{"ask": "find"}', '{"ask": "find", "words": "' + "x " * 101 + '"}',
     '{"ask": "find", "words": "\\ud800"}', '{"ask": "find", "words": ["uma"]}',
     '{"ask": "start", "base": "/etc/passwd"}', '{"ask": "open", "file": "\\ud800"}',
     " " * (LONGEST_QUESTION + 1), '{"ask": "open", "file": "' + "a" * 100_000 + '"}'],
)  # fmt: skip
def test_nonsense_is_refused_or_answered(question: str) -> None:
    answer = json.loads(answer_question(question))
    assert "refused" in answer or answer["problems"]


def test_an_unpaired_surrogate_is_refused_with_its_field() -> None:
    question = '{"ask": "find", "words": "ron \\ud800"}'
    assert json.loads(answer_question(question)) == {
        "refused": "words: the character U+D800 is not allowed here", "field": "words"
    }  # fmt: skip
    answer = json.loads(answer_question('{"ask": "find", "words": "uma", "\\ud800": 1}'))
    assert answer["refused"].startswith(r"there is no '\ud800' here: expected ask")


TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "none", "all", "=all", "=list", "=concealed", "=number", "nearest", "<b>", "1", "-1",
         "10000000000000000", "a: [", "{", "}", "#", "'", '"', "\\", "null", "&a", "*a", "\u2028"]
    ),
)  # fmt: skip
PATHS = st.one_of(
    st.sampled_from(
        [
            *options(),
            "yaku.sanrenkou",
            "yaku.own",
            "yaku.renhou",
            "title",
            "yaku.",
            "yaku.a.b",
            "yaku.\u00e9",
        ]
    ),
    st.text(max_size=12),
)


@st.composite
def fields(draw: st.DrawFn) -> dict[str, dict[str, list[str]]]:
    found: dict[str, dict[str, list[str]]] = {}
    for path in draw(st.lists(PATHS, max_size=3)):
        names = st.sampled_from(
            [path, f"why:{path}", f"{path}/=list/0", f"{path}/=concealed/concealed", f"{path}/name",
             f"{path}/=all/own_bets", f"{path}/m"]
        )  # fmt: skip
        found[path] = draw(
            st.dictionaries(st.one_of(names, TEXTS), st.lists(TEXTS, max_size=3), max_size=4)
        )
    return found


JSON = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(TEXTS, inner, max_size=3)),
    max_leaves=6,
)
FILES = st.one_of(
    st.just(""),
    TEXTS,
    st.builds(
        "format: 1\nruleset: ours\ntitle: Ours\nextends: {}\n{}:\n  {}: {}\n".format,
        st.sampled_from(["ema-2016", "tenhou", "nothing"]),
        st.sampled_from(["claims", "yaku", "result", "title", "nothing"]),
        st.sampled_from(["winners", "uma", "own", "renhou", "x y"]),
        TEXTS,
    ),
)
KEYS = st.sampled_from(
    ["file", "base", "title", "back", "paths", "rulesets", "record", "kind", "page", "paper",
     "program", "config", "yaku", "edit", "ruleset", "everything", "examples", "language",
     "vocabulary"]
)  # fmt: skip


@settings(max_examples=examples(200), deadline=None)
@given(
    st.sampled_from(sorted(QUESTIONS)),
    FILES,
    fields(),
    st.dictionaries(KEYS, st.one_of(JSON, PATHS), max_size=2),
)
def test_ask_never_raises(wish: str, file: str, changed: Any, more: Json) -> None:
    question: Json = {"wish": wish, "file": file}
    if wish in ("set", "yaku"):
        question["fields"] = changed
    answer = asked(**{**question, **more})
    assert isinstance(answer, dict)


@settings(max_examples=examples(100), deadline=None)
@given(FILES, fields(), st.one_of(st.none(), TEXTS))
def test_every_change_gives_a_readable_file(file: str, changed: Any, title: str | None) -> None:
    said = asked("set", file=file, fields=changed, title=title)
    if "refused" not in said and asked("open", file=file)["base"] is not None:
        assert asked("open", file=said["file"])["base"] is not None
