"""The possible combinations of han and fu, checked with random hands and known hands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, product
from random import Random
from typing import Any

import pytest
from each import each
from effort import examples, first
from hypothesis import example, given, settings, strategies as st
from reference.generate import marks_of, wins
from reference.scorer import score as slow_score
from variants import variant

from riichi_core.hands.win import Win
from riichi_core.records.deal import read_deal
from riichi_core.records.win import read_win
from riichi_core.rules.chapters.yaku import HanWorth, LocalYaku, YakumanWorth
from riichi_core.rules.load import load
from riichi_core.rules.rules import Rules
from riichi_core.rules.yaku_vocabulary import Definition, Names
from riichi_core.scoring.possible_scores import FewestHan, HowWon, fewest_han
from riichi_core.settlement.ending import DealError, FinishedDeal
from riichi_core.settlement.settle import settle
from riichi_core.tiles import Wind

EMA = load("ema-2016").rules
DISCARD = HowWon(drawn=False)
BOOKS = ("ema-2016", "wrcr-2015", "ema-2012", "tenhou", "ema-2025", "wrc-2025")
FU = (20, 25, *range(30, 200, 10))


def way_of(win: Win) -> HowWon:
    return HowWon(win.drawn, win.riichi is not None, win.seat, win.round_wind)


# ---- no hand has less ----------------------------------------------------------------------------


def hold(seed: int, number: int, rules: Rules) -> None:
    """Check that random hands, scored by the slow reference, have at least the minimum."""
    for record in wins(seed, number, reds=marks_of(rules)):
        found = slow_score(record, rules)
        if found["valid"] and found["han"] is not None and found["fu"] is not None:
            least = fewest_han(found["fu"], way_of(read_win(record)), rules)
            assert least is not None, (record, found)
            assert least.han <= found["han"], (record, found, least)


@pytest.mark.parametrize("book", first(BOOKS, 2))
def test_no_hand_is_below_the_minimum_under_a_book(book: str) -> None:
    hold(len(book), examples(200), load(book).rules)


@example(of_rules=23, of_wins=0)  # only Riichi counts, so a hand has the wait that pays most
@example(of_rules=84, of_wins=84)  # seven pairs win, and not by Seven Pairs
@example(of_rules=550, of_wins=550)  # the drawn tile is unknown, and has no fu
@example(of_rules=584, of_wins=584)  # Thirteen Orphans is worth han
@example(of_rules=736, of_wins=736)  # Riichi is a yakuman, and something replaces it
@example(of_rules=1_000_000_001, of_wins=0)  # Riichi is a mangan that is not combined
@settings(max_examples=examples(40), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_no_hand_is_below_the_minimum_under_any_rules(of_rules: int, of_wins: int) -> None:
    hold(of_wins, 5, variant(Random(of_rules)))


# ---- by what is known of hands -------------------------------------------------------------------

OUTER_FU = {"open triplet": 4, "triplet": 8, "open quad": 16, "quad": 32}
SETS = [("sequence", 0, False), ("open sequence", 0, False)]
SETS += [(name, fu // half, half == 1) for name, fu in OUTER_FU.items() for half in (1, 2)]


def known_least(way: HowWon, rules: Rules) -> dict[int, int]:
    """Return the fewest han for each possible fu, from well-known yaku."""
    found: dict[int, int] = {rules.fu.seven_pairs: 2 + way.riichi + way.drawn}
    for sets in combinations_with_replacement(SETS, 4):
        is_open = any(name.startswith("open") for name, _, _ in sets)
        if not (is_open and way.riichi):
            for fu, han in hands(sets, is_open, way, rules):
                found[fu] = min(han, found.get(fu, han))
    return found


def hands(
    sets: tuple[tuple[str, int, bool], ...], is_open: bool, way: HowWon, rules: Rules
) -> Iterator[tuple[int, int]]:
    """Yield fu and han of hands with these sets, for each pair and place of the winning tile."""
    names = [name for name, _, _ in sets]
    double = way.seat == way.round_wind and rules.fu.double_wind_pair == 4
    for pair, won in product(
        (0, 2, 4) if double else (0, 2), ("pair", "open wait", "closed wait", "triplet")
    ):
        if (won == "triplet" and "triplet" not in names) or (
            "wait" in won and "sequence" not in names
        ):
            continue
        # A discard opens one of the concealed triplets.
        for opened in (
            {fu for name, fu, _ in sets if name == "triplet"} if won == "triplet" else {0}
        ):
            lost = 0 if way.drawn else opened // 2
            concealed = sum(n in ("triplet", "quad") for n in names) - (
                won == "triplet" and not way.drawn
            )
            quads = sum("quad" in name for name in names)
            plain = (
                sum(fu for _, fu, _ in sets) - lost + pair + 2 * (won in ("pair", "closed wait"))
            )
            pinfu = not is_open and plain == 0 and names == ["sequence"] * 4
            han = way.riichi + (way.drawn and not is_open) + pinfu
            han += 2 * ("sequence" not in names and "open sequence" not in names)
            han += 2 * (concealed == 3) + 2 * (quads == 3)
            if concealed == 4 or quads == 4:
                continue
            if all(outer for _, _, outer in sets) and pair:
                han += 2
            total = 20 + plain
            if way.drawn:
                total += 0 if pinfu else 2
            elif not is_open:
                total += 10
            if total == 20 and is_open:
                total += rules.fu.open_pinfu
            yield -(-total // 10) * 10, max(han, 1)
            if pinfu and way.drawn and rules.winning.tile_not_kept_apart == "certain_only":
                yield 20, han - 1  # without distinction, the draw gives neither pinfu nor fu
            if quads and way.drawn and not rules.fu.self_draw_after_quad:
                yield -(-(total - 2) // 10) * 10, han + 1


@pytest.mark.parametrize("book", first(BOOKS))
@pytest.mark.parametrize("drawn", [True, False])
@pytest.mark.parametrize("riichi", [True, False])
@pytest.mark.parametrize("seat", [Wind.EAST, Wind.SOUTH])
def test_the_minimum_matches_known_hands(book: str, drawn: bool, riichi: bool, seat: Wind) -> None:
    rules = load(book).rules
    way = HowWon(drawn, riichi, seat, Wind.EAST)
    known = known_least(way, rules)
    found = {fu: least.han for fu in FU if (least := fewest_han(fu, way, rules)) is not None}
    assert found == known


# ---- a value that nobody can have ----------------------------------------------------------------


@each(
    "han, fu, drawn, riichi, field, said",
    [
        (2, 20, False, False, "fu", "no hand that wins on a discard has 20 fu"),
        (1, 25, False, False, "han", "has 2 han or more: Seven Pairs"),
        (2, 25, True, False, "han", "has 3 han or more: Fully Concealed Hand and Seven Pairs"),
        (1, 20, True, False, "han", "has 2 han or more: Fully Concealed Hand and Pinfu"),
        (1, 30, False, True, "han", "has 2 han or more: Riichi and Pinfu"),
        (1, 50, True, True, "han", "has 2 han or more: Riichi and Fully Concealed Hand"),
        (2, 130, False, False, "han", "Three Concealed Triplets and Three Quads"),
        (3, 200, False, False, "fu", "has 200 fu"),
        (9, 20, False, False, "fu", "has 20 fu"),
    ],
)
def test_an_impossible_value_is_refused(
    han: int, fu: int, drawn: bool, riichi: bool, field: str, said: str
) -> None:
    with pytest.raises(DealError) as caught:
        settle(stated(han, fu, drawn=drawn, riichi=riichi), load("ema-2016"))
    assert (caught.value.code, caught.value.field) == ("contradiction", field)
    assert said in str(caught.value)


@each(
    "han, fu, drawn, points",
    [(2, 20, True, 1500), (2, 25, False, 1600), (3, 25, True, 3200), (1, 30, False, 1000),
     (1, 100, False, 3200), (2, 110, False, 7100), (5, 30, False, 8000), (4, 25, True, 6400)],
)  # fmt: skip
def test_a_possible_value_is_paid(han: int, fu: int, drawn: bool, points: int) -> None:
    found = settle(stated(han, fu, drawn=drawn), load("ema-2016"))
    assert found.deltas[Wind.SOUTH] == points


def test_the_rules_decide_which_values_are_possible() -> None:
    """Open hands of 20 fu, seven pairs of 50, and a second yaku required by counters."""
    ema = load("ema-2016").rules
    flat = ema.model_copy(update={"fu": ema.fu.model_copy(update={"open_pinfu": 0})})
    assert settle(stated(2, 20), flat).deltas[Wind.SOUTH] == 1300
    fifty = ema.model_copy(update={"fu": ema.fu.model_copy(update={"seven_pairs": 50})})
    with pytest.raises(DealError, match="has 25 fu"):
        settle(stated(2, 25), fifty)
    one = stated(1, 30, counters=5)
    assert settle(one, ema).winners == (Wind.SOUTH,)
    with pytest.raises(DealError, match="a win needs 2 han"):
        settle(one, load("ema-2012"))


def stated(
    han: int, fu: int, *, drawn: bool = False, riichi: bool = False, counters: int = 0
) -> FinishedDeal:
    return read_deal({
        "end": "win",
        "won_by": "self_draw" if drawn else "discard",
        "discarder": None if drawn else "west",
        "riichi": ["south"] if riichi else [],
        "counters": counters,
        "wins": [{"seat": "south", "han": han, "fu": fu}],
    })  # fmt: skip


# ---- a club whose rules leave few hands with so many fu ------------------------------------------


def with_yaku(rules: Rules, worths: Mapping[str, Any]) -> Rules:
    return rules.model_copy(update={"yaku": rules.yaku.model_copy(update=worths)})


def with_own_yaku(rules: Rules, han: int, **definition: Any) -> Rules:
    """Return the rules with a club's own yaku of so many han."""
    own = LocalYaku(
        id="own",
        name=Names.of_plain({"en": "Own"}),
        worth=HanWorth(concealed=han, open=han),
        definition=Definition.model_validate(definition),
    )
    return with_yaku(rules, {"local": (own,)})


@pytest.mark.parametrize("dear", ["closed", "pair"])
def test_the_fu_of_either_wait_can_count(dear: str) -> None:
    """Three concealed quads of terminals (96), a double wind (4), a wait (2) and 30 are 132 fu.

    Below that, a hand after riichi reaches 140 only with All Triplets. If one wait is expensive,
    the other counts.
    """
    rules = with_own_yaku(EMA, 9, wait=[dear])
    found = fewest_han(140, HowWon(drawn=False, riichi=True), rules)
    assert found == FewestHan(5, ("riichi", "three_concealed_triplets", "three_quads"))


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("riichi", HowWon(drawn=False, riichi=True)),
        ("fully_concealed_hand", HowWon(drawn=True, riichi=True)),
    ],
)
def test_a_yakuman_for_any_tiles_leaves_the_han_unknown(name: str, way: HowWon) -> None:
    """A yaku that replaces the yakuman may be present, so a hand of one han is possible."""
    assert fewest_han(30, way, with_yaku(EMA, {name: YakumanWorth(yakuman=1)})) == FewestHan(1)


def test_seven_pairs_that_do_not_win_have_no_fu() -> None:
    rules = with_yaku(EMA, {"seven_pairs": "none", "all_terminals_and_honours": "none"})
    assert fewest_han(25, DISCARD, EMA) == FewestHan(2, ("seven_pairs",))
    assert fewest_han(25, DISCARD, rules) is None
    assert fewest_han(25, DISCARD, with_own_yaku(rules, 1, form=["seven_pairs"])) == FewestHan(1)


def test_thirteen_orphans_that_do_not_win_have_no_fu() -> None:
    assert fewest_han(20, DISCARD, with_yaku(EMA, {"thirteen_orphans": "none"})) is None
