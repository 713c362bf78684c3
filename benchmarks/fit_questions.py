"""Fit the weight of each likeness for finding the rule for a question (`make weights`).

Each question of the bank is asked as if it were not in it. The weights maximise the probability of
the rule that answers it, or of its twins. It needs numpy (the extra `study`).
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from riichi.ask.index import bank_texts, index_data, question_bank
from riichi.ask.questions import LIKENESSES, QuestionIndex
from riichi.ask.words import WEIGHTS_FILE
from riichi.whole_files import write_whole
from riichi_core.rules.library import rulesets_dir

ROUNDS = 400
STEP = 0.1
SMALL_WEIGHTS = 1e-4
"""The penalty of large weights, so that none is large because of only a few questions."""

SURE = 0.99
"""The minimum share of correct answers among those that are sure."""

FEWEST_SURE = 100


HEAD = """# What each likeness of a question and a rule counts (riichi/ask/questions.py): as
# `make weights` fitted it on the bank of questions.
"""


class Asked(NamedTuple):
    """All questions with their candidates, padded to the same number.

    Attributes:
        likenesses: by question, candidate and likeness.
        there: by question and candidate, whether the candidate exists.
        right: by question and candidate, whether it answers the question.
    """

    likenesses: Any
    there: Any
    right: Any


def ask_each_left_out(index: QuestionIndex) -> Asked:
    """Return the candidates of each question of the bank, asked as if it were not in it."""
    bank = question_bank()
    texts = [*bank_texts(bank)]
    found = [index.likenesses(question, number) for number, (_, question) in enumerate(texts)]
    shape = (len(texts), max(map(len, found)))
    asked = Asked(np.zeros((*shape, len(LIKENESSES))), np.zeros(shape, bool), np.zeros(shape, bool))
    for number, ((rule, _), candidates) in enumerate(zip(texts, found, strict=True)):
        answering = {rule, *bank.twins_of(rule)}
        asked.likenesses[number, : len(candidates)] = [*candidates.values()]
        asked.there[number, : len(candidates)] = True
        asked.right[number, : len(candidates)] = [
            index.rules[candidate] in answering for candidate in candidates
        ]
    return asked


def probabilities(asked: Asked, weights: Any) -> Any:
    """Return the probability of each candidate of each question."""
    logits = np.where(asked.there, asked.likenesses @ weights, -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    return odds / odds.sum(axis=1, keepdims=True)


def fitted(asked: Asked) -> Any:
    """Return the weights that make the correct rules most probable (by Adam)."""
    weights = np.zeros(len(LIKENESSES))
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, ROUNDS + 1):
        p = probabilities(asked, weights)
        of_right = np.where(asked.right, p, 0.0)
        of_right /= np.maximum(of_right.sum(axis=1, keepdims=True), 1e-12)
        gradient = np.einsum("qc,qcl->l", p - of_right, asked.likenesses) / len(p)
        gradient += SMALL_WEIGHTS * weights
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        slope = mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        weights -= STEP * slope
    return weights


def surely(p: Any, asked: Asked) -> float:
    """Return the lowest probability from which a `SURE` share of answers is correct."""
    first = p.argmax(axis=1)
    is_right = asked.right[np.arange(len(p)), first]
    probability = np.where(is_right, np.where(asked.right, p, 0).sum(axis=1), p.max(axis=1))
    order = np.argsort(-probability)
    shares = np.cumsum(is_right[order]) / np.arange(1, len(order) + 1)
    kept = np.flatnonzero(shares >= SURE)
    kept = kept[kept >= FEWEST_SURE]
    return float(probability[order[kept[-1]]]) if len(kept) else 1.0


def main() -> None:
    """Write the weights, and print how many questions are answered."""
    index = QuestionIndex(index_data())
    asked = ask_each_left_out(index)
    weights = fitted(asked)
    p = probabilities(asked, weights)
    sure = max(0.9, surely(p, asked))
    first = np.take_along_axis(asked.right, p.argmax(axis=1)[:, None], axis=1)
    three = np.take_along_axis(asked.right, np.argsort(-p, axis=1)[:, :3], axis=1).any(axis=1)
    is_sure = p.max(axis=1) >= sure
    print(f"{len(p)} questions: {first.mean():.1%} first, {three.mean():.1%} among three")
    print(f"sure from {sure:.3f}: {is_sure.mean():.1%}, of which {first[is_sure].mean():.1%} right")
    lines = [f"  {name}: {weight:.3f}\n" for name, weight in zip(LIKENESSES, weights, strict=True)]
    text = f"{HEAD}sure: {sure:.3f}\nweights:\n{''.join(lines)}"
    write_whole(rulesets_dir() / WEIGHTS_FILE, text.encode())


if __name__ == "__main__":
    main()
