"""The figures of a sheet compared with EMA's printed sheet and with the engine."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from each import each
from effort import HELD, LONG, SHAPES
from sheet_reading import figures, sheet

from riichi.content.score_sheet import BLANK, MINUS, yaku_table
from riichi.locale.locale import Locale
from riichi_core.hands.win import Riichi, Ron, Tsumo, Win
from riichi_core.rules.load import load
from riichi_core.scoring.result import Score
from riichi_core.scoring.score import score
from riichi_core.tiles import Wind

WINS = {
    "east-draw": (True, True),
    "east-discard": (True, False),
    "other-draw": (False, True),
    "other-discard": (False, False),
}

# ---- the sheet that EMA prints -------------------------------------------------------------------

# The figures of the EMA score sheet of 2016, han 1 to 4 a row. In the copy that was read the lines
# of the others' self-draw lack what East pays, and that for 25 fu has figures of another line: both
# are put right here by the formula, and those over 70 fu are added.
Paid = int | tuple[int, int] | None

PAID: dict[str, dict[int, list[Paid]]] = {
    "east-draw": {
        20: [None, 700, 1300, 2600],
        25: [None, None, 1600, 3200],
        30: [500, 1000, 2000, 3900],
        40: [700, 1300, 2600, 4000],
        50: [800, 1600, 3200, 4000],
        60: [1000, 2000, 3900, 4000],
        70: [1200, 2300, 4000, 4000],
        80: [1300, 2600, 4000, 4000],
        90: [1500, 2900, 4000, 4000],
        100: [1600, 3200, 4000, 4000],
        110: [None, 3600, 4000, 4000],
    },
    "east-discard": {
        25: [None, 2400, 4800, 9600],
        30: [1500, 2900, 5800, 11600],
        40: [2000, 3900, 7700, 12000],
        50: [2400, 4800, 9600, 12000],
        60: [2900, 5800, 11600, 12000],
        70: [3400, 6800, 12000, 12000],
        80: [3900, 7700, 12000, 12000],
        90: [4400, 8700, 12000, 12000],
        100: [4800, 9600, 12000, 12000],
        110: [5300, 10600, 12000, 12000],
    },
    "other-draw": {
        20: [None, (400, 700), (700, 1300), (1300, 2600)],
        25: [None, None, (800, 1600), (1600, 3200)],
        30: [(300, 500), (500, 1000), (1000, 2000), (2000, 3900)],
        40: [(400, 700), (700, 1300), (1300, 2600), (2000, 4000)],
        50: [(400, 800), (800, 1600), (1600, 3200), (2000, 4000)],
        60: [(500, 1000), (1000, 2000), (2000, 3900), (2000, 4000)],
        70: [(600, 1200), (1200, 2300), (2000, 4000), (2000, 4000)],
        80: [(700, 1300), (1300, 2600), (2000, 4000), (2000, 4000)],
        90: [(800, 1500), (1500, 2900), (2000, 4000), (2000, 4000)],
        100: [(800, 1600), (1600, 3200), (2000, 4000), (2000, 4000)],
        110: [None, (1800, 3600), (2000, 4000), (2000, 4000)],
    },
    "other-discard": {
        25: [None, 1600, 3200, 6400],
        30: [1000, 2000, 3900, 7700],
        40: [1300, 2600, 5200, 8000],
        50: [1600, 3200, 6400, 8000],
        60: [2000, 3900, 7700, 8000],
        70: [2300, 4500, 8000, 8000],
        80: [2600, 5200, 8000, 8000],
        90: [2900, 5800, 8000, 8000],
        100: [3200, 6400, 8000, 8000],
        110: [3600, 7100, 8000, 8000],
    },
}

RAISED: dict[str, dict[tuple[int, int], Paid]] = {
    "east-draw": {(4, 30): 4000, (3, 60): 4000},
    "east-discard": {(4, 30): 12000, (3, 60): 12000},
    "other-draw": {(4, 30): (2000, 4000), (3, 60): (2000, 4000)},
    "other-discard": {(4, 30): 8000, (3, 60): 8000},
}
"""What WRCR 2015 pays otherwise."""

LIMITS = {
    "Mangan": ("5", 4000, 12000, (2000, 4000), 8000),
    "Haneman": ("6-7", 6000, 18000, (3000, 6000), 12000),
    "Baiman": ("8-10", 8000, 24000, (4000, 8000), 16000),
    "Sanbaiman": ("11+", 12000, 36000, (6000, 12000), 24000),
    "Yakuman": ("-", 16000, 48000, (8000, 16000), 32000),
}

YAKU = {
    "1 han": """Riichi● Ippatsu● FullyConcealedHand● Pinfu● PureDoubleSequence● AllSimples
        MixedTripleSequence+1 PureStraight+1 DragonTriplet SeatWindTriplet RoundWindTriplet
        HalfOutsideHand+1 AfteraQuad RobbingaQuad UndertheSea UndertheRiver""",
    "2 han": """DoubleRiichi● SevenPairs● TripleTriplet ThreeConcealedTriplets ThreeQuads
        AllTriplets HalfFlush+1 LittleThreeDragons AllTerminalsandHonours FullOutsideHand+1""",
    "3 han": "TwicePureDoubleSequence●",
    "5 han": "FullFlush+1",
    "Mangan, not combined with other yaku": "BlessingofMan●",
    "Yakuman": """ThirteenOrphans● NineGates● BlessingofHeaven● BlessingofEarth●
        FourConcealedTriplets● FourQuads AllGreen AllTerminals AllHonours
        BigThreeDragons LittleFourWinds BigFourWinds""",
}
"""In the copies Blessing of Man stands under five han, where mangan begins, and Double Riichi under
the one that it adds to Riichi."""


def points(text: str) -> int | tuple[int, ...] | None:
    found = figures(text)
    return None if not found else found[0] if len(found) == 1 else tuple(found)


@pytest.mark.parametrize("book", ["ema-2016", "wrcr-2015"])
@pytest.mark.parametrize("name", PAID)
def test_a_sheet_has_the_payments_printed_in_the_books(name: str, book: str) -> None:
    expected = {
        fu: [RAISED[name].get((han, fu), paid) for han, paid in enumerate(row, 1)]
        if book == "wrcr-2015"
        else row
        for fu, row in PAID[name].items()
    }
    table = sheet(book, terms="ema-2025").tables[name]
    assert table.heads == ["Fu", "1 han", "2 han", "3 han", "4 han"]
    assert {int(row[0]): [points(cell) for cell in row[1:]] for row in table.rows} == expected


@pytest.mark.parametrize("book", ["ema-2016", "wrcr-2015"])
def test_a_sheet_has_the_limits_printed_in_the_books(book: str) -> None:
    rows = sheet(book, terms="ema-2025").tables["limits"].rows
    found = {
        row[0]: (row[1].replace(BLANK, "-"), *(points(cell) for cell in row[2:])) for row in rows
    }
    assert found == LIMITS


@pytest.mark.parametrize("book", ["ema-2016", "wrcr-2015"])
def test_a_sheet_has_the_minipoints_printed_in_the_books(book: str) -> None:
    tables = sheet(book, terms="ema-2025").tables
    assert [row[1:] for row in tables["fu-sets"].rows] == [
        ["2", "4"], ["4", "8"], ["8", "16"], ["16", "32"],
    ]  # fmt: skip
    assert tables["fu-others"].rows == [
        ["Pair of dragons", "2"],
        ["Pair of seat or round wind", "2"],
        ["Pair of the double wind", "4"],
        ["Edge, closed or pair wait", "2"],
        ["Self-draw, not with Pinfu", "2"],
        ["Open hand without other fu", "2"],
    ]
    assert [row[1] for row in tables["fu-winning"].rows] == ["30", "25", "20"]


@pytest.mark.parametrize("book", ["ema-2016", "wrcr-2015"])
def test_a_sheet_has_the_yaku_of_the_books_with_their_worth(book: str) -> None:
    table = sheet(book, terms="ema-2025").tables["yaku"]
    found: dict[str, list[str]] = {}
    for group, (name, _, sign) in zip(table.groups, table.rows, strict=True):
        found.setdefault(group, []).append(name.replace(" ", "") + sign)
    assert found == {group: names.split() for group, names in YAKU.items()}


# ---- the engine ----------------------------------------------------------------------------------


DORA = (
    "",
    "1m",
    "1m1m",
    "1m1m1m",
    "1m1m1m3m",
    "1s",
    "2s",
    "8s",
    "1p",
    "2p",
    "4p",
    "8p",
    "1z",
    "6z",
)
"""Indicators: of tiles in all hands; and of pairs and pungs, for rules that have only one."""


def wins() -> Iterator[Win]:
    """Yield hands of all fu from 20 to 110, each with none to four dora and for each seat."""
    for text, tile in (
        ("23467m345678p99s", "8m"),  # pinfu
        ("2266m3399p4477s5s", "5s"),  # seven pairs
        ("23m(456p)(678s)(777z)44p", "4m"),  # dragons, open
        ("23467m22s(345p)(678p)", "8m"),  # all simples, open
        ("23m(456p)(678s)(777z)22p", "4m"),
        ("23m(7777z)(999p)(234s)22p", "4m"),
        ("23m[7777z](999p)(234s)22p", "4m"),
        ("23m(7777z)(9999p)(234s)22p", "4m"),
        ("23m(7777z)[8888p](234s)22p", "4m"),
        ("23m[7777z][2222p](456s)33p", "4m"),
        ("23m[7777z](222p)(8888s)55p", "4m"),
        ("24m(7777z)(1111p)(222s)33p", "3m"),
        ("24m[7777z](999p)(222s)33p", "3m"),
        ("24m[7777z](2222p)(222s)55p", "3m"),
        ("24m(7777z)(999p)(234s)22p", "3m"),
        ("23m(777z)999p(234s)22p", "4m"),
        ("24m777z999p222s33p", "3m"),
        ("24m[7777z]999p234s33p", "3m"),
        ("24m[7777z](1111p)(222s)33p", "3m"),
        ("23m[7777z][1111p](234s)33p", "4m"),
        ("23m[7777z][1111p](345s)33s", "4m"),
        ("24m[7777z][1111p](999s)55z", "3m"),
        ("24m33p[1111p][9999s](9999p)", "3m"),  # three kongs
        ("234m99m11z[1111p][9999s]", "9m"),  # the pair of one's own and the prevailing wind
        ("234m99m22z[1111p][9999s]", "9m"),
    ):
        by: tuple[Tsumo | Ron, ...] = (Tsumo(), Ron())
        for dora, win, seat, riichi in product(DORA, by, (Wind.EAST, Wind.SOUTH), (False, True)):
            if (riichi and "(" in text) or (dora and dora[0] * 4 + dora[1] in text):
                continue  # an open hand, or a fifth tile
            yield Win(
                text, tile, win, seat=seat, round_wind=seat if "m99m" in text else Wind.WEST,
                riichi=Riichi() if riichi else None, dora=dora,
            )  # fmt: skip


def scored(ruleset: str) -> dict[tuple[str, int, int], set[tuple[int, ...]]]:
    """Return the engine's payments for wins without a limit by han, by table, han and fu."""
    found: dict[tuple[str, int, int], set[tuple[int, ...]]] = {}
    names = {facts: name for name, facts in WINS.items()}
    rules = load(ruleset)
    for win in wins():
        told = score(win, rules)
        if isinstance(told, Score) and told.han and told.fu and not told.yakuman:
            paid = told.payments
            parts = (paid.from_discarder, paid.from_each, paid.from_dealer)
            key = (names[win.dealer, win.drawn], told.han, told.fu)
            found.setdefault(key, set()).add(tuple(p for p in parts if p is not None))
    return found


@each("ruleset", HELD if LONG else SHAPES)
def test_every_payment_matches_the_engine(ruleset: str) -> None:
    """A cell is blank exactly if no hand has its han and fu."""
    engine = scored(ruleset)
    for name in WINS:
        table = sheet(ruleset).tables[name]
        for row, column in product(table.rows, range(1, 5)):
            key = (name, figures(table.heads[column])[0], int(row[0]))
            seen = engine.pop(key, set())
            assert seen == ({tuple(figures(row[column]))} if figures(row[column]) else set()), key
    left = [key for key in engine if key[1] < 5 and key[2] <= 110]
    assert left == [], "such a hand is possible, and its cell is not there"


@pytest.mark.parametrize(
    ("name", "worth", "sign"),
    [
        ("ema-2025", "6 han", f"{MINUS}1"),
        ("wrc-2025", "6 han", f"{MINUS}1"),
        ("ema-2016", "5 han", "+1"),
    ],
)
def test_a_sheet_lists_yaku_by_the_worth_that_its_book_lists_them_by(
    name: str, worth: str, sign: str
) -> None:
    groups = yaku_table(load(name), Locale("en")).groups
    (group,) = (
        one for one in groups if any("One suit, no honours" in str(row) for row in one.rows)
    )
    assert group.title == worth
    assert f"text='{sign}'" in str(group.rows)


def test_two_yaku_together_may_be_worth_more_than_one_can_be() -> None:
    worths = {"yaku.riichi.concealed": 100, "yaku.double_riichi.concealed": 67}
    rich = load("ema-2012").replace(worths)
    assert "167 han" in str(yaku_table(rich, Locale()))
