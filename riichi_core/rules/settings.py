"""List a ruleset's value for each option, in words and as data."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, replace
from typing import Any, assert_never

from riichi_core.language import PLAIN_ENGLISH, Translator
from riichi_core.messages import YakuName
from riichi_core.rules.chapters.yaku import LocalYaku, worth_sentence
from riichi_core.rules.glossary import known_yaku
from riichi_core.rules.options import Option, describe_value
from riichi_core.rules.rules import Rules, options
from riichi_core.rules.ruleset import Provenance, Ruleset
from riichi_core.rules.yaku_words import definition_words


@dataclass(frozen=True, slots=True)
class Setting:
    """A ruleset's value for one option.

    >>> from riichi_core import compare
    >>> side = compare("ema-2016", "ema-2025").rows[0].sides[0]
    >>> side.value, side.provenance.kind
    ({'m': 0, 'p': 0, 's': 0}, 'cite')

    Attributes:
        value: the value as written in a file.
        meaning: the sentences of the value, without a proviso.
        sentences: the complete rule: the meaning with the ruleset's proviso.
        provenance: its source; None for a yaku that is not played.
        key: a value for comparison; equal only if two rulesets agree.
    """

    value: Any
    meaning: str
    sentences: str
    provenance: Provenance | None
    key: Any

    @property
    def own_proviso(self) -> str:
        """What a club adds to the rule in its own words; empty for nothing."""
        source = self.provenance
        return source.proviso if source is not None and source.kind == "house" else ""

    def as_json(self) -> dict[str, Any]:
        """Return a JSON object: value, sentences, the kind of provenance, and its ruleset.

        The sentences include a proviso, but not a reading or a note. An unofficial source adds its
        grade, and a house rule its file and line.
        """
        entry: dict[str, Any] = {"value": self.value, "says": self.sentences}
        if self.provenance is not None:
            entry[self.provenance.kind] = self.provenance.text
            entry["ruleset"] = self.provenance.ruleset
            if self.provenance.grade not in (None, "official"):
                entry["grade"] = self.provenance.grade
            for kind in ("proviso", "reading", "note"):
                if text := getattr(self.provenance, kind):
                    entry[kind] = text
            if self.provenance.place:
                entry["set_at"] = self.provenance.place
        return entry


def setting(ruleset: Ruleset, path: str, option: Option, tr: Translator = PLAIN_ENGLISH) -> Setting:
    """Return the setting of an option, in the words of the ruleset's book."""
    tr = tr.of(ruleset)
    rules = ruleset.rules
    meaning = describe_value(option, rules.value(path), tr)
    written = rules.written_value(path)
    return _setting(ruleset, path, written, meaning, rules.comparable(path), tr)


def _setting(
    ruleset: Ruleset, path: str, written: Any, meaning: str, key: Any, tr: Translator
) -> Setting:
    source = ruleset.provenance[path]
    whole = oka_sentence(ruleset.rules, tr) if path == "result.oka" else meaning
    return Setting(written, meaning, _with_proviso(whole, source, tr), source, key)


def oka_sentence(rules: Rules, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return what happens to the oka, with its points: they follow from two other options."""
    points = rules.oka_points
    match "none" if rules.result.return_points == "none" else rules.result.oka:
        case "none":
            return describe_value(options()["result.oka"], "none", tr)
        case "first":
            return tr(
                "First place gets the oka of {points} points: four times the difference between "
                "the return points and the starting points. In a tie, it goes to the tied player "
                "who started nearest to East.",
                points=points,
            )
        case "shared_first":
            return tr(
                "First place gets the oka of {points} points: four times the difference between "
                "the return points and the starting points. Tied players share it.",
                points=points,
            )
        case _ as unknown:
            assert_never(unknown)


def _with_proviso(meaning: str, source: Provenance, tr: Translator) -> str:
    """Return the meaning of a value and its proviso; a club's own is made a sentence."""
    proviso = source.proviso
    if proviso and source.kind == "house":
        return f"{meaning} {proviso[0].upper()}{proviso[1:].removesuffix('.')}."
    return f"{meaning} {tr(proviso)}" if proviso else meaning


def local_yaku_options(*rulesets: Ruleset, tr: Translator = PLAIN_ENGLISH) -> dict[str, Option]:
    """Return an option, by path, for each yaku without a field that a ruleset gives a value."""
    return {
        f"yaku.{yaku.id}": Option(title(yaku, tr), worth_sentence, unit="han")
        for ruleset in rulesets
        for yaku in ruleset.rules.yaku.local
    }


def title(yaku: LocalYaku, tr: Translator = PLAIN_ENGLISH) -> str:
    """Return the name of a local yaku: the club's name, or else the usual one."""
    return tr.yaku_name(yaku.name or known_yaku()[yaku.id].name)


def yaku_name(name: str, rules: Rules) -> YakuName:
    """Return the name of any yaku: the club's name, or else the usual one."""
    own = (yaku.name for yaku in rules.yaku.local if yaku.id == name)
    return YakuName.among(next(own, None) or known_yaku()[name].name)


def local_setting(ruleset: Ruleset, path: str, tr: Translator = PLAIN_ENGLISH) -> Setting:
    """Return the setting of a yaku without a field; a yaku without a value does not count."""
    tr = tr.of(ruleset)
    yaku, key = ruleset.rules.local_yaku(path), ruleset.rules.comparable(path)
    if yaku is None:
        says = worth_sentence("none", tr)
        return Setting("none", says, says, None, key)
    value = ruleset.rules.written_value(path)
    says = worth_sentence(yaku.worth, tr)
    if yaku.definition is not None:
        says = f"{says} {definition_words(yaku.definition, tr)}"
    return _setting(ruleset, path, value, says, key, tr)


def settings(
    *rulesets: Ruleset, tr: Translator = PLAIN_ENGLISH, paths: Container[str] | None = None
) -> Iterator[tuple[str, Option, list[Setting]]]:
    """Yield every option with its settings, in reading order; `tr` translates the titles.

    With `paths`, it yields only those options.
    """
    tr = tr.of(*rulesets)
    in_words = [(ruleset, tr.of(ruleset)) for ruleset in rulesets]
    local_options = local_yaku_options(*rulesets, tr=tr)
    for path, option in options().items():
        if paths is None or path in paths:
            translated = replace(option, title=tr(option.title))
            sides = [setting(ruleset, path, option, words) for ruleset, words in in_words]
            if path.startswith("yaku.") and len(rulesets) > 1:
                sides = [
                    _named(side, words(option.title), translated.title)
                    for side, (_, words) in zip(sides, in_words, strict=True)
                ]
            yield path, translated, sides
        if path == LAST_YAKU:
            for path_of_local, local_option in local_options.items():
                if paths is None or path_of_local in paths:
                    sides = [local_setting(one, path_of_local, words) for one, words in in_words]
                    yield path_of_local, local_option, sides


def _named(side: Setting, name: str, title: str) -> Setting:
    """Return the setting of a yaku after the book's name for it, if the title is another."""
    if name == title or side.value == "none":
        return side
    return replace(side, sentences=f"{name}: {side.sentences}")


LAST_YAKU = [path for path in options() if path.startswith("yaku.")][-1]
