"""Find the rules that may answer a question, each with its probability.

rulesets/questions.yaml lists questions as players ask them, under the rule that answers each.
`answers` compares a question with these, and with the names and sentences of the rules, by words
and pairs of words. It corrects typing errors, finds the question of a story, and compares
unknown words by their letters. Synonyms (throw and discard, dealer and East) count as one word
(rulesets/names.yaml). `make weights` fits the weight of each likeness to the bank itself, leaving
out one question at a time.
"""

from __future__ import annotations

import json
import math
import re
import unicodedata
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cache, cached_property
from operator import mul
from pathlib import Path
from typing import Any, NamedTuple

from riichi.ask.names import words
from riichi.ask.spelling import Spelling
from riichi.ask.words import (
    INDEX,
    NONE,
    QUESTIONS_FILE,
    WEIGHTS_FILE,
    folded_words,
    letters_of,
    share_of,
    vocabulary_of_names,
)
from riichi_core.messages import Message
from riichi_core.rules.glossary import NAMES_FILE, other_names
from riichi_core.rules.library import is_current, rulesets_dir
from riichi_core.rules.prepared import MODELS_FOLDER

NOTHING = 0.5
"""The lowest probability of `none` at which no rule answers a question."""

NOTHING_IN_A_STORY = 0.7
"""The same limit for a text of several sentences, most of which have no rule."""

CLOSEST = 3
"""The number of rules to show if none is sure."""

CANDIDATES = 40
"""The number of rules that compete for a question."""

LONGEST = 1000
"""The maximum length of a question in letters; the end counts, because the question follows the
story.
"""

MOST_SENTENCES = 8
"""The maximum number of sentences of a story, counted from its end."""

RAREST_IN_A_STORY = 2.5
"""The maximum rarity of a word in a text of several sentences, where rare words are asides."""


class Candidate(NamedTuple):
    """A rule that may answer a question: the path of an option or a yaku, or the id of a clause."""

    rule: str
    probability: float


class Answers(NamedTuple):
    """The rules that may answer a question.

    Attributes:
        candidates: the rules, the most probable first; empty if probably no rule answers it.
        sure: whether the first candidate, with its twins, is the answer.
        twins: the twins of the first candidate.
        probability: the probability of the first candidate and its twins together.
        read_as: the words that the candidates answer, if they are a correction or a part of the
            question; otherwise empty.
        no_rule_on: the subject of a question that no rule covers, in English; otherwise empty.
    """

    candidates: tuple[Candidate, ...]
    sure: bool = False
    twins: tuple[str, ...] = ()
    probability: float = 0.0
    read_as: str = ""
    no_rule_on: str = ""

    @property
    def first(self) -> str:
        """The first rule, or `none`."""
        return self.candidates[0].rule if self.candidates else NONE

    def probability_of(self, rule: str) -> float:
        """Return the probability of one rule."""
        return next((p for candidate, p in self.candidates if candidate == rule), 0.0)

    @property
    def told(self) -> tuple[str, ...]:
        """The rules to show: the first with its twins if sure, otherwise the three closest."""
        return self.rules[: 1 + len(self.twins) if self.sure else CLOSEST]

    @property
    def rules(self) -> tuple[str, ...]:
        """The rules without probabilities, the most probable first; a sure one before its twins."""
        first = [self.first, *self.twins] if self.sure else []
        return tuple(dict.fromkeys([*first, *(rule for rule, _ in self.candidates)]))


def answers(question: str) -> Answers:
    """Return the rules that may answer a question.

    Args:
        question: a question in any language of the bank, or a name in Japanese.

    >>> answers("two ron at once").rules[0]
    'claims.winners'
    """
    found = question_index().answers(question)
    subject = "" if found.sure or _is_story(question) else _subject_without_rule(question)
    return Answers((), no_rule_on=subject) if subject else found


def _subject_without_rule(question: str) -> str:
    """Return the subject of a question that names one of those without a rule."""
    asked = words(question)
    return next(
        (
            subject
            for subject, phrases in other_names().no_rule.items()
            if any(words(phrase) <= asked for phrase in phrases)
        ),
        "",
    )


def no_rule_message(subject: str) -> Message:
    """Say that no rule covers a subject, and where a club writes its own."""
    return Message(
        "riichi has no rule on {subject}. A club can write one under other_rules.",
        subject=Message(subject),
    )


def built_index() -> Path | None:
    """Return the file of the index that the build has made; None if it is out of date."""
    made = rulesets_dir() / INDEX
    files = (rulesets_dir() / name for name in (QUESTIONS_FILE, WEIGHTS_FILE, NAMES_FILE))
    return made if is_current(made, *files, MODELS_FOLDER, Path(__file__).parent) else None


@cache
def question_index() -> QuestionIndex:
    """Return the index of the bank: the built one, or a new one if that is out of date."""
    if (built := built_index()) is not None:
        return QuestionIndex(json.loads(built.read_bytes()))
    from riichi.ask.index import index_data  # noqa: PLC0415 - it reads all rules

    return QuestionIndex(index_data())


# ---- ranking -------------------------------------------------------------------------------------

LIKENESSES = (
    "best", "second", "third", "best_share", "centre", "body", "body_share", "covered",
    "clause", "foul", "yaku", "foul_by_person", "foul_past", "foul_price", "foul_asked",
    "none", "none_unknown", "none_unlike",
)  # fmt: skip
"""The likenesses of a question and a rule: with the rule's three nearest questions and with all of
them; the share of the question in its sentences and in all its texts; the kind of the rule; and
whether the question is about a foul (an action or its penalty), not a permission.
"""


def _is_past(word: str) -> bool:
    """Return True for a verb in the past tense, in English or Dutch."""
    regular = word.endswith("ed") or (word.startswith("ge") and word.endswith(("d", "t", "en")))
    return word in other_names().manner["past"] or (regular and len(word) > 4)


_SENTENCE = re.compile(r"[^.?!\n]*\w[^.?!\n]*[.?!]*")


class SpeltTexts:
    """Texts as lines with one letter for each word.

    Args:
        spelt: the lines.
        letters: the letter of each word.
        small: the letters of the words with little meaning.
    """

    def __init__(self, spelt: str, letters: Mapping[str, str], small: Sequence[str]) -> None:
        self._spelt, self._letters = spelt, letters
        self._skipped = f"[{re.escape(''.join(small))}]*" if small else ""

    def with_term(self, term: str) -> list[int]:
        """Return the numbers of the texts that contain a word, or a pair of words in this order.

        Only words of little meaning may be between two words.
        """
        letters = [self._letters.get(word, "") for word in term.split(" ")]
        if not all(letters):
            return []
        pattern = self._skipped.join(map(re.escape, letters))
        places = (match.start() for match in re.finditer(pattern, self._spelt))
        return list(dict.fromkeys(bisect(self._ends, place) for place in places))

    @cached_property
    def _ends(self) -> Sequence[int]:
        """The places at which the texts end."""
        return [match.start() for match in re.finditer("\n", self._spelt)]


class QuestionIndex:
    """The questions, names and sentences of all rules, indexed by their terms.

    Args:
        data: the result of `index.index_data`.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.rules: Sequence[str] = data["rules"]
        self.vocabulary = vocabulary_of_names()
        self.names: dict[str, list[str]] = {}
        for rule, names in zip(self.rules, data["names"], strict=True):
            for name in names.split(" "):
                self.names.setdefault(name, []).append(rule)
        self._twins: Mapping[str, Sequence[str]] = data["twins"]
        self._rule_of: Sequence[int] = data["texts"]
        self._norms: Sequence[float] = data["norms"]
        self._centres: Sequence[float] = data["centres"]
        self._asked_words: Sequence[str] = data["words"][: data["asked"]]
        letters = letters_of(data["words"])
        small = [letter for word, letter in letters.items() if self.vocabulary.is_small(word)]
        self._texts = SpeltTexts(data["spelt"], letters, small)
        self._sentences = SpeltTexts(data["sentences"], letters, small)
        self._sentence_of = [
            rule for rule, number in enumerate(data["sentences_of"]) for _ in range(number)
        ]
        self._lengths: Sequence[float] = data["lengths"]
        self._texts_found: dict[str, Sequence[int]] = {}
        self._bodies_found: dict[str, Mapping[int, float]] = {}
        self._rules_found: dict[str, frozenset[int]] = {}
        self._priors = [_kind_of(rule) for rule in self.rules]
        self.weights: Mapping[str, float] = data["weights"]
        self.sure: float = data["sure"]
        self._spellings: Mapping[str, int] = data["spellings"]

    # ---- words ----

    @cached_property
    def spelling(self) -> Spelling:
        """The words of the bank, which correct unknown ones."""
        return Spelling(
            self._spellings, self._knows_word, self.vocabulary.meaning, self._knows_phrase
        )

    def _knows_word(self, word: str) -> bool:
        return word in self._spellings or any(map(self._is_term, self.vocabulary.terms(word)))

    def _knows_phrase(self, first: str, second: str) -> bool:
        """Return True if two words are a name, or are adjacent in some question."""
        if self.vocabulary.is_small(first) or self.vocabulary.is_small(second):
            return False
        terms = self.vocabulary.terms(f"{first} {second}")
        return len(terms) == 1 or any(" " in term and self._is_term(term) for term in terms)

    def _is_term(self, term: str) -> bool:
        return bool(self._bodies(term)) or bool(self._texts_with(term))

    def _texts_with(self, term: str) -> Sequence[int]:
        """Return the numbers of the texts that contain a term, the lowest first.

        A pair of words that is in only one text is not a term.
        """
        if term not in self._texts_found:
            texts = self._texts.with_term(term)
            self._texts_found[term] = texts if " " not in term or len(texts) > 1 else []
        return self._texts_found[term]

    def _bodies(self, term: str) -> Mapping[int, float]:
        """Return the rules whose sentences contain a term, with its weight in each.

        A pair of words that only one rule has is not a term.
        """
        if term not in self._bodies_found:
            often = Counter(map(self._sentence_of.__getitem__, self._sentences.with_term(term)))
            shares = {rule: share_of(n, self._lengths[rule]) for rule, n in often.items()}
            self._bodies_found[term] = shares if " " not in term or len(shares) > 1 else {}
        return self._bodies_found[term]

    # ---- answers ----

    def answers(self, question: str) -> Answers:
        """Return the rules that may answer a question; see `answers`."""
        question = shortened(question)
        whole = self._with_slips_corrected(question)
        if whole.sure:
            return whole
        asked = (
            found._replace(
                read_as=found.read_as or part, sure=found.sure and found.first == whole.first
            )
            for part in self._questions_in(_sentences(question))
            if (found := self._with_slips_corrected(part)).candidates
            and (not whole.candidates or found.first in whole.rules[:CLOSEST])
        )
        return max((whole, *asked), key=lambda found: found.probability)

    def _questions_in(self, sentences: Sequence[str]) -> list[str]:
        """Return the sentences of a story that are a question without the others.

        Only those with a question mark may be, or all if none has one. A sentence that points back,
        with at most one word of its own ("Is that han right?"), is not a question by itself.
        """
        if len(sentences) < 2:
            return []
        asking = [sentence for sentence in sentences if sentence.endswith("?")] or sentences
        pointing = {*other_names().pointing}
        return [here for here in asking if len({*self.vocabulary.telling(here)} - pointing) > 1]

    def _with_slips_corrected(self, question: str) -> Answers:
        """Return the answers to the corrected question if they agree or are more probable."""
        found = self._as_written(question)
        corrected = self.spelling.corrected(question, with_names=_is_story(question))
        if corrected == question:
            return found
        others = self._as_written(corrected)._replace(read_as=corrected)
        agree = others.first == found.first and others.sure >= found.sure
        return others if agree or others.probability > found.probability else found

    def _as_written(self, question: str) -> Answers:
        """Return the answers to a question without correcting its spelling."""
        ranked = self.ranked(question)
        first, *more = self.names.get(self.vocabulary.name(question), [NONE])
        if first != NONE and all(rule in self._twins.get(first, ()) for rule in more):
            # A name means its rule.
            others = (c._replace(probability=0.0) for c in ranked if c.rule != first)
            ranked = [Candidate(first, 1.0), *others]
        most = NOTHING_IN_A_STORY if _is_story(question) else NOTHING
        rules = [c for c in ranked if c.rule != NONE]
        if not rules or (ranked[0].rule == NONE and ranked[0].probability >= most):
            return Answers(())
        likeliest = rules[0]
        ranked = self._option_first(rules)
        first = ranked[0].rule
        twins = tuple(self._twins.get(first, ()))
        probability = min(1.0, sum(p for rule, p in ranked if rule == first or rule in twins))
        sure = probability >= self.sure and ranked[0] is likeliest
        return Answers(tuple(ranked), sure, twins, probability)

    def _option_first(self, ranked: list[Candidate]) -> list[Candidate]:
        """Put an option before its twin that is a clause, if the option is likely enough."""
        first = ranked[0]
        twins = self._twins.get(first.rule, ()) if "." not in first.rule else ()
        likely = (c for c in ranked if c.rule in twins and "." in c.rule)
        option = next((c for c in likely if c.probability > first.probability / 4), first)
        return [option, *(c for c in ranked if c is not option)]

    def ranked(self, question: str, left_out: int | None = None) -> list[Candidate]:
        """Return the likeliest rules, and `none`, with their probabilities; see `likenesses`."""
        weights = [self.weights.get(name, 0.0) for name in LIKENESSES]
        logits = {
            rule: sum(map(mul, weights, values))
            for rule, values in self.likenesses(question, left_out).items()
        }
        highest = max(logits.values(), default=0.0)
        odds = {rule: math.exp(logit - highest) for rule, logit in logits.items()}
        total = sum(odds.values())
        order = sorted(odds, key=lambda rule: (-odds[rule], rule))
        return [Candidate(self.rules[rule], odds[rule] / total) for rule in order]

    # ---- likeness ----

    def likenesses(
        self, question: str, left_out: int | None = None
    ) -> dict[int, tuple[float, ...]]:
        """Return the likenesses of the likeliest rules, by rule number, in the order `LIKENESSES`.

        The text with the number `left_out` is ignored.
        """
        words = self.vocabulary.terms(question)
        known = self._known(words, left_out)
        most = RAREST_IN_A_STORY if _is_story(question) else math.inf
        asked = {term: weight * min(most, self._rarity(term)) for term, weight in known.items()}
        whole = sum(asked.values()) or 1.0
        length = math.sqrt(sum(value * value for value in asked.values())) or 1.0
        cosines: dict[int, float] = defaultdict(float)
        body: dict[int, float] = defaultdict(float)
        covered: dict[int, float] = defaultdict(float)
        for term, value in asked.items():
            part = value * self.vocabulary.weight(term) * self._rarity(term) / length
            for text in self._texts_with(term):
                cosines[text] += part / self._norms[text]
            for rule, share in self._bodies(term).items():
                body[rule] += value / whole * share
            for rule in self._rules_with(term, left_out):
                covered[rule] += value / whole
        by_rule: dict[int, list[float]] = defaultdict(list)
        for text, cosine in cosines.items():
            if text != left_out:
                by_rule[self._rule_of[text]].append(cosine)
        centres = {
            rule: sum(found) / self._centre(rule, left_out, sum(found))
            for rule, found in by_rule.items()
        }
        return self._weighed(_manner(question, words), by_rule, centres, body, covered)

    def _centre(self, rule: int, left_out: int | None, found: float) -> float:
        """Return the length of the sum of a rule's text vectors, without the text to leave out."""
        length = self._centres[rule]
        if left_out is None or self._rule_of[left_out] != rule:
            return length
        return math.sqrt(max(length * length - 2 * found - 1, 0.01))

    def _weighed(
        self,
        manner: Sequence[int],
        by_rule: Mapping[int, Sequence[float]],
        centres: Mapping[int, float],
        body: Mapping[int, float],
        covered: Mapping[int, float],
    ) -> dict[int, tuple[float, ...]]:
        likest = {rule: max(found) for rule, found in by_rule.items()}
        likely = sorted(likest, key=lambda rule: -likest[rule] - centres[rule])[:CANDIDATES]
        likely += sorted(body, key=lambda rule: -body[rule])[: CANDIDATES // 4]
        none = self.rules.index(NONE)
        best = max(likest.values(), default=0.0) or 1.0
        best_body = max(body.values(), default=0.0) or 1.0
        most = max(covered.values(), default=0.0)
        weighed = {}
        for rule in dict.fromkeys([*likely, none]):
            found = sorted(by_rule.get(rule, ()), reverse=True)
            first, second, third = [*found, 0.0, 0.0, 0.0][:3]
            clause, foul, yaku, no_rule = self._priors[rule]
            weighed[rule] = (
                first, second, third, first / best, centres.get(rule, 0.0),
                body.get(rule, 0.0), body.get(rule, 0.0) / best_body, covered.get(rule, 0.0),
                clause, foul, yaku, *(foul * part for part in manner),
                no_rule, no_rule * (1 - most), no_rule * (1 - best),
            )  # fmt: skip
        return weighed

    def _rarity(self, term: str) -> float:
        """Return the weight of a term, which is higher if fewer rules contain it."""
        return math.log(1 + len(self.rules) / max(1, len(self._rules_with(term))))

    def _rules_with(self, term: str, left_out: int | None = None) -> Collection[int]:
        """Return the rules with a term in a question, a name or a sentence."""
        if left_out is None and term in self._rules_found:
            return self._rules_found[term]
        texts = (text for text in self._texts_with(term) if text != left_out)
        rules = frozenset(map(self._rule_of.__getitem__, texts)).union(self._bodies(term))
        if left_out is None:
            self._rules_found[term] = rules
        return rules

    def _known(self, words: Mapping[str, float], left_out: int | None) -> dict[str, float]:
        """Return the terms, with unknown words replaced by the nearest known words."""
        known: dict[str, float] = {}
        for word, weight in words.items():
            if self._bodies(word) or [*self._texts_with(word)] not in ([], [left_out]):
                known[word] = weight
            elif " " not in word:
                for other, likeness in self._spelt_like(word):
                    known[other] = max(known.get(other, 0.0), weight * likeness)
        return known

    @cached_property
    def _words_by_beginning(self) -> Mapping[str, Sequence[str]]:
        """The words of the questions, by their first two letters."""
        found: dict[str, list[str]] = defaultdict(list)
        for word in self._asked_words:
            found[word[:2]].append(word)
        return found

    def _spelt_like(self, word: str) -> list[tuple[str, float]]:
        """Return the two words of the nearest spelling, or the word itself if none is near."""
        if len(word) < FEWEST_LETTERS:
            return [(word, 1.0)]
        letters = _triples(word)
        found = [
            (likeness, other)
            for other in self._words_by_beginning.get(word[:2], ())
            if abs(len(other) - len(word)) <= MOST_LETTERS_MORE
            and other != word
            and (likeness := _letter_likeness(letters, _triples(other))) >= LEAST_LIKENESS
        ]
        return [(other, likeness) for likeness, other in sorted(found)[-2:]] or [(word, 1.0)]


def _is_story(text: str) -> bool:
    """Return True for a text of several sentences."""
    return len(_sentences(text)) > 1


def _sentences(text: str) -> list[str]:
    """Return the last sentences of a text, without those of a single word."""
    found = (sentence.strip() for sentence in _SENTENCE.findall(text))
    return [sentence for sentence in found if " " in sentence][-MOST_SENTENCES:]


def shortened(question: str) -> str:
    r"""Return the end of a question, at most `LONGEST` letters even after marks are split off.

    >>> len(shortened(1000 * "\ufdfa"))
    1000
    """
    end = question[-LONGEST:]
    return end if end.isascii() else unicodedata.normalize("NFKC", end)[-LONGEST:]


def _manner(question: str, words: Mapping[str, float]) -> tuple[int, ...]:
    """Return flags: a question names persons, uses the past, or asks for a price or permission."""
    named = other_names().manner
    return (
        int(not words.keys().isdisjoint(named["persons"])),
        int(any(map(_is_past, folded_words(question)))),
        int(not words.keys().isdisjoint(named["prices"])),
        int(not words.keys().isdisjoint(named["permissions"])),
    )


FEWEST_LETTERS = 5
"""The minimum length of a word that may be misspelt, in letters."""

MOST_LETTERS_MORE = 4
LEAST_LIKENESS = 0.55


def _triples(word: str) -> set[str]:
    """Return all sequences of three letters of a word."""
    spaced = f" {word} "
    return {spaced[place : place + 3] for place in range(len(spaced) - 2)}


def _letter_likeness(first: set[str], second: set[str]) -> float:
    """Return the Dice coefficient of the letter triples of two words."""
    return 2 * len(first & second) / (len(first) + len(second))


def _kind_of(rule: str) -> tuple[int, int, int, int]:
    """Return flags for the kind of a rule: a clause, a foul, a yaku, none."""
    return (
        int("." not in rule and rule != NONE),
        int(rule.startswith("fouls.")),
        int(rule.startswith("yaku.")),
        int(rule == NONE),
    )
