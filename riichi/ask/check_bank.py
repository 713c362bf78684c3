"""Check rulesets/questions.yaml: `python -m riichi.ask.check_bank`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from riichi.ask.index import Questions, question_bank, rules_to_ask_about
from riichi.ask.words import NONE, QUESTIONS_FILE, folded_words
from riichi_core.rules.library import rulesets_dir
from riichi_core.spelling import closest_word


def problems(bank: Questions) -> Iterator[str]:
    """Yield the errors of a bank: unknown rules, rules without questions, duplicate questions."""
    known = {*rules_to_ask_about(), NONE}
    for rule in dict.fromkeys([*bank.questions, *(rule for group in bank.twins for rule in group)]):
        if rule not in known:
            near = closest_word(rule, known)
            yield f"{rule}: no option, yaku or clause without an option" + (
                f"; did you mean {near}?" if near else ""
            )
    for rule in sorted(known):
        asked = bank.questions.get(rule, {})
        if missing := [code for code in bank.questions[NONE] if not asked.get(code, ())]:
            yield f"{rule}: no question in {', '.join(missing)}"
    yield from _duplicates(bank)


def _duplicates(bank: Questions) -> Iterator[str]:
    """Yield the questions that are listed under several rules."""
    first_rule: dict[str, str] = {}
    for rule, by_language in bank.questions.items():
        for question in (text for texts in by_language.values() for text in texts):
            words = " ".join(folded_words(question))
            other = first_rule.setdefault(words, rule)
            if other != rule:
                yield f"{rule}: {question!r} is also under {other}"


def main(found: Iterable[str]) -> None:
    """Print problems, and exit with status 1 if there are any."""
    lines = [f"{rulesets_dir() / QUESTIONS_FILE}: {problem}" for problem in found]
    print("\n".join(lines) or "Every rule has questions, and every question one rule.")
    sys.exit(bool(lines))


if __name__ == "__main__":
    main(problems(question_bank()))
