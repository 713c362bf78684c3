"""A ruleset in a few words: for a picture, a link, and another site."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from riichi.content.guide import five_tiles, own_sentence
from riichi.content.what_matters import by_what_matters
from riichi.locale import Locale
from riichi.web.quick import Decision, Way, decisions, kind_of
from riichi.writers.picture import HEIGHT, WIDTH, picture_svg
from riichi_core.comparison.comparison import Comparison, ComparisonRow, compare
from riichi_core.language import Translatable, Translator
from riichi_core.rules.rules import options
from riichi_core.rules.ruleset import Ruleset
from riichi_core.rules.settings import setting

MOST_FACTS = 8
"""The number of facts that fit in a picture."""

LONGEST_WORDS = 110
"""The maximum length of a fact's words, in letters."""

LONGEST_DESCRIPTION = 300
"""The maximum number of letters that a network shows below a title."""

NOT_PLAYED: Translatable = "No"


@dataclass(frozen=True, slots=True)
class Fact:
    """A rule in a few words: `Red fives`, `3`."""

    title: str
    says: str


@dataclass(frozen=True, slots=True)
class InShort:
    """A ruleset in a few words.

    Attributes:
        language: the language of the words.
        title: the title of the ruleset.
        summary: the number of rules that differ from the base, or an introduction to the main
            rules.
        facts: the rules that differ, or the main rules of a book; at most eight.
        more: the number of further rules, in words; empty if there are none.
        tiles: the fives of the set of tiles, red or not.
    """

    language: str
    title: str
    summary: str
    facts: tuple[Fact, ...]
    more: str
    tiles: tuple[str, ...]

    @property
    def description(self) -> str:
        """The line that a network shows below the title."""
        facts = "; ".join(f"{fact.title}: {fact.says.rstrip('.')}" for fact in self.facts)
        return f"{self.summary} {facts}." if facts else self.summary

    @property
    def picture(self) -> str:
        """The picture of the ruleset, as SVG."""
        facts = [(fact.title, fact.says) for fact in self.facts]
        return picture_svg(self.title, self.summary, facts, self.more, self.tiles)

    def tags(self, address: str = "", picture: str = "") -> dict[str, str]:
        """Return the page's description for networks and messengers (Open Graph).

        The absolute addresses of the page and of its picture are empty if they are unknown.
        """
        return page_tags(self.title, self.description, self.language, address, picture)


def page_tags(
    title: str, description: str, language: str, address: str = "", picture: str = ""
) -> dict[str, str]:
    """Return the tags of any page, by name."""
    tags = {
        "og:type": "website",
        "og:title": title,
        "og:description": _shortened(description, LONGEST_DESCRIPTION),
        "og:locale": language,
        "twitter:card": "summary_large_image" if picture else "summary",
    }
    if address:
        tags["og:url"] = address
    if picture:
        size = {"og:image:width": str(WIDTH), "og:image:height": str(HEIGHT)}
        tags |= {"og:image": picture, **size, "og:image:alt": title}
    return tags


def in_short(ruleset: Ruleset, tr: Locale, base: Ruleset | None = None) -> InShort:
    """Return a ruleset in a few words: its differences from the base, or a book's main rules."""
    tr = tr.of(ruleset)
    base = ruleset.base if base is None else base
    facts: list[Fact] = []
    summary = tr("The main rules:")
    if base is not None:
        paths = ruleset.changes if base is ruleset.base else None
        comparison = compare(base, ruleset, tr=tr, paths=paths)
        facts = [*_differences(comparison, base, ruleset, tr)]
        summary = _summary(len(comparison.differing), base.short_title_in(tr), tr)
    if not facts:
        facts = [_fact(decision, ruleset, tr) for decision in decisions()]
    left = len(facts) - MOST_FACTS
    return InShort(
        language=tr.language,
        title=ruleset.title_in(tr),
        summary=summary,
        facts=tuple(facts[:MOST_FACTS]),
        more=tr("and {n} more", n=left) if left > 0 else "",
        tiles=tuple(wrap(five_tiles(ruleset.rules), 2)),
    )


def _summary(n: int, base: str, tr: Locale) -> str:
    if not n:
        return tr("The same as {base}.", base=base)
    return tr.counted(
        "{n} rule differs from {base}.", "{n} rules differ from {base}.", n, base=base
    )


# ---- what differs --------------------------------------------------------------------------------


def _differences(
    comparison: Comparison, base: Ruleset, ruleset: Ruleset, tr: Locale
) -> Iterator[Fact]:
    """Yield the differences that clubs know, then the others, the most important first."""
    rows = {matter.row.path: matter.row for matter in by_what_matters(comparison)}
    for decision in decisions():
        ways = [way for way in decision.ways if not rows.keys().isdisjoint(way.values)]
        if _has_own_options(decision):
            for way in ways:
                if (state := _is_on(way, ruleset)) is not None and state != _is_on(way, base):
                    yield Fact(tr(way.label), tr("Yes") if state else tr(NOT_PLAYED))
                    _drop(rows, way)
        elif ways:
            yield _fact(decision, ruleset, tr)
            for way in ways:
                _drop(rows, way)
    if local := [row for row in rows.values() if _is_local_and_played(row)]:
        yield Fact(tr("Local yaku"), _shortened(", ".join(row.title for row in local)))
    for row in rows.values():
        if row not in local:
            sides = [side.sentences for side in row.sides]
            yield Fact(row.title, _shortened(own_sentence(sides[-1], sides)))


def _drop(rows: dict[str, ComparisonRow], way: Way) -> None:
    for path in way.values:
        rows.pop(path, None)


def _is_local_and_played(row: ComparisonRow) -> bool:
    return row.path not in options() and row.sides[-1].value != "none"


# ---- decisions of the short form -----------------------------------------------------------------


def _has_own_options(decision: Decision) -> bool:
    """Return True for ticks that are separate options, each a rule by itself."""
    return decision.kind == "ticks" and not decision.none


def _fact(decision: Decision, ruleset: Ruleset, tr: Locale) -> Fact:
    """Return a ruleset's answer to a decision of the short form."""
    return Fact(tr(decision.title), _words(decision, ruleset, tr))


def _words(decision: Decision, ruleset: Ruleset, tr: Locale) -> str:
    if decision.kind == "list":
        return _points(ruleset, tr)
    if decision.kind == "ticks":
        ticked = [tr(way.label) for way in decision.ways if _is_on(way, ruleset)]
        none = tr("After the last round") if _has_own_options(decision) else tr("None")
        return ", ".join(ticked) if ticked else none
    for way in decision.ways:
        if _is_on(way, ruleset):
            return tr(way.label)
    path = next(iter(decision.ways[0].values))
    return _shortened(own_sentence(setting(ruleset, path, options()[path], tr).sentences, ()))


def _points(ruleset: Ruleset, tr: Translator) -> str:
    """Return the points of a game in a line."""
    rules = ruleset.rules
    start, back = rules.setup.starting_points, rules.result.return_points
    uma = ruleset.rules.written_value("result.uma")
    if not isinstance(uma, list):
        return tr("{start}, floating uma", start=start)
    places = "/".join(f"{points / 1000:g}" for points in uma[:2])
    if uma == [0, 0, 0, 0]:
        places = tr("none")
    elif uma[0] != -uma[3] or uma[1] != -uma[2]:
        places = "/".join(f"{points / 1000:+g}" for points in uma)
    if back == "none":
        return tr("{start}, no return points, uma {uma}", start=start, uma=places)
    if start == back:
        return tr("{start}, uma {uma}", start=start, uma=places)
    return tr("{start}, return {back}, uma {uma}", start=start, back=back, uma=places)


def _is_on(way: Way, ruleset: Ruleset) -> bool | None:
    """Return whether a ruleset has the values of a way; None if a tick has another value."""
    if all(_has(ruleset, path, value, path in way.loosely) for path, value in way.values.items()):
        return True
    if not way.off or all(_has(ruleset, path, value, False) for path, value in way.off.items()):
        return False
    return None


def _has(ruleset: Ruleset, path: str, value: Any, loosely: bool) -> bool:
    """Return whether a ruleset has a value, a value of its kind, or the parts that it names."""
    written = ruleset.rules.written_value(path)
    if loosely:
        return kind_of(path, written) == kind_of(path, value)
    if isinstance(value, dict) and isinstance(written, dict):
        return all(written.get(name, False) == part for name, part in value.items())
    return bool(written == value)


def _shortened(text: str, most: int = LONGEST_WORDS) -> str:
    """Return a text that is not too long, cut between two words."""
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:") + "…"
