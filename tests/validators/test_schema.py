"""The JSON Schemas against the model: both refuse the same, and the model says where."""

from __future__ import annotations

import json
import re
from collections import ChainMap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from riichi_core.rules import document, library, yaku_index
from riichi_core.rules.diagnostics import Diagnostic, Pointer
from riichi_core.rules.document import Document
from riichi_core.rules.load import Examination, examine
from riichi_core.rules.provenance import BOOK_KINDS
from riichi_core.rules.rules import chapters
from riichi_validators import __main__ as command
from riichi_validators import schema
from riichi_validators.published import FILES, Kind, committed
from riichi_validators.yaku_schema import aliases

Json = dict[str, Any]

CONTRACT = """\
# yaml-language-server: $schema=./ruleset.schema.json
format: 1
ruleset: tuesday-club
title: Tuesday club house rules
extends: ema-2016
tiles:
  red_fives: {m: 1, p: 1, s: 1}
claims:
  winners: nearest
yaku:
  blessing_of_man: {yakuman: 1}
  daisharin: {yakuman: 1}         # a known local yaku, priced
  stairway:                       # a yaku of our own, defined here, no code
    name: {en: Stairway, ja: Kaidan}
    concealed: true
    sets: [chow n X, chow n+1 X, chow n+2 X]
    worth: {closed: 2}
"""
"""The example of the contracts, word for word."""

RULESETS = [*library.shipped(), "contract"]
BOOKS = list(library.books())
KINDS: tuple[Kind, ...] = ("book", "house")


@cache
def whole(kind: Kind) -> Json:
    return schema.book_schema() if kind == "book" else schema.house_schema()


@cache
def validator(kind: Kind, key: str = "", without: str = "") -> Draft202012Validator:
    """A validator of a file, or of one of its keys; a keyword may be left out at the top."""
    part = whole(kind)["properties"][key] if key else whole(kind)
    kept = {word: value for word, value in part.items() if word != without}
    return Draft202012Validator({"$defs": whole(kind)["$defs"], **kept})


@dataclass(frozen=True)
class File:
    """A ruleset file that is right."""

    kind: Kind
    document: Document
    path: Path

    @property
    def data(self) -> Json:
        assert isinstance(self.document.data, dict)
        return self.document.data


@cache
def right(name: str) -> File:
    path = library.shipped().get(name, Path("contract.yaml"))
    text = CONTRACT if name == "contract" else path.read_text(encoding="utf-8")
    parsed, problems = document.parse(text, name)
    assert parsed is not None
    assert not problems
    assert isinstance(parsed.data, dict)
    return File("house" if "extends" in parsed.data else "book", parsed, path)


# ---- the files -----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_the_committed_schema_is_the_one_that_the_model_makes(kind: Kind) -> None:
    assert committed(kind) == schema.generate(kind), "run `python -m riichi_validators`"


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_is_a_valid_schema_and_names_itself(kind: Kind) -> None:
    Draft202012Validator.check_schema(whole(kind))
    assert whole(kind)["$schema"] == Draft202012Validator.META_SCHEMA["$id"]
    assert whole(kind)["$id"] == FILES[kind]


def test_the_command_writes_both_schemas_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(schema, "FOLDER", tmp_path / "new")
    monkeypatch.setattr(command, "GENERATED", (schema.write,))
    command.main()
    assert capsys.readouterr().out.splitlines() == [str(tmp_path / "new" / FILES[k]) for k in KINDS]
    for kind in KINDS:
        path = tmp_path / "new" / FILES[kind]
        assert path.read_bytes() == committed(kind).encode()


@pytest.mark.parametrize("name", RULESETS)
def test_every_shipped_file_and_the_example_of_the_contracts_are_valid(name: str) -> None:
    file = right(name)
    assert [e.message for e in validator(file.kind).iter_errors(file.data)] == []
    assert file.data["ruleset"] == name or name == "contract"


# ---- what every part of the schemas has ----------------------------------------------------------


def parts(found: Any, at: str = "") -> Iterator[tuple[str, Json]]:
    """Every schema inside a schema, with the way to it."""
    if isinstance(found, dict):
        yield at, found
    for key, part in found.items() if isinstance(found, dict) else enumerate(found):
        if isinstance(part, dict | list):
            yield from parts(part, f"{at}/{key}")


def properties(kind: Kind) -> Iterator[tuple[str, Json]]:
    """Every property that a file can have, whatever its name."""
    for at, part in parts(whole(kind)):
        if at.endswith(("/properties", "/patternProperties")):
            yield from ((f"{at}/{name}", found) for name, found in part.items())
        elif at.endswith("/additionalProperties"):
            yield at, part


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_has_a_title_and_a_description_in_sentences(kind: Kind) -> None:
    for at, found in properties(kind):
        shown = found
        while "description" not in shown:
            shown = whole(kind)["$defs"][shown["$ref"].removeprefix("#/$defs/")]
        assert re.search(r"\w\W*\.$", shown["description"]), at
        assert shown["title"], at


@pytest.mark.parametrize("kind", KINDS)
def test_every_option_says_each_of_its_words_and_what_is_expected(kind: Kind) -> None:
    for chapter, model in chapters().items():
        for name, option in model.options():
            found = whole(kind)["properties"][chapter]["properties"][name]
            lines = found["description"].split("\n")
            assert lines[0] == f"{option.title}."
            assert lines[-1].startswith("Expected: ")
            value = whole(kind)["$defs"][f"{chapter}.{name}"]
            words = [word for _, part in parts(value) for word in part.get("enum", ())]
            if name == "rounds":  # said as a whole, not wind by wind
                words = value["enum"]
            for word in words:
                assert any(line.startswith(f"{_as_written(word)}: ") for line in lines), name


def _as_written(word: Any) -> str:
    return f"[{', '.join(word)}]" if isinstance(word, list) else str(word)


@pytest.mark.parametrize("kind", KINDS)
def test_every_mapping_is_closed_and_no_choice_but_the_provenance_is_exclusive(kind: Kind) -> None:
    for at, part in parts(whole(kind)):
        if "properties" in part and isinstance(part.get("type"), str | list):
            assert "additionalProperties" in part, at
            assert part["additionalProperties"] is not True, at
        assert "oneOf" not in part or at == "/$defs/one_provenance"
        assert len(part.get("enumDescriptions", "")) in (0, len(part.get("enum", "")))


@pytest.mark.parametrize("kind", KINDS)
def test_every_definition_is_used_and_every_reference_leads_to_one(kind: Kind) -> None:
    used = {part["$ref"] for _, part in parts(whole(kind)) if isinstance(part.get("$ref"), str)}
    assert used == {f"#/$defs/{name}" for name in whole(kind)["$defs"]}


def test_every_other_name_of_a_yaku_is_one_that_the_model_knows() -> None:
    ids = yaku_index.known_yaku()
    assert {"tanyao", "kokushi_musou", "heavenly_hand", "all_honors", "sananko"} <= set(aliases())
    assert not set(aliases()) & set(ids)
    assert {yaku_index.alias(name) for name in aliases()} <= set(ids)


# ---- faults, made mechanically -------------------------------------------------------------------

DROP = object()
WORD, LOW, HIGH = "nonsense", -10_000_001, 10_000_001


@dataclass(frozen=True)
class Fault:
    """One thing wrong with a file: what, where, and what stands there instead."""

    what: str
    at: Pointer
    new: Any

    @property
    def key(self) -> str:
        """The last key on the way to it."""
        return next((step for step in reversed(self.at) if isinstance(step, str)), "")

    def of(self, data: Json) -> Json:
        """The data with this fault in it."""
        changed: Json = _replaced(data, self.at, self.new)
        return changed


def _replaced(data: Any, at: Pointer, new: Any) -> Any:
    if not at:
        return new
    first, rest = at[0], at[1:]
    if isinstance(data, list):
        return [_replaced(v, rest, new) if i == first else v for i, v in enumerate(data)]
    if not rest and new is DROP:
        return {key: value for key, value in data.items() if key != first}
    return {**data, first: _replaced(data.get(first), rest, new)}


def faults_of(value: Any, at: Pointer = ()) -> Iterator[Fault]:
    """Every mechanical fault of a value and of its parts."""
    match value:
        case dict():
            yield from faults_of_mapping(value, at)
        case list():
            yield Fault("list to text", at, WORD)
            for index, item in enumerate(value[:1] if at[-1] == "sections" else value):
                yield from faults_of(item, (*at, index))
        case bool():
            yield Fault("bool to text", at, WORD)
        case int():
            yield Fault("number to text", at, WORD)
            yield Fault("too low", at, LOW)
            yield Fault("too high", at, HIGH)
        case str():
            yield Fault("text to number", at, 7)
            yield Fault("wrong word", at, WORD)


def faults_of_mapping(value: Json, at: Pointer) -> Iterator[Fault]:
    if at:
        yield Fault("mapping to list", at, [1])
    yield Fault("unknown key", (*at, "surplus"), 1)
    kinds = [kind for kind in BOOK_KINDS if kind in value]
    if len(at) == 2 and kinds:
        other = next(kind for kind in BOOK_KINDS if kind not in kinds)
        yield Fault("two provenances", (*at, other), "as well")
    for key, part in value.items():
        yield Fault("dropped", (*at, key), DROP)
        yield from faults_of(part, (*at, key))


OPTIONAL = {
    "organisation": "a head needs none",
    "published": "not every date is known",
    "in_force": "not every date is known",
    "sources.*.url": "not everything is on the web",
    "*.*.note": "a remark",
    "*.*.house": "a club need not say who decided",
    "yaku.*.open": "concealed only",
    "yaku.*.value.open": "concealed only",
    "yaku.*.cumulative": "it adds to other yaku",
    "yaku.*.value.cumulative": "it adds to other yaku",
    "yaku.stairway.name.en": "the Japanese name is enough",
    "yaku.stairway.name.ja": "the English name is enough",
    "yaku.stairway.concealed": "the sets are condition enough",
    "yaku.stairway.sets": "concealed is condition enough",
}
"""Parts whose absence is no fault: why."""

FREE_TEXT = {
    "ruleset": "any id will do",
    "title": "a name for people",
    "organisation": "a name for people",
    "sources.*.title": "a name for people",
    "sources.*.author": "a name for people",
    "sources.*.licence": "a name for people",
    "sources.*.url": "not everything has one that begins with http",
    "*.*.silent": "a reason in words",
    "*.*.assumed": "a reason in words",
    "*.*.house": "a reason in words",
    "*.*.note": "a remark",
    "yaku.stairway.name.en": "a name for people",
    "yaku.stairway.name.ja": "a name for people",
}
"""Texts in which no word is wrong: why."""

ELSEWHERE = {
    ("dropped", "sources.*"): "a source that is gone is missed where it is cited, if it is",
    ("wrong word", "sources.*.sections.*"): "a section that is gone is missed where it is cited",
}
"""Changes that are no faults by themselves, but may be elsewhere: why."""

TOLD_BY_THE_MODEL = {
    "*.*.cite": "a schema cannot look into the sources of the file",
    "extends": "a schema does not know which books and files there are",
}
"""Texts in which only the model can tell a wrong word: why."""


def is_any_of(at: Pointer, patterns: Iterable[str]) -> bool:
    """Whether a way is one of those in which `*` stands for any step."""
    ways = (pattern.split(".") for pattern in patterns)
    return any(
        len(way) == len(at)
        and all(step in ("*", str(there)) for step, there in zip(way, at, strict=True))
        for way in ways
    )


def shows_elsewhere(fault: Fault) -> bool:
    return is_any_of(fault.at, [way for what, way in ELSEWHERE if what == fault.what])


def is_fault(fault: Fault, file: File) -> bool:
    if shows_elsewhere(fault):
        return False
    if fault.what == "dropped":
        left_out = file.kind == "house" and fault.at[0] in chapters() and len(fault.at) <= 2
        return not left_out and not is_any_of(fault.at, OPTIONAL)
    return fault.what != "wrong word" or not is_any_of(fault.at, FREE_TEXT)


def is_for_the_model(fault: Fault) -> bool:
    return fault.what == "wrong word" and is_any_of(fault.at, TOLD_BY_THE_MODEL)


# ---- both judges ---------------------------------------------------------------------------------


def schema_refuses(file: File, data: Json, at: Pointer) -> bool:
    """Whether the schema refuses the part in which the fault is: then it refuses the whole."""
    key, option = at[0], at[1] if len(at) > 1 else None
    if key not in whole(file.kind)["properties"] or key not in data:
        return not validator(file.kind).is_valid(data)
    inner = data[key]
    if option is None or key not in chapters() or option not in inner:
        return not validator(file.kind, str(key)).is_valid(inner)
    # Of a chapter only the faulty option, so that not all others are looked at each time.
    return not validator(file.kind, str(key), without="required").is_valid({option: inner[option]})


def model_finds(file: File, data: Json, at: Pointer) -> list[Diagnostic]:
    """The errors of the model; only the option with the fault is written out and read again."""
    found = Examination(reread(file, data, at[:2]), file.path)
    refused = found.run() is None
    errors = [problem for problem in found.problems if problem.severity == "error"]
    assert refused == bool(errors)
    return errors


def reread(file: File, data: Json, at: Pointer) -> Document:
    place: Any = data
    for step in at:
        if not isinstance(place, dict) or step not in place:
            break
        place = place[step]
    else:
        changed: Any = place
        for step in reversed(at):
            changed = {step: changed}
        text = yaml.safe_dump(changed, sort_keys=False, allow_unicode=True)
        parsed, problems = document.parse(text, "changed.yaml")
        assert parsed is not None
        assert not problems
        assert parsed.data == changed
        return merged(file.document, parsed, data)
    return merged(file.document, file.document, data)


def merged(old: Document, new: Document, data: Json) -> Document:
    return Document(
        file=old.file,
        lines=old.lines,
        data=data,
        values=ChainMap(dict(new.values), dict(old.values)),
        keys=ChainMap(dict(new.keys), dict(old.keys)),
        raw=ChainMap(dict(new.raw), dict(old.raw)),
    )


ACROSS = ("contradiction", "no-effect")
"""Codes of what goes across options, and so may stand at another one."""


def misplaced(fault: Fault, errors: Iterable[Diagnostic]) -> list[str]:
    """What is wrong with the places of the errors that a fault has caused."""
    if (fault.what, fault.at) == ("dropped", ("extends",)):
        return []  # the file counts as a book then, and a book lacks much
    within = [error for error in errors if is_within(fault, error)]
    others = [e for e in errors if e not in within and e.code not in ACROSS]
    texts = [f"elsewhere: {error.text()}" for error in others]
    return texts if within else ["not where it is", *texts]


def is_within(fault: Fault, error: Diagnostic) -> bool:
    owner = ".".join(map(str, fault.at[: 2 if fault.at[0] in chapters() else 1]))
    if fault.what == "dropped" and owner == ".".join(map(str, fault.at)):
        # What is not there is missed by what is around it, and named.
        return error.path == owner.rpartition(".")[0] and f"'{fault.key}'" in error.message
    return re.split(r"[.\[]", error.path)[: owner.count(".") + 1] == owner.split(".")


@pytest.mark.parametrize("name", RULESETS)
def test_schema_and_model_refuse_every_fault_and_the_model_says_where(name: str) -> None:
    file = right(name)
    found = [fault for fault in faults_of(file.data) if is_fault(fault, file)]
    assert len(found) > 50
    wrong = []
    for fault in found:
        data = fault.of(file.data)
        by_schema = schema_refuses(file, data, fault.at)
        if by_schema == is_for_the_model(fault):
            wrong.append((fault, f"the schema refuses it: {by_schema}"))
        errors = model_finds(file, data, fault.at)
        wrong += [(fault, text) for text in misplaced(fault, errors)]
    assert wrong == []


@pytest.mark.parametrize("name", RULESETS)
def test_what_counts_as_no_fault_is_refused_by_neither(name: str) -> None:
    file = right(name)
    for fault in faults_of(file.data):
        if is_fault(fault, file) or shows_elsewhere(fault):
            continue
        data = fault.of(file.data)
        assert not schema_refuses(file, data, fault.at), fault
        assert {e.code for e in model_finds(file, data, fault.at)} <= set(ACROSS), fault


@pytest.mark.parametrize("name", RULESETS)
def test_a_file_with_a_fault_in_every_option_is_refused_option_by_option(
    name: str, tmp_path: Path
) -> None:
    file = right(name)
    found = [
        fault
        for fault in faults_of(file.data)
        if is_fault(fault, file) and fault.at[0] in chapters() and len(fault.at) > 2
    ]
    for what in dict.fromkeys(fault.what for fault in found):
        data, made = file.data, dict[Pointer, Fault]()
        for fault in found:
            if fault.what == what and fault.at[:2] not in made:
                made[fault.at[:2]], data = fault, fault.of(data)
        path = tmp_path / "faulty.yaml"
        path.write_text(yaml.safe_dump(data, sort_keys=False), encoding="utf-8")
        ruleset, problems = examine(path)
        assert ruleset is None
        errors = [problem for problem in problems if problem.severity == "error"]
        assert [f for f in made.values() if not any(is_within(f, e) for e in errors)] == []
        assert [e.text() for e in errors if not any(is_within(f, e) for f in made.values())] == []
        assert what == "wrong word" or not validator(file.kind).is_valid(data)


# ---- what only one of the two refuses ------------------------------------------------------------

HEAD = "format: 1\nruleset: a-club\ntitle: A club\nextends: ema-2016\n"


def own(words: str) -> str:
    return f"yaku: {{stairway: {{name: {{en: Stairway}}, worth: {{closed: 2}}, {words}}}}}"


ONLY_THE_MODEL = {
    "the uma of the places sums to zero": "result: {uma: [30000, 10000, -10000, -20000]}",
    "a better place gets more uma": "result: {uma: [5000, 15000, -5000, -15000]}",
    "an open hand is worth no more": "yaku: {pinfu: {closed: 1, open: 2}}",
    "options do not contradict each other": "setup: {starting_points: 40000}",
    "a yaku is given once, by whichever name": "yaku: {tanyao: none, all_simples: {closed: 1}}",
    "a known yaku is not defined, in any spelling": (
        "yaku: {taanyao: {name: {en: Simples}, worth: {closed: 1}, tiles: simple}}"
    ),
    "honours end at seven": own("tiles: 8z"),
    "a tile is named once": own("tiles: 11m"),
    "there are four of each tile": own("holds: 11111m"),
    "a waiting hand has thirteen tiles": own("waiting_hand: 123m"),
    "an occasion is not both given and excluded": own("when: riichi, unless: riichi"),
    "a tile is drawn or claimed": own("when: [self_draw, discard]"),
    "a concealed hand has no claimed set": own("concealed: true, claimed: 1+"),
    "a hand has four sets": own("chows: 3, pungs: 2"),
    "seven pairs have no sets": own("form: seven_pairs, pungs: 1"),
    "a word stands beside any or in it": own("chows: 1, any: [{chows: 2}, {pungs: 2}]"),
}
"""Rules that JSON Schema cannot say, each with a file that breaks it."""

ONLY_THE_SCHEMA = {
    "another name of a yaku in capitals": "yaku: {Tanyao: none}",
    "another name of a yaku with hyphens": "yaku: {rinshan-kaihou: none}",
    "another name of a yaku in kanji": "yaku: {平和: none}",
    "another name of a yaku with other vowels": "yaku: {taanyao: none}",
    "more spaces than needed in a set": own("sets: chow  n X"),
    "spaces within tiles": own("tiles: 1 9m"),
}
"""What the model lets pass, and an editor may mark as unusual, each with a file that has it."""


def judged(text: str, tmp_path: Path) -> tuple[bool, bool]:
    """Whether the schema of house rules and the model accept a file."""
    path = tmp_path / "club.yaml"
    path.write_text(text, encoding="utf-8")
    parsed, _ = document.read(path)
    assert parsed is not None
    ruleset, _ = examine(path)
    return validator("house").is_valid(parsed.data), ruleset is not None


@pytest.mark.parametrize("rule", ONLY_THE_MODEL)
def test_only_the_model_can_say_that(rule: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{ONLY_THE_MODEL[rule]}\n", tmp_path) == (True, False)


@pytest.mark.parametrize("habit", ONLY_THE_SCHEMA)
def test_only_the_schema_minds(habit: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{ONLY_THE_SCHEMA[habit]}\n", tmp_path) == (False, True)


@pytest.mark.parametrize("name", ["tanyao", "stairway"])
def test_a_book_names_known_yaku_by_their_ids_though_the_model_reads_more(name: str) -> None:
    file = right("ema-2016")
    own_worth = {"name": {"en": "Stairway"}, "worth": {"closed": 2}, "chows": 4}
    leaf = {"value": own_worth if name == "stairway" else "none", "cite": "4.2.1"}
    yaku = {key: law for key, law in file.data["yaku"].items() if key != "all_simples"}
    if name == "stairway":
        yaku = file.data["yaku"]
    data = {**file.data, "yaku": {**yaku, name: leaf}}
    assert not validator("book").is_valid(data)
    assert model_finds(file, data, ("yaku", name)) == []


# ---- the yaku of a club --------------------------------------------------------------------------

LAWFUL = {
    "a chapter with nothing but comments": "claims: null",
    "a known local yaku": "yaku: {daisharin: {yakuman: 1}}",
    "a known yaku by another name": "yaku: {heavenly_hand: {yakuman: 2}}",
    "American spelling": "yaku: {all_honors: {yakuman: 2}}",
    "concealed only, said with null": "yaku: {all_simples: {closed: 1, open: null}}",
    "a yaku of one's own with who decided it": (
        "yaku: {stairway: {value: {name: {ja: Kaidan}, worth: {closed: 2}, chows: 4}, house: all}}"
    ),
    "one round": "end: {rounds: [east]}",
    "nobody stays": "dealer: {stays_on: []}",
}
UNLAWFUL = {
    "a worth for a yaku that nobody knows": "yaku: {stairway: {closed: 2}}",
    "a slip in the id of a known yaku": "yaku: {riichy: {closed: 2}}",
    "a definition of a known yaku": "yaku: {tanyao: {name: {en: A}, worth: none, tiles: simple}}",
    "a yaku without a condition": own("replaces: pinfu"),
    "a yaku without a name": "yaku: {stairway: {worth: none, chows: 4}}",
    "a yaku with an unreadable name": own("chows: 4").replace("en: Stairway", "kanji: 平和"),
    "a name of spaces": own("pair: dragon").replace("en: Stairway", "en: ' '"),
    "a yaku with a bad id": own("chows: 4").replace("stairway", "Stair way"),
    "an unknown word in a definition": own("chows: 4, dragons: 2"),
    "counted without sets": own("chows: 4, counted: true"),
    "an alternative without a condition": own("any: [{chows: 4}, {}]"),
    "only one alternative": own("any: [{chows: 4}]"),
    "rounds in another order": "end: {rounds: [south, east]}",
    "no round": "end: {rounds: []}",
    "a word twice": "dealer: {stays_on: [win, win]}",
    "nothing that calls a hand off": (
        "draws: {abortive: {kinds: [], four_riichi_hands: shown, four_kongs_end: at_once, "
        "counter: added, dealer: stays, bets: stay}}"
    ),
    "a number that is not a multiple": "dealer: {counter_value: 100}",
    "three places of uma": "result: {uma: [10000, 0, -10000]}",
    "five places of uma": "result: {uma: [10000, 0, 0, 0, -10000]}",
    "a decimal": "setup: {starting_points: 30000.5}",
    "two kinds of worth": "yaku: {pinfu: {closed: 1, yakuman: 1}}",
    "two ways at once": ("chombo: {casual: {after_uma: 20000, at_table: 20000}}"),
    "no value": "claims: {winners: null}",
    "a law of books in house rules": 'claims: {winners: {value: nearest, cite: "3"}}',
    "a note alone": "claims: {winners: {note: as ever}}",
}


@pytest.mark.parametrize("case", LAWFUL)
def test_both_accept_it(case: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{LAWFUL[case]}\n", tmp_path) == (True, True)


@pytest.mark.parametrize("case", UNLAWFUL)
def test_both_refuse_it(case: str, tmp_path: Path) -> None:
    assert judged(f"{HEAD}{UNLAWFUL[case]}\n", tmp_path) == (False, False)


def test_the_schemas_are_plain_json_with_a_final_newline() -> None:
    for kind in KINDS:
        assert committed(kind).endswith("}\n")
        assert json.loads(committed(kind)) == whole(kind)
