"""The alternatives of a definition: how many there are, and the meaning of letters."""

from __future__ import annotations

from math import comb

from each import each
from pricing import define

from riichi_core.analysis.alternatives import Alternative, expand
from riichi_core.rules.glossary import known_yaku

M, P, S, Z = range(4)


def of(yaku: str) -> tuple[Alternative, ...]:
    return expand(known_yaku()[yaku])


BY_ARGUMENT = {
    # letters: numbers of a sequence 7, suits 3
    "mixed_triple_sequence": 7,
    "pure_double_sequence": 7 * 3,
    "pure_straight": 3,
    "triple_triplet": 9,
    "isshoku_yonjun": 7 * 3,
    "sanshoku_tsuukan": 3 * 2,
    "sanrenkou": 7 * 3,
    "sanshoku_renkou": 7 * 3 * 2,
    "suuchoupaikou": 3 * 3,
    "shoutate": 27,
    # two of the 21 double sequences, or twice the same one
    "twice_pure_double_sequence": comb(21, 2) + 21,
    # two numbers and two suits in any order; the numbers of sequences may be equal
    "kyandonhou": (comb(7, 2) + 7) * comb(3, 2),
    "ryandoukou": comb(9, 2) * comb(3, 2),
    # how far apart the sequences are: 3, 4, 5 or 6
    "shanron_chonchu": 4 + 3 + 2 + 1,
    # for each suit a fourth sequence in it, in one of the others, or a triplet of terminals or
    # honours
    "ittsu_chanta": 3 * (2 + 2 * 2 + 13),
    # classes
    "dragon_triplet": 3,
    "little_three_dragons": comb(3, 2),
    "big_three_dragons": 1,
    "little_four_winds": comb(4, 3),
    "big_four_winds": 1,
    "suuzuukou": comb(7, 4),
    "chousangen": 1,
    # winds: the seat or round wind is one of four
    "seat_wind_triplet": 4,
    "round_wind_triplet": 4,
    "otakaze_sankou": 4,
    "kachou_fuugetsu": 4 + 4,
    # any suit tile, or one of four winds that belong to nobody
    "pinfu": 1 + 4,
    # suits
    "half_flush": 3,
    "full_flush": 3,
    "ryansuu": comb(3, 2),
    "nine_gates": 3,
    "all_terminals_and_honours": 3,
    "uumensai": 1,
    # nothing is left open
    "riichi": 1,
    "all_simples": 1,
    "all_triplets": 1,
    "daisharin": 1,
    "shousharin": 2,
}


@each("yaku", BY_ARGUMENT)
def test_the_number_of_alternatives_follows_from_the_definition(yaku: str) -> None:
    assert len(of(yaku)) == BY_ARGUMENT[yaku]


@each("yaku", known_yaku())
def test_no_alternative_appears_twice(yaku: str) -> None:
    assert of(yaku)
    assert len(set(of(yaku))) == len(of(yaku))


# ---- letters -------------------------------------------------------------------------------------


def asked(*sets: str, **more: object) -> set[tuple[tuple[int, ...], ...]]:
    """Return the sets that each alternative requires in the four suits.

    Sequences are numbered 0 to 6, triplets from 9 on.
    """
    return {ground.sets for ground in expand(define(sets=list(sets), **more))}


def test_a_number_letter_can_be_each_value_that_fits() -> None:
    assert asked("sequence n m") == {((n,), (), (), ()) for n in range(7)}
    assert asked("sequence n+4 m") == {((n,), (), (), ()) for n in range(4, 7)}
    assert asked("triplet n p") == {((), (9 + n,), (), ()) for n in range(9)}
    assert asked("triplet n p", "triplet n+7 p") == {((), (9, 16), (), ()), ((), (10, 17), (), ())}


def test_the_letter_m_and_the_suit_m_are_not_the_same() -> None:
    assert asked("sequence m m") == asked("sequence n m")
    assert asked("triplet m m", "sequence m+6 p") == asked("triplet n m", "sequence n+6 p")
    pairs = {ground.pair for ground in expand(define(pair="m m"))}
    assert pairs == {(1 << n, 0, 0, 0) for n in range(9)}


def test_different_suit_letters_stand_for_different_suits() -> None:
    assert asked("sequence 1 X", "sequence 1 Y") == {
        ((0,), (0,), (), ()),
        ((0,), (), (0,), ()),
        ((), (0,), (0,), ()),
    }
    assert asked("sequence 1 X", "sequence 1 X") == {
        ((0, 0), (), (), ()),
        ((), (0, 0), (), ()),
        ((), (), (0, 0), ()),
    }
    assert asked("triplet 2 Z", "sequence 1 s") == {
        ((10,), (), (0,), ()),
        ((), (10,), (0,), ()),
        ((), (), (0, 10), ()),
    }


def test_two_numbers_may_be_equal_unless_a_tile_would_make_two_triplets() -> None:
    sequences = asked("sequence n p", "sequence m p")
    assert len(sequences) == comb(7, 2) + 7
    assert ((), (3, 3), (), ()) in sequences
    assert len(asked("triplet n p", "triplet m p")) == comb(9, 2)
    assert asked("triplet 5z", "quad dragon") == {((), (), (), (13, 23)), ((), (), (), (13, 24))}


def test_suit_letters_mean_the_same_suit_in_a_hand_and_in_sets() -> None:
    both = expand(define(sets=["sequence 1 X"], pair="9 X"))
    assert {(ground.sets, ground.pair) for ground in both} == {
        (((0,), (), (), ()), (256, 0, 0, 0)),
        (((), (0,), (), ()), (0, 256, 0, 0)),
        (((), (), (0,), ()), (0, 0, 256, 0)),
    }


# ---- classes, winds and suits --------------------------------------------------------------------


@each(
    "name, number",
    [("dragon", 3), ("wind", 4), ("honour", 7), ("terminal", 6), ("terminal_or_honour", 13),
     ("seat_wind", 4), ("round_wind", 4), ("guest_wind", 4), ("1z", 1), ("n X", 27)],
)  # fmt: skip
def test_a_triplet_of_a_class_can_be_each_of_its_tiles(name: str, number: int) -> None:
    assert len(expand(define(sets=[f"triplet {name}"]))) == number


def test_a_wind_belongs_to_a_seat_or_to_nobody() -> None:
    east, south, west, north = 1, 2, 4, 8
    seat = {ground.sets[Z][0] - 9: ground.winds for ground in of("seat_wind_triplet")}
    assert seat == {n: (1 << n, 15) for n in range(4)}
    round_wind = {ground.sets[Z][0] - 9: ground.winds for ground in of("round_wind_triplet")}
    assert round_wind == {n: (15, 1 << n) for n in range(4)}
    guests = {ground.sets[Z]: ground.winds for ground in of("otakaze_sankou")}
    assert guests[9, 10, 11] == (north, north)
    assert guests[10, 11, 12] == (east, east)
    assert (guests[9, 11, 12], guests[9, 10, 12]) == ((south, south), (west, west))


def test_incompatible_winds_are_not_an_alternative() -> None:
    """The pair of one's own wind and a triplet of it: the four seats leave three winds each."""
    found = expand(define(sets=["triplet guest_wind"], pair="seat_wind"))
    assert all(ground.winds.seat and ground.winds.round_wind for ground in found)
    pairs = {(ground.sets[Z][0] - 9, ground.pair) for ground in found}
    assert len(found) == len(pairs) == 4 * 3
    assert all(pair is not None and not pair[Z] >> triplet & 1 for triplet, pair in pairs)


def test_a_class_is_required_in_only_one_of_its_suits() -> None:
    some = {ground.some for ground in expand(define(has=["terminal"]))}
    assert some == {frozenset({(suit, 257)}) for suit in (M, P, S)}
    assert len(expand(define(has=["terminal_or_honour", "simple"]))) == 4 * 3
    assert len(expand(define(has=["dragon", "wind", "p"]))) == 1


@each("suits, number", [(0, 1), (1, 3), (2, 3), (3, 1), ("1+", 7)])
def test_each_alternative_chooses_its_suits(suits: int | str, number: int) -> None:
    assert len(expand(define(suits=suits))) == number


def test_lacking_and_tiles_leave_their_common_tiles() -> None:
    (ground,) = expand(define(tiles="terminal_or_honour", lacks=["dragon", "19m", "9p"]))
    assert ground.allowed == (0, 1, 257, 15)


def test_an_alternative_names_at_most_one_special_form() -> None:
    assert [ground.names_form for ground in of("seven_pairs")] == [True]
    assert not any(ground.names_form for ground in of("uumensai"))
    assert not any(ground.names_form for ground in expand(define(form=["standard"])))
    assert {form for ground in of("pinfu") for form in ground.forms} == {"standard"}


def test_four_identical_sequences_are_distinguished() -> None:
    found = [
        ground for ground in of("twice_pure_double_sequence") if ground.four_identical_sequences
    ]
    assert {ground.sets for ground in found} == {
        tuple((n,) * 4 if suit == at else () for suit in range(4))
        for at in (M, P, S)
        for n in range(7)
    }
