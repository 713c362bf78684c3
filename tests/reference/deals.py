"""Ends of deals as records, for comparing two settlements."""

from __future__ import annotations

from random import Random
from typing import Any

from riichi_core.rules.chapters.end import Extension
from riichi_core.rules.rules import Rules

from .generate import wins
from .liability import LIABLE_FOR, TILES_OF
from .record import SEATS

Json = dict[str, Any]

ON_ONE_TILE = (
    "234m567p678s55p34s", "678m55999p34s345p", "22m34s(777z^)(345p)(678m)",
    "22m34s(777z)[2222p](999m>)", "123789m99p12334s", "340m406p678s33z34s", "222345m34s33z(111z<)",
    "13m579p2468s1247z", "223*3*44m678p345*5s", "67s88m345678m345p",
    "34s11p[1111z](4444z^)[9999m]",
)  # fmt: skip
"""Hands that wait for a 5 of bamboo, some without a yaku, one that waits for nothing."""

DRAGONS, WINDS = ["5z", "6z", "7z"], ["1z", "2z", "3z", "4z"]
TILES = [f"{number}{suit}" for suit in "mps" for number in range(1, 10)] + WINDS + DRAGONS


BY_PARTS = {"liability.covers": {"liable_yakuman": {"counters": "shared"}},
            "limits.several_yakuman": "add_up", "liability.self_draw": "liable_pays_all",
            "liability.yaku": ["big_three_dragons"]}  # fmt: skip
OPEN = {"seat": "south", "hand": ON_ONE_TILE[0], "winning_tile": "5s",
        "circumstances": ["open_riichi"]}  # fmt: skip

SELDOM: tuple[tuple[Json, Json], ...] = (
    (
        {"riichi.open": {"deal_in": "yakuman"}, "limits.yakuman": 7700},
        {"end": "win", "won_by": "discard", "discarder": "west", "riichi": ["south"],
         "wins": [OPEN]},
    ),
    (
        BY_PARTS | {"limits.yakuman": 7700},
        {"end": "win", "won_by": "self_draw", "counters": 2,
         "wins": [{"seat": "south", "hand": "1z(555z<)(666z^)(777z>)(222z^)",
                   "winning_tile": "1z"}]},
    ),
    (
        {},
        {"end": "exhaustive_draw", "tenpai": ["east"], "riichi": ["south"],
         "dead_hands": ["south"], "bets_on_table": 1},
    ),
    (
        {"limits.raised_to_mangan": ["three_han_sixty_fu"],
         "limits.mangan": {"han": 5, "base": 2000}},
        {"end": "win", "won_by": "self_draw", "wins": [{"seat": "south", "han": 3, "fu": 60}]},
    ),
)  # fmt: skip
"""Deals, each with values under which it shows a rule that random ones seldom show."""


def deals(seed: int, number: int) -> list[Json]:
    """Return so many ends of deals, the same for the same seed."""
    rng = Random(seed)
    return [deal(rng) for _ in range(number)]


def deal(rng: Random) -> Json:
    """Return any end of a deal."""
    found: Json = {
        "round_wind": rng.choice(SEATS),
        "counters": rng.choice([0, 0, 1, 2, 3, 7]),
        "bets_on_table": rng.choice([0, 0, 1, 2, 5]),
        "riichi": some(rng, [0, 0, 1, 2, 3, 4]),
        "setting": rng.choice(["tournament", "casual"]),
    }
    if rng.random() < 0.5:
        found["wareme"] = rng.choice(SEATS)
    found |= end(rng, found["riichi"])
    if found["end"] == "chombo" or rng.random() < 0.12:
        found["offenders"] = some(rng, [1, 1, 2, 3])
    return found


def with_fouls_judged(rng: Random, found: Json) -> Json:
    """Return a deal with the effects of fouls: points off, and void riichi."""
    hands = [win["seat"] for win in found.get("wins", ()) if "hand" in win]
    void = [seat for seat in found["riichi"] if seat not in hands and rng.random() < 0.3]
    points = {
        name: {seat: rng.choice([-1_000, -20_000, -500]) for seat in some(rng, [0, 1, 2])}
        for name in ("penalties", "table_penalties")
    }
    return {**found, **points, "void_riichi": void}


def some(rng: Random, numbers: list[int], seats: tuple[str, ...] = SEATS) -> list[str]:
    """Return some of the seats, as many as one of these numbers."""
    return rng.sample(seats, min(rng.choice(numbers), len(seats)))


def end(rng: Random, riichi: list[str]) -> Json:
    """Return an end of a deal in which these seats declared riichi."""
    which = rng.choices(
        ["win", "exhaustive_draw", "abortive_draw", "chombo", "redeal"], [12, 6, 2, 1, 1]
    )[0]
    if which == "win":
        return {"end": which, **wins_of(rng, riichi)}
    if which == "exhaustive_draw":
        tenpai = some(rng, [0, 1, 2, 3, 4])
        noten_riichi = [seat for seat in riichi if seat not in tenpai]
        dead = noten_riichi if rng.random() < 0.9 else []
        dead = [*dead, *(seat for seat in some(rng, [0, 0, 1]) if seat not in dead)]
        nagashi = some(rng, [0, 0, 0, 1, 2, 3])
        return {"end": which, "tenpai": tenpai, "nagashi": nagashi, "dead_hands": dead}
    if which == "abortive_draw":
        causes = ["four_winds"]
        causes += ["nine_kinds"] if "north" not in riichi else []
        causes += ["four_riichi"] if len(riichi) == len(SEATS) else ["four_quads"]
        return {"end": which, "cause": rng.choice(causes)}
    return {"end": which}


# ---- wins ----------------------------------------------------------------------------------------


def wins_of(rng: Random, riichi: list[str]) -> Json:
    """Return one to three wins on one tile."""
    drawn = rng.random() < 0.4
    number = 1 if drawn else rng.choice([1, 1, 2, 2, 3])
    seats = rng.sample(SEATS, 4)
    winners = seats[:number]
    if number == 1 and rng.random() < 0.75:
        maker = _fed_hand if winners[0] not in riichi and rng.random() < 0.7 else _any_hand
        declared = [maker(rng, winners[0], drawn, riichi)]
    else:
        hands = rng.sample(ON_ONE_TILE, number)
        declared = [
            _waiting(rng, seat, hand, riichi) if rng.random() < 0.6 else _stated(rng, seat, drawn)
            for seat, hand in zip(winners, hands, strict=True)
        ]
    found: Json = {"won_by": "self_draw" if drawn else "discard", "wins": declared}
    if not drawn:
        found["discarder"] = seats[3]
        if seats[3] in riichi and rng.random() < 0.5:
            found["riichi_void"] = seats[3]
    liable = {
        win["seat"]: fed
        for win in declared
        if (fed := {
            yaku: rng.choice([seat for seat in SEATS if seat != win["seat"]])
            for yaku in win.pop("completes", ())
            if rng.random() < 0.4
        })
    }  # fmt: skip
    return {**found, "liable": liable} if liable else found


def _stated(rng: Random, seat: str, drawn: bool) -> Json:
    """Return a win that states only its value."""
    kind = rng.choice(["han", "han", "limit", "yakuman"])
    if kind == "limit":
        return {"seat": seat, "limit": rng.choice(["mangan", "haneman", "baiman", "sanbaiman"])}
    if kind == "yakuman":
        yakuman, fed = rng.choice([1, 1, 2, 3]), ["four_quads", "big_three_dragons"]
        return {"seat": seat, "yakuman": yakuman, "completes": fed}
    found: Json = {"seat": seat, "han": rng.randint(1, 14)}
    if drawn:
        found["completes"] = ["after_a_quad"]
    if found["han"] < 5 or rng.random() < 0.5:
        found["fu"] = rng.choice([30, 30, 40, 40, 50, 60, 70, 110])
    return found


def _waiting(rng: Random, seat: str, hand: str, riichi: list[str]) -> Json:
    """Return a hand that waits for a 5 of bamboo."""
    if seat in riichi and "(" in hand:
        hand = ON_ONE_TILE[0]
    won: Json = {"seat": seat, "hand": hand, "winning_tile": "5s"}
    if seat in riichi:
        won |= rng.choice([{}, {"ippatsu": True}, {"riichi": "double"}])
        won |= rng.choice([{}, {"circumstances": ["open_riichi"]}])
        won |= rng.choice([{}, {"dora_indicators": ["4p"], "ura_dora_indicators": ["5p"]}])
    if seat == "east" and rng.random() < 0.3:
        won["circumstances"] = sorted([*won.get("circumstances", ()), "eighth_dealer_win"])
    return won


def _any_hand(rng: Random, seat: str, drawn: bool, riichi: list[str]) -> Json:
    """Return any hand, from the generator used to compare the scorers."""
    while True:
        (record,) = wins(rng.randrange(1 << 30), 1)
        declared = record.pop("riichi", "none")
        by = "self_draw" if drawn else "discard"
        if (record["won_by"], declared != "none") == (by, seat in riichi):
            break
    left_out = ("id", "won_by", "seat_wind", "round_wind", "counters", "circumstances")
    won = {name: value for name, value in record.items() if name not in left_out}
    if "first_turn" in won and not drawn and seat == "east":
        del won["first_turn"]
    if declared == "double":
        won["riichi"] = "double"
    return {**won, "seat": seat}


def _fed_hand(rng: Random, seat: str, drawn: bool, riichi: list[str]) -> Json:
    """Return a hand of triplets and quads, with all dragons, all winds or four quads, or nearly."""
    del riichi
    kinds = rng.choice([DRAGONS, DRAGONS, WINDS, []])
    quads = rng.choice([0.2, 0.2, 1.0, 0.9])
    others = [tile for tile in TILES if tile not in kinds]
    chosen = [*kinds, *rng.sample(others, 4 - len(kinds))]
    rng.shuffle(chosen)
    pair = rng.choice([tile for tile in others if tile not in chosen])
    concealed, sets = pair, ""
    for tile in chosen:
        number, suit = tile[0], tile[1]
        if rng.random() < quads:
            mark = rng.choice(["", "<", "^", ">", "<", "^", ">"])
            sets += rng.choice(
                [f"({number * 4}{suit}{mark})", f"({number * 4}{suit}{mark})",
                 f"({number * 3}+{number}{suit}{mark})", f"[{number * 4}{suit}]"]
            )  # fmt: skip
        elif rng.random() < 0.1:
            concealed += number * 3 + suit
        else:
            sets += f"({number * 3}{suit}{rng.choice(['', '<', '^', '>', '<', '^', '>'])})"
    won: Json = {"seat": seat, "hand": concealed + sets, "winning_tile": pair}
    has_quad = any(len([c for c in one if c.isdigit()]) == 4 for one in sets.split(")"))
    if drawn and has_quad and rng.random() < 0.5:
        won["after_quad"] = True
    won["completes"] = _completes(chosen, sets, won)
    return won


def _completes(chosen: list[str], sets: str, won: Json) -> list[str]:
    """Return the yaku of the hand that another player can have fed."""
    quads = sum(
        len([c for c in one if c.isdigit()]) == 4 for one in sets.replace("[", "(").split("(")
    )
    has = {
        "big_three_dragons": set(DRAGONS) <= {*chosen},
        "big_four_winds": set(WINDS) <= {*chosen},
        "four_quads": quads == 4,
        "after_a_quad": "after_quad" in won,
    } | dict.fromkeys(TILES_OF, False)
    return [yaku for yaku in LIABLE_FOR if has[yaku]]


# ---- games ---------------------------------------------------------------------------------------


def game(rng: Random) -> Json:
    """Return the deals of a game, possibly too many, and the time of the signal."""
    number = rng.randint(1, 14)
    found: Json = {"deals": [deal_of_game(rng) for _ in range(number)]}
    if rng.random() < 0.3:
        found["deals"][rng.randrange(number)] = _false_win(rng)
    if rng.random() < 0.5:
        found["stops"] = True
    if rng.random() < 0.3:
        found["signal"] = rng.choice(
            [{"during_deal": rng.randint(1, number)}, {"after_deal": rng.randint(0, number)}]
        )
    return found


def deal_of_game(rng: Random) -> Json:
    """Return a deal with stated wins, because a false win must be recorded as such."""
    while True:
        found = deal(rng)
        for name in ("round_wind", "counters", "bets_on_table", "liable"):
            found.pop(name, None)
        if found["end"] in {"chombo", "redeal", "abortive_draw"} and rng.random() < 0.7:
            continue
        if found.get("nagashi") and rng.random() < 0.5:
            found["nagashi"] = []
        if "wins" in found:
            found["wins"] = [_in_a_game(rng, win["seat"], found["riichi"]) for win in found["wins"]]
        return found


def _false_win(rng: Random) -> Json:
    """Return a deal with a declared hand that never wins, or wins only under some rules."""
    drawn, seats = rng.random() < 0.4, rng.sample(SEATS, 3)
    win = {"seat": seats[0], "hand": rng.choice(ON_ONE_TILE[-6:]), "winning_tile": "5s"}
    found: Json = {"end": "win", "won_by": "self_draw" if drawn else "discard", "wins": [win]}
    if not drawn:
        found["discarder"] = seats[1]
        if rng.random() < 0.5:
            found["wins"].insert(rng.randint(0, 1), {"seat": seats[2], "han": 3, "fu": 30})
    if rng.random() < 0.3:
        found["fouls"] = [{"seat": seats[0], "foul": "false_win_shown"}]
    return found


def _in_a_game(rng: Random, seat: str, riichi: list[str]) -> Json:
    hands = {"han": rng.randint(1, 6), "fu": 30}, {"limit": "haneman"}, {"yakuman": 1}
    if seat in riichi and rng.random() < 0.5:
        return _waiting(rng, seat, ON_ONE_TILE[0], riichi)
    return {"seat": seat, **rng.choices(hands, [6, 1, 1])[0]}


# ---- a moment of a game --------------------------------------------------------------------------


def moment(rng: Random, rules: Rules) -> Json:
    """Return the state of a game before a deal, often one of the last, with frequent ties."""
    rounds, extension = rules.end.rounds, rules.end.extension
    rounds = 1 if rounds == "one_hand" else rounds
    last = rounds - 1 + (extension.rounds if isinstance(extension, Extension) else 0)
    points = rng.choice(
        [[25_000, 30_000, 35_000], [*range(0, 60_000, 1_300)], [0, 1_000, 29_000],
         [30_499, 30_500, 24_501, 24_500, 14_499, -499, -500]]
    )  # fmt: skip
    found: Json = {
        "scores": [rng.choice(points) for _ in SEATS],
        "round": rng.choice([max(rounds - 2, 0), rounds - 1, rounds - 1, rng.randint(0, last)]),
        "dealer": rng.choice([0, 1, 2, 3, 3, 3]),
        "counters": rng.choice([0, 0, 1, 2, 3, 7]),
        "bets": rng.choice([0, 0, 1, 2, 3]),
        "penalties": [rng.choice([0, 0, -20_000]) for _ in SEATS],
        "chips": [rng.randint(-3, 3) for _ in SEATS],
        "won": [rng.random() < 0.5 for _ in SEATS],
    }
    if isinstance(extension, Extension) and rng.random() < 0.4:
        found["scores"] = [rng.choice([0, 1_000, 20_000]) for _ in SEATS]
        found["scores"][found["dealer"]] = extension.target + rng.choice([0, 0, -100, 100])
    return found


def quiet(rng: Random) -> Json:
    """Return a deal that leaves the scores unchanged."""
    return {"end": "exhaustive_draw", "tenpai": rng.choice([[], [*SEATS], [*SEATS]])}
