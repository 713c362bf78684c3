"""The short form: what a club knows of its rules, a decision a line, as fields of the whole form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from markupsafe import Markup

from riichi_app.locale import Locale
from riichi_app.web.fragments import hands_html
from riichi_app.web.rulesets import example_value
from riichi_app.web.value_shape import fields_of_option
from riichi_core.language import Translatable
from riichi_core.records.win import read_win
from riichi_core.rules.glossary import YAKU_FILE, known_yaku, yaku_examples
from riichi_core.rules.library import rulesets_dir

Fields = dict[str, dict[str, list[str]]]
"""The fields of options, by path and by name."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play.

    Attributes:
        key: its word on the page.
        label: at most five words.
        says: the whole sentence.
        values: by option, what it sets, as a file writes it.
        loosely: the options of which only the kind of value counts, not its parts.
        off: of a tick, what the options have without it.
    """

    key: str
    label: Translatable
    says: Translatable
    values: Mapping[str, Any]
    loosely: tuple[str, ...] = ()
    off: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the short form.

    Attributes:
        key: its word on the page.
        title: its label.
        kind: `list` to choose from, `row` of buttons, or `ticks`.
        ways: the ways to play; of ticks, each alone.
        none: of ticks that are parts of one option, what that has where none is ticked.
    """

    key: str
    title: Translatable
    kind: str
    ways: tuple[Way, ...]
    none: Mapping[str, Any] = field(default_factory=dict)


def _points(start: int, back: int, oka: str, first: int, second: int) -> dict[str, Any]:
    return {
        "setup.starting_points": start,
        "result.return_points": back,
        "result.oka": oka,
        "result.uma": [first, second, -second, -first],
    }


_BUST, _EXTENSION, _STOP = "end.bust", "end.extension", "end.leader_stops"
_WINNERS, _ABORTIVE = "claims.winners", "draws.abortive"
_TANYAO, _RENHOU = "yaku.all_simples", "yaku.blessing_of_man"

ABORTIVE_PARTS: Mapping[str, tuple[str, str]] = {
    "nine_kinds": ("may_abort", "play_on"),
    "four_winds": ("abort", "play_on"),
    "four_riichi": ("hands_shown", "play_on"),
    "four_kongs": ("after_discard", "play_on"),
}
"""The parts of abortive draws, each with what it has ticked and not ticked."""


def decisions() -> tuple[Decision, ...]:
    """Return the lines of the short form."""
    return (
        Decision("points", "Points", "list", (
            Way("30-15", "30,000, uma 15/5 – EMA, WRC",
                "Start 30,000, no oka. Uma: +15,000, +5,000, −5,000, −15,000.",
                _points(30000, 30000, "none", 15000, 5000)),
            Way("30-30", "30,000, uma 30/10",
                "Start 30,000, no oka. Uma: +30,000, +10,000, −10,000, −30,000.",
                _points(30000, 30000, "none", 30000, 10000)),
            Way("25-15", "25,000, uma 15/5 – Mahjong Soul",
                "Start 25,000, no oka. Uma: +15,000, +5,000, −5,000, −15,000.",
                _points(25000, 25000, "none", 15000, 5000)),
            Way("25-20", "25,000, oka, uma 20/10 – Tenhou",
                "Start 25,000, return 30,000: first place gets 20,000 (oka). "
                "Uma: +20,000, +10,000, −10,000, −20,000.",
                _points(25000, 30000, "first", 20000, 10000)),
            Way("25-30", "25,000, oka, uma 30/10",
                "Start 25,000, return 30,000: first place gets 20,000 (oka). "
                "Uma: +30,000, +10,000, −10,000, −30,000.",
                _points(25000, 30000, "first", 30000, 10000)),
        )),
        Decision("length", "Length", "row", (
            Way("1", "East", "A game is one East round.", {"end.rounds": 1}),
            Way("2", "East–South", "A game is an East round and a South round.", {"end.rounds": 2}),
        )),
        Decision("ends", "Game end", "ticks", (
            Way("bust", "Bust", "The game ends when a player falls below 0.",
                {_BUST: "below_zero"}, off={_BUST: "never"}),
            Way("more", "Extra round",
                "If nobody has 30,000 at the end, an extra round is played.",
                {_EXTENSION: example_value(_EXTENSION, "=target")}, (_EXTENSION,), {_EXTENSION: "none"}),
            Way("stop", "East stops",
                "East may end the game in the last hand when leading.",
                {_STOP: example_value(_STOP, "=after")}, (_STOP,), {_STOP: "never"}),
        )),
        Decision("reds", "Red fives", "row", (
            Way("0", "None", "There are no red fives.", {"tiles.red_fives": {"m": 0, "p": 0, "s": 0}}),
            Way("3", "3", "One red five in each suit; each is worth 1 han.",
                {"tiles.red_fives": {"m": 1, "p": 1, "s": 1}}),
            Way("4", "4", "One red five of characters, two of circles, one of bamboo; each is worth 1 han.",
                {"tiles.red_fives": {"m": 1, "p": 2, "s": 1}}),
        )),
        Decision("tanyao", "Open tanyao", "row", (
            Way("yes", "Yes", "Tanyao (All Simples) counts in open hands too.",
                {_TANYAO: {"closed": 1, "open": 1}}),
            Way("no", "No", "Tanyao (All Simples) counts in concealed hands only.",
                {_TANYAO: {"closed": 1}}),
        )),
        Decision("winners", "Several rons", "row", (
            Way("nearest", "Head bump", "Only the first winner in turn order wins.",
                {_WINNERS: "nearest"}),
            Way("two", "Two",
                "Two players can win on one tile; three rons are a draw.",
                {_WINNERS: example_value(_WINNERS, "=two_then_abort")}, (_WINNERS,)),
            Way("all", "All", "Everyone who calls ron wins and is paid in full.",
                {_WINNERS: example_value(_WINNERS, "=all")}, (_WINNERS,)),
        )),
        Decision("abortive", "Abortive draws", "ticks", tuple(
            Way(part, label, says, {_ABORTIVE: {part: on}}, off={_ABORTIVE: {part: off}})
            for (part, (on, off)), (label, says) in zip(ABORTIVE_PARTS.items(), (
                ("9 kinds", "Nine kinds of terminals and honours in the first turn: the player may call a draw."),
                ("4 winds", "Four equal winds as first discards."),
                ("4 riichi", "Four riichi."),
                ("4 kans", "Four kans by more than one player."),
            ), strict=True)
        ), {_ABORTIVE: "none"}),
        Decision("renhou", "Renhou", "row", (
            Way("none", "No", "A ron in the first turn (renhou) is not a yaku.", {_RENHOU: "none"}),
            Way("mangan", "Mangan", "A ron in the first turn, before any call, is mangan.",
                {_RENHOU: {"limit": "mangan", "cumulative": False}}),
            Way("yakuman", "Yakuman", "A ron in the first turn, before any call, is a yakuman.",
                {_RENHOU: {"yakuman": 1}}),
        )),
    )  # fmt: skip


HIDDEN = "/cumulative"
"""The end of the field of a part that has no control."""


def fields(values: Mapping[str, Any]) -> Fields:
    """Return the fields of values, by option and by name."""
    return {path: fields_of_option(path, value) for path, value in values.items()}


def _part_fields(values: Mapping[str, Any]) -> Fields:
    """Return the fields of parts of abortive draws; what they do not name is left as it is."""
    (parts,) = values.values()
    return {
        _ABORTIVE: {
            _ABORTIVE: ["=counter"],
            **{f"{_ABORTIVE}/=counter/{name}": [word] for name, word in parts.items()},
        }
    }


def quick_data(tr: Locale) -> list[dict[str, Any]]:
    """Return the lines of the short form for its script: what each way sets and says."""
    return [
        {
            "key": decision.key,
            "none": fields(decision.none),
            "ways": [
                {
                    "key": way.key,
                    "says": tr(way.says),
                    "on": _way_fields(decision, way.values),
                    "off": _way_fields(decision, way.off) if way.off else {},
                    "loosely": list(way.loosely),
                }
                for way in decision.ways
            ],
        }
        for decision in decisions()
    ]


def _way_fields(decision: Decision, values: Mapping[str, Any]) -> Fields:
    return _part_fields(values) if decision.none else fields(values)


def combinations() -> Iterator[Mapping[str, Any]]:
    """Yield what each way sets, alone; of ticks of one option, each set of them."""
    for decision in decisions():
        if decision.none:
            yield decision.none
            rest = {"counter": "added", "dealer": "stays", "bets": "stay"}
            for ticked in product((0, 1), repeat=len(ABORTIVE_PARTS)):
                parts = {
                    part: words[1 - on]
                    for (part, words), on in zip(ABORTIVE_PARTS.items(), ticked, strict=True)
                }
                if any(ticked):
                    yield {_ABORTIVE: rest | parts}
            continue
        for way in decision.ways:
            yield way.values
            if way.off:
                yield way.off


# ---- local yaku ----------------------------------------------------------------------------------


COMMON_LOCAL = (
    *("open_riichi", "sanrenkou", "isshoku_sanjun", "uumensai", "tsubame_gaeshi", "kanburi"),
    *("shiiaru_raotai", "daisharin"),
)
"""The local yaku that clubs play most, which the short form shows."""


@dataclass(frozen=True, slots=True)
class LocalYakuCard:
    """A local yaku as somebody meets it who has never heard of it."""

    name: str
    title: str
    also: str
    says: str
    usual: str
    hand: Markup
    fields: Fields


def local_yaku(tr: Locale) -> list[LocalYakuCard]:
    """Return the local yaku that clubs play most, each with a sentence, a hand and its usual worth."""
    return [_card(name, tr) for name in COMMON_LOCAL]


def _card(name: str, tr: Locale) -> LocalYakuCard:
    known, example, path = known_yaku()[name], yaku_examples()[name], f"yaku.{name}"
    spellings = known.name.spellings()
    title = tr.yaku_name(known.name)
    value, worth = _usual()[name]
    return LocalYakuCard(
        name=name,
        title=title,
        also=next(
            (word for word in spellings if word.lower() != title.lower() and word.isascii()), ""
        ),
        says=tr(example.says),
        usual=worth,
        hand=Markup(hands_html([read_win(dict(example.has))], tr)),
        fields=fields({path: value}),
    )


@cache
def _usual() -> Mapping[str, tuple[dict[str, int], str]]:
    """Return what each yaku is usually worth, which so far is a remark in the file (prototype)."""
    found: dict[str, tuple[dict[str, int], str]] = {}
    text = (rulesets_dir() / YAKU_FILE).read_text(encoding="utf-8")
    for name, remark in re.findall(r"^([a-z_]+):  # usually (.*)$", text, re.MULTILINE):
        found[name] = _read_usual(remark), _short_usual(remark)
    return found


def _read_usual(remark: str) -> dict[str, int]:
    if "yakuman" in remark.split(",", maxsplit=1)[0]:
        return {"yakuman": 2 if "double" in remark else 1}
    han = re.search(r"(\d) han", remark) or re.search(r"(\d)", remark)
    closed = int(han[1]) if han else 1
    fewer = re.search(r", (\d)(?: less)? open", remark)
    opened = closed - 1 if "less open" in remark else int(fewer[1]) if fewer else closed
    return {"closed": closed, "open": opened}


def _short_usual(remark: str) -> str:
    return remark.split(", in some", maxsplit=1)[0]


def quick_paths() -> Sequence[str]:
    """Return every option that the short form can set."""
    return [*dict.fromkeys(path for values in combinations() for path in values)]
