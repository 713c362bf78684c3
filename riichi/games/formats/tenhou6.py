"""Records of the page tenhou.net/6: for each player of a deal, the tiles got and those discarded.

Positions look like `deal 3, player 2, take 5`: deals and takes from 1, players 0 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

from riichi.games.formats.file_text import parse_json, text_of, unexpected
from riichi.games.formats.game_builder import left_out
from riichi.games.formats.placed_value import MOST_DEALS, THREE_PLAYERS, PlacedValue, as_whole
from riichi.games.formats.turn_order import (
    ClaimEntry,
    DiscardEntry,
    LastTile,
    PlayerRows,
    reconstruct,
)
from riichi.games.replay.recorded_game import (
    Draw,
    FiveCounts,
    FourScores,
    Move,
    RecordedDeal,
    RecordedEnd,
    RecordedGame,
    RecordedResult,
    fitting_fives,
    four_scores,
    player_names,
)
from riichi_core.errors import RecordError
from riichi_core.game.game import Standing
from riichi_core.messages import Message
from riichi_core.play.actions import (
    NINE_KINDS,
    WIN,
    Chii,
    ClaimedKan,
    ConcealedKan,
    ExtendedKan,
    MeldClaim,
    OwnKan,
    Pon,
)
from riichi_core.tiles import TILES, Tile

MOST_IN_A_ROW = 60

_CALL = re.compile(r"((?:[1-5][0-9])*)([a-z])((?:[1-5][0-9])+)", re.ASCII)
_DIGITS = re.compile(r"[0-9]{2}|0", re.ASCII)
_RIICHI = re.compile(r"r([1-6][0-9])", re.ASCII)

_NUMBERS = {
    **{10 * suit + n: f"{n}{'_mpsz'[suit]}" for suit in (1, 2, 3, 4) for n in range(1, 10)},
    **{51: "0m", 52: "0p", 53: "0s"},
}

DRAWN = 60
"""In a row of discards: the drawn tile."""

WON = "和了"
WORDS: dict[str, tuple[RecordedEnd, str]] = {
    WON: ("win", "a win"),
    "流局": ("exhausted", "drawn"),
    "全員聴牌": ("exhausted", "drawn, all tenpai"),
    "全員不聴": ("exhausted", "drawn, nobody tenpai"),
    "流し満貫": ("nagashi", "nagashi mangan"),
    "九種九牌": ("nine_kinds", "nine kinds"),
    "四風連打": ("four_winds", "four winds"),
    "四家立直": ("four_riichi", "four riichi"),
    "四槓散了": ("four_quads", "four quads"),
    "四開槓": ("four_quads", "four quads"),
    "三家和": ("three_wins", "three wins"),
    "三家和了": ("three_wins", "three wins"),
}
"""The words of results: how the deal ended, and its name in English."""

_OTHER_WORDS = {
    "Agari": WON,
    "Ryuukyoku": "流局",
    "Exhaustive Draw": "流局",
    "Nagashi Mangan": "流し満貫",
    "Mangan at Draw": "流し満貫",
    "Kyuushu Kyuuhai": "九種九牌",
    "Nine Terminal Abortion": "九種九牌",
    "Suufon Renda": "四風連打",
    "Four Wind Abortion": "四風連打",
    "Suucha Riichi": "四家立直",
    "Four Riichi Abortion": "四家立直",
    "Suukaikan": "四開槓",
    "Four Kan Abortion": "四開槓",
    "Sanchahou": "三家和",
    "Three Ron Abortion": "三家和",
}
"""The words that a converter of Mahjong Soul's records writes in other languages."""

_THREE = "三"
"""The letter that marks three-player rules."""

_ALL = {"全員聴牌": frozenset(range(4)), "全員不聴": frozenset[int]()}
"""Draws whose name states which players were tenpai."""


# ---- tiles and calls -----------------------------------------------------------------------------


def _tile(value: PlacedValue, number: object = None) -> Tile:
    """Return the tile of a number, which is alone or part of a call."""
    written = value.value if number is None else number
    number_written = as_whole(written)
    name = None if number_written is None else _NUMBERS.get(number_written)
    if name not in TILES:
        expected = Message("a tile: 11 to 19, 21 to 29, 31 to 39, 41 to 47, or 51 to 53")
        raise value.error(unexpected(expected, written), "wrong_type")
    return TILES[name]


def _call(value: PlacedValue) -> tuple[str, int, tuple[Tile, ...]]:
    """Return the letter of a call, the index of the tile after it, and all tiles."""
    parts = _CALL.fullmatch(value.value)
    if parts is None:
        raise value.unexpected("a tile or a call, as 11, c131415 or 11p1111")
    before, letter, after = parts.groups()
    digits = before + after
    numbers = [int(digits[n : n + 2]) for n in range(0, len(digits), 2)]
    return letter, len(before) // 2, tuple(_tile(value, number) for number in numbers)


_MELDS: Mapping[tuple[str, int], type[MeldClaim]] = {
    ("c", 3): Chii,
    ("p", 3): Pon,
    ("m", 4): ClaimedKan,
}


def _take(value: PlacedValue, player: int) -> Tile | ClaimEntry:
    """Return the tile that a player drew, or the claim that replaces the draw."""
    if not isinstance(value.value, str) or _DIGITS.fullmatch(value.value):
        return _tile(value)
    letter, place, tiles = _call(value)
    tiles_of_hand = tuple(sorted([*tiles[:place], *tiles[place + 1 :]]))
    # The claimed tile is first if it is from the left, last from the right, otherwise second.
    seats_on = {0: 3, 1: 2, len(tiles) - 1: 1}.get(place)
    meld = _MELDS.get((letter, len(tiles)))
    if meld is None or seats_on is None or (meld is Chii and place):
        raise value.unexpected("a call, as c131415, 11p1111 or 111111m11")
    return ClaimEntry(meld(tiles_of_hand), tiles[place], (player + seats_on) % 4)


def _discard(value: PlacedValue) -> DiscardEntry | OwnKan | None:
    """Return a player's discard or own quad; None after a claimed quad."""
    text = value.value
    if not isinstance(text, str) or _DIGITS.fullmatch(text):
        return None if as_whole(text) == 0 else _entry(value, text)
    if riichi := _RIICHI.fullmatch(text):
        return _entry(value, int(riichi[1]))._replace(riichi=True)
    letter, place, tiles = _call(value)
    if len(tiles) == 4 and letter == "k":
        return ExtendedKan(tiles[place])
    if len(tiles) == 4 and letter == "a":
        return ConcealedKan(tuple(sorted(tiles)))
    raise value.unexpected("a discard, as 11, 60, r11, 11k111111 or 111111a11")


def _entry(value: PlacedValue, number: object) -> DiscardEntry:
    return DiscardEntry(None if as_whole(number) == DRAWN else _tile(value, number))


# ---- the game ------------------------------------------------------------------------------------


def read_tenhou6(data: bytes | str) -> RecordedGame:
    """Read the game of a record.

    Raises:
        RecordError: if the record has an error; the message says where.
    """
    return game_of(PlacedValue(parse_json(text_of(data), "")))


def game_of(game: PlacedValue) -> RecordedGame:
    """Read the game of a JSON value, as `read_tenhou6` does that of a text."""
    if not isinstance(game.value, dict):
        raise game.unexpected("an object with 'log'")
    game, cut = _without_unfinished(game)
    _refuse_three(game)
    names, log = game.optional("name"), game.field("log")
    player_texts = () if names is None else names.each(PlacedValue.name, 0, 4, "item {n}")
    if not isinstance(log.value, list) or not 1 <= len(log.value) <= MOST_DEALS:
        raise _expected(log, f"a list of 1 to {MOST_DEALS} deals")
    listed = log.items(1, MOST_DEALS, "deal {n}", named=False)
    deals = tuple(_deal(deal, number) for number, deal in enumerate(listed, start=1))
    final, results = _end(game)
    if cut is not None:
        final, results = None, None
    recorded = RecordedGame(player_names(player_texts), deals, final, results, cut=cut)
    room_name = _room_name(game)
    open_tanyao, rounds = _rules_of_room(room_name)
    soul = _MAHJONG_SOUL_ROOM.search(room_name)
    named = MAHJONG_SOUL if soul else TENHOU if rounds else ""
    return replace(
        recorded,
        red_fives=_red_fives(_rule_texts(game), recorded),
        open_tanyao=open_tanyao,
        rounds=rounds,
        room=room_name if named else "",
        room_ruleset=named,
    )


def _rule_texts(game: PlacedValue) -> Mapping[Any, Any]:
    rule = game.value.get("rule")
    return rule if isinstance(rule, Mapping) else {}


def _room_name(game: PlacedValue) -> str:
    """Return the name of the room; empty if the record has none."""
    name = _rule_texts(game).get("disp")
    return name if isinstance(name, str) else ""


def _refuse_three(game: PlacedValue) -> None:
    """Refuse a three-player game, recognised by its room or by a fourth player without tiles."""
    deals = game.value.get("log")
    first_deal = deals[0] if isinstance(deals, list) and deals else None
    nobody = (
        isinstance(first_deal, list) and len(first_deal) == 17 and first_deal[13:16] == [[], [], []]
    )
    if nobody or _THREE in _room_name(game):
        raise game.error(THREE_PLAYERS)


def _end(game: PlacedValue) -> tuple[FourScores | None, tuple[int, ...] | None]:
    """Return the final scores and results, in points; chips may follow them."""
    final_values = game.optional("sc")
    if final_values is None:
        return None, None
    if not isinstance(final_values.value, list) or len(final_values.value) not in (8, 12, 16):
        raise final_values.unexpected("a list of four scores and results")
    scores = game.inside("sc", final_values.value[:8:2]).points()
    results = game.inside("sc", final_values.value[1:8:2])
    return scores, results.each(PlacedValue.thousands, 4, 4, "result {n}")


def _without_unfinished(game: PlacedValue) -> tuple[PlacedValue, Message | None]:
    """Return a record without a last deal that has no result, and a message if there was one."""
    deals = game.value.get("log")
    last_deal = deals[-1] if isinstance(deals, list) and len(deals) > 1 else None
    if isinstance(last_deal, list) and last_deal[16:] in ([], [[]], [None]):
        finished = {**game.value, "log": deals[:-1]}
        return PlacedValue(finished, game.where), left_out(len(deals))
    return game, None


def _red_fives(rule: Mapping[Any, Any], game: RecordedGame) -> FiveCounts | None:
    """Return the numbers of red fives that the rules state, unless the tiles contradict them."""
    m, p, s = (as_whole(rule.get(f"aka{n}", rule.get("aka"))) for n in (51, 52, 53))
    if m is None or p is None or s is None or not all(0 <= n <= 4 for n in (m, p, s)):
        return None
    fits = all(n in fitting for n, fitting in zip((m, p, s), fitting_fives(game), strict=True))
    return (m, p, s) if fits else None


def _rules_of_room(words: str) -> tuple[bool | None, Literal[1, 2] | None]:
    """Return whether All Simples can be open and the number of rounds, from the room's name."""
    if (soul := _MAHJONG_SOUL_ROOM.search(words)) and soul[1]:
        return None, 1 if soul[1] == "East" else 2
    room = _ROOM.search(words)
    if room is None or not (room[2] or room[0] == words):
        return None, None
    return bool(room[2]), 1 if room[1] == "東" else 2


_ROOM = re.compile("[般上特鳳若銀琥孔技]?([東南])(喰?)赤?速?祝?[0-9]?")
"""A room of Tenhou: East or South, open tanyao, red fives, fast, chips; others look similar."""

_MAHJONG_SOUL_ROOM = re.compile(
    "[銅銀金玉]の間|王座の間|[铜银金玉]之间|王座之间|友人戦|大会戦"
    "|(?:(?:Bronze|Silver|Gold|Jade|Throne) Room|Friendly|Tour?nament) (East|South)"
)
"""The name of a Mahjong Soul room in converted records: ranked, friendly or tournament."""

MAHJONG_SOUL, TENHOU = "mahjong-soul", "tenhou"
"""The ids of the rulesets of two programs."""


# ---- deals ---------------------------------------------------------------------------------------


def _deal(deal: PlacedValue, number: int) -> RecordedDeal:
    """Return a deal: a list of seventeen parts, three of them for each player."""
    parts = [part.value for part in deal.items(17, 17)]
    played, counters, bets = deal.inside("round", parts[0]).items(3, 3)
    round_, dealer = divmod(played.whole_number(0, 15), 4)
    sticks = counters.sticks(), bets.sticks()
    scores = deal.inside("scores", parts[1]).points()
    indicators = deal.inside("indicators", parts[2]).each(_tile, 1, 5)
    ura = deal.inside("ura indicators", parts[3]).each(_tile, 0, 5)
    players = [_player(deal, n, parts[4 + 3 * n : 7 + 3 * n]) for n in range(4)]
    result, last = _result(deal.inside("result", parts[16]), ura)
    order = reconstruct(tuple(rows for _, rows in players), dealer, last, deal.where)
    moves = [entry for entry in order if isinstance(entry, Move)]
    return RecordedDeal(
        number=number,
        standing=Standing(scores, round_, dealer, *sticks),
        hands=tuple(hand for hand, _ in players),
        draws=tuple(entry for entry in order if isinstance(entry, Draw)),
        indicators=indicators,
        moves=(*moves, *_last(result, order, f"{deal.where}, result")),
        result=result,
    )


def _player(
    deal: PlacedValue, player: int, parts: list[Any]
) -> tuple[tuple[Tile, ...], PlayerRows]:
    """Return a player's hand, the tiles drawn or claimed, and the discards."""
    place = PlacedValue(None, deal, f"player {player}")
    hand, takes, discards = map(place.inside, ("hand", "takes", "discards"), parts)
    tiles = hand.each(_tile, 13, 13)
    taken = takes.items(0, MOST_IN_A_ROW, "take {n}", named=False)
    thrown = discards.items(0, MOST_IN_A_ROW, "discard {n}", named=False)
    return tiles, PlayerRows(
        tuple(_take(take, player) for take in taken), tuple(map(_discard, thrown)), place.where
    )


def _last(result: RecordedResult, order: list[Draw | Move], where: str) -> list[Move]:
    """Return the actions that end a deal, which are in the result."""
    if result.end == "nine_kinds":
        return [Move(order[-1].player, NINE_KINDS, where)]
    return [Move(player, WIN, where) for player in result.winners]


def _result(result: PlacedValue, ura: tuple[Tile, ...]) -> tuple[RecordedResult, LastTile]:
    """Return the result of a deal, and the tile after which it ended.

    It is a word, the points, and for each win its points and its facts: the winner, the payer, and
    words about the win, which the reader ignores.
    """
    first, *parts = result.items(1, 20)
    word = _word(result.inside("part 1", first.value))
    points = [
        result.inside(f"points {n}", part.value).points()
        for n, part in enumerate(parts[::2], start=1)
    ]
    wins = [_win(result.inside(f"facts {n}", part.value)) for n, part in enumerate(parts[1::2], 1)]
    end = WORDS[word][0]
    deltas = four_scores(map(sum, zip(*points, strict=True))) if points else None
    if word != WON:
        if wins or len(points) > 1 or (end == "nagashi" and not points):
            raise _expected(result, f"{_in_english(word)} and the points of each player")
        drawn = RecordedResult(end, deltas, tenpai=_ALL.get(word), ura=ura)
        return drawn, LastTile(None, end == "nine_kinds")
    if not wins or len(points) != len(wins):
        raise _expected(result, f"{_in_english(WON)}, and for each its points and its facts")
    winners, givers = tuple(winner for winner, _ in wins), {giver for _, giver in wins}
    several = len(wins) > 1 and givers & {*winners}
    if len(givers) > 1 or len({*winners}) < len(wins) or several:
        raise _expected(result, "wins of different players on one tile")
    (giver,) = givers
    self_drawn = giver == winners[0]
    won = RecordedResult("win", deltas, winners, None if self_drawn else giver, ura=ura)
    return won, LastTile(giver, self_drawn)


def _word(word: PlacedValue) -> str:
    """Return the word of a result in Tenhou's spelling."""
    text = word.text()
    text = _OTHER_WORDS.get(text, text)
    if text not in WORDS:
        won, *draws = map(_in_english, WORDS)
        raise word.unexpected(f"{won} or a draw: {', '.join(draws)}", "unknown_word")
    return text


def _win(facts: PlacedValue) -> tuple[int, int]:
    winner, giver, *_ = facts.items(2, 60)
    payer = facts.inside("giver", giver.value)
    return facts.inside("winner", winner.value).player(), payer.player()


def _expected(value: PlacedValue, expected: str) -> RecordError:
    return value.error(Message("expected {expected}", expected=expected))


def _in_english(word: str) -> str:
    """Return the English name of a result, with the record's word."""
    return f"{WORDS[word][1]} ({word})"
