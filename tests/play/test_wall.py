"""The wall as the books build, break and deal it, worked out here stack by stack."""

from __future__ import annotations

import pytest
from each import each
from playing import RULESETS

from riichi_core.play.wall import Wall, WallError, break_point, tiles_beside, whole_set
from riichi_core.rules.chapters.tiles import BonusTile
from riichi_core.seeded import SeededRandom
from riichi_core.tiles import TILES, Tile, Wind

PLAIN = RULESETS["ema-2016"].rules.tiles
REDS = RULESETS["ema-2012"].rules.tiles

THROWS = [(one, other) for one in range(1, 7) for other in range(1, 7)]


def test_a_set_has_four_of_each_of_34_kinds() -> None:
    tiles = whole_set(PLAIN)
    assert len(tiles) == 136
    assert all(sum(tile.kind == kind for tile in tiles) == 4 for kind in range(34))
    assert not any(tile.red for tile in tiles)
    assert [str(tile) for tile in whole_set(REDS) if tile.red] == ["0m", "0p", "0s"]


def test_bonus_tiles_take_the_place_of_plain_ones() -> None:
    bonus = PLAIN.model_copy(
        update={"bonus": (BonusTile(tile="3m", copies=2), BonusTile(tile="5p"))}
    )
    tiles = whole_set(bonus)
    assert [str(tile) for tile in tiles if tile.kind == 2] == ["3m", "3m", "3*m", "3*m"]
    assert [str(tile) for tile in tiles if tile.bonus] == ["3*m", "3*m", "5*p"]
    wall = Wall.shuffled(bonus, SeededRandom(1))
    assert Wall.parse(str(wall), wall.dice) == wall
    wall.check(bonus)
    with pytest.raises(
        WallError, match="marked tiles 2 3\\*m, 1 5\\*p; these rules have no red fives"
    ):
        wall.check(PLAIN)


@each(
    "total, owner",
    [(2, "south"), (3, "west"), (4, "north"), (5, "east"), (6, "south"), (7, "west"),
     (8, "north"), (9, "east"), (10, "south"), (11, "west"), (12, "north")],
)  # fmt: skip
def test_the_dice_total_decides_whose_wall_is_broken(total: int, owner: str) -> None:
    dice = (total - min(6, total - 1), min(6, total - 1))
    assert break_point(dice) == (Wind.of(owner), total)


class Square:
    """The four walls on the table: a stack is a wall and a number from its right end."""

    def __init__(self) -> None:
        tiles = SeededRandom(1).shuffled(whole_set(PLAIN))
        self.walls = [tiles[34 * seat : 34 * seat + 34] for seat in range(4)]

    def stack(self, wall: int, number: int) -> list[Tile]:
        return self.walls[wall][2 * number : 2 * number + 2]

    def clockwise(self, wall: int, number: int) -> tuple[int, int]:
        """Return the next stack to the left, as its owner sees it; then the wall on the left."""
        return (wall, number + 1) if number < 16 else ((wall - 1) % 4, 0)


@each("dice", THROWS)
def test_a_wall_is_broken_and_dealt_with_the_dead_wall_right_of_the_break(
    dice: tuple[int, int],
) -> None:
    square = Square()
    wall = Wall.broken(square.walls, dice)
    spot = ((sum(dice) - 1) % 4, sum(dice))
    spot = spot if spot[1] < 17 else square.clockwise(spot[0], 16)
    stacks = []
    for _ in range(68):
        stacks.append(square.stack(*spot))
        spot = square.clockwise(*spot)
    live, dead = stacks[:61], stacks[:60:-1]
    # dealing: two stacks to each player, three times
    hands: list[list[Tile]] = [[], [], [], []]
    for _ in range(3):
        for hand in hands:
            hand.extend(live.pop(0) + live.pop(0))
    # East takes the top tiles of the first and third stack, then the others take the next tiles
    first, second, third = live[:3]
    for hand, tile in zip(hands, (first[0], first[1], second[0], second[1]), strict=True):
        hand.append(tile)
    assert wall.dealt() == tuple(map(tuple, hands))
    assert wall.live(52) == third[0]
    assert wall.live(53) == third[1]
    assert wall.live(121) == live[-1][1]
    # the dead wall from the break: two stacks of replacements, the indicator, the quad indicators
    assert [wall.replacement(n) for n in range(4)] == dead[0] + dead[1]
    assert [wall.indicator(n) for n in range(5)] == [stack[0] for stack in dead[2:]]
    assert [wall.ura_indicator(n) for n in range(5)] == [stack[1] for stack in dead[2:]]


def test_each_seed_gives_its_own_wall() -> None:
    walls = [Wall.shuffled(PLAIN, SeededRandom(seed)) for seed in (1, 1, 2)]
    assert walls[0] == walls[1] != walls[2]
    assert Wall.parse(str(walls[0]), walls[0].dice) == walls[0]


def test_numbers_drawn_at_once_are_those_drawn_one_by_one() -> None:
    for seed, count in ((0, 1), (1, 255), (-5, 256), (2**64 - 1, 1000)):
        at_once, one_by_one, later = (SeededRandom(seed) for _ in range(3))
        assert at_once.numbers(count) == [one_by_one.number() for _ in range(count)]
        later.skip(count)
        assert at_once.number() == one_by_one.number() == later.number()
    assert SeededRandom(1234567).numbers(3) == [
        6457827717110365317, 3203168211198807973, 9817491932198370423,
    ]  # fmt: skip


def test_any_tile_may_come_first() -> None:
    """Over many walls each kind comes first about equally often."""
    firsts = [Wall.shuffled(PLAIN, SeededRandom(5).fork(n)).tiles[0].kind for n in range(3400)]
    times = [firsts.count(kind) for kind in range(34)]
    assert min(times) > 60
    assert max(times) < 145


def test_tiles_that_are_not_a_wall_are_refused() -> None:
    tiles = whole_set(PLAIN)
    with pytest.raises(WallError, match="136 tiles, not 135"):
        Wall(tiles[1:])
    with pytest.raises(WallError, match="four tiles of each kind, but not of 1m, 9m"):
        Wall((TILES["9m"], *tiles[1:]))
    with pytest.raises(WallError, match=r"'8z' is not a tile \(at character 3\)"):
        Wall.parse("1m8z" + "1m" * 134)
    with pytest.raises(WallError, match="two dice"):
        Wall.broken([tiles[34 * n : 34 * n + 34] for n in range(4)], (0, 7))
    with pytest.raises(WallError, match="17 stacks"):
        Wall.broken([tiles[:33], tiles[33:68], tiles[68:102], tiles[102:]], (3, 4))
    with pytest.raises(WallError, match="more 0p than"):
        tiles_beside([TILES["0p"]], PLAIN)
