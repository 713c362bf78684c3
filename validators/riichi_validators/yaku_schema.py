"""The yaku chapter of a file: known yaku by any name, and in house rules those of a club."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from riichi_core.rules import glossary
from riichi_core.rules.chapters.yaku import LocalYaku, worth_sentence
from riichi_core.rules.custom_yaku import PRICED
from riichi_core.rules.grammar import YAKU_ID
from riichi_core.rules.options import Option
from riichi_core.rules.vocabulary import KnownYaku, Names
from riichi_validators import describe
from riichi_validators.definitions import definitions, ref
from riichi_validators.describe import Json

Leaf = Callable[[Json], Json]

OWN_ID = f"^{YAKU_ID}$"


def shared() -> Mapping[str, Json]:
    """Return the worth of a yaku without a field, and the definition of one that a club has."""
    field = LocalYaku.model_fields["worth"]
    schema = definitions()["LocalYaku"]["properties"]["worth"]
    worth = describe.value(field, Option("Worth", worth_sentence, unit="han"), schema)
    return {"Worth": worth, "OwnYaku": _own()}


def _own() -> Json:
    """A definition with its name and its worth."""
    definition = definitions()["Definition"]
    name = {"title": "Name", "description": KnownYaku.model_fields["name"].description}
    return definition | {
        "title": "A yaku of your own",
        "description": "Its name, its worth, and the conditions that must all hold.",
        "properties": {
            "name": name | ref("Names"),
            "worth": ref("Worth"),
            **definition["properties"],
        },
        "required": ["name", "worth"],
    }


def extended(chapter: Json, leaf: Leaf, *, is_house: bool) -> Json:
    """The yaku chapter with the known local yaku; for a club also with other names and its own."""
    known = {name: _known(yaku) | leaf(ref("Worth")) for name, yaku in local_yaku().items()}
    whole = chapter | {"properties": chapter["properties"] | known}
    if not is_house:
        return whole
    other = {
        "title": "A known yaku by another of its names",
        "description": "What it is worth in these rules; another name does as well as the id.",
    }
    own = {
        "title": "A yaku of your own",
        "description": "A yaku that is not known: give its name, its worth and its conditions.",
    }
    return whole | {
        "propertyNames": {"pattern": OWN_ID},
        "patternProperties": {_any_of(aliases()): other | leaf(ref("Worth"))},
        "additionalProperties": own | leaf(ref("OwnYaku")),
    }


def local_yaku() -> Mapping[str, KnownYaku]:
    """The known yaku that no book has a field for."""
    return {name: yaku for name, yaku in glossary.known_yaku().items() if name not in PRICED}


def _known(yaku: KnownYaku) -> Json:
    names = ", ".join(dict.fromkeys(yaku.name.spellings()))
    text = f"{names}.\nA known local yaku: it counts only if it is given a worth here."
    return {"title": yaku.name.title, "description": text}


@cache
def aliases() -> tuple[str, ...]:
    """The other names of known yaku, spelled as ids are."""
    ids = glossary.known_yaku()
    found = {spelling for name, yaku in ids.items() for spelling in _spellings(name, yaku.name)}
    return tuple(sorted(found - {"", *ids}))


def _spellings(yaku_id: str, names: Names) -> Iterator[str]:
    """Each name as an id, also in American English and with short vowels: all_honors, sananko."""
    for name in filter(None, (yaku_id, names.en, names.ja, *(names.also or ()))):
        yield _as_id(name)
        yield _as_id(name).replace("honour", "honor")
    yield "_".join(glossary.fold_spelling(word) for word in _as_id(names.ja or "").split("_"))


def _as_id(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower()).encode("ascii", "ignore").decode()
    return re.sub(r"[ _-]+", "_", re.sub(r"[^a-z0-9 _-]", "", plain))


def _any_of(words: tuple[str, ...]) -> str:
    return f"^({'|'.join(words)})$"
