"""Facts of a win that exclude each other: each row refuses a win, and the rows are complete.

tests/reference/win_moments.py finds the facts that can be true together in a second way, from the
order of events at a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from itertools import combinations
from typing import Any, cast, get_args

import pytest
from click.testing import CliRunner
from each import each
from effort import LONG, SHAPES
from reference.win_moments import Moment, moments_of

from riichi.cli.main import main
from riichi_core.bots import RandomPlayer, SensiblePlayer
from riichi_core.bots.runner import play_game
from riichi_core.errors import RecordError
from riichi_core.hands.contradictions import (
    EXCLUSIONS,
    FACT_BITS,
    Exclusion,
    Fact,
    bits_of,
    exclusion_among,
)
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win, _facts
from riichi_core.play.table import Table
from riichi_core.records.win import read_win
from riichi_core.rules.clauses import clauses
from riichi_core.rules.yaku_vocabulary import Circumstance
from riichi_core.seeded import SeededRandom
from riichi_core.settlement.ending import Wins
from riichi_core.tiles import Wind, parse_tiles

Json = dict[str, Any]

PLAIN = {"hand": "234m56799p24678s", "winning_tile": "3s"}
RON = PLAIN | {"won_by": "discard", "seat_wind": "south"}
DRAWN = PLAIN | {"won_by": "self_draw"}
OPEN = {"hand": "234m99p24678s(777z)"}
QUAD = {"hand": "234m99p24678s[7777z]"}
FOUR_QUADS = {"hand": "2p[1111z][2222z][3333z][4444z]"}
REPLACED = DRAWN | QUAD | {"after_quad": True}
DOUBLE_IPPATSU = {"riichi": "double", "ippatsu": True}
FIVE = ["1m", "5z", "6z", "6z", "7z"]


def said(*words: str) -> Json:
    return {"circumstances": [*words]}


REFUSED: list[tuple[str, Json]] = [
    ("robbing_quad self_draw", DRAWN | {"robbing_quad": True}),
    ("after_quad discard", RON | QUAD | {"after_quad": True}),
    ("after_quad no_own_quad", DRAWN | {"after_quad": True}),
    ("robbing_quad robbed_tile_held", RON | {"hand": "234m56799p34678s", "robbing_quad": True}),
    ("robbing_quad robbed_tile_shown", RON | {"robbing_quad": True, "dora_indicators": ["3s"]}),
    ("robbing_quad last_tile", RON | {"robbing_quad": True, "last_tile": True}),
    ("robbing_quad four_own_quads", RON | FOUR_QUADS | {"robbing_quad": True}),
    ("robbing_quad five_indicators", RON | {"robbing_quad": True, "dora_indicators": FIVE}),
    ("ippatsu no_riichi", RON | {"ippatsu": True}),
    ("ura no_riichi", RON | {"ura_dora_indicators": ["1m"]}),
    ("kan_ura no_riichi", RON | {"kan_ura_dora_indicators": ["1m"]}),
    ("riichi open", RON | OPEN | {"riichi": "riichi"}),
    ("ippatsu after_quad", REPLACED | {"riichi": "riichi", "ippatsu": True}),
    ("double_riichi ippatsu own_quad", RON | QUAD | DOUBLE_IPPATSU),
    ("double_riichi ippatsu quad_indicator",
     RON | DOUBLE_IPPATSU | {"kan_dora_indicators": ["1m"]}),
    ("double_riichi ippatsu robbing_quad not_orphans",
     RON | DOUBLE_IPPATSU | {"robbing_quad": True}),
    ("double_riichi ippatsu last_tile", RON | DOUBLE_IPPATSU | {"last_tile": True}),
    ("first_turn own_set", DRAWN | QUAD | {"first_turn": True}),
    ("first_turn riichi", DRAWN | {"first_turn": True, "riichi": "riichi"}),
    ("first_turn robbing_quad not_orphans", RON | {"first_turn": True, "robbing_quad": True}),
    ("first_turn last_tile", DRAWN | {"first_turn": True, "last_tile": True}),
    ("first_turn dealer discard", RON | {"seat_wind": "east", "first_turn": True}),
    ("first_turn quad_indicator", DRAWN | {"first_turn": True, "kan_dora_indicators": ["1m"]}),
    ("riichi_discard self_draw", DRAWN | said("riichi_discard")),
    ("quad_discard self_draw", DRAWN | said("quad_discard")),
    ("open_riichi no_riichi", RON | said("open_riichi")),
    ("after_two_quads not_after_quad", DRAWN | QUAD | said("after_two_quads")),
    ("first_turn_quad not_after_quad", DRAWN | QUAD | said("first_turn_quad")),
    ("eighth_dealer_win not_dealer", RON | said("eighth_dealer_win")),
    ("riichi_discard robbing_quad", RON | {"robbing_quad": True} | said("riichi_discard")),
    ("quad_discard robbing_quad", RON | {"robbing_quad": True} | said("quad_discard")),
    ("quad_discard ippatsu",
     RON | {"riichi": "riichi", "ippatsu": True} | said("quad_discard")),
    ("quad_discard first_turn", RON | {"first_turn": True} | said("quad_discard")),
    ("quad_discard four_own_quads", RON | FOUR_QUADS | said("quad_discard")),
    ("breaks_eighth_win dealer", DRAWN | said("breaks_eighth_win")),
    ("after_two_quads one_own_quad", REPLACED | said("after_two_quads")),
    ("first_turn_quad riichi", REPLACED | {"riichi": "riichi"} | said("first_turn_quad")),
    ("first_turn_quad open",
     REPLACED | {"hand": "99p24678s[7777z](555z)"} | said("first_turn_quad")),
    ("first_turn_quad quad_of_others",
     REPLACED | {"dora_indicators": ["1m", "2m", "9m"]} | said("first_turn_quad")),
    ("first_turn_quad last_tile", REPLACED | {"last_tile": True} | said("first_turn_quad")),
]  # fmt: skip


def row_of(facts: str) -> Exclusion:
    (row,) = [row for row in EXCLUSIONS if row.facts == frozenset(facts.split())]
    return row


def reason_of(row: Exclusion) -> str:
    return str(row.reason).replace("{tile}", "3s")


def test_each_row_of_the_table_refuses_a_win() -> None:
    assert {row.facts for row in EXCLUSIONS} == {frozenset(facts.split()) for facts, _ in REFUSED}
    assert len(REFUSED) == len(EXCLUSIONS)


@each("facts, record", REFUSED)
def test_the_expected_row_refuses_a_record(facts: str, record: Json) -> None:
    row = row_of(facts)
    with pytest.raises(RecordError) as caught:
        read_win(record)
    found = caught.value
    assert (found.code, found.field, str(found)) == ("contradiction", row.field, reason_of(row))


# ---- the same by options -------------------------------------------------------------------------

_OPTIONS = {
    "dora_indicators": "--dora", "kan_dora_indicators": "--kan-dora",
    "ura_dora_indicators": "--ura", "kan_ura_dora_indicators": "--kan-ura",
    "circumstances": "--circumstance",
}  # fmt: skip


def options_of(record: Json) -> list[str]:
    """Return the options of `riichi score` that state the facts of a record."""
    rest = dict(record)
    options = [rest.pop("hand"), rest.pop("winning_tile")]
    options += ["--self-draw"] if rest.pop("won_by") == "self_draw" else ["--discard"]
    options += ["--seat", rest.pop("seat_wind", "east")]
    if riichi := rest.pop("riichi", ""):
        options.append({"riichi": "--riichi", "double": "--double-riichi"}[riichi])
    for name, value in rest.items():
        if name in _OPTIONS:
            options += [part for word in value for part in (_OPTIONS[name], word)]
        else:
            options.append(f"--{name.replace('_', '-')}")
    return options


@each("facts, record", REFUSED)
def test_options_are_refused_for_the_same_reason_with_their_own_names(
    facts: str, record: Json
) -> None:
    ran = CliRunner().invoke(main, ["score", *options_of(record), "--rules", "ema-2025"])
    row = row_of(facts)
    reason = reason_of(row)
    if reason.startswith(row.field) and row.field != "riichi":
        option = _OPTIONS.get(row.field, f"--{row.field.replace('_', '-')}")
        reason = option + reason.removeprefix(row.field)
    printed = " ".join(ran.output.split())
    assert ran.exit_code == 2
    assert reason.casefold() in printed.casefold(), printed


# ---- the table is complete, and not too strict ---------------------------------------------------

BY_MEANING: list[tuple[set[Fact], set[Fact]]] = [
    ({"self_draw"}, {"discard"}),
    ({"dealer"}, {"not_dealer"}),
    ({"riichi"}, {"no_riichi"}),
    ({"after_quad"}, {"not_after_quad"}),
    ({"own_quad"}, {"no_own_quad"}),
    ({"one_own_quad"}, {"four_own_quads"}),
    ({"four_own_quads"}, {"quad_of_others"}),
]
"""Facts of which one is there only where the other is not; no win can state both."""

FOLLOWS: list[tuple[set[Fact], Fact]] = [
    ({"own_set", "no_own_quad"}, "open"),
    ({"own_set", "riichi"}, "own_quad"),
    ({"five_indicators", "one_own_quad"}, "quad_of_others"),
]
"""Facts that follow from others by their meaning."""

ABOUT_A_TILE = {"robbed_tile_held", "robbed_tile_shown"}
"""Facts of which a table without tiles knows nothing."""

DEALS = 6000 if LONG else 500


@cache
def moments() -> frozenset[Moment]:
    return moments_of(DEALS, seed=1)


def seen() -> set[frozenset[Fact]]:
    return cast(set[frozenset[Fact]], {moment.facts for moment in moments()})


def words_of(bits: int) -> set[Fact]:
    return {fact for fact, bit in FACT_BITS.items() if bits & bit}


def implied(facts: Iterable[Fact], always: Mapping[Fact, frozenset[Fact]]) -> frozenset[Fact]:
    """Return facts together with the facts that they imply."""
    found = frozenset[Fact]().union(*(always[fact] for fact in facts))
    return found | {fact for some, fact in FOLLOWS if some <= found}


@pytest.mark.long
def test_the_moments_of_a_table_cover_every_fact() -> None:
    occurring = frozenset[str]().union(*seen())
    words = {word for part in get_args(Fact) for word in get_args(part) or (part,)}
    assert words - occurring == ABOUT_A_TILE
    assert occurring <= words


@pytest.mark.long
@each("number", [2, 3])
def test_facts_that_never_occur_together_are_refused(number: int) -> None:
    occurring = sorted(frozenset[Fact]().union(*seen()))
    always = {
        fact: frozenset.intersection(*(facts for facts in seen() if fact in facts))
        for fact in occurring
    }
    together = {some for facts in seen() for some in combinations(sorted(facts), number)}
    open_cases = [
        some
        for some in combinations(occurring, number)
        if some not in together
        and not any(one | other <= implied(some, always) for one, other in BY_MEANING)
        and exclusion_among(bits_of(implied(some, always))) is None
    ]
    assert open_cases == []


def test_facts_that_occur_together_are_not_refused() -> None:
    refused = [(facts, row) for facts in seen() if (row := exclusion_among(bits_of(facts)))]
    assert refused == []


_SETS = {
    "sequence": ("(123p)", "(456p)", "(789p)", "(234p)"),
    "triplet": ("(111z)", "(222z)", "(333z)", "(444z)"),
    "quad": ("(1111z)", "(2222z)", "(3333z)", "(4444z)"),
    "extended_quad": ("(111+1z)", "(222+2z)", "(333+3z)", "(444+4z)"),
    "concealed_quad": ("[1111z]", "[2222z]", "[3333z]", "[4444z]"),
}
_CONCEALED = "1122334455667"


def win_of(moment: Moment) -> Win:
    """Return a win with the facts of a moment; its hand has the moment's sets."""
    facts = moment.facts
    sets = "".join(_SETS[kind][place] for place, kind in enumerate(moment.sets))
    hand = f"{_CONCEALED[: 13 - 3 * len(moment.sets)]}m{sets}"
    hand, tile = ("119m19p19s123456z", "7z") if moment.orphans else (hand, "9m")
    last, first = "last_tile" in facts, "first_turn" in facts
    drawn = Tsumo("after_quad" in facts, last, first)
    up, under = parse_tiles("12345s"), parse_tiles("67867s")
    riichi = Riichi(
        "double_riichi" in facts, "ippatsu" in facts, under[:1], under[1 : moment.indicators]
    )
    local = ("riichi_discard", "quad_discard", "open_riichi", "after_two_quads", "first_turn_quad",
             "eighth_dealer_win", "breaks_eighth_win")  # fmt: skip
    return Win(
        hand,
        tile,
        drawn if "self_draw" in facts else Ron("robbing_quad" in facts, last, first),
        Wind(moment.seat),
        riichi=riichi if "riichi" in facts else None,
        dora=up[:1],
        kan_dora=up[1 : moment.indicators],
        circumstances=[word for word in local if word in facts],  # type: ignore[misc]
    )


@each("moment", moments)
def test_a_win_at_each_moment_of_a_table_is_possible_and_has_its_facts(moment: Moment) -> None:
    assert words_of(_facts(win_of(moment))) == moment.facts


@pytest.mark.parametrize("rules", SHAPES)
def test_wins_in_played_games_have_only_compatible_facts(rules: str) -> None:
    together = {pair for facts in seen() for pair in combinations(sorted(facts), 2)}
    wins = []
    for seed in range(2 if LONG else 1):
        table, sensible = Table(rules, seed=seed), SensiblePlayer()
        eager = RandomPlayer(SeededRandom(seed), claims=True)
        play_game(table, [sensible, eager, sensible, sensible])
        ends = [played.deal.end for played in table.game.played]
        wins += [win for end in ends if isinstance(end, Wins) for win in end.wins]
    assert wins
    for win in wins:
        assert isinstance(win, Win)
        assert {*combinations(sorted(words_of(_facts(win))), 2)} <= together


# ---- sources -------------------------------------------------------------------------------------


def test_each_row_cites_the_books_or_concerns_only_local_yaku() -> None:
    known = clauses()
    for row in EXCLUSIONS:
        assert {*row.clauses} <= {*known}, row
        assert row.clauses or row.facts & {*get_args(Circumstance)}, row
