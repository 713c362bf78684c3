"""Make the index of questions from the bank, the names of the rules and their sentences."""

from __future__ import annotations

import json
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from riichi.ask.words import (
    INDEX,
    NONE,
    QUESTIONS_FILE,
    WEIGHTS_FILE,
    Vocabulary,
    asides,
    folded_words,
    letters_of,
    meanings,
    vocabulary_of_names,
)
from riichi.content.yaku_examples import yaku_examples
from riichi.locale import Locale, languages
from riichi.whole_files import write_whole
from riichi_core.files.accepted_values import leaf_parts
from riichi_core.files.yaml_document import data_of_file
from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.rules.clauses import clauses, settled_by
from riichi_core.rules.glossary import ids_elsewhere, known_yaku, other_names
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.options import FrozenModel, option_of, sentences_by_word
from riichi_core.rules.rules import chapters, options

LENGTH_COUNTS = 0.6
"""A constant of BM25: how much the length of a text lowers the weight of its words."""


class Questions(FrozenModel):
    """The bank of questions (rulesets/questions.yaml).

    Attributes:
        questions: the questions by rule (or `none`), then by language.
        twins: groups of rules that people ask about in the same words; answers show them together.
    """

    questions: dict[str, dict[str, tuple[str, ...]]]
    twins: tuple[tuple[str, ...], ...] = ()

    def twins_of(self, rule: str) -> tuple[str, ...]:
        """Return the twins of a rule."""
        groups = (group for group in self.twins if rule in group)
        return tuple(dict.fromkeys(other for group in groups for other in group if other != rule))


class Weights(FrozenModel):
    """The weight of each likeness (rulesets/question-weights.yaml).

    Attributes:
        weights: the weights, by the name of the likeness.
        sure: the probability from which a single rule is the answer.
    """

    weights: dict[str, float]
    sure: float


def question_bank() -> Questions:
    """Read the bank of questions."""
    return Questions.of_plain(data_of_file(rulesets_dir() / QUESTIONS_FILE))


def rules_to_ask_about() -> tuple[str, ...]:
    """Return the rules of the bank: options, clauses without an option, and local yaku."""
    unsettled = (name for name in clauses() if name not in settled_by())
    local_yaku = (path for name in known_yaku() if (path := f"yaku.{name}") not in options())
    return (*options(), *unsettled, *local_yaku)


def write() -> Iterator[Path]:
    """Write the index of all languages, and yield its path."""
    path = rulesets_dir() / INDEX
    path.parent.mkdir(exist_ok=True)
    write_whole(path, index_text().encode())
    yield path


def index_text() -> str:
    """Return the index of all languages as JSON, one line per part."""
    data = index_data([Locale(language) for language in languages()])
    lines = (
        f"{json.dumps(part)}: {json.dumps(value, ensure_ascii=False, separators=(',', ':'))}"
        for part, value in data.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def index_data(translators: Sequence[Translator] = (PLAIN_ENGLISH,)) -> dict[str, Any]:
    """Return the index that `QuestionIndex` reads, with names and sentences in these languages."""
    bank, vocabulary = question_bank(), vocabulary_of_names()
    weights = Weights.of_plain(data_of_file(rulesets_dir() / WEIGHTS_FILE))
    rules = (*rules_to_ask_about(), NONE)
    number = {rule: n for n, rule in enumerate(rules)}
    texts = [*bank_texts(bank)]
    names = {rule: [*dict.fromkeys(_names(rule, translators))] for rule in rules}
    texts += [(rule, name) for rule in rules for name in names[rule]]
    terms = [vocabulary.terms(text) for _, text in texts]
    spoken = [vocabulary.words(text) for _, text in texts]
    sentences = [[*dict.fromkeys(_sentences(rule, translators))] for rule in rules]
    parts = [[vocabulary.terms(text).keys() for text in of_rule] for of_rule in sentences]
    bodies = _places(set(chain.from_iterable(of_rule)) for of_rule in parts)
    told = [vocabulary.words(text) for of_rule in sentences for text in of_rule]
    postings = _places(terms)
    rule_of = [number[rule] for rule, _ in texts]
    rarity = {
        term: math.log(1 + len(rules) / len({rule_of[t] for t in where} | bodies.get(term, set())))
        for term, where in postings.items()
    }
    vectors = [
        _unit({t: w * rarity[t] for t, w in counted.items() if t in rarity}) for counted in terms
    ]
    asked = _frequent_first(spoken)
    words = [*dict.fromkeys([*asked, *_frequent_first(told)])]
    return {
        "rules": rules,
        "weights": weights.weights,
        "sure": weights.sure,
        "twins": {rule: twins for rule in rules if (twins := bank.twins_of(rule))},
        "spellings": _spellings([*(text for _, text in texts), *meanings(), *asides()]),
        "names": [" ".join(_keys(rule, names[rule], vocabulary)) for rule in rules],
        "texts": rule_of,
        "norms": [round(norm, 1) for norm, _ in vectors],
        "centres": _centres(len(rules), rule_of, [unit for _, unit in vectors]),
        "words": words,
        "asked": len(asked),
        "spelt": _spelt(words, spoken),
        "sentences": _spelt(words, told),
        "sentences_of": [*map(len, sentences)],
        "lengths": _lengths([sum(map(len, terms)) for terms in parts]),
    }


def _frequent_first(texts: Iterable[Iterable[str]]) -> list[str]:
    """Return the words of texts, the most frequent first."""
    counted = Counter(word for words in texts for word in words)
    return [word for word, _ in counted.most_common()]


def _spelt(words: Sequence[str], texts: Iterable[Iterable[str]]) -> str:
    """Return texts as lines with one letter for each word, which is the smallest form."""
    letters = letters_of(words)
    return "\n".join("".join(map(letters.__getitem__, text)) for text in texts)


def bank_texts(bank: Questions) -> Iterator[tuple[str, str]]:
    """Yield each rule with the questions that it answers, sorted, which compresses better."""
    for rule, by_language in bank.questions.items():
        for questions in by_language.values():
            yield from ((rule, question) for question in sorted(questions))


def _spellings(texts: Iterable[str]) -> dict[str, int]:
    """Return the words of texts as they are spelt, with the number of texts that have each."""
    counted = Counter(
        word for text in texts for word in {*folded_words(text)} if word.isalpha() and len(word) > 1
    )
    return dict(sorted(counted.items()))


def _names(rule: str, translators: Iterable[Translator]) -> Iterator[str]:
    """Yield the names of a rule, in all languages."""
    if rule in options():
        option = options()[rule]
        yield rule.partition(".")[2].replace("_", " ")
        yield from (tr(option.title) for tr in (PLAIN_ENGLISH, *translators))
        yield from (*other_names().options.get(rule, ()), *ids_elsewhere().get(rule, ()))
    chapter, _, name = rule.partition(".")
    if chapter == "yaku" and name in known_yaku():
        yield name.replace("_", " ")
        yield from known_yaku()[name].name.spellings()
    if rule in clauses():
        yield rule.replace("-", " ")
        yield from other_names().clauses.get(rule, ())


def _keys(rule: str, names: Iterable[str], vocabulary: Vocabulary) -> Iterable[str]:
    """Return the keys of the names of a rule, without spaces (`Vocabulary.name`)."""
    return dict.fromkeys(map(vocabulary.name, (rule, *names)))


def _lengths(numbers: Sequence[int]) -> list[float]:
    """Return the relative length of the sentences of each rule, from the number of their terms."""
    mean = sum(numbers) / len(numbers)
    return [round(1 - LENGTH_COUNTS + LENGTH_COUNTS * number / mean, 6) for number in numbers]


def _places(texts: Iterable[Iterable[str]]) -> dict[str, set[int]]:
    """Return the numbers of the texts with a term, by term; a pair of words needs two texts."""
    found: dict[str, set[int]] = defaultdict(set)
    for number, terms in enumerate(texts):
        for term in terms:
            found[term].add(number)
    return {term: where for term, where in found.items() if len(where) > 1 or " " not in term}


def _sentences(rule: str, translators: Iterable[Translator]) -> Iterator[str]:
    """Yield the sentences of a rule: its values, their parts, and the clauses behind it."""
    for tr in (PLAIN_ENGLISH, *translators):
        yield from map(tr, _option_sentences(rule))
        for name in options()[rule].clauses if rule in options() else (rule,):
            if name in clauses():
                yield from clauses()[name].texts(tr)
    name = rule.removeprefix("yaku.")
    if name in yaku_examples():
        yield yaku_examples()[name].says


def _option_sentences(rule: str) -> Iterator[str]:
    if rule not in options():
        return
    option = options()[rule]
    yield option.title
    chapter, name = rule.split(".")
    yield from _texts(option.sentences)
    for _, field in leaf_parts(chapters()[chapter].model_fields[name]):
        if (part := option_of(field)) is not None:
            yield part.title
            yield from _texts(part.sentences)


def _texts(sentences: Any) -> Iterable[str]:
    return [sentences] if isinstance(sentences, str) else sentences_by_word(sentences).values()


def _unit(vector: Mapping[str, float]) -> tuple[float, dict[str, float]]:
    """Return the length of a vector, and the vector scaled to length 1."""
    norm = math.sqrt(sum(value * value for value in vector.values())) or 1.0
    return norm, {term: value / norm for term, value in vector.items()}


def _centres(
    rules: int, rule_of: Sequence[int], units: Sequence[Mapping[str, float]]
) -> list[float]:
    """Return the length of the sum of each rule's text vectors."""
    sums: list[dict[str, float]] = [defaultdict(float) for _ in range(rules)]
    for rule, unit in zip(rule_of, units, strict=True):
        for term, value in unit.items():
            sums[rule][term] += value
    return [round(_unit(vector)[0], 2) for vector in sums]
