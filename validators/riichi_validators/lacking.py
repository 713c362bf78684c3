"""`python -m riichi_validators.lacking [WHAT]`: list what an addition has and what it still lacks.

WHAT is the path of an option, the id of a yaku, the code of a language or the name of a format of
records. Without it, everything is searched, and only what is lacking is printed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from typing import NamedTuple

from riichi.ask.check_bank import problems as problems_of_questions
from riichi.ask.index import question_bank, rules_to_ask_about
from riichi.ask.words import NONE
from riichi.content.rulebook_text import YAKU_CHAPTER, named_options, rulebook_text
from riichi.content.yaku_examples import yaku_examples
from riichi.games.formats.games import PROGRAMS
from riichi.games.formats.record_files import FORMATS
from riichi.locale import languages
from riichi.locale.catalogs import catalog_of, untranslated
from riichi_core.rules import library
from riichi_core.rules.glossary import known_yaku, other_names
from riichi_core.rules.load import load
from riichi_core.rules.rules import options
from riichi_core.scenarios.outcome import isolates
from riichi_core.scenarios.reading import read_scenarios
from riichi_core.scenarios.scenario import Scenario, shipped_scenarios
from riichi_core.spelling import closest_word
from riichi_validators.markdown import DOCS

ROOT = DOCS.parent
VARIANTS = "tests/reference/variants.py"

SETTLES = ("riichi_core/settlement/", "riichi_core/game/")
"""Packages whose options the slow settlement in tests/reference reads as well."""

BY_NAME = ("fouls", "dead_hand")
"""Chapters whose options the engine and the second settlement read by the names of fouls."""

CHECKS = "riichi_core/rules/checks.py"


class Need(NamedTuple):
    """Something that an addition needs, the file where it belongs, and True if it is there."""

    what: str
    where: str
    done: bool


# ---- options and yaku ----------------------------------------------------------------------------


def of_option(path: str) -> Iterator[Need]:
    """Yield what an option needs, in the order of CONTRIBUTING.md."""
    option, chapter = options()[path], path.partition(".")[0]
    yield Need("a field", f"riichi_core/rules/chapters/{chapter}.py", done=True)
    books = [book for book in library.books() if path in load(book).not_looked_up]
    where = f"{', '.join(books)}; or `looked_for` in the field, if no book mentions it"
    yield Need("a value in each book", where, not books)
    yield from of_rule(path)
    if chapter == YAKU_CHAPTER:
        return
    if option.unregulated is None:
        yield Need("a clause behind it", "`clauses` in the field", bool(option.clauses))
    parts = [part for text in rulebook_text().values() for part in text.parts]
    named = any(path in named_options(part) for part in parts)
    yield Need("a place in the rulebook, if not the last", "rulesets/rulebook/", named)
    known = path in other_names().options
    yield Need("other names, if people use any", "rulesets/names.yaml", known)
    if option.effect == "play":
        yield from _of_play(path)


def _of_play(path: str) -> Iterator[Need]:
    """Yield what an option that the engine reads needs."""
    about = [scenario for scenario in _scenarios() if path in scenario.options]
    shown = any(isolates(scenario, path) for scenario in about)
    where = "rulesets/scenarios/, under two rulesets that differ only in it"
    yield Need("a scenario with different outcomes", where, shown)
    chapter, _, name = path.partition(".")
    if chapter in BY_NAME:
        return
    modules = _texts("riichi_core")
    read = any(re.search(rf"\.{name}\b", text) for text in modules.values())
    yield Need("a reader in the engine", "riichi_core/", read)
    if any(path in text for file, text in modules.items() if file.startswith(SETTLES)):
        slow = _texts("tests/reference")
        read = any(path in text for file, text in slow.items() if file != VARIANTS)
        yield Need("the second settlement", "tests/reference/", read)
        drawn = f'"{path}"' in slow[VARIANTS]
        yield Need("random values for the second settlement", VARIANTS, drawn)


def of_yaku(yaku: str) -> Iterator[Need]:
    """Yield what a yaku needs."""
    names, path = known_yaku()[yaku].name, f"yaku.{yaku}"
    yield Need("a definition", "rulesets/yaku.yaml", done=True)
    for code, name in (("en", names.en), ("ja", names.ja)):
        yield Need(f"a name in {code}", "rulesets/yaku.yaml", name is not None)
    where = "rulesets/yaku-hands.yaml"
    yield Need("a sentence, a hand that has it, one that misses it", where, yaku in yaku_examples())
    yield from of_option(path) if path in options() else of_rule(path)


def of_rule(path: str) -> Iterator[Need]:
    """Yield the questions about a rule, and the translations of its texts."""
    asked = question_bank().questions.get(path, {})
    for code in question_bank().questions[NONE]:
        yield Need(f"questions in {code}", "rulesets/questions.yaml", bool(asked.get(code)))
    name = options()[path].title if path in options() else known_yaku()[path[5:]].name.en
    for code in languages()[1:]:
        extracted = name is None or catalog_of(code).get(name) is not None
        places = [text.place for text in untranslated(code) if path in text.notes]
        where = ", ".join(places) or "run `make messages` first"
        yield Need(f"its texts in {code}", where, extracted and not places)


@cache
def _scenarios() -> tuple[Scenario, ...]:
    return read_scenarios()[0]


@cache
def _texts(folder: str) -> dict[str, str]:
    """Return the text of each module in a folder, but for the checks of options."""
    files = {str(file.relative_to(ROOT)): file for file in (ROOT / folder).rglob("*.py")}
    return {name: file.read_text("utf-8") for name, file in files.items() if name != CHECKS}


# ---- languages and formats -----------------------------------------------------------------------


def of_language(code: str) -> Iterator[Need]:
    """Yield what a language needs."""
    texts = [*untranslated(code)]
    for what, left in (
        ("its own name and the words for calls", [text for text in texts if text.context]),
        ("the names of yaku", [text for text in texts if "yaku." in "".join(text.notes)]),
        ("the texts of options", [text for text in texts if {*text.notes} & {*options()}]),
        ("all texts", texts),
    ):
        where = f"riichi/locale/{code}/LC_MESSAGES/, {len(left)} to translate"
        yield Need(what, where, not left)
    asked = question_bank().questions
    number = sum(code not in asked.get(rule, {}) for rule in rules_to_ask_about())
    yield Need("questions about each rule", f"rulesets/questions.yaml, {number} to go", not number)


def of_format(name: str) -> Iterator[Need]:
    """Yield what a format of records needs."""
    where = "riichi/games/formats/"
    yield Need("a reader", f"{where}record_files.py, FORMATS", name in FORMATS)
    known = any(one.startswith(name) for one in PROGRAMS)
    yield Need("a writer, if other programs read it", f"{where}games.py, PROGRAMS", known)
    for what, files in (("documentation", "docs/guides/game-records.md"),
                        ("tests", "tests/games/test_*.py")):  # fmt: skip
        known = any(name in file.read_text("utf-8") for file in ROOT.glob(files))
        yield Need(what, files, known)


# ---- the command ---------------------------------------------------------------------------------


def needs(what: str) -> Iterator[Need]:
    """Yield what an addition needs; a rule that is no option of that name is a local yaku."""
    if what in options() and what.partition(".")[2] not in known_yaku():
        return of_option(what)
    if (yaku := what.removeprefix(f"{YAKU_CHAPTER}.")) in known_yaku():
        return of_yaku(yaku)
    if what in FORMATS:
        return of_format(what)
    if what in languages():
        return of_language(what)
    near = closest_word(what, [*options(), *known_yaku(), *FORMATS, *languages()])
    hint = f"; did you mean {near}?" if near else ""
    sys.exit(f"{what}: no option, yaku, language or format of records{hint}")


def everything() -> Iterator[str]:
    """Yield whatever is lacking, one line each."""
    yield from map(str, chain.from_iterable(map(untranslated, languages()[1:])))
    yield from problems_of_questions(question_bank())
    for book in library.books():
        yield from (f"{path}: not looked for in {book}" for path in load(book).not_looked_up)
    for path, option in options().items():
        if option.effect == "play" and not any(path in one.options for one in shipped_scenarios()):
            yield f"{path}: no scenario names it"


def main(what: Sequence[str]) -> None:
    """Print the needs of each addition, or all that is lacking."""
    for one in what:
        print(one)
        for need in needs(one):
            state, where = ("done   ", "") if need.done else ("missing", f": {need.where}")
            print(f"  {state}  {need.what}{where}")
    if not what:
        lines = [*everything()]
        print(*lines, f"{len(lines)} things are left for a person.", sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
