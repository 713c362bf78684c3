"""The short form: one line per decision that clubs know, with fields of the whole form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any, Literal

from riichi.locale import Locale
from riichi.web.rulesets import example_value, shipped, short_title
from riichi.web.value_shape import Choice, branch_of, fields_of_option, shape_of
from riichi_core.messages import Message
from riichi_core.rules.checks import AFTER_ABORT, ALL_ABORT
from riichi_core.rules.glossary import other_names, usual_worth
from riichi_core.rules.settings import written_value

Fields = dict[str, dict[str, list[str]]]
"""The fields of options, by path and by name."""

Values = Mapping[str, Any]
"""The values of options, by path, as in ruleset files."""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to play.

    Attributes:
        key: its word on the page.
        label: its name, a few words.
        says: its meaning, in a sentence; None if the page derives it from the values.
        values: the values that it sets.
        japanese: the Japanese name that players know.
        loosely: the options for which only the kind of value matters, not its parts.
        off: for a tick, the options' values without it.
    """

    key: str
    label: Message
    says: Message | None
    values: Values
    japanese: str = ""
    loosely: tuple[str, ...] = ()
    off: Values = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decision:
    """One line of the short form.

    Attributes:
        key: its word on the page.
        title: its label.
        kind: a list to choose from, a row of radio buttons, or ticks.
        ways: the ways to play; for ticks, each of them separately.
        japanese: the Japanese name that players know.
        nothing: for ticks, the rule if none is ticked.
        none: for ticks that are parts of one option, its value if none is ticked.
    """

    key: str
    title: Message
    kind: Literal["list", "row", "ticks"]
    ways: tuple[Way, ...]
    japanese: str = ""
    nothing: Message | None = None
    none: Values = field(default_factory=dict)


_TANYAO, _RENHOU = "yaku.all_simples", "yaku.blessing_of_man"
_WINNERS, _ABORTIVE = "claims.winners", "draws.abortive"
_BUST, _EXTENSION, _STOP = "end.bust", "end.extension", "end.leading_east_ends"
_REDS = "tiles.red_fives"


@cache
def decisions() -> tuple[Decision, ...]:
    """Return the lines of the short form."""
    return (
        Decision(
            "points",
            Message("Points"),
            "list",
            (
                _points(30_000, 30_000, 15_000, 5_000),
                _points(30_000, 30_000, 30_000, 10_000),
                _points(25_000, 25_000, 15_000, 5_000),
                _points(25_000, 30_000, 20_000, 10_000),
                _points(25_000, 30_000, 30_000, 10_000),
            ),
            japanese="oka, uma",
        ),
        Decision("length", Message("Length"), "row", _lengths()),
        Decision(
            "ends",
            Message("Game end"),
            "ticks",
            _ends(),
            nothing=Message("The game ends after its last hand."),
        ),
        Decision("reds", Message("Red fives"), "row", _red_fives(), japanese="akadora"),
        Decision(
            "tanyao",
            Message("Open tanyao"),
            "row",
            (
                Way(
                    "yes",
                    Message("Yes"),
                    Message("Tanyao (All Simples) also counts in an open hand."),
                    {_TANYAO: {"closed": 1, "open": 1}},
                ),
                Way(
                    "no",
                    Message("No"),
                    Message("Tanyao (All Simples) counts in a concealed hand only."),
                    {_TANYAO: {"closed": 1}},
                ),
            ),
            japanese="kuitan",
        ),
        Decision("winners", Message("Two or more ron"), "row", _winners()),
        Decision(
            "abortive",
            Message("Abortive draws"),
            "ticks",
            _abortive_draws(),
            japanese="tochuu ryuukyoku",
            nothing=Message("No hand is aborted."),
            none={_ABORTIVE: "none"},
        ),
        Decision("renhou", Message("Ron in the first turn"), "row", _renhou(), japanese="renhou"),
    )


# ---- the ways of each decision -------------------------------------------------------------------


def _points(start: int, back: int, first: int, second: int) -> Way:
    """Return starting points, return points and uma; the winner gets the oka."""
    parts = {"start": start, "first": first // 1000, "second": second // 1000}
    text = Message("{start:,}, uma {first}/{second}", **parts)
    if back > start:
        text = Message("{start:,}, oka, uma {first}/{second}", **parts)
    values = {
        "setup.starting_points": start,
        "result.return_points": back,
        "result.oka": "first" if back > start else "none",
        "result.uma": [first, second, -second, -first],
    }
    return Way(f"{start // 1000}-{first // 1000}", text, None, values)


def _lengths() -> tuple[Way, ...]:
    return (
        Way(
            "1",
            Message("East only"),
            Message("A game is one East round."),
            {"end.rounds": 1},
            japanese="tonpuusen",
        ),
        Way(
            "2",
            Message("East and South"),
            Message("A game is an East round and a South round."),
            {"end.rounds": 2},
            japanese="hanchan",
        ),
    )


def _ends() -> tuple[Way, ...]:
    return (
        Way(
            "bust",
            Message("Game ends below 0"),
            Message("The game ends when a player falls below 0."),
            {_BUST: "below_zero"},
            japanese="tobi",
            off={_BUST: "never"},
        ),
        Way(
            "stop",
            Message("East may stop when leading"),
            Message("In the last hand, a leading East may end the game."),
            {_STOP: {"after": ["win", "tenpai"], "how": "optional"}},
            japanese="agari yame",
            loosely=(_STOP,),
            off={_STOP: "never"},
        ),
        Way(
            "more",
            Message("Extra round below 30,000"),
            Message("If nobody has 30,000, one more round is played."),
            {_EXTENSION: {"target": 30_000, "rounds": 1, "if_east_stays": "continues"}},
            japanese="shaanyuu",
            loosely=(_EXTENSION,),
            off={_EXTENSION: "none"},
        ),
    )


def _red_fives() -> tuple[Way, ...]:
    return (
        Way(
            "0",
            Message("None"),
            Message("There are no red fives."),
            {_REDS: {"m": 0, "p": 0, "s": 0}},
        ),
        Way(
            "3",
            Message("3"),
            Message("One red five in each suit; each adds 1 han."),
            {_REDS: {"m": 1, "p": 1, "s": 1}},
        ),
        Way(
            "4",
            Message("4"),
            Message("Two in circles, one in the others; each adds 1 han."),
            {_REDS: {"m": 1, "p": 2, "s": 1}},
        ),
    )


def _winners() -> tuple[Way, ...]:
    return (
        Way(
            "head_bump",
            Message("Only one wins"),
            Message("The first player after the discarder wins (head bump)."),
            {_WINNERS: "head_bump"},
            japanese="atamahane",
        ),
        Way(
            "two",
            Message("Two can win"),
            Message("Two players can win; three rons are an abortive draw."),
            {_WINNERS: example_value(_WINNERS, "=two_then_abort")},
            japanese="daburon",
            loosely=(_WINNERS,),
        ),
        Way(
            "all",
            Message("All win"),
            Message("Every player who calls ron wins and is paid."),
            {_WINNERS: example_value(_WINNERS, "=all")},
            japanese="toripuron",
            loosely=(_WINNERS,),
        ),
    )


ABORTIVE_PARTS: Mapping[str, tuple[str, str]] = {
    part: (word, "play_on") for part, word in ALL_ABORT.items()
}
"""The parts of abortive draws, each with its ticked and unticked value."""


def _abortive_draws() -> tuple[Way, ...]:
    return (
        _abortive(
            "nine_kinds",
            Message("Nine terminals and honours"),
            Message("Nine kinds in the first turn: a player may call a draw."),
            "kyuushu kyuuhai",
        ),
        _abortive(
            "four_winds",
            Message("All discard the same wind"),
            Message("The first discard of all four players is the same wind."),
            "suufon renda",
        ),
        _abortive(
            "four_riichi",
            Message("All four declare riichi"),
            Message("All four players have declared riichi."),
            "suucha riichi",
        ),
        _abortive(
            "four_quads",
            Message("Four quads"),
            Message("Four quads by more than one player."),
            "suukaikan",
        ),
    )


def _abortive(part: str, label: Message, says: Message, japanese: str) -> Way:
    on, off = ABORTIVE_PARTS[part]
    return Way(part, label, says, {_ABORTIVE: {part: on}}, japanese, off={_ABORTIVE: {part: off}})


def _renhou() -> tuple[Way, ...]:
    return (
        Way("none", Message("No"), Message("It is not a yaku."), {_RENHOU: "none"}),
        Way(
            "mangan",
            Message("Mangan"),
            Message("Ron before your first draw and any call: mangan."),
            {_RENHOU: {"limit": "mangan", "cumulative": False}},
        ),
        Way(
            "yakuman",
            Message("Yakuman"),
            Message("Ron before your first draw and any call: a yakuman."),
            {_RENHOU: {"yakuman": 1}},
        ),
    )


# ---- fields --------------------------------------------------------------------------------------


HIDDEN = "/cumulative"
"""The end of the name of a field without control."""


def fields(values: Values) -> Fields:
    """Return the fields of values, by option and by name."""
    return {path: fields_of_option(path, value) for path, value in values.items()}


def local_yaku_fields(yaku: str) -> Fields:
    """Return the fields that add a local yaku at its usual worth; 1 han if it has none."""
    return fields({f"yaku.{yaku}": usual_worth(yaku) or {"closed": 1}})


def _part_fields(values: Values) -> Fields:
    """Return the fields of parts of an option, which leave all other parts unchanged."""
    ((path, parts),) = values.items()
    branch = "=counter"
    named = {f"{path}/{branch}/{name}": [word] for name, word in parts.items()}
    return {path: {path: [branch], **named}}


def _way_fields(decision: Decision, values: Values) -> Fields:
    return _part_fields(values) if decision.none else fields(values)


def quick_data(tr: Locale) -> list[dict[str, Any]]:
    """Return the lines of the short form for its script: the values that each way sets."""
    return [
        {
            "key": decision.key,
            "title": tr(decision.title),
            "none": fields(decision.none),
            "ways": [
                {
                    "key": way.key,
                    "on": _way_fields(decision, way.values),
                    "off": _way_fields(decision, way.off) if way.off else {},
                    "loosely": list(way.loosely),
                }
                for way in decision.ways
            ],
        }
        for decision in decisions()
    ]


def combinations() -> Iterator[Values]:
    """Yield the values of each single way; for ticks of one option, each set of them."""
    for decision in decisions():
        if decision.none:
            yield decision.none
            yield from _sets_of_abortive_draws()
            continue
        for way in decision.ways:
            yield way.values
            if way.off:
                yield way.off


def _sets_of_abortive_draws() -> Iterator[Values]:
    """Yield each set of abortive draws except the empty one."""
    for words in product(*ABORTIVE_PARTS.values()):
        parts = dict(zip(ABORTIVE_PARTS, words, strict=True))
        if any(parts[part] == on for part, (on, _) in ABORTIVE_PARTS.items()):
            yield {_ABORTIVE: AFTER_ABORT | parts}


# ---- doors: what a club begins with --------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Door:
    """A set of rulesets to start with, in the words of clubs.

    Attributes:
        title: the clubs' words.
        says: its rules, in the words of the short form.
        rulesets: the short titles of the rulesets to start with, by id.
    """

    title: str
    says: tuple[str, ...]
    rulesets: Mapping[str, str]


def doors(tr: Locale) -> list[Door]:
    """Return the doors of the page."""
    return [
        Door(tr(title), _door_lines(names, tr), {name: short_title(name, tr) for name in names})
        for title, names in other_names().doors.items()
    ]


_TOLD_AT_DOORS = ("points", "reds", "ends", "winners")
_MOST_TOLD = 3


def _door_lines(names: Sequence[str], tr: Locale) -> tuple[str, ...]:
    """Return the rules that all rulesets of a door share, which help clubs to choose."""
    told_of = [decision for decision in decisions() if decision.key in _TOLD_AT_DOORS]
    told = [
        tr(way.label)
        if way.says is None or decision.kind == "ticks"
        else f"{tr(decision.title)}: {tr(way.label)}"
        for decision in sorted(told_of, key=lambda one: _TOLD_AT_DOORS.index(one.key))
        for way in decision.ways
        if all(is_played(name, way) for name in names)
    ]
    return tuple(told[:_MOST_TOLD])


def is_played(name: str, way: Way) -> bool:
    """Return True if a shipped ruleset plays this way.

    Args:
        name: the id of the ruleset.
        way: one way of a decision, but not a part of an option.
    """
    for path, value in way.values.items():
        played = written_value(shipped(name), path)
        loosely = path in way.loosely and kind_of(path, played) == kind_of(path, value)
        if not (loosely or played == value):
            return False
    return True


def kind_of(path: str, value: Any) -> object:
    """Return the branch of an option that a value belongs to; the value if it has no branches."""
    shape = shape_of(path)
    return branch_of(shape, value) if isinstance(shape, Choice) else value


def played_by(way: Way, tr: Locale) -> str:
    """Return the doors that play this way, by the short titles of their rulesets."""
    names = (name for names in other_names().doors.values() for name in names)
    return ", ".join(short_title(name, tr) for name in names if is_played(name, way))
