"""The sensible player makes the right choice where there is one."""

from __future__ import annotations

import pytest
from each import each

from riichi_core.bots import SensiblePlayer, TsumogiriPlayer
from riichi_core.bots.asking import tell_rules
from riichi_core.bots.player import USUAL, KnownRules, PlayerError
from riichi_core.bots.runner import play_game
from riichi_core.bots.sensible import dangers, known_dangers
from riichi_core.hands.hand import parse_meld
from riichi_core.play.actions import parse_action
from riichi_core.play.observation import Observation
from riichi_core.play.state import DiscardedTile
from riichi_core.play.table import Table
from riichi_core.rules.changes import with_changes
from riichi_core.rules.chapters.yaku import LimitWorth
from riichi_core.rules.load import load
from riichi_core.tiles import TILES, Wind, parse_tiles

E, S = Wind.EAST, Wind.SOUTH


def seen(
    hand: str,
    *sets: str,
    drawn: str = "",
    offered: str = "",
    row: str = "",
    riichi: str | None = None,
    dora: str = "4z",
    tiles_left: int = 50,
) -> Observation:
    """Return what East sees; `riichi` lists South's discards if South is in riichi."""
    return Observation(
        seat=E,
        hand=parse_tiles(hand),
        drawn=TILES[drawn] if drawn else None,
        sets=(tuple(map(parse_meld, sets)), (), (), ()),
        rows=(thrown(row), thrown(riichi or ""), (), ()),
        riichi=frozenset() if riichi is None else frozenset({S}),
        dead=frozenset(),
        round_wind=E,
        counters=0,
        bets=0,
        scores=(30_000,) * 4,
        indicators=parse_tiles(dora),
        tiles_left=tiles_left,
        offered=TILES[offered] if offered else None,
        offered_by=Wind.NORTH if offered else None,
    )


def thrown(tiles: str) -> tuple[DiscardedTile, ...]:
    return tuple(map(DiscardedTile, parse_tiles(tiles)))


def chosen(view: Observation, *acts: str, house: KnownRules = USUAL) -> str:
    return str(SensiblePlayer(house).choose(view, tuple(map(parse_action, acts))))


def discarded(view: Observation, riichi: str = "") -> str:
    """Return the discard of a player that may discard any tile, and declare riichi with some."""
    drawn = [f"discard {view.drawn} drawn"] * (view.drawn is not None)
    declared = [f"riichi {tile}" for tile in parse_tiles(riichi)]
    return chosen(view, *drawn, *(f"discard {tile}" for tile in view.hand), *declared)


# ---- what asks for no thought --------------------------------------------------------------------


@each(
    "acts, act",
    [
        (("win", "pass"), "win"),
        (("pon 55z", "win", "pass"), "win"),
        (("discard 1m drawn", "win"), "win"),
        (("tenpai", "noten"), "tenpai"),
        (("noten",), "noten"),
        (("discard 1m drawn", "take"), "take"),
        (("discard 1m drawn",), "discard 1m drawn"),
    ],
)
def test_the_player_wins_and_shows_tenpai(acts: tuple[str, ...], act: str) -> None:
    assert chosen(seen("147m258p369s1234z", drawn="1m"), *acts) == act


# ---- discards ------------------------------------------------------------------------------------


@each(
    "view, act",
    [
        (seen("123m456p789s1122z", drawn="4z"), "discard 4z drawn"),
        (seen("123m456p78s12399s4z"), "discard 4z"),
        # a wait for two kinds before a wait for one
        (seen("123m456p99p35667s", drawn="8s"), "discard 3s"),
        # of two equally useful tiles the dora stays
        (seen("123456m456p78s19p", drawn="9s", dora="9p"), "discard 9p"),
        (seen("123456m456p78s19p", drawn="9s", dora="8p"), "discard 1p"),
        # a pair of dragons is kept before a pair of other players' winds
        (seen("123m456p23s33z77z", drawn="9p", dora="1m"), "discard 9p drawn"),
    ],
)
def test_the_least_useful_tile_is_discarded(view: Observation, act: str) -> None:
    assert discarded(view) == act


def test_riichi_is_declared_with_the_widest_wait() -> None:
    view = seen("123m456p99p35667s", drawn="8s")
    assert discarded(view, riichi="36s") == "riichi 3s"
    assert discarded(seen("123m456p34s11199s", drawn="4z"), riichi="4z") == "riichi 4z"


def test_riichi_is_not_declared_when_furiten() -> None:
    view = seen("123m456p34s11199s", drawn="4z", row="2s")
    assert discarded(view, riichi="4z") == "discard 4z drawn"


def test_riichi_is_not_declared_when_all_winning_tiles_are_visible() -> None:
    view = seen("123m456p13s11199p", drawn="4z", riichi="2222s", dora="1z")
    assert discarded(view, riichi="4z") == "discard 4z drawn"


def test_an_open_hand_keeps_its_yaku() -> None:
    """With a claimed sequence and no dragons it plays for All Simples, and discards terminals."""
    assert discarded(seen("34m55678p23s99s", "(678m<)", drawn="4s")) == "discard 9s"
    assert discarded(seen("1235678p13m4z", "(999p^)", drawn="9s")) == "discard 9s drawn"
    assert discarded(seen("1235678p13m4z", "(999p^)", drawn="9p")) == "discard 1m"


def test_an_open_hand_keeps_a_pair_that_may_become_its_yaku() -> None:
    assert discarded(seen("34m12355p66z", "(789p<)", drawn="4m")) != "discard 6z"
    assert discarded(seen("22m12355p6z4z", "(789p<)", drawn="6z")) == "discard 4z"


def test_an_open_hand_without_a_yaku_still_waits_for_a_draw() -> None:
    assert discarded(seen("123m456s1178s", "(999p^)", drawn="4z")) == "discard 4z drawn"


# ---- folding -------------------------------------------------------------------------------------

FAR = "147m258p369s1234z"


def test_a_hand_far_from_tenpai_folds_against_riichi() -> None:
    assert discarded(seen(FAR, drawn="5m", riichi="5m")) == "discard 5m drawn"
    assert discarded(seen(FAR, drawn="9m", riichi="8p")) == "discard 8p"
    assert chosen(seen(FAR, offered="1m", riichi="5m"), "chii 23m", "pass") == "pass"


def test_a_tenpai_hand_does_not_fold() -> None:
    view = seen("123m456p34s11199s", drawn="5m", riichi="1m")
    assert discarded(view, riichi="5m") == "riichi 5m"


def test_a_plain_five_is_discarded_before_a_red_one() -> None:
    hand = "147m258p369s12z"
    assert discarded(seen(f"{hand}5s1z", drawn="0s", riichi="5s")) == "discard 5s"
    assert discarded(seen(f"{hand}0s1z", drawn="5s", riichi="5s")) == "discard 5s drawn"


def test_the_player_risks_less_late_in_a_deal() -> None:
    hand = "123m456p34s1168s9p"
    early = discarded(seen(hand, drawn="5m", riichi="1m"))
    late = discarded(seen(hand, drawn="5m", riichi="1m", tiles_left=10))
    assert (early != "discard 1m", late) == (True, "discard 1m")


def test_the_declarers_discards_decide_how_dangerous_a_tile_is() -> None:
    rows = [thrown("1m4p9s")]
    kinds = [tile.kind for tile in parse_tiles("1m4m5m7p1p9s6s1z2z3z")]
    unseen = [4] * 27 + [0, 1, 3] + [4] * 4
    found = dangers(rows, kinds, unseen)
    named = {str(tile): found[tile.kind] for tile in parse_tiles("1m4m5m7p1p9s6s1z2z3z")}
    assert named["1m"] == named["9s"] == named["1z"] == 0
    # 4m also has the suji 7m, which was not discarded; 1p has only one, which was
    assert named["1p"] < named["7p"] <= named["4m"] == named["5m"]
    assert named["2z"] < named["3z"] < named["5m"]
    assert dangers([], kinds, unseen) == dict.fromkeys(kinds, 0)


def test_the_more_dangerous_of_two_declarers_counts() -> None:
    one, other = thrown("5m"), thrown("1z")
    assert dangers([one, other], [4], []) == dangers([other], [4], [])


# ---- calls ---------------------------------------------------------------------------------------


@each(
    "view, acts, act",
    [
        # a triplet of dragons, or of the seat wind
        (seen("13m46p789s1255p55z", offered="5z"), ("pon 55z",), "pon 55z"),
        (seen("13m46p789s2355p11z", offered="1z"), ("pon 11z",), "pon 11z"),
        # a triplet without a yaku
        (seen("13m46p789s1255p33z", offered="3z"), ("pon 33z",), "pass"),
        # a concealed hand that waits stays concealed
        (seen("123m456p78s11155z", offered="5z"), ("pon 55z",), "pass"),
        # all simples in sight
        (seen("34m34567p4567s88s", offered="5m"), ("chii 34m",), "chii 34m"),
        # no yaku in sight
        (seen("12m34567p4567s99s", offered="3m"), ("chii 12m",), "pass"),
        # a half flush
        (seen("12m345678m99m1p9s3z", offered="3m"), ("chii 12m",), "chii 12m"),
        # an open hand with its yaku claims only tiles that bring it closer
        (seen("12m46p789s55p", "(555z^)", offered="3m"), ("chii 12m",), "chii 12m"),
        (seen("123m46p79s55p", "(555z^)", offered="3m"), ("chii 12m",), "pass"),
    ],
)
def test_calls_that_help_a_yaku_are_made(
    view: Observation, acts: tuple[str, ...], act: str
) -> None:
    assert chosen(view, *acts, "pass") == act


def test_the_player_passes_if_the_only_claim_makes_no_yaku() -> None:
    assert chosen(seen(FAR, offered="9m"), "kan 999m", "pass") == "pass"


# ---- quads and nine kinds ------------------------------------------------------------------------

HARMLESS = "123m456p1178s999p"


def quad(view: Observation, act: str) -> str:
    return chosen(view, f"discard {view.drawn} drawn", *map("discard {}".format, view.hand), act)


def test_a_harmless_quad_is_declared() -> None:
    assert quad(seen(HARMLESS, drawn="9p"), "kan 9999p") == "kan 9999p"
    assert quad(seen("123m456p1178s", "(777z^)", drawn="7z"), "kan 7z") == "kan 7z"
    assert quad(seen("123m456s1178s", "(999p^)", drawn="9p"), "kan 9p") == "kan 9p"


def test_a_quad_is_not_declared_with_tiles_that_sequences_need() -> None:
    hand = seen("123m5666p78p1178s", drawn="6p")
    assert quad(hand, "kan 6666p") != "kan 6666p"
    assert quad(seen("78p1178s234m1z", "(999p^)", drawn="9p"), "kan 9p") != "kan 9p"


def test_a_quad_is_not_declared_against_riichi() -> None:
    assert quad(seen(HARMLESS, drawn="9p", riichi="1z"), "kan 9999p") != "kan 9999p"


def test_nine_kinds_are_declared_only_with_a_bad_hand() -> None:
    bad = seen("19m19p19s123z258p5s", drawn="3m")
    good = seen("19m19p19s12345z25p", drawn="6z")
    acts = ("nine_kinds", "discard 3m drawn", "discard 6z drawn", "discard 2p")
    assert chosen(bad, *acts[:2]) == "nine_kinds"
    assert chosen(good, *acts) == "discard 2p"


def test_only_the_waits_of_a_visible_hand_are_dangerous() -> None:
    """South's open riichi hand waits for 1s and 4s, so 9p is safe."""
    view = seen("123m456m99p14s555z", drawn="9p", riichi="2z")._replace(
        open_hands=((), parse_tiles("234m567m88p23s777s"), (), ())
    )
    assert known_dangers((tile.kind for tile in parse_tiles("234m567m88p23s777s")), [28],
                         [18, 21, 17], melds=0) == {18: 100, 21: 100, 17: 0}  # fmt: skip
    assert discarded(view) == "discard 9p drawn"
    assert view.unseen_counts()[TILES["7s"].kind] == 1


def test_the_player_never_declares_open_riichi() -> None:
    view = seen("23m456m789m123s99s", drawn="1z")
    acts = ("discard 1z drawn", "riichi 1z drawn", "open_riichi 1z drawn")
    assert chosen(view, *acts) == "riichi 1z drawn"


# ---- the rules of the house ----------------------------------------------------------------------

TWO = USUAL._replace(minimum=2)


@each(
    "view, claim, house, is_made",
    [
        (seen("34m34567p4567s88s", offered="5m"), "chii 34m", USUAL, True),
        (seen("34m34567p4567s88s", offered="5m"), "chii 34m", USUAL._replace(simples=0), False),
        # a triplet of dragons is one han; a triplet of East for East in the east round is two
        (seen("13m46p789s1255p55z", offered="5z"), "pon 55z", TWO, False),
        (seen("13m46p789s2355p11z", offered="1z"), "pon 11z", TWO, True),
        (seen("13m46p789s2355p11z", offered="1z"), "pon 11z", TWO._replace(seat_wind=0), False),
        # a half flush is two han
        (seen("12m345678m99m1p9s3z", offered="3m"), "chii 12m", TWO, True),
        (seen("12m345678m99m1p9s3z", offered="3m"), "chii 12m", TWO._replace(half_flush=1), False),
    ],
)
def test_house_rules_decide_which_yaku_are_worth_a_claim(
    view: Observation, claim: str, house: KnownRules, is_made: bool
) -> None:
    assert chosen(view, claim, "pass", house=house) == (claim if is_made else "pass")


def test_the_players_view_of_the_rules_is_read_from_a_ruleset() -> None:
    rules = load("ema-2025").rules
    assert KnownRules.of(rules) == USUAL
    concealed = rules.with_value_of("yaku.all_simples", load("ema-2012").rules)
    assert KnownRules.of(concealed) == USUAL._replace(simples=0)
    limit = rules.yaku.model_copy(update={"half_flush": LimitWorth(limit="mangan")})
    assert KnownRules.of(rules.model_copy(update={"yaku": limit})).half_flush > 12


def test_players_receive_the_rules_of_the_game() -> None:
    player = SensiblePlayer()
    club, _ = with_changes(load("ema-2025"), ["winning.minimum_han=2"])
    assert club is not None
    tell_rules([player, TsumogiriPlayer()], club.rules)
    assert player.house == TWO


def test_a_wait_is_given_up_when_the_players_own_quad_has_all_its_tiles() -> None:
    view = seen("12p99s", "[3333p]", "(555z)", "(777z)", drawn="8s")
    assert discarded(view) in {"discard 1p", "discard 2p"}


def test_every_player_with_enter_receives_the_rules() -> None:
    told: list[KnownRules] = []

    class ListeningPlayer(TsumogiriPlayer):
        def enter(self, house: KnownRules) -> None:
            told.append(house)

    rules = load("tenhou").rules
    tell_rules([TsumogiriPlayer(), ListeningPlayer()], rules)
    assert told == [KnownRules.of(rules)]


def test_an_error_of_enter_is_an_error_of_the_player() -> None:
    class FailingPlayer(TsumogiriPlayer):
        def enter(self, house: KnownRules) -> None:
            raise KeyError(house.minimum)

    with pytest.raises(PlayerError, match=r"^a player's enter\(\) failed: KeyError: 1 .*, line "):
        play_game(Table("ema-2025", seed=1), [FailingPlayer()] * 4)
