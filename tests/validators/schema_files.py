"""Files for which schema and model are compared, and the two validators."""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml
from effort import HELD
from jsonschema import Draft202012Validator

from riichi.schema import ruleset_schema
from riichi.schema.kinds import RulesetKind
from riichi_core.files import yaml_document
from riichi_core.files.problem import Pointer, Problem
from riichi_core.files.source_document import SourceDocument
from riichi_core.rules import library
from riichi_core.rules.rules import chapters
from riichi_core.rules.ruleset_check import RulesetCheck

Json = dict[str, Any]

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "ruleset-files.md"
EXAMPLE = PAGE.read_text("utf-8").partition("```yaml\n")[2].partition("```")[0]
"""The house rules that the page about ruleset files shows."""

RULESETS = [*HELD, "example"]
BOOKS = list(library.books())
KINDS: tuple[RulesetKind, ...] = ("book", "house", "shelf")


@cache
def whole(kind: RulesetKind) -> Json:
    return ruleset_schema.file_schema(kind)


@cache
def validator(kind: RulesetKind, key: str = "", without: str = "") -> Draft202012Validator:
    """Return a validator of a file, or of one of its keys; `without` drops a top-level keyword."""
    part = whole(kind)["properties"][key] if key else whole(kind)
    kept = {word: value for word, value in part.items() if word != without}
    return Draft202012Validator({"$defs": whole(kind)["$defs"], **kept})


@dataclass(frozen=True)
class File:
    """A valid ruleset file."""

    kind: RulesetKind
    document: SourceDocument
    path: Path

    @property
    def data(self) -> Json:
        assert isinstance(self.document.data, dict)
        return self.document.data


@cache
def right(name: str) -> File:
    path = library.shipped().get(name, Path("example.yaml"))
    text = EXAMPLE if name == "example" else path.read_text(encoding="utf-8")
    parsed, problems = yaml_document.parse(text, name)
    assert parsed is not None
    assert not problems
    assert isinstance(parsed.data, dict)
    return File("house" if "extends" in parsed.data else "book", parsed, path)


# ---- both judges ---------------------------------------------------------------------------------


def schema_refuses(file: File, data: Json, at: Pointer) -> bool:
    """Return True if the schema refuses the part with the error, and so the whole."""
    key, option = at[0], at[1] if len(at) > 1 else None
    if key not in whole(file.kind)["properties"] or key not in data:
        return not validator(file.kind).is_valid(data)
    inner = data[key]
    if option is None or key not in chapters() or option not in inner:
        return not validator(file.kind, str(key)).is_valid(inner)
    # Only the option with the error, so that not all others of the chapter are checked each time.
    return not validator(file.kind, str(key), without="required").is_valid({option: inner[option]})


def model_finds(file: File, data: Json, at: Pointer) -> list[Problem]:
    """Return the errors of the model; only the option with the error is read again."""
    found = RulesetCheck(reread(file, data, at[:2]), file.path)
    refused = found.run() is None
    errors = [problem for problem in found.problems if problem.severity == "error"]
    assert refused == bool(errors)
    return errors


def reread(file: File, data: Json, at: Pointer) -> SourceDocument:
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
        parsed, problems = yaml_document.parse(text, "changed.yaml")
        assert parsed is not None
        assert not problems
        assert parsed.data == changed
        return merged(file.document, parsed, data)
    return merged(file.document, file.document, data)


def merged(old: SourceDocument, new: SourceDocument, data: Json) -> SourceDocument:
    return SourceDocument(
        file=old.file,
        lines=old.lines,
        data=data,
        values=ChainMap(dict(new.values), dict(old.values)),
        keys=ChainMap(dict(new.keys), dict(old.keys)),
        raw=ChainMap(dict(new.raw), dict(old.raw)),
    )
