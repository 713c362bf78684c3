"""Points compared with the tables printed in the books, cell by cell, and with the formula."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import ceil
from pathlib import Path
from typing import Any

import pytest
import yaml

from riichi_core.rules.chapters.limits import Limit
from riichi_core.rules.load import load
from riichi_core.scoring.points import BasePoints, Payments, base_points, payments

BOOKS = ("ema-2016", "wrcr-2015")
FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)

Cell = tuple[bool, bool, int | str, int, Any]
"""Whether East won, whether the tile was drawn, the han, the fu (0: no matter), what is printed."""


@cache
def tables() -> Any:
    text = Path(__file__).with_name("printed_tables.yaml").read_text(encoding="utf-8")
    return yaml.safe_load(text)


def cells(book: str) -> Iterator[Cell]:
    for winner, by in tables()[book].items():
        for how, rows in by.items():
            for han, row in rows.items():
                for fu, printed in row.items() if isinstance(row, dict) else [(0, row)]:
                    yield winner == "east", how == "self_draw", han, fu, printed


def in_print(paid: Payments) -> Any:
    """Return payments as the tables print them."""
    if paid.from_discarder is not None:
        return paid.from_discarder
    return paid.from_each if paid.from_dealer is None else [paid.from_each, paid.from_dealer]


def pay(base: int, *, dealer: bool, drawn: bool, counters: int = 0) -> Payments:
    return payments(base, dealer=dealer, drawn=drawn, counters=counters, counter_value=300)


@pytest.mark.parametrize("book", BOOKS)
def test_every_printed_cell_matches_the_computed_value(book: str) -> None:
    limits = load(book).rules.limits
    wrong = []
    for dealer, drawn, han, fu, printed in cells(book):
        if printed is None:
            continue
        base = limits.yakuman if isinstance(han, str) else base_points(han, fu, limits).points
        computed = in_print(pay(base, dealer=dealer, drawn=drawn))
        if computed != printed:
            wrong.append((dealer, drawn, han, fu, printed, computed))
    assert wrong == []


@pytest.mark.parametrize("book", BOOKS)
def test_the_tables_are_complete(book: str) -> None:
    found = {cell[:4] for cell in cells(book)}
    few = {(han, fu) for han in range(1, 5) for fu in FU}
    many = {(han, 0) for han in (*range(5, 14), "yakuman")}
    both = (False, True)
    wanted = {(east, drawn, *row) for east in both for drawn in both for row in few | many}
    assert found == wanted


@pytest.mark.parametrize("book", BOOKS)
def test_the_blank_cells_are_those_that_no_hand_can_reach(book: str) -> None:
    """20 fu is only a self-drawn pinfu; seven pairs (25 fu) have two han, three if self-drawn."""
    blank = {cell[1:4] for cell in cells(book) if cell[4] is None}
    discard = {(False, han, 20) for han in range(1, 5)} | {(False, 1, 25)}
    assert blank == discard | {(True, 1, 20), (True, 1, 25), (True, 2, 25)}


# ---- the formula, written apart ------------------------------------------------------------------


@pytest.mark.parametrize("book", ["ema-2012", *BOOKS])
@pytest.mark.parametrize("han", range(1, 5))
@pytest.mark.parametrize("fu", [*FU, 120, 130, 140, 170])
def test_fu_below_mangan_is_doubled_for_each_han_and_twice_more(
    book: str, han: int, fu: int
) -> None:
    doubled = fu
    for _ in range(han + 2):
        doubled *= 2
    limits = load(book).rules.limits
    raised = book == "wrcr-2015" and (han, fu) in [(4, 30), (3, 60)]
    mangan = doubled >= 2000 or raised
    expected = BasePoints(2000, "mangan") if mangan else BasePoints(doubled, None)
    assert base_points(han, fu, limits) == expected


@pytest.mark.parametrize("base", [*range(200, 2000, 40), 2000, 3000, 4000, 6000, 8000, 48000])
@pytest.mark.parametrize("counters", [0, 1, 7])
def test_each_payment_is_rounded_up_separately(base: int, counters: int) -> None:
    def rounded(times: int) -> int:
        return ceil(times * base / 100) * 100

    one, all_of_it = 100 * counters, 300 * counters
    paid = {
        (dealer, drawn): pay(base, dealer=dealer, drawn=drawn, counters=counters)
        for dealer in (True, False)
        for drawn in (True, False)
    }
    east, other = rounded(6) + all_of_it, rounded(4) + all_of_it
    each, single = rounded(2) + one, rounded(1) + one
    assert paid[True, False] == Payments(None, None, east, east)
    assert paid[False, False] == Payments(None, None, other, other)
    assert paid[True, True] == Payments(each, None, None, 3 * each)
    assert paid[False, True] == Payments(single, each, None, each + 2 * single)


# ---- limits --------------------------------------------------------------------------------------

ROWS = [
    *((5, 2000, "mangan"), (6, 3000, "haneman"), (7, 3000, "haneman")),
    *((8, 4000, "baiman"), (9, 4000, "baiman"), (10, 4000, "baiman")),
    *((11, 6000, "sanbaiman"), (12, 6000, "sanbaiman")),
]


@pytest.mark.parametrize("book", ["ema-2012", *BOOKS])
@pytest.mark.parametrize(("han", "base", "limit"), ROWS)
@pytest.mark.parametrize("fu", [20, 25, 30, 110])
def test_limits_are_paid_from_five_han(book: str, han: int, base: int, limit: str, fu: int) -> None:
    assert base_points(han, fu, load(book).rules.limits) == (base, limit)


@pytest.mark.parametrize(
    ("book", "base", "limit"),
    [("ema-2012", 8000, "counted_yakuman"), ("ema-2016", 6000, "sanbaiman"),
     ("wrcr-2015", 6000, "sanbaiman")],
)  # fmt: skip
@pytest.mark.parametrize("han", [13, 14, 26, 78])
def test_the_books_differ_from_thirteen_han(book: str, base: int, limit: str, han: int) -> None:
    assert base_points(han, 30, load(book).rules.limits) == (base, limit)


def test_a_row_begins_at_the_han_of_the_ruleset() -> None:
    limits = load("ema-2016").rules.limits
    counted = Limit(han=11, base=7000)
    changed = limits.model_copy(
        update={"haneman": Limit(han=7, base=3500), "counted_yakuman": counted}
    )
    found = [base_points(han, 30, changed) for han in (6, 7, 10, 11)]
    names = [("mangan", 2000), ("haneman", 3500), ("baiman", 4000), ("counted_yakuman", 7000)]
    assert found == [(base, name) for name, base in names]


@pytest.mark.parametrize(
    ("raised", "four_thirty", "three_sixty"),
    [((), 1920, 1920), (("four_han_thirty_fu",), 2000, 1920),
     (("three_han_sixty_fu",), 1920, 2000),
     (("four_han_thirty_fu", "three_han_sixty_fu"), 2000, 2000)],
)  # fmt: skip
def test_only_hands_named_by_the_ruleset_are_rounded_up(
    raised: tuple[str, ...], four_thirty: int, three_sixty: int
) -> None:
    limits = load("ema-2016").rules.limits.model_copy(update={"raised_to_mangan": raised})
    assert base_points(4, 30, limits).points == four_thirty
    assert base_points(3, 60, limits).points == three_sixty
    assert base_points(2, 110, limits) == (1760, None)
