"""Which rule answers a question, and how certain the answer is."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import cache
from itertools import product
from pathlib import Path

import pytest
import yaml
from effort import LONG
from hypothesis import given, strategies as st

from riichi.ask.check_bank import problems
from riichi.ask.index import Questions, bank_texts, index_data, question_bank, rules_to_ask_about
from riichi.ask.questions import (
    CLOSEST,
    LIKENESSES,
    LONGEST,
    Answers,
    Candidate,
    answers as uncached_answers,
    question_index,
    shortened,
)
from riichi.ask.words import INDEX, NONE, Vocabulary, asides, folded_words, meanings, stem
from riichi_core.rules.library import newest_editions, rulesets_dir

HERE = Path(__file__).parents[1] / "cli"
Asked = Mapping[str, Collection[str]]

TESTS_OWN: Asked = {
    str(question): [rule]
    for question, rule in yaml.safe_load((HERE / "questions.yaml").read_text("utf-8")).items()
}
STRANGERS_BY_PART: Mapping[str, Asked] = yaml.safe_load(
    (HERE / "questions_of_strangers.yaml").read_text("utf-8")
)
STRANGERS: Asked = {q: rules for part in STRANGERS_BY_PART.values() for q, rules in part.items()}
ASKED: Asked = {**TESTS_OWN, **STRANGERS}
EVERY_20TH, EVERY_40TH = 20, 40
LEFT_OUT = EVERY_20TH if LONG else 16 * EVERY_20TH
SAMPLE = 1 if LONG else 20
"""A quick run asks one of so many questions; a long one also counts those with the right rule."""

answers = cache(uncached_answers)
"""The answers to a question, worked out once for all tests."""


def among(found: Answers, right: Collection[str], n: int) -> bool:
    return not {*(found.rules[:n] or (NONE,))}.isdisjoint(right)


# ---- the bank ------------------------------------------------------------------------------------


def test_the_question_bank_has_no_errors() -> None:
    assert [*problems(question_bank())] == []


def test_errors_in_a_question_bank_are_reported() -> None:
    bank = question_bank()
    questions = dict(bank.questions)
    del questions["result.uma"]
    questions["claims.winner"] = {"en": ("what if two call",)}
    twice = bank.questions["claims.winners"]["en"][0]
    questions["result.oka"] = {"en": (f"{twice}?",)}
    told = [*problems(Questions(questions=questions, twins=(("a", "result.ties"),)))]
    assert [text for text in told if "claims.winner:" in text and "claims.winners?" in text]
    assert "result.uma: no question in en, nl" in told
    assert "result.oka: no question in nl" in told
    assert any(text.startswith("a: no option") for text in told)
    assert any(f"{twice}" in text and "is also under" in text for text in told)


def test_questions_cover_each_kind_of_rule() -> None:
    rules = rules_to_ask_about()
    assert len(rules) == len({*rules})
    assert {"claims.winners", "fouls.swap_call", "yaku.pinfu", "yaku.sanrenkou"} <= {*rules}
    assert "bets-to-winner" in rules
    assert "claim-multiple-ron" not in rules, "an option settles it"


# ---- words ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("throw a tile", "discard a tile"),
        ("I drew the wrong piece", "ik trok de verkeerde steen"),
        ("chii", "sequence"),
        ("pon", "triplet"),
        ("dealer", "East"),
        ("1000 stick", "riichi bet"),
        ("self-draw", "tsumo"),
    ],
)
def test_synonyms_become_one_word(first: str, second: str) -> None:
    vocabulary = question_index().vocabulary
    wanted = {t for t in vocabulary.terms(second) if " " not in t and vocabulary.weight(t) == 1}
    assert wanted & vocabulary.terms(first).keys()


@pytest.mark.parametrize(
    ("word", "is_"),
    [("discards", "discard"), ("calling", "call"), ("stopped", "stop"), ("ties", "tie"),
     ("pass", "pass"), ("exposed", "expos"), ("expose", "expos"), ("penalties", "penalty"),
     ("bed", "bed")],
)  # fmt: skip
def test_word_endings_are_removed(word: str, is_: str) -> None:
    assert stem(word) == is_


def test_no_word_has_two_meanings() -> None:
    names = [" ".join(name.split()) for name in meanings()]
    assert len(names) == len({*names})


def test_word_pairs_distinguish_the_order_of_words() -> None:
    vocabulary = Vocabulary({}, {"the"}, {})
    assert "triplet win" in vocabulary.terms("the triplet, the win")
    assert "triplet win" not in vocabulary.terms("win triplet")


def test_polite_phrases_contain_no_meaningful_words() -> None:
    asked = {" ".join(folded_words(q)) for rule, q in bank_texts(question_bank()) if rule != NONE}
    assert {*asides()} & {*meanings(), *asked} == set()


@pytest.mark.parametrize(
    ("question", "named"),
    [("is there a head bump in EMA rules", ["ema-2025"]), ("uma (WRC 2015)", ["wrcr-2015"]),
     ("on Tenhou, how many rounds", ["tenhou"]), ("what is tenhou worth", []),
     ("red fives: M-League or the WRC?", ["m-league", "wrc-2025"]),
     ("volgens de EMA: mag je na chi dezelfde steen weggooien", ["ema-2025"]), ("uma", [])],
)  # fmt: skip
def test_a_question_may_name_rulesets(question: str, named: list[str]) -> None:
    assert question_index().vocabulary.rulesets(question) == named


def test_a_book_without_a_year_means_its_newest_edition() -> None:
    for book, ruleset in newest_editions().items():
        assert question_index().vocabulary.rulesets(book) == [ruleset]


@pytest.mark.parametrize(
    "manner",
    ["{} please", "Hi all, quick question: {}", "does anyone know {}", "{} (asking for a friend)",
     "in EMA rules, {}", "{} WRC", "on Tenhou, {}", "according to EMA 2025: {}", "hoi, {}, bedankt",
     "weet iemand {}", "{} volgens de EMA"],
)  # fmt: skip
def test_polite_phrases_around_a_question_change_nothing(manner: str) -> None:
    for question in [*TESTS_OWN][:: 1 if LONG else 24]:
        found, plain = answers(manner.format(question)), answers(question)
        assert (found.rules[:1], found.sure) == (plain.rules[:1], plain.sure), question


# ---- answers -------------------------------------------------------------------------------------


def test_a_rule_name_finds_that_rule() -> None:
    for name, rule in {
        "uma": "result.uma",
        "Oka?": "result.oka",
        "九種九牌": "draws.abortive",
    }.items():
        found = answers(name)
        assert (found.rules[0], found.sure) == (rule, True)


def test_twin_rules_are_answered_together() -> None:
    found = answers("kuikae")
    assert {*found.told} >= {"claims.forbidden_swaps", "fouls.swap_call"}
    assert found.told[0] == "claims.forbidden_swaps"


def test_an_uncertain_answer_has_three_candidates() -> None:
    found = answers("I thought I had a winning hand, but the game would not let me")
    assert not found.sure
    assert len(found.told) == CLOSEST
    assert found.probability < question_index().sure


def test_an_uncertain_answer_shows_the_most_probable_rules() -> None:
    found = answers(
        "Somebody told us afterwards that his hand had no yaku at all, and he had shown it."
    )
    assert (found.sure, bool(found.twins)) == (False, True)
    likeliest = sorted((p for _, p in found.candidates), reverse=True)
    assert [found.probability_of(rule) for rule in found.told] == likeliest[:CLOSEST]


@pytest.mark.parametrize("nothing", ["", "?!", "\0", "xyzzy plugh", "best app to learn mahjong"])
def test_an_unanswerable_question_has_no_candidates(nothing: str) -> None:
    assert answers(nothing).candidates == ()


@given(st.text(max_size=200))
def test_any_text_has_an_answer(text: str) -> None:
    found = answers(text)
    assert 0 <= found.probability <= 1
    assert {*found.rules} <= {*rules_to_ask_about()}


@pytest.mark.parametrize("word", ["faruten", "rinchi", "chomboo", "kuikea"])
def test_a_misspelt_word_is_read_as_a_similar_word(word: str) -> None:
    assert answers(f"what is {word}").candidates


SLIPS = {
    "dubble ron": "double ron",
    "riichi stik": "riichi stick",
    "is kuikai allowed": "is kuikae allowed",
    "how does the hed bump work": "how does the head bump work",
    "open taynao": "open tanyao",
    "uma and okka": "uma and oka",
    "wat is een dodde hand": "wat is een dode hand",
    "What does a CHONMBO cost?": "What does a chombo cost?",
}


@pytest.mark.parametrize("typed", SLIPS)
def test_a_typo_is_corrected_to_the_nearest_word(typed: str) -> None:
    assert question_index().spelling.corrected(typed) == SLIPS[typed]
    assert answers(typed).first == answers(SLIPS[typed]).first


@pytest.mark.parametrize("typed", ["xyzzy plugh", "456m 789p", "tlx", "a b c", "the cat's jacket"])
def test_a_word_without_a_clearly_nearest_word_stays(typed: str) -> None:
    assert question_index().spelling.corrected(typed) == typed


def test_a_name_in_a_story_is_not_corrected() -> None:
    story = "One riichi stik was left, and Greta and Noor had equal points. Who has it right?"
    corrected = question_index().spelling.corrected(story, with_names=True)
    assert corrected == story.replace("stik", "stick")
    assert "Noor" in answers(story).read_as


def test_words_of_the_bank_are_not_corrected() -> None:
    spelling = question_index().spelling
    for _, question in [*bank_texts(question_bank())][::EVERY_40TH]:
        assert spelling.corrected(question) == question


def test_an_answer_shows_the_corrected_question() -> None:
    assert answers("two ron").read_as == ""
    assert answers("dubble ron").read_as == "double ron"
    asked = "Can two people win on one discard?"
    story = f"We had a strange one last Sunday. I was South and far behind. {asked} Nobody knew."
    found = answers(story)
    assert (found.first, found.read_as) == ("claims.winners", asked)


def test_a_question_with_one_word_of_its_own_is_not_asked_alone() -> None:
    asked = "Who is right about the fu?"
    story = f"I won on a discard that finished my triplet. He says that it counts as open. {asked}"
    assert answers(story).read_as != asked


BEFORE = "Last night we played with some new people. I was South and rather far behind."


@pytest.mark.long
def test_a_story_before_a_question_is_ignored() -> None:
    questions = [q for q in TESTS_OWN if len(q.split()) > 3]
    found = {q: answers(f"{BEFORE} {q[0].upper()}{q[1:]}?") for q in questions}
    first = sum(found[q].first in TESTS_OWN[q] for q in questions)
    wrong = [q for q in questions if found[q].sure and {*found[q].told}.isdisjoint(TESTS_OWN[q])]
    assert first >= 0.85 * len(questions)
    assert wrong == []


def test_a_question_is_not_certain_if_its_story_has_another_first_rule() -> None:
    asked = "May I change my mind?"
    assert answers(asked).sure
    story = f"I said pon to the third wind. Then I saw that it wins and said ron. {asked}"
    assert not answers(story).sure


@pytest.mark.parametrize("text", ["\ufdfa" * 100_000, "two ron? " * 20_000, "wrnog " * 20_000])
def test_only_the_end_of_a_long_text_counts(text: str) -> None:
    assert len(shortened(text)) <= LONGEST
    assert answers(text) == answers(text[-10 * LONGEST :])


# ---- how often rightly ---------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(("parts", "first", "three"), [
    ("asked made", 60, 75), ("players", 80, 90), ("table", 90, 95), ("referees", 75, 85),
    ("fresh", 85, 90), ("stories", 65, 75), ("heard", 80, 85), ("kept", 70, 75),
    ("told", 90, 95), ("drawn", 60, 80), ("seen", 72, 88), ("lots", 72, 85), ("last", 50, 70),
])  # fmt: skip
def test_questions_from_strangers_are_answered(parts: str, first: int, three: int) -> None:
    """At least a given share gets the right rule first, and among the first three."""
    asked = {q: right for part in parts.split() for q, right in STRANGERS_BY_PART[part].items()}
    found = {question: answers(question) for question in asked}
    assert 100 * sum(among(found[q], right, 1) for q, right in asked.items()) >= first * len(asked)
    assert 100 * sum(among(found[q], right, 3) for q, right in asked.items()) >= three * len(asked)


def test_a_certain_answer_is_rarely_wrong() -> None:
    found = {question: answers(question) for question in [*ASKED][::SAMPLE]}
    sure = {question: answer for question, answer in found.items() if answer.sure}
    wrong = [q for q, answer in sure.items() if {*answer.told}.isdisjoint(ASKED[q])]
    assert len(sure) >= 200 // SAMPLE
    assert len(wrong) <= 0.01 * len(sure) + (SAMPLE > 1), wrong


@pytest.mark.parametrize(("prefix", "every"), [("", SAMPLE), ("dubble ", 1 if LONG else 60)])
def test_a_certain_answer_is_the_most_likely_one(prefix: str, every: int) -> None:
    texts = [question for _, question in bank_texts(question_bank())]
    for question in [*[*ASKED][::every], *texts[:: 4 * EVERY_40TH * every]]:
        assert is_most_likely(answers(prefix + question)), question


def test_a_certain_answer_is_the_most_likely_of_its_twins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The questions above have few twins that are about as likely; here, all pairs are."""
    index, bank = question_index(), question_bank()
    twins = [(one, other) for one in index.rules for other in bank.twins_of(one)]
    orders = set()
    for (one, other), percent in product(twins, range(50, 100)):
        likeliest = Candidate(one, percent / 100)
        ranked = [likeliest, Candidate(other, 1 - likeliest.probability)]
        monkeypatch.setattr(index, "ranked", lambda _, ranked=ranked: ranked)
        found = index.answers("xyzzy")
        assert is_most_likely(found), ranked
        orders.add((found.sure, found.first == one))
    assert orders == {(True, True), (False, False)}


def is_most_likely(found: Answers) -> bool:
    """Return True unless an answer is certain and another candidate is more likely."""
    probabilities = [candidate.probability for candidate in found.candidates]
    return not found.sure or probabilities[0] == max(probabilities)


def test_the_bank_answers_questions_left_out_of_it() -> None:
    index, bank = question_index(), question_bank()
    left_out = [*enumerate(bank_texts(bank))][::LEFT_OUT]
    first = three = 0
    for number, (rule, question) in left_out:
        rules = [candidate.rule for candidate in index.ranked(question, number)]
        right = {rule, *bank.twins_of(rule)}
        first += rules[0] in right
        three += not right.isdisjoint(rules[:3])
    assert first >= 0.75 * len(left_out)
    assert three >= 0.90 * len(left_out)


# ---- the index -----------------------------------------------------------------------------------


def test_each_likeness_has_a_weight() -> None:
    assert {*question_index().weights} == {*LIKENESSES}


@pytest.mark.long  # pytest makes it anew after each change of its sources
def test_the_built_index_matches_the_bank() -> None:
    made = json.loads((rulesets_dir() / INDEX).read_text(encoding="utf-8"))
    fresh = json.loads(json.dumps(index_data()))
    for part in ("rules", "twins", "weights", "sure"):
        assert made[part] == fresh[part]
    assert {*fresh["words"]} <= {*made["words"]}, "which has names of other languages, too"


def test_a_term_finds_the_texts_that_contain_it() -> None:
    index = question_index()
    texts = dict([*enumerate(text for _, text in bank_texts(question_bank()))][::SAMPLE])
    found: dict[str, list[int]] = defaultdict(list)
    for number, text in texts.items():
        for term in index.vocabulary.terms(text):
            found[term].append(number)
    for term, numbers in [*found.items()][::EVERY_20TH]:
        several = " " not in term or len(numbers) > 1
        known = [number for number in index._texts_with(term) if number in texts]
        assert known == (numbers if several else known), term
        assert several or known in ([], numbers), term
