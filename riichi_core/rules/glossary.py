"""Look up the names of yaku (rulesets/yaku.yaml) and of options (rulesets/names.yaml)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from riichi_core.rules.chapters.yaku import KnownYaku
from riichi_core.rules.library import rulesets_dir
from riichi_core.rules.options import FrozenModel
from riichi_core.rules.prepared import load_typed
from riichi_core.rules.rules import options
from riichi_core.rules.words import names_in_books
from riichi_core.spelling import closest_word, other_ids

YAKU_FILE = "yaku.yaml"
NAMES_FILE = "names.yaml"
SHORT_FORM_FILE = "short-form.yaml"

_LONG_VOWELS = tuple(
    (re.compile(pattern), short)
    for pattern, short in (
        ("o[ou]+", "o"),
        ("uu+", "u"),
        ("ii+", "i"),
        ("aa+", "a"),
        ("e[ei]+", "e"),
    )
)


@cache
def known_yaku() -> Mapping[str, KnownYaku]:
    """Return every defined yaku by its id, in the order of the file."""
    return MappingProxyType(load_typed(rulesets_dir() / YAKU_FILE, read_yaku))


def read_yaku(data: Any) -> dict[str, KnownYaku]:
    """Return the yaku that a file defines, by their ids."""
    return {name: KnownYaku.of_plain(yaku) for name, yaku in data.items()}


def usual_worth(yaku: str) -> dict[str, Any] | None:
    """Return the usual value of a local yaku, as a file writes it; None if it has none.

    >>> usual_worth("daisharin"), usual_worth("sanshoku_tsuukan")
    ({'yakuman': 1}, {'concealed': 2, 'open': 1})
    """
    usual = known_yaku()[yaku].usual
    return None if usual is None else usual.model_dump(exclude_unset=True)


@lru_cache(maxsize=8192)
def fold_spelling(name: str) -> str:
    """Fold the spellings of a name: drop case, spaces, hyphens, accents and long vowels.

    `Rinshan Kaihō`, `rinshan-kaihou` and `RINSHANKAIHO` are the same. English names are folded in
    the same way (`honours` and `honors`). This does no harm, because both sides of a comparison are
    folded.
    """
    folded = name.casefold()
    if not folded.isascii():
        folded = unicodedata.normalize("NFKD", folded)
    letters = "".join(filter(str.isalnum, folded))
    for long, short in _LONG_VOWELS:
        letters = long.sub(short, letters)
    return letters


def yaku_named(name: str) -> str | None:
    """Return the id of the yaku with this name or id; None if there is none."""
    return _ids_by_name().get(fold_spelling(name))


@cache
def folded_names() -> Mapping[str, tuple[str, ...]]:
    """Return the names of each yaku by its id, with folded spellings."""
    return {
        yaku_id: tuple(
            dict.fromkeys(
                map(fold_spelling, (yaku_id, *yaku.name.spellings(), *names_in_books(yaku_id)))
            )
        )
        for yaku_id, yaku in known_yaku().items()
    }


@cache
def _ids_by_name() -> Mapping[str, str]:
    """Return the id of the yaku that has a name; a name that books give to several has none."""
    own = {
        fold_spelling(name): yaku_id
        for yaku_id, yaku in known_yaku().items()
        for name in (yaku_id, *yaku.name.spellings())
    }
    ids: dict[str, set[str]] = {}
    for yaku_id, names in folded_names().items():
        for name in names:
            ids.setdefault(name, set()).add(yaku_id)
    return {name: yaku_id for name, (yaku_id, *others) in ids.items() if not others} | own


# ---- other names of options ----------------------------------------------------------------------


class OtherNames(FrozenModel):
    """Other names that people use (rulesets/names.yaml).

    Attributes:
        options: the other names of each option, by path.
        clauses: names of clauses without an option, by id.
        words: for a word or name, its synonyms.
        small: words that carry little meaning in a question.
        manner: words of questions about a foul: persons, verbs in the past, prices, permissions.
        pointing: words of questions that mean nothing without the text before them.
        courtesies: polite phrases around a question, which are not part of it.
        no_rule: the subjects that no rule covers, and words of questions about each.
        rulesets: the names by which questions call shipped rulesets, by id.
        doors: the rulesets to start with, by the platform or club whose rules a club plays.
        around_rulesets: phrases around such a name, with `{}` in its place.
    """

    options: dict[str, tuple[str, ...]]
    clauses: dict[str, tuple[str, ...]]
    words: dict[str, tuple[str, ...]]
    small: tuple[str, ...]
    manner: dict[str, tuple[str, ...]]
    pointing: tuple[str, ...]
    courtesies: tuple[str, ...]
    no_rule: dict[str, tuple[str, ...]]
    rulesets: dict[str, tuple[str, ...]]
    doors: dict[str, tuple[str, ...]]
    around_rulesets: tuple[str, ...]


@cache
def other_names() -> OtherNames:
    """Return the other names of options and words."""
    return load_typed(rulesets_dir() / NAMES_FILE, read_names)


def read_names(data: Any) -> OtherNames:
    """Return the other names in a file."""
    return OtherNames.of_plain(data)


@cache
def short_form() -> Mapping[str, Any]:
    """Return the decisions that clubs know, with their ways to play (rulesets/short-form.yaml)."""
    return MappingProxyType(load_typed(rulesets_dir() / SHORT_FORM_FILE, dict[str, Any]))


@cache
def _nicknames() -> Mapping[str, str]:
    named_paths = (
        (fold_spelling(name), path)
        for path, names in (*ids_elsewhere().items(), *other_names().options.items())
        for name in names
    )
    paths: dict[str, str] = {}
    for name, path in named_paths:
        paths.setdefault(name, path)
    return paths


@cache
def ids_elsewhere() -> Mapping[str, list[str]]:
    """Return the ids of two words or more that other vocabularies have for options and values."""
    found: dict[str, list[str]] = {}
    for own, others in other_ids().items():
        if "." in own:
            ids = found.setdefault(".".join(own.split(".")[:2]), [])
            ids += (name for name in others if "_" in name)
    return found


def option_named(name: str) -> str | None:
    """Return the path of the option with this name; None if there is none."""
    return _nicknames().get(fold_spelling(name))


def closest_option(path: str, known: Iterable[str] = ()) -> str:
    """Return the option that a wrong path probably means; empty if there is none.

    Args:
        path: the path, or the name of a yaku or an option.
        known: the paths of the options; by default those of every ruleset.
    """
    paths = [*known] or [*options()]
    chapter, _, rest = path.partition(".")
    name = path.rpartition(".")[2]
    if (yaku := yaku_named(path.removeprefix("yaku."))) is not None:
        return f"yaku.{yaku}"
    in_chapter = {one.split(".")[1]: one for one in paths if one.startswith(f"{chapter}.")}
    if near := closest_word(rest.partition(".")[0], in_chapter):
        return in_chapter[near]
    if (option := option_named(name)) is not None:
        return option
    by_name = {one.split(".")[1]: one for one in paths}
    return by_name.get(closest_word(name, by_name)) or closest_word(path, paths)
